// Factorizations of matrices that lie row after row, and what is solved with them: recursive, so that most of the work
// is products of matrices (kernels/gemm.h). For double and complex<double>; where it says so, for float and
// complex<float> as well.
#pragma once

#include <complex>
#include <cstdint>

namespace graphwright {

// A matrix to read, perhaps a part of one: element (i, j) lies at data[i * row + j * column].
template <class T>
struct MatrixView {
  const T* data = nullptr;
  int64_t row = 0, column = 1;
  bool conjugate = false;
};

// c[m, n] -= a[m, k] b[k, n], the rows of c lying `c_row` apart. Also for floats.
template <class T>
void subtract_product(int64_t m, int64_t n, int64_t k, const MatrixView<T>& a, const MatrixView<T>& b, T* c,
                      int64_t c_row);

// Which triangle of a matrix is meant, and whether its adjoint or a diagonal of ones in place of its own.
struct Triangle {
  bool lower = true;
  bool adjoint = false;
  bool unit = false;
};

// Solves a x = x or a^H x = x for x[n, columns] by substitution; a zero in the diagonal makes infinities and NaN. The
// other triangle is not read. Also for floats.
template <class T>
void triangular_solve(const Triangle& triangle, int64_t n, int64_t columns, const T* a, int64_t a_row, T* x,
                      int64_t x_row);
// Solves x l^H = x for x[m, n], l being lower triangular. Also for floats.
template <class T>
void triangular_solve_right(int64_t m, int64_t n, const T* l, int64_t l_row, T* x, int64_t x_row);

// Replaces the lower triangle of a[n, n] by L with a = L L^H. False where a is not positive definite; NaN is not found
// out, but spreads. The upper triangle is not read, and holds anything afterwards. Also for floats.
template <class T>
bool cholesky_factor(int64_t n, T* a, int64_t row);

// Replaces a[n, n] by L (whose diagonal of ones is left out) and U such that row i of L U is row order[i] of a, by
// partial pivoting: the first of the largest absolute values. Gives the sign of that permutation. Also for floats.
template <class T>
int lu_factor(int64_t n, T* a, int64_t* order);
// x[n, columns] = a^-1 b with what lu_factor() made.
template <class T>
void lu_solve(int64_t n, int64_t columns, const T* lu, const int64_t* order, const T* b, T* x);
// x[n, n] = a^-1. Both also for floats.
template <class T>
void lu_invert(int64_t n, const T* lu, const int64_t* order, T* x);

// The x[n, columns] of smallest norm among those that minimise |a x - b|, a[m, n] counting as of the rank of what
// exceeds `threshold` times its largest pivot. a is overwritten, and so is b[m, columns].
template <class T>
void least_squares_solve(int64_t m, int64_t n, int64_t columns, double threshold, T* a, T* b, T* x);

}  // namespace graphwright
