// PartitionedCall and StatefulPartitionedCall: running a function as one op.
#include "eager/backward.h"
#include "graph/functions_of.h"
#include "op/build.h"
#include "op/gradient_slices.h"
#include "ops/control_flow.h"

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

Value zero_gradient(const Value& value) { return zeros_for(value); }

namespace {
Ref<FunctionRef> (*function_maker)(Ref<FuncGraph>) = nullptr;
}  // namespace

void set_function_maker(Ref<FunctionRef> (*maker)(Ref<FuncGraph>)) { function_maker = maker; }
Ref<FunctionRef> make_function(Ref<FuncGraph> graph) { return function_maker(std::move(graph)); }

}  // namespace graphwright
