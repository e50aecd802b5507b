// Numbers to strings and back, and strings as bytes: AsString, StringToNumber, DecodeRaw, base 64.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "base/parse_number.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

// ---- AsString ----

// printf formats, made from the attrs: "%05lld", "%8.1f".
std::string format_of(KernelContext& ctx, DType dtype) {
  int64_t precision = ctx.attr<int64_t>("precision"), width = ctx.attr<int64_t>("width");
  bool scientific = ctx.attr<bool>("scientific"), shortest = ctx.attr<bool>("shortest");
  std::string fill = ctx.attr<std::string>("fill");
  bool fractions = is_floating(dtype) || is_complex(dtype);
  if (!fractions && (scientific || shortest))
    ctx.fail("scientific and shortest format not supported for datatype ", dtype_op_def_name(dtype));
  if (!fractions && precision >= 0) ctx.fail("precision not supported for datatype ", dtype_op_def_name(dtype));
  if (scientific && shortest) ctx.fail("Cannot select both scientific and shortest notation");
  if (fill.size() > 1) ctx.fail("Fill string must be one or fewer characters");
  std::string format = "%";
  if (!fill.empty()) {  // a sign is shown also without a width
    if (fill != " " && fill != "+" && fill != "-" && fill != "0" && fill != "#")
      ctx.fail("Fill argument not supported: \"", fill, "\"");
    format += fill;
  }
  if (width > -1) {
    // Nobody needs more, and a longer one would not fit the buffer.
    constexpr int64_t kWidest = 4096;
    if (width > kWidest) ctx.fail("width ", width, " is larger than ", kWidest);
    format += std::to_string(width);
  }
  if (precision > -1) {
    constexpr int64_t kMostDigits = 1024;
    if (precision > kMostDigits) ctx.fail("precision ", precision, " is larger than ", kMostDigits);
    format += "." + std::to_string(precision);
  }
  if (fractions) return format + (shortest ? "g" : scientific ? "e" : "f");
  if (dtype == DType::kString || dtype == DType::kBool) return format + "s";
  return format + (is_unsigned(dtype) ? "llu" : "lld");
}

template <class... Args>
std::string printed(const char* format, Args... args) {
  char buffer[512];
  int size = std::snprintf(buffer, sizeof buffer, format, args...);
  if (size < static_cast<int>(sizeof buffer)) return std::string(buffer, static_cast<size_t>(size));
  std::string text(static_cast<size_t>(size) + 1, '\0');
  std::snprintf(text.data(), text.size(), format, args...);
  text.pop_back();
  return text;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
void as_string(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  DType dtype = input.dtype();
  std::string made = format_of(ctx, dtype);
  const char* format = made.c_str();
  Tensor out = ctx.output(0);
  for (int64_t i = 0; i < out.num_elements(); ++i) {
    std::string& to = out.data<std::string>()[i];
    if (dtype == DType::kString) {
      to = printed(format, input.data<std::string>()[i].c_str());
    } else if (dtype == DType::kBool) {
      to = input.data<bool>()[i] ? "true" : "false";  // of any width
    } else if (dtype == DType::kUint64) {
      to = printed(format, static_cast<unsigned long long>(input.data<uint64_t>()[i]));
    } else if (is_integer(dtype)) {
      to = is_unsigned(dtype) ? printed(format, static_cast<unsigned long long>(input.int_at(i)))
                              : printed(format, static_cast<long long>(input.int_at(i)));
    } else if (is_complex(dtype)) {
      visit_complex(dtype, [&]<class T>() {
        T value = input.data<T>()[i];
        to = "(" + printed(format, static_cast<double>(value.real())) + "," +
             printed(format, static_cast<double>(value.imag())) + ")";
      });
    } else if (dtype == DType::kVariant) {
      ctx.fail_code(Code::kUnimplemented, "AsString of variants is not supported");
    } else {
      to = printed(format, input.double_at(i));
    }
  }
}
#pragma GCC diagnostic pop

DEFINE_OP("AsString")
    .input("input: T")
    .output("output: string")
    .attr(
        "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, complex64, "
        "complex128, bool, variant, string}")
    .attr("precision: int32 = -1")
    .attr("scientific: bool = false")
    .attr("shortest: bool = false")
    .attr("width: int32 = -1")
    .attr("fill: string = ''")
    .doc("Elements as text, in the formats of C's printf.")
    .shape(same_shape)
    .kernel(CPU, as_string)
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(vectorize::leading_axes);

// ---- StringToNumber ----

void to_number(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  Tensor out = ctx.output(0);
  visit_dtype<float, double, int32_t, int64_t, uint32_t, uint64_t>(out.dtype(), [&]<class T>() {
    for (int64_t i = 0; i < out.num_elements(); ++i) {
      const std::string& text = input.data<std::string>()[i];
      if (!parse_number(text, out.data<T>() + i))
        ctx.fail("StringToNumberOp could not correctly convert string: ", text);
    }
  });
}

DEFINE_OP("StringToNumber")
    .input("string_tensor: string")
    .output("output: out_type")
    .attr("out_type: {float, double, int32, int64, uint32, uint64} = float")
    .doc("Strings read as numbers.")
    .shape(same_shape)
    .kernel(CPU, to_number)
    .trait(Trait::kHostMemory)
    .no_gradient("of text")
    .vectorize(vectorize::leading_axes);

// ---- DecodeRaw ----

void decode_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0).concat(Shape{kUnknown})); }

void swap_bytes(void* data, size_t element, size_t bytes) {
  auto* p = static_cast<unsigned char*>(data);
  for (size_t i = 0; i + element <= bytes; i += element) std::reverse(p + i, p + i + element);
}

// The size of what an element of complex dtype consists of; byte order concerns each part.
size_t unit_size(DType dtype) { return is_complex(dtype) ? dtype_size(dtype) / 2 : dtype_size(dtype); }

void decode_raw(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  DType dtype = ctx.output_dtype(0);
  size_t size = dtype_size(dtype);
  int64_t n = input.num_elements();
  size_t bytes = n > 0 ? input.data<std::string>()[0].size() : 0;
  for (int64_t i = 0; i < n; ++i) {
    size_t own = input.data<std::string>()[i].size();
    if (own != bytes)
      ctx.fail("DecodeRaw requires input strings to all be the same size, but element ", i, " has size ", bytes,
               " != ", own);
  }
  if (bytes % size != 0)
    ctx.fail("Input to DecodeRaw has length ", bytes, " that is not a multiple of ", size, ", the size of ",
             dtype_op_def_name(dtype));
  Tensor out = ctx.allocate(0, input.shape().concat(Shape{static_cast<int64_t>(bytes / size)}));
  char* to = static_cast<char*>(out.raw());
  for (int64_t i = 0; i < n; ++i) std::memcpy(to + i * bytes, input.data<std::string>()[i].data(), bytes);
  if (!ctx.attr<bool>("little_endian")) swap_bytes(to, unit_size(dtype), out.bytes());
  if (dtype == DType::kBool)
    for (size_t i = 0; i < out.bytes(); ++i) to[i] = to[i] != 0;
}

DEFINE_OP("DecodeRaw")
    .input("bytes: string")
    .output("output: out_type")
    .attr(
        "out_type: {half, float, double, int32, uint16, uint8, int16, int8, int64, complex64, complex128, bool, "
        "bfloat16}")
    .attr("little_endian: bool = true")
    .doc("The bytes of each string, all of one length, as elements along a new last axis.")
    .shape(decode_shape)
    .kernel(CPU, decode_raw)
    .trait(Trait::kHostMemory)
    .no_gradient("of text")
    .vectorize(vectorize::leading_axes);

void decode_padded_shape(ShapeContext& ctx) {
  int64_t width = kUnknown;
  if (auto length = known_int(ctx, 1)) {
    int64_t size = static_cast<int64_t>(dtype_size(ctx.attr<DType>("out_type")));
    if (*length >= 0 && *length % size == 0) width = *length / size;
  }
  ctx.set_output(0, ctx.input(0).concat(Shape{width}));
}

void decode_padded(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  DType dtype = ctx.output_dtype(0);
  int64_t size = static_cast<int64_t>(dtype_size(dtype)), length = int_input(ctx, 1);
  if (length <= 0) ctx.fail("fixed_length (", length, ") must be greater than zero");
  if (length % size != 0)
    ctx.fail("fixed_length (", length, ") must be a multiple of the size of out_type (", size, ")");
  Tensor out = ctx.allocate(0, input.shape().concat(Shape{length / size}));
  char* to = static_cast<char*>(out.raw());
  std::memset(to, 0, out.bytes());
  for (int64_t i = 0; i < input.num_elements(); ++i) {
    const std::string& text = input.data<std::string>()[i];
    std::memcpy(to + i * length, text.data(), std::min(text.size(), static_cast<size_t>(length)));
  }
  if (!ctx.attr<bool>("little_endian")) swap_bytes(to, static_cast<size_t>(size), out.bytes());
}

DEFINE_OP("DecodePaddedRaw")
    .input("input_bytes: string")
    .input("fixed_length: int32")
    .output("output: out_type")
    .attr("out_type: {half, float, double, int32, uint16, uint8, int16, int8, int64, bfloat16}")
    .attr("little_endian: bool = true")
    .doc(
        "The first `fixed_length` bytes of each string, with zeros behind shorter ones, as elements along a new last "
        "axis.")
    .shape(decode_padded_shape)
    .kernel(CPU, decode_padded)
    .trait(Trait::kHostMemory)
    .no_gradient("of text")
    .vectorize(vectorize::leading_axes_of<1>);

// ---- base 64, with the characters that URLs can hold ----

constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void encode_base64(KernelContext& ctx) {
  bool pad = ctx.attr<bool>("pad");
  Tensor out = ctx.output(0);
  for (int64_t i = 0; i < out.num_elements(); ++i) {
    const std::string& text = ctx.input(0).data<std::string>()[i];
    std::string& to = out.data<std::string>()[i];
    for (size_t at = 0; at < text.size(); at += 3) {
      size_t have = std::min<size_t>(3, text.size() - at);
      uint32_t word = 0;
      for (size_t k = 0; k < 3; ++k) word = word << 8 | (k < have ? static_cast<unsigned char>(text[at + k]) : 0u);
      for (size_t k = 0; k <= have; ++k) to += kDigits[word >> (18 - 6 * k) & 63];
      if (pad) to.append(3 - have, '=');
    }
  }
}

DEFINE_OP("EncodeBase64")
    .input("input: string")
    .output("output: string")
    .attr("pad: bool = false")
    .doc("Strings in base 64 with the characters that URLs can hold.")
    .shape(same_shape)
    .kernel(CPU, encode_base64)
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(vectorize::leading_axes);

void decode_base64(KernelContext& ctx) {
  int value_of[256];
  std::fill(std::begin(value_of), std::end(value_of), -1);
  for (int k = 0; k < 64; ++k) value_of[static_cast<unsigned char>(kDigits[k])] = k;
  Tensor out = ctx.output(0);
  for (int64_t i = 0; i < out.num_elements(); ++i) {
    std::string_view text = ctx.input(0).data<std::string>()[i];
    if (text.size() % 4 == 1) ctx.fail("Base64 string length cannot be 1 modulo 4.");
    // What fills up a last group of four may be left out, but not in part.
    if (text.size() % 4 == 0)
      for (int k = 0; k < 2 && text.ends_with('='); ++k) text.remove_suffix(1);
    std::string& to = out.data<std::string>()[i];
    uint32_t word = 0;
    int bits = 0;
    for (char c : text) {
      int value = value_of[static_cast<unsigned char>(c)];
      if (value < 0) ctx.fail("Invalid character found in base64.");
      word = word << 6 | static_cast<uint32_t>(value);
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        to += static_cast<char>(word >> bits & 0xFF);
      }
    }
  }
}

DEFINE_OP("DecodeBase64")
    .input("input: string")
    .output("output: string")
    .doc("What strings in base 64, with the characters that URLs can hold, stand for.")
    .shape(same_shape)
    .kernel(CPU, decode_base64)
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(vectorize::leading_axes);

XLA_FACT(kNotCompiled, "AsString", "DecodeBase64", "DecodePaddedRaw", "DecodeRaw", "EncodeBase64", "StringToNumber");

}  // namespace
}  // namespace graphwright
