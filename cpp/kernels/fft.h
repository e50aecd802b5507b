// Discrete Fourier transforms along one axis, in the precision of the tensors.
#pragma once

#include <cstdint>

namespace graphwright {

// The longest line that can be transformed.
inline constexpr int64_t kLongestFft = int64_t{1} << 28;

enum class FftKind { kForward, kInverse, kReal, kInverseReal };

// from[outer][from_size][inner] and to[outer][to_size][inner]. The lines of `from` are cut or filled up with zeros to n
// numbers, or n / 2 + 1 where these are half a spectrum; `to` takes as many. They may be the same memory where neither
// type nor size changes.
struct FftAxis {
  const void* from = nullptr;
  void* to = nullptr;
  int64_t outer = 1, inner = 1;
  int64_t from_size = 0, to_size = 0;
  int64_t n = 0;
  double scale = 1;
};

// y[k] = scale * sum over j of x[j] exp(-+2 pi i j k / n); T: float or double.
template <class T>
void fft_axis(FftKind kind, const FftAxis& axis);

}  // namespace graphwright
