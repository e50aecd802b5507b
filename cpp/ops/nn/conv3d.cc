// Conv3D and its gradients.
#include "op/xla_facts.h"
#include "ops/nn/convolution.h"
#include "ops/nn/convolution_vectorize.h"

namespace graphwright {
namespace {

using OnRows = ConvolutionOnRows<3, false>;

// output[n, z, y, x, o] = the sum over a window of input times filter, as in Conv2D with one more axis.
DEFINE_OP("Conv3D")
    .input("input: T")
    .input("filter: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double}")
    .attr("strides: list(int) >= 5")
    .attr("padding: {'SAME', 'VALID'}")
    .attr("data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'")
    .attr("dilations: list(int) = [1, 1, 1, 1, 1]")
    .doc("Convolves volumes with filters of shape [depth, height, width, in_channels / groups, out_channels].")
    .shape(convolution_shape<3, false>)
    .kernel(CPU, convolution_cpu<3, false, false>)
    .kernel(CPU, Engine::kOneDnn, convolution_cpu<3, false, true>, if_onednn_convolves)
    .gradient(convolution_grad<"Conv3DBackpropInputV2", "Conv3DBackpropFilterV2">)
    .vectorize(OnRows::forward);

// The input's gradient: every output gradient spread over its window by the filter.
DEFINE_OP("Conv3DBackpropInputV2")
    .input("input_sizes: Tshape")
    .input("filter: T")
    .input("out_backprop: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double}")
    .attr("strides: list(int) >= 5")
    .attr("padding: {'SAME', 'VALID'}")
    .attr("data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'")
    .attr("dilations: list(int) = [1, 1, 1, 1, 1]")
    .attr("Tshape: {int32, int64} = int32")
    .doc("The gradient of Conv3D with respect to its input, and the transposed convolution.")
    .shape(backward_input_shape<3, false>)
    .kernel(CPU, backward_input_cpu<3, false, false>)
    .kernel(CPU, Engine::kOneDnn, backward_input_cpu<3, false, true>, if_onednn_convolves)
    .gradient(backward_input_grad<"Conv3D", "Conv3DBackpropFilterV2">)
    .vectorize(OnRows::backward_input);

// The filter's gradient: every input window times its output gradient, summed.
DEFINE_OP("Conv3DBackpropFilterV2")
    .input("input: T")
    .input("filter_sizes: int32")
    .input("out_backprop: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double}")
    .attr("strides: list(int) >= 5")
    .attr("padding: {'SAME', 'VALID'}")
    .attr("data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'")
    .attr("dilations: list(int) = [1, 1, 1, 1, 1]")
    .doc("The gradient of Conv3D with respect to its filter.")
    .shape(backward_filter_shape<3, false>)
    .kernel(CPU, backward_filter_cpu<3, false, false>)
    .kernel(CPU, Engine::kOneDnn, backward_filter_cpu<3, false, true>, if_onednn_convolves)
    .gradient(backward_filter_grad<"Conv3D", "Conv3DBackpropInputV2">)
    .vectorize(OnRows::backward_filter);

XLA_MUST_KNOW({"Conv3DBackpropFilterV2"}, {"filter_sizes"});
XLA_MUST_KNOW({"Conv3DBackpropInputV2"}, {"input_sizes"});

}  // namespace
}  // namespace graphwright
