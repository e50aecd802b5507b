// Cutting an array into parts along an axis.
#include "kernels/strided_copy.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

template <class Context>
int split_axis(const Context& ctx, int64_t axis, int rank) {
  if (axis < -rank || axis >= rank)
    ctx.fail("-input rank(-", rank, ") <= split_dim < input rank (", rank, "), but got ", axis);
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

// Part of x that begins at `begin` along the axis, as output i of shape `shape`; shares x's memory where it lies there
// in one piece.
void write_part(KernelContext& ctx, int i, const Tensor& x, int axis, int64_t begin, int64_t size, const Shape& shape) {
  const Shape& from = x.shape();
  int64_t outer = product(from, 0, axis), inner = product(from, axis + 1, from.rank()), width = from[axis] * inner;
  if (outer == 1 || size == from[axis]) return ctx.set_output(i, x.window(begin * inner, shape));
  Tensor out = ctx.allocate(i, shape);
  int64_t n = size * inner;
  strided_copy(x.dtype(), {{outer, n, width}, {n, 1, 1}}, out.raw(), advance(x.raw(), x.dtype(), begin * inner));
}

template <class Context>
int64_t even_part(const Context& ctx, int axis, int64_t size, int64_t n) {
  if (size % n != 0)
    ctx.fail("Number of ways to split should evenly divide the split dimension, but got split_dim ", axis,
             " (size = ", size, ") and num_split ", n);
  return size / n;
}

void split_shape(ShapeContext& ctx) {
  int64_t n = ctx.attr<int64_t>("num_split");
  auto axis_value = known_int(ctx, 0);
  Shape part = ctx.input(1);
  if (part.has_rank()) {
    if (part.rank() == 0) ctx.fail("Can't split scalars");
    if (axis_value) {
      int axis = split_axis(ctx, *axis_value, part.rank());
      if (part[axis] >= 0) part.set(axis, even_part(ctx, axis, part[axis], n));
    } else {
      part = Shape::filled(part.rank(), kUnknown);
    }
  }
  for (int64_t i = 0; i < n; ++i) ctx.set_output(static_cast<int>(i), part);
}
void split_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(1);
  if (x.shape().rank() == 0) ctx.fail("Can't split scalars");
  int axis = split_axis(ctx, int_input(ctx, 0), x.shape().rank());
  int64_t size = even_part(ctx, axis, x.shape()[axis], ctx.num_outputs());
  Shape shape = x.shape();
  shape.set(axis, size);
  for (int i = 0; i < ctx.num_outputs(); ++i) write_part(ctx, i, x, axis, i * size, size, shape);
}

// The gradients of all parts, zeros where none came in.
Values part_gradients(GradientContext& ctx) {
  Values grads;
  for (int i = 0; i < ctx.num_outputs(); ++i) grads.push_back(ctx.grad(i));
  return grads;
}
Value joined_gradients(GradientContext& ctx, const Value& axis) {
  Values grads = part_gradients(ctx);
  if (grads.size() == 1) return grads[0];
  grads.push_back(axis);
  return op<"ConcatV2">(grads);
}
Values split_grad(GradientContext& ctx) { return {nullptr, joined_gradients(ctx, ctx.input(0))}; }
Values split_v_grad(GradientContext& ctx) { return {joined_gradients(ctx, ctx.input(2)), nullptr, nullptr}; }

// The sizes of all parts, with a size of -1 made what remains.
template <class Context>
Ints part_sizes(const Context& ctx, Ints sizes, int64_t whole, int64_t n) {
  if (static_cast<int64_t>(sizes.size()) != n)
    ctx.fail("size of the split_tensor must be 1-D and have the same elements as outputs got ", sizes.size(),
             " elements for ", n);
  int open = -1;
  int64_t sum = 0;
  bool overflow = false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == -1) {
      if (open >= 0) ctx.fail("There can only be one -1 in the input.");
      open = static_cast<int>(i);
    } else {
      if (sizes[i] < 0) ctx.fail("Split size at index ", i, " must be >= 0. Got: ", sizes[i]);
      overflow |= __builtin_add_overflow(sum, sizes[i], &sum);
    }
  }
  if (whole < 0) return sizes;
  if (overflow || (open < 0 ? sum != whole : sum > whole))
    ctx.fail(
        "Determined shape must either match input shape along split_dim exactly if fully specified, or be less than "
        "the size of the input along split_dim if not fully specified.  Got: ",
        sum);
  if (open >= 0) sizes[open] = whole - sum;
  return sizes;
}

void split_v_shape(ShapeContext& ctx) {
  int64_t n = ctx.attr<int64_t>("num_split");
  const Shape& x = ctx.input(0);
  Shape sizes_shape = ctx.with_rank(1, 1);
  if (sizes_shape[0] >= 0 && sizes_shape[0] != n)
    ctx.fail("size of the split_tensor must be 1-D and have the same elements as outputs got ", sizes_shape[0],
             " elements for ", n);
  auto axis_value = known_int(ctx, 2);
  auto sizes = known_ints(ctx, 1);
  Shape part = x;
  int axis = -1;
  if (x.has_rank()) {
    if (x.rank() == 0) ctx.fail("Can't split scalars");
    if (axis_value) {
      axis = split_axis(ctx, *axis_value, x.rank());
      part.set(axis, n == 1 ? x[axis] : kUnknown);
    } else {
      part = Shape::filled(x.rank(), kUnknown);
    }
  }
  if (sizes) sizes = part_sizes(ctx, *sizes, axis >= 0 ? x[axis] : kUnknown, n);
  for (int64_t i = 0; i < n; ++i) {
    if (sizes && axis >= 0) part.set(axis, (*sizes)[i]);
    ctx.set_output(static_cast<int>(i), part);
  }
}
void split_v_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  if (x.shape().rank() == 0) ctx.fail("Can't split scalars");
  if (ctx.input(1).shape().rank() != 1) ctx.fail("size_splits must be a vector, got shape ", ctx.input(1).shape());
  if (ctx.input(2).num_elements() != 1) ctx.fail("split_dim_tensor must have exactly one element.");
  int axis = split_axis(ctx, ctx.input(2).int_at(0), x.shape().rank());
  Ints sizes = part_sizes(ctx, ctx.input(1).ints(), x.shape()[axis], ctx.num_outputs());
  Shape shape = x.shape();
  int64_t begin = 0;
  for (int i = 0; i < ctx.num_outputs(); ++i) {
    shape.set(axis, sizes[i]);
    write_part(ctx, i, x, axis, begin, sizes[i], shape);
    begin += sizes[i];
  }
}

template <class Context>
int unpack_axis(const Context& ctx, int rank) {
  int64_t axis = ctx.template attr<int64_t>("axis");
  if (axis < -rank || axis >= rank) ctx.fail("axis = ", axis, " not in [", -rank, ", ", rank, ")");
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}
void unpack_shape(ShapeContext& ctx) {
  int64_t n = ctx.attr<int64_t>("num");
  Shape shape = ctx.input(0);
  if (shape.has_rank()) {
    int axis = unpack_axis(ctx, shape.rank());
    if (shape[axis] >= 0 && shape[axis] != n)
      ctx.fail("Input shape axis ", axis, " must equal ", n, ", got shape ", shape);
    shape.erase(axis);
  }
  for (int64_t i = 0; i < n; ++i) ctx.set_output(static_cast<int>(i), shape);
}
// An extent for each output.
Shape unpack_value(ShapeContext& ctx) { return known_extents(ctx, 0); }
void unpack_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  int axis = unpack_axis(ctx, x.shape().rank());
  if (x.shape()[axis] != ctx.num_outputs())
    ctx.fail("Input shape axis ", axis, " must equal ", ctx.num_outputs(), ", got shape ", x.shape());
  Shape shape = x.shape();
  shape.erase(axis);
  for (int i = 0; i < ctx.num_outputs(); ++i) write_part(ctx, i, x, axis, i, 1, shape);
}
Values unpack_grad(GradientContext& ctx) {
  if (ctx.num_outputs() == 0) return {build::zeros_like(ctx.input(0))};
  return {op<"Pack">(part_gradients(ctx), {{"axis", ctx.attr<int64_t>("axis")}})};
}

}  // namespace

void split_vectorize(VectorizeContext& ctx) {
  if (!ctx.rows(0)) ctx.set_all(Values{VectorizeContext::shifted(ctx.value(0)), ctx.value(1)});
}

// Split: `num_split` equal parts along an axis.
DEFINE_OP("Split")
    .input("split_dim: int32")
    .input("value: T")
    .output("output: num_split * T")
    .attr("num_split: int >= 1")
    .attr("T: type")
    .doc("`value` cut into `num_split` equal parts along the axis `split_dim`.")
    .trait(Trait::kView)
    .shape(split_shape)
    .kernel(CPU, split_cpu)
    .gradient(split_grad)
    .vectorize(split_vectorize);

void split_v_vectorize(VectorizeContext& ctx) {
  if (!ctx.any_rows(1, 3)) ctx.set_all(Values{ctx.value(0), ctx.value(1), VectorizeContext::shifted(ctx.value(2))});
}

// SplitV: parts of given sizes along an axis; one size may be -1.
DEFINE_OP("SplitV")
    .input("value: T")
    .input("size_splits: Tlen")
    .input("split_dim: int32")
    .output("output: num_split * T")
    .attr("num_split: int >= 1")
    .attr("T: type")
    .attr("Tlen: {int8, int32, int64} = int64")
    .doc(
        "`value` cut into parts of the sizes `size_splits` along the axis `split_dim`; one size may be -1: what "
        "remains.")
    .trait(Trait::kView)
    .shape(split_v_shape)
    .kernel(CPU, split_v_cpu)
    .gradient(split_v_grad)
    .vectorize(split_v_vectorize);

void unpack_vectorize(VectorizeContext& ctx) {
  Attrs attrs = ctx.attrs();
  attrs.set("axis", VectorizeContext::shifted(ctx.attr<int64_t>("axis")));
  ctx.set_all(Values{ctx.value(0)}, attrs);
}

// Unpack: the slices along an axis.
DEFINE_OP("Unpack")
    .input("value: T")
    .output("output: num * T")
    .attr("num: int >= 0")
    .attr("T: type")
    .attr("axis: int = 0")
    .doc("The `num` slices of `value` along an axis, which they lack.")
    .trait(Trait::kView)
    .shape(unpack_shape)
    .shape_value(unpack_value)
    .kernel(CPU, unpack_cpu)
    .gradient(unpack_grad)
    .vectorize(unpack_vectorize);

XLA_MUST_KNOW({"Split"}, {"split_dim"});
XLA_MUST_KNOW({"SplitV"}, {"size_splits", "split_dim"});

}  // namespace graphwright
