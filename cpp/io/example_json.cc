// A reader of the JSON of messages as Google's library takes it, which is a little more than JSON: names without
// quotes, strings in single quotes, a comma at the end of a list, lists in lists, null for what is not there.
#include "io/example_json.h"

#include <charconv>
#include <cmath>
#include <unordered_set>

#include "base/error.h"
#include "base/parse_number.h"
#include "io/wire.h"

namespace graphwright {
namespace {

constexpr int kMostDepth = 100;
// Numbers with a point or an exponent become integers where a double has each integer.
constexpr double kLargestWhole = 9007199254740992.0;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Whether the bytes are UTF-8, of the shortest form and without surrogates.
bool is_utf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const auto first = static_cast<uint8_t>(text[at++]);
    if (first < 0x80) continue;
    const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || text.size() - at < static_cast<size_t>(more)) return false;
    uint32_t code = first & (0x3F >> more);
    for (int i = 0; i < more; ++i, ++at) {
      const auto byte = static_cast<uint8_t>(text[at]);
      if ((byte & 0xC0) != 0x80) return false;
      code = code << 6 | (byte & 0x3F);
    }
    if ((more == 2 && code < 0x800) || (more == 3 && (code < 0x10000 || code > 0x10FFFF))) return false;
    if (code >= 0xD800 && code <= 0xDFFF) return false;
  }
  return true;
}

void append_utf8(std::string& out, uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  out += static_cast<char>(0xFF00 >> (more + 1) | code >> (6 * more));
  for (int i = more - 1; i >= 0; --i) out += static_cast<char>(0x80 | (code >> (6 * i) & 0x3F));
}

// The bytes that base 64 stands for, in either alphabet, with padding or without.
bool from_base64(std::string_view text, std::string& out) {
  if (text.size() % 4 == 0)
    for (int i = 0; i < 2 && !text.empty() && text.back() == '='; ++i) text.remove_suffix(1);
  if (text.size() % 4 == 1) return false;
  uint32_t bits = 0;
  int count = 0;
  for (char c : text) {
    int value;
    if (c >= 'A' && c <= 'Z') {
      value = c - 'A';
    } else if (c >= 'a' && c <= 'z') {
      value = c - 'a' + 26;
    } else if (is_digit(c)) {
      value = c - '0' + 52;
    } else if (c == '+' || c == '-') {
      value = 62;
    } else if (c == '/' || c == '_') {
      value = 63;
    } else {
      return false;
    }
    bits = bits << 6 | static_cast<uint32_t>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out += static_cast<char>(bits >> count);
    }
  }
  return true;
}

class ExampleReader {
 public:
  explicit ExampleReader(std::string_view text) : text_(text) {}

  std::string read() {
    std::string example;
    object([&](const std::string& name) {
      if (name != "features") unknown(name);
      if (!null()) wire::bytes(1, features(), example);
    });
    space();
    if (at_ < text_.size()) fail("extraneous characters after end of JSON object");
    return example;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    graphwright::fail(Code::kInvalidArgument, "Error while parsing JSON: ", what, ", at byte ", at_);
  }
  [[noreturn]] void unknown(std::string_view name) const { fail(str_cat("no such field: '", name, "'")); }

  // ---- JSON ----

  void space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  char peek() {
    space();
    if (at_ == text_.size()) fail("unexpected end");
    return text_[at_];
  }
  void expect(char c) {
    if (peek() != c) fail(str_cat("unexpected character: '", text_[at_], "'; expected '", c, "'"));
    ++at_;
  }
  bool take(std::string_view word) {
    space();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  bool null() { return take("null"); }

  // Calls f with the name of each member, whose value it must read.
  template <class F>
  void object(const F& f) {
    expect('{');
    while (peek() != '}') {
      const std::string name = this->name();
      expect(':');
      f(name);
      if (peek() != '}') expect(',');
      // One comma may stand before the end.
    }
    ++at_;
  }

  // Calls f at each element of a list, or of lists in it; at what is no list, once.
  template <class F>
  void elements(const F& f, int depth = 0) {
    if (peek() != '[') return f();
    if (depth == kMostDepth) fail("lists are nested too deeply");
    ++at_;
    while (peek() != ']') {
      elements(f, depth + 1);
      if (peek() != ']') expect(',');
    }
    ++at_;
  }

  std::string name() {
    const char first = peek();
    if (first == '"' || first == '\'') return string();
    const size_t begin = at_;
    if (is_word(first))
      while (at_ < text_.size() && (is_word(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word.empty() || word == "null" || word == "true" || word == "false") fail("expected bare word");
    return std::string(word);
  }

  uint32_t hex4() {
    uint32_t code = 0;
    const std::string_view digits = text_.substr(std::min(at_, text_.size()), 4);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (digits.size() < 4 || error != std::errc() || end != digits.data() + 4) fail("invalid Unicode escape");
    at_ += 4;
    return code;
  }

  void escape(std::string& out) {
    if (at_ == text_.size()) fail("unexpected end");
    constexpr std::string_view kLetters = "bfnrt\"'\\/", kMeaning = "\b\f\n\r\t\"'\\/";
    const char c = text_[at_++];
    if (const size_t found = kLetters.find(c); found != std::string_view::npos) {
      out += kMeaning[found];
      return;
    }
    if (c != 'u') fail(str_cat("invalid escape char: '", c, "'"));
    uint32_t code = hex4();
    if (code >= 0xDC00 && code <= 0xDFFF) fail("unpaired low surrogate");
    if (code >= 0xD800 && code <= 0xDBFF) {
      if (text_.substr(at_, 2) != "\\u") fail("expected '\\u'");
      at_ += 2;
      const uint32_t low = hex4();
      if (low < 0xDC00 || low > 0xDFFF) fail("invalid low surrogate");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(out, code);
  }

  std::string string() {
    const char quote = peek();
    if (quote != '"' && quote != '\'') fail(str_cat("unexpected character: '", quote, "'; expected '\"'"));
    ++at_;
    std::string out;
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_++] == '\\') {
        escape(out);
      } else {
        out += text_[at_ - 1];
      }
    }
    if (at_ == text_.size()) fail("unexpected end");
    ++at_;
    if (!is_utf8(out)) fail("invalid UTF-8 in string");
    return out;
  }

  // The text of a number without quotes.
  std::string bare_number() {
    const size_t begin = at_;
    auto digits = [&] {
      const size_t first = at_;
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
      return at_ - first;
    };
    auto next = [&] { return at_ < text_.size() ? text_[at_] : '\0'; };
    if (next() == '-') ++at_;
    const size_t whole = at_;
    if (digits() == 0) fail("expected a number");
    if (text_[whole] == '0' && at_ - whole > 1) fail("number cannot have extraneous leading zero");
    if (next() == '.') {
      ++at_;
      if (digits() == 0) fail("number cannot have trailing period");
    }
    if (next() == 'e' || next() == 'E') {
      ++at_;
      if (next() == '+' || next() == '-') ++at_;
      if (digits() == 0) fail("invalid number");
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  // A number as text, in quotes or not.
  std::string number(bool& quoted) {
    const char first = peek();
    quoted = first == '"' || first == '\'';
    if (quoted) return string();
    if (first != '-' && !is_digit(first)) fail("expected number or string");
    return bare_number();
  }

  double real(const std::string& text) {
    double value;
    if (!parse_number(text, &value)) fail("non-number characters in quoted number");
    return value;
  }

  // ---- messages ----

  std::string features() {
    std::string message;
    object([&](const std::string& name) {
      if (name != "feature") unknown(name);
      if (null()) return;
      std::unordered_set<std::string> keys;
      object([&](const std::string& key) {
        if (!keys.insert(key).second) fail(str_cat("got unexpectedly-repeated map key: '", key, "'"));
        std::string entry;
        wire::bytes(1, key, entry);
        if (!null()) wire::bytes(2, feature(), entry);
        wire::bytes(1, entry, message);
      });
    });
    return message;
  }

  std::string feature() {
    std::string message;
    bool known = false;
    object([&](const std::string& name) {
      const uint32_t number = name == "bytesList" || name == "bytes_list"   ? 1
                              : name == "floatList" || name == "float_list" ? 2
                              : name == "int64List" || name == "int64_list" ? 3
                                                                            : 0;
      if (number == 0) unknown(name);
      if (null()) return;
      if (known) fail(str_cat("'", name, "' has already been set"));
      known = true;
      wire::bytes(number, list(number), message);
    });
    return message;
  }

  std::string list(uint32_t kind) {
    std::string message;
    object([&](const std::string& name) {
      if (name != "value") unknown(name);
      if (null()) return;
      elements([&] {
        if (kind == 1) return bytes(message);
        if (kind == 2) return wire::fixed(1, null() ? 0.0F : float32(), message);
        wire::integer(1, null() ? 0 : int64(), message);
      });
    });
    return message;
  }

  void bytes(std::string& message) {
    std::string value;
    if (!null() && !from_base64(string(), value)) fail("corrupt base64");
    wire::bytes(1, value, message);
  }

  float float32() {
    bool quoted;
    const double value = real(number(quoted));
    if (!quoted && !std::isfinite(value)) fail("invalid number");
    const auto rounded = static_cast<float>(value);
    if (std::isfinite(value) && !std::isfinite(rounded)) fail("float out of range");
    return rounded;
  }

  int64_t int64() {
    bool quoted;
    const std::string text = number(quoted);
    for (char c : text)
      if (c == ' ' || (c >= '\t' && c <= '\r')) fail("non-number characters in quoted number");
    int64_t value;
    if (parse_number(text, &value)) return value;
    const double number = real(text);
    if (!std::isfinite(number)) fail("invalid number");
    if (std::abs(number) > kLargestWhole) fail("JSON number out of range for int");
    if (number != std::trunc(number)) fail("expected integer, but JSON number had fractional part");
    return static_cast<int64_t>(number);
  }

  const std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::string example_from_json(std::string_view text) { return ExampleReader(text).read(); }

}  // namespace graphwright
