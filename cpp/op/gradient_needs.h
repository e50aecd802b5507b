// The operands and elements that an op's gradient rule reads: tapes need not keep others.
#pragma once

#include <initializer_list>

#include "op/op_def.h"

namespace graphwright {

// Shapes and dtypes of all operands are always there.
enum class GradientNeeds : uint8_t { kAll, kInputs, kOutputs, kShapes };

GradientNeeds gradient_needs(const OpDef& op);

// At namespace scope, beside the ops: const GradientNeedsOf unread{GradientNeeds::kShapes, {"AddV2", "Sub"}};
class GradientNeedsOf {
 public:
  GradientNeedsOf(GradientNeeds needs, std::initializer_list<const char*> ops);
};

}  // namespace graphwright
