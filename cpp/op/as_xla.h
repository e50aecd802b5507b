// Marks nodes of functions that XLA would compile, where it computes otherwise.
#pragma once

namespace graphwright {

// Stateless random ops make their numbers of the same bits in XLA's way, casts clamp what is out of range.
inline constexpr const char* kAsXlaAttr = "_as_xla";

}  // namespace graphwright
