// Recording.
#include "autodiff/tape.h"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>

#include "base/at_fork.h"
#include "graph/func_graph.h"
#include "graph/functions_of.h"
#include "op/build.h"
#include "op/gradient_needs.h"
#include "tensor/buffer.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

bool is_trainable_handle(const Value& value) {
  if (value.dtype() != DType::kResource) return false;
  if (value.is_symbol()) return endpoint_of(value)->handle_trainable;
  const VariableResource* variable = VariableResource::find(value);
  return variable && variable->trainable;
}

// Tensors below this size are not worth the trouble.
constexpr int64_t kLargeBytes = 1 << 16;
// How many tensors are looked at after each op.
constexpr size_t kMostLookedAt = 8;

// Reads as zeros: stands in for elements that nobody reads.
Buffer* zero_buffer(size_t bytes) {
  static GlobalMutex& mutex = GlobalMutex::make();
  static auto* zeros = new Ref<Buffer>;
  std::lock_guard lock(mutex);
  if (!*zeros || (*zeros)->bytes() < bytes) {
    bytes = std::max(bytes, *zeros ? 2 * (*zeros)->bytes() : size_t{1} << 24);
    // Pages that were never written share one page of zeros.
    void* pages = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) return nullptr;
    *zeros = Buffer::foreign(pages, bytes, [pages, bytes] { munmap(pages, bytes); });
  }
  (*zeros)->add_ref();
  return zeros->get();
}

constexpr uint32_t kFunctions = static_cast<uint32_t>(Trait::kCall) | static_cast<uint32_t>(Trait::kIf) |
                                static_cast<uint32_t>(Trait::kWhile) | static_cast<uint32_t>(Trait::kCase);
constexpr uint32_t kReaders = kFunctions | static_cast<uint32_t>(Trait::kReadsResource);

// Where a gradient that reaches the intermediates needs further ones in turn, it needs most often no more than two
// rounds; loops need new lists each time.
constexpr int kMostOrders = 4;

// The form of a function that gives all that derivatives of it, derivatives of these and so on will need.
Ref<FunctionRef> differentiable_again(const Ref<FunctionRef>& function) {
  Ref<FunctionRef> forward = function->derivative().forward;
  for (int order = 1; order < kMostOrders; ++order) {
    try {
      const Ref<FunctionRef> further = forward->derivative().forward;
      if (further->num_outputs() == forward->num_outputs()) break;
      forward = further;
    } catch (const Error& error) {
      // An intermediate has no gradient: it is missed once one is asked for.
      if (error.code() != Code::kLookupError) throw;
      break;
    }
  }
  return forward;
}

}  // namespace

Values call_with_intermediates(Interpreter& next, const OpDef& op, std::span<const Value> inputs, const Attrs& attrs,
                               std::string_view name, bool all_orders, Values& outputs, Ref<FunctionRef>& forward) {
  const auto& function = attrs.get<Ref<FunctionRef>>("f");
  if (function->derivative().grad_inputs.empty()) {  // what is run in its place stays so
    forward = function;
    const size_t before = outputs.size();
    next.call(op, inputs, attrs, name, outputs);
    return Values(outputs.begin() + static_cast<std::ptrdiff_t>(before), outputs.end());
  }
  forward = all_orders ? differentiable_again(function) : function->derivative().forward;
  Attrs called = attrs;
  called.set("f", forward);
  called.erase(kImplementationAttr);
  std::vector<DType> types;
  for (const Endpoint* output : forward->graph()->outputs) types.push_back(output->dtype);
  called.set("Tout", types);
  Values all;
  next.call(op, inputs, called, name, all);
  for (size_t i = 0; i < function->num_outputs(); ++i) outputs.push_back(all[i]);
  return all;
}

const Value& Recorder::known_as(const Value& value) const {
  for (const auto& [tensor, symbol] : outside_)
    if (tensor == value) return symbol;
  return value;
}

Value Recorder::known_in(FuncGraph& traced, const Value& value) const {
  if (value.is_symbol() && endpoint_of(value)->node->graph == &traced) return value;
  if (value.dtype() == DType::kResource) return Value(traced.capture(value));
  if (const Value& watched = known_as(value); watched != value) return watched;
  Endpoint* stands_for = traced.captured(value);
  return stands_for ? Value(stands_for) : value;
}

Value Recorder::watched_as(const Value& value) {
  if (value.dtype() == DType::kResource) return value;
  FuncGraph* traced = graph();
  if (!traced || traced->is_plain) return value;
  if (value.is_symbol()) {
    const FuncGraph* theirs = endpoint_of(value)->node->graph;
    if (theirs == traced || !theirs->encloses(traced)) return value;
  }
  if (const Value& known = known_as(value); known != value) return known;
  outside_.emplace_back(value, Value(traced->capture(value)));
  return outside_.back().second;
}

void GradientTape::watch(const Value& value) {
  if (watches(value)) return;
  log_.number(value);
  held_.push_back(value);
}

void GradientTape::watch_known(const Value& given) {
  const Value value = watched_as(given);
  if (watches(value)) return;
  watch(value);
  log_.note_inputs(value, log_.find(value));
  if (!(given == value)) log_.note_inputs(given, log_.find(value));
}

void GradientTape::watch_variables_among(std::span<const Value> inputs) {
  for (const Value& input : inputs) {
    if (input.dtype() == DType::kResource && !watches(input) && is_trainable_handle(input)) watch_variable(input);
  }
}

void GradientTape::note_access(const Value& handle) {
  if (!recording || !watch_variables_ || !is_trainable_handle(handle)) return;
  FuncGraph* traced = graph();
  watch_variable(traced ? known_in(*traced, handle) : handle);
}

// An output that a recorded call or loop in a graph has grown since, for a gradient that was taken of it.
bool GradientTape::watch_if_grown(const Value& value) {
  if (!value.is_symbol() || !is_differentiable(value.dtype())) return false;
  const Node* node = endpoint_of(value)->node;
  if (!(node->op->traits & kFunctions)) return false;
  bool recorded = false;
  for (const auto& output : node->outputs) recorded |= watches(Value(output.get()));
  if (recorded) watch(value);
  return recorded;
}

void GradientTape::call(const OpDef& op, std::span<const Value> given, const Attrs& attrs, std::string_view name,
                        Values& outputs) {
  Interpreter& next = interpreter_stack().below(this);
  Values local;
  std::span<const Value> inputs = given;
  FuncGraph* traced = next.graph();
  for (size_t i = 0; traced && i < given.size(); ++i) {
    Value known = known_in(*traced, given[i]);
    if (known == given[i]) continue;
    if (local.empty()) local = Values(given.begin(), given.end());
    local[i] = std::move(known);
    inputs = local;
  }
  bool relevant = false;
  const GradientFunction* own = custom_gradient(op, attrs);
  const bool reads = ((op.traits & kReaders) && !UnwatchedReads::active()) || own;
  if (recording && watch_variables_ && reads) watch_variables_among(inputs);
  if (recording) {
    for (const Value& input : inputs) relevant |= watches(input) || (traced && watch_if_grown(input));
  }
  if (relevant && op.has(Trait::kCall) && !traced) {
    // Gradients by a persistent tape may be recorded on it, too.
    Ref<FunctionRef> forward;
    Values all = call_with_intermediates(next, op, inputs, attrs, name, /*all_orders=*/persistent_, outputs, forward);
    Record& record = log_.append(&op, attrs, inputs, all);
    if (persistent_) record.attrs.set(kForwardAttr, forward);
    note_large(record);
    return;
  }
  size_t before = outputs.size();
  next.call(op, inputs, attrs, name, outputs);
  if (!relevant) return;
  std::span<const Value> made = std::span<const Value>(outputs).subspan(before);
  bool differentiable = false;
  for (const Value& output : made) differentiable |= is_differentiable(output.dtype());
  if (!differentiable) return;
  // What an op without a gradient gives is known, too, but depends on nothing; stop_gradient's is not known.
  if (&op == &op_def<"StopGradient">()) return;
  if (op.has(Trait::kNoGradient) && !own) inputs = {};
  Record& record = log_.append(&op, attrs, inputs, made);
  if (traced) return;
  // A gradient of one's own speaks of the arguments. Where none of them is watched, the results are what the function
  // made of tensors around it.
  if (own) {
    bool argument_watched = false;
    for (const Value& argument : inputs.subspan(own->num_results())) argument_watched |= watches(argument);
    if (!argument_watched) record.attrs.erase(kCustomGradientAttr);
  }
  let_go();
  note_large(record);
}

Values Recorder::all_known_as(std::span<const Value> values) const {
  Values all(values.begin(), values.end());
  for (Value& value : all) value = known_as(value);
  return all;
}

void GradientTape::note_large(const Record& record) {
  const OpDef& op = *record.op;
  bool any = false, read_inputs = true, read_outputs = true;
  for (size_t i = 0; i < record.operands.size(); ++i) {
    const Value& operand = record.operands[i];
    if (!operand.is_tensor() || !is_plain(operand.dtype())) continue;
    auto* rep = static_cast<TensorRep*>(operand.rep());
    if (!rep->buffer || !rep->data || rep->num_elements * static_cast<int64_t>(dtype_size(rep->dtype)) < kLargeBytes)
      continue;
    if (!any) {
      const GradientNeeds needs = custom_gradient(op, record.attrs) ? GradientNeeds::kAll
                                  : op.has(Trait::kNoGradient)      ? GradientNeeds::kShapes
                                                                    : gradient_needs(op);
      read_inputs = needs == GradientNeeds::kAll || needs == GradientNeeds::kInputs;
      read_outputs = needs == GradientNeeds::kAll || needs == GradientNeeds::kOutputs;
      any = true;
    }
    Large& large = large_[rep];
    ++large.uses;
    large.needed |= i < record.num_inputs ? read_inputs : read_outputs;
    if (i >= record.num_inputs && !large.needed) unneeded_.push_back(rep);
  }
}

void GradientTape::let_go() {
  if (unneeded_.size() > kMostLookedAt)
    unneeded_.erase(unneeded_.begin(), unneeded_.end() - static_cast<ptrdiff_t>(kMostLookedAt));
  std::erase_if(unneeded_, [&](ValueRep* value) {
    const Large& large = large_[value];
    if (large.needed) return true;
    if (value->refs.load(std::memory_order_acquire) != large.uses) return false;
    auto* rep = static_cast<TensorRep*>(value);
    const size_t bytes = static_cast<size_t>(rep->num_elements) * dtype_size(rep->dtype);
    if (Buffer* zeros = zero_buffer(bytes)) {
      rep->buffer->release();
      rep->buffer = zeros;
      rep->data = zeros->data();
      rep->offset = 0;
    }
    return true;
  });
}

void GradientTape::reset() {
  large_.clear();
  unneeded_.clear();
  log_.clear();
  held_.clear();
  watched_handles_.clear();
  spent_ = false;
}

bool GradientTape::knows_as_given(std::span<const Value> sources) const {
  return !knows_outside() && std::none_of(sources.begin(), sources.end(), [](const Value& source) {
    return source.is_symbol() && source.dtype() == DType::kResource;
  });
}

// A body of a branch or loop that asks for a derivative knows a variable by a handle of its own: that which the graphs
// around it know it by, where one of these is watched.
Value GradientTape::known_around(const Value& handle) const {
  Value outer = handle;
  const FuncGraph* graph = endpoint_of(handle)->node->graph;
  while (graph) {
    if (outer.is_symbol()) {
      const Endpoint* inner = endpoint_of(outer);
      auto is_inner = [inner](const FuncGraph::Capture& capture) { return capture.inner == inner; };
      auto found = std::find_if(graph->captures.begin(), graph->captures.end(), is_inner);
      if (found == graph->captures.end()) break;
      outer = found->outer;
    }
    graph = graph->outer();
    if (graph && !outer.is_symbol()) {
      if (Endpoint* stands_for = graph->captured(outer)) outer = Value(stands_for);
    }
    if (watches(outer)) return outer;
  }
  return handle;
}

Values GradientTape::all_sources(std::span<const Value> sources) const {
  Values all = all_known_as(sources);
  for (Value& source : all)
    if (source.is_symbol() && source.dtype() == DType::kResource && !watches(source)) source = known_around(source);
  return all;
}

Values GradientTape::gradient(std::span<const Value> targets, std::span<const Value> target_grads,
                              std::span<const Value> sources) {
  GW_CHECK(!spent_, Code::kRuntimeError,
           "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)");
  if (persistent_) return gradient_again(targets, target_grads, sources);
  spent_ = true;
  recording = false;
  Values result = knows_as_given(sources)
                      ? backward(log_, targets, target_grads, sources, /*consume=*/true)
                      : backward(log_, all_known_as(targets), target_grads, all_sources(sources), /*consume=*/true);
  log_.clear();
  large_.clear();
  unneeded_.clear();
  held_.clear();
  return result;
}

Values GradientTape::gradient_again(std::span<const Value> targets, std::span<const Value> target_grads,
                                    std::span<const Value> sources) {
  if (knows_as_given(sources)) return backward(log_, targets, target_grads, sources, /*consume=*/false);
  return backward(log_, all_known_as(targets), target_grads, all_sources(sources), /*consume=*/false);
}

Values GradientTape::element_gradient(std::span<const Value> targets, std::span<const Value> target_grads,
                                      std::span<const Value> sources) {
  Values result = gradient_again(targets, target_grads, sources);
  const Values known = all_sources(sources);
  for (size_t i = 0; i < sources.size(); ++i)
    if (!watches(known[i])) result[i] = Value();
  return result;
}

}  // namespace graphwright
