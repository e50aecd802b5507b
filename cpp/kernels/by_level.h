// The choice among what kernels/isa/ defines once per ISA level.
#pragma once

#include "device/device.h"

// NAME of the namespace of the machine's level: v2, v3 or v4, all of which must declare it. Where processors are not
// x86-64, there is one level, v2.
#ifdef __x86_64__
#define GW_BY_LEVEL(NAME) (isa_level() == IsaLevel::kV4 ? v4::NAME : isa_level() == IsaLevel::kV3 ? v3::NAME : v2::NAME)
#else
#define GW_BY_LEVEL(NAME) v2::NAME
#endif
