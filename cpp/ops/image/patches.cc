// Patches of images and volumes as vectors.
#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "op/gradient_needs.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_build.h"
#include "ops/image/image.h"
#include "ops/nn/sliding_window.h"

namespace graphwright {
namespace {

// The windows along one axis.
struct Windows {
  int64_t in, size, stride, rate;
  WindowAxis window;
};

// An image has two axes of them between batch and channels, a volume three.
template <class Context>
SmallVector<Windows, 3> windows_of(const Context& ctx, const Shape& input) {
  const int axes = ctx.op().name == "ExtractVolumePatches" ? 3 : 2;
  auto read = [&](const char* name) {
    std::vector<int64_t> list(static_cast<size_t>(axes) + 2, 1);
    if (ctx.op().attr(name) == nullptr) return list;
    list = ctx.template attr<std::vector<int64_t>>(name);
    if (static_cast<int>(list.size()) != axes + 2)
      ctx.fail("ExtractPatches requires the ", name, " attribute to contain ", axes + 2,
               " values, but got: ", list.size());
    if (list.front() != 1 || list.back() != 1)
      throw Error(Code::kUnimplemented, str_cat("Only support ", name, " across space."), ctx.op().name);
    for (int64_t value : list)
      if (value < 1 || value > INT32_MAX)
        throw Error(Code::kOutOfRange, str_cat(name, " is out of range: ", value), ctx.op().name);
    return list;
  };
  const auto sizes = read("ksizes"), strides = read("strides"), rates = read("rates");
  const std::string padding = ctx.template attr<std::string>("padding");
  SmallVector<Windows, 3> result;
  for (int i = 1; i <= axes; ++i)
    result.push_back({input[i], sizes[i], strides[i], rates[i],
                      slide(ctx.op().name, input[i], sizes[i], rates[i], strides[i], padding)});
  return result;
}

template <int kAxes>
void patches_shape(ShapeContext& ctx) {
  Shape input = ctx.with_rank(0, kAxes + 2), out = input;
  int64_t depth = input[kAxes + 1];
  const auto windows = windows_of(ctx, input);
  for (int i = 0; i < kAxes; ++i) {
    out.set(i + 1, windows[i].window.out);
    if (depth >= 0) depth = checked_multiply(depth, windows[i].size);
  }
  out.set(kAxes + 1, depth);
  ctx.set_output(0, out);
}

template <int kAxes>
void patches_cpu(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  const Shape& in = input.shape();
  if (in.rank() != kAxes + 2) ctx.fail("input must be ", kAxes + 2, "-dimensional, got shape ", in);
  const auto windows = windows_of(ctx, in);
  Shape shape = in;
  int64_t depth = in[kAxes + 1], places = in[0], total = in[0];
  for (int i = 0; i < kAxes; ++i) {
    shape.set(i + 1, windows[i].window.out);
    depth = checked_multiply(depth, windows[i].size);
    places = checked_multiply(places, windows[i].window.out);
  }
  total = checked_multiply(places, depth);
  shape.set(kAxes + 1, depth);
  Tensor out = ctx.allocate(0, shape);
  if (total == 0) return;
  const size_t pixel = static_cast<size_t>(in[kAxes + 1]) * dtype_size(input.dtype());
  const char* from = static_cast<const char*>(input.raw());
  char* to = static_cast<char*>(out.raw());
  int64_t in_pixels = 1, patch_pixels = 1;
  for (const Windows& w : windows) in_pixels *= w.in, patch_pixels *= w.size;
  parallel_for(places, 20'000 / depth + 1, [&](int64_t begin, int64_t end) {
    for (int64_t place = begin; place < end; ++place) {
      int64_t rest = place, first[kAxes];
      for (int i = kAxes - 1; i >= 0; --i) {
        first[i] = rest % windows[i].window.out * windows[i].stride - windows[i].window.before;
        rest /= windows[i].window.out;
      }
      char* patch = to + static_cast<size_t>(place * patch_pixels) * pixel;
      for (int64_t p = 0; p < patch_pixels; ++p, patch += pixel) {
        int64_t within = p, offset = 0, stride = 1;
        bool inside = true;
        for (int i = kAxes - 1; i >= 0; --i) {
          const int64_t at = first[i] + within % windows[i].size * windows[i].rate;
          within /= windows[i].size;
          inside &= at >= 0 && at < windows[i].in;
          offset += at * stride;
          stride *= windows[i].in;
        }
        if (inside) {
          std::memcpy(patch, from + static_cast<size_t>(rest * in_pixels + offset) * pixel, pixel);
        } else {
          std::memset(patch, 0, pixel);
        }
      }
    }
  });
}

// Where each element of the patches comes from tells the op itself, of an array of numbers of pixels; the gradients of
// elements that come from the same pixel are added.
template <int kAxes, FixedString kOp>
Values patches_gradient(GradientContext& ctx) {
  const Value& input = ctx.input(0);
  Value shape = build::shape_of(input), space = build::part(shape, 1, kAxes + 1);
  Value batch = build::part(shape, 0, 1), depth = build::part(shape, kAxes + 1, kAxes + 2), one = build::ints({1});
  Value pixels = build::product(space), padded = build::add(pixels, build::int_scalar(1));
  Value numbers = build::reshape(build::range(build::int_scalar(1), padded), build::join({one, space, one}));
  Attrs attrs = ctx.attrs();
  attrs.set("T", DType::kInt32);
  Value sources = build::reshape(op<kOp>({numbers}, attrs), build::ints({-1}));
  Value count = build::part(build::shape_of(sources), 0, 1);
  Value by_place = build::reshape(ctx.grad(), build::join({batch, count, depth}));
  Value columns = build::mul(batch, depth);
  Value rows =
      build::reshape(build::transpose(by_place, std::array<int64_t, 3>{1, 0, 2}), build::join({count, columns}));
  Value sums = op<"UnsortedSegmentSum">({rows, sources, padded});
  Value inside = op<"Slice">({sums, build::ints({1, 0}), build::ints({-1, -1})});
  Value apart = build::reshape(inside, build::join({build::stack({pixels}), batch, depth}));
  return {build::reshape(build::transpose(apart, std::array<int64_t, 3>{1, 0, 2}), shape)};
}

const GradientNeedsOf unread{GradientNeeds::kShapes, {"ExtractImagePatches", "ExtractVolumePatches"}};

// ExtractImagePatches: the windows of a convolution as vectors: out[b, y, x] holds the pixels of its window.
DEFINE_OP("ExtractImagePatches")
    .input("images: T")
    .output("patches: T")
    .attr("ksizes: list(int32) >= 4")
    .attr("strides: list(int32) >= 4")
    .attr("rates: list(int32) >= 4")
    .attr(
        "T: {bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, "
        "complex128, bool}")
    .attr("padding: {'SAME', 'VALID'}")
    .doc("The patches of images [batch, height, width, channels] that a window passes over, each as one vector.")
    .shape(patches_shape<2>)
    .kernel(CPU, patches_cpu<2>)
    .gradient(patches_gradient<2, "ExtractImagePatches">)
    .vectorize(vectorize::examples<1>);

DEFINE_OP("ExtractVolumePatches")
    .input("input: T")
    .output("patches: T")
    .attr("ksizes: list(int32) >= 5")
    .attr("strides: list(int32) >= 5")
    .attr("T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}")
    .attr("padding: {'SAME', 'VALID'}")
    .doc(
        "The patches of volumes [batch, depth, height, width, channels] that a window passes over, each as one vector.")
    .shape(patches_shape<3>)
    .kernel(CPU, patches_cpu<3>)
    .gradient(patches_gradient<3, "ExtractVolumePatches">)
    .vectorize(vectorize::examples<1>);

XLA_FACT(kNotCompiled, "ExtractVolumePatches");

}  // namespace
}  // namespace graphwright
