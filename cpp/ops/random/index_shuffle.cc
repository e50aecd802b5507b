// Places of indices in a random permutation of 0 … max_index, without the permutation itself.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "op/context.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

constexpr int kLeastRounds = 4;
constexpr int kKeyWords = 3;

// The cipher Simon (Beaulieu and others, 2013) in words of 8 to 32 bits, whatever the number of indices needs, as
// TensorFlow takes it: what a word is changed by rests on the other one and on the round's part of the key.
class Cipher {
 public:
  Cipher(const uint64_t* key, uint64_t max_index, int64_t rounds)
      : word_(word_bits(max_index)), mask_((uint64_t{1} << word_) - 1), max_index_(max_index) {
    // Rounds go in pairs.
    for (int k = 0; k < kKeyWords; ++k) keys_.push_back(key[k] & mask_);
    const int64_t count = (rounds + 1) / 2 * 2;
    for (int64_t i = 0; static_cast<int64_t>(keys_.size()) < count; ++i) {
      const uint64_t turned = left(keys_.back(), -3), mixed = turned ^ left(turned, -1);
      const uint64_t bit = i < word_ ? kBits[i] - '0' : 0;
      keys_.push_back((mask_ ^ 3) ^ bit ^ keys_[i] ^ mixed);
    }
  }

  // Where the result is beyond the largest index it is permuted again, until it is not.
  uint64_t operator()(uint64_t index) const {
    do {
      uint64_t high = index >> word_ & mask_, low = index & mask_;
      for (size_t i = 0; i < keys_.size(); i += 2) {
        high ^= mixed(low) ^ keys_[i];
        low ^= mixed(high) ^ keys_[i + 1];
      }
      index = high << word_ | low;
    } while (index > max_index_);
    return index;
  }

 private:
  // The third of the cipher's sequences of constants; longer words need no more of it.
  static constexpr char kBits[] = "10101111011100000011010010011000";

  // A largest index that is a power of two has a bit less than it needs, as in TensorFlow.
  static int word_bits(uint64_t max_index) {
    const int bits = max_index < 2 ? 0 : static_cast<int>(std::ceil(std::log2(static_cast<double>(max_index))));
    return std::max(8, (bits + 1) / 2);
  }
  uint64_t left(uint64_t x, int by) const {
    by = (by % word_ + word_) % word_;
    return ((x << by) | (x >> (word_ - by))) & mask_;
  }
  uint64_t mixed(uint64_t x) const { return (left(x, 1) & left(x, 8)) ^ left(x, 2); }

  int word_;
  uint64_t mask_, max_index_;
  std::vector<uint64_t> keys_;
};

// How many indices there are: -1 for one that is a scalar. Inputs are index, seed, max_index.
int64_t count_of(KernelContext& ctx) {
  const Shape &index = ctx.input(0).shape(), &seed = ctx.input(1).shape(), &most = ctx.input(2).shape();
  if (index.rank() > 1) ctx.fail("Index must be a scalar or vector, got shape ", index);
  if (most.rank() > 1) ctx.fail("Max index must be a scalar or vector, got shape ", most);
  int64_t n = -1;
  const auto join = [&](const Shape& shape, const char* name) {
    if (n >= 0 && shape[0] != n && shape[0] != 1 && n != 1)
      ctx.fail("index, seed and max_index must agree in their first dimension, got ", name, " of ", shape[0], " and ",
               n);
    n = std::max(n, shape[0]);
    if (shape[0] == 0) n = 0;
  };
  if (index.rank() == 1) join(index, "an index");
  if (most.rank() == 1) join(most, "a max_index");
  if (seed.rank() == 2) join(seed, "a seed");
  if (seed.rank() < 1 || seed.rank() > 2 || seed[seed.rank() - 1] != 3)
    ctx.fail("Seed must be a vector of size [3] or a matrix of size [", std::max<int64_t>(n, 1), ", 3] but got ", seed,
             ".");
  return n;
}

void shuffle(KernelContext& ctx) {
  const int64_t n = count_of(ctx), rounds = std::max<int64_t>(ctx.attr<int64_t>("rounds"), kLeastRounds);
  if (rounds > 1 << 16) ctx.fail("rounds must be at most 65536, got ", rounds);
  Tensor out = ctx.allocate(0, n < 0 ? Shape() : Shape{n});
  const Tensor &index = ctx.input(0), &seed = ctx.input(1), &most = ctx.input(2);
  const bool by_seed = seed.shape().rank() == 2 && seed.shape()[0] != 1;
  visit_dtype<int32_t, uint32_t, int64_t, uint64_t>(index.dtype(), [&]<class T>() {
    std::optional<Cipher> cipher;
    for (int64_t i = 0; i < out.num_elements(); ++i) {
      const T at = index.data<T>()[index.num_elements() == 1 ? 0 : i],
              max = most.data<T>()[most.num_elements() == 1 ? 0 : i];
      if constexpr (std::is_signed_v<T>)
        if (at < 0) ctx.fail("index must be >= 0 but was ", at);
      if (max < at) ctx.fail("max_index must be >= index, but ", max, " < ", at);
      if (!cipher || by_seed || most.num_elements() != 1) {
        uint64_t key[kKeyWords];
        for (int k = 0; k < kKeyWords; ++k)
          key[k] = static_cast<uint32_t>(seed.int_at((by_seed ? i * kKeyWords : 0) + k));
        cipher.emplace(key, static_cast<uint64_t>(max), rounds);
      }
      out.data<T>()[i] = static_cast<T>((*cipher)(static_cast<uint64_t>(at)));
    }
  });
}

void shuffle_shape(ShapeContext& ctx) {
  const Shape &index = ctx.input(0), &seed = ctx.input(1), &most = ctx.input(2);
  if (index.has_rank() && index.rank() > 1) ctx.fail("Index must be a scalar or vector, got shape ", index);
  if (most.has_rank() && most.rank() > 1) ctx.fail("Max index must be a scalar or vector, got shape ", most);
  if (!index.has_rank() || !seed.has_rank() || !most.has_rank()) return ctx.set_output(0, Shape::unknown());
  if (index.rank() == 0 && most.rank() == 0 && seed.rank() < 2) return ctx.set_output(0, Shape());
  int64_t n = kUnknown;
  bool known = true;
  const auto join = [&](const Shape& shape) {
    known &= shape[0] >= 0;
    n = shape[0] == 0 ? 0 : std::max(n, shape[0]);
  };
  if (seed.rank() == 2) join(seed);
  if (most.rank() == 1) join(most);
  if (index.rank() == 1) join(index);
  ctx.set_output(0, Shape{known ? n : kUnknown});
}

DEFINE_OP("RandomIndexShuffle")
    .input("index: dtype")
    .input("seed: Tseed")
    .input("max_index: dtype")
    .output("output: dtype")
    .attr("rounds: int32 = 4")
    .attr("dtype: {int32, uint32, int64, uint64}")
    .attr("Tseed: {int32, uint32, int64, uint64}")
    .doc("The places of indices in the random permutation of 0 … max_index that the seed stands for.")
    .shape(shuffle_shape)
    .kernel(CPU, shuffle)
    .no_gradient("integers");

}  // namespace
}  // namespace graphwright
