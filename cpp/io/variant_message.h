// Variants as the bytes of VariantTensorDataProto messages, and back, by codecs of their types.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tensor/tensor.h"

namespace graphwright {

// The parts of a variant, as files hold it.
struct VariantParts {
  std::string metadata;
  std::vector<Tensor> tensors;
};

struct VariantCodec {
  const char* name;  // TensorFlow's, of the type
  // False for an object of another type.
  bool (*encode)(const RefCounted& object, VariantParts& parts);
  // Throws InvalidArgument for parts that make no such object.
  Handle (*decode)(const VariantParts& parts);
};

// To be called while the library is loaded. Gives true.
bool register_variant_codec(const VariantCodec& codec);

// Throws Unimplemented for objects without a codec.
std::string variant_message(const Handle& object);
// Throws InvalidArgument where the bytes are no such message, Unimplemented for types without a codec.
Handle read_variant_message(std::string_view bytes);

}  // namespace graphwright
