// TensorProto: dtype 1, tensor_shape 2, tensor_content 4, and lists of elements by kind, of which the last one stands
// for all that follow.
#include "io/tensor_message.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "io/fields.h"
#include "io/shape_message.h"
#include "io/variant_message.h"

namespace graphwright {
namespace {

// The numbers of the fields that hold elements: all in one, or listed.
enum Field : uint32_t {
  kContent = 4,
  kHalf = 13,
  kFloat = 5,
  kDouble = 6,
  kInt = 7,
  kString = 8,
  kComplex64 = 9,
  kInt64 = 10,
  kBool = 11,
  kComplex128 = 12,
  kVariant = 15,
  kUint32 = 16,
  kUint64 = 17,
};

// The field of a dtype's elements, and how wide an element is there where it is no varint.
struct Listed {
  uint32_t field;
  size_t fixed;
};
Listed listed(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return {kFloat, 4};
    case DType::kFloat64:
      return {kDouble, 8};
    case DType::kComplex64:
      return {kComplex64, 4};
    case DType::kComplex128:
      return {kComplex128, 8};
    case DType::kInt64:
      return {kInt64, 0};
    case DType::kBool:
      return {kBool, 0};
    case DType::kUint32:
      return {kUint32, 0};
    case DType::kUint64:
      return {kUint64, 0};
    case DType::kHalf:
    case DType::kBfloat16:
      return {kHalf, 0};
    default:
      return {kInt, 0};
  }
}

[[noreturn]] void fail_message(const char* why) {
  fail(Code::kInvalidArgument, "Could not parse `serialized` as TensorProto: ", why);
}

// Collects the elements of a list; `wide` bytes each in memory.
class Elements {
 public:
  Elements(Tensor& tensor, size_t wide)
      : to_(static_cast<char*>(tensor.raw())), room_(tensor.num_elements() * wide), wide_(wide) {}
  void add(const void* bits, size_t size) {
    if (size > room_ - filled_) fail_message("it has more elements than its shape says");
    std::memcpy(to_ + filled_, bits, size);
    filled_ += size;
  }
  // The last one, or zeros, in all places that are left.
  void repeat_last() {
    if (filled_ == 0) std::memset(to_, 0, room_);
    if (filled_ % wide_ != 0) fail_message("it has half an element");
    while (filled_ > 0 && filled_ < room_) {
      std::memcpy(to_ + filled_, to_ + filled_ - wide_, wide_);
      filled_ += wide_;
    }
  }

 private:
  char* to_;
  size_t room_, wide_, filled_ = 0;
};

void read_elements(std::string_view message, Tensor& tensor) {
  const Listed kind = listed(tensor.dtype());
  const size_t wide = dtype_size(tensor.dtype());
  const size_t part = kind.fixed != 0 ? kind.fixed : wide;
  Elements elements(tensor, wide);
  Fields fields(message);
  while (fields.next()) {
    if (fields.number() != kind.field) continue;
    // What is not packed comes as a number; packed, as bytes.
    std::string_view packed = fields.bytes();
    if (packed.empty()) {
      const uint64_t value = fields.value();
      if (!fields.is_bytes()) elements.add(&value, part);
    } else if (kind.fixed != 0) {
      elements.add(packed.data(), packed.size());
    }
    while (kind.fixed == 0 && !packed.empty()) {
      uint64_t value;
      if (!take_varint(packed, value)) fail_message("its elements are none");
      if (tensor.dtype() == DType::kBool) value = value != 0;
      elements.add(&value, part);
    }
  }
  elements.repeat_last();
}

void read_strings(std::string_view message, Tensor& tensor) {
  int64_t count = 0;
  auto* to = tensor.data<std::string>();
  Fields fields(message);
  while (fields.next()) {
    if (fields.number() != kString) continue;
    if (count == tensor.num_elements()) fail_message("it has more elements than its shape says");
    to[count++] = fields.bytes();
  }
  for (int64_t i = std::max<int64_t>(count, 1); count > 0 && i < tensor.num_elements(); ++i) to[i] = to[count - 1];
}

// The parts of what was joined: the lengths of all, then all of them.
std::vector<std::string_view> split(std::string_view content, uint64_t count) {
  // Each has at least the byte of its length.
  if (content.size() < count) fail_message("its bytes are not as many as its shape says");
  std::vector<uint64_t> sizes(count);
  for (uint64_t& size : sizes)
    if (!take_varint(content, size)) fail_message("its elements have no lengths");
  std::vector<std::string_view> parts;
  for (uint64_t size : sizes) {
    if (size > content.size()) fail_message("its elements are longer than its bytes");
    parts.push_back(content.substr(0, size));
    content.remove_prefix(size);
  }
  if (!content.empty()) fail_message("its bytes are more than its elements");
  return parts;
}

std::string join(const std::vector<std::string_view>& parts) {
  std::string content;
  for (std::string_view part : parts) wire::varint(part.size(), content);
  for (std::string_view part : parts) content += part;
  return content;
}

Tensor read_variants(std::string_view message, const Shape& shape, uint64_t count) {
  std::vector<std::string_view> found;
  std::string_view content;
  Fields fields(message);
  while (fields.next()) {
    if (fields.number() == kVariant) found.push_back(fields.bytes());
    if (fields.number() == kContent) content = fields.bytes();
  }
  if (!content.empty()) found = split(content, count);
  if (found.size() < count) fail_message("it has fewer variants than its shape says");
  if (found.size() > count) fail_message("it has more elements than its shape says");
  Tensor tensor = Tensor::allocate(DType::kVariant, shape);
  auto* to = tensor.data<Handle>();
  for (std::string_view variant : found) *to++ = read_variant_message(variant);
  return tensor;
}

}  // namespace

std::string tensor_message(const Tensor& tensor, bool in_one) {
  const DType dtype = tensor.dtype();
  GW_CHECK_ARG(is_plain(dtype) || dtype == DType::kString || dtype == DType::kVariant, "a tensor of dtype ", dtype,
               " cannot be written as bytes");
  std::string message;
  put_int_field(message, 1, static_cast<int>(dtype));
  put_bytes_field(message, 2, shape_message(tensor.shape()));
  if (tensor.num_elements() == 0) return message;
  if (is_plain(dtype)) {
    put_bytes_field(message, kContent, {static_cast<const char*>(tensor.raw()), tensor.bytes()});
    return message;
  }
  std::vector<std::string> variants;
  if (dtype == DType::kVariant)
    for (const Handle& object : tensor.flat<Handle>()) variants.push_back(variant_message(object));
  const std::span<const std::string> texts =
      dtype == DType::kVariant ? std::span<const std::string>(variants) : tensor.flat<std::string>();
  const std::vector<std::string_view> parts(texts.begin(), texts.end());
  if (in_one) {
    put_bytes_field(message, kContent, join(parts));
  } else {
    for (std::string_view part : parts) put_bytes_field(message, dtype == DType::kString ? kString : kVariant, part);
  }
  return message;
}

std::string listed_elements(const Tensor& tensor) {
  const DType dtype = tensor.dtype();
  std::string message, packed;
  if (dtype == DType::kString) {
    for (const std::string& text : tensor.flat<std::string>()) put_bytes_field(message, kString, text);
    return message;
  }
  GW_CHECK(dtype != DType::kBfloat16, Code::kUnimplemented, "Saving data type bfloat16 not yet supported");
  GW_CHECK_ARG(is_plain(dtype) && dtype < DType::kUint32 && dtype != DType::kQint16 && dtype != DType::kQuint16,
               "Tensor slice serialization not implemented for dtype ", static_cast<int>(dtype));
  const Listed list = listed(dtype);
  const int64_t count = tensor.num_elements();
  if (count == 0) return message;
  if (list.fixed > 0) {
    packed.assign(static_cast<const char*>(tensor.raw()), tensor.bytes());
  } else if (dtype == DType::kHalf) {
    const auto* bits = static_cast<const uint16_t*>(tensor.raw());
    for (int64_t i = 0; i < count; ++i) put_varint(packed, bits[i]);
  } else {
    auto number = [&](int64_t i) -> int64_t {
      switch (dtype) {
        case DType::kQint8:
          return static_cast<const int8_t*>(tensor.raw())[i];
        case DType::kQuint8:
          return static_cast<const uint8_t*>(tensor.raw())[i];
        case DType::kQint32:
          return static_cast<const int32_t*>(tensor.raw())[i];
        default:
          return tensor.int_at(i);
      }
    };
    for (int64_t i = 0; i < count; ++i) put_varint(packed, static_cast<uint64_t>(number(i)));
  }
  put_bytes_field(message, list.field, packed);
  return message;
}

Tensor read_tensor_message(std::string_view bytes) {
  DType dtype = DType::kInvalid;
  Shape shape;
  std::string_view content;
  Fields fields(bytes);
  size_t strings = 0;
  while (fields.next()) {
    if (fields.number() == 1) {
      if (fields.value() > 255) fail_message("there is no such dtype");
      dtype = static_cast<DType>(fields.value());
    }
    if (fields.number() == 2 && !read_shape_message(fields.bytes(), shape)) fail_message("its shape is none");
    if (fields.number() == kContent) content = fields.bytes();
    if (fields.number() == kString) ++strings;
  }
  if (!fields.ok()) fail_message("the bytes are no message");
  if (dtype == DType::kInvalid || static_cast<int>(dtype) >= kNumDTypes) fail_message("there is no such dtype");
  if (!is_plain(dtype) && dtype != DType::kString && dtype != DType::kVariant)
    fail_message("its dtype cannot be read from bytes");
  int64_t count = 1;
  for (int64_t size : shape.sizes()) count = checked_multiply(count, size);
  if (dtype == DType::kVariant) return read_variants(bytes, shape, static_cast<uint64_t>(count));
  const size_t wide = dtype == DType::kString ? sizeof(std::string) : dtype_size(dtype);
  // One element may stand for many, but not for more than any memory holds.
  if (static_cast<uint64_t>(count) > (uint64_t{1} << 40) / wide) fail_message("it is too large");
  if (!content.empty() && dtype != DType::kString && content.size() != static_cast<uint64_t>(count) * wide)
    fail_message("its bytes are not as many as its shape says");
  Tensor tensor = Tensor::allocate(dtype, shape);
  if (count == 0) return tensor;
  if (!content.empty() && dtype == DType::kString) {
    const auto parts = split(content, static_cast<uint64_t>(count));
    std::copy(parts.begin(), parts.end(), tensor.data<std::string>());
  } else if (!content.empty()) {
    std::memcpy(tensor.raw(), content.data(), content.size());
    if (dtype == DType::kBool)
      for (bool& flag : tensor.flat<bool>()) {
        uint8_t bits;
        std::memcpy(&bits, &flag, 1);
        flag = bits != 0;
      }
  } else if (dtype == DType::kString) {
    if (strings > 0) read_strings(bytes, tensor);
  } else {
    read_elements(bytes, tensor);
  }
  return tensor;
}

}  // namespace graphwright
