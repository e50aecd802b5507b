// The singular value decomposition: of small matrices by Jacobi rotations, of others by Householder's bidiagonal form
// (Golub & Van Loan, Matrix Computations, 5.4), after a QR decomposition where they are tall.
#include <algorithm>
#include <optional>
#include <vector>

#include "kernels/bidiagonal_svd.h"
#include "kernels/decompositions.h"
#include "kernels/householder.h"
#include "kernels/jacobi_svd.h"

namespace graphwright {
namespace {

constexpr int64_t kFewColumns = 16;  // matrices of fewer columns go to Jacobi's rotations
constexpr int64_t kTall = 4;         // as many times more rows than columns, and more, are made triangular first

// Reflectors of the columns (step k's acts on rows k on) or, with `first` = 1, of the rows (on columns k + 1 on).
template <class T>
class Reflectors {
 public:
  Reflectors(int64_t size, int64_t count, int64_t first)
      : size_(size), first_(first), vectors_(size * count), taus_(count) {}

  T* vector(int64_t k) { return vectors_.data() + k * size_ + k + first_; }
  T& tau(int64_t k) { return taus_[k]; }

  // H_0^H H_1^H … x for the `count` columns of x, which lie `stride` apart.
  void apply_adjoint(int64_t count, T* x, int64_t stride) {
    for (int64_t k = static_cast<int64_t>(taus_.size()) - 1; k >= 0; --k)
      reflection_loops<T>().right(count, size_ - k - first_, vector(k), conj_of(taus_[k]), x + k + first_, stride);
  }

  void conjugate() {
    for (T& number : vectors_) number = conj_of(number);
    for (T& tau : taus_) tau = conj_of(tau);
  }

 private:
  int64_t size_, first_;
  std::vector<T> vectors_, taus_;
};

// a = q r for the m >= n rows of a, given by its columns, which become those of r.
template <class T>
Reflectors<T> make_triangular(int64_t m, int64_t n, T* a) {
  Reflectors<T> left(m, n, 0);
  for (int64_t k = 0; k < n; ++k) {
    T* column = a + k * (m + 1);
    const auto [tau, beta] = make_reflector(m - k, column, 1, left.vector(k));
    left.tau(k) = tau;
    column[0] = beta;
    reflection_loops<T>().right(n - k - 1, m - k, left.vector(k), tau, column + m, m);
  }
  return left;
}

template <class T>
struct Bidiagonal {
  std::vector<double> diagonal, beside;
  Reflectors<T> left, right;
};

template <class T>
Bidiagonal<T> make_bidiagonal(int64_t m, int64_t n, T* a) {
  Bidiagonal<T> result{std::vector<double>(n), std::vector<double>(n), {m, n, 0}, {n, n - 1, 1}};
  std::vector<T> dots(m);
  for (int64_t k = 0; k < n; ++k) {
    T* column = a + k * (m + 1);
    T* v = result.left.vector(k);
    const auto [tau, beta] = make_reflector(m - k, column, 1, v);
    result.left.tau(k) = tau;
    result.diagonal[k] = beta;
    const int64_t left = n - k - 1;
    reflection_loops<T>().right(left, m - k, v, tau, column + m, m);
    if (left == 0) break;
    T* w = result.right.vector(k);
    const auto [right_tau, right_beta] = make_reflector(left, column + m, m, w);
    result.right.tau(k) = right_tau;
    result.beside[k] = right_beta;
    reflection_loops<T>().left(left, m - k - 1, w, right_tau, column + m + 1, m, dots.data());
  }
  return result;
}

// For m >= n >= 1: the columns of u and v, where they are wanted.
template <class T>
void tall_svd(int64_t m, int64_t n, bool full, std::vector<T> a, double* s, std::vector<T>* u, std::vector<T>* v) {
  double scale = largest_size(m * n, a.data());
  if (scale == 0) scale = 1;
  for (T& number : a) number /= scale;
  const bool triangular = m / kTall > n;
  std::optional<Reflectors<T>> q;
  int64_t rows = m;
  if (triangular) {
    q = make_triangular(m, n, a.data());
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < n; ++i) a[j * n + i] = i <= j ? a[j * m + i] : T();
    rows = n;
  }
  Bidiagonal<T> form = make_bidiagonal(rows, n, a.data());
  const BidiagonalSvd svd = bidiagonal_svd(n, form.diagonal.data(), form.beside.data(), u != nullptr);
  for (int64_t k = 0; k < n; ++k) s[k] = svd.s[k] * scale;
  if (u == nullptr) return;
  const int64_t columns = full ? m : n;
  u->assign(columns * m, T());
  v->assign(n * n, T());
  for (int64_t k = 0; k < n; ++k) {
    std::copy_n(svd.v.data() + k * n, n, u->data() + k * m);
    std::copy_n(svd.u.data() + k * (n + 1), n, v->data() + k * n);
  }
  for (int64_t k = n; k < columns; ++k) (*u)[k * (m + 1)] = T(1);
  form.right.conjugate();
  form.right.apply_adjoint(n, v->data(), n);
  form.left.apply_adjoint(triangular ? n : columns, u->data(), m);
  if (triangular) q->apply_adjoint(columns, u->data(), m);
}

// By rows from columns of the length `rows`.
template <class T>
void put_columns(int64_t rows, int64_t count, const T* columns, T* to) {
  for (int64_t k = 0; k < count; ++k)
    for (int64_t i = 0; i < rows; ++i) to[i * count + k] = columns[k * rows + i];
}

}  // namespace

template <class T>
void svd_decompose(int64_t m, int64_t n, bool full, const T* a, double* s, T* u, T* v) {
  const int64_t least = std::min(m, n);
  const bool vectors = u != nullptr;
  std::vector<T> u_columns, v_columns;
  if (n < kFewColumns) {
    std::vector<T> columns(m * n);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) columns[j * m + i] = a[i * n + j];
    u_columns.resize(vectors ? m * (full ? m : least) : 0);
    v_columns.resize(vectors ? n * (full ? n : least) : 0);
    jacobi_svd(m, n, full, columns.data(), s, vectors ? u_columns.data() : nullptr,
               vectors ? v_columns.data() : nullptr);
  } else if (m >= n) {
    std::vector<T> columns(m * n);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) columns[j * m + i] = a[i * n + j];
    tall_svd(m, n, full, std::move(columns), s, vectors ? &u_columns : nullptr, vectors ? &v_columns : nullptr);
  } else {
    // The columns of the adjoint are the conjugated rows.
    std::vector<T> columns(m * n);
    std::transform(a, a + m * n, columns.begin(), conj_of<T>);
    tall_svd(n, m, full, std::move(columns), s, vectors ? &v_columns : nullptr, vectors ? &u_columns : nullptr);
  }
  if (!vectors) return;
  put_columns(m, full ? m : least, u_columns.data(), u);
  put_columns(n, full ? n : least, v_columns.data(), v);
}

template void svd_decompose<double>(int64_t, int64_t, bool, const double*, double*, double*, double*);
template void svd_decompose<Complex>(int64_t, int64_t, bool, const Complex*, double*, Complex*, Complex*);

}  // namespace graphwright
