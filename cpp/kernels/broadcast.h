// Broadcasting as strides: axes that can be walked as one are merged, and the rest is walked row by row.
#pragma once

#include <array>

#include "base/shape.h"
#include "base/small_vector.h"

namespace graphwright {

// N operands read along the axes of one contiguous output. Strides count elements and are 0 along broadcast axes. Axes
// of extent 1 are gone and neighbours that every operand steps through evenly are merged; there is always an inner
// axis.
template <int N>
struct BroadcastAxes {
  struct Axis {
    int64_t size;
    std::array<int64_t, N> strides;
  };
  SmallVector<Axis, 6> axes;  // outermost first

  BroadcastAxes(const Shape& out, const std::array<const Shape*, N>& shapes) {
    std::array<int64_t, N> next;  // elements spanned by the axes to the right
    next.fill(1);
    SmallVector<Axis, 6> reversed;
    for (int i = 1; i <= out.rank(); ++i) {
      Axis axis{out[out.rank() - i], {}};
      for (int k = 0; k < N; ++k) {
        int64_t size = i <= shapes[k]->rank() ? (*shapes[k])[shapes[k]->rank() - i] : 1;
        axis.strides[k] = size == 1 ? 0 : next[k];
        next[k] *= size;
      }
      if (axis.size == 1) continue;
      if (!reversed.empty()) {
        Axis& inner = reversed.back();
        bool even = true;
        for (int k = 0; k < N; ++k) even &= axis.strides[k] == inner.strides[k] * inner.size;
        if (even) {
          inner.size *= axis.size;
          continue;
        }
      }
      reversed.push_back(axis);
    }
    if (reversed.empty()) reversed.push_back({1, {}});
    for (size_t i = reversed.size(); i-- > 0;) axes.push_back(reversed[i]);
  }

  const Axis& inner() const { return axes.back(); }
  int64_t rows() const {
    int64_t n = 1;
    for (size_t i = 0; i + 1 < axes.size(); ++i) n *= axes[i].size;
    return n;
  }

  // Walks the rows [begin, end) (all axes but the `inner_axes` last): f(row, offsets), offsets being where each
  // operand's row starts.
  template <class F>
  void for_each_row(int64_t begin, int64_t end, F&& f, size_t inner_axes = 1) const {
    size_t outer = axes.size() - inner_axes;
    SmallVector<int64_t, 8> index(outer, 0);
    std::array<int64_t, N> offsets{};
    int64_t rest = begin;
    for (size_t i = outer; i-- > 0;) {
      index[i] = rest % axes[i].size;
      rest /= axes[i].size;
      for (int k = 0; k < N; ++k) offsets[k] += index[i] * axes[i].strides[k];
    }
    for (int64_t row = begin; row < end; ++row) {
      f(row, offsets);
      for (size_t i = outer; i-- > 0;) {
        for (int k = 0; k < N; ++k) offsets[k] += axes[i].strides[k];
        if (++index[i] < axes[i].size) break;
        for (int k = 0; k < N; ++k) offsets[k] -= axes[i].size * axes[i].strides[k];
        index[i] = 0;
      }
    }
  }
};

}  // namespace graphwright
