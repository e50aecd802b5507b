// Sums, products and extremes of segments whose ids come in any order: UnsortedSegmentSum and its like.
#include "kernels/segment.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"
#include "ops/reduce/segment.h"

namespace graphwright {
namespace {

using namespace build;

void unsorted_shape(ShapeContext& ctx) {
  const Shape &data = ctx.input(0), &ids = ctx.input(1);
  Tensor count = ctx.constant(2);
  if (ctx.input(2).rank() > 0) ctx.fail("num_segments should be a scalar, not shape ", ctx.input(2));
  if (count && count.int_at(0) < 0) ctx.fail("Input num_segments == ", count.int_at(0), " must not be negative.");
  if (!data.has_rank() || !ids.has_rank()) return ctx.set_output(0, Shape::unknown());
  if (data.rank() < ids.rank() || !data.slice(0, ids.rank()).compatible(ids))
    ctx.fail("data.shape = ", data, " does not start with segment_ids.shape = ", ids);
  Shape shape{count ? count.int_at(0) : kUnknown};
  ctx.set_output(0, shape.concat(data.slice(ids.rank(), data.rank())));
}

template <BinaryCode kOp>
void unsorted_cpu(KernelContext& ctx) {
  const Tensor &data = ctx.input(0), &id_input = ctx.input(1);
  Tensor out = ctx.output(0);
  int64_t segments = out.shape()[0], n = id_input.num_elements();
  const Ids ids(id_input);
  for (int64_t i = 0; i < n; ++i) {
    if (ids[i] >= segments)
      ctx.fail("segment_ids", position_text(id_input.shape(), i), " = ", ids[i], " is out of range [0, ", segments,
               ")");
  }
  fill_start(kOp, data.dtype(), out.raw(), out.num_elements());
  if (n == 0 || out.num_elements() == 0) return;
  combine_rows(kOp, data.dtype(), data.raw(), nullptr, ids.data(), n, data.num_elements() / n, out.raw());
}

// gather(values, ids), and 0 for ids that are negative (whose rows went nowhere).
Value gather_rows(const Value& values, const Value& ids, Value* kept = nullptr) {
  Value zero = number_like(ids, 0);
  Value found = gather(values, op<"Maximum">({ids, zero}));
  Value positive = op<"GreaterEqual">({ids, zero});
  // One condition per row, which broadcasts along it.
  Value ones;
  if (found.shape().has_rank() && ids.shape().has_rank()) {
    ones = int_vector(SmallVector<int64_t, 8>(found.shape().rank() - ids.shape().rank(), 1));
  } else {
    Value rank = op<"Size">({shape_of(ids)});
    ones = op<"Slice">({op<"OnesLike">({shape_of(found)}), op<"Reshape">({rank, ints({1})}), ints({-1})});
  }
  Value mask = reshape(positive, join({shape_of(ids), ones}));
  if (kept) *kept = mask;
  return op<"SelectV2">({mask, found, number_like(values, 0)});
}

Values unsorted_sum_grad(GradientContext& ctx) { return {gather_rows(ctx.grad(), ctx.input(1)), Value(), Value()}; }
Values unsorted_extreme_grad(GradientContext& ctx) {
  const Value &data = ctx.input(0), &ids = ctx.input(1);
  Value kept;
  Value extremes = gather_rows(ctx.output(0), ids, &kept);
  Value chosen = op<"LogicalAnd">({op<"Equal">({data, extremes}), kept});
  Value counts = op<"UnsortedSegmentSum">({cast(chosen, data.dtype()), ids, ctx.input(2)});
  Value share = div(ctx.grad(), op<"Maximum">({counts, number_like(data, 1)}));
  return {op<"SelectV2">({chosen, gather_rows(share, ids), number_like(data, 0)}), Value(), Value()};
}
// As for SegmentProd: a segment's one zero gets the product of the others, and with two zeros nobody gets anything.
Values unsorted_prod_grad(GradientContext& ctx) {
  const Value &data = ctx.input(0), &ids = ctx.input(1), &count = ctx.input(2);
  Value is_zero = op<"Equal">({data, number_like(data, 0)});
  Value zeros = op<"UnsortedSegmentSum">({cast(is_zero, DType::kInt32), ids, count});
  Value grad = op<"SelectV2">({op<"Greater">({zeros, int_scalar(1)}), number_like(data, 0), ctx.grad()});
  Value others = op<"SelectV2">({is_zero, number_like(data, 1), data});
  Value without_zeros = gather_rows(op<"UnsortedSegmentProd">({others, ids, count}), ids);
  Value slope = op<"SelectV2">({is_zero, without_zeros, div(gather_rows(ctx.output(0), ids), others)});
  return {mul(gather_rows(grad, ids), slope), Value(), Value()};
}

// Each row has segments of its own; negative ids stay negative.
void unsorted_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(2) || ctx.row_rank(1) < 0) return;
  const DType dtype = ctx.value(1).dtype();
  Value ids = ctx.stacked(1), count = build::cast(ctx.value(2), DType::kInt32);
  Value row = op<"Range">({int_scalar(0), ctx.num_rows(), int_scalar(1)});
  Value offset = VectorizeContext::widened(build::cast(build::mul(row, count), dtype), 0, ctx.row_rank(1));
  Value negative = op<"Less">({ids, number_like(ids, 0)});
  ids = op<"SelectV2">({negative, ids, build::add(ids, offset)});
  Value total = build::mul(count, ctx.num_rows());
  ctx.set(0, ctx.split(call(ctx.op(), Values{ctx.stacked(0), ids, build::cast(total, ctx.value(2).dtype())},
                            ctx.attrs())[0]));
}

#define GW_UNSORTED(NAME, TYPES, IDS, CODE, DOC)    \
  DEFINE_OP(NAME)                                   \
      .input("data: T")                             \
      .input("segment_ids: Tindices")               \
      .input("num_segments: Tnumsegments")          \
      .output("output: T")                          \
      .attr("T: " TYPES)                            \
      .attr("Tindices: " IDS)                       \
      .attr("Tnumsegments: {int32, int64} = int32") \
      .doc(DOC)                                     \
      .vectorize(unsorted_vectorize)                \
      .shape(unsorted_shape)                        \
      .kernel(CPU, unsorted_cpu<BinaryCode::CODE>)
GW_UNSORTED("UnsortedSegmentSum", "numbertype", "{int16, int32, int64}", kAdd,
            "The sum of the rows with each id; rows with negative ids are left out.")
    .gradient(unsorted_sum_grad);
GW_UNSORTED("UnsortedSegmentProd", "numbertype", "{int32, int64}", kMul,
            "The product of the rows with each id; rows with negative ids are left out.")
    .gradient(unsorted_prod_grad);
GW_UNSORTED("UnsortedSegmentMin", "realnumbertype", "{int32, int64}", kMinimum,
            "The minimum of the rows with each id; rows with negative ids are left out.")
    .gradient(unsorted_extreme_grad);
GW_UNSORTED("UnsortedSegmentMax", "realnumbertype", "{int32, int64}", kMaximum,
            "The maximum of the rows with each id; rows with negative ids are left out.")
    .gradient(unsorted_extreme_grad);

XLA_MUST_KNOW({"UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd", "UnsortedSegmentSum"},
              {"num_segments"});

}  // namespace
}  // namespace graphwright
