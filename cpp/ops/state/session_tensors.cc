// GetSessionHandle, GetSessionTensor, DeleteSessionTensor: tensors that stay between the runs of sessions, by handles.
#include <map>
#include <mutex>

#include "base/at_fork.h"
#include "op/build.h"

namespace graphwright {
namespace {

constexpr const char* kNoGradient = "what is kept between runs leaves the flow of gradients";

// One table for the process: a handle has a number of its own, and the session that was given it deletes it.
class SessionTensors {
 public:
  std::string add(const std::string& name, const Tensor& tensor) {
    std::lock_guard lock(mutex_);
    const std::string handle = str_cat(name, ";", next_++, ";/job:localhost/replica:0/task:0/device:CPU:0");
    kept_.emplace(handle, tensor);
    return handle;
  }
  Tensor find(const KernelContext& ctx, const std::string& handle) const {
    std::lock_guard lock(mutex_);
    auto found = kept_.find(handle);
    if (found == kept_.end()) ctx.fail("The tensor with handle '", handle, "' is not in the session store.");
    return found->second;
  }
  bool remove(const std::string& handle) {
    Tensor last;  // freed after the lock is
    std::lock_guard lock(mutex_);
    auto found = kept_.find(handle);
    if (found == kept_.end()) return false;
    last = std::move(found->second);
    kept_.erase(found);
    return true;
  }

 private:
  GlobalMutex& mutex_ = GlobalMutex::make();
  std::map<std::string, Tensor> kept_;
  int64_t next_ = 0;
};
SessionTensors& session_tensors() {
  static auto* all = new SessionTensors;
  return *all;
}

const std::string& handle_in(const KernelContext& ctx) {
  if (!ctx.input(0).shape().is_scalar()) ctx.fail("handle must be a scalar, got shape ", ctx.input(0).shape());
  return *ctx.input(0).data<std::string>();
}

void get_handle(KernelContext& ctx) {
  *ctx.output(0).data<std::string>() = session_tensors().add(ctx.op().name, ctx.input(0));
}

void get_tensor(KernelContext& ctx) {
  const std::string& handle = handle_in(ctx);
  Tensor tensor = session_tensors().find(ctx, handle);
  if (tensor.dtype() != ctx.output_dtype(0))
    ctx.fail_code(Code::kInternal, "The tensor with handle '", handle, "' is of ", tensor.dtype(), ", but expects ",
                  ctx.output_dtype(0));
  ctx.set_output(0, std::move(tensor));
}

void delete_tensor(KernelContext& ctx) {
  const std::string& handle = handle_in(ctx);
  if (!session_tensors().remove(handle))
    ctx.fail("Failed to delete a tensor with handle '", handle, "' in the session store.");
}

DEFINE_OP("GetSessionHandle")
    .input("value: T")
    .output("handle: string")
    .attr("T: type")
    .doc("Keeps a tensor between the runs of a session; the handle by which others have it.")
    .shape([](ShapeContext& ctx) { ctx.set_output(0, Shape()); })
    .kernel(CPU, get_handle)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient(kNoGradient);

DEFINE_OP("GetSessionTensor")
    .input("handle: string")
    .output("value: dtype")
    .attr("dtype: type")
    .doc("The tensor that a session keeps by a handle.")
    .shape([](ShapeContext& ctx) { ctx.set_output(0, Shape::unknown()); })
    .kernel(CPU, get_tensor)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient(kNoGradient);

DEFINE_OP("DeleteSessionTensor")
    .input("handle: string")
    .doc("Lets go of the tensor that a session keeps by a handle.")
    .shape([](ShapeContext&) {})
    .kernel(CPU, delete_tensor)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("has no output");

}  // namespace
}  // namespace graphwright
