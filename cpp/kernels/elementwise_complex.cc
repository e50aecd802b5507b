// Elementwise functions of complex numbers.
#include <algorithm>
#include <cmath>
#include <complex>

#include "kernels/scalar_loops.h"

namespace graphwright {
namespace {

template <class T>
using C = std::complex<T>;

#define GW_UNARY_COMPLEX(NAME, EXPRESSION) \
  struct NAME {                            \
    template <class T>                     \
    static C<T> of(C<T> x) {               \
      return EXPRESSION;                   \
    }                                      \
  }
#define GW_BINARY_COMPLEX(NAME, EXPRESSION) \
  struct NAME {                             \
    template <class T>                      \
    static C<T> of(C<T> a, C<T> b) {        \
      return EXPRESSION;                    \
    }                                       \
  }

// log(1 + x) and e^x - 1 that keep their accuracy near x = 0.
template <class T>
C<T> log1p(C<T> x) {
  T re = x.real(), im = x.imag();
  return {T(0.5) * std::log1p(re * (T(2) + re) + im * im), std::atan2(im, T(1) + re)};
}
template <class T>
C<T> expm1(C<T> x) {
  T half_sine = std::sin(x.imag() / 2);
  return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * half_sine * half_sine,
          std::exp(x.real()) * std::sin(x.imag())};
}
// The product without the recovery of infinities, which would need a call for every element.
template <class T>
C<T> times(C<T> a, C<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

GW_UNARY_COMPLEX(Neg, -x);
GW_UNARY_COMPLEX(Square, times(x, x));
GW_UNARY_COMPLEX(Sqrt, std::sqrt(x));
GW_UNARY_COMPLEX(Rsqrt, T(1) / std::sqrt(x));
GW_UNARY_COMPLEX(Reciprocal, T(1) / x);
GW_UNARY_COMPLEX(Exp, std::exp(x));
GW_UNARY_COMPLEX(Expm1, expm1(x));
GW_UNARY_COMPLEX(Log, std::log(x));
GW_UNARY_COMPLEX(Log1p, log1p(x));
GW_UNARY_COMPLEX(Sin, std::sin(x));
GW_UNARY_COMPLEX(Cos, std::cos(x));
GW_UNARY_COMPLEX(Tan, std::tan(x));
GW_UNARY_COMPLEX(Asin, std::asin(x));
GW_UNARY_COMPLEX(Acos, std::acos(x));
GW_UNARY_COMPLEX(Atan, std::atan(x));
GW_UNARY_COMPLEX(Sinh, std::sinh(x));
GW_UNARY_COMPLEX(Cosh, std::cosh(x));
GW_UNARY_COMPLEX(Tanh, std::tanh(x));
GW_UNARY_COMPLEX(Asinh, std::asinh(x));
GW_UNARY_COMPLEX(Acosh, std::acosh(x));
GW_UNARY_COMPLEX(Atanh, std::atanh(x));
GW_UNARY_COMPLEX(Sigmoid, T(1) / (T(1) + std::exp(-x)));
GW_UNARY_COMPLEX(Sign, x == C<T>(0) ? C<T>(0) : x / std::abs(x));
GW_UNARY_COMPLEX(Conj, std::conj(x));
GW_BINARY_COMPLEX(Add, a + b);
GW_BINARY_COMPLEX(Sub, a - b);
GW_BINARY_COMPLEX(Mul, times(a, b));
GW_BINARY_COMPLEX(Div, a / b);
GW_BINARY_COMPLEX(Pow, b == C<T>(0) ? C<T>(1) : std::pow(a, b));
GW_BINARY_COMPLEX(SquaredDifference, C<T>(std::norm(a - b)));
GW_BINARY_COMPLEX(DivNoNan, b == C<T>(0) ? C<T>(0) : a / b);
GW_BINARY_COMPLEX(MulNoNan, b == C<T>(0) ? C<T>(0) : times(a, b));
GW_BINARY_COMPLEX(Xlogy, a == C<T>(0) ? C<T>(0) : times(a, std::log(b)));
GW_BINARY_COMPLEX(Xdivy, a == C<T>(0) ? C<T>(0) : a / b);
GW_BINARY_COMPLEX(Xlog1py, a == C<T>(0) ? C<T>(0) : times(a, log1p(b)));
// The first two are handed the conjugate of the result, the others take it themselves, as in TensorFlow.
GW_BINARY_COMPLEX(SigmoidGrad, b* a*(T(1) - a));
GW_BINARY_COMPLEX(TanhGrad, b*(T(1) - a * a));
GW_BINARY_COMPLEX(SqrtGrad, b* T(0.5) / std::conj(a));
GW_BINARY_COMPLEX(RsqrtGrad, T(-0.5) * b * std::conj(a) * std::conj(a) * std::conj(a));
GW_BINARY_COMPLEX(ReciprocalGrad, -b* std::conj(a) * std::conj(a));
struct Equal {
  template <class T>
  static bool of(C<T> a, C<T> b) {
    return a == b;
  }
};
struct NotEqual {
  template <class T>
  static bool of(C<T> a, C<T> b) {
    return a != b;
  }
};

template <class F>
void set(ElementwiseTables& tables, UnaryCode code) {
  tables.set(code, DType::kComplex64, scalar_unary<F, C<float>>);
  tables.set(code, DType::kComplex128, scalar_unary<F, C<double>>);
}
template <class F>
void set(ElementwiseTables& tables, BinaryCode code) {
  tables.set(code, DType::kComplex64, ScalarBinary<F, C<float>>::fns());
  tables.set(code, DType::kComplex128, ScalarBinary<F, C<double>>::fns());
}
template <class F>
void set_comparison(ElementwiseTables& tables, BinaryCode code) {
  tables.set(code, DType::kComplex64, ScalarBinary<F, C<float>, bool>::fns());
  tables.set(code, DType::kComplex128, ScalarBinary<F, C<double>, bool>::fns());
}

// e^x of singles, a tile at a time through the loops of real numbers; what is large or not finite goes one by one.
void exp_singles(const void* x, void* out, int64_t n) {
  const ElementwiseTables& tables = elementwise_tables();
  const auto loop = [&](UnaryCode code) {
    return tables.unary[static_cast<int>(code)][static_cast<int>(DType::kFloat32)];
  };
  const UnaryFn exp = loop(UnaryCode::kExp), cos = loop(UnaryCode::kCos), sin = loop(UnaryCode::kSin);
  constexpr int64_t kTile = 256;
  float re[kTile], im[kTile], size[kTile], cosine[kTile], sine[kTile];
  for (int64_t begin = 0; begin < n; begin += kTile) {
    const C<float>* from = static_cast<const C<float>*>(x) + begin;
    C<float>* to = static_cast<C<float>*>(out) + begin;
    const int64_t count = std::min(kTile, n - begin);
    for (int64_t i = 0; i < count; ++i) {
      re[i] = from[i].real();
      im[i] = from[i].imag();
    }
    exp(re, size, count);
    cos(im, cosine, count);
    sin(im, sine, count);
    for (int64_t i = 0; i < count; ++i) {
      const bool moderate = std::abs(re[i]) < 80 && std::isfinite(im[i]);
      to[i] = moderate ? C<float>(size[i] * cosine[i], size[i] * sine[i]) : std::exp(C<float>(re[i], im[i]));
    }
  }
}

}  // namespace

void fill_complex_reference(ElementwiseTables& tables) {
#define GW_UNARY(NAME) set<NAME>(tables, UnaryCode::k##NAME)
#define GW_BINARY(NAME) set<NAME>(tables, BinaryCode::k##NAME)
  GW_UNARY(Neg);
  GW_UNARY(Square);
  GW_UNARY(Sqrt);
  GW_UNARY(Rsqrt);
  GW_UNARY(Reciprocal);
  GW_UNARY(Exp);
  tables.set(UnaryCode::kExp, DType::kComplex64, exp_singles);
  GW_UNARY(Expm1);
  GW_UNARY(Log);
  GW_UNARY(Log1p);
  GW_UNARY(Sin);
  GW_UNARY(Cos);
  GW_UNARY(Tan);
  GW_UNARY(Asin);
  GW_UNARY(Acos);
  GW_UNARY(Atan);
  GW_UNARY(Sinh);
  GW_UNARY(Cosh);
  GW_UNARY(Tanh);
  GW_UNARY(Asinh);
  GW_UNARY(Acosh);
  GW_UNARY(Atanh);
  GW_UNARY(Sigmoid);
  GW_UNARY(Sign);
  GW_UNARY(Conj);
  GW_BINARY(Add);
  GW_BINARY(Sub);
  GW_BINARY(Mul);
  GW_BINARY(Div);
  set<Div>(tables, BinaryCode::kRealDiv);
  GW_BINARY(Pow);
  GW_BINARY(SquaredDifference);
  GW_BINARY(DivNoNan);
  GW_BINARY(MulNoNan);
  GW_BINARY(Xlogy);
  GW_BINARY(Xdivy);
  GW_BINARY(Xlog1py);
  GW_BINARY(SigmoidGrad);
  GW_BINARY(TanhGrad);
  GW_BINARY(SqrtGrad);
  GW_BINARY(RsqrtGrad);
  GW_BINARY(ReciprocalGrad);
  set_comparison<Equal>(tables, BinaryCode::kEqual);
  set_comparison<NotEqual>(tables, BinaryCode::kNotEqual);
}

}  // namespace graphwright
