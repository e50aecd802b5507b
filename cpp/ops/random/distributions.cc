// Random ops for distributions with parameters: gamma, Poisson, binomial.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "base/waiting.h"
#include "kernels/broadcast.h"
#include "kernels/random_distributions.h"
#include "op/build.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/random/state.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

constexpr int64_t kNanosecondsPerDraw = 100;

void store(const Tensor& out, int64_t i, double value) {
  visit_real(out.dtype(), [&]<class T>() {
    if constexpr (std::is_integral_v<T>) {
      out.data<T>()[i] = std::isfinite(value) ? static_cast<T>(value) : T{0};
    } else {
      out.data<T>()[i] = static_cast<T>(static_cast<compute_t<T>>(value));
    }
  });
}

double largest_of(DType dtype) {
  double largest = std::numeric_limits<double>::max();
  visit_integer(dtype, [&]<class T>() { largest = static_cast<double>(std::numeric_limits<T>::max()); });
  if (dtype == DType::kFloat32) largest = std::numeric_limits<float>::max();
  if (dtype == DType::kHalf) largest = 65504;
  return largest;
}

// Output [s, p] is drawn for parameter p; parameter p's draws are numbered p * samples + s, and each has its own
// blocks.
template <class Draw>
void draw_each(const Philox& start, const Tensor& parameters, const Tensor& out, Draw&& draw) {
  int64_t n = out.num_elements(), each = parameters.num_elements();
  if (n == 0) return;
  int64_t samples = n / each;
  parallel_for(n, 2048, [&](int64_t begin, int64_t end) {
    StopChecks checks;
    for (int64_t k = begin; k < end; ++k) {
      checks.did(kNanosecondsPerDraw);
      int64_t p = k / samples, s = k % samples;
      Philox own = start.skipped(kBlocksPerOutput * static_cast<uint64_t>(k));
      store(out, s * each + p, draw(own, parameters.double_at(p)));
    }
  });
}

// ---- stateful: the output's shape is `shape` followed by the parameters' ----

void extended_shape(ShapeContext& ctx) {
  random_shape(ctx);
  Shape shape = ctx.outputs()[0];
  ctx.set_output(0, shape.concat(ctx.input(1)));
}

void gamma(KernelContext& ctx) {
  const Tensor& alpha = ctx.input(1);
  Tensor out = ctx.allocate(0, shape_input(ctx).concat(alpha.shape()));
  if (out.num_elements() == 0) return;
  draw_each(reserve_blocks(ctx, static_cast<uint64_t>(out.num_elements()) * kBlocksPerOutput), alpha, out, draw_gamma);
}

Values gamma_grad_of(GradientContext& ctx, int alpha_at) {
  const Value& alpha = ctx.input(alpha_at);
  Value partial = op<"RandomGammaGrad">({alpha, ctx.output(0)});
  Values grads(ctx.num_inputs());
  grads[alpha_at] = build::unbroadcast(build::mul(ctx.grad(0), partial), alpha);
  return grads;
}
template <int kAlpha>
Values gamma_grad(GradientContext& ctx) {
  return gamma_grad_of(ctx, kAlpha);
}

DEFINE_OP("RandomGamma")
    .input("shape: S")
    .input("alpha: T")
    .output("output: T")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .attr("S: {int32, int64}")
    .attr("T: {half, float, double}")
    .doc("Numbers of the gamma distributions with shape parameter alpha and scale 1; shape is `shape` + alpha's.")
    .shape(extended_shape)
    .kernel(CPU, gamma)
    .gradient(gamma_grad<1>)
    .stateful()
    .vectorize(vectorize::drawn);

void gamma_grad_shape(ShapeContext& ctx) { ctx.set_output(0, broadcast_shapes(ctx.input(0), ctx.input(1))); }

void gamma_grad_cpu(KernelContext& ctx) {
  const Tensor &alpha = ctx.input(0), &sample = ctx.input(1);
  Tensor out = ctx.output(0);
  if (out.num_elements() == 0) return;
  const BroadcastAxes<2> axes(out.shape(), {&alpha.shape(), &sample.shape()});
  const auto inner = axes.inner();
  parallel_for(axes.rows(), 64 / inner.size + 1, [&](int64_t begin, int64_t end) {
    StopChecks checks;
    axes.for_each_row(begin, end, [&](int64_t row, const std::array<int64_t, 2>& from) {
      for (int64_t i = 0; i < inner.size; ++i) {
        checks.did(20 * kNanosecondsPerDraw);
        store(out, row * inner.size + i,
              gamma_sample_derivative(alpha.double_at(from[0] + i * inner.strides[0]),
                                      sample.double_at(from[1] + i * inner.strides[1])));
      }
    });
  });
}

DEFINE_OP("RandomGammaGrad")
    .input("alpha: T")
    .input("sample: T")
    .output("output: T")
    .attr("T: {float, double}")
    .doc("How a sample of the gamma distribution moves with alpha while its cumulative probability stays the same.")
    .shape(gamma_grad_shape)
    .kernel(CPU, gamma_grad_cpu)
    .vectorize(vectorize::broadcasting);

void poisson(KernelContext& ctx) {
  const Tensor& rate = ctx.input(1);
  Tensor out = ctx.allocate(0, shape_input(ctx).concat(rate.shape()));
  if (out.num_elements() == 0) return;
  double largest = largest_of(out.dtype());
  draw_each(reserve_blocks(ctx, static_cast<uint64_t>(out.num_elements()) * kBlocksPerOutput), rate, out,
            [=](const Philox& start, double r) { return draw_poisson(start, r, largest); });
}

DEFINE_OP("RandomPoissonV2")
    .input("shape: S")
    .input("rate: R")
    .output("output: dtype")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .attr("S: {int32, int64}")
    .attr("R: {half, float, double, int32, int64} = double")
    .attr("dtype: {half, float, double, int32, int64} = int64")
    .doc("Numbers of the Poisson distributions with the given rates; shape is `shape` + rate's.")
    .shape(extended_shape)
    .kernel(CPU, poisson)
    .stateful()
    .vectorize(vectorize::drawn);

// ---- stateless: the output's shape is `shape`, which ends in the parameters' ----

Shape stateless_shape(KernelContext& ctx, const Tensor& parameters) {
  Shape shape = shape_input(ctx);
  int extra = shape.rank() - parameters.shape().rank();
  if (shape.num_elements() == 0) return shape;
  if (extra < 0 || !(shape.slice(extra, shape.rank()) == parameters.shape()))
    ctx.fail("Shape passed in must end with broadcasted shape.");
  return shape;
}

void stateless_gamma(KernelContext& ctx) {
  bool v3 = ctx.op().inputs[1].name == "key";
  const Tensor& alpha = ctx.input(v3 ? 4 : 2);
  Tensor out = ctx.allocate(0, stateless_shape(ctx, alpha));
  Philox start = v3 ? philox_of_key(ctx.input(1), ctx.input(2), ctx.input(3)) : philox_of_seed(ctx.input(1));
  draw_each(start, alpha, out, draw_gamma);
}

DEFINE_OP("StatelessRandomGammaV2")
    .input("shape: T")
    .input("seed: Tseed")
    .input("alpha: dtype")
    .output("output: dtype")
    .attr("dtype: {half, float, double}")
    .attr("T: {int32, int64}")
    .attr("Tseed: {int32, int64} = int64")
    .doc("Numbers of the gamma distributions with scale 1, the same ones for the same inputs.")
    .shape(random_shape)
    .kernel(CPU, stateless_gamma)
    .gradient(gamma_grad<2>);

DEFINE_OP("StatelessRandomGammaV3")
    .input("shape: shape_dtype")
    .input("key: uint64")
    .input("counter: uint64")
    .input("alg: int32")
    .input("alpha: dtype")
    .output("output: dtype")
    .attr("dtype: {half, float, double}")
    .attr("shape_dtype: {int32, int64} = int32")
    .doc("Numbers of the gamma distributions with scale 1, the same ones for the same inputs.")
    .shape(random_shape)
    .kernel(CPU, stateless_gamma)
    .gradient(gamma_grad<4>);

void stateless_poisson(KernelContext& ctx) {
  const Tensor& rate = ctx.input(2);
  Tensor out = ctx.allocate(0, stateless_shape(ctx, rate));
  double largest = largest_of(out.dtype());
  draw_each(philox_of_seed(ctx.input(1)), rate, out,
            [=](const Philox& start, double r) { return draw_poisson(start, r, largest); });
}

DEFINE_OP("StatelessRandomPoisson")
    .input("shape: T")
    .input("seed: Tseed")
    .input("lam: Rtype")
    .output("output: dtype")
    .attr("Rtype: {half, float, double, int32, int64}")
    .attr("dtype: {half, float, double, int32, int64}")
    .attr("T: {int32, int64}")
    .attr("Tseed: {int32, int64} = int64")
    .doc("Numbers of the Poisson distributions with the given rates, the same ones for the same inputs.")
    .shape(random_shape)
    .kernel(CPU, stateless_poisson)
    .no_gradient("whole numbers");

// Binomial draws: counts and probabilities broadcast against each other and against the end of the output's shape.
void binomial(const KernelContext& ctx, const Philox& start, const Tensor& counts, const Tensor& probs,
              const Tensor& out) {
  const Shape& shape = out.shape();
  Shape both = broadcast_shapes(counts.shape(), probs.shape());
  bool fits = both.rank() <= shape.rank();
  for (int i = 0; fits && i < both.rank(); ++i) {
    fits = both[i] == shape[i + shape.rank() - both.rank()];
  }
  if (!fits) ctx.fail("Shape passed in must end with broadcasted shape.");
  auto strides = [&](const Shape& of) {
    SmallVector<int64_t, 8> steps(shape.rank(), 0);
    int64_t step = 1;
    for (int i = of.rank() - 1; i >= 0; --i) {
      steps[i + shape.rank() - of.rank()] = of[i] == 1 ? 0 : step;
      step *= of[i];
    }
    return steps;
  };
  auto count_steps = strides(counts.shape()), prob_steps = strides(probs.shape());
  int64_t n = out.num_elements();
  // Parameters vary along the trailing axes; the draws of one pair are numbered together.
  int64_t pairs = std::max<int64_t>(1, both.num_elements()), samples = n / pairs;
  parallel_for(n, 2048, [&](int64_t begin, int64_t end) {
    StopChecks checks;
    for (int64_t k = begin; k < end; ++k) {
      checks.did(kNanosecondsPerDraw);
      int64_t flat = k % samples * pairs + k / samples, rest = flat, c = 0, p = 0;
      for (int axis = shape.rank() - 1; axis >= 0; --axis) {
        int64_t at = rest % shape[axis];
        rest /= shape[axis];
        c += at * count_steps[axis];
        p += at * prob_steps[axis];
      }
      double count = counts.double_at(c), probability = probs.double_at(p);
      // Draws by rejection and draws by waiting times have blocks of their own: 256 and 42 for each.
      uint64_t blocks = count * std::min(probability, 1 - probability) >= 10 ? kBlocksPerOutput : 42;
      UniformDoubles uniform(start.skipped(blocks * static_cast<uint64_t>(k)));
      store(out, flat, draw_binomial(uniform, count, probability));
    }
  });
}

void stateless_binomial(KernelContext& ctx) {
  Tensor out = ctx.allocate(0, shape_input(ctx));
  binomial(ctx, philox_of_seed(ctx.input(1)), ctx.input(2), ctx.input(3), out);
}

DEFINE_OP("StatelessRandomBinomial")
    .input("shape: S")
    .input("seed: Tseed")
    .input("counts: T")
    .input("probs: T")
    .output("output: dtype")
    .attr("S: {int32, int64}")
    .attr("Tseed: {int32, int64} = int64")
    .attr("T: {half, float, double, int32, int64} = double")
    .attr("dtype: {half, float, double, int32, int64} = int64")
    .doc("Numbers of the binomial distributions, the same ones for the same inputs.")
    .shape(random_shape)
    .kernel(CPU, stateless_binomial)
    .no_gradient("whole numbers");

void stateful_binomial_shape(ShapeContext& ctx) { ctx.set_output(0, known_extents(ctx, 2)); }

void stateful_binomial(KernelContext& ctx) {
  if (!ctx.input(1).shape().is_scalar()) ctx.fail("algorithm must be of shape [], not ", ctx.input(1).shape());
  int64_t algorithm = ctx.input(1).int_at(0);
  if (algorithm != 1 && algorithm != 3) ctx.fail("Unsupported algorithm id: ", algorithm);
  Tensor out = ctx.allocate(0, shape_input(ctx, 2));
  VariableResource& variable = VariableResource::of(ctx.input(0));
  if (variable.dtype() != DType::kInt64) ctx.fail("dtype of RNG state variable must be int64, not ", variable.dtype());
  uint64_t pairs = std::max<uint64_t>(
      1, static_cast<uint64_t>(broadcast_shapes(ctx.input(3).shape(), ctx.input(4).shape()).num_elements()));
  uint64_t samples = static_cast<uint64_t>(out.num_elements()) / pairs;
  Philox start;
  variable.update([&](Tensor& state) {
    if (state.shape().rank() != 1 || state.shape()[0] < 3)
      ctx.fail("For the Philox algorithm, the size of state must be at least 3; got ", state.shape());
    VariableResource::writable(state);
    int64_t* words = state.data<int64_t>();
    start = Philox(static_cast<uint64_t>(words[2]), static_cast<uint64_t>(words[0]), static_cast<uint64_t>(words[1]));
    Philox next = start.skipped(kBlocksPerOutput * (pairs * 2 * 100 * (samples + 3) / 4));
    words[0] = static_cast<int64_t>(next.counter_low());
    words[1] = static_cast<int64_t>(next.counter_high());
  });
  binomial(ctx, start, ctx.input(3), ctx.input(4), out);
}

DEFINE_OP("StatefulRandomBinomial")
    .input("resource: resource")
    .input("algorithm: int64")
    .input("shape: S")
    .input("counts: T")
    .input("probs: T")
    .output("output: dtype")
    .attr("S: {int32, int64}")
    .attr("T: {half, float, double, int32, int64} = double")
    .attr("dtype: {half, float, double, int32, int64} = int64")
    .doc("Numbers of the binomial distributions, drawn with the generator in the variable.")
    .shape(stateful_binomial_shape)
    .kernel(CPU, stateful_binomial)
    .stateful();

XLA_FACT(kNotCompiled, "RandomGamma", "RandomPoissonV2", "StatefulRandomBinomial", "StatelessRandomBinomial",
         "StatelessRandomGammaV2", "StatelessRandomGammaV3", "StatelessRandomPoisson");

}  // namespace
}  // namespace graphwright
