// FusedBatchNorm: normalisation by batch or running statistics, and its first and second derivatives.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "base/parallel.h"
#include "kernels/float_rows.h"
#include "kernels/row_loops.h"
#include "op/build.h"
#include "op/context.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

constexpr int64_t kGrain = 32'768;
constexpr int64_t kBlock = 512;  // rows summed in float before a sum in double takes over

int channel_axis(const Shape& shape, const std::string& format) { return format[1] == 'C' ? 1 : shape.rank() - 1; }

// The input seen as outer x channels x inner; inner is 1 where channels come last.
struct Layout {
  int64_t outer = 1, channels = 1, inner = 1;
  int64_t rows() const { return outer * inner; }
};
Layout layout_of(const Shape& shape, const std::string& format) {
  Layout layout;
  const int axis = channel_axis(shape, format);
  for (int i = 0; i < axis; ++i) layout.outer *= shape[i];
  layout.channels = shape[axis];
  for (int i = axis + 1; i < shape.rank(); ++i) layout.inner *= shape[i];
  return layout;
}

void check_shapes(ShapeContext& ctx, int x, std::initializer_list<int> vectors, bool may_be_empty, Shape* out,
                  int64_t* channels) {
  const std::string format = ctx.attr<std::string>("data_format");
  const int rank = static_cast<int>(format.size());
  *out = ctx.with_rank(x, rank);
  const int axis = channel_axis(*out, format);
  *channels = (*out)[axis];
  const bool training = ctx.attr<bool>("is_training");
  for (int i : vectors) {
    const Shape shape = ctx.with_rank(i, 1);
    if (may_be_empty && training && i >= 3 && shape[0] == 0) continue;  // no running statistics yet
    if (*channels >= 0 && shape[0] >= 0 && shape[0] != *channels)
      ctx.fail(ctx.op().inputs[i].name, " must have the same number of elements as the channels of ",
               ctx.op().inputs[x].name, ", got ", shape[0], " and ", *channels);
    if (*channels < 0) *channels = shape[0];
  }
  out->set(axis, *channels);
}

void batch_norm_shape(ShapeContext& ctx) {
  Shape y;
  int64_t channels;
  check_shapes(ctx, 0, {1, 2, 3, 4}, ctx.attr<float>("exponential_avg_factor") == 1, &y, &channels);
  ctx.set_output(0, y);
  for (int i = 1; i < 5; ++i) ctx.set_output(i, Shape{channels});
  if (ctx.op().outputs.size() == 6) ctx.set_output(5, Shape{0});
}

std::vector<float> read_vector(const Tensor& tensor, int64_t n) {
  std::vector<float> values(n);
  for (int64_t i = 0; i < std::min(n, tensor.num_elements()); ++i) values[i] = static_cast<float>(tensor.double_at(i));
  return values;
}

void write_vector(const Tensor& tensor, const std::vector<float>& values) {
  visit_floating(tensor.dtype(), [&]<class T>() {
    for (size_t i = 0; i < values.size(); ++i)
      tensor.data<T>()[i] = static_cast<T>(static_cast<compute_t<T>>(values[i]));
  });
}

// Sums over rows of per-channel terms: add(row, count, sums) adds those of one row to `terms` arrays of channels each.
// The rows are cut in blocks whose sums are added in order, so the result does not depend on the number of threads.
template <class Add>
std::vector<double> sum_rows(const Layout& layout, int terms, const Add& add) {
  const int64_t width = layout.channels * terms;
  const int64_t block = std::max(kBlock, layout.outer / 64 + 1), blocks = (layout.outer + block - 1) / block;
  std::vector<double> partial(blocks * width);
  parallel_for(blocks, kGrain / (block * layout.channels + 1) + 1, [&](int64_t begin, int64_t end) {
    std::vector<float> sums(width);
    for (int64_t b = begin; b < end; ++b) {
      double* to = partial.data() + b * width;
      const int64_t last = std::min((b + 1) * block, layout.outer);
      for (int64_t i = b * block; i < last;) {
        std::fill(sums.begin(), sums.end(), 0.0f);
        for (const int64_t stop = std::min(i + kBlock, last); i < stop; ++i) add(i, sums.data());
        for (int64_t c = 0; c < width; ++c) to[c] += sums[c];
      }
    }
  });
  std::vector<double> total(width);
  for (int64_t b = 0; b < blocks; ++b)
    for (int64_t c = 0; c < width; ++c) total[c] += partial[b * width + c];
  return total;
}

// Calls each(channel, plane) for every channel and every contiguous plane of it (channels-first layouts).
template <class Each>
void for_planes(const Layout& layout, const Each& each) {
  parallel_for(layout.channels, kGrain / (layout.rows() + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t c = begin; c < end; ++c)
      for (int64_t i = 0; i < layout.outer; ++i) each(c, (i * layout.channels + c) * layout.inner);
  });
}

template <class T>
void batch_moments(const T* x, const Layout& layout, std::vector<float>& mean, std::vector<float>& variance) {
  const RowLoops<float>& loops = row_loops<float>();
  const int64_t channels = layout.channels, n = layout.rows();
  std::vector<double> sums(channels), squares(channels);
  if (layout.inner == 1) {
    auto row = [&](int64_t i, float* scratch) { return widened(x + i * channels, channels, scratch); };
    // A second row of sums serves as scratch for widened elements.
    sums = sum_rows(layout, 2, [&](int64_t i, float* to) { loops.add(to, row(i, to + channels), channels); });
    for (int64_t c = 0; c < channels; ++c) mean[c] = static_cast<float>(sums[c] / n);
    squares = sum_rows(layout, 2, [&](int64_t i, float* to) {
      loops.add_squared_difference(to, row(i, to + channels), mean.data(), channels);
    });
  } else {
    for_planes(layout, [&](int64_t c, int64_t at) {
      for (int64_t j = 0; j < layout.inner; ++j) sums[c] += static_cast<float>(x[at + j]);
    });
    for (int64_t c = 0; c < channels; ++c) mean[c] = static_cast<float>(sums[c] / n);
    for_planes(layout, [&](int64_t c, int64_t at) {
      for (int64_t j = 0; j < layout.inner; ++j) {
        const double d = static_cast<float>(x[at + j]) - mean[c];
        squares[c] += d * d;
      }
    });
  }
  for (int64_t c = 0; c < channels; ++c) variance[c] = static_cast<float>(squares[c] / n);
}

// y = x * factor[c] + term[c].
template <class T>
void apply(const T* x, const Layout& layout, const std::vector<float>& factor, const std::vector<float>& term, T* y) {
  const int64_t channels = layout.channels;
  if (layout.inner == 1) {
    parallel_for(layout.outer, kGrain / (channels + 1) + 1, [&](int64_t begin, int64_t end) {
      ScratchRows<T> scratch(2, channels);
      for (int64_t i = begin; i < end; ++i) {
        const float* from = widened(x + i * channels, channels, scratch[0]);
        float* to = result_row(y + i * channels, scratch[1]);
        row_loops<float>().scale_rows(from, factor.data(), term.data(), to, channels);
        narrow(to, y + i * channels, channels);
      }
    });
    return;
  }
  for_planes(layout, [&](int64_t c, int64_t at) {
    for (int64_t j = 0; j < layout.inner; ++j)
      y[at + j] = static_cast<T>(static_cast<float>(x[at + j]) * factor[c] + term[c]);
  });
}

void batch_norm_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Layout layout = layout_of(x.shape(), ctx.attr<std::string>("data_format"));
  const int64_t channels = layout.channels, n = layout.rows();
  const bool training = ctx.attr<bool>("is_training");
  const float epsilon = ctx.attr<float>("epsilon"), factor = ctx.attr<float>("exponential_avg_factor");
  const std::vector<float> scale = read_vector(ctx.input(1), channels), offset = read_vector(ctx.input(2), channels);
  const std::vector<float> old_mean = read_vector(ctx.input(3), channels),
                           old_variance = read_vector(ctx.input(4), channels);
  std::vector<float> mean = old_mean, variance = old_variance, batch_mean = old_mean, batch_variance = old_variance;
  const Tensor y = ctx.output(0);
  visit_dtype<float, Half, Bfloat16>(x.dtype(), [&]<class T>() {
    if (training && n > 0) {
      batch_moments(x.data<T>(), layout, mean, variance);
      const float unbias = n > 1 ? static_cast<float>(n) / static_cast<float>(n - 1) : 1.0f;
      for (int64_t c = 0; c < channels; ++c) {
        batch_mean[c] = factor == 1.0f ? mean[c] : (1 - factor) * old_mean[c] + factor * mean[c];
        batch_variance[c] =
            factor == 1.0f ? variance[c] * unbias : (1 - factor) * old_variance[c] + factor * variance[c] * unbias;
      }
    } else if (n == 0) {
      // No elements: the statistics are of nothing.
      std::fill(batch_mean.begin(), batch_mean.end(), std::numeric_limits<float>::quiet_NaN());
      batch_variance = batch_mean;
      std::fill(mean.begin(), mean.end(), 0.0f);
      variance = mean;
    }
    std::vector<float> multiply(channels), add(channels);
    for (int64_t c = 0; c < channels; ++c) {
      multiply[c] = scale[c] / std::sqrt(variance[c] + epsilon);
      add[c] = offset[c] - mean[c] * multiply[c];
    }
    apply(x.data<T>(), layout, multiply, add, y.data<T>());
  });
  write_vector(ctx.output(1), batch_mean);
  write_vector(ctx.output(2), batch_variance);
  write_vector(ctx.output(3), mean);
  write_vector(ctx.output(4), variance);
  if (ctx.num_outputs() == 6) ctx.output(5);
}

void batch_norm_grad_shape(ShapeContext& ctx) {
  Shape dx;
  int64_t channels;
  check_shapes(ctx, 1, {2, 3, 4}, false, &dx, &channels);
  if (!ctx.input(0).compatible(dx))
    ctx.fail("x and y_backprop must have the same shape, got ", ctx.input(1), " and ", ctx.input(0));
  ctx.set_output(0, dx.merge(ctx.input(0)));
  ctx.set_output(1, Shape{channels});
  ctx.set_output(2, Shape{channels});
  ctx.set_output(3, Shape{0});
  ctx.set_output(4, Shape{0});
}

template <class T>
void gradient_sums(const T* dy, const T* x, const Layout& layout, const std::vector<float>& mean,
                   std::vector<double>& sum, std::vector<double>& product) {
  const int64_t channels = layout.channels;
  if (layout.inner == 1) {
    const std::vector<double> both = sum_rows(layout, 4, [&](int64_t i, float* to) {
      const float* dy_row = widened(dy + i * channels, channels, to + 2 * channels);
      const float* x_row = widened(x + i * channels, channels, to + 3 * channels);
      row_loops<float>().add_gradient_sums(to, to + channels, dy_row, x_row, mean.data(), channels);
    });
    std::copy_n(both.begin(), channels, sum.begin());
    std::copy_n(both.begin() + channels, channels, product.begin());
    return;
  }
  for_planes(layout, [&](int64_t c, int64_t at) {
    for (int64_t j = 0; j < layout.inner; ++j) {
      const double d = static_cast<float>(dy[at + j]);
      sum[c] += d;
      product[c] += d * (static_cast<float>(x[at + j]) - mean[c]);
    }
  });
}

void batch_norm_grad_cpu(KernelContext& ctx) {
  const Tensor &dy = ctx.input(0), &x = ctx.input(1);
  const Layout layout = layout_of(x.shape(), ctx.attr<std::string>("data_format"));
  const int64_t channels = layout.channels, n = layout.rows();
  const bool training = ctx.attr<bool>("is_training");
  const float epsilon = ctx.attr<float>("epsilon");
  const std::vector<float> scale = read_vector(ctx.input(2), channels), mean = read_vector(ctx.input(3), channels),
                           variance = read_vector(ctx.input(4), channels);
  const Tensor dx = ctx.output(0);
  std::vector<float> dscale(channels), doffset(channels);
  visit_dtype<float, Half, Bfloat16>(x.dtype(), [&]<class T>() {
    std::vector<double> sum(channels), product(channels);
    gradient_sums(dy.data<T>(), x.data<T>(), layout, mean, sum, product);
    // dx = a * dy + b * x + c per channel.
    std::vector<float> a(channels), b(channels), c(channels);
    for (int64_t i = 0; i < channels; ++i) {
      const double inverse = 1.0 / std::sqrt(static_cast<double>(variance[i]) + epsilon);
      dscale[i] = static_cast<float>(product[i] * inverse);
      doffset[i] = static_cast<float>(sum[i]);
      a[i] = static_cast<float>(scale[i] * inverse);
      if (!training || n == 0) continue;
      b[i] = static_cast<float>(-scale[i] * inverse * inverse * inverse * product[i] / n);
      c[i] = static_cast<float>(-scale[i] * inverse * sum[i] / n - b[i] * static_cast<double>(mean[i]));
    }
    T* to = dx.data<T>();
    if (layout.inner == 1) {
      parallel_for(layout.outer, kGrain / (channels + 1) + 1, [&](int64_t begin, int64_t end) {
        ScratchRows<T> scratch(3, channels);
        for (int64_t i = begin; i < end; ++i) {
          const float* dy_row = widened(dy.data<T>() + i * channels, channels, scratch[0]);
          const float* x_row = widened(x.data<T>() + i * channels, channels, scratch[1]);
          float* row = result_row(to + i * channels, scratch[2]);
          row_loops<float>().combine_rows(dy_row, x_row, a.data(), b.data(), c.data(), row, channels);
          narrow(row, to + i * channels, channels);
        }
      });
      return;
    }
    for_planes(layout, [&](int64_t ch, int64_t at) {
      for (int64_t j = 0; j < layout.inner; ++j)
        to[at + j] = static_cast<T>(a[ch] * static_cast<float>(dy.data<T>()[at + j]) +
                                    b[ch] * static_cast<float>(x.data<T>()[at + j]) + c[ch]);
    });
  });
  write_vector(ctx.output(1), dscale);
  write_vector(ctx.output(2), doffset);
  ctx.output(3);
  ctx.output(4);
}

template <FixedString GradOp, bool kReserve3>
Values batch_norm_grad(GradientContext& ctx) {
  const bool training = ctx.attr<bool>("is_training");
  const Value dy = ctx.grad(0), x = ctx.input(0);
  const Value scale =
      ctx.input(1).dtype() == DType::kBfloat16 ? build::cast(ctx.input(1), DType::kFloat32) : ctx.input(1);
  // In inference the running statistics were used, in training those of the batch, which the op kept.
  auto statistic = [&](int input, int output) {
    return build::cast(training ? ctx.output(output) : ctx.input(input), DType::kFloat32);
  };
  SmallVector<Value, 6> inputs = {dy, x, scale, statistic(3, 3), statistic(4, 4)};
  if (kReserve3) inputs.push_back(build::cast(ctx.output(5), DType::kFloat32));
  Attrs attrs = {{"epsilon", ctx.attr<float>("epsilon")},
                 {"data_format", ctx.attr<std::string>("data_format")},
                 {"is_training", training}};
  Values results = ops<GradOp>(std::span<const Value>(inputs.data(), inputs.size()), attrs);
  const DType dtype = ctx.input(1).dtype();
  return {results[0], build::cast(results[1], dtype), build::cast(results[2], dtype), Value(), Value()};
}

// The derivative of the gradient op. With r = 1/sqrt(variance + epsilon), xhat = (x - mean) * r, M the mean over rows
// and P(v) = v - M(v) - xhat * M(v * xhat), training has dx = scale * r * P(dy), dscale = sum(dy * xhat), doffset =
// sum(dy); in inference P is the identity and the statistics are constants.
Values batch_norm_grad_grad(GradientContext& ctx) {
  const bool training = ctx.attr<bool>("is_training");
  const std::string format = ctx.attr<std::string>("data_format");
  const DType dtype = ctx.input(0).dtype();
  const int rank = static_cast<int>(format.size()), axis = format[1] == 'C' ? 1 : rank - 1;
  using build::add, build::mul, build::sub;
  auto wide = [](const Value& v) { return build::cast(v, DType::kFloat32); };
  Tensor axes = Tensor::allocate(DType::kInt32, Shape{rank - 1});
  Tensor vector_shape = Tensor::allocate(DType::kInt32, Shape{rank});
  for (int i = 0, at = 0; i < rank; ++i) {
    vector_shape.data<int32_t>()[i] = i == axis ? -1 : 1;
    if (i != axis) axes.data<int32_t>()[at++] = i;
  }
  const Value all = axes;
  auto along = [&](const Value& v) { return build::reshape(v, vector_shape); };
  auto total = [&](const Value& v) { return op<"Sum">({v, all}); };
  auto mean_of = [&](const Value& v) { return op<"Mean">({v, all}, {{"keep_dims", true}}); };

  const Value dy = wide(ctx.input(0)), x = wide(ctx.input(1)), scale = along(ctx.input(2));
  const Value ddx = wide(ctx.grad(0)), ddscale = along(wide(ctx.grad(1))), ddoffset = along(wide(ctx.grad(2)));
  Value mean, r;
  const Value epsilon = build::number(DType::kFloat32, ctx.attr<float>("epsilon"));
  if (training) {
    mean = mean_of(x);
    r = op<"Rsqrt">({add(mean_of(op<"Square">({sub(x, mean)})), epsilon)});
  } else {
    mean = along(wide(ctx.input(3)));
    r = op<"Rsqrt">({add(along(wide(ctx.input(4))), epsilon)});
  }
  const Value xhat = mul(sub(x, mean), r);
  auto project = [&](const Value& v) {
    return training ? sub(sub(v, mean_of(v)), mul(xhat, mean_of(mul(v, xhat)))) : v;
  };
  const Value scale_r = mul(scale, r);
  Values grads(ctx.num_inputs());
  const Value ddy = add(add(mul(scale_r, project(ddx)), mul(ddscale, xhat)), ddoffset);
  grads[0] = build::cast(ddy, dtype);
  grads[2] = total(mul(mul(ddx, r), project(dy)));
  if (training) {
    const Value a = mean_of(mul(dy, xhat)), b = mean_of(mul(ddx, xhat));
    const Value h = sub(mul(ddscale, dy), mul(scale_r, add(mul(a, ddx), mul(b, dy))));
    const Value spread = sub(sub(mean_of(mul(ddx, dy)), mul(mean_of(ddx), mean_of(dy))), mul(a, b));
    grads[1] = build::cast(sub(mul(r, project(h)), mul(mul(scale_r, mul(spread, r)), xhat)), dtype);
  } else {
    grads[1] = build::cast(mul(mul(ddscale, r), dy), dtype);
  }
  return grads;
}

// Each row's channels are channels of their own.
void batch_norm_vectorize(VectorizeContext& ctx) {
  const std::string format = ctx.attr<std::string>("data_format");
  if (format.back() != 'C') return;
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const Shape& shape = ctx.row_shape(i);
    if (!shape.has_rank()) return;
    const bool empty = shape.rank() == 1 && (shape[0] == 0 || (!ctx.rows(i) && i >= 3 && shape[0] < 0));
    inputs.push_back(empty ? ctx.value(i) : ctx.in_last_axis(ctx.stacked(i), shape.rank()));
  }
  Values outputs = call(ctx.op(), inputs, ctx.attrs());
  for (int i = 0; i < ctx.num_outputs(); ++i) {
    const bool channels = i == 0 || (ctx.row_output_shape(i).has_rank() && ctx.row_output_shape(i).rank() == 1 &&
                                     ctx.row_output_shape(i)[0] != 0);
    const int rank = i == 0 ? static_cast<int>(format.size()) : 1;
    ctx.set(i, channels ? ctx.from_last_axis(outputs[i], rank) : outputs[i], channels);
  }
}

// y = (x - mean) / sqrt(variance + epsilon) * scale + offset over the channel axis.
DEFINE_OP("FusedBatchNorm")
    .input("x: T")
    .input("scale: T")
    .input("offset: T")
    .input("mean: T")
    .input("variance: T")
    .output("y: T")
    .output("batch_mean: T")
    .output("batch_variance: T")
    .output("reserve_space_1: T")
    .output("reserve_space_2: T")
    .attr("T: {float}")
    .attr("epsilon: float = 0.0001")
    .attr("exponential_avg_factor: float = 1.0")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .attr("is_training: bool = true")
    .doc("Batch normalisation; in training by the statistics of the batch, which it returns, else by those given.")
    .shape(batch_norm_shape)
    .kernel(CPU, batch_norm_cpu)
    .gradient(batch_norm_grad<"FusedBatchNormGrad", false>)
    .vectorize(batch_norm_vectorize);

// The same with 16-bit inputs and float statistics.
DEFINE_OP("FusedBatchNormV2")
    .input("x: T")
    .input("scale: U")
    .input("offset: U")
    .input("mean: U")
    .input("variance: U")
    .output("y: T")
    .output("batch_mean: U")
    .output("batch_variance: U")
    .output("reserve_space_1: U")
    .output("reserve_space_2: U")
    .attr("T: {half, bfloat16, float}")
    .attr("U: {float}")
    .attr("epsilon: float = 0.0001")
    .attr("exponential_avg_factor: float = 1.0")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .attr("is_training: bool = true")
    .doc("Batch normalisation; in training by the statistics of the batch, which it returns, else by those given.")
    .shape(batch_norm_shape)
    .kernel(CPU, batch_norm_cpu)
    .gradient(batch_norm_grad<"FusedBatchNormGradV2", false>)
    .vectorize(batch_norm_vectorize);

// The same with five-dimensional inputs, too.
DEFINE_OP("FusedBatchNormV3")
    .input("x: T")
    .input("scale: U")
    .input("offset: U")
    .input("mean: U")
    .input("variance: U")
    .output("y: T")
    .output("batch_mean: U")
    .output("batch_variance: U")
    .output("reserve_space_1: U")
    .output("reserve_space_2: U")
    .output("reserve_space_3: U")
    .attr("T: {half, bfloat16, float}")
    .attr("U: {bfloat16, float}")
    .attr("epsilon: float = 0.0001")
    .attr("exponential_avg_factor: float = 1.0")
    .attr("data_format: {'NHWC', 'NCHW', 'NDHWC', 'NCDHW'} = 'NHWC'")
    .attr("is_training: bool = true")
    .doc("Batch normalisation; in training by the statistics of the batch, which it returns, else by those given.")
    .shape(batch_norm_shape)
    .kernel(CPU, batch_norm_cpu)
    .gradient(batch_norm_grad<"FusedBatchNormGradV3", true>)
    .vectorize(batch_norm_vectorize);

// Gradients of FusedBatchNorm with respect to x, scale and offset.
DEFINE_OP("FusedBatchNormGrad")
    .input("y_backprop: T")
    .input("x: T")
    .input("scale: T")
    .input("reserve_space_1: T")
    .input("reserve_space_2: T")
    .output("x_backprop: T")
    .output("scale_backprop: T")
    .output("offset_backprop: T")
    .output("reserve_space_3: T")
    .output("reserve_space_4: T")
    .attr("T: {float}")
    .attr("epsilon: float = 0.0001")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .attr("is_training: bool = true")
    .doc("The gradient of FusedBatchNorm.")
    .shape(batch_norm_grad_shape)
    .kernel(CPU, batch_norm_grad_cpu)
    .gradient(batch_norm_grad_grad)
    .vectorize(batch_norm_vectorize);

DEFINE_OP("FusedBatchNormGradV2")
    .input("y_backprop: T")
    .input("x: T")
    .input("scale: float")
    .input("reserve_space_1: U")
    .input("reserve_space_2: U")
    .output("x_backprop: T")
    .output("scale_backprop: U")
    .output("offset_backprop: U")
    .output("reserve_space_3: U")
    .output("reserve_space_4: U")
    .attr("T: {half, bfloat16, float}")
    .attr("U: {float}")
    .attr("epsilon: float = 0.0001")
    .attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .attr("is_training: bool = true")
    .doc("The gradient of FusedBatchNormV2.")
    .shape(batch_norm_grad_shape)
    .kernel(CPU, batch_norm_grad_cpu)
    .gradient(batch_norm_grad_grad)
    .vectorize(batch_norm_vectorize);

DEFINE_OP("FusedBatchNormGradV3")
    .input("y_backprop: T")
    .input("x: T")
    .input("scale: float")
    .input("reserve_space_1: U")
    .input("reserve_space_2: U")
    .input("reserve_space_3: U")
    .output("x_backprop: T")
    .output("scale_backprop: U")
    .output("offset_backprop: U")
    .output("reserve_space_4: U")
    .output("reserve_space_5: U")
    .attr("T: {half, bfloat16, float}")
    .attr("U: {float}")
    .attr("epsilon: float = 0.0001")
    .attr("data_format: {'NHWC', 'NCHW', 'NDHWC', 'NCDHW'} = 'NHWC'")
    .attr("is_training: bool = true")
    .doc("The gradient of FusedBatchNormV3.")
    .shape(batch_norm_grad_shape)
    .kernel(CPU, batch_norm_grad_cpu)
    .gradient(batch_norm_grad_grad)
    .vectorize(batch_norm_vectorize);

}  // namespace
}  // namespace graphwright
