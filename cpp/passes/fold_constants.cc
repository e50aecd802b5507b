// Computes pure nodes whose inputs are all constant, once and for all.
#include "op/as_xla.h"
#include "op/build.h"
#include "op/run_op.h"
#include "ops/random/state.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

// Results may not be larger than this, or than a few times what they were made from: a constant is kept for good.
constexpr size_t kMostBytes = size_t{10} << 20;
// Larger arrays of one number are made anew, or read as that number by passes over elements.
constexpr int64_t kMostRepeatedBytes = 1024;

const Tensor* constant_of(const Endpoint* endpoint) {
  if (!endpoint->node->op->has(Trait::kConstant)) return nullptr;
  return &endpoint->node->attrs.get<Tensor>("value");
}

// Whether the node repeats numbers so few times that a constant serves as well.
bool repeats_a_little(const Node& node) {
  if (node.op != &op_def<"Fill">() && node.op != &op_def<"BroadcastTo">()) return false;
  const Endpoint& out = *node.outputs[0];
  return out.shape.fully_defined() && is_plain(out.dtype) &&
         out.shape.num_elements() * static_cast<int64_t>(dtype_size(out.dtype)) <= kMostRepeatedBytes;
}

// Whether XLA draws the node's numbers, and from known seeds, too: those of an algorithm that it is to choose.
bool is_left_to_xla(const Node& node) {
  if (!node.attrs.find(kAsXlaAttr) || node.op->inputs.back().name != "alg") return false;
  const Tensor* algorithm = constant_of(node.inputs.back());
  return !algorithm || algorithm->int_at(0) == kAutoSelect;
}

bool may_fold(const Node& node) {
  const OpDef& op = *node.op;
  if ((op.has(Trait::kNoFold) && !repeats_a_little(node)) || is_left_to_xla(node)) return false;
  if (!is_pure(node) || op.has(Trait::kConstant) || op.runs_functions() || op.kernels.empty() || node.outputs.empty())
    return false;
  for (const auto& output : node.outputs)
    if (output->dtype == DType::kVariant || output->dtype == DType::kResource) return false;
  return true;
}

// The value of a node that computes with the extents of tensors where these are known, though the tensors are not; null
// elsewhere.
Tensor known_extents(const Node& node) {
  const Endpoint& output = *node.outputs[0];
  const bool extents = node.op->shape_value_fn && node.outputs.size() == 1 && is_integer(output.dtype) &&
                       output.shape.has_rank() && output.shape.rank() <= 1;
  if (!extents) return Tensor();
  try {
    return constant_value(node.output(0));
  } catch (const Error&) {
    return Tensor();  // the mistake is reported by the run, should it get there
  }
}

// A constant in the place of an output.
void put_constant(FuncGraph& graph, Node* node, size_t i, const Tensor& value, Replacer& replacer) {
  Node* constant =
      graph.add_node(get_op("Const"), {}, {{"value", value}, {"dtype", value.dtype()}}, node->name + "/folded");
  replacer.place(constant, node);
  replacer.replace(node->outputs[i].get(), constant->outputs[0].get());
}

bool fold_constants(FuncGraph& graph) {
  Replacer replacer(graph);
  std::vector<Node*> nodes;
  for (const auto& node : graph.nodes()) nodes.push_back(node.get());
  for (Node* node : nodes) {
    if (!may_fold(*node)) continue;
    if (Tensor value = known_extents(*node)) {
      put_constant(graph, node, 0, value, replacer);
      continue;
    }
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
    Attrs attrs = node->attrs;
    attrs.erase(kAsXlaAttr);
    try {
      run_op(*node->op, inputs, attrs, outputs);
    } catch (const Error&) {
      continue;  // the mistake is reported by the run, should it get there
    }
    for (size_t i = 0; i < outputs.size(); ++i) put_constant(graph, node, i, Tensor(outputs[i]), replacer);
  }
  return replacer.apply();
}

}  // namespace

const Pass kFoldConstants = {"constant_folding", "Computes what only depends on constants.", fold_constants};

}  // namespace graphwright
