// Devices: what they are called, and how fast this CPU may be asked to go.
#pragma once

#include <string>
#include <string_view>

namespace graphwright {

enum class DeviceKind : unsigned char { kCpu, kGpu };

// The instruction-set level that kernels are chosen for: x86-64-v2, v3 (AVX2, FMA) or v4 (AVX-512); kV2 alone where
// processors are others.
enum class IsaLevel : unsigned char { kV2 = 2, kV3 = 3, kV4 = 4 };

// The instruction-set level of this machine, or less when GRAPHWRIGHT_ISA=v2|v3|v4 says so; read once.
IsaLevel isa_level();

}  // namespace graphwright
