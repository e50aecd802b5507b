// Crosses: in each row all combinations of the values of several columns, joined to text or hashed to one number.
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "kernels/string_hash.h"
#include "ops/array_args.h"

namespace graphwright {

// Values [start, start + count) of a column belong to row `row`.
struct CrossRun {
  int64_t row;
  int64_t start;
  int64_t count;
};

// One column: what its rows hold, and the values as numbers to be hashed or as text.
struct CrossColumn {
  Tensor values;                 // int64 or string
  bool dense = false;            // every row holds `width` values
  int64_t width = 0;             // of a dense column
  std::vector<CrossRun> runs;    // of another one, by rows
  std::vector<uint64_t> hashes;  // filled where results are hashed
  std::vector<std::string> texts;

  template <class Hash>
  void hash_values(Hash hash) {
    hashes.reserve(values.num_elements());
    if (values.dtype() == DType::kString) {
      for (const std::string& text : values.flat<std::string>()) hashes.push_back(hash(text));
    } else {
      for (int64_t number : values.flat<int64_t>()) hashes.push_back(static_cast<uint64_t>(number));
    }
  }
  void write_values() {
    texts.reserve(values.num_elements());
    if (values.dtype() == DType::kString) {
      for (const std::string& text : values.flat<std::string>()) texts.push_back(text);
    } else {
      for (int64_t number : values.flat<int64_t>()) texts.push_back(std::to_string(number));
    }
  }
};

// FarmHash's way to one fingerprint of two.
inline uint64_t joined_fingerprint(uint64_t a, uint64_t b) {
  constexpr uint64_t kFactor = 0xc6a4a7935bd1e995u;
  auto fold = [](uint64_t x) { return x ^ (x >> 47); };
  uint64_t x = (a ^ kFactor) ^ (fold(b * kFactor) * kFactor);
  return fold(fold(x * kFactor) * kFactor);
}

// A fingerprint as a number below `buckets`, or, without buckets, below the largest int64.
inline int64_t bucket_of(uint64_t fingerprint, int64_t buckets) {
  const int64_t range = buckets > 0 ? buckets : std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(fingerprint % static_cast<uint64_t>(range));
}

// The values of each column in a row.
using CrossRow = SmallVector<CrossRun, 8>;

// The number of combinations in a row; throws where no tensor could hold them.
inline int64_t combinations_of(const KernelContext& ctx, const CrossRow& row) {
  int64_t n = 1;
  for (const CrossRun& run : row) {
    if (run.count == 0) return 0;
  }
  for (const CrossRun& run : row) {
    if (__builtin_mul_overflow(n, run.count, &n)) ctx.fail("row ", row[0].row, " has more than 2**63 - 1 crosses");
  }
  return n;
}

// Calls visit(row) for each of `rows` rows that has a value in every column, in order.
template <class Visit>
void for_filled_rows(const std::vector<CrossColumn>& columns, int64_t rows, Visit visit) {
  if (columns.empty()) return;
  SmallVector<size_t, 8> next(columns.size(), 0);
  CrossRow row(columns.size(), CrossRun{0, 0, 0});
  for (int64_t at = 0; at < rows;) {
    int64_t wanted = at;  // the first row from `at` on where no column is known to be empty
    for (size_t i = 0; i < columns.size(); ++i) {
      const CrossColumn& column = columns[i];
      if (column.dense) {
        if (column.width == 0) return;
        row[i] = {at, at * column.width, column.width};
        continue;
      }
      while (next[i] < column.runs.size() && (column.runs[next[i]].row < at || column.runs[next[i]].count == 0))
        ++next[i];
      if (next[i] == column.runs.size()) return;
      row[i] = column.runs[next[i]];
      wanted = std::max(wanted, row[i].row);
    }
    if (wanted == at) {
      visit(row);
      ++at;
    } else {
      at = wanted;
    }
  }
}

// Calls emit(places) for each combination of a row, the last column's values changing first.
template <class Emit>
void for_combinations(const CrossRow& row, Emit emit) {
  SmallVector<int64_t, 8> places;
  for (const CrossRun& run : row) places.push_back(run.start);
  for (;;) {
    emit(places);
    size_t i = row.size();
    while (i > 0 && ++places[i - 1] == row[i - 1].start + row[i - 1].count) {
      places[i - 1] = row[i - 1].start;
      --i;
    }
    if (i == 0) return;
  }
}

// The destination of results: text, or numbers.
class CrossWriter {
 public:
  // Text, with `separator` between the values.
  CrossWriter(Tensor out, std::string separator) : out_(std::move(out)), separator_(std::move(separator)) {}
  // Numbers below `buckets`; with a key the fingerprints begin with it.
  CrossWriter(Tensor out, int64_t buckets, bool keyed, uint64_t key)
      : out_(std::move(out)), buckets_(buckets), keyed_(keyed), key_(key) {}

  void write(const std::vector<CrossColumn>& columns, const CrossRow& row) {
    for_combinations(row, [&](const SmallVector<int64_t, 8>& places) {
      if (out_.dtype() == DType::kString) {
        std::string& text = out_.data<std::string>()[count_++];
        for (size_t i = 0; i < columns.size(); ++i) {
          if (i > 0) text += separator_;
          text += columns[i].texts[places[i]];
        }
        return;
      }
      uint64_t hash = key_;
      for (size_t i = 0; i < columns.size(); ++i) {
        const uint64_t next = columns[i].hashes[places[i]];
        hash = i == 0 && !keyed_ ? next : joined_fingerprint(hash, next);
      }
      out_.data<int64_t>()[count_++] = bucket_of(hash, buckets_);
    });
  }

 private:
  Tensor out_;
  std::string separator_;
  int64_t buckets_ = 0;
  bool keyed_ = false;
  uint64_t key_ = 0;
  int64_t count_ = 0;
};

}  // namespace graphwright
