// Ordering the elements of rows by 64-bit items of a 32-bit key and a position.
#include "kernels/sort.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"

namespace graphwright {
namespace {

// An item is key << 32 | position: comparing items orders by key and, among equals, by position.
using Item = uint64_t;

// Rows of at least this many items are sorted by digits.
constexpr int64_t kRadixLength = 1 << 11;
constexpr int64_t kParallelLength = 1 << 16;

template <class T>
struct KeyBits {
  using type = std::conditional_t<sizeof(T) == 1, uint8_t,
                                  std::conditional_t<sizeof(T) == 2, uint16_t,
                                                     std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
};
template <class T>
using key_t = typename KeyBits<T>::type;

// An unsigned number that is the smaller, the larger the element.
template <class T>
inline key_t<T> descending_key(T value) {
  using K = key_t<T>;
  constexpr int kTop = sizeof(T) * 8 - 1;
  constexpr K kSign = K(K(1) << kTop);
  K bits = std::bit_cast<K>(value);
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, Half> ||
                std::is_same_v<T, Bfloat16>) {
    constexpr K kInfinity = std::is_same_v<T, float>    ? K(0x7f800000u)
                            : std::is_same_v<T, double> ? K(0x7ff0000000000000ull)
                            : std::is_same_v<T, Half>   ? K(0x7c00)
                                                        : K(0x7f80);
    K magnitude = bits & K(~kSign);
    if (magnitude > kInfinity) return 0;  // NaN
    if (magnitude == 0) bits = 0;         // -0.0 equals 0.0
    return (bits & kSign) ? bits : K(~(bits | kSign));
  } else if constexpr (std::is_signed_v<T>) {
    return K(~(bits ^ kSign));
  } else {
    return K(~bits);
  }
}

// Sorts by `digits` of width `bits` beginning at `shift`; each thread moves a stretch of its own, in order.
void radix_pass(const Item* from, Item* to, int64_t n, int shift, int bits, std::vector<uint32_t>& counts, int pieces) {
  int64_t buckets = int64_t{1} << bits;
  uint64_t mask = buckets - 1;
  std::fill(counts.begin(), counts.begin() + buckets * pieces, 0);
  parallel_for(pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t piece = begin; piece < end; ++piece) {
      uint32_t* count = counts.data() + piece * buckets;
      for (int64_t i = n * piece / pieces, last = n * (piece + 1) / pieces; i < last; ++i) ++count[(from[i] >> shift) & mask];
    }
  });
  uint32_t sum = 0;
  for (int64_t bucket = 0; bucket < buckets; ++bucket) {
    for (int piece = 0; piece < pieces; ++piece) {
      uint32_t& count = counts[piece * buckets + bucket];
      uint32_t here = count;
      count = sum;
      sum += here;
    }
  }
  parallel_for(pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t piece = begin; piece < end; ++piece) {
      uint32_t* place = counts.data() + piece * buckets;
      for (int64_t i = n * piece / pieces, last = n * (piece + 1) / pieces; i < last; ++i)
        to[place[(from[i] >> shift) & mask]++] = from[i];
    }
  });
}

// Sorts items, whose keys have `key_bits` bits in use; `spare` is as long. The result lies in the array returned.
Item* sort_items(Item* items, Item* spare, int64_t n, int key_bits) {
  if (n < kRadixLength) {
    std::sort(items, items + n);
    return items;
  }
  int pieces = n < kParallelLength ? 1 : static_cast<int>(std::min<int64_t>(num_threads(), n / (kParallelLength / 2)));
  uint64_t seen_or = 0, seen_and = ~uint64_t{0};
  for (int64_t i = 0; i < n; ++i) {
    seen_or |= items[i];
    seen_and &= items[i];
  }
  uint64_t varying = (seen_or ^ seen_and) >> 32;
  constexpr int kDigit = 11;
  std::vector<uint32_t> counts((size_t{1} << kDigit) * pieces);
  for (int done = 0; done < key_bits; done += kDigit) {
    int bits = std::min(kDigit, key_bits - done);
    if (((varying >> done) & ((uint64_t{1} << bits) - 1)) == 0) continue;
    radix_pass(items, spare, n, 32 + done, bits, counts, pieces);
    std::swap(items, spare);
  }
  return items;
}

// How the keys of one row are cut down to 32 bits: (key - base) >> shift. Exact when shift is 0.
struct Prefix {
  uint64_t base = 0;
  int shift = 0;
  int bits = 32;
};

template <class T>
Prefix prefix_of(const T* row, int64_t n) {
  Prefix prefix;
  if constexpr (sizeof(T) < 8) {
    prefix.bits = sizeof(T) * 8;
  } else {
    uint64_t low = ~uint64_t{0}, high = 0;
    for (int64_t i = 0; i < n; ++i) {
      uint64_t key = descending_key(row[i]);
      low = std::min(low, key);
      high = std::max(high, key);
    }
    prefix.base = low;
    prefix.shift = std::max(0, static_cast<int>(std::bit_width(high - low)) - 32);
  }
  return prefix;
}

template <class T>
inline Item item_of(T value, int64_t position, const Prefix& prefix) {
  uint64_t key = descending_key(value);
  if constexpr (sizeof(T) == 8) key = (key - prefix.base) >> prefix.shift;
  return key << 32 | static_cast<uint64_t>(position);
}

template <class T>
void make_items(const T* row, int64_t n, const Prefix& prefix, Item* items) {
  parallel_for(n, kParallelLength / 2, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) items[i] = item_of(row[i], i, prefix);
  });
}

// Orders by their whole keys the items whose cut keys are equal.
template <class T>
void settle_ties(const T* row, Item* items, int64_t n) {
  auto before = [row](Item a, Item b) {
    uint64_t key_a = descending_key(row[static_cast<uint32_t>(a)]), key_b = descending_key(row[static_cast<uint32_t>(b)]);
    return key_a != key_b ? key_a < key_b : static_cast<uint32_t>(a) < static_cast<uint32_t>(b);
  };
  for (int64_t i = 0; i < n;) {
    int64_t end = i + 1;
    while (end < n && items[end] >> 32 == items[i] >> 32) ++end;
    if (end - i > 1) std::sort(items + i, items + end, before);
    i = end;
  }
}

// Keeps the items that may be among the k first: scans with a bound that tightens whenever the store is full.
template <class T>
int64_t select_items(const T* row, int64_t n, int64_t k, const Prefix& prefix, std::vector<Item>& store) {
  constexpr int64_t kBlock = 16;
  int64_t capacity = std::max<int64_t>(2 * k, 512) + kBlock;
  store.resize(capacity);
  int64_t count = 0;
  Item bound = ~Item{0};
  // With cut keys, items equal to the bound's key may still win: they stay.
  auto tighten = [&] {
    std::nth_element(store.begin(), store.begin() + (k - 1), store.begin() + count);
    bound = store[k - 1];
    if (prefix.shift > 0) bound |= 0xffffffffull;
    int64_t kept = k;
    for (int64_t i = k; i < count; ++i)
      if (store[i] <= bound && prefix.shift > 0) store[kept++] = store[i];
    count = kept;
    if (count > capacity / 2) {
      capacity = 2 * count + kBlock;
      store.resize(capacity);
    }
  };
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    int64_t end = std::min(n, begin + kBlock);
    Item block[kBlock];
    bool any = false;
    for (int64_t i = begin; i < end; ++i) {
      block[i - begin] = item_of(row[i], i, prefix);
      any |= block[i - begin] <= bound;
    }
    if (!any) continue;
    for (int64_t i = 0; i < end - begin; ++i) {
      store[count] = block[i];
      count += block[i] <= bound;
    }
    if (count > capacity - kBlock) tighten();
  }
  return count;
}

template <class T>
inline T value_of_key(uint32_t key) {
  using K = key_t<T>;
  constexpr K kSign = K(K(1) << (sizeof(T) * 8 - 1));
  K bits = static_cast<K>(key);
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, Half> || std::is_same_v<T, Bfloat16>) {
    return std::bit_cast<T>((bits & kSign) ? bits : K(~bits & ~kSign));
  } else if constexpr (std::is_signed_v<T>) {
    return std::bit_cast<T>(K(~bits ^ kSign));
  } else {
    return std::bit_cast<T>(K(~bits));
  }
}

// Elements of up to 32 bits come back out of their keys, without a random access; NaN and zeros are looked up, since
// their keys forget payload and sign.
template <class T, class I>
void write_results(const T* row, const Item* items, int64_t k, T* values, I* indices) {
  parallel_for(k, kParallelLength / 2, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) indices[i] = static_cast<I>(static_cast<uint32_t>(items[i]));
    if (!values) return;
    if constexpr (sizeof(T) <= 4) {
      uint32_t zero = descending_key(T{});
      for (int64_t i = begin; i < end; ++i) {
        uint32_t key = static_cast<uint32_t>(items[i] >> 32);
        values[i] = key == 0 || key == zero ? row[static_cast<uint32_t>(items[i])] : value_of_key<T>(key);
      }
    } else {
      for (int64_t i = begin; i < end; ++i) values[i] = row[static_cast<uint32_t>(items[i])];
    }
  });
}

template <class T, class I>
void top_k_rows(const T* input, int64_t rows, int64_t columns, int64_t k, T* values, I* indices) {
  if (k == 0 || rows == 0) return;
  int64_t grain = std::max<int64_t>(1, (1 << 14) / columns);
  parallel_for(rows, grain, [&](int64_t begin, int64_t end) {
    std::vector<Item> store;
    std::unique_ptr<Item[]> whole;
    for (int64_t r = begin; r < end; ++r) {
      const T* row = input + r * columns;
      Prefix prefix = prefix_of(row, columns);
      Item* items;
      int64_t count = columns;
      // Sorting k items costs more than a few passes over all of them once k is a good part of the row.
      if (k * 8 <= columns) {
        count = select_items(row, columns, k, prefix, store);
        items = store.data();
        if (prefix.shift == 0 && count > k) std::nth_element(items, items + (k - 1), items + count);
        if (prefix.shift == 0) count = std::min(count, k);
        std::sort(items, items + count);
      } else {
        if (!whole) whole.reset(new Item[2 * columns]);
        make_items(row, columns, prefix, whole.get());
        if (k * 2 <= columns && prefix.shift == 0) {
          std::nth_element(whole.get(), whole.get() + (k - 1), whole.get() + columns);
          count = k;
        }
        items = sort_items(whole.get(), whole.get() + columns, count, prefix.bits);
      }
      if (prefix.shift > 0) settle_ties(row, items, count);
      write_results(row, items, k, values ? values + r * k : nullptr, indices + r * k);
    }
  });
}

template <class T>
void nth_rows(const T* input, int64_t rows, int64_t columns, int64_t n, bool reverse, T* values) {
  if (reverse) n = columns - 1 - n;
  int64_t grain = std::max<int64_t>(1, (1 << 14) / std::max<int64_t>(columns, 1));
  parallel_for(rows, grain, [&](int64_t begin, int64_t end) {
    std::vector<T> row(columns);
    for (int64_t r = begin; r < end; ++r) {
      std::copy_n(input + r * columns, columns, row.begin());
      // Ascending order is descending keys; NaN last.
      std::nth_element(row.begin(), row.begin() + n, row.end(),
                       [](T a, T b) { return descending_key(a) > descending_key(b); });
      values[r] = row[n];
    }
  });
}

template <class T, class I>
void search_rows(const T* sorted, int64_t rows, int64_t columns, const T* values, int64_t per_row, bool upper, I* out) {
  using C = compute_t<T>;
  parallel_for(rows * per_row, 4096, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const T* row = sorted + i / per_row * columns;
      C value = static_cast<C>(values[i]);
      int64_t low = 0, high = columns;
      while (low < high) {
        int64_t middle = low + (high - low) / 2;
        C element = static_cast<C>(row[middle]);
        if (upper ? !(value < element) : element < value) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      out[i] = static_cast<I>(low);
    }
  });
}

template <class F>
void visit_index(DType index_dtype, F&& f) {
  if (!visit_dtype<int32_t, int64_t, int16_t>(index_dtype, f))
    fail(Code::kInvalidArgument, "positions must be int16, int32 or int64, got ", index_dtype);
}

}  // namespace

bool top_k(DType dtype, const void* input, int64_t rows, int64_t columns, int64_t k, void* values, DType index_dtype,
           void* indices) {
  GW_CHECK_ARG(columns < (int64_t{1} << 32), "rows of 2^32 and more elements cannot be ordered, got ", columns);
  return visit_real(dtype, [&]<class T>() {
    visit_index(index_dtype, [&]<class I>() {
      top_k_rows(static_cast<const T*>(input), rows, columns, k, static_cast<T*>(values), static_cast<I*>(indices));
    });
  });
}

bool nth_element(DType dtype, const void* input, int64_t rows, int64_t columns, int64_t n, bool reverse, void* values) {
  return visit_real(dtype, [&]<class T>() {
    nth_rows(static_cast<const T*>(input), rows, columns, n, reverse, static_cast<T*>(values));
  });
}

bool search_sorted(DType dtype, const void* sorted, int64_t rows, int64_t columns, const void* values,
                   int64_t values_per_row, bool upper, DType index_dtype, void* out) {
  return visit_real(dtype, [&]<class T>() {
    visit_index(index_dtype, [&]<class I>() {
      search_rows(static_cast<const T*>(sorted), rows, columns, static_cast<const T*>(values), values_per_row, upper,
                  static_cast<I*>(out));
    });
  });
}

}  // namespace graphwright
