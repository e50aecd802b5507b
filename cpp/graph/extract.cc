// Copying what some outputs of a graph depend on.
#include "graph/extract.h"

namespace graphwright {
namespace {

void copy_facts(const Endpoint& from, Endpoint& to) {
  to.shape = from.shape;
  to.handle_dtype = from.handle_dtype;
  to.handle_shape = from.handle_shape;
  to.handle_origin = from.handle_origin;
  to.handle_trainable = from.handle_trainable;
}

}  // namespace

Ref<FuncGraph> extract_graph(const FuncGraph& graph, std::string name, std::span<Endpoint* const> inputs,
                             std::span<Endpoint* const> outputs, std::span<Node* const> nodes,
                             std::vector<Endpoint*>& further, const std::function<void(const Node&, Node&)>& on_copy) {
  auto part = make_ref<FuncGraph>(std::move(name), nullptr);
  part->effects_on_demand = true;
  std::unordered_map<const Endpoint*, Endpoint*> twins;
  auto add_input = [&](Endpoint* endpoint) {
    Endpoint* twin = endpoint_of(part->add_input(endpoint->dtype, endpoint->shape, endpoint->node->name + "/"));
    copy_facts(*endpoint, *twin);
    twins[endpoint] = twin;
  };
  for (Endpoint* input : inputs) add_input(input);

  std::vector<bool> needed(graph.nodes().size(), false);
  std::vector<const Node*> work;
  auto need = [&](const Node* node) {
    if (static_cast<size_t>(node->id) >= needed.size() || needed[node->id]) return;
    needed[node->id] = true;
    work.push_back(node);
  };
  auto need_value = [&](const Endpoint* endpoint) {
    if (!twins.contains(endpoint)) need(endpoint->node);
  };
  for (const Endpoint* output : outputs) need_value(output);
  for (const Node* node : nodes) need(node);
  while (!work.empty()) {
    const Node* node = work.back();
    work.pop_back();
    for (const Endpoint* input : node->inputs) need_value(input);
    for (const Node* dependency : node->control_inputs) need(dependency);
  }

  // What a plain graph's nodes hold from run to run, as variables, iterators, queues and tables, belongs to whoever
  // runs it: a session hands in its own.
  auto is_owned = [](const OpDef& op) {
    return op.has(Trait::kStateful) && op.inputs.empty() && op.single_output &&
           op.outputs[0].type == DType::kResource && op.attr("shared_name");
  };
  auto is_given = [&](const Node& node) {
    return (node.op->has(Trait::kPlaceholder) && node.inputs.empty()) || (graph.is_plain && is_owned(*node.op));
  };
  for (const auto& node : graph.nodes()) {
    if (!needed[node->id] || !is_given(*node) || twins.contains(node->outputs[0].get())) continue;
    add_input(node->outputs[0].get());
    further.push_back(node->outputs[0].get());
  }
  std::unordered_map<const Node*, Node*> copies;
  for (const auto& node : graph.nodes()) {
    if (!needed[node->id] || is_given(*node)) continue;
    std::vector<Endpoint*> sources;
    for (Endpoint* input : node->inputs) sources.push_back(twins.at(input));
    Node* copy = part->add_node(*node->op, std::move(sources), node->attrs, node->name + "/");
    copy->device = node->device;
    copy->origin = node->origin;
    for (Node* dependency : node->control_inputs)
      if (auto it = copies.find(dependency); it != copies.end()) copy->control_inputs.push_back(it->second);
    if (on_copy) on_copy(*node, *copy);
    copies[node.get()] = copy;
    for (size_t i = 0; i < node->outputs.size(); ++i) {
      copy_facts(*node->outputs[i], *copy->outputs[i]);
      // An output that is an input stays that.
      twins.emplace(node->outputs[i].get(), copy->outputs[i].get());
    }
  }
  for (Endpoint* output : outputs) part->outputs.push_back(twins.at(output));
  for (Node* node : nodes)
    if (auto it = copies.find(node); it != copies.end()) part->control_outputs.push_back(it->second);
  for (const FuncGraph::Capture& constant : graph.constants)
    if (auto it = twins.find(constant.inner); it != twins.end())
      part->constants.push_back({constant.outer, it->second});
  return part;
}

}  // namespace graphwright
