// Putting nodes in the place of others, and questions about nodes.
#include "passes/rewrite.h"

#include <algorithm>

#include "device/gpu.h"
#include "kernels/elementwise.h"
#include "kernels/fused_elementwise.h"
#include "op/kernel_traits.h"

namespace graphwright {

Endpoint* Replacer::resolve(Endpoint* endpoint) const {
  while (true) {
    auto it = map_.find(endpoint);
    if (it == map_.end()) return endpoint;
    endpoint = it->second;
  }
}

Node* Replacer::make(const OpDef& op, std::vector<Endpoint*> inputs, Attrs attrs, std::string_view name,
                     const Node& shown, Node* anchor) {
  Node* made = graph_.add_node(op, std::move(inputs), std::move(attrs), name);
  show_as(*made, shown);
  made->device = shown.device;
  place(made, anchor);
  return made;
}

bool Replacer::apply() {
  if (!places_.empty()) graph_.move_before(places_);
  if (map_.empty()) return false;
  for (const auto& node : graph_.nodes())
    for (Endpoint*& input : node->inputs) input = resolve(input);
  for (Endpoint*& output : graph_.outputs) output = resolve(output);
  return true;
}

bool has_node(const FuncGraph& graph, const OpDef& op) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](const auto& node) { return node->op == &op; });
}

bool may_fuse(const FuncGraph& graph, std::initializer_list<const OpDef*> ops) {
  return std::all_of(ops.begin(), ops.end(), [&](const OpDef* op) { return has_node(graph, *op); }) &&
         !open_gpu_plugin();
}

ReaderCounts::ReaderCounts(const FuncGraph& graph) {
  size_t endpoints = 0;
  first_.reserve(graph.nodes().size());
  for (const auto& node : graph.nodes()) {
    first_.push_back(static_cast<uint32_t>(endpoints));
    endpoints += node->outputs.size();
  }
  counts_.resize(endpoints);
  auto count = [&](const Endpoint* endpoint) { ++counts_[first_[endpoint->node->id] + endpoint->index]; };
  for (const auto& node : graph.nodes())
    for (const Endpoint* input : node->inputs) count(input);
  for (const Endpoint* output : graph.outputs) count(output);
}

bool is_true(const Node& node, const char* attr) {
  const AttrValue* value = node.attrs.find(attr);
  return value && std::get<bool>(*value);
}

void show_as(Node& made, const Node& shown) {
  made.plain_name = shown.user_name();
  made.origin = shown.origin;
}

bool is_known(const Endpoint& endpoint) {
  return endpoint.shape.fully_defined() && is_plain(endpoint.dtype) && !endpoint.claimed;
}

bool cannot_fail(const Node& node) {
  const OpDef& op = *node.op;
  auto known = [](const auto& endpoint) { return is_known(*endpoint); };
  if (!std::all_of(node.inputs.begin(), node.inputs.end(), known) ||
      !std::all_of(node.outputs.begin(), node.outputs.end(), known))
    return false;
  if (has(op, KernelTrait::kCannotFail)) return true;
  if (!op.has(Trait::kElementwise)) return false;
  const DType dtype = node.inputs[0]->dtype;
  if (op.unary_code != UnaryCode::kNone) return unary_fn(op.unary_code, dtype) != nullptr;
  return op.binary_code != BinaryCode::kNone && !can_fail(op.binary_code, dtype) && binary_fns(op.binary_code, dtype);
}

bool is_pure(const Node& node) {
  const OpDef& op = *node.op;
  return !op.has(Trait::kStateful) && !op.has(Trait::kPlaceholder) && !op.has(Trait::kReadsResource);
}

}  // namespace graphwright
