// Unicode: decoding, encoding, case.
#include "kernels/unicode.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace graphwright {
namespace {

const UnicodeRange* range_with(const UnicodeRange* ranges, int n, char32_t c) {
  const UnicodeRange* end = ranges + n;
  const UnicodeRange* found =
      std::lower_bound(ranges, end, c, [](const UnicodeRange& r, char32_t x) { return r.last < x; });
  return found != end && found->first <= c ? found : nullptr;
}

char32_t map_case(const CaseRun* runs, int n, char32_t c) {
  const CaseRun* end = runs + n;
  const CaseRun* found = std::lower_bound(runs, end, c, [](const CaseRun& r, char32_t x) { return r.last < x; });
  // Runs of every second character may overlap the next run's beginning, so look at one more.
  for (int i = 0; i < 2 && found != end; ++i, ++found) {
    if (found->first <= c && c <= found->last && (c - found->first) % static_cast<char32_t>(found->step) == 0)
      return c + static_cast<char32_t>(found->delta);
  }
  return c;
}

const CaseSequence* sequence_of(const CaseSequence* sequences, int n, char32_t c) {
  for (int i = 0; i < n; ++i)
    if (sequences[i].from == c) return sequences + i;
  return nullptr;
}

bool is_cased(char32_t c) {
  return simple_upper(c) != c || simple_lower(c) != c || sequence_of(kUpperSequences, kNumUpperSequences, c) ||
         sequence_of(kLowerSequences, kNumLowerSequences, c);
}
bool is_case_ignorable(char32_t c) {
  if (c == '\'' || c == '.' || c == ':' || c == 0xB7 || c == 0x2019 || c == '^' || c == '`' || c == 0xA8 || c == 0xAD)
    return true;
  const char* category = category_of(c);
  return category && (!std::strcmp(category, "Mn") || !std::strcmp(category, "Me") || !std::strcmp(category, "Cf") ||
                      !std::strcmp(category, "Lm") || !std::strcmp(category, "Sk"));
}

// Letters and digits of an encoding's name, in lower case.
std::string key_of(std::string_view name) {
  std::string key;
  for (char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)))
      key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return key;
}

}  // namespace

char32_t simple_upper(char32_t c) {
  if (c < 0x80) return c >= 'a' && c <= 'z' ? c - 32 : c;
  return map_case(kUpperRuns, kNumUpperRuns, c);
}
char32_t simple_lower(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  return map_case(kLowerRuns, kNumLowerRuns, c);
}

int script_of(int32_t c) {
  if (c < 0 || c > 0x10FFFF) return -1;
  const UnicodeRange* range = range_with(kScriptRanges, kNumScriptRanges, static_cast<char32_t>(c));
  return range ? range->value : 103;
}

const char* category_of(char32_t c) {
  const UnicodeRange* range = range_with(kCategoryRanges, kNumCategoryRanges, c);
  return range ? kCategoryNames[range->value] : nullptr;
}

char32_t next_utf8(std::string_view text, size_t& at) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(at++);
  if (lead < 0x80) return lead;
  int more;
  char32_t c;
  unsigned char low = 0x80, high = 0xBF;  // what the second byte may be
  if (lead >= 0xC2 && lead <= 0xDF) {
    more = 1, c = lead & 0x1F;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    more = 2, c = lead & 0x0F;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    more = 3, c = lead & 0x07;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return kInvalid;
  }
  for (int i = 0; i < more; ++i) {
    if (at >= text.size() || byte(at) < low || byte(at) > high) return kInvalid;
    c = c << 6 | (byte(at++) & 0x3F);
    low = 0x80, high = 0xBF;
  }
  return c;
}

void append_utf8(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

std::string utf8_upper(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    char32_t c = next_utf8(text, at);
    if (c == kInvalid) c = kReplacement;
    const CaseSequence* sequence = c < 0x80 ? nullptr : sequence_of(kUpperSequences, kNumUpperSequences, c);
    if (sequence) {
      for (const char32_t* to = sequence->to; *to; ++to) append_utf8(out, *to);
    } else {
      append_utf8(out, simple_upper(c));
    }
  }
  return out;
}

std::string utf8_lower(std::string_view text) {
  std::string out;
  bool after_cased = false;
  for (size_t at = 0; at < text.size();) {
    char32_t c = next_utf8(text, at);
    if (c == kInvalid) c = kReplacement;
    if (c == 0x3A3) {  // a sigma at the end of a word has a form of its own
      bool before_cased = false;
      for (size_t ahead = at; ahead < text.size();) {
        char32_t next = next_utf8(text, ahead);
        if (next != kInvalid && is_case_ignorable(next)) continue;
        before_cased = next != kInvalid && is_cased(next);
        break;
      }
      append_utf8(out, after_cased && !before_cased ? 0x3C2 : 0x3C3);
    } else if (const CaseSequence* sequence = sequence_of(kLowerSequences, kNumLowerSequences, c)) {
      for (const char32_t* to = sequence->to; *to; ++to) append_utf8(out, *to);
    } else {
      append_utf8(out, simple_lower(c));
    }
    if (!is_case_ignorable(c)) after_cased = is_cased(c);
  }
  return out;
}

Encoding encoding_of(std::string_view name) {
  const std::string key = key_of(name);
  if (key == "utf8") return Encoding::kUtf8;
  if (key == "utf16" || key == "utf16be") return Encoding::kUtf16Be;
  if (key == "utf16le") return Encoding::kUtf16Le;
  if (key == "utf32" || key == "utf32be") return Encoding::kUtf32Be;
  if (key == "utf32le") return Encoding::kUtf32Le;
  if (key == "usascii" || key == "ascii") return Encoding::kAscii;
  if (key == "latin1" || key == "iso88591") return Encoding::kLatin1;
  return Encoding::kUnknown;
}

size_t byte_order_mark(std::string_view name, std::string_view text, Encoding& encoding) {
  using namespace std::string_view_literals;
  const std::string key = key_of(name);
  const auto marked = [&](std::string_view mark, Encoding told) {
    if (!text.starts_with(mark)) return size_t{0};
    encoding = told;
    return mark.size();
  };
  if (key == "utf16") {
    const size_t n = marked("\xFE\xFF"sv, Encoding::kUtf16Be);
    return n ? n : marked("\xFF\xFE"sv, Encoding::kUtf16Le);
  }
  if (key == "utf32") {
    const size_t n = marked("\0\0\xFE\xFF"sv, Encoding::kUtf32Be);
    return n ? n : marked("\xFF\xFE\0\0"sv, Encoding::kUtf32Le);
  }
  return 0;
}

char32_t next_character(Encoding encoding, std::string_view text, size_t& at) {
  auto byte = [&](size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[i])); };
  switch (encoding) {
    case Encoding::kUtf8:
      return next_utf8(text, at);
    case Encoding::kAscii: {
      char32_t c = byte(at++);
      return c < 0x80 ? c : kInvalid;
    }
    case Encoding::kLatin1:
      return byte(at++);
    case Encoding::kUtf16Be:
    case Encoding::kUtf16Le: {
      auto unit = [&](size_t i) {
        return encoding == Encoding::kUtf16Be ? byte(i) << 8 | byte(i + 1) : byte(i + 1) << 8 | byte(i);
      };
      if (text.size() - at < 2) {
        at = text.size();
        return kInvalid;
      }
      char32_t c = unit(at);
      at += 2;
      if (c < 0xD800 || c > 0xDFFF) return c;
      if (c > 0xDBFF || text.size() - at < 2) return kInvalid;
      char32_t low = unit(at);
      if (low < 0xDC00 || low > 0xDFFF) return kInvalid;
      at += 2;
      return 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    }
    case Encoding::kUtf32Be:
    case Encoding::kUtf32Le: {
      if (text.size() - at < 4) {
        at = text.size();
        return kInvalid;
      }
      char32_t c = 0;
      for (int i = 0; i < 4; ++i) c = c << 8 | byte(encoding == Encoding::kUtf32Be ? at + i : at + 3 - i);
      at += 4;
      return is_scalar_value(c) ? c : kInvalid;
    }
    default:
      ++at;
      return kInvalid;
  }
}

void append_character(Encoding encoding, std::string& out, char32_t c) {
  auto put = [&](char32_t value, int bytes) {
    for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(value >> (8 * i) & 0xFF);
  };
  switch (encoding) {
    case Encoding::kUtf16Be:
      if (c < 0x10000) {
        put(c, 2);
      } else {
        put(0xD800 + ((c - 0x10000) >> 10), 2);
        put(0xDC00 + ((c - 0x10000) & 0x3FF), 2);
      }
      break;
    case Encoding::kUtf32Be:
      put(c, 4);
      break;
    default:
      append_utf8(out, c);
  }
}

}  // namespace graphwright
