// Side effects of ops.
#pragma once

#include "op/op_def.h"

namespace graphwright {

// True where an op does more than to give what its inputs and what it reads tell: it draws, assigns, prints ….
inline bool has_effects(const OpDef& op) {
  return op.has(Trait::kStateful) && !op.has(Trait::kReadsResource) && !op.has(Trait::kPlaceholder);
}

}  // namespace graphwright
