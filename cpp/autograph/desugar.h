// desugar: statements and expressions that the passes after it could not stage, said with `if` statements instead.
#pragma once

#include "autograph/conversion.h"

namespace graphwright::autograph {

// Rewrites the function and those nested in it. Afterwards
//   - a `match` whose cases compare values or have guards is a chain of `if` statements,
//   - `and`, `or`, conditional expressions and chained comparisons that bind names (`:=`) where Python might skip the
//     binding are `if` statements before the statement that they were part of,
//   - a `while` whose test binds names tests in its body.
void desugar(Conversion& conversion, Node* function);

}  // namespace graphwright::autograph
