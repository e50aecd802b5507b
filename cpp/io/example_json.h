// tf.train.Example messages written as JSON.
#pragma once

#include <string>
#include <string_view>

namespace graphwright {

// The bytes of the Example that the text describes, in the order in which it does. Throws InvalidArgument that says
// what is wrong, and where.
std::string example_from_json(std::string_view text);

}  // namespace graphwright
