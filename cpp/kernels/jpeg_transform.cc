// Inverse cosine transforms of 8x8 coefficients: Arai, Agui and Nakajima's in 16 bits (fast), Loeffler, Ligtenberg and
// Moschytz' in 32 bits (accurate), and its reductions to 4x4, 2x2 and 1x1 samples. All run on eight columns at once.
#include "kernels/jpeg_transform.h"

#include "kernels/sse2.h"

#include <algorithm>
#include <cmath>

namespace graphwright {
namespace {

// ---- fast ----

constexpr int kFastBits = 2;  // of the coefficients, behind the point

void transpose(__m128i (&m)[8]) {
  __m128i a[8], b[8];
  for (int i = 0; i < 4; ++i) {
    a[2 * i] = _mm_unpacklo_epi16(m[2 * i], m[2 * i + 1]);
    a[2 * i + 1] = _mm_unpackhi_epi16(m[2 * i], m[2 * i + 1]);
  }
  for (int half = 0; half < 2; ++half)
    for (int i = 0; i < 2; ++i) {
      const __m128i low = a[4 * half + i], high = a[4 * half + 2 + i];
      b[4 * half + 2 * i] = _mm_unpacklo_epi32(low, high);
      b[4 * half + 2 * i + 1] = _mm_unpackhi_epi32(low, high);
    }
  for (int i = 0; i < 4; ++i) {
    m[2 * i] = _mm_unpacklo_epi64(b[i], b[4 + i]);
    m[2 * i + 1] = _mm_unpackhi_epi64(b[i], b[4 + i]);
  }
}

// x * factor / 256, rounded down, where |factor| < 512.
__m128i scaled(__m128i x, int factor) {
  return _mm_mulhi_epi16(_mm_slli_epi16(x, 2), _mm_set1_epi16(static_cast<int16_t>(factor * 64)));
}

// One dimension of the transform, over the rows of `m`.
void fast_pass(__m128i (&m)[8]) {
  constexpr int kRoot2 = 362, kA = 473, kB = 277, kC = 669 - 256;  // 256 sqrt(2), 1.847759, 1.082392, 2.613126 - 1
  const __m128i sum04 = _mm_add_epi16(m[0], m[4]), difference04 = _mm_sub_epi16(m[0], m[4]);
  const __m128i sum26 = _mm_add_epi16(m[2], m[6]);
  const __m128i turned = _mm_sub_epi16(scaled(_mm_sub_epi16(m[2], m[6]), kRoot2), sum26);
  const __m128i even[4] = {_mm_add_epi16(sum04, sum26), _mm_add_epi16(difference04, turned),
                           _mm_sub_epi16(difference04, turned), _mm_sub_epi16(sum04, sum26)};

  const __m128i sum53 = _mm_add_epi16(m[5], m[3]), difference53 = _mm_sub_epi16(m[5], m[3]);
  const __m128i sum17 = _mm_add_epi16(m[1], m[7]), difference17 = _mm_sub_epi16(m[1], m[7]);
  const __m128i common = scaled(_mm_add_epi16(difference53, difference17), kA);
  const __m128i right = _mm_sub_epi16(scaled(difference17, kB), common);
  const __m128i left = _mm_add_epi16(_mm_sub_epi16(scaled(difference53, -kC), difference53), common);
  __m128i odd[4];
  odd[0] = _mm_add_epi16(sum17, sum53);
  odd[1] = _mm_sub_epi16(left, odd[0]);
  odd[2] = _mm_sub_epi16(scaled(_mm_sub_epi16(sum17, sum53), kRoot2), odd[1]);
  const __m128i last = _mm_add_epi16(right, odd[2]);

  for (int k = 0; k < 3; ++k) {
    m[k] = _mm_add_epi16(even[k], odd[k]);
    m[7 - k] = _mm_sub_epi16(even[k], odd[k]);
  }
  m[4] = _mm_add_epi16(even[3], last);
  m[3] = _mm_sub_epi16(even[3], last);
}

void fast_block(const int16_t* coefficients, const int16_t* factors, uint8_t* to, ptrdiff_t stride) {
  __m128i m[8];
  for (int row = 0; row < 8; ++row)
    m[row] = _mm_mullo_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(coefficients + 8 * row)),
                             _mm_load_si128(reinterpret_cast<const __m128i*>(factors + 8 * row)));
  fast_pass(m);
  transpose(m);
  fast_pass(m);
  transpose(m);
  const __m128i middle = _mm_set1_epi8(static_cast<char>(128));
  for (int row = 0; row < 8; ++row) {
    const __m128i samples = _mm_srai_epi16(m[row], kFastBits + 3);
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to + row * stride),
                     _mm_add_epi8(_mm_packs_epi16(samples, samples), middle));
  }
}

// ---- accurate ----

constexpr int kBits = 13;  // of the factors, behind the point
constexpr int kKept = 2;   // of what is between the passes

// Numbers wrap around where broken files make them too large: unsigned ones may.
constexpr uint32_t fixed(double x) {
  return static_cast<uint32_t>(static_cast<int>(x * (1 << kBits) + (x < 0 ? -0.5 : 0.5)));
}

using Square = uint32_t[8][8];

// Adds a half and drops the low bits; the rows of `from` become columns.
template <int kDropped>
void round_transposed(const Square& from, Square& to, int rows) {
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < 8; ++c) to[c][r] = static_cast<int32_t>(from[r][c] + (1u << (kDropped - 1))) >> kDropped;
}

// One dimension over the rows: 8 values of 8.
void whole_pass(const Square& in, Square& out) {
  for (int c = 0; c < 8; ++c) {
    const uint32_t common26 = (in[2][c] + in[6][c]) * fixed(0.541196100);
    const uint32_t low = common26 + in[6][c] * fixed(-1.847759065), high = common26 + in[2][c] * fixed(0.765366865);
    const uint32_t sum = (in[0][c] + in[4][c]) << kBits, difference = (in[0][c] - in[4][c]) << kBits;
    const uint32_t a7 = in[7][c], a5 = in[5][c], a3 = in[3][c], a1 = in[1][c];
    const uint32_t both = (a7 + a3 + a5 + a1) * fixed(1.175875602);
    const uint32_t z1 = (a7 + a1) * fixed(-0.899976223), z2 = (a5 + a3) * fixed(-2.562915447);
    const uint32_t z3 = (a7 + a3) * fixed(-1.961570560) + both, z4 = (a5 + a1) * fixed(-0.390180644) + both;
    const uint32_t b0 = a7 * fixed(0.298631336) + z1 + z3, b1 = a5 * fixed(2.053119869) + z2 + z4;
    const uint32_t b2 = a3 * fixed(3.072711026) + z2 + z3, b3 = a1 * fixed(1.501321110) + z1 + z4;
    out[0][c] = sum + high + b3;
    out[7][c] = sum + high - b3;
    out[1][c] = difference + low + b2;
    out[6][c] = difference + low - b2;
    out[2][c] = difference - low + b1;
    out[5][c] = difference - low - b1;
    out[3][c] = sum - high + b0;
    out[4][c] = sum - high - b0;
  }
}

// The same, 4 values of 8, twice as large.
void half_pass(const Square& in, Square& out) {
  for (int c = 0; c < 8; ++c) {
    const uint32_t mean = in[0][c] << (kBits + 1);
    const uint32_t turned = in[2][c] * fixed(1.847759065) + in[6][c] * fixed(-0.765366865);
    const uint32_t inner = in[7][c] * fixed(-0.211164243) + in[5][c] * fixed(1.451774981) +
                           in[3][c] * fixed(-2.172734803) + in[1][c] * fixed(1.061594337);
    const uint32_t outer = in[7][c] * fixed(-0.509795579) + in[5][c] * fixed(-0.601344887) +
                           in[3][c] * fixed(0.899976223) + in[1][c] * fixed(2.562915447);
    out[0][c] = mean + turned + outer;
    out[3][c] = mean + turned - outer;
    out[1][c] = mean - turned + inner;
    out[2][c] = mean - turned - inner;
  }
}

// The same, 2 values of 8, four times as large.
void quarter_pass(const Square& in, Square& out) {
  for (int c = 0; c < 8; ++c) {
    const uint32_t mean = in[0][c] << (kBits + 2);
    const uint32_t odd = in[7][c] * fixed(-0.720959822) + in[5][c] * fixed(0.850430095) +
                         in[3][c] * fixed(-1.272758580) + in[1][c] * fixed(3.624509785);
    out[0][c] = mean + odd;
    out[1][c] = mean - odd;
  }
}

template <int kSize, class Pass>
void accurate_block(Pass pass, const int16_t* coefficients, const int16_t* factors, uint8_t* to, ptrdiff_t stride) {
  constexpr int kGrown = kSize == 8 ? 0 : kSize == 4 ? 1 : 2;
  Square in, columns = {}, out;
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 8; ++c) in[r][c] = static_cast<int16_t>(coefficients[8 * r + c] * factors[8 * r + c]);
  pass(in, out);
  round_transposed<kBits - kKept + kGrown>(out, columns, kSize);
  pass(columns, out);
  round_transposed<kBits + kKept + 3 + kGrown>(out, in, kSize);
  for (int r = 0; r < kSize; ++r)
    for (int c = 0; c < kSize; ++c)
      to[r * stride + c] = static_cast<uint8_t>(std::clamp(static_cast<int32_t>(in[r][c]) + 128, 0, 255));
}

}  // namespace

JpegTransform::JpegTransform(JpegMethod method, int size, const std::array<uint16_t, 64>& steps)
    : method_(method), size_(size) {
  for (int i = 0; i < 64; ++i) {
    factors_[i] = static_cast<int16_t>(steps[i]);
    if (method == JpegMethod::kAccurate || size != 8) continue;
    const auto scale = [](int k) { return k == 0 ? 1.0 : std::sqrt(2.0) * std::cos(k * M_PI / 16); };
    const int exact = static_cast<int>(std::lround(scale(i / 8) * scale(i % 8) * (1 << 14)));
    factors_[i] = static_cast<int16_t>((steps[i] * int64_t{exact} + (1 << (13 - kFastBits))) >> (14 - kFastBits));
  }
}

void JpegTransform::operator()(const int16_t* coefficients, uint8_t* to, ptrdiff_t stride) const {
  const int16_t* factors = factors_.data();
  if (size_ == 8) {
    if (method_ == JpegMethod::kFast) return fast_block(coefficients, factors, to, stride);
    return accurate_block<8>(whole_pass, coefficients, factors, to, stride);
  }
  if (size_ == 4) return accurate_block<4>(half_pass, coefficients, factors, to, stride);
  if (size_ == 2) return accurate_block<2>(quarter_pass, coefficients, factors, to, stride);
  const int mean = static_cast<int16_t>(coefficients[0] * factors[0]);
  to[0] = static_cast<uint8_t>(std::clamp(((mean + 4) >> 3) + 128, 0, 255));
}

}  // namespace graphwright
