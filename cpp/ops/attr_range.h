// Attrs that TensorFlow's kernels read as int32.
#pragma once

#include "op/context.h"

namespace graphwright {

inline void check_int32(const KernelContext& ctx, const char* name, int64_t value) {
  if (value < INT32_MIN || value > INT32_MAX)
    ctx.fail("Attr ", name, " has value ", value, " out of range for an int32");
}

}  // namespace graphwright
