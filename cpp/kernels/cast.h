// Conversion of elements between any two numeric dtypes.
#pragma once

#include "base/dtype.h"

namespace graphwright {

bool can_cast(DType from, DType to);
// out[i] = x[i] as `to`, contiguously. Floats become integers by truncation, complex numbers lose their imaginary part;
// with `truncate`, smaller floats are made by dropping bits instead of rounding. The pair must be castable.
void cast_elements(DType from, const void* x, DType to, void* out, int64_t n, bool truncate = false);

}  // namespace graphwright
