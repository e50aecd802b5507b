// The loops of reductions that gain from vectors, by ISA level.
#pragma once

#include <cstdint>

#include "base/dtype.h"

namespace graphwright {

enum class ReduceCode : uint8_t { kSum, kSumOfSquares, kProd, kMax, kMin, kAll, kAny };
inline constexpr int kNumReduceCodes = 7;

// Columns that one call of a columns loop may have.
inline constexpr int64_t kMaxColumns = 2048;

// The accumulators for elements of one dtype. Sums and products of floats are kept in double, those of integers in 64
// bits (which wraps to the right result), extremes in the type itself.
struct ReduceLoops {
  // acc = acc + x[0] + … + x[n - 1].
  void (*row)(const void* x, int64_t n, void* acc) = nullptr;
  // acc[j] = acc[j] + x[0][j] + … + x[rows - 1][j] for j < cols <= kMaxColumns; rows lie row_stride elements apart.
  void (*columns)(const void* x, int64_t rows, int64_t cols, int64_t row_stride, void* acc) = nullptr;
};

struct ReduceTables {
  ReduceLoops loops[kNumReduceCodes][kNumDTypes] = {};
  ReduceLoops& at(ReduceCode code, DType dtype) { return loops[static_cast<int>(code)][static_cast<int>(dtype)]; }
  const ReduceLoops& at(ReduceCode code, DType dtype) const {
    return loops[static_cast<int>(code)][static_cast<int>(dtype)];
  }
};

namespace v2 {
void fill_reduce(ReduceTables& tables);
}
namespace v3 {
void fill_reduce(ReduceTables& tables);
}
namespace v4 {
void fill_reduce(ReduceTables& tables);
}

}  // namespace graphwright
