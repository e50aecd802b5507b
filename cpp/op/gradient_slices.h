// Gradients that are zero but for some slices along the first axis: what tf.IndexedSlices is to Python.
#pragma once

#include <span>

#include "base/ref.h"
#include "tensor/tensor.h"

namespace graphwright {

// Slice k of `values` belongs to row indices[k] of a tensor of shape `dense_shape`; slices of one row add up.
struct GradientSlices final : public RefCounted {
  Value values;
  Value indices;      // a vector of integers
  Value dense_shape;  // an int32 vector
};

// Among gradients, slices travel as one Value, which no op may see. Gradient rules return it; only rules of ops with
// Trait::kPassesSlices are handed one.
Value make_slices(Value values, Value indices, Value dense_shape);
// The slices in a gradient; null where it is a plain one.
const GradientSlices* slices_of(const Value& grad);
// The gradient as a tensor of its full shape: itself unless it is slices.
Value to_dense(const Value& grad);
// The gradient as slices: all rows of a tensor, in their order, unless it is slices already.
Value to_slices(const Value& grad);
// The slices of all of these, which belong to tensors of one shape, together.
Value join_slices(std::span<const Value> grads);

// Applies `function` to a gradient; of slices, to their values, where it takes elements one by one and zeros to
// zeros.
template <class Function>
Value map_values(const Value& grad, const Function& function) {
  const GradientSlices* slices = slices_of(grad);
  return slices ? make_slices(function(slices->values), slices->indices, slices->dense_shape) : function(grad);
}

}  // namespace graphwright
