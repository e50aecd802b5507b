// Pooling: rows of windows in vectors; integers, and places of maxima, by plain loops.
#include "kernels/pooling.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "base/dtype.h"
#include "base/parallel.h"
#include "base/wrapping.h"
#include "kernels/by_level.h"
#include "kernels/elementwise.h"
#include "kernels/pool_table.h"

namespace graphwright {
namespace {

constexpr int64_t kGrain = 32'768;
constexpr int64_t kMostRowsAhead = 3;

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
  template <class Each>
  void for_pixels(const Pool& pool, const Each& each) const {
    for (int64_t z = begin[0]; z < end[0]; ++z)
      for (int64_t y = begin[1]; y < end[1]; ++y)
        for (int64_t x = begin[2]; x < end[2]; ++x) each((z * pool.in[1] + y) * pool.in[2] + x);
  }
};

// Whether T is pooled in vectors, 16-bit floats widened first; integers are pooled by plain loops.
template <class T>
constexpr bool kInVectors = !std::is_integral_v<T>;

template <class T>
const PoolLoops<T>& loops() {
  static const PoolTable table = GW_BY_LEVEL(pool_table)();
  if constexpr (std::is_same_v<T, float>)
    return table.f32;
  else
    return table.f64;
}

// How many elements the windows of `pixels` outputs take in at most, and one more.
int64_t window_work(const Pool& pool, int64_t pixels) {
  // A double, for a window may be of any size, whatever that of the image.
  double work = static_cast<double>(pool.channels) * static_cast<double>(pixels);
  for (int i = 0; i < 3; ++i) work *= static_cast<double>(pool.size[i]);
  return static_cast<int64_t>(std::min(work, 1e15)) + 1;
}

template <class Each>
void for_output_pixels(const Pool& pool, const Each& each) {
  const int64_t pixels = pool.pixels_out();
  parallel_for(pool.batch * pixels, kGrain / window_work(pool, 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) each(i, i / pixels, Window(pool, i % pixels));
  });
}

template <class Each>
void for_images(const Pool& pool, const Each& each) {
  const int64_t work = window_work(pool, pool.pixels_out());
  parallel_for(pool.batch, kGrain / work + 1, [&](int64_t begin, int64_t end) {
    for (int64_t n = begin; n < end; ++n) each(n);
  });
}

// Some rows of pixels of one image as the compute type: in their place, or widened copies of the pixels asked for.
template <class T>
class PixelRows {
 public:
  using C = compute_t<T>;
  explicit PixelRows(const Pool& pool) : pool_(pool) {}

  // The rows in the windows of the outputs [begin, end) of the row y of the plane z.
  PoolSpan<C> span(const T* image, int64_t z, int64_t y, int64_t begin, int64_t end) {
    const int64_t channels = pool_.channels, width = pool_.in[2];
    PoolSpan<C> span{nullptr, 0, 0, channels, width, pool_.size[2], pool_.stride[2], pool_.before[2], 0, begin, end};
    if (begin >= end) return span;
    const int64_t first_row[2] = {z * pool_.stride[0] - pool_.before[0], y * pool_.stride[1] - pool_.before[1]};
    int64_t from[2], to[2];
    for (int i = 0; i < 2; ++i) {
      from[i] = std::max<int64_t>(first_row[i], 0);
      to[i] = std::min(first_row[i] + pool_.size[i], pool_.in[i]);
    }
    const int64_t last = (end - 1) * pool_.stride[2] - pool_.before[2] + pool_.size[2];
    const int64_t first_pixel = std::clamp<int64_t>(begin * pool_.stride[2] - pool_.before[2], 0, width);
    const int64_t count = std::max<int64_t>(std::min(last, width) - first_pixel, 0) * channels;
    rows_.clear();
    for (int64_t i = from[0]; i < to[0]; ++i)
      for (int64_t j = from[1]; j < to[1]; ++j)
        rows_.push_back(image + ((i * pool_.in[1] + j) * width + first_pixel) * channels);
    span.first = first_pixel;
    span.n_rows = static_cast<int64_t>(rows_.size());
    if constexpr (std::is_same_v<T, C>) {
      span.rows = rows_.data();
      span.rows_ahead = std::min({pool_.stride[1], pool_.size[1], kMostRowsAhead});
    } else {
      widened_.resize(rows_.size() * count);
      wide_rows_.resize(rows_.size());
      for (size_t r = 0; r < rows_.size(); ++r) {
        wide_rows_[r] = widened_.data() + static_cast<int64_t>(r) * count;
        to_float(dtype_of<T>, rows_[r], widened_.data() + static_cast<int64_t>(r) * count, count);
      }
      span.rows = wide_rows_.data();
    }
    return span;
  }

 private:
  const Pool& pool_;
  std::vector<const T*> rows_;
  std::vector<const C*> wide_rows_;
  std::vector<C> widened_;
};

// Runs loop(span, out) over all windows, in parallel by parts of rows of them.
template <class T>
void pool_in_vectors(const Pool& pool, void (*loop)(const PoolSpan<compute_t<T>>&, compute_t<T>*), const T* x, T* y) {
  using C = compute_t<T>;
  const int64_t width = pool.out[2], channels = pool.channels, image = pool.pixels_in() * channels;
  const int64_t piece = std::min(std::max<int64_t>(width, 1), kGrain / window_work(pool, 1) + 1);
  const int64_t pieces = (width + piece - 1) / piece;
  const int64_t rows = pool.out[0] * pool.out[1];
  parallel_for(pool.batch * rows * pieces, kGrain / window_work(pool, piece) + 1, [&](int64_t first, int64_t last) {
    PixelRows<T> pixels(pool);
    std::vector<C> wide(std::is_same_v<T, C> ? 0 : piece * channels);
    for (int64_t i = first; i < last; ++i) {
      const int64_t row = i / pieces, begin = i % pieces * piece, end = std::min(begin + piece, width);
      const PoolSpan<C> span =
          pixels.span(x + row / rows * image, row % rows / pool.out[1], row % pool.out[1], begin, end);
      T* to = y + (row * width + begin) * channels;
      if constexpr (std::is_same_v<T, C>) {
        loop(span, to);
      } else {
        loop(span, wide.data());
        from_float(dtype_of<T>, wide.data(), to, (end - begin) * channels);
      }
    }
  });
}

// Runs loop(span, dy, to) over all windows, image by image, as windows may share pixels. `x` is null where the loop
// does not ask for it.
template <class T>
void gradient_in_vectors(const Pool& pool,
                         void (*loop)(const PoolSpan<compute_t<T>>&, const compute_t<T>*, compute_t<T>* const*),
                         const T* x, const T* dy, T* dx) {
  using C = compute_t<T>;
  constexpr bool kInPlace = std::is_same_v<T, C>;
  const int64_t width = pool.out[2], channels = pool.channels, image = pool.pixels_in() * channels;
  for_images(pool, [&](int64_t n) {
    std::vector<C> sums(kInPlace ? 0 : image), wide_dy(kInPlace ? 0 : width * channels);
    T* to = dx + n * image;
    C* sum;
    if constexpr (kInPlace) {
      sum = to;
      std::fill_n(sum, image, C());
    } else {
      sum = sums.data();
    }
    PixelRows<T> pixels(pool);
    PixelRows<C> places(pool);
    for (int64_t row = 0; row < pool.out[0] * pool.out[1]; ++row) {
      const int64_t z = row / pool.out[1], y = row % pool.out[1];
      const PoolSpan<C> targets = places.span(sum, z, y, 0, width);
      const T* from = dy + (n * pool.pixels_out() + row * width) * channels;
      const C* gradient;
      if constexpr (kInPlace) {
        gradient = from;
      } else {
        to_float(dtype_of<T>, from, wide_dy.data(), width * channels);
        gradient = wide_dy.data();
      }
      // The rows of `sum` are ours to write.
      C* const* writable = const_cast<C* const*>(targets.rows);
      loop(x ? pixels.span(x + n * image, z, y, 0, width) : targets, gradient, writable);
    }
    if constexpr (!kInPlace) from_float(dtype_of<T>, sum, to, image);
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
  if constexpr (kInVectors<T>) {
    pool_in_vectors<T>(pool, loops<compute_t<T>>().max, x, y);
  } else {
    const int64_t channels = pool.channels, image = pool.pixels_in() * channels;
    for_output_pixels(pool, [&](int64_t i, int64_t n, const Window& window) {
      T* to = y + i * channels;
      std::fill_n(to, channels, std::numeric_limits<T>::min());
      window.for_pixels(pool, [&](int64_t pixel) {
        const T* from = x + n * image + pixel * channels;
        for (int64_t c = 0; c < channels; ++c) to[c] = std::max(to[c], from[c]);
      });
    });
  }
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
  if constexpr (kInVectors<T>) {
    gradient_in_vectors<T>(pool, loops<compute_t<T>>().max_gradient, x, dy, dx);
  } else {
    const int64_t channels = pool.channels, image = pool.pixels_in() * channels, pixels = pool.pixels_out();
    for_images(pool, [&](int64_t n) {
      T* to = dx + n * image;
      std::fill_n(to, image, T());
      for (int64_t p = 0; p < pixels; ++p) {
        const T* gradient = dy + (n * pixels + p) * channels;
        for_maxima(pool, Window(pool, p), x + n * image, [&](int64_t c, int64_t pixel) {
          T& sum = to[pixel * channels + c];
          sum = wrapping_add(sum, gradient[c]);
        });
      }
    });
  }
}

template <class T>
void max_pool_gradient_to_all(const Pool& pool, const T* x, const T* y, const T* dy, T* dx) {
  using C = compute_t<T>;
  const int64_t channels = pool.channels, image = pool.pixels_in() * channels, pixels = pool.pixels_out();
  for_images(pool, [&](int64_t n) {
    std::vector<C> sums(static_cast<size_t>(image));
    for (int64_t p = 0; p < pixels; ++p) {
      const int64_t at = (n * pixels + p) * channels;
      Window(pool, p).for_pixels(pool, [&](int64_t pixel) {
        const T* from = x + n * image + pixel * channels;
        C* sum = sums.data() + pixel * channels;
        for (int64_t c = 0; c < channels; ++c)
          sum[c] += static_cast<C>(from[c]) == static_cast<C>(y[at + c]) ? static_cast<C>(dy[at + c]) : C();
      });
    }
    for (int64_t i = 0; i < image; ++i) dx[n * image + i] = static_cast<T>(sums[i]);
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
  pool_in_vectors<T>(pool, loops<compute_t<T>>().mean, x, y);
}

template <class T>
void average_pool_gradient(const Pool& pool, const T* dy, T* dx) {
  gradient_in_vectors<T>(pool, loops<compute_t<T>>().mean_gradient, nullptr, dy, dx);
}

#define GW_MAX_POOLING(T)                                                     \
  template void max_pool<T>(const Pool&, const T*, T*);                       \
  template void max_pool_positions<T>(const Pool&, const T*, bool, int64_t*); \
  template void max_pool_gradient<T>(const Pool&, const T*, const T*, T*);    \
  template void max_pool_pick<T>(const Pool&, const T*, const T*, T*);
#define GW_POOLING(T)                                                \
  GW_MAX_POOLING(T)                                                  \
  template void average_pool<T>(const Pool&, const T*, T*);          \
  template void average_pool_gradient<T>(const Pool&, const T*, T*); \
  template void max_pool_gradient_to_all<T>(const Pool&, const T*, const T*, const T*, T*);
GW_POOLING(float)
GW_POOLING(double)
GW_POOLING(Half)
GW_POOLING(Bfloat16)
GW_MAX_POOLING(int8_t)
GW_MAX_POOLING(int16_t)
GW_MAX_POOLING(int32_t)
GW_MAX_POOLING(int64_t)
GW_MAX_POOLING(uint8_t)
GW_MAX_POOLING(uint16_t)
GW_MAX_POOLING(uint32_t)
GW_MAX_POOLING(uint64_t)
#undef GW_POOLING
#undef GW_MAX_POOLING

}  // namespace graphwright
