// Common parts of ops on images: their shapes and sizes.
#pragma once

#include "ops/array_args.h"

namespace graphwright {

// Input `i`, the new height and width, in a shape rule: unknown extents where they are not known.
inline Shape known_size(ShapeContext& ctx, int i) {
  Shape size = ctx.with_rank(i, 1);
  if (size[0] >= 0 && size[0] != 2) ctx.fail(ctx.op().inputs[i].name, " must have two elements, got shape ", size);
  Shape known = known_extents(ctx, i);
  return known.rank() == 2 ? known : Shape{kUnknown, kUnknown};
}

// The same in a kernel, both of them `least` at least.
struct ImageSize {
  int64_t height, width;
};
inline ImageSize size_input(const KernelContext& ctx, int i, int64_t least = 1) {
  const Tensor& size = ctx.input(i);
  const std::string& name = ctx.op().inputs[i].name;
  if (size.shape().rank() != 1) ctx.fail(name, " must be 1-dimensional, got shape ", size.shape());
  if (size.num_elements() != 2) ctx.fail(name, " must have two elements, got shape ", size.shape());
  ImageSize result = {size.int_at(0), size.int_at(1)};
  if (result.height < least || result.width < least)
    ctx.fail("output dimensions must be ", least > 0 ? "positive" : "at least 0", ", got ", result.height, " x ",
             result.width);
  return result;
}

// Images [batch, height, width, channels], none of the last three extents being 0 where `filled`.
inline void check_images(const KernelContext& ctx, int i, bool filled = true) {
  const Shape& shape = ctx.input(i).shape();
  if (shape.rank() != 4) ctx.fail(ctx.op().inputs[i].name, " must be 4-dimensional, got shape ", shape);
  if (filled && (shape[1] <= 0 || shape[2] <= 0))
    ctx.fail(ctx.op().inputs[i].name, " image must be of non-zero size, got shape ", shape);
}

// A shape whose number of elements fits 63 bits.
inline Shape checked_shape(std::initializer_list<int64_t> sizes) {
  int64_t n = 1;
  for (int64_t size : sizes) n = checked_multiply(n, size);
  return Shape(sizes);
}

}  // namespace graphwright
