// Rows in order without the positions that their elements had: keys as wide as the elements are sorted instead of them.
#include <algorithm>
#include <cstring>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/small_vector.h"
#include "kernels/by_level.h"
#include "kernels/sort.h"
#include "kernels/sort_table.h"
#include "tensor/tensor.h"

namespace graphwright {
namespace {

// Shorter rows are sorted by comparisons, longer ones by several threads.
constexpr int64_t kRadixLength = 256;
constexpr int64_t kParallelLength = 1 << 15;
constexpr int kDigit = 8;  // bits; each digit's places stay in the first cache
constexpr int kBuckets = 1 << kDigit;

const SortTable& table() {
  static const SortTable table = GW_BY_LEVEL(sort_table)();
  return table;
}
template <class K>
const SortLoops<K>& loops() {
  if constexpr (sizeof(K) == 1) return table().u8;
  if constexpr (sizeof(K) == 2) return table().u16;
  if constexpr (sizeof(K) == 4) return table().u32;
  if constexpr (sizeof(K) == 8) return table().u64;
}

template <class K>
KeyScan<K> to_keys(const K* bits, K* keys, int64_t n, const KeyForm<K>& form) {
  KeyScan<K> whole;
  std::mutex mutex;
  parallel_for(n, kParallelLength, [&](int64_t begin, int64_t end) {
    const KeyScan<K> part = loops<K>().to_keys(bits + begin, keys + begin, end - begin, form);
    std::lock_guard lock(mutex);
    whole.any |= part.any;
    whole.all &= part.all;
    whole.zero |= part.zero;
    whole.negative_zero |= part.negative_zero;
    whole.nan |= part.nan;
  });
  return whole;
}

int pieces_of(int64_t n) { return static_cast<int>(std::clamp<int64_t>(n / kParallelLength, 1, num_threads())); }

// Sorts keys by digits from the least on, those only in which keys differ; the result lies in the place returned.
template <class K>
K* sort_by_digits(K* keys, K* spare, int64_t n, K varying) {
  const int pieces = pieces_of(n);
  std::vector<uint32_t> counts(static_cast<size_t>(kBuckets) * pieces);
  for (int shift = 0; shift < static_cast<int>(sizeof(K)) * 8; shift += kDigit) {
    if (static_cast<uint8_t>(varying >> shift) == 0) continue;
    // Each thread moves a stretch, in order.
    parallel_for(pieces, 1, [&](int64_t begin, int64_t end) {
      for (int64_t piece = begin; piece < end; ++piece) {
        uint32_t* count = counts.data() + piece * kBuckets;
        std::fill_n(count, kBuckets, 0);
        for (int64_t i = n * piece / pieces, last = n * (piece + 1) / pieces; i < last; ++i)
          ++count[static_cast<uint8_t>(keys[i] >> shift)];
      }
    });
    uint32_t sum = 0;
    for (int bucket = 0; bucket < kBuckets; ++bucket) {
      for (int piece = 0; piece < pieces; ++piece) {
        uint32_t& count = counts[piece * kBuckets + bucket];
        sum += std::exchange(count, sum);
      }
    }
    parallel_for(pieces, 1, [&](int64_t begin, int64_t end) {
      for (int64_t piece = begin; piece < end; ++piece) {
        uint32_t place[kBuckets];
        std::copy_n(counts.data() + piece * kBuckets, kBuckets, place);
        for (int64_t i = n * piece / pieces, last = n * (piece + 1) / pieces; i < last; ++i)
          spare[place[static_cast<uint8_t>(keys[i] >> shift)]++] = keys[i];
      }
    });
    std::swap(keys, spare);
  }
  return keys;
}

// The same by splitting: once there is a part for each thread, these sort them. The result lies in `keys`.
template <class K>
void sort_by_splits(K* keys, K* spare, int64_t n) {
  struct Part {
    int64_t begin, size;
  };
  std::vector<Part> parts = {{0, n}};
  K *from = keys, *to = spare;
  for (const size_t wanted = pieces_of(n); parts.size() < wanted;) {
    std::vector<Part> halves(parts.size() * 2);
    parallel_for(static_cast<int64_t>(parts.size()), 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const auto [start, size] = parts[i];
        const int64_t below = size == 0 ? 0 : loops<K>().split(from + start, to + start, size);
        halves[2 * i] = {start, below};
        halves[2 * i + 1] = {start + below, size - below};
      }
    });
    parts = std::move(halves);
    std::swap(from, to);
  }
  parallel_for(static_cast<int64_t>(parts.size()), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      loops<K>().sort(from + parts[i].begin, to + parts[i].begin, parts[i].size, from != keys);
  });
}

// `spare` has room for a row.
template <class K>
void sort_row(const K* row, int64_t n, const KeyForm<K>& form, K* spare, K* out) {
  const KeyScan<K> scan = to_keys(row, out, n, form);
  const K varying = scan.any ^ scan.all;
  if (varying == 0) {
    std::memcpy(out, row, n * sizeof(K));
    return;
  }
  if (loops<K>().sort) {
    sort_by_splits(out, spare, n);
  } else if (n < kRadixLength) {
    std::sort(out, out + n);
  } else if (const K* sorted = sort_by_digits(out, spare, n, varying); sorted != out) {
    std::memcpy(out, sorted, n * sizeof(K));
  }
  parallel_for(n, kParallelLength,
               [&](int64_t begin, int64_t end) { loops<K>().from_keys(out + begin, end - begin, form); });
  // What is equal but differs in its bits stays in the order of the row.
  auto restore = [&](auto&& chosen) {
    K* place = std::find_if(out, out + n, chosen);
    for (int64_t i = 0; i < n; ++i)
      if (chosen(row[i])) *place++ = row[i];
  };
  constexpr K kSize = static_cast<K>(static_cast<K>(~K{0}) >> 1);  // all bits but the sign
  if (scan.zero && scan.negative_zero) restore([](K bits) { return (bits & kSize) == 0; });
  if (scan.nan) restore([&](K bits) { return (bits & kSize) > form.infinity; });
}

template <class K>
void sort_rows(const K* input, int64_t rows, int64_t columns, const KeyForm<K>& form, K* values) {
  if (rows == 0 || columns == 0) return;
  parallel_for(rows, std::max<int64_t>(1, (1 << 14) / columns), [&](int64_t begin, int64_t end) {
    const Tensor spare = Tensor::allocate(DType::kUint8, Shape{columns * static_cast<int64_t>(sizeof(K))});
    for (int64_t r = begin; r < end; ++r)
      sort_row(input + r * columns, columns, form, static_cast<K*>(spare.raw()), values + r * columns);
  });
}

}  // namespace

bool sort_values(DType dtype, const void* input, int64_t rows, int64_t columns, bool descending, void* values) {
  GW_CHECK_ARG(columns < (int64_t{1} << 32), "rows of 2^32 and more elements cannot be ordered, got ", columns);
  const uint64_t infinity = dtype == DType::kFloat64   ? 0x7ff0000000000000ull
                            : dtype == DType::kFloat32 ? 0x7f800000u
                            : dtype == DType::kHalf    ? 0x7c00
                                                       : 0x7f80;
  return visit_real(dtype, [&]<class T>() {
    visit_size(sizeof(T), [&]<class K>() {
      if constexpr (std::is_unsigned_v<K>) {
        const NumberKind kind = is_floating(dtype)    ? NumberKind::kFloat
                                : std::is_signed_v<T> ? NumberKind::kSigned
                                                      : NumberKind::kUnsigned;
        sort_rows<K>(static_cast<const K*>(input), rows, columns, {kind, static_cast<K>(infinity), descending},
                     static_cast<K*>(values));
      }
    });
  });
}

}  // namespace graphwright
