// Element types: TensorFlow's DataType numbers, their C++ types, and facts about them.
#pragma once

#include <bit>
#include <complex>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <string>
#include <string_view>

namespace graphwright {

enum class DType : uint8_t {
  kInvalid = 0,
  kFloat32 = 1,
  kFloat64 = 2,
  kInt32 = 3,
  kUint8 = 4,
  kInt16 = 5,
  kInt8 = 6,
  kString = 7,
  kComplex64 = 8,
  kInt64 = 9,
  kBool = 10,
  kQint8 = 11,
  kQuint8 = 12,
  kQint32 = 13,
  kBfloat16 = 14,
  kQint16 = 15,
  kQuint16 = 16,
  kUint16 = 17,
  kComplex128 = 18,
  kHalf = 19,
  kResource = 20,
  kVariant = 21,
  kUint32 = 22,
  kUint64 = 23,
  kFloat8E5m2 = 24,
  kFloat8E4m3fn = 25,
  kFloat8E4m3fnuz = 26,
  kFloat8E4m3b11fnuz = 27,
  kFloat8E5m2fnuz = 28,
  kInt4 = 29,
  kUint4 = 30,
  kInt2 = 31,
  kUint2 = 32,
};
inline constexpr int kNumDTypes = 33;

// IEEE binary16, stored as bits; arithmetic is done in float.
struct Half {
  uint16_t bits = 0;
  Half() = default;
  explicit Half(float value) : bits(from_float(value)) {}
  explicit operator float() const { return to_float(bits); }
  static uint16_t from_float(float value);
  static float to_float(uint16_t bits);
};

// The upper half of an IEEE binary32, rounded to nearest even.
struct Bfloat16 {
  uint16_t bits = 0;
  Bfloat16() = default;
  explicit Bfloat16(float value) : bits(from_float(value)) {}
  explicit operator float() const { return to_float(bits); }
  static uint16_t from_float(float value) {
    uint32_t u = std::bit_cast<uint32_t>(value);
    if ((u & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>((u >> 16) | 0x40);
    return static_cast<uint16_t>((u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
  }
  static float to_float(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }
};

inline uint16_t Half::from_float(float value) {
  uint32_t u = std::bit_cast<uint32_t>(value);
  uint32_t sign = (u >> 16) & 0x8000u;
  u &= 0x7fffffffu;
  if (u >= 0x7f800000u)
    return static_cast<uint16_t>(sign | 0x7c00u | (u > 0x7f800000u ? 0x200u | ((u >> 13) & 0x3ffu) : 0));
  if (u >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);
  if (u < 0x38800000u) {  // subnormal or zero: let the float adder round to nearest even
    float scaled = std::bit_cast<float>(u) + 0.5f;
    return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(scaled) - 0x3f000000u));
  }
  uint32_t rounded = u - 0x38000000u + 0xfffu + ((u >> 13) & 1u);
  return static_cast<uint16_t>(sign | (rounded >> 13));
}

inline float Half::to_float(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
  uint32_t rest = bits & 0x7fffu;
  if (rest >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | ((rest & 0x3ffu) << 13));
  if (rest >= 0x400u) return std::bit_cast<float>(sign | ((rest << 13) + 0x38000000u));
  float magnitude = static_cast<float>(rest) * 5.9604644775390625e-08f;
  return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(magnitude));
}

// Bytes of one element in memory (int4 and int2 take a byte each, as in TensorFlow); 0 for invalid.
size_t dtype_size(DType dtype);
// TensorFlow's name ("float32", "half" is "float16").
const char* dtype_name(DType dtype);
// The name used in OpDefs and C++ messages ("float", "double", "half").
const char* dtype_op_def_name(DType dtype);
// Reads either form; kInvalid when unknown.
DType dtype_from_name(std::string_view name);
std::ostream& operator<<(std::ostream& out, DType dtype);

bool is_floating(DType dtype);  // float16/32/64, bfloat16, float8
bool is_complex(DType dtype);
bool is_integer(DType dtype);  // signed and unsigned, not bool, not quantised
bool is_unsigned(DType dtype);
bool is_quantized(DType dtype);
// True for plain bytes that may be copied by memcpy (everything but string, resource, variant).
inline bool is_plain(DType dtype) {
  return dtype != DType::kString && dtype != DType::kResource && dtype != DType::kVariant;
}

template <class T>
struct DTypeOf;
#define GW_DTYPE_OF(TYPE, ENUM)                 \
  template <>                                   \
  struct DTypeOf<TYPE> {                        \
    static constexpr DType value = DType::ENUM; \
  };
GW_DTYPE_OF(float, kFloat32)
GW_DTYPE_OF(double, kFloat64)
GW_DTYPE_OF(int8_t, kInt8)
GW_DTYPE_OF(int16_t, kInt16)
GW_DTYPE_OF(int32_t, kInt32)
GW_DTYPE_OF(int64_t, kInt64)
GW_DTYPE_OF(uint8_t, kUint8)
GW_DTYPE_OF(uint16_t, kUint16)
GW_DTYPE_OF(uint32_t, kUint32)
GW_DTYPE_OF(uint64_t, kUint64)
GW_DTYPE_OF(bool, kBool)
GW_DTYPE_OF(Half, kHalf)
GW_DTYPE_OF(Bfloat16, kBfloat16)
GW_DTYPE_OF(std::complex<float>, kComplex64)
GW_DTYPE_OF(std::complex<double>, kComplex128)
GW_DTYPE_OF(std::string, kString)
#undef GW_DTYPE_OF
template <class T>
inline constexpr DType dtype_of = DTypeOf<T>::value;

// Calls `f.template operator()<T>()` with the C++ type of `dtype`; false when the dtype is not in the group.
// visit_dtype<float, double>(dtype, []<class T>() { … }) handles just those listed.
template <class... Ts, class F>
bool visit_dtype(DType dtype, F&& f) {
  return ((dtype == dtype_of<Ts> ? (f.template operator()<Ts>(), true) : false) || ...);
}
template <class F>
bool visit_integer(DType dtype, F&& f) {
  return visit_dtype<int32_t, int64_t, uint8_t, int8_t, int16_t, uint16_t, uint32_t, uint64_t>(dtype,
                                                                                               std::forward<F>(f));
}
template <class F>
bool visit_floating(DType dtype, F&& f) {
  return visit_dtype<float, double, Half, Bfloat16>(dtype, std::forward<F>(f));
}
template <class F>
bool visit_complex(DType dtype, F&& f) {
  return visit_dtype<std::complex<float>, std::complex<double>>(dtype, std::forward<F>(f));
}
template <class F>
bool visit_real(DType dtype, F&& f) {
  return visit_floating(dtype, f) || visit_integer(dtype, f);
}
template <class F>
bool visit_number(DType dtype, F&& f) {
  return visit_real(dtype, f) || visit_complex(dtype, f);
}
template <class F>
bool visit_number_or_bool(DType dtype, F&& f) {
  return visit_number(dtype, f) || visit_dtype<bool>(dtype, f);
}

// By element size only: for kernels that move elements without looking at them. T is uint8_t … or a 16-byte struct.
struct Bytes16 {
  uint64_t words[2];
};
template <class F>
bool visit_size(size_t size, F&& f) {
  switch (size) {
    case 1:
      f.template operator()<uint8_t>();
      return true;
    case 2:
      f.template operator()<uint16_t>();
      return true;
    case 4:
      f.template operator()<uint32_t>();
      return true;
    case 8:
      f.template operator()<uint64_t>();
      return true;
    case 16:
      f.template operator()<Bytes16>();
      return true;
    default:
      return false;
  }
}

// The type in which a kernel computes: float for the 16-bit floats, the type itself otherwise.
template <class T>
struct ComputeType {
  using type = T;
};
template <>
struct ComputeType<Half> {
  using type = float;
};
template <>
struct ComputeType<Bfloat16> {
  using type = float;
};
template <class T>
using compute_t = typename ComputeType<T>::type;

}  // namespace graphwright
