// Rare functions of real numbers: libm's in double, and the special functions.
#include <cmath>

#include "kernels/scalar_loops.h"
#include "kernels/special_functions.h"

namespace graphwright {
namespace {

// Functions that float32 has as vector loops, and the special ones, which both types compute in double.
#define GW_UNARY_REAL(NAME, EXPRESSION)               \
  struct NAME {                                       \
    static double of(double x) { return EXPRESSION; } \
  }
#define GW_BINARY_REAL(NAME, EXPRESSION)                        \
  struct NAME {                                                 \
    static double of(double a, double b) { return EXPRESSION; } \
  }
GW_UNARY_REAL(Expm1, std::expm1(x));
GW_UNARY_REAL(Log1p, std::log1p(x));
GW_UNARY_REAL(Sin, std::sin(x));
GW_UNARY_REAL(Cos, std::cos(x));
GW_UNARY_REAL(Tan, std::tan(x));
GW_UNARY_REAL(Asin, std::asin(x));
GW_UNARY_REAL(Acos, std::acos(x));
GW_UNARY_REAL(Atan, std::atan(x));
GW_UNARY_REAL(Sinh, std::sinh(x));
GW_UNARY_REAL(Cosh, std::cosh(x));
GW_UNARY_REAL(Asinh, std::asinh(x));
GW_UNARY_REAL(Acosh, std::acosh(x));
GW_UNARY_REAL(Atanh, std::atanh(x));
GW_UNARY_REAL(Erf, std::erf(x));
GW_UNARY_REAL(Erfc, std::erfc(x));
GW_UNARY_REAL(Softplus, (x > 0 ? x : 0.0) + std::log1p(std::exp(-std::fabs(x))));
GW_UNARY_REAL(Elu, x < 0 ? std::expm1(x) : x);
GW_UNARY_REAL(Selu, x < 0 ? 1.7580993408473768599 * std::expm1(x) : 1.0507009873554804934 * x);
GW_UNARY_REAL(Erfinv, erfinv(x));
GW_UNARY_REAL(Ndtri, ndtri(x));
GW_UNARY_REAL(Lgamma, log_gamma(x));
GW_UNARY_REAL(Digamma, digamma(x));
GW_BINARY_REAL(Xlog1py, a == 0 ? 0.0 : a * std::log1p(b));
GW_BINARY_REAL(Atan2, std::atan2(a, b));
GW_BINARY_REAL(Pow, std::pow(a, b));
GW_BINARY_REAL(Igamma, igamma(a, b));
GW_BINARY_REAL(Igammac, igammac(a, b));
GW_BINARY_REAL(Zeta, zeta(a, b));
GW_BINARY_REAL(Polygamma, polygamma(a, b));
struct NextAfter {
  static float of(float a, float b) { return std::nextafter(a, b); }
  static double of(double a, double b) { return std::nextafter(a, b); }
};

}  // namespace

void fill_real_reference(ElementwiseTables& tables) {
#define GW_DOUBLE(NAME) tables.set(UnaryCode::k##NAME, DType::kFloat64, scalar_unary<NAME, double>)
#define GW_UNARY(NAME)                                                        \
  tables.set(UnaryCode::k##NAME, DType::kFloat32, scalar_unary<NAME, float>); \
  GW_DOUBLE(NAME)
#define GW_BINARY(NAME)                                                               \
  tables.set(BinaryCode::k##NAME, DType::kFloat32, ScalarBinary<NAME, float>::fns()); \
  tables.set(BinaryCode::k##NAME, DType::kFloat64, ScalarBinary<NAME, double>::fns())
  GW_DOUBLE(Expm1);
  GW_DOUBLE(Log1p);
  GW_DOUBLE(Sin);
  GW_DOUBLE(Cos);
  GW_DOUBLE(Tan);
  GW_DOUBLE(Asin);
  GW_DOUBLE(Acos);
  GW_DOUBLE(Atan);
  GW_DOUBLE(Sinh);
  GW_DOUBLE(Cosh);
  GW_DOUBLE(Asinh);
  GW_DOUBLE(Acosh);
  GW_DOUBLE(Atanh);
  GW_DOUBLE(Erf);
  GW_DOUBLE(Erfc);
  GW_DOUBLE(Softplus);
  GW_DOUBLE(Elu);
  GW_DOUBLE(Selu);
  GW_DOUBLE(Erfinv);
  GW_DOUBLE(Ndtri);
  GW_UNARY(Lgamma);
  GW_UNARY(Digamma);
  GW_BINARY(NextAfter);
  GW_BINARY(Igamma);
  GW_BINARY(Igammac);
  GW_BINARY(Zeta);
  GW_BINARY(Polygamma);
  tables.set(BinaryCode::kXlog1py, DType::kFloat64, ScalarBinary<Xlog1py, double>::fns());
  tables.set(BinaryCode::kAtan2, DType::kFloat64, ScalarBinary<Atan2, double>::fns());
  tables.set(BinaryCode::kPow, DType::kFloat64, ScalarBinary<Pow, double>::fns());
}

}  // namespace graphwright
