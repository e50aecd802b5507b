// Takes assertions, checks for NaN and printing out of graphs, for those who ask for it.
#include "op/build.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

// An op without outputs that only looks, or one that hands its first input on.
bool is_assertion(const OpDef& op) { return &op == &op_def<"Assert">() || &op == &op_def<"PrintV2">(); }
bool passes_on(const OpDef& op) {
  return &op == &op_def<"CheckNumerics">() || &op == &op_def<"CheckNumericsV2">() || &op == &op_def<"Print">();
}

bool strip_debugging(FuncGraph& graph) {
  Replacer replacer(graph);
  std::vector<bool> keep(graph.nodes().size(), true);
  bool changed = false;
  for (const auto& node : graph.nodes()) {
    if (!is_assertion(*node->op) && !passes_on(*node->op)) continue;
    if (passes_on(*node->op)) replacer.replace(node->outputs[0].get(), node->inputs[0]);
    keep[node->id] = false;
    changed = true;
  }
  if (!changed) return false;
  replacer.apply();
  graph.remove_nodes(keep);
  return true;
}

}  // namespace

const Pass kStripDebugging = {"debug_stripper", "Takes assertions, checks for NaN and printing out.", strip_debugging,
                              /*asked_for=*/true};

}  // namespace graphwright
