// Checks that jit_compile=True takes a function.
#pragma once

#include "graph/func_graph.h"

namespace graphwright::jit {

// Throws InvalidArgument in TensorFlow's words where the graph has an op that XLA does not compile.
void check_compilable(const FuncGraph& graph);
// Throws it where an argument whose value XLA must know depends on what nobody knows before the function runs.
void check_known_arguments(const FuncGraph& graph);

}  // namespace graphwright::jit
