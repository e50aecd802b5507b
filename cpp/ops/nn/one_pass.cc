// Compositions of TensorFlow's in one pass over memory, for eager calls on large tensors: _Gelu, _Moments
// and _ScaleShift. Graphs have the several ops, which the passes fuse.
#include <cmath>
#include <numbers>

#include "base/parallel.h"
#include "kernels/row_loops.h"
#include "op/build.h"
#include "op/context.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

using namespace build;

constexpr int64_t kGrain = 16'384;  // elements worth a second thread

void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

// ---- Gelu ----

// TensorFlow has them in float32 precision.
constexpr double kMinusHalfRoot = -0.7071067690849304;

void gelu_cpu(KernelContext& ctx) {
  const float* x = ctx.input(0).data<float>();
  float* y = ctx.output(0).data<float>();
  parallel_for(ctx.input(0).num_elements(), kGrain,
               [&](int64_t begin, int64_t end) { gelu_row(x + begin, y + begin, end - begin); });
}

Values gelu_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  const Value below = mul(op<"Erfc">({mul(x, number_like(x, kMinusHalfRoot))}), number_like(x, 0.5));
  const Value scaled = mul(x, number_like(x, kMinusHalfRoot));
  const Value density =
      mul(op<"Exp">({neg(op<"Square">({scaled}))}), number_like(x, std::numbers::inv_sqrtpi * -kMinusHalfRoot));
  return {mul(ctx.grad(), add(below, mul(x, density)))};
}

// y = x / 2 erfc(-x / sqrt(2)).
DEFINE_OP("_Gelu")
    .input("features: float")
    .output("activations: float")
    .doc("x times the probability that a standard normal number is below x.")
    .shape(same_shape)
    .kernel(CPU, gelu_cpu)
    .gradient(gelu_grad)
    .vectorize(vectorize::leading_axes);

// ---- Moments ----

// How many of the last axes are averaged over, and what is left before them.
int num_axes(int64_t asked, int rank) {
  GW_CHECK_ARG(asked > 0 && asked <= rank, "_Moments: num_axes must be in [1, ", rank, "], got ", asked);
  return static_cast<int>(asked);
}

void moments_shape(ShapeContext& ctx) {
  Shape shape = ctx.input(0);
  if (shape.has_rank()) {
    const int axes = num_axes(ctx.attr<int64_t>("num_axes"), shape.rank());
    for (int i = shape.rank() - axes; i < shape.rank(); ++i) shape.set(i, 1);
  }
  ctx.set_output(0, shape);
  ctx.set_output(1, shape);
}

void moments_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const int64_t rows = ctx.output(0).num_elements(), n = rows == 0 ? 0 : x.num_elements() / rows;
  auto run = [&]<class T>() {
    const RowLoops<T>& loops = row_loops<T>();
    const T* from = x.data<T>();
    T *mean = ctx.output(0).data<T>(), *variance = ctx.output(1).data<T>();
    parallel_for(rows, kGrain / std::max<int64_t>(n, 1) + 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        mean[i] = loops.sum(from + i * n, n) / static_cast<T>(n);
        variance[i] = loops.squared_differences(from + i * n, mean[i], n) / static_cast<T>(n);
      }
    });
  };
  x.dtype() == DType::kFloat64 ? run.operator()<double>() : run.operator()<float>();
}

// As the composed function has it, the mean counts as a constant in the variance.
Values moments_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  Values terms;
  const Value count =
      cast(div(cast(op<"Size">({x}), DType::kFloat64), cast(op<"Size">({ctx.output(0)}), DType::kFloat64)), x.dtype());
  if (ctx.grad_or_null(0)) terms.push_back(op<"BroadcastTo">({div(ctx.grad(0), count), shape_of(x)}));
  if (ctx.grad_or_null(1)) {
    const Value difference = sub(x, op<"StopGradient">({ctx.output(0)}));
    terms.push_back(mul(mul(div(ctx.grad(1), count), number_like(x, 2)), difference));
  }
  return {terms.empty() ? Value() : add_n(terms)};
}

DEFINE_OP("_Moments")
    .input("x: T")
    .output("mean: T")
    .output("variance: T")
    .attr("T: {float, double}")
    .attr("num_axes: int")
    .doc("The mean and the variance over the last `num_axes` axes, which stay with extent 1.")
    .shape(moments_shape)
    .kernel(CPU, moments_cpu)
    .gradient(moments_grad);

// ---- Scale and shift ----

void scale_shift_shape(ShapeContext& ctx) {
  if (!ctx.input(1).compatible(ctx.input(2)))
    ctx.fail("scale and shift must have the same shape, got ", ctx.input(1), " and ", ctx.input(2));
  ctx.set_output(0, broadcast_shapes(ctx.input(0), ctx.input(1)));
}

// Whether one number of `scale` serves each row of x (its last axis), or one row serves all.
bool is_row_for_all(const Tensor& x, const Tensor& scale) {
  return scale.num_elements() == x.shape()[x.shape().rank() - 1] &&
         (scale.shape().rank() > 0 && scale.shape()[scale.shape().rank() - 1] == scale.num_elements());
}
bool is_number_for_each(const Tensor& x, const Tensor& scale, int64_t* width) {
  *width = 1;
  if (scale.shape().rank() != x.shape().rank()) return false;
  int i = x.shape().rank();
  for (; i > 0 && scale.shape()[i - 1] == 1; --i) *width *= x.shape()[i - 1];
  for (; i > 0; --i)
    if (scale.shape()[i - 1] != x.shape()[i - 1]) return false;
  return true;
}

void scale_shift_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &scale = ctx.input(1), &shift = ctx.input(2);
  const Tensor y = ctx.output(0);
  if (y.num_elements() == 0) return;
  int64_t width = 1;
  const bool for_each = y.shape() == x.shape() && is_number_for_each(x, scale, &width);
  if (!for_each && !(x.shape().rank() > 0 && y.shape() == x.shape() && is_row_for_all(x, scale)))
    ctx.fail("scale must have one number for each row of x, or one row for all, got ", scale.shape(), " for ",
             x.shape());
  if (!for_each) width = x.shape()[x.shape().rank() - 1];
  auto run = [&]<class T>() {
    const RowLoops<T>& loops = row_loops<T>();
    const T *from = x.data<T>(), *factor = scale.data<T>(), *term = shift.data<T>();
    T* to = y.data<T>();
    parallel_for(x.num_elements() / width, kGrain / width + 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        if (for_each) {
          loops.scale(from + i * width, factor[i], term[i], to + i * width, width);
        } else {
          loops.scale_rows(from + i * width, factor, term, to + i * width, width);
        }
      }
    });
  };
  x.dtype() == DType::kFloat64 ? run.operator()<double>() : run.operator()<float>();
}

Values scale_shift_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &scale = ctx.input(1), &dy = ctx.grad();
  return {ctx.wants(0) ? mul(dy, scale) : Value(), ctx.wants(1) ? unbroadcast(mul(dy, x), scale) : Value(),
          ctx.wants(2) ? unbroadcast(dy, ctx.input(2)) : Value()};
}

DEFINE_OP("_ScaleShift")
    .input("x: T")
    .input("scale: T")
    .input("shift: T")
    .output("y: T")
    .attr("T: {float, double}")
    .doc("x * scale + shift, with one number of each for every row of x, or one row for all.")
    .shape(scale_shift_shape)
    .kernel(CPU, scale_shift_cpu)
    .gradient(scale_shift_grad);

}  // namespace
}  // namespace graphwright
