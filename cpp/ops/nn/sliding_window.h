// Common parts of convolutions and pooling: reading window attrs, output extents and padding.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "op/context.h"

namespace graphwright {

// One axis of a sliding window: the output's extent and the padding; `out` is -1 while the input's extent is unknown.
struct WindowAxis {
  int64_t out = kUnknown, before = 0, after = 0;
};

// `padding` is SAME, VALID or EXPLICIT (then before and after are given).
inline WindowAxis slide(const std::string& op, int64_t in, int64_t size, int64_t dilation, int64_t stride,
                        const std::string& padding, int64_t before = 0, int64_t after = 0) {
  WindowAxis axis;
  const int64_t extent = (size - 1) * dilation + 1;
  if (in < 0 || size < 0) {
    if (padding == "SAME" && in >= 0) axis.out = (in + stride - 1) / stride;
    return axis;
  }
  if (padding == "SAME") {
    axis.out = (in + stride - 1) / stride;
    const int64_t needed = std::max<int64_t>((axis.out - 1) * stride + extent - in, 0);
    axis.before = needed / 2;
    axis.after = needed - axis.before;
    return axis;
  }
  if (padding == "EXPLICIT") axis.before = before, axis.after = after;
  axis.out = (in + axis.before + axis.after - extent + stride) / stride;
  if (axis.out < 0 || in + axis.before + axis.after - extent + stride < 0)
    throw Error(Code::kInvalidArgument,
                str_cat("Computed output size would be negative: ", axis.out, " [input_size: ",
                        in + axis.before + axis.after, ", effective_filter_size: ", extent, ", stride: ", stride, "]"),
                op);
  return axis;
}

// "NHWC", "NDHWC" and "CHANNELS_LAST" say true.
inline bool is_channels_last(const std::string& format) { return format.back() == 'C' || format == "CHANNELS_LAST"; }
// The axis of the first spatial extent, and that of the channels, in a tensor of `rank`.
inline int first_spatial_axis(bool channels_last) { return channels_last ? 1 : 2; }
inline int channels_axis(bool channels_last, int rank) { return channels_last ? rank - 1 : 1; }

// The window attrs of an op over `axes` spatial axes, in the order of those axes.
struct WindowAttrs {
  int axes;
  bool channels_last, is_pool;
  std::string padding;
  int64_t stride[3], dilation[3], size[3], before[3], after[3];
};

// Reads strides, dilations, ksize, padding and explicit_paddings, as far as the op has them, and checks them.
template <class Context>
WindowAttrs window_attrs(Context& ctx, int axes) {
  WindowAttrs window;
  window.axes = axes;
  const OpDef& op = ctx.op();
  window.channels_last =
      op.attr("data_format") == nullptr || is_channels_last(ctx.template attr<std::string>("data_format"));
  window.padding = ctx.template attr<std::string>("padding");
  const int first = first_spatial_axis(window.channels_last), channels = channels_axis(window.channels_last, axes + 2);
  const bool backwards = op.name.find("Backprop") != std::string::npos;
  auto read = [&](const char* name, int64_t* to) {
    std::fill_n(to, 3, 1);
    if (op.attr(name) == nullptr) return;
    const std::vector<int64_t> list = ctx.template attr<std::vector<int64_t>>(name);
    if (list.empty()) return;
    if (static_cast<int>(list.size()) != axes + 2)
      ctx.fail("Sliding window ", name, " field must specify ", axes + 2, " dimensions, got ", list.size());
    if (list[0] != 1 || list[channels] != 1)
      throw Error(window.is_pool || (std::string_view(name) == "strides" && !backwards) ? Code::kUnimplemented
                                                                                        : Code::kInvalidArgument,
                  str_cat("Current implementation does not yet support ", name,
                          " in the batch and depth dimensions, got [", str_join(list, ", "), "]"),
                  op.name);
    for (int i = 0; i < axes; ++i) {
      to[i] = list[first + i];
      if (to[i] <= 0 || to[i] > INT32_MAX)
        ctx.fail("Sliding window ", name, " for each dimension must be positive, got [", str_join(list, ", "), "]");
    }
  };
  window.is_pool = op.attr("ksize") != nullptr;
  read("strides", window.stride);
  read("dilations", window.dilation);
  read("ksize", window.size);
  std::fill_n(window.before, 3, 0);
  std::fill_n(window.after, 3, 0);
  std::vector<int64_t> paddings;
  if (op.attr("explicit_paddings") != nullptr) paddings = ctx.template attr<std::vector<int64_t>>("explicit_paddings");
  if (window.padding != "EXPLICIT") {
    if (!paddings.empty())
      ctx.fail("explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT");
    return window;
  }
  if (static_cast<int>(paddings.size()) != 2 * (axes + 2))
    ctx.fail("explicit_paddings attribute must contain ", 2 * (axes + 2), " values, but got: ", paddings.size());
  for (int64_t padding : paddings)
    if (padding < 0 || padding > INT32_MAX) ctx.fail("All elements of explicit_paddings must be nonnegative");
  if (paddings[0] != 0 || paddings[1] != 0 || paddings[2 * channels] != 0 || paddings[2 * channels + 1] != 0)
    ctx.fail("Nonzero explicit padding in the batch or depth dimensions is not supported");
  for (int i = 0; i < axes; ++i) {
    window.before[i] = paddings[2 * (first + i)];
    window.after[i] = paddings[2 * (first + i) + 1];
    for (int64_t padding : {window.before[i], window.after[i]})
      if (window.is_pool && padding >= window.size[i])
        ctx.fail("Padding ", padding, " needs to be smaller than the window size ", window.size[i]);
  }
  return window;
}

}  // namespace graphwright
