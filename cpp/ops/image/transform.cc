// Projective transforms of images.
#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_build.h"
#include "ops/image/image.h"

namespace graphwright {
namespace {

enum class Fill { kConstant, kReflect, kWrap, kNearest };

// The place in [0, n) that stands for place `at` of an axis of extent n outside of it; `at` itself for a constant.
template <Fill kFill>
float mapped(float at, int64_t n) {
  const float extent = static_cast<float>(n), last = static_cast<float>(n - 1);
  if constexpr (kFill == Fill::kConstant) {
    return at;
  } else if constexpr (kFill == Fill::kNearest) {
    return std::clamp(at, 0.0f, last);
  } else if constexpr (kFill == Fill::kReflect) {  // dcba|abcd|dcba
    if (n <= 1) return 0;
    const float period = 2 * extent;
    if (at < 0) {
      if (at < period) at += period * std::trunc(-at / period);
      at = at < -extent ? at + period : -at - 1;
    } else if (at > last) {
      at -= period * std::trunc(at / period);
      if (at >= extent) at = period - at - 1;
    }
    return std::clamp(at, 0.0f, last);
  } else {  // abcd|abcd|abcd
    if (n <= 1) return 0;
    if (at < 0) {
      at += extent * (std::trunc(-at / last) + 1);
    } else if (at > last) {
      at -= extent * std::trunc(at / last);
    }
    return std::clamp(at, 0.0f, last);
  }
}

template <class T>
struct Image {
  const T* pixels;
  int64_t height, width, channels;
  compute_t<T> fill;

  compute_t<T> at(float y, float x, int64_t channel) const {
    if (!(y >= 0 && y < static_cast<float>(height) && x >= 0 && x < static_cast<float>(width))) return fill;
    return static_cast<compute_t<T>>(
        pixels[(static_cast<int64_t>(y) * width + static_cast<int64_t>(x)) * channels + channel]);
  }
};

template <class T>
T rounded_to(float value) {
  // A value outside the type's range has no meaning of its own; none may be undefined.
  if constexpr (std::is_integral_v<T>) {
    if (!(value >= -9.2e18f && value <= 9.2e18f)) return 0;
    return static_cast<T>(static_cast<int64_t>(value));
  } else {
    return static_cast<T>(value);
  }
}

template <class T, Fill kFill>
void transform_image(const Image<T>& image, const float* a, bool bilinear, int64_t y_begin, int64_t y_end,
                     int64_t out_width, T* out) {
  const int64_t channels = image.channels;
  for (int64_t y = y_begin; y < y_end; ++y) {
    for (int64_t x = 0; x < out_width; ++x, out += channels) {
      const float fx = static_cast<float>(x), fy = static_cast<float>(y);
      const float projection = a[6] * fx + a[7] * fy + 1.0f;
      if (projection == 0) {  // infinitely far away
        std::fill_n(out, channels, static_cast<T>(image.fill));
        continue;
      }
      const float in_x = mapped<kFill>((a[0] * fx + a[1] * fy + a[2]) / projection, image.width);
      const float in_y = mapped<kFill>((a[3] * fx + a[4] * fy + a[5]) / projection, image.height);
      if (!bilinear) {
        const float near_y = std::round(in_y), near_x = std::round(in_x);
        for (int64_t k = 0; k < channels; ++k) out[k] = static_cast<T>(image.at(near_y, near_x, k));
        continue;
      }
      const float top = std::floor(in_y), left = std::floor(in_x), bottom = top + 1, right = left + 1;
      for (int64_t k = 0; k < channels; ++k) {
        const float upper = (right - in_x) * static_cast<float>(image.at(top, left, k)) +
                            (in_x - left) * static_cast<float>(image.at(top, right, k));
        const float lower = (right - in_x) * static_cast<float>(image.at(bottom, left, k)) +
                            (in_x - left) * static_cast<float>(image.at(bottom, right, k));
        out[k] = rounded_to<T>((bottom - in_y) * upper + (in_y - top) * lower);
      }
    }
  }
}

void transform_shape(ShapeContext& ctx) {
  Shape images = ctx.with_rank(0, 4), transforms = ctx.with_rank(1, 2);
  if (transforms[1] >= 0 && transforms[1] != 8) ctx.fail("transforms must have 8 columns, got shape ", transforms);
  Shape size = known_size(ctx, 2);
  ctx.set_output(0, Shape{images[0], size[0], size[1], images[3]});
}

void transform_cpu(KernelContext& ctx) {
  check_images(ctx, 0, false);
  const Tensor &images = ctx.input(0), &transforms = ctx.input(1);
  const Shape &in = images.shape(), &matrix = transforms.shape();
  if (matrix.rank() != 2 || (matrix[0] != in[0] && matrix[0] != 1) || matrix[1] != 8)
    ctx.fail("Input transform should be num_images x 8 or 1 x 8, got shape ", matrix, " for images of shape ", in);
  const ImageSize size = size_input(ctx, 2);
  float fill = 0;
  if (ctx.num_inputs() == 4) {
    if (ctx.input(3).shape().rank() != 0) ctx.fail("fill_value must be a scalar, got shape ", ctx.input(3).shape());
    fill = *ctx.input(3).data<float>();
  }
  const std::string interpolation = ctx.attr<std::string>("interpolation"), mode = ctx.attr<std::string>("fill_mode");
  if (interpolation != "NEAREST" && interpolation != "BILINEAR") ctx.fail("Invalid interpolation ", interpolation);
  if (mode != "REFLECT" && mode != "WRAP" && mode != "CONSTANT" && mode != "NEAREST") ctx.fail("Invalid mode ", mode);
  Tensor out = ctx.allocate(0, checked_shape({in[0], size.height, size.width, in[3]}));
  if (out.num_elements() == 0) return;
  const bool bilinear = interpolation == "BILINEAR";
  visit_dtype<uint8_t, int32_t, int64_t, Half, Bfloat16, float, double>(images.dtype(), [&]<class T>() {
    auto run = [&]<Fill kFill>() {
      parallel_for(in[0] * size.height, 5'000 / (size.width * in[3]) + 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t image = i / size.height, y = i % size.height;
          transform_image<T, kFill>({images.data<T>() + image * in[1] * in[2] * in[3], in[1], in[2], in[3],
                                     static_cast<compute_t<T>>(rounded_to<T>(fill))},
                                    transforms.data<float>() + (matrix[0] == 1 ? 0 : image * 8), bilinear, y, y + 1,
                                    size.width, out.data<T>() + i * size.width * in[3]);
        }
      });
    };
    if (mode == "REFLECT") {
      run.template operator()<Fill::kReflect>();
    } else if (mode == "WRAP") {
      run.template operator()<Fill::kWrap>();
    } else if (mode == "NEAREST") {
      run.template operator()<Fill::kNearest>();
    } else {
      run.template operator()<Fill::kConstant>();
    }
  });
}

// The image gradient is the gradient transformed back: by the inverse matrices, scaled so that their last element is 1.
Values transform_gradient(GradientContext& ctx) {
  Values grads(ctx.num_inputs(), Value());
  const Value &images = ctx.input(0), &transforms = ctx.input(1);
  if (!is_floating(images.dtype())) return grads;
  Value count = build::part(build::shape_of(transforms), 0, 1);
  Value ones = op<"Fill">({build::join({count, build::ints({1})}), build::number(DType::kFloat32, 1)});
  Value flat = op<"ConcatV2">({transforms, ones, build::int_scalar(1)});
  Value inverse = op<"MatrixInverse">({build::reshape(flat, build::ints({-1, 3, 3}))});
  flat = build::reshape(inverse, build::ints({-1, 9}));
  Value last = op<"Slice">({flat, build::ints({0, 8}), build::ints({-1, 1})});
  Value back = op<"Slice">({build::div(flat, last), build::ints({0, 0}), build::ints({-1, 8})});
  Value size = build::part(build::shape_of(images), 1, 3);
  Attrs attrs = {{"interpolation", ctx.attr<std::string>("interpolation")},
                 {"fill_mode", ctx.attr<std::string>("fill_mode")}};
  grads[0] = ctx.num_inputs() == 4
                 ? op<"ImageProjectiveTransformV3">({ctx.grad(), back, size, build::number(DType::kFloat32, 0)}, attrs)
                 : op<"ImageProjectiveTransformV2">({ctx.grad(), back, size}, attrs);
  return grads;
}

// Rows are further images, each of which needs its own matrix unless there is one for all.
void transform_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(2, ctx.num_inputs())) return;
  Value images = ctx.stacked(0), transforms = ctx.value(1);
  const Shape& matrix = ctx.row_shape(1);
  if (ctx.rows(1) || !matrix.has_rank() || matrix[0] != 1) {
    Value each = build::join({build::part(build::shape_of(images), 0, 2), build::ints({8})});
    transforms = ctx.merged(op<"BroadcastTo">({transforms, each}));
  }
  Values inputs{ctx.merged(images), transforms};
  for (int i = 2; i < ctx.num_inputs(); ++i) inputs.push_back(ctx.value(i));
  ctx.set(0, ctx.split(call(ctx.op(), inputs, ctx.attrs())[0]));
}

// ImageProjectiveTransformV3: pixel (x, y) of the result is that of the image at ((a0 x + a1 y + a2) / k,
// (b0 x + b1 y + b2) / k) where k = c0 x + c1 y + 1.
DEFINE_OP("ImageProjectiveTransformV2")
    .input("images: dtype")
    .input("transforms: float")
    .input("output_shape: int32")
    .output("transformed_images: dtype")
    .attr("dtype: {uint8, int32, int64, half, bfloat16, float, double}")
    .attr("interpolation: string")
    .attr("fill_mode: string = 'CONSTANT'")
    .doc(
        "Images transformed by [a0, a1, a2, b0, b1, b2, c0, c1], which map places of the result to places of the "
        "image.")
    .shape(transform_shape)
    .kernel(CPU, transform_cpu)
    .gradient(transform_gradient)
    .vectorize(transform_vectorize);

DEFINE_OP("ImageProjectiveTransformV3")
    .input("images: dtype")
    .input("transforms: float")
    .input("output_shape: int32")
    .input("fill_value: float")
    .output("transformed_images: dtype")
    .attr("dtype: {uint8, int32, int64, half, bfloat16, float, double}")
    .attr("interpolation: string")
    .attr("fill_mode: string = 'CONSTANT'")
    .doc("ImageProjectiveTransformV2 with a value for what lies outside.")
    .shape(transform_shape)
    .kernel(CPU, transform_cpu)
    .gradient(transform_gradient)
    .vectorize(transform_vectorize);

XLA_FACT(kNotCompiled, "ImageProjectiveTransformV2", "ImageProjectiveTransformV3");

}  // namespace
}  // namespace graphwright
