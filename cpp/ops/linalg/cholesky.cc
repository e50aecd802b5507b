// The Cholesky decomposition.
#include <algorithm>
#include <limits>

#include "kernels/factorizations.h"
#include "op/vectorize.h"
#include "ops/linalg/linalg.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

void cholesky_cpu(KernelContext& ctx) {
  run_as<float, double, std::complex<float>, std::complex<double>>(
      ctx, []<class T>(std::span<const Tensor> in, std::span<const Tensor> out) {
        const Shape& shape = in[0].shape();
        for_matrices(batch_count(shape), axis_from_end(shape, 1) * axis_from_end(shape, 2), [&](int64_t i) {
          const auto [a, n, _] = matrix<T>(in[0], i);
          T* to = result<T>(out[0], i).data;
          for (int64_t k = 0; k < n; ++k) std::copy_n(a + k * n, k + 1, to + k * n);
          const bool found = cholesky_factor(n, to, n);
          for (int64_t k = 0; k < n; ++k) {
            // Not positive definite: the lower triangle says so.
            if (!found) std::fill_n(to + k * n, k + 1, T(std::numeric_limits<double>::quiet_NaN()));
            std::fill(to + k * n + k + 1, to + (k + 1) * n, T(0));
          }
        });
      });
}

// With A = L L^H: dA = L^-H lower_half(L^H dL) L^-1, made self-adjoint.
Values cholesky_grad(GradientContext& ctx) {
  const Value l = ctx.output(0);
  const Value middle = lower_half(matmul(l, ctx.grad(), true, false));
  auto solve_adjoint = [&](const Value& rhs) {
    return op<"MatrixTriangularSolve">({l, rhs}, {{"lower", true}, {"adjoint", true}});
  };
  const Value inner = solve_adjoint(middle);                   // L^-H M
  const Value whole = adjoint(solve_adjoint(adjoint(inner)));  // (L^-H M) L^-1
  return {build::mul(build::number_like(l, 0.5), build::add(whole, adjoint(whole)))};
}

// L, lower triangular with a positive diagonal, such that L L^H is the input, of which only the lower triangle is read.
DEFINE_OP("Cholesky")
    .input("input: T")
    .output("output: T")
    .attr("T: {double, float, half, complex64, complex128}")
    .doc("The Cholesky decomposition of self-adjoint positive definite matrices; NaN where one is not.")
    .shape(like_square_input)
    .kernel(CPU, Engine::kLibrary, cholesky_cpu)
    .gradient(cholesky_grad)
    .vectorize(vectorize::leading_axes);

}  // namespace
}  // namespace graphwright
