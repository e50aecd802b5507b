// Pass: a rewrite of a finished graph that keeps what it computes.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/func_graph.h"

namespace graphwright {

struct Pass {
  const char* name;  // as tf.config.optimizer names it, where it does
  const char* doc;
  bool (*run)(FuncGraph& graph);  // true when it changed something
  bool asked_for = false;         // off until somebody switches it on
};

// Each defined in a file of its own.
extern const Pass kScaleFilters;
extern const Pass kFoldConstants;
extern const Pass kSimplifyArithmetic;
extern const Pass kMergeCommonSubexpressions;
extern const Pass kRemoveDeadNodes;
extern const Pass kInlineCalls;
extern const Pass kPruneLoops;
extern const Pass kHoistFromLoops;
extern const Pass kHoistProducts;
extern const Pass kStripDebugging;
extern const Pass kMixPrecision;
extern const Pass kAddToSlices;
extern const Pass kJoinBiases;
extern const Pass kJoinProducts;
extern const Pass kFuseElementwise;
extern const Pass kJoinMoments;
extern const Pass kJoinNormalizations;
extern const Pass kJoinSoftmax;
extern const Pass kKeepFilters;
extern const Pass kShareBuffers;
extern const Pass kSplitLoops;
extern const Pass kSpreadLanes;

// The attr by which kShareBuffers says which input a node may write its result over.
inline constexpr const char* kOverInput = "_over_input";

// The attr by which kSplitLoops and kSpreadLanes say where a node runs: a number for each group of nodes of which some
// run side by side, shifted left by kLaneBits, and which of its lanes, counted from 1; 0 before all of them.
inline constexpr const char* kLane = "_lane";
inline constexpr int kLaneBits = 8;

// Leaves of a plain graph's part what was asked for, in branches and loops, too.
void prune_unasked(FuncGraph& graph);

// All passes, in the order in which they run.
const std::vector<const Pass*>& pipeline();
// Switches a pass on or off for graphs optimised from now on; throws InvalidArgument for an unknown name.
void set_pass_enabled(const std::string& name, bool enabled);
bool pass_enabled(const std::string& name);
// Graphs of fewer nodes stay as they are.
void set_least_nodes(int64_t nodes);

// A copy of `graph` after all passes that are on.
Ref<FuncGraph> optimize(const FuncGraph& graph);

// Puts nodes in the place of others: every use of `from` in the graph (inputs of nodes, outputs) becomes one of `to`.
class Replacer {
 public:
  explicit Replacer(FuncGraph& graph) : graph_(graph) {}
  void replace(Endpoint* from, Endpoint* to) { map_[from] = to; }
  Endpoint* resolve(Endpoint* endpoint) const;
  // A new node for the place right before `anchor`, on `shown`'s device; errors and profiles tell of it what they would
  // tell of `shown`.
  Node* make(const OpDef& op, std::vector<Endpoint*> inputs, Attrs attrs, std::string_view name, const Node& shown,
             Node* anchor);
  // Has a node that was appended go right before `anchor`.
  void place(Node* made, Node* anchor) { places_.emplace_back(made, anchor); }
  // Carries all of it out; true when something is replaced.
  bool apply();

 private:
  FuncGraph& graph_;
  std::unordered_map<Endpoint*, Endpoint*> map_;
  std::vector<std::pair<Node*, Node*>> places_;
};

// What a value is a copy of, if anything.
template <class E>
E* source_of(E* endpoint) {
  while (endpoint->node->op->has(Trait::kIdentity)) endpoint = endpoint->node->inputs[0];
  return endpoint;
}

// Whether the node has this attr, and that is true.
bool is_true(const Node& node, const char* attr);

// The nodes that come before these ends, with themselves: along inputs, and along control inputs but those from nodes
// without effects, unless these are waited for, too.
std::vector<bool> nodes_behind(const FuncGraph& graph, std::span<const Node* const> ends, bool waits_for_pure);

// Which nodes an output or an effect needs; the same with `outputs` for the graph's own.
std::vector<bool> live_nodes(const FuncGraph& graph);
std::vector<bool> live_nodes(const FuncGraph& graph, std::span<Endpoint* const> outputs);

// Whether the graph has a node of this op: passes look before they count.
bool has_node(const FuncGraph& graph, const OpDef& op);

// Whether a rewrite to ops that have kernels on CPUs alone may find something: all of these ops are there, and no GPU.
bool may_join(const FuncGraph& graph, std::initializer_list<const OpDef*> ops);

// How many inputs of nodes and outputs of the graph read each endpoint; none read those of nodes that are made later.
class ReaderCounts {
 public:
  explicit ReaderCounts(const FuncGraph& graph);
  int operator[](const Endpoint* endpoint) const {
    const size_t node = static_cast<size_t>(endpoint->node->id);
    return node < first_.size() ? counts_[first_[node] + endpoint->index] : 0;
  }

 private:
  std::vector<uint32_t> first_;  // by node
  std::vector<int> counts_;      // by endpoint
};

// What rewrites that look for several nodes at a time begin with.
class Rewriter {
 protected:
  explicit Rewriter(FuncGraph& graph) : graph_(graph), readers_(graph), replacer_(graph) {}
  // Calls look(node) for each node that is there, in order, then puts new ones in the place of old ones; true when it
  // did.
  template <class Look>
  bool rewrite(const Look& look) {
    const size_t count = graph_.nodes().size();
    for (size_t i = 0; i < count; ++i) look(graph_.nodes()[i].get());
    return replacer_.apply();
  }

  FuncGraph& graph_;
  const ReaderCounts readers_;
  Replacer replacer_;
};

// Lets errors and profiles tell of `made` what they would tell of `shown`.
void show_as(Node& made, const Node& shown);

// Whether the node computes something whatever its inputs are, all of whose shapes are known: it may then be computed
// where it would not have been.
bool cannot_fail(const Node& node);

// May the node be computed once for all, or not at all when nobody needs it?
bool is_pure(const Node& node);

}  // namespace graphwright
