// While: running a function as long as another one says so.
#include "autodiff/backward.h"
#include "base/contains.h"
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

Endpoint* constant_before(FuncGraph* graph, Node* anchor, int32_t value) {
  Node* node = append_before(graph, anchor, op_def<"Const">(), {},
                             {{"value", Tensor::scalar<int32_t>(value)}, {"dtype", DType::kInt32}});
  return node->outputs[0].get();
}

// The gradient of one loop. The forward loop counts its iterations and keeps each one's intermediates in lists; the
// backward loop takes them off again, from the last iteration to the first.
class WhileGradient {
 public:
  explicit WhileGradient(GradientContext& ctx)
      : ctx_(ctx),
        node_(endpoint_of(ctx.output(0))->node),
        cond_(node_->attrs.get<Ref<FunctionRef>>("cond")),
        body_(node_->attrs.get<Ref<FunctionRef>>("body")),
        num_vars_(node_->inputs.size()),
        derivative_(body_->derivative()) {}

  Values gradients() {
    keep_intermediates();
    choose_carried();
    Values initial = initial_values();
    std::vector<DType> types;
    for (const Value& value : initial) types.push_back(value.dtype());
    Ref<FuncGraph> cond = make_ref<FuncGraph>(cond_->name() + "_grad", nullptr);
    Ref<FuncGraph> body = make_ref<FuncGraph>(body_->name() + "_grad", nullptr);
    Values params, cond_params;
    for (size_t i = 0; i < initial.size(); ++i) {
      Shape shape = backward_shape(i, initial[i]);
      params.push_back(body->add_input(initial[i].dtype(), shape, str_cat("var_", i)));
      copy_handle_data(initial[i], params.back());
      cond_params.push_back(cond->add_input(initial[i].dtype(), shape, str_cat("var_", i)));
    }
    trace_condition(*cond, cond_params);
    trace_body(*body, params);
    return results(call(ctx_.op(), initial,
                        {{"T", types},
                         {"cond", Ref<FunctionRef>(make_function(cond))},
                         {"body", Ref<FunctionRef>(make_function(body))}}));
  }

 private:
  // Puts a loop in place of the node that counts its iterations and gives a list of each intermediate that changes.
  void keep_intermediates() {
    FuncGraph* outer = node_->graph;
    Ref<FuncGraph> forward = copy_graph(*derivative_.forward->graph(), body_->name() + "_forward");
    Ref<FuncGraph> cond = copy_graph(*cond_->graph(), cond_->name() + "_forward");
    for (int i : derivative_.intermediates) intermediates_.push_back(forward->outputs[i]);
    invariant_ = invariant_sources(*forward, intermediates_, num_vars_);
    forward->outputs.resize(num_vars_);
    std::vector<Endpoint*> inputs(node_->inputs.begin(), node_->inputs.end());
    auto add_loop_variable = [&](DType dtype, Endpoint* initial) {
      cond->add_input(dtype, Shape(), "unused");
      inputs.push_back(initial);
      return Value(endpoint_of(forward->add_input(dtype, Shape(), "loop_state")));
    };

    Value counter = add_loop_variable(DType::kInt32, constant_before(outer, node_, 0));
    {
      InterpreterScope scope(forward.get());
      forward->outputs.push_back(forward->capture(build::add(counter, Tensor::scalar<int32_t>(1))));
    }
    Endpoint* unknown =
        constant_before(outer, node_, -1);  // as the shape of elements, and as the limit of their number
    for (size_t k = 0; k < intermediates_.size(); ++k) {
      if (invariant_[k] >= 0) continue;
      Attrs attrs{{"element_dtype", intermediates_[k]->dtype}};
      Node* empty = append_before(outer, node_, op_def<"EmptyTensorList">(), {unknown, unknown}, attrs);
      Value list = add_loop_variable(DType::kVariant, empty->outputs[0].get());
      InterpreterScope scope(forward.get());
      Value pushed = op<"TensorListPushBack">({list, Value(intermediates_[k])}, attrs);
      forward->outputs.push_back(forward->capture(pushed));
    }

    node_->inputs.clear();
    std::vector<DType> types;
    for (Endpoint* input : inputs) {
      node_->inputs.push_back(input);
      types.push_back(input->dtype);
    }
    node_->attrs.set("T", types);
    node_->attrs.set("body", Ref<FunctionRef>(make_function(forward)));
    node_->attrs.set("cond", Ref<FunctionRef>(make_function(cond)));
    outer->refresh(node_);
  }

  // Whether a gradient came in for a loop variable.
  bool came_in(int var) const { return ctx_.grad_or_null(var) && ctx_.input(var).dtype() != DType::kResource; }

  // Gradients are carried for every loop variable that the body's gradient mentions, and for those that a gradient came
  // in for: it passes a loop that runs no iteration, whatever the body does.
  void choose_carried() {
    for (int i = 0; i < static_cast<int>(num_vars_); ++i)
      if (contains(derivative_.grad_inputs, i) || contains(derivative_.grad_outputs, i) || came_in(i))
        carried_.push_back(i);
  }

  // Which variable of the backward loop is the gradient of a loop variable.
  size_t place_of(int var) const {
    return 1 + static_cast<size_t>(std::find(carried_.begin(), carried_.end(), var) - carried_.begin());
  }

  // What the backward loop begins with: the number of iterations, gradients, lists of intermediates, intermediates that
  // do not change, and what else the body's gradient takes.
  Values initial_values() {
    Values initial{node_->output(static_cast<int>(num_vars_))};
    for (int i : carried_)
      initial.push_back(ctx_.input(i).dtype() == DType::kResource ? zeros_for(ctx_.input(i)) : ctx_.grad(i));
    first_list_ = initial.size();
    int list = static_cast<int>(num_vars_) + 1;
    for (int source : invariant_)
      if (source < 0) initial.push_back(node_->output(list++));
    first_invariant_ = initial.size();
    for (int source : invariant_)
      if (source >= 0) initial.push_back(ctx_.input(source));
    first_extra_ = initial.size();
    initial.append(derivative_.extra);
    return initial;
  }

  bool is_resource(int var) const { return body_->graph()->inputs[var]->dtype == DType::kResource; }

  // A gradient's shape may differ from iteration to iteration where the variable's does.
  Shape backward_shape(size_t place, const Value& initial) const {
    if (place == 0 || place >= first_list_ || is_resource(carried_[place - 1])) return initial.shape();
    return initial.shape().relax(body_->graph()->inputs[carried_[place - 1]]->shape);
  }

  static void trace_condition(FuncGraph& graph, const Values& params) {
    InterpreterScope scope(&graph);
    graph.outputs.push_back(graph.capture(op<"Greater">({params[0], Tensor::scalar<int32_t>(0)})));
  }

  void trace_body(FuncGraph& graph, const Values& params) const {
    InterpreterScope scope(&graph);
    Values next(params.begin(), params.end());
    next[0] = build::sub(params[0], Tensor::scalar<int32_t>(1));
    Values grads = call_backward(derivative_, arguments_of_backward(params, next));
    for (Value& grad : grads) grad = to_dense(grad);
    for (int i : carried_) {
      size_t at = place_of(i);
      auto it = std::find(derivative_.grad_inputs.begin(), derivative_.grad_inputs.end(), i);
      Value grad = it == derivative_.grad_inputs.end() ? Value() : grads[it - derivative_.grad_inputs.begin()];
      if (is_resource(i)) {
        if (grad) next[at] = build::add(params[at], grad);
      } else {
        next[at] = grad ? grad : build::zeros_like(params[at]);
      }
    }
    for (const Value& value : next) graph.outputs.push_back(graph.capture(value));
  }

  // What the body's gradient takes in one iteration; takes the iteration's intermediates off the lists of the `next`
  // one.
  Values arguments_of_backward(const Values& params, Values& next) const {
    Values args;
    for (int i : derivative_.grad_outputs) args.push_back(params[place_of(i)]);
    size_t list = first_list_, unchanged = first_invariant_;
    for (size_t k = 0; k < intermediates_.size(); ++k)
      args.push_back(invariant_[k] >= 0 ? params[unchanged++] : popped(*intermediates_[k], next[list++]));
    for (size_t i = first_extra_; i < params.size(); ++i) args.push_back(params[i]);
    return args;
  }

  // Takes the last element off a list; it is known to be like the intermediate.
  static Value popped(const Endpoint& intermediate, Value& list) {
    Values parts =
        ops<"TensorListPopBack">({list, Tensor::scalar<int32_t>(-1)}, {{"element_dtype", intermediate.dtype}});
    list = parts[0];
    Value element = parts[1];
    if (element.is_symbol() && intermediate.shape.has_rank()) element.rep()->shape = intermediate.shape;
    if (intermediate.dtype == DType::kResource) {
      endpoint_of(element)->handle_dtype = intermediate.handle_dtype;
      endpoint_of(element)->handle_shape = intermediate.handle_shape;
    }
    return element;
  }

  Values results(const Values& finals) const {
    Values result(std::max<size_t>(num_vars_, ctx_.num_inputs()));
    for (int i : carried_)
      if (contains(derivative_.grad_inputs, i) || came_in(i)) result[i] = finals[place_of(i)];
    // What the results do not depend on has zeros, as in TensorFlow, whose loops are opaque.
    for (int i = 0; i < static_cast<int>(num_vars_); ++i)
      if (!result[i] && has_zeros(ctx_.input(i))) result[i] = zeros_for(ctx_.input(i));
    return result;
  }

  GradientContext& ctx_;
  Node* node_;
  Ref<FunctionRef> cond_, body_;
  size_t num_vars_;
  const Derivative& derivative_;          // of the body
  std::vector<Endpoint*> intermediates_;  // what the body's gradient takes of each iteration
  std::vector<int> invariant_;            // for each of these the loop variable that it always is, or -1
  std::vector<int> carried_;              // the loop variables whose gradients the backward loop carries
  size_t first_list_ = 0, first_invariant_ = 0, first_extra_ = 0;  // places among the backward loop's variables
};

Values while_gradient(GradientContext& ctx) {
  if (!ctx.output(0).is_symbol())
    fail(Code::kUnimplemented, "the gradient of a While op that ran eagerly; put the loop into a tf.function");
  return WhileGradient(ctx).gradients();
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
