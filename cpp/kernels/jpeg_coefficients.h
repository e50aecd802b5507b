// The content of a JPEG file: its frame, and its blocks' coefficients, as Huffman codes in one pass or in several.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace graphwright {

constexpr int kJpegBlock = 64;  // coefficients of a block, rows of eight

struct JpegComponent {
  int id = 0;
  int horizontal = 1, vertical = 1;          // blocks per unit that all components share
  int table = 0;                             // of quantization
  int across = 0, down = 0;                  // blocks that the image needs
  int padded = 0;                            // blocks per row that are kept, whole units
  bool quantized = false;                    // whether `steps` are known
  std::array<uint16_t, kJpegBlock> steps{};  // what coefficients are multiplied by
  std::vector<int16_t> coefficients;         // of one row of units, or of all of them
};

enum class JpegColor : uint8_t { kGrey, kRgb, kYcc, kCmyk, kYcck, kUnknown };

class JpegReader {
 public:
  // Reads up to the first pixels; throws InvalidArgument where the bytes are no JPEG file that can be read.
  explicit JpegReader(std::string_view file);

  int height() const { return height_; }
  int width() const { return width_; }
  JpegColor color() const { return color_; }
  bool adobe() const { return adobe_; }
  bool progressive() const { return progressive_; }
  const std::vector<JpegComponent>& components() const { return components_; }
  int most_horizontal() const { return most_horizontal_; }
  int most_vertical() const { return most_vertical_; }
  int unit_rows() const { return unit_rows_; }

  // Reads the pixels' coefficients, and says so row of units by row of units; `on_row` gives false to stop.
  void read(const std::function<bool(int unit_row)>& on_row);
  // The blocks of a component in a row of units that `on_row` was told.
  const int16_t* blocks(int component, int unit_row) const;
  // True where the file ended before the image did.
  bool truncated() const { return truncated_; }

 private:
  struct Huffman {
    bool known = false;
    std::array<uint8_t, 512> length{};  // of the code that 9 bits begin with, 0 where it is longer
    std::array<uint8_t, 512> symbol{};
    std::array<int32_t, 18> most{};    // the last code of a length, -1 where there is none
    std::array<int32_t, 17> offset{};  // from a code to the place of its symbol
    std::array<uint8_t, 256> symbols{};
  };
  // One component's part in a scan.
  struct ScanPart {
    int component;
    int dc_table, ac_table;
    int last = 0;  // coefficient of the mean
  };
  enum class Pass : uint8_t { kWhole, kMeanFirst, kMeanRefine, kRestFirst, kRestRefine };

  int next_byte();
  int next_word();
  int next_marker();
  // Markers up to the next scan; false at the end of the image.
  bool read_markers();
  std::string_view segment();
  void read_quantization(std::string_view data);
  void read_huffman(std::string_view data);
  void read_frame(int marker, std::string_view data);
  void read_scan_header(std::string_view data);
  void choose_color();
  void read_scan(const std::function<bool(int)>* on_row);
  void restart();

  void fill();
  int bits(int count);
  int symbol(const Huffman& table);
  void block(int16_t* to, ScanPart& part);
  void block_whole(int16_t* to, ScanPart& part);
  void block_rest_first(int16_t* to, const Huffman& table);
  void block_rest_refine(int16_t* to, const Huffman& table);

  std::string_view file_;
  size_t place_ = 0;
  int marker_ = 0;  // that was met between codes, 0 for none
  bool truncated_ = false;

  int height_ = 0, width_ = 0;
  bool progressive_ = false, framed_ = false, one_scan_ = false, jfif_ = false, adobe_ = false;
  int transform_ = 0;
  JpegColor color_ = JpegColor::kUnknown;
  std::vector<JpegComponent> components_;
  int most_horizontal_ = 1, most_vertical_ = 1, unit_columns_ = 0, unit_rows_ = 0;
  std::array<std::array<uint16_t, kJpegBlock>, 4> steps_{};
  std::array<bool, 4> has_steps_{};
  std::array<std::array<Huffman, 4>, 2> huffman_{};
  int restart_interval_ = 0, restart_number_ = 0;

  std::vector<ScanPart> scan_;
  Pass pass_ = Pass::kWhole;
  int first_ = 0, last_ = 63, low_ = 0;  // coefficients of the scan, and the lowest bit that it has of them
  uint32_t run_ = 0;                     // blocks that have nothing more in this scan

  uint64_t window_ = 0;  // bits, the next ones highest
  int have_ = 0;         // how many of them
  int made_up_ = 0;      // of these, at the end
  bool starved_ = false;
};

}  // namespace graphwright
