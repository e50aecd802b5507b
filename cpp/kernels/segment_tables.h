// The loop that combines rows into others, by ISA level.
#pragma once

#include <cstdint>

#include "base/dtype.h"
#include "op/elementwise.h"

namespace graphwright {

// For i < n: out[to[i] * out_stride + j] = out[…] (op) rows[(from ? from[i] : i) * row_stride + j] for j < width, in
// the order of i. Entries with to[i] < 0 are passed over. Strides are in elements.
struct RowSums {
  const void* rows;
  void* out;
  const int64_t* from;
  const int64_t* to;
  int64_t n, width, row_stride, out_stride;
};
using RowSumsFn = void (*)(const RowSums& sums);

struct SegmentTables {
  RowSumsFn loops[4][kNumDTypes] = {};
  // Null where `op` is none of Add, Mul, Maximum and Minimum, or there is no loop for the dtype.
  RowSumsFn at(BinaryCode op, DType dtype) const {
    const int row = index(op);
    return row < 0 ? nullptr : loops[row][static_cast<int>(dtype)];
  }
  static constexpr int index(BinaryCode op) {
    switch (op) {
      case BinaryCode::kAdd:
        return 0;
      case BinaryCode::kMul:
        return 1;
      case BinaryCode::kMaximum:
        return 2;
      case BinaryCode::kMinimum:
        return 3;
      default:
        return -1;
    }
  }
};

namespace v2 {
void fill_segment(SegmentTables& tables);
}
namespace v3 {
void fill_segment(SegmentTables& tables);
}
namespace v4 {
void fill_segment(SegmentTables& tables);
}

}  // namespace graphwright
