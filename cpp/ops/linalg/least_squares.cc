// Least squares.
#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <limits>

#include "kernels/gemm.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/linalg/linalg.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

// c[m, n] = a * b, with strides for a, which may be conjugated; b and c lie row after row.
template <class T>
void product(int64_t m, int64_t n, int64_t k, const T* a, int64_t a_row, int64_t a_column, bool conjugate_a, const T* b,
             int64_t b_row, T* c) {
  GemmArgs args;
  args.m = m;
  args.n = n;
  args.k = k;
  args.a = a;
  args.a_row = a_row;
  args.a_column = a_column;
  args.conjugate_a = conjugate_a;
  args.b = b;
  args.b_row = b_row;
  args.c = c;
  args.c_row = n;
  gemm_one_thread(dtype_of<T>, args);
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
      auto x = result<T>(out[0], i);
      if (x.size() == 0) return;
      if (a.rows() == 0) {
        x.setZero();
        return;
      }
      const int64_t m = a.rows(), n = a.cols(), columns = b.cols(), least = std::min(m, n);
      if (!fast) {
        // A = Q [T 0; 0 0] Z: pivots that are nothing but rounding of the input's own type count as 0, so would NaN.
        if (!a.allFinite()) {
          x.setConstant(std::numeric_limits<double>::quiet_NaN());
          return;
        }
        Eigen::CompleteOrthogonalDecomposition<Matrix<T>> factors(m, n);
        factors.setThreshold(rounding * static_cast<double>(least));
        factors.compute(a);
        x = factors.solve(b);
        return;
      }
      const bool tall = m >= n;
      Matrix<T> gram(least, least), rhs(tall ? n : 0, tall ? columns : 0);
      const Matrix<T> adjoint_a = a.adjoint();
      if (tall)
        product<T>(n, n, m, adjoint_a.data(), m, 1, false, a.data(), n, gram.data());
      else
        product<T>(m, m, n, a.data(), n, 1, false, adjoint_a.data(), m, gram.data());
      gram.diagonal().array() += T(l2);
      const Eigen::LLT<Matrix<T>> llt(gram);
      if (llt.info() != Eigen::Success)
        throw Unfit{
            "Input matrix was rank deficient or ill-conditioned. Try setting fast=False or provide a larger "
            "l2_regularizer > 0."};
      if (tall) {
        product<T>(n, columns, m, adjoint_a.data(), m, 1, false, b.data(), columns, rhs.data());
        x = rhs;
        llt.solveInPlace(x);
      } else {
        Matrix<T> w = b;
        llt.solveInPlace(w);
        product<T>(n, columns, m, adjoint_a.data(), m, 1, false, w.data(), columns, x.data());
      }
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
