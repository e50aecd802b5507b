// The wire format of NodeDef, AttrValue, TensorProto and TensorShapeProto, as
// far as nodes need it.
#include "graph/encode_node.h"

#include <algorithm>
#include <map>

#include "io/fields.h"
#include "io/shape_message.h"

namespace graphwright {
namespace {

// From how many elements on, one stands for many that are equal.
constexpr int64_t kWorthCompressing = 64;

// ---- tensors ----

template <class T>
std::string packed_ints(const Tensor& tensor, int64_t count) {
  std::string packed;
  for (int64_t i = 0; i < count; ++i)
    wire::varint(static_cast<uint64_t>(static_cast<int64_t>(tensor.data<T>()[i])), packed);
  return packed;
}

// The first `count` elements as a field of numbers; false for dtypes whose
// elements go as raw bytes only.
bool put_elements(const Tensor& tensor, int64_t count, std::string& out) {
  auto raw = [&](size_t size) { return std::string_view(static_cast<const char*>(tensor.raw()), count * size); };
  switch (tensor.dtype()) {
    case DType::kFloat32:
      return wire::bytes(5, raw(4), out), true;
    case DType::kFloat64:
      return wire::bytes(6, raw(8), out), true;
    case DType::kInt8:
      return wire::bytes(7, packed_ints<int8_t>(tensor, count), out), true;
    case DType::kInt16:
      return wire::bytes(7, packed_ints<int16_t>(tensor, count), out), true;
    case DType::kInt32:
      return wire::bytes(7, packed_ints<int32_t>(tensor, count), out), true;
    case DType::kUint8:
      return wire::bytes(7, packed_ints<uint8_t>(tensor, count), out), true;
    case DType::kUint16:
      return wire::bytes(7, packed_ints<uint16_t>(tensor, count), out), true;
    case DType::kComplex64:
      return wire::bytes(9, raw(8), out), true;
    case DType::kInt64:
      return wire::bytes(10, packed_ints<int64_t>(tensor, count), out), true;
    case DType::kBool:
      return wire::bytes(11, packed_ints<bool>(tensor, count), out), true;
    case DType::kComplex128:
      return wire::bytes(12, raw(16), out), true;
    case DType::kHalf:
    case DType::kBfloat16: {
      std::string packed;
      const auto* bits = static_cast<const uint16_t*>(tensor.raw());
      for (int64_t i = 0; i < count; ++i) wire::varint(bits[i], packed);
      return wire::bytes(13, packed, out), true;
    }
    case DType::kUint32:
      return wire::bytes(16, packed_ints<uint32_t>(tensor, count), out), true;
    case DType::kUint64:
      return wire::bytes(17, packed_ints<uint64_t>(tensor, count), out), true;
    default:
      return false;
  }
}

bool is_always_listed(DType dtype) { return dtype == DType::kBool || dtype == DType::kUint16 || is_complex(dtype); }

std::string tensor_message(const Tensor& tensor) {
  std::string message;
  const DType dtype = tensor.dtype();
  GW_CHECK(dtype != DType::kResource && dtype != DType::kVariant, Code::kTypeError, "tensor_proto: a tensor of dtype ",
           dtype_name(dtype), " cannot be written");
  wire::integer(1, static_cast<int>(dtype), message);
  wire::bytes(2, shape_message(tensor.shape()), message);
  const int64_t count = tensor.num_elements();
  if (count == 0) return message;
  if (dtype == DType::kString) {
    for (int64_t i = 0; i < count; ++i) wire::bytes(8, tensor.data<std::string>()[i], message);
    return message;
  }
  if ((count == 1 || is_always_listed(dtype)) && put_elements(tensor, count, message)) return message;
  std::string_view content(static_cast<const char*>(tensor.raw()), static_cast<size_t>(count) * dtype_size(dtype));
  const size_t size = content.size() / static_cast<size_t>(count);
  const bool all_equal = count >= kWorthCompressing && content.substr(size) == content.substr(0, content.size() - size);
  if (!all_equal || !put_elements(tensor, 1, message)) wire::bytes(4, content, message);
  return message;
}

// ---- attrs ----

// The message of an attr's value, appended; false for functions.
struct AttrWriter {
  std::string& out;

  bool operator()(std::monostate) const { return true; }
  bool operator()(int64_t value) const { return wire::integer(3, value, out), true; }
  bool operator()(float value) const { return wire::fixed(4, value, out), true; }
  bool operator()(bool value) const { return wire::integer(5, value, out), true; }
  bool operator()(const std::string& value) const { return wire::bytes(2, value, out), true; }
  bool operator()(DType value) const { return wire::integer(6, static_cast<int>(value), out), true; }
  bool operator()(const Shape& value) const { return wire::bytes(7, shape_message(value), out), true; }
  bool operator()(const Tensor& value) const { return wire::bytes(8, tensor_message(value), out), true; }
  bool operator()(const Ref<FunctionRef>&) const { return false; }
  bool operator()(const std::vector<Ref<FunctionRef>>&) const { return false; }

  // Lists: the elements as fields of a message of their own.
  template <class T>
  bool operator()(const std::vector<T>& items) const {
    std::string list;
    if constexpr (std::is_same_v<T, std::string>) {
      for (const std::string& item : items) wire::bytes(2, item, list);
    } else if constexpr (std::is_same_v<T, Shape>) {
      for (const Shape& item : items) wire::bytes(7, shape_message(item), list);
    } else if constexpr (std::is_same_v<T, Tensor>) {
      for (const Tensor& item : items) wire::bytes(8, tensor_message(item), list);
    } else if (!items.empty()) {
      std::string packed;
      for (const auto& item : items) {
        if constexpr (std::is_same_v<T, float>) {
          put_fixed(packed, item);
        } else {
          wire::varint(static_cast<uint64_t>(static_cast<int64_t>(item)), packed);
        }
      }
      constexpr int kNumber = std::is_same_v<T, int64_t> ? 3
                              : std::is_same_v<T, float> ? 4
                              : std::is_same_v<T, bool>  ? 5
                                                         : 6;
      wire::bytes(kNumber, packed, list);
    }
    wire::bytes(1, list, out);
    return true;
  }
};

// Google's library writes the longer of two names first where one begins the
// other.
struct NameOrder {
  bool operator()(const std::string& a, const std::string& b) const {
    const int order = a.compare(0, std::min(a.size(), b.size()), b, 0, std::min(a.size(), b.size()));
    return order != 0 ? order < 0 : a.size() > b.size();
  }
};

}  // namespace

bool encode_node(const Node& node, std::span<const std::string> control_inputs, bool add_shapes, std::string& bytes) {
  wire::bytes(1, node.name, bytes);
  wire::bytes(2, node.op->name, bytes);
  for (const Endpoint* input : node.inputs)
    wire::bytes(3, input->index == 0 ? input->node->name : endpoint_name(*input), bytes);
  std::vector<std::string> waits;
  for (const std::string& name : control_inputs) waits.push_back("^" + name);
  std::sort(waits.begin(), waits.end());
  for (const std::string& name : waits) wire::bytes(3, name, bytes);
  if (!node.device.empty()) wire::bytes(4, node.device, bytes);
  std::map<std::string, std::string, NameOrder> attrs;
  for (const auto& [name, value] : node.attrs.entries())
    if (!std::visit(AttrWriter{attrs[name]}, value)) return false;
  if (add_shapes && !node.outputs.empty()) {
    std::string list, &value = attrs["_output_shapes"];
    for (const auto& output : node.outputs) wire::bytes(7, shape_message(output->shape), list);
    value.clear();
    wire::bytes(1, list, value);
  }
  for (const auto& [name, value] : attrs) {
    std::string entry;
    wire::bytes(1, name, entry);
    wire::bytes(2, value, entry);
    wire::bytes(5, entry, bytes);
  }
  return true;
}

}  // namespace graphwright
