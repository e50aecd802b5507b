// The order of the passes, and what they share.
#include <map>
#include <mutex>

#include "ops/control_flow.h"
#include "passes/pass.h"

namespace graphwright {
namespace {

std::mutex switches_mutex;
std::map<std::string, bool>& switches() {
  static auto* table = new std::map<std::string, bool>;
  return *table;
}

}  // namespace

const std::vector<const Pass*>& pipeline() {
  static const std::vector<const Pass*> passes = {
      &kInlineCalls,     &kRemoveDeadNodes, &kFoldConstants, &kMergeCommonSubexpressions,
      &kFuseElementwise, &kRemoveDeadNodes,
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
  return it == switches().end() || it->second;
}

namespace {

Ref<FunctionRef> optimized(const Ref<FunctionRef>& function) {
  FuncGraph* graph = function->graph();
  return graph ? make_function(optimize(*graph)) : function;
}

// Branches, conditions and bodies go through all passes themselves.
void optimize_bodies(FuncGraph& graph) {
  for (const auto& node : graph.nodes()) {
    const OpDef& op = *node->op;
    if (!op.has(Trait::kIf) && !op.has(Trait::kWhile) && !op.has(Trait::kCase)) continue;
    for (const auto& [name, value] : std::vector<Attrs::Entry>(node->attrs.entries())) {
      if (const auto* function = std::get_if<Ref<FunctionRef>>(&value)) {
        node->attrs.set(name, optimized(*function));
      } else if (const auto* functions = std::get_if<std::vector<Ref<FunctionRef>>>(&value)) {
        std::vector<Ref<FunctionRef>> branches;
        for (const Ref<FunctionRef>& branch : *functions) branches.push_back(optimized(branch));
        node->attrs.set(name, branches);
      }
    }
  }
}

}  // namespace

Ref<FuncGraph> optimize(const FuncGraph& graph) {
  Ref<FuncGraph> copy = copy_graph(graph, graph.name());
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

void Replacer::apply() {
  if (map_.empty()) return;
  for (const auto& node : graph_.nodes())
    for (Endpoint*& input : node->inputs) input = resolve(input);
  for (Endpoint*& output : graph_.outputs) output = resolve(output);
}

bool is_pure(const Node& node) {
  const OpDef& op = *node.op;
  return !op.has(Trait::kStateful) && !op.has(Trait::kPlaceholder) && !op.has(Trait::kReadsResource);
}

}  // namespace graphwright
