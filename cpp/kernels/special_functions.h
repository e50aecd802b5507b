// Special functions of mathematics, in double.
#pragma once

namespace graphwright {

// The inverse of erf, and of the normal distribution function.
double erfinv(double x);
double ndtri(double p);
// log |gamma(x)|, and its derivatives: digamma, and the n-th derivative of that for whole n >= 0 (NaN for others).
double log_gamma(double x);
double digamma(double x);
double polygamma(double n, double x);
// Hurwitz's zeta function, the sum of (k + q)^-s over k >= 0.
double zeta(double s, double q);
// The regularised incomplete gamma functions P(a, x) and Q(a, x) = 1 - P(a, x), and dP/da.
double igamma(double a, double x);
double igammac(double a, double x);
double igamma_grad_a(double a, double x);
// dx/da for a sample x of the gamma distribution of shape a: -(dP/da) / (dP/dx).
double random_gamma_grad(double a, double x);
// The regularised incomplete beta function.
double betainc(double a, double b, double x);

// Bessel functions; the scaled ones (…e) are multiplied by e^-|x| (i) or e^x (k).
double bessel_i0(double x);
double bessel_i1(double x);
double bessel_i0e(double x);
double bessel_i1e(double x);
double bessel_k0(double x);
double bessel_k1(double x);
double bessel_k0e(double x);
double bessel_k1e(double x);
double bessel_j0(double x);
double bessel_j1(double x);
double bessel_y0(double x);
double bessel_y1(double x);

// Integrals: Dawson's, the exponential Ei, Fresnel's, and Spence's dilogarithm (of 1 - x).
double dawsn(double x);
double expint(double x);
double fresnel_sin(double x);
double fresnel_cos(double x);
double spence(double x);

}  // namespace graphwright
