// The LU factorization with partial pivoting (Golub and Van Loan, "Matrix Computations", 3.4), by halves of columns
// (Toledo, "Locality of reference in LU decomposition with partial pivoting", 1997), and what is solved with it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "kernels/factorizations.h"
#include "kernels/number_parts.h"

namespace graphwright {
namespace {

constexpr int64_t kNarrow = 8;           // columns that are not divided
constexpr int64_t kSmallSize = 32 * 32;  // elements that are not divided
constexpr int64_t kCopiedRows = 64;      // from so many on, narrow columns are copied side by side

// What pivots are compared by.
template <class T>
real_t<T> size_of(const T& x) {
  if constexpr (has_imaginary_part<T>)
    return length_of(x.real(), x.imag());
  else
    return std::fabs(x);
}

// Divides by one number many times. By its reciprocal where that is a complex number of usual size.
template <class T>
class Divider {
 public:
  explicit Divider(const T& divisor) : divisor_(divisor) {
    if constexpr (has_imaginary_part<T>) {
      using Limits = std::numeric_limits<real_t<T>>;
      const real_t<T> square = square_of(divisor);
      usual_ = square > Limits::min() / Limits::epsilon() && square < Limits::max() * Limits::epsilon();
      if (usual_) reciprocal_ = T(divisor.real() / square, -divisor.imag() / square);
    }
  }
  T operator()(const T& x) const {
    if constexpr (has_imaginary_part<T>)
      return usual_ ? times(x, reciprocal_) : x / divisor_;
    else
      return x / divisor_;
  }

 private:
  T divisor_, reciprocal_ = T();
  bool usual_ = false;
};

// a[m, n], m >= n, column after column; swapped[k] is the row that was swapped with row k.
template <class T>
void factor_columns(int64_t m, int64_t n, T* a, int64_t row, int64_t* swapped) {
  for (int64_t k = 0; k < n; ++k) {
    int64_t best = k;
    real_t<T> most = size_of(a[k * row + k]);
    for (int64_t i = k + 1; i < m; ++i) {
      const real_t<T> size = size_of(a[i * row + k]);
      if (size > most) most = size, best = i;
    }
    swapped[k] = best;
    const T* pivots = a + k * row;
    if (most == 0) {  // so are all below, unless they are NaN
      for (int64_t i = k + 1; i < m; ++i)
        subtract_multiple(n - k - 1, a[i * row + k], pivots + k + 1, a + i * row + k + 1);
      continue;
    }
    if (best != k) std::swap_ranges(a + k * row, a + k * row + n, a + best * row);
    const Divider<T> divided(pivots[k]);
    for (int64_t i = k + 1; i < m; ++i) {
      T* to = a + i * row;
      to[k] = divided(to[k]);
      subtract_multiple(n - k - 1, to[k], pivots + k + 1, to + k + 1);
    }
  }
}

template <class T>
void swap_rows(int64_t count, const int64_t* swapped, int64_t columns, T* a, int64_t row) {
  for (int64_t k = 0; k < count; ++k)
    if (swapped[k] != k) std::swap_ranges(a + k * row, a + k * row + columns, a + swapped[k] * row);
}

// Rows that lie a power of two apart share few places of the cache.
template <class T>
void factor_copied(int64_t m, int64_t n, T* a, int64_t row, int64_t* swapped) {
  const std::unique_ptr<T[]> copy(new T[static_cast<size_t>(m * n)]);
  for (int64_t i = 0; i < m; ++i) std::copy_n(a + i * row, n, copy.get() + i * n);
  factor_columns(m, n, copy.get(), n, swapped);
  for (int64_t i = 0; i < m; ++i) std::copy_n(copy.get() + i * n, n, a + i * row);
}

template <class T>
void factor(int64_t m, int64_t n, T* a, int64_t row, int64_t* swapped) {
  if (n <= kNarrow && m >= kCopiedRows) return factor_copied(m, n, a, row, swapped);
  if (n <= kNarrow || m * n <= kSmallSize) return factor_columns(m, n, a, row, swapped);
  const int64_t left = (n / 2 + kNarrow - 1) / kNarrow * kNarrow, right = n - left;
  T *beside = a + left, *below = a + left * row;
  factor(m, left, a, row, swapped);
  swap_rows(left, swapped, right, beside, row);
  triangular_solve({.lower = true, .unit = true}, left, right, a, row, beside, row);
  subtract_product(m - left, right, left, {below, row}, {beside, row}, below + left, row);
  factor(m - left, right, below + left, row, swapped + left);
  swap_rows(right, swapped + left, left, below, row);
  for (int64_t k = left; k < n; ++k) swapped[k] += left;
}

template <class T>
void solve_permuted(int64_t n, int64_t columns, const T* lu, T* x) {
  triangular_solve({.lower = true, .unit = true}, n, columns, lu, n, x, columns);
  triangular_solve({.lower = false}, n, columns, lu, n, x, columns);
}

}  // namespace

template <class T>
int lu_factor(int64_t n, T* a, int64_t* order) {
  StackNumbers<int64_t, 64> few;
  const std::unique_ptr<int64_t[]> many(n > 64 ? new int64_t[static_cast<size_t>(n)] : nullptr);
  int64_t* swapped = many ? many.get() : few.data();
  factor(n, n, a, n, swapped);
  int sign = 1;
  for (int64_t k = 0; k < n; ++k) order[k] = k;
  for (int64_t k = 0; k < n; ++k) {
    if (swapped[k] == k) continue;
    std::swap(order[k], order[swapped[k]]);
    sign = -sign;
  }
  return sign;
}

template <class T>
void lu_solve(int64_t n, int64_t columns, const T* lu, const int64_t* order, const T* b, T* x) {
  for (int64_t i = 0; i < n; ++i) std::copy_n(b + order[i] * columns, columns, x + i * columns);
  solve_permuted(n, columns, lu, x);
}

template <class T>
void lu_invert(int64_t n, const T* lu, const int64_t* order, T* x) {
  std::fill_n(x, n * n, T());
  for (int64_t i = 0; i < n; ++i) x[i * n + order[i]] = T(1);
  solve_permuted(n, n, lu, x);
}

#define GW_INSTANTIATE(T)                                                              \
  template int lu_factor<T>(int64_t, T*, int64_t*);                                    \
  template void lu_solve<T>(int64_t, int64_t, const T*, const int64_t*, const T*, T*); \
  template void lu_invert<T>(int64_t, const T*, const int64_t*, T*);
GW_INSTANTIATE(float)
GW_INSTANTIATE(double)
GW_INSTANTIATE(std::complex<float>)
GW_INSTANTIATE(std::complex<double>)

}  // namespace graphwright
