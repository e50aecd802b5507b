// BiasAdd along the channel axis, and its gradient.
#include <algorithm>
#include <memory>

#include "base/parallel.h"
#include "base/wrapping.h"
#include "kernels/row_loops.h"
#include "op/build.h"
#include "op/context.h"
#include "op/gradient_needs.h"
#include "op/gradient_slices.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

constexpr int64_t kGrain = 65'536;

int channel_axis(int rank, bool channels_first) {
  return channels_first && rank > 1 ? (rank > 2 ? 1 : rank - 1) : rank - 1;
}

template <class Context>
bool channels_first(Context& ctx) {
  return ctx.op().attr("data_format") != nullptr && ctx.template attr<std::string>("data_format") == "NCHW";
}

void bias_add_shape(ShapeContext& ctx) {
  const Shape bias = ctx.with_rank(1, 1);
  const Shape& value = ctx.input(0);
  if (!value.has_rank()) return ctx.set_output(0, Shape::unknown());
  const bool first = channels_first(ctx);
  if (value.rank() < 2) ctx.fail("Input tensor must be at least 2D: ", value);
  const int axis = channel_axis(value.rank(), first);
  if (value[axis] >= 0 && bias[0] >= 0 && value[axis] != bias[0])
    ctx.fail("Must provide as many biases as the channel dimension of the input tensor: ", bias, " vs. ", value[axis],
             " in ", value);
  Shape out = value;
  if (out[axis] < 0) out.set(axis, bias[0]);
  ctx.set_output(0, out);
}

// Sizes of what lies before, in and after the channel axis.
struct Split {
  int64_t outer = 1, channels = 1, inner = 1;
};
Split split_at(const Shape& shape, int axis) {
  Split split;
  for (int i = 0; i < axis; ++i) split.outer *= shape[i];
  split.channels = shape[axis];
  for (int i = axis + 1; i < shape.rank(); ++i) split.inner *= shape[i];
  return split;
}

void bias_add_cpu(KernelContext& ctx) {
  const Tensor &value = ctx.input(0), &bias = ctx.input(1);
  const Tensor out = ctx.output(0);
  const Split split = split_at(value.shape(), channel_axis(value.shape().rank(), channels_first(ctx)));
  if (value.num_elements() == 0) return;
  bool known = visit_number(value.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    const int64_t rows = split.inner == 1 ? split.outer : split.outer * split.channels;
    const int64_t width = split.inner == 1 ? split.channels : split.inner;
    parallel_for(rows, kGrain / width + 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* from = value.data<T>() + i * width;
        T* to = out.data<T>() + i * width;
        if (split.inner == 1) {
          if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
            row_loops<T>().sum_of(from, bias.data<T>(), to, width);
          } else {
            for (int64_t j = 0; j < width; ++j)
              to[j] = static_cast<T>(wrapping_add(static_cast<C>(from[j]), static_cast<C>(bias.data<T>()[j])));
          }
        } else {
          const C term = static_cast<C>(bias.data<T>()[i % split.channels]);
          for (int64_t j = 0; j < width; ++j) to[j] = static_cast<T>(wrapping_add(static_cast<C>(from[j]), term));
        }
      }
    });
  });
  if (!known) ctx.fail_code(Code::kUnimplemented, "BiasAdd has no kernel for ", value.dtype());
}

Values bias_add_grad(GradientContext& ctx) {
  const Value dy = ctx.grad();
  Values grads(2);
  grads[0] = dy;
  if (ctx.wants(1))
    grads[1] = op<"BiasAddGrad">({to_dense(dy)}, {{"data_format", ctx.attr<std::string>("data_format")}});
  return grads;
}

Values bias_add_v1_grad(GradientContext& ctx) {
  const Value dy = ctx.grad();
  return {dy, op<"BiasAddGrad">({dy})};
}

void bias_add_vectorize(VectorizeContext& ctx) {
  const bool channels_first = ctx.attr<std::string>("data_format") == "NCHW";
  if (!ctx.rows(1))
    return channels_first ? vectorize::examples<1>(ctx) : ctx.set_all(Values{ctx.value(0), ctx.value(1)});
  if (channels_first || ctx.row_rank(0) < 0) return;
  ctx.set(0, build::add(ctx.stacked(0), VectorizeContext::widened(ctx.value(1), 1, ctx.row_rank(0))));
}

// output = value + bias, bias running along the channel axis.
DEFINE_OP("BiasAdd")
    .input("value: T")
    .input("bias: T")
    .output("output: T")
    .attr("T: numbertype")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .doc("Adds the vector `bias` to `value` along the channel axis: the last, or the second of 'NCHW'.")
    .shape(bias_add_shape)
    .kernel(CPU, bias_add_cpu)
    .trait(Trait::kPassesSlices)
    .gradient(bias_add_grad)
    .vectorize(bias_add_vectorize);

// output = value + bias along the last axis.
DEFINE_OP("BiasAddV1")
    .input("value: T")
    .input("bias: T")
    .output("output: T")
    .attr("T: numbertype")
    .doc("Adds the vector `bias` to `value` along the last axis.")
    .shape(bias_add_shape)
    .kernel(CPU, bias_add_cpu)
    .gradient(bias_add_v1_grad);

void bias_add_grad_shape(ShapeContext& ctx) {
  const Shape& dy = ctx.input(0);
  if (!dy.has_rank()) return ctx.set_output(0, Shape{kUnknown});
  if (dy.rank() < 2) ctx.fail("Input tensor must be at least 2D: ", dy);
  ctx.set_output(0, Shape{dy[channel_axis(dy.rank(), channels_first(ctx))]});
}

void bias_add_grad_cpu(KernelContext& ctx) {
  const Tensor& dy = ctx.input(0);
  const Tensor out = ctx.output(0);
  const Split split = split_at(dy.shape(), channel_axis(dy.shape().rank(), channels_first(ctx)));
  bool known = visit_number(dy.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    const T* from = dy.data<T>();
    std::unique_ptr<C[]> sums(new C[split.channels]());
    if (split.inner == 1) {
      std::unique_ptr<C[]> part(new C[split.channels]);
      // Blocks of rows are summed apart, so that the error grows with their number rather than the rows'.
      constexpr int64_t kBlock = 512;
      for (int64_t block = 0; block < split.outer; block += kBlock) {
        std::fill_n(part.get(), split.channels, C());
        const int64_t end = std::min(block + kBlock, split.outer);
        for (int64_t i = block; i < end; ++i) {
          const T* row = from + i * split.channels;
          if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
            row_loops<T>().add(part.get(), row, split.channels);
          } else {
            for (int64_t c = 0; c < split.channels; ++c) part[c] = wrapping_add(part[c], static_cast<C>(row[c]));
          }
        }
        for (int64_t c = 0; c < split.channels; ++c) sums[c] = wrapping_add(sums[c], part[c]);
      }
    } else {
      for (int64_t i = 0; i < split.outer * split.channels; ++i) {
        C sum = C();
        const T* row = from + i * split.inner;
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
          sum = row_loops<T>().sum(row, split.inner);
        } else {
          for (int64_t j = 0; j < split.inner; ++j) sum = wrapping_add(sum, static_cast<C>(row[j]));
        }
        sums[i % split.channels] = wrapping_add(sums[i % split.channels], sum);
      }
    }
    for (int64_t c = 0; c < split.channels; ++c) out.data<T>()[c] = static_cast<T>(sums[c]);
  });
  if (!known) ctx.fail_code(Code::kUnimplemented, "BiasAddGrad has no kernel for ", dy.dtype());
}

Values bias_add_grad_grad(GradientContext& ctx) {
  const Value shape = build::shape_of(ctx.input(0));
  const Value zeros = op<"Fill">({shape, build::number_like(ctx.grad(), 0)});
  return {op<"BiasAdd">({zeros, ctx.grad()}, {{"data_format", ctx.attr<std::string>("data_format")}})};
}

void bias_add_grad_vectorize(VectorizeContext& ctx) {
  const int rank = ctx.row_rank(0);
  if (rank < 0) return;
  const int channel = ctx.attr<std::string>("data_format") == "NCHW" ? 2 : rank;
  SmallVector<int32_t, 6> axes;
  for (int i = 1; i <= rank; ++i)
    if (i != channel) axes.push_back(i);
  ctx.set(0, op<"Sum">({ctx.value(0), Tensor::from<int32_t>(std::span<const int32_t>(axes.data(), axes.size()))}));
}

// The sum over all axes but the channels'.
DEFINE_OP("BiasAddGrad")
    .input("out_backprop: T")
    .output("output: T")
    .attr("T: numbertype")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .doc("The gradient of BiasAdd with respect to `bias`: `out_backprop` summed over all axes but the channels'.")
    .shape(bias_add_grad_shape)
    .kernel(CPU, bias_add_grad_cpu)
    .gradient(bias_add_grad_grad)
    .vectorize(bias_add_grad_vectorize);

const GradientNeedsOf shapes_do{GradientNeeds::kShapes, {"BiasAdd"}};

}  // namespace
}  // namespace graphwright
