// Depthwise convolutions along rows of pixels, the channels in vectors.
#include "kernels/depthwise_table.h"

#include "kernels/isa/channels.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

// Pixels whose whole windows lie in the image are computed this many at a time, so that a tap is loaded once for all.
constexpr int kPixels = 4;

template <class T, int kBytes, int kVectors>
struct Convolved : Channels<T, kBytes, kVectors> {
  using typename Channels<T, kBytes, kVectors>::V;
  using Channels<T, kBytes, kVectors>::kLanes;

  // The output pixels i, …, i + kCount - 1 from the taps [from, to), which lie in the image.
  template <int kCount>
  static inline __attribute__((always_inline)) void pixels(const DepthwiseSpan& s, int64_t i, int64_t from, int64_t to,
                                                           int64_t c, float* out) {
    V sum[kCount][kVectors] = {};
    const int64_t step = s.stride * s.channels, origin = (i * s.stride - s.before) * s.channels + c;
    for (int64_t r = 0; r < s.n_rows; ++r) {
      const float* row = s.rows[r] + origin;
      const float* filter = s.filters[r] + c;
      for (int64_t k = from; k < to; ++k) {
        const float* x = row + k * s.dilation * s.channels;
        for (int v = 0; v < kVectors; ++v) {
          const V w = at<V>(filter + k * s.channels + v * kLanes);
          for (int p = 0; p < kCount; ++p) sum[p][v] += at<V>(x + p * step + v * kLanes) * w;
        }
      }
    }
    for (int p = 0; p < kCount; ++p)
      for (int v = 0; v < kVectors; ++v) at<V>(out + (i - s.begin + p) * s.channels + c + v * kLanes) = sum[p][v];
  }
};

void row(const DepthwiseSpan& s, float* out) {
  const int64_t reach = (s.taps - 1) * s.dilation;
  int64_t i = s.begin;
  while (i < s.end) {
    const int64_t origin = i * s.stride - s.before;
    if (origin >= 0 && origin + (kPixels - 1) * s.stride + reach < s.in && i + kPixels <= s.end) {
      if (s.n_rows > 0)
        prefetch_below(s.rows[s.n_rows - 1], s.rows_ahead, s.in * s.channels, origin * s.channels,
                       kPixels * s.stride * s.channels);
      for_channels<Convolved, float, 2>(
          s.channels, [&](auto some, int64_t c) { some.template pixels<kPixels>(s, i, 0, s.taps, c, out); });
      i += kPixels;
      continue;
    }
    const int64_t from = origin < 0 ? (-origin + s.dilation - 1) / s.dilation : 0;
    const int64_t room = s.in - origin;  // taps begin before it
    int64_t to = room > 0 ? (room + s.dilation - 1) / s.dilation : 0;
    if (to > s.taps) to = s.taps;
    for_channels<Convolved, float, 2>(s.channels,
                                      [&](auto some, int64_t c) { some.template pixels<1>(s, i, from, to, c, out); });
    ++i;
  }
}

}  // namespace

extern const DepthwiseFn depthwise_row;
const DepthwiseFn depthwise_row = row;

}  // namespace graphwright::GRAPHWRIGHT_ISA
