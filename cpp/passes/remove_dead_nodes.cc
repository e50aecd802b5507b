// Removes nodes that no output and no effect needs.
#include <algorithm>

#include "op/effects.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {

std::vector<bool> live_nodes(const FuncGraph& graph) { return live_nodes(graph, graph.outputs); }

std::vector<bool> nodes_behind(const FuncGraph& graph, std::span<const Node* const> ends, bool waits_for_pure) {
  std::vector<bool> found(graph.nodes().size(), false);
  std::vector<const Node*> work;
  auto mark = [&](const Node* node) {
    if (found[node->id]) return;
    found[node->id] = true;
    work.push_back(node);
  };
  for (const Node* node : ends) mark(node);
  while (!work.empty()) {
    const Node* node = work.back();
    work.pop_back();
    for (const Endpoint* input : node->inputs) mark(input->node);
    for (const Node* dependency : node->control_inputs)
      if (waits_for_pure || !is_pure(*dependency)) mark(dependency);
  }
  return found;
}

std::vector<bool> live_nodes(const FuncGraph& graph, std::span<Endpoint* const> outputs) {
  std::vector<const Node*> ends;
  for (const Endpoint* output : outputs) ends.push_back(output->node);
  // A part of a plain graph has only the effects that were asked for, but for its branches' and loops'.
  const bool all_effects = !(graph.effects_on_demand && graph.is_branch);
  for (const auto& node : graph.nodes())
    if (all_effects && has_effects(*node->op)) ends.push_back(node.get());
  // An explicit dependency on a node without effects orders nothing.
  return nodes_behind(graph, ends, /*waits_for_pure=*/false);
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
