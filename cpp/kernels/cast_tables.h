// The contiguous conversions between bool, the integers, float32 and float64, by ISA level.
#pragma once

#include "base/dtype.h"

namespace graphwright {

using CastFn = void (*)(const void* x, void* out, int64_t n);
struct CastTable {
  CastFn fns[kNumDTypes][kNumDTypes] = {};
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
