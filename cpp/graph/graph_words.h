// What is wrong with a node, in the words that TensorFlow has for nodes; those for eager calls are the kernels'.
#pragma once

#include <string>
#include <string_view>

#include "op/context.h"

namespace graphwright {

// What a shape rule said, followed by what TensorFlow says of a node's shapes there.
std::string shape_words(const ShapeContext& context, std::string_view message);

// What is wrong with the dtypes of a node's inputs; `message` where that is nothing.
std::string dtype_words(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view message);

}  // namespace graphwright
