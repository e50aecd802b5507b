// Shape rules and geometry that the pooling ops share.
#pragma once

#include "kernels/pooling.h"
#include "op/build.h"
#include "ops/nn/sliding_window.h"
#include "ops/nn/window_fit.h"

namespace graphwright {

// The pooled shape of `input`, which may have unknown extents.
template <int kAxes, class Context>
Shape pooled_shape(Context& ctx, const Shape& input) {
  const WindowAttrs window = window_attrs(ctx, kAxes);
  Shape out = input;
  const int first = first_spatial_axis(window.channels_last);
  for (int i = 0; i < kAxes; ++i)
    out.set(first + i, slide(ctx.op().name, input[first + i], window.size[i], 1, window.stride[i], window.padding,
                             window.before[i], window.after[i])
                           .out);
  return out;
}

// The geometry for a fully known input shape.
template <int kAxes>
Pool pool_of(KernelContext& ctx, const Shape& input) {
  const WindowAttrs window = window_attrs(ctx, kAxes);
  const int first = first_spatial_axis(window.channels_last);
  Pool pool;
  pool.batch = input[0];
  pool.channels = input[channels_axis(window.channels_last, kAxes + 2)];
  if (!window.channels_last) {
    pool.batch *= pool.channels;
    pool.channels = 1;
  }
  for (int i = 0; i < kAxes; ++i) {
    const int to = 3 - kAxes + i;
    const WindowAxis axis = slide(ctx.op().name, input[first + i], window.size[i], 1, window.stride[i], window.padding,
                                  window.before[i], window.after[i]);
    pool.in[to] = input[first + i];
    pool.out[to] = axis.out;
    pool.size[to] = window.size[i];
    pool.stride[to] = window.stride[i];
    pool.before[to] = axis.before;
  }
  return pool;
}

template <int kAxes>
void pool_shape(ShapeContext& ctx) {
  const Shape input = ctx.with_rank(0, kAxes + 2), out = pooled_shape<kAxes>(ctx, input);
  refuse_small_input<kAxes>(ctx, input, out, [](const WindowAttrs& window, int i) { return window.size[i]; });
  ctx.set_output(0, out);
}

// The pooling attrs of `ctx`, for a related op that has the same ones.
inline Attrs same_pool(GradientContext& ctx) {
  Attrs attrs;
  for (const char* name : {"ksize", "strides"}) attrs.set(name, ctx.attr<std::vector<int64_t>>(name));
  attrs.set("padding", ctx.attr<std::string>("padding"));
  if (ctx.op().attr("data_format") != nullptr) attrs.set("data_format", ctx.attr<std::string>("data_format"));
  if (ctx.op().attr("include_batch_in_index") != nullptr)
    attrs.set("include_batch_in_index", ctx.attr<bool>("include_batch_in_index"));
  return attrs;
}

}  // namespace graphwright
