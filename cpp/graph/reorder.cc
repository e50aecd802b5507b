// Changing which nodes a node waits for: moves later nodes in front of it.
#include "graph/reorder.h"

#include <algorithm>

namespace graphwright {
namespace {

// Moves `first`, and what it needs, in front of `node`, unless it lies there already.
void place_before(FuncGraph& graph, Node* first, Node* node) {
  if (first->id < node->id) return;
  std::vector<bool> seen(graph.nodes().size(), false);
  std::vector<Node*> work{first}, later;
  seen[first->id] = true;
  while (!work.empty()) {
    Node* top = work.back();
    work.pop_back();
    GW_CHECK_ARG(top != node, "Graph is invalid, contains a cycle: ", node->name, " would run after ", first->name,
                 ", which needs it");
    later.push_back(top);
    auto need = [&](Node* other) {
      if (other->id < node->id || seen[other->id]) return;
      seen[other->id] = true;
      work.push_back(other);
    };
    for (Endpoint* input : top->inputs) need(input->node);
    for (Node* dependency : top->control_inputs) need(dependency);
  }
  std::sort(later.begin(), later.end(), [](const Node* a, const Node* b) { return a->id < b->id; });
  std::vector<std::pair<Node*, Node*>> moves;
  for (Node* moved : later) moves.emplace_back(moved, node);
  graph.move_before(moves);
}

}  // namespace

void run_after(FuncGraph& graph, Node* node, Node* before) {
  place_before(graph, before, node);
  if (std::find(node->control_inputs.begin(), node->control_inputs.end(), before) == node->control_inputs.end())
    node->control_inputs.push_back(before);
}

void update_input(FuncGraph& graph, Node* node, int index, Endpoint* value) {
  GW_CHECK(index >= 0 && index < static_cast<int>(node->inputs.size()), Code::kOutOfRange,
           "Cannot update edge. Input index [", index, "] is greater than the number of total inputs [",
           node->inputs.size(), "] of ", node->name, ".");
  GW_CHECK_ARG(value->shape.compatible(node->inputs[index]->shape),
               "Cannot update edge, incompatible shapes: ", value->shape, " and ", node->inputs[index]->shape, ".");
  DType wanted = node->inputs[index]->dtype;
  GW_CHECK_ARG(value->dtype == wanted, "Input ", index, " of node ", node->name, " was passed ", value->dtype, " from ",
               endpoint_name(*value), " incompatible with expected ", wanted, ".");
  place_before(graph, value->node, node);
  node->inputs[index] = value;
  graph.refresh(node);
}

}  // namespace graphwright
