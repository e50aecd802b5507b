// Convolutions of integers that stand for (integer - zero point) * scale: UniformQuantizedConvolution and its hybrid
// form, whose images are numbers.
#include <array>
#include <vector>

#include "base/wrapping.h"
#include "io/fields.h"
#include "op/build.h"
#include "ops/quantize/uniform_quantize.h"

namespace graphwright {
namespace {

using namespace uniform;

// Where the axes of images, filters and results are: first the batch and the channels (of filters: the output's and the
// input's), then those to slide along.
struct Places {
  std::vector<int> image, filter, result;
};

// Reads the attr dimension_numbers, a message; without one axes come in that order.
template <class Context>
Places places_of(const Context& ctx, int rank) {
  Places places;
  const std::string message = ctx.template attr<std::string>("dimension_numbers");
  const std::array<std::vector<int>*, 3> all = {&places.image, &places.filter, &places.result};
  if (message.empty()) {
    for (std::vector<int>* one : all)
      for (int axis = 0; axis < rank; ++axis) one->push_back(axis);
    return places;
  }
  for (std::vector<int>* one : all) one->assign(2, 0);
  Fields fields(message);
  const auto add = [&](std::vector<int>& to, uint64_t value) {
    to.push_back(static_cast<int>(std::min<uint64_t>(value, 1 << 20)));
  };
  while (fields.next()) {
    const uint32_t number = fields.number();
    if (number < 1 || number > 9) continue;
    // Fields 1 to 3 are of images, 4 to 6 of filters (the input's channels first), 7 to 9 of results.
    std::vector<int>& to = *all[(number - 1) / 3];
    const uint32_t part = (number - 1) % 3;
    if (part < 2) {
      const uint32_t slot = number == 4 || number == 5 ? 1 - part : part;
      to[slot] = static_cast<int>(std::min<uint64_t>(fields.value(), 1 << 20));
    } else if (fields.is_bytes()) {
      for (std::string_view packed = fields.bytes(); !packed.empty();) {
        uint64_t value = 0;
        if (!take_varint(packed, value)) ctx.fail("Error parsing convolution dimension numbers.");
        add(to, value);
      }
    } else {
      add(to, fields.value());
    }
  }
  if (!fields.ok()) ctx.fail("Error parsing convolution dimension numbers.");
  for (const std::vector<int>* one : all) {
    if (static_cast<int>(one->size()) != rank)
      ctx.fail("dimension_numbers must name ", rank, " axes of each, got ", one->size());
    std::vector<bool> seen(one->size());
    for (const int axis : *one) {
      if (axis >= rank || seen[static_cast<size_t>(axis)])
        ctx.fail("dimension_numbers must name each axis once, got ", axis, " of ", rank);
      seen[static_cast<size_t>(axis)] = true;
    }
  }
  return places;
}

// How the window goes along one axis.
struct Slide {
  int64_t input, window, output, stride, before, input_dilation, window_dilation;
  // The index in the images at a place of the window, -1 between them and outside.
  int64_t at(int64_t out, int64_t tap) const {
    const int64_t place = out * stride + tap * window_dilation - before;
    if (place < 0 || place % input_dilation != 0) return -1;
    const int64_t index = place / input_dilation;
    return index < input ? index : -1;
  }
};

struct Convolution {
  Places places;
  std::vector<Slide> slides;
  int64_t batch, channels, features, feature_groups, batch_groups;
  Shape result;
};

template <class Context>
Convolution convolution_of(const Context& ctx, const Shape& image, const Shape& filter) {
  const int rank = image.rank();
  if (rank != filter.rank()) ctx.fail("lhs and rhs must have the same rank, got shapes ", image, " and ", filter);
  if (rank <= 2) ctx.fail("lhs and rhs must have rank of 3 or more, got ", rank);
  Convolution made;
  made.places = places_of(ctx, rank);
  const size_t count = static_cast<size_t>(rank) - 2;
  const std::string padding = ctx.template attr<std::string>("padding");
  if (padding != "EXPLICIT" && padding != "SAME" && padding != "VALID")
    ctx.fail("padding Attr must be one of [EXPLICIT | SAME | VALID], but given: ", padding);
  const auto explicit_padding = ctx.template attr<std::vector<int64_t>>("explicit_padding");
  if (padding == "EXPLICIT" ? explicit_padding.size() != 2 * count : !explicit_padding.empty())
    ctx.fail(
        "explicit_padding must have two integers for each axis to slide along where padding is EXPLICIT and none "
        "elsewhere, got ",
        explicit_padding.size(), " for ", padding);
  constexpr int64_t kMost = int64_t{1} << 31;
  const auto steps = [&](const char* name) {
    auto values = ctx.template attr<std::vector<int64_t>>(name);
    if (values.empty()) values.assign(count, 1);
    if (values.size() != count) ctx.fail("Size of ", name, " Attr must be dims - 2.");
    for (const int64_t value : values)
      if (value < 1 || value > kMost)
        ctx.fail("All elements of ", name, " must be >= 1. Given ", str_join(values, ", "));
    return values;
  };
  const auto strides = steps("window_strides"), image_dilation = steps("lhs_dilation"),
             window_dilation = steps("rhs_dilation");
  for (const int64_t value : explicit_padding)
    if (value < 0 || value > kMost) ctx.fail("All explicit_padding elements must be >= 0, got ", value);

  const std::vector<int>&in = made.places.image, &taps = made.places.filter, &out = made.places.result;
  made.batch = image[in[0]];
  made.channels = image[in[1]];
  made.features = filter[taps[0]];
  made.feature_groups = ctx.template attr<int64_t>("feature_group_count");
  made.batch_groups = ctx.template attr<int64_t>("batch_group_count");
  if (made.feature_groups <= 0)
    ctx.fail("feature_group_count must be a positive integer, given: ", made.feature_groups);
  if (made.batch_groups <= 0) ctx.fail("batch_group_count must be a positive integer, given: ", made.batch_groups);
  if (made.feature_groups > 1 && made.batch_groups > 1)
    ctx.fail("one of batch_group_count and feature_group_count must be 1, given ", made.batch_groups, " and ",
             made.feature_groups);
  if (made.batch % made.batch_groups != 0)
    ctx.fail("batch_group_count must divide lhs batch dimension size, but ", made.batch_groups, " does not divide ",
             made.batch);
  if (made.channels % made.feature_groups != 0)
    ctx.fail("feature_group_count must divide lhs feature dimension size, but ", made.feature_groups,
             " does not divide ", made.channels);
  if (made.channels / made.feature_groups != filter[taps[1]])
    ctx.fail(
        "lhs feature dimension size divided by feature_group_count must equal the rhs input feature dimension "
        "size, but ",
        made.channels, " / ", made.feature_groups, " != ", filter[taps[1]]);
  for (const int64_t groups : {made.feature_groups, made.batch_groups})
    if (made.features % groups != 0)
      ctx.fail("rhs output dimension size must be divisible by the number of groups, but ", groups, " does not divide ",
               made.features);

  Ints sizes(static_cast<size_t>(rank));
  sizes[static_cast<size_t>(out[0])] = made.batch / made.batch_groups;
  sizes[static_cast<size_t>(out[1])] = made.features;
  for (size_t i = 0; i < count; ++i) {
    Slide slide{image[in[i + 2]], filter[taps[i + 2]], 0, strides[i], 0, image_dilation[i], window_dilation[i]};
    const auto spread = [](int64_t size, int64_t dilation) {
      return size == 0 ? 0 : checked_multiply(size - 1, dilation) + 1;
    };
    const int64_t wide = spread(slide.input, slide.input_dilation),
                  window = spread(slide.window, slide.window_dilation);
    int64_t padded = wide;
    if (padding == "EXPLICIT") {
      slide.before = explicit_padding[2 * i];
      padded += explicit_padding[2 * i] + explicit_padding[2 * i + 1];
    } else if (padding == "SAME" && wide > 0) {
      const int64_t wanted = (wide - 1) / slide.stride + 1;
      const int64_t missing = std::max<int64_t>((wanted - 1) * slide.stride + window - wide, 0);
      slide.before = missing / 2;
      padded += missing;
    }
    slide.output = padded < window || padded == 0 ? 0 : (padded - window) / slide.stride + 1;
    sizes[static_cast<size_t>(out[i + 2])] = slide.output;
    made.slides.push_back(slide);
  }
  made.result = shape_of_sizes(ctx, sizes);
  return made;
}

std::vector<int64_t> steps_of(const Shape& shape, const std::vector<int>& places) {
  std::vector<int64_t> steps;
  for (const int axis : places) steps.push_back(product(shape, axis + 1, shape.rank()));
  return steps;
}

// Goes over a box of indices, the last one fastest.
template <class F>
void each_index(const std::vector<int64_t>& sizes, const F& f) {
  for (const int64_t size : sizes)
    if (size == 0) return;
  std::vector<int64_t> index(sizes.size());
  for (;;) {
    f(index);
    size_t axis = sizes.size();
    while (axis > 0 && ++index[axis - 1] == sizes[axis - 1]) index[--axis] = 0;
    if (axis == 0) return;
  }
}

// Calls give(batch of the image, feature, place of the result, sum) with the sum of products of what `image` and
// `filter` have, zero points taken off.
template <class Image, class Filter, class Give>
void convolve(const Convolution& of, const Shape& image_shape, const Shape& filter_shape, const Image& image,
              const Filter& filter, const Give& give) {
  const auto in = steps_of(image_shape, of.places.image), taps = steps_of(filter_shape, of.places.filter),
             out = steps_of(of.result, of.places.result);
  std::vector<int64_t> outputs{of.batch / of.batch_groups, of.features}, window;
  for (const Slide& slide : of.slides) {
    outputs.push_back(slide.output);
    window.push_back(slide.window);
  }
  const int64_t channels = of.channels / of.feature_groups;
  each_index(outputs, [&](const std::vector<int64_t>& at) {
    const int64_t feature = at[1];
    const int64_t batch = at[0] + feature / (of.features / of.batch_groups) * (of.batch / of.batch_groups);
    const int64_t from = feature / (of.features / of.feature_groups) * channels;
    int64_t sum = 0;
    each_index(window, [&](const std::vector<int64_t>& tap) {
      int64_t image_at = batch * in[0] + from * in[1], filter_at = feature * taps[0];
      for (size_t i = 0; i < tap.size(); ++i) {
        const int64_t index = of.slides[i].at(at[i + 2], tap[i]);
        if (index < 0) return;
        image_at += index * in[i + 2];
        filter_at += tap[i] * taps[i + 2];
      }
      for (int64_t c = 0; c < channels; ++c)
        sum = wrapping_add(
            sum, wrapping_multiply(image(image_at + c * in[1], batch), filter(filter_at + c * taps[1], feature)));
    });
    int64_t place = 0;
    for (size_t i = 0; i < at.size(); ++i) place += at[i] * out[i];
    give(batch, feature, place, sum);
  });
}

void convolution_shape(ShapeContext& ctx) {
  const Shape &image = ctx.input(0), &filter = ctx.input(1);
  if (image.has_rank() && image.rank() <= 2) ctx.fail("lhs must have rank of 3 or more, got shape ", image);
  if (!image.fully_defined() || !filter.fully_defined()) {
    Shape result = image.has_rank() ? Shape() : Shape::unknown();
    for (int i = 0; image.has_rank() && i < image.rank(); ++i) result.append(kUnknown);
    ctx.set_output(0, result);
    return;
  }
  ctx.set_output(0, convolution_of(ctx, image, filter).result);
}

void check_filter_axis(KernelContext& ctx, const Convolution& of) {
  const int64_t axis = ctx.attr<int64_t>("rhs_quantization_axis");
  if (axis != -1 && axis != of.places.filter[0])
    ctx.fail("rhs_quantization_axis Attr must be -1 (per-tensor) or the axis of the output's features, ",
             of.places.filter[0], ", got ", axis);
}

void convolution(KernelContext& ctx) {
  const Tensor &image = ctx.input(0), &filter = ctx.input(1);
  const Convolution of = convolution_of(ctx, image.shape(), filter.shape());
  if (ctx.attr<int64_t>("lhs_quantization_axis") != -1) ctx.fail("lhs_quantization_axis Attr must be -1 (per-tensor).");
  check_filter_axis(ctx, of);
  const int64_t axis = ctx.attr<int64_t>("output_quantization_axis");
  if (axis != -1 && axis != of.places.result[1])
    ctx.fail("output_quantization_axis Attr must be -1 (per-tensor) or the axis of the features, ", of.places.result[1],
             ", got ", axis);
  if (axis != -1 && ctx.attr<int64_t>("rhs_quantization_axis") == -1)
    ctx.fail("If rhs is per-tensor quantized, output must be also per-tensor quantized.");
  const Tensor out = ctx.allocate(0, of.result);
  const Scales of_image(ctx, 2, "lhs_quantization_axis", image.shape()),
      of_filter(ctx, 4, "rhs_quantization_axis", filter.shape()), to(ctx, 6, "output_quantization_axis", of.result);
  const Limits limits(ctx, "output_");
  const auto *images = image.data<int8_t>(), *filters = filter.data<int8_t>();
  const int64_t zero = of_image.zero(0);
  convolve(
      of, image.shape(), filter.shape(), [&](int64_t i, int64_t) { return images[i] - zero; },
      [&](int64_t i, int64_t) { return filters[i] - of_filter.zero(i); },
      [&](int64_t, int64_t feature, int64_t place, int64_t sum) {
        const int64_t one = feature * product(filter.shape(), of.places.filter[0] + 1, filter.shape().rank());
        const double ratio = static_cast<double>(of_image.scale(0)) * static_cast<double>(of_filter.scale(one)) /
                             static_cast<double>(to.scale(place));
        write(out, place, limits.clamp(requantized(sum, ratio) + to.zero(place)));
      });
}

DEFINE_OP("UniformQuantizedConvolution")
    .input("lhs: Tin")
    .input("rhs: Tin") UNIFORM_SCALES("lhs_") UNIFORM_SCALES("rhs_") UNIFORM_SCALES("output_")
    .output("output: Tout")
    .attr("Tin: {qint8}")
    .attr("Tout: {qint32}")
    .attr("window_strides: list(int) = []")
    .attr("padding: string")
    .attr("explicit_padding: list(int) = []")
    .attr("lhs_dilation: list(int) = []")
    .attr("rhs_dilation: list(int) = []")
    .attr("batch_group_count: int = 1")
    .attr("feature_group_count: int = 1")
    .attr("dimension_numbers: string = ''") UNIFORM_LIMITS("lhs_") UNIFORM_LIMITS("rhs_") UNIFORM_LIMITS("output_")
    .doc("The convolution of integers over any number of axes; features of filters may have their own scales.")
    .shape(convolution_shape)
    .kernel(CPU, convolution)
    .no_gradient("its result is an integer");

void convolution_hybrid(KernelContext& ctx) {
  const Tensor &image = ctx.input(0), &filter = ctx.input(1);
  const Convolution of = convolution_of(ctx, image.shape(), filter.shape());
  check_filter_axis(ctx, of);
  const Tensor out = ctx.allocate(0, of.result);
  const Scales of_filter(ctx, 2, "rhs_quantization_axis", filter.shape());
  const Limits limits(ctx, "rhs_");
  // Each image of the batch is rounded by its own range. Where the batch is not the first axis its elements are apart.
  const int batch_axis = of.places.image[0];
  const int64_t step = product(image.shape(), batch_axis + 1, image.shape().rank()), total = image.num_elements();
  const auto in_image = [&](int64_t i) { return i / (step * of.batch) * step + i % step; };
  std::vector<std::vector<float>> parts(static_cast<size_t>(of.batch));
  for (auto& part : parts) part.resize(static_cast<size_t>(total / std::max<int64_t>(of.batch, 1)));
  for (int64_t i = 0; i < total; ++i)
    parts[static_cast<size_t>(i / step % of.batch)][static_cast<size_t>(in_image(i))] = image.data<float>()[i];
  std::vector<Rounded> images;
  for (const auto& part : parts) images.emplace_back(part.data(), static_cast<int64_t>(part.size()));
  const auto* filters = filter.data<int8_t>();
  convolve(
      of, image.shape(), filter.shape(),
      [&](int64_t i, int64_t batch) { return images[static_cast<size_t>(batch)].at(in_image(i)); },
      [&](int64_t i, int64_t) { return filters[i] - of_filter.zero(i); },
      [&](int64_t batch, int64_t feature, int64_t place, int64_t sum) {
        const int64_t one = feature * product(filter.shape(), of.places.filter[0] + 1, filter.shape().rank());
        out.data<float>()[place] =
            static_cast<float>(sum) * images[static_cast<size_t>(batch)].scale * of_filter.scale(one);
      });
}

DEFINE_OP("UniformQuantizedConvolutionHybrid")
    .input("lhs: Tlhs")
    .input("rhs: Trhs") UNIFORM_SCALES("rhs_")
    .output("output: Tout")
    .attr("Tlhs: {float}")
    .attr("Trhs: {qint8}")
    .attr("Tout: {float}")
    .attr("window_strides: list(int) = []")
    .attr("padding: string")
    .attr("explicit_padding: list(int) = []")
    .attr("lhs_dilation: list(int) = []")
    .attr("rhs_dilation: list(int) = []")
    .attr("batch_group_count: int = 1")
    .attr("feature_group_count: int = 1")
    .attr("dimension_numbers: string = ''") UNIFORM_LIMITS("rhs_")
    .doc("The convolution of numbers, those of each image rounded to 8 bits, and integers.")
    .shape(convolution_shape)
    .kernel(CPU, convolution_hybrid);

}  // namespace
}  // namespace graphwright
