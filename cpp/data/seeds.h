// The source of seeds for the iterators of random data sets.
#pragma once

#include <mutex>
#include <utility>

#include "data/dataset.h"
#include "kernels/philox.h"
#include "tensor/resource.h"

namespace graphwright::data {

using Seeds = std::pair<uint64_t, uint64_t>;

// Two seeds for each iterator: the same ones each time, or the next ones of a sequence.
class SeedSource final : public Resource {
 public:
  SeedSource(Seeds seeds, bool new_each_time)
      : seeds_(seeds), new_each_time_(new_each_time), numbers_(Philox(seeds.first, seeds.second)) {}

  Seeds next() {
    std::lock_guard lock(mutex_);
    if (!new_each_time_) return seeds_;
    ++taken_;
    uint64_t first = numbers_.next();
    return {first, numbers_.next()};
  }
  bool is_new_each_time() const { return new_each_time_; }
  // Those of the one order that elements have which are asked for by their numbers.
  Seeds seeds_of_order() {
    std::lock_guard lock(mutex_);
    return seeds_;
  }
  void save(StateWriter& out) {
    std::lock_guard lock(mutex_);
    save_seeds(seeds_, out);
    out.number(static_cast<int64_t>(taken_));
  }
  void restore(StateReader& in) {
    std::lock_guard lock(mutex_);
    seeds_ = restored_seeds(in);
    numbers_ = PhiloxStream(Philox(seeds_.first, seeds_.second));
    taken_ = static_cast<uint64_t>(in.number());
    numbers_.skip(2 * taken_);
  }
  static void save_seeds(const Seeds& seeds, StateWriter& out) {
    out.number(static_cast<int64_t>(seeds.first));
    out.number(static_cast<int64_t>(seeds.second));
  }
  static Seeds restored_seeds(StateReader& in) {
    const auto first = static_cast<uint64_t>(in.number());
    return {first, static_cast<uint64_t>(in.number())};
  }

 private:
  Seeds seeds_;
  uint64_t taken_ = 0;
  const bool new_each_time_;
  std::mutex mutex_;
  PhiloxStream numbers_;
};

// The numbers that follow from two seeds, whose place in their sequence can be saved.
class SeededNumbers {
 public:
  explicit SeededNumbers(const Seeds& seeds) : seeds_(seeds), numbers_(Philox(seeds.first, seeds.second)) {}
  uint32_t next() {
    ++taken_;
    return numbers_.next();
  }
  void save(StateWriter& out) const {
    SeedSource::save_seeds(seeds_, out);
    out.number(static_cast<int64_t>(taken_));
  }
  void restore(StateReader& in) {
    *this = SeededNumbers(SeedSource::restored_seeds(in));
    taken_ = static_cast<uint64_t>(in.number());
    numbers_.skip(taken_);
  }

 private:
  Seeds seeds_;
  uint64_t taken_ = 0;
  PhiloxStream numbers_;
};

// The source for the seeds at inputs `i` and `j`; two zeros stand for seeds that nobody knows beforehand.
Ref<SeedSource> seed_source(const KernelContext& ctx, int i, int j, bool new_each_time);
// The one behind the handle at input `i`, where there is one.
Ref<SeedSource> given_seed_source(const KernelContext& ctx, int i);

}  // namespace graphwright::data
