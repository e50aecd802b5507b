// Householder reflections and plane rotations, for the decompositions.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

#include "kernels/number_parts.h"
#include "kernels/reflection_table.h"

namespace graphwright {

// conj(a) b
template <class T>
inline T conj_times(T a, T b) {
  return times(conj_of(a), b);
}
template <class T>
inline real_t<T> imag_of(T x) {
  if constexpr (has_imaginary_part<T>)
    return x.imag();
  else
    return real_t<T>(0);
}
// The sum of conj(a[i]) b[i], in several sums that processors add at once.
template <class T>
T conj_dot(int64_t n, const T* a, const T* b) {
  T sums[4] = {};
  int64_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (int l = 0; l < 4; ++l) sums[l] += conj_times(a[i + l], b[i + l]);
  for (; i < n; ++i) sums[0] += conj_times(a[i], b[i]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// The sum of |x[i * step]|^2.
template <class T>
real_t<T> sum_of_squares(int64_t n, const T* x, int64_t step) {
  real_t<T> sums[4] = {};
  int64_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (int l = 0; l < 4; ++l) sums[l] += square_of(x[(i + l) * step]);
  for (; i < n; ++i) sums[0] += square_of(x[i * step]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// The largest |x[i]|, NaN left out; 0 where there is none.
template <class T>
real_t<T> largest_size(int64_t n, const T* x) {
  using R = real_t<T>;
  constexpr int64_t kNumbers = has_imaginary_part<T> ? 2 : 1;
  const R* parts = reinterpret_cast<const R*>(x);
  R most[4] = {};
  int64_t i = 0;
  const auto take = [&](int l) {
    const R size = std::abs(parts[i + l]);
    most[l] = size > most[l] ? size : most[l];
  };
  for (; i + 4 <= n * kNumbers; i += 4)
    for (int l = 0; l < 4; ++l) take(l);
  for (; i < n * kNumbers; ++i) take(0);
  const R largest = std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
  if (!has_imaginary_part<T> || largest == 0) return largest;
  R square = 0;
  for (int64_t k = 0; k < n; ++k) square = std::max(square, square_of(x[k] / largest));
  return largest * std::sqrt(square);
}

// H = 1 - tau v v^H with v[0] = 1 and H x = beta e_0, beta real and of the sign that the real part of x[0] has not
// (Golub & Van Loan, Matrix Computations, 5.1).
template <class T>
struct Reflector {
  T tau = T();
  real_t<T> beta = 0;
};

// The reflector of the n > 0 numbers x[0], x[step], …; v takes its n numbers and may be x. Where there is nothing to
// reflect, tau is 0.
template <class T>
Reflector<T> make_reflector(int64_t n, const T* x, int64_t step, T* v) {
  using R = real_t<T>;
  constexpr R kTiny = std::numeric_limits<R>::min();
  const R tail = sum_of_squares(n - 1, x + step, step);
  const T head = x[0];
  const R imaginary = imag_of(head);
  v[0] = T(1);
  if (tail <= kTiny && imaginary * imaginary <= kTiny) {
    for (int64_t i = 1; i < n; ++i) v[i] = T();
    return {T(), real_of(head)};
  }
  R beta = std::sqrt(square_of(head) + tail);
  if (real_of(head) >= 0) beta = -beta;
  if constexpr (has_imaginary_part<T>) {
    const T scale = T(1) / (head - beta);
    for (int64_t i = 1; i < n; ++i) v[i] = times(x[i * step], scale);
  } else {
    for (int64_t i = 1; i < n; ++i) v[i] = x[i * step] / (head - beta);
  }
  return {conj_of((T(beta) - head) / beta), beta};
}

// The loops of this processor's level.
template <class T>
const ReflectionLoops<T>& reflection_loops();
template <>
const ReflectionLoops<float>& reflection_loops<float>();
template <>
const ReflectionLoops<double>& reflection_loops<double>();
template <>
const ReflectionLoops<std::complex<double>>& reflection_loops<std::complex<double>>();
void reflect_few(const SmallReflector<float>& by, int rows, int64_t columns, float* x, int64_t stride);
void reflect_few(const SmallReflector<double>& by, int rows, int64_t columns, double* x, int64_t stride);
void rotate_rows(int64_t count, const Rotation<double>* rotations, int64_t width, double* rows, int64_t stride);
double secular_sum(int64_t n, const double* z, const double* a, const double* b, double x);

// The rotation that makes (r, 0), r >= 0, of (p, q) (Anderson, LAPACK Working Note 150).
template <class R>
Rotation<R> make_rotation(R p, R q) {
  if (q == 0) return {p < 0 ? R(-1) : R(1), R(0)};
  if (p == 0) return {R(0), q < 0 ? R(1) : R(-1)};
  if (std::abs(p) > std::abs(q)) {
    const R t = q / p, root = std::sqrt(1 + t * t), c = 1 / (p < 0 ? -root : root);
    return {c, -t * c};
  }
  const R t = p / q, root = std::sqrt(1 + t * t), s = -1 / (q < 0 ? -root : root);
  return {-t * s, s};
}

}  // namespace graphwright
