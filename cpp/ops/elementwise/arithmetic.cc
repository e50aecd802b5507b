// Binary arithmetic with broadcasting: sums, products, quotients, powers, extremes.
#include "op/gradient_needs.h"
#include "op/gradient_slices.h"
#include "op/vectorize.h"
#include "ops/elementwise/elementwise.h"

namespace graphwright {
namespace {

using namespace build;

Value square(const Value& x) { return op<"Square">({x}); }
Value where(const Value& condition, const Value& a, const Value& b) { return op<"SelectV2">({condition, a, b}); }

// Whether slices that came in for a sum stay slices as the gradient of input i. As in TensorFlow, they do where it is
// known while tracing that nothing is summed up, and eagerly only beside a scalar that has no gradient.
bool keeps_slices(const GradientContext& ctx, int i) {
  const Shape &own = ctx.input(i).shape(), &other = ctx.input(1 - i).shape();
  if (i == 0 && !ctx.wants(1) && other.is_scalar()) return true;
  return ctx.output(0).is_symbol() && own.fully_defined() && other.fully_defined() && own == ctx.output(0).shape();
}

Values add_grad(GradientContext& ctx) {
  const Value grad = ctx.grad();
  if (!slices_of(grad)) return unbroadcast_both(ctx, grad, grad);
  Values parts(2);
  for (int i = 0; i < 2; ++i)
    if (ctx.wants(i)) parts[i] = keeps_slices(ctx, i) ? grad : unbroadcast(to_dense(grad), ctx.input(i));
  return parts;
}
Values sub_grad(GradientContext& ctx) {
  if (!slices_of(ctx.grad())) return unbroadcast_both(ctx, ctx.grad(), ctx.wants(1) ? neg(ctx.grad()) : Value());
  Values parts = add_grad(ctx);
  if (ctx.wants(1)) parts[1] = map_values(parts[1], neg);
  return parts;
}
Values mul_grad(GradientContext& ctx) {
  return unbroadcast_both(ctx, ctx.wants(0) ? mul(ctx.grad(), conj(ctx.input(1))) : Value(),
                          ctx.wants(1) ? mul(conj(ctx.input(0)), ctx.grad()) : Value());
}
Values mul_no_nan_grad(GradientContext& ctx) {
  return unbroadcast_both(ctx, ctx.wants(0) ? op<"MulNoNan">({ctx.grad(), conj(ctx.input(1))}) : Value(),
                          ctx.wants(1) ? op<"MulNoNan">({conj(ctx.input(0)), ctx.grad()}) : Value());
}
// x / y for the op's own kind of division.
template <FixedString kDivide>
Values div_grad(GradientContext& ctx) {
  Value x = conj(ctx.input(0)), y = conj(ctx.input(1)), dx, dy;
  if (ctx.wants(0)) dx = op<kDivide>({ctx.grad(), y});
  if (ctx.wants(1)) dy = mul(ctx.grad(), op<kDivide>({op<kDivide>({neg(x), y}), y}));
  return unbroadcast_both(ctx, dx, dy);
}
// x mod y = x - q y with a quotient q that is constant almost everywhere.
template <FixedString kQuotient>
Values mod_grad(GradientContext& ctx) {
  Value dy;
  if (ctx.wants(1)) dy = neg(mul(ctx.grad(), op<kQuotient>({ctx.input(0), ctx.input(1)})));
  return unbroadcast_both(ctx, ctx.grad(), dy);
}
Values squared_difference_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &y = ctx.input(1);
  Value dx = mul(mul(number_like(x, 2), ctx.grad()), sub(x, y));
  return unbroadcast_both(ctx, ctx.wants(0) ? dx : Value(), ctx.wants(1) ? neg(dx) : Value());
}
Values pow_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &y = ctx.input(1);
  Value dx, dy;
  if (ctx.wants(0)) dx = mul(mul(ctx.grad(), conj(y)), op<"Pow">({conj(x), sub(conj(y), number_like(y, 1))}));
  if (ctx.wants(1)) {
    // Where x has no (real) logarithm, y's gradient is taken to be 0.
    Value zero = number_like(x, 0);
    Value defined = is_complex(x.dtype()) ? op<"NotEqual">({x, zero}) : op<"Greater">({x, zero});
    Value log_x = where(defined, op<"Log">({where(defined, x, number_like(x, 1))}), zero);
    dy = mul(mul(ctx.grad(), conj(ctx.output(0))), conj(log_x));
  }
  return unbroadcast_both(ctx, dx, dy);
}
template <FixedString kChosen>
Values extreme_grad(GradientContext& ctx) {
  Value first = op<kChosen>({ctx.input(0), ctx.input(1)}), zero = number_like(ctx.input(0), 0);
  return unbroadcast_both(ctx, ctx.wants(0) ? where(first, ctx.grad(), zero) : Value(),
                          ctx.wants(1) ? where(first, zero, ctx.grad()) : Value());
}
// x log y, x log(1 + y) and x / y, which are 0 for x = 0 whatever y is.
Value not_zero(const Value& x) { return cast(op<"NotEqual">({x, number_like(x, 0)}), x.dtype()); }
Values xlogy_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &y = ctx.input(1);
  return unbroadcast_both(ctx, ctx.wants(0) ? mul(ctx.grad(), conj(op<"Xlogy">({not_zero(x), y}))) : Value(),
                          ctx.wants(1) ? mul(ctx.grad(), conj(op<"Xdivy">({x, y}))) : Value());
}
Values xlog1py_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &y = ctx.input(1);
  Value dx, dy;
  if (ctx.wants(0)) dx = mul(ctx.grad(), conj(op<"Xlog1py">({not_zero(x), y})));
  if (ctx.wants(1)) dy = mul(ctx.grad(), conj(op<"Xdivy">({x, add(y, number_like(y, 1))})));
  return unbroadcast_both(ctx, dx, dy);
}
Values xdivy_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &y = ctx.input(1);
  Value dx, dy;
  if (ctx.wants(0)) dx = mul(ctx.grad(), conj(op<"Xdivy">({not_zero(x), y})));
  if (ctx.wants(1)) dy = mul(ctx.grad(), conj(op<"Xdivy">({neg(x), square(y)})));
  return unbroadcast_both(ctx, dx, dy);
}
Values atan2_grad(GradientContext& ctx) {
  const Value &y = ctx.input(0), &x = ctx.input(1);
  Value scaled = div(ctx.grad(), add(square(x), square(y)));
  return unbroadcast_both(ctx, mul(x, scaled), neg(mul(y, scaled)));
}
Values next_after_grad(GradientContext& ctx) {
  return {unbroadcast(ctx.grad(), ctx.input(0)), zeros_like(ctx.input(1))};
}

#define GW_ALL_BUT_BOOL                                                                                   \
  "{bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, " \
  "complex128}"
#define GW_ORDERED "{bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64}"
#define GW_NO_NAN_TYPES "{half, float, bfloat16, double, complex64, complex128}"

DEFINE_BINARY("AddV2", Add, GW_ALL_BUT_BOOL, "x + y.").commutative().trait(Trait::kPassesSlices).gradient(add_grad);
DEFINE_BINARY("Add", Add,
              "{bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128, string}",
              "x + y; strings are joined.")
    .trait(Trait::kPassesSlices)
    .gradient(add_grad);
DEFINE_BINARY("Sub", Sub, GW_ALL_BUT_BOOL, "x - y.").trait(Trait::kPassesSlices).gradient(sub_grad);
DEFINE_BINARY("Mul", Mul, GW_ALL_BUT_BOOL, "x * y.").commutative().gradient(mul_grad);
DEFINE_BINARY("MulNoNan", MulNoNan, GW_FLOATS_AND_COMPLEX, "x * y, and 0 where y = 0 even for infinite or NaN x.")
    .gradient(mul_no_nan_grad);
DEFINE_BINARY("Div", Div, GW_ALL_BUT_BOOL, "x / y; integers are truncated.").gradient(div_grad<"Div">);
DEFINE_BINARY("RealDiv", RealDiv, GW_ALL_BUT_BOOL, "x / y for real and complex numbers.").gradient(div_grad<"RealDiv">);
DEFINE_BINARY("DivNoNan", DivNoNan, GW_NO_NAN_TYPES, "x / y, and 0 where y = 0.").gradient(div_grad<"DivNoNan">);
DEFINE_BINARY("TruncateDiv", TruncateDiv, GW_ALL_BUT_BOOL, "x / y, rounded towards 0.").no_gradient("a step function");
DEFINE_BINARY("FloorDiv", FloorDiv, GW_ALL_BUT_BOOL, "x / y, rounded down.").no_gradient("a step function");
DEFINE_BINARY("FloorMod", FloorMod,
              "{int8, int16, int32, int64, uint8, uint16, uint32, uint64, bfloat16, half, float, double}",
              "The remainder of x / y that has y's sign.")
    .gradient(mod_grad<"FloorDiv">);
DEFINE_BINARY("TruncateMod", TruncateMod, "{int32, int64, bfloat16, half, float, double}",
              "The remainder of x / y that has x's sign.")
    .gradient(mod_grad<"TruncateDiv">);
DEFINE_BINARY("Mod", TruncateMod, "{int32, int64, half, bfloat16, float, double}",
              "The remainder of x / y that has x's sign.")
    .gradient(mod_grad<"TruncateDiv">);
DEFINE_BINARY("Pow", Pow, "{bfloat16, float, half, double, int8, int16, int32, int64, complex64, complex128}",
              "x to the power of y; an integer's power must not be negative.")
    .gradient(pow_grad);
DEFINE_BINARY("Maximum", Maximum, GW_ORDERED, "The larger of x and y; NaN if either is.")
    .gradient(extreme_grad<"GreaterEqual">);
DEFINE_BINARY("Minimum", Minimum, GW_ORDERED, "The smaller of x and y; NaN if either is.")
    .gradient(extreme_grad<"LessEqual">);
DEFINE_BINARY("SquaredDifference", SquaredDifference,
              "{bfloat16, half, float, double, int32, int64, complex64, complex128}", "|x - y|^2.")
    .commutative()
    .gradient(squared_difference_grad);
DEFINE_BINARY("Xlogy", Xlogy, GW_NO_NAN_TYPES, "x log y, and 0 where x = 0.").gradient(xlogy_grad);
DEFINE_BINARY("Xlog1py", Xlog1py, GW_NO_NAN_TYPES, "x log(1 + y), and 0 where x = 0.").gradient(xlog1py_grad);
DEFINE_BINARY("Xdivy", Xdivy, GW_NO_NAN_TYPES, "x / y, and 0 where x = 0.").gradient(xdivy_grad);

// The angle of the point (x, y), in (-pi, pi].
DEFINE_OP("Atan2")
    .input("y: T")
    .input("x: T")
    .output("z: T")
    .attr("T: " GW_FLOATS)
    .doc("The angle of the point (x, y), in radians.")
    .shape(broadcast_shape)
    .kernel(CPU, binary_kernel)
    .elementwise(BinaryCode::kAtan2)
    .gradient(atan2_grad)
    .vectorize(vectorize::broadcasting);

// The representable number beside x1 on the way to x2.
DEFINE_OP("NextAfter")
    .input("x1: T")
    .input("x2: T")
    .output("output: T")
    .attr("T: {double, float} = float")
    .doc("The number next to x1 towards x2.")
    .shape(broadcast_shape)
    .kernel(CPU, binary_kernel)
    .elementwise(BinaryCode::kNextAfter)
    .gradient(next_after_grad)
    .vectorize(vectorize::broadcasting);

const GradientNeedsOf shapes_do{GradientNeeds::kShapes, {"AddV2", "Add", "Sub"}};
const GradientNeedsOf inputs_do{GradientNeeds::kInputs, {"Mul", "RealDiv"}};

}  // namespace
}  // namespace graphwright
