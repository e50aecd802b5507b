// Writing or combining slices into an array at given indices.
#include <vector>

#include "kernels/rows.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array/index_vectors.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

// Checks that updates are one slice per index vector: the axes of `indices` but the last, then those of `array` that
// are not indexed.
template <class Context>
void check_updates(const Context& ctx, const Shape& array, const Shape& indices, const Shape& updates, int depth) {
  int front = indices.rank() - 1;
  if (updates.rank() < std::max(front, 1) && !(updates.rank() == 0 && front == 0 && array.rank() == depth))
    ctx.fail("Updates shape must have rank at least ", updates.rank() == 0 ? "one" : std::to_string(front),
             ". Found:", updates);
  for (int i = 0; i < front; ++i) {
    if (updates[i] >= 0 && indices[i] >= 0 && updates[i] != indices[i])
      ctx.fail("Dimensions [0,", front, ") of indices[shape=", indices, "] must match dimensions [0,", front,
               ") of updates[shape=", updates, "]");
  }
  bool fits = updates.rank() - front == array.rank() - depth;
  for (int i = 0; fits && i < updates.rank() - front; ++i) {
    int64_t have = updates[front + i], want = array[depth + i];
    fits = have < 0 || want < 0 || have == want;
  }
  if (!fits)
    ctx.fail("Dimensions [", depth, ",", array.rank(), ") of input[shape=", array, "] must match dimensions [", front,
             ",", updates.rank(), ") of updates[shape=", updates, "]");
}

// Inputs `at` and `at + 1` are indices and updates for an array of shape `array`.
void check_shapes(ShapeContext& ctx, const Shape& array, int at) {
  Shape indices = ctx.with_rank_at_least(at, 1);
  const Shape& updates = ctx.input(at + 1);
  if (!array.has_rank() || !indices.has_rank() || !updates.has_rank() || indices[indices.rank() - 1] < 0) return;
  check_updates(ctx, array, indices, updates, index_depth(ctx, array, indices, "output"));
}

Offsets checked_offsets(KernelContext& ctx, const Shape& array, int at, int64_t* row) {
  const Tensor &indices = ctx.input(at), &updates = ctx.input(at + 1);
  if (indices.shape().rank() < 1) ctx.fail("Indices shape must have rank at least one. Found:", indices.shape());
  if (array.rank() == 0) ctx.fail("Output must be at least 1-D, got shape: ", array);
  int depth = index_depth(ctx, array, indices.shape(), "output");
  check_updates(ctx, array, indices.shape(), updates.shape(), depth);
  *row = product(array, depth, array.rank());
  return slice_offsets(ctx, indices, array, depth, *row, ignores_bad_indices(ctx), "shape");
}

void scatter(KernelContext& ctx, const Tensor& out, RowUpdate update, int at) {
  const Tensor& updates = ctx.input(at + 1);
  ignores_bad_indices(ctx);  // throws for unknown words
  // Nothing to write: the indices may then point anywhere, as those of an empty gather do, whose gradient this is.
  if (updates.num_elements() == 0 && updates.shape().rank() > 0) return;
  int64_t row;
  Offsets offsets = checked_offsets(ctx, out.shape(), at, &row);
  // The sum of truth values is whether any is true.
  DType dtype = out.dtype();
  if (dtype == DType::kBool && update == RowUpdate::kAdd) {
    dtype = DType::kUint8;
    update = RowUpdate::kMax;
  }
  if (!update_rows(update, dtype, out.raw(), row, offsets, updates.raw(), false))
    ctx.fail_code(Code::kUnimplemented, ctx.op().name, " has no kernel for dtype ", out.dtype());
}

void scatter_nd_shape(ShapeContext& ctx) {
  ctx.with_rank(2, 1);
  Shape out = known_extents(ctx, 2);
  if (auto sizes = known_ints(ctx, 2)) out = shape_of_sizes(ctx, *sizes);
  check_shapes(ctx, out, 0);
  ctx.set_output(0, out);
}
void scatter_nd_cpu(KernelContext& ctx) {
  if (ctx.input(2).shape().rank() != 1) ctx.fail("shape must be a vector, got shape ", ctx.input(2).shape());
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, ctx.input(2).ints()));
  if (out.dtype() == DType::kString) {
    int64_t row;
    Offsets offsets = checked_offsets(ctx, out.shape(), 0, &row);
    const std::string* from = ctx.input(1).data<std::string>();
    for (size_t i = 0; i < offsets.size(); ++i)
      for (int64_t j = 0; j < row && offsets[i] >= 0; ++j) out.data<std::string>()[offsets[i] + j] += from[i * row + j];
    return;
  }
  uint64_t zero[2] = {0, 0};
  if (is_plain(out.dtype())) fill_elements(out.dtype(), out.raw(), zero, out.num_elements());
  scatter(ctx, out, RowUpdate::kAdd, 0);
}
Values scatter_nd_grad(GradientContext& ctx) { return {nullptr, op<"GatherNd">({ctx.grad(), ctx.input(0)}), nullptr}; }

void tensor_scatter_shape(ShapeContext& ctx) {
  check_shapes(ctx, ctx.input(0), 1);
  ctx.set_output(0, ctx.input(0));
}
template <RowUpdate kUpdate>
void tensor_scatter_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  Tensor out = ctx.allocate(0, x.shape());
  copy_elements(x.dtype(), out.raw(), x.raw(), x.num_elements());
  scatter(ctx, out, kUpdate, 1);
}

Value picked(GradientContext& ctx, const Value& array) { return op<"GatherNd">({array, ctx.input(1)}); }

Values scatter_update_grad(GradientContext& ctx) {
  Value dy = ctx.grad();
  Value dx = op<"TensorScatterUpdate">({dy, ctx.input(1), build::zeros_like(ctx.input(2))});
  return {dx, nullptr, picked(ctx, dy)};
}
Values scatter_add_grad(GradientContext& ctx) { return {ctx.grad(), nullptr, picked(ctx, ctx.grad())}; }
Values scatter_sub_grad(GradientContext& ctx) { return {ctx.grad(), nullptr, build::neg(picked(ctx, ctx.grad()))}; }

// The gradient goes to whoever gave the extreme value, in equal parts where several did.
Values scatter_extreme_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &indices = ctx.input(1), &updates = ctx.input(2), &y = ctx.output(0);
  Value dy = ctx.grad();
  Value from_x = build::cast(op<"Equal">({y, x}), dy.dtype());
  Value from_updates = build::cast(op<"Equal">({updates, picked(ctx, y)}), dy.dtype());
  Value givers = op<"TensorScatterAdd">({from_x, indices, from_updates});
  Value share = build::div(dy, op<"Maximum">({givers, build::ones_like(givers)}));
  return {build::mul(from_x, share), nullptr, build::mul(from_updates, picked(ctx, share))};
}

// Inplace ops change a copy: nobody can tell, as no tensor of ours is shared in a way that could.
void inplace_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }
template <RowUpdate kUpdate>
void inplace_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &rows = ctx.input(1), &v = ctx.input(2);
  if (x.shape().rank() < 1 || rows.shape().rank() > 1 || v.shape().rank() != x.shape().rank())
    ctx.fail("x and v must have the same rank, and i must be a vector; got x ", x.shape(), ", i ", rows.shape(), ", v ",
             v.shape());
  int64_t n = rows.num_elements(), row = product(x.shape(), 1, x.shape().rank());
  bool fits = v.shape()[0] == n;
  for (int d = 1; d < x.shape().rank(); ++d) fits &= v.shape()[d] == x.shape()[d];
  if (!fits)
    ctx.fail("v must hold one row of x for each index; got x ", x.shape(), ", i ", rows.shape(), ", v ", v.shape());
  std::vector<int64_t> offsets;
  for (int64_t i = 0; i < n; ++i) {
    int64_t at = rows.int_at(i), size = x.shape()[0];
    // Indices wrap around, as TensorFlow's do.
    offsets.push_back(size == 0 ? -1 : (at % size + size) % size * row);
  }
  Tensor out = ctx.allocate(0, x.shape());
  copy_elements(x.dtype(), out.raw(), x.raw(), x.num_elements());
  if (!update_rows(kUpdate, x.dtype(), out.raw(), row, offsets, v.raw(), false))
    ctx.fail_code(Code::kUnimplemented, ctx.op().name, " has no kernel for dtype ", x.dtype());
}

}  // namespace

void scatter_nd_vectorize(VectorizeContext& ctx) {
  if (!ctx.rows(2) && ctx.row_rank(0) >= 0)
    ctx.set_all(Values{ctx.with_row_index(0), ctx.stacked(1), ctx.with_rows(ctx.value(2))});
}

// ScatterNd: zeros, to which updates[i] is added at the place that the vector indices[i] names.
DEFINE_OP("ScatterNd")
    .input("indices: Tindices")
    .input("updates: T")
    .input("shape: Tindices")
    .output("output: T")
    .attr("T: type")
    .attr("Tindices: {int16, int32, int64}")
    .attr("bad_indices_policy: string = ''")
    .doc("An array of shape `shape`, zero but where index vectors name a slice, which is the sum of its updates.")
    .shape(scatter_nd_shape)
    .kernel(CPU, scatter_nd_cpu)
    .gradient(scatter_nd_grad)
    .vectorize(scatter_nd_vectorize);

void tensor_scatter_vectorize(VectorizeContext& ctx) {
  if (ctx.row_rank(1) >= 0) ctx.set_all(Values{ctx.stacked(0), ctx.with_row_index(1), ctx.stacked(2)});
}

// TensorScatterUpdate: a copy of `tensor` with updates[i] at the place that the vector indices[i] names.
DEFINE_OP("TensorScatterUpdate")
    .input("tensor: T")
    .input("indices: Tindices")
    .input("updates: T")
    .output("output: T")
    .attr("T: type")
    .attr("Tindices: {int16, int32, int64, uint16}")
    .attr("bad_indices_policy: string = ''")
    .doc("A copy of `tensor` in which the slices that index vectors name are replaced by their updates.")
    .shape(tensor_scatter_shape)
    .kernel(CPU, tensor_scatter_cpu<RowUpdate::kAssign>)
    .gradient(scatter_update_grad)
    .vectorize(tensor_scatter_vectorize);

// TensorScatterAdd: the same, adding.
DEFINE_OP("TensorScatterAdd")
    .input("tensor: T")
    .input("indices: Tindices")
    .input("updates: T")
    .output("output: T")
    .attr("T: type")
    .attr("Tindices: {int32, int64}")
    .attr("bad_indices_policy: string = ''")
    .doc("A copy of `tensor` to which updates are added at the slices that index vectors name.")
    .shape(tensor_scatter_shape)
    .kernel(CPU, tensor_scatter_cpu<RowUpdate::kAdd>)
    .gradient(scatter_add_grad)
    .vectorize(tensor_scatter_vectorize);

// TensorScatterSub: the same, subtracting.
DEFINE_OP("TensorScatterSub")
    .input("tensor: T")
    .input("indices: Tindices")
    .input("updates: T")
    .output("output: T")
    .attr("T: type")
    .attr("Tindices: {int32, int64}")
    .attr("bad_indices_policy: string = ''")
    .doc("A copy of `tensor` from which updates are subtracted at the slices that index vectors name.")
    .shape(tensor_scatter_shape)
    .kernel(CPU, tensor_scatter_cpu<RowUpdate::kSub>)
    .gradient(scatter_sub_grad)
    .vectorize(tensor_scatter_vectorize);

// TensorScatterMax: the same, keeping the larger.
DEFINE_OP("TensorScatterMax")
    .input("tensor: T")
    .input("indices: Tindices")
    .input("updates: T")
    .output("output: T")
    .attr("T: type")
    .attr("Tindices: {int32, int64}")
    .attr("bad_indices_policy: string = ''")
    .doc(
        "A copy of `tensor` in which the slices that index vectors name are the larger of what they were and the "
        "updates.")
    .shape(tensor_scatter_shape)
    .kernel(CPU, tensor_scatter_cpu<RowUpdate::kMax>)
    .gradient(scatter_extreme_grad)
    .vectorize(tensor_scatter_vectorize);

// TensorScatterMin: the same, keeping the smaller.
DEFINE_OP("TensorScatterMin")
    .input("tensor: T")
    .input("indices: Tindices")
    .input("updates: T")
    .output("output: T")
    .attr("T: type")
    .attr("Tindices: {int32, int64}")
    .attr("bad_indices_policy: string = ''")
    .doc(
        "A copy of `tensor` in which the slices that index vectors name are the smaller of what they were and the "
        "updates.")
    .shape(tensor_scatter_shape)
    .kernel(CPU, tensor_scatter_cpu<RowUpdate::kMin>)
    .gradient(scatter_extreme_grad)
    .vectorize(tensor_scatter_vectorize);

// ScatterNdNonAliasingAdd: TensorScatterAdd under an older name.
DEFINE_OP("ScatterNdNonAliasingAdd")
    .input("input: T")
    .input("indices: Tindices")
    .input("updates: T")
    .output("output: T")
    .attr(
        "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, "
        "quint16, uint16, complex128, half, uint32, uint64, bool}")
    .attr("Tindices: {int32, int64}")
    .attr("bad_indices_policy: string = ''")
    .doc("A copy of `input` to which updates are added at the slices that index vectors name.")
    .shape(tensor_scatter_shape)
    .kernel(CPU, tensor_scatter_cpu<RowUpdate::kAdd>)
    .gradient(scatter_add_grad)
    .vectorize(tensor_scatter_vectorize);

// InplaceUpdate: x with the rows i replaced by those of v.
DEFINE_OP("InplaceUpdate")
    .input("x: T")
    .input("i: int32")
    .input("v: T")
    .output("y: T")
    .attr("T: type")
    .doc("`x` with its rows `i` replaced by the rows of `v`.")
    .shape(inplace_shape)
    .kernel(CPU, inplace_cpu<RowUpdate::kAssign>);

// InplaceAdd: x with the rows of v added to its rows i.
DEFINE_OP("InplaceAdd")
    .input("x: T")
    .input("i: int32")
    .input("v: T")
    .output("y: T")
    .attr("T: type")
    .doc("`x` with the rows of `v` added to its rows `i`.")
    .shape(inplace_shape)
    .kernel(CPU, inplace_cpu<RowUpdate::kAdd>);

// InplaceSub: x with the rows of v subtracted from its rows i.
DEFINE_OP("InplaceSub")
    .input("x: T")
    .input("i: int32")
    .input("v: T")
    .output("y: T")
    .attr("T: type")
    .doc("`x` with the rows of `v` subtracted from its rows `i`.")
    .shape(inplace_shape)
    .kernel(CPU, inplace_cpu<RowUpdate::kSub>);

XLA_FACT(kNotCompiled, "InplaceAdd", "InplaceSub", "InplaceUpdate", "ScatterNdNonAliasingAdd");
XLA_MUST_KNOW({"ScatterNd"}, {"shape"});

}  // namespace graphwright
