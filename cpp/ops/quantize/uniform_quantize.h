// Integers that stand for (integer - zero point) * scale: their scales and limits, reading and writing them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "ops/array_args.h"
#include "ops/quantize/quantize.h"

namespace graphwright::uniform {

// The scales and zero points of a tensor of that shape.
class Scales {
 public:
  // Reads inputs `at` and `at` + 1, and the attr `axis`.
  Scales(KernelContext& ctx, int at, const char* axis, const Shape& shape)
      : Scales(ctx, at, ctx.attr<int64_t>(axis), shape) {}
  Scales(KernelContext& ctx, int at, int64_t axis, const Shape& shape)
      : scales_(ctx.input(at).data<float>()), zeros_(ctx.input(at + 1).data<int32_t>()) {
    const Shape &scales = ctx.input(at).shape(), &zeros = ctx.input(at + 1).shape();
    if (axis < -1 || axis >= shape.rank())
      ctx.fail("quantization_axis must be -1 or in range [0, input.rank), but given ", axis);
    if (axis == -1) {
      if (scales.rank() != 0 || zeros.rank() != 0)
        ctx.fail("If quantization_axis is -1, scales and zero_points must be scalars, got shapes ", scales, " and ",
                 zeros);
      return;
    }
    const int place = static_cast<int>(axis);
    count_ = shape[place];
    inner_ = product(shape, place + 1, shape.rank());
    if (scales != Shape{count_} || zeros != Shape{count_})
      ctx.fail(
          "If quantization_axis is not -1, scales and zero_points must be a tensor of rank 1 and the size must be ",
          "equal to the input.dim_size(quantization_axis), but given quantization_axis ", axis, ", scales.shape ",
          scales, ", zero_points.shape ", zeros);
  }
  float scale(int64_t element) const { return scales_[at(element)]; }
  int64_t zero(int64_t element) const { return zeros_[at(element)]; }

 private:
  int64_t at(int64_t element) const { return count_ == 1 ? 0 : element / inner_ % count_; }
  const float* scales_;
  const int32_t* zeros_;
  int64_t count_ = 1, inner_ = 1;
};

struct Limits {
  int64_t least, most;
  Limits(KernelContext& ctx, const std::string& prefix)
      : least(ctx.attr<int64_t>(prefix + "quantization_min_val")),
        most(ctx.attr<int64_t>(prefix + "quantization_max_val")) {
    if (least > most)
      ctx.fail("quantization_min_val must not be larger than quantization_max_val, got ", least, " and ", most);
  }
  int64_t clamp(int64_t value) const { return std::clamp(value, least, most); }
};

// The nearest integer, halves upwards; what no 32 bits hold is the lowest.
inline int64_t nearest(float value) { return as_integer<int32_t>(std::floor(value + 0.5f)); }
// The product rounded as TensorFlow does it: the ratio has 31 bits, and halves go upwards.
inline int64_t requantized(int64_t difference, double ratio) {
  int exponent = 0;
  const double fraction = std::frexp(ratio, &exponent);
  const int shift = 31 - exponent;
  if (!(fraction > 0) || shift < 1 || shift > 62)
    return std::llround(std::clamp(static_cast<double>(difference) * ratio, -9e15, 9e15));
  const int64_t multiplier = std::llround(std::ldexp(fraction, 31));
  const __int128 product = static_cast<__int128>(difference) * multiplier + (int64_t{1} << (shift - 1));
  return static_cast<int64_t>(product >> shift);
}

// Sums that TensorFlow makes of 32 bits, where they overflow, too.
inline int64_t wrapped(int64_t value) { return static_cast<int32_t>(static_cast<uint32_t>(value)); }

// Numbers as 8-bit integers of the least range that holds them all and zero.
struct Rounded {
  std::vector<int64_t> above_zero;  // the integers less that of zero
  float scale = 1;
  Rounded() = default;
  Rounded(const float* from, int64_t count) : above_zero(static_cast<size_t>(count)) {
    float least = 0, most = 0;
    for (int64_t k = 0; k < count; ++k) {
      least = std::min(least, from[k]);
      most = std::max(most, from[k]);
    }
    const double width = static_cast<double>(most) - least, per_unit = width > 0 ? 255.0 / width : 1.0;
    scale = static_cast<float>(1.0 / per_unit);
    const int64_t zero = -128 - nearest(static_cast<float>(least * per_unit));
    for (int64_t k = 0; k < count; ++k) {
      const double at = from[k] * per_unit + static_cast<double>(zero);
      above_zero[static_cast<size_t>(k)] = std::clamp<int64_t>(nearest(static_cast<float>(at)), -128, 127) - zero;
    }
  }
  int64_t at(int64_t i) const { return above_zero[static_cast<size_t>(i)]; }
};

// Reads and writes 8 or 32 bits.
inline int64_t read(const Tensor& x, int64_t i) {
  if (x.dtype() == DType::kQint32) return x.data<int32_t>()[i];
  return x.dtype() == DType::kQuint8 ? x.data<uint8_t>()[i] : x.data<int8_t>()[i];
}
inline void write(const Tensor& x, int64_t i, int64_t value) {
  visit_quantized(x.dtype(), [&]<class T>() {
    x.data<T>()[i] = static_cast<T>(std::clamp<int64_t>(value, std::numeric_limits<T>::lowest(),
                                                        static_cast<int64_t>(std::numeric_limits<T>::max())));
  });
}

#define UNIFORM_LIMITS(PREFIX)                    \
  .attr(PREFIX "quantization_axis: int = -1")     \
      .attr(PREFIX "quantization_min_val: int32") \
      .attr(PREFIX "quantization_max_val: int32")
#define UNIFORM_SCALES(PREFIX) .input(PREFIX "scales: float").input(PREFIX "zero_points: int32")

}  // namespace graphwright::uniform
