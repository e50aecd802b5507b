// Segment ids: read, checked, and counted.
#pragma once

#include <span>

#include "op/build.h"
#include "op/context.h"

namespace graphwright {

// Integers of any type, read as int64: in their own memory where they are of that type.
class Ids {
 public:
  explicit Ids(const Tensor& ids);
  const int64_t* data() const { return all_.data(); }
  int64_t size() const { return static_cast<int64_t>(all_.size()); }
  int64_t operator[](int64_t i) const { return all_[i]; }
  const int64_t* begin() const { return data(); }
  const int64_t* end() const { return data() + size(); }

 private:
  Tensor memory_;
  std::span<const int64_t> all_;
};

// Checks the segment ids in input `i` of a kernel, which have to be a sorted vector; throws TensorFlow's errors for ids
// that are negative, fall, or reach `limit` (when that is not negative). Returns how many segments there are (one more
// than the last id).
int64_t check_sorted_segments(KernelContext& ctx, int i, int64_t limit, const Ids& ids);

// `counts`, one per segment, as a column that broadcasts against rows of `like`: shape [n, 1, …, 1].
Value as_column(const Value& counts, const Value& like);

}  // namespace graphwright
