// Columns of comma separated values as tensors.
#pragma once

#include <string>
#include <vector>

#include "op/context.h"

namespace graphwright {

// Throws InvalidArgument unless a default is a scalar or a vector of at most one element.
void check_csv_default(const KernelContext& ctx, int64_t field, const Tensor& fallback);
// Element `at` of `out` gets the field's value, that of `fallback` where it is empty or `na_value`. `where`, such as
// " 7", is put behind the word record in errors.
void read_csv_field(const std::string& text, const std::string& na_value, const Tensor& fallback, int64_t field,
                    const std::string& where, const Tensor& out, int64_t at);
// The one character that the attr or input must be.
char csv_delimiter(const KernelContext& ctx, const std::string& text);

}  // namespace graphwright
