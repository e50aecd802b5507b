// Refuses windows that find no place in their input, while a graph is built.
#pragma once

#include "ops/nn/sliding_window.h"

namespace graphwright {

// Kernels give results without elements then; while tracing, this is an error in the model, and said so.
// `size(window, i)` is the window's number of elements along spatial axis i.
template <int kAxes, class Size>
void refuse_small_input(ShapeContext& ctx, const Shape& input, const Shape& out, Size size) {
  if (!ctx.value(0).is_symbol()) return;
  const WindowAttrs window = window_attrs(ctx, kAxes);
  if (window.padding == "SAME") return;
  const int first = first_spatial_axis(window.channels_last);
  for (int i = 0; i < kAxes; ++i)
    if (out[first + i] == 0)
      ctx.fail("Negative dimension size caused by subtracting ", (size(window, i) - 1) * window.dilation[i] + 1,
               " from ", input[first + i] + window.before[i] + window.after[i]);
}

}  // namespace graphwright
