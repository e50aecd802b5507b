// Contiguous unary loops of a few instructions each, over all real dtypes, and the conversions of the 16-bit floats.
#ifdef __F16C__
#include <immintrin.h>
#endif

#include "kernels/elementwise_tables.h"
#include "kernels/isa/vector_math.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

#define GW_ALWAYS_INLINE static inline __attribute__((always_inline))

template <class F, class T, class R>
void loop(const void* x, void* out, int64_t n) {
  const T* from = static_cast<const T*>(x);
  R* to = static_cast<R*>(out);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) to[i] = F::of(from[i]);
}

struct Neg {
  GW_ALWAYS_INLINE float of(float x) { return -x; }
  GW_ALWAYS_INLINE double of(double x) { return -x; }
  template <class T>
  GW_ALWAYS_INLINE T of(T x) {
    return static_cast<T>(0u - static_cast<uint64_t>(x));
  }
};
struct Abs {
  GW_ALWAYS_INLINE float of(float x) { return abs_f(x); }
  GW_ALWAYS_INLINE double of(double x) { return abs_d(x); }
  template <class T>
  GW_ALWAYS_INLINE T of(T x) {
    return x < 0 ? static_cast<T>(0u - static_cast<uint64_t>(x)) : x;
  }
};
struct Sign {
  template <class T>
  GW_ALWAYS_INLINE T of(T x) {
    T sign = x > T(0) ? T(1) : (x < T(0) ? T(-1) : T(0));
    return x != x ? x : sign;
  }
};
struct Square {
  GW_ALWAYS_INLINE float of(float x) { return x * x; }
  GW_ALWAYS_INLINE double of(double x) { return x * x; }
  template <class T>
  GW_ALWAYS_INLINE T of(T x) {
    return static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(x));
  }
};
struct Invert {
  template <class T>
  GW_ALWAYS_INLINE T of(T x) {
    return static_cast<T>(~x);
  }
};
struct Relu {
  template <class T>
  GW_ALWAYS_INLINE T of(T x) {
    return x <= T(0) ? T(0) : x;  // -0 becomes 0, NaN stays
  }
};
struct Relu6 {
  template <class T>
  GW_ALWAYS_INLINE T of(T x) {
    T y = x <= T(0) ? T(0) : x;
    return y > T(6) ? T(6) : y;
  }
};
struct Sqrt {
  GW_ALWAYS_INLINE float of(float x) { return __builtin_sqrtf(x); }
  GW_ALWAYS_INLINE double of(double x) { return __builtin_sqrt(x); }
};
struct Rsqrt {
  GW_ALWAYS_INLINE float of(float x) { return 1.0f / __builtin_sqrtf(x); }
  GW_ALWAYS_INLINE double of(double x) { return 1.0 / __builtin_sqrt(x); }
};
struct Reciprocal {
  template <class T>
  GW_ALWAYS_INLINE T of(T x) {
    return T(1) / x;
  }
};
struct Softsign {
  GW_ALWAYS_INLINE float of(float x) { return x / (1.0f + abs_f(x)); }
  GW_ALWAYS_INLINE double of(double x) { return x / (1.0 + abs_d(x)); }
};
struct Floor {
  GW_ALWAYS_INLINE float of(float x) { return __builtin_floorf(x); }
  GW_ALWAYS_INLINE double of(double x) { return __builtin_floor(x); }
};
struct Ceil {
  GW_ALWAYS_INLINE float of(float x) { return __builtin_ceilf(x); }
  GW_ALWAYS_INLINE double of(double x) { return __builtin_ceil(x); }
};
struct Rint {
  GW_ALWAYS_INLINE float of(float x) { return __builtin_rintf(x); }
  GW_ALWAYS_INLINE double of(double x) { return __builtin_rint(x); }
};
struct IsNan {
  template <class T>
  GW_ALWAYS_INLINE uint8_t of(T x) {
    return x != x;
  }
};
struct IsInf {
  GW_ALWAYS_INLINE uint8_t of(float x) { return abs_f(x) == kInfF; }
  GW_ALWAYS_INLINE uint8_t of(double x) { return abs_d(x) == kInfD; }
};
struct IsFinite {
  GW_ALWAYS_INLINE uint8_t of(float x) { return abs_f(x) < kInfF; }
  GW_ALWAYS_INLINE uint8_t of(double x) { return abs_d(x) < kInfD; }
};
struct LogicalNot {
  GW_ALWAYS_INLINE uint8_t of(uint8_t x) { return x == 0; }
};
struct ExpDouble {
  GW_ALWAYS_INLINE double of(double x) { return exp_d(x); }
};
struct LogDouble {
  GW_ALWAYS_INLINE double of(double x) { return log_d(x); }
};
struct SigmoidDouble {
  GW_ALWAYS_INLINE double of(double x) { return 1.0 / (1.0 + exp_d(-x)); }
};

struct FloatToBfloat16 {
  GW_ALWAYS_INLINE uint16_t of(float x) {
    uint32_t u = bits_of(x);
    uint32_t rounded = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
    return static_cast<uint16_t>(x != x ? ((u >> 16) | 0x40u) : rounded);
  }
};
struct Bfloat16ToFloat {
  GW_ALWAYS_INLINE float of(uint16_t x) { return float_of(static_cast<uint32_t>(x) << 16); }
};

struct HalfToFloat {
  GW_ALWAYS_INLINE float of(uint16_t half) {
    uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
    uint32_t rest = half & 0x7fffu;
    uint32_t normal = (rest << 13) + 0x38000000u;
    normal = rest >= 0x7c00u ? ((rest << 13) + 0x70000000u) : normal;
    float subnormal = static_cast<float>(static_cast<int32_t>(rest)) * 5.9604644775390625e-08f;
    return float_of(sign | (rest < 0x400u ? bits_of(subnormal) : normal));
  }
};
struct FloatToHalf {
  GW_ALWAYS_INLINE uint16_t of(float x) {
    uint32_t u = bits_of(x);
    uint32_t sign = (u >> 16) & 0x8000u;
    u &= 0x7fffffffu;
    uint32_t subnormal = bits_of(float_of(u) + 0.5f) - 0x3f000000u;
    uint32_t normal = (u - 0x38000000u + 0xfffu + ((u >> 13) & 1u)) >> 13;
    uint32_t y = u < 0x38800000u ? subnormal : normal;
    y = u >= 0x477ff000u ? 0x7c00u : y;
    y = u > 0x7f800000u ? (0x7e00u | ((u >> 13) & 0x3ffu)) : y;
    return static_cast<uint16_t>(sign | y);
  }
};

void half_to_float(const void* x, void* out, int64_t n) {
  const uint16_t* from = static_cast<const uint16_t*>(x);
  float* to = static_cast<float*>(out);
  int64_t i = 0;
#ifdef __F16C__
  for (; i + 8 <= n; i += 8)
    _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))));
#endif
  loop<HalfToFloat, uint16_t, float>(from + i, to + i, n - i);
}
void float_to_half(const void* x, void* out, int64_t n) {
  const float* from = static_cast<const float*>(x);
  uint16_t* to = static_cast<uint16_t*>(out);
  int64_t i = 0;
#ifdef __F16C__
  for (; i + 8 <= n; i += 8)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i), _mm256_cvtps_ph(_mm256_loadu_ps(from + i), 0));
#endif
  loop<FloatToHalf, float, uint16_t>(from + i, to + i, n - i);
}

}  // namespace

void fill_unary_simple(ElementwiseTables& tables) {
#define GW_SET(CODE, DTYPE, F, T, R) tables.set(UnaryCode::k##CODE, DType::k##DTYPE, loop<F, T, R>)
#define GW_FLOATS(CODE, F)                \
  GW_SET(CODE, Float32, F, float, float); \
  GW_SET(CODE, Float64, F, double, double)
#define GW_FLOAT_TESTS(CODE)                   \
  GW_SET(CODE, Float32, CODE, float, uint8_t); \
  GW_SET(CODE, Float64, CODE, double, uint8_t)
#define GW_SIGNED(CODE)                        \
  GW_SET(CODE, Int8, CODE, int8_t, int8_t);    \
  GW_SET(CODE, Int16, CODE, int16_t, int16_t); \
  GW_SET(CODE, Int32, CODE, int32_t, int32_t); \
  GW_SET(CODE, Int64, CODE, int64_t, int64_t)
#define GW_UNSIGNED(CODE)                         \
  GW_SET(CODE, Uint8, CODE, uint8_t, uint8_t);    \
  GW_SET(CODE, Uint16, CODE, uint16_t, uint16_t); \
  GW_SET(CODE, Uint32, CODE, uint32_t, uint32_t); \
  GW_SET(CODE, Uint64, CODE, uint64_t, uint64_t)
  GW_FLOATS(Neg, Neg);
  GW_FLOATS(Abs, Abs);
  GW_FLOATS(Sign, Sign);
  GW_FLOATS(Square, Square);
  GW_FLOATS(Sqrt, Sqrt);
  GW_FLOATS(Rsqrt, Rsqrt);
  GW_FLOATS(Reciprocal, Reciprocal);
  GW_FLOATS(Relu, Relu);
  GW_FLOATS(Relu6, Relu6);
  GW_FLOATS(Softsign, Softsign);
  GW_FLOATS(Floor, Floor);
  GW_FLOATS(Ceil, Ceil);
  GW_FLOATS(Round, Rint);
  GW_FLOATS(Rint, Rint);
  GW_FLOAT_TESTS(IsNan);
  GW_FLOAT_TESTS(IsInf);
  GW_FLOAT_TESTS(IsFinite);
  GW_SIGNED(Neg);
  GW_UNSIGNED(Neg);
  GW_SIGNED(Abs);
  GW_SIGNED(Sign);
  GW_SIGNED(Square);
  GW_UNSIGNED(Square);
  GW_SIGNED(Invert);
  GW_UNSIGNED(Invert);
  GW_SIGNED(Relu);
  GW_SIGNED(Relu6);
  GW_UNSIGNED(Relu6);
  GW_SET(LogicalNot, Bool, LogicalNot, uint8_t, uint8_t);
  GW_SET(Exp, Float64, ExpDouble, double, double);
  GW_SET(Log, Float64, LogDouble, double, double);
  GW_SET(Sigmoid, Float64, SigmoidDouble, double, double);
  tables.half_to_float = half_to_float;
  tables.float_to_half = float_to_half;
  tables.bfloat16_to_float = loop<Bfloat16ToFloat, uint16_t, float>;
  tables.float_to_bfloat16 = loop<FloatToBfloat16, float, uint16_t>;
}

}  // namespace graphwright::GRAPHWRIGHT_ISA
