// Unicode: UTF-8 and other encodings, upper and lower case, scripts and categories of characters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace graphwright {

inline constexpr char32_t kReplacement = 0xFFFD;
inline constexpr char32_t kInvalid = 0xFFFFFFFF;

// ---- tables (unicode_tables.cc) ----

struct UnicodeRange {
  char32_t first, last;
  uint8_t value;
};
struct CaseRun {
  char32_t first, last;
  int step;
  int32_t delta;
};
struct CaseSequence {
  char32_t from;
  const char32_t* to;
};
extern const UnicodeRange kCategoryRanges[];
extern const int kNumCategoryRanges;
extern const char* const kCategoryNames[];
extern const int kNumCategories;
extern const UnicodeRange kScriptRanges[];
extern const int kNumScriptRanges;
extern const char* const kScriptNames[];
extern const int kNumScriptNames;
extern const CaseRun kUpperRuns[];
extern const int kNumUpperRuns;
extern const CaseRun kLowerRuns[];
extern const int kNumLowerRuns;
extern const CaseSequence kUpperSequences[];
extern const int kNumUpperSequences;
extern const CaseSequence kLowerSequences[];
extern const int kNumLowerSequences;

// ---- characters ----

// One character for one; the character itself where it has no other case.
char32_t simple_upper(char32_t c);
char32_t simple_lower(char32_t c);
// ICU's number of the script; 103 for characters without one, -1 for what is no character.
int script_of(int32_t c);
// "Lu", "Nd" …; null for what is not assigned.
const char* category_of(char32_t c);

// ---- text ----

// Reads the character at `at` (< text.size()) and moves on. kInvalid for bytes that are no UTF-8: as many as could have
// begun a character.
char32_t next_utf8(std::string_view text, size_t& at);
void append_utf8(std::string& out, char32_t c);
inline bool is_utf8_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }
// True where c may stand in a text: in range and no surrogate.
inline bool is_scalar_value(char32_t c) { return c < 0x110000 && !(c >= 0xD800 && c < 0xE000); }

std::string utf8_upper(std::string_view text);
std::string utf8_lower(std::string_view text);

enum class Encoding : uint8_t { kUtf8, kUtf16Be, kUtf16Le, kUtf32Be, kUtf32Le, kAscii, kLatin1, kUnknown };
// "UTF-8", "utf8", "UTF-16-BE", "latin1" …; plain UTF-16 and UTF-32 are big-endian, unless a text says otherwise.
Encoding encoding_of(std::string_view name);
// Finds a byte-order mark, where the name leaves the order of the bytes to the text and it begins with one: the mark's
// length, and the encoding that it tells; else 0.
size_t byte_order_mark(std::string_view name, std::string_view text, Encoding& encoding);
// As next_utf8 for any encoding.
char32_t next_character(Encoding encoding, std::string_view text, size_t& at);
void append_character(Encoding encoding, std::string& out, char32_t c);

}  // namespace graphwright
