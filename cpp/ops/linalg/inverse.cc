// The inverse of matrices, and solving with them.
#include "op/vectorize.h"
#include "ops/linalg/lu.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

// Calls use(lu, to, in, i) for each matrix, or its adjoint where `adjoint` says so, with the decomposition and the
// result.
template <class Use>
void with_decomposition(KernelContext& ctx, const char* if_singular, const Use& use) {
  const bool adjoint_wanted = ctx.attr<bool>("adjoint");
  run_as<float, double, std::complex<float>, std::complex<double>>(
      ctx, [=]<class T>(std::span<const Tensor> in, std::span<const Tensor> out) {
        const Shape& shape = in[0].shape();
        for_matrices(batch_count(shape), axis_from_end(shape, 1) * axis_from_end(shape, 2), [&](int64_t i) {
          const MatrixOf<T> to = result<T>(out[0], i);
          if (to.size() == 0) return;
          const auto a = matrix<T>(in[0], i);
          const Lu<T> lu = adjoint_wanted ? Lu<T>(a, typename Lu<T>::Adjoint()) : Lu<T>(a);
          lu.refuse_singular(if_singular);
          use.template operator()<T>(lu, to, in, i);
        });
      });
}

void inverse_cpu(KernelContext& ctx) {
  with_decomposition(ctx, "Input is not invertible.",
                     []<class T>(const Lu<T>& lu, const MatrixOf<T>& to, auto, int64_t) {
                       lu_invert(lu.n, lu.factors.data(), lu.order.data(), to.data);
                     });
}

Values inverse_grad(GradientContext& ctx) {
  const bool adj = ctx.attr<bool>("adjoint");
  const Value y = ctx.output(0);
  return {build::neg(matmul(y, matmul(ctx.grad(), y, adj, !adj), !adj, false))};
}

// The inverse of each matrix, or of its adjoint.
DEFINE_OP("MatrixInverse")
    .input("input: T")
    .output("output: T")
    .attr("adjoint: bool = false")
    .attr(kLuTypes)
    .doc("The inverse of each matrix; InvalidArgument where one is singular.")
    .shape(like_square_input)
    .kernel(CPU, Engine::kLibrary, inverse_cpu)
    .gradient(inverse_grad)
    .vectorize(vectorize::leading_axes);

void solve_shape(ShapeContext& ctx) {
  const Shape a = square(ctx, 0), b = ctx.with_rank_at_least(1, 2);
  if (!a.has_rank()) return ctx.set_output(0, b);
  if (!b.has_rank()) return ctx.set_output(0, with_matrix(a, {axis_from_end(a, 1), kUnknown}));
  if (a.rank() != b.rank())
    ctx.fail("Input and right-hand side must have same rank, got ", a.rank(), " and ", b.rank());
  const Shape batch = a.slice(0, a.rank() - 2), b_batch = b.slice(0, b.rank() - 2);
  if (!batch.compatible(b_batch))
    ctx.fail("Input and right-hand side must have the same batch dimensions, got ", a, " and ", b);
  const int64_t n = axis_from_end(a, 1), rows = axis_from_end(b, 2);
  if (n >= 0 && rows >= 0 && n != rows)
    ctx.fail("Input matrix and right-hand side must have the same number of rows, got ", n, " and ", rows);
  Shape out = batch.merge(b_batch);
  out.append(n >= 0 ? n : rows);
  out.append(axis_from_end(b, 1));
  ctx.set_output(0, out);
}

void solve_cpu(KernelContext& ctx) {
  with_decomposition(ctx, "Input matrix is not invertible.",
                     []<class T>(const Lu<T>& lu, const MatrixOf<T>& to, std::span<const Tensor> in, int64_t i) {
                       lu_solve(lu.n, to.columns, lu.factors.data(), lu.order.data(), matrix<T>(in[1], i).data,
                                to.data);
                     });
}

Values solve_grad(GradientContext& ctx) {
  const bool adj = ctx.attr<bool>("adjoint");
  const Value x = ctx.output(0);
  const Value drhs = op<"MatrixSolve">({ctx.input(0), ctx.grad()}, {{"adjoint", !adj}});
  Values grads = {Value(), drhs};
  if (ctx.wants(0)) grads[0] = build::neg(adj ? matmul(x, drhs, false, true) : matmul(drhs, x, false, true));
  return grads;
}

// The X with matrix * X = rhs.
DEFINE_OP("MatrixSolve")
    .input("matrix: T")
    .input("rhs: T")
    .output("output: T")
    .attr("adjoint: bool = false")
    .attr(kLuTypes)
    .doc("Solves systems of linear equations; InvalidArgument where a matrix is singular.")
    .shape(solve_shape)
    .kernel(CPU, Engine::kLibrary, solve_cpu)
    .gradient(solve_grad)
    .vectorize(vectorize::leading_axes);

}  // namespace
}  // namespace graphwright
