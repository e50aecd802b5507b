// Functions of the ops on variables that other rooms use.
#pragma once

#include "tensor/variable_resource.h"

namespace graphwright {

// The shared name that asks VarHandleOp for a variable of its own on every call (as in TensorFlow's graphs).
inline constexpr const char* kAnonymousName = "cd2c89b7-88b7-44c8-ad83-06c2a9158347";

// value += delta (or -= delta), in place where nobody else shares the value. Throws InvalidArgument for a wrong dtype
// or shape, before anything is changed.
void assign_add(VariableResource& variable, const Tensor& delta, bool subtract);

}  // namespace graphwright
