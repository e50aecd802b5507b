// From the coefficients of a JPEG block to its samples, to the last bit as libjpeg-turbo rounds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace graphwright {

enum class JpegMethod : uint8_t { kFast, kAccurate };

// Makes blocks of size x size samples, size being 1, 2, 4 or 8, of 64 coefficients each, rows of eight.
class JpegTransform {
 public:
  // `steps` are what the coefficients are multiplied by; the method is for whole blocks only.
  JpegTransform(JpegMethod method, int size, const std::array<uint16_t, 64>& steps);

  int size() const { return size_; }
  // Samples are written to `to`, the rows `stride` apart.
  void operator()(const int16_t* coefficients, uint8_t* to, ptrdiff_t stride) const;

 private:
  JpegMethod method_;
  int size_;
  alignas(16) std::array<int16_t, 64> factors_;
};

}  // namespace graphwright
