// Arrays of random numbers, in parallel; results do not depend on the number of threads.
#include "kernels/random_fill.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/parallel.h"
#include "device/device.h"
#include "kernels/philox_table.h"

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
  static const PhiloxTable& chosen = isa_level() == IsaLevel::kV4   ? v4::philox_table
                                     : isa_level() == IsaLevel::kV3 ? v3::philox_table
                                                                    : v2::philox_table;
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
