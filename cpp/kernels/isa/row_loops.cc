// Loops over contiguous rows for softmax, normalisation, pooling and biases, per ISA level.
#include <cstdint>

#include "kernels/isa/vector_math.h"
#include "kernels/isa/vectors.h"
#include "kernels/row_loops.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

template <class T>
struct Bits;
template <>
struct Bits<float> {
  using type = int32_t;
};
template <>
struct Bits<double> {
  using type = int64_t;
};
template <class T>
struct VectorOf {
  using Int = typename Bits<T>::type;
  typedef T type __attribute__((vector_size(kVectorBytes)));
  typedef T loose __attribute__((vector_size(kVectorBytes), aligned(alignof(T))));
  typedef Int bits __attribute__((vector_size(kVectorBytes)));
};
template <class T>
using Vec = typename VectorOf<T>::type;
template <class T>
constexpr int kLanes = kVectorBytes / static_cast<int>(sizeof(T));

template <class T>
GW_INLINE Vec<T> load(const T* from) {
  return *reinterpret_cast<const typename VectorOf<T>::loose*>(from);
}
template <class T>
GW_INLINE void store(T* to, Vec<T> value) {
  *reinterpret_cast<typename VectorOf<T>::loose*>(to) = value;
}
// The first `n` lanes, the rest filled.
template <class T>
GW_INLINE Vec<T> load_some(const T* from, int64_t n, T fill) {
  Vec<T> value = Vec<T>{} + fill;
  for (int64_t i = 0; i < n; ++i) value[i] = from[i];
  return value;
}
template <class T>
GW_INLINE void store_some(T* to, Vec<T> value, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] = value[i];
}

// exp(x) for x <= 0: 2^n * p(r) with x = n*log(2) + r, |r| <= log(2)/2; 0 where the result would be subnormal, NaN
// stays.
GW_INLINE Vec<float> exp_of(Vec<float> x) {
  using Int = VectorOf<float>::bits;
  const float kRound = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer, which ends up in the low bits
  Vec<float> low = Vec<float>{} - 87.3f;
  Int tiny = x < low;
  Vec<float> y = tiny ? low : x;
  Vec<float> shifted = y * 1.44269504088896341f + kRound;
  Vec<float> n = shifted - kRound;
  Vec<float> r = y - n * 0.693359375f;
  r = r + n * 2.12194440e-4f;
  Vec<float> p = Vec<float>{} + 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1.0f;
  Int power = (reinterpret_cast<Int>(shifted) + 127) << 23;  // the bits of kRound fall off on the left
  Vec<float> result = p * reinterpret_cast<Vec<float>>(power);
  return tiny ? Vec<float>{} : result;
}
GW_INLINE Vec<double> exp_of(Vec<double> x) {
  using Int = VectorOf<double>::bits;
  const double kRound = 6755399441055744.0;  // 1.5 * 2^52
  Vec<double> low = Vec<double>{} - 708.0;
  Int tiny = x < low;
  Vec<double> y = tiny ? low : x;
  Vec<double> shifted = y * 1.4426950408889634074 + kRound;
  Vec<double> n = shifted - kRound;
  Vec<double> r = y - n * 6.93145751953125e-1;
  r = r - n * 1.42860682030941723212e-6;
  // The Taylor series: its first term left out is below 2^-53 for |r| <= 0.35.
  Vec<double> p = Vec<double>{} + 1.0 / 6227020800.0;
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  p = p * (r * r) + r + 1.0;
  Int power = (reinterpret_cast<Int>(shifted) + 1023) << 52;
  Vec<double> result = p * reinterpret_cast<Vec<double>>(power);
  return tiny ? Vec<double>{} : result;
}

template <class T>
GW_INLINE T total(Vec<T> value) {
  T sum = T();
  for (int i = 0; i < kLanes<T>; ++i) sum += value[i];
  return sum;
}

// The maximum; NaN when there is one.
template <class T>
T maximum(const T* x, int64_t n) {
  constexpr int L = kLanes<T>;
  T best = x[0];
  int64_t i = 0;
  if (n >= L) {
    Vec<T> most = load(x), odd = most - most;  // NaN and infinities leave a trace in `odd`
    for (i = L; i + L <= n; i += L) {
      Vec<T> value = load(x + i);
      odd += value - value;
      most = value > most ? value : most;
    }
    best = most[0];
    for (int l = 1; l < L; ++l) best = most[l] > best ? most[l] : best;
    T trace = total<T>(odd);
    if (trace != trace) {
      for (int64_t j = 0; j < i; ++j)
        if (x[j] != x[j]) return x[j];
    }
  }
  for (; i < n; ++i) {
    if (x[i] != x[i]) return x[i];
    best = x[i] > best ? x[i] : best;
  }
  return best;
}

template <class T>
void exponentials(const T* x, T* y, int64_t n, T* sum_out, T* max_out) {
  constexpr int L = kLanes<T>;
  if (n == 0) {
    *sum_out = *max_out = T();
    return;
  }
  const T max = maximum(x, n);
  Vec<T> sum = {};
  int64_t i = 0;
  for (; i + L <= n; i += L) {
    Vec<T> e = exp_of(load(x + i) - max);
    store(y + i, e);
    sum += e;
  }
  T all = total<T>(sum);
  if (i < n) {
    Vec<T> e = exp_of(load_some(x + i, n - i, max) - max);
    for (int64_t j = 0; j < n - i; ++j) {
      y[i + j] = e[j];
      all += e[j];
    }
  }
  *sum_out = all;
  *max_out = max;
}

template <class T>
void scale(const T* x, T factor, T term, T* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = x[i] * factor + term;
}

template <class T>
T dot(const T* x, const T* y, int64_t n) {
  constexpr int L = kLanes<T>;
  Vec<T> sum[4] = {};
  int64_t i = 0;
  for (; i + 4 * L <= n; i += 4 * L)
    for (int v = 0; v < 4; ++v) sum[v] += load(x + i + v * L) * load(y + i + v * L);
  for (; i + L <= n; i += L) sum[0] += load(x + i) * load(y + i);
  T all = total<T>((sum[0] + sum[1]) + (sum[2] + sum[3]));
  for (; i < n; ++i) all += x[i] * y[i];
  return all;
}

template <class T>
T sum(const T* x, int64_t n) {
  constexpr int L = kLanes<T>;
  Vec<T> part[4] = {};
  int64_t i = 0;
  for (; i + 4 * L <= n; i += 4 * L)
    for (int v = 0; v < 4; ++v) part[v] += load(x + i + v * L);
  for (; i + L <= n; i += L) part[0] += load(x + i);
  T all = total<T>((part[0] + part[1]) + (part[2] + part[3]));
  for (; i < n; ++i) all += x[i];
  return all;
}

template <class T>
T squared_differences(const T* x, T mean, int64_t n) {
  constexpr int L = kLanes<T>;
  Vec<T> part[4] = {};
  int64_t i = 0;
  for (; i + 4 * L <= n; i += 4 * L)
    for (int v = 0; v < 4; ++v) {
      Vec<T> d = load(x + i + v * L) - mean;
      part[v] += d * d;
    }
  for (; i + L <= n; i += L) {
    Vec<T> d = load(x + i) - mean;
    part[0] += d * d;
  }
  T all = total<T>((part[0] + part[1]) + (part[2] + part[3]));
  for (; i < n; ++i) all += (x[i] - mean) * (x[i] - mean);
  return all;
}

template <class T>
void add(T* to, const T* x, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] += x[i];
}
template <class T>
void add_product(T* to, const T* x, const T* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] += x[i] * y[i];
}
template <class T>
void sum_of(const T* a, const T* b, T* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = a[i] + b[i];
}
template <class T>
void add_squared_difference(T* to, const T* x, const T* mean, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    T d = x[i] - mean[i];
    to[i] += d * d;
  }
}
template <class T>
void add_gradient_sums(T* sum_to, T* product, const T* dy, const T* x, const T* mean, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    sum_to[i] += dy[i];
    product[i] += dy[i] * (x[i] - mean[i]);
  }
}
template <class T>
void scale_rows(const T* x, const T* factor, const T* term, T* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = x[i] * factor[i] + term[i];
}
template <class T>
void combine_rows(const T* x, const T* z, const T* a, const T* b, const T* c, T* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = a[i] * x[i] + b[i] * z[i] + c[i];
}
template <class T>
void leaky_relu(const T* x, T alpha, T* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = x[i] > 0 ? x[i] : alpha * x[i];
}
template <class T>
void leaky_relu_gradient(const T* dy, const T* x, T alpha, T* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = x[i] > 0 ? dy[i] : alpha * dy[i];
}

template <class T>
constexpr RowLoops<T> kLoops = {exponentials<T>,
                                scale<T>,
                                dot<T>,
                                sum<T>,
                                squared_differences<T>,
                                add<T>,
                                add_product<T>,
                                sum_of<T>,
                                add_squared_difference<T>,
                                add_gradient_sums<T>,
                                scale_rows<T>,
                                combine_rows<T>,
                                leaky_relu<T>,
                                leaky_relu_gradient<T>};

void gelu(const float* x, float* y, int64_t n) {
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) y[i] = (x[i] * 0.5f) * erfc_f(x[i] * -0.7071067690849304f);
}

}  // namespace

extern const RowTable row_table;
const RowTable row_table = {kLoops<float>, kLoops<double>, gelu};

}  // namespace graphwright::GRAPHWRIGHT_ISA
