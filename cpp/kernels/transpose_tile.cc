// Transposing a plane of plain elements through cache-line-sized tiles.
#include "kernels/transpose_tile.h"

#include <emmintrin.h>

#include <algorithm>
#include <cstring>

#include "base/dtype.h"

namespace graphwright {
namespace {

template <size_t Size>
inline __m128i unpack_low(__m128i a, __m128i b) {
  if constexpr (Size == 1) return _mm_unpacklo_epi8(a, b);
  if constexpr (Size == 2) return _mm_unpacklo_epi16(a, b);
  if constexpr (Size == 4) return _mm_unpacklo_epi32(a, b);
  return _mm_unpacklo_epi64(a, b);
}
template <size_t Size>
inline __m128i unpack_high(__m128i a, __m128i b) {
  if constexpr (Size == 1) return _mm_unpackhi_epi8(a, b);
  if constexpr (Size == 2) return _mm_unpackhi_epi16(a, b);
  if constexpr (Size == 4) return _mm_unpackhi_epi32(a, b);
  return _mm_unpackhi_epi64(a, b);
}

// Transposes one block of N x N elements, N = 16 / Size, held in N registers: log2(N) rounds that interleave row i with
// row i + N/2.
template <size_t Size>
inline void transpose_registers(__m128i* rows) {
  constexpr int kN = 16 / Size;
  for (int round = 1; round < kN; round *= 2) {
    __m128i next[kN];
    for (int i = 0; i < kN / 2; ++i) {
      next[2 * i] = unpack_low<Size>(rows[i], rows[i + kN / 2]);
      next[2 * i + 1] = unpack_high<Size>(rows[i], rows[i + kN / 2]);
    }
    for (int i = 0; i < kN; ++i) rows[i] = next[i];
  }
}

// A tile is as wide as a cache line on both sides. It passes through a buffer, so that each line of either array is
// touched once, whole, even where the rows of a plane collide in one set of the cache.
template <class T>
void transpose_tile(T* to, int64_t to_stride, const T* from, int64_t from_stride) {
  constexpr size_t kSize = sizeof(T);
  constexpr int kTile = 64 / kSize;
  constexpr int kBlock = 16 / kSize;
  alignas(64) T buffer[kTile * kTile];
  for (int r = 0; r < kTile; r += kBlock) {
    for (int c = 0; c < kTile; c += kBlock) {
      __m128i block[kBlock];
      for (int i = 0; i < kBlock; ++i)
        block[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + (r + i) * from_stride + c));
      if constexpr (kSize < 16) transpose_registers<kSize>(block);
      for (int i = 0; i < kBlock; ++i)
        _mm_store_si128(reinterpret_cast<__m128i*>(buffer + (c + i) * kTile + r), block[i]);
    }
  }
  for (int r = 0; r < kTile; ++r) {
    const __m128i* line = reinterpret_cast<const __m128i*>(buffer + r * kTile);
    __m128i* target = reinterpret_cast<__m128i*>(to + r * to_stride);
    for (int i = 0; i < 4; ++i) _mm_storeu_si128(target + i, _mm_load_si128(line + i));
  }
}

// The rest, and planes that are narrow one way: plain loops over stretches that stay in the first cache.
template <class T>
void transpose_edge(int64_t rows, int64_t columns, T* to, int64_t to_stride, const T* from, int64_t from_stride) {
  constexpr int64_t kStretch = 1024;
  if (columns <= rows) {
    for (int64_t begin = 0; begin < rows; begin += kStretch) {
      int64_t end = std::min(rows, begin + kStretch);
      for (int64_t c = 0; c < columns; ++c)
        for (int64_t r = begin; r < end; ++r) to[r * to_stride + c] = from[c * from_stride + r];
    }
  } else {
    for (int64_t begin = 0; begin < columns; begin += kStretch) {
      int64_t end = std::min(columns, begin + kStretch);
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t c = begin; c < end; ++c) to[r * to_stride + c] = from[c * from_stride + r];
    }
  }
}

template <class T>
void transpose_typed(int64_t rows, int64_t columns, T* to, int64_t to_stride, const T* from, int64_t from_stride) {
  constexpr int64_t kTile = 64 / sizeof(T);
  int64_t full_rows = rows / kTile * kTile, full_columns = columns / kTile * kTile;
  if (full_rows == 0 || full_columns == 0) {
    transpose_edge(rows, columns, to, to_stride, from, from_stride);
    return;
  }
  for (int64_t r = 0; r < full_rows; r += kTile)
    for (int64_t c = 0; c < full_columns; c += kTile)
      transpose_tile(to + r * to_stride + c, to_stride, from + c * from_stride + r, from_stride);
  if (full_columns < columns)
    transpose_edge(full_rows, columns - full_columns, to + full_columns, to_stride, from + full_columns * from_stride,
                   from_stride);
  if (full_rows < rows)
    transpose_edge(rows - full_rows, columns, to + full_rows * to_stride, to_stride, from + full_rows, from_stride);
}

}  // namespace

void transpose_plane(size_t size, int64_t rows, int64_t columns, void* to, int64_t to_stride, const void* from,
                     int64_t from_stride) {
  visit_size(size, [&]<class T>() {
    transpose_typed(rows, columns, static_cast<T*>(to), to_stride, static_cast<const T*>(from), from_stride);
  });
}

}  // namespace graphwright
