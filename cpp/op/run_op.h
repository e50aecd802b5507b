// Running one op on concrete tensors: checks, shape rule, kernel choice, kernel.
#pragma once

#include "op/context.h"

namespace graphwright {

// Fills `outputs` (slots may hold tensors to reuse). Inputs must be tensors that passed check_call. `state`: what the
// kernel keeps from run to run, see KernelContext.
void run_op(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, Values& outputs,
            Ref<RefCounted>* state = nullptr);

// The kernel that serves these inputs: the first preferred one whose predicate holds, else the reference.
const KernelDef& select_kernel(const OpDef& op, const KernelContext& context);

}  // namespace graphwright
