// Cutting boxes out of images and resizing them: CropAndResize and its gradients.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "base/parallel.h"
#include "kernels/cast.h"
#include "op/vectorize_rules.h"
#include "op/xla_facts.h"
#include "ops/array_build.h"
#include "ops/image/image.h"

namespace graphwright {
namespace {

#define GW_CROP_TYPES "{uint8, uint16, int8, int16, int32, int64, half, float, double}"

// Boxes [n, 4] of y1, x1, y2, x2, in parts of the image's extents less one, and the image of each.
struct Boxes {
  int64_t n;
  const float* corners;
  const int32_t* images;
};
Boxes boxes_input(const KernelContext& ctx, int i) {
  const Shape &boxes = ctx.input(i).shape(), &indices = ctx.input(i + 1).shape();
  if (boxes.rank() != 2) ctx.fail("boxes must be 2-D, got shape ", boxes);
  if (boxes[1] != 4) ctx.fail("boxes must have 4 columns, got shape ", boxes);
  if (indices.rank() != 1) ctx.fail("box_index must be 1-D, got shape ", indices);
  if (indices[0] != boxes[0]) ctx.fail("box_index has incompatible shape: ", indices, " for boxes of shape ", boxes);
  return {boxes[0], ctx.input(i).data<float>(), ctx.input(i + 1).data<int32_t>()};
}
void check_indices(const KernelContext& ctx, const Boxes& boxes, int64_t batch) {
  for (int64_t i = 0; i < boxes.n; ++i)
    if (boxes.images[i] < 0 || boxes.images[i] >= batch)
      ctx.fail_code(Code::kOutOfRange, "box_index has values outside [0, batch_size), got ", boxes.images[i], " of ",
                    batch);
}

// One place of an axis of a crop in the image.
struct Place {
  bool inside;
  int64_t low, high;
  float by;
};
// Where the `n` places of a crop from begin to end lie in an axis of extent `in`.
std::vector<Place> places(float begin, float end, int64_t in, int64_t n, bool nearest) {
  const float last = static_cast<float>(in - 1);
  const float step = n > 1 ? (end - begin) * last / static_cast<float>(n - 1) : 0;
  std::vector<Place> result(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) {
    const float at = n > 1 ? begin * last + static_cast<float>(i) * step : 0.5f * (begin + end) * last;
    Place& place = result[i];
    place = {at >= 0 && at <= last, 0, 0, 0};
    if (!place.inside) continue;
    // `last` may be rounded up to a place beyond the last one.
    if (nearest) {
      place.low = place.high = std::min(static_cast<int64_t>(std::round(at)), in - 1);
      continue;
    }
    place.low = std::min(static_cast<int64_t>(std::floor(at)), in - 1);
    place.high = std::min(static_cast<int64_t>(std::ceil(at)), in - 1);
    place.by = at - std::floor(at);
  }
  return result;
}

bool is_nearest(const KernelContext& ctx) { return ctx.attr<std::string>("method") == "nearest"; }

void crop_shape(ShapeContext& ctx) {
  Shape image = ctx.with_rank(0, 4), boxes = ctx.with_rank(1, 2), indices = ctx.with_rank(2, 1);
  if (boxes[1] >= 0 && boxes[1] != 4) ctx.fail("boxes must have 4 columns, got shape ", boxes);
  if (boxes[0] >= 0 && indices[0] >= 0 && boxes[0] != indices[0])
    ctx.fail("boxes and box_index must have as many rows, got shapes ", boxes, " and ", indices);
  Shape size = known_size(ctx, 3);
  ctx.set_output(0, Shape{std::max(boxes[0], indices[0]), size[0], size[1], image[3]});
}

// The images as float, or as double for doubles.
Tensor widened_images(const Tensor& image) {
  if (image.dtype() == DType::kFloat32) return image;
  Tensor wide = Tensor::allocate(DType::kFloat32, image.shape());
  parallel_for(image.num_elements(), 100'000, [&](int64_t begin, int64_t end) {
    const size_t skip = static_cast<size_t>(begin) * dtype_size(image.dtype());
    cast_elements(image.dtype(), static_cast<const char*>(image.raw()) + skip, DType::kFloat32,
                  wide.data<float>() + begin, end - begin);
  });
  return wide;
}

void crop_cpu(KernelContext& ctx) {
  check_images(ctx, 0);
  const Shape& in = ctx.input(0).shape();
  const Boxes boxes = boxes_input(ctx, 1);
  if (!std::all_of(boxes.corners, boxes.corners + 4 * boxes.n, [](float x) { return std::isfinite(x); }))
    ctx.fail("Boxes contains at least one element that is not finite");
  const ImageSize size = size_input(ctx, 3);
  check_indices(ctx, boxes, in[0]);
  Tensor out = ctx.allocate(0, checked_shape({boxes.n, size.height, size.width, in[3]}));
  if (out.num_elements() == 0) return;
  const Tensor image = widened_images(ctx.input(0));
  const float outside = ctx.attr<float>("extrapolation_value");
  const bool nearest = is_nearest(ctx);
  const int64_t height = in[1], width = in[2], channels = in[3], out_row = size.width * channels;
  parallel_for(boxes.n, 10'000 / (size.height * out_row) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      const float *box = boxes.corners + 4 * b,
                  *from = image.data<float>() + boxes.images[b] * height * width * channels;
      const auto rows = places(box[0], box[2], height, size.height, nearest);
      const auto columns = places(box[1], box[3], width, size.width, nearest);
      float* to = out.data<float>() + b * size.height * out_row;
      for (const Place& y : rows) {
        if (!y.inside) {
          std::fill_n(to, out_row, outside);
          to += out_row;
          continue;
        }
        const float *top = from + y.low * width * channels, *bottom = from + y.high * width * channels;
        for (const Place& x : columns) {
          const int64_t left = x.low * channels, right = x.high * channels;
          for (int64_t k = 0; k < channels; ++k, ++to) {
            if (!x.inside) {
              *to = outside;
              continue;
            }
            if (nearest) {
              *to = top[left + k];
              continue;
            }
            const float upper = top[left + k] + (top[right + k] - top[left + k]) * x.by;
            const float lower = bottom[left + k] + (bottom[right + k] - bottom[left + k]) * x.by;
            *to = upper + (lower - upper) * y.by;
          }
        }
      }
    }
  });
}

void check_grads(const KernelContext& ctx, int64_t boxes) {
  const Shape& grads = ctx.input(0).shape();
  if (grads.rank() != 4) ctx.fail("grads image must be 4-D, got shape ", grads);
  if (grads[0] != boxes) ctx.fail("boxes and grads have incompatible shape: ", boxes, " boxes for ", grads);
  if (grads[1] <= 0 || grads[2] <= 0) ctx.fail("grads dimensions must be positive, got ", grads);
}

void crop_grad_image_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 4);
  Shape size = ctx.with_rank(3, 1);
  if (size[0] >= 0 && size[0] != 4) ctx.fail("image_size must have four elements, got shape ", size);
  Shape out = known_extents(ctx, 3);
  ctx.set_output(0, out.rank() == 4 ? out : Shape::filled(4, kUnknown));
}
void crop_grad_image_cpu(KernelContext& ctx) {
  const Boxes boxes = boxes_input(ctx, 1);
  check_grads(ctx, boxes.n);
  const Tensor &grads = ctx.input(0), &image_size = ctx.input(3);
  if (image_size.shape().rank() != 1 || image_size.num_elements() != 4)
    ctx.fail("image_size must be 1-D with 4 elements, got shape ", image_size.shape());
  const Ints extents = image_size.ints();
  const Shape out_shape = shape_of_sizes(ctx, extents), &in = grads.shape();
  if (extents[1] <= 0 || extents[2] <= 0) ctx.fail("image dimensions must be positive, got ", out_shape);
  if (extents[3] != in[3]) ctx.fail("image_size and grads are incompatible: ", out_shape, " and ", in);
  check_indices(ctx, boxes, extents[0]);
  const int64_t height = extents[1], width = extents[2], channels = extents[3], pixels = height * width * channels;
  Tensor out = ctx.allocate(0, out_shape);
  if (out.num_elements() == 0) return;
  const bool nearest = is_nearest(ctx);
  auto accumulate = [&]<class Acc>(Acc* sums) {
    std::fill_n(sums, out.num_elements(), Acc{0});
    // Boxes may overlap, images do not.
    parallel_for(extents[0], 1, [&](int64_t begin, int64_t end) {
      for (int64_t b = 0; b < boxes.n; ++b) {
        if (boxes.images[b] < begin || boxes.images[b] >= end) continue;
        const float *box = boxes.corners + 4 * b, *dy = grads.data<float>() + b * in[1] * in[2] * channels;
        const auto rows = places(box[0], box[2], height, in[1], nearest);
        const auto columns = places(box[1], box[3], width, in[2], nearest);
        Acc* to = sums + boxes.images[b] * pixels;
        for (size_t i = 0; i < rows.size(); ++i) {
          const Place& y = rows[i];
          if (!y.inside) continue;
          Acc *top = to + y.low * width * channels, *bottom = to + y.high * width * channels;
          for (size_t j = 0; j < columns.size(); ++j) {
            const Place& x = columns[j];
            if (!x.inside) continue;
            const float* g = dy + (static_cast<int64_t>(i) * in[2] + static_cast<int64_t>(j)) * channels;
            for (int64_t k = 0; k < channels; ++k) {
              const float upper = (1 - y.by) * g[k], lower = y.by * g[k];
              top[x.low * channels + k] += (1 - x.by) * upper;
              top[x.high * channels + k] += x.by * upper;
              bottom[x.low * channels + k] += (1 - x.by) * lower;
              bottom[x.high * channels + k] += x.by * lower;
            }
          }
        }
      }
    });
  };
  if (out.dtype() == DType::kFloat64) return accumulate(out.data<double>());
  if (out.dtype() == DType::kFloat32) return accumulate(out.data<float>());
  Tensor sums = Tensor::allocate(DType::kFloat32, out_shape);
  accumulate(sums.data<float>());
  cast_elements(DType::kFloat32, sums.raw(), out.dtype(), out.raw(), out.num_elements());
}

void crop_grad_boxes_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 4);
  ctx.with_rank(1, 4);
  Shape boxes = ctx.with_rank(2, 2);
  ctx.set_output(0, Shape{boxes[0], 4});
}
void crop_grad_boxes_cpu(KernelContext& ctx) {
  const Boxes boxes = boxes_input(ctx, 2);
  check_grads(ctx, boxes.n);
  check_images(ctx, 1);
  const Tensor& grads = ctx.input(0);
  const Shape &in = ctx.input(1).shape(), &crops = grads.shape();
  if (in[3] != crops[3]) ctx.fail("image and grads have other numbers of channels: ", in, " and ", crops);
  check_indices(ctx, boxes, in[0]);
  Tensor out = ctx.allocate(0, Shape{boxes.n, 4});
  std::fill_n(out.data<float>(), 4 * boxes.n, 0.0f);
  if (grads.num_elements() == 0) return;
  const Tensor image = widened_images(ctx.input(1));
  const int64_t height = in[1], width = in[2], channels = in[3];
  const float last_y = static_cast<float>(height - 1), last_x = static_cast<float>(width - 1);
  // How the first and the second corner move place i of n.
  auto parts = [](int64_t i, int64_t n, float last) {
    const float at = n > 1 ? static_cast<float>(i) / static_cast<float>(n - 1) : 0.5f;
    return std::pair((1 - at) * last, at * last);
  };
  parallel_for(boxes.n, 2'000 / (crops[1] * crops[2] * channels) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      const float *box = boxes.corners + 4 * b,
                  *from = image.data<float>() + boxes.images[b] * height * width * channels;
      const float* g = grads.data<float>() + b * crops[1] * crops[2] * channels;
      const auto rows = places(box[0], box[2], height, crops[1], false);
      const auto columns = places(box[1], box[3], width, crops[2], false);
      float* to = out.data<float>() + 4 * b;
      for (int64_t i = 0; i < crops[1]; ++i) {
        const Place& y = rows[i];
        const auto [first_y, second_y] = parts(i, crops[1], last_y);
        for (int64_t j = 0; j < crops[2]; ++j, g += channels) {
          const Place& x = columns[j];
          if (!y.inside || !x.inside) continue;
          const auto [first_x, second_x] = parts(j, crops[2], last_x);
          const float *top = from + y.low * width * channels, *bottom = from + y.high * width * channels;
          float dy = 0, dx = 0;
          for (int64_t k = 0; k < channels; ++k) {
            const float a = top[x.low * channels + k], c = top[x.high * channels + k];
            const float d = bottom[x.low * channels + k], e = bottom[x.high * channels + k];
            dy += g[k] * ((1 - x.by) * (d - a) + x.by * (e - c));
            dx += g[k] * ((1 - y.by) * (c - a) + y.by * (e - d));
          }
          to[0] += dy * first_y;
          to[1] += dx * first_x;
          to[2] += dy * second_y;
          to[3] += dx * second_x;
        }
      }
    }
  });
}

Values crop_gradient(GradientContext& ctx) {
  Values grads(4, Value());
  const Value &image = ctx.input(0), &boxes = ctx.input(1), &indices = ctx.input(2);
  const std::string method = ctx.attr<std::string>("method");
  const DType dtype = image.dtype();
  if (ctx.wants(0) && is_floating(dtype))
    grads[0] = op<"CropAndResizeGradImage">({ctx.grad(), boxes, indices, build::shape_of(image)},
                                            {{"T", dtype}, {"method", method}});
  if (ctx.wants(1)) grads[1] = op<"CropAndResizeGradBoxes">({ctx.grad(), image, boxes, indices});
  return grads;
}

// Rows of images lie behind each other, and so do rows of boxes, whose images are then other ones.
void crop_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(3)) return;
  Value indices = ctx.stacked(2);
  if (ctx.rows(0)) indices = vectorize::moved(ctx, indices, 1, vectorize::extent(ctx.value(0), 1));
  ctx.set(0, ctx.split(call(ctx.op(),
                            Values{ctx.rows(0) ? ctx.merged(ctx.value(0)) : ctx.value(0), ctx.merged(ctx.stacked(1)),
                                   ctx.merged(indices), ctx.value(3)},
                            ctx.attrs())[0]));
}
void crop_grad_image_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(3)) return;
  Value indices = vectorize::moved(ctx, ctx.stacked(2), 1, build::element(ctx.value(3), 0));
  ctx.set(0, ctx.split(call(ctx.op(),
                            Values{ctx.merged(ctx.stacked(0)), ctx.merged(ctx.stacked(1)), ctx.merged(indices),
                                   ctx.merged_sizes(ctx.value(3))},
                            ctx.attrs())[0]));
}
void crop_grad_boxes_vectorize(VectorizeContext& ctx) {
  Value indices = ctx.stacked(3);
  if (ctx.rows(1)) indices = vectorize::moved(ctx, indices, 1, vectorize::extent(ctx.value(1), 1));
  ctx.set(0, ctx.split(call(ctx.op(),
                            Values{ctx.merged(ctx.stacked(0)), ctx.rows(1) ? ctx.merged(ctx.value(1)) : ctx.value(1),
                                   ctx.merged(ctx.stacked(2)), ctx.merged(indices)},
                            ctx.attrs())[0]));
}

// CropAndResize: for each box a part of one of the images, sampled at evenly spread places.
DEFINE_OP("CropAndResize")
    .input("image: T")
    .input("boxes: float")
    .input("box_ind: int32")
    .input("crop_size: int32")
    .output("crops: float")
    .attr("T: " GW_CROP_TYPES)
    .attr("method: {'bilinear', 'nearest'} = 'bilinear'")
    .attr("extrapolation_value: float = 0.0")
    .doc("For each box [y1, x1, y2, x2] that part of image `box_ind`, resized to `crop_size`.")
    .shape(crop_shape)
    .kernel(CPU, crop_cpu)
    .gradient(crop_gradient)
    .vectorize(crop_vectorize);

DEFINE_OP("CropAndResizeGradImage")
    .input("grads: float")
    .input("boxes: float")
    .input("box_ind: int32")
    .input("image_size: int32")
    .output("output: T")
    .attr("T: {float, half, double}")
    .attr("method: {'bilinear', 'nearest'} = 'bilinear'")
    .doc("The gradient of CropAndResize with respect to the images.")
    .shape(crop_grad_image_shape)
    .kernel(CPU, crop_grad_image_cpu)
    .vectorize(crop_grad_image_vectorize);

DEFINE_OP("CropAndResizeGradBoxes")
    .input("grads: float")
    .input("image: T")
    .input("boxes: float")
    .input("box_ind: int32")
    .output("output: float")
    .attr("T: " GW_CROP_TYPES)
    .attr("method: {'bilinear'} = 'bilinear'")
    .doc("The gradient of CropAndResize with respect to the boxes.")
    .shape(crop_grad_boxes_shape)
    .kernel(CPU, crop_grad_boxes_cpu)
    .vectorize(crop_grad_boxes_vectorize);

XLA_FACT(kNotCompiled, "CropAndResize", "CropAndResizeGradBoxes", "CropAndResizeGradImage");

}  // namespace
}  // namespace graphwright
