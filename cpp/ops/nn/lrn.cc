// Local response normalisation across neighbouring channels.
#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "kernels/float_rows.h"
#include "op/build.h"
#include "op/context.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

struct Lrn {
  int64_t radius;
  float bias, alpha, beta;
};

template <class Context>
Lrn read_attrs(Context& ctx) {
  // More channels than there can be would overflow.
  return {std::min<int64_t>(ctx.template attr<int64_t>("depth_radius"), int64_t{1} << 40),
          ctx.template attr<float>("bias"), ctx.template attr<float>("alpha"), ctx.template attr<float>("beta")};
}

void lrn_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.with_rank(0, 4)); }

// norms[j] = bias + alpha * the sum of x^2 over the channels within the radius of j.
void norms_of(const Lrn& lrn, const float* x, int64_t n, float* norms) {
  for (int64_t j = 0; j < n; ++j) {
    float sum = 0;
    const int64_t end = std::min(n, j + lrn.radius + 1);
    for (int64_t k = std::max<int64_t>(0, j - lrn.radius); k < end; ++k) sum += x[k] * x[k];
    norms[j] = lrn.bias + lrn.alpha * sum;
  }
}

template <class Body>
void for_rows(const Tensor& x, const Lrn& lrn, const Body& body) {
  const int64_t n = x.shape()[3];
  if (x.num_elements() == 0) return;
  parallel_for(x.num_elements() / n, 2'000 / (n * std::min<int64_t>(lrn.radius + 1, n)) + 1, body);
}

void lrn_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Tensor y = ctx.output(0);
  const Lrn lrn = read_attrs(ctx);
  if (lrn.radius < 0) ctx.fail("depth_radius must be >= 0, got ", lrn.radius);
  const int64_t n = x.shape()[3];
  visit_dtype<float, Half, Bfloat16>(x.dtype(), [&]<class T>() {
    for_rows(x, lrn, [&](int64_t begin, int64_t end) {
      std::unique_ptr<float[]> norms(new float[n]);
      ScratchRows<T> scratch(1, n);
      for (int64_t i = begin; i < end; ++i) {
        const float* from = widened(x.data<T>() + i * n, n, scratch[0]);
        norms_of(lrn, from, n, norms.get());
        for (int64_t j = 0; j < n; ++j)
          y.data<T>()[i * n + j] = static_cast<T>(from[j] * std::pow(norms[j], -lrn.beta));
      }
    });
  });
}

void lrn_grad_shape(ShapeContext& ctx) {
  Shape shape = ctx.with_rank(0, 4);
  for (int i : {1, 2}) {
    if (!shape.compatible(ctx.input(i)))
      ctx.fail("input_grads, input_image and output_image must have the same shape, got ", ctx.input(0), ", ",
               ctx.input(1), " and ", ctx.input(2));
    shape = shape.merge(ctx.input(i));
  }
  ctx.set_output(0, shape);
}

void lrn_grad_cpu(KernelContext& ctx) {
  const Tensor &dy = ctx.input(0), &x = ctx.input(1), &y = ctx.input(2);
  const Tensor dx = ctx.output(0);
  const Lrn lrn = read_attrs(ctx);
  if (lrn.radius < 0) ctx.fail("depth_radius must be >= 0, got ", lrn.radius);
  const int64_t n = x.shape()[3];
  visit_dtype<float, Half, Bfloat16>(x.dtype(), [&]<class T>() {
    for_rows(x, lrn, [&](int64_t begin, int64_t end) {
      std::unique_ptr<float[]> norms(new float[3 * n]);
      float *ratios = norms.get() + n, *sums = ratios + n;
      ScratchRows<T> scratch(3, n);
      for (int64_t i = begin; i < end; ++i) {
        const float* dy_row = widened(dy.data<T>() + i * n, n, scratch[0]);
        const float* x_row = widened(x.data<T>() + i * n, n, scratch[1]);
        const float* y_row = widened(y.data<T>() + i * n, n, scratch[2]);
        norms_of(lrn, x_row, n, norms.get());
        // y_j = x_j * norm_j^-beta, so dy_j/dx_k = [j == k] norm_j^-beta - 2 alpha beta x_k y_j / norm_j.
        for (int64_t j = 0; j < n; ++j) ratios[j] = dy_row[j] * y_row[j] / norms[j];
        for (int64_t j = 0; j < n; ++j) {
          float sum = 0;
          const int64_t last = std::min(n, j + lrn.radius + 1);
          for (int64_t k = std::max<int64_t>(0, j - lrn.radius); k < last; ++k) sum += ratios[k];
          sums[j] = sum;
        }
        for (int64_t j = 0; j < n; ++j)
          dx.data<T>()[i * n + j] =
              static_cast<T>(dy_row[j] * std::pow(norms[j], -lrn.beta) - 2 * lrn.alpha * lrn.beta * x_row[j] * sums[j]);
      }
    });
  });
}

Values lrn_gradient(GradientContext& ctx) {
  const Lrn lrn = read_attrs(ctx);
  return {op<"LRNGrad">({ctx.grad(), ctx.input(0), ctx.output(0)},
                        {{"depth_radius", lrn.radius}, {"bias", lrn.bias}, {"alpha", lrn.alpha}, {"beta", lrn.beta}})};
}

// output = input / (bias + alpha * sum of input^2 over channels at most depth_radius away)^beta.
DEFINE_OP("LRN")
    .input("input: T")
    .output("output: T")
    .attr("depth_radius: int32 = 5")
    .attr("bias: float = 1.0")
    .attr("alpha: float = 1.0")
    .attr("beta: float = 0.5")
    .attr("T: {half, bfloat16, float} = float")
    .doc("Divides each element by a power of the squares of its neighbours along the channels.")
    .shape(lrn_shape)
    .kernel(CPU, lrn_cpu)
    .gradient(lrn_gradient)
    .vectorize(vectorize::examples<1>);

DEFINE_OP("LRNGrad")
    .input("input_grads: T")
    .input("input_image: T")
    .input("output_image: T")
    .output("output: T")
    .attr("depth_radius: int32 = 5")
    .attr("bias: float = 1.0")
    .attr("alpha: float = 1.0")
    .attr("beta: float = 0.5")
    .attr("T: {half, bfloat16, float} = float")
    .doc("The gradient of LRN.")
    .shape(lrn_grad_shape)
    .kernel(CPU, lrn_grad_cpu)
    .vectorize(vectorize::examples<3>);

}  // namespace
}  // namespace graphwright
