// A `While` node, as passes see it: which of its variables change, and how.
#include "passes/loop.h"

#include <algorithm>

#include "op/build.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

std::optional<int64_t> number_of(const Endpoint* endpoint) {
  const Tensor value = constant_value(Value(const_cast<Endpoint*>(endpoint)));
  if (!value || value.num_elements() != 1 || (value.dtype() != DType::kInt32 && value.dtype() != DType::kInt64))
    return std::nullopt;
  return value.int_at(0);
}

}  // namespace

int Loop::input_index(const FuncGraph& function, const Endpoint* endpoint) {
  const auto it = std::find(function.inputs.begin(), function.inputs.end(), source_of(endpoint));
  return it == function.inputs.end() ? -1 : static_cast<int>(it - function.inputs.begin());
}

bool Loop::is_unchanged(int i) const { return i >= 0 && source_of(body_.outputs[i]) == body_.inputs[i]; }

std::optional<int64_t> Loop::constant(const FuncGraph& function, const Endpoint* endpoint) const {
  if (const auto number = number_of(endpoint)) return number;
  const int i = input_index(function, endpoint);
  return is_unchanged(i) ? number_of(node_->inputs[i]) : std::nullopt;
}

bool Loop::is_counter(int i) const {
  if (i < 0 || number_of(node_->inputs[i]) != 0) return false;
  const Node& next = *source_of(body_.outputs[i])->node;
  if (next.op != &op_def<"AddV2">() && next.op != &op_def<"Add">()) return false;
  for (int side : {0, 1})
    if (input_index(body_, next.inputs[side]) == i && constant(body_, next.inputs[1 - side]) == 1) return true;
  return false;
}

bool Loop::goes_through(int i, int64_t turns) const { return demands(source_of(cond_.outputs[0]), i, turns); }

bool Loop::demands(const Endpoint* condition, int i, int64_t turns) const {
  const Node& node = *condition->node;
  if (node.op == &op_def<"LogicalAnd">())
    return demands(source_of(node.inputs[0]), i, turns) || demands(source_of(node.inputs[1]), i, turns);
  if (node.op != &op_def<"Less">() || input_index(cond_, node.inputs[0]) != i) return false;
  const auto limit = constant(cond_, node.inputs[1]);
  return limit && *limit >= turns;
}

bool Loop::begins() const { return holds_first(source_of(cond_.outputs[0])); }

bool Loop::holds_first(const Endpoint* condition) const {
  const Node& node = *condition->node;
  if (node.op == &op_def<"LogicalAnd">())
    return holds_first(source_of(node.inputs[0])) && holds_first(source_of(node.inputs[1]));
  const bool less = node.op == &op_def<"Less">(), greater = node.op == &op_def<"Greater">();
  if (!less && !greater) return false;
  std::optional<int64_t> sides[2];
  for (int side : {0, 1}) {
    const int i = input_index(cond_, node.inputs[side]);
    sides[side] = number_of(i < 0 ? node.inputs[side] : node_->inputs[i]);
    if (!sides[side]) return false;
  }
  return less ? *sides[0] < *sides[1] : *sides[0] > *sides[1];
}

bool only_reads(const FuncGraph& function) {
  return std::all_of(function.nodes().begin(), function.nodes().end(), [](const auto& node) {
    const OpDef& op = *node->op;
    return op.has(Trait::kPlaceholder) || op.has(Trait::kReadsResource) || is_pure(*node);
  });
}

}  // namespace graphwright
