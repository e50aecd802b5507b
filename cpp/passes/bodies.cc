// Passes in the functions of branches and loops, which may know more of their inputs than when they were traced.
#include <algorithm>
#include <unordered_map>

#include "graph/function_calls.h"
#include "graph/functions_of.h"
#include "passes/pass.h"

namespace graphwright {
namespace {

// By the number of an input, the constant that it always is, or null.
using Constants = std::vector<const Node*>;

// A copy of a body that has constants of its own in place of inputs that are constant.
Ref<FuncGraph> with_constants(const FuncGraph& body, const Constants& constants) {
  Ref<FuncGraph> copy = copy_graph(body, body.name());
  std::unordered_map<const Endpoint*, Endpoint*> own;
  std::vector<std::pair<Node*, Node*>> places;
  for (size_t i = 0; i < constants.size(); ++i) {
    if (!constants[i]) continue;
    Node* placeholder = copy->inputs[i]->node;
    Node* constant = copy->add_node(*constants[i]->op, {}, constants[i]->attrs, placeholder->name);
    places.emplace_back(constant, placeholder);
    own[copy->inputs[i]] = constant->outputs[0].get();
  }
  copy->move_before(places);
  // What is handed on to the next iteration stays an input: that takes no moves.
  for (const auto& node : copy->nodes()) {
    if (node->op->has(Trait::kIdentity)) continue;
    for (Endpoint*& input : node->inputs)
      if (auto found = own.find(input); found != own.end()) input = found->second;
  }
  return copy;
}

Ref<FunctionRef> optimized(const Ref<FunctionRef>& function, const Constants& constants) {
  FuncGraph* graph = function->graph();
  if (!graph) return function;
  bool any = std::any_of(constants.begin(), constants.end(), [](const Node* node) { return node != nullptr; });
  return make_function(optimize(any ? *with_constants(*graph, constants) : *graph));
}

// Which inputs of the bodies of a node are small constants.
Constants constant_inputs(const Node& node) {
  Constants constants;
  if (!pass_enabled(kFoldConstants.name)) return constants;
  const size_t first = node.op->has(Trait::kWhile) ? 0 : 1;
  const FuncGraph* body = first == 0 ? node.attrs.get<Ref<FunctionRef>>("body")->graph() : nullptr;
  for (size_t i = first; i < node.inputs.size(); ++i) {
    const Node* source = node.inputs[i]->node;
    bool constant = source->op->has(Trait::kConstant) && is_small_constant(source->attrs.get<Tensor>("value"));
    if (constant && first == 0) {
      const Endpoint* next = body ? body->outputs[i] : nullptr;
      constant = next && source_of(next) == body->inputs[i];
    }
    constants.push_back(constant ? source : nullptr);
  }
  return constants;
}

}  // namespace

void optimize_bodies(FuncGraph& graph) {
  for (const auto& node : graph.nodes()) {
    const OpDef& op = *node->op;
    if (!op.has(Trait::kIf) && !op.has(Trait::kWhile) && !op.has(Trait::kCase)) continue;
    const Constants constants = constant_inputs(*node);
    change_functions(node->attrs, [&](const Ref<FunctionRef>& function) { return optimized(function, constants); });
  }
}

}  // namespace graphwright
