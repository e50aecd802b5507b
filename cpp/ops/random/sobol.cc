// Points that fill a cube evenly: SobolSample.
#include <bit>
#include <vector>

#include "base/parallel.h"
#include "kernels/sobol_numbers.h"
#include "op/context.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

constexpr int kBits = 32;

void sobol_shape(ShapeContext& ctx) {
  const std::optional<int64_t> dimensions = known_int(ctx, 0), results = known_int(ctx, 1), skip = known_int(ctx, 2);
  if (dimensions && *dimensions < 1) ctx.fail("dim must be at least one, got ", *dimensions);
  if (results && *results < 1) ctx.fail("num_results must be at least one, got ", *results);
  if (skip && *skip < 0) ctx.fail("skip must be non-negative, got ", *skip);
  for (int i = 0; i < 3; ++i) ctx.with_rank(i, 0);
  ctx.set_output(0, Shape{results.value_or(kUnknown), dimensions.value_or(kUnknown)});
}

// The binary fractions that the bits of a point's number add, for the first `count` dimensions, kBits each.
std::vector<uint32_t> directions(int64_t count) {
  std::vector<uint32_t> all(count * kBits);
  const uint16_t* next = kSobolNumbers;
  for (int64_t d = 0; d < count; ++d) {
    uint32_t* v = all.data() + d * kBits;
    if (d == 0) {
      for (int i = 0; i < kBits; ++i) v[i] = uint32_t{1} << (kBits - 1 - i);
      continue;
    }
    const uint32_t polynomial = *next++;
    const int degree = std::bit_width(polynomial) - 1;
    for (int i = 0; i < degree; ++i) v[i] = uint32_t{*next++} << (kBits - 1 - i);
    for (int i = degree; i < kBits; ++i) {
      v[i] = v[i - degree] ^ (v[i - degree] >> degree);
      for (int k = 1; k < degree; ++k)
        if (polynomial >> (degree - k) & 1) v[i] ^= v[i - k];
    }
  }
  return all;
}

void sobol_cpu(KernelContext& ctx) {
  constexpr const char* kNames[] = {"dim", "num_results", "skip"};
  for (int i = 0; i < 3; ++i)
    if (ctx.input(i).shape().rank() != 0) ctx.fail(kNames[i], " must be a scalar, got ", ctx.input(i).shape());
  const int64_t dimensions = ctx.input(0).int_at(0), results = ctx.input(1).int_at(0), skip = ctx.input(2).int_at(0);
  if (dimensions < 1) ctx.fail("dim must be at least one, got ", dimensions);
  if (results < 1) ctx.fail("num_results must be at least one, got ", results);
  if (skip < 0) ctx.fail("skip must be non-negative, got ", skip);
  if (results + skip >= INT32_MAX) ctx.fail("num_results+skip must be less than ", INT32_MAX);
  if (dimensions > kSobolDimensions)
    ctx.fail_code(Code::kUnimplemented, "there are direction numbers for ", kSobolDimensions, " dimensions, not for ",
                  dimensions);
  const Tensor out = ctx.allocate(0, shape_of_sizes(ctx, Ints{results, dimensions}));
  const std::vector<uint32_t> all = directions(dimensions);
  visit_dtype<float, double>(out.dtype(), [&]<class T>() {
    parallel_for(results, 16'384 / dimensions + 1, [&](int64_t begin, int64_t end) {
      std::vector<uint32_t> point(dimensions);
      // The first point from the bits of its number's Gray code; each further one differs in one bit.
      const uint32_t first = static_cast<uint32_t>(skip + begin + 1);
      for (uint32_t gray = first ^ (first >> 1); gray != 0; gray &= gray - 1)
        for (int64_t d = 0; d < dimensions; ++d) point[d] ^= all[d * kBits + std::countr_zero(gray)];
      for (int64_t i = begin; i < end; ++i) {
        if (i > begin) {
          const int bit = std::countr_zero(static_cast<uint32_t>(skip + i + 1));
          for (int64_t d = 0; d < dimensions; ++d) point[d] ^= all[d * kBits + bit];
        }
        T* to = out.data<T>() + i * dimensions;
        for (int64_t d = 0; d < dimensions; ++d) to[d] = static_cast<T>(point[d]) * static_cast<T>(0x1p-32);
      }
    });
  });
}

DEFINE_OP("SobolSample")
    .input("dim: int32")
    .input("num_results: int32")
    .input("skip: int32")
    .output("samples: dtype")
    .attr("dtype: {float, double} = float")
    .doc("Points of the Sobol' sequence, between 0 and 1, from the one after `skip` on.")
    .shape(sobol_shape)
    .kernel(CPU, sobol_cpu)
    .no_gradient("its inputs are integers");

XLA_FACT(kNotCompiled, "SobolSample");

}  // namespace
}  // namespace graphwright
