// Fractional pooling: windows whose sizes vary at random, so that an image shrinks by any ratio.
#include <cmath>

#include "base/parallel.h"
#include "base/wrapping.h"
#include "kernels/random_fill.h"
#include "op/vectorize_rules.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/random/state.h"

namespace graphwright {
namespace {

#define GW_POOLED_TYPES "{float, double, int32, int64}"

template <class F>
void visit_pooled(DType dtype, F&& f) {
  visit_dtype<float, double, int32_t, int64_t>(dtype, std::forward<F>(f));
}

int64_t pooled_size(int64_t size, float ratio) {
  // The size may be rounded up on its way to float.
  return std::min(size, static_cast<int64_t>(std::floor(static_cast<float>(size) / ratio)));
}

template <class Context>
std::vector<float> ratios_of(Context& ctx) {
  std::vector<float> ratios = ctx.template attr<std::vector<float>>("pooling_ratio");
  if (ratios.size() != 4) ctx.fail("pooling_ratio field must specify 4 dimensions, got ", ratios.size());
  for (float ratio : ratios)
    if (!(ratio >= 1)) ctx.fail("pooling_ratio cannot be smaller than 1, got: ", ratio);
  return ratios;
}

void pool_shape(ShapeContext& ctx) {
  Shape value = ctx.with_rank(0, 4);
  std::vector<float> ratios = ratios_of(ctx);
  Shape out = Shape::filled(4, kUnknown);
  for (int axis = 0; axis < 4; ++axis)
    if (value[axis] >= 0) out.set(axis, pooled_size(value[axis], ratios[axis]));
  ctx.set_output(0, out);
  for (int i : {1, 2}) ctx.set_output(i, Shape{out[i] >= 0 ? out[i] + 1 : kUnknown});
}

// The bounds of `windows` windows over `size` elements; as many blocks of `philox` are used as TensorFlow uses.
std::vector<int64_t> bounds_of(int64_t size, int64_t windows, Philox& philox, bool pseudo_random) {
  std::vector<int64_t> bounds(windows + 1);
  bounds[windows] = size;
  const int64_t least = size / windows;
  PhiloxStream numbers(philox);
  if (size % windows == 0) {
    // Windows of equal length, for which numbers are set aside all the same unless they are single elements.
    if (size != windows) philox.skip(pseudo_random ? 1 : static_cast<uint64_t>((windows + 3) / 4));
    for (int64_t i = 0; i < windows; ++i) bounds[i] = i * least;
    return bounds;
  }
  if (pseudo_random) {
    // Steps of equal length from a random beginning, rounded; the beginning leaves room for the first and last window.
    philox.skip(1);
    const double alpha = static_cast<double>(size) / static_cast<double>(windows);
    const double k = static_cast<double>(least);
    const double room =
        std::min((k + 2) / alpha - 1, (static_cast<double>(size) + 1 - k) / alpha - (static_cast<double>(windows) - 1));
    const uint32_t high = numbers.next();
    const double begin = unit_double(high, numbers.next()) * room;
    for (int64_t i = 1; i < windows; ++i) bounds[i] = static_cast<int64_t>(alpha * (static_cast<double>(i) + begin));
    return bounds;
  }
  philox.skip(static_cast<uint64_t>((windows + 3) / 4));
  std::vector<int64_t> sizes(windows, least);
  std::fill_n(sizes.begin(), size % windows, least + 1);
  auto below = [&](uint32_t n) {
    if ((n & (n - 1)) == 0) return numbers.next() & (n - 1);
    const uint32_t excess = UINT32_MAX % n + 1;
    uint32_t x = numbers.next();
    while (x < excess) x = numbers.next();
    return x % n;
  };
  for (int64_t i = 0; i + 1 < windows; ++i) std::swap(sizes[i], sizes[i + below(static_cast<uint32_t>(windows - i))]);
  for (int64_t i = 0; i < windows; ++i) bounds[i + 1] = bounds[i] + sizes[i];
  return bounds;
}

// Calls body(b, row, column, first row, end, first column, end) for all windows of an image.
struct Windows {
  Windows(const Tensor& row_bounds, const Tensor& column_bounds, const Shape& in, bool overlap)
      : rows(row_bounds.data<int64_t>()), columns(column_bounds.data<int64_t>()), in(in), overlapping(overlap) {}
  // The end of the window [bounds[i], …): overlapping ones take the first element of the next one.
  int64_t end(const int64_t* bounds, int64_t i, int64_t size) const {
    return overlapping ? std::min(bounds[i + 1], size - 1) + 1 : std::min(bounds[i + 1], size);
  }
  template <class Body>
  void each(int64_t i, int64_t num_rows, int64_t num_columns, const Body& body) const {
    const int64_t b = i / num_rows, r = i % num_rows;
    for (int64_t c = 0; c < num_columns; ++c)
      body(b, c, rows[r], end(rows, r, in[1]), columns[c], end(columns, c, in[2]));
  }
  const int64_t *rows, *columns;
  const Shape& in;
  bool overlapping;
};

template <bool kMax>
void pool(KernelContext& ctx) {
  const Tensor& value = ctx.input(0);
  const Shape& in = value.shape();
  if (in.rank() != 4) ctx.fail("tensor_in must be 4-dimensional");
  std::vector<float> ratios = ratios_of(ctx);
  if (ratios[0] != 1 || ratios[3] != 1)
    ctx.fail_code(Code::kUnimplemented, "Fractional ", kMax ? "max" : "average",
                  " pooling is not yet supported on the batch nor channel dimension.");
  const int64_t seed = ctx.attr<int64_t>("seed"), seed2 = ctx.attr<int64_t>("seed2");
  const bool deterministic = ctx.attr<bool>("deterministic");
  if (!deterministic && (seed || seed2)) ctx.fail("Both seed and seed2 should be 0 if deterministic is false.");
  Shape out = in;
  for (int axis = 0; axis < 4; ++axis) {
    out.set(axis, pooled_size(in[axis], ratios[axis]));
    if (out[axis] == 0)
      ctx.fail("Pooling ratio is higher than input dimension size for dimension ", axis, ". Input dim size: ", in[axis],
               " pooling ratio: ", ratios[axis]);
    if (in[axis] > INT32_MAX) ctx.fail("sizes must fit into int32, got shape ", in);
  }
  Philox philox = deterministic && (seed || seed2) ? Philox(static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2))
                                                   : Philox(nondeterministic_seed(), nondeterministic_seed());
  const bool pseudo_random = ctx.attr<bool>("pseudo_random");
  for (int axis : {1, 2}) {
    Tensor bounds = ctx.allocate(axis, Shape{out[axis] + 1});
    if (out[axis] == 0) {
      bounds.data<int64_t>()[0] = 0;
      continue;
    }
    std::vector<int64_t> found = bounds_of(in[axis], out[axis], philox, pseudo_random);
    std::copy(found.begin(), found.end(), bounds.data<int64_t>());
    ctx.set_output(axis, bounds);
  }
  Tensor result = ctx.allocate(0, out);
  if (result.num_elements() == 0) return;
  const Tensor rows = ctx.allocate(1, Shape{out[1] + 1}), columns = ctx.allocate(2, Shape{out[2] + 1});
  const Windows windows(rows, columns, in, ctx.attr<bool>("overlapping"));
  const int64_t depth = in[3];
  visit_pooled(value.dtype(), [&]<class T>() {
    parallel_for(out[0] * out[1], 1 + 20'000 / (in[2] * depth), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        windows.each(i, out[1], out[2], [&](int64_t b, int64_t c, int64_t r0, int64_t r1, int64_t c0, int64_t c1) {
          T* to = result.data<T>() + (i * out[2] + c) * depth;
          const T* first = value.data<T>() + ((b * in[1] + r0) * in[2] + c0) * depth;
          if (kMax) {
            std::copy(first, first + depth, to);
          } else {
            std::fill_n(to, depth, T(0));
          }
          for (int64_t r = r0; r < r1; ++r) {
            for (int64_t column = c0; column < c1; ++column) {
              const T* from = value.data<T>() + ((b * in[1] + r) * in[2] + column) * depth;
              for (int64_t k = 0; k < depth; ++k) {
                if constexpr (kMax) {
                  to[k] = to[k] < from[k] ? from[k] : to[k];
                } else {
                  to[k] = wrapping_add(to[k], from[k]);
                }
              }
            }
          }
          if (!kMax) {
            const T n = static_cast<T>((r1 - r0) * (c1 - c0));
            for (int64_t k = 0; k < depth; ++k) to[k] /= n;
          }
        });
      }
    });
  });
}

// The windows that the gradient ops are given must lie within the image, one for each element of the output.
void check_bounds(KernelContext& ctx, const Tensor& bounds, int64_t windows, int64_t size, const char* what) {
  if (bounds.shape() != Shape{windows + 1})
    ctx.fail("the ", what, " pooling sequence must have shape [", windows + 1, "], got ", bounds.shape());
  const int64_t* at = bounds.data<int64_t>();
  for (int64_t i = 0; i < windows; ++i)
    if (at[i] < 0 || at[i] >= size || at[i + 1] <= at[i])
      ctx.fail("the ", what, " pooling sequence must be ascending and lie within [0, ", size, "], got ", at[i], " and ",
               at[i + 1]);
}

// Every element of a window that equals its maximum gets the gradient.
void max_grad(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &y = ctx.input(1), &dy = ctx.input(2);
  const Shape &in = x.shape(), &out = y.shape();
  if (in.rank() != 4 || out.rank() != 4)
    ctx.fail("orig_input and orig_output must be 4-dimensional, got shapes ", in, " and ", out);
  if (x.num_elements() == 0) ctx.fail("orig_input must not be empty, got shape ", in);
  if (dy.shape() != out) ctx.fail("out_backprop must have the shape of orig_output ", out, ", got ", dy.shape());
  if (in[0] != out[0] || in[3] != out[3])
    ctx.fail("orig_input and orig_output must agree in batch and channels, got shapes ", in, " and ", out);
  Tensor dx = Tensor::zeros(x.dtype(), in);
  if (dy.num_elements()) {
    check_bounds(ctx, ctx.input(3), out[1], in[1], "row");
    check_bounds(ctx, ctx.input(4), out[2], in[2], "column");
    const Windows windows(ctx.input(3), ctx.input(4), in, ctx.attr<bool>("overlapping"));
    const int64_t depth = in[3];
    std::atomic<bool> wrong{false};
    visit_pooled(x.dtype(), [&]<class T>() {
      // One image after the other: windows of one may share elements.
      parallel_for(out[0], 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin * out[1]; i < end * out[1]; ++i) {
          windows.each(i, out[1], out[2], [&](int64_t b, int64_t c, int64_t r0, int64_t r1, int64_t c0, int64_t c1) {
            for (int64_t k = 0; k < depth; ++k) {
              const int64_t at = (i * out[2] + c) * depth + k;
              int64_t best = -1;
              for (int64_t r = r0; r < r1; ++r) {
                for (int64_t column = c0; column < c1; ++column) {
                  const int64_t place = ((b * in[1] + r) * in[2] + column) * depth + k;
                  if (best < 0 || x.data<T>()[best] < x.data<T>()[place]) best = place;
                }
              }
              if (!(x.data<T>()[best] == y.data<T>()[at]) && y.data<T>()[at] == y.data<T>()[at]) wrong = true;
              dx.data<T>()[best] = wrapping_add(dx.data<T>()[best], dy.data<T>()[at]);
            }
          });
        }
      });
    });
    if (wrong) ctx.fail("tensor_out_dup is not the same as tensor_out");
  }
  ctx.set_output(0, std::move(dx));
}

void max_grad_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.with_rank(0, 4)); }

void avg_grad_shape(ShapeContext& ctx) {
  Shape shape = known_extents(ctx, 0);
  ctx.set_output(0, shape.rank() == 4 ? shape : Shape::filled(4, kUnknown));
}

void avg_grad(KernelContext& ctx) {
  const Tensor &sizes = ctx.input(0), &dy = ctx.input(1);
  if (sizes.shape() != Shape{4})
    ctx.fail("original input tensor shape must be 1-dimensional and 4 elements, got shape ", sizes.shape());
  const Shape in = shape_of_sizes(ctx, sizes.ints()), out = dy.shape();
  if (out.rank() != 4) ctx.fail("out_backprop must be 4-dimensional, got shape ", out);
  if (dy.num_elements() == 0) ctx.fail("out_backprop must not be empty, got shape ", out);
  if (in[0] != out[0] || in[3] != out[3])
    ctx.fail("input and out_backprop must agree in batch and channels, got shapes ", in, " and ", out);
  Tensor dx = ctx.allocate(0, in);
  const int64_t depth = in[3];
  if (out.num_elements()) {
    check_bounds(ctx, ctx.input(2), out[1], in[1], "row");
    check_bounds(ctx, ctx.input(3), out[2], in[2], "column");
  }
  visit_pooled(dy.dtype(), [&]<class T>() {
    if (out.num_elements() == 0) return std::fill_n(dx.data<T>(), dx.num_elements(), T(0)), void();
    const Windows windows(ctx.input(2), ctx.input(3), in, ctx.attr<bool>("overlapping"));
    const int64_t image = in[1] * in[2] * depth;
    parallel_for(out[0], 1, [&](int64_t begin, int64_t end) {
      // Shares are added in double, and rounded once.
      std::vector<double> sums(image);
      for (int64_t b = begin; b < end; ++b) {
        std::fill(sums.begin(), sums.end(), 0);
        for (int64_t i = b * out[1]; i < (b + 1) * out[1]; ++i) {
          windows.each(i, out[1], out[2], [&](int64_t, int64_t c, int64_t r0, int64_t r1, int64_t c0, int64_t c1) {
            const T* from = dy.data<T>() + (i * out[2] + c) * depth;
            const double share = 1.0 / static_cast<double>((r1 - r0) * (c1 - c0));
            for (int64_t r = r0; r < r1; ++r)
              for (int64_t column = c0; column < c1; ++column)
                for (int64_t k = 0; k < depth; ++k)
                  sums[(r * in[2] + column) * depth + k] += static_cast<double>(from[k]) * share;
          });
        }
        for (int64_t i = 0; i < image; ++i) dx.data<T>()[b * image + i] = static_cast<T>(sums[i]);
      }
    });
  });
}

Values max_gradient(GradientContext& ctx) {
  return {op<"FractionalMaxPoolGrad">({ctx.input(0), ctx.output(0), ctx.grad(0), ctx.output(1), ctx.output(2)},
                                      {{"overlapping", ctx.attr<bool>("overlapping")}})};
}
Values avg_gradient(GradientContext& ctx) {
  return {op<"FractionalAvgPoolGrad">(
      {build::shape_of(ctx.input(0), DType::kInt64), ctx.grad(0), ctx.output(1), ctx.output(2)},
      {{"overlapping", ctx.attr<bool>("overlapping")}})};
}

OpBuilder pool_op(const char* name, const char* doc, KernelFn kernel, GradientFn gradient) {
  OpBuilder op(name);
  op.input("value: T")
      .output("output: T")
      .output("row_pooling_sequence: int64")
      .output("col_pooling_sequence: int64")
      .attr("pooling_ratio: list(float) >= 4")
      .attr("pseudo_random: bool = false")
      .attr("overlapping: bool = false")
      .attr("deterministic: bool = false")
      .attr("seed: int = 0")
      .attr("seed2: int = 0")
      .attr("T: " GW_POOLED_TYPES)
      .doc(doc)
      .shape(pool_shape)
      .kernel(CPU, kernel)
      .gradient(gradient)
      .trait(Trait::kNoFold);
  return op;
}

#define REGISTER(ID, ...)                              \
  OpBuilder GW_CONCAT(op_, ID) = pool_op(__VA_ARGS__); \
  const OpRegistration GW_CONCAT(registered_, ID)(GW_CONCAT(op_, ID));
REGISTER(max, "FractionalMaxPool", "The maxima of windows of random sizes, and the bounds of the windows.", pool<true>,
         max_gradient)
REGISTER(avg, "FractionalAvgPool", "The means of windows of random sizes, and the bounds of the windows.", pool<false>,
         avg_gradient)

DEFINE_OP("FractionalMaxPoolGrad")
    .input("orig_input: T")
    .input("orig_output: T")
    .input("out_backprop: T")
    .input("row_pooling_sequence: int64")
    .input("col_pooling_sequence: int64")
    .output("output: T")
    .attr("overlapping: bool = false")
    .attr("T: " GW_POOLED_TYPES)
    .doc("The gradient of FractionalMaxPool: goes to the first maximum of each window.")
    .shape(max_grad_shape)
    .kernel(CPU, max_grad)
    .vectorize(vectorize::examples<3>);

void avg_grad_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(0) || ctx.any_rows(2, 4)) return;
  ctx.set(0, ctx.split(call(
                 ctx.op(), Values{ctx.merged_sizes(ctx.value(0)), ctx.merged(ctx.value(1)), ctx.value(2), ctx.value(3)},
                 ctx.attrs())[0]));
}

DEFINE_OP("FractionalAvgPoolGrad")
    .input("orig_input_tensor_shape: int64")
    .input("out_backprop: T")
    .input("row_pooling_sequence: int64")
    .input("col_pooling_sequence: int64")
    .output("output: T")
    .attr("overlapping: bool = false")
    .attr("T: " GW_POOLED_TYPES)
    .doc("The gradient of FractionalAvgPool: each window's is shared out among its elements.")
    .shape(avg_grad_shape)
    .kernel(CPU, avg_grad)
    .vectorize(avg_grad_vectorize);

XLA_FACT(kNotCompiled, "FractionalAvgPool", "FractionalAvgPoolGrad", "FractionalMaxPool", "FractionalMaxPoolGrad");

}  // namespace
}  // namespace graphwright
