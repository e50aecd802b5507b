// Transposing a plane of plain elements through cache-line-sized tiles.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graphwright {

// to[r * to_stride + c] = from[c * from_stride + r] for r < rows, c < columns; strides in elements of `size` bytes.
// With `streaming` the target is written past the caches.
void transpose_plane(size_t size, int64_t rows, int64_t columns, void* to, int64_t to_stride, const void* from,
                     int64_t from_stride, bool streaming);

}  // namespace graphwright
