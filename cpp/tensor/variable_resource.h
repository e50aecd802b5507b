// VariableResource: the state of one variable, the object behind its resource handle.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <typeinfo>
#include <utility>

#include "tensor/resource.h"
#include "tensor/tensor.h"

namespace graphwright {

// Reading shares the tensor; updates write in place while nobody else shares it, and into a new tensor otherwise, so a
// tensor that was read never changes.
class VariableResource final : public Resource {
 public:
  VariableResource(std::string name, DType dtype, Shape shape)
      : name_(std::move(name)), dtype_(dtype), shape_(std::move(shape)) {}

  // The variable behind a handle; throws InvalidArgument for any other tensor.
  static VariableResource& of(const Value& handle);
  // The same, null for any other tensor.
  static VariableResource* find(const Value& handle);

  const std::string& name() const { return name_; }
  DType dtype() const { return dtype_; }
  // The declared shape; the value's may say more.
  const Shape& shape() const { return shape_; }
  DType value_dtype() const override { return dtype_; }
  Shape value_shape() const override { return shape_; }

  // The value, shared; throws FailedPrecondition while there is none.
  Tensor read() const;
  bool initialized() const;
  // Makes `value` the value; throws InvalidArgument for a wrong dtype or shape.
  void assign(Tensor value);
  // Calls f(value) with nobody else reading or writing; `value` may be replaced, or written after writable(value).
  template <class F>
  void update(F&& f) {
    std::lock_guard lock(mutex_);
    require_value();
    f(value_);
  }
  // Makes `value` the only reference to its elements, by copying them if need be.
  static void writable(Tensor& value) {
    if (!value.unique()) value = value.copy();
  }
  // Forgets the value: reads fail from now on.
  void destroy();

  // Gradient tapes watch a trainable variable when it is read.
  std::atomic<bool> trainable{false};
  // The Python object that stands for this variable, for bind/ alone; borrowed, null once that is gone.
  std::atomic<void*> python_object{nullptr};

 private:
  void require_value() const;

  const std::string name_;
  const DType dtype_;
  const Shape shape_;
  mutable std::mutex mutex_;
  Tensor value_;
  bool destroyed_ = false;
};

inline VariableResource* VariableResource::find(const Value& handle) {
  if (!handle.is_tensor() || handle.dtype() != DType::kResource || Tensor::of(handle).num_elements() != 1)
    return nullptr;
  RefCounted* object = Tensor::of(handle).data<Handle>()->get();
  return object && typeid(*object) == typeid(VariableResource) ? static_cast<VariableResource*>(object) : nullptr;
}

}  // namespace graphwright
