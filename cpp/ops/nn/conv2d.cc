// Conv2D, with a bias where the passes have fused one into it, and its gradients.
#include "kernels/elementwise.h"
#include "op/gradient_needs.h"
#include "op/kernel_traits.h"
#include "op/xla_facts.h"
#include "ops/nn/convolution.h"
#include "ops/nn/convolution_vectorize.h"

namespace graphwright {
namespace {

using OnRows = ConvolutionOnRows<2, false>;

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
    .vectorize(OnRows::forward);

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
    .vectorize(OnRows::backward_input);

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
    .vectorize(OnRows::backward_filter);

template <bool kFast>
void biased_convolution_cpu(KernelContext& ctx) {
  const Tensor &input = ctx.input(0), &filter = ctx.input(1), &bias = ctx.input(2);
  const Tensor out = ctx.output(0);
  Convolution conv = geometry<2, false>(ctx, ConvolutionKind::kForward, input.dtype(), input.shape(), filter.shape());
  if (kFast && is_large(conv)) {
    conv.bias = true;
    const Ref<onednn::PackedFilter> kept = kept_filter(ctx, filter);
    bool done = true;
    in_parts(conv, input, filter, out, kMostByOneDnn,
             [&](const Convolution& part, const void* x, const void* y, void* result) {
               done = done && onednn::convolve(part, x, y, result, bias.raw(), &filter, kept.get());
             });
    if (done) return;
    conv.bias = false;
  }
  run_convolution<kFast>(conv, input, filter, out);
  if (out.num_elements() > 0) binary_elementwise(BinaryCode::kAdd, out, bias, out);
}

// Conv2D plus a number for each output channel, the last axis.
DEFINE_OP("_BiasedConv2D")
    .input("input: T")
    .input("filter: T")
    .input("bias: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double, int32}")
    .attr("strides: list(int)")
    .attr("use_cudnn_on_gpu: bool = true")
    .attr("padding: {'SAME', 'VALID', 'EXPLICIT'}")
    .attr("explicit_paddings: list(int) = []")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .attr("dilations: list(int) = [1, 1, 1, 1]")
    .doc("Conv2D plus a number for each output channel.")
    .shape(convolution_shape<2, false>)
    .kernel(CPU, biased_convolution_cpu<false>)
    .kernel(CPU, Engine::kOneDnn, biased_convolution_cpu<true>, if_onednn_convolves)
    .no_gradient("made after gradients are");

const GradientNeedsOf inputs_do{GradientNeeds::kInputs, {"Conv2D"}};
const KernelTraitOf cannot_fail{KernelTrait::kCannotFail, {"Conv2D", "_BiasedConv2D"}};

XLA_MUST_KNOW({"Conv2DBackpropFilter"}, {"filter_sizes"});
XLA_MUST_KNOW({"Conv2DBackpropInput"}, {"input_sizes"});

}  // namespace
}  // namespace graphwright
