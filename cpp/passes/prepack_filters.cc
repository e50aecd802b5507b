// Lets convolutions prepack filters that stay the same from run to run, in oneDNN's layout: constants, and variables
// that the function only reads.
#include <algorithm>

#include "op/build.h"
#include "op/effects.h"
#include "ops/nn/convolution.h"
#include "passes/pass.h"

namespace graphwright {
namespace {

bool reads_variable(const Node& node) { return node.op == &op_def<"ReadVariableOp">(); }

// Whether nothing in the graph may write to a variable.
bool only_reads(const FuncGraph& graph) {
  return std::none_of(graph.nodes().begin(), graph.nodes().end(),
                      [](const auto& node) { return has_effects(*node->op) || node->op->runs_functions(); });
}

bool prepack_filters(FuncGraph& graph) {
  bool changed = false;
  const bool reads = only_reads(graph);
  for (const auto& node : graph.nodes()) {
    if (node->op != &op_def<"Conv2D">() && node->op != &op_def<"_BiasedConv2D">()) continue;
    const Endpoint* filter = source_of(node->inputs[1]);
    if (!filter->node->op->has(Trait::kConstant) && !(reads && reads_variable(*filter->node))) continue;
    node->attrs.set(kKeepsFilter, true);
    changed = true;
  }
  return changed;
}

}  // namespace

const Pass kPrepackFilters = {"layout_optimizer", "Lets convolutions keep unchanging filters in oneDNN's layout.",
                              prepack_filters};

}  // namespace graphwright
