// Slice: a block of an array.
#include "kernels/strided_copy.h"
#include "op/vectorize.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

void check_vectors(ShapeContext& ctx) {
  Shape begin = ctx.with_rank(1, 1), size = ctx.with_rank(2, 1);
  const Shape& x = ctx.input(0);
  int64_t rank = x.has_rank() ? x.rank() : begin[0] >= 0 ? begin[0] : size[0];
  for (int64_t n : {begin[0], size[0]}) {
    if (n >= 0 && rank >= 0 && n != rank)
      ctx.fail("Expected begin and size arguments to be 1-D tensors of size ", rank, ", but got shapes ", begin,
               " and ", size, " instead.");
  }
}

// Checks one axis, and gives the extent of the part. `whole` is kUnknown where the extent of the input is.
template <class Context>
int64_t part_size(const Context& ctx, int axis, int64_t whole, int64_t begin, int64_t size) {
  if (whole < 0) {
    if (begin < 0) ctx.fail("Expected begin[", axis, "] >= 0, but got ", begin);
    return size == -1 ? kUnknown : size;
  }
  if (begin < 0 || begin > whole) ctx.fail("Expected begin[", axis, "] in [0, ", whole, "], but got ", begin);
  if (size == -1) return whole - begin;
  if (size < 0 || size > whole - begin)
    ctx.fail("Expected size[", axis, "] in [0, ", whole - begin, "], but got ", size);
  return size;
}

void slice_shape(ShapeContext& ctx) {
  check_vectors(ctx);
  const Shape& x = ctx.input(0);
  auto begin = known_ints(ctx, 1);
  auto size = known_ints(ctx, 2);
  if (!x.has_rank()) {
    Shape sizes = known_extents(ctx, 2);
    const Shape& begins = ctx.input(1);
    if (!sizes.has_rank() && begins.has_rank() && begins[0] >= 0)
      sizes = Shape::filled(static_cast<int>(begins[0]), kUnknown);
    return ctx.set_output(0, sizes);
  }
  Shape out = Shape::filled(x.rank(), kUnknown);
  Shape begins = known_extents(ctx, 1), sizes = known_extents(ctx, 2);
  for (int i = 0; i < x.rank(); ++i) {
    if (begin && size) {
      out.set(i, part_size(ctx, i, x[i], (*begin)[i], (*size)[i]));
    } else if (size) {
      if (begins.rank() == x.rank() && begins[i] >= 0) {
        out.set(i, part_size(ctx, i, x[i], begins[i], (*size)[i]));
      } else if ((*size)[i] >= 0) {
        out.set(i, (*size)[i]);
      }
    } else if (sizes.rank() == x.rank()) {
      out.set(i, sizes[i]);
    }
  }
  ctx.set_output(0, out);
}

void slice_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Shape& from = x.shape();
  int rank = from.rank();
  for (int i : {1, 2}) {
    if (ctx.input(i).shape().rank() != 1 || ctx.input(i).num_elements() != rank)
      ctx.fail("Expected begin and size arguments to be 1-D tensors of size ", rank, ", but got shapes ",
               ctx.input(1).shape(), " and ", ctx.input(2).shape(), " instead.");
  }
  Ints begin = ctx.input(1).ints(), size = ctx.input(2).ints();
  Shape to = from;
  for (int i = 0; i < rank; ++i) to.set(i, part_size(ctx, i, from[i], begin[i], size[i]));
  if (to == from) return ctx.set_output(0, x);
  auto strides = strides_of(from);
  int64_t offset = 0;
  for (int i = 0; i < rank; ++i) offset += begin[i] * strides[i];
  // In one piece where only the outermost axis that is longer than 1 is cut.
  int first = 0;
  while (first < rank && to[first] == 1) ++first;
  bool one_piece = true;
  for (int i = first + 1; i < rank; ++i) one_piece &= to[i] == from[i];
  if (one_piece && to.num_elements() > 0) return ctx.set_output(0, x.window(offset, to));
  Tensor out = ctx.allocate(0, to);
  auto to_strides = strides_of(to);
  CopyAxes axes;
  for (int i = 0; i < rank; ++i) axes.push_back({to[i], to_strides[i], strides[i]});
  if (to.num_elements() > 0) strided_copy(x.dtype(), axes, out.raw(), advance(x.raw(), x.dtype(), offset));
}

// A part of a vector of sizes.
Shape slice_value(ShapeContext& ctx) {
  auto begin = known_ints(ctx, 1), size = known_ints(ctx, 2);
  Shape x = known_extents(ctx, 0);
  if (!begin || !size || !x.has_rank() || ctx.input(0).rank() != 1 || begin->size() != 1 || size->size() != 1)
    return Shape::unknown();
  int64_t first = (*begin)[0], n = (*size)[0];
  if (n == -1) n = x.rank() - first;
  if (first < 0 || n < 0 || first + n > x.rank()) return Shape::unknown();
  return x.slice(static_cast<int>(first), static_cast<int>(first + n));
}

// Zeros around the gradient.
Values slice_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &begin = ctx.input(1);
  Value dy = ctx.grad();
  if (begin.is_tensor() && x.shape().fully_defined() && dy.shape().fully_defined()) {
    int rank = x.shape().rank();
    Tensor paddings = Tensor::allocate(DType::kInt64, Shape{rank, 2});
    for (int i = 0; i < rank; ++i) {
      int64_t front = Tensor::of(begin).int_at(i);
      paddings.data<int64_t>()[2 * i] = front;
      paddings.data<int64_t>()[2 * i + 1] = x.shape()[i] - front - dy.shape()[i];
    }
    return {op<"Pad">({dy, paddings}), nullptr, nullptr};
  }
  Value back = build::sub(build::sub(build::shape_of(x, begin.dtype()), begin), build::shape_of(dy, begin.dtype()));
  Value paddings = op<"Pack">({begin, back}, {{"axis", int64_t{1}}});
  return {op<"Pad">({dy, paddings}), nullptr, nullptr};
}

}  // namespace

void slice_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(2)) return;
  const DType dtype = ctx.value(2).dtype();
  auto prefixed = [](const Value& first, const Value& rest) {
    return op<"ConcatV2">({first, rest, build::number(DType::kInt32, 0)}, {{"N", int64_t{2}}});
  };
  auto one = [&](int value) { return build::reshape(build::number(dtype, value), build::ints({1})); };
  if (!ctx.rows(1))
    return ctx.set_all(Values{ctx.value(0), prefixed(one(0), ctx.value(1)), prefixed(one(-1), ctx.value(2))});
  // Each row begins somewhere else: its elements are gathered, axis by axis.
  const auto sizes = ctx.known(2);
  if (!sizes) return;
  for (int64_t size : *sizes)
    if (size < 0) return;
  Value result = ctx.stacked(0);
  for (size_t axis = 0; axis < sizes->size(); ++axis) {
    const int at = static_cast<int>(axis);
    Value begin = op<"Slice">({ctx.value(1), build::ints({0, at}), build::ints({-1, 1})});
    Value steps = op<"Range">(
        {build::number(dtype, 0), build::number(dtype, static_cast<double>((*sizes)[axis])), build::number(dtype, 1)});
    result = op<"GatherV2">({result, build::add(begin, steps), build::number(DType::kInt32, at + 1)},
                            {{"batch_dims", int64_t{1}}});
  }
  ctx.set(0, result);
}

// Slice: the block of `size` elements along each axis that begins at `begin`; a size of -1 means all that follow.
DEFINE_OP("Slice")
    .input("input: T")
    .input("begin: Index")
    .input("size: Index")
    .output("output: T")
    .attr("T: type")
    .attr("Index: {int32, int64}")
    .doc("The block of extents `size` that begins at `begin`; a size of -1 means all that follow.")
    .trait(Trait::kView)
    .shape(slice_shape)
    .shape_value(slice_value)
    .kernel(CPU, slice_cpu)
    .gradient(slice_grad)
    .vectorize(slice_vectorize);

}  // namespace graphwright
