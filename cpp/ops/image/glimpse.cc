// Glimpses: windows of images around given places, with noise where they reach beyond.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/parallel.h"
#include "kernels/random_fill.h"
#include "op/vectorize_rules.h"
#include "op/xla_facts.h"
#include "ops/image/image.h"
#include "ops/random/state.h"

namespace graphwright {
namespace {

enum class Noise { kUniform, kGaussian, kZero };

Noise noise_of(const KernelContext& ctx) {
  const std::string noise = ctx.attr<std::string>("noise");
  if (noise != "uniform" && noise != "gaussian" && noise != "zero")
    ctx.fail("The noise could only be uniform, gaussian, or zero, got ", noise);
  if (ctx.attr<bool>("uniform_noise") && noise != "uniform")
    ctx.fail("The uniform_noise and noise could not be specified at the same time");
  return noise == "uniform" ? Noise::kUniform : noise == "gaussian" ? Noise::kGaussian : Noise::kZero;
}

void glimpse_shape(ShapeContext& ctx) {
  Shape input = ctx.with_rank(0, 4), size = known_size(ctx, 1), offsets = ctx.with_rank(2, 2);
  if (offsets[1] >= 0 && offsets[1] != 2) ctx.fail("offsets must have 2 columns, got shape ", offsets);
  if (input[0] >= 0 && offsets[0] >= 0 && input[0] != offsets[0])
    ctx.fail("input and offsets must have the same batch size, got shapes ", input, " and ", offsets);
  ctx.set_output(0, Shape{std::max(input[0], offsets[0]), size[0], size[1], input[3]});
}

// Fills `to` with numbers as the image has them.
void fill_noise(Noise noise, const float* image, int64_t size, uint64_t stream, float* to, int64_t n) {
  if (noise == Noise::kZero || size == 0) {
    std::fill_n(to, n, 0.0f);
    return;
  }
  const auto [low, high] = std::minmax_element(image, image + size);
  const Philox philox(nondeterministic_seed(), stream);
  if (noise == Noise::kUniform) {
    fill_random(Distribution::kUniform, DType::kFloat32, philox, to, n);
    for (int64_t i = 0; i < n; ++i) to[i] = *low + (*high - *low) * to[i];
    return;
  }
  double mean = 0, variance = 0;
  for (int64_t i = 0; i < size; ++i) mean += image[i];
  mean /= static_cast<double>(size);
  for (int64_t i = 0; i < size; ++i) variance += (image[i] - mean) * (image[i] - mean);
  const float center = static_cast<float>(mean),
              spread = static_cast<float>(std::sqrt(variance / static_cast<double>(size)));
  fill_random(Distribution::kNormal, DType::kFloat32, philox, to, n);
  for (int64_t i = 0; i < n; ++i) to[i] = std::min(std::max(center + spread * to[i], *low), *high);
}

void glimpse_cpu(KernelContext& ctx) {
  check_images(ctx, 0, false);
  const Tensor &input = ctx.input(0), &offsets = ctx.input(2);
  const Shape& in = input.shape();
  const ImageSize size = size_input(ctx, 1, 0);
  if (offsets.shape().rank() != 2) ctx.fail("input must be a matrix, got shape ", offsets.shape());
  if (offsets.shape()[0] != in[0]) ctx.fail("first dimension should be batch, got shape ", offsets.shape());
  if (offsets.shape()[1] != 2) ctx.fail("second dimension should be of size 2 (y,x), got shape ", offsets.shape());
  const bool centered = ctx.attr<bool>("centered"), normalized = ctx.attr<bool>("normalized");
  const bool first_version = ctx.op().name == "ExtractGlimpse";
  const Noise noise = noise_of(ctx);
  Tensor out = ctx.allocate(0, checked_shape({in[0], size.height, size.width, in[3]}));
  if (out.num_elements() == 0) return;
  // Where the window begins along an axis. The versions differ in what an offset without units means.
  auto begin_of = [&](float offset, int64_t extent, int64_t window) {
    const float whole = static_cast<float>(extent), half_window = static_cast<float>(window) / 2;
    float at = offset;
    if (first_version) {
      if (normalized) at *= whole;
      if (centered) at = at / 2 + whole / 2;
      at -= half_window;
    } else if (centered) {
      at = normalized ? at * whole / 2 + whole / 2 - half_window : at + whole / 2;
    } else if (normalized) {
      at *= whole;
    }
    return static_cast<int64_t>(std::min(std::max(-1e15f, at), 1e15f));  // NaN becomes a place outside
  };
  const int64_t in_size = in[1] * in[2] * in[3], out_size = size.height * size.width * in[3];
  const float* where = offsets.data<float>();
  for (int64_t b = 0; b < in[0]; ++b) {
    const int64_t top = begin_of(where[2 * b], in[1], size.height),
                  left = begin_of(where[2 * b + 1], in[2], size.width);
    const float* image = input.data<float>() + b * in_size;
    float* glimpse = out.data<float>() + b * out_size;
    const bool within = top >= 0 && left >= 0 && top + size.height <= in[1] && left + size.width <= in[2];
    if (!within) fill_noise(noise, image, in_size, static_cast<uint64_t>(b), glimpse, out_size);
    const int64_t x_begin = std::max<int64_t>(0, -left), x_end = std::min(size.width, in[2] - left);
    if (x_begin >= x_end) continue;
    for (int64_t y = std::max<int64_t>(0, -top); y < std::min(size.height, in[1] - top); ++y)
      std::memcpy(glimpse + (y * size.width + x_begin) * in[3], image + ((top + y) * in[2] + left + x_begin) * in[3],
                  static_cast<size_t>((x_end - x_begin) * in[3]) * sizeof(float));
  }
}

DEFINE_OP("ExtractGlimpse")
    .input("input: float")
    .input("size: int32")
    .input("offsets: float")
    .output("glimpse: float")
    .attr("centered: bool = true")
    .attr("normalized: bool = true")
    .attr("uniform_noise: bool = true")
    .attr("noise: string = 'uniform'")
    .doc("A window of each image around the place that `offsets` gives, with noise where it reaches beyond the image.")
    .shape(glimpse_shape)
    .kernel(CPU, glimpse_cpu)
    .trait(Trait::kNoFold)
    .no_gradient("TensorFlow has none")
    .vectorize(vectorize::examples_among<0, 2>);

// ExtractGlimpseV2: as ExtractGlimpse, but offsets that are not both centered and normalized are those of the window's
// first corner.
DEFINE_OP("ExtractGlimpseV2")
    .input("input: float")
    .input("size: int32")
    .input("offsets: float")
    .output("glimpse: float")
    .attr("centered: bool = true")
    .attr("normalized: bool = true")
    .attr("uniform_noise: bool = true")
    .attr("noise: string = 'uniform'")
    .doc("A window of each image at the place that `offsets` gives, with noise where it reaches beyond the image.")
    .shape(glimpse_shape)
    .kernel(CPU, glimpse_cpu)
    .trait(Trait::kNoFold)
    .vectorize(vectorize::examples_among<0, 2>);

XLA_FACT(kNotCompiled, "ExtractGlimpse", "ExtractGlimpseV2");

}  // namespace
}  // namespace graphwright
