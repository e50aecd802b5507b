// source_block: a scanner that tells logical lines and their indentation, which is all that is needed to find a block's
// end.
#include "autograph/source_block.h"

#include <algorithm>

namespace graphwright::autograph {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool done() const { return at_ >= text_.size(); }
  size_t position() const { return at_; }

  // Skips blank lines and lines that only hold a comment. Returns the indentation of the next logical line.
  size_t skip_to_line() {
    while (!done()) {
      size_t column = 0, next = at_;
      while (next < text_.size() && (text_[next] == ' ' || text_[next] == '\t' || text_[next] == '\f')) {
        column = text_[next] == '\t' ? (column / 8 + 1) * 8 : text_[next] == '\f' ? 0 : column + 1;
        ++next;
      }
      if (next >= text_.size()) {
        at_ = next;
        break;
      }
      if (text_[next] != '\n' && text_[next] != '\r' && text_[next] != '#') {
        content_ = next;
        return column;
      }
      at_ = end_of_line(next);
    }
    return 0;
  }

  // The text from the line on that skip_to_line found.
  std::string_view content() const { return text_.substr(content_); }

  // Moves past one logical line. Returns true where it ends in a colon, so that a block follows.
  bool skip_line() {
    size_t depth = 0;
    bool colon = false;
    while (!done()) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '\n') {
        ++at_;
        if (depth == 0) return colon;
      } else if (c == '\\' && at_ + 1 < text_.size()) {
        at_ += text_.substr(at_, 3) == "\\\r\n" ? 3 : 2;
      } else if (c == '\'' || c == '"') {
        skip_string();
        colon = false;
      } else {
        if (c == '(' || c == '[' || c == '{') ++depth;
        if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
        if (c == ':') {
          colon = depth == 0;
        } else if (c != ' ' && c != '\t' && c != '\r') {
          colon = false;
        }
        ++at_;
      }
    }
    return colon;
  }

 private:
  size_t end_of_line(size_t at) const {
    at = text_.find('\n', at);
    return at == std::string_view::npos ? text_.size() : at + 1;
  }

  static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
  }

  // True where the quote at `at_` has a prefix with an f or t.
  bool has_format_prefix() const {
    size_t start = at_;
    while (start > 0 && is_word(text_[start - 1])) --start;
    const std::string_view prefix = text_.substr(start, at_ - start);
    return prefix.size() <= 2 && prefix.find_first_of("fFtT") != std::string_view::npos &&
           prefix.find_first_not_of("fFtTrR") == std::string_view::npos;
  }

  // From a quote to behind the closing one. In raw strings, too, a backslash keeps a quote from ending the string.
  void skip_string() {
    const bool formatted = has_format_prefix();
    const char quote = text_[at_];
    const bool triple = text_.substr(at_, 3) == std::string_view(quote == '"' ? "\"\"\"" : "'''");
    at_ += triple ? 3 : 1;
    while (!done()) {
      const char c = text_[at_];
      if (c == '\\') {
        at_ += 2;
      } else if (c == quote && (!triple || text_.substr(at_, 3) == std::string_view(quote == '"' ? "\"\"\"" : "'''"))) {
        at_ += triple ? 3 : 1;
        return;
      } else if (c == '\n' && !triple) {
        return;  // broken text; the parser will say so
      } else if (formatted && c == '{') {
        ++at_;
        if (!done() && text_[at_] == '{') {
          ++at_;
        } else {
          skip_replacement(quote, triple);
        }
      } else {
        ++at_;
      }
    }
  }

  // The expression in an f-string's braces, which from Python 3.12 on may hold line breaks, comments and strings with
  // the same quotes.
  void skip_replacement(char quote, bool triple) {
    size_t depth = 0;
    while (!done()) {
      const char c = text_[at_];
      if (c == '\'' || c == '"') {
        skip_string();
        continue;
      }
      if (c == '#') {
        at_ = end_of_line(at_);
        continue;
      }
      ++at_;
      if (depth == 0 && c == '}') return;
      if (depth == 0 && c == ':') return skip_format(quote, triple);
      if (c == '{' || c == '(' || c == '[') ++depth;
      if ((c == '}' || c == ')' || c == ']') && depth > 0) --depth;
    }
  }

  // The format behind an expression's colon, up to the closing brace: plain characters, quotes too, and expressions.
  void skip_format(char quote, bool triple) {
    while (!done()) {
      const char c = text_[at_];
      if (!triple && (c == '\n' || c == quote)) return;
      ++at_;
      if (c == '}') return;
      if (c == '{') skip_replacement(quote, triple);
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t content_ = 0;
};

}  // namespace

size_t block_length(std::string_view text) {
  Scanner scanner(text);
  const size_t indentation = scanner.skip_to_line();
  // Decorators come before the line that opens the block.
  while (!scanner.done() && scanner.content().starts_with('@')) {
    scanner.skip_line();
    scanner.skip_to_line();
  }
  const bool opens_block = scanner.skip_line();
  size_t end = scanner.position();
  if (!opens_block) return end;
  while (!scanner.done()) {
    const size_t column = scanner.skip_to_line();
    if (scanner.done() || column <= indentation) break;
    scanner.skip_line();
    end = scanner.position();
  }
  return end;
}

}  // namespace graphwright::autograph
