// Convolutions and products of 8-bit integers together with what follows them: QuantizedConv2DWithBias and its kin,
// QuantizedDepthwiseConv2D, QuantizedMatMulWithBias. The second factor is signed and its zero is the integer 0.
#include <vector>

#include "base/parallel.h"
#include "base/wrapping.h"
#include "ops/array_args.h"
#include "ops/nn/sliding_window.h"
#include "ops/quantize/quantize.h"

namespace graphwright {
namespace {

// What an op does besides adding up products.
enum : int {
  kDepthwise = 1,
  kBias = 2,
  kSum = 4,
  kRelu = 8,
  kRequantize = 16,
  kDequantize = 32,
};

// The positions of an op's inputs.
struct Inputs {
  int bias, least, most, least_filter, most_filter, least_out, most_out, summand, least_summand, most_summand;
};
constexpr Inputs inputs_of(int kind) {
  Inputs at{};
  int next = 2;
  at.bias = kind & kBias ? next++ : -1;
  for (int* one : {&at.least, &at.most, &at.least_filter, &at.most_filter}) *one = next++;
  const bool bounded = kind & (kRequantize | kDequantize);
  for (int* one : {&at.least_out, &at.most_out}) *one = bounded ? next++ : -1;
  at.summand = kind & kSum ? next++ : -1;
  for (int* one : {&at.least_summand, &at.most_summand}) *one = (kind & kSum) && bounded ? next++ : -1;
  return at;
}

float scalar(KernelContext& ctx, int i) {
  if (ctx.input(i).num_elements() != 1)
    ctx.fail("`", ctx.op().inputs[i].name, "` must be a scalar, got shape ", ctx.input(i).shape());
  return ctx.input(i).data<float>()[0];
}
float most_of(float a, float b) { return std::max(std::fabs(a), std::fabs(b)); }

// sum * scale + bias, as a multiple of the result's step.
class Finish {
 public:
  // `columns` are sums of the second factor along what is added up, where the first one's integer 0 is not its zero.
  Finish(KernelContext& ctx, int kind, int64_t channels, const int64_t* columns) : kind_(kind), channels_(channels) {
    const Inputs at = inputs_of(kind);
    const bool is_signed = ctx.input(0).dtype() == DType::kQint8;
    const float least = scalar(ctx, at.least), most = scalar(ctx, at.most);
    const float width = columns ? most - least : most_of(least, most);
    const float step = width / (is_signed ? 127.0f : 255.0f);
    const Tensor &lows = ctx.input(at.least_filter), &highs = ctx.input(at.most_filter);
    if (lows.shape() != highs.shape() || lows.shape().rank() > 1 ||
        (lows.num_elements() != 1 && lows.num_elements() != channels))
      ctx.fail("the filter's ranges must be scalars or have one number for each of ", channels,
               " channels, got shapes ", lows.shape(), " and ", highs.shape());
    const int64_t count = lows.num_elements();
    float largest = 0;
    Tensor low_out, high_out;
    if (!(kind & (kRequantize | kDequantize))) {
      low_out = ctx.allocate(1, lows.shape());
      high_out = ctx.allocate(2, lows.shape());
    }
    std::vector<float> steps(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) {
      const float low = lows.data<float>()[i], high = highs.data<float>()[i];
      steps[static_cast<size_t>(i)] = most_of(low, high) / 127.0f;
      largest = std::max(largest, steps[static_cast<size_t>(i)]);
      if (kind & (kRequantize | kDequantize)) continue;
      const float range = 2147483648.0f * (((most - least) / (is_signed ? 254.0f : 255.0f)) * ((high - low) / 254.0f));
      low_out.data<float>()[i] = -range;
      high_out.data<float>()[i] = range;
    }
    float out_step = step * largest;
    if (kind & (kRequantize | kDequantize)) {
      const float low = scalar(ctx, at.least_out), high = scalar(ctx, at.most_out);
      out_step = most_of(low, high) / (ctx.output_dtype(0) == DType::kQint8 ? 127.0f : 255.0f);
      if (kind & kDequantize) {
        out_step = 1.0f;
      } else {
        ctx.allocate(1, Shape()).data<float>()[0] = low;
        ctx.allocate(2, Shape()).data<float>()[0] = high;
      }
    }
    per_step_ = 1.0f / out_step;
    scale_.resize(static_cast<size_t>(channels));
    bias_.resize(static_cast<size_t>(channels));
    for (int64_t c = 0; c < channels; ++c) {
      float& scale = scale_[static_cast<size_t>(c)];
      scale = step * steps[static_cast<size_t>(count == 1 ? 0 : c)];
      float& bias = bias_[static_cast<size_t>(c)];
      const float shift =
          columns && least != 0 ? static_cast<float>(columns[c]) * (255.0f * least / (most - least)) : 0.0f;
      if (!(kind & kBias)) continue;
      const Tensor& given = ctx.input(at.bias);
      if (given.dtype() == DType::kFloat32) {
        bias = given.data<float>()[c] + shift * scale;
      } else {
        bias = static_cast<float>(given.data<int32_t>()[c]) * scale;  // the shift is in it
      }
    }
    if (kind & kSum) {
      const Tensor& summand = ctx.input(at.summand);
      summand_ = &summand;
      summand_step_ = per_step_;
      if (at.least_summand >= 0)
        summand_step_ *= most_of(scalar(ctx, at.least_summand), scalar(ctx, at.most_summand)) /
                         (summand.dtype() == DType::kQint8 ? 127.0f : 255.0f);
    }
  }

  // Writes the results of sums[0…channels), which begin at `place`.
  void operator()(const Tensor& out, int64_t place, const int32_t* sums) const {
    switch (out.dtype()) {
      case DType::kQint32:
        return write<int32_t>(out, place, sums);
      case DType::kQuint8:
        return write<uint8_t>(out, place, sums);
      case DType::kQint8:
        return write<int8_t>(out, place, sums);
      default:
        return write<float>(out, place, sums);
    }
  }

 private:
  float added(int64_t i) const {
    switch (summand_->dtype()) {
      case DType::kFloat32:
        return summand_->data<float>()[i];
      case DType::kQint8:
        return summand_->data<int8_t>()[i];
      default:
        return summand_->data<uint8_t>()[i];
    }
  }
  template <class T>
  void write(const Tensor& out, int64_t place, const int32_t* sums) const {
    T* to = out.data<T>() + place;
    // A signed summand is added in place by TensorFlow, where the bytes end at 127.
    const float top = summand_ && summand_->dtype() == DType::kQint8 ? 127.0f : 255.0f;
    const bool add_first = summand_ && summand_->dtype() == DType::kFloat32;
    for (int64_t c = 0; c < channels_; ++c) {
      const size_t at = static_cast<size_t>(c);
      float value = static_cast<float>(sums[c]) * scale_[at] + bias_[at];
      if (add_first) value += added(place + c);
      value *= per_step_;
      if (summand_ && !add_first) value += added(place + c) * summand_step_;
      if (kind_ & kRelu) value = value > 0 ? value : 0.0f;
      if constexpr (std::is_same_v<T, float>) {
        to[c] = value;
      } else if constexpr (sizeof(T) == 4) {
        to[c] = as_integer<T>(std::nearbyint(std::min(value, 2147483520.0f)));
      } else {
        to[c] = as_integer<T>(std::nearbyint(std::min(value, top)));
      }
    }
  }
  int kind_;
  int64_t channels_;
  float per_step_ = 1, summand_step_ = 0;
  std::vector<float> scale_, bias_;
  const Tensor* summand_ = nullptr;
};

void require_types(KernelContext& ctx, int kind) {
  const DType x = ctx.input(0).dtype(), out = ctx.output_dtype(0);
  const bool second_kernel = (kind & kBias) && !(kind & (kSum | kDepthwise)) && ctx.op().inputs[0].name == "input";
  bool good = (x == DType::kQuint8 || (x == DType::kQint8 && second_kernel)) && ctx.input(1).dtype() == DType::kQint8;
  if (kind & kDequantize) {
    good = good && out == DType::kFloat32;
  } else if (kind & kRequantize) {
    const bool matrices = ctx.op().inputs[0].name == "a";
    good = good && out == (matrices || (kind & kRelu) ? DType::kQuint8 : DType::kQint8);
  } else {
    good = good && out == DType::kQint32;
  }
  if ((kind & kSum) && (kind & kRequantize)) {
    const bool is_signed = ctx.op().name.find("Signed") != std::string::npos;
    good = good && ctx.input(inputs_of(kind).summand).dtype() == (is_signed ? DType::kQint8 : DType::kQuint8);
  }
  if (!good)
    ctx.fail("No OpKernel was registered to support Op '", ctx.op().name, "' with inputs of ", x, " and ",
             ctx.input(1).dtype(), " and a result of ", out);
}
void check_bias(KernelContext& ctx, int kind, int64_t channels) {
  if (!(kind & kBias)) return;
  const Tensor& bias = ctx.input(inputs_of(kind).bias);
  if (bias.shape().rank() != 1 || bias.shape()[0] != channels)
    ctx.fail("bias must have one number for each of ", channels, " channels, got shape ", bias.shape());
}

// ---- convolutions ----

// strides, dilations, padding and padding_list, which comes before padding where it is given.
template <class Context>
WindowAttrs fused_window(Context& ctx) {
  WindowAttrs window = window_attrs(ctx, 2);
  if (ctx.op().attr("padding_list") == nullptr) return window;
  const auto list = ctx.template attr<std::vector<int64_t>>("padding_list");
  if (list.empty()) return window;
  if (list.size() != 8) ctx.fail("explicit_paddings attribute must contain 8 values, but got: ", list.size());
  for (const int64_t padding : list)
    if (padding < 0 || padding > INT32_MAX) ctx.fail("All elements of explicit_paddings must be nonnegative");
  if (list[0] != 0 || list[1] != 0 || list[6] != 0 || list[7] != 0)
    ctx.fail("Nonzero explicit padding in the batch or depth dimensions is not supported");
  window.padding = "EXPLICIT";
  for (int i = 0; i < 2; ++i) {
    window.before[i] = list[static_cast<size_t>(2 * i + 2)];
    window.after[i] = list[static_cast<size_t>(2 * i + 3)];
  }
  return window;
}
template <class Context>
Shape fused_shape(Context& ctx, int kind, const Shape& in, const Shape& size, const WindowAttrs& window,
                  WindowAxis* axes) {
  if (in[3] >= 0 && size[2] >= 0 && in[3] != size[2]) {
    if (kind & kDepthwise) ctx.fail("Dimensions must be equal, but are ", in[3], " and ", size[2]);
    ctx.fail("Depth of input (", in[3], ") is not a multiple of input depth of filter (", size[2], ")");
  }
  if (size[2] == 0) ctx.fail("Depth of filter must not be 0");
  int64_t channels = size[3];
  if (kind & kDepthwise) channels = size[2] < 0 || size[3] < 0 ? kUnknown : checked_multiply(size[2], size[3]);
  Shape out{in[0], kUnknown, kUnknown, channels};
  for (int i = 0; i < 2; ++i) {
    axes[i] = slide(ctx.op().name, in[i + 1], size[i], window.dilation[i], window.stride[i], window.padding,
                    window.before[i], window.after[i]);
    out.set(i + 1, axes[i].out);
  }
  return out;
}

template <class T, bool kIsDepthwise>
void add_up(const Tensor& x, const Tensor& filter, const WindowAttrs& window, const WindowAxis* axes, const Tensor& out,
            const Finish& finish) {
  const Shape &in = x.shape(), &size = filter.shape();
  const int64_t depth = in[3], many = size[3], channels = out.shape()[3];
  if (out.num_elements() == 0) return;
  const int64_t work = std::max<int64_t>(size[0] * size[1] * (kIsDepthwise ? 1 : depth) * channels, 1);
  parallel_for(out.num_elements() / channels, std::max<int64_t>((1 << 16) / work, 1), [&](int64_t begin, int64_t end) {
    std::vector<int32_t> sums(static_cast<size_t>(channels));
    int32_t* sum = sums.data();
    for (int64_t place = begin; place < end; ++place) {
      const int64_t column = place % axes[1].out, row = place / axes[1].out % axes[0].out,
                    image = place / axes[1].out / axes[0].out;
      std::fill(sums.begin(), sums.end(), 0);
      for (int64_t i = 0; i < size[0]; ++i) {
        const int64_t y = row * window.stride[0] - axes[0].before + i * window.dilation[0];
        if (y < 0 || y >= in[1]) continue;
        for (int64_t j = 0; j < size[1]; ++j) {
          const int64_t u = column * window.stride[1] - axes[1].before + j * window.dilation[1];
          if (u < 0 || u >= in[2]) continue;
          const T* from = x.data<T>() + ((image * in[1] + y) * in[2] + u) * depth;
          const int8_t* weights = filter.data<int8_t>() + (i * size[1] + j) * depth * many;
          for (int64_t k = 0; k < depth; ++k) {
            int32_t* to = kIsDepthwise ? sum + k * many : sum;
            for (int64_t c = 0; c < many; ++c) to[c] = wrapping_add<int32_t>(to[c], from[k] * weights[k * many + c]);
          }
        }
      }
      finish(out, place * channels, sum);
    }
  });
}

template <int kKind>
void convolve(KernelContext& ctx) {
  constexpr Inputs kAt = inputs_of(kKind);
  require_types(ctx, kKind);
  const Tensor &x = ctx.input(0), &filter = ctx.input(1);
  for (int i : {0, 1})
    if (ctx.input(i).shape().rank() != 4)
      ctx.fail(ctx.op().inputs[i].name, " must be 4-dimensional, got shape ", ctx.input(i).shape());
  const WindowAttrs window = fused_window(ctx);
  WindowAxis axes[2];
  const Shape shape = fused_shape(ctx, kKind, x.shape(), filter.shape(), window, axes);
  if (product(filter.shape(), 0, 4) == 0) ctx.fail("filter must have elements, got shape ", filter.shape());
  check_bias(ctx, kKind, shape[3]);
  if ((kKind & kSum) && ctx.input(kAt.summand).shape() != shape)
    ctx.fail("summand must have the result's shape, ", shape, ", got ", ctx.input(kAt.summand).shape());
  const Finish finish(ctx, kKind, shape[3], nullptr);
  const Tensor out = ctx.allocate(0, shape);
  x.dtype() == DType::kQint8 ? add_up<int8_t, (kKind & kDepthwise) != 0>(x, filter, window, axes, out, finish)
                             : add_up<uint8_t, (kKind & kDepthwise) != 0>(x, filter, window, axes, out, finish);
}

template <int kKind, bool kOneRange>
void convolution_shape(ShapeContext& ctx) {
  constexpr Inputs kAt = inputs_of(kKind);
  const Shape in = ctx.with_rank(0, 4), size = ctx.with_rank(1, 4);
  if (kKind & kBias) ctx.with_rank(kAt.bias, 1);
  const WindowAttrs window = fused_window(ctx);
  WindowAxis axes[2];
  ctx.set_output(0, fused_shape(ctx, kKind, in, size, window, axes));
  for (int i : {kAt.least, kAt.most}) ctx.with_rank(i, 0);
  if (kOneRange)
    for (int i : {kAt.least_filter, kAt.most_filter}) ctx.with_rank(i, 0);
  if (kAt.least_out >= 0)
    for (int i : {kAt.least_out, kAt.most_out}) ctx.with_rank(i, 0);
  for (int i : {1, 2}) ctx.set_output(i, kAt.least_out >= 0 ? Shape() : ctx.input(kAt.least_filter));
}

// ---- products of matrices ----

template <int kKind>
void multiply(KernelContext& ctx) {
  constexpr Inputs kAt = inputs_of(kKind);
  require_types(ctx, kKind);
  const Tensor &a = ctx.input(0), &b = ctx.input(1);
  for (int i : {0, 1})
    if (ctx.input(i).shape().rank() != 2)
      ctx.fail(ctx.op().inputs[i].name, " must be 2-dimensional, got shape ", ctx.input(i).shape());
  for (int i : {kAt.least_filter, kAt.most_filter}) scalar(ctx, i);
  const bool turn_a = ctx.attr<bool>("transpose_a"), turn_b = ctx.attr<bool>("transpose_b");
  const int64_t rows = a.shape()[turn_a ? 1 : 0], inner = a.shape()[turn_a ? 0 : 1],
                columns = b.shape()[turn_b ? 0 : 1];
  if (inner != b.shape()[turn_b ? 1 : 0])
    ctx.fail("Dimensions must be equal, but are ", inner, " and ", b.shape()[turn_b ? 1 : 0]);
  check_bias(ctx, kKind, columns);
  const auto* factors = b.data<int8_t>();
  std::vector<int8_t> turned;  // rows of b one after the other
  if (turn_b) {
    turned.resize(static_cast<size_t>(b.num_elements()));
    for (int64_t k = 0; k < inner; ++k)
      for (int64_t c = 0; c < columns; ++c) turned[static_cast<size_t>(k * columns + c)] = factors[c * inner + k];
    factors = turned.data();
  }
  std::vector<int64_t> sums_of_b(static_cast<size_t>(columns));
  for (int64_t k = 0; k < inner; ++k)
    for (int64_t c = 0; c < columns; ++c) sums_of_b[static_cast<size_t>(c)] += factors[k * columns + c];
  const bool from_least = ctx.attr<std::string>("input_quant_mode") == "MIN_FIRST";
  const Finish finish(ctx, kKind, columns, from_least ? sums_of_b.data() : nullptr);
  const Tensor out = ctx.allocate(0, Shape{rows, columns});
  if (out.num_elements() == 0) return;
  parallel_for(rows, std::max<int64_t>((1 << 16) / std::max<int64_t>(inner * columns, 1), 1),
               [&](int64_t begin, int64_t end) {
                 std::vector<int32_t> sums(static_cast<size_t>(columns));
                 for (int64_t r = begin; r < end; ++r) {
                   std::fill(sums.begin(), sums.end(), 0);
                   for (int64_t k = 0; k < inner; ++k) {
                     const int32_t from = a.data<uint8_t>()[turn_a ? k * rows + r : r * inner + k];
                     for (int64_t c = 0; c < columns; ++c)
                       sums[static_cast<size_t>(c)] =
                           wrapping_add<int32_t>(sums[static_cast<size_t>(c)], from * factors[k * columns + c]);
                   }
                   finish(out, r * columns, sums.data());
                 }
               });
}
template <int kKind>
void product_shape(ShapeContext& ctx) {
  constexpr Inputs kAt = inputs_of(kKind);
  const Shape a = ctx.with_rank(0, 2), b = ctx.with_rank(1, 2);
  ctx.with_rank(kAt.bias, 1);
  const int turn_a = ctx.attr<bool>("transpose_a"), turn_b = ctx.attr<bool>("transpose_b");
  if (a[1 - turn_a] >= 0 && b[turn_b] >= 0 && a[1 - turn_a] != b[turn_b])
    ctx.fail("Dimensions must be equal, but are ", a[1 - turn_a], " and ", b[turn_b]);
  ctx.set_output(0, Shape{a[turn_a], b[1 - turn_b]});
  for (int i = kAt.least; i < ctx.num_inputs(); ++i) ctx.with_rank(i, 0);
  if (!(kKind & kDequantize))
    for (int i : {1, 2}) ctx.set_output(i, Shape());
}

#define NOTHING
#define FACTORS .input("input: Tinput").input("filter: Tfilter")
#define OF_RANGES \
  .input("min_input: float").input("max_input: float").input("min_filter: float").input("max_filter: float")
#define TO_RANGE .input("min_freezed_output: float").input("max_freezed_output: float")
#define SUMMAND .input("summand: Tsummand").input("min_summand: float").input("max_summand: float")
#define EITHER_BIAS .attr("Tbias: {float, qint32}")
#define SUMMAND_TYPE .attr("Tsummand: " QUANTIZED_TYPES)
#define PADDINGS .attr("padding_list: list(int) = []")
#define FUSED_CONV(NAME, KIND, ONE_RANGE, BIAS, AFTER, OUT, MORE, DOC) \
  DEFINE_OP(NAME)                                                      \
  FACTORS BIAS OF_RANGES AFTER.output("output: out_type")              \
      .output("min_output: float")                                     \
      .output("max_output: float")                                     \
      .attr("Tinput: " QUANTIZED_TYPES)                                \
      .attr("Tfilter: " QUANTIZED_TYPES)                               \
      .attr("out_type: " QUANTIZED_TYPES " = " OUT)                    \
      .attr("strides: list(int)")                                      \
      .attr("padding: {'SAME', 'VALID'}")                              \
      .attr("dilations: list(int) = [1, 1, 1, 1]") MORE.doc(DOC)       \
      .shape(convolution_shape<KIND, ONE_RANGE>)                       \
      .kernel(CPU, convolve<KIND>)

#define FLOAT_BIAS .input("bias: float")
#define ANY_BIAS .input("bias: Tbias")

FUSED_CONV("QuantizedConv2DPerChannel", 0, false, NOTHING, NOTHING, "qint32", NOTHING,
           "A convolution of integers, whose filters may have a range for each channel.");
FUSED_CONV("QuantizedConv2DAndRelu", kRelu, false, NOTHING, NOTHING, "qint32", PADDINGS,
           "A convolution of integers, negative results made zero.");
FUSED_CONV("QuantizedConv2DAndRequantize", kRequantize, true, NOTHING, TO_RANGE, "qint8", PADDINGS,
           "A convolution of integers, as 8-bit integers of a range.");
FUSED_CONV("QuantizedConv2DAndReluAndRequantize", kRelu | kRequantize, false, NOTHING, TO_RANGE, "quint8", PADDINGS,
           "A convolution of integers, negative results made zero, as 8-bit integers of a range.");
FUSED_CONV("QuantizedConv2DWithBias", kBias, false, FLOAT_BIAS, NOTHING, "qint32", PADDINGS,
           "A convolution of integers plus a number for each channel.");
FUSED_CONV("QuantizedConv2DWithBiasAndRelu", kBias | kRelu, false, FLOAT_BIAS, NOTHING, "qint32", PADDINGS,
           "A convolution of integers plus a number for each channel, negative results made zero.");
FUSED_CONV("QuantizedConv2DWithBiasAndRequantize", kBias | kRequantize, false, ANY_BIAS, TO_RANGE, "qint8",
           EITHER_BIAS PADDINGS,
           "A convolution of integers plus a number for each channel, as 8-bit integers of a range.");
FUSED_CONV("QuantizedConv2DWithBiasAndReluAndRequantize", kBias | kRelu | kRequantize, false, ANY_BIAS, TO_RANGE,
           "quint8", EITHER_BIAS PADDINGS,
           "A convolution of integers plus a number for each channel, not below zero, as 8-bit integers of a range.");
FUSED_CONV("QuantizedConv2DWithBiasSumAndRelu", kBias | kSum | kRelu, false, FLOAT_BIAS, .input("summand: float"),
           "qint32", PADDINGS, "A convolution of integers plus a number for each channel plus others, not below zero.");
FUSED_CONV("QuantizedConv2DWithBiasSumAndReluAndRequantize", kBias | kSum | kRelu | kRequantize, false, ANY_BIAS,
           TO_RANGE SUMMAND, "quint8", EITHER_BIAS SUMMAND_TYPE PADDINGS,
           "A convolution of integers plus a number for each channel plus others, as 8-bit integers of a range.");
FUSED_CONV("QuantizedConv2DWithBiasSignedSumAndReluAndRequantize", kBias | kSum | kRelu | kRequantize, false, ANY_BIAS,
           TO_RANGE SUMMAND, "quint8", EITHER_BIAS SUMMAND_TYPE PADDINGS,
           "A convolution of integers plus a number for each channel plus signed ones, as 8-bit integers of a range.");
FUSED_CONV("QuantizedDepthwiseConv2D", kDepthwise, false, NOTHING, NOTHING, "qint32", NOTHING,
           "A convolution of integers, each channel with filters of its own.");
FUSED_CONV("QuantizedDepthwiseConv2DWithBias", kDepthwise | kBias, false, FLOAT_BIAS, NOTHING, "qint32", NOTHING,
           "A convolution of integers channel by channel plus a number for each.");
FUSED_CONV("QuantizedDepthwiseConv2DWithBiasAndRelu", kDepthwise | kBias | kRelu, false, FLOAT_BIAS, NOTHING, "qint32",
           PADDINGS, "A convolution of integers channel by channel plus a number for each, not below zero.");
FUSED_CONV("QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize", kDepthwise | kBias | kRelu | kRequantize, false,
           ANY_BIAS, TO_RANGE, "quint8", EITHER_BIAS PADDINGS,
           "A convolution of integers channel by channel plus a number for each, as 8-bit integers of a range.");

#define FUSED_PRODUCT(NAME, KIND, BIAS, AFTER, OUTPUTS, TYPES, DOC)                            \
  DEFINE_OP(NAME)                                                                              \
      .input("a: T1")                                                                          \
      .input("b: T2") BIAS.input("min_a: float")                                               \
      .input("max_a: float")                                                                   \
      .input("min_b: float")                                                                   \
      .input("max_b: float") AFTER.output("out: Toutput") OUTPUTS.attr("T1: " QUANTIZED_TYPES) \
      .attr("T2: " QUANTIZED_TYPES) TYPES.attr("transpose_a: bool = false")                    \
      .attr("transpose_b: bool = false")                                                       \
      .attr("input_quant_mode: {'MIN_FIRST', 'SCALED'} = 'MIN_FIRST'")                         \
      .doc(DOC)                                                                                \
      .shape(product_shape<KIND>)                                                              \
      .kernel(CPU, multiply<KIND>)
#define BOUNDS_OUT .output("min_out: float").output("max_out: float")
#define TO_TYPE(DEFAULT) .attr("Toutput: " QUANTIZED_TYPES " = " DEFAULT)

FUSED_PRODUCT("QuantizedMatMulWithBias", kBias, ANY_BIAS, NOTHING, BOUNDS_OUT, EITHER_BIAS TO_TYPE("qint32"),
              "A product of matrices of integers plus a number for each column.");
FUSED_PRODUCT("QuantizedMatMulWithBiasAndRelu", kBias | kRelu, FLOAT_BIAS, NOTHING, BOUNDS_OUT, TO_TYPE("qint32"),
              "A product of matrices of integers plus a number for each column, not below zero.");
FUSED_PRODUCT("QuantizedMatMulWithBiasAndRequantize", kBias | kRequantize, ANY_BIAS, TO_RANGE, BOUNDS_OUT,
              EITHER_BIAS TO_TYPE("quint8"),
              "A product of matrices of integers plus a number for each column, as 8-bit integers of a range.");
FUSED_PRODUCT("QuantizedMatMulWithBiasAndReluAndRequantize", kBias | kRelu | kRequantize, ANY_BIAS, TO_RANGE,
              BOUNDS_OUT, EITHER_BIAS TO_TYPE("quint8"),
              "A product of matrices of integers plus a number for each column, not below zero, as 8-bit integers.");
FUSED_PRODUCT("QuantizedMatMulWithBiasAndDequantize", kBias | kDequantize, ANY_BIAS, TO_RANGE, NOTHING,
              EITHER_BIAS.attr("Toutput: {float}"),
              "A product of matrices of integers plus a number for each column, as numbers.");

}  // namespace

void convolve_signed_filter(KernelContext& ctx) {
  for (const Inputs at = inputs_of(0); int i : {at.least_filter, at.most_filter}) scalar(ctx, i);
  convolve<0>(ctx);
}

}  // namespace graphwright
