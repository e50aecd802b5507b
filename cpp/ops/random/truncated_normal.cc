// Normal numbers between any two bounds, by the kind of rejection that wastes least for these bounds.
#include <cmath>

#include "kernels/random_fill.h"
#include "op/build.h"
#include "ops/random/state.h"

namespace graphwright {
namespace {

using build::div, build::mul, build::neg, build::number_like, build::sub;

// Blocks of uniform and normal numbers of a Philox: four floats or two doubles a block.
template <class T>
struct Blocks {
  static constexpr int kSize = std::is_same_v<T, float> ? 4 : 2;
  explicit Blocks(const Philox& start) : philox(start) {}
  void uniform(T* out) {
    const Philox::Block x = philox.next();
    if constexpr (kSize == 4) {
      for (int i = 0; i < 4; ++i) out[i] = unit_float(x[i]);
    } else {
      for (int i = 0; i < 2; ++i) out[i] = unit_double(x[2 * i], x[2 * i + 1]);
    }
  }
  void normal(T* out) {
    const Philox::Block x = philox.next();
    if constexpr (kSize == 4) {
      normal_pair(x[0], x[1], out);
      normal_pair(x[2], x[3], out + 2);
    } else {
      normal_pair(x[0], x[1], x[2], x[3], out);
    }
  }
  Philox philox;
};

constexpr int kMostTries = 1000;    // blocks for one number
constexpr double kWideBound = 1.3;  // beyond it, few normal numbers are rejected

// Draws `n` numbers, `stride` apart.
template <class T>
void draw(Blocks<T>& blocks, T mean, T deviation, T low, T high, int64_t n, int64_t stride, T* out) {
  if (std::isinf(low) || high < mean) {  // the other side of the mean, mirrored
    std::swap(low, high);
    deviation = -deviation;
  }
  const T from = (low - mean) / deviation, to = (high - mean) / deviation;
  const T root = std::sqrt(from * from + T(4));
  const T cutoff = T(2) * std::exp(T(0.5) + from * (from - root) / T(4)) / (from + root);
  int64_t made = 0, tries = 0;
  auto put = [&](T x) {
    out[made++ * stride] = x * deviation + mean;
    tries = 0;
  };
  T numbers[4], others[4];
  if ((from < T(-kWideBound) && to >= 0) || (to > T(kWideBound) && from <= 0)) {
    while (made < n) {
      blocks.normal(numbers);
      for (int i = 0; i < Blocks<T>::kSize && made < n; ++i)
        if ((numbers[i] >= from && numbers[i] <= to) || ++tries > kMostTries) put(numbers[i]);
    }
  } else if (to - from < cutoff) {
    const T plus = from < 0 ? T(0) : from * from;
    while (made < n) {
      blocks.uniform(numbers);
      blocks.uniform(others);
      for (int i = 0; i < Blocks<T>::kSize && made < n; ++i) {
        const T z = numbers[i] * (to - from) + from;
        if (others[i] <= std::exp((plus - z * z) / T(2)) || ++tries > kMostTries) put(z);
      }
    }
  } else {
    const T alpha = (from + root) / T(2);
    while (made < n) {
      blocks.uniform(numbers);
      for (int i = 0; i < Blocks<T>::kSize && made < n; i += 2) {
        const T z = -std::log(numbers[i]) / alpha + from;
        const T far = from < alpha ? alpha - z : from - alpha;
        if ((z <= to && numbers[i + 1] <= std::exp(-far * far / T(2))) || ++tries > kMostTries) put(z);
      }
    }
  }
}

// What of an array, repeated along missing and single axes, stands at position `flat` of `shape`.
int64_t place_in(const Shape& array, const Shape& shape, int64_t flat) {
  int64_t place = 0, step = 1;
  for (int axis = shape.rank() - 1, at = array.rank() - 1; axis >= 0; --axis, --at) {
    const int64_t index = flat % shape[axis];
    flat /= shape[axis];
    if (at < 0) continue;
    if (array[at] != 1) place += index * step;
    step *= array[at];
  }
  return place;
}

// The mean, the deviation, the least and the largest number.
template <class T>
void check_parameters(const KernelContext& ctx, const T (&values)[4]) {
  if (!(values[1] > 0) || !(values[2] < values[3]) || (std::isinf(values[2]) && std::isinf(values[3])))
    ctx.fail("Invalid parameters");
  const bool endless = std::isinf(values[1]) && (std::isinf(values[2]) || std::isinf(values[3]));
  if (!std::isfinite(values[0]) || endless)
    ctx.fail_code(Code::kInternal, "no numbers are distributed around ", values[0], " with deviation ", values[1]);
}

void truncated(KernelContext& ctx) {
  const Shape shape = shape_input(ctx);
  Shape inner;
  for (int i = 2; i < 6; ++i) inner = broadcast_shapes(inner, ctx.input(i).shape());
  const int outer = shape.rank() - inner.rank();
  if (outer < 0 || shape.slice(outer, shape.rank()) != inner)
    ctx.fail("Shape passed in must end with broadcasted shape: ", shape, " and ", inner);
  const Shape columns = shape.slice(outer, shape.rank());
  for (int axis = 0; axis < inner.rank(); ++axis)
    if (inner[axis] != 1 && inner[axis] != columns[axis])
      ctx.fail("parameters of shape ", inner, " do not fit into shape ", shape);
  Tensor out = ctx.allocate(0, shape);
  const Philox start = philox_of_seed(ctx.input(1));
  if (out.num_elements() == 0) return;
  const bool one = inner.num_elements() == 1;
  const int64_t batches = one ? 1 : columns.num_elements(), samples = out.num_elements() / batches;
  const bool wide = out.dtype() == DType::kFloat64;
  auto run = [&]<class T>() {
    Tensor made = out.dtype() == dtype_of<T> ? out : Tensor::allocate(dtype_of<T>, shape);
    Blocks<T> blocks(start);
    for (int64_t b = 0; b < batches; ++b) {
      T values[4];
      for (int i = 0; i < 4; ++i) {
        const Tensor& input = ctx.input(2 + i);
        values[i] = static_cast<T>(input.double_at(one ? 0 : place_in(input.shape(), columns, b)));
      }
      check_parameters(ctx, values);
      draw<T>(blocks, values[0], values[1], values[2], values[3], samples, batches, made.data<T>() + b);
    }
    if (out.dtype() == DType::kHalf)
      for (int64_t i = 0; i < out.num_elements(); ++i)
        out.data<Half>()[i] = Half(static_cast<float>(made.data<T>()[i]));
  };
  if (wide) {
    run.template operator()<double>();
  } else {
    run.template operator()<float>();
  }
}

// A parameter is one number, or one for each place along the first axis.
void stateful_truncated(KernelContext& ctx) {
  const Shape shape = shape_input(ctx);
  if (shape.rank() < 1) ctx.fail("Shape tensor must not be empty, got ", ctx.input(0).shape());
  const int64_t first = shape[0];
  bool one = true;
  for (int i = 1; i < 5; ++i) {
    const Shape& given = ctx.input(i).shape();
    if (given.rank() > 1 || (given.num_elements() != 1 && given.num_elements() != first))
      ctx.fail("Input ", ctx.op().inputs[i].name, " should have length 1 or shape[0], got shape: ", given);
    one &= given.rank() == 0;
  }
  Tensor out = ctx.allocate(0, shape);
  const int64_t n = out.num_elements();
  if (n == 0) return;
  // Batches follow each other in the stream, of which enough is set aside for all that may be rejected.
  constexpr int64_t kOneBatch = 100;
  const int64_t samples = one ? kOneBatch : n / first, batches = (n + samples - 1) / samples;
  const uint64_t apart = 2 * kMostTries * static_cast<uint64_t>(samples + 3) / 4;
  const Philox start = reserve_blocks(ctx, static_cast<uint64_t>(batches) * apart);
  auto run = [&]<class T>() {
    Tensor made = out.dtype() == dtype_of<T> ? out : Tensor::allocate(dtype_of<T>, shape);
    Blocks<T> blocks(start);
    for (int64_t b = 0; b < batches; ++b) {
      T values[4];
      for (int i = 0; i < 4; ++i) {
        const Tensor& input = ctx.input(1 + i);
        values[i] = static_cast<T>(input.double_at(input.num_elements() == 1 ? 0 : b));
      }
      check_parameters(ctx, values);
      draw<T>(blocks, values[0], values[1], values[2], values[3], std::min(samples, n - b * samples), 1,
              made.data<T>() + b * samples);
    }
    if (out.dtype() != dtype_of<T>)
      visit_dtype<Half, Bfloat16>(out.dtype(), [&]<class Small>() {
        for (int64_t i = 0; i < n; ++i) out.data<Small>()[i] = Small(static_cast<float>(made.data<T>()[i]));
      });
  };
  if (out.dtype() == DType::kFloat64) {
    run.template operator()<double>();
  } else {
    run.template operator()<float>();
  }
}

// The part of a standard normal distribution between two numbers, twice; differences are taken in the nearer tail.
Value mass_between(const Value& low, const Value& high) {
  const Value root = number_like(low, std::sqrt(0.5));
  auto above = [&](const Value& t) { return op<"Erfc">({mul(t, root)}); };
  auto below = [&](const Value& t) { return op<"Erfc">({mul(t, neg(root))}); };
  return op<"SelectV2">(
      {op<"Greater">({low, number_like(low, 0)}), sub(above(low), above(high)), sub(below(high), below(low))});
}

// The mean shifts a number and the deviation stretches it, both with the bounds in deviations from the mean as they
// are. By a bound it changes so that its quantile stays.
Values truncated_grad(GradientContext& ctx) {
  constexpr int kMean = 2, kDeviation = 3, kLow = 4, kHigh = 5;
  const DType given = ctx.output(0).dtype(), dtype = given == DType::kHalf ? DType::kFloat32 : given;
  auto wide = [&](const Value& value) { return build::cast(value, dtype); };
  const Value mean = wide(ctx.input(kMean)), deviation = wide(ctx.input(kDeviation)), grad = wide(ctx.grad(0));
  auto standard = [&](const Value& value) { return div(sub(wide(value), mean), deviation); };
  const Value z = standard(ctx.output(0)), low = standard(ctx.input(kLow)), high = standard(ctx.input(kHigh));
  const Value all = mass_between(low, high);
  auto by_bound = [&](const Value& bound, const Value& part) {
    const Value apart = sub(op<"Square">({z}), op<"Square">({bound}));
    return mul(op<"Exp">({mul(apart, number_like(apart, 0.5))}), div(part, all));
  };
  Values grads(ctx.num_inputs());
  auto set = [&](int at, const Value& value) {
    grads[at] = build::unbroadcast(build::cast(value, given), ctx.input(at));
  };
  set(kMean, grad);
  set(kDeviation, mul(grad, z));
  set(kLow, mul(grad, by_bound(low, mass_between(z, high))));
  set(kHigh, mul(grad, by_bound(high, mass_between(low, z))));
  return grads;
}

DEFINE_OP("ParameterizedTruncatedNormal")
    .input("shape: T")
    .input("means: dtype")
    .input("stdevs: dtype")
    .input("minvals: dtype")
    .input("maxvals: dtype")
    .output("output: dtype")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .attr("dtype: {half, bfloat16, float, double}")
    .attr("T: {int32, int64}")
    .doc("Normal numbers between `minvals` and `maxvals`, which may differ along the first axis.")
    .shape(random_shape)
    .kernel(CPU, stateful_truncated)
    .stateful()
    .no_gradient("random numbers");

DEFINE_OP("StatelessParameterizedTruncatedNormal")
    .input("shape: S")
    .input("seed: Tseed")
    .input("means: dtype")
    .input("stddevs: dtype")
    .input("minvals: dtype")
    .input("maxvals: dtype")
    .output("output: dtype")
    .attr("S: {int32, int64}")
    .attr("Tseed: {int32, int64} = int64")
    .attr("dtype: {half, float, double}")
    .doc("Normal numbers between `minvals` and `maxvals`; the parameters are repeated to the shape.")
    .shape(random_shape)
    .kernel(CPU, truncated)
    .gradient(truncated_grad);

}  // namespace
}  // namespace graphwright
