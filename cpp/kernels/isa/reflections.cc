// Reflections and rotations of many rows; one table per ISA level. Products are rounded before they are summed (no
// fused instructions: see cpp/CMakeLists.txt), so that what cancels in one place cancels in another and on every
// processor.
#include "kernels/reflection_table.h"

#include <algorithm>
#include <type_traits>

#include "kernels/isa/vectors.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

// Real numbers in a vector; complex ones lie in two lanes.
template <class R, int kBytes = kVectorBytes>
struct VectorOf {
  static constexpr int kLanes = kBytes / static_cast<int>(sizeof(R));
  typedef R type __attribute__((vector_size(kBytes)));
  typedef R loose __attribute__((vector_size(kBytes), aligned(alignof(R)), may_alias));
};
template <class R>
using Vec = typename VectorOf<R>::type;

template <class R>
GW_INLINE Vec<R> load(const R* from) {
  return *reinterpret_cast<const typename VectorOf<R>::loose*>(from);
}
template <class R>
GW_INLINE void store(R* to, Vec<R> value) {
  *reinterpret_cast<typename VectorOf<R>::loose*>(to) = value;
}

// The sum of a vector's lanes, half of them added to the other half and so on.
template <int kLanes, class V>
GW_INLINE auto sum_of(const V& lanes) {
  if constexpr (kLanes == 1) {
    return lanes[0];
  } else {
    decltype(lanes[0] + lanes[1]) sums[kLanes];
    for (int l = 0; l < kLanes; ++l) sums[l] = lanes[l];
    for (int half = kLanes / 2; half > 0; half /= 2)
      for (int l = 0; l < half; ++l) sums[l] += sums[l + half];
    return sums[0];
  }
}

// What the loops need of a type of numbers: vectors of kBytes, products with one number, and sums of products.
template <class T, int kBytes>
struct Numbers {
  static constexpr int kStep = VectorOf<T, kBytes>::kLanes;
  using V = typename VectorOf<T, kBytes>::type;
  using Loose = typename VectorOf<T, kBytes>::loose;
  static GW_INLINE T conj(T x) { return x; }
  static GW_INLINE T real(T x) { return x; }
  static GW_INLINE T times(T a, T b) { return a * b; }
  static GW_INLINE V get(const T* x) { return *reinterpret_cast<const Loose*>(x); }
  static GW_INLINE void put(T* x, V v) { *reinterpret_cast<Loose*>(x) = v; }
  static GW_INLINE V scaled(V x, T by) { return x * by; }

  // Of a conj(b).
  struct Sum {
    V lanes = {};
    GW_INLINE void add(V a, V b) { lanes += a * b; }
    GW_INLINE T total() const { return sum_of<kStep>(lanes); }
  };
};

template <int kBytes>
struct Numbers<std::complex<double>, kBytes> {
  using T = std::complex<double>;
  static constexpr int kStep = VectorOf<double, kBytes>::kLanes / 2;
  using V = typename VectorOf<double, kBytes>::type;
  using Loose = typename VectorOf<double, kBytes>::loose;
  static GW_INLINE T conj(T x) { return T(x.real(), -x.imag()); }
  static GW_INLINE double real(T x) { return x.real(); }
  static GW_INLINE T times(T a, T b) {
    return T(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
  }
  static GW_INLINE V get(const T* x) { return *reinterpret_cast<const Loose*>(x); }
  static GW_INLINE void put(T* x, V v) { *reinterpret_cast<Loose*>(x) = v; }
  static GW_INLINE V swapped(V x) {
    if constexpr (kBytes == 64) {
      return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
    } else if constexpr (kBytes == 32) {
      return __builtin_shufflevector(x, x, 1, 0, 3, 2);
    } else {
      return __builtin_shufflevector(x, x, 1, 0);
    }
  }
  static GW_INLINE V scaled(V x, T by) {
    V imaginary = V{} + by.imag();
    for (int l = 0; l < 2 * kStep; l += 2) imaginary[l] = -by.imag();
    return x * by.real() + swapped(x) * imaginary;
  }

  struct Sum {
    V same = {}, crossed = {};
    GW_INLINE void add(V a, V b) {
      same += a * b;
      crossed += swapped(a) * b;
    }
    GW_INLINE T total() const {
      V signs;
      for (int l = 0; l < 2 * kStep; ++l) signs[l] = l % 2 ? -1 : 1;
      return T(sum_of<2 * kStep>(same), sum_of<2 * kStep>(crossed * signs));
    }
  };
};

template <class T>
using Wide = Numbers<T, kVectorBytes>;
template <class T>
using Narrow = Numbers<T, 16>;

// Calls step(numbers, i) for the vectors that begin … end have room for, wide ones first; gives where they end.
template <class T, class Step>
GW_INLINE int64_t for_vectors(int64_t begin, int64_t end, const Step& step) {
  int64_t i = begin;
  for (; i + Wide<T>::kStep <= end; i += Wide<T>::kStep) step(Wide<T>(), i);
  for (; i + Narrow<T>::kStep <= end; i += Narrow<T>::kStep) step(Narrow<T>(), i);
  return i;
}

// Sums of products in wide and in narrow vectors.
template <class T>
struct Sums {
  typename Wide<T>::Sum wide;
  typename Narrow<T>::Sum narrow;
  template <class N>
  GW_INLINE auto& of(N) {
    if constexpr (std::is_same_v<N, Wide<T>>)
      return wide;
    else
      return narrow;
  }
  GW_INLINE T total() const {
    if constexpr (std::is_same_v<Wide<T>, Narrow<T>>)
      return wide.total();
    else
      return wide.total() + narrow.total();
  }
};

// y += f x
template <class T>
GW_INLINE void add_scaled(int64_t n, T f, const T* x, T* y) {
  int64_t i = for_vectors<T>(
      0, n, [&]<class N>(N, int64_t j) __attribute__((always_inline)) {
        N::put(y + j, N::get(y + j) + N::scaled(N::get(x + j), f));
      });
  for (; i < n; ++i) y[i] += Wide<T>::times(f, x[i]);
}

template <class T>
void left(int64_t rows, int64_t columns, const T* v, T tau, T* x, int64_t stride, T* dots) {
  using N = Wide<T>;
  if (tau == T()) return;
  for (int64_t i = 1; i < rows; ++i) {
    const T factor = N::conj(v[i]);
    const T* row = x + i * stride;
    if (i > 1) {
      add_scaled(columns, factor, row, dots);
      continue;
    }
    int64_t j = for_vectors<T>(
        0, columns, [&]<class M>(M, int64_t k) __attribute__((always_inline)) {
          M::put(dots + k, M::scaled(M::get(row + k), factor));
        });
    for (; j < columns; ++j) dots[j] = N::times(factor, row[j]);
  }
  if (rows == 1) std::fill_n(dots, columns, T());
  int64_t j = for_vectors<T>(
      0, columns, [&]<class M>(M, int64_t k) __attribute__((always_inline)) {
        const auto first = M::get(x + k), dot = M::get(dots + k) + first;
        M::put(dots + k, dot);
        M::put(x + k, first - M::scaled(dot, tau));
      });
  for (; j < columns; ++j) {
    dots[j] += x[j];
    x[j] -= N::times(tau, dots[j]);
  }
  for (int64_t i = 1; i < rows; ++i) add_scaled(columns, -N::times(tau, v[i]), dots, x + i * stride);
}

template <class T>
void right(int64_t rows, int64_t columns, const T* v, T tau, T* x, int64_t stride) {
  using N = Wide<T>;
  if (tau == T()) return;
  for (int64_t i = 0; i < rows; ++i) {
    T* row = x + i * stride;
    Sums<T> sums;
    T dot = T();
    int64_t j = for_vectors<T>(
        1, columns, [&]<class M>(M numbers, int64_t k) __attribute__((always_inline)) {
          sums.of(numbers).add(M::get(row + k), M::get(v + k));
        });
    for (; j < columns; ++j) dot += N::times(row[j], N::conj(v[j]));
    dot += sums.total();
    dot = N::times(tau, dot + row[0]);
    row[0] -= dot;
    add_scaled(columns - 1, -dot, v + 1, row + 1);
  }
}

template <class T>
void turn(int64_t n, T c, T s, T* x, T* y) {
  using N = Wide<T>;
  const T c_adjoint = N::conj(c), s_adjoint = N::conj(s);
  int64_t i = for_vectors<T>(
      0, n, [&]<class M>(M, int64_t j) __attribute__((always_inline)) {
        const auto first = M::get(x + j), second = M::get(y + j);
        M::put(x + j, M::scaled(first, c) + M::scaled(second, s));
        M::put(y + j, M::scaled(second, c_adjoint) - M::scaled(first, s_adjoint));
      });
  for (; i < n; ++i) {
    const T first = x[i], second = y[i];
    x[i] = N::times(c, first) + N::times(s, second);
    y[i] = N::times(c_adjoint, second) - N::times(s_adjoint, first);
  }
}

template <class T>
void update_and_multiply(int64_t n, T* a, int64_t stride, const T* u, const T* w, const T* x, T* y) {
  using N = Wide<T>;
  std::fill_n(y, n, T());
  for (int64_t j = 0; j < n; ++j) {
    T* column = a + j * stride;
    const T head = x[j], by_w = u != nullptr ? N::conj(w[j]) : T(), by_u = u != nullptr ? N::conj(u[j]) : T();
    if (u != nullptr) column[j] -= N::times(u[j], by_w) + N::times(w[j], by_u);
    Sums<T> sums;
    T dot = T(N::real(column[j])) * head;
    int64_t i = for_vectors<T>(
        j + 1, n, [&]<class M>(M numbers, int64_t k) __attribute__((always_inline)) {
          auto number = M::get(column + k);
          if (u != nullptr) {
            number -= M::scaled(M::get(u + k), by_w) + M::scaled(M::get(w + k), by_u);
            M::put(column + k, number);
          }
          M::put(y + k, M::get(y + k) + M::scaled(number, head));
          sums.of(numbers).add(M::get(x + k), number);
        });
    for (; i < n; ++i) {
      if (u != nullptr) column[i] -= N::times(u[i], by_w) + N::times(w[i], by_u);
      y[i] += N::times(column[i], head);
      dot += N::times(x[i], N::conj(column[i]));
    }
    y[j] += dot + sums.total();
  }
}

// From column `begin` on, as many as fill vectors of type V; gives the first column that is left.
template <class V, int kRows, class R>
GW_INLINE int64_t reflect_vectors(const SmallReflector<R>& by, int64_t begin, int64_t end, R* x, int64_t stride) {
  typedef V Loose __attribute__((aligned(alignof(R)), may_alias));
  constexpr int kStep = sizeof(V) / sizeof(R);
  const R t1 = by.tau * by.v1, t2 = by.tau * by.v2;
  int64_t j = begin;
  for (; j + kStep <= end; j += kStep) {
    Loose& x0 = *reinterpret_cast<Loose*>(x + j);
    Loose& x1 = *reinterpret_cast<Loose*>(x + stride + j);
    Loose& x2 = *reinterpret_cast<Loose*>(x + (kRows - 1) * stride + j);
    V dot = by.v1 * x1;
    if (kRows == 3) dot += by.v2 * x2;
    dot += x0;
    x0 -= by.tau * dot;
    x1 -= t1 * dot;
    if (kRows == 3) x2 -= t2 * dot;
  }
  return j;
}

template <int kRows, class R>
GW_INLINE void few_rows(const SmallReflector<R>& by, int64_t columns, R* x, int64_t stride) {
  typedef R Short __attribute__((vector_size(16)));
  typedef R Single __attribute__((vector_size(sizeof(R))));
  int64_t j = reflect_vectors<Vec<R>, kRows>(by, 0, columns, x, stride);
  j = reflect_vectors<Short, kRows>(by, j, columns, x, stride);
  reflect_vectors<Single, kRows>(by, j, columns, x, stride);
}

template <class R>
void few(const SmallReflector<R>& by, int rows, int64_t columns, R* x, int64_t stride) {
  if (rows == 3)
    few_rows<3>(by, columns, x, stride);
  else
    few_rows<2>(by, columns, x, stride);
}

template <int kVectors>
GW_INLINE void rotate_strip(int64_t count, const Rotation<double>* rotations, double* row, int64_t stride) {
  constexpr int kLanes = VectorOf<double>::kLanes;
  Vec<double> x[kVectors];
  for (int l = 0; l < kVectors; ++l) x[l] = load(row + l * kLanes);
  for (int64_t k = 0; k < count; ++k, row += stride) {
    const double c = rotations[k].c, s = rotations[k].s;
    for (int l = 0; l < kVectors; ++l) {
      const Vec<double> y = load(row + stride + l * kLanes);
      store(row + l * kLanes, c * x[l] - s * y);
      x[l] = s * x[l] + c * y;
    }
  }
  for (int l = 0; l < kVectors; ++l) store(row + l * kLanes, x[l]);
}

void rotate_rows(int64_t count, const Rotation<double>* rotations, int64_t width, double* rows, int64_t stride) {
  constexpr int kLeast = 64 / kVectorBytes;  // of 8 numbers
  constexpr int kMost = kLeast < 4 ? 4 : kLeast;
  int64_t column = 0;
  for (; column + kMost * VectorOf<double>::kLanes <= width; column += kMost * VectorOf<double>::kLanes)
    rotate_strip<kMost>(count, rotations, rows + column, stride);
  for (; column < width; column += 8) rotate_strip<kLeast>(count, rotations, rows + column, stride);
}

double secular_sum(int64_t n, const double* z, const double* a, const double* b, double x) {
  Vec<double> sums = {};
  for (int64_t j = 0; j < n; j += VectorOf<double>::kLanes) {
    const Vec<double> number = load(z + j);
    // Two divisions: the product of what is divided by could leave the numbers' range.
    sums += (number / (load(a + j) - x)) * (number / (load(b + j) + x));
  }
  return sum_of<VectorOf<double>::kLanes>(sums);
}

template <class T>
constexpr ReflectionLoops<T> kLoops = {left<T>, right<T>, turn<T>, update_and_multiply<T>};

}  // namespace

extern const ReflectionTable reflection_table;
const ReflectionTable reflection_table = {
    kLoops<float>, kLoops<double>, kLoops<std::complex<double>>, few<float>, few<double>, rotate_rows, secular_sum};

}  // namespace graphwright::GRAPHWRIGHT_ISA
