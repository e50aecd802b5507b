// Picking slices of an array by index: Gather, GatherV2, GatherNd.
#include "kernels/gather.h"
#include "kernels/rows.h"
#include "op/gradient_slices.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array/index_vectors.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

template <class Context>
int gather_batch_dims(const Context& ctx, int indices_rank) {
  if (!ctx.op().attr("batch_dims")) return 0;
  int64_t batch = ctx.template attr<int64_t>("batch_dims");
  if (batch < -indices_rank || batch > indices_rank)
    ctx.fail("Expected batch_dims in the range [", -indices_rank, ", ", indices_rank, "], but got ", batch);
  return static_cast<int>(batch < 0 ? batch + indices_rank : batch);
}

// The axis, checked against the rank of params and the batch axes.
template <class Context>
int gather_axis(const Context& ctx, int64_t axis, const Shape& params, int batch) {
  int rank = params.rank();
  if (rank == 0) ctx.fail("params must be at least 1 dimensional");
  if (axis < -rank || axis >= rank) {
    uint64_t wanted = axis < 0 ? 0 - static_cast<uint64_t>(axis) : static_cast<uint64_t>(axis) + 1;
    ctx.fail("Shape must be at least rank ", wanted, " but is rank ", rank);
  }
  if (axis < 0) axis += rank;
  if (batch > axis) ctx.fail("batch_dims (", batch, ") must be less than or equal to axis (", axis, ").");
  return static_cast<int>(axis);
}

template <class Context>
void check_batch(const Context& ctx, const Shape& params, const Shape& indices, int batch) {
  for (int i = 0; i < batch; ++i) {
    if (params[i] >= 0 && indices[i] >= 0 && params[i] != indices[i])
      ctx.fail("params.shape[", i, "]: ", params[i], " should be equal to indices.shape[", i, "]: ", indices[i]);
  }
}

Shape gathered_shape(const Shape& params, const Shape& indices, int axis, int batch) {
  Shape front = params.slice(0, axis);
  for (int i = 0; i < batch; ++i)
    if (front[i] < 0) front.set(i, indices[i]);
  return front.concat(indices.slice(batch, indices.rank())).concat(params.slice(axis + 1, params.rank()));
}

void gather_shape(ShapeContext& ctx) {
  const Shape &params = ctx.input(0), &indices = ctx.input(1);
  std::optional<int64_t> axis = 0;
  if (ctx.num_inputs() == 3) {
    ctx.with_rank(2, 0);
    axis = known_int(ctx, 2);
  }
  if (params.rank() == 0) ctx.fail("params must be at least 1 dimensional");
  if (!indices.has_rank() || !params.has_rank()) return ctx.set_output(0, Shape::unknown());
  int batch = gather_batch_dims(ctx, indices.rank());
  if (batch > params.rank()) ctx.fail("batch_dims (", batch, ") must be less than rank(params) (", params.rank(), ").");
  check_batch(ctx, params, indices, batch);
  if (!axis) return ctx.set_output(0, Shape::filled(params.rank() - 1 + indices.rank() - batch, kUnknown));
  ctx.set_output(0, gathered_shape(params, indices, gather_axis(ctx, *axis, params, batch), batch));
}

void gather_cpu(KernelContext& ctx) {
  const Tensor &params = ctx.input(0), &indices = ctx.input(1);
  const Shape &from = params.shape(), &index_shape = indices.shape();
  int batch = gather_batch_dims(ctx, index_shape.rank());
  int axis = gather_axis(ctx, ctx.num_inputs() == 3 ? int_input(ctx, 2) : 0, from, batch);
  check_batch(ctx, from, index_shape, batch);
  Tensor out = ctx.allocate(0, gathered_shape(from, index_shape, axis, batch));
  if (out.num_elements() == 0) return;  // whatever the indices are, as in TensorFlow
  GatherPlan plan;
  plan.batches = product(from, 0, batch);
  plan.outer = product(from, batch, axis);
  plan.range = from[axis];
  plan.indices = product(index_shape, batch, index_shape.rank());
  plan.row = product(from, axis + 1, from.rank());
  int64_t bad = gather(params.dtype(), plan, params.raw(), indices.dtype(), indices.raw(), out.raw());
  if (bad >= 0)
    ctx.fail("indices", position_text(index_shape, bad), " = ", indices.int_at(bad), " is not in [0, ", plan.range,
             ")");
}

// One or some of a vector of sizes.
Shape gather_value(ShapeContext& ctx) {
  if (ctx.input(0).rank() != 1 || ctx.input(1).rank() > 1) return Shape::unknown();
  Shape sizes = known_extents(ctx, 0);
  auto indices = known_ints(ctx, 1);
  if (!sizes.has_rank() || !indices || ctx.input(1).rank() < 0) return Shape::unknown();
  Shape picked;
  for (int64_t i : *indices) {
    if (i < 0 || i >= sizes.rank()) return Shape::unknown();
    picked.append(sizes[static_cast<int>(i)]);
  }
  return picked;
}

// The gradient of params along their first axis, for any shape of indices and with no batch axes.
Value scatter_rows(const Value& dy, const Value& indices, const Value& params_shape) {
  return op<"ScatterNd">({build::expand_dims(indices, -1), dy, build::cast(params_shape, indices.dtype())});
}

// The gradient of whole rows: slices, one for each index.
Value row_slices(const Value& dy, Value indices, const Value& params) {
  if (indices.dtype() == DType::kInt16) indices = build::cast(indices, DType::kInt32);
  Value shape = build::shape_of(params);
  if (indices.shape().rank() == 1) return make_slices(dy, indices, shape);
  Value flat = build::reshape(indices, build::ints({-1}));
  Value size = build::reshape(op<"Size">({indices}), build::ints({1}));
  return make_slices(build::reshape(dy, build::join({size, build::part(shape, 1)})), flat, shape);
}

// dy has the axes batch + outer + indices + inner, params have batch + outer + [n] + inner. With the indices' axes
// moved before the outer ones, and the batches counted into the indices, the rows are scattered along a first axis.
Value gather_params_grad(GradientContext& ctx, int64_t axis, int batch) {
  const Value& params = ctx.input(0);
  Value indices = ctx.input(1), dy = ctx.grad();
  if (indices.dtype() == DType::kInt16) indices = build::cast(indices, DType::kInt32);
  Value shape = build::shape_of(params);
  int rank = params.shape().rank(), index_rank = indices.shape().rank(), at = static_cast<int>(axis);
  int outer = at - batch, picked = index_rank - batch, inner = rank - at - 1;
  SmallVector<int64_t, 8> perm;
  for (int i = 0; i < batch; ++i) perm.push_back(i);
  for (int i = 0; i < picked; ++i) perm.push_back(at + i);
  for (int i = 0; i < outer; ++i) perm.push_back(batch + i);
  for (int i = 0; i < inner; ++i) perm.push_back(at + picked + i);
  Value rows = build::transpose(dy, perm);
  Value batch_shape = build::part(shape, 0, batch), n = build::element(shape, at);
  Value row_shape = build::join({build::part(shape, batch, at), build::part(shape, at + 1)});
  Value moved_shape = build::join({batch_shape, build::part(shape, at, at + 1), row_shape});
  if (batch == 0) {
    rows = scatter_rows(rows, indices, moved_shape);
  } else {
    // Batch b's rows lie at b * n.
    Value batches = build::product(batch_shape);
    Value offsets = build::mul(build::range(build::int_scalar(0), batches), n);
    SmallVector<int64_t, 8> ones(picked, 1);
    offsets = build::reshape(offsets, build::join({batch_shape, build::int_vector(ones)}));
    Value places = build::add(indices, build::cast(offsets, indices.dtype()));
    Value flat_shape = build::join({build::stack({build::mul(batches, n)}), row_shape});
    rows = build::reshape(scatter_rows(rows, places, flat_shape), moved_shape);
  }
  perm.clear();
  for (int i = 0; i < batch; ++i) perm.push_back(i);
  for (int i = 0; i < outer; ++i) perm.push_back(batch + 1 + i);
  perm.push_back(batch);
  for (int i = 0; i < inner; ++i) perm.push_back(at + 1 + i);
  return build::transpose(rows, perm);
}

Values gather_grad(GradientContext& ctx) {
  Values grads(ctx.num_inputs(), Value());
  if (!ctx.wants(0)) return grads;
  const Shape& params = ctx.input(0).shape();
  const Shape& indices = ctx.input(1).shape();
  int64_t axis = 0;
  int batch = 0;
  if (ctx.num_inputs() == 3) {
    int64_t batch_attr = ctx.attr<int64_t>("batch_dims");
    Tensor axis_value = constant_of(ctx, 2);
    GW_CHECK(axis_value && (batch_attr == 0 || indices.has_rank()), Code::kUnimplemented,
             "the gradient of GatherV2 needs a constant axis and a known rank of indices");
    axis = axis_value.int_at(0);
    batch = static_cast<int>(batch_attr < 0 ? batch_attr + indices.rank() : batch_attr);
    GW_CHECK((axis == 0 && batch == 0) || (params.has_rank() && indices.has_rank()), Code::kUnimplemented,
             "the gradient of GatherV2 along axis ", axis, " needs params and indices of known rank");
    bool rows = axis == 0;
    if (axis < 0) axis += params.rank();
    if (axis == 0 && !rows) {  // dense, as in TensorFlow
      grads[0] = to_dense(row_slices(ctx.grad(), ctx.input(1), ctx.input(0)));
      return grads;
    }
  }
  bool rows = axis == 0 && batch == 0;
  grads[0] = rows ? row_slices(ctx.grad(), ctx.input(1), ctx.input(0)) : gather_params_grad(ctx, axis, batch);
  return grads;
}

void gather_nd_shape(ShapeContext& ctx) {
  const Shape& params = ctx.input(0);
  Shape indices = ctx.with_rank_at_least(1, 1);
  if (!indices.has_rank() || indices[indices.rank() - 1] < 0 || !params.has_rank())
    return ctx.set_output(0, Shape::unknown());
  int depth = index_depth(ctx, params, indices, "params");
  ctx.set_output(0, indices.slice(0, indices.rank() - 1).concat(params.slice(depth, params.rank())));
}
void gather_nd_cpu(KernelContext& ctx) {
  const Tensor &params = ctx.input(0), &indices = ctx.input(1);
  const Shape& from = params.shape();
  if (from.rank() < 1) ctx.fail("params must be at least a vector");
  if (indices.shape().rank() < 1) ctx.fail("indices must be at least a vector");
  int depth = index_depth(ctx, from, indices.shape(), "params");
  Shape front = indices.shape().slice(0, indices.shape().rank() - 1);
  Tensor out = ctx.allocate(0, front.concat(from.slice(depth, from.rank())));
  int64_t row = product(from, depth, from.rank());
  bool ignore = ignores_bad_indices(ctx);
  Offsets offsets = slice_offsets(ctx, indices, from, depth, row, ignore, "param shape", ", node name: GatherNd");
  std::span<int64_t> all = offsets.all();
  if (ignore && std::find(all.begin(), all.end(), -1) != all.end()) {
    if (is_plain(out.dtype()) && out.num_elements() > 0) std::memset(out.raw(), 0, out.bytes());
    int64_t bytes = row * static_cast<int64_t>(dtype_size(out.dtype()));
    for (size_t i = 0; i < offsets.size(); ++i) {
      if (offsets[i] < 0) continue;
      copy_elements(out.dtype(), static_cast<char*>(out.raw()) + i * bytes,
                    static_cast<char*>(params.raw()) + offsets[i] * dtype_size(out.dtype()), row);
    }
    return;
  }
  gather_rows(out.dtype(), out.raw(), params.raw(), row, offsets);
}
Values gather_nd_grad(GradientContext& ctx) {
  Value indices = ctx.input(1);
  if (indices.dtype() == DType::kInt16) indices = build::cast(indices, DType::kInt32);
  if (indices.shape().rank() == 2 && indices.shape()[1] == 1)
    return {
        row_slices(ctx.grad(), op<"Squeeze">({indices}, {{"squeeze_dims", std::vector<int64_t>{-1}}}), ctx.input(0)),
        nullptr};
  return {op<"ScatterNd">({indices, ctx.grad(), build::shape_of(ctx.input(0), indices.dtype())}), nullptr};
}

}  // namespace

// The rows' axis moved from `axis` to the front.
Value rows_first(const Value& value, int axis, int rank) {
  SmallVector<int32_t, 8> order{axis};
  for (int i = 0; i < rank; ++i)
    if (i != axis) order.push_back(i);
  return op<"Transpose">({value, Tensor::from<int32_t>(std::span<const int32_t>(order.data(), order.size()))});
}

void gather_rows(VectorizeContext& ctx, int64_t axis, int64_t batch_dims) {
  const bool table = ctx.rows(0);
  auto gather = [](const Value& params, const Value& indices, int64_t at, int64_t common) {
    return op<"GatherV2">({params, indices, build::number(DType::kInt32, static_cast<double>(at))},
                          {{"batch_dims", common}});
  };
  if (table && !ctx.rows(1) && batch_dims == 0) return ctx.set(0, gather(ctx.value(0), ctx.value(1), axis + 1, 0));
  if (table || batch_dims > 0) return ctx.set(0, gather(ctx.stacked(0), ctx.stacked(1), axis + 1, batch_dims + 1));
  Value found = gather(ctx.value(0), ctx.value(1), axis, 0);
  if (axis == 0) return ctx.set(0, found);
  const Shape& shape = ctx.row_output_shape(0);
  if (shape.has_rank()) ctx.set(0, rows_first(found, static_cast<int>(axis), shape.rank() + 1));
}

void gather_vectorize(VectorizeContext& ctx) {
  const auto axes = ctx.known(2);
  if (!axes) return;
  int64_t axis = (*axes)[0], batch_dims = ctx.attr<int64_t>("batch_dims");
  if (axis < 0) axis += ctx.row_rank(0);
  if (batch_dims < 0) batch_dims += ctx.row_rank(1);
  if (axis < 0 || batch_dims < 0) return;
  gather_rows(ctx, axis, batch_dims);
}

// GatherV2: the slices of params along `axis` that `indices` name; the first `batch_dims` axes are common to both.
DEFINE_OP("GatherV2")
    .input("params: Tparams")
    .input("indices: Tindices")
    .input("axis: Taxis")
    .output("output: Tparams")
    .attr("batch_dims: int = 0")
    .attr("Tparams: type")
    .attr("Tindices: {int16, int32, int64}")
    .attr("Taxis: {int32, int64}")
    .doc("The slices of `params` along `axis` that `indices` name; the first `batch_dims` axes are common to both.")
    .shape(gather_shape)
    .shape_value(gather_value)
    .kernel(CPU, gather_cpu)
    .gradient(gather_grad)
    .vectorize(gather_vectorize);

void old_gather_vectorize(VectorizeContext& ctx) { gather_rows(ctx, 0, 0); }

// Gather: the rows of params that `indices` name.
DEFINE_OP("Gather")
    .input("params: Tparams")
    .input("indices: Tindices")
    .output("output: Tparams")
    .attr("validate_indices: bool = true")
    .attr("Tparams: type")
    .attr("Tindices: {int32, int64}")
    .doc("The slices of `params` along its first axis that `indices` name.")
    .shape(gather_shape)
    .shape_value(gather_value)
    .kernel(CPU, gather_cpu)
    .gradient(gather_grad)
    .vectorize(old_gather_vectorize);

void gather_nd_vectorize(VectorizeContext& ctx) {
  if (!ctx.rows(0)) return ctx.set_all(Values{ctx.value(0), ctx.value(1)});
  if (ctx.row_rank(1) >= 0) ctx.set_all(Values{ctx.value(0), ctx.with_row_index(1)});
}

// GatherNd: the slices of params that the vectors along the last axis of `indices` name.
DEFINE_OP("GatherNd")
    .input("params: Tparams")
    .input("indices: Tindices")
    .output("output: Tparams")
    .attr("Tparams: type")
    .attr("Tindices: {int16, int32, int64}")
    .attr("bad_indices_policy: string = ''")
    .doc("The slices (or elements) of `params` that the vectors along the last axis of `indices` name.")
    .shape(gather_nd_shape)
    .kernel(CPU, gather_nd_cpu)
    .gradient(gather_nd_grad)
    .vectorize(gather_nd_vectorize);

XLA_MUST_KNOW({"GatherV2"}, {"axis"});

}  // namespace graphwright
