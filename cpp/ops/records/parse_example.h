// A feature of a batch of Example messages: found once in each, then read into tensors without anything in between.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/example.h"
#include "op/context.h"
#include "ops/sparse/parts.h"

namespace graphwright {

inline constexpr int64_t kExamplesPerThread = 32;

// The words of error messages for the examples of a batch, or for the only example.
class ExampleNames {
 public:
  // Throws InvalidArgument unless there are as many names as examples, or none.
  ExampleNames(const KernelContext& ctx, const Tensor& names, const Shape& serialized);
  bool batched() const { return batched_; }
  std::string operator[](int64_t example) const {
    return example < names_.num_elements() ? names_.data<std::string>()[example] : "<unknown>";
  }

 private:
  const Tensor names_;
  const bool batched_;
};

// One feature of each example. Functions throw InvalidArgument, with feature and example, for values that do not fit.
class FeatureColumn {
 public:
  FeatureColumn(std::string key, DType dtype, const ExampleNames& names, int64_t examples);

  const std::string& key() const { return key_; }
  // Gives an example the bytes of its Feature message, which must live on. Examples without one have none.
  void set(int64_t example, std::string_view feature);
  // The places where the values of each example begin among those of all, and where the last one's end.
  std::vector<int64_t> begins() const;
  Tensor flat(const std::vector<int64_t>& begins) const;
  SparseParts sparse() const;
  // [number of examples] + shape, whose first extent may be unknown: then rows are padded with `fallback`.
  Tensor dense(const Shape& shape, const Tensor& fallback) const;

 private:
  std::string place(int64_t example) const;
  void read(int64_t example, const Tensor& out, int64_t at) const;

  const std::string key_;
  const DType dtype_;
  const ExampleNames& names_;
  std::vector<FeatureValues> values_;
};

// Hands the features of one example to the columns that are named after them.
void collect(std::span<FeatureColumn* const> columns, int64_t example, std::span<const NamedFeature> features);
Tensor row_splits(const std::vector<int64_t>& begins, DType dtype);
// The check of a default value of a dense feature: nothing, of that shape, or one element for rows of any length.
void check_dense_default(const KernelContext& ctx, int64_t column, const Tensor& fallback, DType dtype,
                         const Shape& shape);
const char* feature_dtype_name(DType dtype);

}  // namespace graphwright
