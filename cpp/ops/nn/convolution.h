// Shape rules, kernels and gradient rules that Conv2D, Conv3D and the depthwise convolution share.
#pragma once

#include "base/waiting.h"
#include "device/onednn.h"
#include "kernels/convolution.h"
#include "kernels/elementwise.h"
#include "op/build.h"
#include "op/kernel_state.h"
#include "ops/nn/sliding_window.h"
#include "ops/nn/window_fit.h"

namespace graphwright {

using onednn::Convolution;
using onednn::ConvolutionKind;

// The extents of a filter, with the depthwise [spatial..., in, multiplier] read as [spatial..., 1, in * multiplier].
struct FilterSizes {
  int64_t spatial[3], group_in, out;
};
template <bool kDepthwise>
FilterSizes filter_sizes(const Shape& filter, int axes) {
  FilterSizes sizes{};
  for (int i = 0; i < axes; ++i) sizes.spatial[i] = filter[i];
  const int64_t in = filter[axes], out = filter[axes + 1];
  sizes.group_in = kDepthwise ? 1 : in;
  sizes.out = kDepthwise ? (in < 0 || out < 0 ? kUnknown : in * out) : out;
  return sizes;
}

// The output's shape from those of input and filter, which may have unknown extents.
template <int kAxes, bool kDepthwise, class Context>
Shape convolved_shape(Context& ctx, const Shape& input, const Shape& filter) {
  const WindowAttrs window = window_attrs(ctx, kAxes);
  const int channels = channels_axis(window.channels_last, kAxes + 2), first = first_spatial_axis(window.channels_last);
  const FilterSizes sizes = filter_sizes<kDepthwise>(filter, kAxes);
  const int64_t depth = input[channels], filter_depth = filter[kAxes];
  if (kDepthwise && depth >= 0 && filter_depth >= 0 && depth != filter_depth)
    ctx.fail("input and filter must have the same depth: ", depth, " vs ", filter_depth, ", got input ", input,
             " and filter ", filter);
  if (!kDepthwise && depth >= 0 && filter_depth >= 0) {
    if (filter_depth == 0 ? depth != 0 : depth % filter_depth != 0)
      ctx.fail("input depth must be evenly divisible by filter depth: ", depth, " vs ", filter_depth, ", got input ",
               input, " and filter ", filter);
    const int64_t groups = filter_depth == 0 ? 1 : depth / filter_depth;
    if (groups > 0 && sizes.out >= 0 && sizes.out % groups != 0)
      ctx.fail("output depth must be evenly divisible by number of groups: ", sizes.out, " vs ", groups);
  }
  Shape out = Shape::filled(kAxes + 2, kUnknown);
  out.set(0, input[0]);
  out.set(channels, sizes.out);
  for (int i = 0; i < kAxes; ++i)
    out.set(first + i, slide(ctx.op().name, input[first + i], sizes.spatial[i], window.dilation[i], window.stride[i],
                             window.padding, window.before[i], window.after[i])
                           .out);
  return out;
}

template <int kAxes, bool kDepthwise>
void convolution_shape(ShapeContext& ctx) {
  const Shape input = ctx.with_rank(0, kAxes + 2), filter = ctx.with_rank(1, kAxes + 2);
  const Shape out = convolved_shape<kAxes, kDepthwise>(ctx, input, filter);
  refuse_small_input<kAxes>(ctx, input, out, [&](const WindowAttrs&, int i) { return filter[i]; });
  ctx.set_output(0, out);
}

// The geometry from full shapes of input and filter.
template <int kAxes, bool kDepthwise>
Convolution geometry(KernelContext& ctx, ConvolutionKind kind, DType dtype, const Shape& input, const Shape& filter) {
  const WindowAttrs window = window_attrs(ctx, kAxes);
  const int channels = channels_axis(window.channels_last, kAxes + 2), first = first_spatial_axis(window.channels_last);
  const FilterSizes sizes = filter_sizes<kDepthwise>(filter, kAxes);
  Convolution conv;
  conv.kind = kind;
  conv.dtype = dtype;
  conv.channels_last = window.channels_last;
  conv.axes = kAxes;
  conv.batch = input[0];
  conv.in_channels = input[channels];
  conv.out_channels = sizes.out;
  conv.groups = sizes.group_in == 0 ? 1 : conv.in_channels / sizes.group_in;
  for (int i = 0; i < kAxes; ++i) {
    const WindowAxis axis = slide(ctx.op().name, input[first + i], sizes.spatial[i], window.dilation[i],
                                  window.stride[i], window.padding, window.before[i], window.after[i]);
    conv.in[i] = input[first + i];
    conv.out[i] = axis.out;
    conv.filter[i] = sizes.spatial[i];
    conv.stride[i] = window.stride[i];
    conv.dilation[i] = window.dilation[i];
    conv.pad_before[i] = axis.before;
    conv.pad_after[i] = axis.after;
  }
  return conv;
}

inline int64_t multiplications(const Convolution& conv) {
  int64_t work = conv.batch * conv.out_channels * (conv.groups == 0 ? 0 : conv.in_channels / conv.groups);
  for (int i = 0; i < conv.axes; ++i) work *= conv.out[i] * conv.filter[i];
  return work;
}

// Multiplications that take some tenths of a second.
inline constexpr int64_t kMostByOneDnn = int64_t{1} << 34, kMostByLoops = int64_t{1} << 32;

// Calls run(conv, x, y, result) for some images at a time where all take so long that Ctrl-C should not wait for them.
// Filters' gradients of half precision are not summed up from parts.
template <class Run>
void in_parts(const Convolution& conv, const Tensor& x, const Tensor& y, const Tensor& result, int64_t most,
              const Run& run) {
  const DType dtype = result.dtype();
  const bool sums = conv.kind == ConvolutionKind::kBackwardFilter;
  const int64_t work = multiplications(conv);
  if (work <= most || conv.batch < 2 || (sums && dtype_size(dtype) < 4))
    return run(conv, x.raw(), y.raw(), result.raw());
  const int64_t parts = std::min(conv.batch, work / most + 1), at_once = (conv.batch + parts - 1) / parts;
  const Tensor part_of_sum = sums ? Tensor::allocate(dtype, result.shape()) : result;
  for (int64_t from = 0; from < conv.batch; from += at_once) {
    if (from > 0) check_stop();
    Convolution part = conv;
    part.batch = std::min(at_once, conv.batch - from);
    const auto images = [&](const Tensor& of) {
      return static_cast<char*>(of.raw()) + of.num_elements() / conv.batch * from * dtype_size(of.dtype());
    };
    switch (conv.kind) {
      case ConvolutionKind::kForward:
        run(part, images(x), y.raw(), images(result));
        break;
      case ConvolutionKind::kBackwardInput:
        run(part, x.raw(), images(y), images(result));
        break;
      case ConvolutionKind::kBackwardFilter:
        run(part, images(x), images(y), from == 0 ? result.raw() : part_of_sum.raw());
        if (from > 0) binary_elementwise(BinaryCode::kAdd, result, part_of_sum, result);
        break;
    }
  }
}

// Multiplications from which oneDNN is worth its call, and zero where anything is empty.
inline bool is_large(const Convolution& conv) {
  for (int i = 0; i < conv.axes; ++i)
    if (conv.in[i] == 0) return false;
  return multiplications(conv) >= 60'000;
}

inline bool suits_onednn(const Convolution& conv) { return is_large(conv) && !loops_are_fastest(conv); }

// Runs `conv` by oneDNN where kFast and that takes it, else by our loops. `kept`, of a forward one, has its filter.
template <bool kFast>
void run_convolution(const Convolution& conv, const Tensor& x, const Tensor& y, const Tensor& result,
                     onednn::PackedFilter* kept = nullptr) {
  const bool fast = kFast && suits_onednn(conv);
  in_parts(conv, x, y, result, fast ? kMostByOneDnn : kMostByLoops,
           [&](const Convolution& part, const void* part_x, const void* part_y, void* part_result) {
             if (fast && onednn::convolve(part, part_x, part_y, part_result, nullptr, kept ? &y : nullptr, kept))
               return;
             convolve_by_loops(part, part_x, part_y, part_result);
           });
}
inline bool if_onednn_convolves(const KernelContext& ctx) {
  const DType dtype = ctx.input(ctx.num_inputs() - 1).dtype();
  return (dtype == DType::kFloat32 || dtype == DType::kBfloat16) && onednn::supports(dtype);
}

// The attr that lets a convolution keep its filter as oneDNN wants it; a pass sets it.
inline constexpr const char* kKeepsFilter = "_keeps_filter";

// The place where this convolution keeps its filter, null where it must not.
inline Ref<onednn::PackedFilter> kept_filter(const KernelContext& ctx, const Tensor& filter) {
  const AttrValue* keeps = ctx.attrs().find(kKeepsFilter);
  if (!keeps || !std::get<bool>(*keeps) || !filter.rep()->buffer || !filter.rep()->buffer->owned()) return {};
  return kept_state<onednn::PackedFilter>(ctx, [] { return make_ref<onednn::PackedFilter>(); });
}

template <int kAxes, bool kDepthwise, bool kFast>
void convolution_cpu(KernelContext& ctx) {
  const Tensor &input = ctx.input(0), &filter = ctx.input(1);
  const Tensor out = ctx.output(0);
  const Convolution conv =
      geometry<kAxes, kDepthwise>(ctx, ConvolutionKind::kForward, input.dtype(), input.shape(), filter.shape());
  const Ref<onednn::PackedFilter> kept = kFast && kAxes == 2 ? kept_filter(ctx, filter) : Ref<onednn::PackedFilter>();
  run_convolution<kFast>(conv, input, filter, out, kept.get());
}

// The shape that an input of sizes holds; where only spatial extents are given, batch and channels come from elsewhere.
template <int kAxes>
Shape complete_sizes(ShapeContext& ctx, int input, bool channels_last, int64_t batch, int64_t channels) {
  Shape sizes = ctx.constant_as_shape(input);
  if (!sizes.has_rank()) {
    sizes = Shape::filled(kAxes + 2, kUnknown);
    sizes.set(0, batch);
    return sizes;
  }
  if (sizes.rank() == kAxes) {
    sizes.insert(0, batch);
    sizes.insert(channels_axis(channels_last, kAxes + 2), channels);
  }
  if (sizes.rank() != kAxes + 2)
    ctx.fail(ctx.op().inputs[input].name, " must have ", kAxes, " or ", kAxes + 2, " values, but got: ", sizes.rank());
  return sizes;
}

template <int kAxes, bool kDepthwise>
void backward_input_shape(ShapeContext& ctx) {
  const WindowAttrs window = window_attrs(ctx, kAxes);
  const Shape filter = ctx.with_rank(1, kAxes + 2), dy = ctx.with_rank(2, kAxes + 2);
  const Shape sizes = complete_sizes<kAxes>(ctx, 0, window.channels_last, dy[0], filter[kAxes]);
  const Shape expected = convolved_shape<kAxes, kDepthwise>(ctx, sizes, filter);
  if (!expected.compatible(dy))
    ctx.fail("Size of out_backprop doesn't match computed: actual = ", dy, ", computed = ", expected, " for input ",
             sizes, " and filter ", filter);
  ctx.set_output(0, sizes);
}

template <int kAxes, bool kDepthwise, bool kFast>
void backward_input_cpu(KernelContext& ctx) {
  const Tensor &filter = ctx.input(1), &dy = ctx.input(2);
  const Tensor dx = ctx.output(0);
  const Convolution conv =
      geometry<kAxes, kDepthwise>(ctx, ConvolutionKind::kBackwardInput, dy.dtype(), dx.shape(), filter.shape());
  run_convolution<kFast>(conv, filter, dy, dx);
}

template <int kAxes, bool kDepthwise>
void backward_filter_shape(ShapeContext& ctx) {
  const Shape input = ctx.with_rank(0, kAxes + 2), dy = ctx.with_rank(2, kAxes + 2);
  Shape sizes = ctx.constant_as_shape(1);
  if (!sizes.has_rank()) sizes = Shape::filled(kAxes + 2, kUnknown);
  if (sizes.rank() != kAxes + 2) ctx.fail("filter_sizes must have ", kAxes + 2, " values, but got: ", sizes.rank());
  const Shape expected = convolved_shape<kAxes, kDepthwise>(ctx, input, sizes);
  if (!expected.compatible(dy))
    ctx.fail("Size of out_backprop doesn't match computed: actual = ", dy, ", computed = ", expected, " for input ",
             input, " and filter ", sizes);
  ctx.set_output(0, sizes);
}

template <int kAxes, bool kDepthwise, bool kFast>
void backward_filter_cpu(KernelContext& ctx) {
  const Tensor &input = ctx.input(0), &dy = ctx.input(2);
  const Tensor dfilter = ctx.output(0);
  const Convolution conv =
      geometry<kAxes, kDepthwise>(ctx, ConvolutionKind::kBackwardFilter, dy.dtype(), input.shape(), dfilter.shape());
  run_convolution<kFast>(conv, input, dy, dfilter);
}

// The window attrs of `ctx`, for a related op that has the same ones.
inline Attrs same_window(GradientContext& ctx) {
  Attrs attrs;
  for (const char* name : {"strides", "dilations", "explicit_paddings"})
    if (ctx.op().attr(name) != nullptr) attrs.set(name, ctx.attr<std::vector<int64_t>>(name));
  for (const char* name : {"padding", "data_format"}) attrs.set(name, ctx.attr<std::string>(name));
  return attrs;
}

template <FixedString BackwardInput, FixedString BackwardFilter>
Values convolution_grad(GradientContext& ctx) {
  const Attrs attrs = same_window(ctx);
  const Value &x = ctx.input(0), &filter = ctx.input(1), dy = ctx.grad();
  Values grads(2);
  if (ctx.wants(0)) grads[0] = op<BackwardInput>({build::shape_of(x), filter, dy}, attrs);
  if (ctx.wants(1)) grads[1] = op<BackwardFilter>({x, build::shape_of(filter), dy}, attrs);
  return grads;
}

template <FixedString Forward, FixedString BackwardFilter>
Values backward_input_grad(GradientContext& ctx) {
  const Attrs attrs = same_window(ctx);
  const Value &filter = ctx.input(1), &dy = ctx.input(2), ddx = ctx.grad();
  Values grads(3);
  if (ctx.wants(1)) grads[1] = op<BackwardFilter>({ddx, build::shape_of(filter), dy}, attrs);
  if (ctx.wants(2)) grads[2] = op<Forward>({ddx, filter}, attrs);
  return grads;
}

template <FixedString Forward, FixedString BackwardInput>
Values backward_filter_grad(GradientContext& ctx) {
  const Attrs attrs = same_window(ctx);
  const Value &x = ctx.input(0), &dy = ctx.input(2), ddfilter = ctx.grad();
  Values grads(3);
  if (ctx.wants(0)) grads[0] = op<BackwardInput>({build::shape_of(x), ddfilter, dy}, attrs);
  if (ctx.wants(2)) grads[2] = op<Forward>({x, ddfilter}, attrs);
  return grads;
}

}  // namespace graphwright
