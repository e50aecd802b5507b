// MaxPool in two and three dimensions, with its first and second derivatives, and with the positions of the maxima.
#include <algorithm>

#include "op/vectorize_rules.h"
#include "op/xla_facts.h"
#include "ops/nn/pooling.h"

namespace graphwright {
namespace {

template <class F>
void visit_pooled(KernelContext& ctx, DType dtype, F&& f) {
  if (!visit_real(dtype, f)) ctx.fail_code(Code::kUnimplemented, "no kernel for ", dtype);
}

void check_same(ShapeContext& ctx, int a, int b) {
  if (!ctx.input(a).compatible(ctx.input(b)))
    ctx.fail(ctx.op().inputs[a].name, " and ", ctx.op().inputs[b].name, " must have the same shape, got ", ctx.input(a),
             " and ", ctx.input(b));
}

// How many channels a window takes: 1 where it lies in height and width.
template <class Context>
int64_t depth_window(Context& ctx, const Shape& input) {
  const auto size = ctx.template attr<std::vector<int64_t>>("ksize");
  if (size.size() != 4 || size[0] != 1 || size[3] <= 1 || ctx.template attr<std::string>("data_format") != "NHWC")
    return 1;
  const auto refuse = [&](const char* why) {
    throw Error(Code::kUnimplemented, str_cat("Pooling ", why, ", got an input of shape ", input), ctx.op().name);
  };
  if (size[1] != 1 || size[2] != 1) refuse("goes over channels, or over height and width, not over both");
  if (ctx.template attr<std::vector<int64_t>>("strides").back() != size[3])
    refuse("over channels needs windows that lie side by side: their stride must be their size");
  if (input[3] >= 0 && input[3] % size[3] != 0) refuse("over channels needs windows that divide the channels");
  return size[3];
}

void max_pool_2d_shape(ShapeContext& ctx) {
  Shape out = ctx.with_rank(0, 4);
  const int64_t depth = depth_window(ctx, out);
  if (depth == 1) return pool_shape<2>(ctx);
  if (out[3] >= 0) out.set(3, out[3] / depth);
  ctx.set_output(0, out);
}

template <int kAxes>
void max_pool_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Tensor y = ctx.output(0);
  if (const int64_t depth = kAxes == 2 ? depth_window(ctx, x.shape()) : 1; depth > 1) {
    visit_pooled(ctx, x.dtype(), [&]<class T>() {
      const T* from = x.data<T>();
      for (T& to : y.flat<T>()) {
        to = *std::max_element(from, from + depth,
                               [](T a, T b) { return static_cast<compute_t<T>>(a) < static_cast<compute_t<T>>(b); });
        from += depth;
      }
    });
    return;
  }
  const Pool pool = pool_of<kAxes>(ctx, x.shape());
  visit_pooled(ctx, x.dtype(), [&]<class T>() { max_pool<T>(pool, x.data<T>(), y.data<T>()); });
}

// Inputs: x, y, gradient of y; output like x.
template <int kAxes>
void max_pool_grad_shape(ShapeContext& ctx) {
  const Shape x = ctx.with_rank(0, kAxes + 2);
  const Shape pooled = pooled_shape<kAxes>(ctx, x);
  for (int i : {1, 2})
    if (!pooled.compatible(ctx.input(i)))
      ctx.fail("Expected ", ctx.op().inputs[i].name, " shape to be ", pooled, ", but got ", ctx.input(i));
  ctx.set_output(0, x);
}

void max_pool_grad_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &dy = ctx.input(2);
  const Tensor dx = ctx.output(0);
  if (x.dtype() != dy.dtype()) ctx.fail_code(Code::kUnimplemented, "no kernel for ", x.dtype(), " with ", dy.dtype());
  const Pool pool = pool_of<2>(ctx, x.shape());
  visit_pooled(ctx, x.dtype(), [&]<class T>() { max_pool_gradient<T>(pool, x.data<T>(), dy.data<T>(), dx.data<T>()); });
}

void max_pool_3d_grad_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &y = ctx.input(1), &dy = ctx.input(2);
  const Tensor dx = ctx.output(0);
  if (x.dtype() != dy.dtype()) ctx.fail_code(Code::kUnimplemented, "no kernel for ", x.dtype(), " with ", dy.dtype());
  const Pool pool = pool_of<3>(ctx, x.shape());
  visit_floating(x.dtype(), [&]<class T>() {
    max_pool_gradient_to_all<T>(pool, x.data<T>(), y.data<T>(), dy.data<T>(), dx.data<T>());
  });
}

// Inputs: x, y, something like x; output like y.
template <int kAxes>
void max_pool_grad_grad_shape(ShapeContext& ctx) {
  const Shape x = ctx.with_rank(0, kAxes + 2);
  const Shape pooled = pooled_shape<kAxes>(ctx, x);
  if (!pooled.compatible(ctx.input(1)))
    ctx.fail("Expected orig_output shape to be ", pooled, ", but got ", ctx.input(1));
  check_same(ctx, 0, 2);
  ctx.set_output(0, pooled.merge(ctx.input(1)));
}

template <int kAxes>
void max_pool_grad_grad_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &values = ctx.input(2);
  const Tensor y = ctx.output(0);
  const Pool pool = pool_of<kAxes>(ctx, x.shape());
  visit_pooled(ctx, x.dtype(), [&]<class T>() { max_pool_pick<T>(pool, x.data<T>(), values.data<T>(), y.data<T>()); });
}

template <FixedString GradOp>
Values max_pool_gradient_rule(GradientContext& ctx) {
  Attrs attrs = same_pool(ctx);
  if (ctx.op().attr("explicit_paddings") != nullptr)
    attrs.set("explicit_paddings", ctx.attr<std::vector<int64_t>>("explicit_paddings"));
  return {op<GradOp>({ctx.input(0), ctx.output(0), ctx.grad()}, attrs)};
}

// The gradient op is linear in its last input only; the others choose where, in steps.
template <FixedString BackOp>
Values linear_rule(GradientContext& ctx) {
  return {build::zeros_like(ctx.input(0)), build::zeros_like(ctx.input(1)),
          op<BackOp>({ctx.input(0), ctx.input(1), ctx.grad()}, same_pool(ctx))};
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
#define GW_EXPLICIT_POOL_ATTRS                        \
  .attr("ksize: list(int32) >= 4")                    \
      .attr("strides: list(int32) >= 4")              \
      .attr("padding: {'SAME', 'VALID', 'EXPLICIT'}") \
      .attr("explicit_paddings: list(int) = []")

// output[n, y, x, c] = the maximum over the window at (y, x) of input[n, :, :, c].
DEFINE_OP("MaxPool")
    .input("input: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double, int32, int64, uint8, int16, int8, uint16, qint8} = float")
        GW_EXPLICIT_POOL_ATTRS.attr("data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC'")
    .doc("The maximum over each window of each channel, or of several channels.")
    .shape(max_pool_2d_shape)
    .kernel(CPU, max_pool_cpu<2>)
    .gradient(max_pool_gradient_rule<"MaxPoolGrad">)
    .vectorize(vectorize::examples<1>);

// Each output gradient goes to the first maximum of its window.
DEFINE_OP("MaxPoolGrad")
    .input("orig_input: T")
    .input("orig_output: T")
    .input("grad: T")
    .output("output: T") GW_EXPLICIT_POOL_ATTRS.attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .attr("T: realnumbertype = float")
    .doc("The gradient of MaxPool.")
    .shape(max_pool_grad_shape<2>)
    .kernel(CPU, max_pool_grad_cpu)
    .gradient(linear_rule<"MaxPoolGradGrad">)
    .vectorize(vectorize::examples<3>);

// Each window gets the element of `grad` that lies where the window's first maximum does.
DEFINE_OP("MaxPoolGradGrad")
    .input("orig_input: T")
    .input("orig_output: T")
    .input("grad: T")
    .output("output: T") GW_POOL_ATTRS_2D.attr("T: realnumbertype")
    .doc("The second derivative of MaxPool.")
    .shape(max_pool_grad_grad_shape<2>)
    .kernel(CPU, max_pool_grad_grad_cpu<2>)
    .gradient(linear_rule<"MaxPoolGrad">)
    .vectorize(vectorize::examples<3>);

// MaxPool over volumes.
DEFINE_OP("MaxPool3D")
    .input("input: T")
    .output("output: T") GW_POOL_ATTRS_3D.attr("T: {half, bfloat16, float}")
    .doc("The maximum over each window of each channel of a volume.")
    .shape(pool_shape<3>)
    .kernel(CPU, max_pool_cpu<3>)
    .gradient(max_pool_gradient_rule<"MaxPool3DGrad">)
    .vectorize(vectorize::examples<1>);

DEFINE_OP("MaxPool3DGrad")
    .input("orig_input: TInput")
    .input("orig_output: TInput")
    .input("grad: T")
    .output("output: T") GW_POOL_ATTRS_3D.attr("T: {half, bfloat16, float} = float")
    .attr("TInput: {half, bfloat16, float} = float")
    .doc("The gradient of MaxPool3D.")
    .shape(max_pool_grad_shape<3>)
    .kernel(CPU, max_pool_3d_grad_cpu)
    .gradient(linear_rule<"MaxPool3DGradGrad">)
    .vectorize(vectorize::examples<3>);

DEFINE_OP("MaxPool3DGradGrad")
    .input("orig_input: T")
    .input("orig_output: T")
    .input("grad: T")
    .output("output: T") GW_POOL_ATTRS_3D.attr("T: realnumbertype")
    .doc("The second derivative of MaxPool3D.")
    .shape(max_pool_grad_grad_shape<3>)
    .kernel(CPU, max_pool_grad_grad_cpu<3>)
    .gradient(linear_rule<"MaxPool3DGrad">)
    .vectorize(vectorize::examples<3>);

void with_argmax_shape(ShapeContext& ctx) {
  pool_shape<2>(ctx);
  ctx.set_output(1, ctx.outputs()[0]);
}

void with_argmax_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  if (x.num_elements() == 0) ctx.fail("tensor_in must not be empty");
  const Tensor y = ctx.output(0), argmax = ctx.output(1);
  const Pool pool = pool_of<2>(ctx, x.shape());
  const bool in_batch = ctx.attr<bool>("include_batch_in_index");
  std::vector<int64_t> positions(argmax.num_elements());
  visit_pooled(ctx, x.dtype(), [&]<class T>() {
    max_pool<T>(pool, x.data<T>(), y.data<T>());
    max_pool_positions<T>(pool, x.data<T>(), in_batch, positions.data());
  });
  visit_dtype<int32_t, int64_t>(argmax.dtype(), [&]<class I>() {
    for (size_t i = 0; i < positions.size(); ++i) argmax.data<I>()[i] = static_cast<I>(positions[i]);
  });
}

void grad_with_argmax_shape(ShapeContext& ctx) {
  const Shape x = ctx.with_rank(0, 4);
  check_same(ctx, 1, 2);
  if (const Shape pooled = pooled_shape<2>(ctx, x); !pooled.compatible(ctx.input(1)))
    ctx.fail("Expected grad shape to be ", pooled, ", but got ", ctx.input(1));
  ctx.set_output(0, x);
}

void grad_grad_with_argmax_shape(ShapeContext& ctx) {
  const Shape x = ctx.with_rank(0, 4);
  check_same(ctx, 0, 1);
  ctx.set_output(0, pooled_shape<2>(ctx, x));
}

// Where in the batch the i-th of `count` entries of argmax points, checked.
int64_t position(KernelContext& ctx, const Tensor& argmax, int64_t i, int64_t image_out, int64_t image_in, int64_t size,
                 bool in_batch) {
  const int64_t at = argmax.int_at(i) + (in_batch ? 0 : i / image_out * image_in);
  if (at < 0 || at >= size || argmax.int_at(i) < 0)
    ctx.fail("argmax points outside the input: ", argmax.int_at(i), " at ", i, ", input ", ctx.input(0).shape());
  return at;
}

// One kernel for both directions: to scatter gradients of outputs, or to pick from something like the input.
template <bool kPick>
void argmax_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &values = ctx.input(1), &argmax = ctx.input(2);
  const Tensor out = ctx.output(0);
  const bool in_batch = ctx.attr<bool>("include_batch_in_index");
  const int64_t batch = std::max<int64_t>(x.shape()[0], 1), count = argmax.num_elements();
  const int64_t image_in = x.num_elements() / batch, image_out = std::max<int64_t>(count / batch, 1);
  if (kPick && count != out.num_elements()) ctx.fail("argmax has ", argmax.shape(), ", expected ", out.shape());
  visit_pooled(ctx, values.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    if (!kPick) std::fill_n(out.data<T>(), out.num_elements(), T());
    for (int64_t i = 0; i < count; ++i) {
      const int64_t at = position(ctx, argmax, i, image_out, image_in, x.num_elements(), in_batch);
      if constexpr (kPick) {
        out.data<T>()[i] = values.data<T>()[at];
      } else {
        T& to = out.data<T>()[at];
        to = static_cast<T>(static_cast<C>(static_cast<C>(to) + static_cast<C>(values.data<T>()[i])));
      }
    }
  });
}

template <FixedString BackOp>
Values argmax_rule(GradientContext& ctx) {
  const bool forward = ctx.num_outputs() == 2;
  const Value argmax = forward ? ctx.output(1) : ctx.input(2);
  Values grads(ctx.num_inputs());
  grads[forward ? 0 : 1] = op<BackOp>({ctx.input(0), ctx.grad(0), argmax}, same_pool(ctx));
  return grads;
}

// Positions in a row's batch are further on in the batch of all rows.
Value row_size(const VectorizeContext& ctx) {
  Value sizes = build::shape_of(ctx.stacked(0));
  return op<"Prod">({op<"Slice">({sizes, build::ints({1}), build::ints({4})}), build::ints({0})});
}
void with_argmax_vectorize(VectorizeContext& ctx) {
  Values found = call(ctx.op(), Values{ctx.merged(ctx.value(0))}, ctx.attrs());
  Value argmax = ctx.split(found[1], 1);
  if (ctx.attr<bool>("include_batch_in_index")) {
    const DType dtype = argmax.dtype();
    Value row = op<"Range">({build::number(DType::kInt32, 0), ctx.num_rows(), build::number(DType::kInt32, 1)});
    Value before = build::mul(build::cast(row, dtype), build::cast(row_size(ctx), dtype));
    argmax = build::sub(argmax, VectorizeContext::widened(before, 0, 4));
  }
  ctx.set(0, ctx.split(found[0], 0));
  ctx.set(1, argmax);
}
void argmax_vectorize(VectorizeContext& ctx) {
  Value argmax = ctx.stacked(2);
  if (ctx.attr<bool>("include_batch_in_index")) argmax = vectorize::moved(ctx, argmax, 4, row_size(ctx));
  ctx.set(0,
          ctx.split(call(ctx.op(), Values{ctx.merged(ctx.stacked(0)), ctx.merged(ctx.stacked(1)), ctx.merged(argmax)},
                         ctx.attrs())[0]));
}

#define GW_ARGMAX_ATTRS .attr("ksize: list(int32) >= 4").attr("strides: list(int) >= 4")
#define GW_ARGMAX_ATTRS_END .attr("padding: {'SAME', 'VALID'}").attr("include_batch_in_index: bool = false")

// MaxPool that also says where in the flattened image (or batch) each maximum lies.
DEFINE_OP("MaxPoolWithArgmax")
    .input("input: T")
    .output("output: T")
    .output("argmax: Targmax") GW_ARGMAX_ATTRS.attr("Targmax: {int32, int64} = int64") GW_ARGMAX_ATTRS_END
    .attr("T: realnumbertype")
    .doc("The maximum over each window of each channel, and its flat position ((y * width + x) * channels + c).")
    .shape(with_argmax_shape)
    .kernel(CPU, with_argmax_cpu)
    .gradient(argmax_rule<"MaxPoolGradWithArgmax">)
    .vectorize(with_argmax_vectorize);

DEFINE_OP("MaxPoolGradWithArgmax")
    .input("input: T")
    .input("grad: T")
    .input("argmax: Targmax")
    .output("output: T") GW_ARGMAX_ATTRS GW_ARGMAX_ATTRS_END.attr("Targmax: {int32, int64}")
    .attr("T: realnumbertype")
    .doc("The gradient of MaxPoolWithArgmax.")
    .shape(grad_with_argmax_shape)
    .kernel(CPU, argmax_cpu<false>)
    .gradient(argmax_rule<"MaxPoolGradGradWithArgmax">)
    .vectorize(argmax_vectorize);

DEFINE_OP("MaxPoolGradGradWithArgmax")
    .input("input: T")
    .input("grad: T")
    .input("argmax: Targmax")
    .output("output: T") GW_ARGMAX_ATTRS GW_ARGMAX_ATTRS_END.attr("Targmax: {int32, int64}")
    .attr("T: realnumbertype")
    .doc("The second derivative of MaxPoolWithArgmax.")
    .shape(grad_grad_with_argmax_shape)
    .kernel(CPU, argmax_cpu<true>)
    .gradient(argmax_rule<"MaxPoolGradWithArgmax">)
    .vectorize(argmax_vectorize);

XLA_FACT(kNotCompiled, "MaxPoolGradWithArgmax", "MaxPoolWithArgmax");

}  // namespace
}  // namespace graphwright
