// Contiguous binary loops over float32 and float64; one table per ISA level.
#include "kernels/isa/loops.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

GW_ALWAYS_INLINE float absolute(float x) { return abs_f(x); }
GW_ALWAYS_INLINE double absolute(double x) { return abs_d(x); }
GW_ALWAYS_INLINE float floor_of(float x) { return __builtin_floorf(x); }
GW_ALWAYS_INLINE double floor_of(double x) { return __builtin_floor(x); }
GW_ALWAYS_INLINE float trunc_of(float x) { return __builtin_truncf(x); }
GW_ALWAYS_INLINE double trunc_of(double x) { return __builtin_trunc(x); }
GW_ALWAYS_INLINE float sigmoid_of(float x) { return sigmoid_f(x); }
GW_ALWAYS_INLINE double sigmoid_of(double x) { return 1.0 / (1.0 + exp_d(-x)); }
GW_ALWAYS_INLINE float log_of(float x) { return log_f(x); }
GW_ALWAYS_INLINE double log_of(double x) { return log_d(x); }

// Functions of a and b in T, which is float or double.
#define GW_REAL_FUNCTION(NAME, EXPRESSION) \
  struct NAME {                            \
    template <class T>                     \
    GW_ALWAYS_INLINE T of(T a, T b) {      \
      return EXPRESSION;                   \
    }                                      \
  }
GW_REAL_FUNCTION(Add, a + b);
GW_REAL_FUNCTION(Sub, a - b);
GW_REAL_FUNCTION(Mul, a* b);
GW_REAL_FUNCTION(Div, a / b);
GW_REAL_FUNCTION(TruncateDiv, trunc_of(a / b));
GW_REAL_FUNCTION(FloorDiv, floor_of(a / b));
GW_REAL_FUNCTION(SquaredDifference, (a - b) * (a - b));
GW_REAL_FUNCTION(DivNoNan, b == T(0) ? T(0) : a / b);
GW_REAL_FUNCTION(MulNoNan, b == T(0) ? T(0) : a * b);
GW_REAL_FUNCTION(Xlogy, a == T(0) ? T(0) : a * log_of(b));
GW_REAL_FUNCTION(Xdivy, a == T(0) ? T(0) : a / b);
GW_REAL_FUNCTION(SigmoidGrad, b* a*(T(1) - a));
GW_REAL_FUNCTION(TanhGrad, b*(T(1) - a * a));
GW_REAL_FUNCTION(SqrtGrad, b* T(0.5) / a);
GW_REAL_FUNCTION(RsqrtGrad, T(-0.5) * b * (a * a * a));
GW_REAL_FUNCTION(ReciprocalGrad, -b*(a* a));
// Products, so that what is not finite is not lost.
GW_REAL_FUNCTION(ReluGrad, a*(b > T(0) ? T(1) : T(0)));
GW_REAL_FUNCTION(Relu6Grad, a*((b > T(0)) & (b < T(6)) ? T(1) : T(0)));
GW_REAL_FUNCTION(SoftplusGrad, a* sigmoid_of(b));
GW_REAL_FUNCTION(EluGrad, b < T(0) ? a * (b + T(1)) : a);
GW_REAL_FUNCTION(SeluGrad, b < T(0) ? a * (b + T(1.7580993408473768599)) : a * T(1.0507009873554804934));
GW_REAL_FUNCTION(LeakyReluGrad, b > T(0) ? a : a * T(0.2f));
struct SoftsignGrad {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    T denominator = T(1) + absolute(b);
    return a / (denominator * denominator);
  }
};
// NaN wins; of equal numbers (0 and -0) the first.
struct Maximum {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    T larger = a < b ? b : a;
    return b != b ? b : larger;
  }
};
struct Minimum {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    T smaller = b < a ? b : a;
    return b != b ? b : smaller;
  }
};

struct Xlog1py {
  GW_ALWAYS_INLINE float of(float a, float b) { return a == 0.0f ? 0.0f : a * static_cast<float>(log1p_d(b)); }
};
struct Atan2 {
  GW_ALWAYS_INLINE float of(float a, float b) { return static_cast<float>(atan2_d(a, b)); }
};
struct Pow {
  GW_ALWAYS_INLINE float of(float a, float b) { return static_cast<float>(pow_d(a, b)); }
};
struct Square {
  GW_ALWAYS_INLINE float of(float a, float) { return a * a; }
};
struct Cube {
  GW_ALWAYS_INLINE float of(float a, float) { return a * a * a; }
};
// One operand the same throughout: as a tile of it, for compilers do not make vector code of a loop in which conditions
// of pow_d are known before it begins.
template <bool kScalarFirst>
void pow_with_scalar(const void* a, const void* b, void* out, int64_t n) {
  constexpr int64_t kTile = 256;
  const float scalar = *static_cast<const float*>(kScalarFirst ? a : b);
  const float* x = static_cast<const float*>(kScalarFirst ? b : a);
  float tile[kTile];
  for (float& element : tile) element = scalar;
  for (int64_t i = 0; i < n; i += kTile) {
    const int64_t count = n - i < kTile ? n - i : kTile;
    Loops<Pow, float>::vector_vector(kScalarFirst ? tile : x + i, kScalarFirst ? x + i : tile,
                                     static_cast<float*>(out) + i, count);
  }
}
// x^2 and x^3, the powers met most, by multiplication.
void pow_vector_scalar(const void* a, const void* b, void* out, int64_t n) {
  float exponent = *static_cast<const float*>(b);
  auto fn = exponent == 2.0f   ? Loops<Square, float>::vector_scalar
            : exponent == 3.0f ? Loops<Cube, float>::vector_scalar
                               : pow_with_scalar<false>;
  fn(a, b, out, n);
}

#define GW_COMPARISON(NAME, OPERATOR)       \
  struct NAME {                             \
    template <class T>                      \
    GW_ALWAYS_INLINE uint8_t of(T a, T b) { \
      return a OPERATOR b;                  \
    }                                       \
  }
GW_COMPARISON(Equal, ==);
GW_COMPARISON(NotEqual, !=);
GW_COMPARISON(Less, <);
GW_COMPARISON(LessEqual, <=);
GW_COMPARISON(Greater, >);
GW_COMPARISON(GreaterEqual, >=);

// Remainders. In double, a - trunc(a / b) b is exact while the quotient has less than 24 bits; other chunks go to libm.
struct TruncateMod {
  GW_ALWAYS_INLINE float of(float a, float b) {
    double x = a, y = b;
    return copy_sign_f(static_cast<float>(x - __builtin_trunc(x / y) * y), a);
  }
  GW_ALWAYS_INLINE float exact(float a, float b) { return __builtin_fmodf(a, b); }
  GW_ALWAYS_INLINE double exact(double a, double b) { return __builtin_fmod(a, b); }
};
struct FloorMod {
  template <class T>
  GW_ALWAYS_INLINE T floored(T r, T b) {
    T moved = r + b;
    bool differ = (r < T(0)) != (b < T(0));
    return (r != T(0)) & differ ? moved : r;
  }
  GW_ALWAYS_INLINE float of(float a, float b) { return floored(TruncateMod::of(a, b), b); }
  template <class T>
  GW_ALWAYS_INLINE T exact(T a, T b) {
    return floored(TruncateMod::exact(a, b), b);
  }
};

template <class F, int kStrideA, int kStrideB>
void float_mod(const void* a, const void* b, void* out, int64_t n) {
  constexpr int64_t kChunk = 256;
  if (n <= 0) return;
  const float* x = static_cast<const float*>(a);
  const float* y = static_cast<const float*>(b);
  const float x0 = *x, y0 = *y;
  float* to = static_cast<float*>(out);
  for (int64_t begin = 0; begin < n; begin += kChunk) {
    int64_t end = n - begin < kChunk ? n : begin + kChunk;
    int32_t hard = 0;
    for (int64_t i = begin; i < end; ++i) {
      float p = kStrideA ? x[i] : x0, q = kStrideB ? y[i] : y0;
      hard |= abs_f(p / q) < 16777216.0f && abs_f(q) < kInfF ? 0 : 1;
    }
    if (hard) {
      for (int64_t i = begin; i < end; ++i) to[i] = F::exact(kStrideA ? x[i] : x0, kStrideB ? y[i] : y0);
    } else {
#pragma GCC ivdep
      for (int64_t i = begin; i < end; ++i) to[i] = F::of(kStrideA ? x[i] : x0, kStrideB ? y[i] : y0);
    }
  }
}
template <class F>
constexpr BinaryFns float_mods() {
  return {float_mod<F, 1, 1>, float_mod<F, 1, 0>, float_mod<F, 0, 1>};
}
template <class F>
struct DoubleMod {
  GW_ALWAYS_INLINE double of(double a, double b) { return F::exact(a, b); }
};

template <class F>
void set(ElementwiseTables& tables, BinaryCode code) {
  tables.set(code, DType::kFloat32, Loops<F, float>::fns());
  tables.set(code, DType::kFloat64, Loops<F, double>::fns());
}
template <class F>
void set_comparison(ElementwiseTables& tables, BinaryCode code) {
  tables.set(code, DType::kFloat32, Loops<F, float, uint8_t>::fns());
  tables.set(code, DType::kFloat64, Loops<F, double, uint8_t>::fns());
}

}  // namespace

void fill_binary_float(ElementwiseTables& tables) {
  set<Add>(tables, BinaryCode::kAdd);
  set<Sub>(tables, BinaryCode::kSub);
  set<Mul>(tables, BinaryCode::kMul);
  set<Div>(tables, BinaryCode::kDiv);
  set<Div>(tables, BinaryCode::kRealDiv);
  set<TruncateDiv>(tables, BinaryCode::kTruncateDiv);
  set<FloorDiv>(tables, BinaryCode::kFloorDiv);
  set<SquaredDifference>(tables, BinaryCode::kSquaredDifference);
  set<DivNoNan>(tables, BinaryCode::kDivNoNan);
  set<MulNoNan>(tables, BinaryCode::kMulNoNan);
  set<Xlogy>(tables, BinaryCode::kXlogy);
  set<Xdivy>(tables, BinaryCode::kXdivy);
  set<SigmoidGrad>(tables, BinaryCode::kSigmoidGrad);
  set<TanhGrad>(tables, BinaryCode::kTanhGrad);
  set<SqrtGrad>(tables, BinaryCode::kSqrtGrad);
  set<RsqrtGrad>(tables, BinaryCode::kRsqrtGrad);
  set<ReciprocalGrad>(tables, BinaryCode::kReciprocalGrad);
  set<ReluGrad>(tables, BinaryCode::kReluGrad);
  set<Relu6Grad>(tables, BinaryCode::kRelu6Grad);
  set<SoftplusGrad>(tables, BinaryCode::kSoftplusGrad);
  set<SoftsignGrad>(tables, BinaryCode::kSoftsignGrad);
  set<EluGrad>(tables, BinaryCode::kEluGrad);
  set<SeluGrad>(tables, BinaryCode::kSeluGrad);
  set<LeakyReluGrad>(tables, BinaryCode::kLeakyReluGrad);
  set<Maximum>(tables, BinaryCode::kMaximum);
  set<Minimum>(tables, BinaryCode::kMinimum);
  set_comparison<Equal>(tables, BinaryCode::kEqual);
  set_comparison<NotEqual>(tables, BinaryCode::kNotEqual);
  set_comparison<Less>(tables, BinaryCode::kLess);
  set_comparison<LessEqual>(tables, BinaryCode::kLessEqual);
  set_comparison<Greater>(tables, BinaryCode::kGreater);
  set_comparison<GreaterEqual>(tables, BinaryCode::kGreaterEqual);
  tables.set(BinaryCode::kXlog1py, DType::kFloat32, Loops<Xlog1py, float>::fns());
  tables.set(BinaryCode::kAtan2, DType::kFloat32, Loops<Atan2, float>::fns());
  tables.set(BinaryCode::kPow, DType::kFloat32,
             {Loops<Pow, float>::vector_vector, pow_vector_scalar, pow_with_scalar<true>});
  tables.set(BinaryCode::kTruncateMod, DType::kFloat32, float_mods<TruncateMod>());
  tables.set(BinaryCode::kFloorMod, DType::kFloat32, float_mods<FloorMod>());
  tables.set(BinaryCode::kTruncateMod, DType::kFloat64, Loops<DoubleMod<TruncateMod>, double>::fns());
  tables.set(BinaryCode::kFloorMod, DType::kFloat64, Loops<DoubleMod<FloorMod>, double>::fns());
}

}  // namespace graphwright::GRAPHWRIGHT_ISA
