// A tensor as a variant, as packed sparse tensors hold their parts.
#pragma once

#include "tensor/tensor.h"

namespace graphwright {

Handle packed_tensor(Tensor tensor);

}  // namespace graphwright
