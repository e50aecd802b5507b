// If and Case: running one of several functions.
#include "autodiff/backward.h"
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

bool contains(const std::vector<int>& list, int item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

// Each branch grows outputs for its own intermediates and, in the places of the other branches', values that nobody
// reads; the gradient is a branching over the backward functions.
Values branch_gradient(GradientContext& ctx) {
  if (!ctx.output(0).is_symbol()) return eager_branch_gradient(ctx);
  const OpDef& op = ctx.op();
  Branches branches = branches_of(op, ctx.attrs());
  size_t num_outputs = branches[0]->num_outputs();

  std::vector<const Derivative*> derivatives;
  for (const auto& branch : branches) derivatives.push_back(&branch->derivative());

  Branches grown;
  for (size_t b = 0; b < branches.size(); ++b) {
    Ref<FuncGraph> graph = copy_graph(*derivatives[b]->forward->graph(), branches[b]->name() + "_grown");
    std::vector<Endpoint*> own;
    for (int i : derivatives[b]->intermediates) own.push_back(graph->outputs[i]);
    graph->outputs.resize(num_outputs);
    for (size_t other = 0; other < branches.size(); ++other) {
      if (other == b) {
        graph->outputs.insert(graph->outputs.end(), own.begin(), own.end());
        continue;
      }
      const auto& theirs = derivatives[other]->forward->graph()->outputs;
      for (int i : derivatives[other]->intermediates) {
        Node* fake = graph->add_node(op_def<"FakeParam">(), {},
                                     {{"dtype", theirs[i]->dtype}, {"shape", theirs[i]->shape}}, "FakeParam");
        graph->outputs.push_back(fake->outputs[0].get());
      }
    }
    grown.push_back(make_function(graph));
  }
  Values outputs(ctx.outputs().begin(), ctx.outputs().end());
  grow_outputs(ctx.output(0), branch_attrs(op, grown), grown[0]->num_outputs(), outputs);

  // Which outputs have gradients, and which inputs get them, in any branch.
  std::vector<int> grad_outputs, grad_inputs;
  for (int i = 0; i < static_cast<int>(num_outputs); ++i) {
    for (const Derivative* d : derivatives) {
      if (contains(d->grad_outputs, i)) {
        grad_outputs.push_back(i);
        break;
      }
    }
  }
  for (int i = 0; i + 1 < ctx.num_inputs(); ++i) {
    for (const Derivative* d : derivatives) {
      if (contains(d->grad_inputs, i)) {
        grad_inputs.push_back(i);
        break;
      }
    }
  }
  // Slices where they are that in any branch.
  std::vector<bool> gives_slices(grad_inputs.size());
  for (const Derivative* d : derivatives)
    for (size_t k = 0; k < d->grad_inputs.size(); ++k)
      for (size_t i = 0; i < grad_inputs.size(); ++i)
        if (grad_inputs[i] == d->grad_inputs[k] && k < d->gives_slices.size() && d->gives_slices[k])
          gives_slices[i] = true;
  // Their indices are of one dtype, the wider one where branches differ.
  std::vector<DType> index_types(grad_inputs.size(), DType::kInt32);
  for (const Derivative* d : derivatives) {
    size_t next = 0;
    for (size_t k = 0; k < d->grad_inputs.size(); ++k) {
      const bool slices = k < d->gives_slices.size() && d->gives_slices[k];
      if (slices && d->backward->graph()->outputs[next + 1]->dtype == DType::kInt64) {
        for (size_t i = 0; i < grad_inputs.size(); ++i)
          if (grad_inputs[i] == d->grad_inputs[k]) index_types[i] = DType::kInt64;
      }
      next += slices ? 3 : 1;
    }
  }
  // Arguments of every backward branch: output gradients, all intermediates, extras, and inputs (for zeros).
  Values args;
  args.push_back(ctx.input(0));
  for (int i : grad_outputs) args.push_back(ctx.grad(i));
  for (size_t i = num_outputs; i < outputs.size(); ++i) args.push_back(outputs[i]);
  for (const Derivative* d : derivatives)
    for (const Value& extra : d->extra) args.push_back(extra);
  for (int i : grad_inputs) args.push_back(ctx.input(i + 1));

  Branches backward;
  size_t intermediates_before = 0, extras_before = 0;
  size_t num_extras = 0;
  for (const Derivative* d : derivatives) num_extras += d->extra.size();
  for (size_t b = 0; b < branches.size(); ++b) {
    const Derivative& d = *derivatives[b];
    size_t own = d.intermediates.size();
    auto graph = make_ref<FuncGraph>(branches[b]->name() + "_grad", nullptr);
    {
      InterpreterScope scope(graph.get());
      Values params;
      for (size_t i = 1; i < args.size(); ++i) {
        Value param = graph->add_input(args[i].dtype(), args[i].shape(), str_cat("arg_", i));
        copy_handle_data(args[i], param);
        params.push_back(param);
      }
      Values call_args;
      for (int i : d.grad_outputs) {
        size_t at = std::find(grad_outputs.begin(), grad_outputs.end(), i) - grad_outputs.begin();
        call_args.push_back(params[at]);
      }
      size_t first_intermediate = grad_outputs.size();
      for (size_t i = 0; i < own; ++i) call_args.push_back(params[first_intermediate + intermediates_before + i]);
      size_t first_extra = first_intermediate + (outputs.size() - num_outputs);
      for (size_t i = 0; i < d.extra.size(); ++i) call_args.push_back(params[first_extra + extras_before + i]);
      Values grads = call_backward(d, call_args);
      size_t first_input = first_extra + num_extras;
      for (size_t i = 0; i < grad_inputs.size(); ++i) {
        auto it = std::find(d.grad_inputs.begin(), d.grad_inputs.end(), grad_inputs[i]);
        Value grad = it != d.grad_inputs.end() ? grads[it - d.grad_inputs.begin()] : zeros_for(params[first_input + i]);
        if (!gives_slices[i]) {
          graph->outputs.push_back(graph->capture(grad));
          continue;
        }
        Value as_slices = to_slices(grad);
        const GradientSlices* slices = slices_of(as_slices);
        Value indices = build::cast(slices->indices, index_types[i]);
        for (const Value& part : {slices->values, indices, slices->dense_shape})
          graph->outputs.push_back(graph->capture(part));
      }
    }
    intermediates_before += own;
    extras_before += d.extra.size();
    backward.push_back(make_function(graph));
  }
  Values result(ctx.num_inputs());
  if (grad_inputs.empty()) return result;
  std::vector<DType> types;
  for (Endpoint* output : backward[0]->graph()->outputs) types.push_back(output->dtype);
  Attrs attrs{{"Tout", types}};
  for (const auto& [name, value] : branch_attrs(op, backward)) attrs.set(name, value);
  Values grads = call(op, args, attrs);
  size_t next = 0;
  for (size_t i = 0; i < grad_inputs.size(); ++i) {
    Value& grad = result[grad_inputs[i] + 1];
    grad = gives_slices[i] ? make_slices(grads[next], grads[next + 1], grads[next + 2]) : grads[next];
    next += gives_slices[i] ? 3 : 1;
  }
  return result;
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
