// Convolutions on many rows at once: filters of their own for each row are groups of one convolution over the channels
// of all rows.
#pragma once

#include "op/vectorize.h"

namespace graphwright {

template <int kAxes, bool kDepthwise>
struct ConvolutionOnRows {
  static constexpr int kRank = kAxes + 2;
  // The axis of a filter that grows with the rows.
  static constexpr int kFilterAxis = kDepthwise ? kAxes : kAxes + 1;

  static bool channels_last(const VectorizeContext& ctx) { return ctx.attr<std::string>("data_format").back() == 'C'; }

  // `sizes`, a vector of kRank sizes, with one of them times the number of rows.
  static Value times_rows(const VectorizeContext& ctx, const Value& sizes, int axis) {
    Value factors = op<"OneHot">({build::number(DType::kInt32, axis), build::number(DType::kInt32, kRank),
                                  ctx.num_rows(), build::number(DType::kInt32, 1)});
    return build::mul(sizes, build::cast(factors, sizes.dtype()));
  }

  // Input i with the channels of all rows, where each row has a filter. Without rows and groups it serves all filters.
  static Value channels(const VectorizeContext& ctx, int i) {
    if (!kDepthwise && !ctx.rows(i)) return ctx.value(i);
    return ctx.in_last_axis(ctx.stacked(i), kRank);
  }

  static void forward(VectorizeContext& ctx) {
    if (!ctx.rows(1)) return vectorize::examples<1>(ctx);
    if (!channels_last(ctx)) return;
    Values inputs{channels(ctx, 0), VectorizeContext::in_axis(ctx.value(1), kRank, kFilterAxis)};
    ctx.set(0, ctx.from_last_axis(call(ctx.op(), inputs, ctx.attrs())[0], kRank));
  }

  static void backward_input(VectorizeContext& ctx) {
    if (ctx.rows(0)) return;
    if (!ctx.rows(1)) {
      Values inputs{ctx.merged_sizes(ctx.value(0)), ctx.value(1), ctx.merged(ctx.value(2))};
      return ctx.set(0, ctx.split(call(ctx.op(), inputs, ctx.attrs())[0]));
    }
    if (!channels_last(ctx)) return;
    Values inputs{times_rows(ctx, ctx.value(0), kRank - 1), VectorizeContext::in_axis(ctx.value(1), kRank, kFilterAxis),
                  ctx.in_last_axis(ctx.stacked(2), kRank)};
    ctx.set(0, ctx.from_last_axis(call(ctx.op(), inputs, ctx.attrs())[0], kRank));
  }

  static void backward_filter(VectorizeContext& ctx) {
    if (ctx.rows(1) || !channels_last(ctx)) return;
    Values inputs{channels(ctx, 0), times_rows(ctx, ctx.value(1), kFilterAxis),
                  ctx.in_last_axis(ctx.stacked(2), kRank)};
    ctx.set(0, ctx.from_axis(call(ctx.op(), inputs, ctx.attrs())[0], kRank, kFilterAxis));
  }
};

}  // namespace graphwright
