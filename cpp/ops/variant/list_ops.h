// Common parts of list ops: element shapes as inputs, and checks.
#pragma once

#include "op/context.h"
#include "ops/variant/tensor_list.h"

namespace graphwright {

// An element shape as list ops take it: a vector with -1 for unknown extents, or the scalar -1.
Shape read_element_shape(const Tensor& tensor);
// The shape that is known from both; throws InvalidArgument in TensorFlow's words when they contradict each other.
Shape merge_element_shapes(const Shape& a, const Shape& b);
void check_element_dtype(const TensorList& list, DType dtype);
// The value of an element that was never set.
Tensor unset_element(DType dtype, const Shape& shape);

// Shape rules. What is known of elements of the list at input `list` from it and from the shape at input `shape` (or
// -1).
Shape element_shape_of_input(ShapeContext& ctx, int list, int shape);
// Output 0 is a list of the same kind as input 0.
void same_list_shape(ShapeContext& ctx);
// Output 0 is a list with elements of the shape that input `shape` gives and the attr element_dtype.
void new_list_shape(ShapeContext& ctx, int shape);

}  // namespace graphwright
