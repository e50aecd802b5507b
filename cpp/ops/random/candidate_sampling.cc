// Candidate samplers: classes drawn to stand for all others in a loss over many classes.
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "base/at_fork.h"
#include "base/cancellation.h"
#include "io/file.h"
#include "kernels/random_fill.h"
#include "op/kernel_state.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/random/state.h"

namespace graphwright {
namespace {

// The numbers that a sampler draws; the same seeds give TensorFlow's.
class Draws {
 public:
  explicit Draws(const Philox& start) : stream_(start) {}
  uint32_t bits() { return stream_.next(); }
  uint64_t long_bits() {
    const uint64_t low = bits();
    return low | static_cast<uint64_t>(bits()) << 32;
  }
  // Integers in [0, n), all equally likely: those that would favour the first ones are drawn again.
  uint32_t below(uint32_t n) {
    if ((n & (n - 1)) == 0) return bits() & (n - 1);
    const uint32_t excess = std::numeric_limits<uint32_t>::max() % n + 1;
    uint32_t x = bits();
    while (x < excess) x = bits();
    return x % n;
  }
  uint64_t long_below(uint64_t n) {
    if ((n & (n - 1)) == 0) return long_bits() & (n - 1);
    const uint64_t excess = std::numeric_limits<uint64_t>::max() % n + 1;
    uint64_t x = long_bits();
    while (x < excess) x = long_bits();
    return x % n;
  }
  float unit() { return unit_float(bits()); }
  double long_unit() {
    const uint32_t high = bits();
    return unit_double(high, bits());
  }

 private:
  PhiloxStream stream_;
};

// What one sampler keeps from call to call.
struct SamplerState : RefCounted {
  std::mutex mutex;
  Philox next;
  int64_t epoch = -1;            // of the random positions, see random_ops.h
  std::vector<int64_t> weights;  // of the learned distribution
  std::vector<int64_t> tree;     // sums of them, as a binary indexed tree
  int64_t total = 0;
};

std::string key_of(const KernelContext& ctx) {
  std::string key = ctx.op().name;
  for (const AttrDef& attr : ctx.op().attrs) {
    const AttrValue* value = ctx.attrs().find(attr.name);
    key += ';' + attr_str(value ? *value : attr.default_value);
  }
  return key;
}

// The state of this place in a program; eager calls with the same attrs share one.
Ref<SamplerState> state_of(KernelContext& ctx) {
  if (Ref<SamplerState> state = kept_state<SamplerState>(ctx, [] { return make_ref<SamplerState>(); })) return state;
  constexpr size_t kMaxStates = 4096;
  static GlobalMutex& mutex = GlobalMutex::make();
  static auto* states = new std::map<std::string, Ref<SamplerState>>;
  std::string key = key_of(ctx);
  std::lock_guard lock(mutex);
  if (states->size() >= kMaxStates) states->clear();
  Ref<SamplerState>& state = (*states)[key];
  if (!state) state = make_ref<SamplerState>();
  return state;
}

// A distribution over [0, size).
class Distribution1D {
 public:
  virtual ~Distribution1D() = default;
  virtual int64_t draw(Draws& draws) const = 0;
  virtual float probability(int64_t value) const = 0;
};

class UniformClasses final : public Distribution1D {
 public:
  explicit UniformClasses(int64_t size) : size_(size) {}
  int64_t draw(Draws& draws) const override {
    return static_cast<int64_t>(draws.long_below(static_cast<uint64_t>(size_)));
  }
  float probability(int64_t) const override { return 1.0f / static_cast<float>(size_); }

 private:
  int64_t size_;
};

// Of class k with a probability of log((k + 2) / (k + 1)) / log(size + 1): classes are sorted by frequency.
class LogUniformClasses final : public Distribution1D {
 public:
  explicit LogUniformClasses(int64_t size) : size_(size), log_size_(std::log1p(static_cast<double>(size))) {}
  int64_t draw(Draws& draws) const override {
    return (static_cast<int64_t>(std::exp(draws.long_unit() * log_size_)) - 1) % size_;
  }
  float probability(int64_t value) const override {
    const double k = static_cast<double>(value);
    return static_cast<float>(std::log((k + 2) / (k + 1)) / log_size_);
  }

 private:
  int64_t size_;
  double log_size_;
};

// As often as classes have been seen, once more; over the weights in a SamplerState, under its lock.
class LearnedClasses final : public Distribution1D {
 public:
  LearnedClasses(SamplerState& state, int64_t size) : state_(state) {
    if (!state_.weights.empty()) return;
    state_.weights.assign(size, 0);
    state_.tree.assign(size + 1, 0);
    for (int64_t i = 0; i < size; ++i) add(i);
  }
  int64_t draw(Draws& draws) const override {
    int64_t left = draws.below(static_cast<uint32_t>(state_.total));
    int64_t at = 0, step = 1;
    const int64_t size = static_cast<int64_t>(state_.weights.size());
    while (step * 2 <= size) step *= 2;
    for (; step; step /= 2) {
      if (at + step > size || state_.tree[at + step] > left) continue;
      at += step;
      left -= state_.tree[at];
    }
    return std::min(at, size - 1);
  }
  float probability(int64_t value) const override {
    return static_cast<float>(state_.weights[value]) / static_cast<float>(state_.total);
  }
  void add(int64_t value) {
    if (state_.total >= std::numeric_limits<int32_t>::max()) return;  // the sum has to stay drawable
    ++state_.weights[value];
    ++state_.total;
    for (int64_t i = value + 1; i < static_cast<int64_t>(state_.tree.size()); i += i & -i) ++state_.tree[i];
  }

 private:
  SamplerState& state_;
};

// Given weights, drawn from by the alias method: each class shares its place with at most one other.
class WeightedClasses final : public Distribution1D {
 public:
  explicit WeightedClasses(std::vector<float> weights) : weights_(std::move(weights)), places_(weights_.size()) {
    for (float weight : weights_) total_ += weight;
    const size_t n = weights_.size();
    std::vector<double> shares(n);
    std::vector<size_t> low, high;
    for (size_t i = 0; i < n; ++i) {
      shares[i] = weights_[i] * static_cast<double>(n) / total_;
      places_[i] = {1.0f, i};
      (shares[i] < 1 ? low : high).push_back(i);
    }
    while (!low.empty() && !high.empty()) {
      const size_t from = high.back(), to = low.back();
      low.pop_back();
      places_[to] = {static_cast<float>(shares[to]), from};
      shares[from] -= 1 - shares[to];
      if (shares[from] < 1) {
        high.pop_back();
        low.push_back(from);
      }
    }
  }
  int64_t draw(Draws& draws) const override {
    const float x = draws.unit();
    const uint32_t i = draws.below(static_cast<uint32_t>(places_.size()));
    return static_cast<int64_t>(x < places_[i].share ? i : places_[i].other);
  }
  float probability(int64_t value) const override { return static_cast<float>(weights_[value] / total_); }

 private:
  struct Place {
    float share;
    size_t other;
  };
  std::vector<float> weights_;
  std::vector<Place> places_;
  double total_ = 0;
};

void sampler_shape(ShapeContext& ctx) {
  Shape classes = ctx.input(0);
  if (classes.has_rank() && classes.rank() != 2) ctx.fail("true_classes must be a matrix, got shape ", classes);
  const int64_t sampled = ctx.attr<int64_t>("num_sampled");
  ctx.set_output(0, Shape{sampled});
  ctx.set_output(1, Shape{classes.has_rank() ? classes[0] : kUnknown, ctx.attr<int64_t>("num_true")});
  ctx.set_output(2, Shape{sampled});
}

struct Request {
  int64_t num_true, num_sampled;
  bool unique;
};

template <class Context>
Request request_of(Context& ctx) {
  Request request{ctx.template attr<int64_t>("num_true"), ctx.template attr<int64_t>("num_sampled"),
                  ctx.template attr<bool>("unique")};
  const Shape& classes = ctx.input(0).shape();
  if (classes.rank() != 2) ctx.fail("true_classes must be a matrix");
  if (classes[1] != request.num_true)
    ctx.fail("true_classes must have num_true columns, expected: ", classes[1], " was: ", request.num_true);
  if (request.num_sampled < 1) ctx.fail("num_sampled must be positive, got ", request.num_sampled);
  return request;
}

void check_classes(KernelContext& ctx, int64_t size) {
  for (int64_t value : ctx.flat<int64_t>(0))
    if (value < 0 || value >= size) ctx.fail("`true_candidate` out of range [0, ", size, "), received ", value);
}

// How often a class of probability p is expected among the draws.
float expected_count(float p, const Request& request, int64_t tries) {
  if (tries == request.num_sampled) return p * static_cast<float>(tries);
  return -std::expm1(static_cast<float>(tries) * std::log1p(-p));
}

void sample(KernelContext& ctx, const Request& request, const Distribution1D& distribution, const Philox& start) {
  Tensor sampled = ctx.allocate(0, Shape{request.num_sampled});
  int64_t* out = sampled.data<int64_t>();
  Draws draws(start);
  int64_t tries = 0;
  if (request.unique) {
    std::unordered_set<int64_t> seen;
    for (int64_t found = 0; found < request.num_sampled; ++tries) {
      const int64_t value = distribution.draw(draws);
      if (seen.insert(value).second) out[found++] = value;
      if ((tries & 0xffff) == 0xffff && current_cancellation && current_cancellation->cancelled())
        ctx.fail_code(Code::kCancelled, "sampling was cancelled");
      if (tries > (int64_t{1} << 36)) ctx.fail("there are not enough classes that are ever drawn");
    }
  } else {
    for (; tries < request.num_sampled; ++tries) out[tries] = distribution.draw(draws);
  }
  auto counts = [&](int i, const Tensor& values) {
    Tensor expected = ctx.allocate(i, values.shape());
    for (int64_t k = 0; k < values.num_elements(); ++k)
      expected.data<float>()[k] = expected_count(distribution.probability(values.data<int64_t>()[k]), request, tries);
  };
  counts(1, ctx.input(0));
  counts(2, sampled);
}

// Where the sampler stands; it is moved on by as much as the draws may take, as in TensorFlow.
Philox advance(KernelContext& ctx, SamplerState& state, const Request& request) {
  if (int64_t epoch = random_epoch(); state.epoch != epoch) {
    state.epoch = epoch;
    const int64_t seed = ctx.attr<int64_t>("seed"), seed2 = ctx.attr<int64_t>("seed2");
    const bool any = seed == 0 && seed2 == 0;
    state.next = Philox(any ? nondeterministic_seed() : static_cast<uint64_t>(seed),
                        any ? nondeterministic_seed() : static_cast<uint64_t>(seed2));
    state.weights.clear();
    state.total = 0;
  }
  Philox start = state.next;
  state.next.skip(static_cast<uint64_t>(request.num_sampled) * 512);
  return start;
}

int64_t checked_range(KernelContext& ctx, const Request& request) {
  const int64_t range = ctx.attr<int64_t>("range_max");
  if (range < 1) ctx.fail("range_max must be positive, got ", range);
  if (request.unique && request.num_sampled > range) ctx.fail("Sampler's range is too small.");
  check_classes(ctx, range);
  return range;
}

template <class Sampler>
void sample_range(KernelContext& ctx) {
  const Request request = request_of(ctx);
  const Sampler distribution(checked_range(ctx, request));
  Ref<SamplerState> state = state_of(ctx);
  Philox start;
  {
    std::lock_guard lock(state->mutex);
    start = advance(ctx, *state, request);
  }
  sample(ctx, request, distribution, start);
}

void sample_learned(KernelContext& ctx) {
  const Request request = request_of(ctx);
  const int64_t range = checked_range(ctx, request);
  if (range >= std::numeric_limits<int32_t>::max()) ctx.fail("range_max must fit into int32, got ", range);
  Ref<SamplerState> state = state_of(ctx);
  std::lock_guard lock(state->mutex);
  const Philox start = advance(ctx, *state, request);
  LearnedClasses distribution(*state, range);
  sample(ctx, request, distribution, start);
  for (int64_t value : ctx.flat<int64_t>(0)) distribution.add(value);
}

// The weights of FixedUnigramCandidateSampler: reserved classes first, then the ones given, as far as they are in the
// shard.
std::vector<float> given_weights(KernelContext& ctx) {
  const std::string file_name = ctx.attr<std::string>("vocab_file");
  std::vector<float> unigrams = ctx.attr<std::vector<float>>("unigrams");
  if (file_name.empty() && unigrams.empty()) ctx.fail("Must provide either vocab_file or unigrams.");
  if (!file_name.empty() && !unigrams.empty()) ctx.fail("Must only provide one of vocab_file and unigrams.");
  const int64_t reserved = ctx.attr<int64_t>("num_reserved_ids");
  const int64_t shards = ctx.attr<int64_t>("num_shards"), shard = ctx.attr<int64_t>("shard");
  if (shards < 1 || shard < 0 || shard >= shards) ctx.fail("shard must be in [0, ", shards, "), got ", shard);
  if (!file_name.empty()) {
    std::ifstream file(local_path(file_name));
    if (!file) ctx.fail_code(Code::kNotFound, file_name, "; No such file or directory");
    for (std::string line; std::getline(file, line);) {
      const size_t comma = line.rfind(',');
      std::string last = comma == std::string::npos ? line : line.substr(comma + 1);
      while (!last.empty() && (last.back() == '\r' || last.back() == ' ')) last.pop_back();
      char* end = nullptr;
      const float weight = std::strtof(last.c_str(), &end);
      if (last.empty() || *end) ctx.fail("Wrong vocabulary format at line: ", line);
      unigrams.push_back(weight);
    }
  }
  const int64_t range = ctx.attr<int64_t>("range_max");
  if (reserved > range) ctx.fail("num_reserved_ids must not be greater than range_max, got ", reserved);
  // Counted before they are laid out: a number of reserved classes may be anything.
  int64_t classes = static_cast<int64_t>(unigrams.size());
  if (__builtin_add_overflow(classes, std::max<int64_t>(reserved, 0), &classes)) classes = INT64_MAX;
  const int64_t in_shard = classes / shards + (shard < classes % shards ? 1 : 0);
  if (in_shard != range) ctx.fail("range is ", range, " must be equal to weights size  ", in_shard);
  const float distortion = ctx.attr<float>("distortion");
  std::vector<float> weights;
  for (int64_t i = shard; i < reserved; i += shards) weights.push_back(0);
  for (size_t i = 0; i < unigrams.size(); ++i) {
    if ((std::max<int64_t>(reserved, 0) + static_cast<int64_t>(i)) % shards != shard) continue;
    if (!(unigrams[i] >= 0) || !std::isfinite(unigrams[i])) ctx.fail("weights must not be negative, got ", unigrams[i]);
    weights.push_back(distortion == 1 ? unigrams[i] : std::pow(unigrams[i], distortion));
  }
  return weights;
}

void sample_fixed(KernelContext& ctx) {
  const Request request = request_of(ctx);
  std::vector<float> weights = given_weights(ctx);
  checked_range(ctx, request);
  const auto drawable = std::count_if(weights.begin(), weights.end(), [](float weight) { return weight > 0; });
  if (drawable == 0) ctx.fail("all weights are zero");
  if (request.unique && drawable < request.num_sampled) ctx.fail("Sampler's range is too small.");
  Ref<SamplerState> state = state_of(ctx);
  Philox start;
  {
    std::lock_guard lock(state->mutex);
    start = advance(ctx, *state, request);
  }
  sample(ctx, request, WeightedClasses(std::move(weights)), start);
}

void sample_all(KernelContext& ctx) {
  const Request request = request_of(ctx);
  check_classes(ctx, request.num_sampled);
  Tensor sampled = ctx.allocate(0, Shape{request.num_sampled}), counts = ctx.allocate(2, Shape{request.num_sampled});
  Tensor true_counts = ctx.allocate(1, ctx.input(0).shape());
  for (int64_t i = 0; i < request.num_sampled; ++i) sampled.data<int64_t>()[i] = i;
  std::fill_n(counts.data<float>(), request.num_sampled, 1.0f);
  std::fill_n(true_counts.data<float>(), true_counts.num_elements(), 1.0f);
}

OpBuilder sampler_op(const char* name, const char* doc, KernelFn kernel, bool has_range = true) {
  OpBuilder op(name);
  op.input("true_classes: int64")
      .output("sampled_candidates: int64")
      .output("true_expected_count: float")
      .output("sampled_expected_count: float")
      .attr("num_true: int >= 1")
      .attr("num_sampled: int32 >= 1")
      .attr("unique: bool");
  if (has_range) op.attr("range_max: int >= 1");
  if (std::string_view(name) == "FixedUnigramCandidateSampler")
    op.attr("vocab_file: string = ''")
        .attr("distortion: float = 1.0")
        .attr("num_reserved_ids: int = 0")
        .attr("num_shards: int >= 1 = 1")
        .attr("shard: int >= 0 = 0")
        .attr("unigrams: list(float) = []");
  op.attr("seed: int = 0")
      .attr("seed2: int = 0")
      .doc(doc)
      .shape(sampler_shape)
      .kernel(CPU, kernel)
      .stateful()
      .no_gradient("gives classes");
  return op;
}

#define REGISTER(ID, ...)                                 \
  OpBuilder GW_CONCAT(op_, ID) = sampler_op(__VA_ARGS__); \
  const OpRegistration GW_CONCAT(registered_, ID)(GW_CONCAT(op_, ID));
REGISTER(uniform, "UniformCandidateSampler", "Classes drawn with equal probabilities.", sample_range<UniformClasses>)
REGISTER(log_uniform, "LogUniformCandidateSampler", "Classes drawn as if sorted by frequency (Zipf).",
         sample_range<LogUniformClasses>)
REGISTER(learned, "LearnedUnigramCandidateSampler", "Classes drawn as often as they have been true.", sample_learned)
REGISTER(unsafe, "ThreadUnsafeUnigramCandidateSampler", "Classes drawn as often as they have been true.",
         sample_learned)
REGISTER(fixed, "FixedUnigramCandidateSampler", "Classes drawn with given weights.", sample_fixed)
REGISTER(all, "AllCandidateSampler", "All classes.", sample_all, false)

void hits_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 2);
  ctx.with_rank(1, 1);
  for (int i = 0; i < 3; ++i) ctx.set_output(i, Shape{kUnknown});
}

void accidental_hits(KernelContext& ctx) {
  const Tensor &classes = ctx.input(0), &sampled = ctx.input(1);
  const int64_t num_true = ctx.attr<int64_t>("num_true");
  if (classes.shape().rank() != 2 || classes.shape()[1] != num_true)
    ctx.fail("true_candidates must be a batch_size * num_true matrix");
  if (sampled.shape().rank() != 1)
    ctx.fail(
        "sampled_candidates must be a vector, which is typically the output of a "
        "candidate sampler");
  std::unordered_map<int64_t, int64_t> places;
  for (int64_t i = 0; i < sampled.num_elements(); ++i) places[sampled.data<int64_t>()[i]] = i;
  std::vector<std::pair<int32_t, int64_t>> hits;
  for (int64_t i = 0; i < classes.num_elements(); ++i)
    if (auto found = places.find(classes.data<int64_t>()[i]); found != places.end())
      hits.emplace_back(static_cast<int32_t>(i / num_true), found->second);
  const int64_t n = static_cast<int64_t>(hits.size());
  Tensor indices = ctx.allocate(0, Shape{n}), ids = ctx.allocate(1, Shape{n}), weights = ctx.allocate(2, Shape{n});
  for (int64_t i = 0; i < n; ++i) {
    indices.data<int32_t>()[i] = hits[i].first;
    ids.data<int64_t>()[i] = hits[i].second;
    weights.data<float>()[i] = -std::numeric_limits<float>::max();
  }
}

// ComputeAccidentalHits: where sampled classes are true ones.
DEFINE_OP("ComputeAccidentalHits")
    .input("true_classes: int64")
    .input("sampled_candidates: int64")
    .output("indices: int32")
    .output("ids: int64")
    .output("weights: float")
    .attr("num_true: int")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .doc("Rows of `true_classes` and positions in `sampled_candidates` that hold the same class; and the least float.")
    .shape(hits_shape)
    .kernel(CPU, accidental_hits)
    .no_gradient("gives positions");

XLA_FACT(kNotCompiled, "AllCandidateSampler", "ComputeAccidentalHits", "FixedUnigramCandidateSampler",
         "LearnedUnigramCandidateSampler", "LogUniformCandidateSampler", "ThreadUnsafeUnigramCandidateSampler",
         "UniformCandidateSampler");

}  // namespace
}  // namespace graphwright
