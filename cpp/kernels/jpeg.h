// JPEG files as pixels: the very bytes that libjpeg-turbo gives.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace graphwright {

struct JpegWindow {
  int64_t top = 0, left = 0, height = 0, width = 0;
};

struct JpegWishes {
  int channels = 0;                  // 1, 3, or 0 for what the file has
  int ratio = 1;                     // 1, 2, 4 or 8: how much smaller the image becomes
  bool smooth = true;                // whether colours of less resolution are interpolated
  bool accurate = false;             // the slower transform
  bool recover = false;              // whether files that end too early are read as far as they go
  float least_fraction = 1;          // of the rows that have to be there in such files
  std::optional<JpegWindow> window;  // the part that is wanted, in pixels of the result
};

struct JpegSize {
  int64_t height = 0, width = 0, channels = 0;
};

// Of the image in a file, by its header; throws InvalidArgument where the bytes are no JPEG file.
JpegSize jpeg_size(std::string_view file);

// Reads a file; `allocate` makes room for the pixels, rows of channels. Throws InvalidArgument for broken files, for
// channels that the file cannot give and windows outside the image.
void read_jpeg(std::string_view file, const JpegWishes& wishes, const std::function<uint8_t*(JpegSize)>& allocate);

}  // namespace graphwright
