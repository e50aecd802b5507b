// Branch-free elementary functions that compilers turn into vector code; included by the per-ISA files only.
//
// Functions ending in _f compute in float. Those ending in _d compute in double, at least to a float's accuracy: float
// functions for which a dedicated float version would not pay are evaluated there and rounded once. The polynomials are
// minimax fits made for this file. Everything is force-inlined into the level's namespace, so nothing leaks between
// levels.
#pragma once

#include <cstdint>

#define GW_FORCE_INLINE static inline __attribute__((always_inline))

namespace graphwright::GRAPHWRIGHT_ISA {

inline constexpr float kInfF = __builtin_inff();
inline constexpr float kNanF = __builtin_nanf("");
inline constexpr double kInfD = __builtin_inf();
inline constexpr double kNanD = __builtin_nan("");

GW_FORCE_INLINE float float_of(uint32_t bits) { return __builtin_bit_cast(float, bits); }
GW_FORCE_INLINE uint32_t bits_of(float x) { return __builtin_bit_cast(uint32_t, x); }
GW_FORCE_INLINE double double_of(uint64_t bits) { return __builtin_bit_cast(double, bits); }
GW_FORCE_INLINE uint64_t bits_of(double x) { return __builtin_bit_cast(uint64_t, x); }
GW_FORCE_INLINE float abs_f(float x) { return float_of(bits_of(x) & 0x7fffffffu); }
GW_FORCE_INLINE double abs_d(double x) { return double_of(bits_of(x) & 0x7fffffffffffffffull); }
GW_FORCE_INLINE float copy_sign_f(float magnitude, float sign) {
  return float_of((bits_of(magnitude) & 0x7fffffffu) | (bits_of(sign) & 0x80000000u));
}
GW_FORCE_INLINE double copy_sign_d(double magnitude, double sign) {
  return double_of((bits_of(magnitude) & 0x7fffffffffffffffull) | (bits_of(sign) & 0x8000000000000000ull));
}
// To the nearest integer, halves to even; right for |x| < 2^22 (float) and |x| < 2^51 (double).
GW_FORCE_INLINE float small_rint_f(float x) { return (x + 12582912.0f) - 12582912.0f; }
GW_FORCE_INLINE double small_rint_d(double x) { return (x + 6755399441055744.0) - 6755399441055744.0; }

// e^x = 2^n e^r for x = n ln2 + r with |r| <= ln2 / 2: gives n, and e^r by a polynomial.
GW_FORCE_INLINE int32_t exp_parts_f(float x, float* fraction) {
  float t = x * 1.44269504f + 12582912.0f;
  int32_t n = static_cast<int32_t>(bits_of(t) - 0x4b400000u);
  t -= 12582912.0f;
  float r = x - t * 0.693359375f;
  r = r + t * 2.12194440e-4f;
  float p = 0.0013814319390803576f;
  p = p * r + 0.00836885068565607f;
  p = p * r + 0.041668400168418884f;
  p = p * r + 0.1666651964187622f;
  p = p * r + 0.4999999403953552f;
  p = (p * r) * r + r;
  *fraction = p + 1.0f;
  return n;
}
// For all x; 2^n comes in two factors so that subnormal results are rounded once.
GW_FORCE_INLINE float exp_f(float x) {
  x = x > 89.0f ? 89.0f : x;
  x = x < -104.0f ? -104.0f : x;
  float p;
  int32_t n = exp_parts_f(x, &p);
  int32_t half = n >> 1;
  float scale1 = float_of(static_cast<uint32_t>(half + 127) << 23);
  float scale2 = float_of(static_cast<uint32_t>(n - half + 127) << 23);
  return (p * scale1) * scale2;
}
// For |x| < 87.
GW_FORCE_INLINE float exp_moderate_f(float x) {
  float p;
  int32_t n = exp_parts_f(x, &p);
  return p * float_of(static_cast<uint32_t>(n + 127) << 23);
}

// log x for all x: the exponent is taken off the bits, a polynomial in m - 1 for m in [sqrt(1/2), sqrt(2)).
GW_FORCE_INLINE float log_f(float x) {
  bool tiny = x < 1.17549435e-38f;
  float scaled = tiny ? x * 8388608.0f : x;
  uint32_t bits = bits_of(scaled);
  int32_t n = static_cast<int32_t>(bits - 0x3f3504f3u) >> 23;
  float m = float_of(bits - (static_cast<uint32_t>(n) << 23));
  float e = static_cast<float>(n) - (tiny ? 23.0f : 0.0f);
  float f = m - 1.0f;
  float p = -0.07635772228240967f;
  p = p * f + 0.12763391435146332f;
  p = p * f - 0.13160565495491028f;
  p = p * f + 0.14201542735099792f;
  p = p * f - 0.16623298823833466f;
  p = p * f + 0.20001234114170074f;
  p = p * f - 0.250008225440979f;
  p = p * f + 0.3333333134651184f;
  float f2 = f * f;
  float tail = (p * f) * f2 - e * 2.12194440e-4f;
  tail = tail - 0.5f * f2;
  float y = (f + tail) + e * 0.693359375f;
  y = x == kInfF ? kInfF : y;
  y = x == 0.0f ? -kInfF : y;
  return (x < 0.0f || x != x) ? kNanF : y;
}

GW_FORCE_INLINE float sigmoid_f(float x) { return 1.0f / (1.0f + exp_f(-x)); }

// tanh x: an odd polynomial near 0, 1 - 2 / (e^2x + 1) elsewhere.
GW_FORCE_INLINE float tanh_f(float x) {
  float a = abs_f(x);
  float z = x * x;
  float p = -0.005648316815495491f;
  p = p * z + 0.02058982662856579f;
  p = p * z - 0.05372512713074684f;
  p = p * z + 0.13331274688243866f;
  p = p * z - 0.33333274722099304f;
  float small = (p * z) * x + x;
  float b = a > 10.0f ? 10.0f : a;
  float large = 1.0f - 2.0f / (exp_moderate_f(b + b) + 1.0f);
  return copy_sign_f(a < 0.625f ? small : large, x);  // -0 stays -0
}

// erf x for |x| < 1: an odd polynomial.
GW_FORCE_INLINE float erf_near_f(float x) {
  float z = x * x;
  float p = 7.853860734030604e-05f;
  p = p * z - 0.0008010193705558777f;
  p = p * z + 0.005188327748328447f;
  p = p * z - 0.026853810995817184f;
  p = p * z + 0.1128358542919159f;
  p = p * z - 0.3761262595653534f;
  p = p * z + 0.12837916612625122f;
  return p * x + x;
}
// erf x: 1 - e^-q(|x|) from |x| = 1 on.
GW_FORCE_INLINE float erf_f(float x) {
  float a = abs_f(x);
  float small = erf_near_f(x);
  float b = a > 4.0f ? 4.0f : a;
  float q = 2.169762046833057e-05f;
  q = q * b - 0.0004414727445691824f;
  q = q * b + 0.004205285105854273f;
  q = q * b - 0.025210341438651085f;
  q = q * b + 0.10842210054397583f;
  q = q * b + 0.633216381072998f;
  q = q * b + 1.1295802593231201f;
  q = q * b - 0.0001884683733806014f;
  float large = copy_sign_f(1.0f - exp_moderate_f(-q), x);
  return a < 1.0f ? small : large;
}

// e^x in double, about 1 ulp.
GW_FORCE_INLINE double exp_d(double x) {
  x = x > 710.0 ? 710.0 : x;
  x = x < -746.0 ? -746.0 : x;
  double t = x * 1.4426950408889634 + 6755399441055744.0;
  int64_t n = static_cast<int64_t>(bits_of(t) - 0x4338000000000000ull);
  t -= 6755399441055744.0;
  double r = x - t * 0.693147180369123816490;
  r = r - t * 1.90821492927058770002e-10;
  double p = 2.4999855750033333413e-8;
  p = p * r + 2.763052351660657106e-7;
  p = p * r + 2.7557588429636007069e-6;
  p = p * r + 0.000024801492388171537531;
  p = p * r + 0.00019841269502730788827;
  p = p * r + 0.0013888888944249274503;
  p = p * r + 0.0083333333334969290078;
  p = p * r + 0.04166666666652810368;
  p = p * r + 0.1666666666666640766;
  p = p * r + 0.50000000000000108261;
  p = (p * r) * r + r;
  p = p + 1.0;
  // n is small: an arithmetic shift by way of an unsigned one, as 64-bit arithmetic shifts do not vectorise everywhere.
  // All of it is unsigned: where x is NaN, n is anything, and may wrap.
  uint64_t count = static_cast<uint64_t>(n);
  uint64_t half = ((count + 4096) >> 1) - 2048;
  double scale1 = double_of((half + 1023) << 52);
  double scale2 = double_of((count - half + 1023) << 52);
  return (p * scale1) * scale2;
}

// log x in double, below 1 ulp except near 1, where the error stays below 2^-52.
GW_FORCE_INLINE double log_d(double x) {
  bool tiny = x < 2.2250738585072014e-308;
  double scaled = tiny ? x * 18014398509481984.0 : x;
  uint64_t bits = bits_of(scaled);
  // The exponent counted from sqrt(1/2): shifted down unsigned, then made a double through the mantissa of 2^52.
  uint64_t shifted = (bits - 0x3fe6a09e667f3bcdull + 0x3ff0000000000000ull) >> 52;
  double e = double_of(shifted | 0x4330000000000000ull) - (4503599627370496.0 + 1023.0);
  double m = double_of(bits - ((shifted - 1023) << 52));
  e = e - (tiny ? 54.0 : 0.0);
  double f = m - 1.0;
  double s = f / (2.0 + f);
  double z = s * s;
  double p = 0.14797507719057544295;
  p = p * z + 0.1531390324564183158;
  p = p * z + 0.18183569739853522051;
  p = p * z + 0.22222198475985211247;
  p = p * z + 0.28571428743262688585;
  p = p * z + 0.39999999999411092355;
  p = p * z + 0.66666666666667348955;
  p = p * z;
  double h = 0.5 * f * f;
  double y = f - (h - (s * (h + p) + e * 1.90821492927058770002e-10));
  y = y + e * 0.693147180369123816490;
  y = x == kInfD ? kInfD : y;
  y = x == 0.0 ? -kInfD : y;
  return (x < 0.0 || x != x) ? kNanD : y;
}

// tanh x in double, about 1 ulp: an odd polynomial near 0, 1 - 2 / (e^2x + 1) elsewhere.
GW_FORCE_INLINE double tanh_d(double x) {
  double a = abs_d(x);
  double z = x * x;
  double p = -2.3119550789002623e-05;
  p = p * z + 9.058678594889512e-05;
  p = p * z - 0.00023957155347871975;
  p = p * z + 0.0005913720812714139;
  p = p * z - 0.0014563867737144012;
  p = p * z + 0.003592244929982558;
  p = p * z - 0.008863249902426153;
  p = p * z + 0.021869489559659977;
  p = p * z - 0.05396825400748266;
  p = p * z + 0.13333333333401384;
  p = p * z - 0.3333333333333368;
  double small = x + x * (p * z);
  double b = a > 20.0 ? 20.0 : a;
  double large = 1.0 - 2.0 / (exp_d(b + b) + 1.0);
  return copy_sign_d(a < 0.6 ? small : large, x);
}

// The rest serves float results only: relative errors about 1e-11.
GW_FORCE_INLINE double expm1_d(double x) {
  double small = x * (1.0 + x * (0.5 + x * (1.0 / 6.0)));
  return abs_d(x) < 1e-4 ? small : exp_d(x) - 1.0;
}
GW_FORCE_INLINE double log1p_d(double x) {
  double small = x - x * x * (0.5 - x * (1.0 / 3.0));
  return abs_d(x) < 1e-4 ? small : log_d(1.0 + x);
}
GW_FORCE_INLINE double sinh_d(double x) {
  double e = exp_d(abs_d(x));
  double z = x * x;
  double small = x * (1.0 + z * (1.0 / 6.0 + z * (1.0 / 120.0 + z * (1.0 / 5040.0))));
  return abs_d(x) < 0.1 ? small : copy_sign_d(0.5 * (e - 1.0 / e), x);
}
GW_FORCE_INLINE double cosh_d(double x) {
  double e = exp_d(abs_d(x));
  return 0.5 * (e + 1.0 / e);
}
GW_FORCE_INLINE double asinh_d(double x) {
  double a = abs_d(x);
  double small = x * (1.0 - x * x * (1.0 / 6.0 - x * x * 0.075));
  return a < 1e-2 ? small : copy_sign_d(log_d(a + __builtin_sqrt(a * a + 1.0)), x);
}
GW_FORCE_INLINE double acosh_d(double x) {
  double y = log_d(x + __builtin_sqrt((x - 1.0) * (x + 1.0)));
  return x < 1.0 ? kNanD : y;
}
GW_FORCE_INLINE double atanh_d(double x) {
  double z = x * x;
  double small = x * (1.0 + z * (1.0 / 3.0 + z * (0.2 + z * (1.0 / 7.0))));
  return abs_d(x) < 1e-2 ? small : 0.5 * log_d((1.0 + x) / (1.0 - x));
}

// sin and cos of r in [-pi/4, pi/4].
GW_FORCE_INLINE double sin_reduced(double r) {
  double z = r * r;
  double p = -2.4755891719837015334e-8;
  p = p * z + 2.7555279049847196528e-6;
  p = p * z - 0.00019841263456891530916;
  p = p * z + 0.0083333333246112990389;
  p = p * z - 0.16666666666627965931;
  return r * (1.0 + z * p);
}
GW_FORCE_INLINE double cos_reduced(double r) {
  double z = r * r;
  double p = 2.0643159686720688345e-9;
  p = p * z - 2.7554961262358257363e-7;
  p = p * z + 0.000024801580583482122267;
  p = p * z - 0.0013888888877397440571;
  p = p * z + 0.04166666666659553981;
  return 1.0 - 0.5 * z + z * z * p;
}
// r = x - n pi/2 for a float x with |x| < kMaxAngle; the last two bits of the returned n tell the quadrant.
inline constexpr float kMaxAngle = 1e5f;
GW_FORCE_INLINE uint64_t reduce_angle(double x, double* r) {
  double t = x * 0.63661977236758134308 + 6755399441055744.0;
  uint64_t n = bits_of(t);
  t -= 6755399441055744.0;
  *r = (x - t * 1.57079632673412561417) - t * 6.07710050650619224932e-11;
  return n;
}
// sin(x + quadrant pi/2).
GW_FORCE_INLINE double sin_quadrant_d(double x, uint64_t quadrant) {
  double r;
  uint64_t n = reduce_angle(x, &r) + quadrant;
  double y = (n & 1) != 0 ? cos_reduced(r) : sin_reduced(r);
  return double_of(bits_of(y) ^ ((n & 2) << 62));
}
GW_FORCE_INLINE double tan_d(double x) {
  double r;
  uint64_t n = reduce_angle(x, &r);
  double s = sin_reduced(r), c = cos_reduced(r);
  return (n & 1) != 0 ? -c / s : s / c;
}

GW_FORCE_INLINE double atan_d(double x) {
  double a = abs_d(x);
  bool big = a > 1.0;
  double t = big ? 1.0 / a : a;
  double z = t * t;
  double p = -0.00028548678104668026261;
  p = p * z + 0.0022867616748809612635;
  p = p * z - 0.0086023413998634834265;
  p = p * z + 0.020548686300596978033;
  p = p * z - 0.035937697861359406461;
  p = p * z + 0.050952603289479151551;
  p = p * z - 0.063914933471460612229;
  p = p * z + 0.076231792885376759672;
  p = p * z - 0.090789175831118416016;
  p = p * z + 0.11109754790908203081;
  p = p * z - 0.14285622916334490782;
  p = p * z + 0.19999996880447306897;
  p = p * z - 0.33333333295966716389;
  double y = t + t * z * p;
  y = big ? 1.57079632679489661923 - y : y;
  return copy_sign_d(y, x);
}
GW_FORCE_INLINE double atan2_d(double y, double x) {
  double ax = abs_d(x), ay = abs_d(y);
  double q = (ax == kInfD && ay == kInfD) ? 1.0 : (ax == 0.0 && ay == 0.0 ? 0.0 : ay / ax);
  double angle = atan_d(q);
  angle = (bits_of(x) >> 63) != 0 ? 3.14159265358979323846 - angle : angle;
  angle = copy_sign_d(angle, y);
  return (x != x || y != y) ? kNanD : angle;
}
// asin t for t in [0, 1/2], and beyond that asin(sqrt((1 - t) / 2)), which is half of pi/2 - asin t.
GW_FORCE_INLINE double asin_folded_d(double a) {
  bool big = a > 0.5;
  double z = big ? 0.5 * (1.0 - a) : a * a;
  double t = big ? __builtin_sqrt(z) : a;
  double p = 0.032957255785861752871;
  p = p * z + 0.0019339944089661215847;
  p = p * z + 0.0206644809241541285;
  p = p * z + 0.021861951428010695207;
  p = p * z + 0.03042695414394937742;
  p = p * z + 0.044640681418472998899;
  p = p * z + 0.075000050587851599421;
  p = p * z + 0.16666666626625657375;
  return t + t * z * p;
}
GW_FORCE_INLINE double asin_d(double x) {
  double a = abs_d(x);
  double y = asin_folded_d(a);
  y = a > 0.5 ? 1.57079632679489661923 - 2.0 * y : y;
  return a <= 1.0 ? copy_sign_d(y, x) : kNanD;
}
GW_FORCE_INLINE double acos_d(double x) {
  double a = abs_d(x);
  double y = asin_folded_d(a);
  double far = x > 0.0 ? 2.0 * y : 3.14159265358979323846 - 2.0 * y;
  double near = 1.57079632679489661923 - copy_sign_d(y, x);
  return a <= 1.0 ? (a > 0.5 ? far : near) : kNanD;
}
// erfc x = e^-x^2 h(x), h a polynomial in 2 / (2 + x).
GW_FORCE_INLINE double erfc_d(double x) {
  double a = abs_d(x);
  a = a > 28.0 ? 28.0 : a;
  double t = 2.0 / (2.0 + a);
  double p = -0.034503114756606720442;
  p = p * t + 0.25518127382514347101;
  p = p * t - 0.80973004753111515297;
  p = p * t + 1.401069327874967527;
  p = p * t - 1.37953781768712669;
  p = p * t + 0.77086855150831314894;
  p = p * t - 0.36507203461303561602;
  p = p * t + 0.19560946657562916643;
  p = p * t + 0.15169332474991484655;
  p = p * t + 0.25058621683628583419;
  p = p * t + 0.28171835982100394857;
  p = p * t + 0.28211708250459745594;
  p = p * t - 5.8918344569781253841e-7;
  double y = exp_d(-a * a) * p;
  return x < 0.0 ? 2.0 - y : y;
}
// The same in float: from 0.8 on erfc x = e^-x^2 (1 + q) / (1 + 2x), q a polynomial in (x - 3) / (x + 3); what rounding
// takes off x^2 is put back, for which it takes fused multiply-adds. At most 3.7 ulp.
GW_FORCE_INLINE float erfc_f(float x) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  float a = abs_f(x);
  a = a > 10.5f ? 10.5f : a;
  float t = (a - 3.0f) / (a + 3.0f);
  float p = -0.0002660427999217063f;
  p = p * t - 0.0007726853946223855f;
  p = p * t + 0.002004227600991726f;
  p = p * t + 0.002565453527495265f;
  p = p * t - 0.02379918284714222f;
  p = p * t + 0.06829589605331421f;
  p = p * t - 0.1192706897854805f;
  p = p * t + 0.1296464204788208f;
  p = p * t - 0.04756241291761398f;
  p = p * t - 0.13562114536762238f;
  p = p * t + 0.25300806760787964f;
  float square = a * a;
  float lost = __builtin_fmaf(a, a, -square);
  float e = exp_f(-square);
  e = e - e * lost;
  float y = (p * e + e) / (a + a + 1.0f);
  y = x < 0.0f ? 2.0f - y : y;
  return a < 0.8f ? 1.0f - erf_near_f(x) : y;
#else
  return static_cast<float>(erfc_d(x));
#endif
}
// log(1 + e^x).
GW_FORCE_INLINE double softplus_d(double x) { return (x > 0.0 ? x : 0.0) + log1p_d(exp_d(-abs_d(x))); }
// erfinv(x) / x as a function of w = -log(1 - x^2), and of s = sqrt(w) from w = 5 and from s = 4.2 on; to 2e-8 at
// worst.
GW_FORCE_INLINE double erfinv_near_d(double w) {
  double t = w * 0.4 - 1.0;
  double p = -3.410878792101681e-05;
  p = p * t + 3.549926776557416e-05;
  p = p * t + 0.0002858074791284573;
  p = p * t - 0.0008454817064611878;
  p = p * t - 0.0004856513349911839;
  p = p * t + 0.008529136202091699;
  p = p * t - 0.01957383167047551;
  p = p * t - 0.02610867796175181;
  p = p * t + 0.6166006962019617;
  p = p * t + 1.5014093595818205;
  return p;
}
GW_FORCE_INLINE double erfinv_middle_d(double s) {
  double t = (s - 3.218033988749895) * 1.018365186313258;
  double p = -2.6794907688233815e-05;
  p = p * t + 7.972477582640118e-05;
  p = p * t - 1.8011920559017528e-05;
  p = p * t - 0.0003187881957331723;
  p = p * t + 0.0009372335163070419;
  p = p * t - 0.0017150394627465776;
  p = p * t + 0.0025786983910708414;
  p = p * t - 0.003870422195402689;
  p = p * t + 0.005541336890149617;
  p = p * t + 0.9867813312696667;
  p = p * t + 3.0517571007463653;
  return p;
}
GW_FORCE_INLINE double erfinv_far_d(double s) {
  double t = (s - 7.25) * 0.3278688524590164;
  double p = -8.912598791137736e-06;
  p = p * t + 1.6946289524292856e-05;
  p = p * t - 1.2369423052528838e-05;
  p = p * t + 3.6224553192128604e-05;
  p = p * t - 0.00010311775273732617;
  p = p * t + 0.00019337892348853604;
  p = p * t - 0.00031738051474598745;
  p = p * t + 0.0003705904000679376;
  p = p * t + 0.00032359090702233626;
  p = p * t - 0.0047060771914260256;
  p = p * t + 3.075439520267172;
  p = p * t + 7.12113663495858;
  return p;
}
// For a float x.
GW_FORCE_INLINE double erfinv_d(double x) {
  double u = (1.0 - x) * (1.0 + x);
  double w = -log_d(u);
  double near = erfinv_near_d(w), middle = erfinv_middle_d(__builtin_sqrt(w));
  double y = x * (w < 5.0 ? near : middle);
  return u == 0.0 ? copy_sign_d(kInfD, x) : y;
}
// Where the normal distribution function has the value p, a float: -sqrt(2) erfinv(1 - 2p).
GW_FORCE_INLINE double ndtri_d(double p) {
  double x = (p + p) - 1.0;
  double u = 4.0 * p * (1.0 - p);
  double w = -log_d(u), s = __builtin_sqrt(w);
  double near = erfinv_near_d(w), middle = erfinv_middle_d(s), far = erfinv_far_d(s);
  double y = 1.4142135623730951 * x * (w < 5.0 ? near : (s < 4.2 ? middle : far));
  return u == 0.0 ? copy_sign_d(kInfD, x) : y;
}

// x^y with the special cases of C99 (Annex F.9.4.4).
GW_FORCE_INLINE double pow_d(double x, double y) {
  double a = abs_d(x);
  double r = exp_d(y * log_d(a));
  // log of infinity times zero and the like: x^0 = 1^y = 1, (-1)^inf = 1.
  r = (y == 0.0 || x == 1.0 || (a == 1.0 && abs_d(y) == kInfD)) ? 1.0 : r;
  double by = abs_d(y) < 1e15 ? y : 0.0;  // larger floats are even integers
  bool integer = small_rint_d(by) == by;
  bool odd = integer && small_rint_d(by * 0.5) != by * 0.5;
  bool negative = (bits_of(x) >> 63) != 0;
  r = negative && odd ? -r : r;
  r = (x < 0.0 && a < kInfD && !integer) ? kNanD : r;
  return r;
}

}  // namespace graphwright::GRAPHWRIGHT_ISA
