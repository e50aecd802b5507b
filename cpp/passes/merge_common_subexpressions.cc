// Keeps one of several pure nodes that have the same op, attrs and inputs.
#include <algorithm>

#include "base/hash.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

uint64_t hash_of(const Node& node, const std::vector<Endpoint*>& inputs) {
  uint64_t hash = hash_mix(0, reinterpret_cast<uintptr_t>(node.op));
  for (Endpoint* input : inputs) hash = hash_mix(hash, reinterpret_cast<uintptr_t>(input));
  if (node.op->has(Trait::kConstant)) {
    const Tensor& value = node.attrs.get<Tensor>("value");
    hash = hash_mix(hash, static_cast<uint64_t>(value.dtype()));
    if (is_plain(value.dtype()))
      hash = hash_mix(hash, hash_bytes({static_cast<const char*>(value.raw()), std::min<size_t>(value.bytes(), 4096)}));
  }
  return hash;
}

bool merge(FuncGraph& graph) {
  std::unordered_multimap<uint64_t, Node*> seen;
  Replacer replacer(graph);
  for (const auto& owner : graph.nodes()) {
    Node* node = owner.get();
    if (!is_pure(*node) || node->outputs.empty() || node->op->runs_functions()) continue;
    std::vector<Endpoint*> inputs;
    for (Endpoint* input : node->inputs) inputs.push_back(replacer.resolve(input));
    if (node->op->has(Trait::kCommutative) && inputs.size() == 2 && inputs[0] > inputs[1])
      std::swap(inputs[0], inputs[1]);
    uint64_t hash = hash_of(*node, inputs);
    Node* twin = nullptr;
    auto [begin, end] = seen.equal_range(hash);
    for (auto it = begin; it != end && !twin; ++it) {
      Node* other = it->second;
      if (other->op != node->op || other->device != node->device || other->inputs.size() != inputs.size() ||
          !(other->attrs == node->attrs))
        continue;
      std::vector<Endpoint*> theirs;
      for (Endpoint* input : other->inputs) theirs.push_back(replacer.resolve(input));
      if (node->op->has(Trait::kCommutative) && theirs.size() == 2 && theirs[0] > theirs[1])
        std::swap(theirs[0], theirs[1]);
      if (theirs == inputs) twin = other;
    }
    if (!twin) {
      seen.emplace(hash, node);
      continue;
    }
    for (size_t i = 0; i < node->outputs.size(); ++i) replacer.replace(node->outputs[i].get(), twin->outputs[i].get());
  }
  return replacer.apply();
}

}  // namespace

const Pass kMergeCommonSubexpressions = {"common_subgraph_elimination", "Computes equal expressions once.", merge};

}  // namespace graphwright
