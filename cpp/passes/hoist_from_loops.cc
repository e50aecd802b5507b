// Moves out of loops what every iteration would compute anew from values that no iteration changes.
#include <algorithm>
#include <optional>
#include <unordered_set>

#include "graph/function_calls.h"
#include "kernels/fused_elementwise.h"
#include "op/build.h"
#include "op/kernel_traits.h"
#include "passes/loop.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

const FuncGraph* function_graph(const Node& loop, const char* attr) {
  return loop.attrs.get<Ref<FunctionRef>>(attr)->graph();
}

// Which of the body's variables it hands on as they are.
std::vector<bool> unchanged_variables(const FuncGraph& body) {
  std::vector<bool> unchanged;
  for (size_t i = 0; i < body.inputs.size(); ++i) unchanged.push_back(source_of(body.outputs[i]) == body.inputs[i]);
  return unchanged;
}

// The nodes that compute the same in every iteration, in their order; constants that only they need are not among them.
// Reads of variables are where `reads_stay`.
std::vector<Node*> find_invariants(const FuncGraph& body, bool reads_stay) {
  const std::vector<bool> unchanged = unchanged_variables(body);
  std::unordered_set<const Endpoint*> same;
  for (size_t i = 0; i < body.inputs.size(); ++i)
    if (unchanged[i]) same.insert(body.inputs[i]);
  std::vector<Node*> invariants;
  const std::vector<bool> live = live_nodes(body);
  for (const auto& node : body.nodes()) {
    const OpDef& op = *node->op;
    const bool reads = reads_stay && &op == &op_def<"ReadVariableOp">();
    if (!live[node->id] || (!is_pure(*node) && !reads) || op.has(Trait::kNoFold) || node->inputs.empty()) continue;
    bool any = false, all = node->control_inputs.empty();
    for (const Endpoint* input : node->inputs) {
      const bool constant = input->node->op->has(Trait::kConstant);
      all = all && (constant || same.contains(input));
      any |= !constant;
    }
    if (!all || !any) continue;
    // An identity of something unchanged is that; nothing is gained where it alone moves.
    if (!op.has(Trait::kIdentity)) {
      if (!reads && !cannot_fail(*node)) continue;
      invariants.push_back(node.get());
    }
    for (const auto& output : node->outputs) same.insert(output.get());
  }
  return invariants;
}

// Appends twins of the nodes, and of the constants that they read, before the loop; gives what stands for what outside.
std::unordered_map<const Endpoint*, Endpoint*> copy_before(FuncGraph& graph, Node* loop, const FuncGraph& body,
                                                           const std::vector<Node*>& nodes,
                                                           std::vector<std::pair<Node*, Node*>>& places) {
  std::unordered_map<const Endpoint*, Endpoint*> outside;
  for (size_t i = 0; i < body.inputs.size(); ++i) outside[body.inputs[i]] = loop->inputs[i];
  auto copy = [&](const Node& node) {
    std::vector<Endpoint*> inputs;
    for (const Endpoint* input : node.inputs) inputs.push_back(outside.at(input));
    Node* twin = graph.add_node(*node.op, std::move(inputs), node.attrs, loop->name + "/" + node.name);
    show_as(*twin, node);
    twin->device = node.device;
    if (node.op->has(Trait::kReadsResource)) twin->control_inputs = loop->control_inputs;
    places.emplace_back(twin, loop);
    for (size_t i = 0; i < node.outputs.size(); ++i) outside[node.outputs[i].get()] = twin->outputs[i].get();
  };
  for (const Node* node : nodes) {
    for (const Endpoint* input : node->inputs) {
      const Endpoint* source = source_of(input);
      if (source->node->op->has(Trait::kConstant) && !outside.contains(source)) copy(*source->node);
      outside[input] = outside.at(source);
    }
    copy(*node);
  }
  return outside;
}

// Gives the function of a loop one more input.
Endpoint* add_variable(FuncGraph& function, const Endpoint& like) {
  Node* first = function.nodes().empty() ? nullptr : function.nodes()[0].get();
  Endpoint* input = endpoint_of(function.add_input(like.dtype, like.shape, like.node->name + "/invariant"));
  if (first) function.move_before(input->node, first);
  return input;
}

bool hoist(FuncGraph& graph, Node* loop, std::vector<std::pair<Node*, Node*>>& places) {
  const FuncGraph *cond = function_graph(*loop, "cond"), *body = function_graph(*loop, "body");
  if (!cond || !body) return false;
  const bool nests = std::any_of(body->nodes().begin(), body->nodes().end(), [](const auto& node) {
    return node->op->has(Trait::kCall) || node->op->has(Trait::kWhile);
  });
  // A variable that is not initialised may not be read where no iteration would.
  const bool reads_stay = only_reads(*body) && only_reads(*cond) && Loop(loop, *cond, *body).begins();
  if (!nests && find_invariants(*body, reads_stay).empty()) return false;
  Ref<FuncGraph> own_body = copy_graph(*body, body->name());
  kInlineCalls.run(*own_body);
  bool changed = kHoistFromLoops.run(*own_body);
  const std::vector<Node*> invariants = find_invariants(*own_body, reads_stay);
  if (!invariants.empty()) {
    const auto outside = copy_before(graph, loop, *own_body, invariants, places);
    Ref<FuncGraph> own_cond = copy_graph(*cond, cond->name());
    const std::unordered_set<const Node*> moved(invariants.begin(), invariants.end());
    std::unordered_set<const Endpoint*> read(own_body->outputs.begin(), own_body->outputs.end());
    for (const auto& node : own_body->nodes())
      if (!moved.contains(node.get())) read.insert(node->inputs.begin(), node->inputs.end());
    auto types = loop->attrs.get<std::vector<DType>>("T");
    std::optional<std::vector<Shape>> shapes;
    if (const AttrValue* listed = loop->attrs.find("output_shapes"))
      if (const auto* given = std::get_if<std::vector<Shape>>(listed); given && given->size() == types.size())
        shapes = *given;
    Replacer replacer(*own_body);
    std::vector<Endpoint*> added;
    for (const Node* node : invariants) {
      for (const auto& output : node->outputs) {
        if (!read.contains(output.get())) continue;
        added.push_back(add_variable(*own_body, *output));
        add_variable(*own_cond, *output);
        replacer.replace(output.get(), added.back());
        loop->inputs.push_back(outside.at(output.get()));
        types.push_back(output->dtype);
        if (shapes) shapes->push_back(output->shape);
      }
    }
    replacer.apply();
    for (Endpoint* input : added) own_body->outputs.push_back(input);
    kRemoveDeadNodes.run(*own_body);
    loop->attrs.set("T", types);
    if (shapes) loop->attrs.set("output_shapes", *shapes);
    loop->attrs.set("cond", Ref<FunctionRef>(make_function(own_cond)));
    changed = true;
  }
  if (!changed) return false;
  loop->attrs.set("body", Ref<FunctionRef>(make_function(own_body)));
  if (!invariants.empty()) graph.refresh(loop);
  return true;
}

bool hoist_from_loops(FuncGraph& graph) {
  std::vector<Node*> loops;
  for (const auto& node : graph.nodes())
    if (node->op->has(Trait::kWhile)) loops.push_back(node.get());
  std::vector<std::pair<Node*, Node*>> places;
  bool changed = false;
  for (Node* loop : loops) changed |= hoist(graph, loop, places);
  graph.move_before(places);
  return changed;
}

}  // namespace

const Pass kHoistFromLoops = {"loop_optimization", "Computes before a loop what is the same in all of its turns.",
                              hoist_from_loops};

}  // namespace graphwright
