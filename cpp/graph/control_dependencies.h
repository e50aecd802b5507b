// The order that a finished function promises to its ops with effects, spelt out as dependencies between nodes.
#pragma once

#include <memory>
#include <vector>

#include "graph/func_graph.h"

namespace graphwright {

// A program runs such ops in the order of their nodes, so these edges are not needed to run a graph. They are what
// graphs show, and what others need to know who run nodes in any order that the edges allow.
struct ControlDependencies {
  // By node: those that it must run after, beyond what Node::control_inputs says.
  std::vector<std::vector<Node*>> before;
  // Nodes that run whether or not an output needs them.
  std::vector<Node*> must_run;
  // A node "NoOp" that waits for all of these, and that the outputs wait for; none where there are no outputs.
  std::unique_ptr<Node> join;
};

// Those of a finished function's graph; nothing for graphs under construction and for plain ones. Made on first use.
// Callers take turns (the GIL sees to that).
const ControlDependencies* control_dependencies(FuncGraph& graph);

// For each input of a function: whether it is a resource that the function only reads.
std::vector<bool> read_only_inputs(const FuncGraph& graph);
// The positions of a node's inputs that are resources which the functions of its attrs only read.
std::vector<int64_t> read_only_inputs(const Node& node);

}  // namespace graphwright
