// Activation functions of neural networks, and the ops that compute their gradients.
#include "op/gradient_needs.h"
#include "ops/elementwise/elementwise.h"

namespace graphwright {
namespace {

using namespace build;

void gradient_shape(ShapeContext& ctx) {
  if (!ctx.input(0).compatible(ctx.input(1)))
    ctx.fail("gradients and ", ctx.op().inputs[1].name, " must have the same shape, got ", ctx.input(0), " and ",
             ctx.input(1));
  ctx.set_output(0, ctx.input(0).merge(ctx.input(1)));
}

// The gradient of an activation that is found from its result.
template <FixedString kName>
Values grad_of_output(GradientContext& ctx) {
  return {op<kName>({ctx.grad(), ctx.output(0)})};
}
// The gradient of an activation that is found from its argument.
template <FixedString kName>
Values grad_of_input(GradientContext& ctx) {
  return {op<kName>({ctx.grad(), ctx.input(0)})};
}
// Second order where the first is gradients * step(features): linear in `gradients`, flat in `features`.
template <FixedString kName>
Values step_grad_grad(GradientContext& ctx) {
  return {op<kName>({ctx.grad(), ctx.input(1)}), zeros_like(ctx.input(1))};
}
// Second order for EluGrad and SeluGrad, which for outputs < 0 grow with gradients * outputs.
template <FixedString kName>
Values elu_grad_grad(GradientContext& ctx) {
  const Value& y = ctx.input(1);
  Value negative = op<"Less">({y, number_like(y, 0)});
  return {op<kName>({ctx.grad(), y}), op<"SelectV2">({negative, mul(ctx.grad(), ctx.input(0)), number_like(y, 0)})};
}
Values softplus_grad_grad(GradientContext& ctx) {
  const Value &dy = ctx.input(0), &x = ctx.input(1);
  Value curvature = add(add(op<"Exp">({neg(x)}), number_like(x, 2)), op<"Exp">({x}));
  return {op<"SoftplusGrad">({ctx.grad(), x}), div(mul(ctx.grad(), dy), curvature)};
}
Values softsign_grad_grad(GradientContext& ctx) {
  const Value &dy = ctx.input(0), &x = ctx.input(1);
  Value base = add(number_like(x, 1), op<"Abs">({x}));
  Value curvature = div(mul(number_like(x, -2), op<"Sign">({x})), mul(base, op<"Square">({base})));
  return {op<"SoftsignGrad">({ctx.grad(), x}), mul(mul(ctx.grad(), dy), curvature)};
}

#define GW_REAL_NUMBERS "{float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}"
#define DEFINE_ACTIVATION(NAME, TYPES, DOC) \
  DEFINE_OP(#NAME)                          \
      .input("features: T")                 \
      .output("activations: T")             \
      .attr("T: " TYPES)                    \
      .doc(DOC)                             \
      .shape(unchanged_shape)               \
      .kernel(CPU, unary_kernel)            \
      .elementwise(UnaryCode::k##NAME)
#define DEFINE_ACTIVATION_GRAD(NAME, BASE, TYPES, DOC) \
  DEFINE_OP(#NAME)                                     \
      .input("gradients: T")                           \
      .input(BASE ": T")                               \
      .output("backprops: T")                          \
      .attr("T: " TYPES)                               \
      .doc(DOC)                                        \
      .shape(gradient_shape)                           \
      .kernel(CPU, binary_kernel)                      \
      .vectorize(vectorize::leading_axes)              \
      .elementwise(BinaryCode::k##NAME)

DEFINE_ACTIVATION(Relu,
                  "{float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8}",
                  "max(x, 0).")
    .gradient(grad_of_output<"ReluGrad">);
DEFINE_ACTIVATION(Relu6, GW_REAL_NUMBERS, "min(max(x, 0), 6).").gradient(grad_of_output<"Relu6Grad">);
DEFINE_ACTIVATION(Elu, GW_FLOATS, "x where x > 0, else e^x - 1.").gradient(grad_of_output<"EluGrad">);
DEFINE_ACTIVATION(Selu, GW_FLOATS, "1.0507 x where x > 0, else 1.7581 (e^x - 1).").gradient(grad_of_output<"SeluGrad">);
DEFINE_ACTIVATION(Softplus, GW_FLOATS, "log(1 + e^x).").gradient(grad_of_input<"SoftplusGrad">);
DEFINE_ACTIVATION(Softsign, GW_FLOATS, "x / (1 + |x|).").gradient(grad_of_input<"SoftsignGrad">);

DEFINE_ACTIVATION_GRAD(ReluGrad, "features", GW_REAL_NUMBERS, "gradients where features > 0, else 0.")
    .gradient(step_grad_grad<"ReluGrad">);
DEFINE_ACTIVATION_GRAD(Relu6Grad, "features", GW_REAL_NUMBERS, "gradients where 0 < features < 6, else 0.")
    .gradient(step_grad_grad<"Relu6Grad">);
DEFINE_ACTIVATION_GRAD(EluGrad, "outputs", GW_FLOATS, "gradients times Elu's slope where it gave `outputs`.")
    .gradient(elu_grad_grad<"EluGrad">);
DEFINE_ACTIVATION_GRAD(SeluGrad, "outputs", GW_FLOATS, "gradients times Selu's slope where it gave `outputs`.")
    .gradient(elu_grad_grad<"SeluGrad">);
DEFINE_ACTIVATION_GRAD(SoftplusGrad, "features", GW_FLOATS, "gradients / (1 + e^-features).")
    .gradient(softplus_grad_grad);
DEFINE_ACTIVATION_GRAD(SoftsignGrad, "features", GW_FLOATS, "gradients / (1 + |features|)^2.")
    .gradient(softsign_grad_grad);

const GradientNeedsOf outputs_do{GradientNeeds::kOutputs, {"Relu", "Relu6", "Elu", "Selu"}};
const GradientNeedsOf inputs_do{GradientNeeds::kInputs, {"Softplus", "Softsign"}};

}  // namespace
}  // namespace graphwright
