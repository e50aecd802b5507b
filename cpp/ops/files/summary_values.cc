// Values of Summary messages: scalars, histograms, images, sounds, tensors. And the ops that give such messages as
// strings, for event files that are written elsewhere.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <unordered_set>

#include "io/fields.h"
#include "io/tensor_message.h"
#include "op/run_op.h"
#include "ops/files/summary_writer.h"

namespace graphwright {
namespace summary {
namespace {

void add_value(std::string& summary, std::string_view value) { put_bytes_field(summary, 1, value); }
std::string tagged(const std::string& tag) {
  std::string value;
  if (!tag.empty()) put_bytes_field(value, 1, tag);
  return value;
}

// Upper limits of buckets that grow by a tenth each, away from zero on both sides.
const std::vector<double>& bucket_limits() {
  static const std::vector<double> limits = [] {
    std::vector<double> positive, all;
    for (double limit = 1e-12; limit < 1e20; limit *= 1.1) positive.push_back(limit);
    positive.push_back(DBL_MAX);
    for (auto limit = positive.rbegin(); limit != positive.rend(); ++limit) all.push_back(-*limit);
    all.push_back(0.0);
    all.insert(all.end(), positive.begin(), positive.end());
    return all;
  }();
  return limits;
}

Tensor encoded(const char* op, std::initializer_list<Value> inputs) {
  Values outputs(1);
  const OpDef& def = get_op(op);
  run_op(def, {inputs.begin(), inputs.size()}, complete_attrs(def, {inputs.begin(), inputs.size()}, {}), outputs);
  return Tensor(outputs[0]);
}

std::string numbered(const std::string& tag, const char* kind, int64_t most, int64_t i) {
  return most > 1 ? str_cat(tag, "/", kind, "/", i) : str_cat(tag, "/", kind);
}

// One image of numbers as bytes: where some are negative, 0 becomes 128 and the largest 127 more or less; else the
// largest becomes 255.
void to_bytes(const Tensor& images, int64_t begin, int64_t pixels, int64_t depth, const uint8_t* bad, uint8_t* to) {
  double least = INFINITY, most = -INFINITY;
  auto finite = [&](int64_t pixel) {
    for (int64_t c = 0; c < depth; ++c)
      if (!std::isfinite(images.double_at(begin + pixel * depth + c))) return false;
    return true;
  };
  for (int64_t pixel = 0; pixel < pixels; ++pixel) {
    if (!finite(pixel)) continue;
    for (int64_t c = 0; c < depth; ++c) {
      const double value = images.double_at(begin + pixel * depth + c);
      least = std::min(least, value), most = std::max(most, value);
    }
  }
  const bool is_signed = least < 0;
  const auto largest = static_cast<float>(is_signed ? std::max(std::abs(least), std::abs(most)) : most);
  const float scale = !(largest > 0) ? 0.0f : (is_signed ? 127.0f : 255.0f) / largest, offset = is_signed ? 128.0f : 0;
  for (int64_t pixel = 0; pixel < pixels; ++pixel) {
    const bool good = finite(pixel);
    for (int64_t c = 0; c < depth; ++c) {
      const auto value = static_cast<float>(images.double_at(begin + pixel * depth + c));
      to[pixel * depth + c] = good ? static_cast<uint8_t>(value * scale + offset) : bad[c];
    }
  }
}

}  // namespace

const std::string& text_input(const KernelContext& ctx, int i) {
  if (ctx.input(i).num_elements() != 1)
    ctx.fail(ctx.op().inputs[i].name, " must be one string, got shape ", ctx.input(i).shape());
  return *ctx.input(i).data<std::string>();
}

void add_scalar(std::string& summary, const std::string& tag, double number) {
  std::string value = tagged(tag);
  wire::fixed(2, static_cast<float>(number), value);
  add_value(summary, value);
}

Histogram::Histogram() : counts_(bucket_limits().size()), least_(DBL_MAX), most_(-DBL_MAX) {}

void Histogram::add(double x) {
  const std::vector<double>& limits = bucket_limits();
  const auto bucket = std::upper_bound(limits.begin(), limits.end(), x) - limits.begin();
  ++counts_[std::min<size_t>(bucket, counts_.size() - 1)];
  least_ = std::min(least_, x), most_ = std::max(most_, x);
  sum_ += x, squares_ += x * x;
  ++count_;
}

void Histogram::add_to(std::string& summary, const std::string& tag) const {
  const std::vector<double>& limits = bucket_limits();
  std::string histogram, packed_limits, packed_counts;
  const double facts[] = {least_, most_, static_cast<double>(count_), sum_, squares_};
  for (uint32_t i = 0; i < 5; ++i)
    if (facts[i] != 0 || std::signbit(facts[i])) wire::fixed(i + 1, facts[i], histogram);
  // Of several empty buckets in a row only the last one is told.
  for (size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0 && i + 1 < counts_.size() && counts_[i + 1] == 0) continue;
    put_fixed(packed_limits, limits[i]);
    put_fixed(packed_counts, counts_[i]);
  }
  put_bytes_field(histogram, 6, packed_limits);
  put_bytes_field(histogram, 7, packed_counts);
  std::string value = tagged(tag);
  put_bytes_field(value, 5, histogram);
  add_value(summary, value);
}

void add_histogram(const KernelContext& ctx, std::string& summary, const std::string& tag, const Tensor& values) {
  Histogram histogram;
  const int64_t n = values.num_elements();
  for (int64_t i = 0; i < n; ++i) {
    const double x = values.double_at(i);
    if (std::isnan(x)) ctx.fail("Nan in summary histogram for: ", tag);
    if (std::isinf(x)) ctx.fail("Infinity in summary histogram for: ", tag);
    histogram.add(x);
  }
  histogram.add_to(summary, tag);
}

void add_images(const KernelContext& ctx, std::string& summary, const std::string& tag, const Tensor& images,
                int64_t max_images, const Tensor& bad_color) {
  const Shape& shape = images.shape();
  if (shape.rank() != 4 || (shape[3] != 1 && shape[3] != 3 && shape[3] != 4))
    ctx.fail("Tensor must be 4-D with last dim 1, 3, or 4, not ", shape);
  const int64_t height = shape[1], width = shape[2], depth = shape[3];
  const int64_t pixels = checked_multiply(height, width);
  if (std::max(height, width) >= int64_t{1} << 27)
    ctx.fail("an image of ", height, " times ", width, " pixels is too large");
  if (bad_color.shape().rank() != 1 || bad_color.num_elements() < depth)
    ctx.fail("expected depth <= bad_color.size, got depth = ", depth, ", bad_color.size = ", bad_color.num_elements());
  for (int64_t i = 0; i < std::min(max_images, shape[0]); ++i) {
    Tensor bytes;
    const int64_t begin = i * pixels * depth;
    if (images.dtype() == DType::kUint8) {
      bytes = images.window(begin, Shape{height, width, depth});
    } else {
      bytes = Tensor::allocate(DType::kUint8, Shape{height, width, depth});
      to_bytes(images, begin, pixels, depth, bad_color.data<uint8_t>(), bytes.data<uint8_t>());
    }
    std::string image;
    put_int_field(image, 1, height);
    put_int_field(image, 2, width);
    put_int_field(image, 3, depth);
    put_bytes_field(image, 4, *encoded("EncodePng", {bytes}).data<std::string>());
    std::string value = tagged(numbered(tag, "image", max_images, i));
    put_bytes_field(value, 4, image);
    add_value(summary, value);
  }
}

void add_sounds(const KernelContext& ctx, std::string& summary, const std::string& tag, const Tensor& sounds,
                float sample_rate, int64_t max_outputs) {
  const Shape& shape = sounds.shape();
  if (shape.rank() != 2 && shape.rank() != 3) ctx.fail("Tensor must be 3-D or 2-D, got: ", shape);
  if (!(sample_rate > 0)) ctx.fail("sample_rate must be > 0");
  if (!(sample_rate < 2147483648.0f)) ctx.fail("sample_rate must be below 2^31, got ", sample_rate);
  const int64_t frames = shape[1], channels = shape.rank() == 3 ? shape[2] : 1;
  for (int64_t i = 0; i < std::min(max_outputs, shape[0]); ++i) {
    const Tensor sound = sounds.window(i * frames * channels, Shape{frames, channels});
    const Tensor rate = Tensor::scalar<int32_t>(static_cast<int32_t>(std::lround(sample_rate)));
    std::string audio;
    wire::fixed(1, sample_rate, audio);
    put_int_field(audio, 2, channels);
    put_int_field(audio, 3, frames);
    put_bytes_field(audio, 4, *encoded("EncodeWav", {sound, rate}).data<std::string>());
    put_bytes_field(audio, 5, "audio/wav");
    std::string value = tagged(numbered(tag, "audio", max_outputs, i));
    put_bytes_field(value, 6, audio);
    add_value(summary, value);
  }
}

void add_tensor(std::string& summary, const std::string& tag, const Tensor& tensor, const std::string* metadata) {
  std::string value = tagged(tag);
  put_bytes_field(value, 8, tensor_message(tensor));
  if (metadata != nullptr) put_bytes_field(value, 9, *metadata);
  add_value(summary, value);
}

}  // namespace summary

namespace {

constexpr const char* kNoGradient = "a message, not a number";

void scalar_out(ShapeContext& ctx) { ctx.set_output(0, Shape()); }
void give(KernelContext& ctx, std::string message) {
  ctx.set_output(0, Tensor::scalar<std::string>(std::move(message)));
}

// The op that writes to a file takes any one string, these here a scalar.
const std::string& text_scalar(const KernelContext& ctx, int i) {
  if (!ctx.input(i).shape().is_scalar())
    ctx.fail(ctx.op().inputs[i].name, " must be scalar, got shape ", ctx.input(i).shape());
  return *ctx.input(i).data<std::string>();
}

void scalars(KernelContext& ctx) {
  const Tensor &tags = ctx.input(0), &values = ctx.input(1);
  if (tags.shape() != values.shape()) {
    const std::string first = tags.num_elements() == 1 ? str_cat(" (tag '", tags.data<std::string>()[0], "')") : "";
    ctx.fail("tags and values are not the same shape: ", tags.shape(), " != ", values.shape(), first);
  }
  std::string message;
  for (int64_t i = 0; i < tags.num_elements(); ++i)
    summary::add_scalar(message, tags.data<std::string>()[i], values.double_at(i));
  give(ctx, std::move(message));
}

void histogram(KernelContext& ctx) {
  std::string message;
  summary::add_histogram(ctx, message, text_scalar(ctx, 0), ctx.input(1));
  give(ctx, std::move(message));
}

void image(KernelContext& ctx) {
  std::string message;
  summary::add_images(ctx, message, text_scalar(ctx, 0), ctx.input(1), ctx.attr<int64_t>("max_images"),
                      ctx.attr<Tensor>("bad_color"));
  give(ctx, std::move(message));
}

void audio(KernelContext& ctx) {
  float rate;
  if (ctx.num_inputs() > 2) {
    if (ctx.input(2).num_elements() != 1) ctx.fail("sample_rate must be a scalar, got shape ", ctx.input(2).shape());
    rate = *ctx.input(2).data<float>();
  } else {
    ctx.fail_code(Code::kUnimplemented, "AudioSummary has been withdrawn, use AudioSummaryV2");
  }
  std::string message;
  summary::add_sounds(ctx, message, text_scalar(ctx, 0), ctx.input(1), rate, ctx.attr<int64_t>("max_outputs"));
  give(ctx, std::move(message));
}

void tensor_v2(KernelContext& ctx) {
  std::string message;
  const std::string& metadata = text_scalar(ctx, 2);
  summary::add_tensor(message, text_scalar(ctx, 0), ctx.input(1), &metadata);
  give(ctx, std::move(message));
}

// The first form: its value has no tag, but the name of the node, which the op is not told: the name that nodes of it
// have unless they are given another.
void tensor_v1(KernelContext& ctx) {
  std::string value, message;
  put_bytes_field(value, 7, ctx.op().name);
  put_bytes_field(value, 8, tensor_message(ctx.input(0)));
  put_bytes_field(message, 1, value);
  give(ctx, std::move(message));
}

void merge(KernelContext& ctx) {
  std::string message;
  std::unordered_set<std::string> tags;
  for (int i = 0; i < ctx.num_inputs(); ++i)
    for (const std::string& part : ctx.flat<std::string>(i)) {
      Fields fields(part);
      while (fields.next()) {
        if (fields.number() != 1) continue;
        Fields value(fields.bytes());
        while (value.next())
          if (value.number() == 1 && !value.bytes().empty() && !tags.emplace(value.bytes()).second)
            ctx.fail("Duplicate tag ", value.bytes(), " found in summary inputs");
        if (!value.ok()) ctx.fail("Could not parse one of the summary inputs");
        put_bytes_field(message, 1, fields.bytes());
      }
      if (!fields.ok()) ctx.fail("Could not parse one of the summary inputs");
    }
  give(ctx, std::move(message));
}

#define END(KERNEL) .shape(scalar_out).kernel(CPU, KERNEL).trait(Trait::kHostMemory).no_gradient(kNoGradient)

DEFINE_OP("ScalarSummary")
    .input("tags: string")
    .input("values: T")
    .output("summary: string")
    .attr("T: realnumbertype")
    .doc("A Summary message of numbers with their tags.") END(scalars);

DEFINE_OP("HistogramSummary")
    .input("tag: string")
    .input("values: T")
    .output("summary: string")
    .attr("T: realnumbertype = float")
    .doc("A Summary message of how often which numbers are met.") END(histogram);

DEFINE_OP("ImageSummary")
    .input("tag: string")
    .input("tensor: T")
    .output("summary: string")
    .attr("max_images: int >= 1 = 3")
    .attr("T: {uint8, float, half, double} = float")
    .attr("bad_color: tensor = [255, 0, 0, 255]")
    .doc("A Summary message of images [batch, height, width, 1, 3 or 4] as PNG files.") END(image);

DEFINE_OP("AudioSummary")
    .input("tag: string")
    .input("tensor: float")
    .output("summary: string")
    .attr("sample_rate: float")
    .attr("max_outputs: int32 >= 1 = 3")
    .doc("A Summary message of sounds [batch, frames, channels] as WAV files.") END(audio);

DEFINE_OP("AudioSummaryV2")
    .input("tag: string")
    .input("tensor: float")
    .input("sample_rate: float")
    .output("summary: string")
    .attr("max_outputs: int32 >= 1 = 3")
    .doc("A Summary message of sounds [batch, frames, channels] as WAV files.") END(audio);

DEFINE_OP("TensorSummary")
    .input("tensor: T")
    .output("summary: string")
    .attr("T: type")
    .attr("description: string = ''")
    .attr("labels: list(string) = []")
    .attr("display_name: string = ''")
    .doc("A Summary message of a tensor.") END(tensor_v1);

DEFINE_OP("TensorSummaryV2")
    .input("tag: string")
    .input("tensor: T")
    .input("serialized_summary_metadata: string")
    .output("summary: string")
    .attr("T: type")
    .doc("A Summary message of a tensor, with a tag and what says how to show it.") END(tensor_v2);

DEFINE_OP("MergeSummary")
    .input("inputs: N * string")
    .output("summary: string")
    .attr("N: int >= 1")
    .doc("One Summary message of the values of several.") END(merge);

}  // namespace
}  // namespace graphwright
