// VariantTensorDataProto: type_name 1, metadata 2, tensors 3.
#include "io/variant_message.h"

#include "io/fields.h"
#include "io/tensor_message.h"
#include "tensor/variant.h"

namespace graphwright {
namespace {

std::vector<VariantCodec>& codecs() {
  static auto* all = new std::vector<VariantCodec>;
  return *all;
}

// How deep variants may hold variants.
constexpr int kMostDepth = 64;
thread_local int depth = 0;

struct Deeper {
  Deeper() { ++depth; }
  ~Deeper() { --depth; }
};

}  // namespace

bool register_variant_codec(const VariantCodec& codec) {
  codecs().push_back(codec);
  return true;
}

std::string variant_message(const Handle& object) {
  Deeper deeper;
  GW_CHECK_ARG(depth <= kMostDepth, "variants that hold each other more than ", kMostDepth, " deep are not written");
  std::string message;
  if (!object) return message;
  for (const VariantCodec& codec : codecs()) {
    VariantParts parts;
    if (!codec.encode(*object, parts)) continue;
    put_bytes_field(message, 1, codec.name);
    if (!parts.metadata.empty()) put_bytes_field(message, 2, parts.metadata);
    for (const Tensor& tensor : parts.tensors) put_bytes_field(message, 3, tensor_message(tensor));
    return message;
  }
  const auto* variant = dynamic_cast<const VariantObject*>(object.get());
  fail(Code::kUnimplemented, "a variant that holds a ", variant ? variant->type_name() : "resource",
       " cannot be written as bytes");
}

Handle read_variant_message(std::string_view bytes) {
  Deeper deeper;
  GW_CHECK_ARG(depth <= kMostDepth, "variants that hold each other more than ", kMostDepth, " deep are not read");
  if (bytes.empty()) return {};
  std::string_view name;
  std::vector<std::string_view> tensors;
  VariantParts parts;
  Fields fields(bytes);
  while (fields.next()) {
    if (fields.number() == 1) name = fields.bytes();
    if (fields.number() == 2) parts.metadata = fields.bytes();
    if (fields.number() == 3) tensors.push_back(fields.bytes());
  }
  GW_CHECK_ARG(fields.ok(), "Could not parse a variant: the bytes are no VariantTensorDataProto");
  if (name.empty()) return {};
  for (const VariantCodec& codec : codecs()) {
    if (name != codec.name) continue;
    for (std::string_view tensor : tensors) parts.tensors.push_back(read_tensor_message(tensor));
    return codec.decode(parts);
  }
  fail(Code::kUnimplemented, "a variant of type '", name, "' cannot be read");
}

}  // namespace graphwright
