// A plain graph's branches and loops compute what was asked for and nothing else: results that nobody reads, and
// effects that nobody waits for, go with all that is there for them alone.
#include <algorithm>

#include "graph/func_graph.h"
#include "graph/function_calls.h"
#include "graph/functions_of.h"
#include "op/effects.h"
#include "passes/pass.h"
#include "passes/prune.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

bool runs_on_demand(const Node& node) {
  const OpDef& op = *node.op;
  if (!op.has(Trait::kIf) && !op.has(Trait::kWhile) && !op.has(Trait::kCase)) return false;
  const std::vector<FuncGraph*> bodies = functions_of(node);
  return !bodies.empty() &&
         std::all_of(bodies.begin(), bodies.end(), [](const FuncGraph* body) { return body->effects_on_demand; });
}

// The nodes that the outputs need, and those that must run for themselves.
std::vector<bool> asked_for(const FuncGraph& graph) {
  std::vector<const Node*> ends(graph.control_outputs.begin(), graph.control_outputs.end());
  for (const Endpoint* output : graph.outputs) ends.push_back(output->node);
  return nodes_behind(graph, ends, /*waits_for_pure=*/true);
}

// Which of a node's results are read; all where something waits for the node itself.
std::vector<bool> results_read(const FuncGraph& graph, const Node& node, const std::vector<bool>& asked) {
  const auto& ends = graph.control_outputs;
  bool awaited = std::find(ends.begin(), ends.end(), &node) != ends.end();
  std::vector<bool> read(node.outputs.size(), false);
  auto reads = [&](const Endpoint* endpoint) {
    if (endpoint->node == &node) read[static_cast<size_t>(endpoint->index)] = true;
  };
  for (const Endpoint* output : graph.outputs) reads(output);
  for (const auto& reader : graph.nodes()) {
    if (!asked[reader->id]) continue;
    for (const Endpoint* input : reader->inputs) reads(input);
    awaited = awaited || std::find(reader->control_inputs.begin(), reader->control_inputs.end(), &node) !=
                             reader->control_inputs.end();
  }
  if (awaited) read.assign(read.size(), true);
  return read;
}

void remove_unasked(FuncGraph& graph) {
  std::vector<bool> keep = asked_for(graph);
  for (const Endpoint* input : graph.inputs) keep[input->node->id] = true;
  graph.remove_nodes(keep);
}

Ref<FuncGraph> pruned_body(const FuncGraph& body, const std::vector<bool>& read) {
  Ref<FuncGraph> copy = copy_graph(body, body.name());
  copy->outputs = kept(copy->outputs, read);
  prune_unasked(*copy);
  copy->effects_on_demand = false;
  return copy;
}

// Takes results that nobody reads out of a branching node, and arguments that no branch takes any more.
void prune_branching(Node* node, const std::vector<bool>& read, Endpoints& dropped) {
  std::vector<Ref<FuncGraph>> branches;
  for (const FuncGraph* body : functions_of(*node)) branches.push_back(pruned_body(*body, read));
  std::vector<bool> taken(node->inputs.size() - 1, false);
  for (const Ref<FuncGraph>& branch : branches) {
    std::vector<bool> asked = asked_for(*branch);
    for (size_t i = 0; i < taken.size(); ++i) taken[i] = taken[i] || asked[branch->inputs[i]->node->id];
  }
  for (const Ref<FuncGraph>& branch : branches) {
    branch->inputs = kept(branch->inputs, taken);
    remove_unasked(*branch);
  }
  size_t next = 0;
  change_functions(node->attrs, [&](const Ref<FunctionRef>&) { return make_function(branches[next++]); });
  std::vector<bool> inputs = {true};
  inputs.insert(inputs.end(), taken.begin(), taken.end());
  node->attrs.set("Tin", kept(node->attrs.get<std::vector<DType>>("Tin"), taken));
  node->attrs.set("Tout", kept(node->attrs.get<std::vector<DType>>("Tout"), read));
  keep_inputs_and_outputs(*node, inputs, read, dropped);
}

}  // namespace

void prune_unasked(FuncGraph& graph) {
  if (!graph.is_branch) {
    // What has effects that nobody waits for runs for these.
    const std::vector<bool> asked = asked_for(graph);
    for (const auto& node : graph.nodes())
      if (!asked[node->id] && has_effects(*node->op)) graph.control_outputs.push_back(node.get());
  }
  Endpoints dropped;
  // From the last one on: what it no longer needs may have been another one's only reason.
  for (size_t i = graph.nodes().size(); i-- > 0;) {
    Node* node = graph.nodes()[i].get();
    if (!runs_on_demand(*node)) continue;
    const std::vector<bool> asked = asked_for(graph);
    if (!asked[node->id]) continue;
    const std::vector<bool> read = results_read(graph, *node, asked);
    if (!node->op->has(Trait::kWhile)) {
      prune_branching(node, read, dropped);
      continue;
    }
    prune_loop(node, read, dropped);
    change_functions(node->attrs, [](const Ref<FunctionRef>& function) -> Ref<FunctionRef> {
      const FuncGraph& body = *function->graph();
      return make_function(pruned_body(body, std::vector<bool>(body.outputs.size(), true)));
    });
  }
  remove_unasked(graph);
}

}  // namespace graphwright
