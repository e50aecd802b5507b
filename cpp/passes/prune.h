// Common parts of passes that take inputs and results out of nodes which run functions.
#pragma once

#include <memory>
#include <vector>

#include "graph/func_graph.h"

namespace graphwright {

using Endpoints = std::vector<std::unique_ptr<Endpoint>>;

template <class T>
std::vector<T> kept(const std::vector<T>& all, const std::vector<bool>& needed) {
  std::vector<T> some;
  for (size_t i = 0; i < all.size(); ++i)
    if (needed[i]) some.push_back(all[i]);
  return some;
}

// Takes the other inputs and outputs, with the shapes that are noted of these, from a node. The outputs go to
// `dropped`, since nodes that are dead may still refer to them.
void keep_inputs_and_outputs(Node& node, const std::vector<bool>& inputs, const std::vector<bool>& outputs,
                             Endpoints& dropped);

// Takes out of a loop what it carries from iteration to iteration though nobody needs it, where only some results are
// `needed`.
bool prune_loop(Node* loop, std::vector<bool> needed, Endpoints& dropped);

}  // namespace graphwright
