// Hash mixing.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace graphwright {

inline uint64_t hash_mix(uint64_t seed, uint64_t value) {
  uint64_t x = (seed ^ (seed >> 32)) * 0x9e3779b97f4a7c15ull + value;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}
inline uint64_t hash_bytes(std::string_view bytes) { return std::hash<std::string_view>{}(bytes); }

}  // namespace graphwright
