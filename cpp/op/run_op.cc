// Running one op on concrete tensors.
#include "op/run_op.h"

#include "op/run_on_device.h"

namespace graphwright {

const KernelDef& select_kernel(const OpDef& op, const KernelContext& context) {
  const KernelDef* reference = nullptr;
  for (const KernelDef& kernel : op.kernels) {
    if (kernel.device != DeviceKind::kCpu) continue;
    if (kernel.engine == Engine::kReference) {
      reference = &kernel;
    } else if (!kernel.predicate || kernel.predicate(context)) {
      return kernel;
    }
  }
  GW_CHECK(reference != nullptr, Code::kUnimplemented, "no CPU kernel for op ", op.name, " on these inputs");
  return *reference;
}

void run_op(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, Values& outputs,
            Ref<RefCounted>* state) {
  try {
    SmallVector<DType, 4> dtypes;
    output_dtypes(op, inputs, attrs, dtypes);
    ShapeContext shapes(op, inputs, attrs);
    if (op.shape_fn) op.shape_fn(shapes);
    while (shapes.outputs().size() < dtypes.size()) shapes.outputs().push_back(Shape::unknown());
    outputs.resize(dtypes.size());
    if (placement_matters() && run_on_device(op, inputs, attrs, outputs, shapes.outputs(), dtypes)) return;
    KernelContext context(op, inputs, attrs, outputs, shapes.outputs(), dtypes);
    context.set_state(state);
    if (op.kernels.size() == 1 && op.kernels[0].device == DeviceKind::kCpu && !op.kernels[0].predicate) {
      op.kernels[0].fn(context);
    } else {
      select_kernel(op, context).fn(context);
    }
  } catch (Error& error) {
    error.set_op(op.name);
    throw;
  }
}

}  // namespace graphwright
