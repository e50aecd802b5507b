// Queues: their handles, putting tuples in, taking them out, closing.
#include <atomic>
#include <map>

#include "base/at_fork.h"
#include "op/kernel_state.h"
#include "ops/array_args.h"
#include "ops/attr_range.h"
#include "ops/queue/queue.h"
#include "ops/random/state.h"

namespace graphwright {
namespace {

using Kind = Queue::Kind;
constexpr const char* kNoGradient = "what is put into a queue leaves the flow of gradients";

// Queues with a shared name live as long as the process.
struct NamedQueues {
  GlobalMutex& mutex = GlobalMutex::make();
  std::map<std::pair<std::string, std::string>, Ref<Queue>> by_name;
};
NamedQueues& named_queues() {
  static auto* queues = new NamedQueues;
  return *queues;
}

std::vector<DType> component_types(KernelContext& ctx, Kind kind) {
  auto types = ctx.attr<std::vector<DType>>("component_types");
  if (kind == Kind::kPriority) types.insert(types.begin(), DType::kInt64);
  return types;
}

Ref<Queue> create(KernelContext& ctx, Kind kind, const std::string& name) {
  static std::atomic<int64_t> count{0};
  Queue::Config config;
  config.kind = kind;
  config.name = name.empty() ? str_cat(count++) : name;
  config.dtypes = component_types(ctx, kind);
  config.shapes = ctx.attr<std::vector<Shape>>("shapes");
  config.capacity = ctx.attr<int64_t>("capacity");
  check_int32(ctx, "capacity", config.capacity);
  if (kind == Kind::kPriority) config.shapes.insert(config.shapes.begin(), Shape());
  if (kind == Kind::kPriority && config.shapes.size() == 1 && config.dtypes.size() > 1) config.shapes.clear();
  if ((!config.shapes.empty() || kind == Kind::kPadding) && config.shapes.size() != config.dtypes.size())
    ctx.fail("Different number of component types.  Types: ", str_join(config.dtypes, ", "), ", Shapes: [",
             str_join(config.shapes, ", "), "]");
  for (const Shape& shape : config.shapes) {
    if (kind == Kind::kPadding ? !shape.has_rank() : !shape.fully_defined())
      ctx.fail("the shapes of a queue's components must be known, got ", shape);
    int64_t n = 1;
    for (int64_t size : shape.sizes()) n = checked_multiply(n, std::max<int64_t>(size, 1));
  }
  if (kind == Kind::kShuffle) {
    config.min_after_dequeue = ctx.attr<int64_t>("min_after_dequeue");
    check_int32(ctx, "min_after_dequeue", config.min_after_dequeue);
    if (config.min_after_dequeue < 0) ctx.fail("min_after_dequeue ", config.min_after_dequeue, " must be >= 0");
    if (config.capacity >= 0 && config.min_after_dequeue >= config.capacity)
      ctx.fail("min_after_dequeue ", config.min_after_dequeue, " must be < capacity ", config.capacity);
    auto seed = static_cast<uint64_t>(ctx.attr<int64_t>("seed")),
         seed2 = static_cast<uint64_t>(ctx.attr<int64_t>("seed2"));
    if (seed == 0 && seed2 == 0) {
      seed = nondeterministic_seed();
      seed2 = nondeterministic_seed();
    }
    config.random = Philox(seed, seed2);
  }
  return make_ref<Queue>(std::move(config));
}

void make_queue(KernelContext& ctx, Kind kind) {
  const std::string name = ctx.attr<std::string>("shared_name");
  if (name.empty()) {
    Ref<Queue> queue = kept_state<Queue>(ctx, [&] { return create(ctx, kind, name); });
    ctx.set_output(0, Tensor::handle(DType::kResource, queue ? queue : create(ctx, kind, name)));
    return;
  }
  NamedQueues& all = named_queues();
  std::lock_guard lock(all.mutex);
  Ref<Queue>& slot = all.by_name[{ctx.attr<std::string>("container"), name}];
  if (!slot) slot = create(ctx, kind, name);
  const Queue::Config& config = slot->config();
  if (config.kind != kind)
    ctx.fail("Shared queue '", name, "' is a ", slot->kind_name(), ", not what ", ctx.op().name, " makes");
  if (config.dtypes != component_types(ctx, kind))
    ctx.fail("Shared queue '", name, "' has component types [", str_join(config.dtypes, ", "),
             "] but requested component types were [", str_join(component_types(ctx, kind), ", "), "]");
  if (config.capacity != ctx.attr<int64_t>("capacity"))
    ctx.fail("Shared queue '", name, "' has capacity ", config.capacity, " but requested capacity was ",
             ctx.attr<int64_t>("capacity"));
  ctx.set_output(0, Tensor::handle(DType::kResource, slot));
}
void make_fifo(KernelContext& ctx) { make_queue(ctx, Kind::kFifo); }
void make_padding(KernelContext& ctx) { make_queue(ctx, Kind::kPadding); }
void make_shuffle(KernelContext& ctx) { make_queue(ctx, Kind::kShuffle); }
void make_priority(KernelContext& ctx) { make_queue(ctx, Kind::kPriority); }

void scalar_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }
void handle_input_shape(ShapeContext& ctx) { ctx.with_rank(0, 0); }

#define NAMES .attr("container: string = ''").attr("shared_name: string = ''")
#define QUEUE_END(MAKE) \
  .shape(scalar_shape).kernel(CPU, MAKE).stateful().trait(Trait::kHostMemory).no_gradient("a handle is no number")

DEFINE_OP("FIFOQueueV2")
    .output("handle: resource")
    .attr("component_types: list(type) >= 1")
    .attr("shapes: list(shape) >= 0 = []")
    .attr("capacity: int = -1") NAMES.doc("A queue of tuples that leave in the order in which they came.")
        QUEUE_END(make_fifo);

DEFINE_OP("PaddingFIFOQueueV2")
    .output("handle: resource")
    .attr("component_types: list(type) >= 1")
    .attr("shapes: list(shape) >= 0 = []")
    .attr("capacity: int = -1") NAMES.doc(
        "A queue of tuples whose components may differ in extents; those that leave together get the largest ones.")
        QUEUE_END(make_padding);

DEFINE_OP("RandomShuffleQueueV2")
    .output("handle: resource")
    .attr("component_types: list(type) >= 1")
    .attr("shapes: list(shape) >= 0 = []")
    .attr("capacity: int = -1")
    .attr("min_after_dequeue: int = 0")
    .attr("seed: int = 0")
    .attr("seed2: int = 0") NAMES.doc("A queue of tuples that leave in random order.") QUEUE_END(make_shuffle);

DEFINE_OP("PriorityQueueV2")
    .output("handle: resource")
    .attr("component_types: list(type) >= 0 = []")
    .attr("shapes: list(shape) >= 0")
    .attr("capacity: int = -1") NAMES.doc(
        "A queue of tuples of which that with the least first component, an int64 scalar, leaves first.")
        QUEUE_END(make_priority);

Queue::Tuple components(KernelContext& ctx, const Queue& queue) {
  Queue::Tuple tuple;
  for (int i = 1; i < ctx.num_inputs(); ++i) tuple.push_back(ctx.input(i));
  std::vector<DType> types;
  for (const Tensor& tensor : tuple) types.push_back(tensor.dtype());
  if (types != queue.config().dtypes)
    ctx.fail("Signature mismatch, have: resource, ", str_join(types, ", "), "-> expected: resource, ",
             str_join(queue.config().dtypes, ", "), "->");
  return tuple;
}

// -1 waits as long as need be, and TensorFlow takes nothing else.
void check_timeout(KernelContext& ctx) {
  if (ctx.attr<int64_t>("timeout_ms") != -1) ctx.fail("Timeout not supported yet.");
}
void enqueue(KernelContext& ctx) {
  check_timeout(ctx);
  Queue& queue = Queue::of(ctx.input(0));
  queue.enqueue(components(ctx, queue));
}
void enqueue_many(KernelContext& ctx) {
  check_timeout(ctx);
  Queue& queue = Queue::of(ctx.input(0));
  queue.enqueue_many(components(ctx, queue));
}

Queue& queue_to_read(KernelContext& ctx) {
  Queue& queue = Queue::of(ctx.input(0));
  const auto types = ctx.attr<std::vector<DType>>("component_types");
  if (types != queue.config().dtypes)
    ctx.fail("Signature mismatch, have: resource->", str_join(types, ", "), " expected: resource->",
             str_join(queue.config().dtypes, ", "));
  return queue;
}
void give(KernelContext& ctx, Queue::Tuple tuple) {
  for (size_t i = 0; i < tuple.size(); ++i) ctx.set_output(static_cast<int>(i), std::move(tuple[i]));
}
void dequeue(KernelContext& ctx) {
  check_timeout(ctx);
  give(ctx, queue_to_read(ctx).dequeue());
}
void dequeue_several(KernelContext& ctx, const char* name, bool fewer) {
  check_timeout(ctx);
  Queue& queue = queue_to_read(ctx);
  const int64_t n = int_input(ctx, 1);
  if (n < 0) ctx.fail(name, " requested ", n, " < 0 elements");
  give(ctx, queue.dequeue_many(n, fewer));
}
void dequeue_many(KernelContext& ctx) { dequeue_several(ctx, "DequeueManyOp", false); }
void dequeue_up_to(KernelContext& ctx) { dequeue_several(ctx, "DequeueUpToOp", true); }

void dequeue_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  if (ctx.num_inputs() > 1) ctx.with_rank(1, 0);
}

#define ENQUEUE(NAME, KERNEL, DOC)          \
  DEFINE_OP(NAME)                           \
      .input("handle: resource")            \
      .input("components: Tcomponents")     \
      .attr("Tcomponents: list(type) >= 1") \
      .attr("timeout_ms: int = -1")         \
      .doc(DOC)                             \
      .shape(handle_input_shape)            \
      .kernel(CPU, KERNEL)                  \
      .stateful()                           \
      .no_gradient(kNoGradient)
ENQUEUE("QueueEnqueueV2", enqueue, "Puts a tuple into a queue; waits while it is full.");
ENQUEUE("QueueEnqueueManyV2", enqueue_many, "Puts the rows of tensors into a queue; waits while it is full.");

#define DEQUEUE_END(KERNEL, DOC)                \
  .output("components: component_types")        \
      .attr("component_types: list(type) >= 1") \
      .attr("timeout_ms: int = -1")             \
      .doc(DOC)                                 \
      .shape(dequeue_shape)                     \
      .kernel(CPU, KERNEL)                      \
      .stateful()                               \
      .no_gradient(kNoGradient)
DEFINE_OP("QueueDequeueV2")
    .input("handle: resource") DEQUEUE_END(dequeue, "Takes a tuple out of a queue; waits while it is empty.");
DEFINE_OP("QueueDequeueManyV2")
    .input("handle: resource")
    .input("n: int32") DEQUEUE_END(dequeue_many, "Takes n tuples out of a queue, in rows; waits for them.");
DEFINE_OP("QueueDequeueUpToV2")
    .input("handle: resource")
    .input("n: int32")
        DEQUEUE_END(dequeue_up_to, "Takes n tuples out of a queue, in rows, or those left where it is closed.");

void size(KernelContext& ctx) { *ctx.output(0).data<int32_t>() = static_cast<int32_t>(Queue::of(ctx.input(0)).size()); }
void is_closed(KernelContext& ctx) { *ctx.output(0).data<bool>() = Queue::of(ctx.input(0)).closed(); }
void close(KernelContext& ctx) { Queue::of(ctx.input(0)).close(ctx.attr<bool>("cancel_pending_enqueues")); }

DEFINE_OP("QueueSizeV2")
    .input("handle: resource")
    .output("size: int32")
    .doc("The number of tuples in a queue.")
    .shape(scalar_shape)
    .kernel(CPU, size)
    .stateful()
    .no_gradient("integers");

DEFINE_OP("QueueIsClosedV2")
    .input("handle: resource")
    .output("is_closed: bool")
    .doc("Whether a queue takes no more tuples.")
    .shape(scalar_shape)
    .kernel(CPU, is_closed)
    .stateful()
    .no_gradient("a truth value");

DEFINE_OP("QueueCloseV2")
    .input("handle: resource")
    .attr("cancel_pending_enqueues: bool = false")
    .doc("Closes a queue: nothing more can be put in, what is in it can be taken out.")
    .shape(handle_input_shape)
    .kernel(CPU, close)
    .stateful()
    .no_gradient(kNoGradient);

}  // namespace
}  // namespace graphwright
