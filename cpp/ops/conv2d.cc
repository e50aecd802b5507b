// Conv2D and its gradients.
#include "op/gradient_needs.h"
#include "ops/convolution.h"
#include "ops/convolution_batch.h"

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
    .batch(OnRows::forward);

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
    .batch(OnRows::backward_input);

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
    .batch(OnRows::backward_filter);

const GradientNeedsOf inputs_do{GradientNeeds::kInputs, {"Conv2D"}};

}  // namespace
}  // namespace graphwright
