// Contiguous sums and extremes; one table per ISA level.
#include "kernels/isa/loops.h"
#include "kernels/isa/vectors.h"
#include "kernels/reduce_tables.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

// A vector of T that may lie at any address that a T may.
template <class T>
struct VectorOf {
  typedef T type __attribute__((vector_size(kVectorBytes), aligned(alignof(T)), may_alias));
  static constexpr int kLanes = kVectorBytes / static_cast<int>(sizeof(T));
};

struct Identity {
  template <class V>
  GW_ALWAYS_INLINE V of(V x) {
    return x;
  }
};
struct Squared {
  template <class V>
  GW_ALWAYS_INLINE V of(V x) {
    return x * x;
  }
};

// Sums of floats: four vectors of partial sums over a block, whose lanes are then added in double. So no float takes in
// more than kBlock / lanes / 4 terms.
template <class F, class T>
void sum_row(const void* data, int64_t n, void* acc) {
  using V = typename VectorOf<T>::type;
  constexpr int kLanes = VectorOf<T>::kLanes;
  constexpr int64_t kStep = 4 * kLanes, kBlock = 4096;
  const T* x = static_cast<const T*>(data);
  double total = 0;
  int64_t i = 0;
  while (i + kStep <= n) {
    int64_t end = n - i < kBlock ? i + (n - i) / kStep * kStep : i + kBlock;
    V s0{}, s1{}, s2{}, s3{};
    for (; i < end; i += kStep) {
      s0 += F::of(*reinterpret_cast<const V*>(x + i));
      s1 += F::of(*reinterpret_cast<const V*>(x + i + kLanes));
      s2 += F::of(*reinterpret_cast<const V*>(x + i + 2 * kLanes));
      s3 += F::of(*reinterpret_cast<const V*>(x + i + 3 * kLanes));
    }
    s0 = (s0 + s1) + (s2 + s3);
    double even = 0, odd = 0;
    for (int k = 0; k < kLanes; k += 2) {
      even += s0[k];
      odd += s0[k + 1];
    }
    total += even + odd;
  }
  double rest = 0;
  for (; i < n; ++i) rest += static_cast<double>(F::of(x[i]));
  *static_cast<double*>(acc) += total + rest;
}

template <class F, class T>
void sum_columns(const void* data, int64_t rows, int64_t cols, int64_t row_stride, void* acc) {
  constexpr int64_t kBlock = 64;  // rows added up in T before they go into double
  const T* x = static_cast<const T*>(data);
  double* total = static_cast<double*>(acc);
  T partial[kMaxColumns];
  for (int64_t begin = 0; begin < rows; begin += kBlock) {
    int64_t end = rows - begin < kBlock ? rows : begin + kBlock;
    for (int64_t j = 0; j < cols; ++j) partial[j] = F::of(x[begin * row_stride + j]);
    int64_t r = begin + 1;
    for (; r + 4 <= end; r += 4) {
      const T* a = x + r * row_stride;
      const T *b = a + row_stride, *c = b + row_stride, *d = c + row_stride;
#pragma GCC ivdep
      for (int64_t j = 0; j < cols; ++j) partial[j] += (F::of(a[j]) + F::of(b[j])) + (F::of(c[j]) + F::of(d[j]));
    }
    for (; r < end; ++r) {
      const T* a = x + r * row_stride;
#pragma GCC ivdep
      for (int64_t j = 0; j < cols; ++j) partial[j] += F::of(a[j]);
    }
#pragma GCC ivdep
    for (int64_t j = 0; j < cols; ++j) total[j] += partial[j];
  }
}

// Integers: 64-bit sums that wrap.
template <class F, class T>
void integer_row(const void* data, int64_t n, void* acc) {
  const T* x = static_cast<const T*>(data);
  uint64_t total = 0;
  for (int64_t i = 0; i < n; ++i) total += F::of(static_cast<uint64_t>(x[i]));
  *static_cast<uint64_t*>(acc) += total;
}
template <class F, class T>
void integer_columns(const void* data, int64_t rows, int64_t cols, int64_t row_stride, void* acc) {
  const T* x = static_cast<const T*>(data);
  uint64_t* total = static_cast<uint64_t*>(acc);
  for (int64_t r = 0; r < rows; ++r, x += row_stride) {
#pragma GCC ivdep
    for (int64_t j = 0; j < cols; ++j) total[j] += F::of(static_cast<uint64_t>(x[j]));
  }
}

struct Larger {
  template <class V>
  GW_ALWAYS_INLINE V of(V a, V b) {
    return a < b ? b : a;
  }
};
struct Smaller {
  template <class V>
  GW_ALWAYS_INLINE V of(V a, V b) {
    return b < a ? b : a;
  }
};

template <class T>
constexpr bool kIsFloat = T(0.5) != T(0);

// Extremes; a NaN among the elements, or already in acc, wins.
template <class F, class T>
void extreme_row(const void* data, int64_t n, void* acc) {
  using V = typename VectorOf<T>::type;
  constexpr int kLanes = VectorOf<T>::kLanes;
  const T* x = static_cast<const T*>(data);
  T best = *static_cast<T*>(acc);
  T nan = best;  // stays equal to itself until a NaN is met
  int64_t i = 0;
  if (n >= 2 * kLanes) {
    V b0 = *reinterpret_cast<const V*>(x), b1 = *reinterpret_cast<const V*>(x + kLanes);
    auto unordered0 = b0 != b0, unordered1 = b1 != b1;
    for (i = 2 * kLanes; i + 2 * kLanes <= n; i += 2 * kLanes) {
      V x0 = *reinterpret_cast<const V*>(x + i), x1 = *reinterpret_cast<const V*>(x + i + kLanes);
      b0 = F::of(b0, x0);
      b1 = F::of(b1, x1);
      if constexpr (kIsFloat<T>) {
        unordered0 |= x0 != x0;
        unordered1 |= x1 != x1;
      }
    }
    unordered0 |= unordered1;
    b0 = F::of(b0, b1);
    for (int k = 0; k < kLanes; ++k) {
      best = F::of(best, static_cast<T>(b0[k]));
      if (kIsFloat<T> && unordered0[k]) nan = static_cast<T>(__builtin_nan(""));
    }
  }
  for (; i < n; ++i) {
    best = F::of(best, x[i]);
    if (x[i] != x[i]) nan = x[i];
  }
  *static_cast<T*>(acc) = nan != nan ? nan : best;
}

template <class F, class T>
void extreme_columns(const void* data, int64_t rows, int64_t cols, int64_t row_stride, void* acc) {
  const T* x = static_cast<const T*>(data);
  T* best = static_cast<T*>(acc);
  for (int64_t r = 0; r < rows; ++r, x += row_stride) {
#pragma GCC ivdep
    for (int64_t j = 0; j < cols; ++j) {
      T chosen = F::of(best[j], x[j]);
      best[j] = x[j] != x[j] ? x[j] : chosen;
    }
  }
}

template <class T>
void set_real(ReduceTables& tables, DType dtype) {
  tables.at(ReduceCode::kSum, dtype) = {sum_row<Identity, T>, sum_columns<Identity, T>};
  tables.at(ReduceCode::kSumOfSquares, dtype) = {sum_row<Squared, T>, sum_columns<Squared, T>};
  tables.at(ReduceCode::kMax, dtype) = {extreme_row<Larger, T>, extreme_columns<Larger, T>};
  tables.at(ReduceCode::kMin, dtype) = {extreme_row<Smaller, T>, extreme_columns<Smaller, T>};
}
template <class T>
void set_integer(ReduceTables& tables, DType dtype) {
  tables.at(ReduceCode::kSum, dtype) = {integer_row<Identity, T>, integer_columns<Identity, T>};
  tables.at(ReduceCode::kSumOfSquares, dtype) = {integer_row<Squared, T>, integer_columns<Squared, T>};
  tables.at(ReduceCode::kMax, dtype) = {extreme_row<Larger, T>, extreme_columns<Larger, T>};
  tables.at(ReduceCode::kMin, dtype) = {extreme_row<Smaller, T>, extreme_columns<Smaller, T>};
}

}  // namespace

void fill_reduce(ReduceTables& tables) {
  set_real<float>(tables, DType::kFloat32);
  set_real<double>(tables, DType::kFloat64);
  set_integer<int8_t>(tables, DType::kInt8);
  set_integer<int16_t>(tables, DType::kInt16);
  set_integer<int32_t>(tables, DType::kInt32);
  set_integer<int64_t>(tables, DType::kInt64);
  set_integer<uint8_t>(tables, DType::kUint8);
  set_integer<uint16_t>(tables, DType::kUint16);
  set_integer<uint32_t>(tables, DType::kUint32);
  set_integer<uint64_t>(tables, DType::kUint64);
}

}  // namespace graphwright::GRAPHWRIGHT_ISA
