// From the blocks of a JPEG file to pixels: samples of all components at one resolution, then their colours.
#include "kernels/jpeg.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/error.h"
#include "kernels/jpeg_coefficients.h"
#include "kernels/jpeg_transform.h"

namespace graphwright {
namespace {

int ceil_divide(int a, int b) { return (a + b - 1) / b; }

// ---- samples ----

// The samples of one component, and how they are stretched to the resolution of the image.
class Plane {
 public:
  Plane(const JpegReader& reader, int number, const JpegWishes& wishes)
      : component_(reader.components()[number]),
        number_(number),
        transform_(wishes.accurate ? JpegMethod::kAccurate : JpegMethod::kFast,
                   block_size(reader, number, wishes.ratio), component_.steps) {
    const int least = 8 / wishes.ratio, size = transform_.size();
    stretch_across_ = reader.most_horizontal() * least / (component_.horizontal * size);
    stretch_down_ = reader.most_vertical() * least / (component_.vertical * size);
    if (stretch_across_ * component_.horizontal * size != reader.most_horizontal() * least ||
        stretch_down_ * component_.vertical * size != reader.most_vertical() * least)
      throw Error(Code::kInvalidArgument, "Invalid JPEG data: its sampling factors are no multiples of each other");
    columns_ = ceil_divide(reader.width() * component_.horizontal * size, reader.most_horizontal() * 8);
    rows_ = ceil_divide(reader.height() * component_.vertical * size, reader.most_vertical() * 8);
    wanted_smooth_ = wishes.smooth && least > 1;
    choose_smooth();
    stride_ = static_cast<ptrdiff_t>(component_.padded) * size;
    samples_.resize(stride_ * size * component_.vertical * reader.unit_rows());
  }

  // Only the columns from `left` on, of those of the image; what is beside them is not looked at.
  void cut(int left, int width, int most_horizontal) {
    left_ = left / stretch_across_;
    const bool narrow = columns_ < 2;
    columns_ = stretch_across_ == 1 ? width : ceil_divide(width * component_.horizontal, most_horizontal);
    if (columns_ < 2 && !narrow) choose_smooth();
  }

  bool looks_down() const { return smooth_ && stretch_down_ == 2 && stretch_across_ <= 2; }

  void make(const JpegReader& reader, int unit_row) {
    const int size = transform_.size();
    const int16_t* blocks = reader.blocks(number_, unit_row);
    uint8_t* to = samples_.data() + static_cast<ptrdiff_t>(unit_row) * component_.vertical * size * stride_;
    for (int v = 0; v < component_.vertical; ++v, to += size * stride_)
      for (int x = 0; x < component_.padded; ++x, blocks += kJpegBlock) transform_(blocks, to + x * size, stride_);
  }

  // Row `y` of the image, `width` samples: where they are, or written to `room`, which is `stretch` longer.
  const uint8_t* row(int y, int width, uint8_t* room, uint16_t* sums) const {
    const int at = y / stretch_down_;
    const uint8_t* near = sample_row(at);
    if (stretch_across_ == 1 && stretch_down_ == 1) return near;
    const int beside = stretch_down_ == 2 && y % 2 == 0 ? at - 1 : at + 1;
    if (smooth_ && stretch_across_ == 2 && stretch_down_ == 1) {
      stretch_smoothly(near, room);
    } else if (smooth_ && stretch_across_ == 1 && stretch_down_ == 2) {
      const uint8_t* far = sample_row(beside);
      const int half = y % 2 == 0 ? 1 : 2;
      for (int x = 0; x < width; ++x) room[x] = static_cast<uint8_t>((3 * near[x] + far[x] + half) >> 2);
    } else if (smooth_ && stretch_across_ == 2 && stretch_down_ == 2) {
      const uint8_t* far = sample_row(beside);
      for (int x = 0; x < columns_; ++x) sums[x] = static_cast<uint16_t>(3 * near[x] + far[x]);
      stretch_sums(sums, room);
    } else if (stretch_across_ == 2) {
      for (int x = 0; x < (width + 1) / 2; ++x) room[2 * x] = room[2 * x + 1] = near[x];
    } else {
      for (int x = 0; x < width; ++x) room[x] = near[x / stretch_across_];
    }
    return room;
  }

 private:
  // Components of less resolution become less small, so that they need less stretching.
  static int block_size(const JpegReader& reader, int number, int ratio) {
    const JpegComponent& c = reader.components()[number];
    const int least = 8 / ratio;
    int size = least;
    while (size < 8 && reader.most_horizontal() * least % (c.horizontal * size * 2) == 0 &&
           reader.most_vertical() * least % (c.vertical * size * 2) == 0)
      size *= 2;
    return size;
  }
  void choose_smooth() { smooth_ = wanted_smooth_ && (stretch_across_ == 1 || columns_ > 2); }
  const uint8_t* sample_row(int y) const { return samples_.data() + std::clamp(y, 0, rows_ - 1) * stride_ + left_; }
  // Each sample becomes two, a quarter of the way to its neighbours.
  void stretch_smoothly(const uint8_t* in, uint8_t* to) const {
    const int last = columns_ - 1;
    to[0] = in[0];
    to[1] = static_cast<uint8_t>((3 * in[0] + in[1] + 2) >> 2);
    for (int x = 1; x < last; ++x) {
      to[2 * x] = static_cast<uint8_t>((3 * in[x] + in[x - 1] + 1) >> 2);
      to[2 * x + 1] = static_cast<uint8_t>((3 * in[x] + in[x + 1] + 2) >> 2);
    }
    to[2 * last] = static_cast<uint8_t>((3 * in[last] + in[last - 1] + 1) >> 2);
    to[2 * last + 1] = in[last];
  }
  // The same of sums that are four times the samples.
  void stretch_sums(const uint16_t* in, uint8_t* to) const {
    const int last = columns_ - 1;
    to[0] = static_cast<uint8_t>((4 * in[0] + 8) >> 4);
    to[1] = static_cast<uint8_t>((3 * in[0] + in[1] + 7) >> 4);
    for (int x = 1; x < last; ++x) {
      to[2 * x] = static_cast<uint8_t>((3 * in[x] + in[x - 1] + 8) >> 4);
      to[2 * x + 1] = static_cast<uint8_t>((3 * in[x] + in[x + 1] + 7) >> 4);
    }
    to[2 * last] = static_cast<uint8_t>((3 * in[last] + in[last - 1] + 8) >> 4);
    to[2 * last + 1] = static_cast<uint8_t>((4 * in[last] + 7) >> 4);
  }

  const JpegComponent& component_;
  int number_;
  JpegTransform transform_;
  int stretch_across_ = 1, stretch_down_ = 1;
  int columns_ = 0, rows_ = 0, left_ = 0;
  bool wanted_smooth_ = true, smooth_ = true;
  ptrdiff_t stride_ = 0;
  std::vector<uint8_t> samples_;
};

// ---- colours ----

constexpr int parts(double x) { return static_cast<int>(x * 65536 + 0.5); }
uint8_t clipped(int x) { return static_cast<uint8_t>(std::clamp(x, 0, 255)); }

struct Rgb {
  int r, g, b;
};
Rgb rgb_of(int y, int cb, int cr) {
  cb -= 128;
  cr -= 128;
  return {y + ((parts(1.402) * cr + 32768) >> 16), y + ((-parts(0.34414) * cb - parts(0.71414) * cr + 32768) >> 16),
          y + ((parts(1.772) * cb + 32768) >> 16)};
}
uint8_t grey_of(int r, int g, int b) {
  return static_cast<uint8_t>((parts(0.299) * r + parts(0.587) * g + parts(0.114) * b + 32768) >> 16);
}

// One row of pixels from the rows of the components.
void color_row(JpegColor color, bool inverted, const uint8_t* const (&rows)[4], int width, int channels, uint8_t* to) {
  const uint8_t *a = rows[0], *b = rows[1], *c = rows[2], *k = rows[3];
  if (channels == 1) {
    if (color != JpegColor::kRgb) {
      std::copy_n(a, width, to);
      return;
    }
    for (int x = 0; x < width; ++x) to[x] = grey_of(a[x], b[x], c[x]);
    return;
  }
  switch (color) {
    case JpegColor::kGrey:
      for (int x = 0; x < width; ++x) to[3 * x] = to[3 * x + 1] = to[3 * x + 2] = a[x];
      return;
    case JpegColor::kRgb:
      for (int x = 0; x < width; ++x) to[3 * x] = a[x], to[3 * x + 1] = b[x], to[3 * x + 2] = c[x];
      return;
    case JpegColor::kYcc:
      for (int x = 0; x < width; ++x) {
        const Rgb pixel = rgb_of(a[x], b[x], c[x]);
        to[3 * x] = clipped(pixel.r), to[3 * x + 1] = clipped(pixel.g), to[3 * x + 2] = clipped(pixel.b);
      }
      return;
    default:
      break;
  }
  // Inks, which programs of Adobe write inverted.
  for (int x = 0; x < width; ++x) {
    int inks[3] = {a[x], b[x], c[x]};
    if (color == JpegColor::kYcck) {
      const Rgb pixel = rgb_of(a[x], b[x], c[x]);
      inks[0] = 255 - clipped(pixel.r), inks[1] = 255 - clipped(pixel.g), inks[2] = 255 - clipped(pixel.b);
    }
    for (int i = 0; i < 3; ++i)
      to[3 * x + i] = static_cast<uint8_t>(inverted ? inks[i] * k[x] / 255 : (255 - inks[i]) * (255 - k[x]) / 255);
  }
}

// Whether as much of the image was read as is wanted.
void check_rows(const JpegReader& reader, std::string_view file, const JpegWishes& wishes, int made, int wanted) {
  if (!reader.truncated() || (wishes.recover && !file.ends_with('\xff'))) return;
  const bool enough = static_cast<float>(made) / static_cast<float>(wanted) >= wishes.least_fraction;
  if (made == wanted && !wishes.recover) return;
  if (wishes.recover || reader.progressive() || !enough)
    throw Error(Code::kInvalidArgument,
                str_cat("Invalid JPEG data: the file ends after ", made, " of ", wanted, " rows"));
}

}  // namespace

JpegSize jpeg_size(std::string_view file) {
  const JpegReader reader(file);
  return {reader.height(), reader.width(), static_cast<int64_t>(reader.components().size())};
}

void read_jpeg(std::string_view file, const JpegWishes& wishes, const std::function<uint8_t*(JpegSize)>& allocate) {
  if (wishes.channels != 0 && wishes.channels != 1 && wishes.channels != 3)
    throw Error(Code::kInvalidArgument, str_cat("JPEG does not support ", wishes.channels, " channels"));
  JpegReader reader(file);
  const int count = static_cast<int>(reader.components().size());
  const int channels = wishes.channels != 0 ? wishes.channels : count == 1 ? 1 : 3;
  if (count == 2 || (count == 4 && channels == 1))
    throw Error(Code::kInvalidArgument, str_cat("Invalid JPEG data: ", channels, " channels of ", count));
  const int height = ceil_divide(reader.height(), wishes.ratio), width = ceil_divide(reader.width(), wishes.ratio);
  const JpegWindow window = wishes.window.value_or(JpegWindow{0, 0, height, width});
  if (window.top < 0 || window.left < 0 || window.height <= 0 || window.width <= 0 ||
      window.height > height - window.top || window.width > width - window.left)
    throw Error(Code::kInvalidArgument,
                str_cat("Invalid JPEG data or crop window: [", window.top, ", ", window.left, ", ", window.height, ", ",
                        window.width, "] of an image of ", height, " x ", width));
  // Grey of colours that have it needs no others.
  const int needed = channels == 1 && reader.color() != JpegColor::kRgb ? 1 : count;
  std::vector<Plane> planes;
  planes.reserve(needed);
  const int bottom = static_cast<int>(window.top + window.height);
  int there = 0;  // rows of the image that can be made
  reader.read([&](int unit_row) {
    // What coefficients are multiplied by is known from here on.
    for (int c = static_cast<int>(planes.size()); c < needed; ++c) planes.emplace_back(reader, c, wishes);
    for (Plane& plane : planes) plane.make(reader, unit_row);
    if (reader.truncated() && !wishes.recover) return false;
    // The last rows of a unit wait for the next ones, where they look at these.
    const bool waits = std::any_of(planes.begin(), planes.end(), [](const Plane& plane) { return plane.looks_down(); });
    const bool last = unit_row + 1 == reader.unit_rows();
    const int unit_height = reader.most_vertical() * 8 / wishes.ratio;
    there = last ? height : (unit_row + 1) * unit_height - (waits ? reader.most_vertical() : 0);
    return there < bottom;
  });
  check_rows(reader, file, wishes, static_cast<int>(std::clamp<int64_t>(there - window.top, 0, window.height)),
             static_cast<int>(window.height));
  // A window begins where a unit does, as far as neighbours of colours are concerned.
  const int left = static_cast<int>(window.left), right = left + static_cast<int>(window.width);
  const int unit = (count == 1 ? 1 : reader.most_horizontal()) * 8 / wishes.ratio;
  const int start = left / unit * unit;
  if (wishes.window)
    for (Plane& plane : planes) plane.cut(start, right - start, reader.most_horizontal());
  uint8_t* to = allocate({window.height, window.width, channels});
  const int span = right - start;
  std::vector<uint8_t> rooms[4];
  for (int c = 0; c < needed; ++c) rooms[c].resize(span + 8);
  std::vector<uint16_t> sums(span + 8);
  const int64_t made = std::clamp<int64_t>(there - window.top, 0, window.height);
  std::fill_n(to + made * window.width * channels, (window.height - made) * window.width * channels, uint8_t{0});
  for (int64_t y = 0; y < made; ++y) {
    const uint8_t* rows[4] = {};
    for (int c = 0; c < needed; ++c)
      rows[c] = planes[c].row(static_cast<int>(window.top + y), span, rooms[c].data(), sums.data()) + (left - start);
    color_row(reader.color(), reader.adobe(), rows, static_cast<int>(window.width), channels,
              to + y * window.width * channels);
  }
}

}  // namespace graphwright
