// Elementwise ops on small tensors that nobody records: straight to the loop.
#pragma once

#include "op/dispatch.h"

namespace graphwright::bind {

// Whether ops run at once, on the CPU, and nobody records them: what all shortcuts ask first.
bool nothing_but_eager();

// The op on two tensors of one shape and dtype, or one of them a scalar. Null when it must go through the door.
// The caller has asked nothing_but_eager().
Value run_directly(const OpDef& op, const Value& a, const Value& b);
// The op on one tensor.
Value run_directly(const OpDef& op, const Value& a);

}  // namespace graphwright::bind
