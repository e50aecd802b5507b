// The number of items of an attr's value.
#pragma once

#include "op/attrs.h"

namespace graphwright {

// The number of items of a list (of characters of a string); 0 for a value that is none.
inline int64_t attr_length(const AttrValue& value) {
  return std::visit(
      [](const auto& items) -> int64_t {
        if constexpr (requires { items.begin(), items.size(); }) {
          return static_cast<int64_t>(items.size());
        } else {
          return 0;
        }
      },
      value);
}

}  // namespace graphwright
