// Descriptions of messages, as compilers of protocol buffers write them: which fields a message has, by name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace graphwright {

// The numbers that types of fields have in descriptions.
enum class FieldType : uint8_t {
  kDouble = 1,
  kFloat,
  kInt64,
  kUint64,
  kInt32,
  kFixed64,
  kFixed32,
  kBool,
  kString,
  kGroup,
  kMessage,
  kBytes,
  kUint32,
  kEnum,
  kSfixed32,
  kSfixed64,
  kSint32,
  kSint64,
};
// "double", "int64", "message" …
const char* field_type_name(FieldType type);
inline bool is_text(FieldType type) {
  return type == FieldType::kString || type == FieldType::kBytes || type == FieldType::kMessage ||
         type == FieldType::kGroup;
}

struct FieldDescription {
  std::string name;
  uint32_t number = 0;
  FieldType type = FieldType::kInt32;
  bool repeated = false;
  bool packed = false;             // how it is written; both forms are read
  uint64_t number_if_missing = 0;  // of a number: an integer, or the bits of a double
  std::string text_if_missing;
};

struct MessageDescription {
  std::string name;  // with the package's: "tensorflow.Example"
  std::vector<FieldDescription> fields;
  const FieldDescription* field(std::string_view field_name) const;
};

// The messages of all files in a FileDescriptorSet.
class MessageDescriptions {
 public:
  // False where the bytes are no such set, or describe nothing that can be.
  bool read(std::string_view set);
  const MessageDescription* find(std::string_view name) const;

 private:
  std::map<std::string, MessageDescription, std::less<>> messages_;
};

// Gives the FileDescriptorSet with a message that no set is given for; "" where the process has none of that name.
using MessageDescriber = std::string (*)(const std::string& message);
void set_message_describer(MessageDescriber describer);
std::string describe_message(const std::string& message);

}  // namespace graphwright
