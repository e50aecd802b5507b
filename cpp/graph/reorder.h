// Changing which nodes a node waits for, with nodes that were made after it among them.
#pragma once

#include "graph/func_graph.h"

namespace graphwright {

// Makes `node` run after `before`; where that was made later, it moves, with all that it needs, in front of `node`.
// Throws InvalidArgument where `before` itself needs `node`.
void run_after(FuncGraph& graph, Node* node, Node* before);

// Makes `value` the node's input at `index`, and infers the static shapes of what it gives anew.
// Throws InvalidArgument for another dtype, and where `value` depends on the node.
void update_input(FuncGraph& graph, Node* node, int index, Endpoint* value);

}  // namespace graphwright
