// _FusedElementwise: what the fusion pass puts in the place of a chain of elementwise nodes.
#include "kernels/fused_elementwise.h"

#include "op/context.h"

namespace graphwright {
namespace {

void fused_kernel(KernelContext& ctx) {
  const auto* fused = static_cast<const FusedElementwise*>(ctx.attrs().get<Ref<FunctionRef>>("f").get());
  Shape shape = ctx.attr<Shape>("shape");
  Tensor out = ctx.allocate(0, shape);
  fused->run_into(ctx.inputs(), out.raw(), out.num_elements());
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

}  // namespace
}  // namespace graphwright
