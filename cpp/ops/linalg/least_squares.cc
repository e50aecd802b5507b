// Least squares.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/factorizations.h"
#include "kernels/gemm.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/linalg/linalg.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

// c[m, n] = a b, the rows of b and c being `n` long; or a^H b, where `adjoint` says so, with a[k, m].
template <class T>
void product(int64_t m, int64_t n, int64_t k, const T* a, bool adjoint, const T* b, T* c) {
  GemmArgs args;
  args.m = m, args.n = n, args.k = k;
  args.a = a, args.a_row = adjoint ? 1 : k, args.a_column = adjoint ? m : 1;
  args.conjugate_a = adjoint && is_complex_number<T>;
  args.b = b, args.b_row = n;
  args.c = c, args.c_row = n;
  gemm(dtype_of<T>, args);
}

// The product of a[m, n] with its adjoint: a^H a where `tall`, or a a^H.
template <class T>
std::vector<T> gram_matrix(const MatrixOf<const T>& a, bool tall) {
  const int64_t size = tall ? a.columns : a.rows;
  std::vector<T> gram(size * size);
  if (tall) {
    product(size, size, a.rows, a.data, true, a.data, gram.data());
    return gram;
  }
  GemmArgs args;
  args.m = args.n = args.c_row = size, args.k = a.columns;
  args.a = args.b = a.data;
  args.a_row = args.b_column = a.columns, args.b_row = 1;
  args.conjugate_b = is_complex_number<T>;
  args.c = gram.data();
  gemm(dtype_of<T>, args);
  return gram;
}

// x solves (a^H a + l2) x = a^H b, or x = a^H w with (a a^H + l2) w = b for a wide matrix.
template <class T>
void solve_normal_equations(const MatrixOf<const T>& a, const MatrixOf<const T>& b, double l2, T* x) {
  const bool tall = a.rows >= a.columns;
  const int64_t least = std::min(a.rows, a.columns), columns = b.columns;
  std::vector<T> gram = gram_matrix(a, tall);
  for (int64_t k = 0; k < least; ++k) gram[k * (least + 1)] += l2;
  if (!cholesky_factor(least, gram.data(), least))
    throw Unfit{
        "Input matrix was rank deficient or ill-conditioned. Try setting fast=False or provide a larger "
        "l2_regularizer > 0."};
  const auto solve = [&](T* to) {
    for (bool adjoint : {false, true})
      triangular_solve({.lower = true, .adjoint = adjoint}, least, columns, gram.data(), least, to, columns);
  };
  if (tall) {
    product(least, columns, a.rows, a.data, true, b.data, x);
    return solve(x);
  }
  std::vector<T> w(b.data, b.data + b.size());
  solve(w.data());
  product(a.columns, columns, least, a.data, true, w.data(), x);
}

// The smallest of all x that solve it, also where a's rank is not full: pivots that are nothing but `rounding` of the
// input's own type count as 0, and so would NaN.
template <class T>
void solve_by_reflections(const MatrixOf<const T>& a, const MatrixOf<const T>& b, double rounding,
                          const MatrixOf<T>& x) {
  if (!std::all_of(a.data, a.data + a.size(), [](const T& value) { return std::isfinite(std::abs(value)); })) {
    std::fill_n(x.data, x.size(), T(std::numeric_limits<double>::quiet_NaN()));
    return;
  }
  std::vector<T> factors(a.data, a.data + a.size()), sides(b.data, b.data + b.size());
  const double threshold = rounding * static_cast<double>(std::min(a.rows, a.columns));
  least_squares_solve(a.rows, a.columns, b.columns, threshold, factors.data(), sides.data(), x.data);
}

// The distance from 1 to the next number of a type.
double rounding_of(DType dtype) {
  if (dtype == DType::kHalf) return 0x1p-10;
  const bool single = dtype == DType::kFloat32 || dtype == DType::kComplex64;
  return single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
}

void least_squares_shape(ShapeContext& ctx) {
  const Shape a = ctx.with_rank_at_least(0, 2), b = ctx.with_rank_at_least(1, 2);
  ctx.with_rank(2, 0);
  if (!a.has_rank()) return ctx.set_output(0, b.has_rank() ? with_matrix(b, {kUnknown, axis_from_end(b, 1)}) : b);
  if (!b.has_rank()) return ctx.set_output(0, with_matrix(a, {axis_from_end(a, 1), kUnknown}));
  if (a.rank() != b.rank()) ctx.fail("matrix and rhs must have the same rank, got ", a, " and ", b);
  const int64_t rows = axis_from_end(a, 2), b_rows = axis_from_end(b, 2);
  if (rows >= 0 && b_rows >= 0 && rows != b_rows)
    ctx.fail("matrix and rhs must have the same number of rows, got ", a, " and ", b);
  const Shape batch = a.slice(0, a.rank() - 2), b_batch = b.slice(0, b.rank() - 2);
  if (!batch.compatible(b_batch)) ctx.fail("matrix and rhs must have the same batch dimensions, got ", a, " and ", b);
  Shape out = batch.merge(b_batch);
  out.append(axis_from_end(a, 1));
  out.append(axis_from_end(b, 1));
  ctx.set_output(0, out);
}

void least_squares_cpu(KernelContext& ctx) {
  const bool fast = ctx.attr<bool>("fast");
  if (ctx.output(0).num_elements() == 0) return;
  if (ctx.input(2).shape().rank() != 0) ctx.fail("l2_regularizer must be scalar, got shape ", ctx.input(2).shape());
  const double l2 = ctx.input(2).double_at(0);
  const double rounding = rounding_of(ctx.input(0).dtype());
  if (l2 < 0) ctx.fail("l2_regularizer must be >= 0.");
  run(ctx, [fast, l2, rounding]<class T>(std::span<const Tensor> in, std::span<const Tensor> out) {
    const Shape& shape = in[0].shape();
    for_matrices(batch_count(shape), axis_from_end(shape, 1) * axis_from_end(shape, 2), [&](int64_t i) {
      const auto a = matrix<T>(in[0], i), b = matrix<T>(in[1], i);
      const MatrixOf<T> x = result<T>(out[0], i);
      if (a.rows == 0)
        std::fill_n(x.data, x.size(), T(0));
      else if (fast)
        solve_normal_equations<T>(a, b, l2, x.data);
      else
        solve_by_reflections<T>(a, b, rounding, x);
    });
  });
}

// With G = A^H A + l2 (tall) or A A^H + l2 (wide): X = G^-1 A^H B or A^H G^-1 B.
Values least_squares_grad(GradientContext& ctx) {
  const Value &a = ctx.input(0), &b = ctx.input(1), x = ctx.output(0), dx = ctx.grad();
  const Shape& shape = a.shape();
  if (!shape.has_rank() || axis_from_end(shape, 1) < 0 || axis_from_end(shape, 2) < 0)
    fail(Code::kNotImplementedError, "The gradient of MatrixSolveLs needs the matrix's static shape, got ", shape);
  if (!ctx.attr<bool>("fast")) fail(Code::kNotImplementedError, "Gradient not defined for fast=False");
  const bool tall = axis_from_end(shape, 2) >= axis_from_end(shape, 1);
  const Value gram = tall ? matmul(a, a, true, false) : matmul(a, a, false, true);
  const Value eye = diagonal_only(build::ones_like(gram));
  const Value regular = build::add(gram, build::mul(eye, build::cast(ctx.input(2), a.dtype())));
  auto solve = [&](const Value& rhs) { return op<"MatrixSolve">({regular, rhs}); };
  using build::add, build::sub;
  if (tall) {
    const Value z = solve(dx);  // G^-1 dX
    const Value xz = matmul(x, z, false, true);
    const Value da = sub(matmul(b, z, false, true), matmul(a, add(xz, adjoint(xz))));
    return {da, matmul(a, z), Value()};
  }
  const Value w = solve(b), z = solve(matmul(a, dx));  // X = A^H w
  const Value wz = matmul(w, z, false, true);
  const Value da = sub(matmul(w, dx, false, true), matmul(add(wz, adjoint(wz)), a));
  return {da, z, Value()};
}

// The X that minimises |matrix X - rhs|^2 + l2_regularizer |X|^2, or of all that solve it the smallest.
DEFINE_OP("MatrixSolveLs")
    .input("matrix: T")
    .input("rhs: T")
    .input("l2_regularizer: double")
    .output("output: T")
    .attr("T: {double, float, half, complex64, complex128}")
    .attr("fast: bool = true")
    .doc("Solves least-squares problems, by the normal equations (fast) or an orthogonal decomposition.")
    .shape(least_squares_shape)
    .kernel(CPU, Engine::kLibrary, least_squares_cpu)
    .gradient(least_squares_grad)
    .vectorize(vectorize::leading_axes_of<2>);

XLA_FACT(kNotCompiled, "MatrixSolveLs");

}  // namespace
}  // namespace graphwright
