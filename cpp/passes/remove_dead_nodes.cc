// Removes nodes that no output and no effect needs.
#include <algorithm>

#include "op/effects.h"
#include "passes/pass.h"

namespace graphwright {

std::vector<bool> live_nodes(const FuncGraph& graph) { return live_nodes(graph, graph.outputs); }

std::vector<bool> live_nodes(const FuncGraph& graph, std::span<Endpoint* const> outputs) {
  std::vector<bool> live(graph.nodes().size(), false);
  std::vector<const Node*> work;
  auto mark = [&](const Node* node) {
    if (live[node->id]) return;
    live[node->id] = true;
    work.push_back(node);
  };
  for (Endpoint* output : outputs) mark(output->node);
  // A part of a plain graph has only the effects that were asked for, but for its branches' and loops'.
  const bool all_effects = !(graph.effects_on_demand && graph.is_branch);
  for (const auto& node : graph.nodes())
    if (all_effects && has_effects(*node->op)) mark(node.get());
  while (!work.empty()) {
    const Node* node = work.back();
    work.pop_back();
    for (Endpoint* input : node->inputs) mark(input->node);
    // An explicit dependency on a node without effects orders nothing.
    for (Node* dependency : node->control_inputs)
      if (!is_pure(*dependency)) mark(dependency);
  }
  return live;
}

namespace {

bool remove_dead_nodes(FuncGraph& graph) {
  std::vector<bool> live = live_nodes(graph);
  for (Endpoint* input : graph.inputs) live[input->node->id] = true;
  bool changed = std::find(live.begin(), live.end(), false) != live.end();
  if (changed) graph.remove_nodes(live);
  return changed;
}

}  // namespace

const Pass kRemoveDeadNodes = {"dependency_optimization", "Removes nodes that nothing needs.", remove_dead_nodes};

}  // namespace graphwright
