// Functions as parts of graphs: made of them, called in them, and what nodes that run them (calls, If, Case, While)
// have.
#pragma once

#include "graph/func_graph.h"
#include "op/attrs.h"
#include "tensor/value.h"

namespace graphwright {

// Does running the function read or change anything but its arguments?
bool is_stateful(const FunctionRef& function);
// Calls through the one door, as the stateful or the plain op.
Values call_function(const Ref<FunctionRef>& function, std::span<const Value> args);
// Calls the backward function of a pair: one gradient, perhaps slices, for each of its grad_inputs.
Values call_backward(const Derivative& derivative, std::span<const Value> args);
// Changes attrs of the node that produces `output` so that it has `num_outputs` outputs, and appends the new ones.
void grow_outputs(const Value& output, const std::vector<Attrs::Entry>& changed, size_t num_outputs, Values& outputs);
// Copies the shape and dtype behind the resource handle `from` to `to`.
void copy_handle_data(const Value& from, const Value& to);

// A finished graph as a function that can be run; function/ says how.
Ref<FunctionRef> make_function(Ref<FuncGraph> graph);
void set_function_maker(Ref<FunctionRef> (*maker)(Ref<FuncGraph> graph));

}  // namespace graphwright
