// The codecs behind the ops that read and write image files: a Python library, and for JPEG files our own
// reader.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "op/context.h"
#include "tensor/tensor.h"

namespace graphwright {

// Runs an op by name. Behind its inputs stand its attrs in the order of the OpDef, as scalars: integers as int64, types
// by their numbers.
using ImageCodec = Tensor (*)(const std::string& op, std::span<const Value> inputs);

void set_image_codec(ImageCodec codec);

// The output of an op that reads images, where its input is a JPEG file; else false.
bool read_jpeg_file(KernelContext& ctx);
// The output of ExtractJpegShape.
void read_jpeg_size(KernelContext& ctx);

}  // namespace graphwright
