// Direction numbers of Sobol' sequences.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graphwright {

inline constexpr int64_t kSobolDimensions = 2560;
inline constexpr size_t kSobolCount = 36761;
// For each dimension from the second on a primitive polynomial, as bits, and as many numbers as its degree.
extern const uint16_t kSobolNumbers[kSobolCount];

}  // namespace graphwright
