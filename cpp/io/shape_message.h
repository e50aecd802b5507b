// Shapes as the bytes of TensorShapeProto messages, and back.
#pragma once

#include <string>
#include <string_view>

#include "base/shape.h"

namespace graphwright {

std::string shape_message(const Shape& shape);
// False where the bytes are no such message.
bool read_partial_shape_message(std::string_view bytes, Shape& shape);
// False also where the shape is not known, in whole or in part.
bool read_shape_message(std::string_view bytes, Shape& shape);

}  // namespace graphwright
