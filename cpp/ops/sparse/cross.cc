// Crosses of the rows of sparse and dense matrices: SparseCross, SparseCrossV2, SparseCrossHashed.
#include "op/xla_facts.h"
#include "ops/sparse/cross_columns.h"

namespace graphwright {
namespace {

void cross_shape(ShapeContext& ctx) {
  ctx.set_output(0, Shape{kUnknown, 2});
  ctx.set_output(1, Shape{kUnknown});
  ctx.set_output(2, Shape{2});
}

struct Crossed {
  std::vector<CrossColumn> columns;
  int64_t rows = 0;
};

// The runs of a sparse column: a row's elements are those that follow each other from where the row before ended.
std::vector<CrossRun> runs_of(const Tensor& indices, int64_t rows) {
  std::vector<CrossRun> runs;
  const int64_t* position = indices.data<int64_t>();
  for (int64_t i = 0; i < indices.shape()[0];) {
    const int64_t row = position[2 * i];
    if (row < 0 || row >= rows || (!runs.empty() && row <= runs.back().row)) break;
    int64_t end = i + 1;
    while (end < indices.shape()[0] && position[2 * end] == row) ++end;
    runs.push_back({row, i, end - i});
    i = end;
  }
  return runs;
}

Crossed read_inputs(KernelContext& ctx) {
  const auto ranges = input_ranges(ctx.op(), ctx.num_inputs(), ctx.attrs());
  const ArgRange indices = ranges[0], values = ranges[1], shapes = ranges[2], dense = ranges[3];
  if (values.size != indices.size) ctx.fail("Expected ", indices.size, " input values, got ", values.size);
  if (shapes.size != indices.size) ctx.fail("Expected ", indices.size, " input shapes, got ", shapes.size);
  for (int i = 0; i < indices.size; ++i) {
    const Shape& shape = ctx.input(indices.begin + i).shape();
    if (shape.rank() != 2) ctx.fail("Input indices should be a matrix but received shape ", shape, " at position ", i);
    if (shape[1] != 2) ctx.fail("Expected D2 of index to be 2 got ", shape[1], " at position ", i);
  }
  for (int i = 0; i < values.size; ++i) {
    const Shape& shape = ctx.input(values.begin + i).shape();
    if (shape.rank() != 1) ctx.fail("Input values should be a vector but received shape ", shape, " at position ", i);
    const int64_t count = ctx.input(indices.begin + i).shape()[0];
    if (shape[0] != count) ctx.fail("Expected size of values to be ", count, " got ", shape[0], " at position ", i);
  }
  Crossed found;
  bool any = false;
  auto check_rows = [&](int64_t rows, const char* where, int i) {
    if (any && rows != found.rows) ctx.fail("Expected batch size ", found.rows, " got ", rows, where, i);
    found.rows = rows;
    any = true;
  };
  for (int i = 0; i < shapes.size; ++i) {
    const Tensor& shape = ctx.input(shapes.begin + i);
    if (shape.shape().rank() != 1)
      ctx.fail("Input shapes should be a vector but received shape ", shape.shape(), " at position ", i);
    if (shape.num_elements() != 2)
      ctx.fail("shape should imply a 2D tensor, but got ", shape.shape(), " at position ", i);
    if (shape.int_at(0) < 0) ctx.fail("Dimension ", shape.int_at(0), " must be >= 0, at position ", i);
    check_rows(shape.int_at(0), " at position ", i);
  }
  for (int i = 0; i < dense.size; ++i) {
    const Shape& shape = ctx.input(dense.begin + i).shape();
    if (shape.rank() != 2) ctx.fail("Dense inputs should be a matrix but received shape ", shape, " at position ", i);
    check_rows(shape[0], " at dense tensor ", i);
  }
  for (int i = 0; i < indices.size; ++i) {
    CrossColumn column;
    column.values = ctx.input(values.begin + i);
    column.runs = runs_of(ctx.input(indices.begin + i), found.rows);
    found.columns.push_back(std::move(column));
  }
  for (int i = 0; i < dense.size; ++i) {
    CrossColumn column;
    column.values = ctx.input(dense.begin + i);
    column.dense = true;
    column.width = column.values.shape()[1];
    found.columns.push_back(std::move(column));
  }
  return found;
}

// Allocates all outputs and gives positions and the shape their values; what is left are the crosses in output 1.
Tensor place_outputs(KernelContext& ctx, const Crossed& crossed) {
  int64_t total = 0, widest = 0;
  for_filled_rows(crossed.columns, crossed.rows, [&](const CrossRow& row) {
    const int64_t n = combinations_of(ctx, row);
    if (__builtin_add_overflow(total, n, &total)) ctx.fail("there are more than 2**63 - 1 crosses");
    widest = std::max(widest, n);
  });
  Tensor indices = ctx.allocate(0, shape_of_sizes(ctx, Ints{total, 2}));
  int64_t* position = indices.data<int64_t>();
  for_filled_rows(crossed.columns, crossed.rows, [&](const CrossRow& row) {
    const int64_t n = combinations_of(ctx, row);
    for (int64_t i = 0; i < n; ++i) {
      *position++ = row[0].row;
      *position++ = i;
    }
  });
  Tensor shape = ctx.allocate(2, Shape{2});
  shape.data<int64_t>()[0] = crossed.rows;
  shape.data<int64_t>()[1] = widest;
  return ctx.allocate(1, Shape{total});
}

void write_rows(const Crossed& crossed, CrossWriter writer) {
  for_filled_rows(crossed.columns, crossed.rows, [&](const CrossRow& row) { writer.write(crossed.columns, row); });
}

void write_text(KernelContext& ctx, Crossed crossed, const std::string& separator) {
  Tensor out = place_outputs(ctx, crossed);
  for (std::string& text : out.flat<std::string>()) text.clear();
  for (CrossColumn& column : crossed.columns) column.write_values();
  write_rows(crossed, CrossWriter(out, separator));
}

void cross_cpu(KernelContext& ctx) {
  Crossed crossed = read_inputs(ctx);
  if (ctx.attr<DType>("internal_type") == DType::kString) {
    for (const CrossColumn& column : crossed.columns) {
      if (column.values.dtype() != DType::kString)
        ctx.fail(column.dense ? "Dense inputs" : "Input values", " should be of internal type string but received ",
                 column.values.dtype());
    }
  }
  if (ctx.output_dtype(1) == DType::kString) return write_text(ctx, std::move(crossed), "_X_");
  Tensor out = place_outputs(ctx, crossed);
  for (CrossColumn& column : crossed.columns) column.hash_values(fingerprint64);
  const uint64_t key = static_cast<uint64_t>(ctx.attr<int64_t>("hash_key"));
  write_rows(crossed, CrossWriter(out, ctx.attr<int64_t>("num_buckets"), true, key));
}

void cross_v2_cpu(KernelContext& ctx) {
  Crossed crossed = read_inputs(ctx);
  const Tensor& separator = ctx.input(ctx.num_inputs() - 1);
  if (separator.shape().rank() != 0)
    ctx.fail("Input separator should be a scalar. Received: a tensor of shape ", separator.shape());
  write_text(ctx, std::move(crossed), *separator.data<std::string>());
}

void cross_hashed_cpu(KernelContext& ctx) {
  Crossed crossed = read_inputs(ctx);
  const int last = ctx.num_inputs();
  const Tensor &buckets = ctx.input(last - 3), &strong = ctx.input(last - 2), &salt = ctx.input(last - 1);
  if (buckets.num_elements() != 1) ctx.fail("Input \"num_buckets\" must have length 1 but has shape ", buckets.shape());
  if (strong.num_elements() != 1) ctx.fail("Input \"strong_hash\" must have length 1 but has shape ", strong.shape());
  if (salt.num_elements() != 2) ctx.fail("Input \"salt\" must have length 2 but has length ", salt.num_elements());
  const uint64_t key0 = static_cast<uint64_t>(salt.int_at(0)), key1 = static_cast<uint64_t>(salt.int_at(1));
  for (CrossColumn& column : crossed.columns) {
    if (!*strong.data<bool>()) {
      column.hash_values(fingerprint64);
      continue;
    }
    if (column.values.dtype() != DType::kString) ctx.fail("A strong hash needs strings, got ", column.values.dtype());
    column.hash_values([&](std::string_view text) { return siphash(text, key0, key1); });
  }
  Tensor out = place_outputs(ctx, crossed);
  write_rows(crossed, CrossWriter(out, buckets.int_at(0), false, 0));
}

#define GW_SPARSE_CROSS(NAME)                           \
  DEFINE_OP(NAME)                                       \
      .input("indices: N * int64")                      \
      .input("values: sparse_types")                    \
      .input("shapes: N * int64")                       \
      .input("dense_inputs: dense_types")               \
      .attr("N: int >= 0")                              \
      .attr("sparse_types: list({int64, string}) >= 0") \
      .attr("dense_types: list({int64, string}) >= 0")  \
      .trait(Trait::kHostMemory)                        \
      .shape(cross_shape)                               \
      .no_gradient("text and integers")

}  // namespace

// SparseCross: all combinations of the values in each row, as text joined by "_X_" or as keyed fingerprints.
GW_SPARSE_CROSS("SparseCross")
    .output("output_indices: int64")
    .output("output_values: out_type")
    .output("output_shape: int64")
    .attr("hashed_output: bool")
    .attr("num_buckets: int >= 0")
    .attr("hash_key: int")
    .attr("out_type: {int64, string}")
    .attr("internal_type: {int64, string}")
    .doc("All combinations of the values in each row of several matrices, joined to text or hashed.")
    .kernel(CPU, cross_cpu);

// SparseCrossV2: the same as text, with any separator.
GW_SPARSE_CROSS("SparseCrossV2")
    .input("sep: string")
    .output("output_indices: int64")
    .output("output_values: string")
    .output("output_shape: int64")
    .doc("All combinations of the values in each row of several matrices, joined by a separator.")
    .kernel(CPU, cross_v2_cpu);

// SparseCrossHashed: the same as fingerprints, by FarmHash or, of strings only, by SipHash with a salt.
GW_SPARSE_CROSS("SparseCrossHashed")
    .input("num_buckets: int64")
    .input("strong_hash: bool")
    .input("salt: int64")
    .output("output_indices: int64")
    .output("output_values: int64")
    .output("output_shape: int64")
    .doc("All combinations of the values in each row of several matrices, as numbers below num_buckets.")
    .kernel(CPU, cross_hashed_cpu);

XLA_FACT(kNotCompiled, "SparseCross", "SparseCrossHashed", "SparseCrossV2");

}  // namespace graphwright
