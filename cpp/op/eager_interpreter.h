// Ways of the eager interpreter into rooms above: a shortcut to loops, and words for symbols that it cannot run.
#pragma once

#include <span>

#include "op/op_def.h"

namespace graphwright {

// An elementwise op without attrs on small tensors in host memory; a null value where the general way must be taken.
using ElementwiseShortcut = Value (*)(const OpDef& op, std::span<const Value> inputs);
void set_elementwise_shortcut(ElementwiseShortcut function);

// Throws TypeError: the symbol is used outside of all graphs. Defined in graph/, which knows where it comes from.
[[noreturn]] void refuse_symbol(const Value& symbol);

}  // namespace graphwright
