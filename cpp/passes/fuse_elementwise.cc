// Joins elementwise nodes whose intermediate results nobody else reads into one pass over memory, which may end in a
// variable's update and may read operands that are broadcast or parts of wider arrays where they lie.
#include <algorithm>
#include <optional>
#include <unordered_set>

#include "device/gpu.h"
#include "kernels/broadcast.h"
#include "kernels/fused_elementwise.h"
#include "op/build.h"
#include "op/effects.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

constexpr size_t kMostSteps = 256;
// The number of results from which on one pass is faster than an instruction per node.
constexpr int64_t kLeastResults = 64;

// How an operand meets the elements of a result of shape `out`; nothing where that takes more than two steps a turn.
std::optional<FusedInput> operand_of(const Endpoint& operand, const Shape& out) {
  FusedInput input;
  input.dtype = operand.dtype;
  if (operand.shape == out) return input;
  if (operand.shape.num_elements() == 1) {
    input.kind = FusedInput::Kind::kScalar;
    return input;
  }
  const BroadcastAxes<1> walk(out, {&operand.shape});
  if (walk.axes.size() == 1) return input;
  if (walk.axes.size() > 2) return std::nullopt;
  input.kind = FusedInput::Kind::kRows;
  input.width = walk.inner().size;
  input.row = walk.axes[0].strides[0];
  input.column = walk.inner().strides[0];
  return input;
}

// Of a node with two operands; adding a bias along the last axis is adding a row.
BinaryCode binary_code_of(const Node& node) {
  if (node.op != &op_def<"BiasAdd">())
    return node.op->has(Trait::kElementwise) ? node.op->binary_code : BinaryCode::kNone;
  const AttrValue* format = node.attrs.find("data_format");
  return !format || std::get<std::string>(*format) == "NHWC" ? BinaryCode::kAdd : BinaryCode::kNone;
}

// A node that one loop over elements computes.
bool fusable(const Node& node) {
  const OpDef& op = *node.op;
  const BinaryCode binary = binary_code_of(node);
  if ((!op.has(Trait::kElementwise) && binary == BinaryCode::kNone) || node.outputs.size() != 1) return false;
  const Endpoint& out = *node.outputs[0];
  if (!out.shape.fully_defined() || out.shape.num_elements() == 0 || !is_plain(out.dtype)) return false;
  int scalars = 0;
  for (Endpoint* input : node.inputs) {
    if (!input->shape.fully_defined() || !is_plain(input->dtype)) return false;
    const std::optional<FusedInput> operand = operand_of(*input, out.shape);
    if (!operand) return false;
    scalars += operand->kind == FusedInput::Kind::kScalar;
  }
  if (op.unary_code != UnaryCode::kNone && node.inputs.size() == 1)
    return unary_fn(op.unary_code, node.inputs[0]->dtype) && node.inputs[0]->shape == out.shape;
  if (binary != BinaryCode::kNone && node.inputs.size() == 2)
    return binary_fns(binary, node.inputs[0]->dtype) && scalars < 2;
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
  // Whether only nodes that the predicate holds for read the endpoint.
  template <class Predicate>
  bool only(const Endpoint* endpoint, const Predicate& predicate) const {
    if (outputs.contains(endpoint)) return false;
    auto found = of.find(endpoint);
    return found == of.end() || std::all_of(found->second.begin(), found->second.end(), predicate);
  }
};

// What becomes one pass: nodes in program order, and where the last one's result goes.
struct Group {
  std::vector<Node*> nodes;
  Node* update = nullptr;  // of a variable, by the result
  Node* root() const { return nodes.back(); }
  const Shape& shape() const { return root()->outputs[0]->shape; }
};

// The nodes that end in `root` and that nobody outside reads.
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
      if (group.contains(producer) || taken[producer->id] || !(input->shape == shape) || !fusable(*producer)) continue;
      if (!consumers.only(input, [&](Node* reader) { return group.contains(reader); })) continue;
      if (group.size() >= kMostSteps) continue;
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

// What an update does with the variable's value before: nothing, or the chain's last step.
BinaryCode update_code(const Node& update) {
  if (update.op == &op_def<"AssignSubVariableOp">()) return BinaryCode::kSub;
  return update.op == &op_def<"AssignAddVariableOp">() ? BinaryCode::kAdd : BinaryCode::kNone;
}

// An update of a variable whose new value, or difference, a pass may write right into it: nothing else reads that, and
// nothing can fail halfway.
bool takes_result(const Node& node, const Consumers& consumers, const std::vector<bool>& taken) {
  const bool assigns = node.op == &op_def<"AssignVariableOp">();
  if (!assigns && update_code(node) == BinaryCode::kNone) return false;
  const Endpoint &handle = *node.inputs[0], &value = *node.inputs[1];
  if (taken[value.node->id] || !fusable(*value.node) || can_fail(*value.node)) return false;
  if (handle.handle_dtype != value.dtype || !(handle.handle_shape == value.shape)) return false;
  if (!assigns && !binary_fns(update_code(node), value.dtype)) return false;
  return consumers.only(&value, [&](Node* reader) { return reader == &node; });
}

// Whether the value that `read` found is still the variable's when `update` comes.
bool is_current(const FuncGraph& graph, const Node& read, const Node& update) {
  for (int id = read.id + 1; id < update.id; ++id) {
    const Node& node = *graph.nodes()[id];
    // Python's functions change variables that are no inputs of theirs.
    if (has_effects(*node.op)) return false;
  }
  return true;
}

// "Mul+AddV2+Relu", the ops in their order; the first ones of many.
std::string chain_name(const Group& group) {
  constexpr size_t kMostNamed = 6;
  const size_t count = group.nodes.size() + (group.update ? 1 : 0);
  std::string name;
  for (size_t i = 0; i < count && i < kMostNamed; ++i)
    name += str_cat(i ? "+" : "", (i < group.nodes.size() ? group.nodes[i] : group.update)->op->name);
  return count > kMostNamed ? str_cat(name, "+", count - kMostNamed, " more") : name;
}

// Where the outputs of a Split lie in what is split; such an output needs no memory of its own when passes alone read
// it.
struct Part {
  Endpoint* whole;
  FusedInput layout;
};
using Parts = std::unordered_map<const Endpoint*, Part>;

void add_parts(const Node& split, Parts& parts) {
  const Node& axis_node = *split.inputs[0]->node;
  Endpoint* whole = split.inputs[1];
  if (!axis_node.op->has(Trait::kConstant) || !whole->shape.fully_defined() || !is_plain(whole->dtype)) return;
  const Tensor& axis_value = axis_node.attrs.get<Tensor>("value");
  const int rank = whole->shape.rank();
  if (axis_value.num_elements() != 1 || rank == 0) return;
  const int64_t given = axis_value.int_at(0), axis = given < 0 ? given + rank : given;
  if (axis < 0 || axis >= rank) return;
  const int64_t count = static_cast<int64_t>(split.outputs.size());
  int64_t width = 1;
  for (int i = static_cast<int>(axis); i < rank; ++i) width *= whole->shape[i];
  if (width == 0 || whole->shape[static_cast<int>(axis)] % count != 0) return;
  for (int64_t i = 0; i < count; ++i) {
    FusedInput layout;
    layout.dtype = whole->dtype;
    layout.kind = FusedInput::Kind::kRows;
    layout.width = width / count;
    layout.row = width;
    layout.column = 1;
    layout.offset = i * layout.width;
    parts[split.outputs[static_cast<size_t>(i)].get()] = {whole, layout};
  }
}

// What an operand that repeats a smaller array repeats, and how that meets the elements of a result of shape `out`;
// null where it is no such thing. It then needs no memory of its own.
std::pair<Endpoint*, FusedInput> repeated(const Endpoint& operand, const Shape& out) {
  const Node& node = *operand.node;
  const bool fills = node.op == &op_def<"Fill">();
  if ((!fills && node.op != &op_def<"BroadcastTo">()) || operand.claimed || !(operand.shape == out)) return {};
  Endpoint* source = node.inputs[fills ? 1 : 0];
  if (!source->shape.fully_defined() || source->shape.num_elements() == 0 || source->claimed) return {};
  const std::optional<FusedInput> layout = operand_of(*source, out);
  return layout ? std::pair(source, *layout) : std::pair<Endpoint*, FusedInput>();
}

// Whether all nodes that read the operand take one number beside an array.
bool read_beside_arrays(const std::vector<Node*>& nodes, const Endpoint* operand, const Shape& out) {
  for (const Node* node : nodes) {
    if (std::find(node->inputs.begin(), node->inputs.end(), operand) == node->inputs.end()) continue;
    if (node->inputs.size() != 2 || node->inputs[0] == node->inputs[1]) return false;
    const Endpoint& other = *node->inputs[node->inputs[0] == operand ? 1 : 0];
    if (!(other.shape == out) || repeated(other, out).first) return false;
  }
  return true;
}

// A group as a chain of steps over inputs.
struct Chain {
  std::vector<FusedInput> layouts;
  std::vector<Endpoint*> inputs;  // null for the value of the variable that is updated
  std::vector<FusedStep> steps;
  int64_t current = -1;  // the number of that input

  int add_input(Endpoint* endpoint, const FusedInput& layout) {
    inputs.push_back(endpoint);
    layouts.push_back(layout);
    return static_cast<int>(inputs.size()) - 1;
  }
};

Chain make_chain(const FuncGraph& graph, const Group& group, const Consumers& consumers, const Parts& parts) {
  Chain chain;
  std::unordered_map<const Endpoint*, int> registers;
  const Shape& shape = group.shape();
  std::unordered_set<const Node*> members(group.nodes.begin(), group.nodes.end());
  auto is_value_before = [&](const Endpoint& input) {
    const Node& read = *input.node;
    return group.update && read.op == &op_def<"ReadVariableOp">() && read.inputs[0] == group.update->inputs[0] &&
           input.shape == shape && consumers.only(&input, [&](Node* reader) { return members.contains(reader); }) &&
           is_current(graph, read, *group.update);
  };
  auto add_value_before = [&](DType dtype) {
    if (chain.current < 0) chain.current = chain.add_input(nullptr, FusedInput{dtype});
    return static_cast<int>(chain.current);
  };
  for (Node* node : group.nodes) {
    for (Endpoint* input : node->inputs) {
      if (members.contains(input->node) || registers.contains(input)) continue;
      FusedInput layout = *operand_of(*input, shape);
      auto part = parts.find(input);
      const auto [source, spread] = repeated(*input, shape);
      if (is_value_before(*input)) {
        registers[input] = add_value_before(input->dtype);
      } else if (part != parts.end() && layout.kind == FusedInput::Kind::kSame) {
        registers[input] = chain.add_input(part->second.whole, part->second.layout);
      } else if (source && !members.contains(source->node) &&
                 (spread.kind == FusedInput::Kind::kRows ||
                  (spread.kind == FusedInput::Kind::kScalar && read_beside_arrays(group.nodes, input, shape)))) {
        registers[input] = chain.add_input(source, spread);
      } else {
        registers[input] = chain.add_input(input, layout);
      }
    }
  }
  const BinaryCode last = group.update ? update_code(*group.update) : BinaryCode::kNone;
  const int before = last == BinaryCode::kNone ? -1 : add_value_before(group.root()->outputs[0]->dtype);
  auto is_scalar = [&](int reg) {
    return reg < static_cast<int>(chain.layouts.size()) && chain.layouts[reg].kind == FusedInput::Kind::kScalar;
  };
  auto push = [&](FusedStep step) {
    chain.steps.push_back(step);
    return static_cast<int>(chain.inputs.size() + chain.steps.size()) - 1;
  };
  for (Node* node : group.nodes) {
    FusedStep step;
    step.dtype = node->outputs[0]->dtype;
    step.a = registers.at(node->inputs[0]);
    step.operand_dtype = node->inputs[0]->dtype;
    step.unary_code = node->op->unary_code;
    step.binary_code = binary_code_of(*node);
    if (node->inputs.size() == 1) {
      step.unary = unary_fn(step.unary_code, step.operand_dtype);
    } else {
      step.b = registers.at(node->inputs[1]);
      const BinaryFns& fns = *binary_fns(step.binary_code, step.operand_dtype);
      step.binary = is_scalar(step.a) ? fns.scalar_vector : is_scalar(step.b) ? fns.vector_scalar : fns.vector_vector;
    }
    registers[node->outputs[0].get()] = push(step);
  }
  if (last != BinaryCode::kNone) {
    FusedStep step;
    step.dtype = step.operand_dtype = group.root()->outputs[0]->dtype;
    step.a = before;
    step.b = registers.at(group.root()->outputs[0].get());
    step.binary_code = last;
    step.binary = binary_fns(last, step.dtype)->vector_vector;
    push(step);
  }
  return chain;
}

// All that one pass each computes, the last ones first.
std::vector<Group> find_groups(const FuncGraph& graph, const Consumers& consumers, std::vector<bool>& taken) {
  std::vector<Group> groups;
  for (size_t i = graph.nodes().size(); i-- > 0;) {
    Node* node = graph.nodes()[i].get();
    if (taken[i]) continue;
    Group group;
    if (takes_result(*node, consumers, taken)) {
      group.update = node;
      group.nodes = collect(node->inputs[1]->node, consumers, taken);
      if (std::any_of(group.nodes.begin(), group.nodes.end(), [](Node* member) { return can_fail(*member); })) continue;
    } else if (fusable(*node)) {
      group.nodes = collect(node, consumers, taken);
    } else {
      continue;
    }
    const size_t steps = group.nodes.size() + (group.update && update_code(*node) != BinaryCode::kNone ? 1 : 0);
    if (steps < 2 && !group.update) continue;
    if (static_cast<int64_t>(steps) * group.shape().num_elements() < kLeastResults) continue;
    for (Node* member : group.nodes) taken[member->id] = true;
    groups.push_back(std::move(group));
  }
  return groups;
}

// The outputs of Splits that nobody but groups reads.
Parts find_parts(const FuncGraph& graph, const Consumers& consumers, const std::vector<bool>& taken) {
  Parts parts;
  for (const auto& node : graph.nodes()) {
    if (node->op != &op_def<"Split">()) continue;
    bool inside = true;
    for (const auto& output : node->outputs)
      inside = inside && consumers.only(output.get(), [&](Node* reader) {
        return taken[reader->id] && reader->outputs[0]->shape == output->shape;
      });
    if (inside) add_parts(*node, parts);
  }
  return parts;
}

bool fuse_elementwise(FuncGraph& graph) {
  if (open_gpu_plugin()) return false;  // a GPU has kernels for the single ops only
  const Consumers consumers(graph);
  std::vector<bool> taken(graph.nodes().size(), false);
  const std::vector<Group> groups = find_groups(graph, consumers, taken);
  const Parts parts = find_parts(graph, consumers, taken);
  Replacer replacer(graph);
  bool changed = false;
  for (const Group& group : groups) {
    Chain chain = make_chain(graph, group, consumers, parts);
    if (chain.inputs.size() > FusedElementwise::kMostInputs) continue;
    changed = true;
    Node* root = group.root();
    const Ref<FunctionRef> function =
        make_ref<FusedElementwise>(chain_name(group), std::move(chain.layouts), std::move(chain.steps));
    const AttrValue shape = group.shape();
    std::erase(chain.inputs, nullptr);
    if (group.update) {
      Node* update = group.update;
      update->inputs = {update->inputs[0]};
      for (Endpoint* input : chain.inputs) update->inputs.push_back(input);
      update->op = &op_def<"_FusedAssign">();
      update->attrs = {{"f", function}, {"shape", shape}, {"current", chain.current}};
      continue;
    }
    Node* fused =
        graph.add_node(op_def<"_FusedElementwise">(), chain.inputs,
                       {{"f", function}, {"shape", shape}, {"Tout", root->outputs[0]->dtype}}, root->name + "/fused");
    auto failing = std::find_if(group.nodes.begin(), group.nodes.end(), [](Node* node) { return can_fail(*node); });
    const Node* shown = failing == group.nodes.end() ? root : *failing;
    show_as(*fused, *shown);
    replacer.place(fused, root);
    replacer.replace(root->outputs[0].get(), fused->outputs[0].get());
  }
  replacer.apply();
  return changed;
}

}  // namespace

const Pass kFuseElementwise = {"remapping", "Runs chains of elementwise nodes in one pass over memory.",
                               fuse_elementwise};

}  // namespace graphwright
