// Philox 4x32-10 on as many counters at once as a vector has 64-bit lanes, per ISA level.
#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "kernels/philox_table.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

#define GW_INLINE inline __attribute__((always_inline))

#if defined(__AVX512F__)
using Vec = __m512i;
constexpr int kLanes = 8;
GW_INLINE Vec splat(uint64_t x) { return _mm512_set1_epi64(static_cast<long long>(x)); }
GW_INLINE Vec iota() { return _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0); }
GW_INLINE Vec add(Vec a, Vec b) { return _mm512_add_epi64(a, b); }
GW_INLINE Vec multiply_low_halves(Vec a, Vec b) { return _mm512_mul_epu32(a, b); }
GW_INLINE Vec high_half(Vec a) { return _mm512_srli_epi64(a, 32); }
GW_INLINE Vec to_high_half(Vec a) { return _mm512_slli_epi64(a, 32); }
GW_INLINE Vec xor3(Vec a, Vec b, Vec c) { return _mm512_ternarylogic_epi64(a, b, c, 0x96); }
GW_INLINE Vec join(Vec low, Vec high) { return _mm512_mask_mov_epi32(to_high_half(high), 0x5555, low); }
// Lane i of `a`, then lane i of `b`, for each i.
GW_INLINE void store_alternating(uint32_t* out, Vec a, Vec b) {
  const Vec first = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0), second = _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4);
  _mm512_storeu_si512(out, _mm512_permutex2var_epi64(a, first, b));
  _mm512_storeu_si512(out + 16, _mm512_permutex2var_epi64(a, second, b));
}
#elif defined(__AVX2__)
using Vec = __m256i;
constexpr int kLanes = 4;
GW_INLINE Vec splat(uint64_t x) { return _mm256_set1_epi64x(static_cast<long long>(x)); }
GW_INLINE Vec iota() { return _mm256_set_epi64x(3, 2, 1, 0); }
GW_INLINE Vec add(Vec a, Vec b) { return _mm256_add_epi64(a, b); }
GW_INLINE Vec multiply_low_halves(Vec a, Vec b) { return _mm256_mul_epu32(a, b); }
GW_INLINE Vec high_half(Vec a) { return _mm256_srli_epi64(a, 32); }
GW_INLINE Vec to_high_half(Vec a) { return _mm256_slli_epi64(a, 32); }
GW_INLINE Vec xor3(Vec a, Vec b, Vec c) { return _mm256_xor_si256(_mm256_xor_si256(a, b), c); }
GW_INLINE Vec join(Vec low, Vec high) { return _mm256_blend_epi32(to_high_half(high), low, 0x55); }
GW_INLINE void store_alternating(uint32_t* out, Vec a, Vec b) {
  Vec low = _mm256_unpacklo_epi64(a, b), high = _mm256_unpackhi_epi64(a, b);
  _mm256_storeu_si256(reinterpret_cast<Vec*>(out), _mm256_permute2x128_si256(low, high, 0x20));
  _mm256_storeu_si256(reinterpret_cast<Vec*>(out + 8), _mm256_permute2x128_si256(low, high, 0x31));
}
#else
using Vec = __m128i;
constexpr int kLanes = 2;
GW_INLINE Vec splat(uint64_t x) { return _mm_set1_epi64x(static_cast<long long>(x)); }
GW_INLINE Vec iota() { return _mm_set_epi64x(1, 0); }
GW_INLINE Vec add(Vec a, Vec b) { return _mm_add_epi64(a, b); }
GW_INLINE Vec multiply_low_halves(Vec a, Vec b) { return _mm_mul_epu32(a, b); }
GW_INLINE Vec high_half(Vec a) { return _mm_srli_epi64(a, 32); }
GW_INLINE Vec to_high_half(Vec a) { return _mm_slli_epi64(a, 32); }
GW_INLINE Vec xor3(Vec a, Vec b, Vec c) { return _mm_xor_si128(_mm_xor_si128(a, b), c); }
GW_INLINE Vec join(Vec low, Vec high) { return _mm_blend_epi16(to_high_half(high), low, 0x33); }
GW_INLINE void store_alternating(uint32_t* out, Vec a, Vec b) {
  _mm_storeu_si128(reinterpret_cast<Vec*>(out), _mm_unpacklo_epi64(a, b));
  _mm_storeu_si128(reinterpret_cast<Vec*>(out + 4), _mm_unpackhi_epi64(a, b));
}
#endif

// Each word of the state lies in the lower halves of a vector's 64-bit lanes; what is in the upper halves does not
// matter.
GW_INLINE void encrypt(uint64_t key, uint64_t low, Vec c2, Vec c3, uint32_t* out) {
  Vec c0 = add(splat(low), iota());
  Vec c1 = high_half(c0);
  const Vec m0 = splat(0xD2511F53u), m1 = splat(0xCD9E8D57u);
  uint32_t k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
#pragma GCC unroll 10
  for (int round = 0; round < 10; ++round) {
    Vec p0 = multiply_low_halves(c0, m0), p1 = multiply_low_halves(c2, m1);
    c0 = xor3(high_half(p1), c1, splat(k0));
    c2 = xor3(high_half(p0), c3, splat(k1));
    c1 = p1;
    c3 = p0;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  store_alternating(out, join(c0, c1), join(c2, c3));
}

void blocks(uint64_t key, uint64_t low, uint64_t high, uint32_t* out, int64_t n) {
  const Vec c2 = splat(high), c3 = splat(high >> 32);
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) encrypt(key, low + static_cast<uint64_t>(i), c2, c3, out + 4 * i);
  if (i < n) {
    uint32_t rest[4 * kLanes];
    encrypt(key, low + static_cast<uint64_t>(i), c2, c3, rest);
    std::memcpy(out + 4 * i, rest, static_cast<size_t>(n - i) * 16);
  }
}

void to_unit_float(const uint32_t* bits, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    uint32_t one_to_two = (bits[i] & 0x7fffffu) | 0x3f800000u;
    float value;
    std::memcpy(&value, &one_to_two, sizeof value);
    out[i] = value - 1.0f;
  }
}

}  // namespace

extern const PhiloxTable philox_table;
const PhiloxTable philox_table = {blocks, to_unit_float};

}  // namespace graphwright::GRAPHWRIGHT_ISA
