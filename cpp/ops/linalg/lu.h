// The LU decomposition of a matrix, for the ops that are made with it.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/factorizations.h"
#include "kernels/number_parts.h"
#include "ops/linalg/linalg.h"

namespace graphwright::linalg {

inline constexpr const char* kLuTypes = "T: {double, float, half, complex64, complex128}";

// P a = L U by partial pivoting.
template <class T>
struct Lu {
  explicit Lu(const MatrixOf<const T>& a) : n(a.rows), factors(a.data, a.data + a.size()), order(n) { factorise(); }
  // Of the adjoint.
  struct Adjoint {};
  Lu(const MatrixOf<const T>& a, Adjoint) : n(a.rows), factors(a.size()), order(n) {
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j) factors[i * n + j] = conj_of(a.data[j * n + i]);
    factorise();
  }

  const T& pivot(int64_t k) const { return factors[k * n + k]; }

  // Throws Unfit with the reason where the matrix is singular.
  void refuse_singular(const char* reason) const {
    if (n == 0) return;
    auto least = std::abs(pivot(0));
    for (int64_t k = 1; k < n; ++k) least = std::min(least, std::abs(pivot(k)));
    if (!(least > 0)) throw Unfit{reason};
  }

  int64_t n;
  std::vector<T> factors;      // L below its diagonal, which has ones, and U
  std::vector<int64_t> order;  // row i of P a is row order[i] of a
  int sign = 1;                // of that permutation

 private:
  void factorise() { sign = lu_factor(n, factors.data(), order.data()); }
};

}  // namespace graphwright::linalg
