// Messages of protocol buffers as tensors and back: DecodeProtoV2, EncodeProto.
#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <numeric>

#include "io/descriptor.h"
#include "io/file.h"
#include "io/wire.h"
#include "op/kernel_state.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

constexpr int kStartGroup = 3, kEndGroup = 4;
constexpr int kDeepestGroup = 100;

// The descriptions that an op's attr says; kept at its place in a program.
struct Source final : RefCounted {
  MessageDescriptions messages;
};

Ref<Source> read_source(const KernelContext& ctx) {
  Ref<Source> source = make_ref<Source>();
  const std::string where = ctx.attr<std::string>("descriptor_source");
  constexpr std::string_view kBytes = "bytes://";
  if (where.empty() || where == "local://") {
    source->messages.read(describe_message(ctx.attr<std::string>("message_type")));
    return source;
  }
  std::string bytes;
  if (where.starts_with(kBytes)) {
    bytes = where.substr(kBytes.size());
  } else if (file_exists(where)) {
    bytes = read_file(where);
  } else {
    bytes.push_back('\xff');  // which is no description
  }
  if (!source->messages.read(bytes))
    ctx.fail("Source does not represent serialized file descriptor set proto: ",
             where.starts_with(kBytes) ? "its bytes are none" : where);
  return source;
}

// The message and those of its fields that an op names.
struct Request {
  Ref<Source> source;
  std::vector<const FieldDescription*> fields;
};

bool fits(FieldType type, DType dtype) {
  switch (type) {
    case FieldType::kDouble:
      return dtype == DType::kFloat64;
    case FieldType::kFloat:
      return dtype == DType::kFloat64 || dtype == DType::kFloat32;
    case FieldType::kInt64:
    case FieldType::kSfixed64:
    case FieldType::kSint64:
      return dtype == DType::kInt64;
    case FieldType::kUint64:
    case FieldType::kFixed64:
      return dtype == DType::kUint64;
    case FieldType::kInt32:
    case FieldType::kSfixed32:
    case FieldType::kSint32:
      return dtype == DType::kInt64 || dtype == DType::kInt32;
    case FieldType::kUint32:
    case FieldType::kFixed32:
      return dtype == DType::kUint64 || dtype == DType::kUint32;
    case FieldType::kBool:
      return dtype == DType::kBool;
    case FieldType::kEnum:
      return dtype == DType::kInt32;
    default:
      return dtype == DType::kString;
  }
}

Request request_of(const KernelContext& ctx, const std::vector<DType>& dtypes) {
  Request request;
  request.source = kept_state<Source>(ctx, [&] { return read_source(ctx); });
  if (!request.source) request.source = read_source(ctx);
  const std::string name = ctx.attr<std::string>("message_type");
  const MessageDescription* message = request.source->messages.find(name);
  if (!message) ctx.fail("No descriptor found for message type ", name);
  const auto names = ctx.attr<std::vector<std::string>>("field_names");
  if (names.size() != dtypes.size())
    ctx.fail("there must be a dtype for each of field_names, got ", dtypes.size(), " and ", names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    const FieldDescription* field = message->field(names[i]);
    if (!field) ctx.fail("Unknown field: ", names[i], " in message type ", name);
    if (!fits(field->type, dtypes[i]))
      ctx.fail("Unexpected type for ", name, ".", names[i], ": it is ", field_type_name(field->type), " and not ",
               dtypes[i]);
    request.fields.push_back(field);
  }
  return request;
}

int wire_of(FieldType type) {
  switch (type) {
    case FieldType::kDouble:
    case FieldType::kFixed64:
    case FieldType::kSfixed64:
      return static_cast<int>(Wire::kFixed64);
    case FieldType::kFloat:
    case FieldType::kFixed32:
    case FieldType::kSfixed32:
      return static_cast<int>(Wire::kFixed32);
    case FieldType::kGroup:
      return kStartGroup;
    case FieldType::kString:
    case FieldType::kBytes:
    case FieldType::kMessage:
      return static_cast<int>(Wire::kBytes);
    default:
      return static_cast<int>(Wire::kVarint);
  }
}

// A varint of which bits beyond 64 are dropped, as TensorFlow does it.
bool read_varint(WireReader& reader, uint64_t& value) {
  const std::string_view bytes = reader.rest();
  value = 0;
  for (size_t i = 0; i < bytes.size() && i < 10; ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    value |= static_cast<uint64_t>(byte & 127) << (7 * i);
    if (byte > 127) continue;
    reader = WireReader(bytes.substr(i + 1));
    return true;
  }
  return false;
}

// One number off the front, as an integer of 64 bits or the bits of a double.
bool read_number(WireReader& reader, FieldType type, uint64_t& value) {
  uint32_t four = 0;
  switch (wire_of(type)) {
    case static_cast<int>(Wire::kFixed32):
      if (!reader.fixed(four)) return false;
      break;
    case static_cast<int>(Wire::kFixed64):
      return reader.fixed(value);
    default:
      if (!read_varint(reader, value)) return false;
      four = static_cast<uint32_t>(value);
  }
  const auto extended = [](int32_t number) { return static_cast<uint64_t>(static_cast<int64_t>(number)); };
  switch (type) {
    case FieldType::kFloat:
      value = std::bit_cast<uint64_t>(static_cast<double>(std::bit_cast<float>(four)));
      break;
    case FieldType::kInt32:
    case FieldType::kEnum:
    case FieldType::kSfixed32:
      value = extended(static_cast<int32_t>(four));
      break;
    case FieldType::kUint32:
    case FieldType::kFixed32:
      value = four;
      break;
    case FieldType::kSint32:
      value = extended(static_cast<int32_t>((four >> 1) ^ (~(four & 1) + 1)));
      break;
    case FieldType::kSint64:
      value = (value >> 1) ^ (~(value & 1) + 1);
      break;
    case FieldType::kBool:
      value = value != 0;
      break;
    default:
      break;
  }
  return true;
}

// Passes over what follows a tag.
bool skip_field(WireReader& reader, uint32_t number, int wire) {
  if (wire != kStartGroup) return wire != kEndGroup && reader.skip(static_cast<Wire>(wire));
  SmallVector<uint32_t, 8> open{number};
  while (!open.empty()) {
    Wire inner;
    if (!reader.tag(number, inner)) return false;
    if (static_cast<int>(inner) == kStartGroup) {
      if (open.size() >= kDeepestGroup) return false;
      open.push_back(number);
    } else if (static_cast<int>(inner) == kEndGroup) {
      if (open.back() != number) return false;
      open.pop_back();
    } else if (!reader.skip(inner)) {
      return false;
    }
  }
  return true;
}

// What one field has in all messages so far.
struct Column {
  explicit Column(const FieldDescription* field) : field(field) {}

  const FieldDescription* field;
  std::vector<uint64_t> numbers;
  std::vector<std::string_view> texts;
  std::vector<int64_t> ends{0};  // of each message's values

  int64_t size() const { return static_cast<int64_t>(is_text(field->type) ? texts.size() : numbers.size()); }
  void trim(int64_t size) {
    if (is_text(field->type))
      texts.resize(static_cast<size_t>(size));
    else
      numbers.resize(static_cast<size_t>(size));
  }

  // What follows a tag of this field, whatever its wire type; false where that is broken.
  bool read(WireReader& reader, uint32_t number, int wire) {
    if (wire == wire_of(field->type)) {
      if (!field->repeated) trim(ends.back());  // the last one counts
      if (wire == kStartGroup) {
        const std::string_view before = reader.rest();
        if (!skip_field(reader, number, wire)) return false;
        size_t end_tag = 1;
        for (uint64_t tag = static_cast<uint64_t>(number) << 3; tag > 127; tag >>= 7) ++end_tag;
        texts.push_back(before.substr(0, before.size() - reader.rest().size() - end_tag));
        return true;
      }
      if (is_text(field->type)) {
        std::string_view text;
        if (!reader.bytes(text)) return false;
        texts.push_back(text);
        return true;
      }
      uint64_t value = 0;
      if (!read_number(reader, field->type, value)) return false;
      numbers.push_back(value);
      return true;
    }
    if (wire != static_cast<int>(Wire::kBytes) || is_text(field->type)) return skip_field(reader, number, wire);
    std::string_view packed;
    if (!reader.bytes(packed)) return false;
    if (!field->repeated) {
      // TensorFlow sees that something is there, and does not read it.
      const int wide = wire_of(field->type);
      if (wide == static_cast<int>(Wire::kFixed32) && packed.size() % 4 != 0) return false;
      if (wide == static_cast<int>(Wire::kFixed64) && packed.size() % 8 != 0) return false;
      if (!packed.empty() && size() == ends.back()) numbers.push_back(0);
      return true;
    }
    for (WireReader values(packed); !values.done();) {
      uint64_t value = 0;
      if (!read_number(values, field->type, value)) return false;
      numbers.push_back(value);
    }
    return true;
  }
};

template <class T, class Convert>
void fill(const Column& column, int64_t width, const T& missing, T* out, const Convert& convert) {
  for (size_t i = 0; i + 1 < column.ends.size(); ++i) {
    const int64_t begin = column.ends[i], count = column.ends[i + 1] - begin;
    for (int64_t k = 0; k < count; ++k) out[k] = convert(static_cast<size_t>(begin + k));
    std::fill(out + count, out + width, missing);
    out += width;
  }
}
template <class T>
void fill_numbers(const Column& column, int64_t width, const Tensor& to) {
  const auto as_number = [](uint64_t bits) {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(std::bit_cast<double>(bits));
    else
      return static_cast<T>(bits);
  };
  fill(column, width, as_number(column.field->number_if_missing), to.data<T>(),
       [&](size_t i) { return as_number(column.numbers[i]); });
}

void decode(KernelContext& ctx) {
  const std::string format = ctx.attr<std::string>("message_format");
  if (format != "binary" && format != "text") ctx.fail("format must be one of binary or text");
  const Request request = request_of(ctx, ctx.attr<std::vector<DType>>("output_types"));
  if (format == "text") ctx.fail_code(Code::kUnimplemented, "messages as text are not read here yet");
  if (ctx.attr<bool>("sanitize") &&
      std::any_of(request.fields.begin(), request.fields.end(), [](const auto* field) { return is_text(field->type); }))
    ctx.fail_code(Code::kUnimplemented, "sanitize is there for fields of numbers only");
  std::vector<Column> columns;
  std::map<uint32_t, size_t> by_number;  // of fields that are asked for twice, the first gets all
  for (const FieldDescription* field : request.fields) {
    by_number.emplace(field->number, columns.size());
    columns.emplace_back(field);
  }
  const auto messages = ctx.flat<std::string>(0);
  if (messages.empty()) ctx.fail("there must be at least one message");
  for (const std::string& message : messages) {
    for (WireReader reader(message); !reader.done();) {
      uint32_t number = 0;
      Wire wire;
      bool read = reader.tag(number, wire);
      if (read) {
        auto found = by_number.find(number);
        read = found == by_number.end() ? skip_field(reader, number, static_cast<int>(wire))
                                        : columns[found->second].read(reader, number, static_cast<int>(wire));
      }
      if (!read) ctx.fail_code(Code::kDataLoss, "the bytes are no message");
    }
    for (Column& column : columns) column.ends.push_back(column.size());
  }
  const Shape& batch = ctx.input(0).shape();
  Shape shape = batch;
  shape.insert(shape.rank(), static_cast<int64_t>(columns.size()));
  auto* sizes = ctx.allocate(0, shape).data<int32_t>();
  for (size_t i = 0; i < messages.size(); ++i)
    for (const Column& column : columns) {
      const int64_t count = column.ends[i + 1] - column.ends[i];
      if (count > INT32_MAX) ctx.fail("a message has ", count, " values of ", column.field->name);
      *sizes++ = static_cast<int32_t>(count);
    }
  for (size_t c = 0; c < columns.size(); ++c) {
    const Column& column = columns[c];
    int64_t width = 1;
    for (size_t i = 0; i < messages.size(); ++i) width = std::max(width, column.ends[i + 1] - column.ends[i]);
    checked_multiply(width, static_cast<int64_t>(messages.size()));
    shape = batch;
    shape.insert(shape.rank(), width);
    const Tensor to = ctx.allocate(static_cast<int>(c) + 1, shape);
    switch (to.dtype()) {
      case DType::kString:
        fill(column, width, column.field->text_if_missing, to.data<std::string>(),
             [&](size_t i) { return std::string(column.texts[i]); });
        break;
      case DType::kFloat64:
        fill_numbers<double>(column, width, to);
        break;
      case DType::kFloat32:
        fill_numbers<float>(column, width, to);
        break;
      case DType::kInt64:
        fill_numbers<int64_t>(column, width, to);
        break;
      case DType::kUint64:
        fill_numbers<uint64_t>(column, width, to);
        break;
      case DType::kInt32:
        fill_numbers<int32_t>(column, width, to);
        break;
      case DType::kUint32:
        fill_numbers<uint32_t>(column, width, to);
        break;
      default:
        fill_numbers<bool>(column, width, to);
    }
  }
}

void decode_shape(ShapeContext& ctx) {
  const auto types = ctx.attr<std::vector<DType>>("output_types");
  Shape sizes = ctx.input(0), values = ctx.input(0);
  if (sizes.has_rank()) {
    sizes.append(static_cast<int64_t>(types.size()));
    values.append(kUnknown);
  }
  ctx.set_output(0, sizes);
  for (size_t i = 0; i < types.size(); ++i) ctx.set_output(static_cast<int>(i) + 1, values);
}

DEFINE_OP("DecodeProtoV2")
    .input("bytes: string")
    .output("sizes: int32")
    .output("values: output_types")
    .attr("message_type: string")
    .attr("field_names: list(string)")
    .attr("output_types: list(type) >= 0")
    .attr("descriptor_source: string = 'local://'")
    .attr("message_format: string = 'binary'")
    .attr("sanitize: bool = false")
    .doc("Fields of serialized messages as tensors, and how many values each message has of each.")
    .shape(decode_shape)
    .kernel(CPU, decode)
    .trait(Trait::kHostMemory)
    .no_gradient("of bytes");

void write_number(FieldType type, uint64_t value, std::string& out) {
  const auto put = [&](auto number) {
    char bytes[sizeof(number)];
    std::memcpy(bytes, &number, sizeof(number));
    out.append(bytes, sizeof(number));
  };
  const auto narrow = static_cast<int32_t>(value);
  switch (type) {
    case FieldType::kDouble:
    case FieldType::kFixed64:
    case FieldType::kSfixed64:
      put(value);
      break;
    case FieldType::kFloat:
      put(static_cast<float>(std::bit_cast<double>(value)));
      break;
    case FieldType::kFixed32:
    case FieldType::kSfixed32:
      put(narrow);
      break;
    case FieldType::kInt32:
    case FieldType::kEnum:
      wire::varint(static_cast<uint64_t>(static_cast<int64_t>(narrow)), out);
      break;
    case FieldType::kUint32:
      wire::varint(static_cast<uint32_t>(narrow), out);
      break;
    case FieldType::kSint32:
      wire::varint((static_cast<uint32_t>(narrow) << 1) ^ static_cast<uint32_t>(narrow >> 31), out);
      break;
    case FieldType::kSint64:
      wire::varint((value << 1) ^ static_cast<uint64_t>(static_cast<int64_t>(value) >> 63), out);
      break;
    default:
      wire::varint(value, out);
  }
}

// Element i as an integer of 64 bits or the bits of a double.
uint64_t number_at(const Tensor& values, int64_t i) {
  switch (values.dtype()) {
    case DType::kFloat32:
    case DType::kFloat64:
      return std::bit_cast<uint64_t>(values.double_at(i));
    case DType::kBool:
      return values.data<bool>()[i];
    case DType::kUint64:
      return values.data<uint64_t>()[i];
    default:
      return static_cast<uint64_t>(values.int_at(i));
  }
}

void write_field(const FieldDescription& field, const Tensor& values, int64_t begin, int64_t count, std::string& out) {
  if (field.packed) {
    if (count == 0) return;
    std::string packed;
    for (int64_t i = 0; i < count; ++i) write_number(field.type, number_at(values, begin + i), packed);
    wire::bytes(field.number, packed, out);
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    wire::tag(field.number, static_cast<Wire>(wire_of(field.type)), out);
    if (!is_text(field.type)) {
      write_number(field.type, number_at(values, begin + i), out);
      continue;
    }
    const std::string& text = values.data<std::string>()[begin + i];
    if (field.type != FieldType::kGroup) wire::varint(text.size(), out);
    out += text;
    if (field.type == FieldType::kGroup) wire::tag(field.number, static_cast<Wire>(kEndGroup), out);
  }
}

void encode(KernelContext& ctx) {
  const auto num_fields = static_cast<int64_t>(ctx.attr<std::vector<std::string>>("field_names").size());
  std::vector<DType> types;
  for (int i = 1; i < ctx.num_inputs(); ++i) types.push_back(ctx.input(i).dtype());
  const Request request = request_of(ctx, types);
  if (types.empty()) ctx.fail("there must be at least one field");
  Shape batch;
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    Shape shape = ctx.input(i).shape();
    if (shape.rank() < 2)
      ctx.fail("Invalid shape for field ", request.fields[static_cast<size_t>(i) - 1]->name, ".  Saw shape ", shape,
               " but it should be at least a matrix.");
    shape.erase(shape.rank() - 1);
    if (i == 1) batch = shape;
    if (!(shape == batch)) ctx.fail("Values must match up to the last dimension, got ", shape, " and ", batch);
  }
  Shape expected = batch;
  expected.append(num_fields);
  const Tensor& sizes = ctx.input(0);
  if (!(sizes.shape() == expected))
    ctx.fail("sizes should be batch_size + [len(field_names)].  Saw: ", sizes.shape(), " but expected: ", expected);
  std::vector<size_t> order(request.fields.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return request.fields[a]->number < request.fields[b]->number; });
  auto* out = ctx.allocate(0, batch).data<std::string>();
  for (int64_t message = 0; message < batch.num_elements(); ++message) {
    for (const size_t f : order) {
      const Tensor& values = ctx.input(static_cast<int>(f) + 1);
      const int64_t width = values.shape()[values.shape().rank() - 1];
      const int64_t size = sizes.data<int32_t>()[message * num_fields + static_cast<int64_t>(f)];
      if (size > width)
        ctx.fail("Size to write must not be larger than value tensor; but saw: ", size, " > ", width, " at message ",
                 message, " field ", f);
      write_field(*request.fields[f], values, message * width, size, *out);
    }
    ++out;
  }
}

void encode_shape(ShapeContext& ctx) {
  Shape batch = Shape::unknown();
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    Shape shape = ctx.with_rank_at_least(i, i == 0 ? 1 : 2);
    if (!shape.has_rank()) continue;
    shape.erase(shape.rank() - 1);
    if (!batch.compatible(shape)) ctx.fail("shapes must agree up to the last axis, got ", batch, " and ", shape);
    batch = batch.merge(shape);
  }
  ctx.set_output(0, batch);
}

DEFINE_OP("EncodeProto")
    .input("sizes: int32")
    .input("values: Tinput_types")
    .output("bytes: string")
    .attr("field_names: list(string)")
    .attr("message_type: string")
    .attr("descriptor_source: string = 'local://'")
    .attr("Tinput_types: list(type) >= 1")
    .doc("Serialized messages whose fields have these values, of each as many as sizes says.")
    .shape(encode_shape)
    .kernel(CPU, encode)
    .trait(Trait::kHostMemory)
    .no_gradient("of bytes");

}  // namespace
}  // namespace graphwright
