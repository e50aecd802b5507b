// Strings as sequences of Unicode characters: decoding, encoding, changing the encoding, scripts.
#include <iconv.h>

#include <algorithm>
#include <vector>

#include "kernels/unicode.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

// What to do about bytes that are no characters.
struct ErrorOptions {
  bool strict = false, ignore = false, replace_control = false;
  char32_t replacement = kReplacement;

  explicit ErrorOptions(KernelContext& ctx, bool has_control) {
    std::string errors = ctx.attr<std::string>("errors");
    strict = errors == "strict";
    ignore = errors == "ignore";
    int64_t value = ctx.attr<int64_t>("replacement_char");
    if (value < 0 || !is_scalar_value(static_cast<char32_t>(value)))
      ctx.fail("replacement_char out of unicode codepoint range");
    replacement = static_cast<char32_t>(value);
    if (has_control) replace_control = ctx.attr<bool>("replace_control_characters");
  }
};

// Reads characters of an encoding: one of ours, or one that the C library has a converter for.
class Decoder {
 public:
  explicit Decoder(KernelContext& ctx) : name_(ctx.attr<std::string>("input_encoding")) {
    encoding_ = encoding_of(name_);
    if (encoding_ != Encoding::kUnknown) return;
    const bool plain = !name_.empty() && std::all_of(name_.begin(), name_.end(), [](unsigned char c) {
      return std::isalnum(c) || c == '-' || c == '_' || c == '.' || c == ':';
    });
    if (plain) converter_ = iconv_open("UTF-32BE", name_.c_str());
    if (!has_converter()) ctx.fail("Could not create converter for input encoding: ", name_);
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() {
    if (has_converter()) iconv_close(converter_);
  }

  // The encoding of one text, and behind its byte-order mark, if it has one, `at`.
  Encoding begin(std::string_view text, size_t& at) const {
    Encoding encoding = encoding_;
    at = byte_order_mark(name_, text, encoding);
    return encoding;
  }

  // The character at `at` (< text.size()), and moves on; kInvalid for bytes that are none.
  char32_t next(Encoding encoding, std::string_view text, size_t& at) const {
    if (!has_converter()) return next_character(encoding, text, at);
    const size_t longest = std::min<size_t>(8, text.size() - at);
    for (size_t n = 1; n <= longest; ++n) {
      iconv(converter_, nullptr, nullptr, nullptr, nullptr);
      char* from = const_cast<char*>(text.data() + at);
      unsigned char out[4] = {};
      char* to = reinterpret_cast<char*>(out);
      size_t left = n, room = sizeof out;
      const size_t result = iconv(converter_, &from, &left, &to, &room);
      if (result == static_cast<size_t>(-1) && errno == EILSEQ) break;
      if (left == 0 && room == 0) {
        at += n;
        return static_cast<char32_t>(out[0]) << 24 | static_cast<char32_t>(out[1]) << 16 |
               static_cast<char32_t>(out[2]) << 8 | out[3];
      }
    }
    ++at;
    return kInvalid;
  }

 private:
  bool has_converter() const { return converter_ != reinterpret_cast<iconv_t>(-1); }

  std::string name_;
  Encoding encoding_;
  iconv_t converter_ = reinterpret_cast<iconv_t>(-1);
};

// Calls found(character, offset) for each character of the text; a byte-order mark belongs to the first one.
// `strict_control`: control characters that are to be replaced are errors where errors are strict.
template <class F>
void decode(KernelContext& ctx, const Decoder& decoder, const ErrorOptions& options, std::string_view text, F&& found,
            bool strict_control = false) {
  size_t at = 0;
  const Encoding encoding = decoder.begin(text, at);
  for (bool first = true; at < text.size(); first = false) {
    size_t begin = first ? 0 : at;
    char32_t c = decoder.next(encoding, text, at);
    const bool control = options.replace_control && c <= 0x1F;
    if (c == kInvalid || control) {
      if (options.strict && (!control || strict_control)) ctx.fail("Invalid formatting on input string");
      if (options.ignore) continue;
      c = options.replacement;
    }
    found(c, begin);
  }
}

void decode_shape(ShapeContext& ctx) {
  int64_t n = ctx.input(0).num_elements();
  ctx.set_output(0, Shape{n < 0 ? kUnknown : n + 1});
  for (size_t i = 1; i < ctx.op().outputs.size(); ++i) ctx.set_output(static_cast<int>(i), Shape{kUnknown});
}

void decode_kernel(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  const Decoder decoder(ctx);
  ErrorOptions options(ctx, true);
  std::vector<int32_t> characters;
  std::vector<int64_t> offsets;
  Tensor splits = ctx.allocate(0, Shape{input.num_elements() + 1});
  auto set_split = [&](int64_t i) {
    if (splits.dtype() == DType::kInt64) {
      splits.data<int64_t>()[i] = static_cast<int64_t>(characters.size());
    } else {
      splits.data<int32_t>()[i] = static_cast<int32_t>(characters.size());
    }
  };
  set_split(0);
  for (int64_t i = 0; i < input.num_elements(); ++i) {
    decode(ctx, decoder, options, input.data<std::string>()[i], [&](char32_t c, size_t offset) {
      characters.push_back(static_cast<int32_t>(c));
      offsets.push_back(static_cast<int64_t>(offset));
    });
    set_split(i + 1);
  }
  ctx.set_output(1, Tensor::from<int32_t>(std::span<const int32_t>(characters)));
  if (ctx.num_outputs() > 2) ctx.set_output(2, Tensor::from<int64_t>(std::span<const int64_t>(offsets)));
}

DEFINE_OP("UnicodeDecode")
    .input("input: string")
    .output("row_splits: Tsplits")
    .output("char_values: int32")
    .attr("input_encoding: string")
    .attr("errors: {'strict', 'replace', 'ignore'} = 'replace'")
    .attr("replacement_char: int32 = 65533")
    .attr("replace_control_characters: bool = false")
    .attr("Tsplits: {int32, int64} = int64")
    .doc("The characters of all strings, and where those of each begin.")
    .shape(decode_shape)
    .kernel(CPU, decode_kernel)
    .trait(Trait::kHostMemory)
    .no_gradient("integers");

DEFINE_OP("UnicodeDecodeWithOffsets")
    .input("input: string")
    .output("row_splits: Tsplits")
    .output("char_values: int32")
    .output("char_to_byte_starts: int64")
    .attr("input_encoding: string")
    .attr("errors: {'strict', 'replace', 'ignore'} = 'replace'")
    .attr("replacement_char: int32 = 65533")
    .attr("replace_control_characters: bool = false")
    .attr("Tsplits: {int32, int64} = int64")
    .doc("The characters of all strings, where those of each begin, and the byte at which each character begins.")
    .shape(decode_shape)
    .kernel(CPU, decode_kernel)
    .trait(Trait::kHostMemory)
    .no_gradient("integers");

void encode_shape(ShapeContext& ctx) {
  Shape splits = ctx.with_rank(1, 1);
  ctx.with_rank(0, 1);
  ctx.set_output(0, Shape{splits[0] < 0 ? kUnknown : std::max<int64_t>(splits[0] - 1, 0)});
}

void encode(KernelContext& ctx) {
  const Tensor &values = ctx.input(0), &splits = ctx.input(1);
  ErrorOptions options(ctx, false);
  Encoding encoding = encoding_of(ctx.attr<std::string>("output_encoding"));
  if (splits.shape().rank() != 1 || splits.num_elements() < 1)
    ctx.fail("Input_splits should be a rank 1 tensor of at least 1 element, got shape ", splits.shape());
  Tensor out = ctx.allocate(0, Shape{splits.num_elements() - 1});
  int64_t at = splits.int_at(0);
  if (at != 0) ctx.fail("First value in input_splits must be zero.");
  if (splits.int_at(splits.num_elements() - 1) != values.num_elements())
    ctx.fail("Last value in input_splits must be equal to length of input_tensor.");
  for (int64_t i = 0; i + 1 < splits.num_elements(); ++i) {
    int64_t end = splits.int_at(i + 1);
    if (end < at) ctx.fail("Values in input_splits must be equal or in ascending order.");
    if (end > values.num_elements())
      ctx.fail("Values in input_splits must be less than or equal to input_tensor length.");
    std::string& to = out.data<std::string>()[i];
    for (; at < end; ++at) {
      int32_t value = values.data<int32_t>()[at];
      char32_t c = static_cast<char32_t>(value);
      if (value < 0 || !is_scalar_value(c)) {
        if (options.strict) ctx.fail("Code point is out of range for Unicode, or is a surrogate.");
        if (options.ignore) continue;
        c = options.replacement;
      }
      append_character(encoding, to, c);
    }
  }
}

DEFINE_OP("UnicodeEncode")
    .input("input_values: int32")
    .input("input_splits: Tsplits")
    .output("output: string")
    .attr("errors: {'ignore', 'replace', 'strict'} = 'replace'")
    .attr("output_encoding: {'UTF-8', 'UTF-16-BE', 'UTF-32-BE'}")
    .attr("replacement_char: int32 = 65533")
    .attr("Tsplits: {int32, int64} = int64")
    .doc("Strings of characters, of which each row of a ragged tensor makes one.")
    .shape(encode_shape)
    .kernel(CPU, encode)
    .trait(Trait::kHostMemory)
    .no_gradient("text");

void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

void transcode(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  const Decoder from(ctx);
  const Encoding to_encoding = encoding_of(ctx.attr<std::string>("output_encoding"));
  ErrorOptions options(ctx, true);
  Tensor out = ctx.output(0);
  for (int64_t i = 0; i < out.num_elements(); ++i) {
    std::string& to = out.data<std::string>()[i];
    decode(
        ctx, from, options, input.data<std::string>()[i],
        [&](char32_t c, size_t) { append_character(to_encoding, to, c); }, /*strict_control=*/true);
  }
}

DEFINE_OP("UnicodeTranscode")
    .input("input: string")
    .output("output: string")
    .attr("input_encoding: string")
    .attr("output_encoding: {'UTF-8', 'UTF-16-BE', 'UTF-32-BE'}")
    .attr("errors: {'strict', 'replace', 'ignore'} = 'replace'")
    .attr("replacement_char: int32 = 65533")
    .attr("replace_control_characters: bool = false")
    .doc("Strings in another encoding.")
    .shape(same_shape)
    .kernel(CPU, transcode)
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(vectorize::leading_axes);

void script(KernelContext& ctx) {
  Tensor out = ctx.output(0);
  for (int64_t i = 0; i < out.num_elements(); ++i) out.data<int32_t>()[i] = script_of(ctx.input(0).data<int32_t>()[i]);
}

DEFINE_OP("UnicodeScript")
    .input("input: int32")
    .output("output: int32")
    .doc("The number of each character's script, as ICU counts them; -1 for what is no character.")
    .shape(same_shape)
    .kernel(CPU, script)
    .trait(Trait::kHostMemory)
    .no_gradient("integers")
    .vectorize(vectorize::leading_axes);

XLA_FACT(kNotCompiled, "UnicodeDecode", "UnicodeDecodeWithOffsets", "UnicodeEncode", "UnicodeScript",
         "UnicodeTranscode");

}  // namespace
}  // namespace graphwright
