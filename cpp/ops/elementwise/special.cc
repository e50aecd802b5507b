// Special functions: error, gamma, zeta, beta and Bessel functions, and integrals.
#include <cmath>
#include <numbers>

#include "kernels/scalar_loops.h"
#include "kernels/special_functions.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/elementwise/elementwise.h"

namespace graphwright {
namespace {

using namespace build;

constexpr double kPi = std::numbers::pi;

Value exp(const Value& x) { return op<"Exp">({x}); }
Value square(const Value& x) { return op<"Square">({x}); }
Value times(double factor, const Value& x) { return mul(number_like(x, factor), x); }
Value plus(double term, const Value& x) { return add(number_like(x, term), x); }
Value where(const Value& condition, const Value& a, const Value& b) { return op<"SelectV2">({condition, a, b}); }

Values erf_grad(GradientContext& ctx) {
  return {mul(ctx.grad(), times(2 * std::numbers::inv_sqrtpi, exp(neg(square(ctx.input(0))))))};
}
Values erfc_grad(GradientContext& ctx) {
  return {mul(ctx.grad(), times(-2 * std::numbers::inv_sqrtpi, exp(neg(square(ctx.input(0))))))};
}
Values erfinv_grad(GradientContext& ctx) {
  return {mul(ctx.grad(), times(std::sqrt(kPi) / 2, exp(square(ctx.output(0)))))};
}
Values ndtri_grad(GradientContext& ctx) {
  return {mul(ctx.grad(), times(std::sqrt(2 * kPi), exp(times(0.5, square(ctx.output(0))))))};
}
Values lgamma_grad(GradientContext& ctx) { return {mul(ctx.grad(), op<"Digamma">({ctx.input(0)}))}; }

// Polygamma and Zeta have kernels for float and double only: smaller floats go by way of float.
Value polygamma_of(double n, const Value& x) {
  if (x.dtype() == DType::kHalf || x.dtype() == DType::kBfloat16)
    return cast(polygamma_of(n, cast(x, DType::kFloat32)), x.dtype());
  return op<"Polygamma">({number_like(x, n), x});
}
Values digamma_grad(GradientContext& ctx) { return {mul(ctx.grad(), polygamma_of(1, ctx.input(0)))}; }

DEFINE_UNARY(Erf, GW_FLOATS, "The error function of x.").gradient(erf_grad);
DEFINE_UNARY(Erfc, GW_FLOATS, "1 - erf(x), accurate for large x.").gradient(erfc_grad);
DEFINE_UNARY(Erfinv, GW_FLOATS, "The inverse of erf.").gradient(erfinv_grad);
DEFINE_UNARY(Ndtri, GW_FLOATS, "The inverse of the normal distribution function.").gradient(ndtri_grad);
DEFINE_UNARY(Lgamma, GW_FLOATS, "log |gamma(x)|.").gradient(lgamma_grad);
DEFINE_UNARY(Digamma, GW_FLOATS, "The derivative of log gamma(x).").gradient(digamma_grad);

// d/dx of Q(a, x) is -(x^(a-1) e^-x / gamma(a)).
Value gamma_density(const Value& a, const Value& x) {
  return exp(sub(sub(op<"Xlogy">({plus(-1, a), x}), x), op<"Lgamma">({a})));
}
Value slope_in_a(const Value& a, const Value& x) {
  if (a.dtype() == DType::kHalf || a.dtype() == DType::kBfloat16)
    return cast(op<"IgammaGradA">({cast(a, DType::kFloat32), cast(x, DType::kFloat32)}), a.dtype());
  return op<"IgammaGradA">({a, x});
}
Values igamma_grad(GradientContext& ctx) {
  const Value &a = ctx.input(0), &x = ctx.input(1);
  return unbroadcast_both(ctx, ctx.wants(0) ? mul(ctx.grad(), slope_in_a(a, x)) : Value(),
                          ctx.wants(1) ? mul(ctx.grad(), gamma_density(a, x)) : Value());
}
Values igammac_grad(GradientContext& ctx) {
  const Value &a = ctx.input(0), &x = ctx.input(1);
  return unbroadcast_both(ctx, ctx.wants(0) ? neg(mul(ctx.grad(), slope_in_a(a, x))) : Value(),
                          ctx.wants(1) ? neg(mul(ctx.grad(), gamma_density(a, x))) : Value());
}
Values zeta_grad(GradientContext& ctx) {
  const Value &s = ctx.input(0), &q = ctx.input(1);
  return unbroadcast_both(ctx, Value(), mul(ctx.grad(), neg(mul(s, op<"Zeta">({plus(1, s), q})))));
}
Values polygamma_grad(GradientContext& ctx) {
  const Value &n = ctx.input(0), &x = ctx.input(1);
  return unbroadcast_both(ctx, Value(), mul(ctx.grad(), op<"Polygamma">({plus(1, n), x})));
}

#define DEFINE_TWO(NAME, FIRST, SECOND, TYPES, DOC) \
  DEFINE_OP(#NAME)                                  \
      .input(FIRST ": T")                           \
      .input(SECOND ": T")                          \
      .output("z: T")                               \
      .attr("T: " TYPES)                            \
      .doc(DOC)                                     \
      .shape(broadcast_shape)                       \
      .kernel(CPU, binary_kernel)                   \
      .elementwise(BinaryCode::k##NAME)
DEFINE_TWO(Igamma, "a", "x", GW_FLOATS, "The lower regularised incomplete gamma function P(a, x).")
    .gradient(igamma_grad);
DEFINE_TWO(Igammac, "a", "x", GW_FLOATS, "The upper regularised incomplete gamma function Q(a, x).")
    .gradient(igammac_grad);
DEFINE_TWO(Zeta, "x", "q", "{float, double}", "The sum of (k + q)^-x over k >= 0.").gradient(zeta_grad);
DEFINE_TWO(Polygamma, "a", "x", "{float, double}", "The a-th derivative of digamma(x), for whole a >= 0.")
    .gradient(polygamma_grad);

struct IgammaGradA {
  static double of(double a, double x) { return igamma_grad_a(a, x); }
};
void igamma_grad_a_cpu(KernelContext& ctx) {
  visit_dtype<float, double>(ctx.input(0).dtype(), [&]<class T>() {
    binary_elementwise(ScalarBinary<IgammaGradA, T>::fns(), 256, ctx.input(0), ctx.input(1), ctx.output(0));
  });
}
// dP(a, x) / da.
DEFINE_OP("IgammaGradA")
    .input("a: T")
    .input("x: T")
    .output("z: T")
    .attr("T: {float, double}")
    .doc("The derivative of Igamma by a.")
    .shape(broadcast_shape)
    .kernel(CPU, igamma_grad_a_cpu)
    .vectorize(vectorize::broadcasting);

// I_x(a, b): the three operands have one shape, but scalars go with any.
void betainc_shape(ShapeContext& ctx) {
  Shape shape;
  bool all_known = true;
  for (int i = 0; i < 3; ++i) {
    const Shape& input = ctx.input(i);
    all_known = all_known && input.has_rank();
    if (!input.has_rank() || input.is_scalar()) continue;
    if (!shape.is_scalar() && !shape.compatible(input))
      ctx.fail("a, b and x must have one shape or be scalars, got ", ctx.input(0), ", ", ctx.input(1), " and ",
               ctx.input(2));
    shape = shape.is_scalar() ? input : shape.merge(input);
  }
  ctx.set_output(0, shape.is_scalar() && !all_known ? Shape::unknown() : shape);
}
void betainc_cpu(KernelContext& ctx) {
  Tensor out = ctx.output(0);
  visit_dtype<float, double>(out.dtype(), [&]<class T>() {
    const T* operands[3];
    int64_t steps[3];
    for (int k = 0; k < 3; ++k) {
      operands[k] = ctx.input(k).data<T>();
      steps[k] = ctx.input(k).shape().is_scalar() ? 0 : 1;
    }
    for (int64_t i = 0; i < out.num_elements(); ++i)
      out.data<T>()[i] =
          static_cast<T>(betainc(operands[0][i * steps[0]], operands[1][i * steps[1]], operands[2][i * steps[2]]));
  });
}
Values betainc_grad(GradientContext& ctx) {
  const Value &a = ctx.input(0), &b = ctx.input(1), &x = ctx.input(2);
  Value log_beta = sub(add(op<"Lgamma">({a}), op<"Lgamma">({b})), op<"Lgamma">({add(a, b)}));
  Value powers = add(op<"Xlog1py">({plus(-1, b), neg(x)}), op<"Xlogy">({plus(-1, a), x}));
  return {Value(), Value(), unbroadcast(mul(ctx.grad(), exp(sub(powers, log_beta))), x)};
}
DEFINE_OP("Betainc")
    .input("a: T")
    .input("b: T")
    .input("x: T")
    .output("z: T")
    .attr("T: {float, double}")
    .doc("The regularised incomplete beta function I_x(a, b).")
    .shape(betainc_shape)
    .kernel(CPU, betainc_cpu)
    .gradient(betainc_grad)
    .vectorize(vectorize::one_shape_or_scalars);

// Derivatives of the Bessel functions, of f(x) = y: f_1(x) - f_0(x) / x and the like.
Value call(const char* name, const Value& x) {
  const Value inputs[] = {x};
  return graphwright::call(get_op(name), inputs)[0];
}
Value is_zero(const Value& x) { return op<"Equal">({x, number_like(x, 0)}); }
// y / x, where 1/2 stands for the limit at 0.
Value over_x(const Value& y, const Value& x) {
  Value zero = is_zero(x);
  return where(zero, number_like(x, 0.5), div(y, where(zero, number_like(x, 1), x)));
}

Values i0_grad(GradientContext& ctx) { return {mul(ctx.grad(), call("BesselI1", ctx.input(0)))}; }
Values i0e_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  return {mul(ctx.grad(), sub(call("BesselI1e", x), mul(op<"Sign">({x}), ctx.output(0))))};
}
Values i1_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  return {mul(ctx.grad(), sub(call("BesselI0", x), over_x(ctx.output(0), x)))};
}
Values i1e_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &y = ctx.output(0);
  return {mul(ctx.grad(), sub(sub(call("BesselI0e", x), mul(op<"Sign">({x}), y)), over_x(y, x)))};
}
Values k0_grad(GradientContext& ctx) { return {neg(mul(ctx.grad(), call("BesselK1", ctx.input(0))))}; }
Values k0e_grad(GradientContext& ctx) { return {mul(ctx.grad(), sub(ctx.output(0), call("BesselK1e", ctx.input(0))))}; }
Values k1_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  return {neg(mul(ctx.grad(), add(call("BesselK0", x), div(ctx.output(0), x))))};
}
Values k1e_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &y = ctx.output(0);
  return {mul(ctx.grad(), sub(sub(y, div(y, x)), call("BesselK0e", x)))};
}
Values j0_grad(GradientContext& ctx) { return {neg(mul(ctx.grad(), call("BesselJ1", ctx.input(0))))}; }
Values j1_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  return {mul(ctx.grad(), sub(call("BesselJ0", x), over_x(ctx.output(0), x)))};
}
Values y0_grad(GradientContext& ctx) { return {neg(mul(ctx.grad(), call("BesselY1", ctx.input(0))))}; }
Values y1_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  return {mul(ctx.grad(), sub(call("BesselY0", x), div(ctx.output(0), x)))};
}
Values dawsn_grad(GradientContext& ctx) {
  return {mul(ctx.grad(), plus(1, times(-2, mul(ctx.input(0), ctx.output(0)))))};
}
Values expint_grad(GradientContext& ctx) { return {div(mul(ctx.grad(), exp(ctx.input(0))), ctx.input(0))}; }
Values fresnel_cos_grad(GradientContext& ctx) {
  return {mul(ctx.grad(), op<"Cos">({times(kPi / 2, square(ctx.input(0)))}))};
}
Values fresnel_sin_grad(GradientContext& ctx) {
  return {mul(ctx.grad(), op<"Sin">({times(kPi / 2, square(ctx.input(0)))}))};
}
Values spence_grad(GradientContext& ctx) {
  // log x / (1 - x), whose limit at 1 is -1.
  const Value& x = ctx.input(0);
  Value one = number_like(x, 1), at_one = op<"Equal">({x, one});
  Value slope = div(op<"Log">({x}), where(at_one, one, sub(one, x)));
  return {mul(ctx.grad(), where(at_one, number_like(x, -1), slope))};
}

DEFINE_REAL(BesselI0, bessel_i0, "The modified Bessel function of the first kind, order 0.").gradient(i0_grad);
DEFINE_REAL(BesselI1, bessel_i1, "The modified Bessel function of the first kind, order 1.").gradient(i1_grad);
DEFINE_REAL(BesselI0e, bessel_i0e, "BesselI0 times e^-|x|.").gradient(i0e_grad);
DEFINE_REAL(BesselI1e, bessel_i1e, "BesselI1 times e^-|x|.").gradient(i1e_grad);
DEFINE_REAL(BesselK0, bessel_k0, "The modified Bessel function of the second kind, order 0.").gradient(k0_grad);
DEFINE_REAL(BesselK1, bessel_k1, "The modified Bessel function of the second kind, order 1.").gradient(k1_grad);
DEFINE_REAL(BesselK0e, bessel_k0e, "BesselK0 times e^x.").gradient(k0e_grad);
DEFINE_REAL(BesselK1e, bessel_k1e, "BesselK1 times e^x.").gradient(k1e_grad);
DEFINE_REAL(BesselJ0, bessel_j0, "The Bessel function of the first kind, order 0.").gradient(j0_grad);
DEFINE_REAL(BesselJ1, bessel_j1, "The Bessel function of the first kind, order 1.").gradient(j1_grad);
DEFINE_REAL(BesselY0, bessel_y0, "The Bessel function of the second kind, order 0.").gradient(y0_grad);
DEFINE_REAL(BesselY1, bessel_y1, "The Bessel function of the second kind, order 1.").gradient(y1_grad);
DEFINE_REAL(Dawsn, dawsn, "Dawson's integral, e^-x^2 times the integral of e^t^2 from 0 to x.").gradient(dawsn_grad);
DEFINE_REAL(Expint, expint, "The exponential integral Ei(x).").gradient(expint_grad);
DEFINE_REAL(FresnelCos, fresnel_cos, "The integral of cos(pi t^2 / 2) from 0 to x.").gradient(fresnel_cos_grad);
DEFINE_REAL(FresnelSin, fresnel_sin, "The integral of sin(pi t^2 / 2) from 0 to x.").gradient(fresnel_sin_grad);
DEFINE_REAL(Spence, spence, "Spence's integral of log(t) / (1 - t) from 1 to x.").gradient(spence_grad);

XLA_FACT(kNotCompiled, "BesselI0", "BesselI1", "BesselJ0", "BesselJ1", "BesselK0", "BesselK0e", "BesselK1", "BesselK1e",
         "BesselY0", "BesselY1", "Dawsn", "Expint", "FresnelCos", "FresnelSin", "Spence");

}  // namespace
}  // namespace graphwright
