// First centres for clusters: KmeansPlusPlusInitialization, KMC2ChainInitialization.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "kernels/philox.h"
#include "op/context.h"

namespace graphwright {
namespace {

constexpr const char* kNoGradient = "which points are taken jumps";

float unit_float(PhiloxStream& random) { return std::bit_cast<float>((127u << 23) | (random.next() & 0x7fffffu)) - 1; }
uint64_t wide(PhiloxStream& random) {
  const uint64_t low = random.next();
  return low | static_cast<uint64_t>(random.next()) << 32;
}
int64_t scalar_input(KernelContext& ctx, int i, const char* name) {
  if (ctx.input(i).shape().rank() != 0) ctx.fail("Input ", name, " should be a scalar.");
  return ctx.input(i).int_at(0);
}

// Of several draws for each centre that one counts which leaves all points nearest to theirs.
void plus_plus(KernelContext& ctx) {
  const Tensor& points = ctx.input(0);
  if (points.shape().rank() != 2) ctx.fail("Input points should be a matrix.");
  const int64_t wanted = scalar_input(ctx, 1, "num_to_sample"), seed = scalar_input(ctx, 2, "seed");
  int64_t retries = scalar_input(ctx, 3, "num_retries_per_sample");
  const int64_t n = points.shape()[0], width = points.shape()[1];
  if (n <= 0) ctx.fail("Expected points.rows() > 0.");
  if (wanted <= 0) ctx.fail("Expected num_to_sample > 0.");
  if (wanted > n) ctx.fail("Expected num_to_sample <= points.rows(). ", wanted, " vs ", n, ".");
  constexpr int64_t kMostRetries = 10'000'000;
  if (retries > kMostRetries)
    ctx.fail_code(Code::kResourceExhausted, "no more than ", kMostRetries, " retries are done, got ", retries);
  if (retries < 0) retries = 2 + static_cast<int64_t>(std::log(static_cast<double>(wanted)));

  const float* all = points.data<float>();
  float* out = ctx.allocate(0, Shape{wanted, width}).data<float>();
  PhiloxStream random(Philox(static_cast<uint64_t>(seed), 0));
  std::vector<float> nearest(static_cast<size_t>(n), std::numeric_limits<float>::infinity()), up_to(nearest.size()),
      tried(nearest.size()), best(nearest.size());
  for (int64_t k = 0; k < wanted; ++k) {
    if (k > 0) {
      float total = 0;
      for (size_t i = 0; i < nearest.size(); ++i) up_to[i] = total += nearest[i];
    }
    int64_t taken = -1;
    double least = 0;
    for (int64_t draw = 0; draw <= retries; ++draw) {
      int64_t candidate;
      if (k == 0) {
        candidate = static_cast<int64_t>(wide(random) % static_cast<uint64_t>(n));
      } else {
        const float at = unit_float(random) * up_to.back();
        candidate = std::min(std::upper_bound(up_to.begin(), up_to.end(), at) - up_to.begin(), n - 1);
      }
      const float* centre = all + candidate * width;
      double potential = 0;
      for (int64_t i = 0; i < n; ++i) {
        float distance = 0;
        for (int64_t j = 0; j < width; ++j) {
          const float apart = all[i * width + j] - centre[j];
          distance += apart * apart;
        }
        tried[static_cast<size_t>(i)] = std::min(nearest[static_cast<size_t>(i)], distance);
        potential += tried[static_cast<size_t>(i)];
      }
      if (taken >= 0 && !(potential < least)) continue;
      taken = candidate;
      least = potential;
      best.swap(tried);
    }
    nearest = best;
    std::copy_n(all + taken * width, width, out + k * width);
  }
}

// One chain that walks along the points and prefers those far from the centres so far.
void chain(KernelContext& ctx) {
  const Tensor& distances = ctx.input(0);
  if (distances.shape().rank() != 1) ctx.fail("Input distances should be a vector.");
  const int64_t seed = scalar_input(ctx, 1, "seed");
  const auto squares = distances.flat<float>();
  if (squares.empty()) ctx.fail("Expected distances_tensor.size() > 0.");
  PhiloxStream random(Philox(static_cast<uint64_t>(seed), 0));
  size_t at = 0;
  for (size_t i = 1; i < squares.size(); ++i)
    if (squares[i] > unit_float(random) * squares[at]) at = i;
  *ctx.output(0).data<int64_t>() = static_cast<int64_t>(at);
}

void samples_shape(ShapeContext& ctx) { ctx.set_output(0, Shape::unknown()); }
void scalar_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }

DEFINE_OP("KmeansPlusPlusInitialization")
    .input("points: float32")
    .input("num_to_sample: int64")
    .input("seed: int64")
    .input("num_retries_per_sample: int64")
    .output("samples: float32")
    .doc("Points as first centres of clusters: each drawn by its squared distance to those before (k-means++).")
    .shape(samples_shape)
    .kernel(CPU, plus_plus);

DEFINE_OP("KMC2ChainInitialization")
    .input("distances: float32")
    .input("seed: int64")
    .output("index: int64")
    .doc("Which point becomes a centre, by squared distances to the centres so far and a Markov chain (k-MC2).")
    .shape(scalar_shape)
    .kernel(CPU, chain)
    .no_gradient(kNoGradient);

}  // namespace
}  // namespace graphwright
