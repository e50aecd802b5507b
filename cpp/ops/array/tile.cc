// Repeating an array: Tile, and BroadcastTo.
#include <vector>

#include "kernels/strided_copy.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

template <class Context>
void check_multiples(const Context& ctx, const Shape& x, const Shape& multiples) {
  if (multiples.has_rank() && multiples.rank() != 1)
    ctx.fail("Expected multiples to be 1-D, but got shape ", multiples);
  if (multiples.has_rank() && x.has_rank() && multiples[0] >= 0 && multiples[0] != x.rank())
    ctx.fail("Expected multiples argument to be a vector of length ", x.rank(), " but got length ", multiples[0]);
}

template <class Context>
Shape tiled_shape(const Context& ctx, const Shape& x, const Ints& multiples) {
  Ints sizes;
  for (size_t i = 0; i < multiples.size(); ++i) {
    if (multiples[i] < 0) ctx.fail("Expected multiples[", i, "] >= 0, but got ", multiples[i]);
    sizes.push_back(checked_multiply(x[static_cast<int>(i)], multiples[i]));
  }
  return shape_of_sizes(ctx, sizes);
}

void tile_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  check_multiples(ctx, x, ctx.input(1));
  Shape multiples = known_extents(ctx, 1);
  if (!multiples.has_rank()) {
    const Shape vector = ctx.with_rank(1, 1);
    multiples = vector[0] < 0 ? Shape::unknown() : Shape::filled(static_cast<int>(vector[0]), kUnknown);
  }
  if (!x.has_rank() && !multiples.has_rank()) return ctx.set_output(0, Shape::unknown());
  const int rank = x.has_rank() ? x.rank() : multiples.rank();
  Shape out = Shape::filled(rank, kUnknown);
  if (auto all = known_ints(ctx, 1); all && x.fully_defined()) {
    out = tiled_shape(ctx, x, *all);
  } else if (multiples.rank() == rank) {
    for (int i = 0; i < rank; ++i) {
      const int64_t size = x.has_rank() ? x[i] : kUnknown;
      if (size == 0 || multiples[i] == 0) {
        out.set(i, 0);
      } else if (size > 0 && multiples[i] > 0) {
        out.set(i, checked_multiply(size, multiples[i]));
      }
    }
  }
  ctx.set_output(0, out);
}

void tile_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  check_multiples(ctx, x.shape(), ctx.input(1).shape());
  Ints multiples = ctx.input(1).ints();
  Shape shape = tiled_shape(ctx, x.shape(), multiples);
  if (shape == x.shape()) return ctx.set_output(0, x);
  Tensor out = ctx.allocate(0, shape);
  if (out.num_elements() == 0) return;
  auto to = strides_of(shape), from = strides_of(x.shape());
  CopyAxes axes;
  for (int i = 0; i < shape.rank(); ++i) {
    axes.push_back({multiples[i], to[i] * x.shape()[i], 0});
    axes.push_back({x.shape()[i], to[i], from[i]});
  }
  strided_copy(x.dtype(), axes, out.raw(), x.raw());
}

// dy, whose axes are multiples * sizes, summed over the multiples.
Values tile_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &multiples = ctx.input(1);
  Value dy = ctx.grad();
  if (x.shape().fully_defined() && multiples.is_tensor()) {
    SmallVector<int64_t, 8> split, axes;
    for (int i = 0; i < x.shape().rank(); ++i) {
      axes.push_back(2 * i);
      split.push_back(Tensor::of(multiples).int_at(i));
      split.push_back(x.shape()[i]);
    }
    return {op<"Sum">({build::reshape(dy, build::int_vector(split)), build::int_vector(axes)}), nullptr};
  }
  Value shape = build::shape_of(x, multiples.dtype());
  Value split = build::reshape(op<"Pack">({multiples, shape}, {{"axis", int64_t{1}}}),
                               build::int_vector(std::vector<int64_t>{-1}));
  Value axes = op<"Range">({build::int_scalar(0), op<"Size">({split}), build::int_scalar(2)});
  return {build::reshape(op<"Sum">({build::reshape(dy, split), axes}), shape), nullptr};
}

void tile_grad_shape(ShapeContext& ctx) {
  const Shape& dy = ctx.input(0);
  check_multiples(ctx, dy, ctx.input(1));
  Shape out = dy;
  auto multiples = known_ints(ctx, 1);
  for (int i = 0; i < dy.rank(); ++i)
    out.set(i, multiples && dy[i] >= 0 && (*multiples)[i] > 0 ? dy[i] / (*multiples)[i] : kUnknown);
  ctx.set_output(0, out);
}
void tile_grad_cpu(KernelContext& ctx) {
  const Tensor& dy = ctx.input(0);
  if (!visit_number(dy.dtype(), []<class>() {})) ctx.fail("TileGrad has no kernel for dtype ", dy.dtype());
  check_multiples(ctx, dy.shape(), ctx.input(1).shape());
  Ints multiples = ctx.input(1).ints();
  Shape shape = dy.shape();
  int64_t repeats = 1;
  for (int i = 0; i < shape.rank(); ++i) {
    if (multiples[i] <= 0 || shape[i] % multiples[i] != 0)
      ctx.fail("Expected multiples[", i, "] to divide ", shape[i], ", but got ", multiples[i]);
    shape.set(i, shape[i] / multiples[i]);
    repeats *= multiples[i];
  }
  Tensor out = ctx.allocate(0, shape);
  if (out.num_elements() == 0) return;
  // One tile after the other is added; which one is counted by the digits of t.
  auto to = strides_of(shape), from = strides_of(dy.shape());
  Tensor tile = Tensor::allocate(dy.dtype(), shape);
  for (int64_t t = 0; t < repeats; ++t) {
    int64_t rest = t, offset = 0;
    CopyAxes axes;
    for (int i = shape.rank() - 1; i >= 0; --i) {
      offset += rest % multiples[i] * shape[i] * from[i];
      rest /= multiples[i];
    }
    for (int i = 0; i < shape.rank(); ++i) axes.push_back({shape[i], to[i], from[i]});
    strided_copy(dy.dtype(), axes, t == 0 ? out.raw() : tile.raw(), advance(dy.raw(), dy.dtype(), offset));
    if (t == 0) continue;
    visit_number(dy.dtype(), [&]<class T>() {
      for (int64_t i = 0; i < out.num_elements(); ++i)
        out.data<T>()[i] =
            static_cast<T>(static_cast<compute_t<T>>(out.data<T>()[i]) + static_cast<compute_t<T>>(tile.data<T>()[i]));
    });
  }
}

// Whether `from` broadcasts to `to`; extents may be unknown.
template <class Context>
void check_broadcast(const Context& ctx, const Shape& from, const Shape& to) {
  if (from.rank() > to.rank())
    ctx.fail("Rank of input (", from.rank(), ") must be no greater than rank of output shape (", to.rank(), ").");
  int extra = to.rank() - from.rank();
  for (int i = 0; i < from.rank(); ++i) {
    if (from[i] >= 0 && from[i] != 1 && to[i + extra] >= 0 && from[i] != to[i + extra])
      ctx.fail("Incompatible shapes: ", from, " vs. ", to);
  }
}

void broadcast_to_shape(ShapeContext& ctx) {
  const Shape& sizes = ctx.input(1);
  if (sizes.has_rank() && sizes.rank() != 1) ctx.fail("shape must be a vector of {int32,int64}, got shape ", sizes);
  Shape to = known_extents(ctx, 1);
  if (auto all = known_ints(ctx, 1)) to = shape_of_sizes(ctx, *all);
  if (const Shape& from = ctx.input(0); to.has_rank() && from.has_rank()) {
    check_broadcast(ctx, from, to);
    // Whatever is not 1 stays.
    for (int i = 0, at = to.rank() - from.rank(); i < from.rank(); ++i)
      if (to[at + i] < 0 && from[i] >= 0 && from[i] != 1) to.set(at + i, from[i]);
  }
  ctx.set_output(0, to);
}
void broadcast_to_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  if (ctx.input(1).shape().rank() != 1)
    ctx.fail("shape must be a vector of {int32,int64}, got shape ", ctx.input(1).shape());
  Shape to = shape_of_sizes(ctx, ctx.input(1).ints());
  check_broadcast(ctx, x.shape(), to);
  if (to == x.shape()) return ctx.set_output(0, x);
  Tensor out = ctx.allocate(0, to);
  if (out.num_elements() == 0) return;
  auto to_strides = strides_of(to), from_strides = strides_of(x.shape());
  int extra = to.rank() - x.shape().rank();
  CopyAxes axes;
  for (int i = 0; i < to.rank(); ++i)
    axes.push_back({to[i], to_strides[i], i < extra || x.shape()[i - extra] == 1 ? 0 : from_strides[i - extra]});
  strided_copy(x.dtype(), axes, out.raw(), x.raw());
}
Values broadcast_to_grad(GradientContext& ctx) { return {build::unbroadcast(ctx.grad(), ctx.input(0)), nullptr}; }

}  // namespace

void tile_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(1)) return;
  Value one = build::reshape(build::number_like(ctx.value(1), 1), build::ints({1}));
  ctx.set_all(
      Values{ctx.value(0), op<"ConcatV2">({one, ctx.value(1), build::number(DType::kInt32, 0)}, {{"N", int64_t{2}}})});
}

// Tile: x repeated multiples[i] times along each axis i.
DEFINE_OP("Tile")
    .input("input: T")
    .input("multiples: Tmultiples")
    .output("output: T")
    .attr("T: type")
    .attr("Tmultiples: {int32, int64} = int32")
    .doc("`input` repeated `multiples[i]` times along each axis i.")
    .trait(Trait::kNoFold)
    .shape(tile_shape)
    .kernel(CPU, tile_cpu)
    .gradient(tile_grad)
    .vectorize(tile_vectorize);

// TileGrad: the sum of the tiles of x.
DEFINE_OP("TileGrad")
    .input("input: T")
    .input("multiples: int32")
    .output("output: T")
    .attr("T: type")
    .doc("The sum of the tiles of `input`, of which there are `multiples[i]` along each axis i.")
    .shape(tile_grad_shape)
    .kernel(CPU, tile_grad_cpu);

void broadcast_to_vectorize(VectorizeContext& ctx) {
  const Shape& shape = ctx.row_output_shape(0);
  if (ctx.rows(1) || ctx.row_rank(0) < 0 || !shape.has_rank()) return;
  ctx.set_all(
      Values{VectorizeContext::widened(ctx.value(0), ctx.row_rank(0), shape.rank()), ctx.with_rows(ctx.value(1))});
}

// BroadcastTo: x repeated along axes of extent 1, and along new leading ones, to the shape asked for.
DEFINE_OP("BroadcastTo")
    .input("input: T")
    .input("shape: Tidx")
    .output("output: T")
    .attr("T: type")
    .attr("Tidx: {int32, int64} = int32")
    .doc("`input` broadcast to `shape`.")
    .trait(Trait::kNoFold)
    .shape(broadcast_to_shape)
    .kernel(CPU, broadcast_to_cpu)
    .gradient(broadcast_to_grad)
    .vectorize(broadcast_to_vectorize);

XLA_FACT(kNotCompiled, "TileGrad");
XLA_MUST_KNOW({"BroadcastTo"}, {"shape"});
XLA_MUST_KNOW({"Tile"}, {"multiples"});

}  // namespace graphwright
