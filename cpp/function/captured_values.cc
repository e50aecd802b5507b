// Listing what a trace took from outside, and making inputs of its constants.
#include "function/captured_values.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "graph/function_calls.h"
#include "graph/functions_of.h"
#include "op/build.h"

namespace graphwright {
namespace {

// Adds the constants of a graph and of what is in it, but those that only graphs hold: these were made while tracing.
void add_constants(FuncGraph& graph, std::vector<FuncGraph::Capture>& captures) {
  struct Found {
    Value outer;
    Endpoint* inner;
    int owned = 0;  // references that graphs have: in `constants`, the attr and as a known value
  };
  std::vector<Found> found;
  std::unordered_map<const ValueRep*, size_t> positions;
  std::unordered_set<const FuncGraph*> seen;
  auto visit = [&](auto&& self, FuncGraph& part) -> void {
    if (!seen.insert(&part).second) return;
    for (const FuncGraph::Capture& constant : part.constants) {
      constexpr int kOwnedByGraph = 3;
      auto [position, is_new] = positions.try_emplace(constant.outer.rep(), found.size());
      if (is_new) found.push_back({constant.outer, &part == &graph ? constant.inner : nullptr});
      found[position->second].owned += kOwnedByGraph;
    }
    for (const auto& node : part.nodes()) {
      if (node->op->has(Trait::kPlaceholder)) {  // in a body: the value that is known
        auto position = positions.find(node->outputs[0]->known_value.rep());
        if (position != positions.end()) ++found[position->second].owned;
      }
      for (FuncGraph* function : functions_of(*node)) self(self, *function);
    }
  };
  visit(visit, graph);
  for (Found& constant : found) {
    if (constant.outer.rep()->refs.load() <= constant.owned + 1) continue;  // one of `found`
    if (!constant.inner) {
      const Tensor& tensor = Tensor::of(constant.outer);
      Node* node = graph.add_node(op_def<"Const">(), {}, {{"value", tensor}, {"dtype", tensor.dtype()}}, "Const");
      constant.inner = node->outputs[0].get();
    }
    captures.push_back({constant.outer, constant.inner});
  }
}

}  // namespace

std::vector<FuncGraph::Capture> take_captures(FuncGraph& graph) {
  std::vector<FuncGraph::Capture> captures = std::move(graph.captures);
  graph.captures.clear();
  add_constants(graph, captures);
  std::sort(captures.begin(), captures.end(),
            [](const auto& a, const auto& b) { return a.inner->node->id < b.inner->node->id; });
  return captures;
}

CapturedValues::CapturedValues(FuncGraph& graph, Values inputs)
    : all_(take_captures(graph)), inputs_(std::move(inputs)) {
  std::copy_if(all_.begin(), all_.end(), std::back_inserter(constants_), is_constant);
}

void CapturedValues::set_inputs(Values inputs) {
  std::swap(inputs_, inputs);  // the old ones go last: what they free may look at these
  as_traced_ = false;
}

Ref<GraphFunction> CapturedValues::make_inputs_of_constants(GraphFunction& function) {
  Ref<GraphFunction> made = function.with_inputs_for(constants_, /*any_values=*/true);
  for (const FuncGraph::Capture& constant : constants_) inputs_.push_back(constant.outer);
  constants_.clear();
  for_callers_ = nullptr;
  as_traced_ = false;
  return made;
}

Ref<GraphFunction> CapturedValues::for_callers(Ref<GraphFunction> function, Values& inputs) {
  if (constants_.empty()) return function;
  if (!for_callers_) for_callers_ = function->with_inputs_for(constants_);
  for (const FuncGraph::Capture& constant : constants_) inputs.push_back(constant.outer);
  return for_callers_;
}

}  // namespace graphwright
