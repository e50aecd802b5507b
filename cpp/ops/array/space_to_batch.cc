// Moving blocks of space into the channel axis or the batch axis, and back.
#include "kernels/strided_copy.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

// Images as batch x height x width x channels x lanes, whatever their layout.
struct ImageLayout {
  int height, width, channels;
  int lanes = -1;
};
template <class Context>
ImageLayout image_layout(const Context& ctx) {
  std::string format = ctx.template attr<std::string>("data_format");
  if (format == "NHWC") return {1, 2, 3};
  if (format == "NCHW") return {2, 3, 1};
  return {2, 3, 1, 4};
}

template <class Context>
Shape space_to_depth_of(const Context& ctx, const Shape& x, bool back) {
  ImageLayout at = image_layout(ctx);
  int rank = at.lanes < 0 ? 4 : 5;
  if (x.rank() != rank) ctx.fail("Input rank should be ", rank, " instead of ", x.rank());
  int64_t block = ctx.template attr<int64_t>("block_size");
  Shape out = x;
  int64_t height = x[at.height], width = x[at.width], channels = x[at.channels];
  if (back) {
    if (channels >= 0 && channels % (block * block) != 0)
      ctx.fail("Input depth dimension ", channels, " should be divisible by: ", block * block);
    out.set(at.height, height < 0 ? kUnknown : checked_multiply(height, block));
    out.set(at.width, width < 0 ? kUnknown : checked_multiply(width, block));
    out.set(at.channels, channels < 0 ? kUnknown : channels / (block * block));
  } else {
    if ((height >= 0 && height % block != 0) || (width >= 0 && width % block != 0))
      ctx.fail("Image width ", width, " and height ", height, " should be divisible by block_size: ", block);
    out.set(at.height, height < 0 ? kUnknown : height / block);
    out.set(at.width, width < 0 ? kUnknown : width / block);
    out.set(at.channels, channels < 0 ? kUnknown : checked_multiply(channels, checked_multiply(block, block)));
  }
  return out;
}

template <bool kBack>
void space_to_depth_shape(ShapeContext& ctx) {
  if (ctx.attr<int64_t>("block_size") > (int64_t{1} << 30)) ctx.fail("block_size is too large");
  ctx.set_output(0, ctx.input(0).has_rank() ? space_to_depth_of(ctx, ctx.input(0), kBack)
                                            : Shape::filled(image_layout(ctx).lanes < 0 ? 4 : 5, kUnknown));
}
template <bool kBack>
void space_to_depth_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  int64_t block = ctx.attr<int64_t>("block_size");
  if (block > (int64_t{1} << 30)) ctx.fail("block_size is too large");
  Shape shape = space_to_depth_of(ctx, x.shape(), kBack);
  Tensor out = ctx.allocate(0, shape);
  if (x.num_elements() == 0) return;
  ImageLayout at = image_layout(ctx);
  // Seen from the side with small images (depth): depth = (block row, block column, channel).
  const Shape& wide = kBack ? shape : x.shape();
  const Shape& deep = kBack ? x.shape() : shape;
  auto wide_strides = strides_of(wide), deep_strides = strides_of(deep);
  int64_t channels = wide[at.channels];
  struct Axis {
    int64_t size, wide, deep;
  };
  SmallVector<Axis, 8> axes{
      {wide[0], wide_strides[0], deep_strides[0]},
      {deep[at.height], wide_strides[at.height] * block, deep_strides[at.height]},
      {deep[at.width], wide_strides[at.width] * block, deep_strides[at.width]},
      {block, wide_strides[at.height], deep_strides[at.channels] * channels * block},
      {block, wide_strides[at.width], deep_strides[at.channels] * channels},
      {channels, wide_strides[at.channels], deep_strides[at.channels]},
  };
  if (at.lanes >= 0) axes.push_back({wide[at.lanes], wide_strides[at.lanes], deep_strides[at.lanes]});
  CopyAxes copy;
  for (const Axis& axis : axes)
    copy.push_back({axis.size, kBack ? axis.wide : axis.deep, kBack ? axis.deep : axis.wide});
  strided_copy(x.dtype(), copy, out.raw(), x.raw());
}
Attrs block_attrs(GradientContext& ctx) {
  return {{"block_size", ctx.attr<int64_t>("block_size")}, {"data_format", ctx.attr<std::string>("data_format")}};
}
Values space_to_depth_grad(GradientContext& ctx) { return {op<"DepthToSpace">({ctx.grad()}, block_attrs(ctx))}; }
Values depth_to_space_grad(GradientContext& ctx) { return {op<"SpaceToDepth">({ctx.grad()}, block_attrs(ctx))}; }

// Blocks, and paddings or crops, of the axes 1, 2, … of the array.
struct BlockArgs {
  Ints blocks, margins;
};

template <class Context>
void check_blocks(const Context& ctx, const Shape& x, const BlockArgs& args, const char* margins_name) {
  int n = static_cast<int>(args.blocks.size());
  if (x.rank() < 1 + n) ctx.fail("input rank should be >= ", 1 + n, " instead of ", x.rank());
  if (static_cast<int>(args.margins.size()) != 2 * n)
    ctx.fail(margins_name, " should have shape [", n, ", 2], got ", args.margins.size(), " elements");
  for (int i = 0; i < n; ++i) {
    if (args.blocks[i] < 1)
      ctx.fail("All values in block_shape must be positive, got value, ", args.blocks[i], " at index ", i, ".");
    if (args.margins[2 * i] < 0 || args.margins[2 * i + 1] < 0)
      ctx.fail(margins_name[0] == 'p' ? "Paddings" : "Crops", " must be non-negative");
  }
}
int64_t block_product(const Ints& blocks) {
  int64_t n = 1;
  for (int64_t block : blocks) n = checked_multiply(n, block);
  return n;
}

template <class Context>
Shape space_to_batch_of(const Context& ctx, const Shape& x, const BlockArgs& args) {
  check_blocks(ctx, x, args, "paddings");
  Shape out = x;
  int64_t product = block_product(args.blocks);
  out.set(0, x[0] < 0 ? kUnknown : checked_multiply(x[0], product));
  for (size_t i = 0; i < args.blocks.size(); ++i) {
    int axis = static_cast<int>(i) + 1;
    if (x[axis] < 0) continue;
    int64_t padded;
    if (__builtin_add_overflow(x[axis], args.margins[2 * i], &padded) ||
        __builtin_add_overflow(padded, args.margins[2 * i + 1], &padded))
      ctx.fail("Paddings are too large");
    if (padded % args.blocks[i] != 0)
      ctx.fail("padded_shape[", i, "]=", padded, " is not divisible by block_shape[", i, "]=", args.blocks[i]);
    out.set(axis, padded / args.blocks[i]);
  }
  return out;
}
template <class Context>
Shape batch_to_space_of(const Context& ctx, const Shape& x, const BlockArgs& args) {
  check_blocks(ctx, x, args, "crops");
  Shape out = x;
  int64_t product = block_product(args.blocks);
  if (x[0] >= 0 && x[0] % product != 0)
    ctx.fail("Input batch dimension (", x[0], ") is not divisible by product of block sizes (", product, ")");
  out.set(0, x[0] < 0 ? kUnknown : x[0] / product);
  for (size_t i = 0; i < args.blocks.size(); ++i) {
    int axis = static_cast<int>(i) + 1;
    if (x[axis] < 0) continue;
    int64_t whole = checked_multiply(x[axis], args.blocks[i]);
    int64_t size = args.margins[2 * i] > whole ? -1 : whole - args.margins[2 * i] - args.margins[2 * i + 1];
    if (size < 0) ctx.fail("cropped_shape[", i, "]=", size, " must be non-negative");
    out.set(axis, size);
  }
  return out;
}

// The ND ops have block_shape as input 1 and margins as input 2; the older ones an attr block_size for both axes of
// images.
bool has_block_input(const OpDef& op) { return op.inputs.size() == 3; }

std::optional<Ints> known_blocks(ShapeContext& ctx) {
  return has_block_input(ctx.op()) ? known_ints(ctx, 1) : Ints(2, ctx.attr<int64_t>("block_size"));
}

std::optional<BlockArgs> known_block_args(ShapeContext& ctx) {
  int margins_at = has_block_input(ctx.op()) ? 2 : 1;
  const Shape& margins_shape = ctx.input(margins_at);
  if (margins_shape.has_rank() && (margins_shape.rank() != 2 || (margins_shape[1] >= 0 && margins_shape[1] != 2)))
    ctx.fail(ctx.op().inputs[margins_at].name, " must be a matrix with 2 columns, got shape ", margins_shape);
  if (has_block_input(ctx.op()) && ctx.input(1).has_rank() && ctx.input(1).rank() != 1)
    ctx.fail("block_shape rank should be 1 instead of ", ctx.input(1).rank());
  auto blocks = known_blocks(ctx);
  if (!blocks) return std::nullopt;
  BlockArgs args;
  args.blocks = *blocks;
  auto margins = known_ints(ctx, margins_at);
  if (!margins) return std::nullopt;
  args.margins = *margins;
  return args;
}
BlockArgs block_args(KernelContext& ctx) {
  BlockArgs args;
  if (has_block_input(ctx.op())) {
    args.blocks = ctx.input(1).ints();
    args.margins = ctx.input(2).ints();
  } else {
    args.blocks = Ints(2, ctx.attr<int64_t>("block_size"));
    args.margins = ctx.input(1).ints();
  }
  return args;
}

template <bool kBack>
void space_to_batch_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  auto args = known_block_args(ctx);
  const bool images = !has_block_input(ctx.op());
  if (!x.has_rank()) return ctx.set_output(0, images ? Shape::filled(4, kUnknown) : Shape::unknown());
  if (args) return ctx.set_output(0, kBack ? batch_to_space_of(ctx, x, *args) : space_to_batch_of(ctx, x, *args));
  Shape out = x;
  int64_t n = images ? 2 : ctx.input(1).has_rank() ? ctx.input(1)[0] : kUnknown;
  if (images) ctx.with_rank(0, 4);
  if (n >= 0) ctx.with_rank_at_least(0, static_cast<int>(n) + 1);
  for (int i = 0; i < x.rank(); ++i)
    if (n < 0 || i <= n) out.set(i, kUnknown);
  const auto blocks = known_blocks(ctx);
  if (blocks && x.rank() > 0 && x[0] >= 0) {
    const int64_t places = std::max<int64_t>(block_product(*blocks), 1);
    if (kBack && !images && x[0] % places != 0)
      ctx.fail("Dimension size must be evenly divisible by ", places, " but is ", x[0]);
    out.set(0, kBack ? x[0] / places : checked_multiply(x[0], places));
  }
  ctx.set_output(0, out);
}

template <bool kBack>
void space_to_batch_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  if (!has_block_input(ctx.op()) && x.shape().rank() != 4)
    ctx.fail("Input rank should be: 4 instead of: ", x.shape().rank());
  BlockArgs args = block_args(ctx);
  Shape shape = kBack ? batch_to_space_of(ctx, x.shape(), args) : space_to_batch_of(ctx, x.shape(), args);
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, Ints(shape.begin(), shape.end())));
  const Shape& space = kBack ? shape : x.shape();
  const Shape& batch = kBack ? x.shape() : shape;
  if (!kBack && is_plain(out.dtype()) && out.num_elements() > x.num_elements()) {
    uint64_t zero[2] = {0, 0};
    fill_elements(out.dtype(), out.raw(), zero, out.num_elements());
  }
  if (out.num_elements() == 0 || x.num_elements() == 0) return;
  auto space_strides = strides_of(space), batch_strides = strides_of(batch);
  int n = static_cast<int>(args.blocks.size());
  // For each place within a block there is one batch of images; where its elements lie in space follows from the
  // margins.
  int64_t places = block_product(args.blocks);
  for (int64_t place = 0; place < places; ++place) {
    int64_t rest = place, in_space = 0, in_batch = place * space[0] * batch_strides[0];
    CopyAxes axes;
    bool empty = false;
    SmallVector<int64_t, 8> at(n);
    for (int i = n - 1; i >= 0; --i) {
      at[i] = rest % args.blocks[i];
      rest /= args.blocks[i];
    }
    auto add_axis = [&](int64_t size, int64_t space_stride, int64_t batch_stride) {
      axes.push_back({size, kBack ? space_stride : batch_stride, kBack ? batch_stride : space_stride});
    };
    add_axis(space[0], space_strides[0], batch_strides[0]);
    for (int i = 0; i < n; ++i) {
      // Element e of the batched image stands at e * block + at - margin in space.
      int64_t block = args.blocks[i], margin = args.margins[2 * i], size = space[i + 1];
      int64_t first = margin > at[i] ? (margin - at[i] + block - 1) / block : 0;
      int64_t begin = first * block + at[i] - margin;
      int64_t count = begin < size ? (size - begin + block - 1) / block : 0;
      count = std::min(count, batch[i + 1] - first);
      if (count <= 0) empty = true;
      in_space += begin * space_strides[i + 1];
      in_batch += first * batch_strides[i + 1];
      add_axis(count, block * space_strides[i + 1], batch_strides[i + 1]);
    }
    if (empty) continue;
    for (int i = n + 1; i < space.rank(); ++i) add_axis(space[i], space_strides[i], batch_strides[i]);
    void* space_data = advance(kBack ? out.raw() : x.raw(), x.dtype(), in_space);
    void* batch_data = advance(kBack ? x.raw() : out.raw(), x.dtype(), in_batch);
    strided_copy(x.dtype(), axes, kBack ? space_data : batch_data, kBack ? batch_data : space_data);
  }
}
Values space_to_batch_nd_grad(GradientContext& ctx) {
  return {op<"BatchToSpaceND">({ctx.grad(), ctx.input(1), ctx.input(2)}), nullptr, nullptr};
}
Values batch_to_space_nd_grad(GradientContext& ctx) {
  return {op<"SpaceToBatchND">({ctx.grad(), ctx.input(1), ctx.input(2)}), nullptr, nullptr};
}
Values space_to_batch_grad(GradientContext& ctx) {
  return {op<"BatchToSpace">({ctx.grad(), ctx.input(1)}, {{"block_size", ctx.attr<int64_t>("block_size")}}), nullptr};
}
Values batch_to_space_grad(GradientContext& ctx) {
  return {op<"SpaceToBatch">({ctx.grad(), ctx.input(1)}, {{"block_size", ctx.attr<int64_t>("block_size")}}), nullptr};
}

#define GW_LAYOUTS "data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC'"

}  // namespace

// SpaceToDepth: blocks of space become channels.
DEFINE_OP("SpaceToDepth")
    .input("input: T")
    .output("output: T")
    .attr("T: type")
    .attr("block_size: int >= 2")
    .attr(GW_LAYOUTS)
    .doc("Images with each block of `block_size` x `block_size` pixels made one pixel with more channels.")
    .shape(space_to_depth_shape<false>)
    .kernel(CPU, space_to_depth_cpu<false>)
    .gradient(space_to_depth_grad)
    .vectorize(vectorize::examples<1>);

// DepthToSpace: channels become blocks of space.
DEFINE_OP("DepthToSpace")
    .input("input: T")
    .output("output: T")
    .attr("T: type")
    .attr("block_size: int >= 2")
    .attr(GW_LAYOUTS)
    .doc("Images with the channels of each pixel spread over a block of `block_size` x `block_size` pixels.")
    .shape(space_to_depth_shape<true>)
    .kernel(CPU, space_to_depth_cpu<true>)
    .gradient(depth_to_space_grad)
    .vectorize(vectorize::examples<1>);

// The batches of a block's places lie behind each other, so those of a row are apart where there are several rows.
void space_to_batch_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(1, 3) || !ctx.row_output_shape(0).has_rank()) return;
  const Value one = build::ints({1});
  Value places = op<"Prod">({build::cast(ctx.value(1), DType::kInt32), build::ints({0})}, {{"keep_dims", true}});
  Value made = call(ctx.op(), Values{ctx.merged(ctx.value(0)), ctx.value(1), ctx.value(2)}, ctx.attrs())[0];
  Value rows = build::reshape(ctx.num_rows(), one);
  Value sizes = build::shape_of(made), rest = build::part(sizes, 1);
  Value each = build::element(build::shape_of(ctx.value(0)), 1);
  each = build::reshape(each, one);
  // [places, rows, batch, …], of which rows come first.
  Value apart = VectorizeContext::rows_to_front(build::reshape(made, build::join({places, rows, each, rest})),
                                                ctx.row_output_shape(0).rank() + 1, 1);
  ctx.set(0, build::reshape(apart, build::join({rows, build::mul(places, each), rest})));
}
void batch_to_space_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(1, 3) || ctx.row_rank(0) < 0) return;
  const Value one = build::ints({1});
  Value places = op<"Prod">({build::cast(ctx.value(1), DType::kInt32), build::ints({0})}, {{"keep_dims", true}});
  Value rows = build::reshape(ctx.num_rows(), one);
  Value sizes = build::shape_of(ctx.value(0)), rest = build::part(sizes, 2);
  Value each = op<"FloorDiv">({build::reshape(build::element(sizes, 1), one), places});
  Value apart = VectorizeContext::rows_at(build::reshape(ctx.value(0), build::join({rows, places, each, rest})),
                                          ctx.row_rank(0) + 1, 1);
  Value all = build::reshape(apart, build::join({build::mul(places, build::mul(rows, each)), rest}));
  ctx.set(0, ctx.split(call(ctx.op(), Values{all, ctx.value(1), ctx.value(2)}, ctx.attrs())[0]));
}

// SpaceToBatchND: places within blocks of the padded axes 1, 2, … become batches.
DEFINE_OP("SpaceToBatchND")
    .input("input: T")
    .input("block_shape: Tblock_shape")
    .input("paddings: Tpaddings")
    .output("output: T")
    .attr("T: type")
    .attr("Tblock_shape: {int32, int64} = int32")
    .attr("Tpaddings: {int32, int64} = int32")
    .doc("The axes after the first, padded with zeros, cut into blocks; each place within a block becomes a batch.")
    .shape(space_to_batch_shape<false>)
    .kernel(CPU, space_to_batch_cpu<false>)
    .gradient(space_to_batch_nd_grad)
    .vectorize(space_to_batch_vectorize);

// BatchToSpaceND: the inverse of SpaceToBatchND, with cropping for padding.
DEFINE_OP("BatchToSpaceND")
    .input("input: T")
    .input("block_shape: Tblock_shape")
    .input("crops: Tcrops")
    .output("output: T")
    .attr("T: type")
    .attr("Tblock_shape: {int32, int64} = int32")
    .attr("Tcrops: {int32, int64} = int32")
    .doc("Batches spread over the places within blocks of the axes after the first, which are then cropped.")
    .shape(space_to_batch_shape<true>)
    .kernel(CPU, space_to_batch_cpu<true>)
    .gradient(batch_to_space_nd_grad)
    .vectorize(batch_to_space_vectorize);

// SpaceToBatch: SpaceToBatchND for images.
DEFINE_OP("SpaceToBatch")
    .input("input: T")
    .input("paddings: Tpaddings")
    .output("output: T")
    .attr("T: type")
    .attr("Tpaddings: {int32, int64} = int32")
    .attr("block_size: int >= 2")
    .doc("Images, padded with zeros, cut into blocks; each place within a block becomes a batch.")
    .shape(space_to_batch_shape<false>)
    .kernel(CPU, space_to_batch_cpu<false>)
    .gradient(space_to_batch_grad);

// BatchToSpace: BatchToSpaceND for images.
DEFINE_OP("BatchToSpace")
    .input("input: T")
    .input("crops: Tidx")
    .output("output: T")
    .attr("T: type")
    .attr("block_size: int >= 2")
    .attr("Tidx: {int32, int64} = int32")
    .doc("Batches spread over the places within blocks of images, which are then cropped.")
    .shape(space_to_batch_shape<true>)
    .kernel(CPU, space_to_batch_cpu<true>)
    .gradient(batch_to_space_grad);

XLA_MUST_KNOW({"BatchToSpace"}, {"crops"});
XLA_MUST_KNOW({"BatchToSpaceND"}, {"block_shape", "crops"});
XLA_MUST_KNOW({"SpaceToBatch"}, {"paddings"});
XLA_MUST_KNOW({"SpaceToBatchND"}, {"block_shape", "paddings"});

}  // namespace graphwright
