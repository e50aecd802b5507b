// Choosing elements by a condition, with broadcasting, and finding where a condition holds.
#pragma once

#include "tensor/tensor.h"

namespace graphwright {

// out = condition ? a : b; all three broadcast to out's shape. Any dtype.
void select(const Tensor& condition, const Tensor& a, const Tensor& b, const Tensor& out);

// The positions of the elements of x that are not zero (not false), one row of coordinates each, in row-major order.
// Null where the dtype has no zero.
Tensor nonzero_positions(const Tensor& x);

}  // namespace graphwright
