// Joins elementwise nodes whose intermediate results nobody else reads into one pass over memory.
#include <algorithm>
#include <unordered_set>

#include "device/gpu.h"
#include "kernels/fused_elementwise.h"
#include "passes/pass.h"

namespace graphwright {
namespace {

constexpr size_t kMostSteps = 256;
constexpr size_t kMostInputs = 16;
// The number of results from which on one pass is faster than an instruction per node.
constexpr int64_t kLeastResults = 64;

// A node that one loop over elements computes, operands being of the output's shape or single elements.
bool fusable(const Node& node) {
  const OpDef& op = *node.op;
  if (!op.has(Trait::kElementwise) || node.outputs.size() != 1) return false;
  const Endpoint& out = *node.outputs[0];
  if (!out.shape.fully_defined() || out.shape.num_elements() == 0 || !is_plain(out.dtype)) return false;
  for (Endpoint* input : node.inputs) {
    if (!input->shape.fully_defined()) return false;
    if (!(input->shape == out.shape) && input->shape.num_elements() != 1) return false;
  }
  if (op.unary_code != UnaryCode::kNone && node.inputs.size() == 1)
    return unary_fn(op.unary_code, node.inputs[0]->dtype) && node.inputs[0]->shape == out.shape;
  if (op.binary_code != BinaryCode::kNone && node.inputs.size() == 2)
    return binary_fns(op.binary_code, node.inputs[0]->dtype) &&
           (node.inputs[0]->shape == out.shape || node.inputs[1]->shape == out.shape);
  return false;
}

// May the node throw for some operands, as integer division does? At most one step of a chain may: then its name is
// told.
bool can_fail(const Node& node) {
  const OpDef& op = *node.op;
  if (op.binary_code == BinaryCode::kNone || !can_fail(op.binary_code, node.inputs[0]->dtype)) return false;
  const Node& divisor = *node.inputs[1]->node;
  if (!divisor.op->has(Trait::kConstant)) return true;
  const Tensor& values = divisor.attrs.get<Tensor>("value");
  for (int64_t i = 0; i < values.num_elements(); ++i)
    if (values.int_at(i) <= 0) return true;
  return false;
}

struct Consumers {
  std::unordered_map<const Endpoint*, std::vector<Node*>> of;
  std::unordered_set<const Endpoint*> outputs;

  explicit Consumers(const FuncGraph& graph) {
    for (const auto& node : graph.nodes())
      for (Endpoint* input : node->inputs) of[input].push_back(node.get());
    for (Endpoint* output : graph.outputs) outputs.insert(output);
  }
};

// The nodes that end in `root` and that nobody outside reads, in program order.
std::vector<Node*> collect(Node* root, const Consumers& consumers, const std::vector<bool>& taken) {
  std::unordered_set<Node*> group = {root};
  std::vector<Node*> work = {root};
  const Shape& shape = root->outputs[0]->shape;
  bool may_fail = can_fail(*root);
  while (!work.empty() && group.size() < kMostSteps) {
    Node* node = work.back();
    work.pop_back();
    for (Endpoint* input : node->inputs) {
      Node* producer = input->node;
      if (group.contains(producer) || taken[producer->id] || !fusable(*producer) || !(input->shape == shape) ||
          consumers.outputs.contains(input))
        continue;
      const auto& readers = consumers.of.at(input);
      bool inside = std::all_of(readers.begin(), readers.end(), [&](Node* reader) { return group.contains(reader); });
      if (!inside || group.size() >= kMostSteps) continue;
      bool also_fails = can_fail(*producer);
      if (also_fails && may_fail) continue;
      may_fail |= also_fails;
      group.insert(producer);
      work.push_back(producer);  // the last reader of one of its inputs may have come in with it
    }
  }
  std::vector<Node*> nodes(group.begin(), group.end());
  std::sort(nodes.begin(), nodes.end(), [](Node* a, Node* b) { return a->id < b->id; });
  return nodes;
}

// "Mul+AddV2+Relu", the ops in their order; the first ones of many.
std::string chain_name(const std::vector<Node*>& group) {
  constexpr size_t kMostNamed = 6;
  std::string name;
  for (size_t i = 0; i < group.size() && i < kMostNamed; ++i) name += str_cat(i ? "+" : "", group[i]->op->name);
  return group.size() > kMostNamed ? str_cat(name, "+", group.size() - kMostNamed, " more") : name;
}

// The group as a chain of steps; null when it would have too many inputs.
Ref<FusedElementwise> make_chain(const std::vector<Node*>& group, std::vector<Endpoint*>& inputs) {
  std::unordered_map<const Endpoint*, int> registers;
  const Shape& shape = group.back()->outputs[0]->shape;
  std::unordered_set<const Node*> members(group.begin(), group.end());
  std::vector<DType> dtypes;
  std::vector<bool> scalars;
  for (Node* node : group) {
    for (Endpoint* input : node->inputs) {
      if (members.contains(input->node) || registers.contains(input)) continue;
      registers[input] = static_cast<int>(inputs.size());
      inputs.push_back(input);
      dtypes.push_back(input->dtype);
      scalars.push_back(!(input->shape == shape));
    }
  }
  if (inputs.size() > kMostInputs) return nullptr;
  std::vector<FusedStep> steps;
  for (Node* node : group) {
    FusedStep step;
    step.dtype = node->outputs[0]->dtype;
    step.a = registers.at(node->inputs[0]);
    DType dtype = node->inputs[0]->dtype;
    step.operand_dtype = dtype;
    step.unary_code = node->op->unary_code;
    step.binary_code = node->op->binary_code;
    if (node->inputs.size() == 1) {
      step.unary = unary_fn(node->op->unary_code, dtype);
    } else {
      step.b = registers.at(node->inputs[1]);
      const BinaryFns& fns = *binary_fns(node->op->binary_code, dtype);
      bool a_scalar = !(node->inputs[0]->shape == shape), b_scalar = !(node->inputs[1]->shape == shape);
      step.binary = a_scalar ? fns.scalar_vector : b_scalar ? fns.vector_scalar : fns.vector_vector;
    }
    registers[node->outputs[0].get()] = static_cast<int>(inputs.size() + steps.size());
    steps.push_back(step);
  }
  return make_ref<FusedElementwise>(chain_name(group), std::move(dtypes), std::move(scalars), std::move(steps));
}

bool fuse_elementwise(FuncGraph& graph) {
  if (open_gpu_plugin()) return false;  // a GPU has kernels for the single ops only
  Consumers consumers(graph);
  std::vector<bool> taken(graph.nodes().size(), false);
  std::vector<Node*> nodes;
  for (const auto& node : graph.nodes()) nodes.push_back(node.get());
  Replacer replacer(graph);
  std::vector<std::pair<Node*, Node*>> places;
  for (size_t i = nodes.size(); i-- > 0;) {
    Node* root = nodes[i];
    if (taken[i] || !fusable(*root)) continue;
    std::vector<Node*> group = collect(root, consumers, taken);
    if (group.size() < 2) continue;
    if (static_cast<int64_t>(group.size()) * root->outputs[0]->shape.num_elements() < kLeastResults) continue;
    std::vector<Endpoint*> inputs;
    Ref<FusedElementwise> chain = make_chain(group, inputs);
    if (!chain) continue;
    for (Node* node : group) taken[node->id] = true;
    Node* fused = graph.add_node(
        get_op("_FusedElementwise"), inputs,
        {{"f", Ref<FunctionRef>(chain)}, {"shape", root->outputs[0]->shape}, {"Tout", root->outputs[0]->dtype}},
        root->name + "/fused");
    auto failing = std::find_if(group.begin(), group.end(), [](Node* node) { return can_fail(*node); });
    const Node* shown = failing == group.end() ? root : *failing;
    fused->plain_name = shown->user_name();
    fused->origin = shown->origin;
    places.emplace_back(fused, root);
    replacer.replace(root->outputs[0].get(), fused->outputs[0].get());
  }
  bool changed = !replacer.empty();
  graph.move_before(places);
  replacer.apply();
  return changed;
}

}  // namespace

const Pass kFuseElementwise = {"remapping", "Runs chains of elementwise nodes in one pass over memory.",
                               fuse_elementwise};

}  // namespace graphwright
