// LeakyRelu, and half the sum of squares (L2Loss).
#include "base/parallel.h"
#include "kernels/row_loops.h"
#include "op/build.h"
#include "op/context.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

constexpr int64_t kGrain = 65'536;

void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

void leaky_relu_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Tensor y = ctx.output(0);
  const float alpha = ctx.attr<float>("alpha");
  visit_floating(x.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    parallel_for(x.num_elements(), kGrain, [&](int64_t begin, int64_t end) {
      const T* from = x.data<T>();
      T* to = y.data<T>();
      if constexpr (std::is_same_v<T, C>) {
        row_loops<C>().leaky_relu(from + begin, alpha, to + begin, end - begin);
      } else {
        for (int64_t i = begin; i < end; ++i) {
          const C value = static_cast<C>(from[i]);
          to[i] = static_cast<T>(value > 0 ? value : alpha * value);
        }
      }
    });
  });
}

void leaky_relu_grad_shape(ShapeContext& ctx) {
  if (!ctx.input(0).compatible(ctx.input(1)))
    ctx.fail("gradients and features must have the same shape, got ", ctx.input(0), " and ", ctx.input(1));
  ctx.set_output(0, ctx.input(0).merge(ctx.input(1)));
}

void leaky_relu_grad_cpu(KernelContext& ctx) {
  const Tensor &dy = ctx.input(0), &x = ctx.input(1);
  const Tensor dx = ctx.output(0);
  const float alpha = ctx.attr<float>("alpha");
  visit_floating(x.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    parallel_for(x.num_elements(), kGrain, [&](int64_t begin, int64_t end) {
      if constexpr (std::is_same_v<T, C>) {
        row_loops<C>().leaky_relu_gradient(dy.data<T>() + begin, x.data<T>() + begin, alpha, dx.data<T>() + begin,
                                           end - begin);
      } else {
        for (int64_t i = begin; i < end; ++i) {
          const C slope = static_cast<C>(x.data<T>()[i]) > 0 ? C(1) : C(alpha);
          dx.data<T>()[i] = static_cast<T>(static_cast<C>(dy.data<T>()[i]) * slope);
        }
      }
    });
  });
}

Values leaky_relu_grad(GradientContext& ctx) {
  return {op<"LeakyReluGrad">({ctx.grad(), ctx.input(0)}, {{"alpha", ctx.attr<float>("alpha")}})};
}

Values leaky_relu_grad_grad(GradientContext& ctx) {
  return {op<"LeakyReluGrad">({ctx.grad(), ctx.input(1)}, {{"alpha", ctx.attr<float>("alpha")}}),
          build::zeros_like(ctx.input(1))};
}

// y = x where x > 0, else alpha * x.
DEFINE_OP("LeakyRelu")
    .input("features: T")
    .output("activations: T")
    .attr("alpha: float = 0.2")
    .attr("T: {half, bfloat16, float, double} = float")
    .doc("Keeps what is positive and scales the rest by `alpha`.")
    .shape(same_shape)
    .kernel(CPU, leaky_relu_cpu)
    .gradient(leaky_relu_grad)
    .vectorize(vectorize::leading_axes);

// dx = dy where x > 0, else alpha * dy.
DEFINE_OP("LeakyReluGrad")
    .input("gradients: T")
    .input("features: T")
    .output("backprops: T")
    .attr("alpha: float = 0.2")
    .attr("T: {half, bfloat16, float, double} = float")
    .doc("The gradient of LeakyRelu.")
    .shape(leaky_relu_grad_shape)
    .kernel(CPU, leaky_relu_grad_cpu)
    .gradient(leaky_relu_grad_grad)
    .vectorize(vectorize::leading_axes);

void scalar_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }

void l2_loss_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Tensor y = ctx.output(0);
  visit_floating(x.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    const int64_t n = x.num_elements();
    double sum = 0;
    if constexpr (std::is_same_v<T, C>) {
      constexpr int64_t kBlock = 4096;
      for (int64_t i = 0; i < n; i += kBlock)
        sum += row_loops<C>().dot(x.data<T>() + i, x.data<T>() + i, std::min(kBlock, n - i));
    } else {
      for (int64_t i = 0; i < n; ++i)
        sum += static_cast<double>(static_cast<C>(x.data<T>()[i])) * static_cast<C>(x.data<T>()[i]);
    }
    *y.data<T>() = static_cast<T>(static_cast<C>(sum / 2));
  });
}

Values l2_loss_grad(GradientContext& ctx) { return {build::mul(ctx.input(0), ctx.grad())}; }

void l2_loss_vectorize(VectorizeContext& ctx) {
  const int rank = ctx.row_rank(0);
  if (rank < 0) return;
  SmallVector<int32_t, 6> axes;
  for (int i = 1; i <= rank; ++i) axes.push_back(i);
  const Value& x = ctx.value(0);
  Value sum = op<"Sum">({build::mul(x, x), Tensor::from<int32_t>(std::span<const int32_t>(axes.data(), axes.size()))});
  ctx.set(0, build::mul(sum, build::number_like(sum, 0.5)));
}

// sum(t^2) / 2.
DEFINE_OP("L2Loss")
    .input("t: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double}")
    .doc("Half the sum of the squares of all elements.")
    .shape(scalar_shape)
    .kernel(CPU, l2_loss_cpu)
    .gradient(l2_loss_grad)
    .vectorize(l2_loss_vectorize);

}  // namespace
}  // namespace graphwright
