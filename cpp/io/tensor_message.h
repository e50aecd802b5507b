// Tensors as the bytes of TensorProto messages, and back.
#pragma once

#include <string>
#include <string_view>

#include "tensor/tensor.h"

namespace graphwright {

// The elements as one string of raw bytes; strings and variants as a list, or `in_one` as well: their lengths, then all
// of them. Throws InvalidArgument for resources, Unimplemented for variants that cannot be written.
std::string tensor_message(const Tensor& tensor, bool in_one = false);
// Only the elements, listed one by one: a TensorProto without dtype and shape. Throws Unimplemented for bfloat16 and
// InvalidArgument for dtypes that have no list.
std::string listed_elements(const Tensor& tensor);
// Throws InvalidArgument where the bytes are no such message, or one that contradicts itself.
Tensor read_tensor_message(std::string_view bytes);

}  // namespace graphwright
