// The functions of each ISA level for kernels/random_fill.cc.
#pragma once

#include <cstdint>

namespace graphwright {

struct PhiloxTable {
  // Blocks of 4 numbers for the counters (high, low), (high, low + 1), …; low + blocks must not overflow.
  void (*blocks)(uint64_t key, uint64_t low, uint64_t high, uint32_t* out, int64_t blocks);
  // 32 random bits each to a float in [0, 1), by their lower 23.
  void (*to_unit_float)(const uint32_t* bits, float* out, int64_t n);
  // Each two of them to two normal numbers; null where normal_pair() is as fast, which gives the same.
  void (*to_normal_float)(const uint32_t* bits, float* out, int64_t n);
};

}  // namespace graphwright
