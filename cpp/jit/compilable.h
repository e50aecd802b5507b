// Which functions jit_compile=True takes.
#pragma once

#include "graph/func_graph.h"

namespace graphwright::jit {

// Throws InvalidArgument in TensorFlow's words where the graph has an op that XLA does not compile.
void check_compilable(const FuncGraph& graph);

}  // namespace graphwright::jit
