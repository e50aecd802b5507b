// Markers and Huffman codes of JPEG files (ITU-T T.81), baseline and progressive. Broken files are read as libjpeg
// reads them: what is missing is zero, up to the next marker that says where to go on.
#include "kernels/jpeg_coefficients.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace graphwright {
namespace {

// From the order of a file, along diagonals, to that of rows; what broken files put behind the end goes to the end.
constexpr std::array<uint8_t, kJpegBlock + 16> make_order() {
  std::array<uint8_t, kJpegBlock + 16> order{};
  int n = 0;
  for (int sum = 0; sum < 15; ++sum)
    for (int i = 0; i <= sum; ++i) {
      const int row = sum % 2 == 0 ? sum - i : i, column = sum - row;
      if (row < 8 && column < 8) order[n++] = static_cast<uint8_t>(row * 8 + column);
    }
  while (n < kJpegBlock + 16) order[n++] = 63;
  return order;
}
constexpr auto kOrder = make_order();

[[noreturn]] void fail(const std::string& why) { throw Error(Code::kInvalidArgument, "Invalid JPEG data: " + why); }

int word_at(std::string_view data, size_t i) {
  return static_cast<uint8_t>(data[i]) << 8 | static_cast<uint8_t>(data[i + 1]);
}
int byte_at(std::string_view data, size_t i) { return static_cast<uint8_t>(data[i]); }

int ceil_divide(int a, int b) { return (a + b - 1) / b; }

// A number of `count` bits, whose first half stands for the negative ones.
int extended(int value, int count) { return value < 1 << (count - 1) ? value - (1 << count) + 1 : value; }

}  // namespace

JpegReader::JpegReader(std::string_view file) : file_(file) {
  if (!file.starts_with("\xff\xd8")) fail("the file does not begin as a JPEG file does");
  place_ = 2;
  if (!read_markers()) fail("there is no image in it");
  choose_color();
}

// ---- markers ----

// Behind its end a file has an endless number of ends of image.
int JpegReader::next_byte() {
  if (place_ < file_.size()) return byte_at(file_, place_++);
  truncated_ = true;
  return place_++ % 2 == file_.size() % 2 ? 0xff : 0xd9;
}

int JpegReader::next_word() {
  const int high = next_byte();
  return high << 8 | next_byte();
}

int JpegReader::next_marker() {
  if (marker_ != 0) return std::exchange(marker_, 0);
  for (;;) {
    while (next_byte() != 0xff) {
    }
    int marker = next_byte();
    while (marker == 0xff) marker = next_byte();
    if (marker != 0) return marker;
  }
}

std::string_view JpegReader::segment() {
  const int length = next_word();
  if (length < 2) fail("a segment of no length");
  if (place_ > file_.size() || file_.size() - place_ < static_cast<size_t>(length - 2)) {
    truncated_ = true;
    fail("the file ends before its pixels begin");
  }
  std::string_view data = file_.substr(place_, length - 2);
  place_ += length - 2;
  return data;
}

bool JpegReader::read_markers() {
  for (;;) {
    const int marker = next_marker();
    if (marker == 0xd9) return false;
    if ((marker >= 0xd0 && marker <= 0xd8) || marker == 0x01) {
      if (marker == 0xd8) fail("it has two beginnings");
      continue;
    }
    std::string_view data = segment();
    if (marker == 0xc4) {
      read_huffman(data);
    } else if (marker == 0xdb) {
      read_quantization(data);
    } else if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc8 && marker != 0xcc) {
      read_frame(marker, data);
    } else if (marker == 0xda) {
      read_scan_header(data);
      return true;
    } else if (marker == 0xdd) {
      if (data.size() != 2) fail("a restart interval of another size");
      restart_interval_ = word_at(data, 0);
    } else if (marker == 0xe0) {
      jfif_ |= data.starts_with(std::string_view("JFIF\0", 5)) && data.size() >= 14;
    } else if (marker == 0xee && data.starts_with("Adobe") && data.size() >= 12) {
      adobe_ = true;
      transform_ = byte_at(data, 11);
    }
  }
}

void JpegReader::read_quantization(std::string_view data) {
  size_t i = 0;
  while (i < data.size()) {
    const int kind = byte_at(data, i++), wide = kind >> 4, number = kind & 15;
    if (number > 3) fail("a quantization table of another number");
    if (data.size() - i < (wide != 0 ? 128u : 64u)) fail("a quantization table that is cut off");
    for (int k = 0; k < kJpegBlock; ++k, i += wide != 0 ? 2 : 1)
      steps_[number][kOrder[k]] = static_cast<uint16_t>(wide != 0 ? word_at(data, i) : byte_at(data, i));
    has_steps_[number] = true;
  }
}

void JpegReader::read_huffman(std::string_view data) {
  size_t i = 0;
  while (i + 17 <= data.size()) {
    const int kind = byte_at(data, i++), number = kind & 15, rest = kind >> 4;
    if (number > 3 || rest > 1) fail("a table of codes of another number");
    Huffman table;
    std::array<int, 17> counts{};
    int total = 0;
    for (int length = 1; length <= 16; ++length) total += counts[length] = byte_at(data, i++);
    if (total > 256 || data.size() - i < static_cast<size_t>(total)) fail("a table of codes that is cut off");
    for (int k = 0; k < total; ++k) table.symbols[k] = static_cast<uint8_t>(byte_at(data, i + k));
    if (rest == 0 && std::any_of(table.symbols.begin(), table.symbols.begin() + total, [](int s) { return s > 15; }))
      fail("codes of means that are too wide");
    i += total;
    int code = 0, place = 0;
    for (int length = 1; length <= 16; ++length) {
      if (code + counts[length] > 1 << length) fail("more codes than there can be");
      table.offset[length] = place - code;
      table.most[length] = counts[length] > 0 ? code + counts[length] - 1 : -1;
      for (int k = 0; k < counts[length]; ++k, ++code, ++place) {
        if (length > 9) continue;
        const int first = code << (9 - length), many = 1 << (9 - length);
        std::fill_n(table.length.begin() + first, many, static_cast<uint8_t>(length));
        std::fill_n(table.symbol.begin() + first, many, table.symbols[place]);
      }
      code <<= 1;
    }
    table.known = true;
    huffman_[rest][number] = table;
  }
  if (i != data.size()) fail("a table of codes of another size");
}

void JpegReader::read_frame(int marker, std::string_view data) {
  if (framed_) fail("it has two frames");
  if (marker > 0xc2) fail("a frame that is lossless, hierarchical or of arithmetic codes is not supported");
  progressive_ = marker == 0xc2;
  framed_ = true;
  if (data.size() < 6) fail("a frame that is cut off");
  if (byte_at(data, 0) != 8) fail(str_cat("samples of ", byte_at(data, 0), " bits are not supported"));
  height_ = word_at(data, 1);
  width_ = word_at(data, 3);
  const int count = byte_at(data, 5);
  if (height_ == 0 || width_ == 0 || count == 0) fail("an empty image");
  if (height_ > 65500 || width_ > 65500) fail("an image of more than 65500 rows or columns");
  if (data.size() != 6 + 3 * static_cast<size_t>(count)) fail("a frame of another size");
  if (count > 4) fail("more than four components");
  components_.resize(count);
  for (int c = 0; c < count; ++c) {
    JpegComponent& component = components_[c];
    component.id = byte_at(data, 6 + 3 * c);
    component.horizontal = byte_at(data, 7 + 3 * c) >> 4;
    component.vertical = byte_at(data, 7 + 3 * c) & 15;
    component.table = byte_at(data, 8 + 3 * c);
    if (component.horizontal < 1 || component.horizontal > 4 || component.vertical < 1 || component.vertical > 4)
      fail("sampling factors out of range");
    most_horizontal_ = std::max(most_horizontal_, component.horizontal);
    most_vertical_ = std::max(most_vertical_, component.vertical);
  }
  unit_columns_ = ceil_divide(width_, 8 * most_horizontal_);
  unit_rows_ = ceil_divide(height_, 8 * most_vertical_);
  for (JpegComponent& component : components_) {
    component.across = ceil_divide(width_ * component.horizontal, 8 * most_horizontal_);
    component.down = ceil_divide(height_ * component.vertical, 8 * most_vertical_);
    component.padded = unit_columns_ * component.horizontal;
  }
}

void JpegReader::read_scan_header(std::string_view data) {
  if (!framed_) fail("pixels before the frame");
  const size_t count = data.empty() ? 0 : byte_at(data, 0);
  if (count < 1 || count > 4 || data.size() != 4 + 2 * count) fail("a scan of another size");
  scan_.clear();
  for (size_t k = 0; k < count; ++k) {
    const int id = byte_at(data, 1 + 2 * k), tables = byte_at(data, 2 + 2 * k);
    const auto found = std::find_if(components_.begin(), components_.end(), [&](auto& c) { return c.id == id; });
    if (found == components_.end()) fail("a scan of a component that the frame has not");
    const int number = static_cast<int>(found - components_.begin());
    if (std::any_of(scan_.begin(), scan_.end(), [&](auto& part) { return part.component == number; }))
      fail("a scan of one component twice");
    if ((tables >> 4) > 3 || (tables & 15) > 3) fail("a scan with codes of another number");
    scan_.push_back({number, tables >> 4, tables & 15});
  }
  first_ = byte_at(data, 1 + 2 * count);
  last_ = byte_at(data, 2 + 2 * count);
  const int high = byte_at(data, 3 + 2 * count) >> 4;
  low_ = byte_at(data, 3 + 2 * count) & 15;
  if (!progressive_) {
    first_ = 0, last_ = 63, low_ = 0;
    pass_ = Pass::kWhole;
  } else {
    if (first_ == 0 ? last_ != 0 : (last_ < first_ || last_ > 63 || count != 1)) fail("a scan of no such coefficients");
    if (low_ > 13 || (high != 0 && high != low_ + 1)) fail("a scan of no such bits");
    pass_ = first_ == 0 ? (high == 0 ? Pass::kMeanFirst : Pass::kMeanRefine)
                        : (high == 0 ? Pass::kRestFirst : Pass::kRestRefine);
  }
  int blocks = 0;
  for (const ScanPart& part : scan_) {
    JpegComponent& component = components_[part.component];
    blocks += component.horizontal * component.vertical;
    if ((pass_ == Pass::kWhole || pass_ == Pass::kMeanFirst) && !huffman_[0][part.dc_table].known)
      fail("a table of codes is missing");
    if ((pass_ == Pass::kWhole || first_ > 0) && !huffman_[1][part.ac_table].known) fail("a table of codes is missing");
    if (component.quantized) continue;
    if (component.table > 3 || !has_steps_[component.table]) fail("a quantization table is missing");
    component.steps = steps_[component.table];
    component.quantized = true;
  }
  if (count > 1 && blocks > 10) fail("more than ten blocks in a unit");
}

void JpegReader::choose_color() {
  const size_t count = components_.size();
  if (count == 1) {
    color_ = JpegColor::kGrey;
  } else if (count == 3) {
    const int a = components_[0].id, b = components_[1].id, c = components_[2].id;
    const bool letters = a == 'R' && b == 'G' && c == 'B';
    color_ = !jfif_ && (adobe_ ? transform_ == 0 : letters) ? JpegColor::kRgb : JpegColor::kYcc;
  } else if (count == 4) {
    color_ = adobe_ && transform_ != 0 ? JpegColor::kYcck : JpegColor::kCmyk;
  }
}

// ---- scans ----

void JpegReader::read(const std::function<bool(int)>& on_row) {
  one_scan_ = !progressive_ && scan_.size() == components_.size();
  for (JpegComponent& component : components_) {
    const size_t rows = static_cast<size_t>(component.vertical) * (one_scan_ ? 1 : unit_rows_);
    component.coefficients.assign(rows * component.padded * kJpegBlock, 0);
  }
  if (one_scan_) return read_scan(&on_row);
  do read_scan(nullptr);
  while (read_markers());
  for (const JpegComponent& component : components_)
    if (!component.quantized) fail("a component has no pixels");
  for (int row = 0; row < unit_rows_ && on_row(row); ++row) {
  }
}

const int16_t* JpegReader::blocks(int component, int unit_row) const {
  const JpegComponent& c = components_[component];
  const size_t row = one_scan_ ? 0 : static_cast<size_t>(unit_row) * c.vertical;
  return c.coefficients.data() + row * c.padded * kJpegBlock;
}

void JpegReader::read_scan(const std::function<bool(int)>* on_row) {
  window_ = 0, have_ = 0, made_up_ = 0, run_ = 0, restart_number_ = 0;
  starved_ = false;
  // A component alone has a row of blocks after the other, as many as the image needs.
  const bool alone = scan_.size() == 1;
  JpegComponent& only = components_[scan_[0].component];
  const int columns = alone ? only.across : unit_columns_, rows = alone ? only.down : unit_rows_;
  int left = restart_interval_;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      if (restart_interval_ != 0 && left == 0) {
        restart();
        left = restart_interval_;
      }
      --left;
      if (starved_) continue;
      if (alone) {
        const size_t row = on_row != nullptr ? y % only.vertical : y;
        block(only.coefficients.data() + (row * only.padded + x) * kJpegBlock, scan_[0]);
      } else {
        for (ScanPart& part : scan_) {
          JpegComponent& c = components_[part.component];
          const size_t top = on_row != nullptr ? 0 : static_cast<size_t>(y) * c.vertical;
          for (int v = 0; v < c.vertical; ++v)
            for (int h = 0; h < c.horizontal; ++h)
              block(c.coefficients.data() + ((top + v) * c.padded + x * c.horizontal + h) * kJpegBlock, part);
        }
      }
      starved_ = have_ < made_up_;
    }
    if (on_row == nullptr || (alone && y % only.vertical != only.vertical - 1 && y + 1 < rows)) continue;
    if (!(*on_row)(alone ? y / only.vertical : y)) return;
    for (JpegComponent& c : components_) std::fill(c.coefficients.begin(), c.coefficients.end(), int16_t{0});
  }
}

void JpegReader::restart() {
  window_ = 0, have_ = 0, made_up_ = 0, run_ = 0;
  for (ScanPart& part : scan_) part.last = 0;
  const int wanted = restart_number_;
  restart_number_ = (restart_number_ + 1) & 7;
  for (;;) {
    const int marker = next_marker();
    const int ahead = (marker - 0xd0 - wanted) & 7;
    const bool numbered = marker >= 0xd0 && marker <= 0xd7;
    if (numbered && (ahead == 0 || (ahead > 2 && ahead < 6))) break;  // as well as can be
    if (marker >= 0xc0 && (!numbered || ahead < 3)) {
      marker_ = marker;  // what was wanted is lost; this one comes later
      break;
    }
  }
  if (marker_ == 0) starved_ = false;
}

// ---- codes ----

void JpegReader::fill() {
  while (have_ <= 56) {
    uint64_t byte = 0;
    if (marker_ == 0) {
      byte = static_cast<uint64_t>(next_byte());
      if (byte == 0xff) {
        int next = next_byte();
        while (next == 0xff) next = next_byte();
        if (next != 0) {
          marker_ = next;
          byte = 0;
        }
      }
    }
    if (marker_ != 0) made_up_ += 8;
    window_ |= byte << (56 - have_);
    have_ += 8;
  }
}

int JpegReader::bits(int count) {
  if (count == 0) return 0;
  if (have_ < count) fill();
  const int value = static_cast<int>(window_ >> (64 - count));
  window_ <<= count;
  have_ -= count;
  return value;
}

int JpegReader::symbol(const Huffman& table) {
  if (have_ < 16) fill();
  const int look = static_cast<int>(window_ >> 55);
  if (const int length = table.length[look]; length != 0) {
    window_ <<= length;
    have_ -= length;
    return table.symbol[look];
  }
  for (int length = 10; length <= 16; ++length) {
    const int code = static_cast<int>(window_ >> (64 - length));
    if (code > table.most[length]) continue;
    window_ <<= length;
    have_ -= length;
    return table.symbols[(code + table.offset[length]) & 255];
  }
  window_ <<= 16;  // no such code
  have_ -= 16;
  return 0;
}

void JpegReader::block(int16_t* to, ScanPart& part) {
  switch (pass_) {
    case Pass::kWhole:
      return block_whole(to, part);
    case Pass::kMeanFirst: {
      const int count = symbol(huffman_[0][part.dc_table]);
      if (count != 0) part.last = static_cast<int16_t>(part.last + extended(bits(count), count));
      to[0] = static_cast<int16_t>(part.last * (1 << low_));
      return;
    }
    case Pass::kMeanRefine:
      if (bits(1) != 0) to[0] = static_cast<int16_t>(to[0] | 1 << low_);
      return;
    case Pass::kRestFirst:
      return block_rest_first(to, huffman_[1][part.ac_table]);
    case Pass::kRestRefine:
      return block_rest_refine(to, huffman_[1][part.ac_table]);
  }
}

void JpegReader::block_whole(int16_t* to, ScanPart& part) {
  const int count = symbol(huffman_[0][part.dc_table]);
  if (count != 0) part.last = static_cast<int16_t>(part.last + extended(bits(count), count));
  to[0] = static_cast<int16_t>(part.last);
  const Huffman& table = huffman_[1][part.ac_table];
  for (int k = 1; k < kJpegBlock; ++k) {
    const int code = symbol(table), size = code & 15;
    if (size == 0 && code != 0xf0) return;
    k += code >> 4;
    if (size != 0) to[kOrder[k]] = static_cast<int16_t>(extended(bits(size), size));
  }
}

void JpegReader::block_rest_first(int16_t* to, const Huffman& table) {
  if (run_ > 0) {
    --run_;
    return;
  }
  for (int k = first_; k <= last_; ++k) {
    const int code = symbol(table), size = code & 15, skip = code >> 4;
    if (size == 0 && skip < 15) {
      run_ = (1u << skip) - 1;
      if (skip > 0) run_ += bits(skip);
      return;
    }
    k += skip;
    if (size != 0) to[kOrder[k]] = static_cast<int16_t>(extended(bits(size), size) * (1 << low_));
  }
}

void JpegReader::block_rest_refine(int16_t* to, const Huffman& table) {
  const int16_t plus = static_cast<int16_t>(1 << low_), minus = static_cast<int16_t>(-plus);
  // A coefficient that is known gets one more bit.
  const auto refine = [&](int16_t& value) {
    if (bits(1) != 0 && (value & plus) == 0) value = static_cast<int16_t>(value + (value >= 0 ? plus : minus));
  };
  int k = first_;
  if (run_ == 0) {
    for (; k <= last_; ++k) {
      const int code = symbol(table);
      int skip = code >> 4;
      int16_t fresh = 0;
      if ((code & 15) != 0) {
        fresh = bits(1) != 0 ? plus : minus;
      } else if (skip < 15) {
        run_ = 1u << skip;
        if (skip > 0) run_ += bits(skip);
        break;
      }
      for (; k <= last_; ++k) {
        int16_t& value = to[kOrder[k]];
        if (value != 0) {
          refine(value);
        } else if (--skip < 0) {
          break;
        }
      }
      if (fresh != 0) to[kOrder[k]] = fresh;
    }
  }
  if (run_ == 0) return;
  for (; k <= last_; ++k)
    if (int16_t& value = to[kOrder[k]]; value != 0) refine(value);
  --run_;
}

}  // namespace graphwright
