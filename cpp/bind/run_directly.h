// Elementwise ops on small tensors that nobody records: straight to the loop.
#pragma once

#include "bind/python.h"
#include "device/placement.h"
#include "op/dispatch.h"

namespace graphwright::bind {

// True where ops run at once, on the CPU, and nobody records them: what all shortcuts ask first.
inline bool nothing_but_eager() { return interpreter_stack().items.empty() && !placement_matters(); }

// The op on two tensors of one shape and dtype, or one of them a scalar. Null when it must go through the door.
// The caller has asked nothing_but_eager().
Value run_directly(const OpDef& op, const Value& a, const Value& b);
// The op on one tensor.
Value run_directly(const OpDef& op, const Value& a);
// The op on a tensor and a Python number, the second operand unless `number_first`.
Value run_directly(const OpDef& op, const Value& a, PyObject* number, bool number_first);

// A Python int or float as a scalar of the dtype, where it has a place there without a doubt; null otherwise.
Tensor number_of(PyObject* object, DType dtype);

}  // namespace graphwright::bind
