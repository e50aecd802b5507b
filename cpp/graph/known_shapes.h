// Static shapes that ops are given as values.
#pragma once

#include "base/shape.h"
#include "tensor/value.h"

namespace graphwright {

// constant_value_as_shape() that also asks the graphs around this one for what it captures from there. It says what
// results will be like; it is no ground to refuse an op, which may lie in a branch that is not taken.
Shape shape_known_around(const Value& symbol);

}  // namespace graphwright
