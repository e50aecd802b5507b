// The fields of a message one after another, and the parts of tables' entries: numbers off the front of bytes.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "io/wire.h"

namespace graphwright {

// Takes a varint off the front; false when there is none.
inline bool take_varint(std::string_view& bytes, uint64_t& value) {
  WireReader reader(bytes);
  if (!reader.varint(value)) return false;
  bytes = reader.rest();
  return true;
}
template <class T>
bool take_fixed(std::string_view& bytes, T& value) {
  WireReader reader(bytes);
  if (!reader.fixed(value)) return false;
  bytes = reader.rest();
  return true;
}

// for (Fields fields(bytes); fields.next();) switch (fields.number()) { case 1: x = fields.value(); … }
// Afterwards ok() tells whether the bytes were a message.
class Fields {
 public:
  explicit Fields(std::string_view message) : reader_(message) {}

  bool next() {
    if (!ok_ || reader_.done()) return false;
    uint32_t four = 0;
    value_ = 0;
    bytes_ = {};
    ok_ = reader_.tag(number_, wire_);
    if (!ok_) return false;
    switch (wire_) {
      case Wire::kVarint:
        return ok_ = reader_.varint(value_);
      case Wire::kFixed64:
        return ok_ = reader_.fixed(value_);
      case Wire::kFixed32:
        ok_ = reader_.fixed(four);
        value_ = four;
        return ok_;
      case Wire::kBytes:
        return ok_ = reader_.bytes(bytes_);
    }
    return ok_ = false;
  }
  bool ok() const { return ok_; }
  uint32_t number() const { return number_; }
  bool is_bytes() const { return wire_ == Wire::kBytes; }
  // Of a field that is a number.
  uint64_t value() const { return value_; }
  // Of a field that is a string, a message or packed numbers.
  std::string_view bytes() const { return bytes_; }

 private:
  WireReader reader_;
  std::string_view bytes_;
  uint64_t value_ = 0;
  uint32_t number_ = 0;
  Wire wire_ = Wire::kVarint;
  bool ok_ = true;
};

inline void put_varint(std::string& out, uint64_t value) { wire::varint(value, out); }
template <class T>
void put_fixed(std::string& out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}
inline void put_bytes_field(std::string& out, uint32_t number, std::string_view bytes) {
  wire::bytes(number, bytes, out);
}
// Numbers that are 0 are left out, as everywhere in this format.
inline void put_int_field(std::string& out, uint32_t number, int64_t value) {
  if (value != 0) wire::integer(number, value, out);
}

}  // namespace graphwright
