// Gradients of the reductions: what came in is spread over the axes that were reduced.
#include "op/gradient_needs.h"
#include "ops/array/index_vectors.h"
#include "ops/array_build.h"
#include "ops/reduce/reduction.h"

namespace graphwright {
namespace {

using namespace build;

// The axes, where they and x's rank are known.
bool known_axes(GradientContext& ctx, SmallVector<bool, 8>& reduced) {
  const Shape& shape = ctx.input(0).shape();
  Tensor axes = constant_of(ctx, 1);
  if (!axes || !shape.has_rank()) return false;
  reduced = reduced_axes(axes, shape.rank());
  return true;
}

// `value`, of the reduction's output shape, with extents of 1 where axes were reduced.
Value with_kept_dims(GradientContext& ctx, const Value& value) {
  if (ctx.attr<bool>("keep_dims")) return value;
  const Value& x = ctx.input(0);
  SmallVector<bool, 8> reduced;
  if (known_axes(ctx, reduced)) {
    if (x.shape().fully_defined()) return reshape(value, Tensor::from_shape(reduced_shape(x.shape(), reduced, true)));
    Value result = value;
    for (size_t axis = 0; axis < reduced.size(); ++axis)
      if (reduced[axis]) result = expand_dims(result, static_cast<int64_t>(axis));
    return result;
  }
  // The shape of x with ones written over the reduced extents.
  Value shape = shape_of(x), axes = cast(ctx.input(1), DType::kInt32);
  Value rank = op<"Size">({shape});
  Value indices = op<"Reshape">({op<"FloorMod">({add(axes, rank), rank}), ints({-1, 1})});
  Value ones = ones_like(op<"Reshape">({axes, ints({-1})}));
  return reshape(value, op<"TensorScatterUpdate">({shape, indices, ones}));
}

Value spread(GradientContext& ctx, const Value& value) {
  return op<"BroadcastTo">({with_kept_dims(ctx, value), shape_of(ctx.input(0))});
}

}  // namespace

Values sum_grad(GradientContext& ctx) { return {spread(ctx, ctx.grad()), Value()}; }

Values mean_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &y = ctx.output(0);
  int64_t inputs = x.shape().num_elements(), outputs = y.shape().num_elements();
  Value count;
  if (inputs >= 0 && outputs >= 0) {
    count = number_like(x, static_cast<double>(inputs / std::max<int64_t>(outputs, 1)));
  } else {
    Value one = Tensor::scalar<int32_t>(1);
    count = cast(op<"FloorDiv">({op<"Size">({x}), op<"Maximum">({op<"Size">({y}), one})}), x.dtype());
  }
  return {div(spread(ctx, ctx.grad()), count), Value()};
}

// The gradient goes to the elements equal to the extreme, in equal shares.
Values extreme_reduction_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  Value y = with_kept_dims(ctx, ctx.output(0)), dy = with_kept_dims(ctx, ctx.grad());
  Value chosen = cast(op<"Equal">({y, x}), x.dtype());
  Value count = op<"Sum">({chosen, ctx.input(1)}, {{"keep_dims", true}});
  return {mul(div(chosen, count), dy), Value()};
}

Values euclidean_norm_grad(GradientContext& ctx) {
  Value y = with_kept_dims(ctx, ctx.output(0)), dy = with_kept_dims(ctx, ctx.grad());
  return {mul(div(ctx.input(0), y), dy), Value()};  // NaN where the norm is 0
}

// Each element's gradient is the product of all others, found without division from the products to its left and right.
Values prod_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  Value dy = spread(ctx, ctx.grad());
  if (x.shape().rank() == 0) return {dy, Value()};
  Value axes = op<"Reshape">({cast(ctx.input(1), DType::kInt32), ints({-1})});
  Value rank = op<"Rank">({x});
  axes = op<"FloorMod">({add(axes, rank), rank});
  Value perm, permuted, flat_shape;
  SmallVector<bool, 8> reduced;
  if (known_axes(ctx, reduced)) {
    SmallVector<int64_t, 8> order;
    for (bool wanted : {true, false})
      for (size_t axis = 0; axis < reduced.size(); ++axis)
        if (reduced[axis] == wanted) order.push_back(static_cast<int64_t>(axis));
    perm = int_vector(order);
    permuted = transpose(x, order);
  } else {
    Value others = ops<"ListDiff">({all_axes(x), axes})[0];
    perm = join({axes, others});
    permuted = op<"Transpose">({x, perm});
  }
  Value permuted_shape = shape_of(permuted);
  Value count = product(gather(shape_of(x), axes));
  flat_shape = stack({count, op<"FloorDiv">({op<"Size">({x}), op<"Maximum">({count, int_scalar(1)})})});
  Value flat = reshape(permuted, flat_shape), zero = int_scalar(0);
  Value left = op<"Cumprod">({flat, zero}, {{"exclusive", true}});
  Value right = op<"Cumprod">({flat, zero}, {{"exclusive", true}, {"reverse", true}});
  Value others = reshape(mul(conj(left), conj(right)), permuted_shape);
  return {mul(dy, op<"Transpose">({others, op<"InvertPermutation">({perm})})), Value()};
}

namespace {
const GradientNeedsOf shapes_do{GradientNeeds::kShapes, {"Sum", "Mean"}};
}  // namespace

}  // namespace graphwright
