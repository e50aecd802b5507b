// Reductions over any set of axes.
#pragma once

#include <span>

#include "kernels/reduce_tables.h"
#include "tensor/tensor.h"

namespace graphwright {

// The last step of a sum when all terms are in.
enum class ReduceFinish : uint8_t { kNone, kMean, kSquareRoot };

// Reduces x over the axes for which `reduced` holds into `out`, which has the elements of the other axes in order and
// x's dtype. Throws NotFound where there is no kernel for the dtype.
void reduce(ReduceCode code, ReduceFinish finish, const Tensor& x, std::span<const bool> reduced, const Tensor& out);

// The loops and the accumulators of one function and dtype; null loops where it is not defined.
struct Reducer {
  ReduceLoops loops;
  size_t acc_size = 0;
  void (*init)(void* acc, int64_t n) = nullptr;
  void (*combine)(const void* from, void* into, int64_t n) = nullptr;
  // Turns n accumulators into elements; each took in `count` terms.
  void (*finish)(ReduceFinish finish, const void* acc, void* out, int64_t n, int64_t count) = nullptr;
};
const Reducer& reducer(ReduceCode code, DType dtype);

}  // namespace graphwright
