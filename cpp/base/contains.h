// contains(): true where a list has an item.
#pragma once

#include <algorithm>
#include <span>

namespace graphwright {

inline bool contains(std::span<const int> list, int item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace graphwright
