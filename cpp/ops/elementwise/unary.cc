// Unary arithmetic: signs, rounding, powers and roots, exponentials and logarithms.
#include "op/gradient_needs.h"
#include "op/gradient_slices.h"
#include "op/vectorize.h"
#include "ops/elementwise/elementwise.h"

namespace graphwright {
namespace {

using namespace build;

Values neg_grad(GradientContext& ctx) { return {map_values(ctx.grad(), neg)}; }
Values abs_grad(GradientContext& ctx) { return {mul(ctx.grad(), op<"Sign">({ctx.input(0)}))}; }
Values sign_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  if (!is_complex(x.dtype())) return {zeros_like(x)};
  // s = x / |x| depends on x by 1 / 2|x| and on its conjugate by -s^2 / 2|x|.
  DType part = x.dtype() == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64;
  Value size = cast(op<"ComplexAbs">({x}, {{"Tout", part}}), x.dtype());
  Value turned = mul(conj(ctx.grad()), op<"Square">({ctx.output(0)}));
  return {op<"DivNoNan">({sub(ctx.grad(), turned), mul(number_like(x, 2), size)})};
}
Values square_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  return {mul(ctx.grad(), mul(number_like(x, 2), conj(x)))};
}
Values sqrt_grad(GradientContext& ctx) { return {op<"SqrtGrad">({ctx.output(0), ctx.grad()})}; }
Values rsqrt_grad(GradientContext& ctx) { return {op<"RsqrtGrad">({ctx.output(0), ctx.grad()})}; }
Values reciprocal_grad(GradientContext& ctx) { return {op<"ReciprocalGrad">({ctx.output(0), ctx.grad()})}; }
Values exp_grad(GradientContext& ctx) { return {mul(ctx.grad(), conj(ctx.output(0)))}; }
Values expm1_grad(GradientContext& ctx) { return {mul(ctx.grad(), op<"Exp">({conj(ctx.input(0))}))}; }
Values log_grad(GradientContext& ctx) { return {div(ctx.grad(), conj(ctx.input(0)))}; }
Values log1p_grad(GradientContext& ctx) {
  return {div(ctx.grad(), add(number_like(ctx.input(0), 1), conj(ctx.input(0))))};
}
Values sigmoid_grad(GradientContext& ctx) { return {op<"SigmoidGrad">({conj(ctx.output(0)), ctx.grad()})}; }

DEFINE_UNARY(Neg, GW_SIGNED_AND_COMPLEX, "-x.").trait(Trait::kPassesSlices).gradient(neg_grad);
DEFINE_UNARY(Abs, "{bfloat16, half, float, double, int8, int16, int32, int64}", "|x|; the least integer wraps.")
    .gradient(abs_grad);
DEFINE_UNARY(Sign, GW_SIGNED_AND_COMPLEX, "-1, 0 or 1 by the sign of x; x / |x| for complex x; NaN for NaN.")
    .gradient(sign_grad);
DEFINE_UNARY(Square,
             "{bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, "
             "complex128}",
             "x * x.")
    .gradient(square_grad);
DEFINE_UNARY(Sqrt, GW_FLOATS_AND_COMPLEX, "The square root of x.").gradient(sqrt_grad);
DEFINE_UNARY(Rsqrt, GW_FLOATS_AND_COMPLEX, "1 / sqrt(x).").gradient(rsqrt_grad);
DEFINE_UNARY(Reciprocal, GW_SIGNED_AND_COMPLEX, "1 / x.").gradient(reciprocal_grad);
DEFINE_UNARY(Exp, GW_FLOATS_AND_COMPLEX, "e^x.").gradient(exp_grad);
DEFINE_UNARY(Expm1, GW_FLOATS_AND_COMPLEX, "e^x - 1, accurate near 0.").gradient(expm1_grad);
DEFINE_UNARY(Log, GW_FLOATS_AND_COMPLEX, "The natural logarithm of x.").gradient(log_grad);
DEFINE_UNARY(Log1p, GW_FLOATS_AND_COMPLEX, "log(1 + x), accurate near 0.").gradient(log1p_grad);
DEFINE_UNARY(Sigmoid, GW_FLOATS_AND_COMPLEX, "1 / (1 + e^-x).").gradient(sigmoid_grad);
DEFINE_UNARY(Floor, GW_FLOATS, "The largest integer not above x.").no_gradient("a step function");
DEFINE_UNARY(Ceil, GW_FLOATS, "The smallest integer not below x.").no_gradient("a step function");
DEFINE_UNARY(Round, GW_SIGNED_AND_COMPLEX, "The nearest integer, halves to the even one.")
    .no_gradient("a step function");
DEFINE_UNARY(Rint, GW_FLOATS, "The nearest integer, halves to the even one.").no_gradient("a step function");

// 1 / x, by its older name.
DEFINE_OP("Inv")
    .input("x: T")
    .output("y: T")
    .attr("T: " GW_SIGNED_AND_COMPLEX)
    .doc("1 / x.")
    .shape(unchanged_shape)
    .kernel(CPU, unary_kernel)
    .elementwise(UnaryCode::kReciprocal)
    .gradient(reciprocal_grad)
    .vectorize(vectorize::leading_axes);

#define DEFINE_TEST(NAME, DOC)         \
  DEFINE_OP(#NAME)                     \
      .input("x: T")                   \
      .output("y: bool")               \
      .attr("T: " GW_FLOATS)           \
      .doc(DOC)                        \
      .shape(unchanged_shape)          \
      .kernel(CPU, unary_kernel)       \
      .elementwise(UnaryCode::k##NAME) \
      .no_gradient("its result is boolean")
DEFINE_TEST(IsNan, "Whether x is not a number.");
DEFINE_TEST(IsInf, "Whether x is infinite.");
DEFINE_TEST(IsFinite, "Whether x is neither infinite nor NaN.");

DEFINE_OP("LogicalNot")
    .input("x: bool")
    .output("y: bool")
    .doc("Whether x is false.")
    .shape(unchanged_shape)
    .kernel(CPU, unary_kernel)
    .elementwise(UnaryCode::kLogicalNot)
    .no_gradient("its result is boolean")
    .vectorize(vectorize::leading_axes);

DEFINE_UNARY(Invert, GW_INTEGERS, "x with every bit flipped.").no_gradient("its result is an integer");

void population_count_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  Tensor y = ctx.output(0);
  visit_integer(x.dtype(), [&]<class T>() {
    for (int64_t i = 0; i < x.num_elements(); ++i)
      y.data<uint8_t>()[i] = static_cast<uint8_t>(std::popcount(static_cast<std::make_unsigned_t<T>>(x.data<T>()[i])));
  });
}
DEFINE_OP("PopulationCount")
    .input("x: T")
    .output("y: uint8")
    .attr("T: " GW_INTEGERS)
    .doc("The number of bits of x that are set.")
    .shape(unchanged_shape)
    .kernel(CPU, population_count_cpu)
    .no_gradient("its result is an integer")
    .vectorize(vectorize::leading_axes);

const GradientNeedsOf shapes_do{GradientNeeds::kShapes, {"Neg"}};
const GradientNeedsOf inputs_do{GradientNeeds::kInputs, {"Square", "Log", "Abs"}};
const GradientNeedsOf outputs_do{GradientNeeds::kOutputs, {"Exp", "Sqrt", "Rsqrt", "Sigmoid"}};

}  // namespace
}  // namespace graphwright
