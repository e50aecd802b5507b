// Writing memory past the caches: results too large to be found there again need not be read in before they are
// written.
#pragma once

#include "kernels/sse2.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace graphwright {

// Results of this many bytes are written past the caches.
inline constexpr int64_t kStreamingBytes = 8 << 20;

// memcpy; must be followed by stream_fence() before another thread reads.
inline void stream_copy(void* to, const void* from, size_t bytes) {
  char* target = static_cast<char*>(to);
  const char* source = static_cast<const char*>(from);
  size_t head = -reinterpret_cast<uintptr_t>(target) & 63;
  if (bytes < head + 64) {
    std::memcpy(target, source, bytes);
    return;
  }
  std::memcpy(target, source, head);
  size_t at = head;
  for (; at + 64 <= bytes; at += 64) {
    const __m128i* line = reinterpret_cast<const __m128i*>(source + at);
    __m128i a = _mm_loadu_si128(line), b = _mm_loadu_si128(line + 1), c = _mm_loadu_si128(line + 2),
            d = _mm_loadu_si128(line + 3);
    __m128i* out = reinterpret_cast<__m128i*>(target + at);
    _mm_stream_si128(out, a);
    _mm_stream_si128(out + 1, b);
    _mm_stream_si128(out + 2, c);
    _mm_stream_si128(out + 3, d);
  }
  std::memcpy(target + at, source + at, bytes - at);
}

inline void stream_fence() { _mm_sfence(); }

}  // namespace graphwright
