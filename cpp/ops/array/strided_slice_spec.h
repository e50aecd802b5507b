// The selection of `x[begin:end:stride, ..., None, i]`: StridedSlice's and its siblings' arguments axis by axis.
#pragma once

#include "kernels/strided_copy.h"
#include "op/context.h"

namespace graphwright {

struct StridedSliceMasks {
  int64_t begin = 0, end = 0, ellipsis = 0, new_axis = 0, shrink_axis = 0;
};

template <class Context>
StridedSliceMasks strided_slice_masks(const Context& ctx) {
  return {ctx.template attr<int64_t>("begin_mask"), ctx.template attr<int64_t>("end_mask"),
          ctx.template attr<int64_t>("ellipsis_mask"), ctx.template attr<int64_t>("new_axis_mask"),
          ctx.template attr<int64_t>("shrink_axis_mask")};
}

struct StridedSliceSpec {
  // Of each axis of the array: where the slice begins, its step, and how many elements it has (kUnknown at trace time).
  SmallVector<int64_t, 8> begin, stride, size;
  // The slice with all axes of the array, and the slice as the caller sees it: axes selected by one index gone, new
  // ones in.
  Shape whole;
  Shape shape;

  // The slice as a copy out of an array of shape `array` (whose offset it gives) into a gapless one.
  CopyAxes copy_axes(const Shape& array, int64_t* offset) const;
};

// Works out the slice of an array of shape `array` (of known rank). `begin`, `end` and `strides` are vectors of
// integers; each may be null while it is unknown, then `count` says how many entries they have. Throws InvalidArgument.
StridedSliceSpec strided_slice_spec(const Shape& array, const Tensor& begin, const Tensor& end, const Tensor& strides,
                                    int64_t count, const StridedSliceMasks& masks);

// True where the slice of an array of shape `array` lies in its memory without gaps.
bool in_one_piece(const Shape& array, const StridedSliceSpec& spec);

// The slice itself: a window of x where it lies in one piece, else copied into what `allocate(shape)` gives.
template <class Allocate>
Tensor take_slice(const Tensor& x, const StridedSliceSpec& spec, Allocate&& allocate) {
  int64_t offset;
  CopyAxes axes = spec.copy_axes(x.shape(), &offset);
  const bool empty = spec.whole.num_elements() == 0;
  if (!empty && in_one_piece(x.shape(), spec)) return x.window(offset, spec.shape);
  Tensor out = allocate(spec.shape);
  if (!empty) strided_copy(x.dtype(), axes, out.raw(), advance(x.raw(), x.dtype(), offset));
  return out;
}

// Checks that begin, end and strides of a call are vectors of one length, and gives that (kUnknown where it is
// unknown).
int64_t strided_slice_count(const Shape& begin, const Shape& end, const Shape& strides);

}  // namespace graphwright
