// Scaling and translating images with filters of any width: Lanczos, Gaussian, triangle, cubics.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

#include "kernels/resample.h"
#include "op/gradient_needs.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_build.h"
#include "ops/image/image.h"

namespace graphwright {
namespace {

struct Filter {
  float radius;
  float (*weight)(float x);  // at distance x >= 0
};

template <int kRadius>
float lanczos(float x) {
  if (x > kRadius) return 0;
  if (x <= 1e-3f) return 1;
  constexpr float kPi = std::numbers::pi_v<float>;
  return kRadius * std::sin(kPi * x) * std::sin(kPi * x / kRadius) / (kPi * kPi * x * x);
}
float gaussian(float x) {  // with a standard deviation of a third of its radius, one and a half
  return x >= 1.5f ? 0 : std::exp(-x * x / (2 * 0.5f * 0.5f));
}
float box(float x) { return x < 0.5f ? 1.0f : x == 0.5f ? 0.5f : 0.0f; }
float triangle(float x) { return x < 1 ? 1 - x : 0; }
// The cubics of Keys (B = 0, C = 1/2) and of Mitchell and Netravali (B = C = 1/3).
template <bool kMitchell>
float cubic(float x) {
  constexpr float kB = kMitchell ? 1.0f / 3 : 0.0f, kC = kMitchell ? 1.0f / 3 : 0.5f;
  if (x >= 2) return 0;
  if (x >= 1) return (((-kB / 6 - kC) * x + (kB + 5 * kC)) * x + (-2 * kB - 8 * kC)) * x + (4.0f / 3 * kB + 4 * kC);
  return ((2 - 1.5f * kB - kC) * x + (-3 + 2 * kB + kC)) * x * x + (1 - kB / 3);
}

template <class Context>
Filter filter_of(const Context& ctx) {
  const std::string name = ctx.template attr<std::string>("kernel_type");
  if (name == "lanczos1") return {1, lanczos<1>};
  if (name == "lanczos3") return {3, lanczos<3>};
  if (name == "lanczos5") return {5, lanczos<5>};
  if (name == "gaussian") return {1.5f, gaussian};
  if (name == "box") return {0.5f, box};
  if (name == "triangle") return {1, triangle};
  if (name == "keyscubic") return {2, cubic<false>};
  if (name == "mitchellcubic") return {2, cubic<true>};
  ctx.fail("Unrecognized kernel type: ", name);
}

// Output element i lies at (i + 0.5 - translation) / scale of the input; its weights sum to 1.
Taps filter_taps(const Filter& filter, int64_t out, int64_t in, float scale, float translation, bool antialias) {
  Taps taps;
  const float inverse = 1.0f / scale, offset = -inverse * translation;
  const float widening = antialias ? std::max(inverse, 1.0f) : 1.0f;
  const float reach = filter.radius * widening;
  for (int64_t i = 0; i < out; ++i) {
    const float center = (static_cast<float>(i) + 0.5f) * inverse + offset;
    // Written so that NaN, too, is outside.
    if (!(center >= 0 && center <= static_cast<float>(in))) {
      taps.end();
      continue;
    }
    const float lowest = std::ceil(center - reach - 0.5f), highest = std::floor(center + reach - 0.5f);
    const int64_t begin = lowest > 0 ? static_cast<int64_t>(lowest) : 0;
    const int64_t last = highest < static_cast<float>(in - 1) ? static_cast<int64_t>(highest) : in - 1;
    const size_t first = taps.weight.size();
    float sum = 0;
    for (int64_t at = begin; at <= last; ++at) {
      const float by = filter.weight(std::abs((static_cast<float>(at) + 0.5f - center) / widening));
      taps.add(at, by);
      sum += by;
    }
    if (std::abs(sum) >= 1000 * std::numeric_limits<float>::min())
      for (size_t t = first; t < taps.weight.size(); ++t) taps.weight[t] *= 1.0f / sum;
    taps.end();
  }
  return taps;
}

void check_pair(const KernelContext& ctx, int i) {
  const Shape& shape = ctx.input(i).shape();
  if (shape.rank() != 1 || shape[0] != 2)
    ctx.fail(ctx.op().inputs[i].name, " must be a vector of two elements, got shape ", shape);
}

struct AxisTaps {
  Taps rows, columns;
};
AxisTaps taps_of(const KernelContext& ctx, ImageSize out, ImageSize in) {
  check_pair(ctx, 2);
  check_pair(ctx, 3);
  const float *scale = ctx.input(2).data<float>(), *translation = ctx.input(3).data<float>();
  if (!(scale[0] > 0 && scale[1] > 0)) ctx.fail("scale must be greater than zero, got ", scale[0], " and ", scale[1]);
  const Filter filter = filter_of(ctx);
  const bool antialias = ctx.attr<bool>("antialias");
  return {filter_taps(filter, out.height, in.height, scale[0], translation[0], antialias),
          filter_taps(filter, out.width, in.width, scale[1], translation[1], antialias)};
}

void check_pairs(ShapeContext& ctx) {
  for (int i : {2, 3}) {
    Shape pair = ctx.with_rank(i, 1);
    if (pair[0] >= 0 && pair[0] != 2)
      ctx.fail(ctx.op().inputs[i].name, " must be a vector of two elements, got shape ", pair);
  }
}

void scale_shape(ShapeContext& ctx) {
  Shape images = ctx.with_rank(0, 4), size = known_size(ctx, 1);
  check_pairs(ctx);
  ctx.set_output(0, Shape{images[0], size[0], size[1], images[3]});
}
void scale_cpu(KernelContext& ctx) {
  check_images(ctx, 0);
  const Tensor& images = ctx.input(0);
  const Shape& in = images.shape();
  const ImageSize size = size_input(ctx, 1);
  Tensor out = ctx.allocate(0, checked_shape({in[0], size.height, size.width, in[3]}));
  const bool any = out.num_elements() > 0;  // sizes of no pixels may be anything
  const AxisTaps taps = taps_of(ctx, any ? size : ImageSize{0, 0}, {in[1], in[2]});
  if (!any) return;
  resample(images.dtype(), images.raw(), in[0], in[1], in[2], in[3], taps.rows, taps.columns, out.dtype(), out.raw());
}

void scale_grad_shape(ShapeContext& ctx) {
  Shape grads = ctx.with_rank(0, 4), image = ctx.with_rank(1, 4);
  check_pairs(ctx);
  ctx.set_output(0, Shape{grads[0], image[1], image[2], grads[3]});
}
void scale_grad_cpu(KernelContext& ctx) {
  check_images(ctx, 0, false);
  check_images(ctx, 1);
  const Tensor& grads = ctx.input(0);
  const Shape &from = grads.shape(), &to = ctx.input(1).shape();
  const AxisTaps taps = taps_of(ctx, {from[1], from[2]}, {to[1], to[2]});
  Tensor out = ctx.allocate(0, checked_shape({from[0], to[1], to[2], from[3]}));
  if (from[1] == 0 || from[2] == 0) {
    std::memset(out.raw(), 0, out.bytes());
    return;
  }
  resample(grads.dtype(), grads.raw(), from[0], from[1], from[2], from[3], transposed(taps.rows, to[1]),
           transposed(taps.columns, to[2]), out.dtype(), out.raw());
}

Attrs filter_attrs(const GradientContext& ctx) {
  return {{"kernel_type", ctx.attr<std::string>("kernel_type")}, {"antialias", ctx.attr<bool>("antialias")}};
}
Values scale_gradient(GradientContext& ctx) {
  Values grads(4, Value());
  if (!is_floating(ctx.input(0).dtype())) return grads;
  Value image = build::cast(ctx.input(0), DType::kFloat32);
  grads[0] =
      build::cast(op<"ScaleAndTranslateGrad">({ctx.grad(), image, ctx.input(2), ctx.input(3)}, filter_attrs(ctx)),
                  ctx.input(0).dtype());
  return grads;
}
Values scale_second_gradient(GradientContext& ctx) {
  Values grads(4, Value());
  Value size = build::part(build::shape_of(ctx.input(0)), 1, 3);
  grads[0] = op<"ScaleAndTranslate">({ctx.grad(), size, ctx.input(2), ctx.input(3)}, filter_attrs(ctx));
  return grads;
}

// ScaleAndTranslate: pixel i of an axis of the result is the filtered image at (i + 0.5 - translation) / scale.
DEFINE_OP("ScaleAndTranslate")
    .input("images: T")
    .input("size: int32")
    .input("scale: float")
    .input("translation: float")
    .output("resized_images: float")
    .attr("T: {int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double}")
    .attr("kernel_type: string = 'lanczos3'")
    .attr("antialias: bool = true")
    .doc(
        "Images [batch, height, width, channels] scaled, then moved, then cut to `size`; with `antialias` the filter "
        "widens where the image shrinks.")
    .shape(scale_shape)
    .kernel(CPU, scale_cpu)
    .gradient(scale_gradient)
    .vectorize(vectorize::examples<1>);

DEFINE_OP("ScaleAndTranslateGrad")
    .input("grads: T")
    .input("original_image: T")
    .input("scale: float")
    .input("translation: float")
    .output("output: T")
    .attr("T: {float}")
    .attr("kernel_type: string = 'lanczos3'")
    .attr("antialias: bool = true")
    .doc("The gradient of ScaleAndTranslate.")
    .shape(scale_grad_shape)
    .kernel(CPU, scale_grad_cpu)
    .gradient(scale_second_gradient)
    .vectorize(vectorize::examples<2>);

XLA_FACT(kNotCompiled, "ScaleAndTranslate", "ScaleAndTranslateGrad");

}  // namespace
}  // namespace graphwright
