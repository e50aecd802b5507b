// RaggedCross: crosses of the rows of ragged, sparse and dense matrices.
#include "op/xla_facts.h"
#include "ops/sparse/cross_columns.h"

namespace graphwright {
namespace {

void ragged_cross_shape(ShapeContext& ctx) {
  const auto ranges = input_ranges(ctx.op(), ctx.num_inputs(), ctx.attrs());
  const ArgRange splits = ranges[1], shapes = ranges[4], dense = ranges[5];
  int64_t rows = kUnknown;
  auto merge = [&](int64_t found) {
    if (found == kUnknown) return;
    if (rows != kUnknown && rows != found) ctx.fail("Dimensions must be equal, but are ", rows, " and ", found);
    rows = found;
  };
  for (int i = 0; i < splits.size; ++i) {
    const Shape shape = ctx.with_rank(splits.begin + i, 1);
    if (shape[0] > 0) merge(shape[0] - 1);
  }
  for (int i = 0; i < shapes.size; ++i) {
    if (Tensor shape = ctx.constant(shapes.begin + i); shape && shape.num_elements() > 0 && shape.int_at(0) >= 0)
      merge(shape.int_at(0));
  }
  for (int i = 0; i < dense.size; ++i) merge(ctx.with_rank(dense.begin + i, 2)[0]);
  ctx.set_output(0, Shape{kUnknown});
  ctx.set_output(1, Shape{rows == kUnknown ? kUnknown : rows + 1});
}

constexpr const char* kRank = "tf.ragged.cross only supports inputs with rank=2.";

class RaggedCross {
 public:
  explicit RaggedCross(KernelContext& ctx) : ctx_(ctx), ranges_(input_ranges(ctx.op(), ctx.num_inputs(), ctx.attrs())) {
    check();
    order_columns();
  }

  void run() {
    Tensor splits = ctx_.allocate(1, shape_of_sizes(ctx_, Ints{rows_ + 1}));
    visit_dtype<int32_t, int64_t>(splits.dtype(), [&]<class S>() { write_splits<S>(splits.data<S>()); });
    Tensor out = ctx_.allocate(0, Shape{total_});
    if (out.dtype() == DType::kString) {
      for (std::string& text : out.flat<std::string>()) text.clear();
      for (CrossColumn& column : columns_) column.write_values();
      return write(CrossWriter(out, "_X_"));
    }
    for (CrossColumn& column : columns_) column.hash_values(fingerprint64);
    write(CrossWriter(out, ctx_.attr<int64_t>("num_buckets"), true,
                      static_cast<uint64_t>(ctx_.attr<int64_t>("hash_key"))));
  }

 private:
  const Tensor& input(int argument, int i) const { return ctx_.input(ranges_[argument].begin + i); }
  int size(int argument) const { return ranges_[argument].size; }

  void check_rows(int64_t rows) {
    if (any_ && rows != rows_) ctx_.fail("inputs must all have the same batch dimension size.");
    rows_ = rows;
    any_ = true;
  }

  void check() {
    if (size(kRaggedValues) != size(kRaggedSplits)) ctx_.fail("ragged values and splits must have the same length");
    if (size(kSparseValues) != size(kSparseIndices))
      ctx_.fail("sparse indices and values must have the same length, got ", size(kSparseIndices), " and ",
                size(kSparseValues));
    for (int i = 0; i < size(kRaggedValues); ++i) {
      if (input(kRaggedValues, i).shape().rank() != 1 || input(kRaggedSplits, i).shape().rank() != 1) ctx_.fail(kRank);
    }
    for (int i = 0; i < size(kSparseIndices); ++i) {
      const Shape &indices = input(kSparseIndices, i).shape(), &values = input(kSparseValues, i).shape();
      if (indices.rank() != 2 || values.rank() != 1 || input(kSparseShape, i).shape().rank() != 1) ctx_.fail(kRank);
      if (indices[1] != 2 || input(kSparseShape, i).num_elements() != 2) ctx_.fail(kRank);
    }
    for (int i = 0; i < size(kDense); ++i) {
      if (input(kDense, i).shape().rank() != 2) ctx_.fail(kRank);
    }
    for (int i = 0; i < size(kRaggedSplits); ++i) {
      if (input(kRaggedSplits, i).num_elements() == 0)
        ctx_.fail("Invalid ragged splits: ragged splits must have at least one splits, but is empty");
      check_rows(input(kRaggedSplits, i).num_elements() - 1);
    }
    for (int i = 0; i < size(kSparseShape); ++i) {
      if (input(kSparseShape, i).int_at(0) < 0)
        ctx_.fail("Dimension ", input(kSparseShape, i).int_at(0), " must be >= 0");
      check_rows(input(kSparseShape, i).int_at(0));
    }
    for (int i = 0; i < size(kDense); ++i) check_rows(input(kDense, i).shape()[0]);
  }

  CrossColumn ragged_column(int i) const {
    CrossColumn column;
    column.values = input(kRaggedValues, i);
    const Tensor& splits = input(kRaggedSplits, i);
    if (splits.int_at(0) != 0)
      ctx_.fail("Invalid ragged splits: first element of ragged splits  must be 0 but is ", splits.int_at(0));
    for (int64_t row = 0; row < rows_; ++row) {
      const int64_t begin = splits.int_at(row), end = splits.int_at(row + 1);
      if (begin > end)
        ctx_.fail("Invalid ragged splits: ragged splits must be monotonically increasing, but ragged_splits[", row + 1,
                  "]=", end, " is smaller than row_splits[", row, "]=", begin);
      column.runs.push_back({row, begin, end - begin});
    }
    if (splits.int_at(rows_) != column.values.num_elements())
      ctx_.fail("Invalid ragged splits: last element of ragged splits must be the number of ragged values(",
                column.values.num_elements(), ") but is ", splits.int_at(rows_));
    return column;
  }

  // A row's elements are those up to the first of a later row, from where the row before ended.
  CrossColumn sparse_column(int i) const {
    CrossColumn column;
    column.values = input(kSparseValues, i);
    const Tensor& indices = input(kSparseIndices, i);
    const int64_t count = std::min(indices.shape()[0], column.values.num_elements());
    for (int64_t k = 0; k < count; ++k) {
      const int64_t before = column.runs.empty() ? 0 : column.runs.back().row;
      const int64_t row = std::max(before, indices.data<int64_t>()[2 * k]);
      if (row >= rows_) break;
      if (column.runs.empty() || row > before) column.runs.push_back({row, k, 0});
      ++column.runs.back().count;
    }
    return column;
  }

  CrossColumn dense_column(int i) const {
    CrossColumn column;
    column.values = input(kDense, i);
    column.dense = true;
    column.width = column.values.shape()[1];
    return column;
  }

  void order_columns() {
    const std::string order = ctx_.attr<std::string>("input_order");
    if (static_cast<int64_t>(order.size()) != size(kRaggedValues) + size(kSparseValues) + size(kDense))
      ctx_.fail("Invalid length for input_order");
    int ragged = 0, sparse = 0, dense = 0;
    auto take = [&](int& next, int argument, const char* kind) {
      if (next >= size(argument))
        ctx_.fail("input_order \"", order, "\" specifies reading a ", kind, " tensor value at index ", next,
                  " from a list of ", size(argument), " values.");
      return next++;
    };
    for (char kind : order) {
      if (kind == 'R') {
        columns_.push_back(ragged_column(take(ragged, kRaggedValues, "ragged")));
      } else if (kind == 'S') {
        columns_.push_back(sparse_column(take(sparse, kSparseValues, "sparse")));
      } else if (kind == 'D') {
        columns_.push_back(dense_column(take(dense, kDense, "dense")));
      } else {
        ctx_.fail("Unexpected input_order value.");
      }
    }
  }

  template <class S>
  void write_splits(S* splits) {
    std::fill_n(splits, rows_ + 1, S(0));
    int64_t filled = 0;  // the splits written so far
    for_filled_rows(columns_, rows_, [&](const CrossRow& row) {
      std::fill(splits + filled, splits + row[0].row + 1, static_cast<S>(total_));
      if (__builtin_add_overflow(total_, combinations_of(ctx_, row), &total_) ||
          total_ > static_cast<int64_t>(std::numeric_limits<S>::max()))
        ctx_.fail("the number of crosses does not fit row splits of ", ctx_.output_dtype(1));
      filled = row[0].row + 1;
    });
    std::fill(splits + filled, splits + rows_ + 1, static_cast<S>(total_));
  }

  void write(CrossWriter writer) {
    for_filled_rows(columns_, rows_, [&](const CrossRow& row) { writer.write(columns_, row); });
  }

  enum Argument { kRaggedValues, kRaggedSplits, kSparseIndices, kSparseValues, kSparseShape, kDense };

  KernelContext& ctx_;
  SmallVector<ArgRange, 8> ranges_;
  bool any_ = false;
  int64_t rows_ = 0;
  int64_t total_ = 0;
  std::vector<CrossColumn> columns_;
};

void ragged_cross_cpu(KernelContext& ctx) { RaggedCross(ctx).run(); }

}  // namespace

// RaggedCross: all combinations of the values in each row, as text joined by "_X_" or as keyed fingerprints.
DEFINE_OP("RaggedCross")
    .input("ragged_values: ragged_values_types")
    .input("ragged_row_splits: ragged_splits_types")
    .input("sparse_indices: Nsparse * int64")
    .input("sparse_values: sparse_values_types")
    .input("sparse_shape: Nsparse * int64")
    .input("dense_inputs: dense_types")
    .output("output_values: out_values_type")
    .output("output_row_splits: out_row_splits_type")
    .attr("Nsparse: int >= 0")
    .attr("input_order: string")
    .attr("hashed_output: bool")
    .attr("num_buckets: int >= 0")
    .attr("hash_key: int")
    .attr("ragged_values_types: list({int64, string}) >= 0")
    .attr("ragged_splits_types: list({int32, int64}) >= 0")
    .attr("sparse_values_types: list({int64, string}) >= 0")
    .attr("dense_types: list({int64, string}) >= 0")
    .attr("out_values_type: {int64, string}")
    .attr("out_row_splits_type: {int32, int64}")
    .doc("All combinations of the values in each row of ragged, sparse and dense matrices, as rows of a ragged one.")
    .shape(ragged_cross_shape)
    .kernel(CPU, ragged_cross_cpu)
    .trait(Trait::kHostMemory)
    .no_gradient("text and integers");

XLA_FACT(kNotCompiled, "RaggedCross");

}  // namespace graphwright
