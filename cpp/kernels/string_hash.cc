// Hashes of strings.
#include "kernels/string_hash.h"

#include <bit>
#include <cstring>
#include <utility>

namespace graphwright {
namespace {

uint64_t load64(const char* p) {
  uint64_t x;
  std::memcpy(&x, p, 8);
  return x;
}
uint64_t load32(const char* p) {
  uint32_t x;
  std::memcpy(&x, p, 4);
  return x;
}

// FarmHash's constants: large primes.
constexpr uint64_t kPrime0 = 0xc3a5c85c97cb3127u, kPrime1 = 0xb492b66fbe98f273u, kPrime2 = 0x9ae16a3b2f90404fu;

uint64_t fold(uint64_t x) { return x ^ (x >> 47); }
uint64_t mix(uint64_t u, uint64_t v, uint64_t factor) {
  uint64_t a = fold((u ^ v) * factor);
  uint64_t b = fold((v ^ a) * factor);
  return b * factor;
}

uint64_t farm_short(const char* s, size_t n) {
  if (n >= 8) {
    uint64_t factor = kPrime2 + n * 2, a = load64(s) + kPrime2, b = load64(s + n - 8);
    return mix(std::rotr(b, 37) * factor + a, (std::rotr(a, 25) + b) * factor, factor);
  }
  if (n >= 4) return mix(n + (load32(s) << 3), load32(s + n - 4), kPrime2 + n * 2);
  if (n > 0) {
    auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(s[i])); };
    uint32_t y = byte(0) + (byte(n >> 1) << 8), z = static_cast<uint32_t>(n) + (byte(n - 1) << 2);
    return fold(y * kPrime2 ^ z * kPrime0) * kPrime2;
  }
  return kPrime2;
}

uint64_t farm_medium(const char* s, size_t n) {  // 17 to 32 bytes
  uint64_t factor = kPrime2 + n * 2, a = load64(s) * kPrime1, b = load64(s + 8), c = load64(s + n - 8) * factor,
           d = load64(s + n - 16) * kPrime2;
  return mix(std::rotr(a + b, 43) + std::rotr(c, 30) + d, a + std::rotr(b + kPrime2, 18) + c, factor);
}

uint64_t farm_long(const char* s, size_t n) {  // 33 to 64 bytes
  uint64_t factor = kPrime2 + n * 2, a = load64(s) * kPrime2, b = load64(s + 8), c = load64(s + n - 8) * factor,
           d = load64(s + n - 16) * kPrime2;
  uint64_t y = std::rotr(a + b, 43) + std::rotr(c, 30) + d;
  uint64_t z = mix(y, a + std::rotr(b + kPrime2, 18) + c, factor);
  uint64_t e = load64(s + 16) * factor, f = load64(s + 24), g = (y + load64(s + n - 32)) * factor,
           h = (z + load64(s + n - 24)) * factor;
  return mix(std::rotr(e + f, 43) + std::rotr(g, 30) + h, e + std::rotr(f + a, 18) + g, factor);
}

struct Pair {
  uint64_t first, second;
};
Pair mix32(const char* s, uint64_t a, uint64_t b) {
  uint64_t w = load64(s), x = load64(s + 8), y = load64(s + 16), z = load64(s + 24);
  a += w;
  b = std::rotr(b + a + z, 21);
  uint64_t c = a;
  a += x + y;
  b += std::rotr(a, 44);
  return {a + z, b + c};
}

}  // namespace

uint64_t fingerprint64(std::string_view text) {
  const char* s = text.data();
  size_t n = text.size();
  if (n <= 16) return farm_short(s, n);
  if (n <= 32) return farm_medium(s, n);
  if (n <= 64) return farm_long(s, n);
  constexpr uint64_t kSeed = 81;
  uint64_t x = kSeed * kPrime2 + load64(s), y = kSeed * kPrime1 + 113, z = fold(y * kPrime2 + 113) * kPrime2;
  Pair v{0, 0}, w{0, 0};
  const char* end = s + (n - 1) / 64 * 64;
  const char* last = end + ((n - 1) & 63) - 63;
  auto round = [&](uint64_t factor, uint64_t by) {
    x = std::rotr(x + y + v.first + load64(s + 8), 37) * factor;
    y = std::rotr(y + v.second + load64(s + 48), 42) * factor;
    x ^= w.second * by;
    y += v.first * by + load64(s + 40);
    z = std::rotr(z + w.first, 33) * factor;
    v = mix32(s, v.second * factor, x + w.first);
    w = mix32(s + 32, z + w.second, y + load64(s + 16));
    std::swap(z, x);
  };
  for (; s != end; s += 64) round(kPrime1, 1);
  uint64_t factor = kPrime1 + ((z & 0xff) << 1);
  s = last;
  w.first += (n - 1) & 63;
  v.first += w.first;
  w.first += v.first;
  round(factor, 9);
  return mix(mix(v.first, w.first, factor) + fold(y) * kPrime0 + z, mix(v.second, w.second, factor) + x, factor);
}

namespace {

// The factor with which 128-bit hashes mix two words.
constexpr uint64_t kWideFactor = 0x9ddfea08eb382d69u;
uint64_t mix_wide(uint64_t u, uint64_t v) { return mix(u, v, kWideFactor); }

// Up to 127 bytes, hashed on from a seed of two words.
Pair farm_wide_short(const char* s, size_t n, Pair seed) {
  uint64_t a = seed.first, b = seed.second, c, d;
  if (n <= 16) {
    a = fold(a * kPrime1) * kPrime1;
    c = b * kPrime1 + farm_short(s, n);
    d = fold(a + (n >= 8 ? load64(s) : c));
  } else {
    c = mix_wide(load64(s + n - 8) + kPrime1, a);
    d = mix_wide(b + n, c + load64(s + n - 16));
    a += d;
    for (const char* last = s + n - 16; s < last; s += 16) {
      a = (a ^ (fold(load64(s) * kPrime1) * kPrime1)) * kPrime1;
      b ^= a;
      c = (c ^ (fold(load64(s + 8) * kPrime1) * kPrime1)) * kPrime1;
      d ^= c;
    }
  }
  a = mix_wide(a, c);
  b = mix_wide(d, b);
  return {a ^ b, mix_wide(b, a)};
}

Pair farm_wide(const char* s, size_t n, Pair seed) {
  if (n < 128) return farm_wide_short(s, n, seed);
  uint64_t x = seed.first, y = seed.second, z = n * kPrime1;
  Pair v, w;
  v.first = std::rotr(y ^ kPrime1, 49) * kPrime1 + load64(s);
  v.second = std::rotr(v.first, 42) * kPrime1 + load64(s + 8);
  w.first = std::rotr(y + z, 35) * kPrime1 + x;
  w.second = std::rotr(x + load64(s + 88), 53) * kPrime1;
  for (; n >= 128; n -= 128) {
    for (int half = 0; half < 2; ++half, s += 64) {
      x = std::rotr(x + y + v.first + load64(s + 8), 37) * kPrime1;
      y = std::rotr(y + v.second + load64(s + 48), 42) * kPrime1;
      x ^= w.second;
      y += v.first + load64(s + 40);
      z = std::rotr(z + w.first, 33) * kPrime1;
      v = mix32(s, v.second * kPrime1, x + w.first);
      w = mix32(s + 32, z + w.second, y + load64(s + 16));
      std::swap(z, x);
    }
  }
  x += std::rotr(v.first + z, 49) * kPrime0;
  y = y * kPrime0 + std::rotr(w.second, 37);
  z = z * kPrime0 + std::rotr(w.first, 27);
  w.first *= 9;
  v.first *= kPrime0;
  // The rest from its end, 32 bytes at a time, reaching back into what was hashed already.
  for (size_t done = 0; done < n;) {
    done += 32;
    const char* part = s + n - done;
    y = std::rotr(x + y, 42) * kPrime0 + v.second;
    w.first += load64(part + 16);
    x = x * kPrime0 + w.first;
    z += w.second + load64(part);
    w.second += v.first;
    v = mix32(part, v.first + z, v.second);
    v.first *= kPrime0;
  }
  x = mix_wide(x, v.first);
  y = mix_wide(y + z, w.first);
  return {mix_wide(x + v.second, w.second) + y, mix_wide(x + w.second, y + v.second)};
}

}  // namespace

std::pair<uint64_t, uint64_t> fingerprint128(std::string_view text) {
  const char* s = text.data();
  const size_t n = text.size();
  const Pair hash =
      n >= 16 ? farm_wide(s + 16, n - 16, {load64(s), load64(s + 8) + kPrime0}) : farm_wide(s, n, {kPrime0, kPrime1});
  return {hash.first, hash.second};
}

uint64_t murmur64(std::string_view text) {
  constexpr uint64_t kFactor = 0xc6a4a7935bd1e995u, kSeed = 0xDECAFCAFFEu;
  uint64_t hash = kSeed ^ (text.size() * kFactor);
  size_t whole = text.size() / 8 * 8;
  for (size_t i = 0; i < whole; i += 8) {
    uint64_t k = load64(text.data() + i) * kFactor;
    k ^= k >> 47;
    hash = (hash ^ (k * kFactor)) * kFactor;
  }
  if (whole < text.size()) {
    uint64_t rest = 0;
    std::memcpy(&rest, text.data() + whole, text.size() - whole);
    hash = (hash ^ rest) * kFactor;
  }
  hash = fold(hash) * kFactor;
  return fold(hash);
}

uint64_t siphash(std::string_view text, uint64_t key0, uint64_t key1) {
  uint64_t v0 = 0x736f6d6570736575u ^ key0, v1 = 0x646f72616e646f6du ^ key1, v2 = 0x6c7967656e657261u ^ key0,
           v3 = 0x7465646279746573u ^ key1;
  auto round = [&] {
    v0 += v1, v1 = std::rotl(v1, 13) ^ v0, v0 = std::rotl(v0, 32);
    v2 += v3, v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3, v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1, v1 = std::rotl(v1, 17) ^ v2, v2 = std::rotl(v2, 32);
  };
  auto absorb = [&](uint64_t word) {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  };
  size_t whole = text.size() / 8 * 8;
  for (size_t i = 0; i < whole; i += 8) absorb(load64(text.data() + i));
  uint64_t last = static_cast<uint64_t>(text.size()) << 56, rest = 0;
  if (whole < text.size()) std::memcpy(&rest, text.data() + whole, text.size() - whole);
  absorb(last | rest);
  v2 ^= 0xff;
  for (int i = 0; i < 4; ++i) round();
  return v0 ^ v1 ^ v2 ^ v3;
}

}  // namespace graphwright
