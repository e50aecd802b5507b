// Segment ids: read, checked, and counted.
#pragma once

#include <vector>

#include "op/build.h"
#include "op/context.h"

namespace graphwright {

// The sorted segment ids of a vector in input `i` of a kernel; throws TensorFlow's errors for ids that are negative,
// fall, or reach `limit` (when that is not negative). Returns how many segments there are (one more than the last id).
int64_t sorted_segments(KernelContext& ctx, int i, int64_t limit, std::vector<int64_t>& ids);

// `counts`, one per segment, as a column that broadcasts against rows of `like`: shape [n, 1, …, 1].
Value as_column(const Value& counts, const Value& like);

}  // namespace graphwright
