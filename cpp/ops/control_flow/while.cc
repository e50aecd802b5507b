// While: running a function as long as another one says so.
#include "autodiff/backward.h"
#include "graph/func_graph.h"
#include "graph/function_calls.h"
#include "op/build.h"
#include "op/function_ref.h"
#include "op/gradient_slices.h"
#include "tensor/condition.h"

namespace graphwright {
namespace {

// A loop variable keeps what input and body agree on, or what output_shapes says.
void while_shape(ShapeContext& ctx) {
  FuncGraph* body = ctx.attrs().get<Ref<FunctionRef>>("body")->graph();
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    Shape shape = ctx.input(i);
    if (body && i < static_cast<int>(body->outputs.size())) {
      shape = shape.relax(body->inputs[i]->shape);
      shape = shape.relax(body->outputs[i]->shape);
    }
    ctx.set_output(i, shape);
    if (ctx.handle_dtype(i) != DType::kInvalid) ctx.set_handle_output(i, ctx.handle_dtype(i), ctx.handle_shape(i));
  }
}

void while_kernel(KernelContext& ctx) {
  const auto& cond = ctx.attrs().get<Ref<FunctionRef>>("cond");
  const auto& body = ctx.attrs().get<Ref<FunctionRef>>("body");
  Values vars(ctx.inputs().begin(), ctx.inputs().end());
  while (truth(cond->run(vars)[0])) {
    std::vector<Tensor> next = body->run(vars);
    for (size_t i = 0; i < next.size(); ++i) vars[i] = next[i];
  }
  for (size_t i = 0; i < vars.size(); ++i) ctx.set_output(static_cast<int>(i), Tensor(vars[i]));
}

// What the value is a copy of, for derivatives of any order, too: not of what StopGradient hides.
const Endpoint* through_identities(const Endpoint* endpoint) {
  while (endpoint->node->op->has(Trait::kIdentity) && endpoint->node->op != &op_def<"StopGradient">())
    endpoint = endpoint->node->inputs[0];
  return endpoint;
}

// For each intermediate of the body: the loop variable that it is, where that never changes, or -1.
std::vector<int> invariant_sources(const FuncGraph& forward, std::span<Endpoint* const> intermediates,
                                   size_t num_vars) {
  std::vector<int> sources;
  for (const Endpoint* endpoint : intermediates) {
    const Endpoint* intermediate = through_identities(endpoint);
    int source = -1;
    for (size_t i = 0; i < num_vars; ++i) {
      if (intermediate == forward.inputs[i] && through_identities(forward.outputs[i]) == forward.inputs[i])
        source = static_cast<int>(i);
    }
    sources.push_back(source);
  }
  return sources;
}

// The scopes that are open now are not those of the anchor: what they wait for may come after it.
Node* append_before(FuncGraph* graph, Node* anchor, const OpDef& op, std::vector<Endpoint*> inputs, Attrs attrs) {
  Node* node = graph->add_node(op, std::move(inputs), std::move(attrs), op.name);
  for (FuncGraph::ControlGroup& group : graph->control_groups) group.members.erase(node);
  node->control_inputs.clear();
  node->device = anchor->device;
  graph->move_before(node, anchor);
  return node;
}

// Whether the gradient of a loop variable can be zeros: floats have some, and variables of floats.
bool has_zeros(const Value& value) {
  DType dtype = value.dtype();
  if (dtype == DType::kResource && value.is_symbol()) dtype = endpoint_of(value)->handle_dtype;
  return is_floating(dtype) || is_complex(dtype);
}

// The forward loop counts its iterations and keeps each one's intermediates in lists; the backward loop takes them off
// again, from the last iteration to the first.
Values while_gradient(GradientContext& ctx) {
  if (!ctx.output(0).is_symbol())
    fail(Code::kUnimplemented, "the gradient of a While op that ran eagerly; put the loop into a tf.function");
  Node* node = endpoint_of(ctx.output(0))->node;
  FuncGraph* outer = node->graph;
  Ref<FunctionRef> cond = node->attrs.get<Ref<FunctionRef>>("cond");
  Ref<FunctionRef> body = node->attrs.get<Ref<FunctionRef>>("body");
  size_t num_vars = node->inputs.size();
  const Derivative& derivative = body->derivative();

  // ---- the forward loop ----
  Ref<FuncGraph> forward = copy_graph(*derivative.forward->graph(), body->name() + "_forward");
  std::vector<Endpoint*> intermediates;
  for (int i : derivative.intermediates) intermediates.push_back(forward->outputs[i]);
  std::vector<int> invariant = invariant_sources(*forward, intermediates, num_vars);
  forward->outputs.resize(num_vars);
  Ref<FuncGraph> new_cond = copy_graph(*cond->graph(), cond->name() + "_forward");
  std::vector<Endpoint*> new_inputs(node->inputs.begin(), node->inputs.end());

  auto add_loop_variable = [&](DType dtype, Endpoint* initial) {
    new_cond->add_input(dtype, Shape(), "unused");
    new_inputs.push_back(initial);
    return endpoint_of(forward->add_input(dtype, Shape(), "loop_state"));
  };
  Tensor zero = Tensor::scalar<int32_t>(0);
  Node* start = append_before(outer, node, op_def<"Const">(), {}, {{"value", zero}, {"dtype", DType::kInt32}});
  Endpoint* counter = add_loop_variable(DType::kInt32, start->outputs[0].get());
  {
    InterpreterScope scope(forward.get());
    Value next = build::add(Value(counter), Tensor::scalar<int32_t>(1));
    forward->outputs.push_back(forward->capture(next));
  }
  Node* no_shape = append_before(outer, node, op_def<"Const">(), {},
                                 {{"value", Tensor::scalar<int32_t>(-1)}, {"dtype", DType::kInt32}});
  Node* no_limit = no_shape;
  for (size_t k = 0; k < intermediates.size(); ++k) {
    if (invariant[k] >= 0) continue;
    Node* empty = append_before(outer, node, op_def<"EmptyTensorList">(),
                                {no_shape->outputs[0].get(), no_limit->outputs[0].get()},
                                {{"element_dtype", intermediates[k]->dtype}});
    Endpoint* list = add_loop_variable(DType::kVariant, empty->outputs[0].get());
    InterpreterScope scope(forward.get());
    Value pushed =
        op<"TensorListPushBack">({Value(list), Value(intermediates[k])}, {{"element_dtype", intermediates[k]->dtype}});
    forward->outputs.push_back(forward->capture(pushed));
  }
  node->inputs.clear();
  for (Endpoint* input : new_inputs) node->inputs.push_back(input);
  std::vector<DType> types;
  for (Endpoint* input : new_inputs) types.push_back(input->dtype);
  node->attrs.set("T", types);
  node->attrs.set("body", Ref<FunctionRef>(make_function(forward)));
  node->attrs.set("cond", Ref<FunctionRef>(make_function(new_cond)));
  outer->refresh(node);

  // ---- the backward loop ----
  // Gradients are carried for every loop variable that the body's gradient mentions, and for those that a gradient came
  // in for: it passes a loop that runs no iteration, whatever the body does.
  auto came_in = [&](int i) { return ctx.grad_or_null(i) && ctx.input(i).dtype() != DType::kResource; };
  std::vector<int> carried;
  for (int i = 0; i < static_cast<int>(num_vars); ++i) {
    bool in_grad_inputs =
        std::find(derivative.grad_inputs.begin(), derivative.grad_inputs.end(), i) != derivative.grad_inputs.end();
    bool in_grad_outputs =
        std::find(derivative.grad_outputs.begin(), derivative.grad_outputs.end(), i) != derivative.grad_outputs.end();
    if (in_grad_inputs || in_grad_outputs || came_in(i)) carried.push_back(i);
  }
  auto place_of = [&](int var) { return std::find(carried.begin(), carried.end(), var) - carried.begin(); };
  Values initial;
  initial.push_back(node->output(static_cast<int>(num_vars)));  // the number of iterations
  for (int i : carried)
    initial.push_back(ctx.input(i).dtype() == DType::kResource ? zeros_for(ctx.input(i)) : ctx.grad(i));
  size_t first_list = initial.size();
  size_t num_lists = 0;
  for (size_t k = 0; k < intermediates.size(); ++k) {
    if (invariant[k] >= 0) continue;
    initial.push_back(node->output(static_cast<int>(num_vars + 1 + num_lists++)));
  }
  size_t first_invariant = initial.size();
  for (int source : invariant)
    if (source >= 0) initial.push_back(ctx.input(source));
  size_t first_extra = initial.size();
  for (const Value& extra : derivative.extra) initial.push_back(extra);

  auto backward_cond = make_ref<FuncGraph>(cond->name() + "_grad", nullptr);
  auto backward_body = make_ref<FuncGraph>(body->name() + "_grad", nullptr);
  Values params, cond_params;
  for (size_t i = 0; i < initial.size(); ++i) {
    // A gradient's shape may differ from iteration to iteration where the variable's does.
    bool is_gradient = i > 0 && i < first_list;
    Shape shape = initial[i].shape();
    if (is_gradient) {
      int var = carried[i - 1];
      if (body->graph()->inputs[var]->dtype != DType::kResource) shape = shape.relax(body->graph()->inputs[var]->shape);
    }
    params.push_back(backward_body->add_input(initial[i].dtype(), shape, str_cat("var_", i)));
    copy_handle_data(initial[i], params.back());
    cond_params.push_back(backward_cond->add_input(initial[i].dtype(), shape, str_cat("var_", i)));
  }
  {
    InterpreterScope scope(backward_cond.get());
    backward_cond->outputs.push_back(backward_cond->capture(op<"Greater">({cond_params[0], zero})));
  }
  {
    InterpreterScope scope(backward_body.get());
    Values next(params.begin(), params.end());
    next[0] = build::sub(params[0], Tensor::scalar<int32_t>(1));
    Values args;
    for (int i : derivative.grad_outputs) args.push_back(params[1 + place_of(i)]);
    size_t list = 0, unchanged = 0;
    for (size_t k = 0; k < intermediates.size(); ++k) {
      if (invariant[k] >= 0) {
        args.push_back(params[first_invariant + unchanged++]);
        continue;
      }
      size_t at = first_list + list++;
      Values popped = ops<"TensorListPopBack">({params[at], Tensor::scalar<int32_t>(-1)},
                                               {{"element_dtype", intermediates[k]->dtype}});
      next[at] = popped[0];
      Value element = popped[1];
      if (element.is_symbol() && intermediates[k]->shape.has_rank()) element.rep()->shape = intermediates[k]->shape;
      if (intermediates[k]->dtype == DType::kResource) {
        endpoint_of(element)->handle_dtype = intermediates[k]->handle_dtype;
        endpoint_of(element)->handle_shape = intermediates[k]->handle_shape;
      }
      args.push_back(element);
    }
    for (size_t i = 0; i < derivative.extra.size(); ++i) args.push_back(params[first_extra + i]);
    Values grads = call_backward(derivative, args);
    for (Value& grad : grads) grad = to_dense(grad);
    for (int i : carried) {
      size_t at = 1 + place_of(i);
      auto it = std::find(derivative.grad_inputs.begin(), derivative.grad_inputs.end(), i);
      Value grad = it == derivative.grad_inputs.end() ? Value() : grads[it - derivative.grad_inputs.begin()];
      if (body->graph()->inputs[i]->dtype == DType::kResource) {
        if (grad) next[at] = build::add(params[at], grad);
      } else {
        next[at] = grad ? grad : build::zeros_like(params[at]);
      }
    }
    for (const Value& value : next) backward_body->outputs.push_back(backward_body->capture(value));
  }
  std::vector<DType> backward_types;
  for (const Value& value : initial) backward_types.push_back(value.dtype());
  Values finals = call(ctx.op(), initial,
                       {{"T", backward_types},
                        {"cond", Ref<FunctionRef>(make_function(backward_cond))},
                        {"body", Ref<FunctionRef>(make_function(backward_body))}});
  Values result(std::max<size_t>(num_vars, ctx.num_inputs()));
  for (int i : carried) {
    bool reaches =
        std::find(derivative.grad_inputs.begin(), derivative.grad_inputs.end(), i) != derivative.grad_inputs.end();
    if (reaches || came_in(i)) result[i] = finals[1 + place_of(i)];
  }
  // What the results do not depend on has zeros, as in TensorFlow, whose loops are opaque.
  for (int i = 0; i < static_cast<int>(num_vars); ++i) {
    if (!result[i] && has_zeros(ctx.input(i))) result[i] = zeros_for(ctx.input(i));
  }
  return result;
}

DEFINE_OP("While")
    .input("input: T")
    .output("output: T")
    .attr("T: list(type) >= 0")
    .attr("cond: func")
    .attr("body: func")
    .attr("output_shapes: list(shape) = []")
    .attr("parallel_iterations: int = 10")
    .doc("input = body(input) as long as cond(input) is true.")
    .trait(Trait::kWhile)
    .stateful()
    .shape(while_shape)
    .kernel(CPU, while_kernel)
    .gradient(while_gradient);

DEFINE_OP("StatelessWhile")
    .input("input: T")
    .output("output: T")
    .attr("T: list(type) >= 0")
    .attr("cond: func")
    .attr("body: func")
    .attr("output_shapes: list(shape) = []")
    .attr("parallel_iterations: int = 10")
    .doc("While for functions that only depend on their arguments.")
    .trait(Trait::kWhile)
    .shape(while_shape)
    .kernel(CPU, while_kernel)
    .gradient(while_gradient);

}  // namespace
}  // namespace graphwright
