// Nodes as the bytes of GraphDef's NodeDef messages.
#pragma once

#include <span>
#include <string>

#include "graph/func_graph.h"

namespace graphwright {

// Appends the message of a node to `bytes`, with fields and attrs in the order
// in which graphwright.messages writes them. False, with nothing useful in
// `bytes`, for nodes that refer to functions, whose names only the graph's
// library knows.
//
// `control_inputs`: the names of the nodes that it waits for. `add_shapes`:
// whether the static shapes of its outputs become an attr.
bool encode_node(const Node& node, std::span<const std::string> control_inputs, bool add_shapes, std::string& bytes);

}  // namespace graphwright
