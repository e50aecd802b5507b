// Numbers as small integers with a range, and back: QuantizeV2, Dequantize, QuantizedConcat.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

#include "op/context.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/quantize/quantize.h"
#include "ops/quantize/quantize_vectorize.h"

namespace graphwright {
namespace {

// Where the ranges' slices of a tensor are: one, or one for each place along an axis.
struct Slices {
  int64_t outer = 1, count = 1, inner = 1;
  // Calls f(element) for the elements of slice s.
  template <class F>
  void each(int64_t s, const F& f) const {
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = (o * count + s) * inner, end = i + inner; i < end; ++i) f(i);
  }
};
Slices slices_of(KernelContext& ctx, const Shape& shape, int64_t axis, int min) {
  Slices slices;
  if (axis < -1) ctx.fail("Axis should be -1 or greater, got ", axis);
  if (axis >= shape.rank() && axis != -1)
    ctx.fail("Axis is on a zero-based index, so its value must always be less than number of input's dims, but given ",
             "axis value was ", axis, " and input's dims was ", shape.rank());
  if (axis == -1) {
    slices.inner = product(shape, 0, shape.rank());
  } else {
    const int place = static_cast<int>(axis);
    slices = {product(shape, 0, place), shape[place], product(shape, place + 1, shape.rank())};
  }
  for (int i : {min, min + 1}) {
    const Shape& range = ctx.input(i).shape();
    const char* name = i == min ? "min_range" : "max_range";
    if (axis == -1 && range.num_elements() != 1)
      ctx.fail("If axis is not specified, ", name, " must contain a single float element, but it contains ",
               range.num_elements(), " elements");
    if (axis != -1 && range != Shape{slices.count})
      ctx.fail("If axis is specified, ", name, " must be a 1-D tensor whose size matches the axis dimension of the ",
               "input and output tensors, but ", name, " is of shape ", range, ", expected [", slices.count, "]");
  }
  return slices;
}

// ---- QuantizeV2 ----

void quantize_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  const int64_t axis = ctx.attr<int64_t>("axis");
  if (axis < -1) ctx.fail("axis should be at least -1, got ", axis);
  ctx.set_output(0, x);
  Shape range;
  if (axis >= 0) {
    if (x.has_rank() && axis >= x.rank())
      ctx.fail("Axis must be less than the input's rank, but given axis value was ", axis, " and input's dims was ",
               x.rank());
    range = Shape{x.has_rank() ? x[static_cast<int>(axis)] : kUnknown};
  }
  for (int i : {1, 2}) {
    if (!ctx.input(i).compatible(range) && !(axis < 0 && ctx.input(i).num_elements() == 1))
      ctx.fail("min_range and max_range must be of shape ", range, ", got ", ctx.input(i));
    if (axis >= 0) range = range.merge(ctx.input(i));
  }
  ctx.set_output(1, range);
  ctx.set_output(2, range);
}

struct Range {
  float min, max;
};
// A range that holds zero and is not too small.
Range widened(KernelContext& ctx, float min, float max) {
  if (!(max >= min)) ctx.fail("input_max_range must be larger than input_min_range.");
  const float least = ctx.attr<float>("ensure_minimum_range");
  Range range{std::min(0.0f, min), max};
  const float epsilon = std::max(1.0f, std::max(std::fabs(min), std::fabs(max))) * least;
  range.max = std::max(0.0f, std::max(max, range.min + epsilon));
  return range;
}

template <class T>
Range quantize_slice(const std::string& mode, bool half_to_even, bool narrow, const float* from, T* to,
                     const Slices& slices, int64_t s, Range range) {
  // 8-bit numbers without a sign need no step at zero, but the one at the least number.
  if (mode == "MIN_FIRST" && !std::is_same_v<T, uint8_t>) {
    const Steps<T> steps(range.min, range.max);
    slices.each(s, [&](int64_t i) { to[i] = steps.quantized(from[i]); });
  } else if (mode != "SCALED") {
    const float scale = static_cast<float>((highest<T>() - lowest<T>()) / (static_cast<double>(range.max) - range.min));
    slices.each(s, [&](int64_t i) {
      const float x = std::max(std::min(from[i], range.max), range.min);
      to[i] = as_integer<T>(std::round((x - range.min) * scale - half_range<T>()));
    });
  } else {
    const double least = lowest<T>() + (narrow ? 1 : 0), most = highest<T>();
    const double from_min = least * range.min > 0 ? least / range.min : FLT_MAX;
    const double from_max = most * range.max > 0 ? most / range.max : FLT_MAX;
    const float scale = static_cast<float>(std::min(from_min, from_max));
    range = {static_cast<float>(least / scale), static_cast<float>(most / scale)};
    slices.each(s, [&](int64_t i) {
      const float x = std::max(std::min(from[i], range.max), range.min) * scale;
      to[i] = as_integer<T>(half_to_even ? std::nearbyint(x) : std::round(x));
    });
  }
  return range;
}

void quantize_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const int64_t axis = ctx.attr<int64_t>("axis");
  const std::string mode = ctx.attr<std::string>("mode");
  const bool half_to_even = ctx.attr<std::string>("round_mode") == "HALF_TO_EVEN",
             narrow = ctx.attr<bool>("narrow_range");
  if (half_to_even && mode != "SCALED")
    ctx.fail("Round mode 'HALF_TO_EVEN' only supported for mode 'SCALED', but mode is '", mode, "'.");
  if (mode == "MIN_FIRST" && axis != -1)
    ctx.fail_code(Code::kUnimplemented, "MIN_FIRST mode is not implemented for Quantize with axis != -1.");
  const Slices slices = slices_of(ctx, x.shape(), axis, 1);
  const Shape range_shape = axis == -1 ? Shape() : Shape{slices.count};
  Tensor y = ctx.output(0), min = ctx.allocate(1, range_shape), max = ctx.allocate(2, range_shape);
  visit_quantized(y.dtype(), [&]<class T>() {
    for (int64_t s = 0; s < slices.count; ++s) {
      const Range given = widened(ctx, ctx.input(1).data<float>()[s], ctx.input(2).data<float>()[s]);
      const Range range = quantize_slice<T>(mode, half_to_even, narrow, x.data<float>(), y.data<T>(), slices, s, given);
      min.data<float>()[s] = range.min;
      max.data<float>()[s] = range.max;
    }
  });
}

void one_range_vectorize(VectorizeContext& ctx) {
  if (ctx.attr<std::string>("mode") == "MIN_FIRST" && ctx.any_rows(1, 3)) return;  // it knows no axis
  quantize_by_range<1>(ctx, false);
}

DEFINE_OP("QuantizeV2")
    .input("input: float")
    .input("min_range: float")
    .input("max_range: float")
    .output("output: T")
    .output("output_min: float")
    .output("output_max: float")
    .attr("T: " QUANTIZED_TYPES)
    .attr("mode: {'MIN_COMBINED', 'MIN_FIRST', 'SCALED'} = 'MIN_COMBINED'")
    .attr("round_mode: {'HALF_AWAY_FROM_ZERO', 'HALF_TO_EVEN'} = 'HALF_AWAY_FROM_ZERO'")
    .attr("narrow_range: bool = false")
    .attr("axis: int = -1")
    .attr("ensure_minimum_range: float = 0.01")
    .doc("Numbers as integers, which stand for the numbers of a range.")
    .shape(quantize_shape)
    .kernel(CPU, quantize_cpu)
    .vectorize(one_range_vectorize);

// ---- Dequantize ----

void dequantize_shape(ShapeContext& ctx) {
  const int64_t axis = ctx.attr<int64_t>("axis");
  const Shape& x = ctx.input(0);
  if (axis < -1) ctx.fail("axis should be at least -1, got ", axis);
  if (axis >= 0 && x.has_rank() && axis >= x.rank())
    ctx.fail("Axis must be less than input dimension(", x.rank(), "), got ", axis);
  ctx.set_output(0, x);
}

template <class T, class Out>
void dequantize_all(KernelContext& ctx, const std::string& mode, const Slices& slices) {
  const Tensor &x = ctx.input(0), y = ctx.output(0);
  const T* from = x.data<T>();
  Out* to = y.data<Out>();
  const bool narrow = ctx.attr<bool>("narrow_range");
  for (int64_t s = 0; s < slices.count; ++s) {
    const float min = ctx.input(1).data<float>()[s], max = ctx.input(2).data<float>()[s];
    if (mode == "MIN_FIRST") {
      slices.each(s, [&](int64_t i) { to[i] = static_cast<Out>(dequantized(from[i], min, max)); });
    } else if (mode == "MIN_COMBINED") {
      const float scale = static_cast<float>((static_cast<double>(max) - min) / (highest<T>() - lowest<T>()));
      slices.each(s, [&](int64_t i) {
        to[i] = static_cast<Out>((static_cast<float>(from[i]) + half_range<T>()) * scale + min);
      });
    } else {
      const double least = lowest<T>() + (narrow ? 1 : 0);
      const float scale = static_cast<float>(
          std::max(std::numeric_limits<T>::is_signed ? min / least : 0.0, static_cast<double>(max) / highest<T>()));
      slices.each(s, [&](int64_t i) { to[i] = static_cast<Out>(static_cast<float>(from[i]) * scale); });
    }
  }
}

void dequantize_cpu(KernelContext& ctx) {
  const std::string mode = ctx.attr<std::string>("mode");
  const int64_t axis = ctx.attr<int64_t>("axis");
  const bool small = ctx.output_dtype(0) == DType::kBfloat16;
  if (small && mode == "MIN_FIRST")
    ctx.fail("When output type is bfloat16, Mode string must be 'MIN_COMBINED', is '", mode, "'");
  if (mode == "MIN_FIRST" && axis != -1)
    ctx.fail_code(Code::kUnimplemented, "MIN_FIRST mode is not implemented for Dequantize with axis != -1.");
  const Slices slices = slices_of(ctx, ctx.input(0).shape(), axis, 1);
  visit_quantized(ctx.input(0).dtype(), [&]<class T>() {
    small ? dequantize_all<T, Bfloat16>(ctx, mode, slices) : dequantize_all<T, float>(ctx, mode, slices);
  });
}

DEFINE_OP("Dequantize")
    .input("input: T")
    .input("min_range: float")
    .input("max_range: float")
    .output("output: dtype")
    .attr("T: " QUANTIZED_TYPES)
    .attr("mode: {'MIN_COMBINED', 'MIN_FIRST', 'SCALED'} = 'MIN_COMBINED'")
    .attr("narrow_range: bool = false")
    .attr("axis: int = -1")
    .attr("dtype: {bfloat16, float} = float")
    .doc("The numbers that the integers of a range stand for.")
    .shape(dequantize_shape)
    .kernel(CPU, dequantize_cpu)
    .vectorize(one_range_vectorize);

// ---- QuantizedConcat ----

void quantized_concat_shape(ShapeContext& ctx) {
  const int n = (ctx.num_inputs() - 1) / 3;
  for (int i = n + 1; i < ctx.num_inputs(); ++i) ctx.with_rank(i, 0);
  ctx.with_rank(0, 0);
  ctx.set_output(1, Shape());
  ctx.set_output(2, Shape());
  Shape shape = Shape::unknown();
  const Tensor where = ctx.constant(0);
  int64_t total = 0;
  for (int i = 1; i <= n; ++i) {
    const Shape& one = ctx.input(i);
    if (!one.has_rank()) continue;
    if (!shape.has_rank()) shape = Shape::filled(one.rank(), kUnknown);
    if (one.rank() != shape.rank()) ctx.fail("ConcatOp : Ranks of all input tensors should match, got ", one);
  }
  if (!shape.has_rank() || !where || where.num_elements() != 1) return ctx.set_output(0, shape);
  const int64_t given = where.int_at(0), axis = given < 0 ? given + shape.rank() : given;
  if (axis < 0 || axis >= shape.rank())
    ctx.fail("ConcatOp : Expected concatenating dimensions in the range [0, ", shape.rank(), "), but got ", given);
  const int place = static_cast<int>(axis);
  for (int i = 1; i <= n; ++i) {
    Shape one = ctx.input(i);
    const int64_t size = one.has_rank() ? one[place] : kUnknown;
    total = size < 0 || total < 0 ? kUnknown : total + size;
    if (!one.has_rank()) continue;
    one.set(place, kUnknown);
    if (!shape.compatible(one)) ctx.fail("ConcatOp : Dimensions of inputs should match, got ", shape, " and ", one);
    shape = shape.merge(one);
  }
  shape.set(place, total);
  ctx.set_output(0, shape);
}

void quantized_concat_cpu(KernelContext& ctx) {
  const int n = (ctx.num_inputs() - 1) / 3;
  if (ctx.input(0).num_elements() != 1) ctx.fail("Concat dim tensor should be a scalar, got ", ctx.input(0).shape());
  const Shape& first = ctx.input(1).shape();
  const int64_t given = ctx.input(0).int_at(0), rank = first.rank(), axis = given < 0 ? given + rank : given;
  if (axis < 0 || axis >= rank)
    ctx.fail("ConcatOp : Expected concatenating dimensions in the range [0, ", rank, "), but got ", given);
  const int place = static_cast<int>(axis);
  Shape shape = first;
  int64_t total = 0;
  Range range{0, 0};
  for (int i = 1; i <= n; ++i) {
    const Shape& one = ctx.input(i).shape();
    bool fits = one.rank() == rank;
    for (int a = 0; fits && a < rank; ++a) fits = a == place || one[a] == first[a];
    if (!fits)
      ctx.fail("ConcatOp : Dimensions of inputs should match: shape[0] = ", first, " vs. shape[", i - 1, "] = ", one);
    total += one[place];
    for (int bound : {n + i, 2 * n + i})
      if (ctx.input(bound).num_elements() != 1)
        ctx.fail("input_mins and input_maxes must be scalars, got ", ctx.input(bound).shape());
    range.min = std::min(range.min, ctx.input(n + i).data<float>()[0]);
    range.max = std::max(range.max, ctx.input(2 * n + i).data<float>()[0]);
  }
  if (ctx.input(1).dtype() != DType::kQuint8 && ctx.input(1).dtype() != DType::kQuint16) {
    const float larger = std::max(std::fabs(range.min), std::fabs(range.max));
    range = {-larger, larger};
  }
  shape.set(place, total);
  Tensor out = ctx.allocate(0, shape);
  const int64_t outer = product(shape, 0, place), inner = product(shape, place + 1, shape.rank());
  if (!is_quantized(out.dtype())) ctx.fail("QuantizedConcat takes quantized tensors, got ", out.dtype());
  visit_quantized(out.dtype(), [&]<class T>() {
    const Steps<T> steps(range.min, range.max);
    int64_t begin = 0;
    for (int i = 1; i <= n; ++i) {
      const Tensor& one = ctx.input(i);
      const float min = ctx.input(n + i).data<float>()[0], max = ctx.input(2 * n + i).data<float>()[0];
      const bool same = min == range.min && max == range.max;
      const int64_t width = one.shape()[place] * inner;
      for (int64_t o = 0; o < outer; ++o) {
        const T* from = one.data<T>() + o * width;
        T* to = out.data<T>() + (o * total + begin) * inner;
        for (int64_t k = 0; k < width; ++k) to[k] = same ? from[k] : steps.quantized(dequantized(from[k], min, max));
      }
      begin += one.shape()[place];
    }
  });
  ctx.output(1).data<float>()[0] = range.min;
  ctx.output(2).data<float>()[0] = range.max;
}

DEFINE_OP("QuantizedConcat")
    .input("concat_dim: int32")
    .input("values: N * T")
    .input("input_mins: N * float")
    .input("input_maxes: N * float")
    .output("output: T")
    .output("output_min: float")
    .output("output_max: float")
    .attr("N: int >= 2")
    .attr("T: type")
    .doc("Quantized tensors behind each other, with one range for all.")
    .shape(quantized_concat_shape)
    .kernel(CPU, quantized_concat_cpu);

XLA_FACT(kNotCompiled, "QuantizeV2", "QuantizedConcat");

}  // namespace
}  // namespace graphwright
