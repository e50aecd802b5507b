// JPEG files in the ops that read images: their pixels as these ops want them.
#include "kernels/jpeg.h"
#include "ops/image/codecs.h"

namespace graphwright {
namespace {

std::string_view contents(const KernelContext& ctx) { return ctx.input(0).flat<std::string>()[0]; }

JpegWishes wishes_of(const KernelContext& ctx) {
  JpegWishes wishes;
  if (ctx.op().attr("channels") != nullptr) wishes.channels = static_cast<int>(ctx.attr<int64_t>("channels"));
  if (ctx.op().attr("ratio") == nullptr) return wishes;
  const int64_t ratio = ctx.attr<int64_t>("ratio");
  if (ratio != 1 && ratio != 2 && ratio != 4 && ratio != 8) ctx.fail("ratio must be 1, 2, 4, or 8, got ", ratio);
  const std::string method = ctx.attr<std::string>("dct_method");
  if (!method.empty() && method != "INTEGER_FAST" && method != "INTEGER_ACCURATE")
    ctx.fail("dct_method must be one of {'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}, got '", method, "'");
  wishes.ratio = static_cast<int>(ratio);
  wishes.accurate = method == "INTEGER_ACCURATE";
  wishes.smooth = ctx.attr<bool>("fancy_upscaling");
  wishes.recover = ctx.attr<bool>("try_recover_truncated");
  wishes.least_fraction = ctx.attr<float>("acceptable_fraction");
  if (ctx.num_inputs() == 1) return wishes;
  const Tensor& window = ctx.input(1);
  if (window.shape() != Shape{4}) ctx.fail("crop_window must have four elements, got shape ", window.shape());
  wishes.window = JpegWindow{window.int_at(0), window.int_at(1), window.int_at(2), window.int_at(3)};
  return wishes;
}

// Bytes become the dtype that is asked for.
template <class T, class F>
void convert(std::span<const uint8_t> from, T* to, F each) {
  for (size_t i = 0; i < from.size(); ++i) to[i] = each(from[i]);
}

}  // namespace

bool read_jpeg_file(KernelContext& ctx) {
  // A method and a ratio that are wrong are wrong for any file.
  JpegWishes wishes = wishes_of(ctx);
  const bool frames = ctx.op().name == "DecodeGif";
  if (frames) wishes.channels = 3;
  if (!contents(ctx).starts_with("\xff\xd8\xff")) return false;
  const DType dtype = ctx.output_dtype(0);
  std::vector<uint8_t> bytes;
  Shape shape;
  const auto room = [&](JpegSize size) {
    shape = Shape{size.height, size.width, size.channels};
    if (frames) shape = Shape{1, size.height, size.width, size.channels};
    if (dtype == DType::kUint8) return ctx.allocate(0, shape).data<uint8_t>();
    bytes.resize(size.height * size.width * size.channels);
    return bytes.data();
  };
  read_jpeg(contents(ctx), wishes, room);
  if (dtype == DType::kFloat32) {
    convert(bytes, ctx.allocate(0, shape).data<float>(), [](uint8_t x) { return x * (1.0f / 255.0f); });
  } else if (dtype == DType::kUint16) {
    convert(bytes, ctx.allocate(0, shape).data<uint16_t>(), [](uint8_t x) { return static_cast<uint16_t>(x * 256); });
  }
  return true;
}

void read_jpeg_size(KernelContext& ctx) {
  const JpegSize size = jpeg_size(contents(ctx));
  Tensor out = ctx.output(0);
  const int64_t sizes[3] = {size.height, size.width, size.channels};
  for (int i = 0; i < 3; ++i)
    if (out.dtype() == DType::kInt32)
      out.data<int32_t>()[i] = static_cast<int32_t>(sizes[i]);
    else
      out.data<int64_t>()[i] = sizes[i];
}

}  // namespace graphwright
