// Sound files: EncodeWav, DecodeWav.
#include <bit>
#include <cmath>
#include <cstring>
#include <string_view>

#include "op/context.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are copied as they are");

constexpr float kLoudest = 32768.0f;  // what 1.0 becomes in 16 bits, one more than there is
constexpr int64_t kBytesPerSample = 2;
constexpr int64_t kHeader = 36;  // bytes of the file behind its size, without samples

template <class T>
void append(std::string& text, T number) {
  text.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// ---- writing ----

void encode_wav_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 2);
  ctx.with_rank(1, 0);
  ctx.set_output(0, Shape());
}

void encode_wav_cpu(KernelContext& ctx) {
  const Tensor& audio = ctx.input(0);
  if (audio.shape().rank() != 2) ctx.fail("audio must be 2-dimensional", audio.shape());
  const int64_t rate = int_input(ctx, 1), frames = audio.shape()[0], channels = audio.shape()[1];
  if (rate <= 0) ctx.fail("sample_rate must be in (0, 2^32), got: ", rate);
  if (channels < 1 || channels > 65535) ctx.fail("num_channels must be in (0, 2^16), got: ", channels);
  const int64_t bytes_per_frame = channels * kBytesPerSample, bytes = frames * bytes_per_frame;
  if (bytes_per_frame > 65535 || bytes + kHeader > UINT32_MAX)
    ctx.fail("Provided channels and rate are too large for a WAV file: ", frames, " frames of ", channels,
             " channels at ", rate, " Hz");
  std::string file = "RIFF";
  file.reserve(kHeader + 8 + bytes);
  append(file, static_cast<uint32_t>(kHeader + bytes));
  file += "WAVEfmt ";
  append(file, uint32_t{16});
  append(file, uint16_t{1});  // plain samples
  append(file, static_cast<uint16_t>(channels));
  append(file, static_cast<uint32_t>(rate));
  append(file, static_cast<uint32_t>(rate * bytes_per_frame));
  append(file, static_cast<uint16_t>(bytes_per_frame));
  append(file, static_cast<uint16_t>(kBytesPerSample * 8));
  file += "data";
  append(file, static_cast<uint32_t>(bytes));
  for (float value : audio.flat<float>()) {
    const float scaled = std::isnan(value) ? 0.0f : std::round(value * kLoudest);
    append(file, static_cast<int16_t>(std::min(std::max(scaled, -kLoudest), kLoudest - 1)));
  }
  ctx.output(0).data<std::string>()[0] = std::move(file);
}

DEFINE_OP("EncodeWav")
    .input("audio: float")
    .input("sample_rate: int32")
    .output("contents: string")
    .doc("A WAV file of 16-bit samples from numbers between -1 and 1, [samples, channels].")
    .shape(encode_wav_shape)
    .kernel(CPU, encode_wav_cpu)
    .no_gradient("its result is a string");

// ---- reading ----

// What is left of a file, from which numbers and texts are taken; never reads beyond its end.
class Reader {
 public:
  Reader(KernelContext& ctx, std::string_view file) : ctx_(ctx), left_(file) {}
  bool empty() const { return left_.empty(); }
  std::string_view take(int64_t size) {
    if (size < 0 || static_cast<uint64_t>(size) > left_.size()) ctx_.fail("Data too short when trying to read string");
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  void expect(std::string_view text) {
    const std::string_view found = take(static_cast<int64_t>(text.size()));
    if (found != text) ctx_.fail("Header mismatch: Expected ", text, " but found ", found);
  }
  // Leaves out as many bytes, or what is left.
  void skip(int64_t size) { left_.remove_prefix(std::min<uint64_t>(size, left_.size())); }

 private:
  KernelContext& ctx_;
  std::string_view left_;
};

struct Wav {
  int64_t channels = 0, frames = 0;
  uint32_t rate = 0;
  std::string_view samples;
};

Wav read_wav(KernelContext& ctx, std::string_view file) {
  Reader reader(ctx, file);
  Wav wav;
  reader.expect("RIFF");
  reader.number<uint32_t>();  // the file's size, which writers of streams do not know
  reader.expect("WAVE");
  std::string_view chunk = reader.take(4);
  if (chunk == "JUNK") {
    reader.take(reader.number<uint32_t>());
    chunk = reader.take(4);
  }
  if (chunk != "fmt ") ctx.fail("Unexpected field ", chunk);
  const uint32_t format_size = reader.number<uint32_t>();
  if (format_size != 16 && format_size != 18)
    ctx.fail("Bad format chunk size for WAV: Expected 16 or 18, but got", format_size);
  const uint16_t format = reader.number<uint16_t>();
  if (format != 1) ctx.fail("Bad audio format for WAV: Expected 1 (PCM), but got", format);
  wav.channels = reader.number<uint16_t>();
  if (wav.channels < 1) ctx.fail("Bad number of channels for WAV: Expected at least 1, but got ", wav.channels);
  wav.rate = reader.number<uint32_t>();
  const uint32_t bytes_per_second = reader.number<uint32_t>();
  const uint16_t bytes_per_frame = reader.number<uint16_t>(), bits = reader.number<uint16_t>();
  if (bits != 8 * kBytesPerSample) ctx.fail("Can only read 16-bit WAV files, but received ", bits);
  if (bytes_per_frame != wav.channels * kBytesPerSample)
    ctx.fail("Bad bytes per sample in WAV header: Expected ", wav.channels * kBytesPerSample, " but got ",
             bytes_per_frame);
  const uint64_t expected = uint64_t{bytes_per_frame} * wav.rate;
  if (bytes_per_second != expected)
    ctx.fail("Bad bytes per second in WAV header: Expected ", expected, " but got ", bytes_per_second,
             " (sample_rate=", wav.rate, ", bytes_per_sample=", bytes_per_frame, ")");
  reader.skip(format_size - 16);
  bool found = false;
  while (!reader.empty()) {
    chunk = reader.take(4);
    const uint32_t size = reader.number<uint32_t>();
    if (size > INT32_MAX)
      ctx.fail("WAV data chunk '", chunk, "' is too large: ", size, " bytes, but the limit is ", INT32_MAX);
    if (chunk != "data") {
      reader.skip(size);
      continue;
    }
    if (found) ctx.fail("More than one data chunk found in WAV");
    found = true;
    wav.frames = size / bytes_per_frame;
    wav.samples = reader.take(wav.frames * bytes_per_frame);
  }
  if (!found) ctx.fail("No data chunk found in WAV");
  return wav;
}

void decode_wav_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  const int64_t channels = ctx.attr<int64_t>("desired_channels"), frames = ctx.attr<int64_t>("desired_samples");
  if (channels < -1) ctx.fail("channels must be non-negative, got ", channels);
  if (frames < -1) ctx.fail("samples must be non-negative, got ", frames);
  ctx.set_output(0, Shape{frames, channels});
  ctx.set_output(1, Shape());
}

void decode_wav_cpu(KernelContext& ctx) {
  const Tensor& contents = ctx.input(0);
  if (contents.shape().rank() != 0) ctx.fail("contents must be scalar, got shape ", contents.shape());
  const Wav wav = read_wav(ctx, contents.data<std::string>()[0]);
  int64_t channels = ctx.attr<int64_t>("desired_channels"), frames = ctx.attr<int64_t>("desired_samples");
  if (channels == -1) channels = wav.channels;
  if (frames == -1) frames = wav.frames;
  Tensor audio = ctx.allocate(0, shape_of_sizes(ctx, Ints{frames, channels}));
  float* to = audio.data<float>();
  for (int64_t i = 0; i < (channels > 0 ? frames : 0); ++i) {
    for (int64_t c = 0; c < channels; ++c) {
      // Channels that the file does not have repeat its last one; after its end there is silence.
      const int64_t from = i * wav.channels + std::min(c, wav.channels - 1);
      int16_t sample = 0;
      if (i < wav.frames) std::memcpy(&sample, wav.samples.data() + from * kBytesPerSample, sizeof sample);
      *to++ = static_cast<float>(sample) / kLoudest;
    }
  }
  ctx.output(1).data<int32_t>()[0] = static_cast<int32_t>(wav.rate);
}

DEFINE_OP("DecodeWav")
    .input("contents: string")
    .output("audio: float")
    .output("sample_rate: int32")
    .attr("desired_channels: int32 = -1")
    .attr("desired_samples: int32 = -1")
    .doc("The samples of a 16-bit WAV file, between -1 and 1, [samples, channels], and how many there are in a second.")
    .shape(decode_wav_shape)
    .kernel(CPU, decode_wav_cpu)
    .no_gradient("its input is a string");

XLA_FACT(kNotCompiled, "DecodeWav", "EncodeWav");

}  // namespace
}  // namespace graphwright
