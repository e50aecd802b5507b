// Arrays of random numbers of the basic distributions, drawn from a Philox: the same ones that TensorFlow draws.
#pragma once

#include <cstdint>

#include "base/dtype.h"
#include "base/shape.h"
#include "kernels/philox.h"

namespace graphwright {

enum class Distribution : uint8_t {
  kUniform,          // in [0, 1)
  kNormal,           // mean 0, standard deviation 1
  kTruncatedNormal,  // the same, values beyond two standard deviations drawn again
};

// dtype: half, bfloat16, float or double. False for others.
bool fill_random(Distribution distribution, DType dtype, const Philox& start, void* out, int64_t n);
// The same as functions draw them that XLA compiles, of the same bits.
bool fill_random_as_xla(Distribution distribution, DType dtype, const Philox& start, const Shape& shape, void* out);

// Integers in [low, high), of dtype int32, int64, uint32 or uint64; low and high are such integers' bits.
bool fill_uniform_ints(DType dtype, const Philox& start, void* out, int64_t n, uint64_t low, uint64_t high);
// Integers of all values.
bool fill_bits(DType dtype, const Philox& start, void* out, int64_t n);

// Random bits to floating-point numbers in [0, 1).
inline float unit_float(uint32_t x) { return std::bit_cast<float>((x & 0x7fffffu) | 0x3f800000u) - 1.0f; }
inline double unit_double(uint32_t x0, uint32_t x1) {
  uint64_t mantissa = static_cast<uint64_t>(x0 & 0xfffffu) << 32 | x1;
  return std::bit_cast<double>(mantissa | uint64_t{1023} << 52) - 1.0;
}

// Two normal numbers from two uniform ones (Box and Muller).
void normal_pair(uint32_t x0, uint32_t x1, float* out);
void normal_pair(uint32_t x0, uint32_t x1, uint32_t x2, uint32_t x3, double* out);

}  // namespace graphwright
