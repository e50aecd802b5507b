// The functions of each ISA level for Fourier transforms: many lines at once, one in each lane of the vectors.
#pragma once

#include <cstdint>

namespace graphwright {

// One pass of Stockham's algorithm: butterflies of `radix` numbers that lie `rest * done` apart, `done` being the
// product of the radices of the passes before it.
template <class T>
struct FftPass {
  int64_t radix, rest, done;
  const T* twiddles;  // exp(-2 pi i p j / (rest radix)), j = 1 … radix - 1 for each p < rest
  const T* roots;     // cos and sin of 2 pi j / radix, j = 0 … radix - 1; where the radix is odd
};
template <class T>
struct FftPasses {
  int64_t n = 1;
  const FftPass<T>* begin = nullptr;
  const FftPass<T>* end = nullptr;
};

// Lines in memory; steps count numbers of type T. The imaginary part of a complex number lies `imaginary` after the
// real one: 1 for complex tensors, the real numbers' own stride where two make a complex one, 0: there is none.
template <class T>
struct FftMemory {
  T* data = nullptr;
  int64_t step = 2;  // from a number to the next one of its line
  int64_t line = 2;  // from a line to the next one
  int64_t imaginary = 1;
  int64_t count = 0;     // the numbers of a line
  bool odd = false;      // then one more is there, of which the imaginary part is not
  bool swapped = false;  // real and imaginary parts change places: makes the transform an inverse one
};

enum class FftRealSide { kNone, kIn, kOut };

// Up to as many lines as vectors have lanes.
template <class T>
struct FftLines {
  FftMemory<T> from, to;
  int lines = 0;
  T scale = 1;
  int64_t n = 0;        // of the complex transform
  FftPasses<T> passes;  // of length n, or longer where there is a chirp
  // For real numbers: exp(-2 pi i k / (2 n)) for k <= n / 2 where two are taken for a complex one, else null.
  FftRealSide real = FftRealSide::kNone;
  const T* half = nullptr;
  // Bluestein's: exp(-pi i k^2 / n), and what the transform of their conjugates is, divided by the passes' length.
  const T* chirp = nullptr;
  const T* kernel = nullptr;
  // Factors of the results: vectors of real and of imaginary parts for each number, and complex ones for all lanes.
  const T* twist = nullptr;
  const T* turn = nullptr;
};

template <class T>
struct FftLoops {
  int lanes;
  void (*lines)(const FftLines<T>& job, void* scratch);  // 4 * (passes.n + 2) vectors of scratch memory
  // Between the transform of n complex numbers and the first n + 1 numbers of that of the 2 n real ones they are made
  // of, for the numbers k and n - k with begin <= k < end; back: to the complex ones with their parts swapped.
  void (*to_half)(T* line, int64_t n, const T* half, int64_t begin, int64_t end);
  void (*from_half)(T* line, int64_t n, const T* half, int64_t begin, int64_t end);
  // y[k] = x[k] w[k], the parts of x swapped before or those of y after it.
  void (*multiply)(const T* x, const T* w, T* y, int64_t n, bool swap_x, bool swap_y);
};
struct FftTable {
  FftLoops<float> f32;
  FftLoops<double> f64;
};

inline constexpr int kLargestFftRadix = 127;

}  // namespace graphwright
