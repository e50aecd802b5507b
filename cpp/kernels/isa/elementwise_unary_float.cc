// Contiguous unary loops over float32, and tanh over float64, by polynomials (vector_math.h); one table per ISA level.
#include "kernels/elementwise_tables.h"
#include "kernels/isa/vector_math.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

template <class F>
void float_loop(const void* x, void* out, int64_t n) {
  const float* from = static_cast<const float*>(x);
  float* to = static_cast<float*>(out);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) to[i] = F::of(from[i]);
}

void double_tanh(const void* x, void* out, int64_t n) {
  const double* from = static_cast<const double*>(x);
  double* to = static_cast<double*>(out);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) to[i] = tanh_d(from[i]);
}

// For functions whose vector form serves |x| < kMaxAngle only: chunks with a larger argument go to libm.
template <class F>
void angle_loop(const void* x, void* out, int64_t n) {
  constexpr int64_t kChunk = 512;
  const float* from = static_cast<const float*>(x);
  float* to = static_cast<float*>(out);
  for (int64_t begin = 0; begin < n; begin += kChunk) {
    int64_t count = n - begin < kChunk ? n - begin : kChunk;
    const float* xs = from + begin;
    float* ys = to + begin;
    int32_t large = 0;
    for (int64_t i = 0; i < count; ++i) large |= abs_f(xs[i]) < kMaxAngle ? 0 : 1;
    if (large) {
      for (int64_t i = 0; i < count; ++i) ys[i] = F::exact(xs[i]);
    } else {
#pragma GCC ivdep
      for (int64_t i = 0; i < count; ++i) ys[i] = F::of(xs[i]);
    }
  }
}

#define GW_FLOAT_FUNCTION(NAME, EXPRESSION)                                               \
  struct NAME {                                                                           \
    static inline __attribute__((always_inline)) float of(float x) { return EXPRESSION; } \
  }
#define GW_ROUNDED(DOUBLE) static_cast<float>(DOUBLE)

GW_FLOAT_FUNCTION(Exp, exp_f(x));
GW_FLOAT_FUNCTION(Log, log_f(x));
GW_FLOAT_FUNCTION(Tanh, tanh_f(x));
GW_FLOAT_FUNCTION(Sigmoid, sigmoid_f(x));
GW_FLOAT_FUNCTION(Erf, erf_f(x));
GW_FLOAT_FUNCTION(Expm1, GW_ROUNDED(expm1_d(x)));
GW_FLOAT_FUNCTION(Log1p, GW_ROUNDED(log1p_d(x)));
GW_FLOAT_FUNCTION(Sinh, GW_ROUNDED(sinh_d(x)));
GW_FLOAT_FUNCTION(Cosh, GW_ROUNDED(cosh_d(x)));
GW_FLOAT_FUNCTION(Asinh, GW_ROUNDED(asinh_d(x)));
GW_FLOAT_FUNCTION(Acosh, GW_ROUNDED(acosh_d(x)));
GW_FLOAT_FUNCTION(Atanh, GW_ROUNDED(atanh_d(x)));
GW_FLOAT_FUNCTION(Asin, GW_ROUNDED(asin_d(x)));
GW_FLOAT_FUNCTION(Acos, GW_ROUNDED(acos_d(x)));
GW_FLOAT_FUNCTION(Atan, GW_ROUNDED(atan_d(x)));
GW_FLOAT_FUNCTION(Erfc, GW_ROUNDED(erfc_d(x)));
GW_FLOAT_FUNCTION(Erfinv, GW_ROUNDED(erfinv_d(x)));
GW_FLOAT_FUNCTION(Ndtri, GW_ROUNDED(ndtri_d(x)));
GW_FLOAT_FUNCTION(Softplus, GW_ROUNDED(softplus_d(x)));
GW_FLOAT_FUNCTION(Elu, x < 0.0f ? GW_ROUNDED(expm1_d(x)) : x);
GW_FLOAT_FUNCTION(Selu, x < 0.0f ? GW_ROUNDED(1.7580993408473768599 * expm1_d(x)) : 1.0507009873554804934f * x);

#define GW_ANGLE_FUNCTION(NAME, EXPRESSION, LIBM)                                                     \
  struct NAME {                                                                                       \
    static inline __attribute__((always_inline)) float of(float x) { return GW_ROUNDED(EXPRESSION); } \
    GW_FORCE_INLINE float exact(float x) { return LIBM(x); }                                          \
  }
GW_ANGLE_FUNCTION(Sin, sin_quadrant_d(x, 0), __builtin_sinf);
GW_ANGLE_FUNCTION(Cos, sin_quadrant_d(x, 1), __builtin_cosf);
GW_ANGLE_FUNCTION(Tan, tan_d(x), __builtin_tanf);

}  // namespace

void fill_unary_float(ElementwiseTables& tables) {
#define GW_SET(NAME) tables.set(UnaryCode::k##NAME, DType::kFloat32, float_loop<NAME>)
  GW_SET(Exp);
  GW_SET(Log);
  GW_SET(Tanh);
  GW_SET(Sigmoid);
  GW_SET(Erf);
  GW_SET(Expm1);
  GW_SET(Log1p);
  GW_SET(Sinh);
  GW_SET(Cosh);
  GW_SET(Asinh);
  GW_SET(Acosh);
  GW_SET(Atanh);
  GW_SET(Asin);
  GW_SET(Acos);
  GW_SET(Atan);
  GW_SET(Erfc);
  GW_SET(Erfinv);
  GW_SET(Ndtri);
  GW_SET(Softplus);
  GW_SET(Elu);
  GW_SET(Selu);
#undef GW_SET
  tables.set(UnaryCode::kTanh, DType::kFloat64, double_tanh);
  tables.set(UnaryCode::kSin, DType::kFloat32, angle_loop<Sin>);
  tables.set(UnaryCode::kCos, DType::kFloat32, angle_loop<Cos>);
  tables.set(UnaryCode::kTan, DType::kFloat32, angle_loop<Tan>);
}

}  // namespace graphwright::GRAPHWRIGHT_ISA
