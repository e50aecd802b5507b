// Ops that compute the gradients of Sqrt, Tanh and their like from the result y and the incoming gradient dy.
#include "op/xla_facts.h"
#include "ops/elementwise/elementwise.h"

namespace graphwright {
namespace {

using namespace build;

Value times(double factor, const Value& x) { return mul(number_like(x, factor), x); }

void pair_shape(ShapeContext& ctx) {
  if (!ctx.input(0).compatible(ctx.input(1))) {
    const int64_t n = ctx.input(0).num_elements();
    if (n < 0 || n != ctx.input(1).num_elements())
      ctx.fail("y and dy must have the same shape, got ", ctx.input(0), " and ", ctx.input(1));
    return ctx.set_output(0, ctx.input(0));
  }
  ctx.set_output(0, ctx.input(0).merge(ctx.input(1)));
}

// For complex numbers SigmoidGrad and TanhGrad take y as it is, the others its conjugate; a gradient by what a function
// is analytic in is conjugated, one by what it is analytic in the conjugate of is not.

// dy y (1 - y)
Values sigmoid_grad_grad(GradientContext& ctx) {
  Value y = conj(ctx.input(0)), product = mul(ctx.grad(), conj(ctx.input(1)));
  return {sub(product, times(2, mul(product, y))), op<"SigmoidGrad">({y, ctx.grad()})};
}
// dy (1 - y^2)
Values tanh_grad_grad(GradientContext& ctx) {
  Value y = conj(ctx.input(0)), product = mul(ctx.grad(), conj(ctx.input(1)));
  return {times(-2, mul(product, y)), op<"TanhGrad">({y, ctx.grad()})};
}
// dy / 2y
Values sqrt_grad_grad(GradientContext& ctx) {
  Value scaled = div(ctx.grad(), ctx.input(0));
  return {neg(mul(ctx.output(0), conj(scaled))), times(0.5, scaled)};
}
// -dy y^3 / 2
Values rsqrt_grad_grad(GradientContext& ctx) {
  Value y = conj(ctx.input(0)), product = mul(conj(ctx.grad()), ctx.input(1));
  return {times(-1.5, mul(product, op<"Square">({y}))), op<"RsqrtGrad">({y, ctx.grad()})};
}
// -dy y^2
Values reciprocal_grad_grad(GradientContext& ctx) {
  Value y = conj(ctx.input(0)), product = mul(conj(ctx.grad()), ctx.input(1));
  return {times(-2, mul(product, y)), op<"ReciprocalGrad">({y, ctx.grad()})};
}

#define DEFINE_PAIR(NAME, CODE, DOC)      \
  DEFINE_OP(NAME)                         \
      .input("y: T")                      \
      .input("dy: T")                     \
      .output("z: T")                     \
      .attr("T: " GW_FLOATS_AND_COMPLEX)  \
      .doc(DOC)                           \
      .shape(pair_shape)                  \
      .kernel(CPU, binary_kernel)         \
      .vectorize(vectorize::leading_axes) \
      .elementwise(BinaryCode::k##CODE)
DEFINE_PAIR("SigmoidGrad", SigmoidGrad, "dy y (1 - y).").gradient(sigmoid_grad_grad);
DEFINE_PAIR("TanhGrad", TanhGrad, "dy (1 - y^2).").gradient(tanh_grad_grad);
DEFINE_PAIR("SqrtGrad", SqrtGrad, "dy / 2y.").gradient(sqrt_grad_grad);
DEFINE_PAIR("RsqrtGrad", RsqrtGrad, "-dy y^3 / 2.").gradient(rsqrt_grad_grad);
DEFINE_PAIR("ReciprocalGrad", ReciprocalGrad, "-dy y^2.").gradient(reciprocal_grad_grad);
DEFINE_PAIR("InvGrad", ReciprocalGrad, "-dy y^2.").gradient(reciprocal_grad_grad);

XLA_FACT(kNotCompiled, "InvGrad");

}  // namespace
}  // namespace graphwright
