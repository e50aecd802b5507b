// The wire format of protocol buffers: reading bytes that may be anything, and writing.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace graphwright {

enum class Wire : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

// Goes through the fields of one message. All functions give false where the bytes are none, and nothing then.
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool done() const { return at_ == end_; }
  std::string_view rest() const { return {at_, static_cast<size_t>(end_ - at_)}; }

  bool varint(uint64_t& value) {
    value = 0;
    for (int shift = 0; shift < 70 && at_ < end_; shift += 7) {
      const auto byte = static_cast<uint8_t>(*at_++);
      value |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) return shift < 63 || byte <= 1;
    }
    return false;
  }
  bool tag(uint32_t& number, Wire& wire) {
    uint64_t value;
    if (!varint(value) || value > UINT32_MAX || value >> 3 == 0) return false;
    number = static_cast<uint32_t>(value >> 3);
    wire = static_cast<Wire>(value & 7);
    return true;
  }
  bool bytes(std::string_view& value) {
    uint64_t size;
    if (!varint(size) || size > static_cast<uint64_t>(end_ - at_)) return false;
    value = {at_, static_cast<size_t>(size)};
    at_ += size;
    return true;
  }
  // float, double, fixed32, fixed64.
  template <class T>
  bool fixed(T& value) {
    if (static_cast<size_t>(end_ - at_) < sizeof(T)) return false;
    std::memcpy(&value, at_, sizeof(T));
    at_ += sizeof(T);
    return true;
  }
  bool skip(Wire wire) {
    uint64_t number;
    uint32_t four;
    std::string_view text;
    switch (wire) {
      case Wire::kVarint:
        return varint(number);
      case Wire::kFixed64:
        return fixed(number);
      case Wire::kBytes:
        return bytes(text);
      case Wire::kFixed32:
        return fixed(four);
    }
    return false;
  }

 private:
  const char* at_;
  const char* end_;
};

// Appends to `out`.
namespace wire {

inline void varint(uint64_t value, std::string& out) {
  for (; value > 127; value >>= 7) out += static_cast<char>((value & 127) | 128);
  out += static_cast<char>(value);
}
inline void tag(uint32_t number, Wire wire, std::string& out) {
  varint(static_cast<uint64_t>(number) << 3 | static_cast<uint64_t>(wire), out);
}
inline void integer(uint32_t number, int64_t value, std::string& out) {
  tag(number, Wire::kVarint, out);
  varint(static_cast<uint64_t>(value), out);
}
inline void bytes(uint32_t number, std::string_view value, std::string& out) {
  tag(number, Wire::kBytes, out);
  varint(value.size(), out);
  out += value;
}
template <class T>
void fixed(uint32_t number, T value, std::string& out) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  tag(number, sizeof(T) == 4 ? Wire::kFixed32 : Wire::kFixed64, out);
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  out.append(raw, sizeof(T));
}

}  // namespace wire
}  // namespace graphwright
