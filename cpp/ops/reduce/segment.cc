// Sums, products, extremes and means of the rows of each segment, where ids are sorted: SegmentSum and its like.
#include "ops/reduce/segment.h"

#include <limits>

#include "kernels/elementwise.h"
#include "kernels/segment.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {

Ids::Ids(const Tensor& ids) : memory_(ids) {
  const int64_t n = ids.num_elements();
  if (ids.dtype() != DType::kInt64) {
    memory_ = Tensor::allocate(DType::kInt64, Shape{n});
    visit_integer(ids.dtype(), [&]<class T>() {
      for (int64_t i = 0; i < n; ++i) memory_.data<int64_t>()[i] = static_cast<int64_t>(ids.data<T>()[i]);
    });
  }
  all_ = {memory_.data<int64_t>(), static_cast<size_t>(n)};
}

int64_t check_sorted_segments(KernelContext& ctx, int i, int64_t limit, const Ids& ids) {
  if (ctx.input(i).shape().rank() != 1) ctx.fail("segment_ids should be a vector.");
  const int64_t n = ids.size();
  if (n == 0) return 0;
  int64_t segments = std::min(ids[n - 1], std::numeric_limits<int64_t>::max() - 1) + 1;
  for (int64_t k = 0; k < n; ++k) {
    if (k > 0 && ids[k] < ids[k - 1]) ctx.fail("segment ids are not increasing");
    if (ids[k] < 0)
      ctx.fail("Segment id ", ids[k], " out of range [0, ", std::max<int64_t>(segments, 0),
               "), possibly because 'segment_ids' input is not sorted.");
  }
  if (limit >= 0 && segments > limit) ctx.fail("segment ids must be < num_segments");
  return segments;
}

Value as_column(const Value& counts, const Value& like) {
  if (like.shape().has_rank()) {
    SmallVector<int64_t, 8> shape(std::max(like.shape().rank(), 1), 1);
    shape[0] = -1;
    return build::reshape(counts, build::int_vector(shape));
  }
  Value ones = op<"Fill">(
      {op<"Reshape">({op<"Sub">({op<"Rank">({like}), build::int_scalar(1)}), build::ints({1})}), build::int_scalar(1)});
  return build::reshape(counts, build::join({build::shape_of(counts), ones}));
}

namespace {

using namespace build;

Shape with_rows(const Shape& data, int64_t rows) {
  if (!data.has_rank()) return Shape::unknown();
  Shape shape = data;
  shape.set(0, rows);
  return shape;
}

void check_data(ShapeContext& ctx) {
  ctx.with_rank_at_least(0, 1);
  if (ctx.input(1).has_rank() && ctx.input(1).rank() != 1) ctx.fail("segment_ids should be a vector.");
}
void segment_shape(ShapeContext& ctx) {
  check_data(ctx);
  ctx.set_output(0, with_rows(ctx.input(0), kUnknown));
}
void segment_v2_shape(ShapeContext& ctx) {
  check_data(ctx);
  std::optional<int64_t> count = known_int(ctx, 2);
  if (count && *count < 0) ctx.fail("Input num_segments == ", *count, " must not be negative.");
  ctx.set_output(0, with_rows(ctx.input(0), count.value_or(kUnknown)));
}

// What a segment without rows gets: the start of sums and products, but 0 for extremes.
template <BinaryCode kOp, bool kMean = false>
void segment_cpu(KernelContext& ctx) {
  const Tensor &data = ctx.input(0), &id_input = ctx.input(1);
  int64_t limit = ctx.num_inputs() > 2 ? int_input(ctx, 2) : -1;
  if (ctx.num_inputs() > 2 && limit < 0) ctx.fail("Input num_segments == ", limit, " must not be negative.");
  const Ids ids(id_input);
  int64_t segments = check_sorted_segments(ctx, 1, limit, ids);
  if (data.shape().rank() < 1 || id_input.num_elements() != data.shape()[0])
    ctx.fail("segment_ids should be the same size as dimension 0 of input.");
  if (ctx.num_inputs() > 2) segments = limit;
  Tensor out = ctx.allocate(0, with_rows(data.shape(), segments));
  if (out.num_elements() == 0) return;
  int64_t width = out.num_elements() / segments;
  DType dtype = data.dtype();
  size_t row_bytes = static_cast<size_t>(width) * dtype_size(dtype);
  constexpr bool kExtreme = kOp == BinaryCode::kMaximum || kOp == BinaryCode::kMinimum;
  if constexpr (kExtreme) {  // from the segment's first row on: infinities are extremes, too
    for (int64_t i = ids.size(); i-- > 0;)
      std::memcpy(static_cast<char*>(out.raw()) + static_cast<size_t>(ids[i]) * row_bytes,
                  static_cast<const char*>(data.raw()) + static_cast<size_t>(i) * row_bytes, row_bytes);
  } else {
    fill_start(kOp, dtype, out.raw(), out.num_elements());
  }
  combine_rows(kOp, dtype, data.raw(), nullptr, ids.data(), ids.size(), width, out.raw());
  for (int64_t s = 0, next = 0; s < segments; ++s) {
    const int64_t first = next;
    while (next < ids.size() && ids[next] == s) ++next;
    const int64_t rows = next - first;
    char* row = static_cast<char*>(out.raw()) + s * static_cast<int64_t>(row_bytes);
    // A segment that is only missing between others gets 0 for extremes; so does one past the last id.
    if (kExtreme && rows == 0) std::memset(row, 0, row_bytes);
    if (kMean && rows > 1) {
      Tensor count = Tensor::scalar_of(dtype, static_cast<double>(rows));
      binary_fns(BinaryCode::kDiv, dtype)->vector_scalar(row, count.raw(), row, width);
    }
  }
}

Values segment_sum_grad(GradientContext& ctx) {
  Values grads(ctx.num_inputs());
  grads[0] = gather(ctx.grad(), ctx.input(1));
  return grads;
}
Values segment_mean_grad(GradientContext& ctx) {
  const Value &data = ctx.input(0), &ids = ctx.input(1);
  // Counted as integers, which complex numbers have no order for and half precision would round.
  const Value counts = op<"SegmentSum">({op<"Fill">({shape_of(ids), int_scalar(1)}), ids});
  const Value divisors = as_column(cast(op<"Maximum">({counts, int_scalar(1)}), data.dtype()), data);
  return {gather(div(ctx.grad(), divisors), ids), Value()};
}
// Elements equal to their segment's extreme share its gradient.
Values segment_extreme_grad(GradientContext& ctx) {
  const Value &data = ctx.input(0), &ids = ctx.input(1);
  Value chosen = op<"Equal">({data, gather(ctx.output(0), ids)});
  Value counts = op<"SegmentSum">({cast(chosen, data.dtype()), ids});
  Values grads(ctx.num_inputs());
  if (ctx.num_inputs() > 2) counts = op<"UnsortedSegmentSum">({cast(chosen, data.dtype()), ids, ctx.input(2)});
  Value share = gather(div(ctx.grad(), op<"Maximum">({counts, number_like(data, 1)})), ids);
  grads[0] = op<"SelectV2">({chosen, share, number_like(data, 0)});
  return grads;
}
// The product of a segment's other elements: its product over x, or over the others where x is the one zero.
Values segment_prod_grad(GradientContext& ctx) {
  const Value &data = ctx.input(0), &ids = ctx.input(1);
  Value count = ctx.num_inputs() > 2 ? ctx.input(2) : Value();
  auto total = [&](const char* sorted, const char* unsorted, const Value& x) {
    if (!count) {
      const Value inputs[] = {x, ids};
      return call(get_op(sorted), inputs)[0];
    }
    const Value inputs[] = {x, ids, count};
    return call(get_op(unsorted), inputs)[0];
  };
  Value is_zero = op<"Equal">({data, number_like(data, 0)});
  Value zeros = total("SegmentSum", "UnsortedSegmentSum", cast(is_zero, DType::kInt32));
  // With two zeros in a segment nobody has a gradient; with one, only the zero.
  Value grad = op<"SelectV2">({op<"Greater">({zeros, int_scalar(1)}), number_like(data, 0), ctx.grad()});
  Value others = op<"SelectV2">({is_zero, number_like(data, 1), data});
  Value without_zeros = gather(total("SegmentProd", "UnsortedSegmentProd", others), ids);
  Value slope = op<"SelectV2">({is_zero, without_zeros, div(gather(ctx.output(0), ids), others)});
  Values grads(ctx.num_inputs());
  grads[0] = mul(gather(grad, ids), slope);
  return grads;
}

#define GW_SEGMENT(NAME, TYPES, DOC)    \
  DEFINE_OP(NAME)                       \
      .input("data: T")                 \
      .input("segment_ids: Tindices")   \
      .output("output: T")              \
      .attr("T: " TYPES)                \
      .attr("Tindices: {int32, int64}") \
      .doc(DOC)                         \
      .vectorize(vectorize::first_axis) \
      .shape(segment_shape)
#define GW_SEGMENT_V2(NAME, TYPES, DOC)             \
  DEFINE_OP(NAME)                                   \
      .input("data: T")                             \
      .input("segment_ids: Tindices")               \
      .input("num_segments: Tnumsegments")          \
      .output("output: T")                          \
      .attr("T: " TYPES)                            \
      .attr("Tindices: {int32, int64}")             \
      .attr("Tnumsegments: {int32, int64} = int32") \
      .doc(DOC)                                     \
      .vectorize(vectorize::first_axis)             \
      .shape(segment_v2_shape)

GW_SEGMENT("SegmentSum", "numbertype", "The sum of each segment's rows; ids are sorted.")
    .kernel(CPU, segment_cpu<BinaryCode::kAdd>)
    .gradient(segment_sum_grad);
GW_SEGMENT("SegmentMean", "numbertype", "The mean of each segment's rows; ids are sorted.")
    .kernel(CPU, segment_cpu<BinaryCode::kAdd, true>)
    .gradient(segment_mean_grad);
GW_SEGMENT("SegmentProd", "numbertype", "The product of each segment's rows; ids are sorted.")
    .kernel(CPU, segment_cpu<BinaryCode::kMul>)
    .gradient(segment_prod_grad);
GW_SEGMENT("SegmentMin", "realnumbertype", "The minimum of each segment's rows; ids are sorted.")
    .kernel(CPU, segment_cpu<BinaryCode::kMinimum>)
    .gradient(segment_extreme_grad);
GW_SEGMENT("SegmentMax", "realnumbertype", "The maximum of each segment's rows; ids are sorted.")
    .kernel(CPU, segment_cpu<BinaryCode::kMaximum>)
    .gradient(segment_extreme_grad);
GW_SEGMENT_V2("SegmentSumV2", "numbertype", "The sum of each of num_segments segments' rows; ids are sorted.")
    .kernel(CPU, segment_cpu<BinaryCode::kAdd>)
    .gradient(segment_sum_grad);
GW_SEGMENT_V2("SegmentProdV2", "numbertype", "The product of each of num_segments segments' rows; ids are sorted.")
    .kernel(CPU, segment_cpu<BinaryCode::kMul>)
    .gradient(segment_prod_grad);
GW_SEGMENT_V2("SegmentMinV2", "realnumbertype", "The minimum of each of num_segments segments' rows; ids are sorted.")
    .kernel(CPU, segment_cpu<BinaryCode::kMinimum>)
    .gradient(segment_extreme_grad);
GW_SEGMENT_V2("SegmentMaxV2", "realnumbertype", "The maximum of each of num_segments segments' rows; ids are sorted.")
    .kernel(CPU, segment_cpu<BinaryCode::kMaximum>)
    .gradient(segment_extreme_grad);

XLA_FACT(kNotCompiled, "SegmentMax", "SegmentMean", "SegmentMin", "SegmentProd", "SegmentSum");
XLA_MUST_KNOW({"SegmentSumV2"}, {"num_segments"});

}  // namespace
}  // namespace graphwright
