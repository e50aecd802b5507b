// Numbers rounded to those that few bits could hold, for training: FakeQuantWithMinMaxArgs, …Vars and …VarsPerChannel.
#include <cmath>

#include "base/parallel.h"
#include "op/build.h"
#include "op/context.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

constexpr int64_t kGrain = 16384;

// The numbers that there are: min, min + scale, … max, with zero among them.
struct Grid {
  float min, max, scale, per_unit;
  bool nothing;  // the range is the number zero
};

Grid nudged(float min, float max, int64_t bits, bool narrow) {
  const float lowest = narrow ? 1.0f : 0.0f, highest = static_cast<float>((int64_t{1} << bits) - 1);
  const float scale = (max - min) / (highest - lowest), from_min = lowest - min / scale;
  const float zero = from_min < lowest ? lowest : from_min > highest ? highest : std::round(from_min);
  return {(lowest - zero) * scale, (highest - zero) * scale, scale, (highest - lowest) / (max - min),
          min == 0 && max == 0};
}

float rounded(const Grid& grid, float x) {
  if (grid.nothing) return 0.0f;
  x = x > grid.max ? grid.max : x;  // NaN stays
  x = x < grid.min ? grid.min : x;
  return std::floor((x - grid.min) * grid.per_unit + 0.5f) * grid.scale + grid.min;
}
bool within(const Grid& grid, float x) { return grid.nothing || (x >= grid.min && x <= grid.max); }

template <class Context>
int64_t checked_bits(Context& ctx) {
  const int64_t bits = ctx.template attr<int64_t>("num_bits");
  if (bits < 2 || bits > 16) ctx.fail("num_bits must be between 2 and 16, inclusive, got ", bits);
  return bits;
}
Grid grid_of_args(KernelContext& ctx) {
  const float min = ctx.attr<float>("min"), max = ctx.attr<float>("max");
  if (!(min < max)) ctx.fail("min has to be smaller than max, was: ", min, " >= ", max);
  return nudged(min, max, checked_bits(ctx), ctx.attr<bool>("narrow_range"));
}
Grid grid_at(KernelContext& ctx, int min, int64_t i, int64_t bits) {
  return nudged(ctx.input(min).data<float>()[i], ctx.input(min + 1).data<float>()[i], bits,
                ctx.attr<bool>("narrow_range"));
}

void round_all(const Tensor& x, const Tensor& y, const Grid& grid) {
  parallel_for(x.num_elements(), kGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) y.data<float>()[i] = rounded(grid, x.data<float>()[i]);
  });
}
void check_same_size(KernelContext& ctx) {
  if (ctx.input(0).shape() != ctx.input(1).shape())
    ctx.fail("gradient and input must be the same size, got ", ctx.input(0).shape(), " and ", ctx.input(1).shape());
}

// ---- a range from attrs ----

void unchanged_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }
void same_shapes(ShapeContext& ctx) {
  if (!ctx.input(0).compatible(ctx.input(1)))
    ctx.fail("gradient and input must be the same size, got ", ctx.input(0), " and ", ctx.input(1));
  ctx.set_output(0, ctx.input(0).merge(ctx.input(1)));
}

void args_cpu(KernelContext& ctx) { round_all(ctx.input(0), ctx.output(0), grid_of_args(ctx)); }
void args_gradient_cpu(KernelContext& ctx) {
  check_same_size(ctx);
  const Tensor &dy = ctx.input(0), &x = ctx.input(1), dx = ctx.output(0);
  const Grid grid = grid_of_args(ctx);
  for (int64_t i = 0; i < x.num_elements(); ++i)
    dx.data<float>()[i] = dy.data<float>()[i] * (within(grid, x.data<float>()[i]) ? 1.0f : 0.0f);
}
Values args_grad(GradientContext& ctx) {
  return {op<"FakeQuantWithMinMaxArgsGradient">({ctx.grad(), ctx.input(0)}, ctx.attrs())};
}

DEFINE_OP("FakeQuantWithMinMaxArgs")
    .input("inputs: float")
    .output("outputs: float")
    .attr("min: float = -6.0")
    .attr("max: float = 6.0")
    .attr("num_bits: int = 8")
    .attr("narrow_range: bool = false")
    .doc("Rounds numbers to those that num_bits can tell apart between min and max.")
    .shape(unchanged_shape)
    .kernel(CPU, args_cpu)
    .gradient(args_grad)
    .vectorize(vectorize::leading_axes);

DEFINE_OP("FakeQuantWithMinMaxArgsGradient")
    .input("gradients: float")
    .input("inputs: float")
    .output("backprops: float")
    .attr("min: float = -6.0")
    .attr("max: float = 6.0")
    .attr("num_bits: int = 8")
    .attr("narrow_range: bool = false")
    .doc("The gradient where the input is within the range, else zero.")
    .shape(same_shapes)
    .kernel(CPU, args_gradient_cpu)
    .no_gradient("steps have none")
    .vectorize(vectorize::leading_axes);

// ---- a range from tensors ----

void check_scalars(KernelContext& ctx, int first) {
  for (int i : {first, first + 1})
    if (ctx.input(i).shape().rank() != 0)
      ctx.fail("`", i == first ? "min" : "max", "` must be rank 0 but is rank ", ctx.input(i).shape().rank());
}

void vars_shape(ShapeContext& ctx) {
  ctx.with_rank(1, 0);
  ctx.with_rank(2, 0);
  ctx.set_output(0, ctx.input(0));
}
void vars_cpu(KernelContext& ctx) {
  check_scalars(ctx, 1);
  round_all(ctx.input(0), ctx.output(0), grid_at(ctx, 1, 0, checked_bits(ctx)));
}
void vars_gradient_shape(ShapeContext& ctx) {
  same_shapes(ctx);
  ctx.with_rank(2, 0);
  ctx.with_rank(3, 0);
  ctx.set_output(1, Shape());
  ctx.set_output(2, Shape());
}
// What goes to the input, and to the bounds that it lies beyond, for rows of `channels` elements.
void gradients_cpu(KernelContext& ctx, int64_t channels) {
  check_same_size(ctx);
  const Tensor &dy = ctx.input(0), &x = ctx.input(1), dx = ctx.output(0), to_min = ctx.output(1),
               to_max = ctx.output(2);
  const int64_t bits = checked_bits(ctx);
  for (int64_t c = 0; c < channels; ++c) {
    const Grid grid = grid_at(ctx, 2, c, bits);
    float below = 0, above = 0;
    for (int64_t i = c; i < x.num_elements(); i += channels) {
      const float value = x.data<float>()[i], gradient = dy.data<float>()[i];
      dx.data<float>()[i] = gradient * (within(grid, value) ? 1.0f : 0.0f);
      if (grid.nothing) continue;
      below += gradient * (value < grid.min ? 1.0f : 0.0f);  // NaN counts everywhere
      above += gradient * (value > grid.max ? 1.0f : 0.0f);
    }
    to_min.data<float>()[c] = below;
    to_max.data<float>()[c] = above;
  }
}
void vars_gradient_cpu(KernelContext& ctx) {
  check_scalars(ctx, 2);
  gradients_cpu(ctx, 1);
}
Values vars_grad(GradientContext& ctx) {
  return ops<"FakeQuantWithMinMaxVarsGradient">({ctx.grad(), ctx.input(0), ctx.input(1), ctx.input(2)}, ctx.attrs());
}

// Rows that share their range are rounded together; false where they do not, or gradients of the range are asked for.
template <bool kGradient>
bool vectorize_one_range(VectorizeContext& ctx) {
  if (kGradient || ctx.any_rows(1, 3)) return false;
  ctx.set_all(Values{ctx.value(0), ctx.value(1), ctx.value(2)});
  return true;
}

// Rows with ranges of their own, or with gradients of their ranges, are channels.
template <bool kGradient>
void vars_vectorize(VectorizeContext& ctx) {
  constexpr int kRange = kGradient ? 2 : 1;
  const int rank = ctx.row_rank(0);
  if (vectorize_one_range<kGradient>(ctx)) return;
  if (rank < 0) return;
  Values inputs;
  for (int i = 0; i < kRange; ++i) inputs.push_back(VectorizeContext::rows_at(ctx.stacked(i), rank, rank));
  for (int i = kRange; i < kRange + 2; ++i) inputs.push_back(ctx.stacked(i));
  Values found = kGradient ? ops<"FakeQuantWithMinMaxVarsPerChannelGradient">(inputs, ctx.attrs())
                           : ops<"FakeQuantWithMinMaxVarsPerChannel">(inputs, ctx.attrs());
  ctx.set(0, VectorizeContext::rows_to_front(found[0], rank, rank));
  for (int i = 1; i < ctx.num_outputs(); ++i) ctx.set(i, found[i]);
}
// The channels of rows are further channels.
template <bool kGradient>
void channels_vectorize(VectorizeContext& ctx) {
  constexpr int kRange = kGradient ? 2 : 1;
  const int rank = ctx.row_rank(0);
  if (vectorize_one_range<kGradient>(ctx)) return;
  if (rank < 1) return;
  Values inputs;
  for (int i = 0; i < kRange; ++i) inputs.push_back(ctx.in_last_axis(ctx.stacked(i), rank));
  for (int i = kRange; i < kRange + 2; ++i) inputs.push_back(ctx.merged(ctx.stacked(i)));
  Values found = call(ctx.op(), inputs, ctx.attrs());
  ctx.set(0, ctx.from_last_axis(found[0], rank));
  for (int i = 1; i < ctx.num_outputs(); ++i) ctx.set(i, ctx.split(found[i], i));
}

DEFINE_OP("FakeQuantWithMinMaxVars")
    .input("inputs: float")
    .input("min: float")
    .input("max: float")
    .output("outputs: float")
    .attr("num_bits: int = 8")
    .attr("narrow_range: bool = false")
    .doc("Rounds numbers to those that num_bits can tell apart between min and max.")
    .shape(vars_shape)
    .kernel(CPU, vars_cpu)
    .gradient(vars_grad)
    .vectorize(vars_vectorize<false>);

DEFINE_OP("FakeQuantWithMinMaxVarsGradient")
    .input("gradients: float")
    .input("inputs: float")
    .input("min: float")
    .input("max: float")
    .output("backprops_wrt_input: float")
    .output("backprop_wrt_min: float")
    .output("backprop_wrt_max: float")
    .attr("num_bits: int = 8")
    .attr("narrow_range: bool = false")
    .doc("Where the input is within the range, the gradient is the input's; else that of the bound it is beyond.")
    .shape(vars_gradient_shape)
    .kernel(CPU, vars_gradient_cpu)
    .no_gradient("steps have none")
    .vectorize(vars_vectorize<true>);

// ---- a range for each channel ----

// The number of channels, the last axis, where it is known.
int64_t known_channels(ShapeContext& ctx, int input, int min) {
  const Shape x = ctx.with_rank_at_least(input, 1);
  int64_t channels = x.has_rank() ? x[x.rank() - 1] : kUnknown;
  for (int i : {min, min + 1}) {
    const Shape range = ctx.with_rank(i, 1);
    const int64_t size = range.has_rank() ? range[0] : kUnknown;
    if (size >= 0 && channels >= 0 && size != channels)
      ctx.fail(i == min ? "min" : "max", " has incorrect size, expected ", channels, " was ", size);
    channels = std::max(channels, size);
  }
  return channels;
}
int64_t checked_channels(KernelContext& ctx, int input, int min) {
  const Shape& x = ctx.input(input).shape();
  if (x.rank() < 1) ctx.fail("inputs must have at least one axis, got ", x);
  const int64_t channels = x[x.rank() - 1];
  for (int i : {min, min + 1}) {
    const Shape& range = ctx.input(i).shape();
    if (range != Shape{channels})
      ctx.fail(i == min ? "min" : "max", " has incorrect size, expected ", channels, " was ", range);
  }
  return channels;
}
void channels_shape(ShapeContext& ctx) {
  const int64_t channels = known_channels(ctx, 0, 1);
  Shape shape = ctx.input(0);
  if (shape.has_rank()) shape.set(shape.rank() - 1, channels);
  ctx.set_output(0, shape);
}
void channels_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), y = ctx.output(0);
  const int64_t channels = checked_channels(ctx, 0, 1), bits = checked_bits(ctx);
  for (int64_t c = 0; c < channels; ++c) {
    const Grid grid = grid_at(ctx, 1, c, bits);
    for (int64_t i = c; i < x.num_elements(); i += channels) y.data<float>()[i] = rounded(grid, x.data<float>()[i]);
  }
}
void channels_gradient_shape(ShapeContext& ctx) {
  same_shapes(ctx);
  const int64_t channels = known_channels(ctx, 1, 2);
  ctx.set_output(1, Shape{channels});
  ctx.set_output(2, Shape{channels});
}
void channels_gradient_cpu(KernelContext& ctx) { gradients_cpu(ctx, checked_channels(ctx, 1, 2)); }
Values channels_grad(GradientContext& ctx) {
  return ops<"FakeQuantWithMinMaxVarsPerChannelGradient">({ctx.grad(), ctx.input(0), ctx.input(1), ctx.input(2)},
                                                          ctx.attrs());
}

DEFINE_OP("FakeQuantWithMinMaxVarsPerChannel")
    .input("inputs: float")
    .input("min: float")
    .input("max: float")
    .output("outputs: float")
    .attr("num_bits: int = 8")
    .attr("narrow_range: bool = false")
    .doc("Rounds numbers to those that num_bits can tell apart, with a range for each element of the last axis.")
    .shape(channels_shape)
    .kernel(CPU, channels_cpu)
    .gradient(channels_grad)
    .vectorize(channels_vectorize<false>);

DEFINE_OP("FakeQuantWithMinMaxVarsPerChannelGradient")
    .input("gradients: float")
    .input("inputs: float")
    .input("min: float")
    .input("max: float")
    .output("backprops_wrt_input: float")
    .output("backprop_wrt_min: float")
    .output("backprop_wrt_max: float")
    .attr("num_bits: int = 8")
    .attr("narrow_range: bool = false")
    .doc("Where the input is within its range, the gradient is the input's; else that of the bound it is beyond.")
    .shape(channels_gradient_shape)
    .kernel(CPU, channels_gradient_cpu)
    .no_gradient("steps have none")
    .vectorize(channels_vectorize<true>);

}  // namespace
}  // namespace graphwright
