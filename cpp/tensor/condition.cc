// The truth of tensors.
#include "tensor/condition.h"

#include <string>

namespace graphwright {

bool truth(const Tensor& tensor) {
  if (tensor.dtype() == DType::kBool) {
    GW_CHECK_ARG(tensor.num_elements() == 1, "a condition must be a scalar, but it has shape ", tensor.shape());
    return *tensor.data<bool>();
  }
  if (!tensor.shape().is_scalar()) return tensor.num_elements() > 0;
  if (tensor.dtype() == DType::kString) return !tensor.data<std::string>()->empty();
  return tensor.double_at(0) != 0;
}

}  // namespace graphwright
