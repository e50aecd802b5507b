// Replaces calls of traced functions by the nodes of their graphs.
#include <unordered_set>

#include "graph/functions_of.h"
#include "op/build.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

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
    show_as(*twin, *node);
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
  // Calls whose bodies do not go with the shapes of the arguments: they fail when, and if, they are run.
  std::unordered_set<const Node*> kept;
  for (int round = 0; round < kMostRounds; ++round) {
    std::vector<Node*> calls;
    for (const auto& node : graph.nodes()) {
      if (!node->op->has(Trait::kCall)) continue;
      if (kept.contains(node.get())) continue;
      if (executed_function(node->attrs)->graph()) calls.push_back(node.get());
    }
    if (calls.empty()) break;
    Replacer replacer(graph);
    std::vector<std::pair<Node*, Node*>> places;
    std::vector<std::pair<size_t, size_t>> useless;
    for (Node* call : calls) {
      for (Endpoint*& input : call->inputs) input = replacer.resolve(input);
      Ref<FunctionRef> function = executed_function(call->attrs);
      const size_t first = graph.nodes().size(), first_place = places.size();
      std::vector<Endpoint*> outputs;
      try {
        outputs = splice(graph, call, *function->graph(), places);
      } catch (const Error&) {
        kept.insert(call);
        places.resize(first_place);
        useless.emplace_back(first, graph.nodes().size());
        continue;
      }
      for (size_t i = 0; i < call->outputs.size(); ++i) replacer.replace(call->outputs[i].get(), outputs[i]);
      changed = true;
    }
    std::vector<const Node*> gone;
    for (auto [begin, end] : useless)
      for (size_t i = begin; i < end; ++i) gone.push_back(graph.nodes()[i].get());
    graph.move_before(places);
    replacer.apply();
    // A stateful call would count as an effect: take it out now that its body stands in its place.
    for (Node* call : calls)
      if (!kept.contains(call)) gone.push_back(call);
    std::vector<bool> keep(graph.nodes().size(), true);
    for (const Node* node : gone) keep[node->id] = false;
    graph.remove_nodes(keep);
  }
  return changed;
}

}  // namespace

const Pass kInlineCalls = {"function_optimization", "Puts called functions in line.", inline_calls};

}  // namespace graphwright
