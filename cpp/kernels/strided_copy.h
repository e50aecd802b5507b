// Copying blocks of elements between arrays with arbitrary strides: the loop behind transpose, slice, pad, concat,
// tile, flip.
#pragma once

#include <cstdint>
#include <span>

#include "base/dtype.h"
#include "base/shape.h"
#include "base/small_vector.h"

namespace graphwright {

// One axis of a copy: how many elements, and how far apart (in elements) neighbours lie in the target and in the
// source. A source may repeat (`from` 0) or run backwards; no element of the target may be written twice.
struct CopyAxis {
  int64_t size;
  int64_t to;
  int64_t from;
};
using CopyAxes = SmallVector<CopyAxis, 8>;

// Copies the block that `axes` span; `to` and `from` point at its first elements. Parallel when large.
void strided_copy(DType dtype, CopyAxes axes, void* to, const void* from);

// Row-major strides, in elements, of an array of this shape.
SmallVector<int64_t, 8> strides_of(const Shape& shape);

// `data` moved on by `elements`.
inline void* advance(void* data, DType dtype, int64_t elements) {
  return static_cast<char*>(data) + elements * static_cast<int64_t>(dtype_size(dtype));
}
inline const void* advance(const void* data, DType dtype, int64_t elements) {
  return static_cast<const char*>(data) + elements * static_cast<int64_t>(dtype_size(dtype));
}

// Writes `count` copies of the one element at `value`. Parallel when large.
void fill_elements(DType dtype, void* to, const void* value, int64_t count);

}  // namespace graphwright
