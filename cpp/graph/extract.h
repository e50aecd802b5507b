// A part of a graph as a graph of its own.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "graph/func_graph.h"

namespace graphwright {

// Extracts the nodes that compute `outputs` and `nodes` from `inputs`, which may be any endpoints of the graph.
// Placeholders that are needed though not listed, such as captured values, become inputs after these; they are added to
// `further`. Ops with effects that neither an output nor a control dependency needs are left out, so the result shows
// no automatic dependencies. `on_copy`, if any, is told of each node and its copy.
Ref<FuncGraph> extract_graph(const FuncGraph& graph, std::string name, std::span<Endpoint* const> inputs,
                             std::span<Endpoint* const> outputs, std::span<Node* const> nodes,
                             std::vector<Endpoint*>& further,
                             const std::function<void(const Node&, Node&)>& on_copy = nullptr);

}  // namespace graphwright
