// Iterators as resources, and the ops that go through data sets.
#include "data/iterator_resource.h"

#include "base/error.h"
#include "base/timeline.h"
#include "op/dispatch.h"
#include "op/older_op.h"
#include "op/xla_facts.h"
#include "ops/debug/print_assert.h"
#include "ops/variant/optional.h"

namespace graphwright::data {

IteratorResource::~IteratorResource() {
  if (cancellation_) cancellation_->cancel();
}

IteratorResource& IteratorResource::of(const Value& handle) {
  GW_CHECK_ARG(handle.is_tensor() && handle.dtype() == DType::kResource, "expected the handle of an iterator, got ",
               handle.dtype(), " ", handle.shape());
  return *Tensor::of(handle).object<IteratorResource>();
}

void IteratorResource::declare(std::vector<DType> types, std::vector<Shape> shapes) {
  types_ = std::move(types);
  shapes_ = std::move(shapes);
}

void IteratorResource::check_declared(const std::vector<DType>& types, const std::vector<Shape>& shapes) const {
  if (types_.empty()) return;
  if (!types.empty()) {
    GW_CHECK_ARG(types.size() == types_.size(), "Number of components does not match: expected ", types.size(),
                 " types but got ", types_.size(), ".");
    for (size_t i = 0; i < types.size(); ++i)
      GW_CHECK_ARG(types[i] == types_[i], "Data type mismatch at component ", i, ": expected ", types[i], " but got ",
                   types_[i], ".");
  }
  if (!shapes.empty()) {
    GW_CHECK_ARG(shapes.size() == shapes_.size(), "Number of components does not match: expected ", shapes.size(),
                 " shapes but got ", shapes_.size(), ".");
    for (size_t i = 0; i < shapes.size(); ++i)
      GW_CHECK_ARG(shapes[i].compatible(shapes_[i]), "Incompatible shapes at component ", i, ": expected ", shapes[i],
                   " but got ", shapes_[i], ".");
  }
}

Ref<IteratorResource> declared_iterator(const KernelContext& ctx) {
  auto iterator = make_ref<IteratorResource>();
  iterator->declare(ctx.attr<std::vector<DType>>("output_types"), ctx.attr<std::vector<Shape>>("output_shapes"));
  return iterator;
}

void IteratorResource::begin(const Dataset& dataset) {
  dataset.check_depth();
  Context context = Context::fresh(dataset);
  Input input = dataset.begin(context);
  unlocked([&] {  // who holds the lock may wait for the interpreter
    std::lock_guard lock(mutex_);
    if (cancellation_) cancellation_->cancel();
    cancellation_ = context.cancellation;
    input_ = std::move(input);
    dataset_ = Ref<const Dataset>(&dataset);
  });
}

void IteratorResource::check_begun(const char* what) const {
  GW_CHECK(
      dataset_, Code::kFailedPrecondition, what,
      "() failed because the iterator has not been initialized. Ensure that you have run the initializer operation "
      "for this iterator before getting the next element.");
}

std::string IteratorResource::save(const std::function<void(const std::string&)>& check) {
  std::string state;
  unlocked([&] {
    InterpreterScope eagerly(&eager_interpreter());
    std::lock_guard lock(mutex_);
    check_begun("Save");
    dataset_->check_depth();
    check(external_state(*dataset_));
    StateWriter out(dataset_.get());
    input_.save(out);
    state = out.take();
  });
  return state;
}

void IteratorResource::restore(std::string_view state) {
  unlocked([&] {
    InterpreterScope eagerly(&eager_interpreter());
    std::lock_guard lock(mutex_);
    check_begun("Restore");
    dataset_->check_depth();
    Context context = Context::fresh(*dataset_);
    Input input;
    try {
      StateReader in(state, dataset_.get());
      input = dataset_->begin(context);
      input.restore(in);
      in.expect_end();
    } catch (...) {
      context.cancellation->cancel();
      throw;
    }
    cancellation_->cancel();
    cancellation_ = context.cancellation;
    input_ = std::move(input);
  });
}

bool IteratorResource::next(Element& out) {
  bool found = false;
  TimelineSpan span(TimelineEvent::Kind::kNextElement);
  unlocked([&] {
    // What the pipeline does is not for the tapes and graphs that listen to who asks for an element.
    InterpreterScope eagerly(&eager_interpreter());
    std::lock_guard lock(mutex_);
    check_begun("GetNext");
    dataset_->check_depth();
    found = input_.next(out);
  });
  return found;
}

namespace {

// Goes through a data set at once, for an op that needs no iterator afterwards. What functions draw from seeds begins
// anew, or goes on where the last time has left it.
enum class Draws { kAnew, kGoOn };
template <class F>
void run_through(const Dataset& dataset, F&& body, Draws draws = Draws::kAnew) {
  unlocked([&] {
    InterpreterScope eagerly(&eager_interpreter());
    dataset.check_depth();
    Context context = Context::fresh(dataset);
    if (draws == Draws::kGoOn) context.functions = Ref<OwnFunctions>(OwnFunctions::running());
    Input input = dataset.begin(context);
    try {
      body(input);
    } catch (...) {
      context.cancellation->cancel();
      throw;
    }
    context.cancellation->cancel();
  });
}

// ---- ops on iterators ----

void make_iterator_resource(KernelContext& ctx) {
  ctx.set_output(0, Tensor::handle(DType::kResource, declared_iterator(ctx)));
}

// What once had to be given back with a handle; handles own what they refer to.
class Deleter final : public VariantObject {
 public:
  const char* type_name() const override { return "ResourceDeleter"; }
};

void make_iterator_with_deleter(KernelContext& ctx) {
  make_iterator_resource(ctx);
  ctx.set_output(1, Tensor::handle(DType::kVariant, make_ref<Deleter>()));
}

void handle_and_deleter(ShapeContext& ctx) {
  ctx.set_output(0, Shape());
  ctx.set_output(1, Shape());
}

void delete_nothing(KernelContext& ctx) { (void)ctx.input(0).object<RefCounted>(); }

void begin_iterator(KernelContext& ctx) { IteratorResource::of(ctx.inputs()[1]).begin(*dataset_input(ctx, 0)); }

void get_next(KernelContext& ctx) {
  Element element;
  if (!IteratorResource::of(ctx.inputs()[0]).next(element)) ctx.fail_code(Code::kOutOfRange, "End of sequence");
  check_element(ctx, element);
  for (size_t i = 0; i < element.size(); ++i) ctx.set_output(static_cast<int>(i), Tensor(std::move(element[i])));
}

void get_next_as_optional(KernelContext& ctx) {
  Element element;
  std::vector<Tensor> components;
  if (IteratorResource::of(ctx.inputs()[0]).next(element)) {
    check_element(ctx, element);
    for (Value& value : element) components.emplace_back(std::move(value));
  }
  ctx.set_output(0, Tensor::handle(DType::kVariant, make_ref<Optional>(std::move(components))));
}

// What users say of state that cannot be saved.
enum class ExternalState : int64_t { kWarn, kIgnore, kFail };

void serialize_iterator(KernelContext& ctx) {
  const auto policy = static_cast<ExternalState>(ctx.attr<int64_t>("external_state_policy"));
  std::string state = IteratorResource::of(ctx.inputs()[0]).save([&](const std::string& external) {
    if (external.empty() || policy == ExternalState::kIgnore) return;
    if (policy == ExternalState::kFail) ctx.fail_code(Code::kFailedPrecondition, external, " is stateful.");
    print_text("log(warning)",
               str_cat("the saved state of an iterator has nothing of what the op ", external, " keeps\n"));
  });
  Tensor serialized = Tensor::allocate(DType::kVariant, Shape{1});
  serialized.data<Handle>()[0] = make_ref<IteratorState>(std::move(state));
  ctx.set_output(0, serialized);
}

void deserialize_iterator(KernelContext& ctx) {
  const Tensor& serialized = ctx.input(1);
  const IteratorState* state = nullptr;
  if (serialized.dtype() == DType::kVariant && serialized.num_elements() == 1)
    state = dynamic_cast<const IteratorState*>(serialized.data<Handle>()->get());
  if (!state)
    ctx.fail("the state of an iterator is a vector of one variant that was saved here, got ", serialized.shape());
  IteratorResource::of(ctx.inputs()[0]).restore(state->bytes);
}

void state_shape(ShapeContext& ctx) { ctx.set_output(0, Shape{kUnknown}); }

void no_output(ShapeContext&) {}

constexpr const char* kNoGradient = "goes through a sequence; no number of it flows here";

DEFINE_OP("AnonymousIteratorV3")
    .output("handle: resource")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .doc("A new iterator, which lives as long as its handle.")
    .shape(dataset_shape)
    .kernel(CPU, make_iterator_resource)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OLDER_OP("AnonymousIterator", "AnonymousIteratorV3");

DEFINE_OP("AnonymousIteratorV2")
    .output("handle: resource")
    .output("deleter: variant")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .doc("A new iterator, which lives as long as its handle, and what DeleteIterator takes with it.")
    .shape(handle_and_deleter)
    .kernel(CPU, make_iterator_with_deleter)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("DeleteIterator")
    .input("handle: resource")
    .input("deleter: variant")
    .doc("Nothing: an iterator goes with its last handle.")
    .shape(no_output)
    .kernel(CPU, delete_nothing)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("MakeIterator")
    .input("dataset: variant")
    .input("iterator: resource")
    .doc("Has an iterator go through a data set from its beginning.")
    .shape(no_output)
    .kernel(CPU, begin_iterator)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("IteratorGetNext")
    .input("iterator: resource")
    .output("components: output_types")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .doc("The next element; OutOfRange at the end.")
    .shape(element_shapes)
    .kernel(CPU, get_next)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("IteratorGetNextSync")
    .input("iterator: resource")
    .output("components: output_types")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .doc("The next element; OutOfRange at the end.")
    .shape(element_shapes)
    .kernel(CPU, get_next)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("IteratorGetNextAsOptional")
    .input("iterator: resource")
    .output("optional: variant")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .doc("The next element as an optional, which has no value at the end.")
    .shape(dataset_shape)
    .kernel(CPU, get_next_as_optional)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("SerializeIterator")
    .input("resource_handle: resource")
    .output("serialized: variant")
    .attr("external_state_policy: int = 0")
    .doc("Where an iterator is, for DeserializeIterator.")
    .shape(state_shape)
    .kernel(CPU, serialize_iterator)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("DeserializeIterator")
    .input("resource_handle: resource")
    .input("serialized: variant")
    .doc("Has an iterator go on from where another one of the same pipeline was.")
    .shape(no_output)
    .kernel(CPU, deserialize_iterator)
    .stateful()
    .no_gradient(kNoGradient);

// ---- ops on data sets ----

void reduce(KernelContext& ctx) {
  Ref<Dataset> dataset = dataset_input(ctx, 0);
  ArgRange range = range_of(ctx, "initial_state");
  Values state(ctx.inputs().begin() + range.begin, ctx.inputs().begin() + range.begin + range.size);
  // What it draws from seeds begins anew with each run, as in a pipeline.
  UserFunction function = function_input(ctx, "f", "other_arguments").in(Context::fresh(*dataset));
  size_t size = state.size();
  run_through(*dataset, [&](Input& input) {
    Element element;
    while (input.next(element)) {
      for (Value& value : element) state.push_back(std::move(value));
      state = function(std::move(state));
      if (state.size() != size) ctx.fail("a reduce function gave ", state.size(), " tensors for a state of ", size);
    }
  });
  check_element(ctx, state);
  for (size_t i = 0; i < size; ++i) ctx.set_output(static_cast<int>(i), Tensor(std::move(state[i])));
}

void single_element(KernelContext& ctx) {
  Ref<Dataset> dataset = dataset_input(ctx, 0);
  Element element;
  run_through(
      *dataset,
      [&](Input& input) {
        if (!input.next(element)) ctx.fail("Dataset was empty.");
        Element another;
        if (input.next(another)) ctx.fail("Dataset had more than one element.");
      },
      Draws::kGoOn);
  check_element(ctx, element);
  for (size_t i = 0; i < element.size(); ++i) ctx.set_output(static_cast<int>(i), Tensor(std::move(element[i])));
}

void cardinality(KernelContext& ctx) {
  Ref<Dataset> dataset = dataset_input(ctx, 0);
  dataset->check_depth();
  ctx.set_output(0, Tensor::scalar<int64_t>(dataset->cardinality()));
}

DEFINE_OP("ReduceDataset")
    .input("input_dataset: variant")
    .input("initial_state: Tstate")
    .input("other_arguments: Targuments")
    .output("components: output_types")
    .attr("f: func")
    .attr("Tstate: list(type) >= 1")
    .attr("Targuments: list(type) >= 0")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .attr("use_inter_op_parallelism: bool = true")
    .attr("metadata: string = ''")
    .doc("What a function of a state and an element makes of the state, one element after the other.")
    .shape(element_shapes)
    .kernel(CPU, reduce)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("DatasetToSingleElement")
    .input("dataset: variant")
    .output("components: output_types")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .attr("metadata: string = ''")
    .doc("The element of a data set that has just one.")
    .shape(element_shapes)
    .kernel(CPU, single_element)
    .stateful();

DEFINE_OP("DatasetCardinality")
    .input("input_dataset: variant")
    .output("cardinality: int64")
    .attr("cardinality_options: string = ''")
    .doc("The number of elements, -1 where it has no end, -2 where it is unknown.")
    .shape(dataset_shape)
    .kernel(CPU, cardinality)
    .trait(Trait::kNoFold)
    .no_gradient("depends on no number");

DEFINE_OLDER_OP("ExperimentalDatasetCardinality", "DatasetCardinality", "cardinality_options");

XLA_FACT(kNotCompiled, "AnonymousIteratorV3", "DatasetCardinality", "DatasetToSingleElement", "IteratorGetNext",
         "IteratorGetNextAsOptional", "IteratorGetNextSync", "MakeIterator", "ReduceDataset");

}  // namespace
}  // namespace graphwright::data
