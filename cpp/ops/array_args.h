// Reading the small integer inputs of array ops - axes, sizes, shapes - in shape rules and kernels alike.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "op/context.h"

namespace graphwright {

using Ints = SmallVector<int64_t, 8>;

// The integer in input i of a kernel; it must have one element.
inline int64_t int_input(KernelContext& ctx, int i) {
  const Tensor& input = ctx.input(i);
  if (input.shape().rank() != 0)
    ctx.fail(ctx.op().inputs[std::min<size_t>(i, ctx.op().inputs.size() - 1)].name,
             " must be a scalar, but got: ", input.shape());
  return input.int_at(0);
}

// The same in a shape rule; nothing while the value is unknown. Throws when the shape cannot hold one integer.
inline std::optional<int64_t> known_int(ShapeContext& ctx, int i) {
  int64_t n = ctx.input(i).num_elements();
  if (n >= 0 && n != 1)
    ctx.fail(ctx.op().inputs[std::min<size_t>(i, ctx.op().inputs.size() - 1)].name,
             " must be a scalar, but got: ", ctx.input(i));
  if (Tensor value = ctx.constant(i)) return value.int_at(0);
  return std::nullopt;
}

// All integers in input i of a shape rule; nothing while the value is unknown.
inline std::optional<Ints> known_ints(ShapeContext& ctx, int i) {
  if (Tensor value = ctx.constant(i)) return value.ints();
  return std::nullopt;
}

inline int64_t product(const Shape& shape, int begin, int end) {
  int64_t n = 1;
  for (int axis = begin; axis < end; ++axis) n *= shape[axis];
  return n;
}

// The extents in `sizes` as a shape; throws where one is negative or their product does not fit.
template <class Context>
Shape shape_of_sizes(const Context& ctx, const Ints& sizes) {
  int64_t n = 1;
  for (int64_t size : sizes) {
    if (size < 0) ctx.fail("Dimension ", size, " must be >= 0");
    if (__builtin_mul_overflow(n, size, &n))
      ctx.fail("Shape [", str_join(sizes, ","), "] would have more than 2**63 - 1 elements");
  }
  return Shape(std::span<const int64_t>(sizes.data(), sizes.size()));
}

// "[1,2]": where the element `flat` of an array of this shape stands.
inline std::string position_text(const Shape& shape, int64_t flat) {
  SmallVector<int64_t, 8> position(shape.rank());
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    position[axis] = shape[axis] > 0 ? flat % shape[axis] : 0;
    flat /= shape[axis] > 0 ? shape[axis] : 1;
  }
  return position.empty() ? "" : "[" + str_join(position, ",") + "]";
}

// The static values of the integers in input i, in their order, as a shape: kUnknown for those that are not known or
// negative.
inline Shape known_elements(ShapeContext& ctx, int i) {
  if (ctx.dtype(i) != DType::kInt32 && ctx.dtype(i) != DType::kInt64) return Shape::unknown();
  Tensor value = ctx.constant(i);
  if (!value) return ctx.constant_as_shape(i);
  Ints sizes = value.ints();
  for (int64_t& size : sizes) size = std::max(size, kUnknown);
  return Shape(std::span<const int64_t>(sizes.data(), sizes.size()));
}

// The same for a vector of integers or one integer, read as a shape: unknown for anything else.
inline Shape known_extents(ShapeContext& ctx, int i) {
  return ctx.input(i).rank() > 1 ? Shape::unknown() : known_elements(ctx, i);
}

// The static value of the one integer in input i, or kUnknown.
inline int64_t known_extent(ShapeContext& ctx, int i) {
  Shape extents = known_extents(ctx, i);
  return extents.rank() == 1 ? extents[0] : kUnknown;
}

}  // namespace graphwright
