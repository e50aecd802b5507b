// Determinants, plain and as logarithms.
#include <cmath>

#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/linalg/lu.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

void determinant_shape(ShapeContext& ctx) {
  const Shape shape = square(ctx, 0);
  for (size_t i = 0; i < ctx.op().outputs.size(); ++i) ctx.set_output(static_cast<int>(i), with_matrix(shape, {}));
}

void determinant_cpu(KernelContext& ctx) {
  run(ctx, []<class T>(std::span<const Tensor> in, std::span<const Tensor> out) {
    const Shape& shape = in[0].shape();
    for_matrices(batch_count(shape), axis_from_end(shape, 1) * axis_from_end(shape, 2), [&](int64_t i) {
      const Lu<T> lu(matrix<T>(in[0], i));
      T product = T(1);
      for (int64_t k = 0; k < lu.n; ++k) product *= lu.pivot(k);
      out[0].data<T>()[i] = product * T(lu.sign);
    });
  });
}

Values determinant_grad(GradientContext& ctx) {
  const Value factor = build::mul(ctx.grad(), build::conj(ctx.output(0)));
  return {build::mul(column(column(factor)), op<"MatrixInverse">({ctx.input(0)}, {{"adjoint", true}}))};
}

DEFINE_OP("MatrixDeterminant")
    .input("input: T")
    .output("output: T")
    .attr("T: {half, float, double, complex64, complex128}")
    .doc("The determinant of each matrix.")
    .shape(determinant_shape)
    .kernel(CPU, Engine::kLibrary, determinant_cpu)
    .gradient(determinant_grad)
    .vectorize(vectorize::leading_axes);

void log_determinant_cpu(KernelContext& ctx) {
  run(ctx, []<class T>(std::span<const Tensor> in, std::span<const Tensor> out) {
    const Shape& shape = in[0].shape();
    for_matrices(batch_count(shape), axis_from_end(shape, 1) * axis_from_end(shape, 2), [&](int64_t i) {
      const Lu<T> lu(matrix<T>(in[0], i));
      T sign = T(lu.sign);
      double log_size = 0;
      for (int64_t k = 0; k < lu.n; ++k) {
        const double size = std::abs(lu.pivot(k));
        sign = size == 0 ? T(0) : T(sign * (lu.pivot(k) / size));
        log_size += std::log(size);
      }
      out[0].data<T>()[i] = sign;
      out[1].data<T>()[i] = T(log_size);
    });
  });
}

Values log_determinant_grad(GradientContext& ctx) {
  return {build::mul(column(column(ctx.grad(1))), op<"MatrixInverse">({ctx.input(0)}, {{"adjoint", true}}))};
}

// sign * exp(log_abs_determinant) = det(input), without overflow.
DEFINE_OP("LogMatrixDeterminant")
    .input("input: T")
    .output("sign: T")
    .output("log_abs_determinant: T")
    .attr("T: {half, float, double, complex64, complex128}")
    .doc("The sign (or phase) of each matrix's determinant, and the logarithm of its size.")
    .shape(determinant_shape)
    .kernel(CPU, Engine::kLibrary, log_determinant_cpu)
    .gradient(log_determinant_grad)
    .vectorize(vectorize::leading_axes);

XLA_FACT(kNotCompiled, "LogMatrixDeterminant", "MatrixDeterminant");

}  // namespace
}  // namespace graphwright
