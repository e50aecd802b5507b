// CapturedValues: what a trace takes from outside of its graph.
#pragma once

#include <vector>

#include "function/graph_function.h"
#include "graph/func_graph.h"

namespace graphwright {

// Takes over all that a graph captured, in the order of first use: what became inputs, and small tensors that became
// constants of the graph or of branches, loops and functions in it. A constant that only those have becomes one of the
// graph, too, so that something stands for it.
std::vector<FuncGraph::Capture> take_captures(FuncGraph& graph);

inline bool is_constant(const FuncGraph::Capture& capture) { return capture.inner->node->op->has(Trait::kConstant); }

// Variables and tensors are further inputs, behind the arguments. Small tensors are constants until one of them changes
// or has to be saved: then all of them become inputs, behind the others.
class CapturedValues {
 public:
  CapturedValues() = default;
  // `inputs`: the values that the last inputs of the graph stand for.
  CapturedValues(FuncGraph& graph, Values inputs);

  // All that was captured while tracing, whatever it is now.
  const std::vector<FuncGraph::Capture>& all() const { return all_; }
  // What each call passes behind its arguments.
  const Values& inputs() const { return inputs_; }
  // Whether the inputs are those of the trace, for whose shapes the graph vouches.
  bool as_traced() const { return as_traced_; }
  void set_inputs(Values inputs);

  // The function with an input for each constant, which takes the place of `function`.
  Ref<GraphFunction> make_inputs_of_constants(GraphFunction& function);
  // What another function that is being traced calls in place of `function`: its constants are inputs, whose values are
  // added, so that what the caller captures goes for them, too. Made on first use; `function` where there is no
  // constant.
  Ref<GraphFunction> for_callers(Ref<GraphFunction> function, Values& inputs);

 private:
  std::vector<FuncGraph::Capture> all_;
  std::vector<FuncGraph::Capture> constants_;
  Values inputs_;
  Ref<GraphFunction> for_callers_;
  bool as_traced_ = true;
};

}  // namespace graphwright
