// Reading and writing image files: PNG, JPEG, GIF, BMP, WebP, JPEG XL. All but reading JPEG is done in Python.
#include "ops/image/codecs.h"

#include <atomic>

#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

std::atomic<ImageCodec> image_codec{nullptr};

Tensor attr_tensor(const KernelContext& ctx, const AttrDef& attr) {
  if (attr.type == "int") return Tensor::scalar<int64_t>(ctx.attr<int64_t>(attr.name));
  if (attr.type == "bool") return Tensor::scalar<bool>(ctx.attr<bool>(attr.name));
  if (attr.type == "float") return Tensor::scalar<float>(ctx.attr<float>(attr.name));
  if (attr.type == "string") return Tensor::scalar<std::string>(ctx.attr<std::string>(attr.name));
  return Tensor::scalar<int64_t>(static_cast<int64_t>(ctx.attr<DType>(attr.name)));
}

void check_scalar(const KernelContext& ctx, int i) {
  const Shape& shape = ctx.input(i).shape();
  if (shape.rank() != 0) ctx.fail(ctx.op().inputs[i].name, " must be scalar, got shape ", shape);
}

void check_channels(const KernelContext& ctx) {
  if (ctx.op().attr("channels") == nullptr) return;
  const int64_t channels = ctx.attr<int64_t>("channels");
  if (channels != 0 && channels != 1 && channels != 3 && channels != 4)
    ctx.fail("channels must be 0, 1, 3, or 4, got ", channels);
}

void run_codec(KernelContext& ctx) {
  if (ctx.op().inputs[0].name == "contents") check_scalar(ctx, 0);
  check_channels(ctx);
  if (ctx.op().name.starts_with("Decode") && ctx.op().name != "DecodeBmp" && read_jpeg_file(ctx)) return;
  ImageCodec codec = image_codec.load();
  if (codec == nullptr) ctx.fail_code(Code::kUnimplemented, ctx.op().name, ": no image library is there");
  Values inputs(ctx.inputs().begin(), ctx.inputs().end());
  for (const AttrDef& attr : ctx.op().attrs) inputs.push_back(attr_tensor(ctx, attr));
  Tensor result = codec(ctx.op().name, inputs);
  if (result.dtype() != ctx.output_dtype(0))
    ctx.fail_code(Code::kInternal, "the image library gives ", result.dtype(), ", not ", ctx.output_dtype(0));
  ctx.set_output(0, std::move(result));
}

int64_t known_channels(ShapeContext& ctx) {
  const int64_t channels = ctx.attr<int64_t>("channels");
  if (channels < 0) ctx.fail("channels must be non-negative, got ", channels);
  return channels == 0 ? kUnknown : channels;
}
void decode_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  ctx.set_output(0, Shape{kUnknown, kUnknown, known_channels(ctx)});
}
void decode_crop_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  Shape window = ctx.with_rank(1, 1);
  if (window[0] >= 0 && window[0] != 4) ctx.fail("crop_window must have four elements, got shape ", window);
  Shape known = known_extents(ctx, 1);
  Shape out{kUnknown, kUnknown, known_channels(ctx)};
  if (known.rank() == 4) out.set(0, known[2]), out.set(1, known[3]);
  ctx.set_output(0, out);
}
void decode_gif_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  ctx.set_output(0, Shape{kUnknown, kUnknown, kUnknown, 3});
}
void decode_any_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  const int64_t channels = known_channels(ctx);
  // A GIF has several frames.
  ctx.set_output(0, ctx.attr<bool>("expand_animations") ? Shape::unknown() : Shape{kUnknown, kUnknown, channels});
}
void decode_webp_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  ctx.set_output(0, Shape{kUnknown, kUnknown, kUnknown, known_channels(ctx)});
}
void jpeg_size_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  ctx.set_output(0, Shape{3});
}
void encode_png_shape(ShapeContext& ctx) {
  Shape image = ctx.with_rank_at_least(0, 3);
  ctx.set_output(0, image.has_rank() ? image.slice(0, image.rank() - 3) : image);
}
void encode_jpeg_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 3);
  if (ctx.num_inputs() == 2) ctx.with_rank(1, 0);
  ctx.set_output(0, Shape());
}

constexpr const char* kBytes = "reads or writes bytes";

}  // namespace

void set_image_codec(ImageCodec codec) { image_codec = codec; }

#define GW_DECODE_JPEG_ATTRS                       \
  .attr("channels: int = 0")                       \
      .attr("ratio: int = 1")                      \
      .attr("fancy_upscaling: bool = true")        \
      .attr("try_recover_truncated: bool = false") \
      .attr("acceptable_fraction: float = 1.0")    \
      .attr("dct_method: string = ''")

DEFINE_OP("DecodePng")
    .input("contents: string")
    .output("image: dtype")
    .attr("channels: int = 0")
    .attr("dtype: {uint8, uint16} = uint8")
    .doc("The image [height, width, channels] in a PNG file.")
    .shape(decode_shape)
    .kernel(CPU, run_codec)
    .trait(Trait::kNoFold)
    .no_gradient(kBytes);

DEFINE_OP("DecodeJpeg")
    .input("contents: string")
    .output("image: uint8") GW_DECODE_JPEG_ATTRS.doc("The image [height, width, channels] in a JPEG file.")
    .shape(decode_shape)
    .kernel(CPU, run_codec)
    .trait(Trait::kNoFold)
    .no_gradient(kBytes);

DEFINE_OP("DecodeAndCropJpeg")
    .input("contents: string")
    .input("crop_window: int32")
    .output("image: uint8") GW_DECODE_JPEG_ATTRS.doc("The part [y, x, height, width] of the image in a JPEG file.")
    .shape(decode_crop_shape)
    .kernel(CPU, run_codec)
    .trait(Trait::kNoFold)
    .no_gradient(kBytes);

DEFINE_OP("DecodeGif")
    .input("contents: string")
    .output("image: uint8")
    .doc("The frames [number, height, width, 3] in a GIF file.")
    .shape(decode_gif_shape)
    .kernel(CPU, run_codec)
    .trait(Trait::kNoFold)
    .no_gradient(kBytes);

DEFINE_OP("DecodeBmp")
    .input("contents: string")
    .output("image: uint8")
    .attr("channels: int = 0")
    .doc("The image [height, width, channels] in a BMP file.")
    .shape(decode_shape)
    .kernel(CPU, run_codec)
    .trait(Trait::kNoFold)
    .no_gradient(kBytes);

DEFINE_OP("DecodeImage")
    .input("contents: string")
    .output("image: dtype")
    .attr("channels: int = 0")
    .attr("dtype: {uint8, uint16, float} = uint8")
    .attr("expand_animations: bool = true")
    .doc("The image in a PNG, JPEG, BMP or GIF file.")
    .shape(decode_any_shape)
    .kernel(CPU, run_codec)
    .trait(Trait::kNoFold)
    .no_gradient(kBytes);

DEFINE_OP("DecodeWebP")
    .input("contents: string")
    .output("image: dtype")
    .attr("channels: int = 0")
    .attr("dtype: {uint8} = uint8")
    .doc("The frames [number, height, width, channels] in a WebP file.")
    .shape(decode_webp_shape)
    .kernel(CPU, run_codec)
    .trait(Trait::kNoFold)
    .no_gradient(kBytes);

DEFINE_OP("DecodeJxl")
    .input("contents: string")
    .output("image: dtype")
    .attr("channels: int = 0")
    .attr("dtype: {uint8} = uint8")
    .doc("The image in a JPEG XL file.")
    .shape(decode_shape)
    .kernel(CPU, run_codec)
    .trait(Trait::kNoFold)
    .no_gradient(kBytes);

DEFINE_OP("ExtractJpegShape")
    .input("contents: string")
    .output("image_shape: output_type")
    .attr("output_type: {int32, int64} = int32")
    .doc("Height, width and channels of the image in a JPEG file.")
    .shape(jpeg_size_shape)
    .kernel(CPU, read_jpeg_size)
    .no_gradient(kBytes);

DEFINE_OP("EncodePng")
    .input("image: T")
    .output("contents: string")
    .attr("compression: int = -1")
    .attr("T: {uint8, uint16} = uint8")
    .doc("Images [..., height, width, channels] as PNG files.")
    .shape(encode_png_shape)
    .kernel(CPU, run_codec)
    .no_gradient(kBytes);

DEFINE_OP("EncodeJpeg")
    .input("image: uint8")
    .output("contents: string")
    .attr("format: {'', 'grayscale', 'rgb'} = ''")
    .attr("quality: int = 95")
    .attr("progressive: bool = false")
    .attr("optimize_size: bool = false")
    .attr("chroma_downsampling: bool = true")
    .attr("density_unit: {'in', 'cm'} = 'in'")
    .attr("x_density: int32 = 300")
    .attr("y_density: int32 = 300")
    .attr("xmp_metadata: string = ''")
    .doc("An image [height, width, channels] as a JPEG file.")
    .shape(encode_jpeg_shape)
    .kernel(CPU, run_codec)
    .no_gradient(kBytes);

DEFINE_OP("EncodeJpegVariableQuality")
    .input("images: uint8")
    .input("quality: int32")
    .output("contents: string")
    .doc("EncodeJpeg with the quality as an input.")
    .shape(encode_jpeg_shape)
    .kernel(CPU, run_codec)
    .no_gradient(kBytes);

XLA_FACT(kNotCompiled, "DecodeAndCropJpeg", "DecodeBmp", "DecodeGif", "DecodeImage", "DecodeJpeg", "DecodeJxl",
         "DecodePng", "DecodeWebP", "EncodeJpeg", "EncodeJpegVariableQuality", "EncodePng", "ExtractJpegShape");

}  // namespace graphwright
