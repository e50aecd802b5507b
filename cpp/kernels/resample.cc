// Separable resampling of images: along rows first, whose results are kept while further output rows need them.
#include "kernels/resample.h"

#include <algorithm>
#include <memory>

#include "base/parallel.h"
#include "kernels/cast.h"

namespace graphwright {
namespace {

// One row of pixels along its width.
template <class Acc, int kChannels>
void resample_row(const Acc* row, const Taps& taps, int64_t channels, Acc* out) {
  const int64_t c = kChannels > 0 ? kChannels : channels;
  const int64_t* index = taps.index.data();
  const float* weight = taps.weight.data();
  const int64_t n = taps.size();
  if (taps.lerp) {
    for (int64_t x = 0; x < n; ++x, out += c) {
      const Acc *a = row + index[2 * x] * c, *b = row + index[2 * x + 1] * c;
      const Acc by = weight[2 * x + 1];
      for (int64_t k = 0; k < c; ++k) out[k] = a[k] + (b[k] - a[k]) * by;
    }
    return;
  }
  for (int64_t x = 0; x < n; ++x, out += c) {
    const int64_t end = taps.start[x + 1];
    if constexpr (kChannels > 0) {
      Acc sums[kChannels] = {};
      for (int64_t i = taps.start[x]; i < end; ++i) {
        const Acc* from = row + index[i] * c;
        for (int64_t k = 0; k < c; ++k) sums[k] += from[k] * weight[i];
      }
      for (int64_t k = 0; k < c; ++k) out[k] = sums[k];
    } else {
      std::fill_n(out, c, Acc{0});
      for (int64_t i = taps.start[x]; i < end; ++i) {
        const Acc* from = row + index[i] * c;
        const Acc by = weight[i];
        for (int64_t k = 0; k < c; ++k) out[k] += from[k] * by;
      }
    }
  }
}

template <class Acc>
void resample_row(const Acc* row, const Taps& taps, int64_t channels, Acc* out) {
  if (channels == 1) return resample_row<Acc, 1>(row, taps, channels, out);
  if (channels == 3) return resample_row<Acc, 3>(row, taps, channels, out);
  if (channels == 4) return resample_row<Acc, 4>(row, taps, channels, out);
  resample_row<Acc, 0>(row, taps, channels, out);
}

// How many input rows lie between the first and the last that one output row takes.
int64_t widest_span(const Taps& taps) {
  int64_t widest = 1;
  for (int64_t i = 0; i < taps.size(); ++i) {
    if (taps.start[i] == taps.start[i + 1]) continue;
    auto [low, high] = std::minmax_element(taps.index.begin() + taps.start[i], taps.index.begin() + taps.start[i + 1]);
    widest = std::max(widest, *high - *low + 1);
  }
  return widest;
}

template <class Acc>
void resample_as(DType from_type, const char* images, int64_t n, int64_t height, int64_t width, int64_t channels,
                 const Taps& rows, const Taps& columns, DType to_type, char* out) {
  constexpr DType kAcc = dtype_of<Acc>;
  const int64_t in_row = width * channels, out_row = columns.size() * channels, out_height = rows.size();
  const int64_t in_bytes = in_row * static_cast<int64_t>(dtype_size(from_type));
  const int64_t out_bytes = out_row * static_cast<int64_t>(dtype_size(to_type));
  const int64_t span = widest_span(rows);
  const int64_t work = std::max<int64_t>(1, out_row * std::max<int64_t>(1, rows.start.back() / out_height));
  // Ranges that are too short would resample the rows between them twice.
  parallel_for(n * out_height, std::max(20'000 / work, 2 * span) + 1, [&](int64_t begin, int64_t end) {
    std::unique_ptr<Acc[]> kept(new Acc[span * out_row]), wide(from_type == kAcc ? nullptr : new Acc[in_row]);
    std::unique_ptr<Acc[]> narrow(to_type == kAcc ? nullptr : new Acc[out_row]);
    std::vector<int64_t> held(static_cast<size_t>(span), -1);
    // The input row as resampled along its width.
    auto resampled = [&](int64_t image, int64_t y) -> const Acc* {
      const int64_t row = image * height + y, slot = y % span;
      Acc* to = kept.get() + slot * out_row;
      if (held[slot] == row) return to;
      held[slot] = row;
      const char* from = images + row * in_bytes;
      if (from_type != kAcc) {
        cast_elements(from_type, from, kAcc, wide.get(), in_row);
        from = reinterpret_cast<const char*>(wide.get());
      }
      resample_row(reinterpret_cast<const Acc*>(from), columns, channels, to);
      return to;
    };
    for (int64_t i = begin; i < end; ++i) {
      const int64_t image = i / out_height, y = i % out_height;
      char* to = out + i * out_bytes;
      Acc* sums = to_type == kAcc ? reinterpret_cast<Acc*>(to) : narrow.get();
      if (rows.lerp) {
        const Acc *a = resampled(image, rows.index[2 * y]), *b = resampled(image, rows.index[2 * y + 1]);
        const Acc by = rows.weight[2 * y + 1];
        for (int64_t j = 0; j < out_row; ++j) sums[j] = a[j] + (b[j] - a[j]) * by;
      } else {
        int64_t t = rows.start[y];
        const int64_t last = rows.start[y + 1];
        if (t == last) std::fill_n(sums, out_row, Acc{0});
        for (bool first = true; t < last; ++t, first = false) {
          const Acc* row = resampled(image, rows.index[t]);
          const Acc by = rows.weight[t];
          if (first) {
            for (int64_t j = 0; j < out_row; ++j) sums[j] = row[j] * by;
          } else {
            for (int64_t j = 0; j < out_row; ++j) sums[j] += row[j] * by;
          }
        }
      }
      if (to_type != kAcc) cast_elements(kAcc, sums, to_type, to, out_row);
    }
  });
}

}  // namespace

Taps transposed(const Taps& taps, int64_t n) {
  std::vector<int64_t> counts(static_cast<size_t>(n) + 1, 0);
  for (int64_t at : taps.index) ++counts[at + 1];
  for (int64_t i = 0; i < n; ++i) counts[i + 1] += counts[i];
  Taps back;
  back.start = counts;
  back.index.resize(taps.index.size());
  back.weight.resize(taps.index.size());
  for (int64_t i = 0; i < taps.size(); ++i) {
    for (int64_t t = taps.start[i]; t < taps.start[i + 1]; ++t) {
      const int64_t place = counts[taps.index[t]]++;
      back.index[place] = i;
      back.weight[place] = taps.weight[t];
    }
  }
  return back;
}

void resample(DType from_type, const void* images, int64_t n, int64_t height, int64_t width, int64_t channels,
              const Taps& rows, const Taps& columns, DType to_type, void* out) {
  if (n * rows.size() * columns.size() * channels == 0) return;
  if (to_type == DType::kFloat64)
    return resample_as<double>(from_type, static_cast<const char*>(images), n, height, width, channels, rows, columns,
                               to_type, static_cast<char*>(out));
  resample_as<float>(from_type, static_cast<const char*>(images), n, height, width, channels, rows, columns, to_type,
                     static_cast<char*>(out));
}

}  // namespace graphwright
