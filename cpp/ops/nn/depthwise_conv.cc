// The depthwise convolution, which has a filter per input channel, and its gradients.
#include "op/xla_facts.h"
#include "ops/nn/convolution.h"
#include "ops/nn/convolution_vectorize.h"

namespace graphwright {
namespace {

using OnRows = ConvolutionOnRows<2, true>;

// output[n, y, x, c * m + q] = sum over dy, dx of input[n, y * stride + dy, x * stride + dx, c] * filter[dy, dx, c, q].
DEFINE_OP("DepthwiseConv2dNative")
    .input("input: T")
    .input("filter: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double}")
    .attr("strides: list(int)")
    .attr("padding: {'SAME', 'VALID', 'EXPLICIT'}")
    .attr("explicit_paddings: list(int) = []")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .attr("dilations: list(int) = [1, 1, 1, 1]")
    .doc("Convolves each channel with its own filters, of shape [height, width, channels, multiplier].")
    .shape(convolution_shape<2, true>)
    .kernel(CPU, convolution_cpu<2, true, false>)
    .kernel(CPU, Engine::kOneDnn, convolution_cpu<2, true, true>, if_onednn_convolves)
    .gradient(convolution_grad<"DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropFilter">)
    .vectorize(OnRows::forward);

// The input's gradient: every output gradient spread over its window by the filter.
DEFINE_OP("DepthwiseConv2dNativeBackpropInput")
    .input("input_sizes: int32")
    .input("filter: T")
    .input("out_backprop: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double}")
    .attr("strides: list(int)")
    .attr("padding: {'SAME', 'VALID', 'EXPLICIT'}")
    .attr("explicit_paddings: list(int) = []")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .attr("dilations: list(int) = [1, 1, 1, 1]")
    .doc("The gradient of DepthwiseConv2dNative with respect to its input, and the transposed convolution.")
    .shape(backward_input_shape<2, true>)
    .kernel(CPU, backward_input_cpu<2, true, false>)
    .kernel(CPU, Engine::kOneDnn, backward_input_cpu<2, true, true>, if_onednn_convolves)
    .gradient(backward_input_grad<"DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropFilter">)
    .vectorize(OnRows::backward_input);

// The filter's gradient: every input window times its output gradient, summed.
DEFINE_OP("DepthwiseConv2dNativeBackpropFilter")
    .input("input: T")
    .input("filter_sizes: int32")
    .input("out_backprop: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double}")
    .attr("strides: list(int)")
    .attr("padding: {'SAME', 'VALID', 'EXPLICIT'}")
    .attr("explicit_paddings: list(int) = []")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .attr("dilations: list(int) = [1, 1, 1, 1]")
    .doc("The gradient of DepthwiseConv2dNative with respect to its filter.")
    .shape(backward_filter_shape<2, true>)
    .kernel(CPU, backward_filter_cpu<2, true, false>)
    .kernel(CPU, Engine::kOneDnn, backward_filter_cpu<2, true, true>, if_onednn_convolves)
    .gradient(backward_filter_grad<"DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropInput">)
    .vectorize(OnRows::backward_filter);

XLA_MUST_KNOW({"DepthwiseConv2dNativeBackpropFilter"}, {"filter_sizes"});
XLA_MUST_KNOW({"DepthwiseConv2dNativeBackpropInput"}, {"input_sizes"});

}  // namespace
}  // namespace graphwright
