// Locks that functions hold while they run: MutexV2, MutexLock, ConsumeMutexLock, behind tf.CriticalSection.
#include <map>

#include "base/at_fork.h"
#include "base/waiting.h"
#include "op/kernel_state.h"
#include "tensor/resource.h"
#include "tensor/variant.h"

namespace graphwright {
namespace {

constexpr const char* kNoGradient = "a lock is no number";

// One holder at a time.
class Lockable final : public Resource {
 public:
  void take() {
    std::unique_lock lock(mutex_);
    wait_for_others(changed_, lock, [&] { return !held_; });
    held_ = true;
  }
  void give_back() {
    std::lock_guard lock(mutex_);
    held_ = false;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
};

// The lock is held until end(), or until nobody refers to this any more.
class Held final : public VariantObject {
 public:
  explicit Held(Ref<Lockable> lockable) : lockable_(std::move(lockable)) {}
  ~Held() override { end(); }
  const char* type_name() const override { return "MutexLock"; }
  void end() {
    if (!released_.exchange(true)) lockable_->give_back();
  }

 private:
  const Ref<Lockable> lockable_;
  std::atomic<bool> released_{false};
};

void make_mutex(KernelContext& ctx) {
  const auto create = [] { return make_ref<Lockable>(); };
  const std::string name = ctx.attr<std::string>("shared_name");
  Ref<Lockable> mutex;
  if (name.empty()) {
    mutex = kept_state<Lockable>(ctx, create);
    if (!mutex) mutex = create();
  } else {  // lives as long as the process
    static GlobalMutex& guard = GlobalMutex::make();
    static auto* by_name = new std::map<std::pair<std::string, std::string>, Ref<Lockable>>;
    std::lock_guard lock(guard);
    Ref<Lockable>& slot = (*by_name)[{ctx.attr<std::string>("container"), name}];
    if (!slot) slot = create();
    mutex = slot;
  }
  ctx.set_output(0, Tensor::handle(DType::kResource, mutex));
}

void take_lock(KernelContext& ctx) {
  const Tensor& handle = ctx.input(0);
  auto* mutex = handle.num_elements() == 1 ? dynamic_cast<Lockable*>(handle.data<Handle>()->get()) : nullptr;
  if (!mutex) ctx.fail("Trying to access a handle's resource using the wrong type: it is no mutex");
  const Ref<Lockable> kept(mutex);
  kept->take();
  ctx.set_output(0, Tensor::handle(DType::kVariant, make_ref<Held>(kept)));
}

void give_lock_back(KernelContext& ctx) {
  const Tensor& lock = ctx.input(0);
  auto* held = lock.num_elements() == 1 ? dynamic_cast<Held*>(lock.data<Handle>()->get()) : nullptr;
  if (!held) ctx.fail("Expected input to be a MutexLock, got a tensor of shape ", lock.shape(), " without one");
  held->end();
}

void scalar_shape(ShapeContext& ctx) {
  if (ctx.num_inputs() > 0) ctx.with_rank(0, 0);
  ctx.set_output(0, Shape());
}
void lock_input_shape(ShapeContext& ctx) { ctx.with_rank(0, 0); }

DEFINE_OP("MutexV2")
    .output("resource: resource")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .doc("A lock that one holder has at a time.")
    .shape(scalar_shape)
    .kernel(CPU, make_mutex)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient(kNoGradient);

DEFINE_OP("MutexLock")
    .input("mutex: resource")
    .output("mutex_lock: variant")
    .doc("Takes a lock, and waits while somebody else holds it.")
    .shape(scalar_shape)
    .kernel(CPU, take_lock)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("ConsumeMutexLock")
    .input("mutex_lock: variant")
    .doc("Gives a lock back.")
    .shape(lock_input_shape)
    .kernel(CPU, give_lock_back)
    .stateful()
    .no_gradient(kNoGradient);

}  // namespace
}  // namespace graphwright
