// Common parts of data sets and their kernels.
#include "data/dataset.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

#include "base/stack.h"
#include "graph/functions_of.h"
#include "op/kernel_state.h"
#include "program/program.h"

namespace graphwright::data {
namespace {

void (*unlocked_runner)(const std::function<void()>& work) = nullptr;
bool (*ending)() = nullptr;
bool (*describe_python_error)(const Error& error, Code& code, std::string& text) = nullptr;

}  // namespace

// ---- errors ----

void set_python_errors(bool (*describe)(const Error& error, Code& code, std::string& text)) {
  describe_python_error = describe;
}

Error plain(const Error& error) {
  Code code = error.code();
  std::string text = error.message();
  if (code == Code::kPythonException && describe_python_error) describe_python_error(error, code, text);
  return Error(code, std::move(text), error.op());
}

Code code_of(const Error& error) { return error.code() == Code::kPythonException ? plain(error).code() : error.code(); }

bool is_over(const Error& error) {
  const Code code = code_of(error);
  return code == Code::kPythonException || code == Code::kCancelled;
}

std::exception_ptr lasting(const Error& error) {
  return error.code() == Code::kPythonException ? std::make_exception_ptr(plain(error)) : std::current_exception();
}

void Iterator::save(StateWriter&) {
  fail(Code::kUnimplemented, "an iterator of this kind of data set cannot be saved");
}
void Iterator::restore(StateReader&) {
  fail(Code::kUnimplemented, "an iterator of this kind of data set cannot be restored");
}

// ---- stopping ----

void Turns::look() {
  using Clock = std::chrono::steady_clock;
  constexpr int64_t kMicrosecond = 1000, kMillisecond = 1000 * kMicrosecond;
  thread_local int64_t checked = 0;
  const int64_t now = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
  const int64_t passed = now - looked_;
  if (passed > 2 * kMillisecond) {
    interval_ = 1;
  } else if (passed < kMillisecond / 10 && interval_ < 1024) {
    interval_ *= 2;
  }
  looked_ = now;
  left_ = interval_;
  // Threads that work ahead run no handlers of signals; they learn from a flag that nobody waits for them any more.
  const Cancellation* works_for = current_cancellation;
  if (works_for && works_for->cancelled()) fail(Code::kCancelled, "Iterator was cancelled");
  if (now - checked < (works_for ? 500 : 50) * kMillisecond) return;
  checked = now;
  check_interrupt();
}

// ---- going away ----

// Calls go(x), or has the call of this kind that is under way do so after it: what calls itself through destructors
// would need a stack as deep as things are nested.
template <class T, class Go>
static void one_after_the_other(T x, const Go& go) {
  thread_local std::vector<T>* waiting = nullptr;
  if (waiting) return waiting->push_back(std::move(x));
  std::vector<T> own;
  waiting = &own;
  go(std::move(x));
  while (!own.empty()) {
    T next = std::move(own.back());
    own.pop_back();
    go(std::move(next));
  }
  waiting = nullptr;
}

void Input::drop(std::unique_ptr<Iterator> iterator) {
  one_after_the_other(std::move(iterator), [](std::unique_ptr<Iterator> one) { one.reset(); });
}

Dataset::~Dataset() {
  if (recipe_.op) one_after_the_other(std::move(recipe_), [](Recipe one) { one = Recipe(); });
}

// ---- depth ----

void Dataset::set_recipe(Recipe recipe) {
  recipe_ = std::move(recipe);
  for_each_input(recipe_, [&](const Dataset& input) { depth_ = std::max(depth_, input.depth_ + 1); });
}

const Dataset* dataset_in(const Value& value) {
  if (!value.is_tensor() || value.dtype() != DType::kVariant || !value.shape().is_scalar()) return nullptr;
  return dynamic_cast<const Dataset*>(Tensor::of(value).data<Handle>()->get());
}

void Dataset::check_stack() const {
  constexpr size_t kForEach = 1 << 10;  // bytes, more than any of them needs
  GW_CHECK(stack_left() > kStackMargin / 4 + static_cast<size_t>(depth_) * kForEach, Code::kResourceExhausted,
           "data sets are nested too deeply: ", depth_, " of them need more than what is left of this thread's stack");
}

void Input::fail_with_end(const Error& met) {
  const Error error = plain(met);
  throw Error(Code::kInternal,
              str_cat("An iterator returned `OutOfRange`, which is for the end of the data set. Original message: ",
                      error.message()),
              error.op());
}

void Input::save(StateWriter& out) {
  out.number(iterator_ != nullptr);
  if (iterator_) iterator_->save(out);
}

void Input::restore(StateReader& in) {
  if (!in.flag()) return iterator_.reset();
  GW_CHECK(iterator_, Code::kFailedPrecondition, "there is no iterator to be restored");
  iterator_->restore(in);
}

int64_t Iterator::skip(int64_t count) {
  Element passed;
  for (int64_t i = 0; i < count; ++i) {
    passed.clear();
    if (!next(passed)) return i;
  }
  return count;
}

// ---- functions ----

// Whether a node, or one of a function that it calls, draws random numbers that follow from seeds.
static bool draws_numbers(const FuncGraph& graph) {
  for (const auto& node : graph.nodes()) {
    if (draws_from_seeds(*node->op)) return true;
    for (const FuncGraph* called : functions_of(*node))
      if (draws_numbers(*called)) return true;
  }
  return false;
}

Ref<GraphFunction> OwnFunctions::of(GraphFunction* function) {
  std::lock_guard lock(mutex_);
  Ref<GraphFunction>& own = by_original_[function];
  if (!own) own = make_ref<GraphFunction>(Ref<FuncGraph>(function->graph()));
  return own;
}

OwnFunctions*& OwnFunctions::running() {
  static thread_local OwnFunctions* running = nullptr;
  return running;
}

UserFunction UserFunction::in(const Context& context) const {
  UserFunction own = *this;
  own.pass_ = context.functions;
  if (draws_ && context.functions) {
    Ref<GraphFunction> graph = context.functions->of(graph_);
    own.graph_ = graph.get();
    own.function_ = graph;
  }
  return own;
}

bool UserFunction::is_identity() const {
  if (!graph_ || !captured_.empty()) return false;
  const FuncGraph& graph = *graph_->graph();
  auto passes_on = [](const auto& node) {
    return node->op->has(Trait::kPlaceholder) || node->op->has(Trait::kIdentity);
  };
  auto source = [](const Endpoint* endpoint) {
    while (endpoint->node->op->has(Trait::kIdentity)) endpoint = endpoint->node->inputs[0];
    return endpoint;
  };
  return std::all_of(graph.nodes().begin(), graph.nodes().end(), passes_on) &&
         std::equal(graph.inputs.begin(), graph.inputs.end(), graph.outputs.begin(), graph.outputs.end(),
                    [&](const Endpoint* input, const Endpoint* output) { return source(output) == input; });
}

UserFunction::UserFunction(const KernelContext& ctx, std::string_view attr, int first, int count)
    : function_(ctx.attrs().get<Ref<FunctionRef>>(attr)) {
  if (!function_) ctx.fail("attr '", attr, "' holds no function");
  graph_ = dynamic_cast<GraphFunction*>(function_.get());
  draws_ = graph_ && draws_numbers(*graph_->graph());
  for (int i = first; i < first + count; ++i) captured_.push_back(ctx.inputs()[i]);
}

Values UserFunction::operator()(Values args) const {
  for (const Value& arg : args)
    if (const Dataset* dataset = dataset_in(arg)) dataset->note_argument();
  args.append(captured_);
  const OwnFunctions::Scope scope(pass_.get());
  if (graph_) return graph_->run_values(args);
  Values results;
  for (Tensor& tensor : function_->run(args)) results.push_back(std::move(tensor));
  return results;
}

bool UserFunction::test(const Element& args) const {
  Values results = (*this)(args);
  GW_CHECK_ARG(results.size() == 1 && results[0].dtype() == DType::kBool && results[0].shape().is_scalar(),
               "predicate function `", function_->name(), "` must return a scalar bool.");
  return *Tensor::of(results[0]).data<bool>();
}

int64_t UserFunction::number(const Element& args, std::string_view what) const {
  Values results = (*this)(args);
  GW_CHECK_ARG(results.size() == 1 && results[0].dtype() == DType::kInt64 && results[0].shape().is_scalar(), "`", what,
               "` must return a scalar int64.");
  return *Tensor::of(results[0]).data<int64_t>();
}

Ref<Dataset> UserFunction::dataset(Values args) const {
  Values results = (*this)(std::move(args));
  GW_CHECK_ARG(results.size() == 1 && results[0].dtype() == DType::kVariant && results[0].shape().is_scalar(),
               "Function must return a single scalar of dtype DT_VARIANT.");
  return dataset_of(results[0]);
}

// ---- kernels ----

Ref<Dataset> dataset_of(const Value& tensor) {
  GW_CHECK_ARG(tensor.is_tensor() && tensor.dtype() == DType::kVariant && tensor.shape().is_scalar(),
               "Dataset tensor must be a scalar of dtype DT_VARIANT, got ", tensor.dtype(), " ", tensor.shape());
  auto* dataset = dynamic_cast<Dataset*>(Tensor::of(tensor).data<Handle>()->get());
  GW_CHECK_ARG(dataset != nullptr, "Tensor must be a Dataset object.");
  return Ref<Dataset>(dataset);
}

Ref<Dataset> dataset_input(const KernelContext& ctx, int i) { return dataset_of(ctx.inputs()[i]); }

int64_t int_input(const KernelContext& ctx, int i, std::string_view what) {
  if (!ctx.input(i).shape().is_scalar()) ctx.fail(what, " must be a scalar, got shape ", ctx.input(i).shape());
  return ctx.input(i).int_at(0);
}

bool bool_input(const KernelContext& ctx, int i, std::string_view what) {
  if (!ctx.input(i).shape().is_scalar()) ctx.fail(what, " must be a scalar, got shape ", ctx.input(i).shape());
  return *ctx.input(i).data<bool>();
}

ArgRange range_of(const KernelContext& ctx, std::string_view argument) {
  auto ranges = input_ranges(ctx.op(), ctx.num_inputs(), ctx.attrs());
  for (size_t i = 0; i < ctx.op().inputs.size(); ++i)
    if (ctx.op().inputs[i].name == argument) return ranges[i];
  ctx.fail("no input '", argument, "'");
}

bool has_argument(const KernelContext& ctx, std::string_view argument) {
  for (const ArgDef& input : ctx.op().inputs)
    if (input.name == argument) return true;
  return false;
}

UserFunction function_input(const KernelContext& ctx, std::string_view attr, std::string_view argument) {
  ArgRange range = range_of(ctx, argument);
  return UserFunction(ctx, attr, range.begin, range.size);
}

void dataset_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }

void element_shapes(ShapeContext& ctx) {
  const auto& shapes = ctx.attr<std::vector<Shape>>("output_shapes");
  size_t count = ctx.attr<std::vector<DType>>("output_types").size();
  if (shapes.size() != count)
    ctx.fail("`output_shapes` must be the same length as `output_types` (", shapes.size(), " vs. ", count, ")");
  for (size_t i = 0; i < count; ++i) ctx.set_output(static_cast<int>(i), shapes[i]);
}

void check_element(const std::vector<DType>& types, const std::vector<Shape>& shapes, const Element& element) {
  GW_CHECK_ARG(element.size() == types.size() && shapes.size() == types.size(),
               "Number of components does not match: expected ", types.size(), " types but got ", element.size(), ".");
  for (size_t i = 0; i < element.size(); ++i) {
    GW_CHECK_ARG(element[i].dtype() == types[i], "Data type mismatch at component ", i, ": expected ", types[i],
                 " but got ", element[i].dtype(), ".");
    GW_CHECK_ARG(shapes[i].compatible(element[i].shape()), "Incompatible shapes at component ", i, ": expected ",
                 shapes[i], " but got ", element[i].shape(), ".");
  }
}

void check_element(const KernelContext& ctx, const Element& element) {
  check_element(ctx.attrs().get<std::vector<DType>>("output_types"),
                ctx.attrs().get<std::vector<Shape>>("output_shapes"), element);
}

// ---- waiting ----

void wait_until(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, const Cancellation* cancellation,
                const std::function<bool()>& ready) {
  while (!changed.wait_for(lock, std::chrono::milliseconds(20), ready)) {
    lock.unlock();
    check_interrupt();
    if (cancellation && cancellation->cancelled()) fail(Code::kCancelled, "Iterator was cancelled");
    lock.lock();
  }
}

bool process_ends() { return ending && ending(); }
void set_process_ends(bool (*ends)()) { ending = ends; }

void set_unlocked(void (*run)(const std::function<void()>& work)) { unlocked_runner = run; }
void unlocked(const std::function<void()>& work) {
  if (unlocked_runner) {
    unlocked_runner(work);
  } else {
    work();
  }
}

}  // namespace graphwright::data
