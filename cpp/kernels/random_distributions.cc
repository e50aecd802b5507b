// Random numbers of distributions with parameters.
#include "kernels/random_distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/random_fill.h"

namespace graphwright {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Normal doubles, two to a block, the later one first.
class NormalDoubles {
 public:
  double next(Philox& philox) {
    if (left_ == 0) {
      Philox::Block block = philox.next();
      normal_pair(block[0], block[1], block[2], block[3], kept_);
      left_ = 2;
    }
    return kept_[--left_];
  }

 private:
  double kept_[2] = {};
  int left_ = 0;
};

double log_gamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}

}  // namespace

double UniformDoubles::next(Philox& philox) {
  if (left_ == 0) {
    Philox::Block block = philox.next();
    kept_[0] = unit_double(block[0], block[1]);
    kept_[1] = unit_double(block[2], block[3]);
    left_ = 2;
  }
  return kept_[--left_];
}

// Marsaglia and Tsang, "A simple method for generating gamma variables" (2000).
double draw_gamma(const Philox& start, double alpha) {
  if (alpha == 0) return 0;  // the limit
  if (!(alpha > 0)) return kNaN;
  Philox philox = start;
  UniformDoubles uniform(start);
  if (alpha == 1.0) return -std::log1p(-uniform.next(philox));
  NormalDoubles normal;
  const bool small = alpha < 1;
  const double d = alpha + (small ? 2.0 / 3 : -1.0 / 3);
  const double c = 1.0 / 3 / std::sqrt(d);
  while (true) {
    double x = normal.next(philox);
    double v = 1 + c * x;
    if (v <= 0) continue;
    v = v * v * v;
    double u = uniform.next(philox);
    bool accepted = u < 1 - 0.0331 * (x * x) * (x * x) || std::log(u) < 0.5 * x * x + d * (1 - v + std::log(v));
    if (!accepted) continue;
    double sample = d * v;
    return small ? sample * std::pow(uniform.next(philox), 1 / alpha) : sample;
  }
}

// By the implicit function theorem it is -(dP/dalpha) / (dP/dx) with P(alpha, x) the regularised incomplete gamma
// function. Written as an integral of (log t - digamma(alpha)) times the density over one side of x, divided by the
// density at x, it has no cancellation; the substitution t = x * e^(±g(s)) makes the trapezoidal rule converge fast.
double gamma_sample_derivative(double alpha, double x) {
  if (!(alpha >= 0) || !(x >= 0)) return kNaN;
  if (x == 0) return 0;
  if (alpha == 0) return kNaN;
  auto digamma = [](double a) {
    double shift = 0;
    for (; a < 12; ++a) shift -= 1 / a;
    double r = 1 / (a * a);
    return shift + std::log(a) - 0.5 / a -
           r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * (1.0 / 240 - r * (1.0 / 132 - r * 691.0 / 32760)))));
  };
  const double psi = digamma(alpha), log_x = std::log(x);
  // Integrates from x to infinity where x is above the mode, else from 0 to x.
  const bool above = x > alpha;
  // t = x * exp(w): the integrand times dt is (log x + w - psi) * exp(alpha * w - x * (e^w - 1)) * x dw.
  auto integrand = [&](double w) { return (log_x + w - psi) * std::exp(alpha * w - x * std::expm1(w)); };
  // w = ±exp(s - exp(-s)), s from -infinity to infinity: doubly exponential decay at 0.
  double sum = 0;
  const double step = 1.0 / 32;
  for (int k = -32 * 4; k <= 32 * 10; ++k) {
    double s = k * step;
    double e = std::exp(-s);
    double w = std::exp(s - e);
    if (!(w > 0) || std::isinf(w)) continue;
    double f = integrand(above ? w : -w);
    double weight = w * (1 + e);
    if (std::isfinite(f)) sum += f * weight;
  }
  sum *= step * x;
  return above ? sum : -sum;
}

// Knuth's product of uniforms for small rates; for large ones Hörmann, "The transformed rejection method for generating
// Poisson random variables" (1993), algorithm PTRS.
double draw_poisson(const Philox& start, double rate, double largest) {
  if (std::isnan(rate)) return kNaN;
  if (rate <= 0) return 0;
  // From there on no number would ever be accepted.
  if (rate >= largest) return std::numeric_limits<double>::infinity();
  UniformDoubles uniform(start);
  if (rate < 10) {
    const double limit = std::exp(-rate);
    double product = 1;
    for (double x = 0;; ++x) {
      product *= uniform.next();
      if (product <= limit && x <= largest) return x;
    }
  }
  const double log_rate = std::log(rate);
  const double b = 0.931 + 2.53 * std::sqrt(rate);
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  while (true) {
    double u = uniform.next() - 0.5;
    double v = uniform.next();
    double us = 0.5 - std::abs(u);
    double k = std::floor((2 * a / us + b) * u + rate + 0.43);
    if (k >= largest) continue;
    if (us >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2)) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    double s = std::log(v * inverse_alpha / (a / (us * us) + b));
    double t = -rate + k * log_rate - log_gamma(k + 1);
    if (s <= t) return k;
  }
}

namespace {

// log k! minus the leading terms of Stirling's formula.
double stirling_tail(double k) {
  static const double kFirst[] = {0.0810614667953272,  0.0413406959554092, 0.0276779256849983, 0.02079067210376509,
                                  0.0166446911898211,  0.0138761288230707, 0.0118967099458917, 0.0104112652619720,
                                  0.00925546218271273, 0.00833056343336287};
  if (k <= 9) return kFirst[static_cast<int>(k)];
  double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

// Hörmann, "The generation of binomial random variates" (1993), algorithm BTRS; for count * p >= 10 and p <= 1/2.
double binomial_by_rejection(UniformDoubles& uniform, double count, double p) {
  const double deviation = std::sqrt(count * p * (1 - p));
  const double b = 1.15 + 2.53 * deviation;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double c = count * p + 0.5;
  const double v_r = 0.92 - 4.2 / b;
  const double r = p / (1 - p);
  const double alpha = (2.83 + 5.1 / b) * deviation;
  const double m = std::floor((count + 1) * p);
  while (true) {
    double u = uniform.next() - 0.5;
    double v = uniform.next();
    double us = 0.5 - std::abs(u);
    double k = std::floor((2 * a / us + b) * u + c);
    if (us >= 0.07 && v <= v_r) return k;
    if (k < 0 || k > count) continue;
    v = std::log(v * alpha / (a / (us * us) + b));
    double bound = (m + 0.5) * std::log((m + 1) / (r * (count - m + 1))) +
                   (count + 1) * std::log((count - m + 1) / (count - k + 1)) +
                   (k + 0.5) * std::log(r * (count - k + 1) / (k + 1)) + stirling_tail(m) + stirling_tail(count - m) -
                   stirling_tail(k) - stirling_tail(count - k);
    if (v <= bound) return k;
  }
}

// Counts how many geometrically distributed waiting times fit into `count` trials; for small count * p.
double binomial_by_waiting(UniformDoubles& uniform, double count, double p) {
  double waited = 0, successes = 0;
  while (true) {
    waited += std::ceil(std::log(uniform.next()) / std::log1p(-p));
    if (!(waited <= count)) return successes;
    ++successes;
  }
}

}  // namespace

double draw_binomial(UniformDoubles& uniform, double count, double p) {
  if (!std::isfinite(count) || !std::isfinite(p) || count < 0) return kNaN;
  if (p <= 0 || count == 0) return 0;
  if (p >= 1) return count;
  bool flipped = p > 0.5;
  double q = flipped ? 1 - p : p;
  double k = count * q >= 10 ? binomial_by_rejection(uniform, count, q) : binomial_by_waiting(uniform, count, q);
  return flipped ? count - k : k;
}

}  // namespace graphwright
