// Gamma, zeta, beta and error functions and their inverses and derivatives.
#include "kernels/special_functions.h"

#include <math.h>  // lgamma_r

#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <numbers>

namespace graphwright {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kPi = std::numbers::pi;

// Bernoulli numbers B_2k / (2k)!, for the Euler-Maclaurin sum.
constexpr double kBernoulliOverFactorial[] = {
    1.0 / 12,
    -1.0 / 720,
    1.0 / 30240,
    -1.0 / 1209600,
    1.0 / 47900160,
    -691.0 / 1307674368000,
    1.0 / 74724249600,
    -3617.0 / 10670622842880000,
    43867.0 / 5109094217170944000,
    -174611.0 / 802857662698291200000.0,
};

// A number with its derivative, to differentiate a series or continued fraction as it is summed.
struct Dual {
  double value, slope;
};
Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.slope + b.slope}; }
Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.slope - b.slope}; }
Dual operator*(Dual a, Dual b) { return {a.value * b.value, a.slope * b.value + a.value * b.slope}; }
Dual operator/(Dual a, Dual b) {
  double q = a.value / b.value;
  return {q, (a.slope - q * b.slope) / b.value};
}
double value_of(double x) { return x; }
double value_of(Dual x) { return x.value; }
bool settled(double change, double total) { return std::fabs(change) <= std::fabs(total) * kEpsilon; }
bool settled(Dual change, Dual total) {
  return settled(change.value, total.value) && settled(change.slope, total.slope);
}
template <class T>
T number(double x) {
  if constexpr (std::is_same_v<T, Dual>) {
    return {x, 0};
  } else {
    return x;
  }
}

constexpr int kMaxTerms = 200000;

// The sum of x^n / ((a + 1) … (a + n)), n from 0: P(a, x) = x^a e^-x / gamma(a + 1) times it. Best for x < a + 1.
template <class T>
T gamma_series(T a, double x) {
  T term = number<T>(1), sum = number<T>(1), denominator = a;
  for (int n = 0; n < kMaxTerms; ++n) {
    denominator = denominator + number<T>(1);
    term = term * number<T>(x) / denominator;
    sum = sum + term;
    if (settled(term, sum)) break;
  }
  return sum;
}

// The continued fraction F with Q(a, x) = x^a e^-x / gamma(a) F, by Lentz's method. Best for x > a + 1.
template <class T>
T gamma_fraction(T a, double x) {
  const double tiny = 1e-300;
  T b = number<T>(x + 1) - a;
  T c = number<T>(1 / tiny);
  T d = number<T>(1) / b;
  T h = d;
  for (int n = 1; n < kMaxTerms; ++n) {
    T an = number<T>(-n) * (number<T>(n) - a);
    b = b + number<T>(2);
    d = an * d + b;
    if (std::fabs(value_of(d)) < tiny) d = number<T>(tiny);
    c = b + an / c;
    if (std::fabs(value_of(c)) < tiny) c = number<T>(tiny);
    d = number<T>(1) / d;
    T factor = d * c;
    T next = h * factor;
    bool done = settled(next - h, next);
    h = next;
    if (done) break;
  }
  return h;
}

// log(1 + d) - d.
double log1p_less(double d) {
  if (std::fabs(d) > 0.1) return std::log1p(d) - d;
  double sum = 0, power = -d;
  for (int n = 2; n < 20; ++n) {
    power *= -d;
    sum -= power / n;
  }
  return sum;
}

// x^a e^-x / gamma(a + 1), without logarithms where these would be large.
double gamma_factor(double a, double x) {
  if (a < 150) {
    const double power = std::pow(x, a), decay = std::exp(-x);
    if (std::isnormal(power) && std::isnormal(decay)) return power * decay / std::tgamma(a + 1);
    if (a < 30) return std::exp(a * std::log(x) - x - log_gamma(a + 1));
  }
  // Stirling's formula.
  const double square = a * a, tail = (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / a;
  return std::exp(a * log1p_less((x - a) / a) - tail) / std::sqrt(2 * kPi * a);
}

// log gamma(1 + a) for small a, by its Taylor series.
double log_gamma_1p(double a) {
  static const auto kZetas = [] {
    std::array<double, 40> zetas;
    for (int k = 2; k < 40; ++k) zetas[k] = zeta(k, 1);
    return zetas;
  }();
  if (a > 0.3) return log_gamma(1 + a);
  double sum = -std::numbers::egamma * a, power = -a;
  for (int k = 2; k < 40; ++k) {
    power *= -a;
    sum += kZetas[k] * power / k;
  }
  return sum;
}

// Q(a, x) = 1 - x^a / gamma(a + 1) (1 + a sum of (-x)^n / ((a + n) n!)), n from 1, for small a and x.
double small_shape_q(double a, double x) {
  double sum = 0, term = 1;
  for (int n = 1; n < 60; ++n) {
    term *= -x / n;
    sum += term / (a + n);
    if (std::fabs(term) < kEpsilon * std::fabs(sum)) break;
  }
  const double log_factor = a * std::log(x) - log_gamma_1p(a);
  return -std::expm1(log_factor) - std::exp(log_factor) * a * sum;
}

// For very large a the distribution is normal to double's accuracy in the cube root (Wilson and Hilferty).
constexpr double kLargeShape = 1e9;
double large_shape_z(double a, double x) {
  double variance = 1 / (9 * a);
  return (std::cbrt(x / a) - (1 - variance)) / std::sqrt(variance);
}

// The continued fraction of the incomplete beta function, by Lentz's method.
double beta_fraction(double a, double b, double x) {
  const double tiny = 1e-300;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  if (std::fabs(d) < tiny) d = tiny;
  d = 1 / d;
  double h = d;
  for (int m = 1; m < kMaxTerms; ++m) {
    double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    for (double term : {even, odd}) {
      d = 1 + term * d;
      if (std::fabs(d) < tiny) d = tiny;
      c = 1 + term / c;
      if (std::fabs(c) < tiny) c = tiny;
      d = 1 / d;
      h *= d * c;
    }
    if (std::fabs(d * c - 1) <= kEpsilon) break;
  }
  return h;
}

}  // namespace

double ndtri(double p) {
  if (!(p >= 0 && p <= 1)) return kNan;
  if (p == 0) return -kInf;
  if (p == 1) return kInf;
  if (p == 0.5) return 0;
  if (p > 0.25 && p < 0.75) return std::numbers::sqrt2 * erfinv(2 * p - 1);  // exact, unlike 1 - p
  if (p > 0.5) return -ndtri(1 - p);
  // A rational start (Abramowitz and Stegun 26.2.23), then Halley's steps on erfc.
  double t = std::sqrt(-2 * std::log(p));
  double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int i = 0; i < 3; ++i) {
    double density = std::exp(-0.5 * x * x) / std::sqrt(2 * kPi);
    if (density == 0) break;
    double u = (0.5 * std::erfc(-x / std::numbers::sqrt2) - p) / density;
    x -= u / (1 + 0.5 * x * u);
  }
  return x;
}

double erfinv(double x) {
  if (std::fabs(x) > 1 || x != x) return kNan;
  if (std::fabs(x) >= 0.5) return std::copysign(ndtri((1 - std::fabs(x)) / 2) / -std::numbers::sqrt2, x);
  double y = x * (0.88622692545275801 + x * x * 0.23201366653465444);
  for (int i = 0; i < 3; ++i) {
    double u = (std::erf(y) - x) / (2 * std::numbers::inv_sqrtpi * std::exp(-y * y));
    y -= u / (1 + y * u);
  }
  return y;
}

double log_gamma(double x) {
  int sign;
  return lgamma_r(x, &sign);
}

double digamma(double x) {
  if (x <= 0) {
    if (x == std::floor(x)) return kNan;  // a pole, or minus infinity
    return digamma(1 - x) - kPi / std::tan(kPi * (x - std::nearbyint(x)));
  }
  double shift = 0;
  for (; x < 10; x += 1) shift += 1 / x;
  double z = 1 / (x * x);
  double series =
      z *
      (1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z * (1.0 / 132 - z * (691.0 / 32760 - z / 12))))));
  return std::log(x) - 0.5 / x - series - shift;
}

double zeta(double s, double q) {
  if (s != s || q != q) return kNan;
  if (s == 1) return kInf;
  if (s < 1) return kNan;
  if (std::isinf(q) && q > 0) return 0;
  if (std::isinf(s) && q >= 0) return q > 1 ? 0 : (q == 1 ? 1 : kInf);
  if (q <= 0) {
    if (q == std::floor(q)) return s == std::floor(s) && std::fmod(s, 2) == 0 ? kInf : kNan;
    if (s != std::floor(s)) return kNan;
  }
  // Euler and Maclaurin: terms up to k + q >= 10, then the integral and corrections.
  double sum = 0, base = q;
  for (int n = 0; n < 10 || base <= 10; ++n, base += 1) {
    double term = std::pow(base, -s);
    sum += term;
    if (base > 0 && std::fabs(term) <= std::fabs(sum) * kEpsilon * 1e-3) return sum;
  }
  double power = std::pow(base, -s);
  sum += base * power / (s - 1) + 0.5 * power;
  double rising = s, scale = power / base;
  for (int k = 0; k < static_cast<int>(std::size(kBernoulliOverFactorial)); ++k) {
    double term = kBernoulliOverFactorial[k] * rising * scale;
    sum += term;
    if (std::fabs(term) < std::fabs(sum) * kEpsilon) break;
    rising *= (s + 2 * k + 1) * (s + 2 * k + 2);
    scale /= base * base;
  }
  return sum;
}

double polygamma(double n, double x) {
  if (!(n >= 0) || n != std::floor(n)) return kNan;
  if (n == 0) return digamma(x);
  double sign = std::fmod(n, 2) == 0 ? -1 : 1;
  return sign * std::exp(log_gamma(n + 1)) * zeta(n + 1, x);
}

double igamma(double a, double x) {
  if (a != a || x != x) return kNan;
  if (x == 0) return 0;
  if (x < 0 || a <= 0) return kNan;
  if (std::isinf(a)) return 0;  // also for infinite x, where there is no limit: as TensorFlow has it
  if (std::isinf(x)) return 1;
  if (a > kLargeShape) return 0.5 * std::erfc(-large_shape_z(a, x) / std::numbers::sqrt2);
  if (x > a + 1) return 1 - igammac(a, x);
  return gamma_factor(a, x) * gamma_series(a, x);
}

double igammac(double a, double x) {
  if (a != a || x != x || x < 0 || a <= 0) return kNan;
  if (x == 0) return 1;
  if (std::isinf(x)) return 0;
  if (std::isinf(a)) return 1;
  if (a > kLargeShape) return 0.5 * std::erfc(large_shape_z(a, x) / std::numbers::sqrt2);
  if (a < 1 && x <= 1.1) return small_shape_q(a, x);
  if (a >= 1 && x <= a + 1) return 1 - igamma(a, x);
  return gamma_factor(a, x) * a * gamma_fraction(a, x);
}

double igamma_grad_a(double a, double x) {
  if (a != a || x != x || x < 0 || a < 0) return kNan;
  if (x == 0 || std::isinf(x) || std::isinf(a)) return 0;
  if (a == 0) return kNan;
  // d/da of x^a e^-x / gamma(a + 1) S(a), or of 1 - x^a e^-x / gamma(a) F(a).
  double factor = gamma_factor(a, x), log_slope = std::log(x) - digamma(a + 1);
  if (x <= a + 1) {
    Dual s = gamma_series(Dual{a, 1}, x);
    return factor * (log_slope * s.value + s.slope);
  }
  Dual f = Dual{a, 1} * gamma_fraction(Dual{a, 1}, x);
  return -factor * (log_slope * f.value + f.slope);
}

double random_gamma_grad(double a, double x) {
  if (a != a || x != x || x < 0 || a <= 0) return kNan;
  if (x == 0) return 0;
  double factor = gamma_factor(a, x), density = factor * a / x;
  if (density > 0) return -igamma_grad_a(a, x) / density;
  // Where the density underflows the factor cancels.
  double log_slope = std::log(x) - digamma(a + 1);
  if (x <= a + 1) {
    Dual s = gamma_series(Dual{a, 1}, x);
    return -(log_slope * s.value + s.slope) * x / a;
  }
  Dual f = Dual{a, 1} * gamma_fraction(Dual{a, 1}, x);
  return (log_slope * f.value + f.slope) * x / a;
}

double betainc(double a, double b, double x) {
  if (!(a > 0 && b > 0 && x >= 0 && x <= 1)) return kNan;
  if (x == 0 || x == 1) return x;
  double factor = std::exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return factor * beta_fraction(a, b, x) / a;
  return 1 - factor * beta_fraction(b, a, 1 - x) / b;
}

}  // namespace graphwright
