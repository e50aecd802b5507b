// Complex numbers from real ones and back: Complex, Real, Imag, Angle, ComplexAbs, Conj.
#include <cmath>
#include <complex>

#include "base/parallel.h"
#include "op/vectorize.h"
#include "ops/elementwise/elementwise.h"

namespace graphwright {
namespace {

using namespace build;

constexpr int64_t kGrain = 16384;

DType complex_of(DType dtype) { return dtype == DType::kFloat64 ? DType::kComplex128 : DType::kComplex64; }
Value complex(const Value& real, const Value& imag) {
  return op<"Complex">({real, imag}, {{"Tout", complex_of(real.dtype())}});
}
Value zero_like(const Value& x) { return number_like(x, 0); }

template <class T, int kStepA, int kStepB>
void join(const void* a, const void* b, void* out, int64_t n) {
  const T* x = static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
  for (int64_t i = 0; i < n; ++i) static_cast<std::complex<T>*>(out)[i] = {x[i * kStepA], y[i * kStepB]};
}
void complex_cpu(KernelContext& ctx) {
  DType dtype = ctx.input(0).dtype();
  if (ctx.output_dtype(0) != complex_of(dtype))
    ctx.fail("Signature mismatch: there is no kernel from ", dtype, " to ", ctx.output_dtype(0));
  visit_dtype<float, double>(dtype, [&]<class T>() {
    binary_elementwise(BinaryFns{join<T, 1, 1>, join<T, 1, 0>, join<T, 0, 1>}, kGrain, ctx.input(0), ctx.input(1),
                       ctx.output(0));
  });
}
Values complex_grad(GradientContext& ctx) {
  DType part = ctx.input(0).dtype();
  return unbroadcast_both(ctx, op<"Real">({ctx.grad()}, {{"Tout", part}}), op<"Imag">({ctx.grad()}, {{"Tout", part}}));
}
DEFINE_OP("Complex")
    .input("real: T")
    .input("imag: T")
    .output("out: Tout")
    .attr("T: {float, double} = float")
    .attr("Tout: {complex64, complex128} = complex64")
    .doc("real + i imag.")
    .shape(broadcast_shape)
    .kernel(CPU, complex_cpu)
    .gradient(complex_grad)
    .vectorize(vectorize::broadcasting);

struct RealPart {
  template <class T>
  static T of(std::complex<T> x) {
    return x.real();
  }
};
struct ImagPart {
  template <class T>
  static T of(std::complex<T> x) {
    return x.imag();
  }
};
struct AngleOf {
  template <class T>
  static T of(std::complex<T> x) {
    return std::arg(x);
  }
};
struct AbsOf {
  template <class T>
  static T of(std::complex<T> x) {
    return std::abs(x);
  }
};
template <class F>
void part_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  visit_complex(x.dtype(), [&]<class C>() {
    using T = typename C::value_type;
    if (ctx.output_dtype(0) != dtype_of<T>)
      ctx.fail("Signature mismatch: there is no kernel from ", x.dtype(), " to ", ctx.output_dtype(0));
    Tensor y = ctx.output(0);
    parallel_for(x.num_elements(), kGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) y.data<T>()[i] = F::of(x.data<C>()[i]);
    });
  });
}

Values real_grad(GradientContext& ctx) { return {complex(ctx.grad(), zero_like(ctx.grad()))}; }
Values imag_grad(GradientContext& ctx) { return {complex(zero_like(ctx.grad()), ctx.grad())}; }
Values angle_grad(GradientContext& ctx) {
  // d arg z = Im(dz / z): the gradient is i z / |z|^2, which is -1 / (Im z + i Re z).
  const Value& z = ctx.input(0);
  DType part = ctx.grad().dtype();
  Value turned = complex(op<"Imag">({z}, {{"Tout", part}}), op<"Real">({z}, {{"Tout", part}}));
  return {neg(div(complex(ctx.grad(), zero_like(ctx.grad())), turned))};
}
Values abs_grad(GradientContext& ctx) {
  Value dy = complex(ctx.grad(), zero_like(ctx.grad())), y = complex(ctx.output(0), zero_like(ctx.output(0)));
  return {op<"DivNoNan">({mul(dy, ctx.input(0)), y})};
}

#define DEFINE_PART(NAME, X, Y, FUNCTION, DOC)        \
  DEFINE_OP(NAME)                                     \
      .input(X ": T")                                 \
      .output(Y ": Tout")                             \
      .attr("T: {complex64, complex128} = complex64") \
      .attr("Tout: {float, double} = float")          \
      .doc(DOC)                                       \
      .shape(unchanged_shape)                         \
      .kernel(CPU, part_cpu<FUNCTION>)
DEFINE_PART("Real", "input", "output", RealPart, "The real part.")
    .gradient(real_grad)
    .vectorize(vectorize::leading_axes);
DEFINE_PART("Imag", "input", "output", ImagPart, "The imaginary part.")
    .gradient(imag_grad)
    .vectorize(vectorize::leading_axes);
DEFINE_PART("Angle", "input", "output", AngleOf, "The argument, in (-pi, pi].")
    .gradient(angle_grad)
    .vectorize(vectorize::leading_axes);
DEFINE_PART("ComplexAbs", "x", "y", AbsOf, "The absolute value.").gradient(abs_grad).vectorize(vectorize::leading_axes);

Values conj_grad(GradientContext& ctx) { return {op<"Conj">({ctx.grad()})}; }
DEFINE_OP("Conj")
    .input("input: T")
    .output("output: T")
    .attr("T: {complex64, complex128, variant} = complex64")
    .doc("The complex conjugate.")
    .shape(unchanged_shape)
    .kernel(CPU, unary_kernel)
    .elementwise(UnaryCode::kConj)
    .gradient(conj_grad);

}  // namespace
}  // namespace graphwright
