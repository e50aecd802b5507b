// Integers that stand for (integer - zero point) * scale, with one scale or one for each place along an axis:
// UniformQuantize, UniformDequantize, UniformRequantize, and sums, clipping and products of such integers.
#include "ops/quantize/uniform_quantize.h"
#include "op/build.h"

namespace graphwright {
namespace {

using namespace uniform;

void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

void quantize(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Tensor out = ctx.output(0);
  const Scales scales(ctx, 1, "quantization_axis", x.shape());
  const Limits limits(ctx, "");
  for (int64_t i = 0; i < x.num_elements(); ++i)
    write(out, i, limits.clamp(wrapped(nearest(x.data<float>()[i] / scales.scale(i)) + scales.zero(i))));
}
void dequantize(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Tensor out = ctx.output(0);
  const Scales scales(ctx, 1, "quantization_axis", x.shape());
  for (int64_t i = 0; i < x.num_elements(); ++i)
    out.data<float>()[i] = static_cast<float>(wrapped(read(x, i) - scales.zero(i))) * scales.scale(i);
}
void requantize(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Tensor out = ctx.output(0);
  const int64_t from_axis = ctx.attr<int64_t>("input_quantization_axis"),
                to_axis = ctx.attr<int64_t>("output_quantization_axis");
  if (from_axis >= 0 && to_axis >= 0 && from_axis != to_axis)
    ctx.fail("If input and output is both per-axis quantized, the quantization axis must be same.");
  const Scales from(ctx, 1, from_axis, x.shape()), to(ctx, 3, to_axis, x.shape());
  const Limits limits(ctx, "output_");
  for (int64_t i = 0; i < x.num_elements(); ++i)
    write(out, i,
          limits.clamp(wrapped(requantized(read(x, i) - from.zero(i), from.scale(i) / to.scale(i)) + to.zero(i))));
}
void clip(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Tensor out = ctx.output(0);
  const int64_t axis = ctx.attr<int64_t>("quantization_axis");
  const Scales checked(ctx, 3, axis, x.shape());
  const Shape wanted = axis < 0 ? Shape() : Shape{x.shape()[static_cast<int>(axis)]};
  for (int i : {1, 2})
    if (ctx.input(i).shape() != wanted)
      ctx.fail(ctx.op().inputs[i].name, " must have shape ", wanted, ", got ", ctx.input(i).shape());
  const int64_t inner = axis < 0 ? 1 : product(x.shape(), static_cast<int>(axis) + 1, x.shape().rank());
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    const int64_t at = axis < 0 ? 0 : i / inner % wanted[0];
    write(out, i, std::min(std::max(read(x, i), read(ctx.input(1), at)), read(ctx.input(2), at)));
  }
}

void add_shape(ShapeContext& ctx) { ctx.set_output(0, broadcast_shapes(ctx.input(0), ctx.input(1))); }
void add(KernelContext& ctx) {
  const Tensor &a = ctx.input(0), &b = ctx.input(1);
  const Tensor out = ctx.output(0);
  const Scales of_a(ctx, 2, "lhs_quantization_axis", a.shape()), of_b(ctx, 4, "rhs_quantization_axis", b.shape()),
      to(ctx, 6, "output_quantization_axis", out.shape());
  const Limits limits(ctx, "output_");
  const Shape& shape = out.shape();
  const auto place = [&](const Shape& from, int64_t flat) {
    int64_t at = 0, step = 1;
    for (int axis = shape.rank() - 1, own = from.rank() - 1; own >= 0; --axis, --own) {
      const int64_t index = flat % shape[axis];
      flat /= shape[axis];
      if (from[own] != 1) at += index * step;
      step *= from[own];
    }
    return at;
  };
  for (int64_t i = 0; i < out.num_elements(); ++i) {
    const int64_t at_a = place(a.shape(), i), at_b = place(b.shape(), i);
    const int64_t part_a = requantized(read(a, at_a) - of_a.zero(at_a), of_a.scale(at_a) / to.scale(i)),
                  part_b = requantized(read(b, at_b) - of_b.zero(at_b), of_b.scale(at_b) / to.scale(i));
    write(out, i, limits.clamp(part_a + part_b + to.zero(i)));
  }
}

void dot_shape(ShapeContext& ctx) {
  const Shape a = ctx.with_rank(0, 2), b = ctx.with_rank(1, 2);
  if (a[1] >= 0 && b[0] >= 0 && a[1] != b[0])
    ctx.fail("lhs.dim_size(1) and rhs.dim_size(0) must be equal, but given lhs shape ", a, " and rhs shape ", b);
  ctx.set_output(0, Shape{a[0], b[1]});
}
// Calls f(row, column, element of the result).
template <class F>
void each_product(KernelContext& ctx, const F& f) {
  const Shape &a = ctx.input(0).shape(), &b = ctx.input(1).shape();
  if (a.rank() != 2 || b.rank() != 2) ctx.fail("lhs and rhs must be matrices, got shapes ", a, " and ", b);
  if (a[1] != b[0])
    ctx.fail("lhs.dim_size(1) and rhs.dim_size(0) must be equal, but given lhs shape ", a, " and rhs shape ", b);
  for (int64_t r = 0; r < a[0]; ++r)
    for (int64_t c = 0; c < b[1]; ++c) f(r, c, r * b[1] + c);
}
void check_rhs_axis(KernelContext& ctx) {
  const int64_t axis = ctx.attr<int64_t>("rhs_quantization_axis");
  if (axis != -1 && axis != 1) ctx.fail("rhs_quantization_axis must be -1 or 1, got ", axis);
}

void dot(KernelContext& ctx) {
  const Tensor &a = ctx.input(0), &b = ctx.input(1);
  const Tensor out = ctx.output(0);
  check_rhs_axis(ctx);
  if (ctx.attr<int64_t>("lhs_quantization_axis") != -1) ctx.fail("lhs must be quantized with one scale");
  if (int64_t axis = ctx.attr<int64_t>("output_quantization_axis"); axis != -1 && axis != 1)
    ctx.fail("output_quantization_axis must be -1 or 1, got ", axis);
  const Scales of_a(ctx, 2, "lhs_quantization_axis", a.shape()), of_b(ctx, 4, "rhs_quantization_axis", b.shape()),
      to(ctx, 6, "output_quantization_axis", out.shape());
  const Limits limits(ctx, "output_");
  each_product(ctx, [&](int64_t r, int64_t c, int64_t i) {
    const int64_t inner = a.shape()[1], columns = b.shape()[1];
    int64_t sum = 0;
    for (int64_t k = 0; k < inner; ++k)
      sum += (a.data<int8_t>()[r * inner + k] - of_a.zero(0)) * (b.data<int8_t>()[k * columns + c] - of_b.zero(c));
    write(out, i, limits.clamp(requantized(sum, of_a.scale(0) * of_b.scale(c) / to.scale(i)) + to.zero(i)));
  });
}

// The numbers of each row are rounded to 8 bits between its least and its largest one, or zero.
void dot_hybrid(KernelContext& ctx) {
  const Tensor &a = ctx.input(0), &b = ctx.input(1);
  const Tensor out = ctx.output(0);
  check_rhs_axis(ctx);
  const Scales of_b(ctx, 2, "rhs_quantization_axis", b.shape());
  Rounded rounded;
  each_product(ctx, [&](int64_t r, int64_t c, int64_t i) {
    const int64_t inner = a.shape()[1], columns = b.shape()[1];
    const float* from = a.data<float>() + r * inner;
    if (c == 0) rounded = Rounded(from, inner);
    int64_t sum = 0;
    for (int64_t k = 0; k < inner; ++k) sum += rounded.at(k) * (b.data<int8_t>()[k * columns + c] - of_b.zero(c));
    out.data<float>()[i] = static_cast<float>(sum) * rounded.scale * of_b.scale(c);
  });
}

DEFINE_OP("UniformQuantize")
    .input("input: Tin") UNIFORM_SCALES("")
    .output("output: Tout")
    .attr("Tin: {float}")
    .attr("Tout: {qint8, quint8, qint32}") UNIFORM_LIMITS("")
    .doc("round(input / scale) + zero point, between the least and the largest integer.")
    .shape(same_shape)
    .kernel(CPU, quantize)
    .no_gradient("its result is an integer");

DEFINE_OP("UniformDequantize")
    .input("input: Tin") UNIFORM_SCALES("")
    .output("output: Tout")
    .attr("Tin: {qint8, quint8, qint32}")
    .attr("Tout: {float}") UNIFORM_LIMITS("")
    .doc("(input - zero point) * scale.")
    .shape(same_shape)
    .kernel(CPU, dequantize);

DEFINE_OP("UniformRequantize")
    .input("input: Tin") UNIFORM_SCALES("input_") UNIFORM_SCALES("output_")
    .output("output: Tout")
    .attr("Tin: {qint8, qint32}")
    .attr("Tout: {qint8, qint32}") UNIFORM_LIMITS("input_") UNIFORM_LIMITS("output_")
    .doc("Integers with one scale and zero point as those with another.")
    .shape(same_shape)
    .kernel(CPU, requantize)
    .no_gradient("its result is an integer");

DEFINE_OP("UniformQuantizedClipByValue")
    .input("operand: T")
    .input("min: T")
    .input("max: T") UNIFORM_SCALES("")
    .output("output: T")
    .attr("T: {qint32}") UNIFORM_LIMITS("")
    .doc("Integers between bounds, for all or for each place along the axis.")
    .shape(same_shape)
    .kernel(CPU, clip)
    .no_gradient("its result is an integer");

DEFINE_OP("UniformQuantizedAdd")
    .input("lhs: T")
    .input("rhs: T") UNIFORM_SCALES("lhs_") UNIFORM_SCALES("rhs_") UNIFORM_SCALES("output_")
    .output("output: T") UNIFORM_LIMITS("lhs_") UNIFORM_LIMITS("rhs_") UNIFORM_LIMITS("output_")
    .attr("T: {qint32}")
    .doc("The integer of a sum; the inputs broadcast.")
    .shape(add_shape)
    .kernel(CPU, add)
    .no_gradient("its result is an integer");

DEFINE_OP("UniformQuantizedDot")
    .input("lhs: Tin")
    .input("rhs: Tin") UNIFORM_SCALES("lhs_") UNIFORM_SCALES("rhs_") UNIFORM_SCALES("output_")
    .output("output: Tout")
    .attr("Tin: {qint8}")
    .attr("Tout: {qint32}") UNIFORM_LIMITS("lhs_") UNIFORM_LIMITS("rhs_") UNIFORM_LIMITS("output_")
    .doc("The product of two matrices of integers; the columns of the second may have their own scales.")
    .shape(dot_shape)
    .kernel(CPU, dot)
    .no_gradient("its result is an integer");

DEFINE_OP("UniformQuantizedDotHybrid")
    .input("lhs: Tlhs")
    .input("rhs: Trhs") UNIFORM_SCALES("rhs_")
    .output("output: Tout")
    .attr("Tlhs: {float}")
    .attr("Trhs: {qint8}")
    .attr("Tout: {float}") UNIFORM_LIMITS("rhs_")
    .doc("The product of a matrix of numbers, whose rows are rounded to 8 bits, and a matrix of integers.")
    .shape(dot_shape)
    .kernel(CPU, dot_hybrid);

}  // namespace
}  // namespace graphwright
