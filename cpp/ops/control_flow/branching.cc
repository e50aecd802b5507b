// If and Case: running one of several functions.
#include "autodiff/backward.h"
#include "base/contains.h"
#include "graph/func_graph.h"
#include "graph/function_calls.h"
#include "op/build.h"
#include "op/function_ref.h"
#include "op/gradient_slices.h"
#include "op/vectorize.h"
#include "tensor/condition.h"

namespace graphwright {
namespace {

using Branches = std::vector<Ref<FunctionRef>>;

Branches branches_of(const OpDef& op, const Attrs& attrs) {
  if (op.has(Trait::kCase)) return attrs.get<Branches>("branches");
  return {attrs.get<Ref<FunctionRef>>("then_branch"), attrs.get<Ref<FunctionRef>>("else_branch")};
}

Attrs::Entry branch_attr(const OpDef& op, const Branches& branches, size_t i) {
  return {i == 0 ? "then_branch" : "else_branch", branches[op.has(Trait::kCase) ? 0 : i]};
}

std::vector<Attrs::Entry> branch_attrs(const OpDef& op, const Branches& branches) {
  if (op.has(Trait::kCase)) return {{"branches", branches}};
  return {branch_attr(op, branches, 0), branch_attr(op, branches, 1)};
}

// What is common to the branches' outputs.
void branch_shape(ShapeContext& ctx) {
  Branches branches = branches_of(ctx.op(), ctx.attrs());
  FuncGraph* first = branches[0]->graph();
  if (!first) return;
  for (size_t i = 0; i < first->outputs.size(); ++i) {
    Shape shape = first->outputs[i]->shape;
    for (const auto& branch : branches)
      if (FuncGraph* graph = branch->graph()) shape = shape.relax(graph->outputs[i]->shape);
    ctx.set_output(static_cast<int>(i), shape);
    if (first->outputs[i]->handle_dtype != DType::kInvalid)
      ctx.set_handle_output(static_cast<int>(i), first->outputs[i]->handle_dtype, first->outputs[i]->handle_shape);
  }
}

size_t choose(const OpDef& op, const Tensor& selector, size_t num_branches) {
  if (!op.has(Trait::kCase)) return truth(selector) ? 0 : 1;
  int64_t index = selector.int_at(0);
  return index < 0 || index >= static_cast<int64_t>(num_branches) ? num_branches - 1 : static_cast<size_t>(index);
}

void branch_kernel(KernelContext& ctx) {
  Branches branches = branches_of(ctx.op(), ctx.attrs());
  const auto& branch = branches[choose(ctx.op(), ctx.input(0), branches.size())];
  std::vector<Tensor> outputs = branch->run(ctx.inputs().subspan(1));
  for (size_t i = 0; i < outputs.size(); ++i) ctx.set_output(static_cast<int>(i), outputs[i]);
}

// Run eagerly, the branch that was taken is run once more for its intermediates.
Values eager_branch_gradient(GradientContext& ctx) {
  Branches branches = branches_of(ctx.op(), ctx.attrs());
  const auto& branch = branches[choose(ctx.op(), Tensor::of(ctx.input(0)), branches.size())];
  const Derivative& derivative = branch->derivative();
  Values outputs = call_function(derivative.forward, ctx.inputs().subspan(1));
  Values args;
  for (int i : derivative.grad_outputs) args.push_back(ctx.grad(i));
  for (int i : derivative.intermediates) args.push_back(outputs[i]);
  for (const Value& extra : derivative.extra) args.push_back(extra);
  Values grads = call_backward(derivative, args);
  Values result(ctx.num_inputs());
  for (size_t i = 0; i < grads.size(); ++i) result[derivative.grad_inputs[i] + 1] = grads[i];
  return result;
}

// The gradient of one branching. Each branch grows outputs for its own intermediates and, in the places of the other
// branches', values that nobody reads; the gradient is a branching over the backward functions.
class BranchGradient {
 public:
  explicit BranchGradient(GradientContext& ctx)
      : ctx_(ctx), branches_(branches_of(ctx.op(), ctx.attrs())), num_outputs_(branches_[0]->num_outputs()) {
    for (const auto& branch : branches_) derivatives_.push_back(&branch->derivative());
  }

  Values gradients() {
    keep_intermediates();
    unite_signatures();
    Values args = arguments();
    Branches backward;
    for (size_t b = 0; b < branches_.size(); ++b) backward.push_back(backward_branch(b, args));
    Values result(ctx_.num_inputs());
    if (inputs_.empty()) return result;

    std::vector<DType> types;
    for (Endpoint* output : backward[0]->graph()->outputs) types.push_back(output->dtype);
    Attrs attrs{{"Tout", types}};
    for (const auto& [name, value] : branch_attrs(ctx_.op(), backward)) attrs.set(name, value);
    args.insert(0, ctx_.input(0));
    Values grads = call(ctx_.op(), args, attrs);
    size_t next = 0;
    for (const InputGradient& input : inputs_) {
      Value& grad = result[input.number + 1];
      grad = input.is_slices ? make_slices(grads[next], grads[next + 1], grads[next + 2]) : grads[next];
      next += input.is_slices ? 3 : 1;
    }
    return result;
  }

 private:
  // An input that gets a gradient in some branch: slices where it is that in any branch, with indices of the wider
  // dtype.
  struct InputGradient {
    int number;
    bool is_slices = false;
    DType index_type = DType::kInt32;
  };

  // Gives the node outputs for all branches' intermediates.
  void keep_intermediates() {
    Branches grown;
    for (size_t b = 0; b < branches_.size(); ++b) grown.push_back(grown_branch(b));
    outputs_ = Values(ctx_.outputs().begin(), ctx_.outputs().end());
    grow_outputs(ctx_.output(0), branch_attrs(ctx_.op(), grown), grown[0]->num_outputs(), outputs_);
  }

  Ref<FunctionRef> grown_branch(size_t b) const {
    Ref<FuncGraph> graph = copy_graph(*derivatives_[b]->forward->graph(), branches_[b]->name() + "_grown");
    std::vector<Endpoint*> own;
    for (int i : derivatives_[b]->intermediates) own.push_back(graph->outputs[i]);
    graph->outputs.resize(num_outputs_);
    for (size_t other = 0; other < branches_.size(); ++other) {
      if (other == b) {
        graph->outputs.insert(graph->outputs.end(), own.begin(), own.end());
        continue;
      }
      const auto& theirs = derivatives_[other]->forward->graph()->outputs;
      for (int i : derivatives_[other]->intermediates) {
        Node* fake = graph->add_node(op_def<"FakeParam">(), {},
                                     {{"dtype", theirs[i]->dtype}, {"shape", theirs[i]->shape}}, "FakeParam");
        graph->outputs.push_back(fake->outputs[0].get());
      }
    }
    return make_function(graph);
  }

  // Finds which outputs' gradients are taken, and which inputs get them, in any branch.
  void unite_signatures() {
    auto any = [&](auto member, int number) {
      return std::any_of(derivatives_.begin(), derivatives_.end(),
                         [&](const Derivative* d) { return contains(d->*member, number); });
    };
    for (int i = 0; i < static_cast<int>(num_outputs_); ++i)
      if (any(&Derivative::grad_outputs, i)) grad_outputs_.push_back(i);
    for (int i = 0; i + 1 < ctx_.num_inputs(); ++i)
      if (any(&Derivative::grad_inputs, i)) inputs_.push_back({i});
    for (const Derivative* d : derivatives_) unite_slices(*d);
  }

  void unite_slices(const Derivative& d) {
    size_t next = 0;
    for (size_t k = 0; k < d.grad_inputs.size(); ++k) {
      if (k >= d.gives_slices.size() || !d.gives_slices[k]) {
        next += 1;
        continue;
      }
      auto input = std::find_if(inputs_.begin(), inputs_.end(),
                                [&](const InputGradient& one) { return one.number == d.grad_inputs[k]; });
      input->is_slices = true;
      if (d.backward->graph()->outputs[next + 1]->dtype == DType::kInt64) input->index_type = DType::kInt64;
      next += 3;
    }
  }

  // What every backward branch takes: gradients of outputs, all intermediates, extras, and inputs (for zeros).
  Values arguments() const {
    Values args;
    for (int i : grad_outputs_) args.push_back(ctx_.grad(i));
    for (size_t i = num_outputs_; i < outputs_.size(); ++i) args.push_back(outputs_[i]);
    for (const Derivative* d : derivatives_) args.append(d->extra);
    for (const InputGradient& input : inputs_) args.push_back(ctx_.input(input.number + 1));
    return args;
  }

  Ref<FunctionRef> backward_branch(size_t b, const Values& args) const {
    auto graph = make_ref<FuncGraph>(branches_[b]->name() + "_grad", nullptr);
    trace_backward(*graph, b, args);
    return make_function(graph);
  }

  void trace_backward(FuncGraph& graph, size_t b, const Values& args) const {
    InterpreterScope scope(&graph);
    Values params;
    for (size_t i = 0; i < args.size(); ++i) {
      Value param = graph.add_input(args[i].dtype(), args[i].shape(), str_cat("arg_", i + 1));
      copy_handle_data(args[i], param);
      params.push_back(param);
    }
    const Derivative& d = *derivatives_[b];
    Values grads = call_backward(d, own_arguments(b, params));
    for (size_t i = 0; i < inputs_.size(); ++i) {
      auto it = std::find(d.grad_inputs.begin(), d.grad_inputs.end(), inputs_[i].number);
      Value grad = it != d.grad_inputs.end() ? grads[it - d.grad_inputs.begin()]
                                             : zeros_for(params[params.size() - inputs_.size() + i]);
      add_output(graph, grad, inputs_[i]);
    }
  }

  // Those among the parameters that the gradient of one branch takes.
  Values own_arguments(size_t b, const Values& params) const {
    const Derivative& d = *derivatives_[b];
    Values args;
    for (int i : d.grad_outputs)
      args.push_back(params[std::find(grad_outputs_.begin(), grad_outputs_.end(), i) - grad_outputs_.begin()]);
    size_t intermediate = grad_outputs_.size();
    size_t extra = intermediate + outputs_.size() - num_outputs_;
    for (size_t before = 0; before < b; ++before) {
      intermediate += derivatives_[before]->intermediates.size();
      extra += derivatives_[before]->extra.size();
    }
    for (size_t i = 0; i < d.intermediates.size(); ++i) args.push_back(params[intermediate + i]);
    for (size_t i = 0; i < d.extra.size(); ++i) args.push_back(params[extra + i]);
    return args;
  }

  static void add_output(FuncGraph& graph, const Value& grad, const InputGradient& input) {
    if (!input.is_slices) {
      graph.outputs.push_back(graph.capture(grad));
      return;
    }
    Value as_slices = to_slices(grad);
    const GradientSlices* slices = slices_of(as_slices);
    Value indices = build::cast(slices->indices, input.index_type);
    for (const Value& part : {slices->values, indices, slices->dense_shape})
      graph.outputs.push_back(graph.capture(part));
  }

  GradientContext& ctx_;
  Branches branches_;
  size_t num_outputs_;
  std::vector<const Derivative*> derivatives_;  // of the branches
  Values outputs_;                              // of the node, intermediates behind its own
  std::vector<int> grad_outputs_;
  std::vector<InputGradient> inputs_;
};

Values branch_gradient(GradientContext& ctx) {
  return ctx.output(0).is_symbol() ? BranchGradient(ctx).gradients() : eager_branch_gradient(ctx);
}

// Stands where another branch's intermediate would be; nobody reads it.
void fake_param(KernelContext& ctx) {
  Shape shape = ctx.attr<Shape>("shape");
  if (!shape.has_rank()) shape = Shape();
  for (int i = 0; i < shape.rank(); ++i)
    if (shape[i] < 0) shape.set(i, 0);
  ctx.allocate(0, shape);
}

// A list that nobody reads may stand for lists with rows.
void fake_param_vectorize(VectorizeContext& ctx) {
  ctx.set(0, call(ctx.op(), Values(), ctx.attrs())[0], ctx.output_dtype(0) == DType::kVariant);
}

DEFINE_OP("FakeParam")
    .output("output: dtype")
    .attr("dtype: type")
    .attr("shape: shape")
    .doc("A tensor of the dtype and shape with unspecified elements, for places that are never read.")
    .shape([](ShapeContext& ctx) { ctx.set_output(0, ctx.attr<Shape>("shape")); })
    .kernel(CPU, fake_param)
    .vectorize(fake_param_vectorize)
    .trait(Trait::kNoFold)
    .no_gradient("it has no inputs");

void to_bool(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  if (!input.shape().is_scalar()) {
    *ctx.output(0).data<bool>() = input.num_elements() > 0;
    return;
  }
  switch (input.dtype()) {
    case DType::kFloat32:
    case DType::kFloat64:
    case DType::kInt32:
    case DType::kInt64:
    case DType::kUint8:
    case DType::kInt16:
    case DType::kInt8:
    case DType::kBool:
    case DType::kString:
      break;
    default:
      ctx.fail(input.dtype(), " cannot be converted to a boolean");
  }
  *ctx.output(0).data<bool>() = truth(input);
}

DEFINE_OP("ToBool")
    .input("input: T")
    .output("output: bool")
    .attr("T: type")
    .doc("Whether a scalar is neither 0 nor empty, and whether any other tensor has elements.")
    .shape([](ShapeContext& ctx) { ctx.set_output(0, Shape()); })
    .kernel(CPU, to_bool)
    .trait(Trait::kHostMemory)
    .no_gradient("a truth value");

DEFINE_OP("If")
    .input("cond: Tcond")
    .input("input: Tin")
    .output("output: Tout")
    .attr("Tcond: type")
    .attr("Tin: list(type) >= 0")
    .attr("Tout: list(type) >= 0")
    .attr("then_branch: func")
    .attr("else_branch: func")
    .attr("output_shapes: list(shape) = []")
    .doc("Calls then_branch(input) where `cond` is true, else_branch(input) otherwise.")
    .trait(Trait::kIf)
    .stateful()
    .shape(branch_shape)
    .kernel(CPU, branch_kernel)
    .gradient(branch_gradient);

DEFINE_OP("StatelessIf")
    .input("cond: Tcond")
    .input("input: Tin")
    .output("output: Tout")
    .attr("Tcond: type")
    .attr("Tin: list(type) >= 0")
    .attr("Tout: list(type) >= 0")
    .attr("then_branch: func")
    .attr("else_branch: func")
    .attr("output_shapes: list(shape) = []")
    .doc("If for branches that only depend on their arguments.")
    .trait(Trait::kIf)
    .shape(branch_shape)
    .kernel(CPU, branch_kernel)
    .gradient(branch_gradient);

DEFINE_OP("Case")
    .input("branch_index: int32")
    .input("input: Tin")
    .output("output: Tout")
    .attr("Tin: list(type) >= 0")
    .attr("Tout: list(type) >= 0")
    .attr("branches: list(func) >= 1")
    .attr("output_shapes: list(shape) = []")
    .doc("Calls branches[branch_index](input); the last branch where the index is out of range.")
    .trait(Trait::kCase)
    .stateful()
    .shape(branch_shape)
    .kernel(CPU, branch_kernel)
    .gradient(branch_gradient);

DEFINE_OP("StatelessCase")
    .input("branch_index: int32")
    .input("input: Tin")
    .output("output: Tout")
    .attr("Tin: list(type) >= 0")
    .attr("Tout: list(type) >= 0")
    .attr("branches: list(func) >= 1")
    .attr("output_shapes: list(shape) = []")
    .doc("Case for branches that only depend on their arguments.")
    .trait(Trait::kCase)
    .shape(branch_shape)
    .kernel(CPU, branch_kernel)
    .gradient(branch_gradient);

}  // namespace
}  // namespace graphwright
