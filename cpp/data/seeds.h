// Where the iterators of random data sets get their seeds from.
#pragma once

#include <mutex>
#include <utility>

#include "data/dataset.h"
#include "kernels/philox.h"

namespace graphwright::data {

using Seeds = std::pair<uint64_t, uint64_t>;

// Two seeds for each iterator: the same ones each time, or the next ones of a sequence.
class SeedSource final : public RefCounted {
 public:
  SeedSource(Seeds seeds, bool new_each_time)
      : seeds_(seeds), new_each_time_(new_each_time), numbers_(Philox(seeds.first, seeds.second)) {}

  Seeds next() {
    if (!new_each_time_) return seeds_;
    std::lock_guard lock(mutex_);
    uint64_t first = numbers_.next();
    return {first, numbers_.next()};
  }

 private:
  const Seeds seeds_;
  const bool new_each_time_;
  std::mutex mutex_;
  PhiloxStream numbers_;
};

// The source for the seeds at inputs `i` and `j`; two zeros stand for seeds that nobody knows beforehand.
Ref<SeedSource> seed_source(const KernelContext& ctx, int i, int j, bool new_each_time);

}  // namespace graphwright::data
