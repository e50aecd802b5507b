// Resizing images: bilinear, nearest neighbour, bicubic, area, and their gradients.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/parallel.h"
#include "base/wrapping.h"
#include "kernels/resample.h"
#include "op/gradient_needs.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_build.h"
#include "ops/image/image.h"

namespace graphwright {
namespace {

#define GW_IMAGE_TYPES "{int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}"

// How the positions of an axis of the output map to those of the input.
struct Axis {
  int64_t in, out;
  float scale;
  bool corners, half_pixels;

  Axis(int64_t in_extent, int64_t out_extent, bool align_corners, bool half_pixel_centers)
      : in(in_extent), out(out_extent), corners(align_corners), half_pixels(half_pixel_centers) {
    scale = align_corners && out > 1 ? static_cast<float>(in - 1) / static_cast<float>(out - 1)
                                     : static_cast<float>(in) / static_cast<float>(out);
  }
  float place(int64_t x) const {
    const float at = static_cast<float>(x);
    return half_pixels ? (at + 0.5f) * scale - 0.5f : at * scale;
  }
  int64_t nearest(int64_t x) const {
    const float at = half_pixels ? (static_cast<float>(x) + 0.5f) * scale : static_cast<float>(x) * scale;
    const int64_t near = static_cast<int64_t>(corners ? std::round(at) : std::floor(at));
    return std::clamp<int64_t>(near, 0, in - 1);
  }
};

struct Modes {
  bool corners, half_pixels;
};
template <class Context>
Modes modes_of(const Context& ctx) {
  Modes modes = {ctx.template attr<bool>("align_corners"),
                 ctx.op().attr("half_pixel_centers") != nullptr && ctx.template attr<bool>("half_pixel_centers")};
  GW_CHECK_ARG(!(modes.corners && modes.half_pixels), ctx.op().name,
               ": If half_pixel_centers is True, align_corners must be False.");
  return modes;
}

Taps bilinear_taps(const Axis& axis) {
  Taps taps;
  taps.lerp = true;
  for (int64_t x = 0; x < axis.out; ++x) {
    const float at = axis.place(x), low = std::floor(at);
    const float by = at - low;
    taps.add(std::clamp<int64_t>(static_cast<int64_t>(low), 0, axis.in - 1), 1 - by);
    taps.add(std::clamp<int64_t>(static_cast<int64_t>(std::ceil(at)), 0, axis.in - 1), by);
    taps.end();
  }
  return taps;
}

// Keys' cubic with parameter `a` at distance x.
float cubic(float x, float a) {
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
}

Taps bicubic_taps(const Axis& axis) {
  // TensorFlow looks the cubic up in a table of this many steps per pixel.
  constexpr int64_t kSteps = 1024;
  const float a = axis.half_pixels ? -0.5f : -0.75f;
  Taps taps;
  for (int64_t x = 0; x < axis.out; ++x) {
    const float at = axis.place(x);
    const int64_t low = static_cast<int64_t>(axis.half_pixels ? std::floor(at) : std::trunc(at));
    const int64_t step = std::lrint((at - static_cast<float>(low)) * kSteps);
    const float near = static_cast<float>(step) / kSteps, far = static_cast<float>(kSteps - step) / kSteps;
    float weights[4] = {cubic(near + 1, a), cubic(near, a), cubic(far, a), cubic(far + 1, a)};
    float sum = 0;
    for (int64_t i = 0; i < 4; ++i) {
      const int64_t place = low - 1 + i;
      if (axis.half_pixels && (place < 0 || place >= axis.in)) weights[i] = 0;
      sum += weights[i];
    }
    const bool scaled = axis.half_pixels && std::abs(sum) >= 1000 * std::numeric_limits<float>::min();
    for (int64_t i = 0; i < 4; ++i)
      taps.add(std::clamp<int64_t>(low - 1 + i, 0, axis.in - 1), scaled ? weights[i] / sum : weights[i]);
    taps.end();
  }
  return taps;
}

// Each output pixel is the mean of the input that it covers.
Taps area_taps(const Axis& axis) {
  Taps taps;
  for (int64_t x = 0; x < axis.out; ++x) {
    const float begin = static_cast<float>(x) * axis.scale, end = static_cast<float>(x + 1) * axis.scale;
    const int64_t last = static_cast<int64_t>(std::ceil(end));
    for (int64_t i = static_cast<int64_t>(std::floor(begin)); i < last; ++i) {
      const float left = static_cast<float>(i), right = static_cast<float>(i + 1);
      float part = left < begin ? (right > end ? axis.scale : right - begin) : (right > end ? end - left : 1.0f);
      taps.add(std::clamp<int64_t>(i, 0, axis.in - 1), part / axis.scale);
    }
    taps.end();
  }
  return taps;
}

void resize_shape(ShapeContext& ctx) {
  Shape images = ctx.with_rank(0, 4), size = known_size(ctx, 1);
  ctx.set_output(0, Shape{images[0], size[0], size[1], images[3]});
}

void check_resized(const KernelContext& ctx) {
  check_images(ctx, 0);
  if (ctx.input(0).shape()[3] <= 0) ctx.fail("image must have at least one channel");
}

using TapsFn = Taps (*)(const Axis&);

template <TapsFn kTaps>
void resize_cpu(KernelContext& ctx) {
  check_resized(ctx);
  const Tensor& images = ctx.input(0);
  const Shape& in = images.shape();
  const ImageSize size = size_input(ctx, 1);
  const Modes modes = modes_of(ctx);
  Tensor out = ctx.allocate(0, checked_shape({in[0], size.height, size.width, in[3]}));
  if (out.num_elements() == 0) return;
  resample(images.dtype(), images.raw(), in[0], in[1], in[2], in[3],
           kTaps(Axis(in[1], size.height, modes.corners, modes.half_pixels)),
           kTaps(Axis(in[2], size.width, modes.corners, modes.half_pixels)), out.dtype(), out.raw());
}

void resize_grad_shape(ShapeContext& ctx) {
  Shape grads = ctx.with_rank(0, 4), image = ctx.with_rank(1, 4);
  const auto either = [&](int axis) { return image[axis] >= 0 ? image[axis] : grads[axis]; };
  ctx.set_output(0, Shape{either(0), image[1], image[2], either(3)});
}

template <TapsFn kTaps>
void resize_grad_cpu(KernelContext& ctx) {
  check_images(ctx, 0, false);
  check_images(ctx, 1);
  const Tensor& grads = ctx.input(0);
  const Shape &from = grads.shape(), &to = ctx.input(1).shape();
  const Modes modes = modes_of(ctx);
  Tensor out = ctx.allocate(0, checked_shape({from[0], to[1], to[2], from[3]}));
  if (from[1] == 0 || from[2] == 0) ctx.fail("resized dimensions must be positive, got shape ", from);
  if (out.num_elements() == 0) return;
  resample(grads.dtype(), grads.raw(), from[0], from[1], from[2], from[3],
           transposed(kTaps(Axis(to[1], from[1], modes.corners, modes.half_pixels)), to[1]),
           transposed(kTaps(Axis(to[2], from[2], modes.corners, modes.half_pixels)), to[2]), out.dtype(), out.raw());
}

Attrs mode_attrs(const GradientContext& ctx) {
  return {{"align_corners", ctx.attr<bool>("align_corners")},
          {"half_pixel_centers", ctx.attr<bool>("half_pixel_centers")}};
}
// The gradient ops are linear in the incoming gradients: their own gradients are resized images again.
template <FixedString kGrad>
Values resize_gradient(GradientContext& ctx) {
  // None where the gradient op knows no such images.
  const bool allowed = op_def<kGrad>().inputs[1].allowed >> static_cast<int>(ctx.input(0).dtype()) & 1;
  return {allowed ? op<kGrad>({ctx.grad(), ctx.input(0)}, mode_attrs(ctx)) : Value(), Value()};
}
template <FixedString kResize>
Values resize_second_gradient(GradientContext& ctx) {
  Value size = build::part(build::shape_of(ctx.input(0)), 1, 3);
  return {op<kResize>({ctx.grad(), size}, mode_attrs(ctx)), Value()};
}

// Pixels of `bytes` bytes each, from places along a row.
template <size_t kBytes>
void copy_pixels(const char* from, const std::vector<int64_t>& places, char* to, size_t bytes) {
  const size_t size = kBytes > 0 ? kBytes : bytes;
  for (int64_t place : places) {
    std::memcpy(to, from + static_cast<size_t>(place) * size, size);
    to += size;
  }
}
using CopyPixels = void (*)(const char*, const std::vector<int64_t>&, char*, size_t);
CopyPixels copier_of(size_t bytes) {
  switch (bytes) {
    case 1:
      return copy_pixels<1>;
    case 2:
      return copy_pixels<2>;
    case 3:
      return copy_pixels<3>;
    case 4:
      return copy_pixels<4>;
    case 6:
      return copy_pixels<6>;
    case 8:
      return copy_pixels<8>;
    case 12:
      return copy_pixels<12>;
    case 16:
      return copy_pixels<16>;
    case 24:
      return copy_pixels<24>;
    default:
      return copy_pixels<0>;
  }
}

std::vector<int64_t> nearest_places(const Axis& axis) {
  std::vector<int64_t> places(static_cast<size_t>(axis.out));
  for (int64_t x = 0; x < axis.out; ++x) places[x] = axis.nearest(x);
  return places;
}

void nearest_cpu(KernelContext& ctx) {
  check_resized(ctx);
  const Tensor& images = ctx.input(0);
  const Shape& in = images.shape();
  const ImageSize size = size_input(ctx, 1);
  const Modes modes = modes_of(ctx);
  Tensor out = ctx.allocate(0, checked_shape({in[0], size.height, size.width, in[3]}));
  if (out.num_elements() == 0) return;
  const auto rows = nearest_places(Axis(in[1], size.height, modes.corners, modes.half_pixels));
  const auto columns = nearest_places(Axis(in[2], size.width, modes.corners, modes.half_pixels));
  const size_t pixel = static_cast<size_t>(in[3]) * dtype_size(images.dtype());
  const size_t in_row = pixel * static_cast<size_t>(in[2]), out_row = pixel * columns.size();
  const CopyPixels copy = copier_of(pixel);
  const char* from = static_cast<const char*>(images.raw());
  char* to = static_cast<char*>(out.raw());
  parallel_for(in[0] * size.height, static_cast<int64_t>(100'000 / out_row) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t image = i / size.height, y = i % size.height;
      if (i > begin && y > 0 && rows[y] == rows[y - 1]) {
        std::memcpy(to + i * out_row, to + (i - 1) * out_row, out_row);
      } else {
        copy(from + (image * in[1] + rows[y]) * in_row, columns, to + i * out_row, pixel);
      }
    }
  });
}

void nearest_grad_shape(ShapeContext& ctx) {
  Shape grads = ctx.with_rank(0, 4), size = known_size(ctx, 1);
  ctx.set_output(0, Shape{grads[0], size[0], size[1], grads[3]});
}

// The output positions that read each input position.
Taps nearest_readers(const Axis& axis) {
  Taps taps;
  for (int64_t x = 0; x < axis.out; ++x) {
    taps.add(axis.nearest(x), 1.0f);
    taps.end();
  }
  return transposed(taps, axis.in);
}

void nearest_grad_cpu(KernelContext& ctx) {
  check_images(ctx, 0, false);
  const Tensor& grads = ctx.input(0);
  const Shape& from = grads.shape();
  const ImageSize size = size_input(ctx, 1);
  const Modes modes = modes_of(ctx);
  Tensor out = ctx.allocate(0, checked_shape({from[0], size.height, size.width, from[3]}));
  if (grads.num_elements() == 0) {
    std::memset(out.raw(), 0, out.bytes());
    return;
  }
  if (out.num_elements() == 0) return;
  const Taps rows = nearest_readers(Axis(size.height, from[1], modes.corners, modes.half_pixels));
  const Taps columns = nearest_readers(Axis(size.width, from[2], modes.corners, modes.half_pixels));
  if (is_floating(out.dtype()))
    return resample(grads.dtype(), grads.raw(), from[0], from[1], from[2], from[3], rows, columns, out.dtype(),
                    out.raw());
  const int64_t channels = from[3];
  visit_dtype<uint8_t, int8_t, int32_t>(out.dtype(), [&]<class T>() {
    parallel_for(from[0] * size.height, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* image = grads.data<T>() + i / size.height * from[1] * from[2] * channels;
        T* to = out.data<T>() + i * size.width * channels;
        std::fill_n(to, size.width * channels, T{0});
        for (int64_t r = rows.start[i % size.height]; r < rows.start[i % size.height + 1]; ++r) {
          for (int64_t x = 0; x < size.width; ++x) {
            for (int64_t c = columns.start[x]; c < columns.start[x + 1]; ++c) {
              const T* pixel = image + (rows.index[r] * from[2] + columns.index[c]) * channels;
              for (int64_t k = 0; k < channels; ++k)
                to[x * channels + k] = wrapping_add(to[x * channels + k], pixel[k]);
            }
          }
        }
      }
    });
  });
}

Values nearest_gradient(GradientContext& ctx) {
  Value size = build::part(build::shape_of(ctx.input(0)), 1, 3);
  return {op<"ResizeNearestNeighborGrad">({ctx.grad(), size}, mode_attrs(ctx)), Value()};
}
Values nearest_second_gradient(GradientContext& ctx) {
  Value size = build::part(build::shape_of(ctx.input(0)), 1, 3);
  return {op<"ResizeNearestNeighbor">({ctx.grad(), size}, mode_attrs(ctx)), Value()};
}

const GradientNeedsOf unread{GradientNeeds::kShapes,
                             {"ResizeBilinear", "ResizeBicubic", "ResizeNearestNeighbor", "ResizeBilinearGrad",
                              "ResizeBicubicGrad", "ResizeNearestNeighborGrad"}};

// ResizeBilinear: each pixel is interpolated between the four that its place lies between.
DEFINE_OP("ResizeBilinear")
    .input("images: T")
    .input("size: int32")
    .output("resized_images: float")
    .attr("T: {int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double, bfloat16}")
    .attr("align_corners: bool = false")
    .attr("half_pixel_centers: bool = false")
    .doc("Images [batch, height, width, channels] resized by bilinear interpolation.")
    .shape(resize_shape)
    .kernel(CPU, resize_cpu<bilinear_taps>)
    .gradient(resize_gradient<"ResizeBilinearGrad">)
    .vectorize(vectorize::examples<1>);

DEFINE_OP("ResizeBilinearGrad")
    .input("grads: float")
    .input("original_image: T")
    .output("output: T")
    .attr("T: {float, bfloat16, half, double}")
    .attr("align_corners: bool = false")
    .attr("half_pixel_centers: bool = false")
    .doc("The gradient of ResizeBilinear.")
    .shape(resize_grad_shape)
    .kernel(CPU, resize_grad_cpu<bilinear_taps>)
    .gradient(resize_second_gradient<"ResizeBilinear">)
    .vectorize(vectorize::examples<2>);

// ResizeBicubic: each pixel is interpolated by cubics between sixteen.
DEFINE_OP("ResizeBicubic")
    .input("images: T")
    .input("size: int32")
    .output("resized_images: float")
    .attr("T: " GW_IMAGE_TYPES)
    .attr("align_corners: bool = false")
    .attr("half_pixel_centers: bool = false")
    .doc("Images [batch, height, width, channels] resized by bicubic interpolation.")
    .shape(resize_shape)
    .kernel(CPU, resize_cpu<bicubic_taps>)
    .gradient(resize_gradient<"ResizeBicubicGrad">)
    .vectorize(vectorize::examples<1>);

DEFINE_OP("ResizeBicubicGrad")
    .input("grads: float")
    .input("original_image: T")
    .output("output: T")
    .attr("T: {float, double}")
    .attr("align_corners: bool = false")
    .attr("half_pixel_centers: bool = false")
    .doc("The gradient of ResizeBicubic.")
    .shape(resize_grad_shape)
    .kernel(CPU, resize_grad_cpu<bicubic_taps>)
    .gradient(resize_second_gradient<"ResizeBicubic">)
    .vectorize(vectorize::examples<2>);

// ResizeArea: each pixel is the mean of the part of the image that it covers.
DEFINE_OP("ResizeArea")
    .input("images: T")
    .input("size: int32")
    .output("resized_images: float")
    .attr("T: " GW_IMAGE_TYPES)
    .attr("align_corners: bool = false")
    .doc("Images [batch, height, width, channels] resized by averaging the area that each pixel covers.")
    .shape(resize_shape)
    .kernel(CPU, resize_cpu<area_taps>)
    .vectorize(vectorize::examples<1>);

// ResizeNearestNeighbor: each pixel is the one nearest to its place.
DEFINE_OP("ResizeNearestNeighbor")
    .input("images: T")
    .input("size: int32")
    .output("resized_images: T")
    .attr("T: " GW_IMAGE_TYPES)
    .attr("align_corners: bool = false")
    .attr("half_pixel_centers: bool = false")
    .doc("Images [batch, height, width, channels] resized by taking the nearest pixels.")
    .shape(resize_shape)
    .kernel(CPU, nearest_cpu)
    .gradient(nearest_gradient)
    .vectorize(vectorize::examples<1>);

DEFINE_OP("ResizeNearestNeighborGrad")
    .input("grads: T")
    .input("size: int32")
    .output("output: T")
    .attr("T: {uint8, int8, int32, half, float, double, bfloat16}")
    .attr("align_corners: bool = false")
    .attr("half_pixel_centers: bool = false")
    .doc("The gradient of ResizeNearestNeighbor.")
    .shape(nearest_grad_shape)
    .kernel(CPU, nearest_grad_cpu)
    .gradient(nearest_second_gradient)
    .vectorize(vectorize::examples<1>);

XLA_FACT(kNotCompiled, "ResizeArea", "ResizeBicubic", "ResizeBicubicGrad", "ResizeNearestNeighborGrad");
XLA_MUST_KNOW({"ResizeBilinear", "ResizeNearestNeighbor"}, {"size"});

}  // namespace
}  // namespace graphwright
