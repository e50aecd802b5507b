// Estimates of what nodes take, for passes that weigh threads against what starting them costs.
#pragma once

#include "graph/func_graph.h"

namespace graphwright {

// Nanoseconds on one core; all shapes are known.
double estimated_time(const Node& node);

}  // namespace graphwright
