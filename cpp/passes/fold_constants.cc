// Computes pure nodes whose inputs are all constant, once and for all.
#include "op/run_op.h"
#include "passes/pass.h"

namespace graphwright {
namespace {

// Results may not be larger than this, or than a few times what they were made from: a constant is kept for good.
constexpr size_t kMostBytes = size_t{10} << 20;

const Tensor* constant_of(const Endpoint* endpoint) {
  if (!endpoint->node->op->has(Trait::kConstant)) return nullptr;
  return &endpoint->node->attrs.get<Tensor>("value");
}

bool may_fold(const Node& node) {
  const OpDef& op = *node.op;
  if (!is_pure(node) || op.has(Trait::kConstant) || op.has(Trait::kNoFold) || op.has(Trait::kCall) ||
      op.has(Trait::kIf) || op.has(Trait::kWhile) || op.has(Trait::kCase) || op.kernels.empty() || node.outputs.empty())
    return false;
  for (const auto& output : node.outputs)
    if (output->dtype == DType::kVariant || output->dtype == DType::kResource) return false;
  return true;
}

bool fold_constants(FuncGraph& graph) {
  Replacer replacer(graph);
  std::vector<Node*> nodes;
  for (const auto& node : graph.nodes()) nodes.push_back(node.get());
  std::vector<std::pair<Node*, Node*>> places;
  bool changed = false;
  for (Node* node : nodes) {
    if (!may_fold(*node)) continue;
    Values inputs;
    size_t input_bytes = 0;
    for (Endpoint* input : node->inputs) {
      const Tensor* value = constant_of(replacer.resolve(input));
      if (!value) break;
      inputs.push_back(*value);
      input_bytes += value->bytes();
    }
    if (inputs.size() != node->inputs.size()) continue;
    size_t output_bytes = 0;
    bool known = true;
    for (const auto& output : node->outputs) {
      known &= output->shape.fully_defined();
      if (known) output_bytes += output->shape.num_elements() * dtype_size(output->dtype);
    }
    if (known && output_bytes > kMostBytes && output_bytes > input_bytes) continue;
    Values outputs;
    try {
      run_op(*node->op, inputs, node->attrs, outputs);
    } catch (const Error&) {
      continue;  // the mistake is reported by the run, should it get there
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      Tensor value(outputs[i]);
      Node* constant =
          graph.add_node(get_op("Const"), {}, {{"value", value}, {"dtype", value.dtype()}}, node->name + "/folded");
      places.emplace_back(constant, node);
      replacer.replace(node->outputs[i].get(), constant->outputs[0].get());
      changed = true;
    }
  }
  graph.move_before(places);
  replacer.apply();
  return changed;
}

}  // namespace

const Pass kFoldConstants = {"constant_folding", "Computes what only depends on constants.", fold_constants};

}  // namespace graphwright
