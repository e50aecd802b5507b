// Layers on small integers that stand for numbers of a range: QuantizedConv2D, QuantizedAvgPool, QuantizedMaxPool,
// QuantizedBiasAdd, QuantizedAdd, QuantizedMul, QuantizedBatchNormWithGlobalNormalization, QuantizedInstanceNorm,
// QuantizedResizeBilinear, QuantizedReshape.
#include "base/wrapping.h"
#include "op/build.h"
#include "op/run_op.h"
#include "ops/array_args.h"
#include "ops/nn/sliding_window.h"
#include "ops/quantize/quantize.h"

namespace graphwright {
namespace {

struct Bounds {
  float min, max;
};
Bounds bounds_input(KernelContext& ctx, int i) {
  for (int k : {i, i + 1})
    if (ctx.input(k).shape().rank() != 0)
      ctx.fail("`", ctx.op().inputs[k].name, "` must be rank 0 but is rank ", ctx.input(k).shape().rank());
  return {ctx.input(i).data<float>()[0], ctx.input(i + 1).data<float>()[0]};
}
void set_bounds(KernelContext& ctx, Bounds bounds) {
  ctx.allocate(1, Shape()).data<float>()[0] = bounds.min;
  ctx.allocate(2, Shape()).data<float>()[0] = bounds.max;
}
void require(KernelContext& ctx, bool there_is) {
  if (!there_is)
    ctx.fail_code(Code::kNotFound, "Could not find device for node: {{node ", ctx.op().name, "}} = ", ctx.op().name,
                  ": there is no CPU kernel for inputs of ", ctx.input(0).dtype(), " and outputs of ",
                  ctx.output_dtype(0));
}
void require_rank(KernelContext& ctx, int i, int rank) {
  if (ctx.input(i).shape().rank() != rank)
    ctx.fail(ctx.op().inputs[i].name, " must be ", rank, "-dimensional, got shape ", ctx.input(i).shape());
}
void with_scalars(ShapeContext& ctx, int first) {
  for (int i = first; i < ctx.num_inputs(); ++i) ctx.with_rank(i, 0);
  ctx.set_output(1, Shape());
  ctx.set_output(2, Shape());
}

// The range of 32-bit products, of which each step is worth one step of each factor.
Bounds product_range(Bounds a, Bounds b) {
  const float most = ((a.max - a.min) / 255.0f) * ((b.max - b.min) / 255.0f) * 2147483648.0f;
  return {-most, most};
}
// The integer of zero, which need not be one of the type where the range does not hold zero.
int64_t zero_of(Bounds bounds) {
  if (bounds.min == bounds.max) return 0;
  const float first = Steps<uint8_t>(bounds.min, bounds.max).first;
  return std::fabs(first) < 1e9f ? -static_cast<int64_t>(first) : 0;
}

// ---- QuantizedConv2D ----

void check_window(KernelContext& ctx, const WindowAttrs& window) {
  if (window.stride[0] != window.stride[1])
    ctx.fail("Current implementation only supports equal length strides in the row and column dimensions.");
  if (window.dilation[0] != 1 || window.dilation[1] != 1)
    ctx.fail("Current implementation only supports dilated rate as 1 in the row and column dimensions.");
}

void convolve(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &filter = ctx.input(1);
  if (filter.dtype() == DType::kQint8) return convolve_signed_filter(ctx);
  require(ctx,
          x.dtype() == DType::kQuint8 && filter.dtype() == DType::kQuint8 && ctx.output_dtype(0) == DType::kQint32);
  require_rank(ctx, 0, 4);
  require_rank(ctx, 1, 4);
  const Bounds of_x = bounds_input(ctx, 2), of_filter = bounds_input(ctx, 4);
  const WindowAttrs window = window_attrs(ctx, 2);
  check_window(ctx, window);
  const Shape &in = x.shape(), &size = filter.shape();
  if (in[3] != size[2]) ctx.fail("input and filter must have the same depth: ", in[3], " vs ", size[2]);
  WindowAxis axes[2];
  for (int i = 0; i < 2; ++i) axes[i] = slide(ctx.op().name, in[i + 1], size[i], 1, window.stride[i], window.padding);
  Tensor out = ctx.allocate(0, Shape{in[0], axes[0].out, axes[1].out, size[3]});
  const int64_t zero_x = zero_of(of_x), zero_filter = zero_of(of_filter), depth = in[3], channels = size[3];
  int32_t* to = out.data<int32_t>();
  std::vector<int64_t> sums(static_cast<size_t>(channels));
  for (int64_t at = 0, n = out.num_elements(); at < n; at += channels) {
    const int64_t place = at / channels, column = place % axes[1].out, row = place / axes[1].out % axes[0].out,
                  image = place / axes[1].out / axes[0].out;
    std::fill(sums.begin(), sums.end(), 0);
    for (int64_t i = 0; i < size[0]; ++i) {
      const int64_t y = row * window.stride[0] - axes[0].before + i;
      if (y < 0 || y >= in[1]) continue;
      for (int64_t j = 0; j < size[1]; ++j) {
        const int64_t u = column * window.stride[1] - axes[1].before + j;
        if (u < 0 || u >= in[2]) continue;
        const uint8_t* from = x.data<uint8_t>() + ((image * in[1] + y) * in[2] + u) * depth;
        const uint8_t* weights = filter.data<uint8_t>() + (i * size[1] + j) * depth * channels;
        for (int64_t k = 0; k < depth; ++k)
          for (int64_t c = 0; c < channels; ++c)
            sums[static_cast<size_t>(c)] += (from[k] - zero_x) * (weights[k * channels + c] - zero_filter);
      }
    }
    for (int64_t c = 0; c < channels; ++c) to[at + c] = static_cast<int32_t>(sums[static_cast<size_t>(c)]);
  }
  set_bounds(ctx, product_range(of_x, of_filter));
}
void convolve_shape(ShapeContext& ctx) {
  const Shape in = ctx.with_rank(0, 4), size = ctx.with_rank(1, 4);
  const WindowAttrs window = window_attrs(ctx, 2);
  if (in[3] >= 0 && size[2] >= 0 && in[3] != size[2])
    ctx.fail("input and filter must have the same depth: ", in[3], " vs ", size[2]);
  Shape out{in[0], kUnknown, kUnknown, size[3]};
  for (int i = 0; i < 2; ++i)
    out.set(i + 1, slide(ctx.op().name, in[i + 1], size[i], 1, window.stride[i], window.padding).out);
  ctx.set_output(0, out);
  with_scalars(ctx, 2);
}

DEFINE_OP("QuantizedConv2D")
    .input("input: Tinput")
    .input("filter: Tfilter")
    .input("min_input: float")
    .input("max_input: float")
    .input("min_filter: float")
    .input("max_filter: float")
    .output("output: out_type")
    .output("min_output: float")
    .output("max_output: float")
    .attr("Tinput: " QUANTIZED_TYPES)
    .attr("Tfilter: " QUANTIZED_TYPES)
    .attr("out_type: " QUANTIZED_TYPES " = qint32")
    .attr("strides: list(int)")
    .attr("padding: {'SAME', 'VALID'}")
    .attr("dilations: list(int) = [1, 1, 1, 1]")
    .doc("The convolution of images and a filter of 8-bit integers, with 32 bits, and the range that these stand for.")
    .shape(convolve_shape)
    .kernel(CPU, convolve);

// ---- pooling ----

template <class T, bool kMean>
void pool_all(KernelContext& ctx, const WindowAttrs& window, const WindowAxis* axes) {
  const Tensor &x = ctx.input(0), out = ctx.output(0);
  const Shape& in = x.shape();
  const int64_t depth = in[3];
  for (int64_t at = 0, n = out.num_elements(); at < n; ++at) {
    const int64_t channel = at % depth, place = at / depth, column = place % axes[1].out,
                  row = place / axes[1].out % axes[0].out, image = place / axes[1].out / axes[0].out;
    const int64_t top = row * window.stride[0] - axes[0].before, left = column * window.stride[1] - axes[1].before;
    int64_t sum = 0, most = std::numeric_limits<T>::lowest(), count = 0;
    for (int64_t y = std::max<int64_t>(top, 0); y < std::min(top + window.size[0], in[1]); ++y) {
      for (int64_t u = std::max<int64_t>(left, 0); u < std::min(left + window.size[1], in[2]); ++u) {
        const int64_t value = x.data<T>()[((image * in[1] + y) * in[2] + u) * depth + channel];
        sum += value;
        most = std::max(most, value);
        ++count;
      }
    }
    const double mean = count ? static_cast<double>(sum) / static_cast<double>(count) : 0;
    out.data<T>()[at] = kMean ? static_cast<T>(std::nearbyint(mean)) : static_cast<T>(most);
  }
}
template <bool kMean>
void pool(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  require(ctx, x.dtype() == DType::kQuint8 || x.dtype() == DType::kQint8);
  for (int i : {1, 2})
    if (ctx.input(i).shape().rank() != 0)
      ctx.fail(ctx.op().inputs[i].name, " shape must be rank 0 but is rank ", ctx.input(i).shape().rank(),
               ", received shape: ", ctx.input(i).shape());
  require_rank(ctx, 0, 4);
  const WindowAttrs window = window_attrs(ctx, 2);
  WindowAxis axes[2];
  for (int i = 0; i < 2; ++i)
    axes[i] = slide(ctx.op().name, x.shape()[i + 1], window.size[i], 1, window.stride[i], window.padding);
  x.dtype() == DType::kQuint8 ? pool_all<uint8_t, kMean>(ctx, window, axes)
                              : pool_all<int8_t, kMean>(ctx, window, axes);
  set_bounds(ctx, bounds_input(ctx, 1));
}
void pool_shape(ShapeContext& ctx) {
  const Shape in = ctx.with_rank(0, 4);
  const WindowAttrs window = window_attrs(ctx, 2);
  Shape out{in[0], kUnknown, kUnknown, in[3]};
  for (int i = 0; i < 2; ++i)
    out.set(i + 1, slide(ctx.op().name, in[i + 1], window.size[i], 1, window.stride[i], window.padding).out);
  ctx.set_output(0, out);
  with_scalars(ctx, 1);
}

#define POOL(NAME, MEAN, DOC)             \
  DEFINE_OP(NAME)                         \
      .input("input: T")                  \
      .input("min_input: float")          \
      .input("max_input: float")          \
      .output("output: T")                \
      .output("min_output: float")        \
      .output("max_output: float")        \
      .attr("T: " QUANTIZED_TYPES)        \
      .attr("ksize: list(int)")           \
      .attr("strides: list(int)")         \
      .attr("padding: {'SAME', 'VALID'}") \
      .doc(DOC)                           \
      .shape(pool_shape)                  \
      .kernel(CPU, pool<MEAN>)
POOL("QuantizedAvgPool", true, "The mean over each window of each channel, as the nearest integer.");
POOL("QuantizedMaxPool", false, "The largest integer of each window of each channel.");

// ---- sums and products ----

// Sums have a range that leaves room for many of them.
Bounds sum_range(Bounds a, Bounds b, float room) {
  const float most =
      std::max(std::max(std::fabs(a.min), std::fabs(a.max)), std::max(std::fabs(b.min), std::fabs(b.max)));
  return {-most * room, most * room};
}
// What an 8-bit integer of one range is as a 32-bit one of another: each rounded alone, or all at the distance of the
// first two.
template <class T>
class Widened {
 public:
  Widened(Bounds from, Bounds to, bool equidistant = false) {
    const Steps<int32_t> steps(to.min, to.max);
    for (int i = 0; i < 256; ++i) {
      const T value = static_cast<T>(i);
      numbers_[static_cast<uint8_t>(value)] = steps.quantized(dequantized(value, from.min, from.max));
    }
    if (!equidistant) return;
    const int64_t first = numbers_[0], distance = int64_t{numbers_[1]} - first;
    for (int64_t i = 0; i < 256; ++i)
      numbers_[i] = static_cast<int32_t>(std::clamp<int64_t>(first + i * distance, INT32_MIN, INT32_MAX));
  }
  int32_t operator()(T value) const { return numbers_[static_cast<uint8_t>(value)]; }

 private:
  int32_t numbers_[256];
};
int32_t wrapped_sum(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}

void bias_add(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &bias = ctx.input(1);
  require(ctx, (x.dtype() == DType::kQuint8 || x.dtype() == DType::kQint8) && bias.dtype() == x.dtype() &&
                   ctx.output_dtype(0) == DType::kQint32);
  const Bounds of_x = bounds_input(ctx, 2), of_bias = bounds_input(ctx, 4);
  if (x.shape().rank() < 2) ctx.fail("Input tensor must be at least 2D: ", x.shape());
  if (bias.shape().rank() != 1) ctx.fail("Biases must be 1D: ", bias.shape());
  const int64_t channels = x.shape()[x.shape().rank() - 1];
  if (bias.shape()[0] != channels)
    ctx.fail("Must provide as many biases as the last dimension of the input tensor: ", bias.shape(), " vs. ",
             x.shape());
  const Bounds range = sum_range(of_x, of_bias, 131072.0f);
  const Tensor out = ctx.output(0);
  visit_quantized(x.dtype(), [&]<class T>() {
    if constexpr (sizeof(T) == 1) {
      const Widened<T> wide_x(of_x, range), wide_bias(of_bias, range);
      for (int64_t i = 0; i < x.num_elements(); ++i)
        out.data<int32_t>()[i] = wrapped_sum(wide_x(x.data<T>()[i]), wide_bias(bias.data<T>()[i % channels]));
    }
  });
  set_bounds(ctx, range);
}
void bias_add_shape(ShapeContext& ctx) {
  Shape x = ctx.with_rank_at_least(0, 2);
  const Shape bias = ctx.with_rank(1, 1);
  if (x.has_rank()) {
    const int64_t channels = x[x.rank() - 1];
    if (channels >= 0 && bias[0] >= 0 && channels != bias[0])
      ctx.fail("Dimensions must be equal, but are ", channels, " and ", bias[0]);
    if (channels < 0) x.set(x.rank() - 1, bias[0]);
  }
  ctx.set_output(0, x);
  with_scalars(ctx, 2);
}

DEFINE_OP("QuantizedBiasAdd")
    .input("input: T1")
    .input("bias: T2")
    .input("min_input: float")
    .input("max_input: float")
    .input("min_bias: float")
    .input("max_bias: float")
    .output("output: out_type")
    .output("min_out: float")
    .output("max_out: float")
    .attr("T1: " QUANTIZED_TYPES)
    .attr("T2: " QUANTIZED_TYPES)
    .attr("out_type: " QUANTIZED_TYPES)
    .doc("Adds a number to each channel, with 32 bits.")
    .shape(bias_add_shape)
    .kernel(CPU, bias_add);

// Calls f(element of the result, element of x, element of y). One of the shapes must end the other.
template <class F>
void each_pair(KernelContext& ctx, const Shape& shape, const F& f) {
  const Shape &x = ctx.input(0).shape(), &y = ctx.input(1).shape();
  const auto ends = [&](const Shape& small) {
    int first = 0;  // leading axes of extent one do not count
    while (first < small.rank() && small[first] == 1) ++first;
    for (int axis = first; axis < small.rank(); ++axis)
      if (small[axis] != shape[shape.rank() - small.rank() + axis]) return false;
    return true;
  };
  // Or the larger one is met by one with a single element in its last axis.
  const auto column = [&](const Shape& small) {
    if (small.rank() != shape.rank() || small.rank() < 1 || small[small.rank() - 1] != 1) return false;
    for (int axis = 0; axis + 1 < small.rank(); ++axis)
      if (small[axis] != shape[axis]) return false;
    return true;
  };
  const bool full_x = x.num_elements() == shape.num_elements(), full_y = y.num_elements() == shape.num_elements();
  if ((!full_x && !ends(x) && !column(x)) || (!full_y && !ends(y) && !column(y)) || (!full_x && !full_y))
    ctx.fail_code(Code::kUnimplemented, "Broadcast between ", x, " and ", y, " is not supported yet.");
  const int64_t inner = shape.rank() > 0 ? shape[shape.rank() - 1] : 1;
  const auto place = [&](const Shape& small, int64_t i) {
    if (ends(small)) return small.num_elements() == 0 ? 0 : i % small.num_elements();
    return i / inner;
  };
  for (int64_t i = 0, n = shape.num_elements(); i < n; ++i) f(i, full_x ? i : place(x, i), full_y ? i : place(y, i));
}
template <bool kProduct>
void combine(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &y = ctx.input(1);
  require(ctx, x.dtype() == DType::kQuint8 && y.dtype() == DType::kQuint8 && ctx.output_dtype(0) == DType::kQint32);
  const Bounds of_x = bounds_input(ctx, 2), of_y = bounds_input(ctx, 4);
  if (!(of_x.min < of_x.max)) ctx.fail("max_x must be larger than min_x.");
  if (!(of_y.min < of_y.max)) ctx.fail("max_y must be larger than min_y.");
  const Tensor out = ctx.output(0);
  const uint8_t *from_x = x.data<uint8_t>(), *from_y = y.data<uint8_t>();
  int32_t* to = out.data<int32_t>();
  if constexpr (kProduct) {
    const int64_t zero_x = zero_of(of_x), zero_y = zero_of(of_y);
    each_pair(ctx, out.shape(), [&](int64_t i, int64_t a, int64_t b) {
      to[i] = static_cast<int32_t>((from_x[a] - zero_x) * (from_y[b] - zero_y));
    });
    set_bounds(ctx, product_range(of_x, of_y));
  } else {
    const Bounds range = sum_range(of_x, of_y, 16384.0f);
    // A single number that meets several is rounded alone.
    const bool one_x = x.num_elements() == 1, one_y = !one_x && y.num_elements() == 1;
    const Widened<uint8_t> wide_x(of_x, range, !one_x), wide_y(of_y, range, !one_y);
    each_pair(ctx, out.shape(),
              [&](int64_t i, int64_t a, int64_t b) { to[i] = wrapped_sum(wide_x(from_x[a]), wide_y(from_y[b])); });
    set_bounds(ctx, range);
  }
}
void combine_shape(ShapeContext& ctx) {
  ctx.set_output(0, broadcast_shapes(ctx.input(0), ctx.input(1)));
  with_scalars(ctx, 2);
}

#define COMBINE(NAME, PRODUCT, DOC)                  \
  DEFINE_OP(NAME)                                    \
      .input("x: T1")                                \
      .input("y: T2")                                \
      .input("min_x: float")                         \
      .input("max_x: float")                         \
      .input("min_y: float")                         \
      .input("max_y: float")                         \
      .output("z: Toutput")                          \
      .output("min_z: float")                        \
      .output("max_z: float")                        \
      .attr("T1: " QUANTIZED_TYPES)                  \
      .attr("T2: " QUANTIZED_TYPES)                  \
      .attr("Toutput: " QUANTIZED_TYPES " = qint32") \
      .doc(DOC)                                      \
      .shape(combine_shape)                          \
      .kernel(CPU, combine<PRODUCT>)
COMBINE("QuantizedAdd", false, "The sum of 8-bit integers, with 32 bits, and the range that these stand for.");
COMBINE("QuantizedMul", true, "The product of 8-bit integers, with 32 bits, and the range that these stand for.");

// ---- QuantizedBatchNormWithGlobalNormalization ----

void batch_norm(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  require(ctx, x.dtype() == DType::kQuint8 && ctx.output_dtype(0) == DType::kQint32);
  require_rank(ctx, 0, 4);
  const int64_t channels = x.shape()[3];
  for (int i : {3, 6, 9, 12}) {
    require_rank(ctx, i, 1);
    if (ctx.input(i).shape()[0] != channels)
      ctx.fail(ctx.op().inputs[i].name, " must have one number for each of ", channels, " channels, got shape ",
               ctx.input(i).shape());
    if (channels < 2) ctx.fail("Must have at least two numbers in ", ctx.op().inputs[i].name);
  }
  const Bounds range{-1048576.0f, 1048576.0f};
  const Steps<int32_t> steps(range.min, range.max);
  const int32_t one = steps.quantized(1.0f);
  const float epsilon = ctx.attr<float>("variance_epsilon");
  const bool scaled = ctx.attr<bool>("scale_after_normalization");
  const Bounds of_variance = bounds_input(ctx, 7), of_gamma = bounds_input(ctx, 13);
  const Bounds of_mean = bounds_input(ctx, 4), of_beta = bounds_input(ctx, 10);
  const Widened<uint8_t> wide(bounds_input(ctx, 1), range);
  // Of each channel: what integers are multiplied by, in units of `one`, and what is added then.
  std::vector<int32_t> factors(static_cast<size_t>(channels)), offsets(factors.size());
  for (int64_t c = 0; c < channels; ++c) {
    const auto number = [&](int input, Bounds of) {
      return dequantized(ctx.input(input).data<uint8_t>()[c], of.min, of.max);
    };
    float factor = 1.0f / std::sqrt(number(6, of_variance) + epsilon);
    if (scaled) factor *= number(12, of_gamma);
    factors[static_cast<size_t>(c)] = steps.quantized(factor);
    offsets[static_cast<size_t>(c)] = steps.quantized(number(9, of_beta) - number(3, of_mean) * factor);
  }
  const Tensor out = ctx.output(0);
  for (int64_t i = 0, n = x.num_elements(); i < n; ++i) {
    const size_t c = static_cast<size_t>(i % channels);
    const int32_t product = wrapping_multiply(wide(x.data<uint8_t>()[i]), factors[c]) / one;
    out.data<int32_t>()[i] = wrapped_sum(product, offsets[c]);
  }
  set_bounds(ctx, range);
}

DEFINE_OP("QuantizedBatchNormWithGlobalNormalization")
    .input("t: Tinput")
    .input("t_min: float")
    .input("t_max: float")
    .input("m: Tinput")
    .input("m_min: float")
    .input("m_max: float")
    .input("v: Tinput")
    .input("v_min: float")
    .input("v_max: float")
    .input("beta: Tinput")
    .input("beta_min: float")
    .input("beta_max: float")
    .input("gamma: Tinput")
    .input("gamma_min: float")
    .input("gamma_max: float")
    .output("result: out_type")
    .output("result_min: float")
    .output("result_max: float")
    .attr("Tinput: " QUANTIZED_TYPES)
    .attr("out_type: " QUANTIZED_TYPES)
    .attr("variance_epsilon: float")
    .attr("scale_after_normalization: bool")
    .doc("(t - m) / sqrt(v + variance_epsilon) * gamma + beta for each channel, with 32 bits.")
    .shape([](ShapeContext& ctx) {
      Shape out = ctx.with_rank(0, 4);
      for (int i : {3, 6, 9, 12}) {
        const int64_t channels = ctx.with_rank(i, 1)[0];
        if (channels >= 0 && out[3] >= 0 && channels != out[3])
          ctx.fail("Dimensions must be equal, but are ", out[3], " and ", channels);
        if (out[3] < 0) out.set(3, channels);
      }
      for (int i = 1; i < 15; ++i)
        if (i % 3 != 0) ctx.with_rank(i, 0);
      ctx.set_output(0, out);
      ctx.set_output(1, Shape());
      ctx.set_output(2, Shape());
    })
    .kernel(CPU, batch_norm);

// ---- QuantizedInstanceNorm ----

void instance_norm(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  require(ctx, x.dtype() == DType::kQuint8);
  const Bounds of_x = bounds_input(ctx, 1);
  if (!(of_x.min < of_x.max)) ctx.fail("input_min must be less than input_max : ", of_x.min, " >= ", of_x.max);
  require_rank(ctx, 0, 4);
  const float epsilon = ctx.attr<float>("variance_epsilon");
  Bounds range{ctx.attr<float>("given_y_min"), ctx.attr<float>("given_y_max")};
  const bool given = ctx.attr<bool>("output_range_given");
  if (given && !(range.min < range.max))
    ctx.fail("given_y_min must be less than given_y_max : ", range.min, " >= ", range.max);
  const Tensor out = ctx.output(0);
  const Shape& shape = x.shape();
  const int64_t images = shape[0], places = shape[1] * shape[2], channels = shape[3];
  const double step = (static_cast<double>(of_x.max) - of_x.min) / 255.0;
  std::vector<float> normal(static_cast<size_t>(x.num_elements()));
  for (int64_t image = 0; image < images; ++image) {
    for (int64_t channel = 0; channel < channels; ++channel) {
      const auto at = [&](int64_t place) { return (image * places + place) * channels + channel; };
      int64_t sum = 0, squares = 0;
      for (int64_t p = 0; p < places; ++p) {
        const int64_t value = x.data<uint8_t>()[at(p)];
        sum += value;
        squares += value * value;
      }
      const double mean = places ? static_cast<double>(sum) / static_cast<double>(places) : 0;
      const double variance = places ? static_cast<double>(squares) / static_cast<double>(places) - mean * mean : 0;
      const double scale = step / std::sqrt(variance * step * step + epsilon);
      for (int64_t p = 0; p < places; ++p)
        normal[static_cast<size_t>(at(p))] = static_cast<float>((x.data<uint8_t>()[at(p)] - mean) * scale);
    }
  }
  if (!given && !normal.empty()) {
    const auto [least, most] = std::minmax_element(normal.begin(), normal.end());
    range = {*least, std::max(*most, *least + ctx.attr<float>("min_separation"))};
  }
  const float per_unit = 255.0f / (range.max - range.min);
  for (size_t i = 0; i < normal.size(); ++i)
    out.data<uint8_t>()[i] =
        static_cast<uint8_t>(std::clamp(std::round((normal[i] - range.min) * per_unit), 0.0f, 255.0f));
  set_bounds(ctx, range);
}

DEFINE_OP("QuantizedInstanceNorm")
    .input("x: T")
    .input("x_min: float")
    .input("x_max: float")
    .output("y: T")
    .output("y_min: float")
    .output("y_max: float")
    .attr("T: " QUANTIZED_TYPES)
    .attr("output_range_given: bool = false")
    .attr("given_y_min: float = 0")
    .attr("given_y_max: float = 0")
    .attr("variance_epsilon: float = 1e-05")
    .attr("min_separation: float = 0.001")
    .doc("Numbers with mean zero and deviation one in each channel of each image.")
    .shape([](ShapeContext& ctx) {
      ctx.set_output(0, ctx.with_rank(0, 4));
      with_scalars(ctx, 1);
    })
    .kernel(CPU, instance_norm);

// ---- QuantizedResizeBilinear ----

struct Between {
  int64_t lower, upper;
  float part;  // how far from lower to upper
};
std::vector<Between> between(int64_t in, int64_t out, bool corners, bool half) {
  const float scale = corners && out > 1 ? static_cast<float>(in - 1) / static_cast<float>(out - 1)
                                         : static_cast<float>(in) / static_cast<float>(out);
  std::vector<Between> found(static_cast<size_t>(out));
  for (int64_t i = 0; i < out; ++i) {
    const float at = half ? (static_cast<float>(i) + 0.5f) * scale - 0.5f : static_cast<float>(i) * scale;
    const float floor = std::floor(at);
    Between& b = found[static_cast<size_t>(i)];
    b.lower = std::clamp<int64_t>(static_cast<int64_t>(floor), 0, in - 1);
    b.upper = std::clamp<int64_t>(static_cast<int64_t>(std::ceil(at)), 0, in - 1);
    b.part = at - floor;
  }
  return found;
}
// Parts of 1/128 and rounding, as for images of bytes; other numbers are computed as such.
template <class T>
T mixed(const T* corners, float part_x, float part_y, Bounds range) {
  if constexpr (std::is_same_v<T, uint8_t>) {
    const int32_t u = static_cast<int32_t>(part_x * 128.0f), v = static_cast<int32_t>(part_y * 128.0f);
    const int32_t top = corners[0] * 128 + (corners[1] - corners[0]) * u,
                  bottom = corners[2] * 128 + (corners[3] - corners[2]) * u;
    return static_cast<T>((top * 128 + (bottom - top) * v + 8192) >> 14);
  } else {
    float c[4];
    for (int i = 0; i < 4; ++i) {
      if constexpr (std::is_same_v<T, float>) {
        c[i] = corners[i];
      } else {
        c[i] = dequantized(corners[i], range.min, range.max);
      }
    }
    const float top = c[0] + (c[1] - c[0]) * part_x, bottom = c[2] + (c[3] - c[2]) * part_x;
    const float value = top + (bottom - top) * part_y;
    if constexpr (std::is_same_v<T, float>) {
      return value;
    } else {
      return Steps<T>(range.min, range.max).quantized(value);
    }
  }
}
template <class T>
void resize_all(const Tensor& x, const Tensor& out, const std::vector<Between>& rows,
                const std::vector<Between>& columns, Bounds range) {
  const Shape& in = x.shape();
  const int64_t depth = in[3];
  T* to = out.data<T>();
  for (int64_t image = 0; image < in[0]; ++image) {
    const T* from = x.data<T>() + image * in[1] * in[2] * depth;
    for (const Between& row : rows) {
      for (const Between& column : columns) {
        for (int64_t c = 0; c < depth; ++c) {
          const T corners[4] = {from[(row.lower * in[2] + column.lower) * depth + c],
                                from[(row.lower * in[2] + column.upper) * depth + c],
                                from[(row.upper * in[2] + column.lower) * depth + c],
                                from[(row.upper * in[2] + column.upper) * depth + c]};
          *to++ = mixed<T>(corners, column.part, row.part, range);
        }
      }
    }
  }
}
void resize(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  for (int i : {2, 3})
    if (ctx.input(i).shape().rank() != 0) ctx.fail(ctx.op().inputs[i].name, " must be a scalar");
  const Bounds range = bounds_input(ctx, 2);
  require_rank(ctx, 0, 4);
  if (ctx.input(1).shape() != Shape{2})
    ctx.fail("shape_t must be 1-dimensional and have 2 elements, got ", ctx.input(1).shape());
  const Ints size = ctx.input(1).ints();
  if (size[0] <= 0 || size[1] <= 0) ctx.fail("output dimensions must be positive");
  const Shape& in = x.shape();
  if (in[1] <= 0 || in[2] <= 0) ctx.fail("input image must be of non-zero size");
  Tensor out = ctx.allocate(0, Shape{in[0], size[0], size[1], in[3]});
  const bool corners = ctx.attr<bool>("align_corners"), half = ctx.attr<bool>("half_pixel_centers");
  const auto rows = between(in[1], size[0], corners, half), columns = between(in[2], size[1], corners, half);
  if (x.dtype() == DType::kQuint8) {
    resize_all<uint8_t>(x, out, rows, columns, range);
  } else if (x.dtype() == DType::kQint32) {
    resize_all<int32_t>(x, out, rows, columns, range);
  } else {
    resize_all<float>(x, out, rows, columns, range);
  }
  set_bounds(ctx, range);
}

DEFINE_OP("QuantizedResizeBilinear")
    .input("images: T")
    .input("size: int32")
    .input("min: float")
    .input("max: float")
    .output("resized_images: T")
    .output("out_min: float")
    .output("out_max: float")
    .attr("T: {quint8, qint32, float}")
    .attr("align_corners: bool = false")
    .attr("half_pixel_centers: bool = false")
    .doc("Images of another size, whose numbers lie between those of the four nearest places.")
    .shape([](ShapeContext& ctx) {
      const Shape in = ctx.with_rank(0, 4);
      const Shape size = known_extents(ctx, 1);
      ctx.set_output(0,
                     Shape{in[0], size.rank() == 2 ? size[0] : kUnknown, size.rank() == 2 ? size[1] : kUnknown, in[3]});
      with_scalars(ctx, 2);
    })
    .kernel(CPU, resize);

// ---- QuantizedReshape ----

void reshape_shape(ShapeContext& ctx) {
  const OpDef& to = op_def<"Reshape">();
  const Value inputs[] = {ctx.value(0), ctx.value(1)};
  ShapeContext other(to, inputs, Attrs{});
  to.shape_fn(other);
  ctx.set_output(0, other.outputs()[0]);
  ctx.set_output(1, Shape());
  ctx.set_output(2, Shape());
}
void reshape(KernelContext& ctx) {
  require(ctx, ctx.input(0).dtype() == DType::kQuint8 || ctx.input(0).dtype() == DType::kQint32);
  ctx.set_output(0, ctx.input(0).reshaped(ctx.output(0).shape()));
  for (int i : {2, 3})
    if (ctx.input(i).num_elements() != 1) ctx.fail(ctx.op().inputs[i].name, " must be a scalar");
  set_bounds(ctx, {ctx.input(2).data<float>()[0], ctx.input(3).data<float>()[0]});
}

DEFINE_OP("QuantizedReshape")
    .input("tensor: T")
    .input("shape: Tshape")
    .input("input_min: float")
    .input("input_max: float")
    .output("output: T")
    .output("output_min: float")
    .output("output_max: float")
    .attr("T: type")
    .attr("Tshape: {int32, int64} = DT_INT32")
    .doc("The integers in another shape, with their range.")
    .shape(reshape_shape)
    .kernel(CPU, reshape);

}  // namespace
}  // namespace graphwright
