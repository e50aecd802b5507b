// Sums, means and sums over roots of chosen rows by segment (SparseSegmentSum and its like), and what gives their
// gradients.
#include <cmath>

#include "kernels/elementwise.h"
#include "kernels/segment.h"
#include "op/gradient_slices.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_build.h"
#include "ops/reduce/segment.h"

namespace graphwright {
namespace {

enum class Scale { kNone, kMean, kSqrtN };

void sparse_shape(ShapeContext& ctx) {
  Shape data = ctx.with_rank_at_least(0, 1);
  if (!ctx.with_rank(1, 1).compatible(ctx.with_rank(2, 1)))
    ctx.fail("segment_ids and indices should have same size, got shapes ", ctx.input(2), " and ", ctx.input(1));
  int64_t rows = kUnknown;
  if (ctx.num_inputs() > 3) {
    if (ctx.input(3).rank() > 0) ctx.fail("num_segments should be a scalar, not shape ", ctx.input(3));
    if (Tensor count = ctx.constant(3)) rows = count.int_at(0);
    if (rows < kUnknown) ctx.fail("Cannot specify a negative value for num_segments");
  }
  if (!data.has_rank()) return ctx.set_output(0, Shape::unknown());
  data.set(0, rows);
  ctx.set_output(0, data);
}

void check_indices(KernelContext& ctx, int i, int64_t limit, const Ids& indices) {
  if (ctx.input(i).shape().rank() != 1) ctx.fail("indices should be a vector.");
  for (int64_t k = 0; k < indices.size(); ++k) {
    if (indices[k] < 0 || indices[k] >= limit)
      ctx.fail("Bad: indices[", k, "] == ", indices[k], " out of range [0, ", limit, ")");
  }
}

// Multiplies `width` elements by `factor`.
void scale_row(DType dtype, void* row, int64_t width, double factor) {
  Tensor scalar = Tensor::scalar_of(dtype, factor);
  binary_fns(BinaryCode::kMul, dtype)->vector_scalar(row, scalar.raw(), row, width);
}
double factor_of(Scale scale, int64_t count) {
  double n = static_cast<double>(count);
  return scale == Scale::kNone ? 1.0 : (scale == Scale::kMean ? 1.0 / n : 1.0 / std::sqrt(n));
}

template <Scale kScale>
void sparse_cpu(KernelContext& ctx) {
  const Tensor& data = ctx.input(0);
  if (data.shape().rank() < 1) ctx.fail("Shape must be at least rank 1 but is rank 0");
  int64_t limit = ctx.num_inputs() > 3 ? ctx.input(3).int_at(0) : -1;
  if (ctx.num_inputs() > 3 && limit < 0) ctx.fail("segment ids must be >= 0");
  if (ctx.input(1).num_elements() != ctx.input(2).num_elements())
    ctx.fail("segment_ids and indices should have same size.");
  const Ids ids(ctx.input(2)), indices(ctx.input(1));
  int64_t segments = check_sorted_segments(ctx, 2, limit, ids);
  check_indices(ctx, 1, data.shape()[0], indices);
  if (limit >= 0) segments = limit;
  Shape shape = data.shape();
  shape.set(0, segments);
  Tensor out = ctx.allocate(0, shape);
  if (out.num_elements() == 0) return;
  int64_t width = out.num_elements() / segments;
  fill_start(BinaryCode::kAdd, data.dtype(), out.raw(), out.num_elements());
  combine_rows(BinaryCode::kAdd, data.dtype(), data.raw(), indices.data(), ids.data(), ids.size(), width, out.raw());
  if (kScale == Scale::kNone) return;
  std::vector<int64_t> counts(segments, 0);
  for (int64_t id : ids) ++counts[id];
  for (int64_t s = 0; s < segments; ++s) {
    if (counts[s] > 1)
      scale_row(data.dtype(),
                static_cast<char*>(out.raw()) + s * width * static_cast<int64_t>(dtype_size(data.dtype())), width,
                factor_of(kScale, counts[s]));
  }
}

// The other way: row indices[i] of the result, which has output_dim0 rows, gets grad[segment_ids[i]] times the factor.
void sparse_grad_shape(ShapeContext& ctx) {
  Shape shape = ctx.with_rank_at_least(0, 1);
  if (ctx.input(3).rank() > 0) ctx.fail("output_dim0 should be a scalar.");
  Tensor rows = ctx.constant(3);
  if (!shape.has_rank()) return ctx.set_output(0, Shape::unknown());
  shape.set(0, rows ? rows.int_at(0) : kUnknown);
  ctx.set_output(0, shape);
}
template <Scale kScale>
void sparse_grad_cpu(KernelContext& ctx) {
  const Tensor& grad = ctx.input(0);
  int64_t rows = ctx.input(3).int_at(0);
  if (rows < 0) ctx.fail("output_dim0 must not be negative, got ", rows);
  if (ctx.input(1).num_elements() != ctx.input(2).num_elements())
    ctx.fail("segment_ids and indices should have same size.");
  Shape shape = grad.shape();
  shape.set(0, rows);
  if (rows == 0) return ctx.set_output(0, Tensor::allocate(grad.dtype(), shape));  // whatever the indices are
  const Ids indices(ctx.input(1)), ids(ctx.input(2));
  check_indices(ctx, 1, rows, indices);
  int64_t segments = grad.shape()[0];
  std::vector<int64_t> counts(segments, 0);
  for (int64_t id : ids) {
    if (id < 0 || id >= segments) ctx.fail("Segment id ", id, " out of range [0, ", segments, ").");
    ++counts[id];
  }
  Tensor out = ctx.allocate(0, shape);
  fill_start(BinaryCode::kAdd, grad.dtype(), out.raw(), out.num_elements());
  if (out.num_elements() == 0 || segments == 0) return;
  int64_t width = out.num_elements() / rows;
  Tensor scaled = grad;
  if (kScale != Scale::kNone) {
    scaled = grad.copy();
    for (int64_t s = 0; s < segments; ++s) {
      if (counts[s] > 1)
        scale_row(grad.dtype(),
                  static_cast<char*>(scaled.raw()) + s * width * static_cast<int64_t>(dtype_size(grad.dtype())), width,
                  factor_of(kScale, counts[s]));
    }
  }
  combine_rows(BinaryCode::kAdd, grad.dtype(), scaled.raw(), ids.data(), indices.data(), ids.size(), width, out.raw());
}

// The gradient as slices: one for each row that was read, in the order of the rows.
template <FixedString kGrad>
Value sliced_gradient(GradientContext& ctx) {
  const Values read = ops<"Unique">({ctx.input(1)});
  const Value count = op<"Size">({read[0]});
  const Value order = ops<"TopKV2">({op<"Neg">({read[0]}), count})[1];
  const Value places = build::gather(op<"InvertPermutation">({order}), read[1]);
  return make_slices(op<kGrad>({ctx.grad(), places, ctx.input(2), count}), build::gather(read[0], order),
                     build::shape_of(ctx.input(0)));
}

template <FixedString kGrad>
Values sparse_gradient(GradientContext& ctx) {
  const Value& data = ctx.input(0);
  Value rows = data.shape().has_rank() && data.shape()[0] >= 0
                   ? Value(Tensor::scalar<int32_t>(static_cast<int32_t>(data.shape()[0])))
                   : op<"Reshape">({op<"Slice">({build::shape_of(data), build::ints({0}), build::ints({1})}),
                                    Tensor::allocate(DType::kInt32, Shape{0})});
  Values grads(ctx.num_inputs());
  bool wide = data.dtype() == DType::kFloat32 || data.dtype() == DType::kFloat64 || data.dtype() == DType::kHalf ||
              data.dtype() == DType::kBfloat16;
  if (!wide) return grads;
  if (ctx.attr<bool>("sparse_gradient")) return grads[0] = sliced_gradient<kGrad>(ctx), grads;
  grads[0] = op<kGrad>({ctx.grad(), ctx.input(1), ctx.input(2), rows});
  return grads;
}
// Linear in `grad`: its gradient is the forward op with as many segments as grad has rows.
template <FixedString kForward>
Values sparse_grad_gradient(GradientContext& ctx) {
  Value segments = op<"Reshape">({op<"Slice">({build::shape_of(ctx.input(0)), build::ints({0}), build::ints({1})}),
                                  Tensor::allocate(DType::kInt32, Shape{0})});
  Values grads(ctx.num_inputs());
  grads[0] = op<kForward>({ctx.grad(), ctx.input(1), ctx.input(2), segments});
  return grads;
}

#define GW_SPARSE(NAME, TYPES, SCALE, DOC)         \
  DEFINE_OP(NAME)                                  \
      .input("data: T")                            \
      .input("indices: Tidx")                      \
      .input("segment_ids: Tsegmentids")           \
      .output("output: T")                         \
      .attr("T: " TYPES)                           \
      .attr("Tidx: {int32, int64} = int32")        \
      .attr("Tsegmentids: {int32, int64} = int32") \
      .attr("sparse_gradient: bool = false")       \
      .doc(DOC)                                    \
      .vectorize(vectorize::first_axis)            \
      .shape(sparse_shape)                         \
      .kernel(CPU, sparse_cpu<Scale::SCALE>)
#define GW_SPARSE_COUNTED(NAME, TYPES, SCALE, DOC)  \
  DEFINE_OP(NAME)                                   \
      .input("data: T")                             \
      .input("indices: Tidx")                       \
      .input("segment_ids: Tsegmentids")            \
      .input("num_segments: Tnumsegments")          \
      .output("output: T")                          \
      .attr("T: " TYPES)                            \
      .attr("Tidx: {int32, int64} = int32")         \
      .attr("Tnumsegments: {int32, int64} = int32") \
      .attr("Tsegmentids: {int32, int64} = int32")  \
      .attr("sparse_gradient: bool = false")        \
      .doc(DOC)                                     \
      .vectorize(vectorize::first_axis)             \
      .shape(sparse_shape)                          \
      .kernel(CPU, sparse_cpu<Scale::SCALE>)
#define GW_SPARSE_GRAD(NAME, SCALE, DOC)           \
  DEFINE_OP(NAME)                                  \
      .input("grad: T")                            \
      .input("indices: Tidx")                      \
      .input("segment_ids: Tsegmentids")           \
      .input("output_dim0: int32")                 \
      .output("output: T")                         \
      .attr("T: {bfloat16, half, float, double}")  \
      .attr("Tidx: {int32, int64} = int32")        \
      .attr("Tsegmentids: {int32, int64} = int32") \
      .doc(DOC)                                    \
      .vectorize(vectorize::first_axis)            \
      .shape(sparse_grad_shape)                    \
      .kernel(CPU, sparse_grad_cpu<Scale::SCALE>)
#define GW_SMALL_FLOATS "{bfloat16, half, float, double}"

GW_SPARSE("SparseSegmentSum", "realnumbertype", kNone, "The sum of the chosen rows of each segment.")
    .gradient(sparse_gradient<"SparseSegmentSumGrad">);
GW_SPARSE("SparseSegmentMean", GW_SMALL_FLOATS, kMean, "The mean of the chosen rows of each segment.")
    .gradient(sparse_gradient<"SparseSegmentMeanGrad">);
GW_SPARSE("SparseSegmentSqrtN", GW_SMALL_FLOATS, kSqrtN,
          "The sum of the chosen rows of each segment over the root of their number.")
    .gradient(sparse_gradient<"SparseSegmentSqrtNGrad">);
GW_SPARSE_COUNTED("SparseSegmentSumWithNumSegments", "realnumbertype", kNone,
                  "SparseSegmentSum into num_segments rows.")
    .gradient(sparse_gradient<"SparseSegmentSumGrad">);
GW_SPARSE_COUNTED("SparseSegmentMeanWithNumSegments", GW_SMALL_FLOATS, kMean,
                  "SparseSegmentMean into num_segments rows.")
    .gradient(sparse_gradient<"SparseSegmentMeanGrad">);
GW_SPARSE_COUNTED("SparseSegmentSqrtNWithNumSegments", GW_SMALL_FLOATS, kSqrtN,
                  "SparseSegmentSqrtN into num_segments rows.")
    .gradient(sparse_gradient<"SparseSegmentSqrtNGrad">);
GW_SPARSE_GRAD("SparseSegmentSumGrad", kNone, "The gradient of SparseSegmentSum.")
    .gradient(sparse_grad_gradient<"SparseSegmentSumWithNumSegments">);
GW_SPARSE_GRAD("SparseSegmentMeanGrad", kMean, "The gradient of SparseSegmentMean.")
    .gradient(sparse_grad_gradient<"SparseSegmentMeanWithNumSegments">);
GW_SPARSE_GRAD("SparseSegmentSqrtNGrad", kSqrtN, "The gradient of SparseSegmentSqrtN.")
    .gradient(sparse_grad_gradient<"SparseSegmentSqrtNWithNumSegments">);

XLA_FACT(kNotCompiled, "SparseSegmentMean", "SparseSegmentMeanGrad", "SparseSegmentMeanWithNumSegments",
         "SparseSegmentSqrtN", "SparseSegmentSqrtNGrad", "SparseSegmentSqrtNWithNumSegments", "SparseSegmentSum",
         "SparseSegmentSumGrad", "SparseSegmentSumWithNumSegments");

}  // namespace
}  // namespace graphwright
