// Example: 1 Features. Features: 1 map of string to Feature. Feature: 1 BytesList, 2 FloatList, 3 Int64List.
// SequenceExample: 1 Features, 2 FeatureLists. FeatureLists: 1 map of string to FeatureList. FeatureList: 1 Feature.
#include "io/example.h"

namespace graphwright {
namespace {

// Calls f with the bytes of each field of that number; false where f does, and for bytes that are no message.
template <class F>
bool each(std::string_view message, uint32_t wanted, const F& f) {
  WireReader reader(message);
  while (!reader.done()) {
    uint32_t number;
    Wire wire;
    if (!reader.tag(number, wire)) return false;
    std::string_view bytes;
    if (number == wanted && wire == Wire::kBytes) {
      if (!reader.bytes(bytes) || !f(bytes)) return false;
    } else if (!reader.skip(wire)) {
      return false;
    }
  }
  return true;
}

// The entries of a map of strings to messages.
bool entries_of(std::string_view message, std::vector<NamedFeature>& entries) {
  return each(message, 1, [&](std::string_view entry) {
    NamedFeature& found = entries.emplace_back();
    WireReader reader(entry);
    while (!reader.done()) {
      uint32_t number;
      Wire wire;
      if (!reader.tag(number, wire)) return false;
      if (wire == Wire::kBytes && (number == 1 || number == 2)) {
        if (!reader.bytes(number == 1 ? found.name : found.feature)) return false;
      } else if (!reader.skip(wire)) {
        return false;
      }
    }
    return true;
  });
}

// Calls packed(bytes) for packed values and one(reader) for single ones, of the wire type `single`.
template <class Packed, class One>
bool each_value(std::string_view list, Wire single, const Packed& packed, const One& one) {
  WireReader reader(list);
  while (!reader.done()) {
    uint32_t number;
    Wire wire;
    if (!reader.tag(number, wire)) return false;
    if (number == 1 && wire == Wire::kBytes) {
      std::string_view bytes;
      if (!reader.bytes(bytes) || !packed(bytes)) return false;
    } else if (number == 1 && wire == single) {
      if (!one(reader)) return false;
    } else if (!reader.skip(wire)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool features_of_example(std::string_view example, std::vector<NamedFeature>& features) {
  return each(example, 1, [&](std::string_view message) { return entries_of(message, features); });
}

bool features_of_sequence_example(std::string_view example, std::vector<NamedFeature>& context,
                                  std::vector<NamedFeature>& lists) {
  return each(example, 1, [&](std::string_view message) { return entries_of(message, context); }) &&
         each(example, 2, [&](std::string_view message) { return entries_of(message, lists); });
}

bool features_of_list(std::string_view list, std::vector<std::string_view>& features) {
  return each(list, 1, [&](std::string_view feature) {
    features.push_back(feature);
    return true;
  });
}

bool values_of(std::string_view feature, FeatureValues& values) {
  values = {};
  WireReader reader(feature);
  while (!reader.done()) {
    uint32_t number;
    Wire wire;
    if (!reader.tag(number, wire)) return false;
    if (wire == Wire::kBytes && number <= 3) {
      if (!reader.bytes(values.list)) return false;
      values.dtype = number == 1 ? DType::kString : number == 2 ? DType::kFloat32 : DType::kInt64;
    } else if (!reader.skip(wire)) {
      return false;
    }
  }
  return true;
}

bool count_values(const FeatureValues& values, int64_t& count) {
  count = 0;
  switch (values.dtype) {
    case DType::kString:
      return each(values.list, 1, [&](std::string_view) { return ++count > 0; });
    case DType::kFloat32:
      return each_value(
          values.list, Wire::kFixed32,
          [&](std::string_view bytes) {
            count += static_cast<int64_t>(bytes.size() / sizeof(float));
            return bytes.size() % sizeof(float) == 0;
          },
          [&](WireReader& reader) {
            float value;
            ++count;
            return reader.fixed(value);
          });
    case DType::kInt64:
      return each_value(
          values.list, Wire::kVarint,
          [&](std::string_view bytes) {
            for (char byte : bytes) count += static_cast<uint8_t>(byte) < 128;
            return bytes.empty() || static_cast<uint8_t>(bytes.back()) < 128;
          },
          [&](WireReader& reader) {
            uint64_t value;
            ++count;
            return reader.varint(value);
          });
    default:
      return true;
  }
}

bool read_values(const FeatureValues& values, int64_t* to) {
  auto one = [&](WireReader& reader) {
    uint64_t value;
    if (!reader.varint(value)) return false;
    *to++ = static_cast<int64_t>(value);
    return true;
  };
  auto packed = [&](std::string_view bytes) {
    WireReader reader(bytes);
    while (!reader.done())
      if (!one(reader)) return false;
    return true;
  };
  return each_value(values.list, Wire::kVarint, packed, one);
}

bool read_values(const FeatureValues& values, float* to) {
  auto packed = [&](std::string_view bytes) {
    if (bytes.size() % sizeof(float) != 0) return false;
    if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
    to += bytes.size() / sizeof(float);
    return true;
  };
  return each_value(values.list, Wire::kFixed32, packed, [&](WireReader& reader) { return reader.fixed(*to++); });
}

bool read_values(const FeatureValues& values, std::string* to) {
  return each(values.list, 1, [&](std::string_view bytes) {
    *to++ = bytes;
    return true;
  });
}

}  // namespace graphwright
