// The nodes of a function that must run, and after which others.
#include "graph/control_dependencies.h"

#include <algorithm>
#include <unordered_map>

#include "graph/functions_of.h"
#include "op/build.h"
#include "op/kernel_state.h"

namespace graphwright {
namespace {

// Whether a node has an effect: ops that draw numbers after a seed of their own may do so in any order, or not at all.
bool acts(const Node& node) { return node.op->has(Trait::kStateful) && !draws_from_seeds(*node.op); }

struct Use {
  const Endpoint* resource;
  bool reads;  // and nothing else
};

// Where the arguments of a node's functions begin among its inputs.
size_t first_argument(const OpDef& op) { return op.has(Trait::kIf) || op.has(Trait::kCase) ? 1 : 0; }

// The resources among a node's inputs, each once.
std::vector<Use> uses_of(const Node& node) {
  std::vector<Use> uses;
  std::vector<int64_t> read_only;
  bool calls = node.op->runs_functions();
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i]->dtype != DType::kResource) continue;
    if (calls && uses.empty()) read_only = read_only_inputs(node);
    bool reads = calls ? std::find(read_only.begin(), read_only.end(), static_cast<int64_t>(i)) != read_only.end()
                       : node.op->has(Trait::kReadsResource);
    const Endpoint* resource = source_of(node.inputs[i]);
    auto same = std::find_if(uses.begin(), uses.end(), [&](const Use& use) { return use.resource == resource; });
    if (same == uses.end()) {
      uses.push_back({resource, reads});
    } else {
      same->reads = same->reads && reads;
    }
  }
  return uses;
}

class Builder {
 public:
  explicit Builder(FuncGraph& graph) : graph_(graph), result_(std::make_unique<ControlDependencies>()) {}

  std::unique_ptr<ControlDependencies> build() {
    result_->before.resize(graph_.nodes().size());
    for (const auto& node : graph_.nodes()) add(node.get());
    if (!result_->must_run.empty() && !graph_.outputs.empty()) join_outputs();
    return std::move(result_);
  }

 private:
  struct History {
    Node* last_write = nullptr;
    std::vector<Node*> reads_since;
  };

  void after(Node* node, Node* earlier) {
    std::vector<Node*>& before = result_->before[node->id];
    if (std::find(node->control_inputs.begin(), node->control_inputs.end(), earlier) == node->control_inputs.end() &&
        std::find(before.begin(), before.end(), earlier) == before.end())
      before.push_back(earlier);
  }

  void add(Node* node) {
    if (!acts(*node)) return;
    result_->must_run.push_back(node);
    std::vector<Use> uses = uses_of(*node);
    // What acts on no resource (a print) acts on the world.
    if (uses.empty()) uses.push_back({nullptr, false});
    for (const Use& use : uses) {
      History& history = histories_[use.resource];
      if (history.last_write) after(node, history.last_write);
      if (use.reads) {
        history.reads_since.push_back(node);
        continue;
      }
      for (Node* read : history.reads_since) after(node, read);
      history.reads_since.clear();
      history.last_write = node;
    }
  }

  void join_outputs() {
    // Only outputs that nothing else waits for may wait themselves.
    std::vector<bool> is_used(graph_.nodes().size(), false);
    for (const auto& node : graph_.nodes()) {
      for (const Endpoint* input : node->inputs) is_used[input->node->id] = true;
      for (const Node* dependency : node->control_inputs) is_used[dependency->id] = true;
    }
    std::vector<Node*> outputs;
    for (const Endpoint* output : graph_.outputs) {
      Node* node = output->node;
      if (node->op->has(Trait::kIdentity) && !is_used[node->id] &&
          std::find(outputs.begin(), outputs.end(), node) == outputs.end())
        outputs.push_back(node);
    }
    if (outputs.empty()) return;
    auto join = std::make_unique<Node>();
    join->op = &op_def<"NoOp">();
    join->name = graph_.unique_name("NoOp");
    join->graph = &graph_;
    join->id = static_cast<int>(graph_.nodes().size());
    for (Node* node : result_->must_run) join->control_inputs.push_back(node);
    for (Node* output : outputs) result_->before[output->id].push_back(join.get());
    result_->join = std::move(join);
  }

  FuncGraph& graph_;
  std::unique_ptr<ControlDependencies> result_;
  std::unordered_map<const Endpoint*, History> histories_;
};

}  // namespace

std::vector<bool> read_only_inputs(const FuncGraph& graph) {
  std::unordered_map<const Endpoint*, size_t> position;
  std::vector<bool> read_only(graph.inputs.size(), false);
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    if (graph.inputs[i]->dtype != DType::kResource) continue;
    position[graph.inputs[i]] = i;
    read_only[i] = true;
  }
  if (position.empty()) return read_only;
  for (const auto& node : graph.nodes()) {
    if (node->op->has(Trait::kIdentity)) continue;
    for (const Use& use : uses_of(*node)) {
      if (use.reads) continue;
      if (auto it = position.find(use.resource); it != position.end()) read_only[it->second] = false;
    }
  }
  return read_only;
}

std::vector<int64_t> read_only_inputs(const Node& node) {
  std::vector<int64_t> positions;
  std::vector<FuncGraph*> functions = functions_of(node);
  if (functions.empty()) return positions;
  std::vector<std::vector<bool>> by_function;
  for (FuncGraph* function : functions) by_function.push_back(read_only_inputs(*function));
  size_t first = first_argument(*node.op);
  for (size_t i = first; i < node.inputs.size(); ++i) {
    if (node.inputs[i]->dtype != DType::kResource) continue;
    bool all = true;
    for (const auto& read_only : by_function) all = all && i - first < read_only.size() && read_only[i - first];
    if (all) positions.push_back(static_cast<int64_t>(i));
  }
  return positions;
}

const ControlDependencies* control_dependencies(FuncGraph& graph) {
  if (!graph.finished || graph.is_plain || graph.effects_on_demand) return nullptr;
  if (!graph.automatic_dependencies) graph.automatic_dependencies = Builder(graph).build();
  return graph.automatic_dependencies.get();
}

}  // namespace graphwright
