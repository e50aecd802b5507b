// Transposing a plane of plain elements through cache-line-sized tiles.
#include "kernels/transpose_tile.h"

#include "kernels/sse2.h"

#include <algorithm>
#include <cstring>

#include "base/dtype.h"
#include "kernels/streaming.h"

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

// Transposes a tile, as wide as a cache line on both sides, into a buffer with rows of `stride` elements.
template <class T>
inline void transpose_tile(T* buffer, int64_t stride, const T* from, int64_t from_stride) {
  constexpr int kTile = 64 / sizeof(T), kBlock = 16 / sizeof(T);
  for (int r = 0; r < kTile; r += kBlock) {
    for (int c = 0; c < kTile; c += kBlock) {
      __m128i block[kBlock];
      for (int i = 0; i < kBlock; ++i)
        block[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + (r + i) * from_stride + c));
      if constexpr (sizeof(T) < 16) transpose_registers<sizeof(T)>(block);
      for (int i = 0; i < kBlock; ++i)
        _mm_store_si128(reinterpret_cast<__m128i*>(buffer + (c + i) * stride + r), block[i]);
    }
  }
}

// Tiles pass through a buffer, so that each line of either array is touched once, whole, even where the rows of a plane
// collide in one set of the cache.
template <bool kStreaming, class T>
inline void move_tile(T* to, int64_t to_stride, const T* from, int64_t from_stride) {
  constexpr int64_t kTile = 64 / sizeof(T);
  alignas(64) T buffer[kTile * kTile];
  transpose_tile(buffer, kTile, from, from_stride);
  for (int64_t i = 0; i < kTile; ++i) {
    const __m128i* line = reinterpret_cast<const __m128i*>(buffer + i * kTile);
    __m128i* target = reinterpret_cast<__m128i*>(to + i * to_stride);
    for (int k = 0; k < 4; ++k) {
      if constexpr (kStreaming) {
        _mm_stream_si128(target + k, _mm_load_si128(line + k));
      } else {
        _mm_storeu_si128(target + k, _mm_load_si128(line + k));
      }
    }
  }
}

// A plane that the caches hold.
template <class T>
void transpose_tiles(int64_t rows, int64_t columns, T* to, int64_t to_stride, const T* from, int64_t from_stride) {
  constexpr int64_t kTile = 64 / sizeof(T);
  for (int64_t r = 0; r < rows; r += kTile)
    for (int64_t c = 0; c < columns; c += kTile)
      move_tile<false>(to + r * to_stride + c, to_stride, from + c * from_stride + r, from_stride);
}

// A large plane, written past the caches; rows of the target begin at cache lines. Blocks of many rows by some columns
// are passed down their columns first: the source is then read in its own order, and few pages are in use at a time. A
// plane of few rows is passed along its rows, a stretch of columns at a time.
template <class T>
void stream_tiles(int64_t rows, int64_t columns, T* to, int64_t to_stride, const T* from, int64_t from_stride) {
  constexpr int64_t kTile = 64 / sizeof(T);
  auto move = [&](int64_t r, int64_t c) {
    move_tile<true>(to + r * to_stride + c, to_stride, from + c * from_stride + r, from_stride);
  };
  if (rows <= 8 * kTile) {
    constexpr int64_t kStretch = 1024;
    for (int64_t c0 = 0; c0 < columns; c0 += kStretch)
      for (int64_t r = 0; r < rows; r += kTile)
        for (int64_t c = c0, end = std::min(columns, c0 + kStretch); c < end; c += kTile) move(r, c);
  } else {
    constexpr int64_t kBlockRows = 32 * kTile, kBlockColumns = 8 * kTile;
    for (int64_t r0 = 0; r0 < rows; r0 += kBlockRows)
      for (int64_t c0 = 0; c0 < columns; c0 += kBlockColumns)
        for (int64_t c = c0, c1 = std::min(columns, c0 + kBlockColumns); c < c1; c += kTile)
          for (int64_t r = r0, r1 = std::min(rows, r0 + kBlockRows); r < r1; r += kTile) move(r, c);
  }
  stream_fence();
}

// The same where rows of the target begin anywhere: strips of tiles, so that few lines are written in two parts.
template <class T>
void stream_strips(int64_t rows, int64_t columns, T* to, int64_t to_stride, const T* from, int64_t from_stride) {
  constexpr int64_t kTile = 64 / sizeof(T), kStrip = 16 * kTile;
  alignas(64) T buffer[kTile * kStrip];
  auto strip = [&](int64_t r, int64_t c, int64_t end) {
    for (int64_t at = c; at < end; at += kTile)
      transpose_tile(buffer + (at - c), kStrip, from + at * from_stride + r, from_stride);
    for (int64_t i = 0; i < kTile; ++i)
      stream_copy(to + (r + i) * to_stride + c, buffer + i * kStrip, (end - c) * sizeof(T));
  };
  for (int64_t c = 0; c < columns; c += kStrip)
    for (int64_t r = 0; r < rows; r += kTile) strip(r, c, std::min(columns, c + kStrip));
  stream_fence();
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
void transpose_typed(int64_t rows, int64_t columns, T* to, int64_t to_stride, const T* from, int64_t from_stride,
                     bool streaming) {
  constexpr int64_t kTile = 64 / sizeof(T);
  int64_t full_rows = rows / kTile * kTile, full_columns = columns / kTile * kTile;
  if (full_rows == 0 || full_columns == 0) {
    transpose_edge(rows, columns, to, to_stride, from, from_stride);
    return;
  }
  if (streaming && reinterpret_cast<uintptr_t>(to) % 64 == 0 && to_stride % kTile == 0) {
    stream_tiles(full_rows, full_columns, to, to_stride, from, from_stride);
  } else if (streaming && columns >= 8 * kTile) {
    stream_strips(full_rows, full_columns, to, to_stride, from, from_stride);
  } else {
    transpose_tiles(full_rows, full_columns, to, to_stride, from, from_stride);
  }
  if (full_columns < columns)
    transpose_edge(full_rows, columns - full_columns, to + full_columns, to_stride, from + full_columns * from_stride,
                   from_stride);
  if (full_rows < rows)
    transpose_edge(rows - full_rows, columns, to + full_rows * to_stride, to_stride, from + full_rows, from_stride);
}

}  // namespace

void transpose_plane(size_t size, int64_t rows, int64_t columns, void* to, int64_t to_stride, const void* from,
                     int64_t from_stride, bool streaming) {
  visit_size(size, [&]<class T>() {
    transpose_typed(rows, columns, static_cast<T*>(to), to_stride, static_cast<const T*>(from), from_stride, streaming);
  });
}

}  // namespace graphwright
