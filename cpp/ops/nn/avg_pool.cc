// AvgPool in two and three dimensions, with its gradient.
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/nn/pooling.h"

namespace graphwright {
namespace {

template <int kAxes>
void avg_pool_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Tensor y = ctx.output(0);
  const Pool pool = pool_of<kAxes>(ctx, x.shape());
  visit_floating(x.dtype(), [&]<class T>() { average_pool<T>(pool, x.data<T>(), y.data<T>()); });
}

template <int kAxes>
void avg_pool_grad_shape(ShapeContext& ctx) {
  Shape x = ctx.constant_as_shape(0);
  if (!x.has_rank()) x = Shape::filled(kAxes + 2, kUnknown);
  if (x.rank() != kAxes + 2)
    ctx.fail("orig_input_shape must be 1-dimensional and ", kAxes + 2, " elements, got ", x.rank());
  const Shape pooled = pooled_shape<kAxes>(ctx, x), dy = ctx.with_rank(1, kAxes + 2);
  if (!pooled.compatible(dy)) ctx.fail("Expected grad shape to be ", pooled, ", but got ", dy);
  ctx.set_output(0, x);
}

template <int kAxes>
void avg_pool_grad_cpu(KernelContext& ctx) {
  const Tensor& dy = ctx.input(1);
  const Tensor dx = ctx.output(0);
  const Pool pool = pool_of<kAxes>(ctx, dx.shape());
  visit_floating(dy.dtype(), [&]<class T>() { average_pool_gradient<T>(pool, dy.data<T>(), dx.data<T>()); });
}

template <FixedString GradOp>
Values avg_pool_gradient_rule(GradientContext& ctx) {
  return {op<GradOp>({build::shape_of(ctx.input(0)), ctx.grad()}, same_pool(ctx))};
}

template <FixedString ForwardOp>
Values avg_pool_grad_rule(GradientContext& ctx) {
  return {Value(), op<ForwardOp>({ctx.grad()}, same_pool(ctx))};
}

#define GW_POOL_ATTRS_2D                  \
  .attr("ksize: list(int32) >= 4")        \
      .attr("strides: list(int32) >= 4")  \
      .attr("padding: {'SAME', 'VALID'}") \
      .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
#define GW_POOL_ATTRS_3D                  \
  .attr("ksize: list(int32) >= 5")        \
      .attr("strides: list(int32) >= 5")  \
      .attr("padding: {'SAME', 'VALID'}") \
      .attr("data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'")

// output[n, y, x, c] = the mean of the elements of input[n, :, :, c] in the window at (y, x), padding left out.
DEFINE_OP("AvgPool")
    .input("value: T")
    .output("output: T") GW_POOL_ATTRS_2D.attr("T: {half, bfloat16, float, double}")
    .doc("The mean over each window of each channel.")
    .shape(pool_shape<2>)
    .kernel(CPU, avg_pool_cpu<2>)
    .gradient(avg_pool_gradient_rule<"AvgPoolGrad">)
    .vectorize(vectorize::examples<1>);

void avg_pool_grad_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(0)) return;
  Values grad = call(ctx.op(), Values{ctx.merged_sizes(ctx.value(0)), ctx.merged(ctx.value(1))}, ctx.attrs());
  ctx.set(0, ctx.split(grad[0]));
}

DEFINE_OP("AvgPoolGrad")
    .input("orig_input_shape: int32")
    .input("grad: T")
    .output("output: T") GW_POOL_ATTRS_2D.attr("T: {half, bfloat16, float, double}")
    .doc("The gradient of AvgPool.")
    .shape(avg_pool_grad_shape<2>)
    .kernel(CPU, avg_pool_grad_cpu<2>)
    .gradient(avg_pool_grad_rule<"AvgPool">)
    .vectorize(avg_pool_grad_vectorize);

DEFINE_OP("AvgPool3D")
    .input("input: T")
    .output("output: T") GW_POOL_ATTRS_3D.attr("T: {half, bfloat16, float, double}")
    .doc("The mean over each window of each channel of a volume.")
    .shape(pool_shape<3>)
    .kernel(CPU, avg_pool_cpu<3>)
    .gradient(avg_pool_gradient_rule<"AvgPool3DGrad">)
    .vectorize(vectorize::examples<1>);

DEFINE_OP("AvgPool3DGrad")
    .input("orig_input_shape: int32")
    .input("grad: T")
    .output("output: T") GW_POOL_ATTRS_3D.attr("T: {half, bfloat16, float, double}")
    .doc("The gradient of AvgPool3D.")
    .shape(avg_pool_grad_shape<3>)
    .kernel(CPU, avg_pool_grad_cpu<3>)
    .gradient(avg_pool_grad_rule<"AvgPool3D">)
    .vectorize(avg_pool_grad_vectorize);

XLA_MUST_KNOW({"AvgPoolGrad"}, {"orig_input_shape"});

}  // namespace
}  // namespace graphwright
