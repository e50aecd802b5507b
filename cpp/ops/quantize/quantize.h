// Small integers that stand for the numbers of a range.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "op/context.h"

namespace graphwright {

#define QUANTIZED_TYPES "{qint8, quint8, qint32, qint16, quint16}"

// Calls f with the C++ type that holds a quantized dtype.
template <class F>
void visit_quantized(DType dtype, F&& f) {
  switch (dtype) {
    case DType::kQint8:
      return f.template operator()<int8_t>();
    case DType::kQuint8:
      return f.template operator()<uint8_t>();
    case DType::kQint16:
      return f.template operator()<int16_t>();
    case DType::kQuint16:
      return f.template operator()<uint16_t>();
    default:
      return f.template operator()<int32_t>();
  }
}
template <class T>
constexpr double lowest() {
  return std::numeric_limits<T>::lowest();
}
template <class T>
constexpr double highest() {
  return std::numeric_limits<T>::max();
}
// The number that is subtracted so that the lowest number becomes the lowest integer.
template <class T>
constexpr float half_range() {
  return std::numeric_limits<T>::is_signed ? static_cast<float>((highest<T>() - lowest<T>() + 1) / 2) : 0.0f;
}
// As processors convert: what does not fit becomes the lowest number.
template <class T>
T as_integer(float value) {
  if constexpr (sizeof(T) == 4) {
    return value >= -2147483648.0f && value < 2147483648.0f ? static_cast<T>(value) : std::numeric_limits<T>::lowest();
  } else {
    if (!(value == value)) return std::numeric_limits<T>::lowest();
    return static_cast<T>(std::clamp<float>(value, lowest<T>(), highest<T>()));
  }
}

// The placement of the numbers of a range on all integers of a type: the first is a multiple of the step.
template <class T>
struct Steps {
  float per_unit;  // steps in 1.0
  float first;     // how many of them are below zero
  Steps(float min, float max) {
    const double count = highest<T>() - lowest<T>() + 1;
    per_unit = static_cast<float>(count / ((static_cast<double>(max) - min) * (count / (count - 1))));
    first = std::round(min * per_unit);
  }
  T quantized(float value) const {
    const float at = std::round(value * per_unit) - (first - static_cast<float>(lowest<T>()));
    const float top = std::min(static_cast<float>(highest<T>()), 2147483520.0f);
    return as_integer<T>(std::max(std::min(at, top), static_cast<float>(lowest<T>())));
  }
};
template <class T>
float dequantized(T value, float min, float max) {
  if (min == max) return min;
  const double count = highest<T>() - lowest<T>() + 1;
  const float step = static_cast<float>((static_cast<double>(max) - min) * (count / (count - 1)) / count);
  const float first = std::round(min / step);
  return static_cast<float>((static_cast<double>(value) - lowest<T>()) * step + static_cast<double>(first * step));
}

// QuantizedConv2D where the filter's integers are signed (quantize_fused.cc).
void convolve_signed_filter(KernelContext& ctx);

}  // namespace graphwright
