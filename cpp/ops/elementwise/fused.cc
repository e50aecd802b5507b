// _FusedElementwise and _FusedAssign: what the fusion pass puts in the place of elementwise nodes, and of the update of
// a variable that they end in.
#include "kernels/fused_elementwise.h"

#include "op/context.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

void fused_kernel(KernelContext& ctx) {
  const auto* fused = static_cast<const FusedElementwise*>(ctx.attrs().get<Ref<FunctionRef>>("f").get());
  const Tensor out = ctx.allocate(0, ctx.attr<Shape>("shape"));
  const void* inputs[FusedElementwise::kMostInputs];
  for (int i = 0; i < ctx.num_inputs(); ++i) inputs[i] = ctx.input(i).raw();
  fused->run_into(inputs, out.raw(), out.num_elements());
}

DEFINE_OP("_FusedElementwise")
    .input("args: Tin")
    .output("output: Tout")
    .attr("Tin: list(type) >= 0")
    .attr("Tout: type")
    .attr("f: func")
    .attr("shape: shape")
    .doc("Runs a chain of elementwise functions in one pass over memory.")
    .shape([](ShapeContext& ctx) { ctx.set_output(0, ctx.attr<Shape>("shape")); })
    .kernel(CPU, fused_kernel)
    .no_gradient("made after gradients are");

void fused_assign(KernelContext& ctx) {
  const auto* fused = static_cast<const FusedElementwise*>(ctx.attrs().get<Ref<FunctionRef>>("f").get());
  VariableResource& variable = VariableResource::of(ctx.input(0));
  const Shape shape = ctx.attr<Shape>("shape");
  const int64_t current = ctx.attr<int64_t>("current");
  const void* inputs[FusedElementwise::kMostInputs];
  for (int i = 1, to = 0; i < ctx.num_inputs(); ++i, ++to) {
    if (to == current) ++to;
    inputs[to] = ctx.input(i).raw();
  }
  if (current < 0 && !variable.initialized()) {
    const Tensor fresh = Tensor::allocate(fused->output_dtype(), shape);
    fused->run_into(inputs, fresh.raw(), fresh.num_elements());
    return variable.assign(fresh);
  }
  if (variable.dtype() != fused->output_dtype())
    ctx.fail("Trying to assign variable with wrong dtype. Expected ", variable.dtype(), " got ", fused->output_dtype());
  variable.update([&](Tensor& value) {
    if (!(value.shape() == shape))
      ctx.fail("Cannot update variable with shape ", value.shape(), " using a Tensor with shape ", shape,
               ", shapes must be equal.");
    if (current >= 0) inputs[current] = value.raw();
    Tensor fresh = value.unique() ? Tensor() : Tensor::allocate(value.dtype(), shape);
    const Tensor& to = fresh ? fresh : value;
    fused->run_into(inputs, to.raw(), to.num_elements());
    if (fresh) value = std::move(fresh);
  });
}

DEFINE_OP("_FusedAssign")
    .input("resource: resource")
    .input("args: Tin")
    .attr("Tin: list(type) >= 0")
    .attr("f: func")
    .attr("shape: shape")
    .attr("current: int = -1")
    .doc(
        "Makes the result of a chain of elementwise functions the variable's value; input `current` of the chain is "
        "its "
        "value before.")
    .kernel(CPU, fused_assign)
    .stateful()
    .no_gradient("has no output");

}  // namespace
}  // namespace graphwright
