// Common parts of passes: functions that look at graphs and change them.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/func_graph.h"

namespace graphwright {

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

// True where the node has this attr, and that is true.
bool is_true(const Node& node, const char* attr);

// The nodes that come before these ends, with themselves: along inputs, and along control inputs but those from nodes
// without effects, unless these are waited for, too.
std::vector<bool> nodes_behind(const FuncGraph& graph, std::span<const Node* const> ends, bool waits_for_pure);

// The nodes that an output or an effect needs; the same with `outputs` for the graph's own.
std::vector<bool> live_nodes(const FuncGraph& graph);
std::vector<bool> live_nodes(const FuncGraph& graph, std::span<Endpoint* const> outputs);

// True where the graph has a node of this op: passes look before they count.
bool has_node(const FuncGraph& graph, const OpDef& op);

// True where a rewrite to ops with kernels on CPUs alone may find something: all of these ops are there, and no GPU.
bool may_fuse(const FuncGraph& graph, std::initializer_list<const OpDef*> ops);

// The number of readers of each endpoint, inputs of nodes and outputs of the graph; none read nodes made later.
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

// A base class of rewrites that look for several nodes at a time.
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

// True where the shape is known in full, and nobody but the shape rules said so; of a dtype of plain numbers.
bool is_known(const Endpoint& endpoint);

// True where the node computes something whatever its inputs are, all of whose shapes are known: it may then be
// computed where it would not have been.
bool cannot_fail(const Node& node);

// May the node be computed once for all, or not at all when nobody needs it?
bool is_pure(const Node& node);

}  // namespace graphwright
