// Arrays of random numbers, in parallel; results do not depend on the number of threads.
#include "kernels/random_fill.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "base/parallel.h"
#include "kernels/by_level.h"
#include "kernels/philox_table.h"
#include "kernels/special_functions.h"

namespace graphwright {

namespace v2 {
extern const PhiloxTable philox_table;
}
namespace v3 {
extern const PhiloxTable philox_table;
}
namespace v4 {
extern const PhiloxTable philox_table;
}

namespace {

const PhiloxTable& table() {
  static const PhiloxTable& chosen = GW_BY_LEVEL(philox_table);
  return chosen;
}

constexpr int64_t kTile = 256;    // blocks made at a time: they stay in L1
constexpr int64_t kGrain = 8192;  // blocks worth a thread's start

void make_blocks(const Philox& start, uint32_t* out, int64_t blocks) {
  if (start.counter_low() + static_cast<uint64_t>(blocks) < start.counter_low()) {  // the carry: once in 2^64 blocks
    Philox philox = start;
    for (int64_t i = 0; i < blocks; ++i, out += 4) {
      Philox::Block block = philox.next();
      std::copy(block.begin(), block.end(), out);
    }
    return;
  }
  table().blocks(start.key(), start.counter_low(), start.counter_high(), out, blocks);
}

// Calls convert(bits, to, count) on tiles: `bits` holds kPerBlock outputs' worth in every 4 numbers.
template <int kPerBlock, class T, class Convert>
void fill_tiles(const Philox& start, T* out, int64_t n, int64_t grain, Convert&& convert) {
  int64_t blocks = (n + kPerBlock - 1) / kPerBlock;
  parallel_for(blocks, grain, [&](int64_t begin, int64_t end) {
    alignas(64) uint32_t bits[kTile * 4];
    for (int64_t b = begin; b < end; b += kTile) {
      int64_t count = std::min(kTile, end - b);
      make_blocks(start.skipped(static_cast<uint64_t>(b)), bits, count);
      convert(bits, out + b * kPerBlock, std::min(count * kPerBlock, n - b * kPerBlock));
    }
  });
}

// Numbers of fewer bits come from the lower bits of each 32.
Half unit_half(uint32_t x) {
  Half one_to_two;
  one_to_two.bits = static_cast<uint16_t>((x & 0x3ffu) | 15u << 10);
  return Half(static_cast<float>(one_to_two) - 1.0f);
}
Bfloat16 unit_bfloat16(uint32_t x) {
  Bfloat16 one_to_two;
  one_to_two.bits = static_cast<uint16_t>((x & 0x7fu) | 127u << 7);
  return Bfloat16(static_cast<float>(one_to_two) - 1.0f);
}

void fill_uniform(DType dtype, const Philox& start, void* out, int64_t n) {
  switch (dtype) {
    case DType::kFloat32:
      fill_tiles<4>(start, static_cast<float*>(out), n, kGrain,
                    [](const uint32_t* bits, float* to, int64_t count) { table().to_unit_float(bits, to, count); });
      break;
    case DType::kFloat64:
      fill_tiles<2>(start, static_cast<double*>(out), n, kGrain, [](const uint32_t* bits, double* to, int64_t count) {
        for (int64_t i = 0; i < count; ++i) to[i] = unit_double(bits[2 * i], bits[2 * i + 1]);
      });
      break;
    case DType::kHalf:
      fill_tiles<4>(start, static_cast<Half*>(out), n, kGrain, [](const uint32_t* bits, Half* to, int64_t count) {
        for (int64_t i = 0; i < count; ++i) to[i] = unit_half(bits[i]);
      });
      break;
    default:
      fill_tiles<4>(start, static_cast<Bfloat16*>(out), n, kGrain,
                    [](const uint32_t* bits, Bfloat16* to, int64_t count) {
                      for (int64_t i = 0; i < count; ++i) to[i] = unit_bfloat16(bits[i]);
                    });
  }
}

void normal_floats(const uint32_t* bits, float* to, int64_t count) {
  if (table().to_normal_float) return table().to_normal_float(bits, to, count);
  float pair[2];
  for (int64_t i = 0; i < count; i += 2) {
    normal_pair(bits[i], bits[i + 1], pair);
    to[i] = pair[0];
    if (i + 1 < count) to[i + 1] = pair[1];
  }
}

template <class T>
void fill_normal_floats(const Philox& start, T* out, int64_t n) {
  fill_tiles<4>(start, out, n, kGrain / 16, [](const uint32_t* bits, T* to, int64_t count) {
    if constexpr (std::is_same_v<T, float>) {
      normal_floats(bits, to, count);
    } else {
      float wide[kTile * 4];
      normal_floats(bits, wide, count);
      for (int64_t i = 0; i < count; ++i) to[i] = static_cast<T>(wide[i]);
    }
  });
}

void fill_normal(DType dtype, const Philox& start, void* out, int64_t n) {
  switch (dtype) {
    case DType::kFloat32:
      fill_normal_floats(start, static_cast<float*>(out), n);
      break;
    case DType::kHalf:
      fill_normal_floats(start, static_cast<Half*>(out), n);
      break;
    case DType::kBfloat16:
      fill_normal_floats(start, static_cast<Bfloat16*>(out), n);
      break;
    default:
      fill_tiles<2>(start, static_cast<double*>(out), n, kGrain / 16,
                    [](const uint32_t* bits, double* to, int64_t count) {
                      double pair[2];
                      for (int64_t i = 0; i < count; i += 2) {
                        normal_pair(bits[2 * i], bits[2 * i + 1], bits[2 * i + 2], bits[2 * i + 3], pair);
                        to[i] = pair[0];
                        if (i + 1 < count) to[i + 1] = pair[1];
                      }
                    });
  }
}

// Each group of outputs begins at its own place in the counter, since it takes as many numbers as it happens to need.
template <int kGroup, class T, class Draw>
void fill_truncated(const Philox& start, T* out, int64_t n, Draw&& draw) {
  constexpr uint64_t kBlocksPerGroup = kGroup * kBlocksPerOutput / 4;
  parallel_for((n + kGroup - 1) / kGroup, kGrain / 16, [&](int64_t begin, int64_t end) {
    for (int64_t group = begin; group < end; ++group) {
      PhiloxStream stream(start.skipped(static_cast<uint64_t>(group) * kBlocksPerGroup));
      T* to = out + group * kGroup;
      int64_t wanted = std::min<int64_t>(kGroup, n - group * kGroup), have = 0;
      while (have < wanted) {
        auto pair = draw(stream);
        for (auto value : pair)
          if (std::abs(value) < 2 && have < wanted) to[have++] = static_cast<T>(value);
      }
    }
  });
}

void fill_truncated_normal(DType dtype, const Philox& start, void* out, int64_t n) {
  auto draw_floats = [](PhiloxStream& stream) {
    std::array<float, 2> pair;
    uint32_t x0 = stream.next(), x1 = stream.next();
    normal_pair(x0, x1, pair.data());
    return pair;
  };
  auto draw_doubles = [](PhiloxStream& stream) {
    std::array<double, 2> pair;
    uint32_t x0 = stream.next(), x1 = stream.next(), x2 = stream.next(), x3 = stream.next();
    normal_pair(x0, x1, x2, x3, pair.data());
    return pair;
  };
  switch (dtype) {
    case DType::kFloat32:
      fill_truncated<4>(start, static_cast<float*>(out), n, draw_floats);
      break;
    case DType::kHalf:
      fill_truncated<4>(start, static_cast<Half*>(out), n, draw_floats);
      break;
    case DType::kBfloat16:
      fill_truncated<4>(start, static_cast<Bfloat16*>(out), n, draw_floats);
      break;
    default:
      fill_truncated<2>(start, static_cast<double*>(out), n, draw_doubles);
  }
}

// ---- XLA's ways: the upper bits of each number count ----

float upper_unit_float(uint32_t x) { return std::bit_cast<float>(x >> 9 | 0x3f800000u) - 1.0f; }
double upper_unit_double(uint32_t x0, uint32_t x1) {
  const uint64_t bits = static_cast<uint64_t>(x1) << 32 | x0;
  return std::bit_cast<double>(bits >> 12 | uint64_t{1023} << 52) - 1.0;
}

// float to T; to bfloat16 bits are cut off.
template <class T>
T narrowed(float x) {
  if constexpr (std::is_same_v<T, Bfloat16>) {
    Bfloat16 cut;
    cut.bits = static_cast<uint16_t>(std::bit_cast<uint32_t>(x) >> 16);
    return cut;
  } else {
    return static_cast<T>(x);
  }
}

// Box and Muller, of two numbers in [0, 1).
template <class T>
void xla_normal_pair(T x0, T x1, T* out) {
  const T angle = static_cast<T>(2 * std::numbers::pi) * x1, radius = std::sqrt(-2 * std::log(std::max(x0, T(1e-7f))));
  out[0] = std::sin(angle) * radius;
  out[1] = std::cos(angle) * radius;
}

// Where the distribution within two standard deviations has reached `x`, in [0, 1).
double truncated_normal_of(double x, double least) {
  constexpr double kBelow = 0.022750131948179195;  // what lies below -2
  const double reached = kBelow + (1 - 2 * kBelow) * std::max(x, least);
  return std::clamp(std::numbers::sqrt2 * erfinv(2 * reached - 1), -2.0, 2.0);
}

// Of Wide to T, as it is or narrowed.
template <class T, class Wide>
T result_of(Wide x) {
  if constexpr (std::is_same_v<T, Wide>) {
    return x;
  } else {
    return narrowed<T>(x);
  }
}

// Along which axis pairs of numbers stand beside each other: the first of even length, else the longest.
int axis_of_pairs(const Shape& shape) {
  int longest = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (shape[axis] % 2 == 0) return axis;
    if (shape[axis] > shape[longest]) longest = axis;
  }
  return longest;
}

// `unit(start, out, n)` fills an array with numbers in [0, 1); where an axis is odd, its last pair's second is left
// out.
template <class Wide, class T, class Unit>
void fill_normal_as_xla(const Philox& start, const Shape& shape, T* out, Unit&& unit) {
  int64_t outer = 1, length = 1, inner = 1;
  for (int axis = 0, split = axis_of_pairs(shape); axis < shape.rank(); ++axis)
    (axis < split ? outer : axis == split ? length : inner) *= shape[axis];
  const int64_t pairs = (length + 1) / 2;
  std::vector<Wide> units(static_cast<size_t>(outer * pairs * 2 * inner));
  unit(start, units.data(), static_cast<int64_t>(units.size()));
  parallel_for(outer * pairs, kGrain / inner + 1, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; ++at) {
      const Wide* from = units.data() + at * 2 * inner;
      T* to = out + (at / pairs * length + at % pairs * 2) * inner;
      const bool whole = at % pairs * 2 + 1 < length;
      for (int64_t i = 0; i < inner; ++i) {
        Wide pair[2];
        xla_normal_pair<Wide>(from[i], from[i + inner], pair);
        to[i] = result_of<T>(pair[0]);
        if (whole) to[i + inner] = result_of<T>(pair[1]);
      }
    }
  });
}

// `one(bits, i)` is the i-th of a tile's numbers in [0, 1).
template <int kPerBlock, class Wide, class T, class One>
void fill_as_xla(Distribution distribution, const Philox& start, const Shape& shape, T* out, double least, One&& one) {
  auto fill = [&](const Philox& from, auto* to, int64_t n, auto&& change) {
    fill_tiles<kPerBlock>(from, to, n, kGrain / 16, [&](const uint32_t* bits, auto* tile, int64_t count) {
      for (int64_t i = 0; i < count; ++i) tile[i] = change(one(bits, i));
    });
  };
  if (distribution == Distribution::kUniform) {
    fill(start, out, shape.num_elements(), [](Wide x) { return result_of<T>(x); });
  } else if (distribution == Distribution::kTruncatedNormal) {
    fill(start, out, shape.num_elements(),
         [=](Wide x) { return result_of<T>(static_cast<Wide>(truncated_normal_of(x, least))); });
  } else {
    fill_normal_as_xla<Wide>(start, shape, out, [&](const Philox& from, Wide* to, int64_t n) {
      fill(from, to, n, [](Wide x) { return x; });
    });
  }
}

template <class T>
void fill_ints(const Philox& start, T* out, int64_t n, T low, T range) {
  constexpr int kPerBlock = sizeof(T) == 4 ? 4 : 2;
  fill_tiles<kPerBlock>(start, out, n, kGrain / 4, [=](const uint32_t* bits, T* to, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      T x;
      if constexpr (kPerBlock == 4) {
        x = bits[i];
      } else {
        x = bits[2 * i] | static_cast<uint64_t>(bits[2 * i + 1]) << 32;
      }
      to[i] = range == 0 ? x : low + x % range;
    }
  });
}

}  // namespace

void normal_pair(uint32_t x0, uint32_t x1, float* out) {
  float u1 = std::max(unit_float(x0), 1e-7f);
  float angle = static_cast<float>(2.0 * std::numbers::pi * static_cast<double>(unit_float(x1)));
  float radius = std::sqrt(-2.0f * std::log(u1));
  out[0] = std::sin(angle) * radius;
  out[1] = std::cos(angle) * radius;
}

void normal_pair(uint32_t x0, uint32_t x1, uint32_t x2, uint32_t x3, double* out) {
  double u1 = std::max(unit_double(x0, x1), 1e-7);
  double angle = 2.0 * std::numbers::pi * unit_double(x2, x3);
  double radius = std::sqrt(-2.0 * std::log(u1));
  out[0] = std::sin(angle) * radius;
  out[1] = std::cos(angle) * radius;
}

bool fill_random(Distribution distribution, DType dtype, const Philox& start, void* out, int64_t n) {
  if (dtype != DType::kFloat32 && dtype != DType::kFloat64 && dtype != DType::kHalf && dtype != DType::kBfloat16)
    return false;
  switch (distribution) {
    case Distribution::kUniform:
      fill_uniform(dtype, start, out, n);
      break;
    case Distribution::kNormal:
      fill_normal(dtype, start, out, n);
      break;
    case Distribution::kTruncatedNormal:
      fill_truncated_normal(dtype, start, out, n);
      break;
  }
  return true;
}

bool fill_random_as_xla(Distribution distribution, DType dtype, const Philox& start, const Shape& shape, void* out) {
  auto of_word = [](const uint32_t* bits, int64_t i) { return upper_unit_float(bits[i]); };
  constexpr double kLeastFloat = std::numeric_limits<float>::min();
  switch (dtype) {
    case DType::kFloat32:
      fill_as_xla<4, float>(distribution, start, shape, static_cast<float*>(out), kLeastFloat, of_word);
      return true;
    case DType::kBfloat16:
      fill_as_xla<4, float>(distribution, start, shape, static_cast<Bfloat16*>(out), kLeastFloat, of_word);
      return true;
    case DType::kHalf:
      fill_as_xla<4, float>(distribution, start, shape, static_cast<Half*>(out), 0x1p-14,
                            [](const uint32_t* bits, int64_t i) { return static_cast<float>(unit_half(bits[i])); });
      return true;
    case DType::kFloat64:
      fill_as_xla<2, double>(
          distribution, start, shape, static_cast<double*>(out), std::numeric_limits<double>::min(),
          [](const uint32_t* bits, int64_t i) { return upper_unit_double(bits[2 * i], bits[2 * i + 1]); });
      return true;
    default:
      return false;
  }
}

bool fill_uniform_ints(DType dtype, const Philox& start, void* out, int64_t n, uint64_t low, uint64_t high) {
  switch (dtype) {
    case DType::kInt32:
    case DType::kUint32:
      fill_ints<uint32_t>(start, static_cast<uint32_t*>(out), n, static_cast<uint32_t>(low),
                          static_cast<uint32_t>(high) - static_cast<uint32_t>(low));
      return true;
    case DType::kInt64:
    case DType::kUint64:
      fill_ints<uint64_t>(start, static_cast<uint64_t*>(out), n, low, high - low);
      return true;
    default:
      return false;
  }
}

bool fill_bits(DType dtype, const Philox& start, void* out, int64_t n) {
  return fill_uniform_ints(dtype, start, out, n, 0, 0);
}

}  // namespace graphwright
