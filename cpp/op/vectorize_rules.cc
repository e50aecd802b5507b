// More building blocks for vectorization rules.
#include "op/vectorize_rules.h"

#include <algorithm>

namespace graphwright::vectorize {

using build::ints;
using build::number;

Value extent(const Value& value, int axis) {
  const Shape& shape = value.shape();
  if (shape.has_rank() && axis < shape.rank() && shape[axis] >= 0 && shape[axis] <= INT32_MAX)
    return Tensor::scalar<int32_t>(static_cast<int32_t>(shape[axis]));
  return build::reshape(op<"Slice">({build::shape_of(value), ints({axis}), ints({1})}), ints({}));
}

Value moved(const VectorizeContext& ctx, const Value& indices, int row_rank, const Value& each) {
  const DType dtype = indices.dtype();
  Value row = op<"Range">({number(DType::kInt32, 0), ctx.num_rows(), number(DType::kInt32, 1)});
  Value size = build::cast(each, dtype);
  Value offset = VectorizeContext::widened(build::mul(build::cast(row, dtype), size), 0, row_rank);
  Value within = op<"LogicalAnd">({op<"GreaterEqual">({indices, number(dtype, 0)}), op<"Less">({indices, size})});
  return op<"SelectV2">({within, build::add(indices, offset), number(dtype, -1)});
}

void examples_at(VectorizeContext& ctx, std::initializer_list<int> places) {
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const bool examples = std::find(places.begin(), places.end(), i) != places.end();
    if (!examples && ctx.rows(i)) return;
    inputs.push_back(examples ? ctx.merged(ctx.stacked(i)) : ctx.value(i));
  }
  Values outputs = call(ctx.op(), inputs, ctx.attrs());
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set(i, ctx.split(outputs[i], i));
}

}  // namespace graphwright::vectorize
