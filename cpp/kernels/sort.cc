// Ordering the elements of rows by 64-bit items of a 32-bit key and a position.
#include "kernels/sort.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/waiting.h"
#include "tensor/tensor.h"

namespace graphwright {
namespace {

// An item is key << 32 | position: comparing items orders by key and, among equals, by position.
using Item = uint64_t;

// Rows of at least this many items are sorted by digits, longer ones by wider digits, very long ones by several
// threads.
constexpr int64_t kRadixLength = 96;
constexpr int64_t kWideDigits = 1 << 13;
constexpr int64_t kParallelLength = 1 << 16;
// So few of a row are kept in order while it is scanned.
constexpr int64_t kFew = 32;

// Room for items that comes from the caching allocator.
struct Scratch {
  Item* reserve(int64_t n) {
    if (n > capacity) {
      memory = Tensor::allocate(DType::kUint64, Shape{n});
      capacity = n;
    }
    return reinterpret_cast<Item*>(memory.raw());
  }
  Tensor memory;
  int64_t capacity = 0;
};

// Where positions go: their dtype matters to nothing but writing them.
struct Positions {
  void write(int64_t first, int64_t n, const int64_t* from) const {
    const bool known = visit_dtype<int32_t, int64_t, int16_t>(dtype, [&]<class I>() {
      I* out = static_cast<I*>(data) + first;
      for (int64_t i = 0; i < n; ++i) out[i] = static_cast<I>(from[i]);
    });
    if (!known) fail(Code::kInvalidArgument, "positions must be int16, int32 or int64, got ", dtype);
  }
  void* data;
  DType dtype;
};

template <class T>
struct KeyBits {
  using type = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
};
template <class T>
using key_t = typename KeyBits<T>::type;

template <class T>
constexpr bool is_float = std::is_floating_point_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, Bfloat16>;

// An unsigned number that is the smaller, the larger the element.
template <class T>
inline key_t<T> descending_key(T value) {
  using K = key_t<T>;
  constexpr int kTop = sizeof(T) * 8 - 1;
  constexpr K kSign = K(K(1) << kTop);
  K bits = std::bit_cast<K>(value);
  if constexpr (is_float<T>) {
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

// The two that templates share, compiled once.
void sort_few(Item* items, int64_t n) { std::sort(items, items + n); }
void put_first(Item* items, int64_t k, int64_t n) { std::nth_element(items, items + (k - 1), items + n); }

// Moves items by the digit of `bits` bits that begins at `shift`; each thread moves a stretch of its own, in order.
void radix_pass(const Item* from, Item* to, int64_t n, int shift, int bits, uint32_t* counts, int pieces) {
  int64_t buckets = int64_t{1} << bits;
  uint64_t mask = buckets - 1;
  parallel_for(pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t piece = begin; piece < end; ++piece) {
      uint32_t* count = counts + piece * buckets;
      std::fill_n(count, buckets, 0);
      for (int64_t i = n * piece / pieces, last = n * (piece + 1) / pieces; i < last; ++i)
        ++count[(from[i] >> shift) & mask];
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
      uint32_t* place = counts + piece * buckets;
      for (int64_t i = n * piece / pieces, last = n * (piece + 1) / pieces; i < last; ++i)
        to[place[(from[i] >> shift) & mask]++] = from[i];
    }
  });
}

// Sorts items, which stand in the order of their positions and whose keys have `key_bits` bits in use; `spare` is as
// long. The result lies in the array returned.
Item* sort_items(Item* items, Item* spare, int64_t n, int key_bits) {
  if (n < kRadixLength) {
    sort_few(items, n);
    return items;
  }
  int pieces = n < kParallelLength ? 1 : static_cast<int>(std::min<int64_t>(num_threads(), n / (kParallelLength / 2)));
  uint64_t seen_or = 0, seen_and = ~uint64_t{0};
  for (int64_t i = 0; i < n; ++i) {
    seen_or |= items[i];
    seen_and &= items[i];
  }
  // Digits cover the bits in which keys differ at all.
  uint64_t varying = (seen_or ^ seen_and) >> 32;
  if (varying == 0) return items;
  int low = std::countr_zero(varying), used = std::min(key_bits, static_cast<int>(std::bit_width(varying))) - low;
  int passes = (used + (n < kWideDigits ? 8 : 11) - 1) / (n < kWideDigits ? 8 : 11);
  int digit = (used + passes - 1) / passes;
  std::vector<uint32_t> counts((size_t{1} << digit) * pieces);
  for (int done = 0; done < used; done += digit) {
    int bits = std::min(digit, used - done);
    if (((varying >> (low + done)) & ((uint64_t{1} << bits) - 1)) == 0) continue;
    if (n >= kParallelLength) check_stop();
    radix_pass(items, spare, n, 32 + low + done, bits, counts.data(), pieces);
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
    uint64_t key_a = descending_key(row[static_cast<uint32_t>(a)]),
             key_b = descending_key(row[static_cast<uint32_t>(b)]);
    return key_a != key_b ? key_a < key_b : static_cast<uint32_t>(a) < static_cast<uint32_t>(b);
  };
  for (int64_t i = 0; i < n;) {
    int64_t end = i + 1;
    while (end < n && items[end] >> 32 == items[i] >> 32) ++end;
    if (end - i > 1) std::sort(items + i, items + end, before);
    i = end;
  }
}

// Whether one of a block's elements may come before those kept, the last of which is `bound`.
template <class T>
inline bool any_before(const T* block, int64_t n, T bound) {
  int any = 0;
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, Bfloat16>) {
    key_t<T> bound_key = descending_key(bound);
    for (int64_t i = 0; i < n; ++i) any |= descending_key(block[i]) < bound_key;
  } else {
    for (int64_t i = 0; i < n; ++i) any |= !(block[i] <= bound);  // so that NaN passes
  }
  return any != 0;
}

// The k first items in order, for a small k: each element that comes before the last of them is put into its place.
template <class T>
void select_few(const T* row, int64_t n, int64_t k, Item* first) {
  constexpr int64_t kBlock = 16;
  Prefix prefix;
  for (int64_t i = 0; i < k; ++i) first[i] = item_of(row[i], i, prefix);
  sort_few(first, k);
  for (int64_t begin = k; begin < n; begin += kBlock) {
    int64_t end = std::min(n, begin + kBlock);
    if (!any_before(row + begin, end - begin, row[static_cast<uint32_t>(first[k - 1])])) continue;
    for (int64_t i = begin; i < end; ++i) {
      Item item = item_of(row[i], i, prefix);
      if (item >= first[k - 1]) continue;
      int64_t at = k - 1;
      for (; at > 0 && first[at - 1] > item; --at) first[at] = first[at - 1];
      first[at] = item;
    }
  }
}

// Keeps the items that may be among the k first: scans with a bound that tightens whenever the store is full. Of
// elements equal to the bound those that come later lose, so that only larger ones are looked at.
template <class T>
int64_t select_items(const T* row, int64_t n, int64_t k, const Prefix& prefix, std::vector<Item>& store) {
  constexpr int64_t kBlock = 32;
  int64_t capacity = 2 * k + 4 * kBlock;
  store.resize(capacity);
  int64_t count = std::min(n, capacity - kBlock);
  for (int64_t i = 0; i < count; ++i) store[i] = item_of(row[i], i, prefix);
  if (count < k || count == n) return count;
  T bound{};
  auto tighten = [&] {
    put_first(store.data(), k, count);
    int64_t kept = k;
    if (prefix.shift > 0) {
      // Items with the cut key of the last one may still come before it.
      Item last = store[k - 1] | 0xffffffffull;
      for (int64_t i = k; i < count; ++i)
        if (store[i] <= last) store[kept++] = store[i];
      key_t<T> most = 0;
      for (int64_t i = 0; i < kept; ++i) most = std::max(most, descending_key(row[static_cast<uint32_t>(store[i])]));
      for (int64_t i = 0; i < kept; ++i) {
        T value = row[static_cast<uint32_t>(store[i])];
        if (descending_key(value) == most) bound = value;
      }
    } else {
      bound = row[static_cast<uint32_t>(store[k - 1])];
    }
    count = kept;
    if (count > capacity / 2) {
      capacity = 2 * count + 4 * kBlock;
      store.resize(capacity);
    }
  };
  int64_t begin = count;
  tighten();
  for (; begin < n; begin += kBlock) {
    int64_t end = std::min(n, begin + kBlock);
    if (!any_before(row + begin, end - begin, bound)) continue;
    key_t<T> bound_key = descending_key(bound);
    for (int64_t i = begin; i < end; ++i) {
      store[count] = item_of(row[i], i, prefix);
      count += descending_key(row[i]) < bound_key;
    }
    if (count > capacity - kBlock) tighten();
  }
  return count;
}

// An element that has this key.
template <class T>
inline T value_of_key(key_t<T> bits) {
  using K = key_t<T>;
  constexpr K kSign = K(K(1) << (sizeof(T) * 8 - 1));
  if constexpr (is_float<T>) {
    return std::bit_cast<T>((bits & kSign) ? bits : K(~bits & ~kSign));
  } else if constexpr (std::is_signed_v<T>) {
    return std::bit_cast<T>(K(~bits ^ kSign));
  } else {
    return std::bit_cast<T>(K(~bits));
  }
}

void write_positions(const Item* items, int64_t n, const Positions& positions, int64_t first) {
  constexpr int64_t kBlock = 256;
  int64_t block[kBlock];
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    const int64_t count = std::min(kBlock, n - begin);
    for (int64_t i = 0; i < count; ++i) block[i] = static_cast<uint32_t>(items[begin + i]);
    positions.write(first + begin, count, block);
  }
}

// Elements of up to 32 bits come back out of their keys, without a random access; NaN and zeros are looked up, since
// their keys forget payload and sign.
template <class T>
void write_results(const T* row, const Item* items, int64_t k, T* values, const Positions& positions, int64_t first) {
  parallel_for(k, kParallelLength / 2, [&](int64_t begin, int64_t end) {
    write_positions(items + begin, end - begin, positions, first + begin);
    if (!values) return;
    if constexpr (sizeof(T) <= 4) {
      uint32_t zero = descending_key(T{});
      for (int64_t i = begin; i < end; ++i) {
        uint32_t key = static_cast<uint32_t>(items[i] >> 32);
        values[i] = key == 0 || key == zero ? row[static_cast<uint32_t>(items[i])]
                                            : value_of_key<T>(static_cast<key_t<T>>(key));
      }
    } else {
      for (int64_t i = begin; i < end; ++i) values[i] = row[static_cast<uint32_t>(items[i])];
    }
  });
}

template <class T>
void top_k_rows(const T* input, int64_t rows, int64_t columns, int64_t k, T* values, const Positions& positions) {
  if (k == 0 || rows == 0) return;
  int64_t grain = std::max<int64_t>(1, (1 << 14) / columns);
  parallel_for(rows, grain, [&](int64_t begin, int64_t end) {
    std::vector<Item> store;
    Scratch scratch;
    for (int64_t r = begin; r < end; ++r) {
      const T* row = input + r * columns;
      Prefix prefix = prefix_of(row, columns);
      Item* items;
      int64_t count = columns;
      // Sorting k items costs more than a few passes over all of them once k is a good part of the row.
      if (sizeof(T) < 8 && k <= kFew && k < columns) {
        store.resize(k);
        items = store.data();
        select_few(row, columns, k, items);
      } else if (k * 8 <= columns) {
        count = select_items(row, columns, k, prefix, store);
        items = store.data();
        if (prefix.shift == 0 && count > k) put_first(items, k, count);
        if (prefix.shift == 0) count = std::min(count, k);
        sort_few(items, count);
      } else {
        items = scratch.reserve(2 * columns);
        make_items(row, columns, prefix, items);
        if (k * 2 <= columns && prefix.shift == 0) {
          // Those that stay keep their order, on which the sort by digits builds.
          Item* spare = items + columns;
          std::copy_n(items, columns, spare);
          put_first(spare, k, columns);
          Item last = spare[k - 1];
          count = 0;
          for (int64_t i = 0; i < columns; ++i)
            if (items[i] <= last) items[count++] = items[i];
        }
        items = sort_items(items, items + columns, count, prefix.bits);
      }
      if constexpr (sizeof(T) == 8) {
        if (prefix.shift > 0) settle_ties(row, items, count);
      }
      write_results(row, items, k, values ? values + r * k : nullptr, positions, r * k);
    }
  });
}

// The element of a row of keys that has n before it where the largest comes first.
template <class K>
K nth_of(K* keys, int64_t columns, int64_t n) {
  std::nth_element(keys, keys + n, keys + columns, std::greater<K>());
  return keys[n];
}

template <class T>
void nth_rows(const T* input, int64_t rows, int64_t columns, int64_t n, bool reverse, T* values) {
  if (reverse) n = columns - 1 - n;
  int64_t grain = std::max<int64_t>(1, (1 << 14) / std::max<int64_t>(columns, 1));
  parallel_for(rows, grain, [&](int64_t begin, int64_t end) {
    std::vector<key_t<T>> keys(columns);
    for (int64_t r = begin; r < end; ++r) {
      const T* row = input + r * columns;
      for (int64_t i = 0; i < columns; ++i) keys[i] = descending_key(row[i]);
      // Ascending order is descending keys; NaN last.
      values[r] = value_of_key<T>(nth_of(keys.data(), columns, n));
    }
  });
}

// Halving without branches, for several values at a time: which half is taken is as good as random, so that a guess
// costs more than the step, and the steps of one value wait for memory while those of others go on.
template <bool kUpper, class T>
void search_rows(const T* sorted, int64_t rows, int64_t columns, const T* values, int64_t per_row,
                 const Positions& positions) {
  using C = compute_t<T>;
  constexpr int64_t kGroup = 8;
  auto before = [](T element, C value) {
    if constexpr (kUpper) {
      return !(value < static_cast<C>(element));
    } else {
      return static_cast<C>(element) < value;
    }
  };
  int64_t groups = (per_row + kGroup - 1) / kGroup;
  parallel_for(rows * groups, 512, [&](int64_t begin, int64_t end) {
    for (int64_t g = begin; g < end; ++g) {
      int64_t r = g / groups, first = g % groups * kGroup, n = std::min(kGroup, per_row - first);
      const T* row = sorted + r * columns;
      C value[kGroup] = {};
      int64_t place[kGroup] = {};
      for (int64_t q = 0; q < n; ++q) value[q] = static_cast<C>(values[r * per_row + first + q]);
      int64_t length = columns;
      while (length > 1) {
        int64_t half = length / 2;
        for (int64_t q = 0; q < kGroup; ++q) place[q] += before(row[place[q] + half - 1], value[q]) ? half : 0;
        length -= half;
      }
      for (int64_t q = 0; q < n; ++q) place[q] += length == 1 && before(row[place[q]], value[q]);
      positions.write(r * per_row + first, n, place);
    }
  });
}

// What a heap of the best elements holds, the worst first: those with smaller keys are better, then those further left.
struct Entry {
  uint64_t key;
  int64_t position;
  bool operator<(const Entry& other) const { return key != other.key ? key < other.key : position < other.position; }
};

void replace_worst(std::vector<Entry>& heap, Entry entry) {
  std::pop_heap(heap.begin(), heap.end());
  heap.back() = entry;
  std::push_heap(heap.begin(), heap.end());
}

template <class T>
void heap_rows(const T* input, int64_t rows, int64_t columns, int64_t k, T* values, const Positions& positions) {
  parallel_for(rows, std::max<int64_t>(1, (1 << 14) / columns), [&](int64_t begin, int64_t end) {
    std::vector<Entry> heap;
    std::vector<int64_t> order(k);
    for (int64_t r = begin; r < end; ++r) {
      const T* row = input + r * columns;
      heap.clear();
      for (int64_t i = 0; i <= k; ++i) heap.push_back({descending_key(row[i]), i});
      std::make_heap(heap.begin(), heap.end());
      std::pop_heap(heap.begin(), heap.end());
      heap.pop_back();
      for (int64_t i = k + 1; i < columns; ++i)
        if (const Entry entry{descending_key(row[i]), i}; entry < heap.front()) replace_worst(heap, entry);
      for (int64_t i = 0; i < k; ++i) {
        order[i] = heap[i].position;
        values[r * k + i] = row[order[i]];
      }
      positions.write(r * k, k, order.data());
    }
  });
}

}  // namespace

bool top_k(DType dtype, const void* input, int64_t rows, int64_t columns, int64_t k, void* values, DType index_dtype,
           void* indices) {
  GW_CHECK_ARG(columns < (int64_t{1} << 32), "rows of 2^32 and more elements cannot be ordered, got ", columns);
  return visit_real(dtype, [&]<class T>() {
    top_k_rows(static_cast<const T*>(input), rows, columns, k, static_cast<T*>(values), {indices, index_dtype});
  });
}

bool top_k_in_heap_order(DType dtype, const void* input, int64_t rows, int64_t columns, int64_t k, void* values,
                         DType index_dtype, void* indices) {
  return visit_real(dtype, [&]<class T>() {
    heap_rows(static_cast<const T*>(input), rows, columns, k, static_cast<T*>(values), {indices, index_dtype});
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
    auto search = upper ? search_rows<true, T> : search_rows<false, T>;
    search(static_cast<const T*>(sorted), rows, columns, static_cast<const T*>(values), values_per_row,
           {out, index_dtype});
  });
}

}  // namespace graphwright
