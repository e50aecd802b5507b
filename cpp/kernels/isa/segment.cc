// Combining rows into others; one table per ISA level.
#include "kernels/isa/loops.h"
#include "kernels/segment_tables.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

struct Sum {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    return a + b;
  }
};
struct Product {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    return a * b;
  }
};
// Extremes; a NaN wins.
struct Larger {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    return a < b || b != b ? b : a;
  }
};
struct Smaller {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    return b < a || b != b ? b : a;
  }
};

// How many entries ahead of the work the cache is told what will be needed, and how many bytes where rows follow each
// other.
constexpr int64_t kAhead = 32, kBytesAhead = 8192, kLineBytes = 64;

template <class F, class T>
void combine(const RowSums& s) {
  const T* rows = static_cast<const T*>(s.rows);
  T* out = static_cast<T*>(s.out);
  constexpr int64_t kLine = kLineBytes / sizeof(T);
  const bool follow = !s.from && s.width >= kLine / 2;
  for (int64_t i = 0; i < s.n; ++i) {
    if (i + kAhead < s.n) {
      if (s.to[i + kAhead] >= 0) __builtin_prefetch(out + s.to[i + kAhead] * s.out_stride, 1);
      if (s.from) __builtin_prefetch(rows + s.from[i + kAhead] * s.row_stride);
    }
    if (follow)
      for (int64_t j = 0; j < s.width; j += kLine)
        __builtin_prefetch(rows + i * s.row_stride + j + kBytesAhead / static_cast<int64_t>(sizeof(T)));
    if (s.to[i] < 0) continue;
    const T* x = rows + (s.from ? s.from[i] : i) * s.row_stride;
    T* y = out + s.to[i] * s.out_stride;
#pragma GCC ivdep
    for (int64_t j = 0; j < s.width; ++j) y[j] = F::of(y[j], x[j]);
  }
}

// Sums and products are computed in `Wrapping`, which is unsigned for integers.
template <class T, class Wrapping>
void set(SegmentTables& tables, DType dtype) {
  auto at = [&](BinaryCode op) -> RowSumsFn& {
    return tables.loops[SegmentTables::index(op)][static_cast<int>(dtype)];
  };
  at(BinaryCode::kAdd) = combine<Sum, Wrapping>;
  at(BinaryCode::kMul) = combine<Product, Wrapping>;
  at(BinaryCode::kMaximum) = combine<Larger, T>;
  at(BinaryCode::kMinimum) = combine<Smaller, T>;
}

}  // namespace

void fill_segment(SegmentTables& tables) {
  set<float, float>(tables, DType::kFloat32);
  set<double, double>(tables, DType::kFloat64);
  set<int32_t, uint32_t>(tables, DType::kInt32);
  set<int64_t, uint64_t>(tables, DType::kInt64);
}

}  // namespace graphwright::GRAPHWRIGHT_ISA
