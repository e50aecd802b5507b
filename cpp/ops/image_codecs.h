// How the ops that read and write image files reach the Python library that does the work.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "tensor/tensor.h"

namespace graphwright {

// Runs an op by name. Behind its inputs stand its attrs in the order of the OpDef, as scalars: integers as int64, types
// by their numbers.
using ImageCodec = Tensor (*)(const std::string& op, std::span<const Value> inputs);

void set_image_codec(ImageCodec codec);

}  // namespace graphwright
