// Arithmetic that wraps at the ends of an integer type, as that of tensors does; of signed integers C++ leaves it
// undefined.
#pragma once

#include <type_traits>

namespace graphwright {

// The type in which T is computed: unsigned, and not so small that C++ would take it for int.
template <class T>
using Wrapping = std::make_unsigned_t<std::conditional_t<(sizeof(T) < sizeof(int)), int, T>>;

template <class T>
inline constexpr bool kWraps = std::is_integral_v<T> && !std::is_same_v<T, bool>;

template <class T>
constexpr T wrapping_add(T a, T b) {
  if constexpr (kWraps<T>) {
    return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
  } else {
    return static_cast<T>(a + b);
  }
}

template <class T>
constexpr T wrapping_subtract(T a, T b) {
  if constexpr (kWraps<T>) {
    return static_cast<T>(static_cast<Wrapping<T>>(a) - static_cast<Wrapping<T>>(b));
  } else {
    return static_cast<T>(a - b);
  }
}

template <class T>
constexpr T wrapping_multiply(T a, T b) {
  if constexpr (kWraps<T>) {
    return static_cast<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
  } else {
    return static_cast<T>(a * b);
  }
}

}  // namespace graphwright
