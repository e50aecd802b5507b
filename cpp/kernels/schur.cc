// Schur forms by Hessenberg's form and the QR iteration: with double implicit shifts for real matrices (Francis; Golub
// & Van Loan, Matrix Computations, 7.5), with single ones for complex matrices.
#include "kernels/schur.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/decompositions.h"

namespace graphwright {
namespace {

// Reduces `a`, row after row, to Hessenberg's form, and gives the columns of the unitary factor.
template <class T>
void reduce_to_hessenberg(int64_t n, std::vector<T>& a, std::vector<T>* columns) {
  const ReflectionLoops<T>& loops = reflection_loops<T>();
  std::vector<T> reflectors(n * n), taus(n), dots(n);
  for (int64_t k = 0; k + 1 < n; ++k) {
    const int64_t left = n - k - 1;
    T* v = reflectors.data() + k * n;
    const auto [tau, beta] = make_reflector(left, a.data() + (k + 1) * n + k, n, v);
    taus[k] = tau;
    a[(k + 1) * n + k] = beta;
    for (int64_t i = k + 2; i < n; ++i) a[i * n + k] = T();
    loops.left(left, left, v, tau, a.data() + (k + 1) * (n + 1), n, dots.data());
    for (int64_t i = 0; i < left; ++i) dots[i] = conj_of(v[i]);
    loops.right(n, left, dots.data(), conj_of(tau), a.data() + k + 1, n);
  }
  if (columns == nullptr) return;
  // The transpose of H_0^H H_1^H …, whose last rows and columns are made first.
  columns->assign(n * n, T());
  for (int64_t i = 0; i < n; ++i) (*columns)[i * (n + 1)] = T(1);
  for (int64_t k = n - 2; k >= 0; --k)
    loops.right(n - k - 1, n - k - 1, reflectors.data() + k * n, conj_of(taus[k]), columns->data() + (k + 1) * (n + 1),
                n);
}

// The reflector of two or three numbers x.
template <class R>
SmallReflector<R> make_small_reflector(const R* x, int count, R& beta) {
  R v[3];
  const Reflector<R> reflector = make_reflector(count, x, 1, v);
  beta = reflector.beta;
  return {reflector.tau, v[1], count == 3 ? v[2] : R(0)};
}

// Turns two or three columns of x, in rows begin … end - 1.
template <class R>
void reflect_columns(const SmallReflector<R>& h, int count, R* x, int64_t stride, int64_t begin, int64_t end) {
  if (count == 2) {
    for (R* row = x + begin * stride; row < x + end * stride; row += stride) {
      const R dot = h.tau * (h.v1 * row[1] + row[0]);
      row[0] -= dot;
      row[1] -= dot * h.v1;
    }
    return;
  }
  for (R* row = x + begin * stride; row < x + end * stride; row += stride) {
    const R dot = h.tau * (h.v1 * row[1] + h.v2 * row[2] + row[0]);
    row[0] -= dot;
    row[1] -= dot * h.v1;
    row[2] -= dot * h.v2;
  }
}

// The iteration for real matrices; rows begin … end of the window are worked on.
template <class R>
class RealIteration {
 public:
  RealIteration(int64_t n, SchurForm<R>& form, bool vectors)
      : n_(n), t_(form.t.data()), u_columns_(vectors ? form.u_columns.data() : nullptr) {}

  bool run() {
    R norm = 0;
    for (int64_t i = 0; i < n_; ++i)
      for (int64_t j = std::max<int64_t>(i - 1, 0); j < n_; ++j) norm += std::abs(at(i, j));
    if (norm == 0) return true;
    negligible_ = std::max(norm * kEpsilon * kEpsilon, std::numeric_limits<R>::min());
    int64_t tries = 0, steps = 0;
    for (int64_t end = n_ - 1; end >= 0;) {
      const int64_t begin = window_begin(end);
      if (begin >= end - 1) {
        if (begin == end)
          split_one(end);
        else
          split_two(end);
        end = begin - 1;
        tries = 0;
        continue;
      }
      const Shift shift = choose_shift(end, tries++);
      if (++steps > kStepsPerRow * n_ || std::isnan(shift.last)) return false;
      step(begin, end, shift);
    }
    return true;
  }

 private:
  static constexpr R kEpsilon = std::numeric_limits<R>::epsilon();
  static constexpr int64_t kStepsPerRow = 40;

  // Two shifts, as the last block's diagonal and the product of its other numbers.
  struct Shift {
    R last, above, product;
  };

  R& at(int64_t i, int64_t j) { return t_[i * n_ + j]; }

  int64_t window_begin(int64_t end) {
    for (int64_t i = end; i > 0; --i) {
      const R size = (std::abs(at(i - 1, i - 1)) + std::abs(at(i, i))) * kEpsilon;
      if (std::abs(at(i, i - 1)) <= std::max(size, negligible_)) return i;
    }
    return 0;
  }

  void split_one(int64_t i) {
    at(i, i) += shifted_;
    if (i > 0) at(i, i - 1) = 0;
  }

  // Makes the block of rows i - 1 and i triangular if its eigenvalues are real.
  void split_two(int64_t i) {
    const R p = R(0.5) * (at(i - 1, i - 1) - at(i, i)), q = p * p + at(i, i - 1) * at(i - 1, i);
    at(i, i) += shifted_;
    at(i - 1, i - 1) += shifted_;
    if (q >= 0) {
      const R root = std::sqrt(q);
      const Rotation<R> turn = make_rotation(p >= 0 ? p + root : p - root, at(i, i - 1));
      for (int64_t j = i - 1; j < n_; ++j) rotate(turn, at(i - 1, j), at(i, j));
      for (int64_t k = 0; k <= i; ++k) rotate(turn, at(k, i - 1), at(k, i));
      at(i, i - 1) = 0;
      if (u_columns_ != nullptr)
        for (int64_t k = 0; k < n_; ++k) rotate(turn, u_columns_[(i - 1) * n_ + k], u_columns_[i * n_ + k]);
    }
    if (i > 1) at(i - 1, i - 2) = 0;
  }

  static void rotate(const Rotation<R>& turn, R& x, R& y) {
    const R old = x;
    x = turn.c * old - turn.s * y;
    y = turn.s * old + turn.c * y;
  }

  void shift_all(int64_t end, R by) {
    shifted_ += by;
    for (int64_t i = 0; i <= end; ++i) at(i, i) -= by;
  }

  // The last block's eigenvalues, but every 16th time others, in case that the iteration goes round in circles:
  // Wilkinson's ad hoc ones and MATLAB's in turn.
  Shift choose_shift(int64_t end, int64_t tries) {
    const Shift usual = {at(end, end), at(end - 1, end - 1), at(end, end - 1) * at(end - 1, end)};
    if (tries == 0 || tries % 16 != 0) return usual;
    if (tries % 32 != 0) {
      shift_all(end, usual.last);
      const R size = std::abs(at(end, end - 1)) + std::abs(at(end - 1, end - 2));
      return {R(0.75) * size, R(0.75) * size, R(-0.4375) * size * size};
    }
    const R half = (usual.above - usual.last) / 2, square = half * half + usual.product;
    if (!(square > 0)) return usual;
    const R root = usual.above < usual.last ? -std::sqrt(square) : std::sqrt(square);
    shift_all(end, usual.last - usual.product / (root + half));
    return {R(0.964), R(0.964), R(0.964)};
  }

  // A double step. It may begin below the window's first row, where two small numbers in a row allow it.
  void step(int64_t begin, int64_t end, const Shift& shift) {
    R x[3];
    int64_t first = end - 2;
    for (;; --first) {
      const R here = at(first, first), r = shift.last - here, s = shift.above - here;
      x[0] = (r * s - shift.product) / at(first + 1, first) + at(first, first + 1);
      x[1] = at(first + 1, first + 1) - here - r - s;
      x[2] = at(first + 2, first + 1);
      if (first == begin) break;
      const R outside = at(first, first - 1) * (std::abs(x[1]) + std::abs(x[2]));
      const R inside =
          x[0] * (std::abs(at(first - 1, first - 1)) + std::abs(here) + std::abs(at(first + 1, first + 1)));
      if (std::abs(outside) < kEpsilon * inside) break;
    }
    for (int64_t k = first; k < end; ++k) {
      const int count = k + 1 < end ? 3 : 2;
      if (k > first)
        for (int l = 0; l < count; ++l) x[l] = at(k + l, k - 1);
      R beta;
      const SmallReflector<R> h = make_small_reflector(x, count, beta);
      if (beta == 0) continue;
      if (k > first)
        at(k, k - 1) = beta;
      else if (k > begin)
        at(k, k - 1) = -at(k, k - 1);
      reflect_few(h, count, n_ - k, &at(k, k), n_);
      reflect_columns(h, count, t_ + k, n_, 0, std::min(end, k + 3) + 1);
      if (u_columns_ != nullptr) reflect_few(h, count, n_, u_columns_ + k * n_, n_);
    }
    for (int64_t i = first + 2; i <= end; ++i) {
      at(i, i - 2) = 0;
      if (i > first + 2) at(i, i - 3) = 0;
    }
  }

  int64_t n_;
  R* t_;
  R* u_columns_;
  R shifted_ = 0, negligible_ = 0;
};

template <class R>
struct ComplexRotation {
  R c = 1;
  std::complex<R> s = 0;
};

// The rotation that makes (r, 0) of (p, q); c is real and has the sign of p's real part.
template <class R>
ComplexRotation<R> make_rotation(std::complex<R> p, std::complex<R> q, std::complex<R>& r) {
  using C = std::complex<R>;
  if (q == C()) {
    const R c = p.real() < 0 ? R(-1) : R(1);
    r = c * p;
    return {c, C()};
  }
  if (p == C()) {
    const R size = std::abs(q);
    r = size;
    return {R(0), -q / size};
  }
  const R p_size = std::abs(p.real()) + std::abs(p.imag()), q_size = std::abs(q.real()) + std::abs(q.imag());
  const R scale = std::max(p_size, q_size);  // so that no square overflows
  const C small_p = p / scale, small_q = q / scale;
  const R p_square = square_of(small_p), q_square = square_of(small_q);
  if (p_size >= q_size) {
    const R u = std::copysign(std::sqrt(1 + q_square / p_square), p.real()), c = 1 / u;
    r = p * u;
    return {c, times(-small_q, conj_of(small_p)) * (c / p_square)};
  }
  const R u = std::copysign(scale * std::sqrt(p_square + q_square), p.real()), length = std::abs(p);
  const C phase = p / length;
  r = phase * u;
  return {length / u, times(-conj_of(phase), q / u)};
}

// The iteration for complex matrices.
template <class R>
class ComplexIteration {
  using C = std::complex<R>;

 public:
  ComplexIteration(int64_t n, SchurForm<C>& form, bool vectors)
      : n_(n), t_(form.t.data()), u_columns_(vectors ? form.u_columns.data() : nullptr) {}

  bool run() {
    int64_t tries = 0, steps = 0;
    for (int64_t end = n_ - 1; end > 0;) {
      if (drop_if_small(end)) {
        tries = 0;
        --end;
        continue;
      }
      if (++steps > kStepsPerRow * n_) return false;
      int64_t begin = end - 1;
      while (begin > 0 && !drop_if_small(begin)) --begin;
      const C shift = choose_shift(end, ++tries);
      if (std::isnan(shift.real()) || std::isnan(shift.imag())) return false;
      step(begin, end, shift);
    }
    return true;
  }

 private:
  static constexpr int64_t kStepsPerRow = 30;

  C& at(int64_t i, int64_t j) { return t_[i * n_ + j]; }

  static R size_of(C x) { return std::abs(x.real()) + std::abs(x.imag()); }

  bool drop_if_small(int64_t i) {
    const R around = size_of(at(i - 1, i - 1)) + size_of(at(i, i));
    if (!(size_of(at(i, i - 1)) <= around * std::numeric_limits<R>::epsilon())) return false;
    at(i, i - 1) = C();
    return true;
  }

  // The last block's eigenvalue that is nearer to its last number; EISPACK's ad hoc shift where that does not help.
  C choose_shift(int64_t end, int64_t tries) {
    if ((tries == 10 || tries == 20) && end > 1)
      return std::abs(at(end, end - 1).real()) + std::abs(at(end - 1, end - 2).real());
    const R scale = (std::abs(at(end - 1, end - 1)) + std::abs(at(end, end - 1))) +
                    (std::abs(at(end - 1, end)) + std::abs(at(end, end)));
    const C above = at(end - 1, end - 1) / scale, last = at(end, end) / scale;
    const C product = (at(end - 1, end) / scale) * (at(end, end - 1) / scale);
    const C root = std::sqrt((above - last) * (above - last) + R(4) * product), trace = above + last;
    const C determinant = above * last - product;
    C first = (trace + root) / R(2), second = (trace - root) / R(2);
    // The larger one is good; the other one follows from their product.
    if (size_of(first) > size_of(second))
      second = determinant / first;
    else if (size_of(second) != 0)
      first = determinant / second;
    return scale * (size_of(first - last) < size_of(second - last) ? first : second);
  }

  void step(int64_t begin, int64_t end, C shift) {
    const int64_t row_end = u_columns_ != nullptr ? n_ : end + 1, column_begin = u_columns_ != nullptr ? 0 : begin;
    for (int64_t k = begin; k < end; ++k) {
      C r;
      const ComplexRotation<R> turn = k == begin ? make_rotation(at(k, k) - shift, at(k + 1, k), r)
                                                 : make_rotation(at(k, k - 1), at(k + 1, k - 1), r);
      if (k > begin) {
        at(k, k - 1) = r;
        at(k + 1, k - 1) = C();
      }
      rotate_rows(turn.c, conj_of(turn.s), &at(k, 0), k, row_end);
      const int64_t column_end = std::min(k + 2, end) + 1;
      for (int64_t i = column_begin; i < column_end; ++i) rotate(turn.c, turn.s, at(i, k), at(i, k + 1));
      if (u_columns_ != nullptr) rotate_rows(turn.c, turn.s, u_columns_ + k * n_, 0, n_);
    }
  }

  // (c x - s y, conj(s) x + c y)
  static void rotate(R c, C s, C& x, C& y) {
    const C old = x;
    x = c * old - times(s, y);
    y = conj_times(s, old) + c * y;
  }

  void rotate_rows(R c, C s, C* rows, int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) rotate(c, s, rows[j], rows[n_ + j]);
  }

  int64_t n_;
  C* t_;
  C* u_columns_;
};

template <class R>
bool real_form(int64_t n, const R* a, bool vectors, SchurForm<R>& form) {
  R scale = std::abs(a[0]);
  for (int64_t i = 1; i < n * n; ++i) scale = std::max(scale, std::abs(a[i]));
  form.t.assign(n * n, R(0));
  if (scale < std::numeric_limits<R>::min()) {
    if (vectors) form.u_columns.assign(n * n, R(0));
    for (int64_t i = 0; vectors && i < n; ++i) form.u_columns[i * (n + 1)] = R(1);
    return true;
  }
  for (int64_t i = 0; i < n * n; ++i) form.t[i] = a[i] / scale;
  reduce_to_hessenberg(n, form.t, vectors ? &form.u_columns : nullptr);
  if (!RealIteration<R>(n, form, vectors).run()) return false;
  for (R& number : form.t) number *= scale;
  return true;
}

}  // namespace

template <>
bool schur_form<float>(int64_t n, const float* a, bool vectors, SchurForm<float>& form) {
  return real_form(n, a, vectors, form);
}
template <>
bool schur_form<double>(int64_t n, const double* a, bool vectors, SchurForm<double>& form) {
  return real_form(n, a, vectors, form);
}
template <>
bool schur_form<Complex>(int64_t n, const Complex* a, bool vectors, SchurForm<Complex>& form) {
  form.t.assign(a, a + n * n);
  if (n == 1) {
    if (vectors) form.u_columns.assign(1, Complex(1));
    return true;
  }
  reduce_to_hessenberg(n, form.t, vectors ? &form.u_columns : nullptr);
  return ComplexIteration<double>(n, form, vectors).run();
}

bool schur_decompose(int64_t n, const Complex* a, Complex* t, Complex* u) {
  SchurForm<Complex> form;
  if (!schur_form(n, a, true, form)) return false;
  std::copy(form.t.begin(), form.t.end(), t);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t k = 0; k < n; ++k) u[i * n + k] = form.u_columns[k * n + i];
  return true;
}

}  // namespace graphwright
