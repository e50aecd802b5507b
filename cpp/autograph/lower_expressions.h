// lower_expressions: calls, `and`/`or`/`not`, conditional expressions, chained comparisons and asserts become
// operators.
#pragma once

#include "autograph/conversion.h"

namespace graphwright::autograph {

// Rewrites the function or lambda and those nested in it, in place.
void lower_expressions(Conversion& conversion, Node* function);

}  // namespace graphwright::autograph
