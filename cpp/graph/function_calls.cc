// Calls of functions in graphs, and the attrs and outputs of nodes that run functions.
#include "graph/function_calls.h"

#include "graph/functions_of.h"
#include "op/build.h"
#include "op/gradient_slices.h"

namespace graphwright {
namespace {

Ref<FunctionRef> (*function_maker)(Ref<FuncGraph>) = nullptr;

}  // namespace

bool is_stateful(const FunctionRef& function) {
  FuncGraph* graph = function.graph();
  if (!graph) return true;
  for (const auto& node : graph->nodes())
    if (node->op->has(Trait::kStateful) || node->op->has(Trait::kReadsResource)) return true;
  return false;
}

Values call_function(const Ref<FunctionRef>& function, std::span<const Value> args) {
  std::vector<DType> types;
  if (FuncGraph* graph = function->graph())
    for (Endpoint* output : graph->outputs) types.push_back(output->dtype);
  Attrs attrs{{"f", function}, {"Tout", types}};
  if (is_stateful(*function)) return ops<"StatefulPartitionedCall">(args, attrs);
  return ops<"PartitionedCall">(args, attrs);
}

Values call_backward(const Derivative& derivative, std::span<const Value> args) {
  Values outputs = call_function(derivative.backward, args);
  Values grads;
  size_t next = 0;
  for (size_t i = 0; i < derivative.grad_inputs.size(); ++i) {
    if (i < derivative.gives_slices.size() && derivative.gives_slices[i]) {
      grads.push_back(make_slices(outputs[next], outputs[next + 1], outputs[next + 2]));
      next += 3;
    } else {
      grads.push_back(outputs[next++]);
    }
  }
  return grads;
}

void grow_outputs(const Value& output, const std::vector<Attrs::Entry>& changed, size_t num_outputs, Values& outputs) {
  Node* node = endpoint_of(output)->node;
  // One that has more outputs gives them for a derivative of higher order; those of this one are the first of them.
  if (node->outputs.size() <= num_outputs) {
    for (const auto& [name, value] : changed) node->attrs.set(name, value);
    node->attrs.erase(kImplementationAttr);
  }
  if (node->outputs.size() < num_outputs) {
    FuncGraph* first = nullptr;
    for (const auto& [name, value] : changed) {
      if (const auto* function = std::get_if<Ref<FunctionRef>>(&value); function && !first && name != "cond")
        first = (*function)->graph();
      if (const auto* branches = std::get_if<std::vector<Ref<FunctionRef>>>(&value); branches && !branches->empty())
        first = branches->front()->graph();
    }
    std::vector<DType> types;
    for (Endpoint* endpoint : first->outputs) types.push_back(endpoint->dtype);
    if (node->op->attr("Tout")) node->attrs.set("Tout", types);
    if (node->op->attr("T")) node->attrs.set("T", types);
    node->graph->refresh(node);
  }
  for (size_t i = outputs.size(); i < node->outputs.size(); ++i) outputs.push_back(node->output(static_cast<int>(i)));
}

void copy_handle_data(const Value& from, const Value& to) {
  if (!from.is_symbol() || !to.is_symbol() || from.dtype() != DType::kResource) return;
  Endpoint* target = endpoint_of(to);
  const Endpoint* source = endpoint_of(from);
  target->handle_dtype = source->handle_dtype;
  target->handle_shape = source->handle_shape;
  target->handle_trainable = source->handle_trainable;
}

void set_function_maker(Ref<FunctionRef> (*maker)(Ref<FuncGraph>)) { function_maker = maker; }
Ref<FunctionRef> make_function(Ref<FuncGraph> graph) { return function_maker(std::move(graph)); }

}  // namespace graphwright
