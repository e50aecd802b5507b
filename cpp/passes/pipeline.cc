// The order of the passes, and what they share.
#include <map>
#include <mutex>

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

Ref<FuncGraph> optimize(const FuncGraph& graph) {
  Ref<FuncGraph> copy = copy_graph(graph, graph.name());
  for (const Pass* pass : pipeline())
    if (pass_enabled(pass->name)) pass->run(*copy);
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
