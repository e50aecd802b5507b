// Values in a few words, for messages.
#pragma once

#include <string>

#include "tensor/value.h"

namespace graphwright {

// "float32 [2,3]", "int32 7", "int64 [2]: 3, 4": dtype, shape, and the elements where they are few and numbers.
std::string describe(const Value& value);

// "(2, None)", as Python shows shapes.
std::string shape_text(const Shape& shape);

}  // namespace graphwright
