// The state of random ops: the positions of stateful ones, the keys of stateless ones.
#include <atomic>
#include <mutex>
#include <random>
#include <unordered_map>
#include <utility>

#include "base/at_fork.h"
#include "base/hash.h"
#include "op/kernel_state.h"
#include "ops/random/state.h"

namespace graphwright {
namespace {

// The position of one stateful random op.
struct Position : RefCounted {
  std::mutex mutex;
  Philox next;
  int64_t epoch = -1;  // when it began, see below
};

// Counts calls of forget_random_positions(): positions of an earlier epoch begin anew.
std::atomic<int64_t> current_epoch{0};

// Eager positions by what tells the ops' kernels apart.
struct Key {
  const OpDef* op;
  int64_t seed, seed2;
  int place;
  SmallVector<DType, 4> dtypes;
  bool operator==(const Key&) const = default;
};
struct KeyHash {
  size_t operator()(const Key& key) const {
    uint64_t hash = hash_mix(reinterpret_cast<uintptr_t>(key.op), static_cast<uint64_t>(key.seed));
    hash = hash_mix(hash, static_cast<uint64_t>(key.seed2));
    hash = hash_mix(hash, static_cast<uint64_t>(key.place));
    for (DType dtype : key.dtypes) hash = hash_mix(hash, static_cast<uint64_t>(dtype));
    return hash;
  }
};
struct Positions {
  GlobalMutex& mutex = GlobalMutex::make();
  std::unordered_map<Key, Ref<Position>, KeyHash> by_key;
};
Positions& positions() {
  static auto* all = new Positions;
  return *all;
}

thread_local bool positions_apart = false;
thread_local int random_place = -1;

constexpr size_t kMaxPositions = 65536;  // programs that count seeds up make one for each

Ref<Position> eager_position(KernelContext& ctx, int64_t seed, int64_t seed2) {
  if (positions_apart) return make_ref<Position>();
  Key key{&ctx.op(), seed, seed2, random_place, {}};
  for (const Value& input : ctx.inputs()) key.dtypes.push_back(input.dtype());
  for (int i = 0; i < ctx.num_outputs(); ++i) key.dtypes.push_back(ctx.output_dtype(i));
  Positions& all = positions();
  std::lock_guard lock(all.mutex);
  if (all.by_key.size() >= kMaxPositions) all.by_key.clear();
  Ref<Position>& position = all.by_key[key];
  if (!position) position = make_ref<Position>();
  return position;
}

}  // namespace

uint64_t nondeterministic_seed() {
  static GlobalMutex& mutex = GlobalMutex::make();
  static std::random_device device;
  std::lock_guard lock(mutex);
  return static_cast<uint64_t>(device()) << 32 | device();
}

Philox reserve_blocks(KernelContext& ctx, uint64_t blocks) {
  int64_t seed = ctx.attr<int64_t>("seed"), seed2 = ctx.attr<int64_t>("seed2");
  Ref<Position> position = kept_state<Position>(ctx, [] { return make_ref<Position>(); });
  if (!position) position = eager_position(ctx, seed, seed2);
  std::lock_guard lock(position->mutex);
  if (int64_t epoch = current_epoch; position->epoch != epoch) {
    position->epoch = epoch;
    bool any = seed == 0 && seed2 == 0;
    position->next = Philox(any ? nondeterministic_seed() : static_cast<uint64_t>(seed),
                            any ? nondeterministic_seed() : static_cast<uint64_t>(seed2));
  }
  Philox start = position->next;
  position->next.skip(blocks);
  return start;
}

void set_random_place(int place) { random_place = place; }

RandomPositionsApart::RandomPositionsApart() : before_(std::exchange(positions_apart, true)) {}
RandomPositionsApart::~RandomPositionsApart() { positions_apart = before_; }

void forget_random_positions() {
  ++current_epoch;
  Positions& all = positions();
  std::lock_guard lock(all.mutex);
  all.by_key.clear();
}

int64_t random_epoch() { return current_epoch; }

Shape shape_input(const KernelContext& ctx, int i) {
  const Tensor& input = ctx.input(i);
  if (input.shape().rank() != 1) ctx.fail("shape must be a vector of {int32,int64}, got shape ", input.shape());
  if (input.dtype() != DType::kInt32 && input.dtype() != DType::kInt64)
    ctx.fail("shape must be a vector of {int32,int64}, got dtype ", input.dtype());
  return shape_of_sizes(ctx, input.ints());
}

void random_shape(ShapeContext& ctx) {
  if (ctx.input(0).has_rank() && ctx.input(0).rank() != 1)
    ctx.fail("shape must be a vector of {int32,int64}, got shape ", ctx.input(0));
  for (int i = 1; i < ctx.num_inputs(); ++i)
    if (ctx.op().inputs[i].name == "seed" && !Shape{2}.compatible(ctx.input(i)))
      ctx.fail("seed must have shape [2], not ", ctx.input(i));
  if (Tensor shape = ctx.constant(0)) {
    ctx.set_output(0, shape_of_sizes(ctx, shape.ints()));
  } else {
    ctx.set_output(0, known_extents(ctx, 0));
  }
}

Philox philox_of_seed(const Tensor& seed) {
  GW_CHECK_ARG(seed.shape() == Shape{2}, "seed must have shape [2], not ", seed.shape());
  // The seed is scrambled, so that it does not matter where in it the user's entropy lies.
  constexpr uint64_t kScrambleKey = uint64_t{0x02461e29} << 32 | 0x3ec8f720;
  Philox scramble(kScrambleKey, static_cast<uint64_t>(seed.int_at(0)), static_cast<uint64_t>(seed.int_at(1)));
  Philox::Block mixed = scramble.next();
  auto join = [](uint32_t low, uint32_t high) { return static_cast<uint64_t>(high) << 32 | low; };
  return Philox(join(mixed[0], mixed[1]), 0, join(mixed[2], mixed[3]));
}

Philox philox_of_key(const Tensor& key, const Tensor& counter, const Tensor& alg) {
  GW_CHECK_ARG(key.shape() == Shape{1}, "key must have shape [1], not ", key.shape(),
               ". (Note that batched keys are not supported yet.)");
  GW_CHECK_ARG(counter.shape().rank() == 1 && counter.shape()[0] >= 1,
               "counter must be a vector with length at least 2; got shape: ", counter.shape(),
               ". (Note that batched counters are not supported yet.)");
  GW_CHECK_ARG(alg.shape().is_scalar(), "algorithm must be of shape [], not ", alg.shape());
  int64_t algorithm = alg.int_at(0);
  GW_CHECK_ARG(algorithm == 1 || algorithm == kAutoSelect, "Unsupported algorithm id: ", algorithm);
  const uint64_t* counters = counter.data<uint64_t>();
  return Philox(*key.data<uint64_t>(), counters[0], counter.shape()[0] > 1 ? counters[1] : 0);
}

}  // namespace graphwright
