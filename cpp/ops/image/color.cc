// Colours of images: RGB and HSV, hue, saturation, contrast.
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "kernels/cast.h"
#include "op/vectorize.h"
#include "ops/array_build.h"
#include "ops/image/image.h"

namespace graphwright {
namespace {

template <class F>
struct Hsv {
  F hue, saturation, value;  // all in [0, 1]
};

template <class F>
Hsv<F> to_hsv(F r, F g, F b) {
  const F value = std::max({r, g, b}), range = value - std::min({r, g, b});
  const F saturation = value > 0 ? range / value : F{0};
  if (!(range > 0)) return {0, saturation, value};
  const F part = F{1} / (6 * range);
  F hue;
  if (r == value) {
    hue = part * (g - b);
  } else if (g == value) {
    hue = part * (b - r) + F{2} / 6;
  } else {
    hue = part * (r - g) + F{4} / 6;
  }
  return {hue < 0 ? hue + 1 : hue, saturation, value};
}

template <class F>
void to_rgb(const Hsv<F>& hsv, F* rgb) {
  const F sector = hsv.hue * 6;
  auto unit = [](F x) { return std::clamp(x, F{0}, F{1}); };
  const F levels[3] = {unit(std::abs(sector - 3) - 1), unit(2 - std::abs(sector - 2)), unit(2 - std::abs(sector - 4))};
  for (int k = 0; k < 3; ++k) rgb[k] = (1 + hsv.saturation * (levels[k] - 1)) * hsv.value;
}

void colors_shape(ShapeContext& ctx) {
  Shape images = ctx.with_rank_at_least(0, 1);
  if (images.has_rank()) {
    const int last = images.rank() - 1;
    // What is wrong with a tensor the kernel says, in another class.
    if (images[last] >= 0 && images[last] != 3 && !ctx.constant(0))
      ctx.fail("Dimensions must be equal, but are ", images[last], " and 3: input must have 3 channels");
    if (images[last] < 0) images.set(last, 3);
  }
  ctx.set_output(0, images);
}

// Calls f(from, to) for each pixel of three channels, as floats or doubles.
template <class F>
void for_pixels(KernelContext& ctx, const F& f) {
  const Tensor& images = ctx.input(0);
  const Shape& shape = images.shape();
  if (shape.rank() < 1) ctx.fail("input must be at least 1D, got shape ", shape);
  if (shape[shape.rank() - 1] != 3)
    ctx.fail_code(ctx.num_inputs() == 1 ? Code::kFailedPrecondition : Code::kInvalidArgument,
                  "input must have 3 channels but instead has ", shape[shape.rank() - 1], " channels.");
  Tensor out = ctx.allocate(0, shape);
  if (out.num_elements() == 0) return;
  visit_floating(images.dtype(), [&]<class T>() {
    using Acc = compute_t<T>;
    parallel_for(images.num_elements() / 3, 5'000, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* from = images.data<T>() + 3 * i;
        Acc rgb[3] = {static_cast<Acc>(from[0]), static_cast<Acc>(from[1]), static_cast<Acc>(from[2])};
        f(rgb);
        for (int k = 0; k < 3; ++k) out.data<T>()[3 * i + k] = static_cast<T>(rgb[k]);
      }
    });
  });
}

void rgb_to_hsv_cpu(KernelContext& ctx) {
  for_pixels(ctx, []<class F>(F* pixel) {
    const Hsv<F> hsv = to_hsv(pixel[0], pixel[1], pixel[2]);
    pixel[0] = hsv.hue, pixel[1] = hsv.saturation, pixel[2] = hsv.value;
  });
}
void hsv_to_rgb_cpu(KernelContext& ctx) {
  for_pixels(ctx, []<class F>(F* pixel) { to_rgb(Hsv<F>{pixel[0], pixel[1], pixel[2]}, pixel); });
}

// With v the largest and m the least of r, g, b: s = 1 - m / v; h = (difference of the others) / (6 (v - m)) +
// constant.
Values rgb_to_hsv_gradient(GradientContext& ctx) {
  using build::number_like;
  const Value &rgb = ctx.input(0), &dy = ctx.grad();
  const DType dtype = rgb.dtype();
  Value last = build::int_vector(std::array<int64_t, 1>{-1});
  auto channel = [&](const Value& x, int64_t k) { return build::gather(x, build::int_scalar(k), -1); };
  auto is = [&](const char* name, const Value& a, const Value& b) {
    return build::cast(call(get_op(name), std::array<Value, 2>{a, b}, {})[0], dtype);
  };
  Value one = build::number(dtype, 1), zero = build::number(dtype, 0);
  Value r = channel(rgb, 0), g = channel(rgb, 1), b = channel(rgb, 2);
  Value v = op<"Max">({rgb, last}), m = op<"Min">({rgb, last});
  // Of equal channels the first counts as the largest, the last as the least.
  Value red = is("GreaterEqual", r, op<"Maximum">({g, b}));
  Value green = build::mul(build::sub(one, red), is("GreaterEqual", g, b));
  Value blue = build::sub(build::sub(one, red), green);
  Value low_blue = is("LessEqual", b, op<"Minimum">({r, g}));
  Value low_green = build::mul(build::sub(one, low_blue), is("LessEqual", g, r));
  Value low_red = build::sub(build::sub(one, low_blue), low_green);
  Value range = build::sub(v, m);
  Value bright = op<"Greater">({v, zero}), colored = op<"Greater">({range, zero});
  Value over_v = op<"SelectV2">({bright, op<"Reciprocal">({op<"SelectV2">({bright, v, one})}), zero});
  Value over_range = op<"SelectV2">({colored, op<"Reciprocal">({op<"SelectV2">({colored, range, one})}), zero});
  Value sixth = build::number(dtype, 1.0 / 6);
  Value dh = build::mul(build::mul(channel(dy, 0), sixth), over_range), ds = channel(dy, 1), dv = channel(dy, 2);
  // The numerator of h, and how it depends on the channels.
  Value numerator = build::add(build::add(build::mul(red, build::sub(g, b)), build::mul(green, build::sub(b, r))),
                               build::mul(blue, build::sub(r, g)));
  Value by_range = build::neg(build::mul(build::mul(dh, numerator), over_range));
  Value by_v = build::add(build::add(dv, by_range), build::mul(build::mul(build::mul(ds, m), over_v), over_v));
  Value by_m = build::sub(build::neg(by_range), build::mul(ds, over_v));
  auto together = [&](const Value& high, const Value& low, const Value& sign) {
    return build::add(build::add(build::mul(by_v, high), build::mul(by_m, low)), build::mul(dh, sign));
  };
  Value dr = together(red, low_red, build::sub(blue, green));
  Value dg = together(green, low_green, build::sub(red, blue));
  Value db = together(blue, low_blue, build::sub(green, red));
  return {op<"Pack">({dr, dg, db}, {{"axis", int64_t{-1}}})};
}

void check_adjusted(const KernelContext& ctx) {
  const Shape &images = ctx.input(0).shape(), &by = ctx.input(1).shape();
  if (images.rank() < 3) ctx.fail("input must be at least 3-D, got shape ", images);
  if (by.rank() != 0) ctx.fail(ctx.op().inputs[1].name, " must be scalar: ", by);
}
void adjusted_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.with_rank_at_least(0, 3)); }
void contrast_shape(ShapeContext& ctx) {
  ctx.with_rank(1, 0);
  adjusted_shape(ctx);
}

void adjust_hue_cpu(KernelContext& ctx) {
  check_adjusted(ctx);
  const float delta = *ctx.input(1).data<float>();
  for_pixels(ctx, [&]<class F>(F* pixel) {
    Hsv<F> hsv = to_hsv(pixel[0], pixel[1], pixel[2]);
    hsv.hue += delta;
    hsv.hue -= std::floor(hsv.hue);
    to_rgb(hsv, pixel);
  });
}
void adjust_saturation_cpu(KernelContext& ctx) {
  check_adjusted(ctx);
  const float scale = *ctx.input(1).data<float>();
  for_pixels(ctx, [&]<class F>(F* pixel) {
    Hsv<F> hsv = to_hsv(pixel[0], pixel[1], pixel[2]);
    hsv.saturation = std::clamp<F>(hsv.saturation * scale, 0, 1);
    to_rgb(hsv, pixel);
  });
}

// The mean of each channel. Groups of pixels are added at once, so that the loop runs over many elements.
void channel_means(const float* x, int64_t pixels, int64_t channels, float* means) {
  const int64_t lanes = channels * std::max<int64_t>(1, 64 / channels), size = pixels * channels;
  std::vector<float> sums(static_cast<size_t>(lanes));
  std::vector<double> totals(static_cast<size_t>(channels), 0);
  constexpr int64_t kBlock = 256;
  for (int64_t begin = 0; begin < size; begin += kBlock * lanes) {
    const int64_t end = std::min(size, begin + kBlock * lanes);
    std::fill(sums.begin(), sums.end(), 0.0f);
    int64_t i = begin;
    for (; i + lanes <= end; i += lanes)
      for (int64_t k = 0; k < lanes; ++k) sums[k] += x[i + k];
    for (int64_t k = 0; i < end; ++i, ++k) sums[k] += x[i];
    for (int64_t k = 0; k < lanes; ++k) totals[k % channels] += sums[k];
  }
  for (int64_t k = 0; k < channels; ++k) means[k] = static_cast<float>(totals[k] / static_cast<double>(pixels));
}

// output = (x - mean) * factor + mean, the mean being that of each channel of each image.
void adjust_contrast_cpu(KernelContext& ctx) {
  check_adjusted(ctx);
  const Tensor& images = ctx.input(0);
  const Shape& shape = images.shape();
  const float factor = *ctx.input(1).data<float>();
  Tensor out = ctx.allocate(0, shape);
  if (out.num_elements() == 0) return;
  const int64_t channels = shape[shape.rank() - 1];
  const int64_t pixels = shape[shape.rank() - 3] * shape[shape.rank() - 2], size = pixels * channels;
  const bool floats = images.dtype() == DType::kFloat32;
  parallel_for(images.num_elements() / size, 50'000 / size + 1, [&](int64_t begin, int64_t end) {
    std::vector<float> wide(static_cast<size_t>(floats ? 0 : size)), row(static_cast<size_t>(floats ? 0 : size));
    const int64_t lanes = channels * std::max<int64_t>(1, 64 / channels);
    std::vector<float> means(static_cast<size_t>(lanes));
    for (int64_t image = begin; image < end; ++image) {
      const size_t place = static_cast<size_t>(image * size) * dtype_size(images.dtype());
      const float* from = images.data<float>() + image * size;
      float* to = out.data<float>() + image * size;
      if (!floats) {
        cast_elements(images.dtype(), static_cast<const char*>(images.raw()) + place, DType::kFloat32, wide.data(),
                      size);
        from = wide.data();
        to = row.data();
      }
      channel_means(from, pixels, channels, means.data());
      for (int64_t k = channels; k < lanes; ++k) means[k] = means[k - channels];
      const float* mean = means.data();
      int64_t i = 0;
      for (; i + lanes <= size; i += lanes)
        for (int64_t k = 0; k < lanes; ++k) to[i + k] = (from[i + k] - mean[k]) * factor + mean[k];
      for (int64_t k = 0; i < size; ++i, ++k) to[i] = (from[i] - mean[k]) * factor + mean[k];
      if (!floats) cast_elements(DType::kFloat32, to, out.dtype(), static_cast<char*>(out.raw()) + place, size);
    }
  });
}

DEFINE_OP("RGBToHSV")
    .input("images: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double} = float")
    .doc("Hue, saturation and value, all in [0, 1], of colours in the last axis.")
    .shape(colors_shape)
    .kernel(CPU, rgb_to_hsv_cpu)
    .gradient(rgb_to_hsv_gradient)
    .vectorize(vectorize::leading_axes);

DEFINE_OP("HSVToRGB")
    .input("images: T")
    .output("output: T")
    .attr("T: {half, bfloat16, float, double} = float")
    .doc("Red, green and blue of colours given by hue, saturation and value in the last axis.")
    .shape(colors_shape)
    .kernel(CPU, hsv_to_rgb_cpu)
    .no_gradient("TensorFlow has none")
    .vectorize(vectorize::leading_axes);

DEFINE_OP("AdjustHue")
    .input("images: T")
    .input("delta: float")
    .output("output: T")
    .attr("T: {half, float} = float")
    .doc("The colours with `delta` added to their hues.")
    .shape(adjusted_shape)
    .kernel(CPU, adjust_hue_cpu)
    .vectorize(vectorize::leading_axes_of<1>);

DEFINE_OP("AdjustSaturation")
    .input("images: T")
    .input("scale: float")
    .output("output: T")
    .attr("T: {half, float} = float")
    .doc("The colours with their saturations multiplied by `scale`.")
    .shape(adjusted_shape)
    .kernel(CPU, adjust_saturation_cpu)
    .vectorize(vectorize::leading_axes_of<1>);

DEFINE_OP("AdjustContrastv2")
    .input("images: T")
    .input("contrast_factor: float")
    .output("output: T")
    .attr("T: {half, float} = float")
    .doc("Multiplies how far each pixel is from the mean of its channel of its image.")
    .shape(contrast_shape)
    .kernel(CPU, adjust_contrast_cpu)
    .vectorize(vectorize::leading_axes_of<1>);

}  // namespace
}  // namespace graphwright
