// Replaces calls of traced functions by the nodes of their graphs.
#include "op/build.h"
#include "passes/pass.h"

namespace graphwright {
namespace {

// Deep nests of calls are left to the lowering, which has no need of graphs.
constexpr int kMostRounds = 16;

// Appends the body's nodes with `arguments` for its inputs; gives its outputs.
std::vector<Endpoint*> splice(FuncGraph& graph, Node* call, const FuncGraph& body,
                              std::vector<std::pair<Node*, Node*>>& places) {
  std::unordered_map<const Endpoint*, Endpoint*> map;
  std::unordered_map<const Node*, Node*> nodes;
  for (size_t i = 0; i < body.inputs.size(); ++i) {
    Endpoint* argument = call->inputs[i];
    const Shape& wanted = body.inputs[i]->shape;
    if (body.inputs[i]->dtype != DType::kResource && !conforms(argument->shape, wanted)) {
      Node* check =
          graph.add_node(op_def<"EnsureShape">(), {argument}, {{"shape", wanted}}, call->name + "/EnsureShape");
      places.emplace_back(check, call);
      argument = check->outputs[0].get();
    }
    map[body.inputs[i]] = argument;
  }
  for (const auto& node : body.nodes()) {
    if (node->op->has(Trait::kPlaceholder) && map.contains(node->outputs[0].get())) continue;
    std::vector<Endpoint*> inputs;
    for (Endpoint* input : node->inputs) inputs.push_back(map.at(input));
    Node* twin = graph.add_node(*node->op, std::move(inputs), node->attrs, call->name + "/" + node->name);
    places.emplace_back(twin, call);
    twin->origin = node->origin;
    twin->plain_name = node->user_name();
    nodes[node.get()] = twin;
    for (Node* dependency : node->control_inputs)
      if (auto it = nodes.find(dependency); it != nodes.end()) twin->control_inputs.push_back(it->second);
    for (size_t i = 0; i < node->outputs.size(); ++i) {
      Endpoint* from = node->outputs[i].get();
      Endpoint* to = twin->outputs[i].get();
      if (to->shape.compatible(from->shape)) to->shape = to->shape.merge(from->shape);
      to->claimed = from->claimed;
      to->handle_dtype = from->handle_dtype;
      to->handle_shape = from->handle_shape;
      map[from] = to;
    }
  }
  std::vector<Endpoint*> outputs;
  for (Endpoint* output : body.outputs) outputs.push_back(map.at(output));
  return outputs;
}

bool inline_calls(FuncGraph& graph) {
  bool changed = false;
  for (int round = 0; round < kMostRounds; ++round) {
    std::vector<Node*> calls;
    for (const auto& node : graph.nodes()) {
      if (!node->op->has(Trait::kCall)) continue;
      if (node->attrs.get<Ref<FunctionRef>>("f")->graph()) calls.push_back(node.get());
    }
    if (calls.empty()) break;
    Replacer replacer(graph);
    std::vector<std::pair<Node*, Node*>> places;
    for (Node* call : calls) {
      for (Endpoint*& input : call->inputs) input = replacer.resolve(input);
      Ref<FunctionRef> function = call->attrs.get<Ref<FunctionRef>>("f");
      std::vector<Endpoint*> outputs = splice(graph, call, *function->graph(), places);
      for (size_t i = 0; i < call->outputs.size(); ++i) replacer.replace(call->outputs[i].get(), outputs[i]);
    }
    graph.move_before(places);
    replacer.apply();
    // A stateful call would count as an effect: take it out now that its body stands in its place.
    std::vector<bool> keep(graph.nodes().size(), true);
    for (Node* call : calls) keep[call->id] = false;
    graph.remove_nodes(keep);
    changed = true;
  }
  return changed;
}

}  // namespace

const Pass kInlineCalls = {"function_optimization", "Puts called functions in line.", inline_calls};

}  // namespace graphwright
