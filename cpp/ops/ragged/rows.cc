// Rows of ragged tensors: picked by indices (RaggedGather), turned into a
// sparse tensor (RaggedTensorToSparse), and filled where they are empty
// (RaggedFillEmptyRows).
#include <algorithm>

#include "kernels/strided_copy.h"
#include "op/build.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

int64_t inner_size(const Shape& shape) { return product(shape, 1, shape.rank()); }
Shape with_rows(Shape shape, int64_t rows) {
  shape.set(0, rows);
  return shape;
}
Tensor splits_of(DType dtype, const std::vector<int64_t>& values) {
  Tensor splits = Tensor::allocate(dtype, Shape{static_cast<int64_t>(values.size())});
  visit_dtype<int32_t, int64_t>(dtype, [&]<class S>() {
    std::transform(values.begin(), values.end(), splits.data<S>(), [](int64_t x) { return static_cast<S>(x); });
  });
  return splits;
}

// ---- RaggedGather ----

void gather_shape(ShapeContext& ctx) {
  const int64_t in_rank = ctx.attr<int64_t>("PARAMS_RAGGED_RANK"), out_rank = ctx.attr<int64_t>("OUTPUT_RAGGED_RANK");
  const Shape &indices = ctx.input(ctx.num_inputs() - 1), &values = ctx.input(ctx.num_inputs() - 2);
  if (indices.has_rank() && indices.rank() + in_rank - 1 != out_rank)
    ctx.fail(
        "OUTPUT_RAGGED_RANK must be the rank of indices + "
        "PARAMS_RAGGED_RANK - 1 = ",
        indices.rank() + in_rank - 1, ", got ", out_rank);
  for (int64_t i = 0; i < in_rank; ++i) ctx.with_rank(static_cast<int>(i), 1);
  for (int64_t i = 0; i < out_rank; ++i) ctx.set_output(static_cast<int>(i), Shape{kUnknown});
  Shape shape = Shape::unknown();
  if (values.has_rank()) {
    if (values.rank() == 0) ctx.fail("params.rank must be nonzero");
    shape = with_rows(values, kUnknown);
  }
  ctx.set_output(static_cast<int>(out_rank), shape);
}

void gather_cpu(KernelContext& ctx) {
  const int in_rank = ctx.num_inputs() - 2;
  const Tensor &values = ctx.input(in_rank), &indices = ctx.input(in_rank + 1);
  const int rank = indices.shape().rank();
  if (values.shape().rank() == 0) ctx.fail("params.rank must be nonzero");
  if (rank + in_rank - 1 != ctx.attr<int64_t>("OUTPUT_RAGGED_RANK"))
    ctx.fail(
        "OUTPUT_RAGGED_RANK must be the rank of indices + "
        "PARAMS_RAGGED_RANK - 1 = ",
        rank + in_rank - 1, ", got ", ctx.attr<int64_t>("OUTPUT_RAGGED_RANK"));
  for (int k = 0; k < in_rank; ++k) {
    const Tensor& splits = ctx.input(k);
    if (splits.shape().rank() != 1) ctx.fail("Ragged splits must be vectors, got shape ", splits.shape());
    const int64_t below = k + 1 < in_rank ? ctx.input(k + 1).num_elements() - 1 : values.shape()[0];
    for (int64_t i = 0; i < splits.num_elements(); ++i) {
      if (splits.int_at(i) < (i == 0 ? 0 : splits.int_at(i - 1)))
        ctx.fail(i == 0 ? "Ragged splits must not be negative" : "Ragged splits must be sorted");
      if (splits.int_at(i) > below) ctx.fail("Ragged splits must not point past values");
    }
  }
  struct Rows {
    int64_t begin, end;
  };
  const int64_t limit = ctx.input(0).num_elements() - 1;
  std::vector<Rows> picked;
  for (int64_t i = 0; i < indices.num_elements(); ++i) {
    const int64_t row = indices.int_at(i);
    if (row < 0 || row >= limit)
      ctx.fail("indices", position_text(indices.shape(), i), " = ", row, " is not in [0, ", limit, ")");
    picked.push_back({row, row + 1});
  }
  int output = 0;
  const DType dtype = ctx.input(0).dtype();
  int64_t count = 1;
  for (int axis = 0; axis + 1 < rank; ++axis) {  // the axes of the indices but the last: rows of one length
    count *= indices.shape()[axis];
    std::vector<int64_t> splits;
    for (int64_t i = 0; i <= count; ++i) splits.push_back(i * indices.shape()[axis + 1]);
    ctx.set_output(output++, splits_of(dtype, splits));
  }
  for (int k = 0; k < in_rank; ++k) {
    const Tensor& own = ctx.input(k);
    std::vector<int64_t> splits{0};
    for (Rows& rows : picked) {
      for (int64_t row = rows.begin; row < rows.end; ++row)
        splits.push_back(splits.back() + own.int_at(row + 1) - own.int_at(row));
      rows = {own.int_at(rows.begin), own.int_at(rows.end)};
    }
    if (dtype == DType::kInt32 && splits.back() > std::numeric_limits<int32_t>::max())
      ctx.fail("the number of rows picked does not fit splits of int32");
    if (k > 0 || rank > 0) ctx.set_output(output++, splits_of(dtype, splits));
  }
  int64_t total = 0;
  for (const Rows& rows : picked) total += rows.end - rows.begin;
  Tensor out = ctx.allocate(output, with_rows(values.shape(), total));
  const int64_t size = inner_size(values.shape());
  int64_t to = 0;
  for (const Rows& rows : picked) {
    copy_elements(values.dtype(), advance(out.raw(), out.dtype(), to * size),
                  advance(values.raw(), values.dtype(), rows.begin * size), (rows.end - rows.begin) * size);
    to += rows.end - rows.begin;
  }
}

// Each value's gradient is the sum of those where it was put; the op itself on
// their numbers tells where.
Values gather_grad(GradientContext& ctx) {
  Values result(ctx.num_inputs());
  const int in_rank = ctx.num_inputs() - 2;
  const Value zero = Tensor::scalar(int32_t{0}), one = Tensor::scalar(int32_t{1});
  const Value count = op<"GatherV2">({build::shape_of(ctx.input(in_rank)), zero, zero});
  Values inputs(ctx.inputs().begin(), ctx.inputs().end());
  inputs[in_rank] = op<"Range">({zero, count, one});
  Attrs attrs{{"PARAMS_RAGGED_RANK", ctx.attr<int64_t>("PARAMS_RAGGED_RANK")},
              {"OUTPUT_RAGGED_RANK", ctx.attr<int64_t>("OUTPUT_RAGGED_RANK")}};
  const int last = ctx.num_outputs() - 1;
  const Value source = call(ctx.op(), inputs, attrs)[last];
  result[in_rank] = op<"UnsortedSegmentSum">({ctx.grad(last), source, count});
  return result;
}

// ---- RaggedTensorToSparse ----

void to_sparse_shape(ShapeContext& ctx) {
  const int64_t ragged_rank = ctx.attr<int64_t>("RAGGED_RANK");
  const Shape& values = ctx.input(ctx.num_inputs() - 1);
  for (int64_t i = 0; i < ragged_rank; ++i) ctx.with_rank(static_cast<int>(i), 1);
  const int64_t rank = values.has_rank() ? ragged_rank + values.rank() : kUnknown;
  const int64_t count = values.num_elements();
  ctx.set_output(0, Shape{count < 0 ? kUnknown : count, rank});
  ctx.set_output(1, Shape{count < 0 ? kUnknown : count});
  ctx.set_output(2, Shape{rank});
}

void to_sparse_cpu(KernelContext& ctx) {
  const int ragged_rank = ctx.num_inputs() - 1;
  const Tensor& values = ctx.input(ragged_rank);
  if (values.shape().rank() == 0)
    ctx.fail(
        "Final value of ragged splits must match the length the "
        "corresponding ragged values.");
  for (int k = 0; k < ragged_rank; ++k) {
    const Tensor& splits = ctx.input(k);
    if (splits.shape().rank() != 1) ctx.fail("ragged splits must be vectors, got shape ", splits.shape());
    if (splits.num_elements() == 0) ctx.fail("ragged splits may not be empty.");
    if (splits.int_at(0) != 0) ctx.fail("First value of ragged splits must be 0.");
    for (int64_t i = 1; i < splits.num_elements(); ++i) {
      if (splits.int_at(i) < splits.int_at(i - 1))
        ctx.fail("Ragged splits should be non decreasing, but we got ", splits.int_at(i - 1), " followed by ",
                 splits.int_at(i));
    }
    const int64_t below = k + 1 < ragged_rank ? ctx.input(k + 1).num_elements() - 1 : values.shape()[0];
    if (splits.int_at(splits.num_elements() - 1) != below)
      ctx.fail(
          "Final value of ragged splits must match the length the "
          "corresponding ragged values.");
  }
  const int rank = ragged_rank + values.shape().rank();
  Ints shape{ctx.input(0).num_elements() - 1};
  // The places of the rows of each level, then of the values.
  std::vector<int64_t> places;
  for (int64_t row = 0; row < shape[0]; ++row) places.push_back(row);
  for (int k = 0; k < ragged_rank; ++k) {
    const Tensor& splits = ctx.input(k);
    const int width = k + 1;
    std::vector<int64_t> next;
    int64_t longest = 0;
    for (int64_t row = 0; row + 1 < splits.num_elements(); ++row) {
      const int64_t length = splits.int_at(row + 1) - splits.int_at(row);
      longest = std::max(longest, length);
      for (int64_t i = 0; i < length; ++i) {
        next.insert(next.end(), places.begin() + row * width, places.begin() + (row + 1) * width);
        next.push_back(i);
      }
    }
    shape.push_back(longest);
    places = std::move(next);
  }
  for (int axis = 1; axis < values.shape().rank(); ++axis) shape.push_back(values.shape()[axis]);
  const int64_t count = values.num_elements(), size = inner_size(values.shape());
  Tensor indices = ctx.allocate(0, Shape{count, rank});
  const auto strides = strides_of(values.shape());
  int64_t* to = indices.data<int64_t>();
  for (int64_t i = 0; i < count; ++i) {
    to = std::copy_n(places.begin() + (i / size) * (ragged_rank + 1), ragged_rank + 1, to);
    for (int axis = 1; axis < values.shape().rank(); ++axis) *to++ = i / strides[axis] % values.shape()[axis];
  }
  ctx.set_output(1, values.reshaped(Shape{count}));
  Tensor dense_shape = ctx.allocate(2, Shape{rank});
  std::copy(shape.begin(), shape.end(), dense_shape.data<int64_t>());
}

Values to_sparse_grad(GradientContext& ctx) {
  Values result(ctx.num_inputs());
  const Value& values = ctx.input(ctx.num_inputs() - 1);
  result[ctx.num_inputs() - 1] = build::reshape_like(ctx.grad(1), values);
  return result;
}

// ---- RaggedFillEmptyRows ----

void fill_shape(ShapeContext& ctx) {
  const Shape ids = ctx.with_rank(0, 1);
  const Shape values = ctx.with_rank(1, 1);
  ctx.with_rank(2, 0);
  ctx.with_rank(3, 0);
  if (ids[0] != kUnknown && values[0] != kUnknown && ids[0] != values[0])
    ctx.fail("The length of `values` (", values[0], ") must match the first dimension of `value_rowids` (", ids[0],
             ").");
  for (int i = 0; i < 3; ++i) ctx.set_output(i, Shape{kUnknown});
  ctx.set_output(3, Shape{ids[0] == kUnknown ? values[0] : ids[0]});
}

void fill_cpu(KernelContext& ctx) {
  const Tensor &ids = ctx.input(0), &values = ctx.input(1), &missing = ctx.input(3);
  const int64_t rows = int_input(ctx, 2), count = values.num_elements();
  if (rows < 0) ctx.fail("Expected shape dimensions to be non-negative, got ", rows);
  if (rows == 0 && count > 0) ctx.fail("Received SparseTensor with dense_shape[0] = 0 but indices.shape[0] = ", count);
  Tensor empty = ctx.allocate(2, Shape{rows});
  bool* none = empty.data<bool>();
  std::fill_n(none, rows, true);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t row = ids.data<int64_t>()[i];
    if (row < 0 || row >= rows) ctx.fail("indices(", i, ", 0) is invalid: ", row, " >= ", rows);
    none[row] = false;
  }
  // The values in the order of their rows, with one more for each row without.
  std::vector<int64_t> next(rows + 1, 0);
  for (int64_t i = 0; i < count; ++i) ++next[ids.data<int64_t>()[i] + 1];
  for (int64_t row = 0; row < rows; ++row) next[row + 1] += next[row] + (none[row] ? 1 : 0);
  const int64_t total = next[rows];
  Tensor out_ids = ctx.allocate(0, Shape{total}), out = ctx.allocate(1, Shape{total});
  Tensor where = ctx.allocate(3, Shape{count});
  auto put = [&](int64_t row, const Tensor& from, int64_t i) {
    const int64_t to = next[row]++;
    out_ids.data<int64_t>()[to] = row;
    copy_elements(out.dtype(), advance(out.raw(), out.dtype(), to), advance(from.raw(), from.dtype(), i), 1);
    return to;
  };
  for (int64_t i = 0; i < count; ++i) where.data<int64_t>()[i] = put(ids.data<int64_t>()[i], values, i);
  for (int64_t row = 0; row < rows; ++row)
    if (none[row]) put(row, missing, 0);
}

Values fill_grad(GradientContext& ctx) {
  const Values grads = ops<"RaggedFillEmptyRowsGrad">({ctx.output(3), ctx.grad(1)});
  return {Value(), grads[0], Value(), grads[1]};
}

}  // namespace

// RaggedGather: the rows at the indices, with all that is in them.
DEFINE_OP("RaggedGather")
    .input("params_nested_splits: PARAMS_RAGGED_RANK * Tsplits")
    .input("params_dense_values: Tvalues")
    .input("indices: Tindices")
    .output("output_nested_splits: OUTPUT_RAGGED_RANK * Tsplits")
    .output("output_dense_values: Tvalues")
    .attr("Tvalues: type")
    .attr("Tindices: {int32, int64}")
    .attr("Tsplits: {int32, int64} = DT_INT64")
    .attr("PARAMS_RAGGED_RANK: int >= 1")
    .attr("OUTPUT_RAGGED_RANK: int >= 0")
    .doc("Rows of a ragged tensor, picked by their numbers.")
    .shape(gather_shape)
    .kernel(CPU, gather_cpu)
    .gradient(gather_grad);

// RaggedTensorToSparse: all values with their places; the shape is that of the
// longest rows.
DEFINE_OP("RaggedTensorToSparse")
    .input("rt_nested_splits: RAGGED_RANK * Tsplits")
    .input("rt_dense_values: T")
    .output("sparse_indices: int64")
    .output("sparse_values: T")
    .output("sparse_dense_shape: int64")
    .attr("RAGGED_RANK: int >= 1")
    .attr("T: type")
    .attr("Tsplits: {int32, int64} = DT_INT64")
    .doc("A sparse tensor with the values of a ragged one.")
    .shape(to_sparse_shape)
    .kernel(CPU, to_sparse_cpu)
    .gradient(to_sparse_grad);

// RaggedFillEmptyRows: a value for each row that has none; which rows had none;
// where each value went.
DEFINE_OP("RaggedFillEmptyRows")
    .input("value_rowids: int64")
    .input("values: T")
    .input("nrows: int64")
    .input("default_value: T")
    .output("output_value_rowids: int64")
    .output("output_values: T")
    .output("empty_row_indicator: bool")
    .output("reverse_index_map: int64")
    .attr("T: type")
    .doc(
        "A ragged matrix with a value in every row; which rows had none; "
        "where each value went.")
    .shape(fill_shape)
    .kernel(CPU, fill_cpu)
    .gradient(fill_grad);

}  // namespace graphwright
