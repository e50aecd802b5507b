// The shortcut of the eager interpreter, which lies in a room below the loops that it takes.
#pragma once

#include <span>

#include "op/op_def.h"

namespace graphwright {

// An elementwise op without attrs on small tensors in host memory; a null value where the general way must be taken.
using ElementwiseShortcut = Value (*)(const OpDef& op, std::span<const Value> inputs);
void set_elementwise_shortcut(ElementwiseShortcut function);

}  // namespace graphwright
