// Convolutions as matrix products of gathered windows; depthwise ones directly.
#include "kernels/convolution.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/wrapping.h"
#include "device/device.h"
#include "kernels/by_level.h"
#include "kernels/depthwise_table.h"
#include "kernels/gemm.h"
#include "kernels/row_loops.h"
#include "kernels/streaming.h"

namespace graphwright {
namespace {

using onednn::Convolution;
using onednn::ConvolutionKind;

// The geometry with three spatial axes, the missing ones of extent 1 in front, and strides in elements.
struct Geometry {
  int64_t in[3] = {1, 1, 1}, out[3] = {1, 1, 1}, filter[3] = {1, 1, 1}, stride[3] = {1, 1, 1}, dilation[3] = {1, 1, 1},
          before[3] = {0, 0, 0};
  int64_t batch, in_channels, out_channels, groups, group_in, group_out, pixels_in = 1, pixels_out = 1, taps = 1;
  bool channels_last;

  explicit Geometry(const Convolution& args) {
    for (int i = 0; i < args.axes; ++i) {
      const int to = 3 - args.axes + i;
      in[to] = args.in[i];
      out[to] = args.out[i];
      filter[to] = args.filter[i];
      stride[to] = args.stride[i];
      dilation[to] = args.dilation[i];
      before[to] = args.pad_before[i];
    }
    batch = args.batch;
    in_channels = args.in_channels;
    out_channels = args.out_channels;
    groups = args.groups;
    group_in = groups == 0 ? 0 : in_channels / groups;
    group_out = groups == 0 ? 0 : out_channels / groups;
    channels_last = args.channels_last;
    for (int i = 0; i < 3; ++i) {
      pixels_in *= in[i];
      pixels_out *= out[i];
      taps *= filter[i];
    }
  }
  int64_t columns() const { return taps * group_in; }
  // Where a pixel's first channel lies in an image, and the step between its channels.
  int64_t in_pixel(int64_t pixel) const { return channels_last ? pixel * in_channels : pixel; }
  int64_t in_step() const { return channels_last ? 1 : pixels_in; }
};

// Calls each(tap, input pixel or -1) for every tap of the window of one output pixel.
template <class Each>
void for_taps(const Geometry& g, int64_t pixel, const Each& each) {
  int64_t origin[3];
  for (int i = 2; i >= 0; --i) {
    origin[i] = pixel % g.out[i] * g.stride[i] - g.before[i];
    pixel /= g.out[i];
  }
  int64_t tap = 0;
  for (int64_t d = 0; d < g.filter[0]; ++d) {
    const int64_t z = origin[0] + d * g.dilation[0];
    const bool in_z = z >= 0 && z < g.in[0];
    for (int64_t h = 0; h < g.filter[1]; ++h) {
      const int64_t y = origin[1] + h * g.dilation[1];
      const bool in_y = in_z && y >= 0 && y < g.in[1];
      for (int64_t w = 0; w < g.filter[2]; ++w, ++tap) {
        const int64_t x = origin[2] + w * g.dilation[2];
        each(tap, in_y && x >= 0 && x < g.in[2] ? (z * g.in[1] + y) * g.in[2] + x : -1);
      }
    }
  }
}

// Rows of `columns`: the windows of output pixels [begin, end), [taps, group_in] each, zeros outside the image.
template <class T>
void gather(const Geometry& g, const T* image, int64_t group, int64_t begin, int64_t end, T* columns) {
  const int64_t step = g.in_step(), width = g.group_in;
  const T* base = image + group * width * step;
  for (int64_t pixel = begin; pixel < end; ++pixel, columns += g.columns()) {
    for_taps(g, pixel, [&](int64_t tap, int64_t from) {
      T* to = columns + tap * width;
      if (from < 0) {
        std::fill_n(to, width, T());
      } else if (step == 1) {
        std::memcpy(to, base + g.in_pixel(from), width * sizeof(T));
      } else {
        for (int64_t c = 0; c < width; ++c) to[c] = base[g.in_pixel(from) + c * step];
      }
    });
  }
}

// The reverse: adds rows of `columns` to the pixels they came from.
template <class T>
void scatter(const Geometry& g, const T* columns, int64_t group, int64_t begin, int64_t end, T* image) {
  const int64_t step = g.in_step(), width = g.group_in;
  T* base = image + group * width * step;
  for (int64_t pixel = begin; pixel < end; ++pixel, columns += g.columns()) {
    for_taps(g, pixel, [&](int64_t tap, int64_t at) {
      if (at < 0) return;
      const T* from = columns + tap * width;
      T* to = base + g.in_pixel(at);
      for (int64_t c = 0; c < width; ++c) to[c * step] = wrapping_add(to[c * step], from[c]);
    });
  }
}

// Output pixels gathered at a time: about a megabyte of columns.
template <class T>
int64_t block_pixels(const Geometry& g) {
  const int64_t bytes = g.columns() * static_cast<int64_t>(sizeof(T));
  return std::max<int64_t>(8, std::min(g.pixels_out, (1 << 20) / std::max<int64_t>(bytes, 1)));
}

template <class T>
void forward(const Geometry& g, const T* x, const T* filter, T* y) {
  const int64_t block = block_pixels<T>(g), blocks = (g.pixels_out + block - 1) / block, columns = g.columns();
  const int64_t work = block * columns * g.out_channels + 1;
  parallel_for(g.batch * blocks, kGemmGrain / work + 1, [&](int64_t begin, int64_t end) {
    std::unique_ptr<T[]> gathered(new T[block * columns]);
    for (int64_t i = begin; i < end; ++i) {
      const int64_t n = i / blocks, first = i % blocks * block, last = std::min(first + block, g.pixels_out);
      for (int64_t group = 0; group < g.groups; ++group) {
        gather(g, x + n * g.in_channels * g.pixels_in, group, first, last, gathered.get());
        GemmArgs args;
        args.k = columns;
        if (g.channels_last) {
          args.m = last - first;
          args.n = g.group_out;
          args.a = gathered.get();
          args.a_row = columns;
          args.b = filter + group * g.group_out;
          args.b_row = g.out_channels;
          args.c = y + (n * g.pixels_out + first) * g.out_channels + group * g.group_out;
          args.c_row = g.out_channels;
        } else {
          args.m = g.group_out;
          args.n = last - first;
          args.a = filter + group * g.group_out;
          args.a_row = 1;
          args.a_column = g.out_channels;
          args.b = gathered.get();
          args.b_row = 1;
          args.b_column = columns;
          args.c = y + (n * g.out_channels + group * g.group_out) * g.pixels_out + first;
          args.c_row = g.pixels_out;
        }
        gemm_one_thread(dtype_of<T>, args);
      }
    }
  });
}

// Rows of dy for output pixels from `first`, as the operand of a product: [pixels, group_out].
template <class T>
const T* output_rows(const Geometry& g, const T* dy, int64_t n, int64_t group, int64_t first, int64_t* row,
                     int64_t* column) {
  *row = g.channels_last ? g.out_channels : 1;
  *column = g.channels_last ? 1 : g.pixels_out;
  return g.channels_last ? dy + (n * g.pixels_out + first) * g.out_channels + group * g.group_out
                         : dy + (n * g.out_channels + group * g.group_out) * g.pixels_out + first;
}

template <class T>
void backward_input(const Geometry& g, const T* filter, const T* dy, T* dx) {
  const int64_t block = block_pixels<T>(g), columns = g.columns(), image = g.in_channels * g.pixels_in;
  const int64_t work = g.pixels_out * columns * g.out_channels + 1;
  parallel_for(g.batch, kGemmGrain / work + 1, [&](int64_t begin, int64_t end) {
    std::unique_ptr<T[]> gathered(new T[block * columns]);
    for (int64_t n = begin; n < end; ++n) {
      std::fill_n(dx + n * image, image, T());
      for (int64_t first = 0; first < g.pixels_out; first += block) {
        const int64_t last = std::min(first + block, g.pixels_out);
        for (int64_t group = 0; group < g.groups; ++group) {
          GemmArgs args;
          args.m = last - first;
          args.n = columns;
          args.k = g.group_out;
          args.a = output_rows(g, dy, n, group, first, &args.a_row, &args.a_column);
          args.b = filter + group * g.group_out;
          args.b_row = 1;
          args.b_column = g.out_channels;
          args.c = gathered.get();
          args.c_row = columns;
          gemm(dtype_of<T>, args);
          scatter(g, gathered.get(), group, first, last, dx + n * image);
        }
      }
    }
  });
}

template <class T>
void backward_filter(const Geometry& g, const T* x, const T* dy, T* dfilter) {
  const int64_t block = block_pixels<T>(g), columns = g.columns();
  std::fill_n(dfilter, columns * g.out_channels, T());
  std::unique_ptr<T[]> gathered(new T[block * columns]);
  for (int64_t n = 0; n < g.batch; ++n) {
    for (int64_t first = 0; first < g.pixels_out; first += block) {
      const int64_t last = std::min(first + block, g.pixels_out);
      for (int64_t group = 0; group < g.groups; ++group) {
        gather(g, x + n * g.in_channels * g.pixels_in, group, first, last, gathered.get());
        GemmArgs args;
        args.m = columns;
        args.n = g.group_out;
        args.k = last - first;
        args.a = gathered.get();
        args.a_row = 1;
        args.a_column = columns;
        args.b = output_rows(g, dy, n, group, first, &args.b_row, &args.b_column);
        args.c = dfilter + group * g.group_out;
        args.c_row = g.out_channels;
        args.add = true;
        gemm(dtype_of<T>, args);
      }
    }
  }
}

// Depthwise, channels last: every tap is a product of rows of channels. `multiplier` outputs per input channel.
template <class T>
void depthwise(ConvolutionKind kind, const Geometry& g, const T* a, const T* b, T* result) {
  const int64_t channels = g.in_channels, multiplier = g.group_out, outputs = g.out_channels;
  auto multiply_add = [&](T* to, const T* wide, const T* narrow) {  // to[c, m] += wide[c, m] * narrow[c]
    if (multiplier == 1) {
      row_loops<T>().add_product(to, wide, narrow, channels);
    } else {
      for (int64_t c = 0; c < channels; ++c)
        for (int64_t m = 0; m < multiplier; ++m) to[c * multiplier + m] += wide[c * multiplier + m] * narrow[c];
    }
  };
  if (kind == ConvolutionKind::kForward) {
    parallel_for(g.batch * g.pixels_out, kGemmGrain / (g.taps * outputs + 1) + 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        T* to = result + i * outputs;
        const T* image = a + i / g.pixels_out * g.pixels_in * channels;
        std::fill_n(to, outputs, T());
        for_taps(g, i % g.pixels_out, [&](int64_t tap, int64_t from) {
          if (from >= 0) multiply_add(to, b + tap * outputs, image + from * channels);
        });
      }
    });
    return;
  }
  if (kind == ConvolutionKind::kBackwardInput) {
    parallel_for(g.batch, kGemmGrain / (g.pixels_out * g.taps * outputs + 1) + 1, [&](int64_t begin, int64_t end) {
      for (int64_t n = begin; n < end; ++n) {
        T* image = result + n * g.pixels_in * channels;
        std::fill_n(image, g.pixels_in * channels, T());
        for (int64_t pixel = 0; pixel < g.pixels_out; ++pixel) {
          const T* dy = b + (n * g.pixels_out + pixel) * outputs;
          for_taps(g, pixel, [&](int64_t tap, int64_t at) {
            if (at < 0) return;
            T* to = image + at * channels;
            const T* filter = a + tap * outputs;
            if (multiplier == 1) return row_loops<T>().add_product(to, filter, dy, channels);
            for (int64_t c = 0; c < channels; ++c)
              for (int64_t m = 0; m < multiplier; ++m) to[c] += filter[c * multiplier + m] * dy[c * multiplier + m];
          });
        }
      }
    });
    return;
  }
  std::fill_n(result, g.taps * outputs, T());
  for (int64_t i = 0; i < g.batch * g.pixels_out; ++i) {
    const T* image = a + i / g.pixels_out * g.pixels_in * channels;
    for_taps(g, i % g.pixels_out, [&](int64_t tap, int64_t from) {
      if (from >= 0) multiply_add(result + tap * outputs, b + i * outputs, image + from * channels);
    });
  }
}

DepthwiseFn depthwise_row() { return GW_BY_LEVEL(depthwise_row); }

// Forward, one output per channel: by rows of output pixels, whose sums stay in registers.
void depthwise_rows(const Geometry& g, const float* x, const float* filter, float* y) {
  const DepthwiseFn loop = depthwise_row();
  const int64_t channels = g.in_channels, rows = g.out[0] * g.out[1], width = g.out[2];
  const bool streaming = g.batch * g.pixels_out * channels * static_cast<int64_t>(sizeof(float)) >= kStreamingBytes;
  const int64_t rows_ahead = g.dilation[1] == 1 ? std::min<int64_t>({g.stride[1], g.filter[1], 3}) : 1;
  const int64_t piece = std::min(std::max<int64_t>(width, 1), 65536 / std::max<int64_t>(channels, 1) + 1);
  const int64_t pieces = (width + piece - 1) / piece;
  parallel_for(g.batch * rows * pieces, kGemmGrain / (g.taps * channels * piece + 1) + 1,
               [&](int64_t first, int64_t last) {
                 std::unique_ptr<float[]> kept(streaming ? new float[piece * channels] : nullptr);
                 std::vector<const float*> images, filters;
                 for (int64_t i = first; i < last; ++i) {
                   const int64_t row = i / pieces, begin = i % pieces * piece, end = std::min(begin + piece, width);
                   const int64_t z = row % rows / g.out[1] * g.stride[0] - g.before[0],
                                 top = row % g.out[1] * g.stride[1] - g.before[1];
                   images.clear();
                   filters.clear();
                   for (int64_t d = 0; d < g.filter[0]; ++d)
                     for (int64_t h = 0; h < g.filter[1]; ++h) {
                       const int64_t plane = z + d * g.dilation[0], line = top + h * g.dilation[1];
                       if (plane < 0 || plane >= g.in[0] || line < 0 || line >= g.in[1]) continue;
                       images.push_back(x + (row / rows * g.pixels_in + (plane * g.in[1] + line) * g.in[2]) * channels);
                       filters.push_back(filter + (d * g.filter[1] + h) * g.filter[2] * channels);
                     }
                   float* to = y + (row * width + begin) * channels;
                   loop({images.data(), filters.data(), rows_ahead, static_cast<int64_t>(images.size()), channels,
                         g.in[2], g.filter[2], g.stride[2], g.dilation[2], g.before[2], begin, end},
                        streaming ? kept.get() : to);
                   if (streaming)
                     stream_copy(to, kept.get(), static_cast<size_t>((end - begin) * channels) * sizeof(float));
                 }
                 if (streaming) stream_fence();
               });
}

template <class T>
void run(const Convolution& args, const T* x, const T* y, T* result) {
  const Geometry g(args);
  if constexpr (std::is_same_v<T, float>) {
    if (g.group_in == 1 && g.group_out == 1 && g.groups > 1 && g.channels_last &&
        args.kind == ConvolutionKind::kForward)
      return depthwise_rows(g, x, y, result);
  }
  if constexpr (!std::is_integral_v<T>) {
    if (g.group_in == 1 && g.groups > 1 && g.channels_last) return depthwise(args.kind, g, x, y, result);
  }
  switch (args.kind) {
    case ConvolutionKind::kForward:
      return forward(g, x, y, result);
    case ConvolutionKind::kBackwardInput:
      return backward_input(g, x, y, result);
    case ConvolutionKind::kBackwardFilter:
      return backward_filter(g, x, y, result);
  }
}

// 16-bit floats are widened whole, and the result is rounded once.
template <class T>
void run_widened(const Convolution& args, const void* x, const void* y, void* result) {
  const Geometry g(args);
  const int64_t in = g.batch * g.pixels_in * g.in_channels, out = g.batch * g.pixels_out * g.out_channels,
                filter = g.columns() * g.out_channels;
  int64_t sizes[3] = {in, filter, out};
  if (args.kind == ConvolutionKind::kBackwardInput) sizes[0] = filter, sizes[1] = out, sizes[2] = in;
  if (args.kind == ConvolutionKind::kBackwardFilter) sizes[0] = in, sizes[1] = out, sizes[2] = filter;
  auto widen = [](const void* from, int64_t n) {
    std::unique_ptr<float[]> to(new float[n]);
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<float>(static_cast<const T*>(from)[i]);
    return to;
  };
  const auto wide_x = widen(x, sizes[0]), wide_y = widen(y, sizes[1]);
  std::unique_ptr<float[]> wide_result(new float[sizes[2]]);
  run<float>(args, wide_x.get(), wide_y.get(), wide_result.get());
  for (int64_t i = 0; i < sizes[2]; ++i) static_cast<T*>(result)[i] = static_cast<T>(wide_result[i]);
}

}  // namespace

bool loops_are_fastest(const Convolution& args) {
  return args.kind == ConvolutionKind::kForward && args.dtype == DType::kFloat32 && args.channels_last &&
         args.groups >= 8 && args.groups == args.in_channels && args.groups == args.out_channels &&
         isa_level() != IsaLevel::kV2;
}

void convolve_by_loops(const Convolution& args, const void* x, const void* y, void* result) {
  bool known = visit_dtype<float, double, int32_t>(args.dtype,
                                                   [&]<class T>() {
                                                     run<T>(args, static_cast<const T*>(x), static_cast<const T*>(y),
                                                            static_cast<T*>(result));
                                                   }) ||
               visit_dtype<Half, Bfloat16>(args.dtype, [&]<class T>() { run_widened<T>(args, x, y, result); });
  GW_CHECK(known, Code::kUnimplemented, "no convolution of ", args.dtype);
}

}  // namespace graphwright
