// Barriers: tuples by key, whose components come in one after the other; those that are complete can be taken out.
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/waiting.h"
#include "kernels/strided_copy.h"
#include "op/kernel_state.h"
#include "ops/array_args.h"
#include "ops/attr_range.h"
#include "ops/shared_by_name.h"
#include "tensor/resource.h"

namespace graphwright {
namespace {

constexpr const char* kNoGradient = "what is put into a barrier leaves the flow of gradients";

class Barrier final : public Resource {
 public:
  Barrier(std::vector<DType> dtypes, std::vector<Shape> shapes)
      : dtypes_(std::move(dtypes)), shapes_(std::move(shapes)) {}

  const std::vector<DType>& dtypes() const { return dtypes_; }
  const std::vector<Shape>& shapes() const { return shapes_; }

  struct Tuple {
    int64_t index = 0;  // of the call that brought the key
    std::string key;
    std::vector<Tensor> components;
  };

  // The rows of `values` as that component of the keys' tuples, one after the other up to one that cannot be.
  void insert(KernelContext& ctx, std::span<const std::string> keys, const Tensor& values, size_t component) {
    std::lock_guard lock(mutex_);
    if (cancelled_) ctx.fail_code(Code::kCancelled, "Barrier is closed. Number of insertions: ", keys.size(), ".");
    const int64_t index = next_index_;
    bool fresh = false;
    for (size_t i = 0; i < keys.size(); ++i) {
      auto place = incomplete_.find(keys[i]);
      if (place == incomplete_.end()) {
        if (closed_)
          ctx.fail_code(Code::kCancelled, "Barrier is closed, but attempted to insert a brand new key: ", keys[i],
                        ". Insertion index: ", i, ". Number of incomplete keys: ", incomplete_.size(), ".");
        if (!fresh) ++next_index_;
        fresh = true;
        place =
            incomplete_.emplace(keys[i], Pending{index, std::vector<std::optional<Tensor>>(dtypes_.size()), 0}).first;
      }
      Pending& pending = place->second;
      if (pending.components[component])
        ctx.fail("Key ", keys[i], " already has a value for component ", component, " in the barrier");
      Tensor row = Tensor::allocate(values.dtype(), shapes_[component]);
      const int64_t size = row.num_elements();
      copy_elements(values.dtype(), row.raw(), advance(values.raw(), values.dtype(), static_cast<int64_t>(i) * size),
                    size);
      pending.components[component] = std::move(row);
      if (++pending.there < dtypes_.size()) continue;
      Tuple tuple{pending.index, keys[i], {}};
      for (std::optional<Tensor>& tensor : pending.components) tuple.components.push_back(std::move(*tensor));
      ready_.emplace(pending.index, std::move(tuple));
      incomplete_.erase(place);
    }
    changed_.notify_all();
  }

  // `count` complete tuples, those of earlier calls first; waits for them. Of a closed barrier fewer, where that is
  // allowed.
  std::vector<Tuple> take(KernelContext& ctx, size_t count, bool fewer, bool wait_for_incomplete) {
    std::unique_lock lock(mutex_);
    auto ended = [&] {
      if (!closed_) return false;
      return incomplete_.empty() || (fewer ? !wait_for_incomplete : ready_.size() + incomplete_.size() < count);
    };
    wait_for_others(changed_, lock, [&] { return ready_.size() >= count || ended(); });
    if (ready_.size() < count && (!fewer || ready_.empty()))
      ctx.fail_code(Code::kOutOfRange, "Barrier is closed and has insufficient elements (requested ", count,
                    ", total size ", ready_.size(), ")");
    std::vector<Tuple> taken;
    while (taken.size() < count && !ready_.empty()) taken.push_back(std::move(ready_.extract(ready_.begin()).mapped()));
    return taken;
  }

  // No new keys; with `cancel`, nothing at all.
  void close(KernelContext& ctx, bool cancel) {
    std::lock_guard lock(mutex_);
    if (cancelled_ || (closed_ && !cancel)) ctx.fail_code(Code::kCancelled, "Barrier is already closed.");
    closed_ = true;
    if (cancel) {
      cancelled_ = true;
      incomplete_.clear();
    }
    changed_.notify_all();
  }

  int32_t num_ready() const {
    std::lock_guard lock(mutex_);
    return static_cast<int32_t>(ready_.size());
  }
  int32_t num_incomplete() const {
    std::lock_guard lock(mutex_);
    return static_cast<int32_t>(incomplete_.size());
  }

 private:
  struct Pending {
    int64_t index;
    std::vector<std::optional<Tensor>> components;
    size_t there;
  };
  const std::vector<DType> dtypes_;
  const std::vector<Shape> shapes_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_map<std::string, Pending> incomplete_;
  std::multimap<int64_t, Tuple> ready_;
  int64_t next_index_ = std::numeric_limits<int64_t>::min();
  bool closed_ = false, cancelled_ = false;
};

void make_barrier(KernelContext& ctx) {
  const auto dtypes = ctx.attr<std::vector<DType>>("component_types");
  const auto shapes = ctx.attr<std::vector<Shape>>("shapes");
  if (shapes.size() != dtypes.size()) ctx.fail("All of the component shapes must be specified");
  for (const Shape& shape : shapes) {
    if (!shape.fully_defined()) ctx.fail("Shape ", shape, " is not fully defined");
    int64_t n = 1;
    for (int64_t size : shape.sizes()) n = checked_multiply(n, std::max<int64_t>(size, 1));
  }
  if (ctx.attr<int64_t>("capacity") != -1)
    ctx.fail("Barrier only accepts capacity=-1.  Feed the inputs to your Barrier through a queue to enforce a limited ",
             "capacity.");
  const auto make = [&] { return make_ref<Barrier>(dtypes, shapes); };
  const std::string name = ctx.attr<std::string>("shared_name");
  Ref<Barrier> found;
  if (name.empty()) {
    found = kept_state<Barrier>(ctx, make);
    if (!found) found = make();
  } else {
    found = shared_by_name<Barrier>(ctx.attr<std::string>("container"), name, make);
    if (found->dtypes() != dtypes || found->shapes() != shapes)
      ctx.fail("Shared barrier '", name, "' has other components than were requested");
  }
  ctx.set_output(0, Tensor::handle(DType::kResource, found));
}

Ref<Barrier> barrier_of(KernelContext& ctx) {
  const Tensor& handle = ctx.input(0);
  auto* found = handle.num_elements() == 1 ? dynamic_cast<Barrier*>(handle.data<Handle>()->get()) : nullptr;
  if (!found) ctx.fail("Trying to access a handle's resource using the wrong type: it is no barrier");
  return Ref<Barrier>(found);
}

void insert_many(KernelContext& ctx) {
  const Ref<Barrier> to = barrier_of(ctx);
  const Tensor &keys = ctx.input(1), &values = ctx.input(2);
  const int64_t component = ctx.attr<int64_t>("component_index");
  if (component < 0 || component >= static_cast<int64_t>(to->dtypes().size()))
    ctx.fail("The component ID is out of range ", component, " > num_components (= ", to->dtypes().size(), ")");
  const DType wanted = to->dtypes()[static_cast<size_t>(component)];
  if (values.dtype() != wanted)
    ctx.fail("Signature mismatch, have: resource, string, ", values.dtype(), "-> expected: resource, string, ", wanted,
             "->");
  if (keys.shape().rank() != 1) ctx.fail("keys must be a vector, got ", keys.shape());
  const Shape& shape = to->shapes()[static_cast<size_t>(component)];
  if (values.shape().rank() != shape.rank() + 1 || values.shape()[0] != keys.shape()[0] ||
      !(values.shape().slice(1, values.shape().rank()) == shape))
    ctx.fail("Shape mismatch: there are ", keys.shape()[0], " keys, and component ", component, " has shape ", shape,
             ", but the values have shape ", values.shape());
  to->insert(ctx, keys.flat<std::string>(), values, static_cast<size_t>(component));
}

void take_many(KernelContext& ctx) {
  const Ref<Barrier> from = barrier_of(ctx);
  if (ctx.attr<int64_t>("timeout_ms") != -1) ctx.fail("Timeout not supported yet.");
  if (ctx.input(1).shape().rank() != 0) ctx.fail("num_elements must be a scalar.");
  const auto types = ctx.attr<std::vector<DType>>("component_types");
  if (types != from->dtypes())
    ctx.fail("Signature mismatch, have: resource, int32->int64, string, ", str_join(types, ", "),
             " expected: resource, int32->int64, string, ", str_join(from->dtypes(), ", "));
  const int64_t count = ctx.input(1).int_at(0);
  if (count < 0) ctx.fail("num_elements must not be negative, got ", count);
  const std::vector<Barrier::Tuple> taken = from->take(
      ctx, static_cast<size_t>(count), ctx.attr<bool>("allow_small_batch"), ctx.attr<bool>("wait_for_incomplete"));
  const auto n = static_cast<int64_t>(taken.size());
  Tensor indices = ctx.allocate(0, Shape{n}), keys = ctx.allocate(1, Shape{n});
  for (size_t i = 0; i < taken.size(); ++i) {
    indices.data<int64_t>()[i] = taken[i].index;
    keys.data<std::string>()[i] = taken[i].key;
  }
  for (size_t k = 0; k < types.size(); ++k) {
    Shape shape{n};
    for (int64_t size : from->shapes()[k].sizes()) shape.append(size);
    Tensor all = Tensor::allocate(types[k], shape);
    for (int64_t i = 0; i < n; ++i) {
      const Tensor& row = taken[static_cast<size_t>(i)].components[k];
      copy_elements(types[k], advance(all.raw(), types[k], i * row.num_elements()), row.raw(), row.num_elements());
    }
    ctx.set_output(static_cast<int>(k) + 2, all);
  }
}

void close(KernelContext& ctx) { barrier_of(ctx)->close(ctx, ctx.attr<bool>("cancel_pending_enqueues")); }
void ready_size(KernelContext& ctx) { *ctx.output(0).data<int32_t>() = barrier_of(ctx)->num_ready(); }
void incomplete_size(KernelContext& ctx) { *ctx.output(0).data<int32_t>() = barrier_of(ctx)->num_incomplete(); }

void scalar_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }
void handle_shape(ShapeContext& ctx) { ctx.with_rank(0, 0); }

DEFINE_OP("Barrier")
    .output("handle: resource")
    .attr("component_types: list(type) >= 1")
    .attr("shapes: list(shape) >= 0 = []")
    .attr("capacity: int = -1")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .doc("A place where tuples wait, each under its key, until all their components are there.")
    .shape(scalar_shape)
    .kernel(CPU, make_barrier)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient(kNoGradient);

DEFINE_OP("BarrierInsertMany")
    .input("handle: resource")
    .input("keys: string")
    .input("values: T")
    .attr("T: type")
    .attr("component_index: int")
    .doc("Gives each key's tuple in a barrier one of its components: a row of `values`.")
    .shape([](ShapeContext& ctx) {
      const Shape keys = ctx.with_rank(1, 1), values = ctx.with_rank_at_least(2, 1);
      if (values.has_rank() && keys[0] != kUnknown && values[0] != kUnknown && keys[0] != values[0])
        ctx.fail("Dimension 0 in both shapes must be equal, but are ", keys[0], " and ", values[0],
                 ": there are other numbers of keys and values");
    })
    .kernel(CPU, insert_many)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("BarrierTakeMany")
    .input("handle: resource")
    .input("num_elements: int32")
    .output("indices: int64")
    .output("keys: string")
    .output("values: component_types")
    .attr("component_types: list(type) >= 1")
    .attr("allow_small_batch: bool = false")
    .attr("wait_for_incomplete: bool = false")
    .attr("timeout_ms: int = -1")
    .doc(
        "Takes complete tuples out of a barrier: the numbers of the calls that brought them, their keys, their values.")
    .shape([](ShapeContext& ctx) {
      const auto count = static_cast<int>(ctx.attr<std::vector<DType>>("component_types").size());
      for (int i = 0; i < count + 2; ++i) ctx.set_output(i, Shape::unknown());
    })
    .kernel(CPU, take_many)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("BarrierClose")
    .input("handle: resource")
    .attr("cancel_pending_enqueues: bool = false")
    .doc("Closes a barrier to new keys, and with `cancel_pending_enqueues` to all values.")
    .shape(handle_shape)
    .kernel(CPU, close)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("BarrierReadySize")
    .input("handle: resource")
    .output("size: int32")
    .doc("How many tuples of a barrier are complete.")
    .shape(scalar_shape)
    .kernel(CPU, ready_size)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("BarrierIncompleteSize")
    .input("handle: resource")
    .output("size: int32")
    .doc("How many tuples of a barrier are not complete yet.")
    .shape(scalar_shape)
    .kernel(CPU, incomplete_size)
    .stateful()
    .no_gradient(kNoGradient);

}  // namespace
}  // namespace graphwright
