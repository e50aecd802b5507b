// Pooling along rows of windows, the channels in vectors; one table per ISA level.
#include <limits>

#include "kernels/isa/channels.h"
#include "kernels/pool_table.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

// One window: the pixels [from, to) of each row, counted from its first.
struct Window {
  int64_t from, to;
};

// What is done to some channels from channel c on.
template <class T, int kBytes, int kVectors>
struct Pooled : Channels<T, kBytes, kVectors> {
  using typename Channels<T, kBytes, kVectors>::V;
  using typename Channels<T, kBytes, kVectors>::Index;
  using Channels<T, kBytes, kVectors>::kLanes;

  GW_ALWAYS_INLINE void max(const PoolSpan<T>& s, Window w, int64_t c, T* out) {
    V best[kVectors];
    for (int v = 0; v < kVectors; ++v) best[v] = V{} + std::numeric_limits<T>::lowest();
    for (int64_t r = 0; r < s.n_rows; ++r) {
      const T* x = s.rows[r] + w.from * s.channels + c;
      for (int64_t i = w.from; i < w.to; ++i, x += s.channels)
        for (int v = 0; v < kVectors; ++v) {
          const V value = at<V>(x + v * kLanes);
          best[v] = value > best[v] ? value : best[v];
        }
    }
    for (int v = 0; v < kVectors; ++v) at<V>(out + c + v * kLanes) = best[v];
  }

  GW_ALWAYS_INLINE void mean(const PoolSpan<T>& s, Window w, int64_t c, T* out) {
    V sum[kVectors];
    for (int v = 0; v < kVectors; ++v) sum[v] = -V{};  // -0, which leaves what is added as it is
    for (int64_t r = 0; r < s.n_rows; ++r) {
      const T* x = s.rows[r] + w.from * s.channels + c;
      for (int64_t i = w.from; i < w.to; ++i, x += s.channels)
        for (int v = 0; v < kVectors; ++v) sum[v] += at<V>(x + v * kLanes);
    }
    const int64_t taken = s.n_rows * (w.to - w.from);
    const T count = static_cast<T>(taken);
    if ((taken & (taken - 1)) == 0) {  // its inverse is exact
      const T share = T(1) / count;
      for (int v = 0; v < kVectors; ++v) at<V>(out + c + v * kLanes) = sum[v] * share;
    } else {
      for (int v = 0; v < kVectors; ++v) at<V>(out + c + v * kLanes) = sum[v] / count;
    }
  }

  GW_ALWAYS_INLINE void max_gradient(const PoolSpan<T>& s, Window w, int64_t c, const T* dy, T* const* to) {
    V best[kVectors];
    Index place[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      best[v] = at<V>(s.rows[0] + w.from * s.channels + c + v * kLanes);
      place[v] = Index{};
    }
    typename IndexOf<T>::type here = 0;
    for (int64_t r = 0; r < s.n_rows; ++r) {
      const T* x = s.rows[r] + w.from * s.channels + c;
      for (int64_t i = w.from; i < w.to; ++i, x += s.channels, ++here)
        for (int v = 0; v < kVectors; ++v) {
          const V value = at<V>(x + v * kLanes);
          const Index now = Index{} + here;
          place[v] = value > best[v] ? now : place[v];
          best[v] = value > best[v] ? value : best[v];
        }
    }
    here = 0;
    for (int64_t r = 0; r < s.n_rows; ++r) {
      T* target = to[r] + w.from * s.channels + c;
      for (int64_t i = w.from; i < w.to; ++i, target += s.channels, ++here)
        for (int v = 0; v < kVectors; ++v) {
          const Index now = Index{} + here;
          at<V>(target + v * kLanes) += place[v] == now ? at<V>(dy + c + v * kLanes) : V{};
        }
    }
  }

  GW_ALWAYS_INLINE void mean_gradient(const PoolSpan<T>& s, Window w, int64_t c, const T* dy, T* const* to) {
    const T count = static_cast<T>(s.n_rows * (w.to - w.from));
    V share[kVectors];
    for (int v = 0; v < kVectors; ++v) share[v] = at<V>(dy + c + v * kLanes) / count;
    for (int64_t r = 0; r < s.n_rows; ++r) {
      T* target = to[r] + w.from * s.channels + c;
      for (int64_t i = w.from; i < w.to; ++i, target += s.channels)
        for (int v = 0; v < kVectors; ++v) at<V>(target + v * kLanes) += share[v];
    }
  }
};

// Calls each(window, i) for the windows of a span, i counting from 0, and empty(i) for those with nothing in them.
template <class T, class Each, class Empty>
GW_ALWAYS_INLINE void for_windows(const PoolSpan<T>& s, const Each& each, const Empty& empty) {
  for (int64_t i = s.begin; i < s.end; ++i) {
    const int64_t origin = i * s.stride - s.before;
    const int64_t from = origin > 0 ? origin : 0, to = origin + s.size < s.in ? origin + s.size : s.in;
    if (from >= to || s.n_rows == 0) {
      empty(i - s.begin);
    } else {
      prefetch_below(s.rows[s.n_rows - 1], s.rows_ahead, s.in * s.channels, (from - s.first) * s.channels,
                     (s.stride < to - from ? s.stride : to - from) * s.channels);
      each(Window{from - s.first, to - s.first}, i - s.begin);
    }
  }
}

template <class T>
void max(const PoolSpan<T>& s, T* out) {
  for_windows(
      s,
      [&](Window w, int64_t i) {
        for_channels<Pooled, T, 4>(s.channels, [&](auto some, int64_t c) { some.max(s, w, c, out + i * s.channels); });
      },
      [&](int64_t i) {
        for (int64_t c = 0; c < s.channels; ++c) out[i * s.channels + c] = std::numeric_limits<T>::lowest();
      });
}
template <class T>
void mean(const PoolSpan<T>& s, T* out) {
  for_windows(
      s,
      [&](Window w, int64_t i) {
        for_channels<Pooled, T, 4>(s.channels, [&](auto some, int64_t c) { some.mean(s, w, c, out + i * s.channels); });
      },
      [&](int64_t i) {
        for (int64_t c = 0; c < s.channels; ++c) out[i * s.channels + c] = T(0);
      });
}
template <class T>
void max_gradient(const PoolSpan<T>& s, const T* dy, T* const* to) {
  for_windows(
      s,
      [&](Window w, int64_t i) {
        for_channels<Pooled, T, 4>(s.channels,
                                   [&](auto some, int64_t c) { some.max_gradient(s, w, c, dy + i * s.channels, to); });
      },
      [](int64_t) {});
}
template <class T>
void mean_gradient(const PoolSpan<T>& s, const T* dy, T* const* to) {
  for_windows(
      s,
      [&](Window w, int64_t i) {
        for_channels<Pooled, T, 4>(s.channels,
                                   [&](auto some, int64_t c) { some.mean_gradient(s, w, c, dy + i * s.channels, to); });
      },
      [](int64_t) {});
}

template <class T>
constexpr PoolLoops<T> kLoops = {max<T>, mean<T>, max_gradient<T>, mean_gradient<T>};

}  // namespace

PoolTable pool_table() { return {kLoops<float>, kLoops<double>}; }

}  // namespace graphwright::GRAPHWRIGHT_ISA
