// Reading and assigning variables.
#include "tensor/variable_resource.h"

namespace graphwright {

VariableResource& VariableResource::of(const Value& handle) {
  VariableResource* variable = find(handle);
  if (variable) return *variable;
  GW_CHECK_ARG(handle.is_tensor() && handle.dtype() == DType::kResource && Tensor::of(handle).num_elements() == 1,
               "expected the handle of a variable, a scalar of dtype resource");
  fail(Code::kInvalidArgument,
       "Trying to access a handle's resource using the wrong type: the handle does not refer to a ", "variable");
}

void VariableResource::require_value() const {
  GW_CHECK(
      value_, Code::kFailedPrecondition, "Could not find variable ", name_,
      ". This could mean that the variable has been deleted. In TF1, it can also mean the variable is uninitialized. ",
      "Debug info: container=localhost, status error message=Resource localhost/", name_,
      destroyed_ ? " was destroyed." : " has no value yet.");
}

Tensor VariableResource::read() const {
  std::lock_guard lock(mutex_);
  require_value();
  return value_;
}

bool VariableResource::initialized() const {
  std::lock_guard lock(mutex_);
  return static_cast<bool>(value_);
}

void VariableResource::assign(Tensor value) {
  GW_CHECK_ARG(value.dtype() == dtype_, "Trying to assign variable with wrong dtype. Expected ",
               dtype_op_def_name(dtype_), " got ", dtype_op_def_name(value.dtype()));
  GW_CHECK_ARG(shape_.compatible(value.shape()), "Trying to assign to variable with tensor with wrong shape. Expected ",
               shape_, " got ", value.shape());
  // Memory that others may write to behind our back (a NumPy array's) must not become a variable's.
  if (const Buffer* buffer = value.rep()->buffer; buffer && !buffer->owned()) value = value.copy();
  std::lock_guard lock(mutex_);
  std::swap(value_, value);  // the old value is freed after the lock
  destroyed_ = false;
}

void VariableResource::destroy() {
  Tensor old;
  std::lock_guard lock(mutex_);
  std::swap(value_, old);
  destroyed_ = true;
}

}  // namespace graphwright
