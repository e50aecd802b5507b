// The three forms of a contiguous binary loop, and how floats become integers; included by the per-ISA files only.
#pragma once

#include <limits>

#include "kernels/elementwise_tables.h"
#include "kernels/isa/vector_math.h"

#define GW_ALWAYS_INLINE static inline __attribute__((always_inline))

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

// The float without its fraction; the least number for what does not fit, as x86's instructions have it (others have
// the nearest number).
template <class Whole, class From>
GW_ALWAYS_INLINE Whole truncated(From x) {
#ifndef __x86_64__
  constexpr auto kLeast = std::numeric_limits<Whole>::min();
  if (!(x >= From(kLeast) && x < -From(kLeast))) return kLeast;
#endif
  return static_cast<Whole>(x);
}

// F::of(T, T) -> R. The scalar is read before anything is written, as `out` may be the scalar's own memory.
template <class F, class T, class R = T>
struct Loops {
  static void vector_vector(const void* a, const void* b, void* out, int64_t n) {
    const T* x = static_cast<const T*>(a);
    const T* y = static_cast<const T*>(b);
    R* to = static_cast<R*>(out);
#pragma GCC ivdep
    for (int64_t i = 0; i < n; ++i) to[i] = F::of(x[i], y[i]);
  }
  static void vector_scalar(const void* a, const void* b, void* out, int64_t n) {
    const T* x = static_cast<const T*>(a);
    const T y = *static_cast<const T*>(b);
    R* to = static_cast<R*>(out);
#pragma GCC ivdep
    for (int64_t i = 0; i < n; ++i) to[i] = F::of(x[i], y);
  }
  static void scalar_vector(const void* a, const void* b, void* out, int64_t n) {
    const T x = *static_cast<const T*>(a);
    const T* y = static_cast<const T*>(b);
    R* to = static_cast<R*>(out);
#pragma GCC ivdep
    for (int64_t i = 0; i < n; ++i) to[i] = F::of(x, y[i]);
  }
  static constexpr BinaryFns fns() { return {vector_vector, vector_scalar, scalar_vector}; }
};

}  // namespace
}  // namespace graphwright::GRAPHWRIGHT_ISA
