// Separable resampling of images: each element of an output axis is a weighted sum of elements of an input axis.
#pragma once

#include <cstdint>
#include <vector>

#include "base/dtype.h"

namespace graphwright {

// For element i of an output axis: the input elements index[start[i]] … index[start[i + 1] - 1] and their weights.
struct Taps {
  std::vector<int64_t> start{0};
  std::vector<int64_t> index;
  std::vector<float> weight;
  // All elements have two taps, and are a + (b - a) * weight of the second: equal neighbours give just their value.
  bool lerp = false;

  int64_t size() const { return static_cast<int64_t>(start.size()) - 1; }
  void add(int64_t at, float by) {
    index.push_back(at);
    weight.push_back(by);
  }
  void end() { start.push_back(static_cast<int64_t>(index.size())); }
};

// The taps by which gradients go back to an input axis of extent n.
Taps transposed(const Taps& taps, int64_t n);

// images [n, height, width, channels] of any real dtype to [n, rows.size(), columns.size(), channels]; computes in
// double for a double output, in float otherwise. The taps' indices lie within the images.
void resample(DType from_type, const void* images, int64_t n, int64_t height, int64_t width, int64_t channels,
              const Taps& rows, const Taps& columns, DType to_type, void* out);

}  // namespace graphwright
