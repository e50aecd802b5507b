// Looking at the results of every op for infinity and NaN, where a thread asked for it.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "op/op_def.h"

namespace graphwright {

// True where this thread has the results of its ops checked. Switching it on sends all ops the long way, for good.
bool results_checked();
void check_results(bool on);

// Puts a CheckNumericsV2 behind each floating-point output of an op that can make such values: replaces it by what
// `check` gives for it and the attrs of that op. `graph_name` is that of the function being traced, empty for ops that
// run at once.
void check_results_of(const OpDef& op, std::span<const Value> inputs, std::string_view graph_name,
                      std::span<Value> outputs, const std::function<Value(const Value&, const Attrs&)>& check);

}  // namespace graphwright
