// Conv: the convolution over two or three axes, behind any number of batch axes, by Conv2D and Conv3D.
#include "op/build.h"
#include "op/run_op.h"
#include "op/vectorize.h"
#include "ops/array_args.h"
#include "ops/nn/sliding_window.h"

namespace graphwright {
namespace {

struct Plan {
  const OpDef* op;
  Attrs attrs;
  int batch_axes;
};

template <class Context>
Plan plan_of(Context& ctx, int rank) {
  const int64_t groups = ctx.template attr<int64_t>("groups");
  if (groups != static_cast<int32_t>(groups)) ctx.fail("Attr groups has value ", groups, " out of range for an int32");
  if (groups != 1)
    throw Error(Code::kUnimplemented, "Grouped/Depthwise Convolutions are not supported yet.", ctx.op().name);
  const int64_t batch_axes = ctx.template attr<int64_t>("batch_dims");
  const int64_t axes = rank - 1 - batch_axes;
  if (batch_axes < 0 || (axes != 2 && axes != 3))
    ctx.fail("The input must have 2 or 3 spatial dimensions but got ", axes);
  const bool last = is_channels_last(ctx.template attr<std::string>("data_format"));
  if (!last)
    throw Error(Code::kUnimplemented,
                "Conv currently only supports the CHANNELS_LAST format on the CPU. The op was given CHANNELS_FIRST",
                ctx.op().name);
  const std::string padding = ctx.template attr<std::string>("padding");
  auto strides = ctx.template attr<std::vector<int64_t>>("strides");
  auto dilations = ctx.template attr<std::vector<int64_t>>("dilations");
  const size_t count = static_cast<size_t>(axes) + 2;
  if (dilations.empty()) dilations.assign(count, 1);
  if (strides.size() != count) ctx.fail("Sliding window strides field must specify ", count, " dimensions");
  if (dilations.size() != count) ctx.fail("Dilation rates field must specify ", count, " dimensions");
  for (const auto* list : {&strides, &dilations})
    if (list->front() != 1 || list->back() != 1)
      ctx.fail("Current implementation does not support ", list == &strides ? "strides" : "dilations",
               " in the batch and depth dimensions.");
  Attrs attrs{{"strides", strides}, {"dilations", dilations}, {"padding", padding}};
  if (axes == 2) {
    attrs.set("explicit_paddings", ctx.template attr<std::vector<int64_t>>("explicit_paddings"));
  } else if (padding == "EXPLICIT") {
    throw Error(Code::kUnimplemented, "there is no explicit padding of three axes", ctx.op().name);
  }
  return {axes == 2 ? &op_def<"Conv2D">() : &op_def<"Conv3D">(), attrs, static_cast<int>(batch_axes)};
}

// The batch axes as one, and back.
Shape merged(const Shape& shape, int batch_axes) {
  Shape found{1};
  for (int axis = 0; axis < batch_axes; ++axis)
    found.set(0, found[0] < 0 || shape[axis] < 0 ? kUnknown : found[0] * shape[axis]);
  for (int axis = batch_axes; axis < shape.rank(); ++axis) found.append(shape[axis]);
  return found;
}
Shape split(const Shape& shape, const Shape& batch, int batch_axes) {
  Shape found{};
  for (int axis = 0; axis < batch_axes; ++axis) found.append(batch[axis]);
  for (int axis = 1; axis < shape.rank(); ++axis) found.append(shape[axis]);
  return found;
}

void conv_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  ctx.set_output(0, Shape::unknown());
  if (!x.has_rank()) return;
  const Plan plan = plan_of(ctx, x.rank());
  const int axes = x.rank() - 1 - plan.batch_axes;
  const Shape filter = ctx.with_rank(1, axes + 2);
  const int64_t depth = x[x.rank() - 1], filter_depth = filter[axes];
  if (depth >= 0 && filter_depth >= 0 && depth != filter_depth)
    ctx.fail("Input depth must be equal to filter depth: ", depth, " vs ", filter_depth);
  const auto strides = ctx.attr<std::vector<int64_t>>("strides");
  auto dilations = ctx.attr<std::vector<int64_t>>("dilations");
  if (dilations.empty()) dilations.assign(strides.size(), 1);
  const auto paddings = ctx.attr<std::vector<int64_t>>("explicit_paddings");
  const std::string padding = ctx.attr<std::string>("padding");
  if (padding == "EXPLICIT" && paddings.size() != 2 * strides.size())
    ctx.fail("explicit_paddings attribute must contain ", 2 * strides.size(), " values, but got: ", paddings.size());
  Shape out = merged(x, plan.batch_axes);
  for (int i = 1; i <= axes; ++i) {
    if (strides[i] <= 0 || dilations[i] <= 0) ctx.fail("strides and dilations must be positive");
    const bool given = padding == "EXPLICIT";
    out.set(i, slide(ctx.op().name, out[i], filter[i - 1], dilations[i], strides[i], padding,
                     given ? paddings[2 * i] : 0, given ? paddings[2 * i + 1] : 0)
                   .out);
  }
  out.set(axes + 1, filter[axes + 1]);
  ctx.set_output(0, split(out, x, plan.batch_axes));
}

void conv(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Plan plan = plan_of(ctx, x.shape().rank());
  if (ctx.input(1).num_elements() == 0)
    ctx.fail("filter must not have zero elements (i.e. all dimensions must be non-zero), got ", ctx.input(1).shape());
  const Value inputs[] = {x.reshaped(merged(x.shape(), plan.batch_axes)), ctx.input(1)};
  Values outputs;
  run_op(*plan.op, inputs, plan.attrs, outputs);
  const Tensor found(outputs[0]);
  ctx.set_output(0, found.reshaped(split(found.shape(), x.shape(), plan.batch_axes)));
}

// Rows of the input are one more axis of examples.
void conv_rows(VectorizeContext& ctx) {
  if (ctx.rows(1)) return;
  Attrs attrs = ctx.attrs();
  attrs.set("batch_dims", ctx.attr<int64_t>("batch_dims") + 1);
  const Value inputs[] = {ctx.stacked(0), ctx.value(1)};
  ctx.set_all(inputs, attrs);
}

DEFINE_OP("Conv")
    .input("input: T")
    .input("filter: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double, int32}")
    .attr("strides: list(int)")
    .attr("padding: {'SAME', 'VALID', 'EXPLICIT'}")
    .attr("explicit_paddings: list(int) = []")
    .attr("data_format: {'CHANNELS_FIRST', 'CHANNELS_LAST'} = 'CHANNELS_LAST'")
    .attr("dilations: list(int) = []")
    .attr("batch_dims: int = 1")
    .attr("groups: int = 1")
    .doc("The convolution over two or three axes, behind `batch_dims` axes of examples.")
    .shape(conv_shape)
    .kernel(CPU, conv)
    .vectorize(conv_rows);

}  // namespace
}  // namespace graphwright
