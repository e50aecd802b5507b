// The singular value decomposition by two-sided Jacobi rotations (Kogbetliantz; Golub & Van Loan, Matrix Computations,
// 8.6), of what a QR decomposition with column pivoting (Businger & Golub) leaves of matrices that are not square.
#include "kernels/jacobi_svd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "kernels/decompositions.h"
#include "kernels/householder.h"

namespace graphwright {
namespace {

constexpr double kTiny = std::numeric_limits<double>::min(), kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kMostSweeps = 200;  // some ten are needed

// a p = q r; `columns` holds the m numbers of each of n <= m columns of a, then r above the diagonal.
template <class T>
class PivotedQr {
 public:
  PivotedQr(int64_t m, int64_t n, std::vector<T> columns)
      : m_(m), n_(n), columns_(std::move(columns)), reflectors_(m * n), taus_(n), order_(n) {
    std::iota(order_.begin(), order_.end(), 0);
    std::vector<double> norms(n);
    for (int64_t j = 0; j < n; ++j) norms[j] = std::sqrt(sum_of_squares(m, column(j), 1));
    std::vector<double> exact = norms;
    for (int64_t k = 0; k < n; ++k) {
      const int64_t largest = std::max_element(norms.begin() + k, norms.end()) - norms.begin();
      if (largest != k) {
        std::swap_ranges(column(k), column(k) + m, column(largest));
        std::swap(norms[k], norms[largest]);
        std::swap(exact[k], exact[largest]);
        std::swap(order_[k], order_[largest]);
      }
      T* v = reflectors_.data() + k * (m + 1);
      const auto [tau, beta] = make_reflector(m - k, column(k) + k, 1, v);
      taus_[k] = tau;
      column(k)[k] = beta;
      if (k + 1 < n) reflection_loops<T>().right(n - k - 1, m - k, v, tau, column(k + 1) + k, m);
      for (int64_t j = k + 1; j < n; ++j) lower_norm(k, j, norms[j], exact[j]);
    }
  }

  const T& r(int64_t i, int64_t j) { return columns_[j * m_ + i]; }
  // Column j of r is column order(j) of a.
  int64_t order(int64_t j) const { return order_[j]; }

  // q x for `count` columns of x.
  void apply_q(int64_t count, T* x) const {
    for (int64_t k = n_ - 1; k >= 0; --k)
      reflection_loops<T>().right(count, m_ - k, reflectors_.data() + k * (m_ + 1), conj_of(taus_[k]), x + k, m_);
  }

 private:
  T* column(int64_t j) { return columns_.data() + j * m_; }

  // Takes row k's number from the norm of column j, or finds the norm anew where too much would cancel (LAPACK Working
  // Note 176).
  void lower_norm(int64_t k, int64_t j, double& norm, double& exact) {
    if (norm == 0) return;
    const double part = std::abs(column(j)[k]) / norm;
    const double left = std::max((1 + part) * (1 - part), 0.0);
    if (left * (norm / exact) * (norm / exact) > std::sqrt(kEpsilon)) {
      norm *= std::sqrt(left);
      return;
    }
    norm = exact = std::sqrt(sum_of_squares(m_ - k - 1, column(j) + k + 1, 1));
  }

  int64_t m_, n_;
  std::vector<T> columns_, reflectors_, taus_;
  std::vector<int64_t> order_;
};

// (c x + s y, c y - s x) for numbers next to each other.
template <class T>
void turn(int64_t n, Rotation<double> by, T* x, T* y) {
  constexpr int64_t kNumbers = sizeof(T) / sizeof(double);
  reflection_loops<double>().turn(n * kNumbers, by.c, by.s, reinterpret_cast<double*>(x), reinterpret_cast<double*>(y));
}

// The rotation from both sides that makes the symmetric matrix [a b; b d] diagonal.
Rotation<double> symmetric_rotation(double a, double b, double d) {
  const double twice = 2 * std::abs(b);
  if (twice < kTiny) return {};
  const double ratio = (a - d) / twice, root = std::sqrt(ratio * ratio + 1);
  const double tangent = 1 / (ratio > 0 ? ratio + root : ratio - root);
  const double cosine = 1 / std::sqrt(tangent * tangent + 1);
  return {cosine, b > 0 ? -tangent * cosine : tangent * cosine};
}

// The square matrix of which rotations make a diagonal one, by rows; the columns that they turn may be null.
template <class T>
class Sweeps {
 public:
  Sweeps(int64_t size, T* work, T* u, T* v) : size_(size), work_(work), u_(u), v_(v) {
    for (int64_t i = 0; i < size; ++i) largest_ = std::max(largest_, std::abs(at(i, i)));
  }

  void run() {
    bool changed = true;
    for (int sweep = 0; changed && sweep < kMostSweeps; ++sweep) {
      changed = false;
      for (int64_t p = 1; p < size_; ++p) {
        for (int64_t q = 0; q < p; ++q) {
          const double small = std::max(kTiny, 2 * kEpsilon * largest_);
          if (!(std::abs(at(p, q)) > small) && !(std::abs(at(q, p)) > small)) continue;
          changed = true;
          if (make_real(p, q)) rotate(p, q);
        }
      }
    }
  }

  T& at(int64_t i, int64_t j) { return work_[i * size_ + j]; }

 private:
  T* u(int64_t k) { return u_ + k * size_; }
  T* v(int64_t k) { return v_ + k * size_; }

  void note_largest(int64_t p, int64_t q) { largest_ = std::max({largest_, std::abs(at(p, p)), std::abs(at(q, q))}); }

  void scale_row(int64_t i, T by) {
    for (int64_t j = 0; j < size_; ++j) at(i, j) = times(by, at(i, j));
    if (u_ != nullptr)
      for (int64_t k = 0; k < size_; ++k) u(i)[k] = times(u(i)[k], conj_of(by));
  }
  void scale_column(int64_t j, T by) {
    for (int64_t i = 0; i < size_; ++i) at(i, j) = times(at(i, j), by);
    if (v_ != nullptr)
      for (int64_t k = 0; k < size_; ++k) v(j)[k] = times(v(j)[k], by);
  }
  // What makes a number a positive one, where it is not real.
  static bool phase_of(T x, T& phase) {
    if (!(std::abs(imag_of(x)) > kTiny)) return false;
    phase = std::abs(x) / x;
    return true;
  }

  // Makes the numbers of rows and columns p and q real, at(q, p) zero. False where they are diagonal then.
  bool make_real(int64_t p, int64_t q) {
    if constexpr (has_imaginary_part<T>) {
      const double length = std::sqrt(square_of(at(p, p)) + square_of(at(q, p)));
      T phase;
      if (length == 0) {
        at(p, p) = at(q, p) = T();
        if (phase_of(at(p, q), phase)) scale_row(p, phase);
      } else {
        // Rows p and q turned by [c conj(s); -s conj(c)].
        const T c = conj_of(at(p, p)) / length, s = at(q, p) / length;
        reflection_loops<T>().turn(size_, c, conj_of(s), &at(p, 0), &at(q, 0));
        if (u_ != nullptr) reflection_loops<T>().turn(size_, conj_of(c), s, u(p), u(q));
        if (phase_of(at(p, q), phase)) scale_column(q, phase);
      }
      if (phase_of(at(q, q), phase)) scale_row(q, phase);
      note_largest(p, q);
      const double small = std::max(kTiny, kEpsilon * largest_);
      return std::abs(at(p, q)) > small || std::abs(at(q, p)) > small;
    }
    return true;
  }

  // Makes the real numbers of rows and columns p and q diagonal: symmetric by a rotation of the rows first.
  void rotate(int64_t p, int64_t q) {
    const double a = real_of(at(p, p)), b = real_of(at(p, q)), c = real_of(at(q, p)), d = real_of(at(q, q));
    Rotation<double> first;
    if (!(std::abs(c - b) < kTiny)) {
      const double ratio = (a + d) / (c - b), root = std::sqrt(1 + ratio * ratio);
      first = {ratio / root, 1 / root};
    }
    const Rotation<double> right =
        symmetric_rotation(first.c * a + first.s * c, first.c * b + first.s * d, first.c * d - first.s * b);
    const Rotation<double> left = {first.c * right.c + first.s * right.s, first.s * right.c - first.c * right.s};
    turn(size_, left, &at(p, 0), &at(q, 0));
    if (u_ != nullptr) turn(size_, left, u(p), u(q));
    for (int64_t i = 0; i < size_; ++i)
      turn_two(right, reinterpret_cast<double*>(&at(i, p)), reinterpret_cast<double*>(&at(i, q)));
    if (v_ != nullptr) turn(size_, {right.c, -right.s}, v(p), v(q));
    note_largest(p, q);
  }

  // (c x - s y, s x + c y) for one number each; as real ones, for which better code is made.
  static void turn_two(Rotation<double> by, double* x, double* y) {
    for (int l = 0; l < (has_imaginary_part<T> ? 2 : 1); ++l) {
      const double old = x[l];
      x[l] = by.c * old - by.s * y[l];
      y[l] = by.s * old + by.c * y[l];
    }
  }

  int64_t size_;
  T* work_;
  T* u_;
  T* v_;
  double largest_ = 0;
};

// The square matrix's decomposition, r = u diag(s) v^H; u and v become its vectors' columns where they are not null.
template <class T>
void square_svd(int64_t n, T* r, double* s, T* u, T* v) {
  for (T* unit : {u, v}) {
    if (unit == nullptr) continue;
    std::fill_n(unit, n * n, T());
    for (int64_t i = 0; i < n; ++i) unit[i * (n + 1)] = T(1);
  }
  Sweeps<T> sweeps(n, r, u, v);
  sweeps.run();
  for (int64_t k = 0; k < n; ++k) {
    const T number = sweeps.at(k, k);
    s[k] = std::abs(number);
    T phase = T(1);
    if (std::abs(imag_of(number)) > kTiny)
      phase = number / s[k];
    else if (real_of(number) < 0)
      phase = T(-1);
    if (u != nullptr && phase != T(1))
      for (int64_t i = 0; i < n; ++i) u[k * n + i] = times(u[k * n + i], phase);
  }
  for (int64_t k = 0; k < n; ++k) {
    const int64_t largest = std::max_element(s + k, s + n) - s;
    if (s[largest] == 0) break;
    if (largest == k) continue;
    std::swap(s[k], s[largest]);
    if (u != nullptr) std::swap_ranges(u + k * n, u + (k + 1) * n, u + largest * n);
    if (v != nullptr) std::swap_ranges(v + k * n, v + (k + 1) * n, v + largest * n);
  }
}

// For m > n, the columns of `tall` are those of a, or the conjugated rows where a has more columns than rows: then
// a = (q r p^H)^H, and r^H is what rotations are tried on.
template <class T>
void pivoted_svd(int64_t m, int64_t n, bool full, bool adjoint, std::vector<T> tall, double* s, T* left, T* right) {
  PivotedQr<T> qr(m, n, std::move(tall));
  std::vector<T> work(n * n), q_side(left == nullptr ? 0 : n * n), p_side(right == nullptr ? 0 : n * n);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = i; j < n; ++j)
      (adjoint ? work[j * n + i] : work[i * n + j]) = adjoint ? conj_of(qr.r(i, j)) : qr.r(i, j);
  T* q_columns = left == nullptr ? nullptr : q_side.data();
  T* p_columns = right == nullptr ? nullptr : p_side.data();
  square_svd(n, work.data(), s, adjoint ? p_columns : q_columns, adjoint ? q_columns : p_columns);
  for (int64_t k = 0; right != nullptr && k < n; ++k)
    for (int64_t j = 0; j < n; ++j) right[k * n + qr.order(j)] = p_side[k * n + j];
  if (left == nullptr) return;
  const int64_t columns = full ? m : n;
  std::fill_n(left, columns * m, T());
  for (int64_t k = 0; k < n; ++k) std::copy_n(q_side.data() + k * n, n, left + k * m);
  for (int64_t k = n; k < columns; ++k) left[k * (m + 1)] = T(1);
  qr.apply_q(columns, left);
}

}  // namespace

template <class T>
void jacobi_svd(int64_t m, int64_t n, bool full, const T* a, double* s, T* u, T* v) {
  double scale = largest_size(m * n, a);
  if (scale == 0) scale = 1;
  std::vector<T> scaled(m * n);
  if (m > n) {
    for (int64_t i = 0; i < m * n; ++i) scaled[i] = a[i] / scale;
    pivoted_svd(m, n, full, false, std::move(scaled), s, u, v);
  } else {
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) scaled[i * n + j] = (m < n ? conj_of(a[j * m + i]) : a[j * m + i]) / scale;
    if (m == n)
      square_svd(n, scaled.data(), s, u, v);
    else
      pivoted_svd(n, m, full, true, std::move(scaled), s, v, u);
  }
  for (int64_t k = 0; k < std::min(m, n); ++k) s[k] *= scale;
}

template void jacobi_svd<double>(int64_t, int64_t, bool, const double*, double*, double*, double*);
template void jacobi_svd<Complex>(int64_t, int64_t, bool, const Complex*, double*, Complex*, Complex*);

}  // namespace graphwright
