// Optional: the value of a variant that may be missing, made of several tensors.
#pragma once

#include <vector>

#include "tensor/tensor.h"
#include "tensor/variant.h"

namespace graphwright {

// One without components is an optional without a value, as is the null handle.
class Optional final : public VariantObject {
 public:
  explicit Optional(std::vector<Tensor> components) : components_(std::move(components)) {}

  const std::vector<Tensor>& components() const { return components_; }
  const char* type_name() const override { return "Optional"; }
  Ref<RefCounted> zeros_like() const override;
  Ref<RefCounted> add(const VariantObject& other) const override;

 private:
  std::vector<Tensor> components_;
};

}  // namespace graphwright
