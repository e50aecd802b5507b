// Eigenvalues and eigenvectors of general matrices, by their Schur forms and back substitution (Golub & Van Loan,
// Matrix Computations, 7.6).
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "kernels/decompositions.h"
#include "kernels/gemm.h"
#include "kernels/schur.h"

namespace graphwright {
namespace {

template <class T>
constexpr DType kDTypeOf = std::is_same_v<T, float>    ? DType::kFloat32
                           : std::is_same_v<T, double> ? DType::kFloat64
                                                       : DType::kComplex128;

// Row k of the result is u x_k: `x` has in row k the vector of the triangular matrix, k + 1 numbers and zeros.
template <class T>
std::vector<T> times_unitary(int64_t n, const std::vector<T>& x, const std::vector<T>& u_columns) {
  constexpr int64_t kRows = 32;
  std::vector<T> product(n * n);
  for (int64_t k = 0; k < n; k += kRows) {
    GemmArgs args;
    args.m = std::min(kRows, n - k), args.n = n, args.k = k + args.m;
    args.a = x.data() + k * n, args.b = u_columns.data(), args.c = product.data() + k * n;
    args.a_row = args.b_row = args.c_row = n;
    gemm_one_thread(kDTypeOf<T>, args);
  }
  return product;
}

// The eigenvectors of a real matrix's block triangular form.
template <class R>
class BlockVectors {
  using C = std::complex<R>;

 public:
  // `x` takes them, a row for each real eigenvalue and, for a conjugate pair, one of real and one of imaginary parts.
  BlockVectors(int64_t n, const R* t, const C* e, R* x) : n_(n), t_(t), e_(e), x_(x) {
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = std::max<int64_t>(i - 1, 0); j < n; ++j) norm_ += std::abs(at(i, j));
  }

  // False where all of the matrix is zero: any vectors are eigenvectors then.
  bool find_all() {
    if (norm_ == 0) return false;
    for (int64_t k = n_ - 1; k >= 0; --k) {
      if (e_[k].imag() == 0)
        find_real(k);
      else
        find_pair(k--);
    }
    return true;
  }

 private:
  static constexpr R kEpsilon = std::numeric_limits<R>::epsilon();

  R at(int64_t i, int64_t j) const { return t_[i * n_ + j]; }

  // Row i of the triangle times the part of x that is known.
  R known(int64_t i, int64_t begin, int64_t end, const R* x) const {
    return conj_dot(end - begin + 1, t_ + i * n_ + begin, x + begin);
  }

  // Numbers that grew too large are made smaller, which only changes the vector's length.
  void shrink(int64_t begin, int64_t end, R largest, R* x) const {
    if (kEpsilon * largest * largest > 1)
      for (int64_t i = begin; i <= end; ++i) x[i] /= largest;
  }

  void find_real(int64_t k) {
    R* x = x_ + k * n_;
    const R e = e_[k].real();
    x[k] = 1;
    R below = 0, below_known = 0;  // of a block's second row, till the first one is met
    int64_t begin = k;
    for (int64_t i = k - 1; i >= 0; --i) {
      const R here = at(i, i) - e, sum = known(i, begin, k, x);
      if (e_[i].imag() < 0) {
        below = here;
        below_known = sum;
        continue;
      }
      begin = i;
      if (e_[i].imag() == 0) {
        x[i] = -sum / (here != 0 ? here : kEpsilon * norm_);
      } else {
        const R right = at(i, i + 1), left = at(i + 1, i), distance = e_[i].real() - e;
        x[i] = (right * below_known - below * sum) / (distance * distance + e_[i].imag() * e_[i].imag());
        x[i + 1] =
            std::abs(right) > std::abs(below) ? (-sum - here * x[i]) / right : (-below_known - left * x[i]) / below;
      }
      shrink(i, k, std::abs(x[i]), x);
    }
  }

  // Of the pair k - 1 and k: the vector of the former, whose imaginary part is positive.
  void find_pair(int64_t k) {
    R* re = x_ + (k - 1) * n_;
    R* im = x_ + k * n_;
    const R p = e_[k].real(), q = e_[k].imag();
    auto set = [&](int64_t i, C number) { re[i] = number.real(), im[i] = number.imag(); };
    if (std::abs(at(k, k - 1)) > std::abs(at(k - 1, k)))
      set(k - 1, C(q / at(k, k - 1), -(at(k, k) - p) / at(k, k - 1)));
    else
      set(k - 1, C(R(0), -at(k - 1, k)) / C(at(k - 1, k - 1) - p, q));
    set(k, C(R(0), R(1)));
    R below = 0;
    C below_known;
    int64_t begin = k - 1;
    for (int64_t i = k - 2; i >= 0; --i) {
      const C sum(known(i, begin, k, re), known(i, begin, k, im));
      const R here = at(i, i) - p;
      if (e_[i].imag() < 0) {
        below = here;
        below_known = sum;
        continue;
      }
      begin = i;
      if (e_[i].imag() == 0) {
        set(i, -sum / C(here, q));
      } else {
        const R right = at(i, i + 1), left = at(i + 1, i), distance = e_[i].real() - p;
        C square(distance * distance + e_[i].imag() * e_[i].imag() - q * q, distance * 2 * q);
        if (square == C())
          square =
              kEpsilon * norm_ * (std::abs(here) + std::abs(q) + std::abs(right) + std::abs(left) + std::abs(below));
        const C x = C(right * below_known.real() - below * sum.real() + q * sum.imag(),
                      right * below_known.imag() - below * sum.imag() - q * sum.real()) /
                    square;
        set(i, x);
        if (std::abs(right) > std::abs(below) + std::abs(q))
          set(i + 1,
              C(-sum.real() - here * x.real() + q * x.imag(), -sum.imag() - here * x.imag() - q * x.real()) / right);
        else
          set(i + 1, (-below_known - left * x) / C(below, q));
      }
      const R largest = std::max(std::abs(re[i]), std::abs(im[i]));
      shrink(i, k, largest, re);
      shrink(i, k, largest, im);
    }
  }

  int64_t n_;
  const R* t_;
  const C* e_;
  R* x_;
  R norm_ = 0;
};

// The eigenvalues of the blocks on the diagonal; false where they are no numbers.
template <class R>
bool eigenvalues_of_blocks(int64_t n, const R* t, std::complex<R>* e) {
  for (int64_t i = 0; i < n; ++i) {
    const R first = t[i * n + i];
    if (i == n - 1 || t[(i + 1) * n + i] == 0) {
      e[i] = first;
    } else {
      const R last = t[(i + 1) * n + i + 1], p = R(0.5) * (first - last);
      const R left = t[(i + 1) * n + i], right = t[i * n + i + 1];
      const R scale = std::max({std::abs(p), std::abs(left), std::abs(right)});
      const R root = scale * std::sqrt(std::abs((p / scale) * (p / scale) + (left / scale) * (right / scale)));
      e[i] = {last + p, root};
      e[i + 1] = {last + p, -root};
      ++i;
    }
    if (!std::isfinite(e[i].real()) || !std::isfinite(e[i].imag())) return false;
  }
  return true;
}

template <class C>
void normalize(int64_t n, C* x) {
  using R = real_t<C>;
  const R square = sum_of_squares(n, x, 1);
  if (square <= 0) return;
  const R length = std::sqrt(square);
  for (int64_t i = 0; i < n; ++i) x[i] /= length;
}

// The columns of v from rows of real numbers, two of them for a conjugate pair.
template <class R>
void make_columns(int64_t n, const R* rows, const std::complex<R>* e, std::complex<R>* v) {
  std::vector<std::complex<R>> x(n);
  auto put = [&](int64_t k, bool conjugate) {
    for (int64_t i = 0; i < n; ++i) v[i * n + k] = conjugate ? conj_of(x[i]) : x[i];
  };
  constexpr R kNone = 2 * std::numeric_limits<R>::epsilon();
  for (int64_t k = 0; k < n; ++k) {
    const R* re = rows + k * n;
    const bool real = k == n - 1 || std::abs(e[k].imag()) <= std::abs(e[k].real()) * kNone;
    for (int64_t i = 0; i < n; ++i) x[i] = {re[i], real ? R(0) : re[n + i]};
    normalize(n, x.data());
    put(k, false);
    if (!real) put(++k, true);
  }
}

// The eigenvectors of a triangular matrix, row k of `x` that of its k-th number.
void triangular_vectors(int64_t n, const Complex* t, Complex* x) {
  const double norm = std::max(std::sqrt(sum_of_squares(n * n, t, 1)), std::numeric_limits<double>::min());
  for (int64_t k = 0; k < n; ++k) {
    Complex* row = x + k * n;
    row[k] = 1;
    for (int64_t i = k - 1; i >= 0; --i) {
      Complex sum = t[i * n + k];
      for (int64_t j = i + 1; j < k; ++j) sum += times(t[i * n + j], row[j]);
      Complex distance = t[i * n + i] - t[k * n + k];
      if (distance == Complex()) distance = std::numeric_limits<double>::epsilon() * norm;
      row[i] = -sum / distance;
    }
  }
}

void normalize_scaled(int64_t n, Complex* x) {
  const double scale = largest_size(n, x);
  double square = 0;
  for (int64_t i = 0; i < n; ++i) square += square_of(x[i] / scale);
  if (!(square > 0)) return;
  const double length = std::sqrt(square) * scale;
  for (int64_t i = 0; i < n; ++i) x[i] /= length;
}

}  // namespace

bool eig_decompose(int64_t n, const Complex* a, Complex* e, Complex* v) {
  SchurForm<Complex> form;
  if (!schur_form(n, a, v != nullptr, form)) return false;
  std::vector<double> sizes(n);
  for (int64_t k = 0; k < n; ++k) sizes[k] = std::abs(form.t[k * (n + 1)]);
  if (n > 1 && !std::all_of(sizes.begin(), sizes.end(), [](double size) { return std::isfinite(size); })) return false;
  std::vector<Complex> rows;
  if (v != nullptr) {
    std::vector<Complex> x(n * n);
    triangular_vectors(n, form.t.data(), x.data());
    rows = times_unitary(n, x, form.u_columns);
    for (int64_t k = 0; k < n; ++k) normalize_scaled(n, rows.data() + k * n);
  }
  // In the order of their sizes, each exchanged with the least of those after it.
  std::vector<int64_t> places(n);
  std::iota(places.begin(), places.end(), 0);
  for (int64_t k = 0; k < n; ++k) {
    const int64_t least = std::min_element(sizes.begin() + k, sizes.end()) - sizes.begin();
    std::swap(sizes[k], sizes[least]);
    std::swap(places[k], places[least]);
    e[k] = form.t[places[k] * (n + 1)];
    for (int64_t i = 0; v != nullptr && i < n; ++i) v[i * n + k] = rows[places[k] * n + i];
  }
  return true;
}

template <class T>
bool eig_decompose(int64_t n, const T* a, std::complex<T>* e, std::complex<T>* v) {
  SchurForm<T> form;
  if (!schur_form(n, a, v != nullptr, form) || !eigenvalues_of_blocks(n, form.t.data(), e)) return false;
  if (v == nullptr) return true;
  std::vector<T> x(n * n);
  const bool found = BlockVectors<T>(n, form.t.data(), e, x.data()).find_all();
  const std::vector<T> rows = found ? times_unitary(n, x, form.u_columns) : form.u_columns;
  make_columns(n, rows.data(), e, v);
  return true;
}

template bool eig_decompose<float>(int64_t, const float*, std::complex<float>*, std::complex<float>*);
template bool eig_decompose<double>(int64_t, const double*, Complex*, Complex*);

}  // namespace graphwright
