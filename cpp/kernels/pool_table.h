// The loops of pooling along rows of windows, by ISA level.
#pragma once

#include <cstdint>

namespace graphwright {

// Windows side by side along the innermost spatial axis: each takes in the same rows of pixels.
template <class T>
struct PoolSpan {
  const T* const* rows;             // n_rows of them, of `channels` elements a pixel
  int64_t n_rows, first, channels;  // rows[i] points to the row's pixel `first`
  int64_t in, size, stride, before;
  int64_t rows_ahead;  // how many rows below the last are to be asked for, for the next row of windows
  int64_t begin, end;  // the windows, of which window i begins at pixel i * stride - before
};

template <class T>
struct PoolLoops {
  // The maximum and the mean of each window and channel; `out` points to that of the window `begin`. A maximum passes
  // over NaN, and is the lowest finite number where there is no larger one; the mean of an empty window is 0.
  void (*max)(const PoolSpan<T>& span, T* out);
  void (*mean)(const PoolSpan<T>& span, T* out);
  // Adds each gradient to the place of its window's maximum, or in equal parts to all places; to[i] lies as rows[i].
  void (*max_gradient)(const PoolSpan<T>& span, const T* dy, T* const* to);
  void (*mean_gradient)(const PoolSpan<T>& span, const T* dy, T* const* to);
};

struct PoolTable {
  PoolLoops<float> f32;
  PoolLoops<double> f64;
};

namespace v2 {
PoolTable pool_table();
}
namespace v3 {
PoolTable pool_table();
}
namespace v4 {
PoolTable pool_table();
}

}  // namespace graphwright
