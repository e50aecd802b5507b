// The LU decomposition.
#include "ops/linalg/lu.h"

#include "op/vectorize.h"
#include "op/xla_facts.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

void lu_shape(ShapeContext& ctx) {
  const Shape shape = square(ctx, 0);
  ctx.set_output(0, shape);
  ctx.set_output(1, shape.has_rank() ? with_matrix(shape, {axis_from_end(shape, 1)}) : Shape::unknown());
}

void lu_cpu(KernelContext& ctx) {
  run(ctx, []<class T>(std::span<const Tensor> in, std::span<const Tensor> out) {
    const Shape& shape = in[0].shape();
    const int64_t n = axis_from_end(shape, 1);
    for_matrices(batch_count(shape), n * n, [&](int64_t i) {
      if (n == 0) return;
      const Lu<T> lu(matrix<T>(in[0], i));
      lu.refuse_singular("Input is not invertible.");
      std::copy_n(lu.factors.data(), n * n, result<T>(out[0], i).data);
      visit_dtype<int32_t, int64_t>(out[1].dtype(), [&]<class I>() {
        for (int64_t k = 0; k < n; ++k) out[1].data<I>()[i * n + k] = static_cast<I>(lu.order[k]);
      });
    });
  });
}

// With P A = L U: L = tril(lu, -1) + 1, U = triu(lu); row i of P A is row p[i] of A, and dA = P^T L^-H M U^-H where
// M = tril(L^H dL, -1) + triu(dU U^H).
Values lu_grad(GradientContext& ctx) {
  const Value lu = ctx.output(0), p = ctx.output(1), dlu = ctx.grad(0);
  const Value zeros = build::zeros_like(lu);
  const Value eye = diagonal_only(build::ones_like(lu));
  const Value upper = band(lu, 0, -1), unit_lower = build::add(build::sub(band(lu, -1, 0), diagonal_only(lu)), eye);
  auto strictly_lower = [](const Value& a) { return build::sub(band(a, -1, 0), diagonal_only(a)); };
  const Value middle = build::add(strictly_lower(matmul(unit_lower, strictly_lower(dlu), true, false)),
                                  band(matmul(band(dlu, 0, -1), upper, false, true), 0, -1));
  // M U^-H = adjoint(U^-1 adjoint(M)).
  const Value right =
      adjoint(op<"MatrixTriangularSolve">({upper, adjoint(middle)}, {{"lower", false}, {"adjoint", false}}));
  const Value both = op<"MatrixTriangularSolve">({unit_lower, right}, {{"lower", true}, {"adjoint", true}});
  // The permutation as a matrix: row i has its one at column p[i].
  const Value n = op<"Squeeze">(
      {op<"StridedSlice">({build::shape_of(p), build::ints({-1}), build::ints({INT32_MAX}), build::ints({1})})});
  const Value permutation = op<"OneHot">({p, n, build::number_like(lu, 1), build::number_like(lu, 0)});
  return {matmul(permutation, both, true, false)};
}

// Row p[i] of the input is row i of L U; L's unit diagonal is left out of `lu`.
DEFINE_OP("Lu")
    .input("input: T")
    .output("lu: T")
    .output("p: output_idx_type")
    .attr(kLuTypes)
    .attr("output_idx_type: {int32, int64} = int32")
    .doc("The LU decomposition with partial pivoting: both factors in one matrix, and the permutation of rows.")
    .shape(lu_shape)
    .kernel(CPU, Engine::kLibrary, lu_cpu)
    .gradient(lu_grad)
    .vectorize(vectorize::leading_axes);

XLA_FACT(kNotCompiled, "Lu");

}  // namespace
}  // namespace graphwright
