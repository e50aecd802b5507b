// The order of the passes, and what they share.
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <unordered_map>

#include "base/at_fork.h"
#include "device/gpu.h"
#include "graph/function_calls.h"
#include "graph/functions_of.h"
#include "kernels/elementwise.h"
#include "kernels/fused_elementwise.h"
#include "op/kernel_traits.h"
#include "passes/pass.h"

namespace graphwright {
namespace {

std::atomic<int64_t> least_nodes{0};
GlobalMutex& switches_mutex = GlobalMutex::make();
std::map<std::string, bool>& switches() {
  static auto* table = new std::map<std::string, bool>;
  return *table;
}

}  // namespace

const std::vector<const Pass*>& pipeline() {
  static const std::vector<const Pass*> passes = {
      &kInlineCalls,     &kStripDebugging, &kPruneLoops,      &kHoistFromLoops,     &kHoistProducts,
      &kRemoveDeadNodes, &kScaleFilters,   &kFoldConstants,   &kSimplifyArithmetic, &kMergeCommonSubexpressions,
      &kRemoveDeadNodes, &kMixPrecision,   &kAddToSlices,     &kJoinSoftmax,        &kJoinMoments,
      &kJoinBiases,      &kJoinProducts,   &kFuseElementwise, &kRemoveDeadNodes,    &kJoinNormalizations,
      &kKeepFilters,     &kSplitLoops,     &kShareBuffers,    &kSpreadLanes,
  };
  return passes;
}

void set_pass_enabled(const std::string& name, bool enabled) {
  bool known = false;
  for (const Pass* pass : pipeline()) known |= name == pass->name;
  GW_CHECK_ARG(known, "there is no pass named '", name, "'");
  std::lock_guard lock(switches_mutex);
  switches()[name] = enabled;
}

bool pass_enabled(const std::string& name) {
  std::lock_guard lock(switches_mutex);
  auto it = switches().find(name);
  if (it != switches().end()) return it->second;
  for (const Pass* pass : pipeline())
    if (name == pass->name) return !pass->asked_for;
  return true;
}

void set_least_nodes(int64_t nodes) { least_nodes = nodes; }

namespace {

// By the number of an input, the constant that it always is, or null.
using Constants = std::vector<const Node*>;

// A copy of a body that has constants of its own in place of inputs that are constant.
Ref<FuncGraph> with_constants(const FuncGraph& body, const Constants& constants) {
  Ref<FuncGraph> copy = copy_graph(body, body.name());
  std::unordered_map<const Endpoint*, Endpoint*> own;
  std::vector<std::pair<Node*, Node*>> places;
  for (size_t i = 0; i < constants.size(); ++i) {
    if (!constants[i]) continue;
    Node* placeholder = copy->inputs[i]->node;
    Node* constant = copy->add_node(*constants[i]->op, {}, constants[i]->attrs, placeholder->name);
    places.emplace_back(constant, placeholder);
    own[copy->inputs[i]] = constant->outputs[0].get();
  }
  copy->move_before(places);
  // What is handed on to the next iteration stays an input: that takes no moves.
  for (const auto& node : copy->nodes()) {
    if (node->op->has(Trait::kIdentity)) continue;
    for (Endpoint*& input : node->inputs)
      if (auto found = own.find(input); found != own.end()) input = found->second;
  }
  return copy;
}

Ref<FunctionRef> optimized(const Ref<FunctionRef>& function, const Constants& constants) {
  FuncGraph* graph = function->graph();
  if (!graph) return function;
  bool any = std::any_of(constants.begin(), constants.end(), [](const Node* node) { return node != nullptr; });
  return make_function(optimize(any ? *with_constants(*graph, constants) : *graph));
}

// Which inputs of the bodies of a node are small constants.
Constants constant_inputs(const Node& node) {
  Constants constants;
  if (!pass_enabled(kFoldConstants.name)) return constants;
  const size_t first = node.op->has(Trait::kWhile) ? 0 : 1;
  const FuncGraph* body = first == 0 ? node.attrs.get<Ref<FunctionRef>>("body")->graph() : nullptr;
  for (size_t i = first; i < node.inputs.size(); ++i) {
    const Node* source = node.inputs[i]->node;
    bool constant = source->op->has(Trait::kConstant) && is_small_constant(source->attrs.get<Tensor>("value"));
    if (constant && first == 0) {
      const Endpoint* next = body ? body->outputs[i] : nullptr;
      while (next && next->node->op->has(Trait::kIdentity)) next = next->node->inputs[0];
      constant = next && next == body->inputs[i];
    }
    constants.push_back(constant ? source : nullptr);
  }
  return constants;
}

// Branches, conditions and bodies go through all passes themselves.
void optimize_bodies(FuncGraph& graph) {
  for (const auto& node : graph.nodes()) {
    const OpDef& op = *node->op;
    if (!op.has(Trait::kIf) && !op.has(Trait::kWhile) && !op.has(Trait::kCase)) continue;
    const Constants constants = constant_inputs(*node);
    change_functions(node->attrs, [&](const Ref<FunctionRef>& function) { return optimized(function, constants); });
  }
}

}  // namespace

Ref<FuncGraph> optimize(const FuncGraph& graph) {
  Ref<FuncGraph> copy = copy_graph(graph, graph.name());
  // This comes first, and always: passes remove nodes that do nothing but ask.
  if (copy->effects_on_demand) prune_unasked(*copy);
  // What placeholders stood for while the function was traced may have been exchanged.
  for (const auto& node : copy->nodes()) {
    for (const auto& output : node->outputs) {
      output->known_value = Tensor();
      output->known_value_tried = node->op->has(Trait::kPlaceholder);
    }
  }
  if (static_cast<int64_t>(copy->nodes().size()) < least_nodes) return copy;
  for (const Pass* pass : pipeline())
    if (pass_enabled(pass->name)) pass->run(*copy);
  optimize_bodies(*copy);
  return copy;
}

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

bool may_join(const FuncGraph& graph, std::initializer_list<const OpDef*> ops) {
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

namespace {

bool is_known(const Endpoint& endpoint) {
  return endpoint.shape.fully_defined() && is_plain(endpoint.dtype) && !endpoint.claimed;
}

}  // namespace

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
