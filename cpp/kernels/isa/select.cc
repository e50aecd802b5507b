// Choosing between two rows of elements; one table per ISA level.
#include "kernels/isa/loops.h"
#include "kernels/select_tables.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

struct Pair {
  uint64_t low, high;
};
GW_ALWAYS_INLINE Pair choose(bool first, Pair a, Pair b) { return {first ? a.low : b.low, first ? a.high : b.high}; }
template <class T>
GW_ALWAYS_INLINE T choose(bool first, T a, T b) {
  return first ? a : b;
}

template <class T, int kStepA, int kStepB>
void select(const uint8_t* condition, const void* a, const void* b, void* out, int64_t n) {
  if (n <= 0) return;
  const T* x = static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
  const T x0 = *x, y0 = *y;
  T* to = static_cast<T*>(out);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) to[i] = choose(condition[i] != 0, kStepA ? x[i] : x0, kStepB ? y[i] : y0);
}

template <class T>
void set(SelectTables& tables, int size_log2) {
  auto& fns = tables.fns[size_log2];
  fns[0][0] = select<T, 0, 0>;
  fns[0][1] = select<T, 0, 1>;
  fns[1][0] = select<T, 1, 0>;
  fns[1][1] = select<T, 1, 1>;
}

}  // namespace

SelectTables select_tables() {
  SelectTables tables;
  set<uint8_t>(tables, 0);
  set<uint16_t>(tables, 1);
  set<uint32_t>(tables, 2);
  set<uint64_t>(tables, 3);
  set<Pair>(tables, 4);
  return tables;
}

}  // namespace graphwright::GRAPHWRIGHT_ISA
