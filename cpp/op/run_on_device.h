// Running one op on a device other than the CPU.
#pragma once

#include <span>

#include "device/placement.h"
#include "op/op_def.h"

namespace graphwright {

// Runs the op where this thread's device scope, its inputs and the plugin's kernels have it run, when that is a GPU: on
// copies of inputs that lie elsewhere, into outputs at home there. False when it is the CPU's to run. To be called when
// placement_matters(), after the shape rule. Throws InvalidArgument where the scope demands a device that is not there.
bool run_on_device(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::span<Value> outputs,
                   std::span<const Shape> shapes, std::span<const DType> dtypes);

}  // namespace graphwright
