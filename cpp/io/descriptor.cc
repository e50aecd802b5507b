// Reading descriptions of messages: FileDescriptorSet and what is in it.
#include "io/descriptor.h"

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "io/fields.h"

namespace graphwright {
namespace {

// What is known of an enum: the number of its first value, which fields without a default have, and all by name.
struct Enum {
  int32_t first = 0;
  std::map<std::string, int32_t, std::less<>> values;
};

// A field as it stands in the file, whose enum may be described later on.
struct Unresolved {
  std::string message, enum_name, default_text;
  size_t field;
  bool has_default;
};

// Bytes whose unprintable characters are written as in C.
std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    static constexpr std::string_view kNames = "abfnrtv", kValues = "\a\b\f\n\r\t\v";
    if (const size_t at = kNames.find(c); at != std::string_view::npos) {
      out += kValues[at];
    } else if (c >= '0' && c <= '7') {
      int value = 0;
      for (int digits = 0; digits < 3 && i < text.size() && text[i] >= '0' && text[i] <= '7'; ++digits, ++i)
        value = value * 8 + (text[i] - '0');
      --i;
      out += static_cast<char>(value);
    } else if (c == 'x' || c == 'X') {
      int value = 0;
      for (int digits = 0; digits < 2 && i + 1 < text.size() && std::isxdigit(static_cast<unsigned char>(text[i + 1]));
           ++digits, ++i)
        value = value * 16 + static_cast<int>(std::strtol(std::string(1, text[i + 1]).c_str(), nullptr, 16));
      out += static_cast<char>(value);
    } else {
      out += c;
    }
  }
  return out;
}

class FileReading {
 public:
  FileReading(std::map<std::string, MessageDescription, std::less<>>& messages, std::map<std::string, Enum>& enums,
              std::vector<Unresolved>& unresolved)
      : messages_(messages), enums_(enums), unresolved_(unresolved) {}

  bool file(std::string_view bytes) {
    std::string package, syntax;
    Fields first(bytes);
    while (first.next()) {
      if (first.number() == 2) package = first.bytes();
      if (first.number() == 12) syntax = first.bytes();
      if (first.number() == 8) read_options(first.bytes(), 50);
    }
    if (!first.ok()) return false;
    packed_ = syntax == "proto3" || (syntax == "editions" && packed_by_file_ != 2);
    const std::string prefix = package.empty() ? "" : package + ".";
    for (Fields fields(bytes); fields.next();) {
      if (fields.number() == 4 && !message(fields.bytes(), prefix, 0)) return false;
      if (fields.number() == 5 && !enumeration(fields.bytes(), prefix)) return false;
    }
    return true;
  }

 private:
  // How repeated fields are written, of options whose features have that number: 1 packed, 2 one by one, 0 not said.
  static int encoding_in(std::string_view options, uint32_t features_number) {
    int encoding = 0;
    for (Fields fields(options); fields.next();)
      if (fields.number() == features_number && fields.is_bytes())
        for (Fields features(fields.bytes()); features.next();)
          if (features.number() == 3) encoding = static_cast<int>(features.value());
    return encoding;
  }
  void read_options(std::string_view options, uint32_t features_number) {
    packed_by_file_ = encoding_in(options, features_number);
  }

  bool message(std::string_view bytes, const std::string& prefix, int depth) {
    if (depth > 64) return false;
    MessageDescription description;
    Fields fields(bytes);
    while (fields.next())
      if (fields.number() == 1) description.name = prefix + std::string(fields.bytes());
    if (!fields.ok() || description.name.size() == prefix.size()) return false;
    for (Fields parts(bytes); parts.next();) {
      if (parts.number() == 2 && !field(parts.bytes(), description)) return false;
      if (parts.number() == 3 && !message(parts.bytes(), description.name + ".", depth + 1)) return false;
      if (parts.number() == 4 && !enumeration(parts.bytes(), description.name + ".")) return false;
    }
    std::string name = description.name;
    return messages_.emplace(std::move(name), std::move(description)).second;
  }

  bool field(std::string_view bytes, MessageDescription& to) {
    FieldDescription field;
    Unresolved rest{to.name, {}, {}, to.fields.size(), false};
    uint64_t type = 0, label = 1;
    int packed = -1;
    Fields fields(bytes);
    while (fields.next()) {
      switch (fields.number()) {
        case 1:
          field.name = fields.bytes();
          break;
        case 3:
          field.number = static_cast<uint32_t>(fields.value());
          break;
        case 4:
          label = fields.value();
          break;
        case 5:
          type = fields.value();
          break;
        case 6:
          rest.enum_name = fields.bytes();
          break;
        case 7:
          rest.default_text = fields.bytes();
          rest.has_default = true;
          break;
        case 8:
          for (Fields options(fields.bytes()); options.next();)
            if (options.number() == 2 && !options.is_bytes()) packed = options.value() != 0;
          if (const int encoding = encoding_in(fields.bytes(), 21)) packed = encoding == 1;
          break;
        default:
          break;
      }
    }
    if (!fields.ok() || field.name.empty() || field.number == 0 || field.number > (1u << 29) - 1) return false;
    if (type == 0 && !rest.enum_name.empty()) type = static_cast<uint64_t>(FieldType::kMessage);
    if (type < 1 || type > 18 || label < 1 || label > 3 || to.field(field.name)) return false;
    field.type = static_cast<FieldType>(type);
    field.repeated = label == 3;
    field.packed = field.repeated && !is_text(field.type) && (packed < 0 ? packed_ : packed == 1);
    to.fields.push_back(std::move(field));
    unresolved_.push_back(std::move(rest));
    return true;
  }

  bool enumeration(std::string_view bytes, const std::string& prefix) {
    std::string name;
    Enum made;
    bool any = false;
    Fields fields(bytes);
    while (fields.next()) {
      if (fields.number() == 1) name = prefix + std::string(fields.bytes());
      if (fields.number() != 2) continue;
      std::string value_name;
      int32_t number = 0;
      for (Fields value(fields.bytes()); value.next();) {
        if (value.number() == 1) value_name = value.bytes();
        if (value.number() == 2) number = static_cast<int32_t>(value.value());
      }
      if (!any) made.first = number;
      any = true;
      made.values.emplace(value_name, number);
    }
    if (!fields.ok() || !any) return false;
    return enums_.emplace(std::move(name), std::move(made)).second;
  }

  std::map<std::string, MessageDescription, std::less<>>& messages_;
  std::map<std::string, Enum>& enums_;
  std::vector<Unresolved>& unresolved_;
  bool packed_ = false;
  int packed_by_file_ = 0;
};

double number_of(const std::string& text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::strtod(text.c_str(), nullptr);
}

void set_default(FieldDescription& field, const std::string& text) {
  switch (field.type) {
    case FieldType::kDouble:
      field.number_if_missing = std::bit_cast<uint64_t>(number_of(text));
      break;
    case FieldType::kFloat:
      field.number_if_missing = std::bit_cast<uint64_t>(static_cast<double>(static_cast<float>(number_of(text))));
      break;
    case FieldType::kBool:
      field.number_if_missing = text == "true";
      break;
    case FieldType::kString:
      field.text_if_missing = text;
      break;
    case FieldType::kBytes:
      field.text_if_missing = unescaped(text);
      break;
    case FieldType::kUint64:
    case FieldType::kFixed64:
    case FieldType::kUint32:
    case FieldType::kFixed32:
      field.number_if_missing = std::strtoull(text.c_str(), nullptr, 10);
      break;
    default:
      field.number_if_missing = static_cast<uint64_t>(std::strtoll(text.c_str(), nullptr, 10));
  }
}

}  // namespace

const char* field_type_name(FieldType type) {
  static constexpr const char* kNames[] = {"",        "double",   "float",    "int64",  "uint64",  "int32", "fixed64",
                                           "fixed32", "bool",     "string",   "group",  "message", "bytes", "uint32",
                                           "enum",    "sfixed32", "sfixed64", "sint32", "sint64"};
  return kNames[static_cast<size_t>(type)];
}

const FieldDescription* MessageDescription::field(std::string_view field_name) const {
  for (const FieldDescription& field : fields)
    if (field.name == field_name) return &field;
  return nullptr;
}

bool MessageDescriptions::read(std::string_view set) {
  std::map<std::string, Enum> enums;
  std::vector<Unresolved> unresolved;
  Fields fields(set);
  while (fields.next())
    if (fields.number() == 1 && !FileReading(messages_, enums, unresolved).file(fields.bytes())) return false;
  if (!fields.ok()) return false;
  for (const Unresolved& rest : unresolved) {
    FieldDescription& field = messages_.find(rest.message)->second.fields[rest.field];
    if (field.type != FieldType::kEnum) {
      if (rest.has_default) set_default(field, rest.default_text);
      continue;
    }
    auto found = enums.find(rest.enum_name.substr(rest.enum_name.starts_with('.') ? 1 : 0));
    if (found == enums.end()) continue;
    int64_t number = found->second.first;
    if (rest.has_default) {
      auto value = found->second.values.find(rest.default_text);
      if (value == found->second.values.end()) return false;
      number = value->second;
    }
    field.number_if_missing = static_cast<uint64_t>(number);
  }
  return true;
}

const MessageDescription* MessageDescriptions::find(std::string_view name) const {
  auto found = messages_.find(name);
  return found == messages_.end() ? nullptr : &found->second;
}

namespace {
std::atomic<MessageDescriber> message_describer{nullptr};
}  // namespace

void set_message_describer(MessageDescriber describer) { message_describer = describer; }

std::string describe_message(const std::string& message) {
  const MessageDescriber describer = message_describer.load();
  return describer ? describer(message) : std::string();
}

}  // namespace graphwright
