// Detection of the CPU's instruction-set level.
#include <algorithm>
#include <cstdlib>

#include "device/device.h"

namespace graphwright {
namespace {

IsaLevel detect() {
  IsaLevel level = IsaLevel::kV2;
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")) {
    level = IsaLevel::kV3;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
      level = IsaLevel::kV4;
  }
  if (const char* wanted = std::getenv("GRAPHWRIGHT_ISA")) {
    if (wanted[0] == 'v' && wanted[1] >= '2' && wanted[1] <= '4')
      level = std::min(level, static_cast<IsaLevel>(wanted[1] - '0'));
  }
#endif
  return level;
}

}  // namespace

IsaLevel isa_level() {
  static const IsaLevel level = detect();
  return level;
}

}  // namespace graphwright
