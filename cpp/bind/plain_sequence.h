// Nested lists of nothing but Python numbers of one kind: by far the most that are made tensors of.
#pragma once

#include "bind/python.h"
#include "tensor/tensor.h"

namespace graphwright::bind {

// A list or tuple (of such …, of equal lengths) of nothing but floats, or of nothing but ints of 32 bits, as a tensor
// of `dtype`, or of float32 or int32 where that is kInvalid. Null for all else, which sequence_to_value sees to.
Tensor plain_sequence(PyObject* object, DType dtype);

}  // namespace graphwright::bind
