// Parts of tensors: their texts, messages, keys, and copying between them.
#include "io/tensor_slice.h"

#include <algorithm>
#include <bit>
#include <charconv>

#include "io/fields.h"

namespace graphwright {
namespace {

// Keys: numbers and strings whose bytes sort as they do.

void put_ordered_number(std::string& out, uint64_t value) {
  const int length = (64 - std::countl_zero(value) + 7) / 8;
  out += static_cast<char>(length);
  for (int i = length - 1; i >= 0; --i) out += static_cast<char>(value >> (8 * i));
}

void put_ordered_string(std::string& out, std::string_view text) {
  for (char c : text) {
    out += c;
    if (c == '\0') out += '\xff';
    if (c == '\xff') out += '\0';
  }
  out.append("\0\1", 2);
}

// Seven bits a byte; as many ones lead as there are bytes, or zeros for negative numbers.
void put_ordered_signed(std::string& out, int64_t value) {
  const uint64_t magnitude = static_cast<uint64_t>(value < 0 ? ~value : value);
  int length = 1;
  while (length < 10 && 64 - std::countl_zero(magnitude) > 7 * length - 1) ++length;
  uint8_t bytes[10];
  for (int i = 0; i < length; ++i) {
    const int shift = 8 * (length - 1 - i);
    bytes[i] = static_cast<uint8_t>(shift >= 64 ? (value < 0 ? 255 : 0) : static_cast<uint64_t>(value >> shift));
  }
  for (int bit = 0; bit < length; ++bit) bytes[bit / 8] ^= static_cast<uint8_t>(0x80 >> (bit % 8));
  out.append(reinterpret_cast<char*>(bytes), static_cast<size_t>(length));
}

int64_t parse_number(std::string_view text, const std::string& all) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  GW_CHECK_ARG(error == std::errc() && end == text.data() + text.size() && value >= 0,
               "Non numerical dimension in shape_and_slice: ", all);
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t at = text.find(separator);
    if (at != 0 || separator != ' ') parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

}  // namespace

Shape part_shape(const Shape& whole, const TensorSlice& slice) {
  GW_CHECK_ARG(slice.begins.size() == static_cast<size_t>(whole.rank()), "a slice with ", slice.begins.size(),
               " axes of a tensor of shape ", whole);
  Shape part = whole;
  for (int axis = 0; axis < whole.rank(); ++axis) {
    const int64_t begin = slice.begins[axis], size = slice.sizes[axis];
    if (size < 0) continue;
    GW_CHECK_ARG(begin >= 0 && begin <= whole[axis] && size <= whole[axis] - begin, "Extent in dimension ", axis,
                 " out of bounds: shape = ", whole, ", begin ", begin, ", size ", size);
    part.set(axis, size);
  }
  return part;
}

void copy_common(const Shape& whole, const TensorSlice& from, const Tensor& source, const TensorSlice& to,
                 Tensor& target, std::vector<bool>* covered) {
  const int rank = whole.rank();
  SmallVector<int64_t, 8> begin, end;
  for (int axis = 0; axis < rank; ++axis) {
    begin.push_back(std::max(from.begins[axis], to.begins[axis]));
    end.push_back(std::min(from.begins[axis] + source.shape()[axis], to.begins[axis] + target.shape()[axis]));
    if (begin[axis] >= end[axis]) return;
  }
  SmallVector<int64_t, 8> at = begin;
  const int64_t row = rank == 0 ? 1 : end[rank - 1] - begin[rank - 1];
  const size_t item = dtype_size(target.dtype());
  for (;;) {
    int64_t source_at = 0, target_at = 0;
    for (int axis = 0; axis < rank; ++axis) {
      source_at = source_at * source.shape()[axis] + at[axis] - from.begins[axis];
      target_at = target_at * target.shape()[axis] + at[axis] - to.begins[axis];
    }
    copy_elements(target.dtype(), static_cast<char*>(target.raw()) + target_at * item,
                  static_cast<const char*>(source.raw()) + source_at * item, row);
    if (covered) std::fill_n(covered->begin() + target_at, row, true);
    int axis = rank - 2;
    for (; axis >= 0; --axis) {
      if (++at[axis] < end[axis]) break;
      at[axis] = begin[axis];
    }
    if (axis < 0) return;
  }
}

std::string part_key(const std::string& key, const TensorSlice& slice) {
  std::string out;
  put_ordered_number(out, 0);
  put_ordered_string(out, key);
  put_ordered_number(out, slice.begins.size());
  for (size_t axis = 0; axis < slice.begins.size(); ++axis) {
    put_ordered_signed(out, slice.begins[axis]);
    put_ordered_signed(out, slice.sizes[axis]);
  }
  return out;
}

void parse_slice(const std::string& text, Shape& shape, TensorSlice& slice) {
  std::vector<std::string_view> words = split(text, ' ');
  while (!words.empty() && words.back().empty()) words.pop_back();
  GW_CHECK_ARG(words.size() >= 2, "Need least two elements in shape_and_slice specification: ", text);
  SmallVector<int64_t, 8> sizes;
  for (size_t i = 0; i + 1 < words.size(); ++i) sizes.push_back(parse_number(words[i], text));
  shape = Shape(std::span<const int64_t>(sizes.begin(), sizes.size()));
  slice = {};
  for (std::string_view part : split(words.back(), ':')) {
    if (part == "-") {
      slice.begins.push_back(0);
      slice.sizes.push_back(-1);
      continue;
    }
    const size_t comma = part.find(',');
    GW_CHECK_ARG(comma != std::string_view::npos, "Expected a pair of numbers or '-' but got '", part,
                 "': string = ", text);
    slice.begins.push_back(parse_number(part.substr(0, comma), text));
    slice.sizes.push_back(parse_number(part.substr(comma + 1), text));
  }
  part_shape(shape, slice);
}

bool is_whole(const TensorSlice& slice) {
  return std::all_of(slice.sizes.begin(), slice.sizes.end(), [](int64_t size) { return size < 0; });
}

TensorSlice whole_slice(int rank) {
  TensorSlice all;
  all.begins.resize(static_cast<size_t>(rank), 0);
  all.sizes.resize(static_cast<size_t>(rank), -1);
  return all;
}

std::string slice_message(const TensorSlice& slice) {
  std::string message;
  for (size_t axis = 0; axis < slice.begins.size(); ++axis) {
    std::string part;
    if (slice.sizes[axis] >= 0) {
      put_int_field(part, 1, slice.begins[axis]);
      wire::integer(2, slice.sizes[axis], part);
    }
    put_bytes_field(message, 1, part);
  }
  return message;
}

bool read_slice_message(std::string_view bytes, TensorSlice& slice) {
  Fields fields(bytes);
  while (fields.next()) {
    if (fields.number() != 1) continue;
    int64_t begin = 0, size = -1;
    Fields part(fields.bytes());
    while (part.next()) {
      if (part.number() == 1) begin = static_cast<int64_t>(part.value());
      if (part.number() == 2) size = static_cast<int64_t>(part.value());
    }
    if (!part.ok() || begin < 0 || size < -1) return false;
    slice.begins.push_back(begin);
    slice.sizes.push_back(size);
  }
  return fields.ok();
}

}  // namespace graphwright
