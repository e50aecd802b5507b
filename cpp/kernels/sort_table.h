// The functions of the ISA levels for kernels/sort_values.cc: loops over bits of elements and over keys made of them.
#pragma once

#include <cstdint>

namespace graphwright {

enum class NumberKind : uint8_t { kUnsigned, kSigned, kFloat };

// The rule by which keys, unsigned numbers in the order that is asked for, follow from the bits of elements. All NaN
// have the largest one (the smallest where the order descends); zeros have two, by sign.
template <class K>
struct KeyForm {
  NumberKind kind;
  K infinity;  // of floats
  bool descending;
};

// The facts found in a row.
template <class K>
struct KeyScan {
  K any = 0, all = static_cast<K>(~K{0});  // or and and of keys
  bool zero = false, negative_zero = false, nan = false;
};

template <class K>
struct SortLoops {
  KeyScan<K> (*to_keys)(const K* bits, K* keys, int64_t n, const KeyForm<K>& form);
  void (*from_keys)(K* keys, int64_t n, const KeyForm<K>& form);
  // Both null where vectors cannot be compressed. The first sorts, with `other` as spare room or as the place of the
  // result. The second moves keys to `to`, those below some middling one first, and says how many these are.
  void (*sort)(K* keys, K* other, int64_t n, bool to_other);
  int64_t (*split)(const K* from, K* to, int64_t n);
};

struct SortTable {
  SortLoops<uint8_t> u8;
  SortLoops<uint16_t> u16;
  SortLoops<uint32_t> u32;
  SortLoops<uint64_t> u64;
};

namespace v2 {
SortTable sort_table();
}
namespace v3 {
SortTable sort_table();
}
namespace v4 {
SortTable sort_table();
}

}  // namespace graphwright
