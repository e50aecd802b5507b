// Least squares by a complete orthogonal decomposition (Golub and Van Loan, "Matrix Computations", 5.4): Householder
// reflections from the left with column pivoting, and, where the rank is not full, from the right.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/factorizations.h"
#include "kernels/number_parts.h"

namespace graphwright {
namespace {

template <class T>
struct Reflection {
  T tau = T();   // of 1 - tau v v^H, v[0] = 1
  T beta = T();  // what the first element becomes; the others become 0
};

// Of the vector x[0..n) whose elements lie `step` apart: v[1..) replaces x[1..).
template <class T>
Reflection<T> make_reflection(int64_t n, T* x, int64_t step) {
  // Divided by the largest, so that no square is beyond what the type holds.
  double most = 0, tail = 0;
  for (int64_t i = 0; i < n; ++i) most = std::max(most, largest_part(x[i * step]));
  if (most == 0) return {};
  for (int64_t i = 1; i < n; ++i) tail += square_of(T(x[i * step] / most));
  const T head = x[0];
  if (tail == 0 && head == T(real_of(head))) return {T(), head};
  double beta = most * std::sqrt(square_of(T(head / most)) + tail);
  if (real_of(head) >= 0) beta = -beta;
  const T first = head - T(beta);
  for (int64_t i = 1; i < n; ++i) x[i * step] = x[i * step] / first;
  return {T((T(beta) - head) / beta), T(beta)};
}

// x[n, columns] -= tau v (v^H x): v[0] = 1 and the others lie `step` apart; rows of x lie `row` apart.
template <class T>
void reflect(int64_t n, int64_t columns, const T& tau, const T* v, int64_t step, T* x, int64_t row,
             std::vector<T>& sums) {
  if (tau == T() || columns == 0) return;
  sums.assign(x, x + columns);
  for (int64_t i = 1; i < n; ++i) subtract_multiple(columns, -conj_of(v[i * step]), x + i * row, sums.data());
  subtract_multiple(columns, tau, sums.data(), x);
  for (int64_t i = 1; i < n; ++i) subtract_multiple(columns, times(tau, v[i * step]), sums.data(), x + i * row);
}

// a[m, n] = Q R P: R replaces its upper triangle, and column k of R is column order[k] of a. b[m, columns] becomes
// Q^H b. Gives the rank.
template <class T>
int64_t factor_with_pivots(int64_t m, int64_t n, int64_t columns, double threshold, T* a, T* b, int64_t* order,
                           std::vector<T>& sums) {
  const int64_t steps = std::min(m, n);
  constexpr double kRounding = std::numeric_limits<double>::epsilon();
  // Norms of what is left of each column, and as they were when last they were summed.
  std::vector<double> norms(n), summed(n);
  const auto sum_column = [&](int64_t k, int64_t j) {
    double most = 0, sum = 0;
    for (int64_t i = k; i < m; ++i) most = std::max(most, largest_part(a[i * n + j]));
    for (int64_t i = k; i < m && most > 0; ++i) sum += square_of(T(a[i * n + j] / most));
    norms[j] = summed[j] = most * std::sqrt(sum);
  };
  for (int64_t j = 0; j < n; ++j) sum_column(0, j);
  std::iota(order, order + n, 0);
  const double negligible = *std::max_element(norms.begin(), norms.end()) * kRounding / std::sqrt(double(m));
  int64_t meaningful = steps;
  double most = 0;
  for (int64_t k = 0; k < steps; ++k) {
    const int64_t best = std::max_element(norms.begin() + k, norms.end()) - norms.begin();
    if (meaningful == steps && norms[best] < negligible * std::sqrt(double(m - k))) meaningful = k;
    if (best != k) {
      for (int64_t i = 0; i < m; ++i) std::swap(a[i * n + k], a[i * n + best]);
      std::swap(order[k], order[best]);
      norms[best] = norms[k], summed[best] = summed[k];
    }
    T* head = a + k * n + k;
    const auto [tau, beta] = make_reflection(m - k, head, n);
    *head = beta;
    most = std::max(most, std::abs(beta));
    reflect(m - k, n - k - 1, conj_of(tau), head, n, head + 1, n, sums);
    reflect(m - k, columns, conj_of(tau), head, n, b + k * columns, columns, sums);
    for (int64_t j = k + 1; j < n; ++j) {
      if (norms[j] == 0) continue;
      // Subtracted; summed anew where most of its digits are gone (Drmac and Bujanovic, 2008).
      const double rest = std::max(1 - square_of(T(a[k * n + j] / norms[j])), 0.0);
      const double since = norms[j] / summed[j];
      if (rest * since * since <= std::sqrt(kRounding))
        sum_column(k + 1, j);
      else
        norms[j] *= std::sqrt(rest);
    }
  }
  int64_t rank = 0;
  for (int64_t k = 0; k < meaningful; ++k) rank += std::abs(a[k * n + k]) > most * threshold;
  return rank;
}

// The rows 0..rank of a[., n], upper trapezoidal, times reflections Z from the right become upper triangular; the
// vectors v[1..] stay where zeros came to be, their factors in `taus`.
template <class T>
void clear_right(int64_t rank, int64_t n, T* a, T* taus) {
  const int64_t count = n - rank;
  std::vector<T> vector(count + 1);
  for (int64_t k = rank - 1; k >= 0; --k) {
    T *head = a + k * n + k, *tail = a + k * n + rank;
    vector[0] = conj_of(*head);
    for (int64_t j = 0; j < count; ++j) vector[j + 1] = conj_of(tail[j]);
    const auto [tau, beta] = make_reflection(count + 1, vector.data(), 1);
    // H^H x = beta e with H = 1 - tau v v^H is x^H H = beta e^H.
    taus[k] = tau;
    *head = beta;
    std::copy_n(vector.data() + 1, count, tail);
    for (int64_t i = 0; i < k; ++i) {
      T *first = a + i * n + k, *others = a + i * n + rank;
      const T sum = times(*first + dot_product<false>(count, others, tail), taus[k]);
      *first -= sum;
      for (int64_t j = 0; j < count; ++j) others[j] -= times(sum, conj_of(tail[j]));
    }
  }
}

}  // namespace

template <class T>
void least_squares_solve(int64_t m, int64_t n, int64_t columns, double threshold, T* a, T* b, T* x) {
  std::vector<T> sums, taus(std::min(m, n)), y(n * columns);
  std::vector<int64_t> order(n);
  const int64_t rank = factor_with_pivots(m, n, columns, threshold, a, b, order.data(), sums);
  if (rank < n) clear_right(rank, n, a, taus.data());
  std::copy_n(b, rank * columns, y.data());
  triangular_solve({.lower = false}, rank, columns, a, n, y.data(), columns);
  for (int64_t k = 0; k < rank && rank < n; ++k) {  // y = Z^H [y; 0]
    T *first = y.data() + k * columns, *rest = y.data() + rank * columns;
    sums.assign(first, first + columns);
    const T* tail = a + k * n + rank;
    for (int64_t j = 0; j < n - rank; ++j)
      subtract_multiple(columns, -conj_of(tail[j]), rest + j * columns, sums.data());
    subtract_multiple(columns, taus[k], sums.data(), first);
    for (int64_t j = 0; j < n - rank; ++j)
      subtract_multiple(columns, times(taus[k], tail[j]), sums.data(), rest + j * columns);
  }
  for (int64_t k = 0; k < n; ++k) std::copy_n(y.data() + k * columns, columns, x + order[k] * columns);
}

template void least_squares_solve<double>(int64_t, int64_t, int64_t, double, double*, double*, double*);
template void least_squares_solve<std::complex<double>>(int64_t, int64_t, int64_t, double, std::complex<double>*,
                                                        std::complex<double>*, std::complex<double>*);

}  // namespace graphwright
