// A sparse tensor as the three tensors that it consists of.
#pragma once

#include "tensor/tensor.h"

namespace graphwright {

struct SparseParts {
  Tensor indices, values, shape;
};

}  // namespace graphwright
