// Reflections and rotations of many rows; one table per ISA level. Products are rounded before they are summed (no
// fused instructions: see cpp/CMakeLists.txt), so that what cancels in one place cancels in another and on every
// processor.
#include "kernels/reflection_table.h"

#include <algorithm>

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

#define GW_INLINE inline __attribute__((always_inline))

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif

// Real numbers in a vector; complex ones lie in two lanes.
template <class R>
struct VectorOf {
  static constexpr int kLanes = kVectorBytes / static_cast<int>(sizeof(R));
  typedef R type __attribute__((vector_size(kVectorBytes)));
  typedef R loose __attribute__((vector_size(kVectorBytes), aligned(alignof(R)), may_alias));
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

// What the loops need of a type of numbers: its vectors, products with one number, and sums of products.
template <class T>
struct Numbers {
  using Real = T;
  static constexpr int kStep = VectorOf<T>::kLanes;
  using V = Vec<T>;
  static GW_INLINE T conj(T x) { return x; }
  static GW_INLINE T real(T x) { return x; }
  static GW_INLINE T times(T a, T b) { return a * b; }
  static GW_INLINE V get(const T* x) { return load(x); }
  static GW_INLINE void put(T* x, V v) { store(x, v); }

  struct Factor {
    explicit GW_INLINE Factor(T f) : all(V{} + f) {}
    GW_INLINE V operator()(V x) const { return x * all; }
    V all;
  };
  // Of a conj(b).
  struct Sum {
    V lanes = {};
    GW_INLINE void add(V a, V b) { lanes += a * b; }
    GW_INLINE T total() const {
      T sum = 0;
      for (int l = 0; l < kStep; ++l) sum += lanes[l];
      return sum;
    }
  };
};

template <>
struct Numbers<std::complex<double>> {
  using Real = double;
  using T = std::complex<double>;
  static constexpr int kStep = VectorOf<double>::kLanes / 2;
  using V = Vec<double>;
  static GW_INLINE T conj(T x) { return T(x.real(), -x.imag()); }
  static GW_INLINE double real(T x) { return x.real(); }
  static GW_INLINE T times(T a, T b) {
    return T(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
  }
  static GW_INLINE V get(const T* x) { return load(reinterpret_cast<const double*>(x)); }
  static GW_INLINE void put(T* x, V v) { store(reinterpret_cast<double*>(x), v); }
  static GW_INLINE V swapped(V x) {
#if defined(__AVX512F__)
    return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
#elif defined(__AVX__)
    return __builtin_shufflevector(x, x, 1, 0, 3, 2);
#else
    return __builtin_shufflevector(x, x, 1, 0);
#endif
  }

  struct Factor {
    explicit GW_INLINE Factor(T f) : real(V{} + f.real()), imaginary(V{} + f.imag()) {
      for (int l = 0; l < 2 * kStep; l += 2) imaginary[l] = -f.imag();
    }
    GW_INLINE V operator()(V x) const { return x * real + swapped(x) * imaginary; }
    V real, imaginary;
  };
  struct Sum {
    V same = {}, crossed = {};
    GW_INLINE void add(V a, V b) {
      same += a * b;
      crossed += swapped(a) * b;
    }
    GW_INLINE T total() const {
      double real = 0, imaginary = 0;
      for (int l = 0; l < 2 * kStep; l += 2) {
        real += same[l] + same[l + 1];
        imaginary += crossed[l] - crossed[l + 1];
      }
      return T(real, imaginary);
    }
  };
};

// y += f x
template <class T>
GW_INLINE void add_scaled(int64_t n, T f, const T* x, T* y) {
  using N = Numbers<T>;
  const typename N::Factor factor(f);
  int64_t i = 0;
  for (; i + 2 * N::kStep <= n; i += 2 * N::kStep) {
    const auto first = N::get(y + i) + factor(N::get(x + i));
    const auto second = N::get(y + i + N::kStep) + factor(N::get(x + i + N::kStep));
    N::put(y + i, first);
    N::put(y + i + N::kStep, second);
  }
  for (; i < n; ++i) y[i] += N::times(f, x[i]);
}

template <class T>
void left(int64_t rows, int64_t columns, const T* v, T tau, T* x, int64_t stride, T* dots) {
  using N = Numbers<T>;
  if (tau == T()) return;
  std::fill_n(dots, columns, T());
  for (int64_t i = 1; i < rows; ++i) add_scaled(columns, N::conj(v[i]), x + i * stride, dots);
  for (int64_t j = 0; j < columns; ++j) dots[j] += x[j];
  add_scaled(columns, -tau, dots, x);
  for (int64_t i = 1; i < rows; ++i) add_scaled(columns, -N::times(tau, v[i]), dots, x + i * stride);
}

template <class T>
void right(int64_t rows, int64_t columns, const T* v, T tau, T* x, int64_t stride) {
  using N = Numbers<T>;
  if (tau == T()) return;
  for (int64_t i = 0; i < rows; ++i) {
    T* row = x + i * stride;
    typename N::Sum first, second;
    T dot = T();
    int64_t j = 1;
    for (; j + 2 * N::kStep <= columns; j += 2 * N::kStep) {
      first.add(N::get(row + j), N::get(v + j));
      second.add(N::get(row + j + N::kStep), N::get(v + j + N::kStep));
    }
    for (; j < columns; ++j) dot += N::times(row[j], N::conj(v[j]));
    dot += first.total() + second.total();
    dot = N::times(tau, dot + row[0]);
    row[0] -= dot;
    add_scaled(columns - 1, -dot, v + 1, row + 1);
  }
}

template <class T>
void turn(int64_t n, T c, T s, T* x, T* y) {
  using N = Numbers<T>;
  const typename N::Factor by_c(c), by_s(s), by_c_adjoint(N::conj(c)), by_s_adjoint(-N::conj(s));
  int64_t i = 0;
  for (; i + N::kStep <= n; i += N::kStep) {
    const auto first = N::get(x + i), second = N::get(y + i);
    N::put(x + i, by_c(first) + by_s(second));
    N::put(y + i, by_c_adjoint(second) + by_s_adjoint(first));
  }
  for (; i < n; ++i) {
    const T first = x[i], second = y[i];
    x[i] = N::times(c, first) + N::times(s, second);
    y[i] = N::times(N::conj(c), second) - N::times(N::conj(s), first);
  }
}

template <class T>
void update_and_multiply(int64_t n, T* a, int64_t stride, const T* u, const T* w, const T* x, T* y) {
  using N = Numbers<T>;
  std::fill_n(y, n, T());
  for (int64_t j = 0; j < n; ++j) {
    T* column = a + j * (stride + 1);
    const T head = x[j], by_w = u != nullptr ? -N::conj(w[j]) : T(), by_u = u != nullptr ? -N::conj(u[j]) : T();
    if (u != nullptr) column[0] += N::times(u[j], by_w) + N::times(w[j], by_u);
    const typename N::Factor scale_x(head), scale_w(by_w), scale_u(by_u);
    typename N::Sum sum;
    T dot = T(N::real(column[0])) * head;
    int64_t i = j + 1;
    column -= j;
    for (; i + N::kStep <= n; i += N::kStep) {
      auto number = N::get(column + i);
      if (u != nullptr) {
        number += scale_w(N::get(u + i)) + scale_u(N::get(w + i));
        N::put(column + i, number);
      }
      N::put(y + i, N::get(y + i) + scale_x(number));
      sum.add(N::get(x + i), number);
    }
    for (; i < n; ++i) {
      if (u != nullptr) column[i] += N::times(u[i], by_w) + N::times(w[i], by_u);
      y[i] += N::times(column[i], head);
      dot += N::times(x[i], N::conj(column[i]));
    }
    y[j] += dot + sum.total();
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

template <class T>
constexpr ReflectionLoops<T> kLoops = {left<T>, right<T>, turn<T>, update_and_multiply<T>};

}  // namespace

extern const ReflectionTable reflection_table;
const ReflectionTable reflection_table = {kLoops<float>, kLoops<double>, kLoops<std::complex<double>>,
                                          few<float>,    few<double>,    rotate_rows};

}  // namespace graphwright::GRAPHWRIGHT_ISA
