// Copying blocks of elements between arrays with arbitrary strides.
#include "kernels/strided_copy.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/parallel.h"
#include "kernels/streaming.h"
#include "kernels/transpose_tile.h"
#include "tensor/tensor.h"

namespace graphwright {
namespace {

// Below this many bytes a copy is not worth a second thread.
constexpr int64_t kParallelBytes = 1 << 18;
// Repeated stretches are copied from the target itself in pieces up to this size, which stay in the cache.
constexpr int64_t kReplicaBytes = 1 << 15;

template <class T>
constexpr bool kPlain = std::is_trivially_copyable_v<T>;

template <class T>
void fill_row(T* to, T value, int64_t n, bool streaming) {
  if (streaming && n * sizeof(T) >= 256) {
    // A line of copies, written over and over.
    constexpr int64_t kLine = 64 / sizeof(T);
    int64_t head = static_cast<int64_t>((-reinterpret_cast<uintptr_t>(to) & 63) / sizeof(T));
    alignas(64) T line[kLine];
    for (int64_t i = 0; i < kLine; ++i) line[i] = value;
    for (int64_t i = 0; i < head; ++i) to[i] = value;
    const __m128i* from = reinterpret_cast<const __m128i*>(line);
    __m128i a = _mm_load_si128(from), b = _mm_load_si128(from + 1), c = _mm_load_si128(from + 2),
            d = _mm_load_si128(from + 3);
    int64_t at = head;
    for (; at + kLine <= n; at += kLine) {
      __m128i* out = reinterpret_cast<__m128i*>(to + at);
      _mm_stream_si128(out, a);
      _mm_stream_si128(out + 1, b);
      _mm_stream_si128(out + 2, c);
      _mm_stream_si128(out + 3, d);
    }
    for (; at < n; ++at) to[at] = value;
    return;
  }
  for (int64_t i = 0; i < n; ++i) to[i] = value;
}

template <class T>
void copy_row(T* to, int64_t to_stride, const T* from, int64_t from_stride, int64_t n, bool streaming) {
  if constexpr (kPlain<T>) {
    if (to_stride == 1) {
      if (from_stride == 1) {
        size_t bytes = n * sizeof(T);
        if (bytes < 64) {
          for (int64_t i = 0; i < n; ++i) to[i] = from[i];
        } else if (streaming) {
          stream_copy(to, from, bytes);
        } else {
          std::memcpy(to, from, bytes);
        }
        return;
      }
      if (from_stride == 0) return fill_row(to, *from, n, streaming);
      if (from_stride == -1) {
        for (int64_t i = 0; i < n; ++i) to[i] = from[-i];
        return;
      }
      if (from_stride == 2) {
        for (int64_t i = 0; i < n; ++i) to[i] = from[2 * i];
        return;
      }
      for (int64_t i = 0; i < n; ++i) to[i] = from[i * from_stride];
      return;
    }
  }
  for (int64_t i = 0; i < n; ++i) to[i * to_stride] = from[i * from_stride];
}

// The elements that the axes from `axis` on span, when they fill a gapless stretch of the target; else 0.
int64_t gapless_target(std::span<const CopyAxis> axes) {
  int64_t n = 1;
  for (size_t i = axes.size(); i-- > 0;) {
    if (axes[i].to != n) return 0;
    n *= axes[i].size;
  }
  return n;
}

template <class T>
void copy_block(std::span<const CopyAxis> axes, T* to, const T* from, bool streaming) {
  if (axes.empty()) {
    *to = *from;
    return;
  }
  const CopyAxis& axis = axes[0];
  if (axes.size() == 1) {
    copy_row(to, axis.to, from, axis.from, axis.size, streaming);
    return;
  }
  std::span<const CopyAxis> inner = axes.subspan(1);
  if constexpr (kPlain<T>) {
    if (axis.from == 0) {
      if (int64_t n = gapless_target(inner); n > 0 && n == axis.to) {
        copy_block(inner, to, from, false);
        int64_t total = n * axis.size, piece = n;
        for (int64_t done = n; done < total;) {
          int64_t step = std::min(piece, total - done);
          copy_row(to + done, 1, to, 1, step, streaming);
          done += step;
          if (piece * static_cast<int64_t>(sizeof(T)) < kReplicaBytes) piece = done;
        }
        return;
      }
    }
    if (axes.size() == 2) {
      const CopyAxis& last = inner[0];
      if (axis.from == 1 && last.to == 1 && last.from != 1) {
        transpose_plane(sizeof(T), axis.size, last.size, to, axis.to, from, last.from, streaming);
        return;
      }
      if (axis.to == 1 && last.from == 1 && last.to != 1) {
        transpose_plane(sizeof(T), last.size, axis.size, to, last.to, from, axis.from, streaming);
        return;
      }
    }
  }
  for (int64_t i = 0; i < axis.size; ++i) copy_block(inner, to + i * axis.to, from + i * axis.from, streaming);
}

// Joins axes that lie behind each other in both arrays.
void coalesce(CopyAxes& axes) {
  CopyAxes joined;
  for (const CopyAxis& axis : axes) {
    if (axis.size == 1) continue;
    if (!joined.empty()) {
      CopyAxis& outer = joined.back();
      if (outer.to == axis.to * axis.size && outer.from == axis.from * axis.size) {
        outer = {outer.size * axis.size, axis.to, axis.from};
        continue;
      }
    }
    joined.push_back(axis);
  }
  axes = joined;
}

// Outer axes first: the target is written in the order of its memory. The axis along which the source is gapless comes
// next to the last, so that the two innermost loops form a plane which is transposed in tiles.
void order(CopyAxes& axes) {
  std::stable_sort(axes.begin(), axes.end(),
                   [](const CopyAxis& a, const CopyAxis& b) { return std::abs(a.to) > std::abs(b.to); });
  coalesce(axes);
  if (axes.size() < 3 || axes.back().to != 1 || axes.back().from == 1) return;
  for (size_t i = 0; i + 2 < axes.size(); ++i) {
    if (axes[i].from == 1) {
      std::rotate(axes.begin() + i, axes.begin() + i + 1, axes.end() - 1);
      return;
    }
  }
}

template <class T>
void copy_parallel(const CopyAxes& axes, T* to, const T* from, int64_t total) {
  int64_t bytes = total * static_cast<int64_t>(sizeof(T));
  bool streaming = bytes >= kStreamingBytes;
  if (bytes < 2 * kParallelBytes || num_threads() == 1) {
    copy_block<T>(axes, to, from, streaming);
    if (streaming) stream_fence();
    return;
  }
  // The outermost axis that gives every thread its share, else the longest one.
  size_t split = 0;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].size >= 4 * num_threads()) {
      split = i;
      break;
    }
    if (axes[i].size > axes[split].size) split = i;
  }
  const CopyAxis& cut = axes[split];
  // A thread's share of a plane that is transposed begins at a tile.
  int64_t unit = cut.size >= 256 ? 64 : 1;
  int64_t units = (cut.size + unit - 1) / unit;
  int64_t unit_bytes = std::max<int64_t>(bytes / units, 1);
  parallel_for(units, std::max<int64_t>(kParallelBytes / unit_bytes, 1), [&](int64_t begin, int64_t end) {
    begin *= unit;
    end = std::min(end * unit, cut.size);
    CopyAxes share = axes;
    share[split].size = end - begin;
    copy_block<T>(share, to + begin * cut.to, from + begin * cut.from, streaming);
    if (streaming) stream_fence();
  });
}

}  // namespace

void strided_copy(DType dtype, CopyAxes axes, void* to, const void* from) {
  int64_t total = 1;
  for (const CopyAxis& axis : axes) total *= axis.size;
  if (total == 0) return;
  order(axes);
  if (is_plain(dtype)) {
    visit_size(dtype_size(dtype),
               [&]<class T>() { copy_parallel(axes, static_cast<T*>(to), static_cast<const T*>(from), total); });
  } else if (dtype == DType::kString) {
    copy_block<std::string>(axes, static_cast<std::string*>(to), static_cast<const std::string*>(from), false);
  } else {
    copy_block<Handle>(axes, static_cast<Handle*>(to), static_cast<const Handle*>(from), false);
  }
}

SmallVector<int64_t, 8> strides_of(const Shape& shape) {
  SmallVector<int64_t, 8> strides(shape.rank(), 1);
  for (int i = shape.rank() - 2; i >= 0; --i) strides[i] = strides[i + 1] * shape[i + 1];
  return strides;
}

void fill_elements(DType dtype, void* to, const void* value, int64_t count) {
  if (is_plain(dtype)) {
    visit_size(dtype_size(dtype), [&]<class T>() {
      T element = *static_cast<const T*>(value);
      T* target = static_cast<T*>(to);
      parallel_for(count, kParallelBytes / static_cast<int64_t>(sizeof(T)), [=](int64_t begin, int64_t end) {
        bool streaming = count * static_cast<int64_t>(sizeof(T)) >= kStreamingBytes;
        fill_row(target + begin, element, end - begin, streaming);
        if (streaming) stream_fence();
      });
    });
  } else if (dtype == DType::kString) {
    std::fill_n(static_cast<std::string*>(to), count, *static_cast<const std::string*>(value));
  } else {
    std::fill_n(static_cast<Handle*>(to), count, *static_cast<const Handle*>(value));
  }
}

}  // namespace graphwright
