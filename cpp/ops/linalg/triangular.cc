// Solving with triangular matrices.
#include <algorithm>

#include "kernels/gemm.h"
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

// Solves op(a) x = x, op being the adjoint where asked for.
template <class A, class X>
void solve_in_place(const A& a, X&& x, bool lower, bool adj) {
  if (lower && !adj)
    a.template triangularView<Eigen::Lower>().solveInPlace(x);
  else if (lower)
    a.adjoint().template triangularView<Eigen::Upper>().solveInPlace(x);
  else if (!adj)
    a.template triangularView<Eigen::Upper>().solveInPlace(x);
  else
    a.adjoint().template triangularView<Eigen::Lower>().solveInPlace(x);
}

constexpr int64_t kBlock = 32;

// The same a block of rows after the other: the products of solved rows with the rest of the matrix are most of the
// work, and our own.
template <class T>
void solve_by_blocks(const ConstMatrixMap<T>& a, const MatrixMap<T>& x, bool lower, bool adj) {
  const int64_t n = x.rows(), columns = x.cols();
  const bool down = lower != adj;
  Matrix<T> solved(kBlock, columns);
  for (int64_t done = 0; done < n; done += kBlock) {
    const int64_t size = std::min(kBlock, n - done), begin = down ? done : n - done - size;
    MatrixMap<T> rows(const_cast<T*>(x.data()) + begin * columns, size, columns);
    solve_in_place(a.block(begin, begin, size, size), rows, lower, adj);
    const int64_t rest = n - done - size, first = down ? begin + size : 0;
    if (rest == 0) break;
    solved.topRows(size) = -rows;
    GemmArgs args;
    args.m = rest, args.n = columns, args.k = size;
    args.a = a.data() + (adj ? begin * n + first : first * n + begin);
    args.a_row = adj ? 1 : n, args.a_column = adj ? n : 1;
    args.conjugate_a = adj && is_complex_number<T>;
    args.b = solved.data(), args.b_row = columns;
    args.c = const_cast<T*>(x.data()) + first * columns, args.c_row = columns;
    args.add = true;
    gemm(dtype_of<T>, args);
  }
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
          const auto a = matrix<T>(in[0], broadcast_index(in[0].shape(), shape, i));
          auto x = result<T>(out[0], i);
          x = matrix<T>(in[1], broadcast_index(in[1].shape(), shape, i));
          if (x.rows() > kBlock && x.cols() >= 8)
            solve_by_blocks<T>(a, x, lower, adj);
          else
            solve_in_place(a, x, lower, adj);
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
