// Dealing slices out to several arrays by number, and putting slices of several arrays together by index.
#include <algorithm>
#include <cstring>
#include <vector>

#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

template <class Context>
void check_partition_shapes(const Context& ctx, const Shape& data, const Shape& partitions) {
  if (!data.has_rank() || !partitions.has_rank()) return;
  bool fits = data.rank() >= partitions.rank();
  for (int i = 0; fits && i < partitions.rank(); ++i)
    fits = data[i] < 0 || partitions[i] < 0 || data[i] == partitions[i];
  if (!fits)
    ctx.fail("data.shape must start with partitions.shape, got data.shape = ", data,
             ", partitions.shape = ", partitions);
}

void partition_shape(ShapeContext& ctx) {
  const Shape &data = ctx.input(0), &partitions = ctx.input(1);
  check_partition_shapes(ctx, data, partitions);
  Shape out = Shape::unknown();
  if (data.has_rank() && partitions.has_rank())
    out = Shape{kUnknown}.concat(data.slice(partitions.rank(), data.rank()));
  int64_t n = ctx.attr<int64_t>("num_partitions");
  for (int64_t i = 0; i < n; ++i) ctx.set_output(static_cast<int>(i), out);
}
void partition_cpu(KernelContext& ctx) {
  const Tensor &data = ctx.input(0), &partitions = ctx.input(1);
  check_partition_shapes(ctx, data.shape(), partitions.shape());
  int n = ctx.num_outputs();
  const int32_t* part = partitions.data<int32_t>();
  std::vector<int64_t> sizes(n, 0);
  for (int64_t i = 0; i < partitions.num_elements(); ++i) {
    if (part[i] < 0 || part[i] >= n)
      ctx.fail("partitions", position_text(partitions.shape(), i), " = ", part[i], " is not in [0, ", n, ")");
    ++sizes[part[i]];
  }
  Shape inner = data.shape().slice(partitions.shape().rank(), data.shape().rank());
  int64_t row = inner.num_elements(), bytes = row * static_cast<int64_t>(dtype_size(data.dtype()));
  std::vector<char*> to(n);
  for (int i = 0; i < n; ++i) to[i] = static_cast<char*>(ctx.allocate(i, Shape{sizes[i]}.concat(inner)).raw());
  const char* from = static_cast<const char*>(data.raw());
  for (int64_t i = 0; i < partitions.num_elements(); ++i, from += bytes) {
    copy_elements(data.dtype(), to[part[i]], from, row);
    to[part[i]] += bytes;
  }
}
// The gradients of the parts, put back where their slices came from.
Values partition_grad(GradientContext& ctx) {
  const Value &data = ctx.input(0), &partitions = ctx.input(1);
  int64_t n = ctx.num_outputs();
  Value shape = build::shape_of(partitions);
  Value positions = build::reshape(build::range(build::int_scalar(0), build::product(shape)), shape);
  Values stitched = ops<"DynamicPartition">({positions, partitions}, {{"num_partitions", n}});
  for (int i = 0; i < n; ++i) stitched.push_back(ctx.grad(i));
  return {build::reshape(op<"DynamicStitch">(stitched, {{"N", n}}), build::shape_of(data)), nullptr};
}

// Inputs 0 … n - 1 are indices, n … 2n - 1 data; data[i].shape = indices[i].shape + rest.
template <class Context>
Shape stitched_rest(const Context& ctx, const auto& input) {
  int n = ctx.num_inputs() / 2;
  Shape rest = Shape::unknown();
  int first = -1;
  for (int i = 0; i < n; ++i) {
    const Shape& indices = input(i);
    const Shape& data = input(n + i);
    if (!indices.has_rank() || !data.has_rank()) continue;
    bool fits = data.rank() >= indices.rank();
    for (int k = 0; fits && k < indices.rank(); ++k) fits = indices[k] < 0 || data[k] < 0 || indices[k] == data[k];
    if (!fits)
      ctx.fail("data[", i, "].shape must start with indices[", i, "].shape, got data[", i, "].shape = ", data,
               ", indices[", i, "].shape = ", indices);
    Shape mine = data.slice(indices.rank(), data.rank());
    if (!rest.compatible(mine))
      ctx.fail("Need data[", first, "].shape[", input(first).rank(), ":] = data[", i, "].shape[", indices.rank(),
               ":], got data[", first, "].shape = ", input(n + first), ", data[", i, "].shape = ", data, ", indices[",
               first, "].shape = ", input(first), ", indices[", i, "].shape = ", indices);
    if (first < 0) first = i;
    rest = rest.merge(mine);
  }
  return rest;
}

void stitch_shape(ShapeContext& ctx) {
  Shape rest = stitched_rest(ctx, [&](int i) -> const Shape& { return ctx.input(i); });
  int n = ctx.num_inputs() / 2;
  int64_t size = 0;
  for (int i = 0; i < n && size >= 0; ++i) {
    auto indices = known_ints(ctx, i);
    // One that is out of range is an error when it runs.
    if (!indices || std::any_of(indices->begin(), indices->end(), [](int64_t index) { return index < 0; })) {
      size = kUnknown;
      break;
    }
    for (int64_t index : *indices) size = std::max(size, index + 1);
  }
  ctx.set_output(0, rest.has_rank() ? Shape{size}.concat(rest) : rest);
}
void stitch_cpu(KernelContext& ctx) {
  Shape rest = stitched_rest(ctx, [&](int i) -> const Shape& { return ctx.input(i).shape(); });
  int n = ctx.num_inputs() / 2;
  int64_t size = 0;
  for (int i = 0; i < n; ++i)
    for (int32_t index : ctx.flat<int32_t>(i)) size = std::max<int64_t>(size, int64_t{index} + 1);
  Tensor out = ctx.allocate(0, Shape{size}.concat(rest));
  // Slices that no index names are zeros.
  if (is_plain(out.dtype()) && out.num_elements() > 0) std::memset(out.raw(), 0, out.bytes());
  int64_t row = rest.num_elements(), bytes = row * static_cast<int64_t>(dtype_size(out.dtype()));
  for (int i = 0; i < n; ++i) {
    const char* from = static_cast<const char*>(ctx.input(n + i).raw());
    for (int32_t index : ctx.flat<int32_t>(i)) {
      if (index < 0) ctx.fail("indices[", i, "] is out of range");
      copy_elements(out.dtype(), static_cast<char*>(out.raw()) + index * bytes, from, row);
      from += bytes;
    }
  }
}
Values stitch_grad(GradientContext& ctx) {
  int n = ctx.num_inputs() / 2;
  Values grads(2 * n, Value());
  for (int i = 0; i < n; ++i)
    if (ctx.wants(n + i)) grads[n + i] = build::gather(ctx.grad(), ctx.input(i));
  return grads;
}

// All rows are dealt out alike; sizes that differ from row to row would not fit into one array.
void partition_vectorize(VectorizeContext& ctx) {
  const int rank = ctx.row_rank(0), axis = ctx.row_rank(1);
  if (ctx.rows(1) || rank < 0 || axis < 0) return;
  Values parts = call(ctx.op(), Values{VectorizeContext::rows_at(ctx.value(0), rank, axis), ctx.value(1)}, ctx.attrs());
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set(i, VectorizeContext::rows_to_front(parts[i], rank - axis + 1, 1));
}
// The same for their way back.
void stitch_vectorize(VectorizeContext& ctx) {
  const int n = ctx.num_inputs() / 2;
  if (ctx.any_rows(0, n) || !ctx.row_output_shape(0).has_rank()) return;
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    if (i < n) {
      inputs.push_back(ctx.value(i));
      continue;
    }
    const int rank = ctx.row_rank(i), axis = ctx.row_rank(i - n);
    if (rank < 0 || axis < 0) return;
    inputs.push_back(VectorizeContext::rows_at(ctx.stacked(i), rank, axis));
  }
  ctx.set(0,
          VectorizeContext::rows_to_front(call(ctx.op(), inputs, ctx.attrs())[0], ctx.row_output_shape(0).rank(), 1));
}

}  // namespace

// DynamicPartition: slice i of data goes to output partitions[i].
DEFINE_OP("DynamicPartition")
    .input("data: T")
    .input("partitions: int32")
    .output("outputs: num_partitions * T")
    .attr("num_partitions: int >= 1")
    .attr("T: type")
    .doc("Deals the slices of `data` out to `num_partitions` arrays; `partitions` says which goes where.")
    .shape(partition_shape)
    .kernel(CPU, partition_cpu)
    .gradient(partition_grad)
    .vectorize(partition_vectorize);

// DynamicStitch: merged[indices[m][i]] = data[m][i].
DEFINE_OP("DynamicStitch")
    .input("indices: N * int32")
    .input("data: N * T")
    .output("merged: T")
    .attr("N: int >= 1")
    .attr("T: type")
    .doc("One array in which slice `indices[m][i]` is `data[m][i]`; of several for one place the last wins.")
    .shape(stitch_shape)
    .kernel(CPU, stitch_cpu)
    .gradient(stitch_grad)
    .vectorize(stitch_vectorize);

// ParallelDynamicStitch: DynamicStitch in any order.
DEFINE_OP("ParallelDynamicStitch")
    .input("indices: N * int32")
    .input("data: N * T")
    .output("merged: T")
    .attr("N: int >= 1")
    .attr("T: type")
    .doc("One array in which slice `indices[m][i]` is `data[m][i]`; of several for one place any may win.")
    .shape(stitch_shape)
    .kernel(CPU, stitch_cpu)
    .gradient(stitch_grad)
    .vectorize(stitch_vectorize);

XLA_MUST_KNOW({"DynamicStitch", "ParallelDynamicStitch"}, {"indices"});

}  // namespace graphwright
