// Checks that the functions that a node refers to fit it.
#pragma once

#include "graph/func_graph.h"

namespace graphwright {

// Throws ValueError where a branch, a loop's condition or body, or a called function takes or gives other tensors than
// the node has inputs and outputs.
void check_functions(const OpDef& op, const Attrs& attrs, std::span<Endpoint* const> inputs,
                     std::span<const DType> outputs);

}  // namespace graphwright
