// SharedStates: what kernels keep from run to run, for all parts of one graph together.
#pragma once

#include <unordered_map>
#include <vector>

#include "graph/func_graph.h"
#include "op/kernel_state.h"

namespace graphwright {

// A session runs a program of its own for each set of fetches. A node that draws or counts has one state in all,
// and so has each node of the functions that it runs, apart for each node that runs them.
class SharedStates : public RefCounted {
 public:
  // Gives `copy`, which was made of `node`, the state that all copies of this node have.
  void share(const Node& node, Node& copy);

 private:
  // A function at one node: the copy whose nodes share states, made once.
  struct Body {
    Ref<FunctionRef> original, own;
    Ref<SharedStates> states;
  };
  struct Place {
    Ref<SharedState> state;
    std::vector<Body> bodies;
  };
  static Ref<FunctionRef> own_function(const Ref<FunctionRef>& function, Body& body);

  std::unordered_map<const Node*, Place> places_;
};

}  // namespace graphwright
