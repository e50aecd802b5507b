// The way from PyFunc and EagerPyFunc to the Python functions behind them.
#pragma once

#include <string>

#include "op/function_ref.h"

namespace graphwright {

// The attr, beside those of the OpDef, by which a node owns its function. It stays in this process.
inline constexpr const char* kScriptAttr = "_script";

// Functions by token, for nodes that know no more (those of an imported graph). The table does not own them.
void register_script(const std::string& token, FunctionRef* script);
void unregister_script(const std::string& token);

}  // namespace graphwright
