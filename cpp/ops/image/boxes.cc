// Boxes in images: drawing them, and drawing lots for them.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "kernels/random_fill.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/image/image.h"
#include "ops/random/state.h"

namespace graphwright {
namespace {

// Red, green, blue and opacity of the boxes where no colours are given.
constexpr float kColors[10][4] = {{1, 1, 0, 1},       {0, 0, 1, 1},       {1, 0, 0, 1},    {0, 1, 0, 1},
                                  {0.5f, 0, 0.5f, 1}, {0.5f, 0.5f, 0, 1}, {0.5f, 0, 0, 1}, {0, 0, 0.5f, 1},
                                  {0, 1, 1, 1},       {1, 0, 1, 1}};

void draw_shape(ShapeContext& ctx) {
  Shape images = ctx.with_rank(0, 4), boxes = ctx.with_rank(1, 3);
  if (boxes[2] >= 0 && boxes[2] != 4) ctx.fail("boxes must have 4 columns, got shape ", boxes);
  if (ctx.num_inputs() == 3) ctx.with_rank(2, 2);
  ctx.set_output(0, images);
}

// The pixel that a coordinate falls on; what is far outside, or no number, stays outside.
int64_t pixel_of(float coordinate, int64_t extent) {
  const float at = coordinate * static_cast<float>(extent - 1);
  return at > -1e9f ? static_cast<int64_t>(std::min(at, 1e9f)) : -1'000'000'000;
}

template <class T>
void draw_boxes(const Shape& shape, int64_t image, const float* boxes, int64_t count, const float* colors,
                int64_t num_colors, int64_t color_stride, T* pixels) {
  const int64_t height = shape[1], width = shape[2], channels = shape[3];
  pixels += image * height * width * channels;
  for (int64_t b = 0; b < count; ++b) {
    const float *box = boxes + (image * count + b) * 4, *color = colors + b % num_colors * color_stride;
    const int64_t top = pixel_of(box[0], height), left = pixel_of(box[1], width);
    const int64_t bottom = pixel_of(box[2], height), right = pixel_of(box[3], width);
    if (bottom < top || right < left) continue;  // inverted
    auto paint = [&](int64_t y, int64_t x) {
      for (int64_t k = 0; k < channels; ++k) pixels[(y * width + x) * channels + k] = static_cast<T>(color[k]);
    };
    const int64_t x_begin = std::max<int64_t>(left, 0), x_end = std::min(right + 1, width);
    const int64_t y_begin = std::max<int64_t>(top, 0), y_end = std::min(bottom + 1, height);
    for (int64_t y : {top, bottom})
      if (y >= 0 && y < height)
        for (int64_t x = x_begin; x < x_end; ++x) paint(y, x);
    for (int64_t x : {left, right})
      if (x >= 0 && x < width)
        for (int64_t y = y_begin; y < y_end; ++y) paint(y, x);
  }
}

void draw_cpu(KernelContext& ctx) {
  check_images(ctx, 0, false);
  const Tensor &images = ctx.input(0), &boxes = ctx.input(1);
  const Shape &in = images.shape(), &places = boxes.shape();
  if (places.rank() != 3) ctx.fail("boxes must be 3-dimensional, got shape ", places);
  if (places[2] != 4) ctx.fail("boxes must have 4 columns, got shape ", places);
  if (places[0] != in[0]) ctx.fail("The batch sizes should be the same, got shapes ", in, " and ", places);
  if (in[3] != 1 && in[3] != 3 && in[3] != 4)
    ctx.fail("Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA), got ", in[3]);
  constexpr float kWhite[1] = {1};
  const float* colors = in[3] == 1 ? kWhite : kColors[0];
  int64_t num_colors = in[3] == 1 ? 1 : 10, stride = in[3] == 1 ? 1 : 4;
  if (ctx.num_inputs() == 3) {
    const Shape& given = ctx.input(2).shape();
    if (given.rank() != 2) ctx.fail("colors must be a 2-D matrix, got shape ", given);
    if (given[0] > 0) {
      if (given[1] < in[3])
        ctx.fail("colors must have equal or more channels than the image provided: ", given, " for ", in);
      colors = ctx.input(2).data<float>(), num_colors = given[0], stride = given[1];
    }
  }
  Tensor out = ctx.allocate(0, in);
  copy_elements(images.dtype(), out.raw(), images.raw(), images.num_elements());
  if (out.num_elements() == 0) return;
  visit_dtype<float, Half>(out.dtype(), [&]<class T>() {
    parallel_for(in[0], 1, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b)
        draw_boxes(in, b, boxes.data<float>(), places[1], colors, num_colors, stride, out.data<T>());
    });
  });
}

DEFINE_OP("DrawBoundingBoxes")
    .input("images: T")
    .input("boxes: float")
    .output("output: T")
    .attr("T: {float, half} = float")
    .doc("The images with boxes [y1, x1, y2, x2], in parts of their extents, drawn on them in colours that differ.")
    .shape(draw_shape)
    .kernel(CPU, draw_cpu)
    .no_gradient("TensorFlow has none")
    .vectorize(vectorize::examples<2>);

DEFINE_OP("DrawBoundingBoxesV2")
    .input("images: T")
    .input("boxes: float")
    .input("colors: float")
    .output("output: T")
    .attr("T: {float, half} = float")
    .doc("The images with boxes [y1, x1, y2, x2], in parts of their extents, drawn on them in the colours given.")
    .shape(draw_shape)
    .kernel(CPU, draw_cpu)
    .vectorize(vectorize::examples<2>);

// ---- lots ----

struct Rectangle {
  int64_t top, left, bottom, right;
  double area() const { return static_cast<double>(bottom - top) * static_cast<double>(right - left); }
};

double shared_area(const Rectangle& a, const Rectangle& b) {
  Rectangle both = {std::max(a.top, b.top), std::max(a.left, b.left), std::min(a.bottom, b.bottom),
                    std::min(a.right, b.right)};
  return both.bottom > both.top && both.right > both.left ? both.area() : 0;
}

// An integer in [0, n), each as likely: numbers that would favour the lower ones are drawn again.
uint32_t below(PhiloxStream& random, uint32_t n) {
  if ((n & (n - 1)) == 0) return random.next() & (n - 1);
  constexpr uint32_t kMost = ~uint32_t{0};
  const uint32_t reject = kMost % n + 1;
  uint32_t drawn = random.next();
  while (drawn < reject) drawn = random.next();
  return drawn % n;
}

struct CropLimits {
  float least_area, most_area;  // in parts of the image
  float narrowest, widest;      // width by height
};

// A crop whose area and aspect ratio lie within limits; false where that cannot be met.
bool draw_crop(PhiloxStream& random, const CropLimits& limits, int64_t height, int64_t width, Rectangle* crop) {
  const float aspect = unit_float(random.next()) * (limits.widest - limits.narrowest) + limits.narrowest;
  if (!(aspect > 0) || height <= 0 || width <= 0 || limits.least_area > limits.most_area) return false;
  const float pixels = static_cast<float>(height) * static_cast<float>(width);
  const float least = limits.least_area * pixels, most = limits.most_area * pixels;
  int64_t rows = std::lrint(std::sqrt(least / aspect)), most_rows = std::lrint(std::sqrt(most / aspect));
  auto width_of = [&](int64_t n) { return static_cast<int64_t>(std::lrint(static_cast<float>(n) * aspect)); };
  if (width_of(most_rows) > width)
    most_rows = static_cast<int64_t>((static_cast<double>(width) + 0.5 - 1e-7) / static_cast<double>(aspect));
  most_rows = std::min(most_rows, height);
  rows = std::min(rows, most_rows);
  if (rows < most_rows) rows += below(random, static_cast<uint32_t>(most_rows - rows + 1));
  int64_t columns = width_of(rows);
  auto area = [&] { return static_cast<float>(static_cast<double>(rows) * static_cast<double>(columns)); };
  if (area() < least) columns = width_of(++rows);
  if (area() > most) columns = width_of(--rows);
  if (area() < least || area() > most || columns > width || rows > height || columns <= 0 || rows <= 0) return false;
  crop->top = rows < height ? below(random, static_cast<uint32_t>(height - rows)) : 0;
  crop->left = columns < width ? below(random, static_cast<uint32_t>(width - columns)) : 0;
  crop->bottom = crop->top + rows;
  crop->right = crop->left + columns;
  return true;
}

void sample_shape(ShapeContext& ctx) {
  Shape size = ctx.with_rank(0, 1), boxes = ctx.with_rank(1, 3);
  if (size[0] >= 0 && size[0] != 3) ctx.fail("image_size must contain 3 elements, got shape ", size);
  if (boxes[2] >= 0 && boxes[2] != 4) ctx.fail("boxes must have 4 columns, got shape ", boxes);
  if (ctx.num_inputs() > 2) ctx.with_rank(2, 0);
  if (ctx.num_inputs() == 4) {
    Shape seed = ctx.with_rank(3, 1);
    if (seed[0] >= 0 && seed[0] != 2) ctx.fail("seed must have shape [2], got shape ", seed);
  }
  ctx.set_output(0, Shape{3});
  ctx.set_output(1, Shape{3});
  ctx.set_output(2, Shape{1, 1, 4});
}

std::pair<float, float> range_attr(const KernelContext& ctx, const char* name, const char* words) {
  const auto range = ctx.attr<std::vector<float>>(name);
  if (range.size() != 2) ctx.fail(words, " range field must specify 2 dimensions, got ", range.size());
  if (!(range[0] > 0 && range[1] > 0)) ctx.fail(words, " range must be non-negative: [", str_join(range, ", "), "]");
  return {range[0], range[1]};
}

std::vector<Rectangle> objects_of(const KernelContext& ctx, int64_t height, int64_t width) {
  const Tensor& boxes = ctx.input(1);
  if (boxes.shape().rank() != 3)
    ctx.fail("input boxes must be 3-dimensional [batch, num_boxes, coords]: ", boxes.shape());
  if (boxes.shape()[2] != 4) ctx.fail("bounding boxes must have shape [.., 4]: ", boxes.shape());
  std::vector<Rectangle> objects;
  const float* box = boxes.data<float>();
  for (int64_t i = 0; i < boxes.num_elements() / 4; ++i, box += 4) {
    for (int k = 0; k < 4; ++k)
      if (!(box[k] >= 0 && box[k] <= 1)) ctx.fail("All bounding box coordinates must be in [0.0, 1.0]: ", box[k]);
    const float h = static_cast<float>(height), w = static_cast<float>(width);
    objects.push_back({static_cast<int64_t>(box[0] * h), static_cast<int64_t>(box[1] * w),
                       static_cast<int64_t>(box[2] * h), static_cast<int64_t>(box[3] * w)});
  }
  if (objects.empty()) {
    if (!ctx.attr<bool>("use_image_if_no_bounding_boxes"))
      ctx.fail(
          "No bounding boxes provided as input. One must enable use_image_if_no_bounding_boxes if you wish to not "
          "provide any bounding boxes.");
    objects.push_back({0, 0, height, width});
  }
  return objects;
}

bool covers_an_object(const Rectangle& crop, const std::vector<Rectangle>& objects, float least) {
  if (crop.area() < 1) return false;
  return std::any_of(objects.begin(), objects.end(), [&](const Rectangle& object) {
    return object.area() >= 1 && static_cast<float>(shared_area(crop, object) / object.area()) >= least;
  });
}

template <bool kStateless>
void sample_cpu(KernelContext& ctx) {
  const Tensor& size = ctx.input(0);
  if (size.shape().rank() != 1) ctx.fail("image_size must be 1-dimensional: ", size.shape());
  if (size.num_elements() != 3) ctx.fail("image_size must contain 3 elements, got shape ", size.shape());
  const int64_t height = size.int_at(0), width = size.int_at(1);
  if (height < 0 || width < 0 || height >= INT32_MAX || width >= INT32_MAX)
    ctx.fail("image_size must be of sizes from 0 to 2**31 - 2, got ", height, " x ", width);
  float least_covered = 0;
  if (ctx.num_inputs() == 2) {
    least_covered = ctx.attr<float>("min_object_covered");
  } else {
    if (ctx.input(2).shape().rank() != 0) ctx.fail("min_object_covered must be 0-D, got shape ", ctx.input(2).shape());
    least_covered = *ctx.input(2).data<float>();
  }
  if (!(least_covered >= 0)) ctx.fail("Min object covered must be non-negative: ", least_covered);
  CropLimits limits;
  std::tie(limits.narrowest, limits.widest) = range_attr(ctx, "aspect_ratio_range", "Aspect ratio");
  std::tie(limits.least_area, limits.most_area) = range_attr(ctx, "area_range", "Area");
  if (limits.least_area > 1 || limits.most_area > 1)
    ctx.fail("Area range must be less then or equal to 1.0: [", limits.least_area, ", ", limits.most_area, "]");
  const int64_t attempts = ctx.attr<int64_t>("max_attempts");
  if (attempts <= 0) ctx.fail("Max attempts must be non-negative: ", attempts);
  const std::vector<Rectangle> objects = objects_of(ctx, height, width);
  PhiloxStream random(kStateless ? philox_of_seed(ctx.input(3)) : reserve_blocks(ctx, static_cast<uint64_t>(attempts)));
  Rectangle crop = {0, 0, height, width};
  for (int64_t i = 0; i < attempts; ++i) {
    Rectangle drawn;
    if (draw_crop(random, limits, height, width, &drawn) && covers_an_object(drawn, objects, least_covered)) {
      crop = drawn;
      break;
    }
  }
  Tensor begin = ctx.allocate(0, Shape{3}), extent = ctx.allocate(1, Shape{3}), box = ctx.allocate(2, Shape{1, 1, 4});
  visit_dtype<uint8_t, int8_t, int16_t, int32_t, int64_t>(begin.dtype(), [&]<class T>() {
    const int64_t begins[3] = {crop.top, crop.left, 0},
                  extents[3] = {crop.bottom - crop.top, crop.right - crop.left, -1};
    for (int k = 0; k < 3; ++k) {
      begin.data<T>()[k] = static_cast<T>(begins[k]);
      extent.data<T>()[k] = static_cast<T>(extents[k]);
    }
  });
  const int64_t edges[4] = {crop.top, crop.left, crop.bottom, crop.right};
  for (int k = 0; k < 4; ++k)
    box.data<float>()[k] = static_cast<float>(edges[k]) / static_cast<float>(k % 2 == 0 ? height : width);
}

DEFINE_OP("SampleDistortedBoundingBox")
    .input("image_size: T")
    .input("bounding_boxes: float")
    .output("begin: T")
    .output("size: T")
    .output("bboxes: float")
    .attr("T: {uint8, int8, int16, int32, int64}")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .attr("min_object_covered: float = 0.1")
    .attr("aspect_ratio_range: list(float) = [0.75, 1.33]")
    .attr("area_range: list(float) = [0.05, 1.0]")
    .attr("max_attempts: int32 = 100")
    .attr("use_image_if_no_bounding_boxes: bool = false")
    .doc("A random part of an image that covers enough of one of the boxes: where it begins, its size, and its box.")
    .stateful()
    .shape(sample_shape)
    .kernel(CPU, sample_cpu<false>)
    .no_gradient("depends on no number");

DEFINE_OP("SampleDistortedBoundingBoxV2")
    .input("image_size: T")
    .input("bounding_boxes: float")
    .input("min_object_covered: float")
    .output("begin: T")
    .output("size: T")
    .output("bboxes: float")
    .attr("T: {uint8, int8, int16, int32, int64}")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .attr("aspect_ratio_range: list(float) = [0.75, 1.33]")
    .attr("area_range: list(float) = [0.05, 1.0]")
    .attr("max_attempts: int32 = 100")
    .attr("use_image_if_no_bounding_boxes: bool = false")
    .doc("A random part of an image that covers enough of one of the boxes: where it begins, its size, and its box.")
    .stateful()
    .shape(sample_shape)
    .kernel(CPU, sample_cpu<false>)
    .no_gradient("depends on no number");

DEFINE_OP("StatelessSampleDistortedBoundingBox")
    .input("image_size: T")
    .input("bounding_boxes: float")
    .input("min_object_covered: float")
    .input("seed: Tseed")
    .output("begin: T")
    .output("size: T")
    .output("bboxes: float")
    .attr("T: {uint8, int8, int16, int32, int64}")
    .attr("Tseed: {int32, int64}")
    .attr("aspect_ratio_range: list(float) = [0.75, 1.33]")
    .attr("area_range: list(float) = [0.05, 1.0]")
    .attr("max_attempts: int32 = 100")
    .attr("use_image_if_no_bounding_boxes: bool = false")
    .doc("A random part of an image, the same one for the same inputs: where it begins, its size, and its box.")
    .shape(sample_shape)
    .kernel(CPU, sample_cpu<true>);

XLA_FACT(kNotCompiled, "DrawBoundingBoxes", "DrawBoundingBoxesV2", "SampleDistortedBoundingBox",
         "SampleDistortedBoundingBoxV2", "StatelessSampleDistortedBoundingBox");

}  // namespace
}  // namespace graphwright
