// The vectorization rule of ops that quantize tensors by ranges: one for all elements, or one for each place along an
// axis.
#pragma once

#include "op/vectorize.h"

namespace graphwright {

// The first kValues inputs and output 0 are tensors of one shape; two inputs with the least and the largest numbers
// follow, and further outputs are like these. With `each_its_own` every row finds a range of its own. Rows that have
// their own ranges become places along the axis.
template <int kValues>
void quantize_by_range(VectorizeContext& ctx, bool each_its_own) {
  const int64_t axis = ctx.attr<int64_t>("axis");
  const int rank = ctx.row_rank(0);
  const bool own = each_its_own || ctx.any_rows(kValues, kValues + 2);
  if (ctx.any_rows(kValues + 2, ctx.num_inputs()) || axis < -1) return;
  const bool in_axis = own && axis >= 0;
  if (in_axis && (rank < 0 || axis >= rank)) return;
  const int place = static_cast<int>(axis);
  Values inputs;
  for (int i = 0; i < kValues; ++i)
    inputs.push_back(in_axis ? VectorizeContext::in_axis(ctx.stacked(i), rank, place) : ctx.stacked(i));
  for (int i = kValues; i < ctx.num_inputs(); ++i) {
    Value value = ctx.value(i);
    if (own && i < kValues + 2) {
      value = ctx.stacked(i);
      if (in_axis && ctx.row_rank(i) != 0) value = ctx.merged(value);
      if (!in_axis && ctx.row_rank(i) != 0) value = build::reshape(value, build::ints({-1}));
    }
    inputs.push_back(value);
  }
  Attrs attrs = ctx.attrs();
  attrs.set("axis", in_axis ? axis : own ? int64_t{0} : VectorizeContext::shifted(axis));
  Values found = call(ctx.op(), inputs, attrs);
  ctx.set(0, in_axis ? ctx.from_axis(found[0], rank, place) : found[0]);
  for (int i = 1; i < ctx.num_outputs(); ++i) ctx.set(i, in_axis ? ctx.split(found[i], i) : found[i], own);
}

}  // namespace graphwright
