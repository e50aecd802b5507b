// Lets convolutions add the biases themselves that would otherwise take another pass over their results.
#include "device/gpu.h"
#include "op/build.h"
#include "passes/pass.h"

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

bool join_biases(FuncGraph& graph) {
  if (open_gpu_plugin()) return false;
  const ReaderCounts readers(graph);
  Replacer replacer(graph);
  const size_t count = graph.nodes().size();
  for (size_t i = 0; i < count; ++i) {
    Node* sum = graph.nodes()[i].get();
    Endpoint* result = nullptr;
    Endpoint* bias = bias_of(*sum, &result);
    if (!bias || readers[result] != 1 || sum->outputs[0]->claimed || result->claimed) continue;
    Node* conv = result->node;
    Node* joined = replacer.make(op_def<"_BiasedConv2D">(), {conv->inputs[0], conv->inputs[1], bias}, conv->attrs,
                                 conv->name + "/biased", *conv, sum);
    replacer.replace(sum->outputs[0].get(), joined->outputs[0].get());
  }
  return replacer.apply();
}

}  // namespace

const Pass kJoinBiases = {"remapping", "Lets convolutions add their biases.", join_biases};

}  // namespace graphwright
