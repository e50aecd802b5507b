// Conversion of elements between any two numeric dtypes.
#pragma once

#include "base/dtype.h"

namespace graphwright {

bool can_cast(DType from, DType to);
// The treatment of floats beyond an integer dtype's range.
enum class Overflow : uint8_t {
  kWraps,      // as by x86's scalar instructions: their low bits count
  kSaturates,  // as by its vector instructions: the least or the largest number
  kClamps,     // as in XLA: the nearest number, 0 for NaN
};
// out[i] = x[i] as `to`, contiguously. Floats become integers by truncation, complex numbers lose their imaginary part;
// with `truncate`, smaller floats are made by dropping bits instead of rounding. The pair must be castable.
void cast_elements(DType from, const void* x, DType to, void* out, int64_t n, bool truncate = false,
                   Overflow overflow = Overflow::kWraps);
// The number of elements that TensorFlow converts at a time by vector instructions that saturate; 0 where others are
// used or none. What is left at the end wraps.
int64_t saturating_block(DType from, DType to);

}  // namespace graphwright
