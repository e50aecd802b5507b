// Bessel functions, and integrals that have no elementary form.
#include <math.h>  // j0, y0 and their like

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "kernels/special_functions.h"

namespace graphwright {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kPi = std::numbers::pi;
constexpr double kFar = 30;  // from here on the asymptotic series reaches double's accuracy

// The asymptotic series 1 + s (4n^2 - 1) / (8x) + …, with s = 1 for K and -1 for I.
double hankel_series(int order, double x, double sign) {
  double term = 1, sum = 1, mu = 4.0 * order * order;
  for (int k = 1; k < 40; ++k) {
    double odd = 2 * k - 1;
    double next = term * sign * (mu - odd * odd) / (k * 8 * x);
    if (std::fabs(next) >= std::fabs(term) || std::fabs(next) < kEpsilon * std::fabs(sum)) break;
    term = next;
    sum += term;
  }
  return sum;
}

// e^-|x| I_n(x).
double scaled_i(int order, double x) {
  if (x != x) return x;
  double a = std::fabs(x), y;
  if (std::isinf(a)) return 0;
  if (a > kFar) {
    y = hankel_series(order, a, -1) / (std::sqrt(2 * kPi) * std::sqrt(a));
  } else {
    double z = 0.25 * a * a, term = order == 0 ? 1 : 0.5 * a, sum = term;
    for (int k = 1; term > kEpsilon * 0.1 * sum && k < 200; ++k) {
      term *= z / (k * (k + order));
      sum += term;
    }
    y = sum * std::exp(-a);
  }
  return order == 1 && x < 0 ? -y : y;
}

// K_n(x) for 0 < x <= kFar; the library's throws for the smallest.
double near_k(int order, double x) {
  if (x > 1e-8) return std::cyl_bessel_k(order, x);
  return order == 0 ? std::numbers::ln2 - std::log(x) - std::numbers::egamma : 1 / x;
}

// e^x K_n(x).
double scaled_k(int order, double x) {
  if (x != x) return x;
  if (x <= 0) return kInf;
  if (std::isinf(x)) return 0;
  if (x > kFar) return hankel_series(order, x, 1) * std::sqrt(kPi / 2 / x);
  return near_k(order, x) * std::exp(x);
}

// C(x) + i S(x) for x >= 0: a power series for small x, else Lentz's continued fraction of erfc.
std::complex<double> fresnel(double x) {
  if (x > 1e7) return {0.5, 0.5};
  if (x < 1.5) {
    double c = 0, s = 0, z = 0.5 * kPi * x * x, term = x;
    for (int k = 0; k < 60; ++k) {  // term is x z^k / k!
      double part = term / (2 * k + 1);
      switch (k % 4) {
        case 0:
          c += part;
          break;
        case 1:
          s += part;
          break;
        case 2:
          c -= part;
          break;
        default:
          s -= part;
      }
      if (part < kEpsilon * 1e-2 * x) break;
      term *= z / (k + 1);
    }
    return {c, s};
  }
  using Complex = std::complex<double>;
  Complex b(1, -kPi * x * x), c = 1e300, d = 1.0 / b, h = d;
  double n = -1;
  for (int k = 2; k < 1000; ++k) {
    n += 2;
    double a = -n * (n + 1);
    b += 4.0;
    d = 1.0 / (a * d + b);
    c = b + a / c;
    Complex factor = c * d;
    h *= factor;
    if (std::fabs(factor.real() - 1) + std::fabs(factor.imag()) < kEpsilon) break;
  }
  h *= Complex(x, -x);
  double angle = 0.5 * kPi * std::fmod(x * x, 4.0);
  return Complex(0.5, 0.5) * (1.0 - Complex(std::cos(angle), std::sin(angle)) * h);
}

// The dilogarithm of y in [-1, 1/2], by its series in -log(1 - y) with Bernoulli numbers.
double dilogarithm(double y) {
  double u = -std::log1p(-y), z = u * u;
  static constexpr double kTerms[] = {1.0 / 36,
                                      -1.0 / 3600,
                                      1.0 / 211680,
                                      -1.0 / 10886400,
                                      1.0 / 526901760,
                                      -691.0 / 16999766784000,
                                      1.0 / 1120863744000,
                                      -3617.0 / 181400588328960000,
                                      43867.0 / 97072790126247936000.0};
  double sum = 0;
  for (int k = 8; k >= 0; --k) sum = (sum + kTerms[k]) * z;
  return u * (1 + sum) - 0.25 * z;
}

}  // namespace

double bessel_i0e(double x) { return scaled_i(0, x); }
double bessel_i1e(double x) { return scaled_i(1, x); }
double bessel_i0(double x) { return std::isinf(x) ? kInf : scaled_i(0, x) * std::exp(std::fabs(x)); }
double bessel_i1(double x) { return std::isinf(x) ? x : scaled_i(1, x) * std::exp(std::fabs(x)); }
double bessel_k0e(double x) { return scaled_k(0, x); }
double bessel_k1e(double x) { return scaled_k(1, x); }
double bessel_k0(double x) {
  return x > kFar ? scaled_k(0, x) * std::exp(-x) : (x > 0 ? near_k(0, x) : scaled_k(0, x));
}
double bessel_k1(double x) {
  return x > kFar ? scaled_k(1, x) * std::exp(-x) : (x > 0 ? near_k(1, x) : scaled_k(1, x));
}
double bessel_j0(double x) { return ::j0(x); }
double bessel_j1(double x) { return ::j1(x); }
double bessel_y0(double x) { return x < 0 ? -kInf : ::y0(x); }
double bessel_y1(double x) { return x < 0 ? -kInf : ::y1(x); }

double dawsn(double x) {
  if (x != x) return x;
  double a = std::fabs(x);
  if (a > 1e7) return 0.5 / x;
  if (a < 0.2) {
    double z = x * x;
    return x * (1 - z * (2.0 / 3) *
                        (1 - z * (2.0 / 5) *
                                 (1 - z * (2.0 / 7) *
                                          (1 - z * (2.0 / 9) *
                                                   (1 - z * (2.0 / 11) *
                                                            (1 - z * (2.0 / 13) *
                                                                     (1 - z * (2.0 / 15) * (1 - z * (2.0 / 17)))))))));
  }
  // Rybicki: a sampled Gaussian, exact to e^-(pi / 2h)^2.
  const double h = 0.2;
  double n0 = 2 * std::round(0.5 * a / h), rest = a - n0 * h, sum = 0;
  for (int m = -33; m <= 33; m += 2) {
    double t = rest - m * h;
    sum += std::exp(-t * t) / (n0 + m);
  }
  return std::copysign(sum * std::numbers::inv_sqrtpi, x);
}

double expint(double x) {
  if (!(x >= 0)) return kNan;
  if (x == 0) return -kInf;
  return std::expint(x);
}

double fresnel_cos(double x) { return x != x ? x : std::copysign(fresnel(std::fabs(x)).real(), x); }
double fresnel_sin(double x) { return x != x ? x : std::copysign(fresnel(std::fabs(x)).imag(), x); }

double spence(double x) {
  constexpr double kZeta2 = kPi * kPi / 6;
  if (!(x >= 0)) return kNan;
  if (x == 0) return kZeta2;
  if (std::isinf(x)) return -kInf;
  // spence(x) = Li2(1 - x), brought into [-1, 1/2] by the dilogarithm's reflections.
  if (x < 0.5) return kZeta2 - std::log(x) * std::log1p(-x) - dilogarithm(x);
  if (x <= 2) return dilogarithm(1 - x);
  return -0.5 * std::log(x) * std::log(x) - spence(1 / x);
}

}  // namespace graphwright
