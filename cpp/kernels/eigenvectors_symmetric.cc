// Eigenvalues and eigenvectors of self-adjoint matrices: Householder's reduction to tridiagonal form and the implicit
// QR iteration with Wilkinson's shift (Golub & Van Loan, Matrix Computations, 8.3).
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "kernels/decompositions.h"
#include "kernels/householder.h"

namespace graphwright {
namespace {

constexpr int64_t kSweepsPerRow = 30;     // as many as are tried for each eigenvalue, on average
constexpr int64_t kKeptRotations = 2048;  // those that wait till they are applied to the vectors together

template <class T>
struct Tridiagonal {
  std::vector<double> diagonal, below;
  std::vector<T> taus;
};

// Reduces the self-adjoint matrix of which column j's numbers from the diagonal on lie at a[j * (n + 1)]. Below the
// diagonal, column k becomes reflector k, which acts on rows k + 1 on.
template <class T>
Tridiagonal<T> tridiagonalize(int64_t n, T* a) {
  Tridiagonal<T> result{std::vector<double>(n), std::vector<double>(n - 1), std::vector<T>(n)};
  std::vector<T> w(n), y(n);
  const T* before = nullptr;  // the last reflector, which with w still has to be applied to what is left
  for (int64_t k = 0; k < n; ++k) {
    T* column = a + k * (n + 1);
    if (before != nullptr) {
      for (int64_t i = 0; i < n - k; ++i)
        column[i] -= times(before[i], conj_of(w[0])) + times(w[i], conj_of(before[0]));
    }
    result.diagonal[k] = real_of(column[0]);
    if (k == n - 1) break;
    const int64_t left = n - k - 1;
    T* v = column + 1;
    const auto [tau, beta] = make_reflector(left, v, 1, v);
    result.below[k] = beta;
    result.taus[k] = tau;
    reflection_loops<T>().update_and_multiply(left, column + n + 1, n, before == nullptr ? nullptr : before + 1,
                                              w.data() + 1, v, y.data());
    // w = p - conj(tau) (p^H v) v / 2 with p = conj(tau) A v.
    for (int64_t i = 0; i < left; ++i) w[i] = times(conj_of(tau), y[i]);
    const T factor = times(conj_of(tau), conj_dot(left, w.data(), v)) * -0.5;
    for (int64_t i = 0; i < left; ++i) w[i] += times(factor, v[i]);
    before = v;
  }
  return result;
}

// The rows of the vectors' matrix, each an eigenvector to be, as real numbers: a row of complex ones has twice as many.
// Rotations of neighbouring rows wait till there are many, and then go through the columns a strip at a time.
class RotatedRows {
 public:
  // They begin as the columns of H_0^H H_1^H …, of which those of the last reflectors are made first.
  template <class T>
  RotatedRows(int64_t n, const T* reflectors, const std::vector<T>& taus)
      : width_((n * kNumbers<T> + 7) / 8 * 8), stride_(width_ + kGap), numbers_(n * stride_) {
    for (int64_t k = 0; k < n; ++k) row<T>(k)[k] = T(1);
    for (int64_t k = n - 2; k >= 0; --k)
      reflection_loops<T>().right(n - k - 1, n - k - 1, reflectors + k * (n + 1) + 1, conj_of(taus[k]),
                                  row<T>(k + 1) + k + 1, stride_ / kNumbers<T>);
  }

  template <class T>
  T* row(int64_t k) {
    return reinterpret_cast<T*>(numbers_.data() + k * stride_);
  }

  // Begins a sweep whose rotations, given by then(), turn rows `first` and `first` + 1, `first` + 1 and `first` + 2, …
  void begin(int64_t first) {
    if (rotations_.size() >= kKeptRotations) apply();
    sweeps_.push_back({first, static_cast<int64_t>(rotations_.size())});
  }
  void then(Rotation<double> rotation) { rotations_.push_back(rotation); }

  void apply() {
    for (int64_t column = 0; column < width_; column += kStrip) {
      for (size_t i = 0; i < sweeps_.size(); ++i) {
        const int64_t end = i + 1 < sweeps_.size() ? sweeps_[i + 1].rotations : rotations_.size();
        rotate_rows(end - sweeps_[i].rotations, rotations_.data() + sweeps_[i].rotations,
                    std::min(kStrip, width_ - column), numbers_.data() + sweeps_[i].first * stride_ + column, stride_);
      }
    }
    sweeps_.clear(), rotations_.clear();
  }

 private:
  static constexpr int64_t kStrip = 32;
  static constexpr int64_t kGap = 8;  // rows that lie a power of two apart would share their place in the cache
  template <class T>
  static constexpr int64_t kNumbers = has_imaginary_part<T> ? 2 : 1;

  struct Sweep {
    int64_t first, rotations;
  };

  int64_t width_, stride_;
  std::vector<double> numbers_;
  std::vector<Sweep> sweeps_;
  std::vector<Rotation<double>> rotations_;
};

// The eigenvalue of the last two rows' matrix that is nearer to its last number.
double wilkinson_shift(double above, double below, double last) {
  const double half = (above - last) * 0.5;
  if (half == 0) return last - std::abs(below);
  if (below == 0) return last;
  const double root = std::copysign(length_of(half, below), half), square = below * below;
  return square == 0 ? last - below / ((half + root) / below) : last - square / (half + root);
}

// One sweep of the implicit QR iteration over rows first … last.
void qr_sweep(double* d, double* e, int64_t first, int64_t last, double shift, RotatedRows* rows) {
  // What the next rotation changes again stays out of memory: d[k], e[k - 1] and e[k].
  double here = d[first], side = e[first], x = here - shift, bulge = side;
  if (rows != nullptr) rows->begin(first);
  int64_t k = first;
  for (; k < last && bulge != 0; ++k) {
    const Rotation<double> rotation = make_rotation(x, bulge);
    const auto [c, s] = rotation;
    const double lower = d[k + 1], after = k + 1 < last ? e[k + 1] : 0;
    const double left = s * here + c * side, right = s * side + c * lower;
    d[k] = c * (c * here - s * side) - s * (c * side - s * lower);
    if (k > first) e[k - 1] = c * x - s * bulge;
    here = s * left + c * right;
    x = c * left - s * right;
    bulge = -s * after;
    side = c * after;
    if (rows != nullptr) rows->then(rotation);
  }
  d[k] = here;
  e[k - 1] = x;
  if (k < last) e[k] = side;
}

void drop_small(const double* d, double* e, int64_t first, int64_t last) {
  constexpr double kTiny = std::numeric_limits<double>::min(), kInverse = 1 / std::numeric_limits<double>::epsilon();
  for (int64_t i = first; i < last; ++i) {
    const double scaled = kInverse * e[i];
    if (std::abs(e[i]) < kTiny || scaled * scaled <= std::abs(d[i]) + std::abs(d[i + 1])) e[i] = 0;
  }
}

bool diagonalize(int64_t n, double* d, double* e, RotatedRows* rows) {
  int64_t first = 0, last = n - 1;
  for (int64_t sweeps = 0;; ++sweeps) {
    drop_small(d, e, first, last);
    while (last > 0 && e[last - 1] == 0) --last;
    if (last == 0) break;
    if (sweeps == kSweepsPerRow * n) return false;
    first = last - 1;
    while (first > 0 && e[first - 1] != 0) --first;
    const double shift = wilkinson_shift(d[last - 1], e[last - 1], d[last]);
    if (std::isnan(shift)) return false;  // no sweep would bring numbers back
    qr_sweep(d, e, first, last, shift, rows);
  }
  if (rows != nullptr) rows->apply();
  return true;
}

// The places of the numbers in ascending order, found by exchanging each with the least of those after it.
std::vector<int64_t> ascending(int64_t n, double* d) {
  std::vector<int64_t> places(n);
  std::iota(places.begin(), places.end(), 0);
  for (int64_t i = 0; i < n; ++i) {
    const int64_t least = std::min_element(d + i, d + n) - d;
    std::swap(d[i], d[least]);
    std::swap(places[i], places[least]);
  }
  return places;
}

}  // namespace

template <class T>
bool eigh_decompose(int64_t n, const T* a, double* e, T* v) {
  if (n == 1) {
    e[0] = real_of(a[0]);
    if (v != nullptr) v[0] = T(1);
    return true;
  }
  // Scaled, so that squares neither overflow nor vanish.
  double scale = 0;
  for (int64_t i = 0; i < n; ++i) scale = std::max(scale, largest_size(i + 1, a + i * n));
  if (scale == 0) scale = 1;
  std::vector<T> lower(n * n);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j <= i; ++j) lower[j * n + i] = a[i * n + j] / scale;
  Tridiagonal<T> tridiagonal = tridiagonalize(n, lower.data());
  std::vector<double>& d = tridiagonal.diagonal;
  std::optional<RotatedRows> rows;
  if (v != nullptr) rows.emplace(n, lower.data(), tridiagonal.taus);
  if (!diagonalize(n, d.data(), tridiagonal.below.data(), rows ? &*rows : nullptr)) return false;
  const std::vector<int64_t> places = ascending(n, d.data());
  for (int64_t k = 0; k < n; ++k) e[k] = d[k] * scale;
  if (v == nullptr) return true;
  for (int64_t k = 0; k < n; ++k) {
    const T* row = rows->row<T>(places[k]);
    for (int64_t i = 0; i < n; ++i) v[i * n + k] = row[i];
  }
  return true;
}

template bool eigh_decompose<double>(int64_t, const double*, double*, double*);
template bool eigh_decompose<Complex>(int64_t, const Complex*, double*, Complex*);

}  // namespace graphwright
