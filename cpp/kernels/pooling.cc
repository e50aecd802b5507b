// Pooling loops: windows outside, channels inside.
#include "kernels/pooling.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "base/parallel.h"
#include "kernels/float_rows.h"
#include "kernels/row_loops.h"

namespace graphwright {
namespace {

constexpr int64_t kGrain = 32'768;

// The part of one output pixel's window that lies inside the image.
struct Window {
  int64_t begin[3], end[3];
  Window(const Pool& pool, int64_t pixel) {
    for (int i = 2; i >= 0; --i) {
      const int64_t origin = pixel % pool.out[i] * pool.stride[i] - pool.before[i];
      pixel /= pool.out[i];
      begin[i] = std::max<int64_t>(origin, 0);
      end[i] = std::min(origin + pool.size[i], pool.in[i]);
    }
  }
  int64_t count() const {
    int64_t n = 1;
    for (int i = 0; i < 3; ++i) n *= std::max<int64_t>(end[i] - begin[i], 0);
    return n;
  }
  template <class Each>
  void for_pixels(const Pool& pool, const Each& each) const {
    for (int64_t z = begin[0]; z < end[0]; ++z)
      for (int64_t y = begin[1]; y < end[1]; ++y)
        for (int64_t x = begin[2]; x < end[2]; ++x) each((z * pool.in[1] + y) * pool.in[2] + x);
  }
};

template <class T>
constexpr bool kHasRows = std::is_same_v<T, float> || std::is_same_v<T, double>;
// Rows of channels this short are not worth a call.
constexpr int64_t kShort = 4;

template <class T>
T lowest() {
  if constexpr (std::is_integral_v<T>)
    return std::numeric_limits<T>::min();
  else
    return static_cast<T>(-std::numeric_limits<compute_t<T>>::infinity());
}

template <class T>
void take_max(T* to, const T* x, int64_t n) {
  if constexpr (kHasRows<T>) {
    if (n >= kShort) return row_loops<T>().take_max(to, x, n);
  }
  using C = compute_t<T>;
  for (int64_t i = 0; i < n; ++i)
    if (static_cast<C>(x[i]) > static_cast<C>(to[i])) to[i] = x[i];
}

template <class Each>
void for_output_pixels(const Pool& pool, const Each& each) {
  const int64_t pixels = pool.pixels_out();
  // A double, for a window may be of any size, whatever that of the image.
  const double window = static_cast<double>(pool.size[0]) * static_cast<double>(pool.size[1]) *
                        static_cast<double>(pool.size[2]) * static_cast<double>(pool.channels);
  const int64_t work = static_cast<int64_t>(std::min(window, 1e15)) + 1;
  parallel_for(pool.batch * pixels, kGrain / work + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) each(i, i / pixels, Window(pool, i % pixels));
  });
}

template <class Each>
void for_images(const Pool& pool, const Each& each) {
  const int64_t work = pool.size[0] * pool.size[1] * pool.size[2] * pool.channels * pool.pixels_out() + 1;
  parallel_for(pool.batch, kGrain / work + 1, [&](int64_t begin, int64_t end) {
    for (int64_t n = begin; n < end; ++n) each(n);
  });
}

// Calls each(channel, pixel) with the place of the first maximum of every channel in the window.
template <class T, class Each>
void for_maxima(const Pool& pool, const Window& window, const T* image, const Each& each) {
  using C = compute_t<T>;
  for (int64_t c = 0; c < pool.channels; ++c) {
    int64_t best = -1;
    C most = C();
    window.for_pixels(pool, [&](int64_t pixel) {
      const C value = static_cast<C>(image[pixel * pool.channels + c]);
      if (best < 0 || value > most) {
        best = pixel;
        most = value;
      }
    });
    if (best >= 0) each(c, best);
  }
}

}  // namespace

template <class T>
void max_pool(const Pool& pool, const T* x, T* y) {
  const int64_t channels = pool.channels, image = pool.pixels_in() * channels;
  for_output_pixels(pool, [&](int64_t i, int64_t n, const Window& window) {
    T* to = y + i * channels;
    bool first = true;
    window.for_pixels(pool, [&](int64_t pixel) {
      const T* from = x + n * image + pixel * channels;
      if (first) {
        std::copy_n(from, channels, to);
        first = false;
      } else {
        take_max(to, from, channels);
      }
    });
    if (first) std::fill_n(to, channels, lowest<T>());
  });
}

template <class T>
void max_pool_positions(const Pool& pool, const T* x, bool in_batch, int64_t* positions) {
  const int64_t channels = pool.channels, image = pool.pixels_in() * channels;
  for_output_pixels(pool, [&](int64_t i, int64_t n, const Window& window) {
    std::fill_n(positions + i * channels, channels, 0);
    for_maxima(pool, window, x + n * image, [&](int64_t c, int64_t pixel) {
      positions[i * channels + c] = pixel * channels + c + (in_batch ? n * image : 0);
    });
  });
}

template <class T>
void max_pool_gradient(const Pool& pool, const T* x, const T* dy, T* dx) {
  using C = compute_t<T>;
  const int64_t channels = pool.channels, image = pool.pixels_in() * channels, pixels = pool.pixels_out();
  for_images(pool, [&](int64_t n) {
    const T* from = x + n * image;
    std::vector<C> sums;
    C* to;
    if constexpr (std::is_same_v<T, C>) {
      to = dx + n * image;
      std::fill_n(to, image, C());
    } else {
      sums.resize(image);
      to = sums.data();
    }
    std::unique_ptr<T[]> scratch(new T[2 * channels]);
    for (int64_t p = 0; p < pixels; ++p) {
      const Window window(pool, p);
      const T* gradient = dy + (n * pixels + p) * channels;
      if constexpr (kHasRows<T>) {
        if (channels >= kShort) {
          T *best = scratch.get(), *rest = best + channels;
          std::fill_n(best, channels, lowest<T>());
          window.for_pixels(pool, [&](int64_t pixel) { take_max(best, from + pixel * channels, channels); });
          std::copy_n(gradient, channels, rest);
          window.for_pixels(pool, [&](int64_t pixel) {
            row_loops<T>().route(to + pixel * channels, from + pixel * channels, best, rest, channels);
          });
          continue;
        }
      }
      for_maxima(pool, window, from, [&](int64_t c, int64_t pixel) {
        C& sum = to[pixel * channels + c];
        sum = static_cast<C>(sum + static_cast<C>(gradient[c]));
      });
    }
    narrow<T>(to, dx + n * image, image);
  });
}

template <class T>
void max_pool_pick(const Pool& pool, const T* x, const T* values, T* y) {
  const int64_t channels = pool.channels, image = pool.pixels_in() * channels;
  for_output_pixels(pool, [&](int64_t i, int64_t n, const Window& window) {
    std::fill_n(y + i * channels, channels, T());
    for_maxima(pool, window, x + n * image,
               [&](int64_t c, int64_t pixel) { y[i * channels + c] = values[n * image + pixel * channels + c]; });
  });
}

template <class T>
void average_pool(const Pool& pool, const T* x, T* y) {
  using C = compute_t<T>;
  const int64_t channels = pool.channels, image = pool.pixels_in() * channels;
  const int64_t pixels = pool.pixels_out(), work = pool.size[0] * pool.size[1] * pool.size[2] * channels + 1;
  parallel_for(pool.batch * pixels, kGrain / work + 1, [&](int64_t begin, int64_t end) {
    // Sums of the result's own type are made in its place.
    constexpr bool kInPlace = std::is_same_v<T, C>;
    std::unique_ptr<C[]> own(kInPlace ? nullptr : new C[channels]);
    for (int64_t i = begin; i < end; ++i) {
      const Window window(pool, i % pixels);
      const T* from = x + i / pixels * image;
      C* sums = own.get();
      if constexpr (kInPlace) sums = y + i * channels;
      bool first = true;
      window.for_pixels(pool, [&](int64_t pixel) {
        const T* row = from + pixel * channels;
        if (std::exchange(first, false)) {
          for (int64_t c = 0; c < channels; ++c) sums[c] = static_cast<C>(row[c]);
          return;
        }
        if constexpr (kHasRows<T>) {
          if (channels >= kShort) return row_loops<T>().add(sums, row, channels);
        }
        for (int64_t c = 0; c < channels; ++c) sums[c] = static_cast<C>(sums[c] + static_cast<C>(row[c]));
      });
      if (first) std::fill_n(sums, channels, C());
      const int64_t taken = std::max<int64_t>(window.count(), 1);
      const C count = static_cast<C>(taken);
      T* to = y + i * channels;
      if (kInPlace && (taken & (taken - 1)) == 0) {  // its inverse is exact
        const C share = static_cast<C>(1 / static_cast<double>(taken));
        for (int64_t c = 0; c < channels; ++c) to[c] = static_cast<T>(static_cast<C>(sums[c] * share));
      } else {
        for (int64_t c = 0; c < channels; ++c) to[c] = static_cast<T>(static_cast<C>(sums[c] / count));
      }
    }
  });
}

template <class T>
void average_pool_gradient(const Pool& pool, const T* dy, T* dx) {
  using C = compute_t<T>;
  const int64_t channels = pool.channels, image = pool.pixels_in() * channels, pixels = pool.pixels_out();
  for_images(pool, [&](int64_t n) {
    std::vector<C> sums(std::is_same_v<T, C> ? 0 : image);
    C* to;
    if constexpr (std::is_same_v<T, C>) {
      to = dx + n * image;
      std::fill_n(to, image, C());
    } else {
      to = sums.data();
    }
    std::unique_ptr<C[]> share(new C[channels]);
    for (int64_t p = 0; p < pixels; ++p) {
      const Window window(pool, p);
      const C count = static_cast<C>(std::max<int64_t>(window.count(), 1));
      const T* gradient = dy + (n * pixels + p) * channels;
      for (int64_t c = 0; c < channels; ++c) share[c] = static_cast<C>(static_cast<C>(gradient[c]) / count);
      window.for_pixels(pool, [&](int64_t pixel) {
        C* row = to + pixel * channels;
        if constexpr (kHasRows<C>) {
          if (channels >= kShort) return row_loops<C>().add(row, share.get(), channels);
        }
        for (int64_t c = 0; c < channels; ++c) row[c] = static_cast<C>(row[c] + share[c]);
      });
    }
    narrow<T>(to, dx + n * image, image);
  });
}

#define GW_POOLING(T)                                                         \
  template void max_pool<T>(const Pool&, const T*, T*);                       \
  template void max_pool_positions<T>(const Pool&, const T*, bool, int64_t*); \
  template void max_pool_gradient<T>(const Pool&, const T*, const T*, T*);    \
  template void max_pool_pick<T>(const Pool&, const T*, const T*, T*);        \
  template void average_pool<T>(const Pool&, const T*, T*);                   \
  template void average_pool_gradient<T>(const Pool&, const T*, T*);
GW_POOLING(float)
GW_POOLING(double)
GW_POOLING(Half)
GW_POOLING(Bfloat16)
GW_POOLING(int8_t)
GW_POOLING(int16_t)
GW_POOLING(int32_t)
GW_POOLING(int64_t)
GW_POOLING(uint8_t)
GW_POOLING(uint16_t)
GW_POOLING(uint32_t)
GW_POOLING(uint64_t)
#undef GW_POOLING

}  // namespace graphwright
