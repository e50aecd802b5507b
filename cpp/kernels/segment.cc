// Sums (products, extremes) of rows by segment.
#include "kernels/segment.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <limits>

#include "base/parallel.h"
#include "base/wrapping.h"
#include "kernels/by_level.h"
#include "kernels/elementwise.h"
#include "kernels/segment_tables.h"

namespace graphwright {
namespace {

template <class T>
T combined(BinaryCode op, T a, T b) {
  using C = compute_t<T>;
  C x = static_cast<C>(a), y = static_cast<C>(b);
  if (op == BinaryCode::kAdd) return static_cast<T>(wrapping_add(x, y));
  if (op == BinaryCode::kMul) return static_cast<T>(wrapping_multiply(x, y));
  if constexpr (std::is_arithmetic_v<C>) {
    if (op == BinaryCode::kMaximum) return static_cast<T>(x < y || y != y ? y : x);
    return static_cast<T>(y < x || y != y ? y : x);
  } else {
    return a;
  }
}

const SegmentTables& tables() {
  static const SegmentTables tables = [] {
    SegmentTables t;
    GW_BY_LEVEL(fill_segment)(t);
    return t;
  }();
  return tables;
}

// Threads share the columns, so that no two write to one row's element, in pieces that are whole runs of cache lines:
// rows of few lines are read fastest by one thread, from end to end.
int64_t columns_grain(int64_t element, int64_t n) { return std::max(1024 / element, 32768 / std::max<int64_t>(n, 1)); }

void run_loop(RowSumsFn loop, int64_t element, const RowSums& sums) {
  parallel_for(sums.width, columns_grain(element, sums.n), [&](int64_t begin, int64_t end) {
    RowSums part = sums;
    part.rows = static_cast<const char*>(sums.rows) + begin * element;
    part.out = static_cast<char*>(sums.out) + begin * element;
    part.width = end - begin;
    loop(part);
  });
}

}  // namespace

bool combine_wide_rows(BinaryCode op, DType dtype, const void* rows, const int64_t* from, const int64_t* to, int64_t n,
                       int64_t width, int64_t out_stride, void* out) {
  const RowSumsFn loop = tables().at(op, dtype);
  if (!loop || width < 8) return false;
  run_loop(loop, static_cast<int64_t>(dtype_size(dtype)), {rows, out, from, to, n, width, width, out_stride});
  return true;
}

void combine_rows(BinaryCode op, DType dtype, const void* rows, const int64_t* from, const int64_t* to, int64_t n,
                  int64_t width, void* out) {
  const BinaryFns* fns = binary_fns(op, dtype);
  GW_CHECK(fns != nullptr, Code::kNotFound, "Could not find device for node: there is no CPU kernel for ",
           dtype_op_def_name(dtype));
  const int64_t size = static_cast<int64_t>(dtype_size(dtype));
  const RowSumsFn loop = tables().at(op, dtype);
  if (loop) return run_loop(loop, size, {rows, out, from, to, n, width, width, width});
  if (width < 8) {
    visit_number(dtype, [&]<class T>() {
      for (int64_t i = 0; i < n; ++i) {
        if (to[i] < 0) continue;
        const T* x = static_cast<const T*>(rows) + (from ? from[i] : i) * width;
        T* y = static_cast<T*>(out) + to[i] * width;
        for (int64_t j = 0; j < width; ++j) y[j] = combined(op, y[j], x[j]);
      }
    });
    return;
  }
  parallel_for(width, columns_grain(size, n), [&](int64_t begin, int64_t end) {
    const char* x = static_cast<const char*>(rows) + begin * size;
    char* y = static_cast<char*>(out) + begin * size;
    for (int64_t i = 0; i < n; ++i) {
      if (to[i] < 0) continue;
      char* row = y + to[i] * width * size;
      fns->vector_vector(row, x + (from ? from[i] : i) * width * size, row, end - begin);
    }
  });
}

void fill_start(BinaryCode op, DType dtype, void* out, int64_t n) {
  if (op == BinaryCode::kAdd) {  // zeros of all numbers are zero bytes
    if (n > 0) std::memset(out, 0, static_cast<size_t>(n) * dtype_size(dtype));
    return;
  }
  auto fill = [&]<class T>() {
    T value = T(0);
    using C = compute_t<T>;
    if (op == BinaryCode::kMul) {
      value = static_cast<T>(C(1));
    } else if constexpr (std::is_same_v<T, Half>) {
      value = op == BinaryCode::kMaximum ? T(-65504.0f) : (op == BinaryCode::kMinimum ? T(65504.0f) : T(0.0f));
    } else if constexpr (std::is_same_v<T, Bfloat16>) {
      value.bits = op == BinaryCode::kMaximum ? 0xff7f : (op == BinaryCode::kMinimum ? 0x7f7f : 0);
    } else if constexpr (std::is_arithmetic_v<C>) {
      if (op == BinaryCode::kMaximum) value = std::numeric_limits<T>::lowest();
      if (op == BinaryCode::kMinimum) value = std::numeric_limits<T>::max();
    }
    std::fill_n(static_cast<T*>(out), n, value);
  };
  visit_number(dtype, fill);
}

}  // namespace graphwright
