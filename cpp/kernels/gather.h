// Picking rows of an array by index.
#pragma once

#include <cstdint>

#include "base/dtype.h"

namespace graphwright {

// The layout of a gather: out[b, o, j, :] = params[b, o, indices[b, j], :].
struct GatherPlan {
  int64_t batches = 1;  // leading axes that params and indices share
  int64_t outer = 1;    // axes of params before the gathered one
  int64_t range = 0;    // extent of the gathered axis
  int64_t indices = 0;  // indices per batch
  int64_t row = 1;      // elements per index: the axes after the gathered one
};

// Calls gather on plain or other dtypes; index_dtype is int16, int32 or int64. Returns -1, or the flat position of the
// first index that lies outside [0, range); rows for such indices are left as they are.
int64_t gather(DType dtype, const GatherPlan& plan, const void* params, DType index_dtype, const void* indices,
               void* out);

// The offset, in slices, that the index vector at `index` (of `depth` components) has in an array with the extents
// `sizes` and slice strides `strides`; -1 when a component is out of range.
template <class I>
inline int64_t slice_offset(const I* index, int depth, const int64_t* sizes, const int64_t* strides) {
  uint64_t offset = 0;  // unsigned: a wild index must wrap, not overflow, before it is found out
  bool good = true;
  for (int d = 0; d < depth; ++d) {
    int64_t i = static_cast<int64_t>(index[d]);
    good &= static_cast<uint64_t>(i) < static_cast<uint64_t>(sizes[d]);
    offset += static_cast<uint64_t>(i) * static_cast<uint64_t>(strides[d]);
  }
  return good ? static_cast<int64_t>(offset) : -1;
}

}  // namespace graphwright
