// The singular value decomposition of bidiagonal matrices, divided and conquered (Gu & Eisenstat, A Divide-and-Conquer
// Algorithm for the Bidiagonal SVD, 1995). Equations are numbered as there.
#include "kernels/bidiagonal_svd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernels/gemm.h"
#include "kernels/householder.h"
#include "kernels/jacobi_svd.h"

namespace graphwright {
namespace {

constexpr double kLeastNormal = std::numeric_limits<double>::min(), kRounding = std::numeric_limits<double>::epsilon();
constexpr int64_t kUndivided = 16;  // matrices of fewer columns are not divided

// The decomposition of a lower bidiagonal part of n columns and n + 1 rows: u^T and v^T by rows, the last of u^T's n +
// 1 rows for no singular value. Where vectors are not wanted, u^T has its first and its last column alone, and v is
// empty.
struct Part {
  int64_t n = 0, width = 0;
  std::vector<double> s, u, v;

  double* u_row(int64_t k) { return u.data() + k * width; }
  double* v_row(int64_t k) { return v.data() + k * n; }
};

double norm_of(int64_t n, const double* x) {
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += x[i] * x[i];
  return std::sqrt(sum);
}

void normalize_row(int64_t n, double* x) {
  const double norm = norm_of(n, x);
  for (int64_t i = 0; i < n; ++i) x[i] /= norm;
}

// The singular values of the matrix with first column z and diagonal (0, d_1, …), d ascending: the roots of
// f(x) = 1 + sum of z_j^2 / (d_j^2 - x^2) (3.2). Each is kept as a distance `mu` from the `shift` that it is nearest
// to, one of the numbers d.
class SecularRoots {
 public:
  SecularRoots(std::vector<double> z, std::vector<double> d)
      : n(static_cast<int64_t>(z.size())),
        z(std::move(z)),
        d(std::move(d)),
        s(n),
        shift(n),
        mu(n),
        padded_((n + 7) / 8 * 8),
        z_padded_(this->z),
        minus_(padded_, std::numeric_limits<double>::infinity()),
        plus_(minus_) {
    z_padded_.resize(padded_);
    if (n == 1) {
      s[0] = shift[0] = this->z[0];
      return;
    }
    for (int64_t k = 0; k < n; ++k) find(k);
  }

  const int64_t n;
  const std::vector<double> z, d;
  std::vector<double> s, shift, mu;

 private:
  double value(double x) const { return 1 + secular_sum(padded_, z_padded_.data(), minus_.data(), plus_.data(), x); }

  void shift_to(int64_t k, double by) {
    shift[k] = by;
    for (int64_t j = 0; j < n; ++j) minus_[j] = d[j] - by, plus_[j] = d[j] + by;
  }

  void find(int64_t k) {
    const bool last = k == n - 1;
    const double left = d[k], right = last ? d[k] + norm_of(n, z.data()) : d[k + 1], gap = right - left;
    shift_to(k, left);
    bool from_left = last || value(gap / 2) > 0;
    if (!from_left) {
      shift_to(k, right);
      // What the middle's value is shows better from here, if it is on the other side after all.
      if (value(-gap / 2) > 0) {
        from_left = true;
        shift_to(k, left);
      }
    }
    mu[k] = interpolate(from_left, last, gap);
    if (std::isnan(mu[k])) mu[k] = bisect(k, from_left, last, left, right);
    s[k] = shift[k] + mu[k];
  }

  // Through two points goes a function a / x + b, whose root is the next point. NaN where that leads nowhere.
  double interpolate(bool from_left, bool last, double gap) const {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    constexpr int kMostTries = 100;
    const double sign = from_left ? 1 : -1;
    double before = sign * gap * 0.1, x = last ? gap : sign * gap * 0.5;
    double f_before = value(before), f = value(x);
    if (std::abs(f_before) < std::abs(f)) {
      std::swap(before, x);
      std::swap(f_before, f);
    }
    if (f_before * f > 0) return kNone;
    for (int tries = 0; f != 0 && std::abs(x - before) > 8 * kRounding * std::max(std::abs(x), std::abs(before)) &&
                        std::abs(f - f_before) > kRounding;
         ++tries) {
      const double a = (f - f_before) / (1 / x - 1 / before), b = f - a / x;
      before = x;
      f_before = f;
      x = -a / b;
      f = value(x);
      if (x * sign < 0 || std::abs(x) > gap || std::abs(f) > std::abs(f_before) || tries == kMostTries) return kNone;
    }
    return x;
  }

  double bisect(int64_t k, bool from_left, bool last, double left, double right) const {
    const double gap = right - left;
    const double largest_root = std::sqrt(std::numeric_limits<double>::max());
    double low, high;
    if (from_left) {
      low = std::max(kLeastNormal, 2 * std::abs(z[k]) / largest_root);
      high = last ? right : gap * 0.51;  // half the gap, and some more for what is rounded
    } else {
      low = -gap * 0.51;
      high = -std::max(kLeastNormal, std::abs(z[std::min(k + 1, n - 1)]) / largest_root);
    }
    if (!(value(low) < 0)) return from_left ? gap / 2 : -gap / 2;
    while (high - low > 2 * kRounding * std::max(std::abs(low), std::abs(high))) {
      const double middle = (low + high) / 2;
      if (middle == low || middle == high) break;
      (value(middle) > 0 ? high : low) = middle;
    }
    return (low + high) / 2;
  }

  int64_t padded_;                               // n and as many zeros divided by infinity as fill the widest vectors
  std::vector<double> z_padded_, minus_, plus_;  // the latter d - shift and d + shift, of the root that is looked for
};

// The first column for which the roots found are exact (3.6): vectors made of it are orthogonal.
std::vector<double> exact_column(const SecularRoots& roots) {
  const int64_t n = roots.n;
  const std::vector<double>& d = roots.d;
  std::vector<double> product(n);
  auto from = [&](int64_t j, int64_t k) { return (roots.s[j] + d[k]) * (roots.mu[j] + (roots.shift[j] - d[k])); };
  for (int64_t k = 0; k < n; ++k) product[k] = from(n - 1, k);
  for (int64_t l = 0; l < n; ++l) {
    auto take = [&](int64_t begin, int64_t end, int64_t j) {
      const double s = roots.s[j], mu = roots.mu[j], shift = roots.shift[j], here = d[l];
      for (int64_t k = begin; k < end; ++k)
        product[k] *= ((s + d[k]) / (here + d[k])) * ((mu + (shift - d[k])) / (here - d[k]));
    };
    if (l > 0) take(0, l, l - 1);
    take(l + 1, n, l);
  }
  for (int64_t k = 0; k < n; ++k) product[k] = std::copysign(std::sqrt(std::abs(product[k])), roots.z[k]);
  return product;
}

// Two parts and the column between them, on its way to be one part.
class Merge {
 public:
  Merge(Part& left, Part& right, double alpha, double beta, bool vectors)
      : vectors_(vectors), n_(left.n + right.n + 1), middle_(left.n), left_width_(vectors ? left.width : 1) {
    basis_.n = n_;
    basis_.width = left_width_ + (vectors ? right.width : 1);
    basis_.u.assign((n_ + 1) * basis_.width, 0.0);
    if (vectors) basis_.v.assign(n_ * n_, 0.0);
    sides_.assign(n_, kLeft | kRight);
    place(left, right, alpha, beta);
  }

  Part run() {
    deflate_by_size();
    sort();
    deflate_equal();
    return combine();
  }

 private:
  static constexpr char kLeft = 1, kRight = 2;

  // The columns of u and v that the parts give (2.3), the matrix's first column z and its diagonal d.
  void place(Part& left, Part& right, double alpha, double beta) {
    const int64_t right_from = vectors_ ? 0 : right.width - 1, right_width = basis_.width - left_width_;
    const double lambda = left.u_row(left.n)[left.width - 1], phi = right.u_row(right.n)[0];
    const double first = alpha * lambda, second = beta * phi;
    const double length = std::sqrt(first * first + second * second);
    const double c = length < kLeastNormal ? 1 : first / length, s = length < kLeastNormal ? 0 : second / length;
    for (int64_t i = 0; i < left_width_; ++i) {
      const double number = left.u_row(left.n)[i];
      basis_.u_row(0)[i] = number * c;
      basis_.u_row(n_)[i] = -number * s;
    }
    for (int64_t i = 0; i < right_width; ++i) {
      const double number = right.u_row(right.n)[right_from + i];
      basis_.u_row(0)[left_width_ + i] = number * s;
      basis_.u_row(n_)[left_width_ + i] = number * c;
    }
    z_.push_back(length);
    d_.push_back(length);
    for (int64_t k = 0; k < left.n; ++k) {
      z_.push_back(alpha * left.u_row(k)[left.width - 1]);
      d_.push_back(left.s[k]);
      sides_[1 + k] = kLeft;
      std::copy_n(left.u_row(k), left_width_, basis_.u_row(1 + k));
    }
    for (int64_t k = 0; k < right.n; ++k) {
      const int64_t row = middle_ + 1 + k;
      z_.push_back(beta * right.u_row(k)[0]);
      d_.push_back(right.s[k]);
      sides_[row] = kRight;
      std::copy_n(right.u_row(k) + right_from, right_width, basis_.u_row(row) + left_width_);
    }
    if (!vectors_) return;
    basis_.v_row(0)[middle_] = 1;
    for (int64_t k = 0; k < left.n; ++k) std::copy_n(left.v_row(k), left.n, basis_.v_row(1 + k));
    for (int64_t k = 0; k < right.n; ++k)
      std::copy_n(right.v_row(k), right.n, basis_.v_row(middle_ + 1 + k) + middle_ + 1);
  }

  static void turn(int64_t n, double c, double s, double* x, double* y) {
    for (int64_t i = 0; i < n; ++i) {
      const double old = x[i];
      x[i] = c * old + s * y[i];
      y[i] = c * y[i] - s * old;
    }
  }

  // Numbers that are too small to be told from zero (4.1 to 4.3).
  void deflate_by_size() {
    double largest = 0, largest_z = 0;
    for (int64_t i = 1; i < n_; ++i) largest = std::max(largest, std::abs(d_[i]));
    for (int64_t i = 0; i < n_; ++i) largest_z = std::max(largest_z, std::abs(z_[i]));
    small_ = std::max(kLeastNormal, kRounding * largest);
    const double coarse = 8 * kRounding * std::max(largest, largest_z);
    if (z_[0] < coarse) z_[0] = coarse;
    for (int64_t i = 1; i < n_; ++i)
      if (std::abs(z_[i]) < small_) z_[i] = 0;
    for (int64_t i = 1; i < n_; ++i) {
      if (!(d_[i] < coarse)) continue;
      d_[i] = 0;
      const double length = length_of(z_[0], z_[i]);
      if (length == 0) continue;
      turn(basis_.width, z_[0] / length, z_[i] / length, basis_.u_row(0), basis_.u_row(i));
      sides_[0] = sides_[i] = kLeft | kRight;
      z_[0] = length;
      z_[i] = 0;
    }
    d_[0] = z_[0];
  }

  // order_[p] is the row with the p-th number: first z_0's own, then those of d ascending, then zeros. Where z has no
  // other numbers left, z_0 is a singular value like those of d.
  void sort() {
    order_.clear();
    for (int64_t i = 1; i < n_; ++i)
      if (std::abs(d_[i]) < kLeastNormal) order_.push_back(i);
    int64_t i = 1, j = middle_ + 1;
    auto skip = [&](int64_t& row, int64_t end) {
      while (row < end && std::abs(d_[row]) < kLeastNormal) ++row;
    };
    for (skip(i, middle_ + 1), skip(j, n_); i <= middle_ || j < n_; skip(i, middle_ + 1), skip(j, n_))
      order_.push_back(i > middle_ || (j < n_ && d_[i] < d_[j]) ? j++ : i++);
    auto place = order_.end();
    if (std::all_of(z_.begin() + 1, z_.end(), [](double number) { return std::abs(number) < kLeastNormal; }))
      place = std::find_if(order_.begin(), order_.end(),
                           [&](int64_t row) { return d_[row] >= kLeastNormal && d_[row] <= d_[0]; });
    order_.insert(place, 0);
    std::reverse(order_.begin(), order_.end());
  }

  // Neighbours on the diagonal that are all but equal: one of their numbers in z can be made zero (4.4).
  void deflate_equal() {
    if (order_[0] != 0) return;  // all of z is zero already
    int64_t p = n_ - 1;
    while (p > 0 && (std::abs(d_[order_[p]]) < kLeastNormal || std::abs(z_[order_[p]]) < kLeastNormal)) --p;
    for (; p > 1; --p) {
      const int64_t i = order_[p], j = order_[p - 1];
      if (!(d_[i] - d_[j] < small_)) continue;
      d_[j] = d_[i];
      const double length = length_of(z_[j], z_[i]);
      if (length == 0) continue;
      const double c = z_[j] / length, s = z_[i] / length;
      z_[j] = length;
      z_[i] = 0;
      turn(basis_.width, c, s, basis_.u_row(j), basis_.u_row(i));
      if (vectors_) turn(n_, c, s, basis_.v_row(j), basis_.v_row(i));
      sides_[i] = sides_[j] = sides_[i] | sides_[j];
    }
  }

  Part combine() {
    int64_t nonzero = n_;
    while (nonzero > 1 && d_[order_[nonzero - 1]] == 0) --nonzero;
    // What is left to solve: the first number and those for which z is not zero.
    std::vector<int64_t> rows, place_of_root;
    std::vector<double> z, d, s(n_);
    for (int64_t p = 0; p < n_; ++p) {
      const int64_t row = order_[p];
      s[p] = d_[row];
      const double number = p == 0 ? d_[row] : row == 0 ? 0 : z_[row];
      if (p >= nonzero || !(std::abs(number) > kLeastNormal)) continue;
      rows.push_back(row);
      place_of_root.push_back(p);
      z.push_back(number);
      d.push_back(p == 0 ? 0 : d_[row]);
    }
    const SecularRoots roots(std::move(z), std::move(d));
    for (int64_t r = 0; r < roots.n; ++r) s[place_of_root[r]] = roots.s[r];

    // Descending, the zeros last.
    std::vector<int64_t> places(n_), root_at(n_, -1);
    std::iota(places.begin(), places.end(), 0);
    std::stable_sort(places.begin(), places.begin() + nonzero, [&](int64_t a, int64_t b) { return s[a] < s[b]; });
    std::reverse(places.begin(), places.begin() + nonzero);
    for (int64_t r = 0; r < roots.n; ++r) root_at[place_of_root[r]] = r;

    Part result;
    result.n = n_, result.width = basis_.width;
    result.s.resize(n_);
    result.u.resize(basis_.u.size());
    result.v.resize(basis_.v.size());
    std::vector<int64_t> targets(roots.n);
    for (int64_t k = 0; k < n_; ++k) {
      const int64_t p = places[k];
      result.s[k] = s[p];
      if (root_at[p] >= 0) {
        targets[root_at[p]] = k;
        continue;
      }
      std::copy_n(basis_.u_row(order_[p]), result.width, result.u_row(k));
      if (vectors_) std::copy_n(basis_.v_row(order_[p]), n_, result.v_row(k));
    }
    std::copy_n(basis_.u_row(n_), result.width, result.u_row(n_));
    put_vectors(roots, rows, targets, result);
    return result;
  }

  // The vectors of the roots (3.3), as rows of factors of the basis's rows.
  void put_vectors(const SecularRoots& roots, const std::vector<int64_t>& rows, const std::vector<int64_t>& targets,
                   Part& result) {
    const int64_t m = roots.n;
    if (m == 0) return;
    const std::vector<double> z = exact_column(roots);
    std::vector<double> u(m * m), v(vectors_ ? m * m : 0);
    for (int64_t r = 0; r < m; ++r) {
      double* x = u.data() + r * m;
      double* y = v.data() + r * m;
      if (z[r] == 0) {
        x[r] = 1;
        if (vectors_) y[r] = 1;
        continue;
      }
      for (int64_t i = 0; i < m; ++i)
        x[i] = z[i] / ((roots.d[i] - roots.shift[r]) - roots.mu[r]) / (roots.d[i] + roots.s[r]);
      if (vectors_) {
        for (int64_t i = 0; i < m; ++i) y[i] = roots.d[i] * x[i];
        y[0] = -1;
        normalize_row(m, y);
      }
      normalize_row(m, x);
    }
    const int64_t width = basis_.width;
    multiply(u, rows, kLeft, basis_.u.data(), width, 0, left_width_, targets, result.u.data());
    multiply(u, rows, kRight, basis_.u.data(), width, left_width_, width, targets, result.u.data());
    if (!vectors_) return;
    multiply(v, rows, kLeft, basis_.v.data(), n_, 0, middle_ + 1, targets, result.v.data());
    multiply(v, rows, kRight, basis_.v.data(), n_, middle_ + 1, n_, targets, result.v.data());
  }

  // Columns begin … end of the rows' combinations, for which only rows with numbers on that side count.
  void multiply(const std::vector<double>& factors, const std::vector<int64_t>& rows, char side, const double* basis,
                int64_t stride, int64_t begin, int64_t end, const std::vector<int64_t>& targets, double* result) {
    const int64_t m = static_cast<int64_t>(rows.size()), width = end - begin;
    std::vector<int64_t> used;
    for (int64_t j = 0; j < m; ++j)
      if (sides_[rows[j]] & side) used.push_back(j);
    const int64_t count = static_cast<int64_t>(used.size());
    std::vector<double> a(m * count), b(count * width), c(m * width);
    for (int64_t r = 0; r < m; ++r)
      for (int64_t j = 0; j < count; ++j) a[r * count + j] = factors[r * m + used[j]];
    for (int64_t j = 0; j < count; ++j)
      std::copy_n(basis + rows[used[j]] * stride + begin, width, b.data() + j * width);
    if (count > 0) {
      GemmArgs args;
      args.m = m, args.n = width, args.k = count;
      args.a = a.data(), args.b = b.data(), args.c = c.data();
      args.a_row = count, args.b_row = args.c_row = width;
      gemm_one_thread(DType::kFloat64, args);
    }
    for (int64_t r = 0; r < m; ++r) std::copy_n(c.data() + r * width, width, result + targets[r] * stride + begin);
  }

  bool vectors_;
  int64_t n_, middle_, left_width_;
  Part basis_;
  std::vector<double> z_, d_;
  std::vector<char> sides_;  // on which sides of the middle a row of the basis has numbers
  std::vector<int64_t> order_;
  double small_ = 0;
};

Part undivided(int64_t n, const double* diagonal, const double* below, bool vectors) {
  std::vector<double> a(n * (n + 1));
  for (int64_t j = 0; j < n; ++j) {
    a[j * (n + 1) + j] = diagonal[j];
    a[j * (n + 1) + j + 1] = below[j];
  }
  Part part;
  part.n = n, part.width = n + 1;
  part.s.resize(n);
  part.u.resize((n + 1) * (n + 1));
  part.v.resize(n * n);
  jacobi_svd(n + 1, n, true, a.data(), part.s.data(), part.u.data(), vectors ? part.v.data() : nullptr);
  if (vectors) return part;
  std::vector<double> ends;
  for (int64_t k = 0; k <= n; ++k) ends.insert(ends.end(), {part.u_row(k)[0], part.u_row(k)[n]});
  part.width = 2;
  part.u = std::move(ends);
  return part;
}

Part divide(int64_t n, const double* diagonal, const double* below, bool vectors) {
  if (n < kUndivided) return undivided(n, diagonal, below, vectors);
  const int64_t middle = n / 2;
  Part right = divide(n - middle - 1, diagonal + middle + 1, below + middle + 1, vectors);
  Part left = divide(middle, diagonal, below, vectors);
  return Merge(left, right, diagonal[middle], below[middle], vectors).run();
}

}  // namespace

BidiagonalSvd bidiagonal_svd(int64_t n, const double* diagonal, const double* beside, bool vectors) {
  std::vector<double> below(beside, beside + n - 1);
  below.push_back(0);
  Part part = divide(n, diagonal, below.data(), vectors);
  return {std::move(part.s), std::move(part.u), std::move(part.v)};
}

}  // namespace graphwright
