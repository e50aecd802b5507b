// lower_control_flow: `if`, `while` and `for` become calls of operators, their blocks functions that the operators
// call.
#pragma once

#include "autograph/conversion.h"

namespace graphwright::autograph {

// Rewrites the function, whose exits are lowered, and those nested in it. All variables stay variables of the function,
// as in Python: the functions made of blocks declare them nonlocal. Those that may lack a value where an operator asks
// for it start as `Undefined`, and reads that may meet this go through `ld`.
void lower_control_flow(Conversion& conversion, Node* function);

}  // namespace graphwright::autograph
