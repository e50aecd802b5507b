// CRC-32C with the processor's instruction where the build's baseline has it, else with a table.
#include "io/crc32c.h"

#include <array>
#include <cstring>

#ifdef __SSE4_2__
#include <nmmintrin.h>
#endif

namespace graphwright {
#ifdef __SSE4_2__

uint32_t crc32c(uint32_t crc, const void* data, size_t size) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  uint64_t state = ~crc;
  for (; size >= 8; size -= 8, bytes += 8) {
    uint64_t word;
    std::memcpy(&word, bytes, 8);
    state = _mm_crc32_u64(state, word);
  }
  auto rest = static_cast<uint32_t>(state);
  for (; size > 0; --size, ++bytes) rest = _mm_crc32_u8(rest, *bytes);
  return ~rest;
}

#else
namespace {

constexpr std::array<uint32_t, 256> kTable = [] {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0x82f63b78u : 0);
    table[i] = crc;
  }
  return table;
}();

}  // namespace

uint32_t crc32c(uint32_t crc, const void* data, size_t size) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  crc = ~crc;
  for (; size > 0; --size, ++bytes) crc = kTable[(crc ^ *bytes) & 0xff] ^ (crc >> 8);
  return ~crc;
}

#endif
}  // namespace graphwright
