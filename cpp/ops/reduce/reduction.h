// Reading the axes of a reduction, and the gradient rules in reduction_gradients.cc.
#pragma once

#include "op/context.h"

namespace graphwright {

// The axes of a tensor of rank `rank` that the integers in `axes` name. Throws InvalidArgument for axes that are out of
// range or named twice.
SmallVector<bool, 8> reduced_axes(const Tensor& axes, int rank);
// `shape` without the reduced axes, or with extent 1 there.
Shape reduced_shape(const Shape& shape, std::span<const bool> reduced, bool keep_dims);
// The shape rule for ops with inputs (input, reduction_indices) and the attr keep_dims.
void reduction_shape(ShapeContext& ctx);

Values sum_grad(GradientContext& ctx);
Values mean_grad(GradientContext& ctx);
Values prod_grad(GradientContext& ctx);
Values extreme_reduction_grad(GradientContext& ctx);
Values euclidean_norm_grad(GradientContext& ctx);

}  // namespace graphwright
