// Hashes of strings that are the same on every machine and in TensorFlow.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

namespace graphwright {

// FarmHash's Fingerprint64.
uint64_t fingerprint64(std::string_view text);
// FarmHash's Fingerprint128: the lower half, then the upper one.
std::pair<uint64_t, uint64_t> fingerprint128(std::string_view text);
// MurmurHash64A with TensorFlow's seed.
uint64_t murmur64(std::string_view text);
// SipHash-2-4 with a 128-bit key.
uint64_t siphash(std::string_view text, uint64_t key0, uint64_t key1);

}  // namespace graphwright
