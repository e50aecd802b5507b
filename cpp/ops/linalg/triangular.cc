// Solving with triangular matrices.
#include <algorithm>

#include "kernels/factorizations.h"
#include "op/vectorize.h"
#include "ops/linalg/linalg.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

void triangular_solve_shape(ShapeContext& ctx) {
  const Shape a = square(ctx, 0), b = ctx.with_rank_at_least(1, 2);
  if (!a.has_rank() || !b.has_rank()) return ctx.set_output(0, Shape::unknown());
  const int64_t n = axis_from_end(a, 1), rows = axis_from_end(b, 2);
  if (n >= 0 && rows >= 0 && n != rows) ctx.fail("In[0] and In[1] has different rows: In[0]: ", a, ", In[1]: ", b);
  Shape out;
  try {
    out = broadcast_shapes(a.slice(0, a.rank() - 2), b.slice(0, b.rank() - 2));
  } catch (const Error&) {
    ctx.fail("In[0] and In[1] must have compatible batch dimensions: ", a, " vs. ", b);
  }
  out.append(n >= 0 ? n : rows);
  out.append(axis_from_end(b, 1));
  ctx.set_output(0, out);
}

// The flat index, in a batch of `shape`, of the matrix that element `index` of the broadcast batch `out` reads.
int64_t broadcast_index(const Shape& shape, const Shape& out, int64_t index) {
  int64_t at = 0, step = 1;
  for (int i = 3; i <= out.rank(); ++i) {
    const int64_t size = out[out.rank() - i], place = index % size;
    index /= size;
    if (i > shape.rank()) continue;
    const int64_t own = axis_from_end(shape, i);
    if (own != 1) at += place * step;
    step *= own;
  }
  return at;
}

void triangular_solve_cpu(KernelContext& ctx) {
  const bool lower = ctx.attr<bool>("lower"), adj = ctx.attr<bool>("adjoint");
  const Shape& solution = ctx.output(0).shape();
  const double work = static_cast<double>(solution.num_elements()) * static_cast<double>(axis_from_end(solution, 2));
  run_as<float, double, std::complex<float>, std::complex<double>>(
      ctx,
      [lower, adj]<class T>(std::span<const Tensor> in, std::span<const Tensor> out) {
        const Shape& shape = out[0].shape();
        if (out[0].num_elements() == 0) return;
        for_matrices(batch_count(shape), axis_from_end(shape, 1) * axis_from_end(shape, 2), [&](int64_t i) {
          const auto [a, n, _] = matrix<T>(in[0], broadcast_index(in[0].shape(), shape, i));
          const auto b = matrix<T>(in[1], broadcast_index(in[1].shape(), shape, i));
          const MatrixOf<T> x = result<T>(out[0], i);
          std::copy_n(b.data, b.size(), x.data);
          triangular_solve({.lower = lower, .adjoint = adj}, n, x.columns, a, n, x.data, x.columns);
        });
      },
      work);
}

Values triangular_solve_grad(GradientContext& ctx) {
  const bool lower = ctx.attr<bool>("lower"), adj = ctx.attr<bool>("adjoint");
  const Value &a = ctx.input(0), &b = ctx.input(1), x = ctx.output(0);
  const Value drhs = op<"MatrixTriangularSolve">({a, ctx.grad()}, {{"lower", lower}, {"adjoint", !adj}});
  Values grads(2);
  if (ctx.wants(0)) {
    const Value da = build::neg(adj ? matmul(x, drhs, false, true) : matmul(drhs, x, false, true));
    grads[0] = build::unbroadcast(lower ? band(da, -1, 0) : band(da, 0, -1), a);
  }
  if (ctx.wants(1)) grads[1] = build::unbroadcast(drhs, b);
  return grads;
}

// The X with matrix * X = rhs, matrix being triangular: the other triangle is not read.
DEFINE_OP("MatrixTriangularSolve")
    .input("matrix: T")
    .input("rhs: T")
    .output("output: T")
    .attr("lower: bool = true")
    .attr("adjoint: bool = false")
    .attr("T: {bfloat16, double, float, half, complex64, complex128}")
    .doc("Solves systems of linear equations with triangular matrices by substitution; batch axes broadcast.")
    .shape(triangular_solve_shape)
    .kernel(CPU, Engine::kLibrary, triangular_solve_cpu)
    .gradient(triangular_solve_grad)
    .vectorize(vectorize::broadcasting);

}  // namespace
}  // namespace graphwright
