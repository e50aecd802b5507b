// Ops on shapes: what shape, rank or size a tensor has, and how shapes broadcast.
#include <limits>

#include "op/build.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

void put_int(const Tensor& out, int64_t i, int64_t value) {
  if (out.dtype() == DType::kInt64) {
    out.data<int64_t>()[i] = value;
  } else {
    out.data<int32_t>()[i] = static_cast<int32_t>(value);
  }
}

void check_fits(KernelContext& ctx, DType dtype, int64_t value) {
  if (dtype == DType::kInt32 && value > std::numeric_limits<int32_t>::max())
    ctx.fail("int32 cannot hold the size ", value, ": ask for out_type=tf.int64");
}

void shape_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  ctx.set_output(0, Shape{x.has_rank() ? x.rank() : kUnknown});
}
void write_shape(KernelContext& ctx, int i) {
  const Shape& shape = ctx.input(i).shape();
  Tensor out = ctx.allocate(i, Shape{shape.rank()});
  for (int axis = 0; axis < shape.rank(); ++axis) {
    check_fits(ctx, out.dtype(), shape[axis]);
    put_int(out, axis, shape[axis]);
  }
}
void shape_cpu(KernelContext& ctx) { write_shape(ctx, 0); }
Shape shape_value(ShapeContext& ctx) { return ctx.input(0); }

void shape_n_shape(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_inputs(); ++i)
    ctx.set_output(i, Shape{ctx.input(i).has_rank() ? ctx.input(i).rank() : kUnknown});
}
void shape_n_cpu(KernelContext& ctx) {
  for (int i = 0; i < ctx.num_inputs(); ++i) write_shape(ctx, i);
}

void scalar_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }
void size_cpu(KernelContext& ctx) {
  Tensor out = ctx.allocate(0, Shape());
  check_fits(ctx, out.dtype(), ctx.input(0).num_elements());
  put_int(out, 0, ctx.input(0).num_elements());
}
Shape size_value(ShapeContext& ctx) { return Shape{ctx.input(0).num_elements()}; }
void rank_cpu(KernelContext& ctx) { put_int(ctx.allocate(0, Shape()), 0, ctx.input(0).shape().rank()); }
Shape rank_value(ShapeContext& ctx) { return Shape{ctx.input(0).has_rank() ? ctx.input(0).rank() : kUnknown}; }

Shape shape_input(KernelContext& ctx, int i) {
  const Tensor& input = ctx.input(i);
  if (input.shape().rank() != 1) ctx.fail("In[", i, "] must be a vector.", input.shape());
  Ints sizes = input.ints();
  return Shape(std::span<const int64_t>(sizes.data(), sizes.size()));
}

// Broadcasts extents as they are, -1 being an extent like any other.
Shape broadcast_extents(KernelContext& ctx, const Shape& a, const Shape& b) {
  const Shape& longer = a.rank() >= b.rank() ? a : b;
  const Shape& shorter = a.rank() >= b.rank() ? b : a;
  Shape result = longer;
  int offset = longer.rank() - shorter.rank();
  for (int i = 0; i < shorter.rank(); ++i) {
    int64_t x = longer[i + offset], y = shorter[i];
    if (x == y || y == 1) continue;
    if (x != 1) ctx.fail("Incompatible shapes: ", a, " vs. ", b);
    result.set(i + offset, y);
  }
  return result;
}

void broadcast_args_shape(ShapeContext& ctx) {
  Shape a = ctx.with_rank(0, 1), b = ctx.with_rank(1, 1);
  ctx.set_output(0, Shape{a[0] < 0 || b[0] < 0 ? kUnknown : std::max(a[0], b[0])});
}
void broadcast_args_cpu(KernelContext& ctx) {
  Shape shape = broadcast_extents(ctx, shape_input(ctx, 0), shape_input(ctx, 1));
  Tensor out = ctx.allocate(0, Shape{shape.rank()});
  for (int i = 0; i < shape.rank(); ++i) put_int(out, i, shape[i]);
}
Shape broadcast_args_value(ShapeContext& ctx) { return broadcast_shapes(known_extents(ctx, 0), known_extents(ctx, 1)); }

void gradient_args_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 1);
  ctx.with_rank(1, 1);
  ctx.set_output(0, Shape{kUnknown});
  ctx.set_output(1, Shape{kUnknown});
}
void gradient_args_cpu(KernelContext& ctx) {
  Shape shapes[2] = {shape_input(ctx, 0), shape_input(ctx, 1)};
  Shape all = broadcast_extents(ctx, shapes[0], shapes[1]);
  for (int side = 0; side < 2; ++side) {
    const Shape& mine = shapes[side];
    Ints axes;
    // Axes of extent 1 in both are summed as well: that costs nothing and is what TensorFlow gives.
    for (int i = 0; i < all.rank() && !(shapes[0] == shapes[1]); ++i) {
      int at = i - (all.rank() - mine.rank());
      if (at < 0 || mine[at] == 1) axes.push_back(i);
    }
    Tensor out = ctx.allocate(side, Shape{static_cast<int64_t>(axes.size())});
    for (size_t i = 0; i < axes.size(); ++i) put_int(out, static_cast<int64_t>(i), axes[i]);
  }
}

}  // namespace

// Rows have one shape.
void shape_vectorize(VectorizeContext& ctx) {
  const DType dtype = ctx.attr<DType>("out_type");
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    Value shape = ctx.row_shape(i).fully_defined() ? Value(Tensor::from_shape(ctx.row_shape(i), dtype))
                                                   : op<"Shape">({ctx.value(i)}, {{"out_type", dtype}});
    if (ctx.rows(i) && shape.is_symbol()) shape = op<"Slice">({shape, build::ints({1}), build::ints({-1})});
    ctx.set(i, shape, false);
  }
}

// Shape: the extents of x.
DEFINE_OP("Shape")
    .input("input: T")
    .output("output: out_type")
    .attr("T: type")
    .attr("out_type: {int32, int64} = int32")
    .doc("The extents of `input` as a vector.")
    .trait(Trait::kHostMemory)
    .shape(shape_shape)
    .shape_value(shape_value)
    .kernel(CPU, shape_cpu)
    .no_gradient("a shape does not depend on values")
    .vectorize(shape_vectorize);

// ShapeN: the extents of each input.
DEFINE_OP("ShapeN")
    .input("input: N * T")
    .output("output: N * out_type")
    .attr("N: int >= 1")
    .attr("T: type")
    .attr("out_type: {int32, int64} = int32")
    .doc("The extents of each input as a vector.")
    .trait(Trait::kHostMemory)
    .shape(shape_n_shape)
    .kernel(CPU, shape_n_cpu)
    .no_gradient("a shape does not depend on values")
    .vectorize(shape_vectorize);

void size_vectorize(VectorizeContext& ctx) {
  Value shape = op<"Shape">({ctx.value(0)}, {{"out_type", ctx.attr<DType>("out_type")}});
  shape = op<"Slice">({shape, build::ints({1}), build::ints({-1})});
  ctx.set(0, op<"Prod">({shape, build::ints({0})}), false);
}

// Size: the number of elements of x.
DEFINE_OP("Size")
    .input("input: T")
    .output("output: out_type")
    .attr("T: type")
    .attr("out_type: {int32, int64} = int32")
    .doc("The number of elements of `input`.")
    .trait(Trait::kHostMemory)
    .shape(scalar_shape)
    .shape_value(size_value)
    .kernel(CPU, size_cpu)
    .no_gradient("a size does not depend on values")
    .vectorize(size_vectorize);

void rank_vectorize(VectorizeContext& ctx) {
  ctx.set(0, build::sub(op<"Rank">({ctx.value(0)}), build::number(DType::kInt32, 1)), false);
}

// Rank: the number of axes of x.
DEFINE_OP("Rank")
    .input("input: T")
    .output("output: int32")
    .attr("T: type")
    .doc("The number of axes of `input`.")
    .trait(Trait::kHostMemory)
    .shape(scalar_shape)
    .shape_value(rank_value)
    .kernel(CPU, rank_cpu)
    .no_gradient("a rank does not depend on values")
    .vectorize(rank_vectorize);

// BroadcastArgs: the shape to which two shapes broadcast.
DEFINE_OP("BroadcastArgs")
    .input("s0: T")
    .input("s1: T")
    .output("r0: T")
    .attr("T: {int32, int64} = int32")
    .doc("The shape to which arrays of the shapes `s0` and `s1` broadcast.")
    .trait(Trait::kHostMemory)
    .shape(broadcast_args_shape)
    .shape_value(broadcast_args_value)
    .kernel(CPU, broadcast_args_cpu)
    .no_gradient("works on shapes");

// BroadcastGradientArgs: the axes over which to sum the gradient of each operand of a broadcast.
DEFINE_OP("BroadcastGradientArgs")
    .input("s0: T")
    .input("s1: T")
    .output("r0: T")
    .output("r1: T")
    .attr("T: {int32, int64} = int32")
    .doc("The axes over which the gradient of each operand of a broadcasting op is summed.")
    .trait(Trait::kHostMemory)
    .shape(gradient_args_shape)
    .kernel(CPU, gradient_args_cpu)
    .no_gradient("works on shapes");

XLA_FACT(kFromShapes, "Shape", "ShapeN", "Size", "Rank");
XLA_MUST_KNOW({"BroadcastArgs", "BroadcastGradientArgs"}, {"s0", "s1"});

}  // namespace graphwright
