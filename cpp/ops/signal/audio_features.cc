// Features of sound for the recognition of speech: AudioSpectrogram, Mfcc.
#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "base/parallel.h"
#include "kernels/fft.h"
#include "op/context.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

// ---- spectrograms ----

constexpr int64_t kLongestWindow = kLongestFft;

// The window's length, filled up with zeros for the transform.
int64_t transform_length(int64_t window) { return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(window))); }

void spectrogram_shape(ShapeContext& ctx) {
  const Shape input = ctx.with_rank(0, 2);
  const auto window = ctx.attr<int64_t>("window_size"), stride = ctx.attr<int64_t>("stride");
  if (window < 2 || window > kLongestWindow || stride < 1)
    return ctx.set_output(0, Shape{kUnknown, kUnknown, kUnknown});
  const int64_t samples = input[0];
  const int64_t frames = samples < 0 ? kUnknown : samples < window ? 0 : 1 + (samples - window) / stride;
  ctx.set_output(0, Shape{input[1], frames, transform_length(window) / 2 + 1});
}

void spectrogram_cpu(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  if (input.shape().rank() != 2) ctx.fail("input must be 2-dimensional", input.shape());
  const auto window = ctx.attr<int64_t>("window_size"), stride = ctx.attr<int64_t>("stride");
  if (window < 2 || window > kLongestWindow || stride < 1)
    ctx.fail("Spectrogram initialization failed for window size ", window, " and stride ", stride);
  const bool squared = ctx.attr<bool>("magnitude_squared");
  const int64_t samples = input.shape()[0], channels = input.shape()[1];
  const int64_t frames = samples < window ? 0 : 1 + (samples - window) / stride;
  const int64_t n = transform_length(window), bins = n / 2 + 1;
  const Tensor output = ctx.allocate(0, {channels, frames, bins});
  if (output.num_elements() == 0) return;
  // The periodic Hann window.
  std::vector<double> weights(window);
  for (int64_t i = 0; i < window; ++i)
    weights[i] = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(window));
  const int64_t together = std::clamp<int64_t>(65'536 / n, 1, frames);
  const int64_t groups = (frames + together - 1) / together;
  parallel_for(channels * groups, 1, [&](int64_t begin, int64_t end) {
    std::vector<double> lines(together * window);
    std::vector<std::complex<double>> spectra(together * bins);
    for (int64_t task = begin; task < end; ++task) {
      const int64_t channel = task / groups, first = task % groups * together;
      const int64_t count = std::min(together, frames - first);
      const float* from = input.data<float>() + first * stride * channels + channel;
      for (int64_t f = 0; f < count; ++f)
        for (int64_t i = 0; i < window; ++i)
          lines[f * window + i] = weights[i] * static_cast<double>(from[(f * stride + i) * channels]);
      fft_axis<double>(FftKind::kReal, {lines.data(), spectra.data(), count, 1, window, bins, n, 1.0});
      float* to = output.data<float>() + (channel * frames + first) * bins;
      for (int64_t i = 0; i < count * bins; ++i) {
        const double power = std::norm(spectra[i]);
        to[i] = static_cast<float>(squared ? power : std::sqrt(power));
      }
    }
  });
}

DEFINE_OP("AudioSpectrogram")
    .input("input: float")
    .output("spectrogram: float")
    .attr("window_size: int")
    .attr("stride: int32")
    .attr("magnitude_squared: bool = false")
    .doc("How loud each frequency is in windows of sounds [samples, channels]: [channels, windows, frequencies].")
    .shape(spectrogram_shape)
    .kernel(CPU, spectrogram_cpu);

// ---- mel-frequency cepstral coefficients ----

constexpr int64_t kMostChannels = 1 << 20;

double mel(double frequency) { return 1127.0 * std::log1p(frequency / 700.0); }

// Triangular filters whose centres have the same distances in mel; of each number of a spectrum the channel above
// which it lies (-1: below the first one's centre), and its part in the next one.
struct Filters {
  int64_t begin = 0, end = 0;  // of the numbers that lie in a filter; none where
                               // the spectrum is too short
  std::vector<int64_t> below;
  std::vector<double> part_above;

  Filters(int64_t bins, double rate, double lower, double upper, int64_t channels) {
    const double spacing = 0.5 * rate / static_cast<double>(bins - 1);
    if (upper / spacing >= static_cast<double>(bins)) return;
    begin = static_cast<int64_t>(1.5 + lower / spacing);
    end = static_cast<int64_t>(upper / spacing) + 1;
    const double first = mel(lower), distance = (mel(upper) - first) / static_cast<double>(channels + 1);
    for (int64_t i = begin; i < end; ++i) {
      const double place = (mel(static_cast<double>(i) * spacing) - first) / distance, centre = std::floor(place);
      below.push_back(static_cast<int64_t>(centre) - 1);
      part_above.push_back(place - centre);
    }
  }
  bool empty() const { return end == 0; }
  // Adds to the channels the square roots of what is in their filters.
  void apply(const float* spectrum, std::vector<double>& channels) const {
    const auto count = static_cast<int64_t>(channels.size());
    for (int64_t i = begin; i < end; ++i) {
      const double value = std::sqrt(static_cast<double>(spectrum[i])), above = part_above[i - begin];
      const int64_t channel = below[i - begin];
      if (channel >= 0 && channel < count) channels[channel] += (1 - above) * value;
      if (channel + 1 >= 0 && channel + 1 < count) channels[channel + 1] += above * value;
    }
  }
};

void mfcc_shape(ShapeContext& ctx) {
  Shape shape = ctx.with_rank(0, 3);
  ctx.with_rank(1, 0);
  const auto count = ctx.attr<int64_t>("dct_coefficient_count");
  shape.set(2, count >= 0 ? count : kUnknown);
  ctx.set_output(0, shape);
}

void mfcc_cpu(KernelContext& ctx) {
  const Tensor &spectrogram = ctx.input(0), &sample_rate = ctx.input(1);
  if (spectrogram.shape().rank() != 3) ctx.fail("spectrogram must be 3-dimensional", spectrogram.shape());
  if (sample_rate.shape().rank() != 0)
    ctx.fail("Input sample_rate should be a scalar tensor, got ", sample_rate.shape(), " instead.");
  const double lower = ctx.attr<float>("lower_frequency_limit"), upper = ctx.attr<float>("upper_frequency_limit");
  const auto channels = ctx.attr<int64_t>("filterbank_channel_count");
  const auto count = ctx.attr<int64_t>("dct_coefficient_count");
  const int64_t rate = sample_rate.int_at(0), bins = spectrogram.shape()[2];
  const bool known = bins >= 2 && rate >= 1 && lower >= 0 && upper > lower;
  if (!known || channels < 1 || channels > kMostChannels || count < 1 || count > channels)
    ctx.fail("Mfcc initialization failed for channel count ", bins, ", sample rate ", rate,
             " and filterbank_channel_count ", channels);
  const int64_t lines = spectrogram.shape()[0] * spectrogram.shape()[1];
  const Tensor output = ctx.allocate(0, {spectrogram.shape()[0], spectrogram.shape()[1], count});
  if (lines == 0) return;
  const Filters filters(bins, static_cast<double>(rate), lower, upper, channels);
  if (filters.empty()) {
    std::fill_n(output.data<float>(), lines * count, 0.0f);
    return;
  }
  // sqrt(2 / channels) cos(pi a / (2 channels)).
  std::vector<double> cosines(4 * channels);
  const double size = static_cast<double>(channels);
  for (int64_t a = 0; a < 4 * channels; ++a)
    cosines[a] = std::sqrt(2 / size) * std::cos(std::numbers::pi * static_cast<double>(a) / (2 * size));
  parallel_for(lines, 16, [&](int64_t begin, int64_t end) {
    std::vector<double> loudness(channels);
    for (int64_t line = begin; line < end; ++line) {
      std::fill(loudness.begin(), loudness.end(), 0.0);
      filters.apply(spectrogram.data<float>() + line * bins, loudness);
      for (double& value : loudness) value = std::log(value < 1e-12 ? 1e-12 : value);
      for (int64_t k = 0; k < count; ++k) {
        double sum = 0;
        for (int64_t j = 0; j < channels; ++j) sum += cosines[k * (2 * j + 1) % (4 * channels)] * loudness[j];
        output.data<float>()[line * count + k] = static_cast<float>(sum);
      }
    }
  });
}

DEFINE_OP("Mfcc")
    .input("spectrogram: float")
    .input("sample_rate: int32")
    .output("output: float")
    .attr("upper_frequency_limit: float = 4000")
    .attr("lower_frequency_limit: float = 20")
    .attr("filterbank_channel_count: int = 40")
    .attr("dct_coefficient_count: int = 13")
    .doc("The cepstral coefficients of spectrograms of squared magnitudes, [channels, windows, frequencies].")
    .shape(mfcc_shape)
    .kernel(CPU, mfcc_cpu);

}  // namespace
}  // namespace graphwright
