// Fuses biases into convolutions: they would otherwise take another pass over the results.
#include "op/build.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

// The bias that the node adds along the last axis to a convolution's result, or null.
Endpoint* bias_of(const Node& node, Endpoint** sum_of) {
  const bool adds = node.op == &op_def<"AddV2">();
  if (!adds && node.op != &op_def<"BiasAdd">()) return nullptr;
  for (int i = 0; i < (adds ? 2 : 1); ++i) {
    Endpoint *result = node.inputs[i], *bias = node.inputs[1 - i];
    const Node& conv = *result->node;
    if (conv.op != &op_def<"Conv2D">()) continue;
    for (const Node* either : {&conv, &node}) {
      const AttrValue* format = either->attrs.find("data_format");
      if (format && std::get<std::string>(*format) != "NHWC") return nullptr;
    }
    if (!bias->shape.has_rank() || bias->shape.rank() != 1 || bias->shape[0] < 1 || !result->shape.has_rank()) continue;
    if (result->shape[3] != bias->shape[0]) continue;
    *sum_of = result;
    return bias;
  }
  return nullptr;
}

class Fuser : Rewriter {
 public:
  explicit Fuser(FuncGraph& graph) : Rewriter(graph) {}

  bool run() {
    return rewrite([&](Node* sum) {
      Endpoint* result = nullptr;
      Endpoint* bias = bias_of(*sum, &result);
      if (!bias || readers_[result] != 1 || sum->outputs[0]->claimed || result->claimed) return;
      Node* conv = result->node;
      Node* fused = replacer_.make(op_def<"_BiasedConv2D">(), {conv->inputs[0], conv->inputs[1], bias}, conv->attrs,
                                   conv->name + "/biased", *conv, sum);
      replacer_.replace(sum->outputs[0].get(), fused->outputs[0].get());
    });
  }
};

bool fuse_conv_bias(FuncGraph& graph) { return may_fuse(graph, {&op_def<"Conv2D">()}) && Fuser(graph).run(); }

}  // namespace

const Pass kFuseConvBias = {"remapping", "Lets convolutions add their biases.", fuse_conv_bias};

}  // namespace graphwright
