// Philox 4x32-10, the counter-based random number generator that all random ops draw from.
#pragma once

#include <array>
#include <cstdint>

namespace graphwright {

// A block of four 32-bit numbers belongs to each value of a 128-bit counter. TensorFlow's generator of the same state
// gives the same blocks.
class Philox {
 public:
  using Block = std::array<uint32_t, 4>;

  Philox() = default;
  // Key `seed`, counter `seed2` * 2^64: how random ops with two seeds begin.
  Philox(uint64_t seed, uint64_t seed2) : key_(seed), high_(seed2) {}
  Philox(uint64_t key, uint64_t counter_low, uint64_t counter_high)
      : key_(key), low_(counter_low), high_(counter_high) {}

  uint64_t key() const { return key_; }
  uint64_t counter_low() const { return low_; }
  uint64_t counter_high() const { return high_; }

  // Moves on by that many blocks.
  void skip(uint64_t blocks) {
    low_ += blocks;
    if (low_ < blocks) ++high_;
  }
  Philox skipped(uint64_t blocks) const {
    Philox copy = *this;
    copy.skip(blocks);
    return copy;
  }

  Block next() {
    Block c = {static_cast<uint32_t>(low_), static_cast<uint32_t>(low_ >> 32), static_cast<uint32_t>(high_),
               static_cast<uint32_t>(high_ >> 32)};
    uint32_t k0 = static_cast<uint32_t>(key_), k1 = static_cast<uint32_t>(key_ >> 32);
    for (int round = 0; round < 10; ++round) {
      uint64_t p0 = uint64_t{0xD2511F53u} * c[0], p1 = uint64_t{0xCD9E8D57u} * c[2];
      c = {static_cast<uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(p1),
           static_cast<uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(p0)};
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    skip(1);
    return c;
  }

 private:
  uint64_t key_ = 0;
  uint64_t low_ = 0, high_ = 0;
};

// The numbers of a Philox one by one.
class PhiloxStream {
 public:
  explicit PhiloxStream(const Philox& from) : philox_(from) {}
  uint32_t next() {
    if (used_ == 4) {
      block_ = philox_.next();
      used_ = 0;
    }
    return block_[used_++];
  }
  // Passes over numbers.
  void skip(uint64_t count) {
    for (; count > 0 && used_ < 4; --count) ++used_;
    philox_.skip(count / 4);
    for (count %= 4; count > 0; --count) next();
  }

 private:
  Philox philox_;
  Philox::Block block_{};
  int used_ = 4;
};

// The number of blocks set aside for each output of a random op, so that outputs can be made in any order.
inline constexpr uint64_t kBlocksPerOutput = 256;

}  // namespace graphwright
