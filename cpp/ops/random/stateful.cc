// Random ops that go on from where they stood: uniform and normal numbers, shuffling, categorical draws.
#include "ops/random/state.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "kernels/cast.h"
#include "kernels/elementwise.h"
#include "kernels/random_fill.h"
#include "kernels/rows.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/random/draws.h"

namespace graphwright {

void categorical_shape(ShapeContext& ctx) {
  Shape logits = ctx.with_rank(0, 2);
  if (ctx.input(1).has_rank() && ctx.input(1).rank() != 0)
    ctx.fail("num_samples should be a scalar, got shape ", ctx.input(1));
  Tensor samples = ctx.constant(1);
  ctx.set_output(0, Shape{logits[0], samples ? std::max(samples.int_at(0), kUnknown) : kUnknown});
}

void draw_categories(KernelContext& ctx, const Philox& start) {
  const Tensor& logits = ctx.input(0);
  int64_t rows = logits.shape()[0], classes = logits.shape()[1], samples = ctx.input(1).int_at(0);
  Tensor out = ctx.allocate(0, Shape{rows, samples});
  std::vector<double> cumulative(static_cast<size_t>(classes));
  double* values = cumulative.data();
  const size_t row_bytes = static_cast<size_t>(classes) * dtype_size(logits.dtype());
  const UnaryFn exponentials = unary_fn(UnaryCode::kExp, DType::kFloat64);
  PhiloxStream stream(start);
  for (int64_t row = 0; row < rows; ++row) {
    cast_elements(logits.dtype(), static_cast<const char*>(logits.raw()) + row * row_bytes, DType::kFloat64, values,
                  classes);
    // Only finite logits count; the largest is subtracted so that nothing overflows.
    double largest = -INFINITY, total = 0;
    for (int64_t j = 0; j < classes; ++j)
      if (std::isfinite(values[j])) largest = std::max(largest, values[j]);
    for (int64_t j = 0; j < classes; ++j) values[j] = std::isfinite(values[j]) ? values[j] - largest : -1e300;
    exponentials(values, values, classes);
    for (int64_t j = 0; j < classes; ++j) values[j] = total += values[j];
    for (int64_t k = 0; k < samples; ++k) {
      uint32_t x0 = stream.next(), x1 = stream.next();
      auto found = std::upper_bound(cumulative.begin(), cumulative.end(), unit_double(x0, x1) * total);
      int64_t category = found - cumulative.begin();
      if (out.dtype() == DType::kInt32) {
        out.data<int32_t>()[row * samples + k] = static_cast<int32_t>(category);
      } else {
        out.data<int64_t>()[row * samples + k] = category;
      }
    }
  }
}

void check_categorical(KernelContext& ctx) {
  const Shape& logits = ctx.input(0).shape();
  if (logits.rank() != 2) ctx.fail("logits should be a matrix, got shape ", logits);
  if (!ctx.input(1).shape().is_scalar()) ctx.fail("num_samples should be a scalar, got shape ", ctx.input(1).shape());
  int64_t samples = ctx.input(1).int_at(0);
  if (samples < 0) ctx.fail("num_samples should be non-negative, got ", samples);
  if (logits[1] <= 0 && logits[0] > 0) ctx.fail("num_classes should be positive, got ", logits[1]);
  checked_multiply(logits[0], samples);
}

void shuffle_rows(KernelContext& ctx, const Philox& start) {
  const Tensor& value = ctx.input(0);
  int64_t size = value.shape().rank() < 1 ? 1 : value.shape()[0];
  if (size <= 1 || value.num_elements() <= 1) return ctx.set_output(0, value);
  int64_t row = value.num_elements() / size;
  // Rows are exchanged, not drawn: each place in turn gets one of those not yet placed.
  PhiloxStream stream(start);
  auto exchange = [&](auto* rows) {
    for (int64_t i = 0; i + 1 < size; ++i)
      std::swap(rows[i], rows[i + stream.next() % static_cast<uint32_t>(size - i)]);
  };
  Tensor out = ctx.allocate(0, value.shape());
  const size_t element = dtype_size(value.dtype());
  if (row == 1 && is_plain(value.dtype()) && (element == 4 || element == 8)) {  // the elements themselves
    copy_elements(value.dtype(), out.raw(), value.raw(), size);
    return element == 4 ? exchange(static_cast<uint32_t*>(out.raw())) : exchange(static_cast<uint64_t*>(out.raw()));
  }
  std::vector<int64_t> offsets(static_cast<size_t>(size));
  for (int64_t i = 0; i < size; ++i) offsets[i] = i * row;
  exchange(offsets.data());
  gather_rows(value.dtype(), out.raw(), value.raw(), row, offsets);
}

namespace {

constexpr const char* kFloatAttr = "dtype: {half, bfloat16, float, double}";

template <Distribution kDistribution>
void draw(KernelContext& ctx) {
  Tensor out = ctx.allocate(0, shape_input(ctx));
  int64_t n = out.num_elements();
  if (n == 0) return;
  fill_random(kDistribution, out.dtype(), reserve_blocks(ctx, static_cast<uint64_t>(n) * kBlocksPerOutput), out.raw(),
              n);
}

DEFINE_OP("RandomUniform")
    .input("shape: T")
    .output("output: dtype")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .attr(kFloatAttr)
    .attr("T: {int32, int64}")
    .doc("Uniformly distributed numbers in [0, 1).")
    .shape(random_shape)
    .shape_input(0)
    .kernel(CPU, draw<Distribution::kUniform>)
    .stateful()
    .no_gradient("depends on no number")
    .vectorize(vectorize::drawn);

DEFINE_OP("RandomStandardNormal")
    .input("shape: T")
    .output("output: dtype")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .attr(kFloatAttr)
    .attr("T: {int32, int64}")
    .doc("Normally distributed numbers with mean 0 and standard deviation 1.")
    .shape(random_shape)
    .shape_input(0)
    .kernel(CPU, draw<Distribution::kNormal>)
    .stateful()
    .no_gradient("depends on no number")
    .vectorize(vectorize::drawn);

DEFINE_OP("TruncatedNormal")
    .input("shape: T")
    .output("output: dtype")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .attr(kFloatAttr)
    .attr("T: {int32, int64}")
    .doc("Normally distributed numbers with mean 0 and standard deviation 1, none of them beyond 2.")
    .shape(random_shape)
    .shape_input(0)
    .kernel(CPU, draw<Distribution::kTruncatedNormal>)
    .stateful()
    .no_gradient("depends on no number")
    .vectorize(vectorize::drawn);

void ints_shape(ShapeContext& ctx) {
  for (int i : {1, 2}) ctx.with_rank(i, 0);
  random_shape(ctx);
}
void draw_ints(KernelContext& ctx) {
  Shape shape = shape_input(ctx);
  for (int i = 1; i <= 2; ++i) {
    if (!ctx.input(i).shape().is_scalar())
      ctx.fail(i == 1 ? "minval" : "maxval", " must be 0-D, got shape ", ctx.input(i).shape());
  }
  Tensor out = ctx.allocate(0, shape);
  int64_t n = out.num_elements();
  if (n == 0) return;
  int64_t low = ctx.input(1).int_at(0), high = ctx.input(2).int_at(0);
  if (low >= high) ctx.fail("Need minval < maxval, got ", low, " >= ", high);
  fill_uniform_ints(out.dtype(), reserve_blocks(ctx, static_cast<uint64_t>(n) * kBlocksPerOutput), out.raw(), n,
                    static_cast<uint64_t>(low), static_cast<uint64_t>(high));
}

DEFINE_OP("RandomUniformInt")
    .input("shape: T")
    .input("minval: Tout")
    .input("maxval: Tout")
    .output("output: Tout")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .attr("Tout: {int32, int64}")
    .attr("T: {int32, int64}")
    .doc("Uniformly distributed integers in [minval, maxval).")
    .shape(ints_shape)
    .shape_input(0)
    .kernel(CPU, draw_ints)
    .stateful()
    .no_gradient("integers")
    .vectorize(vectorize::drawn);

void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

void shuffle(KernelContext& ctx) {
  const Shape& shape = ctx.input(0).shape();
  int64_t size = shape.rank() < 1 ? 1 : shape[0];
  bool moves = size > 1 && ctx.input(0).num_elements() > 1;
  shuffle_rows(ctx, moves ? reserve_blocks(ctx, static_cast<uint64_t>(size - 1 + 3) / 4) : Philox());
}

DEFINE_OP("RandomShuffle")
    .input("value: T")
    .output("output: T")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .attr("T: type")
    .doc("The slices of `value` along its first axis in random order.")
    .shape(same_shape)
    .kernel(CPU, shuffle)
    .stateful()
    .no_gradient("as in TensorFlow, although it is a permutation");

void multinomial(KernelContext& ctx) {
  check_categorical(ctx);
  uint64_t per_row = static_cast<uint64_t>(ctx.input(1).int_at(0) + 3) / 4 * 4;
  uint64_t outputs = static_cast<uint64_t>(ctx.input(0).shape()[0]) * per_row * 2;  // a double takes two
  draw_categories(ctx, outputs ? reserve_blocks(ctx, outputs * kBlocksPerOutput) : Philox());
}

DEFINE_OP("Multinomial")
    .input("logits: T")
    .input("num_samples: int32")
    .output("output: output_dtype")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .attr("T: realnumbertype")
    .attr("output_dtype: {int32, int64} = int64")
    .doc("For each row of logits, that many classes, each drawn with the probability that softmax gives it.")
    .shape(categorical_shape)
    .kernel(CPU, multinomial)
    .stateful()
    .no_gradient("integers")
    .vectorize(vectorize::examples<1>);

XLA_FACT(kDraws, "Multinomial", "RandomShuffle", "RandomStandardNormal", "RandomUniform", "RandomUniformInt",
         "TruncatedNormal");
XLA_MUST_KNOW({"Multinomial"}, {"num_samples"});
XLA_MUST_KNOW({"RandomStandardNormal", "RandomUniform", "RandomUniformInt", "TruncatedNormal"}, {"shape"});

}  // namespace
}  // namespace graphwright
