// Tensors as text, in the forms that tf.print, tf.strings.format and Assert show.
#pragma once

#include <string>
#include <string_view>

#include "tensor/tensor.h"

namespace graphwright {

// A number in the fewest of 6 or 9 (15 or 17) digits that read back as the same number: "0.1", "1e+10", "nan".
std::string number_text(float value);
std::string number_text(double value);

// The text with what is not printable, quotes and backslashes as escape sequences; bytes of UTF-8 stay as they are.
std::string escaped(std::string_view text);

// Rows on lines of their own, strings in quotes, and of each axis only the first and last `summarize` entries (all when
// negative): "[[1 2 3]\n [4 5 6]]", "[0 1 2 ... 7 8 9]".
std::string tensor_text(const Tensor& tensor, int64_t summarize);
// On one line, without the outermost brackets, and only the first `limit` elements (all when negative): "1 2 3...".
std::string tensor_line(const Tensor& tensor, int64_t limit);

}  // namespace graphwright
