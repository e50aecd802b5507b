// Handing states to the copies of nodes.
#include "function/shared_states.h"

#include <algorithm>

#include "function/graph_function.h"
#include "graph/functions_of.h"
#include "op/effects.h"

namespace graphwright {
namespace {

// What belongs to a resource is kept there.
bool keeps_state(const Node& node) {
  auto is_handle = [](DType dtype) { return dtype == DType::kResource || dtype == DType::kVariant; };
  return has_effects(*node.op) &&
         std::none_of(node.inputs.begin(), node.inputs.end(),
                      [&](Endpoint* input) { return is_handle(input->dtype); }) &&
         std::none_of(node.outputs.begin(), node.outputs.end(), [&](const auto& out) { return is_handle(out->dtype); });
}

bool any_keeps_state(const FuncGraph& graph) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [](const auto& node) {
    if (!node->op->runs_functions()) return keeps_state(*node);
    const std::vector<FuncGraph*> graphs = functions_of(*node);
    return std::any_of(graphs.begin(), graphs.end(), [](FuncGraph* inner) { return any_keeps_state(*inner); });
  });
}

}  // namespace

Ref<FunctionRef> SharedStates::own_function(const Ref<FunctionRef>& function, Body& body) {
  if (body.original == function) return body.own;
  body = {function, function, nullptr};
  FuncGraph* graph = function ? function->graph() : nullptr;
  if (!graph || !any_keeps_state(*graph)) return function;
  body.states = make_ref<SharedStates>();
  Ref<FuncGraph> copy = copy_graph(*graph, graph->name());
  for (size_t i = 0; i < graph->nodes().size(); ++i) body.states->share(*graph->nodes()[i], *copy->nodes()[i]);
  auto own = make_ref<GraphFunction>(copy);
  if (const auto* written = dynamic_cast<const GraphFunction*>(function.get())) own->set_jit(written->jit());
  return body.own = own;
}

void SharedStates::share(const Node& node, Node& copy) {
  if (node.op->runs_functions()) {
    std::vector<Body>& bodies = places_[&node].bodies;
    size_t place = 0;
    change_functions(copy.attrs, [&](const Ref<FunctionRef>& function) {
      if (bodies.size() == place) bodies.emplace_back();
      return own_function(function, bodies[place++]);
    });
  } else if (keeps_state(node)) {
    Ref<SharedState>& state = places_[&node].state;
    if (!state) state = make_ref<SharedState>();
    copy.attrs.set(SharedState::kAttr, Tensor::handle(DType::kResource, state));
  }
}

}  // namespace graphwright
