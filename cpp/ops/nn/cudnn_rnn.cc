// Recurrent networks by cuDNN: signatures and shapes, so that graphs with these
// ops can be read; they run nowhere yet.
#include "op/context.h"

namespace graphwright {
namespace {

void no_kernel(KernelContext& ctx) {
  ctx.fail_code(Code::kNotFound, "Could not find device for node: {{node ", ctx.op().name,
                "}}: the op has no kernel for the CPU, and cuDNN's are not there");
}

int64_t times(int64_t extent, int64_t factor) { return extent == kUnknown ? kUnknown : extent * factor; }

// `lengths` is 1 where the input after the parameters has the sequences'
// lengths.
void rnn_outputs(ShapeContext& ctx, bool lengths, int num_outputs) {
  const Shape input = ctx.with_rank(0, 3), state = ctx.with_rank(1, 3);
  ctx.with_rank(3, 1);
  if (lengths) ctx.with_rank(4, 1);
  const bool both = ctx.attr<std::string>("direction") == "bidirectional";
  const bool lstm = ctx.attr<std::string>("rnn_mode") == "lstm";
  ctx.set_output(0, Shape{input[0], input[1], times(state[2], both ? 2 : 1)});
  ctx.set_output(1, state);
  ctx.set_output(2, !lstm ? Shape() : lengths ? ctx.with_rank(2, 3) : state);
  for (int i = 3; i < num_outputs; ++i) ctx.set_output(i, Shape::unknown());
}
void rnn_shape(ShapeContext& ctx) { rnn_outputs(ctx, false, 4); }
void rnn_v2_shape(ShapeContext& ctx) { rnn_outputs(ctx, false, 5); }
void rnn_v3_shape(ShapeContext& ctx) { rnn_outputs(ctx, true, 5); }

void backprop_shape(ShapeContext& ctx) {
  for (int i = 0; i < 4; ++i) ctx.set_output(i, ctx.input(i));
}

void size_shape(ShapeContext& ctx) {
  for (int i = 0; i < 3; ++i) ctx.with_rank(i, 0);
  ctx.set_output(0, Shape{1});
}

void canonical_outputs(ShapeContext& ctx, const char* weights, const char* biases) {
  ctx.with_rank(3, 1);
  const int64_t matrices = ctx.attr<int64_t>(weights), vectors = ctx.attr<int64_t>(biases);
  for (int64_t i = 0; i < matrices; ++i) ctx.set_output(static_cast<int>(i), Shape{kUnknown, kUnknown});
  for (int64_t i = 0; i < vectors; ++i) ctx.set_output(static_cast<int>(matrices + i), Shape{kUnknown});
}
void canonical_shape(ShapeContext& ctx) { canonical_outputs(ctx, "num_params", "num_params"); }
void canonical_v2_shape(ShapeContext& ctx) { canonical_outputs(ctx, "num_params_weights", "num_params_biases"); }

void params_shape(ShapeContext& ctx) { ctx.set_output(0, Shape{kUnknown}); }

constexpr const char* kNoGradient = "the op does not run yet";

#define GW_CUDNN_TYPES "{bfloat16, half, float, double}"
#define GW_CUDNN_ATTRS                                                           \
  attr("rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm'")             \
      .attr(                                                                     \
          "input_mode: {'linear_input', 'skip_input', 'auto_select'} = "         \
          "'linear_input'")                                                      \
      .attr("direction: {'unidirectional', 'bidirectional'} = 'unidirectional'") \
      .attr("dropout: float = 0.0")                                              \
      .attr("seed: int = 0")                                                     \
      .attr("seed2: int = 0")                                                    \
      .kernel(CPU, no_kernel)                                                    \
      .no_gradient(kNoGradient)
#define GW_CUDNN_FORWARD(NAME) \
  DEFINE_OP(NAME).input("input: T").input("input_h: T").input("input_c: T").input("params: T")
#define GW_CUDNN_RESULTS output("output: T").output("output_h: T").output("output_c: T").output("reserve_space: T")
#define GW_CUDNN_GRADS               \
  input("output: T")                 \
      .input("output_h: T")          \
      .input("output_c: T")          \
      .input("output_backprop: T")   \
      .input("output_h_backprop: T") \
      .input("output_c_backprop: T") \
      .input("reserve_space: T")
#define GW_CUDNN_BACK                \
  output("input_backprop: T")        \
      .output("input_h_backprop: T") \
      .output("input_c_backprop: T") \
      .output("params_backprop: T")  \
      .attr("T: " GW_CUDNN_TYPES)    \
      .GW_CUDNN_ATTRS.stateful()     \
      .shape(backprop_shape)
#define GW_CUDNN_SIZES(NAME) \
  DEFINE_OP(NAME).input("num_layers: int32").input("num_units: int32").input("input_size: int32")

}  // namespace

// CudnnRNN: an RNN over a sequence, all of whose weights lie in one vector.
GW_CUDNN_FORWARD("CudnnRNN")
    .GW_CUDNN_RESULTS.attr("T: " GW_CUDNN_TYPES)
    .GW_CUDNN_ATTRS.attr("is_training: bool = true")
    .stateful()
    .doc("A recurrent network by cuDNN; not run yet.")
    .shape(rnn_shape);

// CudnnRNNV2: with what the backward pass needs in host memory.
GW_CUDNN_FORWARD("CudnnRNNV2")
    .GW_CUDNN_RESULTS.output("host_reserved: int8")
    .attr("T: " GW_CUDNN_TYPES)
    .GW_CUDNN_ATTRS.attr("is_training: bool = true")
    .stateful()
    .doc("A recurrent network by cuDNN; not run yet.")
    .shape(rnn_v2_shape);

// CudnnRNNV3: with sequences of several lengths and projections.
GW_CUDNN_FORWARD("CudnnRNNV3")
    .input("sequence_lengths: int32")
    .GW_CUDNN_RESULTS.output("host_reserved: int8")
    .attr("T: " GW_CUDNN_TYPES)
    .GW_CUDNN_ATTRS.attr("num_proj: int = 0")
    .attr("is_training: bool = true")
    .attr("time_major: bool = true")
    .stateful()
    .doc(
        "A recurrent network by cuDNN over sequences of several lengths; not "
        "run yet.")
    .shape(rnn_v3_shape);

// CudnnRNNBackprop, V2, V3: the gradients.
GW_CUDNN_FORWARD("CudnnRNNBackprop").GW_CUDNN_GRADS.GW_CUDNN_BACK.doc("CudnnRNN's gradients; not run yet.");
GW_CUDNN_FORWARD("CudnnRNNBackpropV2")
    .GW_CUDNN_GRADS.input("host_reserved: int8")
    .GW_CUDNN_BACK.doc("CudnnRNNV2's gradients; not run yet.");
GW_CUDNN_FORWARD("CudnnRNNBackpropV3")
    .input("sequence_lengths: int32")
    .GW_CUDNN_GRADS.input("host_reserved: int8")
    .GW_CUDNN_BACK.attr("num_proj: int = 0")
    .attr("time_major: bool = true")
    .doc("CudnnRNNV3's gradients; not run yet.");

// CudnnRNNParamsSize: how long the vector of weights is.
GW_CUDNN_SIZES("CudnnRNNParamsSize")
    .output("params_size: S")
    .attr("T: " GW_CUDNN_TYPES)
    .attr("S: {int32, int64}")
    .GW_CUDNN_ATTRS.attr("num_proj: int = 0")
    .doc(
        "How many numbers a recurrent network's weights are in cuDNN's form; "
        "not run yet.")
    .shape(size_shape);

// CudnnRNNParamsToCanonical, V2: the vector of weights taken apart.
GW_CUDNN_SIZES("CudnnRNNParamsToCanonical")
    .input("params: T")
    .output("weights: num_params * T")
    .output("biases: num_params * T")
    .attr("T: " GW_CUDNN_TYPES)
    .attr("num_params: int >= 1")
    .GW_CUDNN_ATTRS.doc("cuDNN's vector of weights as matrices and vectors; not run yet.")
    .shape(canonical_shape);
GW_CUDNN_SIZES("CudnnRNNParamsToCanonicalV2")
    .input("params: T")
    .output("weights: num_params_weights * T")
    .output("biases: num_params_biases * T")
    .attr("T: " GW_CUDNN_TYPES)
    .attr("num_params_weights: int >= 1")
    .attr("num_params_biases: int >= 1")
    .GW_CUDNN_ATTRS.attr("num_proj: int = 0")
    .doc("cuDNN's vector of weights as matrices and vectors; not run yet.")
    .shape(canonical_v2_shape);

// CudnnRNNCanonicalToParams, V2: weights as cuDNN's vector.
GW_CUDNN_SIZES("CudnnRNNCanonicalToParams")
    .input("weights: num_params * T")
    .input("biases: num_params * T")
    .output("params: T")
    .attr("T: " GW_CUDNN_TYPES)
    .attr("num_params: int >= 1")
    .GW_CUDNN_ATTRS.doc("Matrices and vectors as cuDNN's vector of weights; not run yet.")
    .shape(params_shape);
GW_CUDNN_SIZES("CudnnRNNCanonicalToParamsV2")
    .input("weights: num_params_weights * T")
    .input("biases: num_params_biases * T")
    .output("params: T")
    .attr("T: " GW_CUDNN_TYPES)
    .attr("num_params_weights: int >= 1")
    .attr("num_params_biases: int >= 1")
    .GW_CUDNN_ATTRS.attr("num_proj: int = 0")
    .doc("Matrices and vectors as cuDNN's vector of weights; not run yet.")
    .shape(params_shape);

}  // namespace graphwright
