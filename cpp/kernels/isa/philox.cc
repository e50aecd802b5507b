// Philox 4x32-10 on as many counters at once as a vector has 64-bit lanes, and numbers made of its bits, per ISA level.
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <cstdint>
#include <cstring>

#include "kernels/isa/vector_math.h"
#include "kernels/isa/vectors.h"
#include "kernels/philox_table.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

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
#elif defined(__x86_64__)
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
#else
// Other processors multiply halves no faster in vectors.
using Vec = uint64_t;
constexpr int kLanes = 1;
GW_INLINE Vec splat(uint64_t x) { return x; }
GW_INLINE Vec iota() { return 0; }
GW_INLINE Vec add(Vec a, Vec b) { return a + b; }
GW_INLINE Vec multiply_low_halves(Vec a, Vec b) { return (a & 0xffffffffu) * (b & 0xffffffffu); }
GW_INLINE Vec high_half(Vec a) { return a >> 32; }
GW_INLINE Vec to_high_half(Vec a) { return a << 32; }
GW_INLINE Vec xor3(Vec a, Vec b, Vec c) { return a ^ b ^ c; }
GW_INLINE Vec join(Vec low, Vec high) { return to_high_half(high) | (low & 0xffffffffu); }
GW_INLINE void store_alternating(uint32_t* out, Vec a, Vec b) {
  std::memcpy(out, &a, sizeof a);
  std::memcpy(out + 2, &b, sizeof b);
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

#ifdef __AVX2__
// How far libm's functions may be off before they are rounded, in units in the last place (sine and cosine 0.061, the
// logarithm 0.045 where it is below -1/16): where the exact value is further than that from the middle of two floats,
// rounding it gives libm's result.
constexpr double kMargin = 0.07;
constexpr float kLogMargin = -0.0625f;

// Whether that is not so: the value lies near the middle of two floats (all of them normal).
GW_FORCE_INLINE bool unsure(double x) {
  constexpr uint64_t kUnit = uint64_t{1} << 29, kNear = static_cast<uint64_t>(kMargin * static_cast<double>(kUnit));
  return (bits_of(x) & (kUnit - 1)) - kUnit / 2 + kNear < 2 * kNear;
}

// The places of the flags that are set; how many there are.
inline int64_t places(const uint32_t* flags, int64_t n, uint32_t* out) {
  int64_t count = 0;
  for (int64_t i = 0; i < n; ++i) {
    out[count] = static_cast<uint32_t>(i);
    count += flags[i];
  }
  return count;
}

// Box and Muller's normal numbers from pairs of uniform ones: the very numbers that libm's functions give, most of them
// by vector code in double, the rest by libm.
void to_normal_float(const uint32_t* bits, float* out, int64_t n) {
  constexpr int64_t kPairs = 256;
  alignas(64) float uniform[kPairs], radius[kPairs], angle[kPairs], sine[kPairs], cosine[kPairs];
  alignas(64) uint32_t flags[kPairs], doubtful[kPairs];
  for (int64_t begin = 0; begin < n; begin += 2 * kPairs) {
    const uint32_t* from = bits + begin;
    float* to = out + begin;
    const int64_t count = n - begin < 2 * kPairs ? n - begin : 2 * kPairs, pairs = (count + 1) / 2;
    for (int64_t i = 0; i < pairs; ++i) {
      float u = float_of((from[2 * i] & 0x7fffffu) | 0x3f800000u) - 1.0f;
      float v = float_of((from[2 * i + 1] & 0x7fffffu) | 0x3f800000u) - 1.0f;
      uniform[i] = u > 1e-7f ? u : 1e-7f;
      angle[i] = static_cast<float>(6.283185307179586 * static_cast<double>(v));
    }
    for (int64_t i = 0; i < pairs; ++i) {
      double log = log_d(uniform[i]);
      radius[i] = static_cast<float>(log);
      flags[i] = unsure(log) || radius[i] > kLogMargin ? 1 : 0;
    }
    int64_t doubts = places(flags, pairs, doubtful);
    for (int64_t k = 0; k < doubts; ++k) radius[doubtful[k]] = __builtin_logf(uniform[doubtful[k]]);
    for (int64_t i = 0; i < pairs; ++i) {
      double r;
      uint64_t quadrant = reduce_angle(angle[i], &r);
      double s = sin_reduced(r), c = cos_reduced(r);
      double sin = (quadrant & 1) != 0 ? c : s, cos = (quadrant & 1) != 0 ? s : c;
      flags[i] = unsure(sin) || unsure(cos) ? 1 : 0;
      sine[i] = static_cast<float>(double_of(bits_of(sin) ^ ((quadrant & 2) << 62)));
      cosine[i] = static_cast<float>(double_of(bits_of(cos) ^ (((quadrant + 1) & 2) << 62)));
    }
    doubts = places(flags, pairs, doubtful);
    for (int64_t k = 0; k < doubts; ++k) {
      sine[doubtful[k]] = __builtin_sinf(angle[doubtful[k]]);
      cosine[doubtful[k]] = __builtin_cosf(angle[doubtful[k]]);
    }
    for (int64_t i = 0; i < pairs; ++i) radius[i] = __builtin_sqrtf(-2.0f * radius[i]);
    for (int64_t i = 0; i < count / 2; ++i) {
      to[2 * i] = sine[i] * radius[i];
      to[2 * i + 1] = cosine[i] * radius[i];
    }
    if (count % 2 != 0) to[count - 1] = sine[pairs - 1] * radius[pairs - 1];
  }
}
#else
// Two lanes of double are no faster than libm.
constexpr void (*to_normal_float)(const uint32_t*, float*, int64_t) = nullptr;
#endif

}  // namespace

extern const PhiloxTable philox_table;
const PhiloxTable philox_table = {blocks, to_unit_float, to_normal_float};

}  // namespace graphwright::GRAPHWRIGHT_ISA
