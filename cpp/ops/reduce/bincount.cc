// Counting: Bincount and its kin, Bucketize, HistogramFixedWidth.
#include <algorithm>
#include <cmath>

#include "op/context.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

constexpr char kBadWeights[] =
    "`weights` must be the same shape as `arr` or a length-0 `Tensor`, in which case it acts as all weights equal to "
    "1. "
    "Received ";

// Which rows of the output the values belong to, and how wide they are.
struct Bins {
  int64_t rows, size;
  bool binary;
};

// Adds (or with `binary` sets) one weight per value into its bin of its row; values past the last bin are left out.
// `row_of` is asked for each value in turn.
template <class RowOf>
void count(KernelContext& ctx, const Tensor& values, const Tensor& weights, const Bins& bins, Tensor& out,
           RowOf row_of) {
  visit_dtype<int32_t, int64_t, float, double>(out.dtype(), [&]<class T>() {
    T* to = out.data<T>();
    std::fill_n(to, out.num_elements(), T(0));
    const T* weight = weights.num_elements() > 0 && !bins.binary ? weights.data<T>() : nullptr;
    const int64_t n = values.num_elements();
    visit_dtype<int32_t, int64_t>(values.dtype(), [&]<class V>() {
      const V* from = values.data<V>();
      for (int64_t i = 0; i < n; ++i) {
        const int64_t value = from[i], row = row_of(i);
        if (value < 0) ctx.fail("Input arr must be non-negative!");
        if (value >= bins.size) continue;
        if (row < 0 || row >= bins.rows)
          ctx.fail("Index out of bound. `batch` (", row, ") must be less than the dimension size (", bins.rows, ").");
        T& bin = to[row * bins.size + value];
        if (bins.binary) {
          bin = T(1);
        } else {
          bin += weight ? weight[i] : T(1);
        }
      }
    });
  });
}

int64_t bin_count(KernelContext& ctx, int i) {
  const Tensor& size = ctx.input(i);
  if (size.num_elements() != 1) ctx.fail("Shape must be rank 0 but is rank ", size.shape().rank());
  if (size.int_at(0) < 0) ctx.fail("size (", size.int_at(0), ") must be non-negative");
  return size.int_at(0);
}
int64_t known_bins(ShapeContext& ctx, int i) {
  if (ctx.input(i).rank() > 0) ctx.fail("Shape must be rank 0 but is rank ", ctx.input(i).rank());
  Tensor size = ctx.constant(i);
  if (size && size.int_at(0) < 0) ctx.fail("size (", size.int_at(0), ") must be non-negative");
  return size ? size.int_at(0) : kUnknown;
}

void bincount_shape(ShapeContext& ctx) { ctx.set_output(0, Shape{known_bins(ctx, 1)}); }
void bincount_cpu(KernelContext& ctx) {
  const Tensor &values = ctx.input(0), &weights = ctx.input(2);
  int64_t size = bin_count(ctx, 1);
  if (weights.num_elements() > 0 && weights.shape() != values.shape()) ctx.fail(kBadWeights, weights.shape());
  Tensor out = ctx.allocate(0, Shape{size});
  count(ctx, values, weights, {1, size, false}, out, [](int64_t) { return 0; });
}
DEFINE_OP("Bincount")
    .input("arr: int32")
    .input("size: int32")
    .input("weights: T")
    .output("bins: T")
    .attr("T: {int32, int64, float, double}")
    .doc("How often each number below `size` occurs, or the sum of the weights it occurs with.")
    .shape(bincount_shape)
    .kernel(CPU, bincount_cpu);

void dense_bincount_shape(ShapeContext& ctx) {
  const Shape& values = ctx.input(0);
  int64_t size = known_bins(ctx, 1);
  if (!values.has_rank()) return ctx.set_output(0, Shape::unknown());
  if (values.rank() > 2) ctx.fail("Shape must be at most rank 2 but is rank ", values.rank());
  ctx.set_output(0, values.rank() == 2 ? Shape{values[0], size} : Shape{size});
}
void dense_bincount_cpu(KernelContext& ctx) {
  const Tensor &values = ctx.input(0), &weights = ctx.input(2);
  int64_t size = bin_count(ctx, 1);
  if (values.shape().rank() > 2) ctx.fail("Shape must be at most rank 2 but is rank ", values.shape().rank());
  if (weights.num_elements() > 0 && weights.shape() != values.shape()) ctx.fail(kBadWeights, weights.shape());
  bool matrix = values.shape().rank() == 2;
  int64_t rows = matrix ? values.shape()[0] : 1,
          cols = std::max<int64_t>(matrix ? values.shape()[1] : values.num_elements(), 1);
  Tensor out = ctx.allocate(0, matrix ? Shape{rows, size} : Shape{size});
  auto row_of = [cols, row = int64_t{0}, end = cols](int64_t i) mutable {
    if (i == end) {
      ++row;
      end += cols;
    }
    return row;
  };
  count(ctx, values, weights, {rows, size, ctx.attr<bool>("binary_output")}, out, row_of);
}
// The op takes a matrix, too.
void dense_bincount_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(1) || ctx.row_rank(0) != 1 || ctx.row_rank(2) != 1) return;
  const Shape& weights = ctx.row_shape(2);
  if (weights[0] < 0) return;
  ctx.set_all(Values{ctx.stacked(0), ctx.value(1), weights[0] == 0 ? ctx.value(2) : ctx.stacked(2)});
}
DEFINE_OP("DenseBincount")
    .input("input: Tidx")
    .input("size: Tidx")
    .input("weights: T")
    .output("output: T")
    .attr("Tidx: {int32, int64}")
    .attr("T: {int32, int64, float, double}")
    .attr("binary_output: bool = false")
    .doc("How often each number below `size` occurs in a vector, or in each row of a matrix.")
    .shape(dense_bincount_shape)
    .kernel(CPU, dense_bincount_cpu)
    .vectorize(dense_bincount_vectorize);

void sparse_bincount_shape(ShapeContext& ctx) {
  int64_t size = known_bins(ctx, 3);
  Shape dense = ctx.constant_as_shape(2);
  if (!dense.has_rank()) return ctx.set_output(0, Shape::unknown());
  ctx.set_output(0, dense.rank() == 2 ? Shape{dense[0], size} : Shape{size});
}
void sparse_bincount_cpu(KernelContext& ctx) {
  const Tensor &indices = ctx.input(0), &values = ctx.input(1), &dense = ctx.input(2), &weights = ctx.input(4);
  int64_t size = bin_count(ctx, 3), rank = dense.num_elements();
  if (weights.num_elements() > 0 && weights.shape() != values.shape()) ctx.fail(kBadWeights, weights.shape());
  if (rank < 1 || rank > 2 || indices.shape().rank() != 2 || indices.shape()[0] != values.num_elements() ||
      indices.shape()[1] != rank)
    ctx.fail("indices must have one row per value and one column per axis, got ", indices.shape(), " for ",
             values.num_elements(), " values of rank ", rank);
  bool matrix = rank == 2;
  int64_t rows = matrix ? dense.int_at(0) : 1;
  if (rows < 0) ctx.fail("dense_shape must not be negative");
  for (int64_t i = 0; i < indices.num_elements(); ++i)
    if (indices.int_at(i) < 0 || indices.int_at(i) >= dense.int_at(i % rank))
      ctx.fail("Sparse index tuple indices[", i / rank, ", :] is out of bounds of ", dense.as_shape());
  Tensor out = ctx.allocate(0, matrix ? Shape{rows, size} : Shape{size});
  count(ctx, values, weights, {rows, size, ctx.attr<bool>("binary_output")}, out,
        [&](int64_t i) { return matrix ? indices.data<int64_t>()[i * 2] : 0; });
}
DEFINE_OP("SparseBincount")
    .input("indices: int64")
    .input("values: Tidx")
    .input("dense_shape: int64")
    .input("size: Tidx")
    .input("weights: T")
    .output("output: T")
    .attr("Tidx: {int32, int64}")
    .attr("T: {int32, int64, float, double}")
    .attr("binary_output: bool = false")
    .doc("How often each number below `size` occurs among a sparse tensor's values, row by row.")
    .shape(sparse_bincount_shape)
    .kernel(CPU, sparse_bincount_cpu);

void ragged_bincount_shape(ShapeContext& ctx) {
  int64_t size = known_bins(ctx, 2), splits = ctx.input(0).rank() == 1 ? ctx.input(0)[0] : kUnknown;
  ctx.set_output(0, Shape{splits > 0 ? splits - 1 : kUnknown, size});
}
void ragged_bincount_cpu(KernelContext& ctx) {
  const Tensor &splits = ctx.input(0), &values = ctx.input(1), &weights = ctx.input(3);
  int64_t size = bin_count(ctx, 2), rows = splits.num_elements() - 1;
  if (rows < 0 || splits.shape().rank() != 1) ctx.fail("Splits must be a vector of at least one element");
  const int64_t* starts = splits.data<int64_t>();
  if (starts[0] != 0) ctx.fail("Splits must start with 0, not with ", starts[0]);
  if (starts[rows] != values.num_elements())
    ctx.fail("Splits must end with the number of values, got ", starts[rows], " instead of ", values.num_elements());
  if (!std::is_sorted(starts, starts + rows + 1)) ctx.fail("Splits must not decrease");
  if (weights.num_elements() > 0 && weights.shape() != values.shape()) ctx.fail(kBadWeights, weights.shape());
  Tensor out = ctx.allocate(0, Shape{rows, size});
  count(ctx, values, weights, {rows, size, ctx.attr<bool>("binary_output")}, out,
        [&](int64_t i) { return std::upper_bound(starts, starts + rows + 1, i) - starts - 1; });
}
DEFINE_OP("RaggedBincount")
    .input("splits: int64")
    .input("values: Tidx")
    .input("size: Tidx")
    .input("weights: T")
    .output("output: T")
    .attr("Tidx: {int32, int64}")
    .attr("T: {int32, int64, float, double}")
    .attr("binary_output: bool = false")
    .doc("How often each number below `size` occurs in each row of a ragged tensor.")
    .shape(ragged_bincount_shape)
    .kernel(CPU, ragged_bincount_cpu);

void bucketize_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }
void bucketize_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  std::vector<float> boundaries = ctx.attr<std::vector<float>>("boundaries");
  if (!std::is_sorted(boundaries.begin(), boundaries.end())) ctx.fail("Expected sorted boundaries");
  Tensor out = ctx.output(0);
  visit_dtype<int32_t, int64_t, float, double>(x.dtype(), [&]<class T>() {
    for (int64_t i = 0; i < x.num_elements(); ++i)
      out.data<int32_t>()[i] = static_cast<int32_t>(
          std::upper_bound(boundaries.begin(), boundaries.end(), x.data<T>()[i]) - boundaries.begin());
  });
}
DEFINE_OP("Bucketize")
    .input("input: T")
    .output("output: int32")
    .attr("T: {int32, int64, float, double}")
    .attr("boundaries: list(float)")
    .doc("How many of the boundaries are not above each element.")
    .shape(bucketize_shape)
    .kernel(CPU, bucketize_cpu)
    .no_gradient("its result is an integer")
    .vectorize(vectorize::leading_axes);

void histogram_shape(ShapeContext& ctx) {
  if (ctx.input(1).has_rank() && ctx.input(1).rank() != 1) ctx.fail("value_range should be a vector.");
  if (ctx.input(2).rank() > 0) ctx.fail("nbins should be a scalar, got shape ", ctx.input(2));
  int64_t bins = kUnknown;
  if (Tensor nbins = ctx.constant(2)) {
    bins = nbins.int_at(0);
    if (bins <= 0) ctx.fail("nbins should be a positive number, but got '", bins, "'");
  }
  ctx.set_output(0, Shape{bins});
}
void histogram_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &range = ctx.input(1), &nbins = ctx.input(2);
  if (range.num_elements() != 2) ctx.fail("value_range should be a vector of 2 elements, but got ", range.shape());
  if (nbins.shape().rank() != 0) ctx.fail("nbins should be a scalar, got shape ", nbins.shape());
  int64_t bins = nbins.int_at(0);
  if (bins <= 0) ctx.fail("nbins should be a positive number, but got '", bins, "'");
  Tensor out = ctx.allocate(0, Shape{bins});
  visit_dtype<int32_t, int64_t, float, double>(x.dtype(), [&]<class T>() {
    T low = range.data<T>()[0], high = range.data<T>()[1];
    if (!(low < high))
      ctx.fail("value_range should satisfy value_range[0] < value_range[1], but got '[", low, ", ", high, "]'");
    visit_dtype<int32_t, int64_t>(out.dtype(), [&]<class Count>() {
      Count* counts = out.data<Count>();
      std::fill_n(counts, bins, Count(0));
      double step = (static_cast<double>(high) - static_cast<double>(low)) / static_cast<double>(bins);
      for (T value : x.flat<T>()) {
        if (std::isnan(static_cast<double>(value))) ctx.fail("Histogram values must not contain NaN");
        double at = std::floor((static_cast<double>(value) - static_cast<double>(low)) / step);
        counts[static_cast<int64_t>(std::clamp(at, 0.0, static_cast<double>(bins - 1)))] += 1;
      }
    });
  });
}
// The number of each value's part, counted apart for each row. The op itself, with no values, checks the arguments.
void histogram_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(1, 3)) return;
  using namespace build;
  auto wide = [](const Value& x) { return cast(x, DType::kFloat64); };
  auto bound = [&](int i) { return wide(op<"GatherV2">({ctx.value(1), int_scalar(i), int_scalar(0)})); };
  const DType dtype = ctx.output_dtype(0);
  Value flat = reshape(ctx.value(0), ints({-1}));
  Value zeros =
      call(ctx.op(), Values{op<"Slice">({flat, ints({0}), ints({0})}), ctx.value(1), ctx.value(2)}, ctx.attrs())[0];
  Value low = bound(0), bins = ctx.value(2);
  Value step = div(sub(bound(1), low), wide(bins));
  Value part = op<"Floor">({div(sub(wide(ctx.value(0)), low), step)});
  Value zero = number_like(part, 0);
  part = op<"SelectV2">({op<"Equal">({part, part}), part, zero});
  part = op<"Maximum">({op<"Minimum">({part, wide(sub(bins, int_scalar(1)))}), zero});
  Value row = op<"Range">({int_scalar(0), ctx.num_rows(), int_scalar(1)});
  Value size = op<"Prod">({shape_of(ctx.value(0)), ints({0})});
  size = op<"FloorDiv">({size, op<"Maximum">({ctx.num_rows(), int_scalar(1)})});
  Value place = add(reshape(cast(part, DType::kInt64), ctx.with_rows(reshape(size, ints({1})))),
                    cast(op<"ExpandDims">({mul(row, bins), int_scalar(1)}), DType::kInt64));
  Value ones = op<"OnesLike">({cast(place, dtype)});
  Value counts = op<"UnsortedSegmentSum">({ones, place, mul(bins, ctx.num_rows())});
  ctx.set(0, add(reshape(counts, ctx.with_rows(reshape(bins, ints({1})))), zeros));
}

DEFINE_OP("HistogramFixedWidth")
    .input("values: T")
    .input("value_range: T")
    .input("nbins: int32")
    .output("out: dtype")
    .attr("T: {int32, int64, float, double}")
    .attr("dtype: {int32, int64} = int32")
    .doc("How many values fall into each of nbins equal parts of the range; outliers count at the ends.")
    .shape(histogram_shape)
    .kernel(CPU, histogram_cpu)
    .no_gradient("it counts")
    .vectorize(histogram_vectorize);

XLA_FACT(kNotCompiled, "HistogramFixedWidth", "RaggedBincount", "SparseBincount");
XLA_MUST_KNOW({"Bincount", "DenseBincount"}, {"size"});

}  // namespace
}  // namespace graphwright
