// The contiguous conversions between bool, the integers, float32 and float64, by ISA level.
#pragma once

#include "base/dtype.h"

namespace graphwright {

using CastFn = void (*)(const void* x, void* out, int64_t n);
struct CastTable {
  CastFn fns[kNumDTypes][kNumDTypes] = {};
  // Of floats to integers: those that treat what is out of range as the Overflow of that name says.
  CastFn saturating[kNumDTypes][kNumDTypes] = {};
  CastFn clamping[kNumDTypes][kNumDTypes] = {};
};

namespace v2 {
void fill_casts(CastTable& table);
}
namespace v3 {
void fill_casts(CastTable& table);
}
namespace v4 {
void fill_casts(CastTable& table);
}

}  // namespace graphwright
