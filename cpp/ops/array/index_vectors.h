// Vectors of indices along the last axis of a tensor, as GatherNd and ScatterNd take them, made into offsets.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>

#include "kernels/gather.h"
#include "kernels/strided_copy.h"
#include "ops/array_args.h"

namespace graphwright {

// The number of leading axes of an array of shape `array` that each index vector names.
template <class Context>
int index_depth(const Context& ctx, const Shape& array, const Shape& indices, const char* what) {
  int64_t depth = indices[indices.rank() - 1];
  if (depth > array.rank())
    ctx.fail("index innermost dimension length must be <= ", what, " rank; saw: ", depth, " vs. ", array.rank());
  return static_cast<int>(depth);
}

template <class Context>
bool ignores_bad_indices(const Context& ctx) {
  if (!ctx.op().attr("bad_indices_policy")) return false;
  std::string policy = ctx.template attr<std::string>("bad_indices_policy");
  if (policy.empty() || policy == "DEFAULT" || policy == "ERROR") return false;
  if (policy != "IGNORE") ctx.fail("Unknown bad_indices_policy attribute: ", policy);
  return true;
}

// Offsets in memory from the caching allocator.
class Offsets {
 public:
  explicit Offsets(int64_t n) : memory_(Tensor::allocate(DType::kInt64, Shape{n})) {}
  operator std::span<const int64_t>() const { return all(); }
  std::span<int64_t> all() const { return memory_.flat<int64_t>(); }
  int64_t& operator[](size_t i) const { return memory_.data<int64_t>()[i]; }
  size_t size() const { return all().size(); }

 private:
  Tensor memory_;
};

// For each index vector the offset, in elements, of the slice of `row` elements that it names in an array of shape
// `array`. One that names none gives -1 where `ignore` holds, else an error.
Offsets slice_offsets(const KernelContext& ctx, const Tensor& indices, const Shape& array, int depth, int64_t row,
                      bool ignore, const char* where, const char* end = "");

// The constant value of a gradient rule's input, null where it is not known.
Tensor constant_of(const GradientContext& ctx, int i);

}  // namespace graphwright
