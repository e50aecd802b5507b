// Where indices go in a random permutation of 0 … max_index, without the permutation itself.
#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "op/context.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

constexpr int kLeastRounds = 4;

// A permutation of the numbers of an even number of bits: each round changes one half by what follows from the other.
// Where the result is beyond `max_index` it is permuted again, until it is not.
uint64_t permuted(uint64_t index, const uint64_t* key, uint64_t max_index, int64_t rounds) {
  const int half = std::max(1, (static_cast<int>(std::bit_width(max_index)) + 1) / 2);
  const uint64_t mask = (uint64_t{1} << half) - 1;
  uint64_t at = index;
  do {
    uint64_t left = at >> half, right = at & mask;
    for (int64_t round = 0; round < rounds; ++round) {
      const uint64_t mixed =
          hash_mix(hash_mix(hash_mix(static_cast<uint64_t>(round), key[0]), key[1]), hash_mix(key[2], right));
      const uint64_t next = left ^ ((mixed >> 20) & mask);
      left = right;
      right = next;
    }
    at = left << half | right;
  } while (at > max_index);
  return at;
}

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
    for (int64_t i = 0; i < out.num_elements(); ++i) {
      const T at = index.data<T>()[index.num_elements() == 1 ? 0 : i],
              max = most.data<T>()[most.num_elements() == 1 ? 0 : i];
      if constexpr (std::is_signed_v<T>)
        if (at < 0) ctx.fail("index must be >= 0 but was ", at);
      if (max < at) ctx.fail("max_index must be >= index, but ", max, " < ", at);
      uint64_t key[3];
      for (int k = 0; k < 3; ++k) key[k] = static_cast<uint32_t>(seed.int_at((by_seed ? i * 3 : 0) + k));
      out.data<T>()[i] = static_cast<T>(permuted(static_cast<uint64_t>(at), key, static_cast<uint64_t>(max), rounds));
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
    .attr("rounds: int = 4")
    .attr("dtype: {int32, uint32, int64, uint64}")
    .attr("Tseed: {int32, uint32, int64, uint64}")
    .doc("The places of indices in the random permutation of 0 … max_index that the seed stands for.")
    .shape(shuffle_shape)
    .kernel(CPU, shuffle)
    .no_gradient("integers");

}  // namespace
}  // namespace graphwright
