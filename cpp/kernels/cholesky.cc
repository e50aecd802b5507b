// The Cholesky factorization (Golub and Van Loan, "Matrix Computations", 4.2), by halves.
#include <algorithm>
#include <cmath>

#include "kernels/factorizations.h"
#include "kernels/number_parts.h"

namespace graphwright {
namespace {

constexpr int64_t kSmall = 16;  // rows of a matrix that is not divided

template <class T>
bool factor_small(int64_t n, T* a, int64_t row) {
  StackNumbers<T, kSmall> adjoint_column;
  T* column = adjoint_column.data();
  for (int64_t k = 0; k < n; ++k) {
    const real_t<T> square = real_of(a[k * row + k]);
    if (square <= 0) return false;
    const real_t<T> pivot = std::sqrt(square);
    a[k * row + k] = pivot;
    for (int64_t i = k + 1; i < n; ++i) {
      const T value = a[i * row + k] / pivot;
      a[i * row + k] = value;
      column[i] = conj_of(value);
      subtract_multiple(i - k, value, column + k + 1, a + i * row + k + 1);
    }
  }
  return true;
}

// The lower triangle of c[n, n] -= x x^H, x[n, k]; above the diagonal some of the rest is written as well.
template <class T>
void subtract_square(int64_t n, int64_t k, const T* x, int64_t x_row, T* c, int64_t c_row) {
  constexpr int64_t kWhole = 48;
  const MatrixView<T> adjoint{x, 1, x_row, has_imaginary_part<T>};
  if (n <= kWhole) return subtract_product(n, n, k, {x, x_row}, adjoint, c, c_row);
  const int64_t half = (n / 2 + kSmall - 1) / kSmall * kSmall;
  subtract_square(half, k, x, x_row, c, c_row);
  subtract_product(n - half, half, k, {x + half * x_row, x_row}, adjoint, c + half * c_row, c_row);
  subtract_square(n - half, k, x + half * x_row, x_row, c + half * (c_row + 1), c_row);
}

}  // namespace

// With a = [a11 .; a21 a22]: l11 of a11, l21 = a21 l11^-H, and l22 of a22 - l21 l21^H.
template <class T>
bool cholesky_factor(int64_t n, T* a, int64_t row) {
  if (n <= kSmall) return factor_small(n, a, row);
  const int64_t half = (n / 2 + kSmall - 1) / kSmall * kSmall;
  if (!cholesky_factor(half, a, row)) return false;
  T *below = a + half * row, *rest = below + half;
  triangular_solve_right(n - half, half, a, row, below, row);
  subtract_square(n - half, half, below, row, rest, row);
  return cholesky_factor(n - half, rest, row);
}

template bool cholesky_factor<float>(int64_t, float*, int64_t);
template bool cholesky_factor<double>(int64_t, double*, int64_t);
template bool cholesky_factor<std::complex<float>>(int64_t, std::complex<float>*, int64_t);
template bool cholesky_factor<std::complex<double>>(int64_t, std::complex<double>*, int64_t);

}  // namespace graphwright
