// Ops that pass their inputs on: identities, gradient stoppers, checks of a shape.
#include "op/build.h"
#include "op/gradient_needs.h"
#include "op/kernel_traits.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }
void pass_cpu(KernelContext& ctx) { ctx.set_output(0, ctx.input(0)); }
Values pass_gradient(GradientContext& ctx) { return {ctx.grad()}; }
Shape same_value(ShapeContext& ctx) { return known_extents(ctx, 0); }

void identity_n_shape(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_inputs(); ++i) ctx.set_output(i, ctx.input(i));
}
void identity_n_cpu(KernelContext& ctx) {
  for (int i = 0; i < ctx.num_inputs(); ++i) ctx.set_output(i, ctx.input(i));
}
Values identity_n_gradient(GradientContext& ctx) {
  Values grads;
  for (int i = 0; i < ctx.num_outputs(); ++i) grads.push_back(ctx.wants(i) ? ctx.grad(i) : Value());
  return grads;
}

void copy_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  Tensor out = ctx.allocate(0, x.shape());
  copy_elements(x.dtype(), out.raw(), x.raw(), x.num_elements());
}

Values prevented_gradient(GradientContext& ctx) {
  fail(Code::kLookupError, "Gradient explicitly disabled. Reason: ", ctx.attr<std::string>("message"));
}

void ensure_shape_shape(ShapeContext& ctx) {
  Shape wanted = ctx.attr<Shape>("shape");
  if (!wanted.compatible(ctx.input(0)))
    ctx.fail("Shape of tensor input ", ctx.input(0), " is not compatible with expected shape ", wanted, ".");
  ctx.set_output(0, ctx.input(0).merge(wanted));
}
void ensure_shape_cpu(KernelContext& ctx) {
  Shape wanted = ctx.attr<Shape>("shape");
  const Tensor& x = ctx.input(0);
  if (!wanted.compatible(x.shape()))
    ctx.fail("Shape of tensor input ", x.shape(), " is not compatible with expected shape ", wanted, ".");
  ctx.set_output(0, x);
}

}  // namespace

void identity_vectorize(VectorizeContext& ctx) {
  Values outputs = call(ctx.op(), Values{ctx.value(0)}, ctx.attrs());
  ctx.set(0, outputs[0], ctx.rows(0));
}

// Identity: y = x.
DEFINE_OP("Identity")
    .input("input: T")
    .output("output: T")
    .attr("T: type")
    .doc("`input`, unchanged.")
    .trait(Trait::kIdentity)
    .trait(Trait::kPassesSlices)
    .trait(Trait::kView)
    .shape(same_shape)
    .shape_value(same_value)
    .kernel(CPU, pass_cpu)
    .gradient(pass_gradient)
    .vectorize(identity_vectorize);

void identity_n_vectorize(VectorizeContext& ctx) {
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) inputs.push_back(ctx.value(i));
  Values outputs = call(ctx.op(), inputs, {});
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set(i, outputs[i], ctx.rows(i));
}

// IdentityN: the inputs, one by one.
DEFINE_OP("IdentityN")
    .input("input: T")
    .output("output: T")
    .attr("T: list(type) >= 1")
    .doc("All inputs, unchanged.")
    .trait(Trait::kPassesSlices)
    .trait(Trait::kView)
    .shape(identity_n_shape)
    .kernel(CPU, identity_n_cpu)
    .gradient(identity_n_gradient)
    .vectorize(identity_n_vectorize);

// StopGradient: y = x, taken as a constant by gradients.
DEFINE_OP("StopGradient")
    .input("input: T")
    .output("output: T")
    .attr("T: type")
    .doc("`input`, which gradients treat as a constant.")
    .trait(Trait::kIdentity)
    .trait(Trait::kView)
    .shape(same_shape)
    .shape_value(same_value)
    .kernel(CPU, pass_cpu)
    .no_gradient("stops gradients on purpose")
    .vectorize(identity_vectorize);

// PreventGradient: y = x; asking for its gradient is an error.
DEFINE_OP("PreventGradient")
    .input("input: T")
    .output("output: T")
    .attr("T: type")
    .attr("message: string = ''")
    .doc("`input`; whoever asks for a gradient through it gets an error with `message`.")
    .trait(Trait::kIdentity)
    .trait(Trait::kView)
    .shape(same_shape)
    .shape_value(same_value)
    .kernel(CPU, pass_cpu)
    .gradient(prevented_gradient)
    .vectorize(identity_vectorize);

// Snapshot: y = x.
DEFINE_OP("Snapshot")
    .input("input: T")
    .output("output: T")
    .attr("T: type")
    .doc("`input`, unchanged.")
    .trait(Trait::kIdentity)
    .trait(Trait::kPassesSlices)
    .trait(Trait::kView)
    .shape(same_shape)
    .shape_value(same_value)
    .kernel(CPU, pass_cpu)
    .gradient(pass_gradient)
    .vectorize(identity_vectorize);

// DebugGradientIdentity: y = x, marking where a gradient is watched.
DEFINE_OP("DebugGradientIdentity")
    .input("input: T")
    .output("output: T")
    .attr("T: type")
    .doc("`input`, unchanged.")
    .trait(Trait::kIdentity)
    .trait(Trait::kView)
    .shape(same_shape)
    .kernel(CPU, pass_cpu)
    .gradient(pass_gradient)
    .vectorize(identity_vectorize);

// GuaranteeConst: y = x, with the caller's word that it never changes.
DEFINE_OP("GuaranteeConst")
    .input("input: T")
    .output("output: T")
    .attr("T: type")
    .doc("`input`, which the caller promises is the same on every run.")
    .stateful()
    .trait(Trait::kView)
    .shape(same_shape)
    .kernel(CPU, pass_cpu)
    .vectorize(identity_vectorize);

// DeepCopy: the elements of x in memory of their own.
DEFINE_OP("DeepCopy")
    .input("x: T")
    .output("y: T")
    .attr("T: type")
    .doc("A copy of `x` that shares no memory with it.")
    .stateful()
    .shape(same_shape)
    .kernel(CPU, copy_cpu)
    .vectorize(identity_vectorize);

void ensure_shape_vectorize(VectorizeContext& ctx) {
  Shape shape = ctx.attr<Shape>("shape");
  if (!shape.has_rank()) return ctx.set(0, ctx.value(0));
  Shape all{kUnknown};
  for (int i = 0; i < shape.rank(); ++i) all.append(shape[i]);
  Attrs attrs = ctx.attrs();
  attrs.set("shape", all);
  ctx.set_all(Values{ctx.value(0)}, attrs);
}

// EnsureShape: y = x, or an error when x has another shape.
DEFINE_OP("EnsureShape")
    .input("input: T")
    .output("output: T")
    .attr("shape: shape")
    .attr("T: type")
    .doc("`input`, after a check that its shape fits `shape`.")
    .trait(Trait::kPassesSlices)
    .trait(Trait::kView)
    .shape(ensure_shape_shape)
    .kernel(CPU, ensure_shape_cpu)
    .gradient(pass_gradient)
    .vectorize(ensure_shape_vectorize);

namespace {
const GradientNeedsOf shapes_do{GradientNeeds::kShapes, {"Identity"}};
}  // namespace

const KernelTraitOf checks_shape{KernelTrait::kChecksShape, {"EnsureShape"}};

XLA_FACT(kNotCompiled, "DebugGradientIdentity", "DeepCopy", "GuaranteeConst");

}  // namespace graphwright
