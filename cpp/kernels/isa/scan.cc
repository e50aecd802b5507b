// Running sums of float32: prefix sums within a vector by shifted additions, a carry in double between vectors.
#include "kernels/scan_tables.h"

#include "kernels/isa/loops.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

// Vectors wider than the level's registers are passed between inlined functions only, so their ABI does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

constexpr int kLanes = 16;
typedef float Floats __attribute__((vector_size(4 * kLanes), aligned(4), may_alias));

GW_ALWAYS_INLINE Floats reversed(Floats x) {
  return __builtin_shufflevector(x, x, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}
// Lane i holds x[0] + … + x[i].
GW_ALWAYS_INLINE Floats prefix_sums(Floats x) {
  const Floats zero{};
  x += __builtin_shufflevector(zero, x, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
  x += __builtin_shufflevector(zero, x, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
  x += __builtin_shufflevector(zero, x, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
  x += __builtin_shufflevector(zero, x, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
  return x;
}

template <bool kExclusive, bool kReverse>
double scan_sum(const float* x, float* out, int64_t n, double carry) {
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    int64_t at = kReverse ? n - i - kLanes : i;
    Floats sums = *reinterpret_cast<const Floats*>(x + at);
    if (kReverse) sums = reversed(sums);
    sums = prefix_sums(sums);
    float last = sums[kLanes - 1];
    if (kExclusive) {
      const Floats zero{};
      sums = __builtin_shufflevector(zero, sums, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
    }
    sums += static_cast<float>(carry);
    if (kReverse) sums = reversed(sums);
    *reinterpret_cast<Floats*>(out + at) = sums;
    carry += static_cast<double>(last);
  }
  for (; i < n; ++i) {
    int64_t at = kReverse ? n - i - 1 : i;
    double next = carry + static_cast<double>(x[at]);
    out[at] = static_cast<float>(kExclusive ? carry : next);
    carry = next;
  }
  return carry;
}

}  // namespace

ScanTables scan_tables() {
  return {{{scan_sum<false, false>, scan_sum<false, true>}, {scan_sum<true, false>, scan_sum<true, true>}}};
}

}  // namespace graphwright::GRAPHWRIGHT_ISA
