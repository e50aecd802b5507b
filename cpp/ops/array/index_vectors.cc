// Vectors of indices along the last axis of a tensor, made into offsets.
#include "ops/array/index_vectors.h"

#include <atomic>

#include "base/parallel.h"

namespace graphwright {

Offsets slice_offsets(const KernelContext& ctx, const Tensor& indices, const Shape& array, int depth, int64_t row,
                      bool ignore, const char* where, const char* end) {
  Shape front = indices.shape().slice(0, indices.shape().rank() - 1);
  int64_t n = front.num_elements();
  Offsets offsets(n);
  SmallVector<int64_t, 8> strides(depth, row);
  for (int d = depth - 2; d >= 0; --d) strides[d] = strides[d + 1] * array[d + 1];
  const int64_t* sizes = array.begin();
  std::atomic<bool> any_bad{false};
  bool known = visit_dtype<int32_t, int64_t, int16_t, uint16_t>(indices.dtype(), [&]<class I>() {
    const I* index = indices.data<I>();
    int64_t* to = offsets.all().data();
    parallel_for(n, 1 << 15, [&](int64_t begin, int64_t last) {
      bool bad = false;
      for (int64_t i = begin; i < last; ++i) {
        to[i] = slice_offset(index + i * depth, depth, sizes, strides.data());
        bad |= to[i] < 0;
      }
      if (bad) any_bad = true;
    });
  });
  if (!known) ctx.fail("indices must be integers, got ", indices.dtype());
  if (any_bad && !ignore) {
    std::span<int64_t> all = offsets.all();
    int64_t i = std::find(all.begin(), all.end(), -1) - all.begin();
    SmallVector<int64_t, 8> index;
    for (int d = 0; d < depth; ++d) index.push_back(indices.int_at(i * depth + d));
    ctx.fail("indices", front.rank() == 0 ? "" : position_text(front, i), " = [", str_join(index, ", "),
             "] does not index into ", where, " ", array, end);
  }
  return offsets;
}

Tensor constant_of(const GradientContext& ctx, int i) {
  const Value& value = ctx.input(i);
  if (value.is_tensor()) return Tensor(value);
  return ShapeContext(ctx.op(), ctx.inputs(), ctx.attrs()).constant(i);
}

}  // namespace graphwright
