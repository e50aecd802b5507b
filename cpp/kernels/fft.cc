// Fourier transforms of rows: Eigen's kissfft for lengths with small prime factors, Bluestein's algorithm for others.

// Complex products need not look for infinities: a quarter of the time would go into that.
#pragma GCC optimize("cx-limited-range")

#include "kernels/fft.h"

#include <bit>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <unsupported/Eigen/FFT>
#include <vector>

#include "base/error.h"

namespace graphwright {
namespace {

using Complex = std::complex<double>;

// Factors above this one cost more in kissfft than Bluestein's longer transforms do.
constexpr int64_t kLargestFactor = 13;
// Elements of tables that a thread keeps for later rows.
constexpr int64_t kMostKept = int64_t{1} << 20;

bool has_small_factors(int64_t n) {
  for (int64_t factor = 2; factor <= kLargestFactor; ++factor)
    while (n % factor == 0) n /= factor;
  return n == 1;
}

// A transform of any length n as a convolution with a chirp: j k = (j^2 + k^2 - (j - k)^2) / 2.
struct Chirp {
  std::vector<Complex> factors;      // exp(-pi i k^2 / n)
  std::vector<Complex> transformed;  // of their conjugates, laid around a circle of a power of two
};

// The tables and scratch memory of one thread.
class Plans {
 public:
  void forward_or_inverse(const Complex* in, Complex* out, int64_t n, bool inverse) {
    if (has_small_factors(n)) {
      keep(n * 2 + inverse, n);
      const int size = static_cast<int>(n);
      inverse ? kiss_.inv(out, in, size) : kiss_.fwd(out, in, size);
    } else {
      bluestein(in, out, n, inverse);
    }
    trim();
  }
  void real(const double* in, Complex* out, int64_t n) {
    if (has_small_factors(n)) {
      keep(n * 2, n);
      kiss_.fwd(out, in, static_cast<int>(n));
    } else {
      wide_.assign(in, in + n);
      wide_out_.resize(n);
      bluestein(wide_.data(), wide_out_.data(), n, false);
      std::copy_n(wide_out_.data(), n / 2 + 1, out);
    }
    trim();
  }
  void inverse_real(const Complex* in, double* out, int64_t n) {
    if (has_small_factors(n)) {
      keep(n * 2 + 1, n);
      kiss_.inv(out, in, static_cast<int>(n));
    } else {
      wide_.assign(in, in + n / 2 + 1);
      wide_.resize(n);
      for (int64_t k = 1; k < (n + 1) / 2; ++k) wide_[n - k] = std::conj(in[k]);
      wide_[0] = in[0].real();
      if (n % 2 == 0) wide_[n / 2] = in[n / 2].real();
      wide_out_.resize(n);
      bluestein(wide_.data(), wide_out_.data(), n, true);
      for (int64_t i = 0; i < n; ++i) out[i] = wide_out_[i].real();
    }
    trim();
  }

 private:
  // Notes that there will be a table of `size` elements; those of earlier lengths go where they get too many.
  void keep(int64_t key, int64_t size) {
    if (!known_.insert(key).second) return;
    if (kept_ + size > kMostKept && kept_ > 0) {
      clear();
      known_.insert(key);
    }
    kept_ += size;
  }
  void trim() {
    if (kept_ > kMostKept) clear();
  }
  void clear() {
    kiss_.clear();
    chirps_.clear();
    known_.clear();
    kept_ = 0;
    scratch_ = {};
    scratch_out_ = {};
    wide_ = {};
    wide_out_ = {};
  }

  const Chirp& chirp(int64_t n, int64_t m) {
    keep(-n, n + m);
    Chirp& chirp = chirps_[n];
    if (!chirp.factors.empty()) return chirp;
    chirp.factors.resize(n);
    std::vector<Complex> circle(m);
    int64_t square = 0;  // k^2 modulo 2 n
    for (int64_t k = 0; k < n; ++k) {
      const double angle = -std::numbers::pi * static_cast<double>(square) / static_cast<double>(n);
      chirp.factors[k] = {std::cos(angle), std::sin(angle)};
      circle[k] = std::conj(chirp.factors[k]);
      if (k > 0) circle[m - k] = circle[k];
      square = (square + 2 * k + 1) % (2 * n);
    }
    chirp.transformed.resize(m);
    kiss_.fwd(chirp.transformed.data(), circle.data(), static_cast<int>(m));
    return chirp;
  }

  void bluestein(const Complex* in, Complex* out, int64_t n, bool inverse) {
    const int64_t m = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(2 * n - 1)));
    keep(m * 2, m);
    keep(m * 2 + 1, m);
    const Chirp& chirp = this->chirp(n, m);
    scratch_.assign(m, Complex());
    scratch_out_.resize(m);
    // The inverse is the conjugate of the transform of the conjugates.
    for (int64_t k = 0; k < n; ++k) scratch_[k] = (inverse ? std::conj(in[k]) : in[k]) * chirp.factors[k];
    kiss_.fwd(scratch_out_.data(), scratch_.data(), static_cast<int>(m));
    for (int64_t k = 0; k < m; ++k) scratch_out_[k] *= chirp.transformed[k];
    kiss_.inv(scratch_.data(), scratch_out_.data(), static_cast<int>(m));
    const double scale = 1.0 / static_cast<double>(m);
    for (int64_t k = 0; k < n; ++k) {
      const Complex value = scratch_[k] * chirp.factors[k] * scale;
      out[k] = inverse ? std::conj(value) : value;
    }
  }

  Eigen::internal::kissfft_impl<double> kiss_;
  std::map<int64_t, Chirp> chirps_;
  std::set<int64_t> known_;
  int64_t kept_ = 0;
  std::vector<Complex> scratch_, scratch_out_, wide_, wide_out_;
};

Plans& plans() {
  static thread_local Plans plans;
  return plans;
}

void check_length(int64_t n) {
  GW_CHECK(n <= kLongestFft, Code::kUnimplemented, "a Fourier transform of length ", n, " is longer than ",
           kLongestFft);
}

}  // namespace

void fft_row(const Complex* in, Complex* out, int64_t n, bool inverse) {
  check_length(n);
  if (n == 1) {
    out[0] = in[0];
  } else if (n > 1) {
    plans().forward_or_inverse(in, out, n, inverse);
  }
}

void real_fft_row(const double* in, Complex* out, int64_t n) {
  check_length(n);
  if (n == 1) {
    out[0] = in[0];
  } else if (n > 1) {
    plans().real(in, out, n);
  }
}

void inverse_real_fft_row(const Complex* in, double* out, int64_t n) {
  check_length(n);
  if (n == 1) {
    out[0] = in[0].real();
  } else if (n > 1) {
    plans().inverse_real(in, out, n);
  }
}

}  // namespace graphwright
