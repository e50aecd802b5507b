// Ops that are others put together, or others with attrs as inputs: MaxPoolV2, FusedPadConv2D, FusedResizeAndPadConv2D,
// SparseMatMul, SparseSegmentSumGradV2 and its kin.
#include "op/run_op.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"
#include "ops/nn/convolution.h"

namespace graphwright {
namespace {

// The attrs of `given` that the op has.
Attrs shared_attrs(const OpDef& op, const Attrs& given) {
  Attrs attrs;
  for (const Attrs::Entry& entry : given.entries())
    if (op.attr(entry.first)) attrs.set(entry.first, entry.second);
  return attrs;
}

Values inputs_of(ShapeContext& ctx) {
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) inputs.push_back(ctx.value(i));
  return inputs;
}

// The shapes that the op `To` gives for these inputs.
template <FixedString To>
SmallVector<Shape, 4> shapes_of(std::span<const Value> inputs, const Attrs& attrs) {
  const OpDef& to = op_def<To>();
  ShapeContext other(to, inputs, attrs);
  to.shape_fn(other);
  return other.outputs();
}

// The outputs of the op `To`, run at once.
template <FixedString To>
Values outputs_of(std::span<const Value> inputs, const Attrs& attrs, Ref<RefCounted>* state = nullptr) {
  Values outputs;
  run_op(op_def<To>(), inputs, attrs, outputs, state);
  return outputs;
}
template <FixedString To>
Tensor output_of(std::initializer_list<Value> inputs, const Attrs& attrs = {}) {
  return Tensor(outputs_of<To>(std::span<const Value>(inputs.begin(), inputs.size()), attrs)[0]);
}

// ---- pooling with the window as inputs ----

// The attrs of the op that takes them so; false while the window is not known.
bool window_attrs_of(ShapeContext& ctx, int first, Attrs& attrs) {
  for (int i : {first, first + 1}) {
    ctx.with_rank(i, 1);
    const Tensor value = ctx.constant(i);
    if (!value) return false;
    const Ints sizes = value.ints();
    attrs.set(i == first ? "ksize" : "strides", std::vector<int64_t>(sizes.begin(), sizes.end()));
  }
  return true;
}
Attrs window_attrs_of(KernelContext& ctx, int first, Attrs attrs) {
  if (ctx.attr<std::string>("data_format") == "NCHW_VECT_C") ctx.fail("NCHW_VECT_C is for GPUs only");
  for (int i : {first, first + 1}) {
    const Tensor& value = ctx.input(i);
    if (value.shape() != Shape{4})
      ctx.fail("Sliding window ", i == first ? "ksize" : "stride", " field must specify 4 dimensions, got shape ",
               value.shape());
    const Ints sizes = value.ints();
    attrs.set(i == first ? "ksize" : "strides", std::vector<int64_t>(sizes.begin(), sizes.end()));
  }
  return attrs;
}

template <FixedString To, int kTensors>
void pool_shape(ShapeContext& ctx) {
  Attrs attrs = shared_attrs(op_def<To>(), ctx.attrs());
  for (int i = 0; i < kTensors; ++i) ctx.with_rank(i, 4);
  if (!window_attrs_of(ctx, kTensors, attrs)) return ctx.set_output(0, Shape::filled(4, kUnknown));
  const Values inputs = inputs_of(ctx);
  ctx.set_output(0, shapes_of<To>(std::span<const Value>(inputs.data(), kTensors), attrs)[0]);
}
template <FixedString To, int kTensors>
void pool(KernelContext& ctx) {
  const Attrs attrs = window_attrs_of(ctx, kTensors, shared_attrs(op_def<To>(), ctx.attrs()));
  ctx.set_output(0, Tensor(outputs_of<To>(ctx.inputs().subspan(0, kTensors), attrs)[0]));
}
Attrs pool_attrs(GradientContext& ctx) {
  return {{"padding", ctx.attr<std::string>("padding")}, {"data_format", ctx.attr<std::string>("data_format")}};
}
Values max_pool_gradient(GradientContext& ctx) {
  return {op<"MaxPoolGradV2">({ctx.input(0), ctx.output(0), ctx.grad(), ctx.input(1), ctx.input(2)}, pool_attrs(ctx)),
          nullptr, nullptr};
}
template <FixedString Back>
Values linear_gradient(GradientContext& ctx) {
  return {build::zeros_like(ctx.input(0)), build::zeros_like(ctx.input(1)),
          op<Back>({ctx.input(0), ctx.input(1), ctx.grad(), ctx.input(3), ctx.input(4)}, pool_attrs(ctx)), nullptr,
          nullptr};
}

DEFINE_OP("MaxPoolV2")
    .input("input: T")
    .input("ksize: int32")
    .input("strides: int32")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double, int32, int64, uint8, int16, int8, uint16, qint8} = float")
    .attr("padding: {'SAME', 'VALID'}")
    .attr("data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC'")
    .doc("The maximum over each window of each channel, with the window as inputs.")
    .shape(pool_shape<"MaxPool", 1>)
    .kernel(CPU, pool<"MaxPool", 1>)
    .gradient(max_pool_gradient)
    .vectorize(vectorize::examples<1>);

#define POOL_GRADIENT(NAME, TO, BACK, TYPES, DOC)     \
  DEFINE_OP(NAME)                                     \
      .input("orig_input: T")                         \
      .input("orig_output: T")                        \
      .input("grad: T")                               \
      .input("ksize: int32")                          \
      .input("strides: int32")                        \
      .output("output: T")                            \
      .attr("padding: {'SAME', 'VALID'}")             \
      .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'") \
      .attr("T: " TYPES)                              \
      .doc(DOC)                                       \
      .shape(pool_shape<TO, 3>)                       \
      .kernel(CPU, pool<TO, 3>)                       \
      .gradient(linear_gradient<BACK>)                \
      .vectorize(vectorize::examples<3>)
POOL_GRADIENT("MaxPoolGradV2", "MaxPoolGrad", "MaxPoolGradGradV2", "realnumbertype = float",
              "The gradient of MaxPoolV2.");
POOL_GRADIENT("MaxPoolGradGradV2", "MaxPoolGradGrad", "MaxPoolGradV2", "realnumbertype",
              "The second derivative of MaxPoolV2.");

// ---- convolutions ----

// What comes out of padding, perhaps after resizing, and convolving.
template <bool kResize>
void fused_convolution_shape(ShapeContext& ctx) {
  const int at = kResize ? 2 : 1;
  Shape input = ctx.with_rank(0, 4);
  const Shape filter = ctx.with_rank(at + 1, 4);
  const std::vector<int64_t> strides = ctx.attr<std::vector<int64_t>>("strides");
  if (strides.size() == 4 && (strides[0] != 1 || strides[3] != 1))
    ctx.fail("Current implementation does not yet support strides in the batch and depth dimensions.");
  if (kResize)
    if (const Shape sizes = ctx.with_rank(1, 1); sizes[0] >= 0 && sizes[0] != 2)
      ctx.fail("size must be 1-dimensional with 2 elements, got ", sizes);
  ctx.with_rank(at, 2);
  const Tensor paddings = ctx.constant(at), sizes = kResize ? ctx.constant(1) : Tensor();
  Shape out{input[0], kUnknown, kUnknown, filter[3]};
  if (paddings && (!kResize || sizes)) {
    if (paddings.shape() != Shape{4, 2}) ctx.fail("paddings must be a matrix with 4 rows of 2, got ", paddings.shape());
    const Ints pads = paddings.ints();
    for (int axis = 0; axis < 4; ++axis) {
      int64_t extent = kResize && (axis == 1 || axis == 2) ? sizes.int_at(axis - 1) : input[axis];
      if (pads[2 * axis] < 0 || pads[2 * axis + 1] < 0)
        ctx.fail("paddings must be non-negative, got [", str_join(pads, ","), "]");
      if (extent >= 0) extent += pads[2 * axis] + pads[2 * axis + 1];
      input.set(axis, extent);
    }
    out = convolved_shape<2, false>(ctx, input, filter);
  }
  ctx.set_output(0, out);
}
// ResizeBilinear of doubles as doubles, which that op itself does not give.
Value resized_double(const Tensor& x, int64_t height, int64_t width, bool align_corners) {
  const Shape& in = x.shape();
  const Tensor out = Tensor::allocate(DType::kFloat64, Shape{in[0], height, width, in[3]});
  struct Place {
    int64_t low, high;
    double part;
  };
  const auto place = [&](int64_t i, int64_t from, int64_t to) {  // in float, as TensorFlow's
    const float step = align_corners && to > 1 ? static_cast<float>(from - 1) / static_cast<float>(to - 1)
                                               : static_cast<float>(from) / static_cast<float>(to);
    const float at = static_cast<float>(i) * step;
    const auto low = std::min(static_cast<int64_t>(at), from - 1);
    return Place{low, std::min(low + 1, from - 1), at - static_cast<float>(low)};
  };
  double* to = out.data<double>();
  for (int64_t n = 0; n < in[0]; ++n)
    for (int64_t r = 0; r < height; ++r)
      for (int64_t c = 0; c < width; ++c) {
        const Place y = place(r, in[1], height), z = place(c, in[2], width);
        const auto pixel = [&](int64_t row, int64_t column) {
          return x.data<double>() + ((n * in[1] + row) * in[2] + column) * in[3];
        };
        const double *a = pixel(y.low, z.low), *b = pixel(y.low, z.high), *d = pixel(y.high, z.low),
                     *e = pixel(y.high, z.high);
        for (int64_t k = 0; k < in[3]; ++k) {
          const double top = a[k] + (b[k] - a[k]) * z.part, bottom = d[k] + (e[k] - d[k]) * z.part;
          *to++ = top + (bottom - top) * y.part;
        }
      }
  return out;
}

template <bool kResize>
void fused_convolution(KernelContext& ctx) {
  const int at = kResize ? 2 : 1;
  const std::vector<int64_t> strides = ctx.attr<std::vector<int64_t>>("strides");
  if (strides.size() != 4) ctx.fail("Sliding window strides field must specify 4 dimensions, got ", strides.size());
  if (strides[0] != 1 || strides[3] != 1)
    ctx.fail("Current implementation does not yet support strides in the batch and depth dimensions.");
  const Tensor& paddings = ctx.input(at);
  if (paddings.shape() != Shape{4, 2}) ctx.fail("paddings must be a matrix with 4 rows of 2, got ", paddings.shape());
  for (int64_t i : {0, 1, 6, 7})
    if (paddings.int_at(i) != 0)
      ctx.fail("Fused mirror padding only support spatial padding, got ", paddings.int_at(i));
  if (ctx.input(0).num_elements() == 0) ctx.fail("Input tensor can't be empty");
  Value x = ctx.inputs()[0];
  if constexpr (kResize) {
    const Value resized =
        output_of<"ResizeBilinear">({x, ctx.inputs()[1]}, {{"align_corners", ctx.attr<bool>("resize_align_corners")}});
    const Shape& sizes = resized.shape();
    x = x.dtype() == DType::kFloat64 && Tensor(resized).num_elements() > 0
            ? resized_double(ctx.input(0), sizes[1], sizes[2], ctx.attr<bool>("resize_align_corners"))
            : output_of<"Cast">({resized}, {{"DstT", x.dtype()}});
  }
  x = output_of<"MirrorPad">({x, ctx.inputs()[at]}, {{"mode", ctx.attr<std::string>("mode")}});
  const Attrs attrs{{"strides", ctx.attr<std::vector<int64_t>>("strides")},
                    {"padding", ctx.attr<std::string>("padding")}};
  ctx.set_output(0, output_of<"Conv2D">({x, ctx.inputs()[at + 1]}, attrs));
}

DEFINE_OP("FusedPadConv2D")
    .input("input: T")
    .input("paddings: int32")
    .input("filter: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double}")
    .attr("mode: {'REFLECT', 'SYMMETRIC'}")
    .attr("strides: list(int)")
    .attr("padding: {'SAME', 'VALID'}")
    .doc("Conv2D of the input padded as MirrorPad pads it.")
    .shape(fused_convolution_shape<false>)
    .kernel(CPU, fused_convolution<false>);

DEFINE_OP("FusedResizeAndPadConv2D")
    .input("input: T")
    .input("size: int32")
    .input("paddings: int32")
    .input("filter: T")
    .output("output: T")
    .attr("T: {half, float, double}")
    .attr("resize_align_corners: bool = false")
    .attr("mode: {'REFLECT', 'SYMMETRIC'}")
    .attr("strides: list(int)")
    .attr("padding: {'SAME', 'VALID'}")
    .doc("Conv2D of the input resized as ResizeBilinear does it and padded as MirrorPad does.")
    .shape(fused_convolution_shape<true>)
    .kernel(CPU, fused_convolution<true>);

// ---- others ----

void sparse_matmul(KernelContext& ctx) {
  const auto wide = [&](int i) { return output_of<"Cast">({ctx.inputs()[i]}, {{"DstT", DType::kFloat32}}); };
  ctx.set_output(0, output_of<"MatMul">({wide(0), wide(1)}, {{"transpose_a", ctx.attr<bool>("transpose_a")},
                                                             {"transpose_b", ctx.attr<bool>("transpose_b")}}));
}
Values sparse_matmul_gradient(GradientContext& ctx) {
  const bool ta = ctx.attr<bool>("transpose_a"), tb = ctx.attr<bool>("transpose_b");
  const Value a = build::cast(ctx.input(0), DType::kFloat32), b = build::cast(ctx.input(1), DType::kFloat32);
  const auto product = [](const Value& x, const Value& y, bool tx, bool ty) {
    return op<"MatMul">({x, y}, {{"transpose_a", tx}, {"transpose_b", ty}});
  };
  const Value dy = ctx.grad();
  const Value da = ta ? product(b, dy, tb, true) : product(dy, b, false, !tb);
  const Value db = tb ? product(dy, a, true, ta) : product(a, dy, !ta, false);
  return {build::cast(da, ctx.input(0).dtype()), build::cast(db, ctx.input(1).dtype())};
}
DEFINE_OP("SparseMatMul")
    .input("a: Ta")
    .input("b: Tb")
    .output("product: float")
    .attr("transpose_a: bool = false")
    .attr("transpose_b: bool = false")
    .attr("a_is_sparse: bool = false")
    .attr("b_is_sparse: bool = false")
    .attr("Ta: {float, bfloat16} = float")
    .attr("Tb: {float, bfloat16} = float")
    .doc("The product of two matrices, in float32; whether they have many zeros makes no difference.")
    .shape([](ShapeContext& ctx) {
      const Values inputs = inputs_of(ctx);
      ctx.set_output(0, shapes_of<"MatMul">(inputs, {{"transpose_a", ctx.attr<bool>("transpose_a")},
                                                     {"transpose_b", ctx.attr<bool>("transpose_b")}})[0]);
    })
    .kernel(CPU, sparse_matmul)
    .gradient(sparse_matmul_gradient);

// ---- sums of segments, for the rows that there are ----

template <FixedString To>
void segment_rows(KernelContext& ctx) {
  const Tensor &grad = ctx.input(0), &indices = ctx.input(1);
  const int64_t rows = int_input(ctx, 3);
  if (indices.shape().rank() != 1) ctx.fail("indices should be a vector, got shape ", indices.shape());
  Ints places = indices.ints();
  for (int64_t place : places)
    if (place < 0 || place >= rows) ctx.fail("Index ", place, " out of range [0, ", rows, ").");
  Ints unique = places;
  std::sort(unique.begin(), unique.end());
  unique.resize(static_cast<size_t>(std::unique(unique.begin(), unique.end()) - unique.begin()));
  Tensor moved = Tensor::allocate(indices.dtype(), indices.shape());
  Tensor chosen = ctx.allocate(1, Shape{static_cast<int64_t>(unique.size())});
  visit_dtype<int32_t, int64_t>(indices.dtype(), [&]<class T>() {
    for (size_t i = 0; i < places.size(); ++i)
      moved.data<T>()[i] = static_cast<T>(std::lower_bound(unique.begin(), unique.end(), places[i]) - unique.begin());
    for (size_t i = 0; i < unique.size(); ++i) chosen.data<T>()[i] = static_cast<T>(unique[i]);
  });
  const Value count = Tensor::scalar<int32_t>(static_cast<int32_t>(unique.size()));
  ctx.set_output(0, output_of<To>({grad, moved, ctx.inputs()[2], count}));
}
void segment_rows_shape(ShapeContext& ctx) {
  Shape grad = ctx.with_rank_at_least(0, 1);
  ctx.with_rank(1, 1);
  ctx.with_rank(2, 1);
  ctx.with_rank(3, 0);
  if (grad.has_rank()) grad.set(0, kUnknown);
  ctx.set_output(0, grad);
  ctx.set_output(1, Shape{kUnknown});
}
#define SEGMENT_ROWS(NAME, TO)                                                 \
  DEFINE_OP(NAME)                                                              \
      .input("grad: T")                                                        \
      .input("indices: Tidx")                                                  \
      .input("segment_ids: Tsegmentids")                                       \
      .input("dense_output_dim0: int32")                                       \
      .output("output: T")                                                     \
      .output("sorted_unique_indices: Tidx")                                   \
      .attr("T: {bfloat16, half, float, double}")                              \
      .attr("Tidx: {int32, int64} = int32")                                    \
      .attr("Tsegmentids: {int32, int64} = int32")                             \
      .doc("The rows of " TO " that `indices` name, and which ones they are.") \
      .shape(segment_rows_shape)                                               \
      .kernel(CPU, segment_rows<TO>)
SEGMENT_ROWS("SparseSegmentSumGradV2", "SparseSegmentSumGrad");
SEGMENT_ROWS("SparseSegmentMeanGradV2", "SparseSegmentMeanGrad");
SEGMENT_ROWS("SparseSegmentSqrtNGradV2", "SparseSegmentSqrtNGrad");

XLA_MUST_KNOW({"MaxPoolV2"}, {"ksize", "strides"});

}  // namespace
}  // namespace graphwright
