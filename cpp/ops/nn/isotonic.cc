// Isotonic regression: the nearest sequence that never rises.
#include "base/parallel.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

void regression_shape(ShapeContext& ctx) {
  ctx.set_output(0, ctx.input(0));
  ctx.set_output(1, ctx.input(0));
}

// Pools neighbours that rise, until no mean is above the one before it. `starts` gets where each pool begins, and one
// past the end.
template <class T>
void pool_rising(const T* input, int64_t n, std::vector<double>& sums, std::vector<int64_t>& starts) {
  sums.clear();
  starts.clear();
  for (int64_t i = 0; i < n; ++i) {
    sums.push_back(static_cast<double>(input[i]));
    starts.push_back(i);
    auto mean = [&](size_t k) {
      const int64_t end = k + 1 < starts.size() ? starts[k + 1] : i + 1;
      return sums[k] / static_cast<double>(end - starts[k]);
    };
    while (sums.size() > 1 && mean(sums.size() - 1) > mean(sums.size() - 2)) {
      sums[sums.size() - 2] += sums.back();
      sums.pop_back();
      starts.pop_back();
    }
  }
  starts.push_back(n);
}

void regression(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  Tensor output = ctx.output(0), segments = ctx.output(1);
  const int64_t n = input.shape().is_scalar() ? 1 : input.shape()[input.shape().rank() - 1];
  if (input.num_elements() == 0) return;
  const bool known = visit_real(input.dtype(), [&]<class T>() {
    const auto convert = [](const T& x) {
      if constexpr (std::is_arithmetic_v<T>)
        return static_cast<double>(x);
      else
        return static_cast<double>(static_cast<float>(x));
    };
    parallel_for(input.num_elements() / n, 2'000 / n + 1, [&](int64_t begin, int64_t end) {
      std::vector<double> row(n), sums;
      std::vector<int64_t> starts;
      for (int64_t r = begin; r < end; ++r) {
        for (int64_t i = 0; i < n; ++i) row[i] = convert(input.data<T>()[r * n + i]);
        pool_rising(row.data(), n, sums, starts);
        for (size_t k = 0; k < sums.size(); ++k) {
          const double mean = sums[k] / static_cast<double>(starts[k + 1] - starts[k]);
          for (int64_t i = starts[k]; i < starts[k + 1]; ++i) {
            row[i] = mean;
            segments.data<int32_t>()[r * n + i] = static_cast<int32_t>(k);
          }
        }
        visit_floating(output.dtype(), [&]<class Out>() {
          for (int64_t i = 0; i < n; ++i) {
            if constexpr (std::is_arithmetic_v<Out>)
              output.data<Out>()[r * n + i] = static_cast<Out>(row[i]);
            else
              output.data<Out>()[r * n + i] = Out(static_cast<float>(row[i]));
          }
        });
      }
    });
  });
  if (!known) ctx.fail_code(Code::kUnimplemented, "IsotonicRegression has no kernel for dtype ", input.dtype());
}

// All elements of a pool share the pool's gradient.
Values regression_grad(GradientContext& ctx) {
  if (!is_floating(ctx.input(0).dtype())) return {nullptr};
  const Value& dy = ctx.grad(0);
  if (dy.shape().rank() == 0) return {build::cast(dy, ctx.input(0).dtype())};
  Value shape = build::shape_of(dy), columns = build::element(shape, -1), size = build::product(shape);
  // Pools are numbered through all rows.
  Value segments = build::reshape(ctx.output(1), build::stack({build::int_scalar(-1), columns}));
  Value rows = build::element(build::shape_of(segments), 0);
  Value offsets = build::expand_dims(build::mul(build::range(build::int_scalar(0), rows), columns), -1);
  Value pools = build::reshape(build::add(segments, offsets), build::ints({-1}));
  Value flat = build::reshape(dy, build::ints({-1}));
  Value sums = op<"UnsortedSegmentSum">({flat, pools, size});
  Value counts = op<"UnsortedSegmentSum">({build::ones_like(flat), pools, size});
  Value shares = build::div(build::gather(sums, pools), build::gather(counts, pools));
  return {build::cast(build::reshape(shares, shape), ctx.input(0).dtype())};
}

// IsotonicRegression: the nearest sequence, in squares, that never rises along the last axis.
DEFINE_OP("IsotonicRegression")
    .input("input: T")
    .output("output: output_dtype")
    .output("segments: int32")
    .attr("T: realnumbertype")
    .attr("output_dtype: {half, bfloat16, float, double} = DT_FLOAT")
    .doc("The nearest sequence that never rises along the last axis, and for each element the number of its plateau.")
    .shape(regression_shape)
    .kernel(CPU, regression)
    .gradient(regression_grad)
    .vectorize(vectorize::leading_axes);

XLA_FACT(kNotCompiled, "IsotonicRegression");

}  // namespace
}  // namespace graphwright
