// Conv2D and its gradients.
#include "op/batch.h"
#include "op/gradient_needs.h"
#include "ops/convolution.h"

namespace graphwright {
namespace {

bool channels_last(const BatchContext& ctx) { return ctx.attr<std::string>("data_format") == "NHWC"; }

// Filters of their own for each row are groups of one convolution over the channels of all rows.
void conv2d_batch(BatchContext& ctx) {
  if (!ctx.rows(1)) return batch::examples<1>(ctx);
  if (!channels_last(ctx)) return;
  Values inputs{ctx.in_last_axis(ctx.stacked(0), 4), ctx.in_last_axis(ctx.value(1), 4)};
  ctx.set(0, ctx.from_last_axis(call(ctx.op(), inputs, ctx.attrs())[0], 4));
}

// output[n, y, x, o] = sum over dy, dx, i of input[n, y * stride + dy, x * stride + dx, i] * filter[dy, dx, i, o].
DEFINE_OP("Conv2D")
    .input("input: T")
    .input("filter: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double, int32}")
    .attr("strides: list(int)")
    .attr("use_cudnn_on_gpu: bool = true")
    .attr("padding: {'SAME', 'VALID', 'EXPLICIT'}")
    .attr("explicit_paddings: list(int) = []")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .attr("dilations: list(int) = [1, 1, 1, 1]")
    .doc("Convolves images with filters of shape [height, width, in_channels / groups, out_channels].")
    .shape(convolution_shape<2, false>)
    .kernel(CPU, convolution_cpu<2, false, false>)
    .kernel(CPU, Engine::kOneDnn, convolution_cpu<2, false, true>, if_onednn_convolves)
    .gradient(convolution_grad<"Conv2DBackpropInput", "Conv2DBackpropFilter">)
    .batch(conv2d_batch);

void backward_input_batch(BatchContext& ctx) {
  if (ctx.rows(0)) return;
  if (!ctx.rows(1)) {
    Values inputs{ctx.merged_sizes(ctx.value(0)), ctx.value(1), ctx.merged(ctx.value(2))};
    return ctx.set(0, ctx.split(call(ctx.op(), inputs, ctx.attrs())[0]));
  }
  if (!channels_last(ctx)) return;
  Value factors = op<"ConcatV2">(
      {build::ints({1, 1, 1}), build::reshape(ctx.num_rows(), build::ints({1})), build::number(DType::kInt32, 0)},
      {{"N", int64_t{2}}});
  Values inputs{build::mul(ctx.value(0), factors), ctx.in_last_axis(ctx.value(1), 4),
                ctx.in_last_axis(ctx.stacked(2), 4)};
  ctx.set(0, ctx.from_last_axis(call(ctx.op(), inputs, ctx.attrs())[0], 4));
}

// The input's gradient: every output gradient spread over its window by the filter.
DEFINE_OP("Conv2DBackpropInput")
    .input("input_sizes: int32")
    .input("filter: T")
    .input("out_backprop: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double, int32}")
    .attr("strides: list(int)")
    .attr("use_cudnn_on_gpu: bool = true")
    .attr("padding: {'SAME', 'VALID', 'EXPLICIT'}")
    .attr("explicit_paddings: list(int) = []")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .attr("dilations: list(int) = [1, 1, 1, 1]")
    .doc("The gradient of Conv2D with respect to its input, and the transposed convolution.")
    .shape(backward_input_shape<2, false>)
    .kernel(CPU, backward_input_cpu<2, false, false>)
    .kernel(CPU, Engine::kOneDnn, backward_input_cpu<2, false, true>, if_onednn_convolves)
    .gradient(backward_input_grad<"Conv2D", "Conv2DBackpropFilter">)
    .batch(backward_input_batch);

void backward_filter_batch(BatchContext& ctx) {
  if (ctx.rows(1) || !channels_last(ctx)) return;
  Value input = ctx.rows(0) ? ctx.in_last_axis(ctx.value(0), 4) : ctx.value(0);
  Value factors = op<"ConcatV2">(
      {build::ints({1, 1, 1}), build::reshape(ctx.num_rows(), build::ints({1})), build::number(DType::kInt32, 0)},
      {{"N", int64_t{2}}});
  Values inputs{input, build::mul(ctx.value(1), factors), ctx.in_last_axis(ctx.stacked(2), 4)};
  ctx.set(0, ctx.from_last_axis(call(ctx.op(), inputs, ctx.attrs())[0], 4));
}

// The filter's gradient: every input window times its output gradient, summed.
DEFINE_OP("Conv2DBackpropFilter")
    .input("input: T")
    .input("filter_sizes: int32")
    .input("out_backprop: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double}")
    .attr("strides: list(int)")
    .attr("use_cudnn_on_gpu: bool = true")
    .attr("padding: {'SAME', 'VALID', 'EXPLICIT'}")
    .attr("explicit_paddings: list(int) = []")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .attr("dilations: list(int) = [1, 1, 1, 1]")
    .doc("The gradient of Conv2D with respect to its filter.")
    .shape(backward_filter_shape<2, false>)
    .kernel(CPU, backward_filter_cpu<2, false, false>)
    .kernel(CPU, Engine::kOneDnn, backward_filter_cpu<2, false, true>, if_onednn_convolves)
    .gradient(backward_filter_grad<"Conv2D", "Conv2DBackpropInput">)
    .batch(backward_filter_batch);

const GradientNeedsOf inputs_do{GradientNeeds::kInputs, {"Conv2D"}};

}  // namespace
}  // namespace graphwright
