// Takes out of loops what they carry from iteration to iteration though neither their conditions, nor their effects,
// nor anybody behind them needs it, such as gradients that nobody asked for, with all that is computed for it alone.
#include <algorithm>
#include <unordered_set>

#include "graph/func_graph.h"
#include "graph/function_calls.h"
#include "passes/pass.h"
#include "passes/prune.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

const FuncGraph* function_graph(const Node& loop, const char* attr) {
  return loop.attrs.get<Ref<FunctionRef>>(attr)->graph();
}

bool has_any(const FuncGraph& graph, Trait trait) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(),
                     [&](const auto& node) { return node->op->has(trait); });
}

// Which of the loop's variables the condition or the effects of an iteration need, or others of `needed`, which grows
// by them.
void spread_needs(const FuncGraph& cond, const FuncGraph& body, std::vector<bool>& needed) {
  const std::vector<bool> tested = live_nodes(cond);
  for (size_t i = 0; i < needed.size(); ++i)
    if (tested[cond.inputs[i]->node->id]) needed[i] = true;
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<Endpoint*> results;
    for (size_t i = 0; i < needed.size(); ++i)
      if (needed[i]) results.push_back(body.outputs[i]);
    const std::vector<bool> live = live_nodes(body, results);
    for (size_t i = 0; i < needed.size(); ++i) {
      if (needed[i] || !live[body.inputs[i]->node->id]) continue;
      needed[i] = changed = true;
    }
  }
}

// A copy without the inputs, and where it has as many the outputs, that are not needed.
Ref<FunctionRef> without_others(const FuncGraph& graph, const std::vector<bool>& needed, bool outputs_too) {
  Ref<FuncGraph> copy = copy_graph(graph, graph.name());
  if (outputs_too) copy->outputs = kept(copy->outputs, needed);
  std::vector<bool> keep = live_nodes(*copy);
  copy->inputs = kept(copy->inputs, needed);
  for (Endpoint* input : copy->inputs) keep[input->node->id] = true;
  copy->remove_nodes(keep);
  return make_function(copy);
}

}  // namespace

void keep_inputs_and_outputs(Node& node, const std::vector<bool>& inputs, const std::vector<bool>& outputs,
                             Endpoints& dropped) {
  if (const AttrValue* shapes = node.attrs.find("output_shapes")) {
    const auto* listed = std::get_if<std::vector<Shape>>(shapes);
    if (listed && listed->size() == outputs.size()) {
      const std::vector<Shape> some = kept(*listed, outputs);
      node.attrs.set("output_shapes", some);
    }
  }
  std::erase_if(node.graph->twins, [&](const auto& entry) {
    return entry.second->node == &node && !outputs[static_cast<size_t>(entry.second->index)];
  });
  SmallVector<Endpoint*, 3> some_inputs;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i]) some_inputs.push_back(node.inputs[i]);
  SmallVector<std::unique_ptr<Endpoint>, 1> some_outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i]) {
      dropped.push_back(std::move(node.outputs[i]));
      continue;
    }
    node.outputs[i]->index = static_cast<int>(some_outputs.size());
    some_outputs.push_back(std::move(node.outputs[i]));
  }
  node.inputs = std::move(some_inputs);
  node.outputs = std::move(some_outputs);
}

bool prune_loop(Node* loop, std::vector<bool> needed, Endpoints& dropped) {
  const FuncGraph *cond = function_graph(*loop, "cond"), *body = function_graph(*loop, "body");
  if (!cond || !body) return false;
  auto all = [&] { return std::find(needed.begin(), needed.end(), false) == needed.end(); };
  if (all()) return false;
  // Of the results of a call, or of a loop inside, some may be needed and others not.
  Ref<FuncGraph> in_line;
  if (has_any(*body, Trait::kCall) || has_any(*body, Trait::kWhile)) {
    in_line = copy_graph(*body, body->name());
    kInlineCalls.run(*in_line);
    kPruneLoops.run(*in_line);
    body = in_line.get();
  }
  spread_needs(*cond, *body, needed);
  if (all()) return false;
  loop->attrs.set("cond", without_others(*cond, needed, false));
  loop->attrs.set("body", without_others(*body, needed, true));
  loop->attrs.set("T", kept(loop->attrs.get<std::vector<DType>>("T"), needed));
  keep_inputs_and_outputs(*loop, needed, needed, dropped);
  return true;
}

namespace {

// The endpoints that live nodes, or the caller, read.
std::unordered_set<const Endpoint*> used_endpoints(const FuncGraph& graph) {
  std::unordered_set<const Endpoint*> used(graph.outputs.begin(), graph.outputs.end());
  const std::vector<bool> live = live_nodes(graph);
  for (const auto& node : graph.nodes())
    if (live[node->id]) used.insert(node->inputs.begin(), node->inputs.end());
  return used;
}

bool prune_loops(FuncGraph& graph) {
  std::vector<Node*> loops;
  for (const auto& node : graph.nodes())
    if (node->op->has(Trait::kWhile)) loops.push_back(node.get());
  if (loops.empty()) return false;
  Endpoints dropped;
  std::unordered_set<const Endpoint*> used = used_endpoints(graph);
  // From the last one on: what it no longer needs may have been another one's only reason.
  for (size_t i = loops.size(); i-- > 0;) {
    std::vector<bool> needed;
    for (const auto& output : loops[i]->outputs) needed.push_back(used.contains(output.get()));
    if (prune_loop(loops[i], std::move(needed), dropped) && i > 0) used = used_endpoints(graph);
  }
  if (dropped.empty()) return false;
  kRemoveDeadNodes.run(graph);
  return true;
}

}  // namespace

const Pass kPruneLoops = {"loop_optimization", "Takes what nobody needs out of what loops carry and compute.",
                          prune_loops};

}  // namespace graphwright
