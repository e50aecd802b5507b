// Square roots and logarithms of matrices, and the cross product.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/decompositions.h"
#include "kernels/gemm.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/linalg/linalg.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

using Elements = std::vector<Complex>;

// The principal square root of an upper triangular matrix, column by column.
void triangular_root(int64_t n, const Complex* t, Complex* r) {
  std::fill_n(r, n * n, Complex());
  for (int64_t j = 0; j < n; ++j) {
    r[j * n + j] = std::sqrt(t[j * n + j]);
    for (int64_t i = j - 1; i >= 0; --i) {
      Complex sum = t[i * n + j];
      for (int64_t k = i + 1; k < j; ++k) sum -= r[i * n + k] * r[k * n + j];
      const Complex divisor = r[i * n + i] + r[j * n + j];
      r[i * n + j] = sum == Complex() ? sum : sum / divisor;
    }
  }
}

// The logarithm of an upper triangular matrix: roots are taken until T - 1 is small, and there
// log(1 + X) = the integral of X (1 + s X)^-1 over s in [0, 1], by Gauss's rule with 8 points.
void triangular_logarithm(int64_t n, Complex* t, Complex* result) {
  static const double kPoint[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
  static const double kWeight[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
  Elements root(n * n), x(n * n), y(n * n);
  double factor = 1;
  for (int halvings = 0; halvings < 60; ++halvings) {
    double distance = 0;
    for (int64_t i = 0; i < n; ++i) {
      double sum = 0;
      for (int64_t j = i; j < n; ++j) sum += std::abs(t[i * n + j] - (i == j ? 1.0 : 0.0));
      distance = std::max(distance, sum);
    }
    if (!(distance > 0.05)) break;
    triangular_root(n, t, root.data());
    std::copy(root.begin(), root.end(), t);
    factor *= 2;
  }
  std::copy_n(t, n * n, x.begin());
  for (int64_t i = 0; i < n; ++i) x[i * n + i] -= 1.0;
  std::fill_n(result, n * n, Complex());
  for (int p = 0; p < 8; ++p) {
    const double at = 0.5 + 0.5 * (p < 4 ? kPoint[p] : -kPoint[p - 4]), weight = 0.5 * kWeight[p % 4];
    // (1 + at X) Y = X by substitution from the last row.
    for (int64_t i = n - 1; i >= 0; --i)
      for (int64_t j = i; j < n; ++j) {
        Complex sum = x[i * n + j];
        for (int64_t k = i + 1; k <= j; ++k) sum -= at * x[i * n + k] * y[k * n + j];
        y[i * n + j] = sum / (1.0 + at * x[i * n + i]);
      }
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = i; j < n; ++j) result[i * n + j] += factor * weight * y[i * n + j];
  }
}

// result = f(a) through the Schur form a = u t u^H: u f(t) u^H.
template <class F>
void matrix_function(int64_t n, const Complex* a, Complex* result, const F& f) {
  Elements t(n * n), u(n * n), g(n * n), left(n * n);
  const auto is_odd = [](const Complex& x) { return !std::isfinite(x.real()) || !std::isfinite(x.imag()); };
  // Huge numbers do not let it converge.
  if (std::any_of(a, a + n * n, is_odd) || !schur_decompose(n, a, t.data(), u.data())) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    std::fill_n(result, n * n, Complex(kNan, kNan));
    return;
  }
  f(n, t.data(), g.data());
  GemmArgs args;
  args.m = args.n = args.k = n;
  args.a_row = args.b_row = args.c_row = n;
  args.a = u.data();
  args.b = g.data();
  args.c = left.data();
  gemm_one_thread(DType::kComplex128, args);
  args.a = left.data();
  args.b = u.data();
  args.b_row = 1;
  args.b_column = n;
  args.conjugate_b = true;
  args.c = result;
  gemm_one_thread(DType::kComplex128, args);
}

template <class F>
void apply_function(KernelContext& ctx, const F& f) {
  const Tensor& in = ctx.input(0);
  const Tensor out = ctx.output(0);
  const Shape& shape = in.shape();
  const int64_t n = axis_from_end(shape, 1);
  const Tensor wide = Tensor::allocate(DType::kComplex128, shape), result = Tensor::allocate(DType::kComplex128, shape);
  visit_dtype<float, double, Half, std::complex<float>, std::complex<double>>(in.dtype(), [&]<class T>() {
    for (int64_t i = 0; i < in.num_elements(); ++i)
      wide.data<Complex>()[i] = Complex(static_cast<compute_t<T>>(in.data<T>()[i]));
  });
  const bool real = !is_complex(out.dtype());
  const auto each = [n, wide, result, real, f](int64_t i) {
    if (n == 0) return;
    Complex* to = result.data<Complex>() + i * n * n;
    matrix_function(n, wide.data<Complex>() + i * n * n, to, f);
    if (!real) return;
    // A real matrix may have no real result: then its imaginary part is more than rounding.
    double size = 0, imaginary = 0;
    for (int64_t k = 0; k < n * n; ++k) {
      size = std::max(size, std::abs(to[k]));
      imaginary = std::max(imaginary, std::fabs(to[k].imag()));
    }
    if (imaginary > 1e-5 * size) std::fill_n(to, n * n, Complex(std::numeric_limits<double>::quiet_NaN(), 0));
  };
  run_perhaps_apart(ctx, should_run_apart(decomposition_work(shape)),
                    [each, count = batch_count(shape), n] { for_matrices(count, n * n, each); });
  if (is_complex(out.dtype())) return cast_elements(result, out);
  visit_dtype<float, double, Half>(out.dtype(), [&]<class T>() {
    for (int64_t i = 0; i < out.num_elements(); ++i)
      out.data<T>()[i] = static_cast<T>(static_cast<compute_t<T>>(result.data<Complex>()[i].real()));
  });
}

void square_root_cpu(KernelContext& ctx) { apply_function(ctx, triangular_root); }

// With Y^2 = A: dA solves the Sylvester equation Y^H dA + dA Y^H = dY, here as one linear system per matrix:
// (Y^H x 1 + 1 x Y*) vec(dA) = vec(dY), vec() reading rows.
Values square_root_grad(GradientContext& ctx) {
  const Value y = ctx.output(0), dy = ctx.grad();
  const Shape& shape = y.shape();
  if (!shape.fully_defined())
    fail(Code::kNotImplementedError, "The gradient of MatrixSquareRoot needs the matrix's static shape, got ", shape);
  const int rank = shape.rank();
  const int64_t n = axis_from_end(shape, 1);
  const Value eye = diagonal_only(build::ones_like(y));
  auto shaped = [&](std::initializer_list<int64_t> last) {
    Shape to = shape.slice(0, rank - 2);
    for (int64_t size : last) to.append(size);
    return Tensor::from_shape(to);
  };
  // kron(a, b)[i n + j, k n + l] = a[i, k] b[j, l].
  auto kron = [&](const Value& a, const Value& b) {
    const Value product = build::mul(build::reshape(a, shaped({n, 1, n, 1})), build::reshape(b, shaped({1, n, 1, n})));
    return build::reshape(product, shaped({n * n, n * n}));
  };
  const Value system = build::add(kron(adjoint(y), eye), kron(eye, build::conj(y)));
  const Value solution = op<"MatrixSolve">({system, build::reshape(dy, shaped({n * n, 1}))});
  return {build::reshape(solution, Tensor::from_shape(shape))};
}

// The principal Y with Y Y = input.
DEFINE_OP("MatrixSquareRoot")
    .input("input: T")
    .output("output: T")
    .attr("T: {double, float, half, complex64, complex128}")
    .doc("The principal square root of each square matrix.")
    .shape(like_square_input)
    .kernel(CPU, Engine::kLibrary, square_root_cpu)
    .gradient(square_root_grad)
    .vectorize(vectorize::leading_axes);

void logarithm_cpu(KernelContext& ctx) { apply_function(ctx, triangular_logarithm); }

// The principal Y with exp(Y) = input.
DEFINE_OP("MatrixLogarithm")
    .input("input: T")
    .output("output: T")
    .attr("T: {complex64, complex128}")
    .doc("The principal logarithm of each square matrix.")
    .shape(like_square_input)
    .kernel(CPU, Engine::kLibrary, logarithm_cpu)
    .vectorize(vectorize::leading_axes);

void cross_shape(ShapeContext& ctx) {
  const Shape a = ctx.with_rank_at_least(0, 1), b = ctx.with_rank_at_least(1, 1);
  if (!a.compatible(b)) ctx.fail("a and b must have the same shape, got ", a, " and ", b);
  const Shape both = a.merge(b);
  if (both.has_rank() && both[both.rank() - 1] >= 0 && both[both.rank() - 1] != 3)
    throw Error(Code::kFailedPrecondition, str_cat("Cross-products are only defined for 3-element vectors, got ", both),
                ctx.op().name);
  ctx.set_output(0, both);
}

void cross_cpu(KernelContext& ctx) {
  const Tensor &a = ctx.input(0), &b = ctx.input(1);
  const Tensor out = ctx.output(0);
  visit_real(a.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    for (int64_t i = 0; i + 2 < a.num_elements(); i += 3) {
      const T *x = a.data<T>() + i, *y = b.data<T>() + i;
      for (int k = 0; k < 3; ++k) {
        const int p = (k + 1) % 3, q = (k + 2) % 3;
        out.data<T>()[i + k] = static_cast<T>(
            static_cast<C>(static_cast<C>(x[p]) * static_cast<C>(y[q]) - static_cast<C>(x[q]) * static_cast<C>(y[p])));
      }
    }
  });
}

Values cross_grad(GradientContext& ctx) {
  return {op<"Cross">({ctx.input(1), ctx.grad()}), op<"Cross">({ctx.grad(), ctx.input(0)})};
}

// The cross product of vectors of three in the last axis.
DEFINE_OP("Cross")
    .input("a: T")
    .input("b: T")
    .output("product: T")
    .attr("T: realnumbertype")
    .doc("The cross product of the 3-vectors in the last axis of `a` and `b`.")
    .shape(cross_shape)
    .kernel(CPU, cross_cpu)
    .gradient(cross_grad)
    .vectorize(vectorize::leading_axes);

XLA_FACT(kNotCompiled, "MatrixLogarithm", "MatrixSquareRoot");

}  // namespace
}  // namespace graphwright
