// PartitionedCall and StatefulPartitionedCall: running a function as one op.
#include "autodiff/backward.h"
#include "graph/function_calls.h"
#include "graph/functions_of.h"
#include "op/build.h"

namespace graphwright {
namespace {

// Whether the shapes of this call's arguments, or values where these may tell shapes of results, are known better than
// they were when the function was traced.
bool tells_more(const ShapeContext& ctx, const FuncGraph& graph) {
  if (ctx.num_inputs() != static_cast<int>(graph.inputs.size())) return false;
  bool open = std::any_of(graph.outputs.begin(), graph.outputs.end(),
                          [](const Endpoint* output) { return !output->shape.fully_defined(); });
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const Endpoint& traced = *graph.inputs[i];
    const Shape& shape = ctx.input(static_cast<int>(i));
    if (traced.shape.compatible(shape) && !conforms(traced.shape, shape)) return true;
    if (open && traced.dtype != DType::kResource && !traced.known_value && ctx.constant(static_cast<int>(i)))
      return true;
  }
  return false;
}

// The graph with what this call knows of its arguments, and what follows from that. Branches and loops keep the shapes
// that they were traced with, as in TensorFlow.
Ref<FuncGraph> infer_again(const ShapeContext& ctx, const FuncGraph& graph) {
  Ref<FuncGraph> copy = copy_graph(graph, graph.name());
  std::unordered_set<const Node*> given;
  for (size_t i = 0; i < copy->inputs.size(); ++i) {
    Endpoint* input = copy->inputs[i];
    const Shape& shape = ctx.input(static_cast<int>(i));
    if (input->shape.compatible(shape)) input->shape = input->shape.merge(shape);
    if (!input->known_value && input->dtype != DType::kResource) {
      input->known_value = ctx.constant(static_cast<int>(i));
      input->known_value_tried = true;
    }
    given.insert(input->node);
  }
  for (const auto& node : copy->nodes()) {
    if (given.contains(node.get()) || node->op->has(Trait::kPlaceholder)) continue;
    for (const auto& output : node->outputs) output->known_value_tried = static_cast<bool>(output->known_value);
    if (!node->op->runs_functions() || node->op->has(Trait::kCall)) copy->refresh(node.get());
  }
  return copy;
}

void call_shape(ShapeContext& ctx) {
  FuncGraph* graph = ctx.attrs().get<Ref<FunctionRef>>("f")->graph();
  if (!graph) return;
  Ref<FuncGraph> inferred;
  const bool traces = ctx.num_inputs() > 0 && ctx.value(0).is_symbol();
  if (traces && tells_more(ctx, *graph)) {
    inferred = infer_again(ctx, *graph);
    graph = inferred.get();
  }
  for (size_t i = 0; i < graph->outputs.size(); ++i) {
    Endpoint* output = graph->outputs[i];
    ctx.set_output(static_cast<int>(i), output->shape);
    if (output->handle_dtype != DType::kInvalid)
      ctx.set_handle_output(static_cast<int>(i), output->handle_dtype, output->handle_shape);
  }
}

void call_kernel(KernelContext& ctx) {
  std::vector<Tensor> outputs = executed_function(ctx.attrs())->run(ctx.inputs());
  for (size_t i = 0; i < outputs.size(); ++i) ctx.set_output(static_cast<int>(i), outputs[i]);
}

Values call_gradient(GradientContext& ctx) {
  FunctionRef* function = ctx.attrs().get<Ref<FunctionRef>>("f").get();
  if (const AttrValue* recorded = ctx.attrs().find(kForwardAttr))
    function = std::get<Ref<FunctionRef>>(*recorded).get();
  bool symbolic = ctx.output(0).is_symbol();
  // A forward function whose intermediates no gradient reaches serves its primal's backward function as it is.
  while (FunctionRef* primal = function->primal()) {
    bool untouched = true;
    for (int i = static_cast<int>(primal->num_outputs()); i < ctx.num_outputs(); ++i) untouched &= !ctx.grad_or_null(i);
    if (!untouched) break;
    function = primal;
  }
  const Derivative& derivative = function->derivative();
  if (derivative.grad_inputs.empty()) return Values(ctx.num_inputs());
  Values outputs(ctx.outputs().begin(), ctx.outputs().end());
  if (symbolic) grow_outputs(ctx.output(0), {{"f", derivative.forward}}, derivative.forward->num_outputs(), outputs);
  Values args;
  for (int i : derivative.grad_outputs) args.push_back(ctx.grad(i));
  GW_CHECK(outputs.size() >= derivative.forward->num_outputs(), Code::kUnimplemented, "a derivative of ",
           function->name(), " of so high an order by one tape; nest tapes instead");
  for (int i : derivative.intermediates) args.push_back(outputs[i]);
  for (const Value& extra : derivative.extra) args.push_back(extra);
  Values grads = call_backward(derivative, args);
  Values result(ctx.num_inputs());
  for (size_t i = 0; i < grads.size(); ++i) result[derivative.grad_inputs[i]] = grads[i];
  return result;
}

DEFINE_OP("PartitionedCall")
    .input("args: Tin")
    .output("output: Tout")
    .attr("Tin: list(type) >= 0")
    .attr("Tout: list(type) >= 0")
    .attr("f: func")
    .attr("config: string = ''")
    .attr("config_proto: string = ''")
    .attr("executor_type: string = ''")
    .doc("Calls the function `f`, which only depends on its arguments.")
    .trait(Trait::kCall)
    .shape(call_shape)
    .kernel(CPU, call_kernel)
    .gradient(call_gradient);

DEFINE_OP("StatefulPartitionedCall")
    .input("args: Tin")
    .output("output: Tout")
    .attr("Tin: list(type) >= 0")
    .attr("Tout: list(type) >= 0")
    .attr("f: func")
    .attr("config: string = ''")
    .attr("config_proto: string = ''")
    .attr("executor_type: string = ''")
    .doc("Calls the function `f`, which may read and change state.")
    .trait(Trait::kCall)
    .stateful()
    .shape(call_shape)
    .kernel(CPU, call_kernel)
    .gradient(call_gradient);

}  // namespace
}  // namespace graphwright
