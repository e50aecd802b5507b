// Integers that stand for numbers of a range, with fewer bits or within another range, and simple functions of them:
// Requantize, RequantizationRange, QuantizeDownAndShrinkRange, per channel too, QuantizedRelu, QuantizedMatMul …
#include "op/build.h"
#include "ops/array_args.h"
#include "ops/quantize/quantize.h"

namespace graphwright {
namespace {

struct Bounds {
  float min, max;
};

Bounds bounds_input(KernelContext& ctx, int i) {
  for (int k : {i, i + 1})
    if (ctx.input(k).num_elements() != 1)
      ctx.fail("`", ctx.op().inputs[k].name, "` must be rank 0 but is rank ", ctx.input(k).shape().rank());
  return {ctx.input(i).data<float>()[0], ctx.input(i + 1).data<float>()[0]};
}
void set_bounds(KernelContext& ctx, Bounds bounds) {
  ctx.allocate(1, Shape()).data<float>()[0] = bounds.min;
  ctx.allocate(2, Shape()).data<float>()[0] = bounds.max;
}

// Only products and sums come with 32 bits, and there is no other way to need fewer.
void require(KernelContext& ctx, std::initializer_list<DType> inputs, std::initializer_list<DType> outputs) {
  const DType from = ctx.input(0).dtype(), to = ctx.output_dtype(0);
  if (std::find(inputs.begin(), inputs.end(), from) == inputs.end() ||
      (outputs.size() > 0 && std::find(outputs.begin(), outputs.end(), to) == outputs.end()))
    ctx.fail_code(Code::kNotFound, "Could not find device for node: {{node ", ctx.op().name, "}} = ", ctx.op().name,
                  "[", from, ", ", to, "]: there is no CPU kernel for these types");
}

void scalars_from(ShapeContext& ctx, int first) {
  for (int i = first; i < ctx.num_inputs(); ++i) ctx.with_rank(i, 0);
}
void unchanged_shape(ShapeContext& ctx) {
  scalars_from(ctx, 1);
  ctx.set_output(0, ctx.input(0));
  ctx.set_output(1, Shape());
  ctx.set_output(2, Shape());
}
void range_shape(ShapeContext& ctx) {
  scalars_from(ctx, 1);
  ctx.set_output(0, Shape());
  ctx.set_output(1, Shape());
}

// ---- one range ----

// The number that 32 bits stand for where the least of them is the least number of the range, whatever zero is.
double between(int32_t value, Bounds range) {
  return range.min +
         (static_cast<double>(value) + 2147483648.0) * ((static_cast<double>(range.max) - range.min) / 4294967295.0);
}

Bounds used_range(const Tensor& x, Bounds given) {
  int32_t least = std::numeric_limits<int32_t>::max(), most = std::numeric_limits<int32_t>::lowest();
  for (int32_t value : std::span<const int32_t>(x.data<int32_t>(), static_cast<size_t>(x.num_elements()))) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  return {std::min(0.0f, static_cast<float>(between(least, given))), static_cast<float>(between(most, given))};
}

void requantize_all(KernelContext& ctx, Bounds from, Bounds to) {
  const Tensor& x = ctx.input(0);
  const Tensor out = ctx.output(0);
  visit_quantized(out.dtype(), [&]<class T>() {
    const Steps<T> signed_steps(to.min, to.max);
    const double steps = highest<T>() - lowest<T>(), per_unit = steps / (static_cast<double>(to.max) - to.min);
    for (int64_t i = 0; i < x.num_elements(); ++i) {
      const int32_t given = x.data<int32_t>()[i];
      if constexpr (std::is_signed_v<T>) {
        out.data<T>()[i] = signed_steps.quantized(dequantized(given, from.min, from.max));
      } else {  // zero need not be one of the steps
        const double at = to.max > to.min ? std::floor((between(given, from) - to.min) * per_unit + 0.5) : 0;
        out.data<T>()[i] = static_cast<T>(std::clamp(at, 0.0, steps));
      }
    }
  });
  set_bounds(ctx, to);
}

void requantize(KernelContext& ctx) {
  require(ctx, {DType::kQint32}, {DType::kQuint8, DType::kQint8});
  const Bounds from = bounds_input(ctx, 1), to = bounds_input(ctx, 3);
  if (!(to.min <= 0)) ctx.fail("requested_output_min must be <= 0, but got ", to.min);
  if (!(to.max >= to.min)) ctx.fail("requested_output_max must be >= requested_output_min, but got ", to.max);
  requantize_all(ctx, from, to);
}
void requantization_range(KernelContext& ctx) {
  require(ctx, {DType::kQint32}, {});
  const Bounds used = used_range(ctx.input(0), bounds_input(ctx, 1));
  ctx.allocate(0, Shape()).data<float>()[0] = used.min;
  ctx.allocate(1, Shape()).data<float>()[0] = used.max;
}
void shrink(KernelContext& ctx) {
  require(ctx, {DType::kQint32}, {DType::kQuint8});
  const Bounds from = bounds_input(ctx, 1);
  requantize_all(ctx, from, used_range(ctx.input(0), from));
}

#define BOUNDS_OUT .output("output_min: float").output("output_max: float")

DEFINE_OP("Requantize")
    .input("input: Tinput")
    .input("input_min: float")
    .input("input_max: float")
    .input("requested_output_min: float")
    .input("requested_output_max: float")
    .output("output: out_type") BOUNDS_OUT.attr("Tinput: " QUANTIZED_TYPES)
    .attr("out_type: " QUANTIZED_TYPES)
    .doc("Integers of one range as those of another.")
    .shape(unchanged_shape)
    .kernel(CPU, requantize);

DEFINE_OP("RequantizationRange")
    .input("input: Tinput")
    .input("input_min: float")
    .input("input_max: float") BOUNDS_OUT.attr("Tinput: " QUANTIZED_TYPES)
    .doc("The least range that holds zero and the numbers that the integers stand for.")
    .shape(range_shape)
    .kernel(CPU, requantization_range);

DEFINE_OP("QuantizeDownAndShrinkRange")
    .input("input: Tinput")
    .input("input_min: float")
    .input("input_max: float")
    .output("output: out_type") BOUNDS_OUT.attr("Tinput: " QUANTIZED_TYPES)
    .attr("out_type: " QUANTIZED_TYPES)
    .doc("Integers as those of the least range that holds the numbers that they stand for.")
    .shape(unchanged_shape)
    .kernel(CPU, shrink);

// ---- a range for each channel ----

// The largest of |min| and |max| of each channel, the last of four axes.
std::vector<float> channel_ranges(KernelContext& ctx) {
  const Shape& x = ctx.input(0).shape();
  if (x.rank() != 4) ctx.fail("the input must be a 4-dimensional tensor with channels last, got shape ", x);
  for (int i : {1, 2})
    if (ctx.input(i).shape() != Shape{x[3]})
      ctx.fail(ctx.op().inputs[i].name, " has incorrect size, expected ", x[3], " was ", ctx.input(i).shape());
  std::vector<float> ranges(static_cast<size_t>(x[3]));
  for (size_t c = 0; c < ranges.size(); ++c)
    ranges[c] = std::max(std::fabs(ctx.input(1).data<float>()[c]), std::fabs(ctx.input(2).data<float>()[c]));
  return ranges;
}
constexpr float kWhole = 2147483648.0f;

void requantize_channels(KernelContext& ctx) {
  require(ctx, {DType::kQint32}, {DType::kQuint8, DType::kQint8});
  const std::vector<float> ranges = channel_ranges(ctx);
  const Bounds to = bounds_input(ctx, 3);
  const bool with_sign = ctx.output_dtype(0) == DType::kQint8;
  if (with_sign && to.min >= 0) ctx.fail("If out_type is QINT8, requested_output_min must be negative, got ", to.min);
  const float most = std::max(std::fabs(to.min), std::fabs(to.max));
  const Tensor& x = ctx.input(0);
  const Tensor out = ctx.output(0);
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    const float range = ranges[static_cast<size_t>(i) % ranges.size()];
    const float scaled = static_cast<float>(x.data<int32_t>()[i]) * (range / kWhole / most * (with_sign ? 127 : 255));
    const float at = std::nearbyint(scaled);
    if (with_sign) {
      out.data<int8_t>()[i] = as_integer<int8_t>(at);
    } else {
      out.data<uint8_t>()[i] = as_integer<uint8_t>(at);
    }
  }
  set_bounds(ctx, to);
}
void channels_range(KernelContext& ctx) {
  require(ctx, {DType::kQint32}, {});
  const std::vector<float> ranges = channel_ranges(ctx);
  const float clip = ctx.attr<float>("clip_value_max");
  if (!(clip >= 0)) ctx.fail("clip_value_max must not be negative, got ", clip);
  const Tensor& x = ctx.input(0);
  float most = 0;
  bool negative = false;
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    const float value = static_cast<float>(x.data<int32_t>()[i]);
    most = std::max(most, std::fabs(value) * (ranges[static_cast<size_t>(i) % ranges.size()] / kWhole));
    negative |= value < 0;
  }
  most = std::min(most, clip);
  ctx.allocate(0, Shape()).data<float>()[0] = negative ? -most : 0.0f;
  ctx.allocate(1, Shape()).data<float>()[0] = most;
}
void channels_shape(ShapeContext& ctx) {
  ctx.with_rank(1, 1);
  ctx.with_rank(2, 1);
  scalars_from(ctx, 3);
  ctx.set_output(0, ctx.input(0));
  ctx.set_output(1, Shape());
  ctx.set_output(2, Shape());
}
void channels_range_shape(ShapeContext& ctx) {
  ctx.with_rank(1, 1);
  ctx.with_rank(2, 1);
  ctx.set_output(0, Shape());
  ctx.set_output(1, Shape());
}

DEFINE_OP("RequantizePerChannel")
    .input("input: T")
    .input("input_min: float")
    .input("input_max: float")
    .input("requested_output_min: float")
    .input("requested_output_max: float")
    .output("output: out_type") BOUNDS_OUT.attr("T: " QUANTIZED_TYPES " = qint32")
    .attr("out_type: " QUANTIZED_TYPES " = quint8")
    .doc("Integers with a range for each channel, the last of four axes, as those of one range around zero.")
    .shape(channels_shape)
    .kernel(CPU, requantize_channels);

DEFINE_OP("RequantizationRangePerChannel")
    .input("input: T")
    .input("input_min: float")
    .input("input_max: float") BOUNDS_OUT.attr("T: " QUANTIZED_TYPES " = qint32")
    .attr("clip_value_max: float")
    .doc("The range around zero that holds the numbers of all channels, up to `clip_value_max`.")
    .shape(channels_range_shape)
    .kernel(CPU, channels_range);

// ---- functions of such integers ----

// Integers below that of zero, or above that of six, become these.
template <bool kSix>
void relu(KernelContext& ctx) {
  require(ctx, {DType::kQuint8}, {DType::kQuint8});
  const Bounds bounds = bounds_input(ctx, 1);
  const Steps<uint8_t> steps(bounds.min, bounds.max);
  const uint8_t zero = steps.quantized(0.0f), six = kSix ? steps.quantized(6.0f) : uint8_t{255};
  const Tensor& x = ctx.input(0);
  const Tensor out = ctx.output(0);
  for (int64_t i = 0; i < x.num_elements(); ++i)
    out.data<uint8_t>()[i] = std::max(std::min(x.data<uint8_t>()[i], six), zero);
  set_bounds(ctx, bounds);
}

#define RELU(NAME, DOC, SIX)                          \
  DEFINE_OP(NAME)                                     \
      .input("features: Tinput")                      \
      .input("min_features: float")                   \
      .input("max_features: float")                   \
      .output("activations: out_type")                \
      .output("min_activations: float")               \
      .output("max_activations: float")               \
      .attr("Tinput: " QUANTIZED_TYPES)               \
      .attr("out_type: " QUANTIZED_TYPES " = quint8") \
      .doc(DOC)                                       \
      .shape(unchanged_shape)                         \
      .kernel(CPU, relu<SIX>)
RELU("QuantizedRelu", "The integers of max(x, 0).", false);
RELU("QuantizedRelu6", "The integers of min(max(x, 0), 6).", true);

void matmul_shape(ShapeContext& ctx) {
  const Shape a = ctx.with_rank(0, 2), b = ctx.with_rank(1, 2);
  scalars_from(ctx, 2);
  const int a_inner = ctx.attr<bool>("transpose_a") ? 0 : 1, b_inner = ctx.attr<bool>("transpose_b") ? 1 : 0;
  if (a[a_inner] >= 0 && b[b_inner] >= 0 && a[a_inner] != b[b_inner])
    ctx.fail("Matrix size-incompatible: In[0]: ", a, ", In[1]: ", b);
  ctx.set_output(0, Shape{a[1 - a_inner], b[1 - b_inner]});
  ctx.set_output(1, Shape());
  ctx.set_output(2, Shape());
}

// What one step of 8 bits means.
float step_of(Bounds bounds) { return (bounds.max - bounds.min) / 255.0f; }

void matmul(KernelContext& ctx) {
  const Tensor &a = ctx.input(0), &b = ctx.input(1);
  require(ctx, {DType::kQuint8}, {DType::kQint32});
  if (b.dtype() != DType::kQuint8)
    ctx.fail_code(Code::kNotFound, "Could not find device for node: {{node QuantizedMatMul}}: b must be quint8, got ",
                  b.dtype());
  if (a.shape().rank() != 2) ctx.fail("In[0] is not a matrix: ", a.shape());
  if (b.shape().rank() != 2) ctx.fail("In[1] is not a matrix: ", b.shape());
  const Bounds of_a = bounds_input(ctx, 2), of_b = bounds_input(ctx, 4);
  const bool turned_a = ctx.attr<bool>("transpose_a"), turned_b = ctx.attr<bool>("transpose_b");
  const int64_t rows = a.shape()[turned_a ? 1 : 0], inner = a.shape()[turned_a ? 0 : 1],
                columns = b.shape()[turned_b ? 0 : 1];
  if (b.shape()[turned_b ? 1 : 0] != inner)
    ctx.fail("Matrix size-incompatible: In[0]: ", a.shape(), ", In[1]: ", b.shape());
  const int32_t zero_a = Steps<uint8_t>(of_a.min, of_a.max).quantized(0.0f),
                zero_b = Steps<uint8_t>(of_b.min, of_b.max).quantized(0.0f);
  const uint8_t *from_a = a.data<uint8_t>(), *from_b = b.data<uint8_t>();
  int32_t* to = ctx.output(0).data<int32_t>();
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) {
      uint32_t sum = 0;  // wraps where there are too many products
      for (int64_t k = 0; k < inner; ++k)
        sum += static_cast<uint32_t>((from_a[turned_a ? k * rows + r : r * inner + k] - zero_a) *
                                     (from_b[turned_b ? c * inner + k : k * columns + c] - zero_b));
      to[r * columns + c] = static_cast<int32_t>(sum);
    }
  }
  const float most = step_of(of_a) * step_of(of_b) * kWhole;
  set_bounds(ctx, {-most, most});
}

DEFINE_OP("QuantizedMatMul")
    .input("a: T1")
    .input("b: T2")
    .input("min_a: float")
    .input("max_a: float")
    .input("min_b: float")
    .input("max_b: float")
    .output("out: Toutput")
    .output("min_out: float")
    .output("max_out: float")
    .attr("T1: " QUANTIZED_TYPES)
    .attr("T2: " QUANTIZED_TYPES)
    .attr("Toutput: " QUANTIZED_TYPES " = qint32")
    .attr("transpose_a: bool = false")
    .attr("transpose_b: bool = false")
    .attr("Tactivation: " QUANTIZED_TYPES " = quint8")
    .doc("The product of two matrices of 8-bit integers, with 32 bits, and the range that these stand for.")
    .shape(matmul_shape)
    .kernel(CPU, matmul);

}  // namespace
}  // namespace graphwright
