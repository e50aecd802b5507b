// CRC-32C (Castagnoli), the checksum of TFRecord files, tables and checkpoints, and its masked form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graphwright {

// The checksum of what `crc` is the checksum of, followed by `size` bytes at `data`; 0 is that of nothing.
uint32_t crc32c(uint32_t crc, const void* data, size_t size);
inline uint32_t crc32c(std::string_view bytes) { return crc32c(0, bytes.data(), bytes.size()); }

// Files keep checksums turned and shifted, as the checksum of bytes that hold their own checksum says little.
constexpr uint32_t mask_crc(uint32_t crc) { return ((crc >> 15) | (crc << 17)) + 0xa282ead8u; }
constexpr uint32_t unmask_crc(uint32_t masked) {
  const uint32_t turned = masked - 0xa282ead8u;
  return (turned >> 17) | (turned << 15);
}

}  // namespace graphwright
