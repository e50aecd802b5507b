// The truth of a tensor that decides: in If, While and their like.
#pragma once

#include "tensor/tensor.h"

namespace graphwright {

// A single element decides: zero and "" are false. Of other tensors, those of dtype bool throw InvalidArgument, and the
// rest are true unless they are empty.
bool truth(const Tensor& tensor);

}  // namespace graphwright
