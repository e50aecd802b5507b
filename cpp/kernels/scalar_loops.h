// Plain loops over any element type, for functions that gain nothing from vectors.
#pragma once

#include "kernels/elementwise_tables.h"

namespace graphwright {

// out[i] = f(x[i]) for a function F::of(T) -> R.
template <class F, class T, class R = T>
void scalar_unary(const void* x, void* out, int64_t n) {
  const T* from = static_cast<const T*>(x);
  R* to = static_cast<R*>(out);
  for (int64_t i = 0; i < n; ++i) to[i] = F::of(from[i]);
}

// F::of(T, T) -> R, in the three forms. The scalar is copied first, as `out` may be its memory.
template <class F, class T, class R = T>
struct ScalarBinary {
  static void vector_vector(const void* a, const void* b, void* out, int64_t n) {
    const T* x = static_cast<const T*>(a);
    const T* y = static_cast<const T*>(b);
    R* to = static_cast<R*>(out);
    for (int64_t i = 0; i < n; ++i) to[i] = F::of(x[i], y[i]);
  }
  static void vector_scalar(const void* a, const void* b, void* out, int64_t n) {
    const T* x = static_cast<const T*>(a);
    const T y = *static_cast<const T*>(b);
    R* to = static_cast<R*>(out);
    for (int64_t i = 0; i < n; ++i) to[i] = F::of(x[i], y);
  }
  static void scalar_vector(const void* a, const void* b, void* out, int64_t n) {
    const T x = *static_cast<const T*>(a);
    const T* y = static_cast<const T*>(b);
    R* to = static_cast<R*>(out);
    for (int64_t i = 0; i < n; ++i) to[i] = F::of(x, y[i]);
  }
  static constexpr BinaryFns fns() { return {vector_vector, vector_scalar, scalar_vector}; }
};

}  // namespace graphwright
