// Discrete Fourier transforms of single rows, in double precision whatever the tensors are.
#pragma once

#include <complex>
#include <cstdint>

namespace graphwright {

// The longest row that can be transformed.
inline constexpr int64_t kLongestFft = int64_t{1} << 28;

// out[k] = sum over j of in[j] exp(-+2 pi i j k / n), not divided by n; `in` and `out` are two arrays of n elements.
void fft_row(const std::complex<double>* in, std::complex<double>* out, int64_t n, bool inverse);
// The first n / 2 + 1 of those numbers for real ones.
void real_fft_row(const double* in, std::complex<double>* out, int64_t n);
// n real numbers, not divided by n, from the first n / 2 + 1 of their transform.
void inverse_real_fft_row(const std::complex<double>* in, double* out, int64_t n);

}  // namespace graphwright
