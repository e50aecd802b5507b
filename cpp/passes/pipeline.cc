// The order of the passes, and their switches.
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>

#include "base/at_fork.h"
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
      &kInlineCalls,     &kStripDebugging,        &kPruneLoops,      &kHoistFromLoops,     &kHoistProducts,
      &kRemoveDeadNodes, &kFoldBatchNorm,         &kFoldConstants,   &kSimplifyArithmetic, &kMergeCommonSubexpressions,
      &kRemoveDeadNodes, &kMixPrecision,          &kAddToSlices,     &kFuseSoftmax,        &kFuseMoments,
      &kFuseConvBias,    &kFuseMatmulEpilogue,    &kFuseElementwise, &kRemoveDeadNodes,    &kFuseLayerNorm,
      &kPrepackFilters,  &kParallelizeBatchLoops, &kShareBuffers,    &kScheduleBranches,
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

}  // namespace graphwright
