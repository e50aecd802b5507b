// Channels of a pixel in vectors; included by the per-ISA files only.
#pragma once

#include <cstdint>

#include "kernels/isa/loops.h"
#include "kernels/isa/vectors.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

constexpr int kShortBytes = 16;

template <class T>
struct IndexOf {
  using type = int32_t;
};
template <>
struct IndexOf<double> {
  using type = int64_t;
};

// kBytes of elements that may lie at any address that a T may; indices beside them.
template <class T, int kBytes>
struct Vector {
  using Index = typename IndexOf<T>::type;
  typedef T type __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
  typedef Index index __attribute__((vector_size(kBytes)));
};
template <class T>
struct Vector<T, sizeof(T)> {
  using type = T;
  using index = typename IndexOf<T>::type;
};
template <class V, class T>
GW_ALWAYS_INLINE V& at(T* p) {
  return *reinterpret_cast<V*>(p);
}
template <class V, class T>
GW_ALWAYS_INLINE const V& at(const T* p) {
  return *reinterpret_cast<const V*>(p);
}

// kVectors vectors of kBytes.
template <class T, int kBytes, int kVectors>
struct Channels {
  using V = typename Vector<T, kBytes>::type;
  using Index = typename Vector<T, kBytes>::index;
  static constexpr int kLanes = kBytes / static_cast<int>(sizeof(T));
  static constexpr int kWidth = kLanes * kVectors;
};

// Calls each(Some<T, …>{}, c) for all channels, up to kMost vectors at a time (4 or 2), single ones last. Some is
// derived from Channels.
template <template <class, int, int> class Some, class T, int kMost, class Each>
GW_ALWAYS_INLINE void for_channels(int64_t channels, const Each& each) {
  using One = Some<T, kVectorBytes, 1>;
  int64_t c = 0;
  for (; c + kMost * One::kWidth <= channels; c += kMost * One::kWidth) each(Some<T, kVectorBytes, kMost>{}, c);
  if (kMost > 2 && c + 2 * One::kWidth <= channels) {
    each(Some<T, kVectorBytes, 2>{}, c);
    c += 2 * One::kWidth;
  }
  if (c + One::kWidth <= channels) {
    each(One{}, c);
    c += One::kWidth;
  }
  if constexpr (kShortBytes < kVectorBytes) {
    using Short = Some<T, kShortBytes, 1>;
    for (; c + Short::kWidth <= channels; c += Short::kWidth) each(Short{}, c);
  }
  for (; c < channels; ++c) each(Some<T, sizeof(T), 1>{}, c);
}

// Asks for the elements [from, from + count) of the `rows` rows of `length` elements below `row`: what the windows
// below are the first to take in. Nothing is read, so they may lie anywhere.
template <class T>
GW_ALWAYS_INLINE void prefetch_below(const T* row, int64_t rows, int64_t length, int64_t from, int64_t count) {
  constexpr int64_t kLine = 64 / sizeof(T);
  for (int64_t r = 1; r <= rows; ++r)
    for (int64_t i = 0; i < count; i += kLine) __builtin_prefetch(row + r * length + from + i);
}

}  // namespace
}  // namespace graphwright::GRAPHWRIGHT_ISA
