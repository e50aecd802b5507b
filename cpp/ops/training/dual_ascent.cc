// Linear models by stochastic dual coordinate ascent: SdcaFprint.
#include "kernels/string_hash.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

void fingerprints(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  if (input.shape().rank() != 1) ctx.fail("Input must be a vector, got shape ", input.shape());
  int64_t* to = ctx.output(0).data<int64_t>();
  for (const std::string& text : input.flat<std::string>()) {
    const auto [lower, upper] = fingerprint128(text);
    *to++ = static_cast<int64_t>(lower);
    *to++ = static_cast<int64_t>(upper);
  }
}

DEFINE_OP("SdcaFprint")
    .input("input: string")
    .output("output: int64")
    .doc("The lower and the upper half of each string's fingerprint, which is FarmHash's of 128 bits.")
    .shape([](ShapeContext& ctx) {
      const Shape input = ctx.with_rank(0, 1);
      ctx.set_output(0, Shape{input[0], 2});
    })
    .kernel(CPU, fingerprints)
    .trait(Trait::kHostMemory)
    .no_gradient("gives integers");

}  // namespace
}  // namespace graphwright
