// The width of the level's vectors, and functions that are always inlined; included by the per-ISA files only.
#pragma once

#define GW_INLINE inline __attribute__((always_inline))

namespace graphwright::GRAPHWRIGHT_ISA {

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif

}  // namespace graphwright::GRAPHWRIGHT_ISA
