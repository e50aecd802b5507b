// The instructions of SSE2 that loops of the baseline are written with; GCC's vectors do the same on other processors.
#pragma once

#ifdef __x86_64__
#include <emmintrin.h>
#else
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace graphwright {

typedef int64_t __m128i __attribute__((vector_size(16), may_alias));

template <class T>
struct LanesOf {
  typedef T type __attribute__((vector_size(16)));
};
template <class T>
inline typename LanesOf<T>::type lanes(__m128i x) {
  return reinterpret_cast<typename LanesOf<T>::type>(x);
}
template <class V>
inline __m128i bits(V x) {
  return reinterpret_cast<__m128i>(x);
}

// The lanes of both, from lane `kFrom` on, in turns.
template <class T, int kFrom>
inline __m128i interleaved(__m128i a, __m128i b) {
  constexpr int kCount = 16 / sizeof(T);
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return bits(__builtin_shufflevector(lanes<T>(a), lanes<T>(b), (kFrom + I / 2 + I % 2 * kCount)...));
  }
  (std::make_integer_sequence<int, kCount>());
}
inline __m128i _mm_unpacklo_epi8(__m128i a, __m128i b) { return interleaved<int8_t, 0>(a, b); }
inline __m128i _mm_unpackhi_epi8(__m128i a, __m128i b) { return interleaved<int8_t, 8>(a, b); }
inline __m128i _mm_unpacklo_epi16(__m128i a, __m128i b) { return interleaved<int16_t, 0>(a, b); }
inline __m128i _mm_unpackhi_epi16(__m128i a, __m128i b) { return interleaved<int16_t, 4>(a, b); }
inline __m128i _mm_unpacklo_epi32(__m128i a, __m128i b) { return interleaved<int32_t, 0>(a, b); }
inline __m128i _mm_unpackhi_epi32(__m128i a, __m128i b) { return interleaved<int32_t, 2>(a, b); }
inline __m128i _mm_unpacklo_epi64(__m128i a, __m128i b) { return interleaved<int64_t, 0>(a, b); }
inline __m128i _mm_unpackhi_epi64(__m128i a, __m128i b) { return interleaved<int64_t, 1>(a, b); }

inline __m128i _mm_loadu_si128(const __m128i* from) {
  __m128i x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
inline void _mm_storeu_si128(__m128i* to, __m128i x) { std::memcpy(to, &x, sizeof x); }
inline void _mm_storel_epi64(__m128i* to, __m128i x) { std::memcpy(to, &x, 8); }
inline __m128i _mm_load_si128(const __m128i* from) { return *from; }
inline void _mm_store_si128(__m128i* to, __m128i x) { *to = x; }
// Nothing passes by the caches.
inline void _mm_stream_si128(__m128i* to, __m128i x) { *to = x; }
inline void _mm_sfence() {}

// Numbers wrap around: unsigned ones may.
inline __m128i _mm_set1_epi8(char x) { return bits(typename LanesOf<uint8_t>::type{} + static_cast<uint8_t>(x)); }
inline __m128i _mm_set1_epi16(int16_t x) { return bits(typename LanesOf<uint16_t>::type{} + static_cast<uint16_t>(x)); }
inline __m128i _mm_add_epi8(__m128i a, __m128i b) { return bits(lanes<uint8_t>(a) + lanes<uint8_t>(b)); }
inline __m128i _mm_add_epi16(__m128i a, __m128i b) { return bits(lanes<uint16_t>(a) + lanes<uint16_t>(b)); }
inline __m128i _mm_sub_epi16(__m128i a, __m128i b) { return bits(lanes<uint16_t>(a) - lanes<uint16_t>(b)); }
inline __m128i _mm_mullo_epi16(__m128i a, __m128i b) { return bits(lanes<uint16_t>(a) * lanes<uint16_t>(b)); }
inline __m128i _mm_slli_epi16(__m128i a, int count) { return bits(lanes<uint16_t>(a) << count); }
inline __m128i _mm_srai_epi16(__m128i a, int count) { return bits(lanes<int16_t>(a) >> count); }
inline __m128i _mm_mulhi_epi16(__m128i a, __m128i b) {
  const auto x = lanes<int16_t>(a), y = lanes<int16_t>(b);
  LanesOf<int16_t>::type high;
  for (int i = 0; i < 8; ++i) high[i] = static_cast<int16_t>(x[i] * y[i] >> 16);
  return bits(high);
}
inline __m128i _mm_packs_epi16(__m128i a, __m128i b) {
  const auto x = lanes<int16_t>(a), y = lanes<int16_t>(b);
  LanesOf<int8_t>::type narrow;
  for (int i = 0; i < 16; ++i) narrow[i] = static_cast<int8_t>(std::clamp<int16_t>(i < 8 ? x[i] : y[i - 8], -128, 127));
  return bits(narrow);
}

}  // namespace graphwright
#endif
