// TensorShapeProto: dim 2 (size 1), unknown_rank 3.
#include "io/shape_message.h"

#include <algorithm>

#include "base/small_vector.h"
#include "io/fields.h"

namespace graphwright {
namespace {

// TensorFlow's limit.
constexpr int kMostRank = 254;

}  // namespace

std::string shape_message(const Shape& shape) {
  std::string message;
  if (!shape.has_rank()) {
    put_int_field(message, 3, 1);
    return message;
  }
  for (int64_t size : shape.sizes()) {
    std::string axis;
    put_int_field(axis, 1, size);
    put_bytes_field(message, 2, axis);
  }
  return message;
}

bool read_partial_shape_message(std::string_view bytes, Shape& shape) {
  SmallVector<int64_t, 8> sizes;
  bool has_rank = true;
  Fields fields(bytes);
  while (fields.next()) {
    if (fields.number() == 3) has_rank = fields.value() == 0;
    if (fields.number() != 2) continue;
    int64_t size = 0;
    Fields axis(fields.bytes());
    while (axis.next())
      if (axis.number() == 1) size = static_cast<int64_t>(axis.value());
    if (!axis.ok() || size < -1 || sizes.size() == kMostRank) return false;
    sizes.push_back(size);
  }
  shape = has_rank ? Shape(std::span<const int64_t>(sizes.begin(), sizes.size())) : Shape::unknown();
  return fields.ok();
}

bool read_shape_message(std::string_view bytes, Shape& shape) {
  if (!read_partial_shape_message(bytes, shape) || !shape.has_rank()) return false;
  return std::all_of(shape.begin(), shape.end(), [](int64_t size) { return size >= 0; });
}

}  // namespace graphwright
