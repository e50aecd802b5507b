// lower_exits: break, continue and return that a staged statement would have to jump out of become assignments to
// flags.
#pragma once

#include "autograph/conversion.h"

namespace graphwright::autograph {

// Rewrites the function and those nested in it. Afterwards a `return` stands only where no rewritten statement is
// around it, loops have neither break, continue nor else, and annotated assignments are plain ones.
void lower_exits(Conversion& conversion, Node* function);

}  // namespace graphwright::autograph
