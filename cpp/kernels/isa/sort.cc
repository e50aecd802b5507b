// Loops of sorts. With AVX-512, keys of 32 and 64 bits are sorted by splitting them around middling ones, a vector at a
// time, until a network sorts what is left in registers.
#include "kernels/sort_table.h"

#include <type_traits>

#include "kernels/isa/loops.h"

#if defined(__AVX512F__)
// GCC 12 takes the undefined operand inside its own intrinsics for a mistake.
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <immintrin.h>
#endif

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

template <class K>
constexpr int kBits = sizeof(K) * 8;
template <class K>
constexpr K kSign = static_cast<K>(K{1} << (kBits<K> - 1));

// All ones where the highest bit is set.
template <class K>
GW_ALWAYS_INLINE K spread_sign(K bits) {
  return static_cast<K>(static_cast<std::make_signed_t<K>>(bits) >> (kBits<K> - 1));
}

template <class K, NumberKind kKind>
KeyScan<K> to_keys(const K* bits, K* keys, int64_t n, K infinity, K flip) {
  constexpr K kOnes = static_cast<K>(~K{0});
  K any = 0, all = kOnes, zero = 0, negative_zero = 0, nan = 0;
  for (int64_t i = 0; i < n; ++i) {
    K key = bits[i];
    if (kKind == NumberKind::kFloat) {
      const K size = static_cast<K>(key & static_cast<K>(~kSign<K>));
      zero |= key == 0 ? kOnes : K{0};
      negative_zero |= key == kSign<K> ? kOnes : K{0};
      const K is_nan = size > infinity ? kOnes : K{0};
      nan |= is_nan;
      key = static_cast<K>(key ^ (spread_sign(key) | kSign<K>)) | is_nan;
    } else if (kKind == NumberKind::kSigned) {
      key ^= kSign<K>;
    }
    key ^= flip;
    any |= key;
    all &= key;
    keys[i] = key;
  }
  return {any, all, zero != 0, negative_zero != 0, nan != 0};
}

template <class K>
KeyScan<K> to_keys_of(const K* bits, K* keys, int64_t n, const KeyForm<K>& form) {
  const K flip = form.descending ? static_cast<K>(~K{0}) : K{0};
  switch (form.kind) {
    case NumberKind::kUnsigned:
      return to_keys<K, NumberKind::kUnsigned>(bits, keys, n, 0, flip);
    case NumberKind::kSigned:
      return to_keys<K, NumberKind::kSigned>(bits, keys, n, 0, flip);
    case NumberKind::kFloat:
      break;
  }
  return to_keys<K, NumberKind::kFloat>(bits, keys, n, form.infinity, flip);
}

template <class K>
void from_keys(K* keys, int64_t n, const KeyForm<K>& form) {
  const K flip = form.descending ? static_cast<K>(~K{0}) : K{0};
  if (form.kind == NumberKind::kFloat) {
    for (int64_t i = 0; i < n; ++i) {
      const K key = keys[i] ^ flip;
      keys[i] = key ^ static_cast<K>(spread_sign(static_cast<K>(~key)) | kSign<K>);
    }
  } else {
    const K change = form.kind == NumberKind::kSigned ? static_cast<K>(flip ^ kSign<K>) : flip;
    for (int64_t i = 0; i < n; ++i) keys[i] ^= change;
  }
}

#if defined(__AVX512F__)

template <class K>
struct Lanes;

template <>
struct Lanes<uint32_t> {
  static constexpr int kCount = 16;
  using Mask = __mmask16;
  GW_ALWAYS_INLINE __m512i all(uint32_t x) { return _mm512_set1_epi32(static_cast<int>(x)); }
  GW_ALWAYS_INLINE __m512i load(Mask m, const uint32_t* p) { return _mm512_mask_loadu_epi32(all(~0u), m, p); }
  GW_ALWAYS_INLINE void store(uint32_t* p, Mask m, __m512i x) { _mm512_mask_storeu_epi32(p, m, x); }
  GW_ALWAYS_INLINE Mask below(__m512i a, __m512i b) { return _mm512_cmplt_epu32_mask(a, b); }
  // The chosen lanes first, the others last.
  GW_ALWAYS_INLINE __m512i part(Mask m, Mask others, int chosen, __m512i x) {
    return _mm512_mask_expand_epi32(_mm512_maskz_compress_epi32(m, x), static_cast<Mask>(~0u << chosen),
                                    _mm512_maskz_compress_epi32(others, x));
  }
  GW_ALWAYS_INLINE __m512i every(int step, const uint32_t* p) {
    return _mm512_i32gather_epi32(_mm512_mullo_epi32(places(), all(static_cast<uint32_t>(step))), p, 4);
  }
  GW_ALWAYS_INLINE __m512i low(__m512i a, __m512i b) { return _mm512_min_epu32(a, b); }
  GW_ALWAYS_INLINE __m512i high(__m512i a, __m512i b) { return _mm512_max_epu32(a, b); }
  GW_ALWAYS_INLINE __m512i permute(__m512i places, __m512i x) { return _mm512_permutexvar_epi32(places, x); }
  GW_ALWAYS_INLINE __m512i choose(Mask m, __m512i a, __m512i b) { return _mm512_mask_mov_epi32(a, m, b); }
  GW_ALWAYS_INLINE __m512i places() { return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15); }
};

template <>
struct Lanes<uint64_t> {
  static constexpr int kCount = 8;
  using Mask = __mmask8;
  GW_ALWAYS_INLINE __m512i all(uint64_t x) { return _mm512_set1_epi64(static_cast<int64_t>(x)); }
  GW_ALWAYS_INLINE __m512i load(Mask m, const uint64_t* p) { return _mm512_mask_loadu_epi64(all(~uint64_t{0}), m, p); }
  GW_ALWAYS_INLINE void store(uint64_t* p, Mask m, __m512i x) { _mm512_mask_storeu_epi64(p, m, x); }
  GW_ALWAYS_INLINE Mask below(__m512i a, __m512i b) { return _mm512_cmplt_epu64_mask(a, b); }
  GW_ALWAYS_INLINE __m512i part(Mask m, Mask others, int chosen, __m512i x) {
    return _mm512_mask_expand_epi64(_mm512_maskz_compress_epi64(m, x), static_cast<Mask>(~0u << chosen),
                                    _mm512_maskz_compress_epi64(others, x));
  }
  GW_ALWAYS_INLINE __m512i every(int step, const uint64_t* p) {
    return _mm512_i64gather_epi64(_mm512_mullo_epi32(places(), all(static_cast<uint64_t>(step))), p, 8);
  }
  GW_ALWAYS_INLINE __m512i low(__m512i a, __m512i b) { return _mm512_min_epu64(a, b); }
  GW_ALWAYS_INLINE __m512i high(__m512i a, __m512i b) { return _mm512_max_epu64(a, b); }
  GW_ALWAYS_INLINE __m512i permute(__m512i places, __m512i x) { return _mm512_permutexvar_epi64(places, x); }
  GW_ALWAYS_INLINE __m512i choose(Mask m, __m512i a, __m512i b) { return _mm512_mask_mov_epi64(a, m, b); }
  GW_ALWAYS_INLINE __m512i places() { return _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7); }
};

// The lanes whose number has `bit` set.
template <class K>
constexpr unsigned lanes_with(int bit) {
  unsigned mask = 0;
  for (int i = 0; i < Lanes<K>::kCount; ++i) mask |= (i & bit) ? 1u << i : 0;
  return mask;
}

// Puts the lesser of lanes i and i ^ kOther into the one whose number has not `kBit` set.
template <class K, int kOther, int kBit>
GW_ALWAYS_INLINE __m512i order_lanes(__m512i x) {
  using L = Lanes<K>;
  const __m512i y = L::permute(_mm512_xor_si512(L::places(), L::all(kOther)), x);
  return L::choose(static_cast<typename L::Mask>(lanes_with<K>(kBit)), L::low(x, y), L::high(x, y));
}

// Within each vector: its lanes are in order once those `kStride` and less apart are.
template <class K, int kVectors, int kStride>
GW_ALWAYS_INLINE void clean_lanes(__m512i (&x)[kVectors]) {
  if constexpr (kStride > 0) {
#pragma GCC unroll 16
    for (int i = 0; i < kVectors; ++i) x[i] = order_lanes<K, kStride, kStride>(x[i]);
    clean_lanes<K, kVectors, kStride / 2>(x);
  }
}
template <class K, int kVectors, int kSize>
GW_ALWAYS_INLINE void sort_lanes(__m512i (&x)[kVectors]) {
  if constexpr (kSize > 1) {
    sort_lanes<K, kVectors, kSize / 2>(x);
#pragma GCC unroll 16
    for (int i = 0; i < kVectors; ++i) x[i] = order_lanes<K, kSize - 1, kSize / 2>(x[i]);
    clean_lanes<K, kVectors, kSize / 4>(x);
  }
}
template <class K, int kVectors, int kStride>
GW_ALWAYS_INLINE void clean_vectors(__m512i (&x)[kVectors]) {
  if constexpr (kStride > 0) {
#pragma GCC unroll 16
    for (int i = 0; i < kVectors; ++i) {
      if (i & kStride) continue;
      const __m512i a = x[i], b = x[i + kStride];
      x[i] = Lanes<K>::low(a, b);
      x[i + kStride] = Lanes<K>::high(a, b);
    }
    clean_vectors<K, kVectors, kStride / 2>(x);
  }
}
// Merges blocks of kSize / 2 vectors that are in order into ones of kSize.
template <class K, int kVectors, int kSize>
GW_ALWAYS_INLINE void sort_vectors(__m512i (&x)[kVectors]) {
  if constexpr (kSize > 1) {
    using L = Lanes<K>;
    sort_vectors<K, kVectors, kSize / 2>(x);
    const __m512i turned = _mm512_xor_si512(L::places(), L::all(L::kCount - 1));
#pragma GCC unroll 16
    for (int i = 0; i < kVectors; ++i) {
      if (i & (kSize / 2)) continue;
      const int other = i ^ (kSize - 1);
      const __m512i a = x[i], b = L::permute(turned, x[other]);
      x[i] = L::low(a, b);
      x[other] = L::permute(turned, L::high(a, b));
    }
    clean_vectors<K, kVectors, kSize / 4>(x);
    clean_lanes<K, kVectors, L::kCount / 2>(x);
  }
}

// n <= kVectors * kCount keys, in registers.
template <class K, int kVectors>
__attribute__((noinline)) void sort_few(const K* from, K* to, int64_t n) {
  using L = Lanes<K>;
  __m512i x[kVectors];
  typename L::Mask masks[kVectors];
#pragma GCC unroll 16
  for (int i = 0; i < kVectors; ++i) {
    const int64_t left = n - i * L::kCount;
    const unsigned taken = left >= L::kCount ? ~0u : left <= 0 ? 0u : (1u << left) - 1;
    masks[i] = static_cast<typename L::Mask>(taken);
    x[i] = L::load(masks[i], from + i * L::kCount);
  }
  sort_lanes<K, kVectors, L::kCount>(x);
  sort_vectors<K, kVectors, kVectors>(x);
#pragma GCC unroll 16
  for (int i = 0; i < kVectors; ++i) L::store(to + i * L::kCount, masks[i], x[i]);
}

template <class K>
constexpr int64_t kFew = 16 * Lanes<K>::kCount;

template <class K>
void sort_by_network(const K* from, K* to, int64_t n) {
  constexpr int64_t kCount = Lanes<K>::kCount;
  if (n <= kCount) return sort_few<K, 1>(from, to, n);
  if (n <= 2 * kCount) return sort_few<K, 2>(from, to, n);
  if (n <= 4 * kCount) return sort_few<K, 4>(from, to, n);
  if (n <= 8 * kCount) return sort_few<K, 8>(from, to, n);
  sort_few<K, 16>(from, to, n);
}

// The middle one of a sample.
template <class K>
K middling(const K* keys, int64_t n) {
  using L = Lanes<K>;
  if (n < 32 * kFew<K>) {
    const int step = static_cast<int>(n / L::kCount);
    __m512i x[1] = {L::every(step, keys + step / 2)};
    sort_lanes<K, 1, L::kCount>(x);
    return reinterpret_cast<const K*>(x)[L::kCount / 2];
  }
  constexpr int64_t kTaken = kFew<K>;
  K sample[kTaken];
  const int64_t step = n / kTaken;
  for (int64_t i = 0; i < kTaken; ++i) sample[i] = keys[i * step + step / 2];
  sort_by_network(sample, sample, kTaken);
  return sample[kTaken / 2];
}

// Moves the keys below `pivot` to the front of `to`, the others behind them; how many are below.
template <class K>
int64_t split_at(const K* from, K* to, int64_t n, K pivot) {
  using L = Lanes<K>;
  using Mask = typename L::Mask;
  const __m512i middle = L::all(pivot);
  K *left = to, *right = to + n;
  int64_t i = 0;
  // While there is room for two vectors between the ends, whole ones are written at both.
  for (; i + 2 * L::kCount <= n; i += L::kCount) {
    const __m512i x = _mm512_loadu_si512(from + i);
    const Mask below = L::below(x, middle);
    const int less = __builtin_popcount(below);
    const __m512i parted = L::part(below, static_cast<Mask>(~below), less, x);
    _mm512_storeu_si512(left, parted);
    _mm512_storeu_si512(right - L::kCount, parted);
    left += less;
    right -= L::kCount - less;
  }
  for (; i < n; i += L::kCount) {
    const int64_t rest = n - i;
    const Mask taken = static_cast<Mask>(rest < L::kCount ? (1u << rest) - 1 : ~0u);
    const __m512i x = L::load(taken, from + i);
    const Mask below = L::below(x, middle) & taken, others = static_cast<Mask>(~below & taken);
    const int less = __builtin_popcount(below), more = __builtin_popcount(others);
    const __m512i parted = L::part(below, others, less, x);
    right -= more;
    L::store(left, static_cast<Mask>((1u << less) - 1), parted);
    L::store(right - less, static_cast<Mask>(((1u << more) - 1) << less), parted);
    left += less;
  }
  return left - to;
}

template <class K>
int64_t split(const K* from, K* to, int64_t n) {
  return split_at(from, to, n, middling(from, n));
}

template <class K>
void move_keys(const K* from, K* to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] = from[i];
}

template <class K>
GW_ALWAYS_INLINE void exchange(K& a, K& b) {
  const K kept = a;
  a = b;
  b = kept;
}

// For rows that keep being split badly.
template <class K>
void heap_sort(K* keys, int64_t n) {
  auto sink = [&](int64_t i, int64_t end) {
    for (int64_t child; (child = 2 * i + 1) < end; i = child) {
      if (child + 1 < end && keys[child] < keys[child + 1]) ++child;
      if (keys[i] >= keys[child]) return;
      exchange(keys[i], keys[child]);
    }
  };
  for (int64_t i = n / 2 - 1; i >= 0; --i) sink(i, n);
  for (int64_t end = n - 1; end > 0; --end) {
    exchange(keys[0], keys[end]);
    sink(0, end);
  }
}

template <class K>
void sort_within(K* keys, K* other, int64_t n, bool to_other, int splits_left) {
  while (n > kFew<K>) {
    if (splits_left-- == 0) {
      heap_sort(keys, n);
      if (to_other) move_keys(keys, other, n);
      return;
    }
    const K pivot = middling(keys, n);
    int64_t below = split_at(keys, other, n, pivot);
    if (below == 0) {
      // The pivot is the least: those equal to it are in their places.
      if (pivot == static_cast<K>(~K{0})) {
        below = n;
      } else {
        below = split_at(keys, other, n, static_cast<K>(pivot + 1));
      }
      if (!to_other) move_keys(other, keys, below);
    } else {
      sort_within(other, keys, below, !to_other, splits_left);
    }
    K* const rest = keys + below;
    keys = other + below;
    other = rest;
    n -= below;
    to_other = !to_other;
  }
  sort_by_network(keys, to_other ? other : keys, n);
}

template <class K>
void sort(K* keys, K* other, int64_t n, bool to_other) {
  sort_within(keys, other, n, to_other, 2 * (64 - __builtin_clzll(static_cast<uint64_t>(n) | 1)));
}

template <class K>
constexpr SortLoops<K> wide_loops() {
  return {to_keys_of<K>, from_keys<K>, sort<K>, split<K>};
}

#else

template <class K>
constexpr SortLoops<K> wide_loops() {
  return {to_keys_of<K>, from_keys<K>, nullptr, nullptr};
}

#endif

template <class K>
constexpr SortLoops<K> loops() {
  return {to_keys_of<K>, from_keys<K>, nullptr, nullptr};
}

}  // namespace

SortTable sort_table() { return {loops<uint8_t>(), loops<uint16_t>(), wide_loops<uint32_t>(), wide_loops<uint64_t>()}; }

}  // namespace graphwright::GRAPHWRIGHT_ISA
