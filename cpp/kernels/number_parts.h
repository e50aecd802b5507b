// Arithmetic that loops over real and complex numbers share. Products of complex numbers are the plain four: what
// std::complex does after them to tell infinities from NaN costs more than the product.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>

namespace graphwright {

template <class T>
struct RealOf {
  using type = T;
};
template <class R>
struct RealOf<std::complex<R>> {
  using type = R;
};
template <class T>
using real_t = typename RealOf<T>::type;
template <class T>
inline constexpr bool has_imaginary_part = !std::is_same_v<T, real_t<T>>;

template <class T>
inline T conj_of(const T& x) {
  if constexpr (has_imaginary_part<T>)
    return T(x.real(), -x.imag());
  else
    return x;
}
template <class T>
inline real_t<T> real_of(const T& x) {
  if constexpr (has_imaginary_part<T>)
    return x.real();
  else
    return x;
}
// |x|^2.
template <class T>
inline real_t<T> square_of(const T& x) {
  if constexpr (has_imaginary_part<T>)
    return x.real() * x.real() + x.imag() * x.imag();
  else
    return x * x;
}
template <class T>
inline T times(const T& x, const T& y) {
  if constexpr (has_imaginary_part<T>)
    return T(x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real());
  else
    return x * y;
}

// sqrt(x^2 + y^2) without overflow. hypot() is a symbol that glibc before 2.35 lacks; cabs(), which does the same, is
// called under another name, since the compiler has a shorter form of it that overflows.
extern "C" double cabs_of_library(__complex__ double) __asm__("cabs");
extern "C" float cabsf_of_library(__complex__ float) __asm__("cabsf");
inline double length_of(double x, double y) {
  __complex__ double pair;
  __real__ pair = x;
  __imag__ pair = y;
  return cabs_of_library(pair);
}
inline float length_of(float x, float y) {
  __complex__ float pair;
  __real__ pair = x;
  __imag__ pair = y;
  return cabsf_of_library(pair);
}

// The larger of |real part| and |imaginary part|: to scale by, where |x| costs too much.
template <class T>
inline real_t<T> largest_part(const T& x) {
  if constexpr (has_imaginary_part<T>)
    return std::max(std::fabs(x.real()), std::fabs(x.imag()));
  else
    return std::fabs(x);
}

// One or two complex numbers in a vector register of the baseline.
template <class R>
struct ComplexLanes {
  static constexpr int kCount = 8 / static_cast<int>(sizeof(R));
  typedef R type __attribute__((vector_size(16)));
  typedef R loose __attribute__((vector_size(16), aligned(alignof(R)), may_alias));
  static type load(const std::complex<R>* from) { return *reinterpret_cast<const loose*>(from); }
  static void store(std::complex<R>* to, const type& x) { *reinterpret_cast<loose*>(to) = x; }

  // A number to multiply them with.
  class Factor {
   public:
    explicit Factor(const std::complex<R>& x) {
      for (int i = 0; i < 2 * kCount; ++i) {
        real_[i] = x.real();
        imaginary_[i] = i % 2 ? x.imag() : -x.imag();
      }
    }
    type times(const type& x) const {
      if constexpr (kCount == 1)
        return real_ * x + imaginary_ * __builtin_shufflevector(x, x, 1, 0);
      else
        return real_ * x + imaginary_ * __builtin_shufflevector(x, x, 1, 0, 3, 2);
    }

   private:
    type real_, imaginary_;
  };
};

// y[0..n) -= factor * x[0..n).
template <class T>
inline void subtract_multiple(int64_t n, const T& factor, const T* __restrict x, T* __restrict y) {
  int64_t j = 0;
  if constexpr (has_imaginary_part<T>) {
    using Lanes = ComplexLanes<real_t<T>>;
    const typename Lanes::Factor by(factor);
    for (; j + Lanes::kCount <= n; j += Lanes::kCount)
      Lanes::store(y + j, Lanes::load(y + j) - by.times(Lanes::load(x + j)));
  }
  for (; j < n; ++j) y[j] -= times(factor, x[j]);
}

// The sum of x[j] * y[j], or of conj(x[j]) * y[j], in several sums side by side.
template <bool conjugate, class T>
inline T dot_product(int64_t n, const T* x, const T* y) {
  constexpr int kLanes = has_imaginary_part<T> ? 4 : 32 / static_cast<int>(sizeof(T)) * 2;
  T sums[kLanes] = {};
  const auto term = [&](int64_t j) { return times(conjugate ? conj_of(x[j]) : x[j], y[j]); };
  int64_t j = 0;
  for (; j + kLanes <= n; j += kLanes)
    for (int lane = 0; lane < kLanes; ++lane) sums[lane] += term(j + lane);
  T total = T();
  if (j > 0)
    for (const T& sum : sums) total += sum;
  for (; j < n; ++j) total += term(j);
  return total;
}

// Room for `count` numbers on the stack that no constructor clears.
template <class T, int count>
class StackNumbers {
 public:
  T* data() { return reinterpret_cast<T*>(bytes_); }

 private:
  alignas(16) unsigned char bytes_[sizeof(T) * count];
};

}  // namespace graphwright
