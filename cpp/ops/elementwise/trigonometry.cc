// Trigonometric and hyperbolic functions and their inverses.
#include "op/gradient_needs.h"
#include "ops/elementwise/elementwise.h"

namespace graphwright {
namespace {

using namespace build;

Value one_like(const Value& x) { return number_like(x, 1); }
Value square(const Value& x) { return op<"Square">({x}); }

Values sin_grad(GradientContext& ctx) { return {mul(ctx.grad(), op<"Cos">({conj(ctx.input(0))}))}; }
Values cos_grad(GradientContext& ctx) { return {neg(mul(ctx.grad(), op<"Sin">({conj(ctx.input(0))})))}; }
Values tan_grad(GradientContext& ctx) {
  return {mul(ctx.grad(), square(op<"Reciprocal">({op<"Cos">({conj(ctx.input(0))})})))};
}
Values asin_grad(GradientContext& ctx) {
  Value x = conj(ctx.input(0));
  return {mul(ctx.grad(), op<"Reciprocal">({op<"Sqrt">({sub(one_like(x), square(x))})}))};
}
Values acos_grad(GradientContext& ctx) {
  Value x = conj(ctx.input(0));
  return {neg(mul(ctx.grad(), op<"Reciprocal">({op<"Sqrt">({sub(one_like(x), square(x))})})))};
}
Values atan_grad(GradientContext& ctx) {
  Value x = conj(ctx.input(0));
  return {div(ctx.grad(), add(one_like(x), square(x)))};
}
Values sinh_grad(GradientContext& ctx) { return {mul(ctx.grad(), op<"Cosh">({conj(ctx.input(0))}))}; }
Values cosh_grad(GradientContext& ctx) { return {mul(ctx.grad(), op<"Sinh">({conj(ctx.input(0))}))}; }
Values tanh_grad(GradientContext& ctx) { return {op<"TanhGrad">({conj(ctx.output(0)), ctx.grad()})}; }
Values asinh_grad(GradientContext& ctx) { return {div(ctx.grad(), op<"Cosh">({conj(ctx.output(0))}))}; }
Values acosh_grad(GradientContext& ctx) { return {div(ctx.grad(), op<"Sinh">({conj(ctx.output(0))}))}; }
Values atanh_grad(GradientContext& ctx) {
  Value x = conj(ctx.input(0));
  return {div(ctx.grad(), sub(one_like(x), square(x)))};
}

DEFINE_UNARY(Sin, GW_FLOATS_AND_COMPLEX, "The sine of x, in radians.").gradient(sin_grad);
DEFINE_UNARY(Cos, GW_FLOATS_AND_COMPLEX, "The cosine of x, in radians.").gradient(cos_grad);
DEFINE_UNARY(Tan, GW_FLOATS_AND_COMPLEX, "The tangent of x, in radians.").gradient(tan_grad);
DEFINE_UNARY(Asin, GW_FLOATS_AND_COMPLEX, "The angle in [-pi/2, pi/2] whose sine is x.").gradient(asin_grad);
DEFINE_UNARY(Acos, GW_FLOATS_AND_COMPLEX, "The angle in [0, pi] whose cosine is x.").gradient(acos_grad);
DEFINE_UNARY(Atan, GW_FLOATS_AND_COMPLEX, "The angle in (-pi/2, pi/2) whose tangent is x.").gradient(atan_grad);
DEFINE_UNARY(Sinh, GW_FLOATS_AND_COMPLEX, "(e^x - e^-x) / 2.").gradient(sinh_grad);
DEFINE_UNARY(Cosh, GW_FLOATS_AND_COMPLEX, "(e^x + e^-x) / 2.").gradient(cosh_grad);
DEFINE_UNARY(Tanh, GW_FLOATS_AND_COMPLEX, "sinh(x) / cosh(x).").gradient(tanh_grad);
DEFINE_UNARY(Asinh, GW_FLOATS_AND_COMPLEX, "The inverse of sinh.").gradient(asinh_grad);
DEFINE_UNARY(Acosh, GW_FLOATS_AND_COMPLEX, "The non-negative inverse of cosh.").gradient(acosh_grad);
DEFINE_UNARY(Atanh, GW_FLOATS_AND_COMPLEX, "The inverse of tanh.").gradient(atanh_grad);

const GradientNeedsOf inputs_do{GradientNeeds::kInputs, {"Sin", "Cos"}};
const GradientNeedsOf outputs_do{GradientNeeds::kOutputs, {"Tanh"}};

}  // namespace
}  // namespace graphwright
