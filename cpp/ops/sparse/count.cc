// Counts of integers in rows, as a sparse tensor: DenseCountSparseOutput,
// SparseCountSparseOutput, RaggedCountSparseOutput.
#include <map>

#include "base/wrapping.h"
#include "ops/sparse/args.h"

namespace graphwright {
namespace {

// Counts, or sums of weights, by row and value; then the three outputs.
class Counts {
 public:
  Counts(KernelContext& ctx, const Tensor& values, const Tensor& weights, bool has_weights)
      : ctx_(ctx), values_(values), weights_(weights), has_weights_(has_weights) {
    for (int64_t i = 0; i < values.num_elements(); ++i)
      if (values.int_at(i) < 0) ctx.fail("Input values must all be non-negative");
    maxlength_ = ctx.attr<int64_t>("maxlength");
  }

  // Element i counts in this row.
  void add(int64_t row, int64_t i) {
    const int64_t value = values_.int_at(i);
    largest_ = std::max(largest_, value);
    if (maxlength_ < 0 || value < maxlength_) places_[{row, value}].push_back(i);
  }

  // `rows` is -1 where there is one row only, which has no axis.
  void write(int64_t rows) {
    const int64_t count = static_cast<int64_t>(places_.size());
    const bool binary = ctx_.attr<bool>("binary_output");
    Tensor indices = ctx_.allocate(0, Shape{count, rows < 0 ? 1 : 2}), sums = ctx_.allocate(1, Shape{count});
    int64_t* place = indices.data<int64_t>();
    visit_dtype<int32_t, int64_t, float, double>(sums.dtype(), [&]<class T>() {
      T* sum = sums.data<T>();
      for (const auto& [key, elements] : places_) {
        if (rows >= 0) *place++ = key.first;
        *place++ = key.second;
        *sum = T(0);
        for (int64_t i : elements) *sum = wrapping_add(*sum, has_weights_ ? weights_.data<T>()[i] : T(1));
        if (binary) *sum = T(1);
        ++sum;
      }
    });
    Tensor shape = ctx_.allocate(2, Shape{rows < 0 ? 1 : 2});
    if (rows >= 0) shape.data<int64_t>()[0] = rows;
    shape.data<int64_t>()[rows < 0 ? 0 : 1] =
        maxlength_ >= 0 ? maxlength_ : std::max(wrapping_add(largest_, int64_t{1}), ctx_.attr<int64_t>("minlength"));
  }

 private:
  KernelContext& ctx_;
  const Tensor& values_;
  const Tensor& weights_;
  bool has_weights_;
  int64_t maxlength_;
  int64_t largest_ = 0;
  std::map<std::pair<int64_t, int64_t>, SmallVector<int64_t, 2>> places_;
};

void count_shape(ShapeContext& ctx, int64_t rank) {
  ctx.set_output(0, Shape{kUnknown, rank});
  ctx.set_output(1, Shape{kUnknown});
  ctx.set_output(2, Shape{rank});
}

void dense_shape(ShapeContext& ctx) {
  const Shape& values = ctx.input(0);
  if (values.has_rank() && values.rank() != 1 && values.rank() != 2)
    ctx.fail("Input must be a 1 or 2-dimensional tensor. Got: ", values);
  count_shape(ctx, values.has_rank() ? values.rank() : kUnknown);
}

void dense_cpu(KernelContext& ctx) {
  const Tensor &values = ctx.input(0), &weights = ctx.input(1);
  const bool weighted = weights.num_elements() > 0;
  if (values.shape().rank() != 1 && values.shape().rank() != 2)
    ctx.fail("Input must be a 1 or 2-dimensional tensor. Got: ", values.shape());
  if (weighted && !(weights.shape() == values.shape()))
    ctx.fail("Weights and data must have the same shape. Weight shape: ", weights.shape(),
             "; data shape: ", values.shape());
  const bool matrix = values.shape().rank() == 2;
  const int64_t width = matrix ? values.shape()[1] : 0;
  Counts counts(ctx, values, weights, weighted);
  for (int64_t i = 0; i < values.num_elements(); ++i) counts.add(matrix ? i / width : 0, i);
  counts.write(matrix ? values.shape()[0] : -1);
}

void sparse_shape(ShapeContext& ctx) { count_shape(ctx, sparse_rank(ctx, 0, 2)); }

void sparse_cpu(KernelContext& ctx) {
  const Tensor &indices = ctx.input(0), &values = ctx.input(1), &shape = ctx.input(2), &weights = ctx.input(3);
  if (indices.shape().rank() != 2) ctx.fail("Input indices must be a 2-dimensional tensor. Got: ", indices.shape());
  if (values.shape().rank() != 1) ctx.fail("Input values must be a vector. Got: ", values.shape());
  if (shape.shape().rank() != 1) ctx.fail("Dense shape must be a vector. Got: ", shape.shape());
  const int64_t count = indices.shape()[0], rank = indices.shape()[1];
  if (values.num_elements() != count)
    ctx.fail("Number of values must match first dimension of indices. Got ", values.num_elements(),
             " values, indices shape: ", indices.shape());
  if (shape.num_elements() != rank)
    ctx.fail("Number of dimensions must match second dimension of indices. Got ", shape.num_elements(),
             " dimensions, indices shape: ", indices.shape());
  if (rank == 0) ctx.fail("Number of dimensions must be greater than 0.");
  const bool weighted = weights.num_elements() > 0;
  if (weighted && !(weights.shape() == values.shape()))
    ctx.fail("Weights and values must have the same shape. Weight shape: ", weights.shape(),
             "; values shape: ", values.shape());
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t axis = 0; axis < rank; ++axis) {
      const int64_t place = indices.data<int64_t>()[i * rank + axis];
      if (place < 0 || place >= shape.int_at(axis))
        ctx.fail("Invalid index value at ", i, ": dimension ", axis, " has value ", place, " which is not in [0, ",
                 shape.int_at(axis), ")");
    }
  }
  const int64_t rows = rank == 1 ? 1 : shape.int_at(0);
  if (rows <= 0) ctx.fail("Cannot allocate ", rows, " batches, is the dense shape too wide?");
  Counts counts(ctx, values, weights, weighted);
  for (int64_t i = 0; i < count; ++i) counts.add(rank == 1 ? 0 : indices.data<int64_t>()[i * rank], i);
  counts.write(rank == 1 ? -1 : rows);
}

void ragged_shape(ShapeContext& ctx) { count_shape(ctx, 2); }

void ragged_cpu(KernelContext& ctx) {
  const Tensor &splits = ctx.input(0), &values = ctx.input(1), &weights = ctx.input(2);
  const bool weighted = weights.num_elements() > 0;
  if (splits.shape().rank() != 1) ctx.fail("Splits must be a vector. Got: ", splits.shape());
  if (values.shape().rank() != 1) ctx.fail("Input values must be a vector. Got: ", values.shape());
  if (weighted && !(weights.shape() == values.shape()))
    ctx.fail("Weights and values must have the same shape. Weight shape: ", weights.shape(),
             "; values shape: ", values.shape());
  const int64_t rows = splits.num_elements() - 1;
  if (rows < 1) ctx.fail("Must provide at least 2 elements for the splits argument");
  const int64_t* ends = splits.data<int64_t>();
  if (ends[0] != 0) ctx.fail("Splits must start with 0, not with ", ends[0]);
  if (ends[rows] != values.num_elements())
    ctx.fail("Splits must end with the number of values, got ", ends[rows], " instead of ", values.num_elements());
  Counts counts(ctx, values, weights, weighted);
  int64_t next = 0;
  for (int64_t i = 0; i < values.num_elements(); ++i) {
    while (next < rows && i >= ends[next]) ++next;
    counts.add(next - 1, i);
  }
  counts.write(rows);
}

constexpr const char* kNoGradient = "TensorFlow defines none";

#define GW_COUNTS                           \
  input("weights: output_type")             \
      .output("output_indices: int64")      \
      .output("output_values: output_type") \
      .output("output_dense_shape: int64")  \
      .attr("T: {int32, int64}")            \
      .attr("minlength: int >= -1 = -1")    \
      .attr("maxlength: int >= -1 = -1")    \
      .attr("binary_output: bool")          \
      .attr("output_type: {int32, int64, float, double}")

}  // namespace

// DenseCountSparseOutput: how often each integer occurs in a vector, or in each
// row of a matrix.
DEFINE_OP("DenseCountSparseOutput")
    .input("values: T")
    .GW_COUNTS
    .doc(
        "How often integers occur in a vector or in rows of a matrix, without "
        "those that do not occur.")
    .shape(dense_shape)
    .kernel(CPU, dense_cpu);

// SparseCountSparseOutput: the same for the elements of a sparse tensor, by
// their first index.
DEFINE_OP("SparseCountSparseOutput")
    .input("indices: int64")
    .input("values: T")
    .input("dense_shape: int64")
    .GW_COUNTS
    .doc(
        "How often integers occur in a sparse vector or in rows of a sparse "
        "tensor.")
    .shape(sparse_shape)
    .kernel(CPU, sparse_cpu);

// RaggedCountSparseOutput: the same for the rows of a ragged matrix.
DEFINE_OP("RaggedCountSparseOutput")
    .input("splits: int64")
    .input("values: T")
    .GW_COUNTS.doc("How often integers occur in the rows of a ragged matrix.")
    .shape(ragged_shape)
    .kernel(CPU, ragged_cpu);

}  // namespace graphwright
