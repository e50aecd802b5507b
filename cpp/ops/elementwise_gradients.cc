// Ops that compute the gradients of Sqrt, Tanh and their like from the result y and the incoming gradient dy.
#include "ops/elementwise.h"

namespace graphwright {
namespace {

using namespace build;

Value times(double factor, const Value& x) { return mul(number_like(x, factor), x); }

void pair_shape(ShapeContext& ctx) {
  if (!ctx.input(0).compatible(ctx.input(1)))
    ctx.fail("y and dy must have the same shape, got ", ctx.input(0), " and ", ctx.input(1));
  ctx.set_output(0, ctx.input(0).merge(ctx.input(1)));
}

// dy y (1 - y)
Values sigmoid_grad_grad(GradientContext& ctx) {
  Value y = conj(ctx.input(0)), dy = conj(ctx.input(1));
  Value product = mul(ctx.grad(), dy);
  return {sub(product, times(2, mul(product, y))), op<"SigmoidGrad">({ctx.input(0), ctx.grad()})};
}
// dy (1 - y^2)
Values tanh_grad_grad(GradientContext& ctx) {
  Value y = conj(ctx.input(0)), dy = conj(ctx.input(1));
  return {times(-2, mul(mul(ctx.grad(), dy), y)), op<"TanhGrad">({ctx.input(0), ctx.grad()})};
}
// dy / 2y
Values sqrt_grad_grad(GradientContext& ctx) {
  Value scaled = div(ctx.grad(), conj(ctx.input(0)));
  return {neg(mul(conj(ctx.output(0)), scaled)), times(0.5, scaled)};
}
// -dy y^3 / 2
Values rsqrt_grad_grad(GradientContext& ctx) {
  Value y = conj(ctx.input(0)), dy = conj(ctx.input(1));
  return {times(-1.5, mul(mul(ctx.grad(), dy), op<"Square">({y}))), op<"RsqrtGrad">({ctx.input(0), ctx.grad()})};
}
// -dy y^2
Values reciprocal_grad_grad(GradientContext& ctx) {
  Value y = conj(ctx.input(0)), dy = conj(ctx.input(1));
  return {times(-2, mul(mul(ctx.grad(), dy), y)), op<"ReciprocalGrad">({ctx.input(0), ctx.grad()})};
}

#define DEFINE_PAIR(NAME, CODE, DOC)     \
  DEFINE_OP(NAME)                        \
      .input("y: T")                     \
      .input("dy: T")                    \
      .output("z: T")                    \
      .attr("T: " GW_FLOATS_AND_COMPLEX) \
      .doc(DOC)                          \
      .shape(pair_shape)                 \
      .kernel(CPU, binary_kernel)        \
      .elementwise(BinaryCode::k##CODE)
DEFINE_PAIR("SigmoidGrad", SigmoidGrad, "dy y (1 - y).").gradient(sigmoid_grad_grad);
DEFINE_PAIR("TanhGrad", TanhGrad, "dy (1 - y^2).").gradient(tanh_grad_grad);
DEFINE_PAIR("SqrtGrad", SqrtGrad, "dy / 2y.").gradient(sqrt_grad_grad);
DEFINE_PAIR("RsqrtGrad", RsqrtGrad, "-dy y^3 / 2.").gradient(rsqrt_grad_grad);
DEFINE_PAIR("ReciprocalGrad", ReciprocalGrad, "-dy y^2.").gradient(reciprocal_grad_grad);
DEFINE_PAIR("InvGrad", ReciprocalGrad, "-dy y^2.").gradient(reciprocal_grad_grad);

}  // namespace
}  // namespace graphwright
