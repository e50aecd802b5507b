// Greyscale morphology: dilation of images by a filter, and its gradients.
#include <algorithm>
#include <limits>

#include "base/parallel.h"
#include "base/wrapping.h"
#include "kernels/cast.h"
#include "op/vectorize_rules.h"
#include "op/xla_facts.h"
#include "ops/array_build.h"
#include "ops/image/image.h"
#include "ops/nn/sliding_window.h"

namespace graphwright {
namespace {

#define GW_DILATION_TYPES "{float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}"

struct Geometry {
  int64_t height, width, channels;  // of the input
  int64_t filter_height, filter_width;
  int64_t stride_y, stride_x, rate_y, rate_x;
  WindowAxis y, x;
};

template <class Context>
Geometry geometry_of(const Context& ctx, const Shape& input, const Shape& filter) {
  auto read = [&](const char* name) {
    auto list = ctx.template attr<std::vector<int64_t>>(name);
    if (list.size() != 4) ctx.fail(name, " attribute must contain 4 values, but got: ", list.size());
    if (list[0] != 1 || list[3] != 1)
      throw Error(Code::kUnimplemented, str_cat(name, " is only supported across space."), ctx.op().name);
    for (int64_t value : list)
      if (value < 1 || value > INT32_MAX) ctx.fail(name, " must be positive, got [", str_join(list, ", "), "]");
    return list;
  };
  const auto strides = read("strides"), rates = read("rates");
  const std::string padding = ctx.template attr<std::string>("padding");
  if (input[3] >= 0 && filter[2] >= 0 && input[3] != filter[2])
    ctx.fail("input and filter must have the same depth: ", input[3], " vs ", filter[2]);
  return {input[1],
          input[2],
          input[3],
          filter[0],
          filter[1],
          strides[1],
          strides[2],
          rates[1],
          rates[2],
          slide(ctx.op().name, input[1], filter[0], rates[1], strides[1], padding),
          slide(ctx.op().name, input[2], filter[1], rates[2], strides[2], padding)};
}

void dilation_shape(ShapeContext& ctx) {
  Shape input = ctx.with_rank(0, 4), filter = ctx.with_rank(1, 3);
  const Geometry g = geometry_of(ctx, input, filter);
  ctx.set_output(0, Shape{input[0], g.y.out, g.x.out, std::max(input[3], filter[2])});
}

Geometry checked_geometry(const KernelContext& ctx) {
  const Shape &input = ctx.input(0).shape(), &filter = ctx.input(1).shape();
  if (input.rank() != 4) ctx.fail("input must be 4-dimensional, got shape ", input);
  if (filter.rank() != 3) ctx.fail("filter must be 3-dimensional, got shape ", filter);
  return geometry_of(ctx, input, filter);
}

template <class T>
struct Best {
  T value;
  int64_t y, x;    // in the input
  int64_t fy, fx;  // in the filter; -1 where the whole window lies outside
};

// The largest sum of input and filter in a window, and where it is.
template <class Acc, class T>
Best<Acc> best_of(const Geometry& g, const T* image, const T* filter, int64_t out_y, int64_t out_x, int64_t channel) {
  const int64_t first_y = out_y * g.stride_y - g.y.before, first_x = out_x * g.stride_x - g.x.before;
  Best<Acc> best = {std::numeric_limits<Acc>::lowest(), std::clamp<int64_t>(first_y, 0, g.height - 1),
                    std::clamp<int64_t>(first_x, 0, g.width - 1), -1, -1};
  for (int64_t fy = 0; fy < g.filter_height; ++fy) {
    const int64_t y = first_y + fy * g.rate_y;
    if (y < 0 || y >= g.height) continue;
    for (int64_t fx = 0; fx < g.filter_width; ++fx) {
      const int64_t x = first_x + fx * g.rate_x;
      if (x < 0 || x >= g.width) continue;
      const Acc sum = wrapping_add(static_cast<Acc>(image[(y * g.width + x) * g.channels + channel]),
                                   static_cast<Acc>(filter[(fy * g.filter_width + fx) * g.channels + channel]));
      if (sum > best.value) best = {sum, y, x, fy, fx};
    }
  }
  return best;
}

// sums[i] = max(sums[i], x[i] + filter[i % channels]) for n pixels. Groups of pixels go at once where they have few
// channels.
template <class T>
void raise_row(T* sums, const T* x, const T* filter, int64_t n, int64_t channels) {
  constexpr int64_t kGroup = 16, kMost = 8 * kGroup;
  auto raise = [](T* to, const T* from, const T* by, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      const T sum = wrapping_add(from[i], by[i]);
      to[i] = sum > to[i] ? sum : to[i];
    }
  };
  int64_t pixel = 0;
  if (channels * kGroup <= kMost) {
    T repeated[kMost];
    for (int64_t i = 0; i < channels * kGroup; ++i) repeated[i] = filter[i % channels];
    for (; pixel + kGroup <= n; pixel += kGroup)
      raise(sums + pixel * channels, x + pixel * channels, repeated, kGroup * channels);
  }
  for (; pixel < n; ++pixel) raise(sums + pixel * channels, x + pixel * channels, filter, channels);
}

template <class T>
void dilate(const Geometry& g, int64_t batch, const T* input, const T* filter, T* out) {
  const int64_t channels = g.channels, work = g.x.out * channels * g.filter_height * g.filter_width;
  parallel_for(batch * g.y.out, 20'000 / (work + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const T* image = input + i / g.y.out * g.height * g.width * channels;
      T* sums = out + i * g.x.out * channels;
      std::fill_n(sums, g.x.out * channels, std::numeric_limits<T>::lowest());
      for (int64_t fy = 0; fy < g.filter_height; ++fy) {
        const int64_t y = i % g.y.out * g.stride_y - g.y.before + fy * g.rate_y;
        if (y < 0 || y >= g.height) continue;
        for (int64_t fx = 0; fx < g.filter_width; ++fx) {
          const int64_t offset = fx * g.rate_x - g.x.before;  // of the first window's pixel
          const T* by = filter + (fy * g.filter_width + fx) * channels;
          const int64_t first = offset < 0 ? (-offset + g.stride_x - 1) / g.stride_x : 0;
          const int64_t last = offset >= g.width ? 0 : std::min(g.x.out, (g.width - 1 - offset) / g.stride_x + 1);
          if (first >= last) continue;
          const T* from = image + (y * g.width + first * g.stride_x + offset) * channels;
          if (g.stride_x == 1) {
            raise_row(sums + first * channels, from, by, last - first, channels);
          } else {
            for (int64_t x = first; x < last; ++x, from += g.stride_x * channels)
              raise_row(sums + x * channels, from, by, 1, channels);
          }
        }
      }
    }
  });
}

Tensor as_floats(const Tensor& tensor) {
  Tensor wide = Tensor::allocate(DType::kFloat32, tensor.shape());
  cast_elements(tensor.dtype(), tensor.raw(), DType::kFloat32, wide.raw(), tensor.num_elements());
  return wide;
}

void dilation_cpu(KernelContext& ctx) {
  const Geometry g = checked_geometry(ctx);
  const Tensor &input = ctx.input(0), &filter = ctx.input(1);
  const int64_t batch = input.shape()[0];
  Tensor out = ctx.allocate(0, checked_shape({batch, g.y.out, g.x.out, g.channels}));
  if (out.num_elements() == 0) return;
  if (input.dtype() == DType::kHalf || input.dtype() == DType::kBfloat16) {
    Tensor sums = Tensor::allocate(DType::kFloat32, out.shape());
    dilate(g, batch, as_floats(input).data<float>(), as_floats(filter).data<float>(), sums.data<float>());
    cast_elements(DType::kFloat32, sums.raw(), out.dtype(), out.raw(), out.num_elements());
    return;
  }
  visit_real(input.dtype(), [&]<class T>() {
    if constexpr (std::is_same_v<T, compute_t<T>>) dilate(g, batch, input.data<T>(), filter.data<T>(), out.data<T>());
  });
}

// The gradient goes to the elements that gave the largest sum: of the input, or of the filter.
template <bool kFilter>
void dilation_grad_cpu(KernelContext& ctx) {
  const Geometry g = checked_geometry(ctx);
  const Tensor &input = ctx.input(0), &filter = ctx.input(1), &grads = ctx.input(2);
  const int64_t batch = input.shape()[0];
  const Shape wanted{batch, g.y.out, g.x.out, g.channels};
  if (grads.shape() != wanted) ctx.fail("out_backprop must have shape ", wanted, ", got ", grads.shape());
  Tensor out = ctx.allocate(0, kFilter ? filter.shape() : input.shape());
  if (out.num_elements() == 0) return;
  visit_real(input.dtype(), [&]<class T>() {
    using Acc = compute_t<T>;
    std::vector<Acc> sums(static_cast<size_t>(out.num_elements()), Acc{0});
    const int64_t image_size = g.height * g.width * g.channels;
    // Channels do not meet in either gradient.
    parallel_for(g.channels, 1, [&](int64_t begin, int64_t end) {
      for (int64_t b = 0; b < batch; ++b) {
        const T* image = input.data<T>() + b * image_size;
        for (int64_t y = 0; y < g.y.out; ++y) {
          for (int64_t x = 0; x < g.x.out; ++x) {
            const T* from = grads.data<T>() + ((b * g.y.out + y) * g.x.out + x) * g.channels;
            for (int64_t k = begin; k < end; ++k) {
              // Where no sum is larger than all that there is, the first element gets the gradient.
              const Best<Acc> best = best_of<Acc>(g, image, filter.data<T>(), y, x, k);
              const int64_t place =
                  kFilter
                      ? (std::max<int64_t>(best.fy, 0) * g.filter_width + std::max<int64_t>(best.fx, 0)) * g.channels
                      : b * image_size + (best.y * g.width + best.x) * g.channels;
              Acc& sum = sums[static_cast<size_t>(place + k)];
              sum = wrapping_add(sum, static_cast<Acc>(from[k]));
            }
          }
        }
      }
    });
    for (size_t i = 0; i < sums.size(); ++i) out.data<T>()[i] = static_cast<T>(sums[i]);
  });
}

template <int kInput>
void dilation_grad_shape(ShapeContext& ctx) {
  ctx.set_output(0, ctx.with_rank(kInput, kInput == 0 ? 4 : 3));
}

Values dilation_gradient(GradientContext& ctx) {
  Attrs attrs = {{"strides", ctx.attr<std::vector<int64_t>>("strides")},
                 {"rates", ctx.attr<std::vector<int64_t>>("rates")},
                 {"padding", ctx.attr<std::string>("padding")}};
  return {ctx.wants(0) ? op<"Dilation2DBackpropInput">({ctx.input(0), ctx.input(1), ctx.grad()}, attrs) : Value(),
          ctx.wants(1) ? op<"Dilation2DBackpropFilter">({ctx.input(0), ctx.input(1), ctx.grad()}, attrs) : Value()};
}

// Rows in the batch would add up their filters' gradients, but channels are apart.
void dilation_filter_vectorize(VectorizeContext& ctx) {
  Value found = call(ctx.op(),
                     Values{ctx.in_last_axis(ctx.stacked(0), 4), ctx.in_last_axis(ctx.stacked(1), 3),
                            ctx.in_last_axis(ctx.stacked(2), 4)},
                     ctx.attrs())[0];
  ctx.set(0, ctx.from_last_axis(found, 3));
}
// And so filters of rows' own are those of channels of their own.
void dilation_vectorize(VectorizeContext& ctx) {
  if (!ctx.rows(1)) return vectorize::examples_at(ctx, {0, 2});
  Values inputs{ctx.in_last_axis(ctx.stacked(0), 4), ctx.in_last_axis(ctx.value(1), 3)};
  if (ctx.num_inputs() == 3) inputs.push_back(ctx.in_last_axis(ctx.stacked(2), 4));
  ctx.set(0, ctx.from_last_axis(call(ctx.op(), inputs, ctx.attrs())[0], 4));
}

// Dilation2D: output[b, y, x, c] = max over (dy, dx) of input[b, s y + r dy, s x + r dx, c] + filter[dy, dx, c].
DEFINE_OP("Dilation2D")
    .input("input: T")
    .input("filter: T")
    .output("output: T")
    .attr("T: " GW_DILATION_TYPES)
    .attr("strides: list(int32) >= 4")
    .attr("rates: list(int32) >= 4")
    .attr("padding: {'SAME', 'VALID'}")
    .doc("The largest sum of image and filter in each window.")
    .shape(dilation_shape)
    .kernel(CPU, dilation_cpu)
    .gradient(dilation_gradient)
    .vectorize(dilation_vectorize);

DEFINE_OP("Dilation2DBackpropInput")
    .input("input: T")
    .input("filter: T")
    .input("out_backprop: T")
    .output("in_backprop: T")
    .attr("T: " GW_DILATION_TYPES)
    .attr("strides: list(int32) >= 4")
    .attr("rates: list(int32) >= 4")
    .attr("padding: {'SAME', 'VALID'}")
    .doc("The gradient of Dilation2D with respect to the images.")
    .shape(dilation_grad_shape<0>)
    .kernel(CPU, dilation_grad_cpu<false>)
    .vectorize(dilation_vectorize);

DEFINE_OP("Dilation2DBackpropFilter")
    .input("input: T")
    .input("filter: T")
    .input("out_backprop: T")
    .output("filter_backprop: T")
    .attr("T: " GW_DILATION_TYPES)
    .attr("strides: list(int32) >= 4")
    .attr("rates: list(int32) >= 4")
    .attr("padding: {'SAME', 'VALID'}")
    .doc("The gradient of Dilation2D with respect to the filter.")
    .shape(dilation_grad_shape<1>)
    .kernel(CPU, dilation_grad_cpu<true>)
    .vectorize(dilation_filter_vectorize);

XLA_FACT(kNotCompiled, "Dilation2D", "Dilation2DBackpropFilter", "Dilation2DBackpropInput");

}  // namespace
}  // namespace graphwright
