// Numbers rounded as quantization would: QuantizeAndDequantizeV2, V3, V4 and its gradient.
#include <algorithm>
#include <cmath>
#include <limits>

#include "op/build.h"
#include "op/context.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/quantize/quantize_vectorize.h"

namespace graphwright {
namespace {

// The tensor as [outer, count, inner], with a range for each place along the middle; all of it without an axis.
struct Slices {
  int64_t outer = 1, count = 1, inner = 1;
};
Slices slices_of(KernelContext& ctx, const Shape& shape, int64_t axis) {
  if (axis < -1) ctx.fail("Axis should be -1 or greater, got ", axis);
  if (axis >= shape.rank()) ctx.fail("Shape must be at least rank ", axis + 1, " but is rank ", shape.rank());
  if (axis == -1) return {1, 1, product(shape, 0, shape.rank())};
  const int place = static_cast<int>(axis);
  return {product(shape, 0, place), shape[place], product(shape, place + 1, shape.rank())};
}
// A range given: one for all, or one for each slice.
void check_range(KernelContext& ctx, int min, int64_t count, bool with_axis) {
  for (int i : {min, min + 1}) {
    const Shape& range = ctx.input(i).shape();
    if (with_axis ? range != Shape{count} : range.num_elements() != 1)
      ctx.fail(i == min ? "input_min" : "input_max", " must be ",
               with_axis ? "a vector with an element for each place along the axis" : "a scalar", ", got ", range);
  }
}

void shape_of_input(ShapeContext& ctx) {
  const int64_t axis = ctx.attr<int64_t>("axis");
  if (axis < -1) ctx.fail("axis should be at least -1, got ", axis);
  if (axis >= 0) ctx.with_rank_at_least(0, static_cast<int>(std::min<int64_t>(axis, 1 << 20)) + 1);
  ctx.set_output(0, ctx.input(0));
}

struct How {
  int64_t bits;
  bool is_signed, range_given, narrow, half_up;
};

template <class T>
void round_slice(KernelContext& ctx, const How& how, const Slices& slices, int64_t s) {
  using C = compute_t<T>;
  const T* from = ctx.input(0).data<T>();
  T* to = ctx.output(0).data<T>();
  const auto each = [&](const auto& f) {
    for (int64_t o = 0; o < slices.outer; ++o)
      for (int64_t i = (o * slices.count + s) * slices.inner, end = i + slices.inner; i < end; ++i) f(i);
  };
  C min = 0, max = 0;
  if (how.range_given) {
    min = static_cast<C>(ctx.input(1).data<T>()[s]);
    max = static_cast<C>(ctx.input(2).data<T>()[s]);
    if (!(min <= max)) ctx.fail("Invalid range: input_min ", min, " > input_max ", max);
  } else {
    min = std::numeric_limits<C>::max();
    max = std::numeric_limits<C>::lowest();
    each([&](int64_t i) {
      min = std::min(min, static_cast<C>(from[i]));
      max = std::max(max, static_cast<C>(from[i]));
    });
  }
  const int64_t lowest = how.is_signed ? -(int64_t{1} << (how.bits - 1)) + (how.narrow ? 1 : 0) : 0;
  const int64_t highest = (int64_t{1} << (how.is_signed ? how.bits - 1 : how.bits)) - 1;
  const C least = static_cast<C>(lowest), most = static_cast<C>(highest), huge = std::numeric_limits<C>::max();
  const C from_min = least * min > 0 ? least / min : huge, from_max = most * max > 0 ? most / max : huge;
  C scale = from_max, step = max / most;
  if (from_min < from_max) {
    scale = from_min;
    step = min / least;
    max = most * step;
  } else {
    min = least * step;
  }
  each([&](int64_t i) {
    C x = static_cast<C>(from[i]);
    x = x > max ? max : x;  // NaN stays
    x = (x < min ? min : x) * scale;
    to[i] = static_cast<T>((how.half_up ? std::floor(x + C(0.5)) : std::nearbyint(x)) * step);
  });
}

void run(KernelContext& ctx, How how) {
  if (how.bits < 1 || how.bits >= (how.is_signed ? 62 : 63))
    ctx.fail("num_bits is out of range: ", how.bits, " with signed_input_ ", how.is_signed);
  const int64_t axis = ctx.attr<int64_t>("axis");
  const Slices slices = slices_of(ctx, ctx.input(0).shape(), axis);
  if (how.range_given) check_range(ctx, 1, slices.count, axis != -1);
  if (ctx.input(0).num_elements() == 0) {
    ctx.output(0);
    return;
  }
  visit_floating(ctx.input(0).dtype(), [&]<class T>() {
    for (int64_t s = 0; s < slices.count; ++s) round_slice<T>(ctx, how, slices, s);
  });
}

How read_attrs(KernelContext& ctx, int64_t bits) {
  return {bits, ctx.attr<bool>("signed_input"), ctx.attr<bool>("range_given"), ctx.attr<bool>("narrow_range"), false};
}
void with_bits_attr_cpu(KernelContext& ctx) {
  How how = read_attrs(ctx, ctx.attr<int64_t>("num_bits"));
  how.half_up = ctx.attr<std::string>("round_mode") == "HALF_UP";
  run(ctx, how);
}
void with_bits_input_cpu(KernelContext& ctx) {
  if (ctx.input(3).shape().rank() != 0)
    ctx.fail("Invalid shape. The `num_bits` tensor should be a scalar. Got dimensions: ", ctx.input(3).shape().rank());
  run(ctx, read_attrs(ctx, ctx.input(3).int_at(0)));
}

// As if nothing were rounded.
Values straight_through(GradientContext& ctx) {
  Values grads(ctx.num_inputs());
  grads[0] = ctx.grad();
  return grads;
}
Values v4_grad(GradientContext& ctx) {
  return ops<"QuantizeAndDequantizeV4Grad">({ctx.grad(), ctx.input(0), ctx.input(1), ctx.input(2)},
                                            {{"axis", ctx.attr<int64_t>("axis")}});
}

void round_vectorize(VectorizeContext& ctx) { quantize_by_range<1>(ctx, !ctx.attr<bool>("range_given")); }

#define FLOATS "T: {bfloat16, half, float, double}"
#define DEFINE_BOTH(NAME)                                                                           \
  DEFINE_OP(NAME)                                                                                   \
      .input("input: T")                                                                            \
      .input("input_min: T")                                                                        \
      .input("input_max: T")                                                                        \
      .output("output: T")                                                                          \
      .attr("signed_input: bool = true")                                                            \
      .attr("num_bits: int = 8")                                                                    \
      .attr("range_given: bool = false")                                                            \
      .attr(FLOATS)                                                                                 \
      .attr("round_mode: {'HALF_TO_EVEN', 'HALF_UP'} = 'HALF_TO_EVEN'")                             \
      .attr("narrow_range: bool = false")                                                           \
      .attr("axis: int = -1")                                                                       \
      .doc("Rounds numbers to those that num_bits can tell apart within their range or one given.") \
      .shape(shape_of_input)                                                                        \
      .kernel(CPU, with_bits_attr_cpu)                                                              \
      .vectorize(round_vectorize)
DEFINE_BOTH("QuantizeAndDequantizeV2").gradient(straight_through);
DEFINE_BOTH("QuantizeAndDequantizeV4").gradient(v4_grad);

DEFINE_OP("QuantizeAndDequantizeV3")
    .input("input: T")
    .input("input_min: T")
    .input("input_max: T")
    .input("num_bits: int32")
    .output("output: T")
    .attr("signed_input: bool = true")
    .attr("range_given: bool = true")
    .attr(FLOATS)
    .attr("narrow_range: bool = false")
    .attr("axis: int = -1")
    .doc("Rounds numbers to those that num_bits can tell apart within their range or one given.")
    .shape(shape_of_input)
    .kernel(CPU, with_bits_input_cpu)
    .gradient(straight_through)
    .vectorize(round_vectorize);

void v4_grad_shape(ShapeContext& ctx) {
  if (!ctx.input(0).compatible(ctx.input(1)))
    ctx.fail("gradient and input must be the same size, got ", ctx.input(0), " and ", ctx.input(1));
  const int64_t axis = ctx.attr<int64_t>("axis");
  if (axis < -1) ctx.fail("axis should be at least -1, got ", axis);
  if (axis >= 0) ctx.with_rank_at_least(1, static_cast<int>(std::min<int64_t>(axis, 1 << 20)) + 1);
  ctx.set_output(0, ctx.input(0).merge(ctx.input(1)));
  const Shape& x = ctx.input(1);
  const Shape range = axis < 0 ? Shape() : Shape{x.has_rank() ? x[static_cast<int>(axis)] : kUnknown};
  for (int i : {2, 3}) {
    if (axis < 0 ? ctx.input(i).num_elements() > 1 : !ctx.input(i).compatible(range))
      ctx.fail("input_min and input_max must be of shape ", range, ", got ", ctx.input(i));
  }
  ctx.set_output(1, range);
  ctx.set_output(2, range);
}
void v4_grad_cpu(KernelContext& ctx) {
  const Tensor &dy = ctx.input(0), &x = ctx.input(1);
  if (dy.shape() != x.shape())
    ctx.fail("gradient and input must be the same size, got ", dy.shape(), " and ", x.shape());
  const int64_t axis = ctx.attr<int64_t>("axis");
  const Slices slices = slices_of(ctx, x.shape(), axis);
  check_range(ctx, 2, slices.count, axis != -1);
  const Tensor dx = ctx.output(0), to_min = ctx.allocate(1, axis == -1 ? Shape() : Shape{slices.count}),
               to_max = ctx.allocate(2, axis == -1 ? Shape() : Shape{slices.count});
  visit_floating(x.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    for (int64_t i = 0; i < x.num_elements(); ++i) {
      const int64_t s = i / slices.inner % slices.count;
      const C value = static_cast<C>(x.data<T>()[i]);
      const bool inside =
          value >= static_cast<C>(ctx.input(2).data<T>()[s]) && value <= static_cast<C>(ctx.input(3).data<T>()[s]);
      dx.data<T>()[i] = inside ? dy.data<T>()[i] : T(0);
    }
    std::fill_n(to_min.data<T>(), to_min.num_elements(), T(0));
    std::fill_n(to_max.data<T>(), to_max.num_elements(), T(0));
  });
}
// Linear in the gradient it is given; TensorFlow fails here.
Values v4_grad_grad(GradientContext& ctx) {
  Values grads(4);
  if (ctx.grad_or_null(0)) {
    grads[0] = ops<"QuantizeAndDequantizeV4Grad">({ctx.grad(0), ctx.input(1), ctx.input(2), ctx.input(3)},
                                                  {{"axis", ctx.attr<int64_t>("axis")}})[0];
  }
  return grads;
}
DEFINE_OP("QuantizeAndDequantizeV4Grad")
    .input("gradients: T")
    .input("input: T")
    .input("input_min: T")
    .input("input_max: T")
    .output("input_backprop: T")
    .output("input_min_backprop: T")
    .output("input_max_backprop: T")
    .attr(FLOATS)
    .attr("axis: int = -1")
    .doc("The gradient where the input is within the range, else zero.")
    .shape(v4_grad_shape)
    .kernel(CPU, v4_grad_cpu)
    .gradient(v4_grad_grad)
    .vectorize([](VectorizeContext& ctx) { quantize_by_range<2>(ctx, false); });

XLA_FACT(kNotCompiled, "QuantizeAndDequantizeV4Grad");

}  // namespace
}  // namespace graphwright
