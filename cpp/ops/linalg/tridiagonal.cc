// Matrices of few diagonals: TridiagonalSolve, TridiagonalMatMul, BandedTriangularSolve.
#include <algorithm>
#include <cmath>
#include <vector>

#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/linalg/linalg.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

Value scalar(int32_t value) { return Tensor::scalar<int32_t>(value); }
Value rolled(const Value& x, int shift, int axis) { return op<"Roll">({x, scalar(shift), scalar(axis)}); }

// Ones but for one zero, at the begin or at the end, as a row or a column that x is multiplied with along `axis`.
Value without(const Value& x, bool first, int axis) {
  const Value shape = build::shape_of(x);
  const Value length =
      op<"Reshape">({op<"Slice">({shape, build::sub(op<"Shape">({shape}), Tensor::from<int32_t>({-axis})),
                                  Tensor::from<int32_t>({1})}),
                     Tensor::allocate(DType::kInt32, Shape{0})});
  const Value k = op<"Range">({scalar(0), length, scalar(1)});
  const Value kept = first ? op<"Greater">({k, scalar(0)}) : op<"Less">({k, build::sub(length, scalar(1))});
  const Value mask = build::cast(kept, x.dtype());
  return build::mul(x, axis == -1 ? mask : column(mask));
}

// The next row of x in each row, or the one before, and zeros where there is none.
Value next_row(const Value& x) { return without(rolled(x, -1, -2), false, -2); }
Value row_before(const Value& x) { return without(rolled(x, 1, -2), true, -2); }
// The sum over the columns of a * conj(b).
Value row_products(const Value& a, const Value& b) {
  return op<"Sum">({build::mul(a, build::conj(b)), Tensor::from<int32_t>({-1})});
}

// ---- TridiagonalSolve ----

void check_batch(ShapeContext& ctx, const Shape& a, const Shape& b) {
  if (!a.has_rank() || !b.has_rank()) return;
  if (a.rank() != b.rank()) ctx.fail("All input tensors must have the same rank, got ", a, " and ", b);
  if (!a.slice(0, a.rank() - 2).compatible(b.slice(0, b.rank() - 2)))
    ctx.fail("Batch shapes must be equal, got ", a, " and ", b);
}

void tridiagonal_solve_shape(ShapeContext& ctx) {
  const Shape diagonals = ctx.with_rank_at_least(0, 2), rhs = ctx.with_rank_at_least(1, 2);
  check_batch(ctx, diagonals, rhs);
  if (diagonals.has_rank()) {
    const int64_t rows = axis_from_end(diagonals, 2), n = axis_from_end(diagonals, 1);
    if (rows >= 0 && rows != 3)
      ctx.fail("Expected diagonals to be provided as a matrix with 3 rows, got ", rows, " rows.");
    const int64_t m = rhs.has_rank() ? axis_from_end(rhs, 2) : kUnknown;
    if (n >= 0 && m >= 0 && n != m)
      ctx.fail("Expected the same number of left-hand sides and right-hand sides, got ", n, " and ", m, ".");
  }
  ctx.set_output(0, rhs);
}

// Gaussian elimination of one system; x comes in as the right-hand sides [n, columns]. False where a pivot is zero.
template <class T>
bool eliminate(const T* diagonals, int64_t n, int64_t columns, bool pivoting, T* x) {
  std::vector<T> main(diagonals + n, diagonals + 2 * n), above(diagonals, diagonals + n), second(n, T(0));
  const T* below = diagonals + 2 * n;
  for (int64_t i = 0; i + 1 < n; ++i) {
    T *row = x + i * columns, *next = row + columns;
    T lower = below[i + 1];
    if (pivoting && std::abs(lower) > std::abs(main[i])) {
      // The next row comes first: it has an element more to the right.
      std::swap(main[i], lower);
      const T right = above[i];
      above[i] = main[i + 1];
      main[i + 1] = right;
      second[i] = i + 2 < n ? above[i + 1] : T(0);
      if (i + 2 < n) above[i + 1] = T(0);
      std::swap_ranges(row, row + columns, next);
    }
    if (main[i] == T(0)) return false;
    const T factor = lower / main[i];
    main[i + 1] -= factor * above[i];
    if (i + 2 < n) above[i + 1] -= factor * second[i];
    for (int64_t c = 0; c < columns; ++c) next[c] -= factor * row[c];
  }
  if (n > 0 && main[n - 1] == T(0)) return false;
  for (int64_t i = n - 1; i >= 0; --i) {
    for (int64_t c = 0; c < columns; ++c) {
      T value = x[i * columns + c];
      if (i + 1 < n) value -= above[i] * x[(i + 1) * columns + c];
      if (i + 2 < n) value -= second[i] * x[(i + 2) * columns + c];
      x[i * columns + c] = value / main[i];
    }
  }
  return true;
}

void tridiagonal_solve_cpu(KernelContext& ctx) {
  const Tensor &diagonals = ctx.input(0), &rhs = ctx.input(1);
  const Shape &shape = rhs.shape(), &left = diagonals.shape();
  const bool pivoting = ctx.attr<bool>("partial_pivoting");
  if (ctx.attr<bool>("perturb_singular"))
    ctx.fail_code(Code::kUnimplemented, "perturb_singular is not available on a CPU");
  const int64_t n = axis_from_end(shape, 2), columns = axis_from_end(shape, 1);
  if (axis_from_end(left, 2) != 3 || axis_from_end(left, 1) != n || batch_count(left) != batch_count(shape))
    ctx.fail("diagonals ", left, " and right-hand sides ", shape, " do not go together");
  const Tensor out = ctx.output(0);
  visit_dtype<float, double, std::complex<float>, std::complex<double>>(rhs.dtype(), [&]<class T>() {
    std::copy_n(rhs.data<T>(), rhs.num_elements(), out.data<T>());
    for_matrices(batch_count(shape), n * (columns + 3), [&](int64_t i) {
      if (!eliminate<T>(diagonals.data<T>() + i * 3 * n, n, columns, pivoting, out.data<T>() + i * n * columns))
        ctx.fail(pivoting ? "The matrix is not invertible."
                          : "The first element of diagonal is zero, or another pivot "
                            "is: the matrix cannot be solved without pivoting.");
    });
  });
}

Values tridiagonal_solve_grad(GradientContext& ctx) {
  const Value diagonals = build::conj(ctx.input(0)), x = ctx.output(0);
  const auto part = [&](int i) { return op<"GatherV2">({diagonals, scalar(i), scalar(-2)}); };
  // What comes in from the other end where a diagonal is rolled is not read.
  const Value adjoint = op<"Pack">({rolled(part(2), -1, -1), part(1), rolled(part(0), 1, -1)}, {{"axis", int64_t{-2}}});
  const Value to_rhs = op<"TridiagonalSolve">({adjoint, ctx.grad()}, ctx.attrs());
  const Value to_diagonals =
      op<"Pack">({row_products(to_rhs, next_row(x)), row_products(to_rhs, x), row_products(to_rhs, row_before(x))},
                 {{"axis", int64_t{-2}}});
  return {build::neg(to_diagonals), to_rhs};
}

DEFINE_OP("TridiagonalSolve")
    .input("diagonals: T")
    .input("rhs: T")
    .output("output: T")
    .attr("partial_pivoting: bool = true")
    .attr("perturb_singular: bool = false")
    .attr("T: {double, float, complex64, complex128}")
    .doc("Solves systems of tridiagonal matrices, given as the diagonals above, on and below the main one.")
    .shape(tridiagonal_solve_shape)
    .kernel(CPU, tridiagonal_solve_cpu)
    .gradient(tridiagonal_solve_grad)
    .vectorize(vectorize::leading_axes);

// ---- TridiagonalMatMul ----

void tridiagonal_matmul_shape(ShapeContext& ctx) {
  const Shape rhs = ctx.with_rank_at_least(3, 2);
  for (int i = 0; i < 3; ++i) {
    const Shape diagonal = ctx.with_rank_at_least(i, 2);
    check_batch(ctx, diagonal, rhs);
    if (!diagonal.has_rank() || !rhs.has_rank()) continue;
    const int64_t rows = axis_from_end(diagonal, 2), n = axis_from_end(diagonal, 1), m = axis_from_end(rhs, 2);
    if ((rows >= 0 && rows != 1) || (n >= 0 && m >= 0 && n != m))
      ctx.fail("Invalid ",
               i == 0   ? "superdiagonal"
               : i == 1 ? "main diagonal"
                        : "subdiagonal",
               " shape ", diagonal, " for right-hand sides ", rhs);
  }
  ctx.set_output(0, rhs);
}

void tridiagonal_matmul_cpu(KernelContext& ctx) {
  const Tensor& rhs = ctx.input(3);
  const Shape& shape = rhs.shape();
  const int64_t n = axis_from_end(shape, 2), columns = axis_from_end(shape, 1);
  for (int i = 0; i < 3; ++i) {
    const Shape& diagonal = ctx.input(i).shape();
    if (axis_from_end(diagonal, 2) != 1 || axis_from_end(diagonal, 1) != n ||
        batch_count(diagonal) != batch_count(shape))
      ctx.fail("diagonal ", diagonal, " and right-hand sides ", shape, " do not go together");
  }
  const Tensor out = ctx.output(0);
  visit_dtype<float, double, std::complex<float>, std::complex<double>>(rhs.dtype(), [&]<class T>() {
    for_matrices(batch_count(shape), n * columns, [&](int64_t b) {
      const T *above = ctx.input(0).data<T>() + b * n, *main = ctx.input(1).data<T>() + b * n,
              *below = ctx.input(2).data<T>() + b * n, *x = rhs.data<T>() + b * n * columns;
      T* y = out.data<T>() + b * n * columns;
      for (int64_t i = 0; i < n; ++i) {
        for (int64_t c = 0; c < columns; ++c) {
          const int64_t at = i * columns + c;
          T sum = main[i] * x[at];
          if (i > 0) sum += below[i] * x[at - columns];
          if (i + 1 < n) sum += above[i] * x[at + columns];
          y[at] = sum;
        }
      }
    });
  });
}

Values tridiagonal_matmul_grad(GradientContext& ctx) {
  const Value &dy = ctx.grad(), &x = ctx.input(3);
  const auto diagonal = [&](int i) {  // [..., n, 1]
    return column(op<"Squeeze">({build::conj(ctx.input(i))}, {{"squeeze_dims", std::vector<int64_t>{-2}}}));
  };
  const Value to_rhs = build::add(build::mul(diagonal(1), dy), build::add(row_before(build::mul(diagonal(0), dy)),
                                                                          next_row(build::mul(diagonal(2), dy))));
  return {row(row_products(dy, next_row(x))), row(row_products(dy, x)), row(row_products(dy, row_before(x))), to_rhs};
}

DEFINE_OP("TridiagonalMatMul")
    .input("superdiag: T")
    .input("maindiag: T")
    .input("subdiag: T")
    .input("rhs: T")
    .output("output: T")
    .attr("T: {double, float, complex64, complex128}")
    .doc("Products of tridiagonal matrices, given as diagonals of n elements each, and matrices.")
    .shape(tridiagonal_matmul_shape)
    .kernel(CPU, tridiagonal_matmul_cpu)
    .gradient(tridiagonal_matmul_grad)
    .vectorize(vectorize::leading_axes);

// ---- BandedTriangularSolve ----

Shape banded_result(const Shape& bands, const Shape& rhs) {
  const Shape batch = broadcast_shapes(bands.slice(0, bands.rank() - 2), rhs.slice(0, rhs.rank() - 2));
  return batch.concat(rhs.slice(rhs.rank() - 2, rhs.rank()));
}

void banded_solve_shape(ShapeContext& ctx) {
  const Shape bands = ctx.with_rank_at_least(0, 2), rhs = ctx.with_rank_at_least(1, 2);
  if (!bands.has_rank() || !rhs.has_rank()) return ctx.set_output(0, Shape::unknown());
  const int64_t n = axis_from_end(bands, 1), m = axis_from_end(rhs, 2);
  if (n >= 0 && m >= 0 && n != m) ctx.fail("In[0] mismatch In[1] shape: ", n, " vs. ", m, ": ", bands, " ", rhs);
  Shape out = banded_result(bands, rhs);
  out.set(out.rank() - 2, n >= 0 ? n : m);
  ctx.set_output(0, out);
}

void banded_solve_cpu(KernelContext& ctx) {
  const bool lower = ctx.attr<bool>("lower"), adjoint = ctx.attr<bool>("adjoint");
  const Shape &left = ctx.input(0).shape(), &right = ctx.input(1).shape();
  if (ctx.input(0).num_elements() == 0) ctx.fail("In[0] must not be an empty tensor, got ", left);
  if (ctx.input(1).num_elements() == 0) ctx.fail("In[1] must not be an empty tensor, got ", right);
  const int64_t bands = axis_from_end(left, 2), n = axis_from_end(left, 1), columns = axis_from_end(right, 1);
  const Shape shape = banded_result(left, right);
  const int64_t count = batch_count(shape);
  // For each matrix of the result the one that it is made of: both batches are broadcast.
  const auto source = [shape](const Shape& from, int64_t i) {
    int64_t at = 0, stride = 1;
    for (int axis = shape.rank() - 3; axis >= 0; --axis) {
      const int64_t place = i % shape[axis];
      i /= shape[axis];
      const int own = axis - (shape.rank() - from.rank());
      if (own < 0) continue;
      at += (from[own] == 1 ? 0 : place) * stride;
      stride *= from[own];
    }
    return at;
  };
  run_as<float, double, std::complex<float>, std::complex<double>>(
      ctx, [=]<class T>(std::span<const Tensor> in, std::span<const Tensor> out) {
        for_matrices(count, n * columns * bands, [&](int64_t i) {
          const T* a = in[0].data<T>() + source(left, i) * bands * n;
          T* x = out[0].data<T>() + i * n * columns;
          std::copy_n(in[1].data<T>() + source(right, i) * n * columns, n * columns, x);
          // The element at row r, d diagonals away from the main one.
          const auto element = [&](int64_t r, int64_t d) { return a[(lower ? d : bands - 1 - d) * n + r]; };
          const bool down = lower != adjoint;
          for (int64_t k = 0; k < n; ++k) {
            const int64_t r = down ? k : n - 1 - k;
            const int64_t reach = std::min(bands - 1, k);
            T pivot = element(r, 0);
            if constexpr (is_complex_number<T>) pivot = adjoint ? std::conj(pivot) : pivot;
            if (pivot == T(0)) throw Unfit{"Input matrix is not invertible."};
            for (int64_t d = 1; d <= reach; ++d) {
              const int64_t other = down ? r - d : r + d;
              T factor = element(adjoint ? other : r, d);
              if constexpr (is_complex_number<T>) factor = adjoint ? std::conj(factor) : factor;
              for (int64_t c = 0; c < columns; ++c) x[r * columns + c] -= factor * x[other * columns + c];
            }
            for (int64_t c = 0; c < columns; ++c) x[r * columns + c] /= pivot;
          }
        });
      });
}

Values banded_solve_grad(GradientContext& ctx) {
  const bool lower = ctx.attr<bool>("lower"), adjoint_solve = ctx.attr<bool>("adjoint");
  const Value &bands = ctx.input(0), &rhs = ctx.input(1), x = ctx.output(0);
  const Shape& shape = bands.shape();
  if (!shape.has_rank() || axis_from_end(shape, 2) < 0)
    fail(Code::kNotImplementedError, "The gradient of BandedTriangularSolve needs the number of bands, got ", shape);
  const int32_t far = static_cast<int32_t>(axis_from_end(shape, 2)) - 1;
  const Value to_rhs =
      op<"BandedTriangularSolve">({bands, ctx.grad()}, {{"lower", lower}, {"adjoint", !adjoint_solve}});
  const Value whole = adjoint_solve ? matmul(x, to_rhs, false, true) : matmul(to_rhs, x, false, true);
  const Value k = lower ? Tensor::from<int32_t>({-far, 0}) : Tensor::from<int32_t>({0, far});
  const Value diagonals =
      op<"MatrixDiagPartV3">({whole, k, build::number(whole.dtype(), 0)}, {{"align", std::string("LEFT_RIGHT")}});
  // One diagonal alone has no axis of diagonals.
  const Value to_bands = build::neg(far == 0 ? row(diagonals) : diagonals);
  return {build::unbroadcast(to_bands, bands), build::unbroadcast(to_rhs, rhs)};
}

DEFINE_OP("BandedTriangularSolve")
    .input("matrix: T")
    .input("rhs: T")
    .output("output: T")
    .attr("lower: bool = true")
    .attr("adjoint: bool = false")
    .attr("T: {double, float, half, complex64, complex128}")
    .doc("Solves systems of triangular matrices with few diagonals, of which these are given.")
    .shape(banded_solve_shape)
    .kernel(CPU, banded_solve_cpu)
    .gradient(banded_solve_grad)
    .vectorize(vectorize::broadcasting);

XLA_FACT(kNotCompiled, "BandedTriangularSolve");

}  // namespace
}  // namespace graphwright
