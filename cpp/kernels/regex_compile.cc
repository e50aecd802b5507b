// Parsing of regular expressions, and the code for them.
#include <algorithm>
#include <cstring>
#include <memory>

#include "kernels/regex_program.h"
#include "kernels/unicode.h"

namespace graphwright {

void CharacterSet::normalize() {
  std::sort(ranges.begin(), ranges.end());
  std::vector<std::pair<char32_t, char32_t>> joined;
  for (const auto& range : ranges) {
    if (!joined.empty() && range.first <= joined.back().second + 1) {
      joined.back().second = std::max(joined.back().second, range.second);
    } else {
      joined.push_back(range);
    }
  }
  ranges = std::move(joined);
}

void CharacterSet::negate() {
  normalize();
  std::vector<std::pair<char32_t, char32_t>> rest;
  char32_t next = 0;
  for (const auto& [first, last] : ranges) {
    if (first > next) rest.emplace_back(next, first - 1);
    next = last + 1;
  }
  if (next <= 0x10FFFF) rest.emplace_back(next, 0x10FFFF);
  ranges = std::move(rest);
}

bool CharacterSet::contains(char32_t c) const {
  auto found =
      std::lower_bound(ranges.begin(), ranges.end(), c, [](const auto& r, char32_t x) { return r.second < x; });
  return found != ranges.end() && found->first <= c;
}

namespace {

constexpr int kMaxRepeat = 1000;
constexpr int kMaxDepth = 1000;
constexpr size_t kMaxCode = 1 << 18;

struct Flags {
  bool fold = false, multi_line = false, dot_newline = false, ungreedy = false;
};

struct Node;
using NodePtr = std::unique_ptr<Node>;
struct Node {
  enum class Kind { kEmpty, kCharacter, kSet, kAny, kConcat, kAlternate, kRepeat, kGroup, kAssert };
  Kind kind = Kind::kEmpty;
  char32_t character = 0;
  bool fold = false;
  CharacterSet set;
  std::vector<NodePtr> items;
  int least = 0, most = -1;  // kRepeat; most -1: no limit
  bool greedy = true;
  int group = -1;
  uint8_t assertion = 0;
};

NodePtr make(Node::Kind kind) {
  auto node = std::make_unique<Node>();
  node->kind = kind;
  return node;
}

[[noreturn]] void fail(std::string_view what, std::string_view where) {
  throw std::string(what) + ": " + std::string(where);
}

struct NamedRanges {
  const char* name;
  const char* ranges;  // pairs of characters
};
constexpr NamedRanges kPosixClasses[] = {
    {"alnum", "09AZaz"}, {"alpha", "AZaz"}, {"ascii", "\x01\x7f"}, {"blank", "\t\t  "},  {"cntrl", "\x01\x1f\x7f\x7f"},
    {"digit", "09"},     {"graph", "!~"},   {"lower", "az"},       {"print", " ~"},      {"punct", "!/:@[`{~"},
    {"space", "\t\r  "}, {"upper", "AZ"},   {"word", "09AZaz__"},  {"xdigit", "09AFaf"},
};

CharacterSet ranges_of(const char* pairs) {
  CharacterSet set;
  for (; *pairs; pairs += 2) set.add(static_cast<unsigned char>(pairs[0]), static_cast<unsigned char>(pairs[1]));
  return set;
}

class Parser {
 public:
  explicit Parser(std::string_view pattern) : pattern_(pattern) {}

  NodePtr parse() {
    for (size_t i = 0; i < pattern_.size();)
      if (next_utf8(pattern_, i) == kInvalid) throw std::string("invalid UTF-8");
    NodePtr node = alternation(0);
    if (!done()) fail("unexpected )", pattern_);
    return node;
  }
  int num_groups() const { return groups_; }

 private:
  bool done() const { return at_ >= pattern_.size(); }
  char peek(size_t ahead = 0) const { return at_ + ahead < pattern_.size() ? pattern_[at_ + ahead] : '\0'; }
  bool take(std::string_view text) {
    if (pattern_.substr(at_, text.size()) != text) return false;
    at_ += text.size();
    return true;
  }
  char32_t take_character() { return next_utf8(pattern_, at_); }
  std::string_view since(size_t begin) const { return pattern_.substr(begin, at_ - begin); }

  NodePtr alternation(int depth) {
    if (depth > kMaxDepth) throw std::string("expression nests too deeply");
    NodePtr first = concatenation(depth);
    if (peek() != '|' || done()) return first;
    NodePtr node = make(Node::Kind::kAlternate);
    node->items.push_back(std::move(first));
    while (!done() && take("|")) node->items.push_back(concatenation(depth));
    return node;
  }

  NodePtr concatenation(int depth) {
    NodePtr node = make(Node::Kind::kConcat);
    while (!done() && peek() != '|' && peek() != ')') {
      if (take("\\Q")) {
        while (!done() && !take("\\E")) node->items.push_back(literal(take_character()));
        continue;
      }
      if (take("\\E")) continue;
      size_t begin = at_;
      NodePtr item = atom(depth);
      if (!item) continue;  // flags only
      node->items.push_back(repeated(std::move(item), begin));
    }
    return node;
  }

  // Repetition operators after an item that begins at `begin`.
  NodePtr repeated(NodePtr item, size_t) {
    size_t first_operator = at_;
    int count = 0;
    while (!done()) {
      size_t begin = at_;
      int least, most;
      if (take("*")) {
        least = 0, most = -1;
      } else if (take("+")) {
        least = 1, most = -1;
      } else if (take("?")) {
        least = 0, most = 1;
      } else if (!(peek() == '{' && braces(&least, &most))) {
        break;
      }
      if (count++ > 0) {
        fail("bad repetition operator", since(first_operator));
      }
      if (least > kMaxRepeat || most > kMaxRepeat || (most >= 0 && least > most))
        fail("invalid repetition size", since(begin));
      bool lazy = take("?");
      NodePtr node = make(Node::Kind::kRepeat);
      node->least = least, node->most = most;
      node->greedy = lazy == flags_.ungreedy;
      node->items.push_back(std::move(item));
      item = std::move(node);
    }
    return item;
  }

  // "{2}", "{2,}" or "{2,5}"; anything else is literal.
  bool braces(int* least, int* most) {
    size_t begin = at_++;
    auto number = [&](int* value) {
      if (!std::isdigit(static_cast<unsigned char>(peek()))) return false;
      long n = 0;
      while (std::isdigit(static_cast<unsigned char>(peek())))
        n = std::min(n * 10 + (pattern_[at_++] - '0'), 100000000L);
      *value = static_cast<int>(n);
      return true;
    };
    bool good = number(least);
    *most = *least;
    if (good && take(",")) {
      *most = -1;
      if (peek() != '}') good = number(most);
    }
    if (good && take("}")) return true;
    at_ = begin;
    return false;
  }

  NodePtr literal(char32_t c) {
    NodePtr node = make(Node::Kind::kCharacter);
    node->character = c;
    node->fold = flags_.fold;
    return node;
  }
  NodePtr set_node(CharacterSet set) {
    NodePtr node = make(Node::Kind::kSet);
    set.fold = flags_.fold;
    set.normalize();
    node->set = std::move(set);
    return node;
  }
  NodePtr assertion(uint8_t which) {
    NodePtr node = make(Node::Kind::kAssert);
    node->assertion = which;
    return node;
  }

  NodePtr atom(int depth) {
    using I = RegexInstruction;
    size_t begin = at_;
    switch (peek()) {
      case '(':
        return group(depth);
      case '[':
        return set_node(bracket());
      case '.': {
        ++at_;
        if (flags_.dot_newline) return make(Node::Kind::kAny);
        CharacterSet set;
        set.add('\n', '\n');
        set.negate();
        NodePtr node = make(Node::Kind::kSet);
        node->set = std::move(set);
        return node;
      }
      case '^':
        ++at_;
        return assertion(flags_.multi_line ? I::kLineBegin : I::kTextBegin);
      case '$':
        ++at_;
        return assertion(flags_.multi_line ? I::kLineEnd : I::kTextEnd);
      case '*':
      case '+':
      case '?':
        ++at_;
        fail("no argument for repetition operator", since(begin));
      case '{': {
        int least, most;
        if (braces(&least, &most)) fail("no argument for repetition operator", since(begin));
        break;
      }
      case '\\':
        return escape();
      default:
        break;
    }
    return literal(take_character());
  }

  NodePtr group(int depth) {
    size_t begin = at_;
    Flags saved = flags_;
    bool captures = true;
    ++at_;
    if (take("?")) {
      if (take("P<") || (peek() == '<' && peek(1) != '=' && peek(1) != '!' && take("<"))) {
        size_t name = at_;
        while (!done() && (std::isalnum(static_cast<unsigned char>(peek())) || peek() == '_' || (peek() & 0x80))) ++at_;
        if (at_ == name || !take(">")) {
          size_t end = pattern_.find('>', name);
          fail("invalid named capture group",
               pattern_.substr(begin, end == std::string_view::npos ? end : end + 1 - begin));
        }
      } else {
        captures = false;
        bool on = true, any = false;
        for (;; ++at_) {
          if (done()) fail("missing )", pattern_);
          char c = peek();
          if (c == ':' || c == ')') break;
          if (c == 'i')
            flags_.fold = on, any = true;
          else if (c == 'm')
            flags_.multi_line = on, any = true;
          else if (c == 's')
            flags_.dot_newline = on, any = true;
          else if (c == 'U')
            flags_.ungreedy = on, any = true;
          else if (c == '-' && on)
            on = false, any = false;
          else {
            ++at_;
            fail("invalid perl operator", since(begin));
          }
        }
        if (!on && !any) {
          ++at_;
          fail("invalid perl operator", since(begin));
        }
        if (take(")")) return nullptr;  // flags for the rest of the enclosing group
        take(":");
      }
    }
    NodePtr node = make(Node::Kind::kGroup);
    if (captures) node->group = ++groups_;
    node->items.push_back(alternation(depth + 1));
    if (!take(")")) fail("missing )", pattern_);
    flags_ = saved;
    return node;
  }

  // \d, \s, \w, \pL and their complements; false when it is none of those.
  bool class_escape(CharacterSet* set) {
    size_t begin = at_;
    char c = peek(1);
    const char* ranges = nullptr;
    switch (c) {
      case 'd':
      case 'D':
        ranges = "09";
        break;
      case 's':
      case 'S':
        ranges = "\t\n\f\r  ";
        break;
      case 'w':
      case 'W':
        ranges = "09AZaz__";
        break;
      default:
        break;
    }
    if (ranges) {
      at_ += 2;
      CharacterSet own = ranges_of(ranges);
      if (std::isupper(static_cast<unsigned char>(c))) own.negate();
      set->add(own);
      return true;
    }
    if (c != 'p' && c != 'P') return false;
    at_ += 2;
    bool negative = c == 'P';
    std::string name;
    if (take("{")) {
      while (!done() && peek() != '}') name += pattern_[at_++];
      if (!take("}")) fail("invalid character class range", since(begin));
      if (!name.empty() && name[0] == '^') {
        negative = !negative;
        name.erase(0, 1);
      }
    } else if (!done()) {
      name = std::string(1, pattern_[at_++]);
    }
    CharacterSet own;
    if (!unicode_class(name, &own)) fail("invalid character class range", since(begin));
    if (negative) own.negate();
    set->add(own);
    return true;
  }

  static bool unicode_class(const std::string& name, CharacterSet* set) {
    if (name == "Any") {
      set->add(0, 0x10FFFF);
      return true;
    }
    bool known = false;
    if (name.size() == 1 || name.size() == 2) {
      for (int i = 0; i < kNumCategories; ++i) known |= std::string_view(kCategoryNames[i]).starts_with(name);
      if (known) {
        for (int i = 0; i < kNumCategoryRanges; ++i)
          if (std::string_view(kCategoryNames[kCategoryRanges[i].value]).starts_with(name))
            set->add(kCategoryRanges[i].first, kCategoryRanges[i].last);
        return true;
      }
    }
    for (int s = 0; s < kNumScriptNames; ++s) {
      if (name != kScriptNames[s]) continue;
      for (int i = 0; i < kNumScriptRanges; ++i)
        if (kScriptRanges[i].value == s) set->add(kScriptRanges[i].first, kScriptRanges[i].last);
      return true;
    }
    return false;
  }

  NodePtr escape() {
    using I = RegexInstruction;
    size_t begin = at_;
    switch (peek(1)) {
      case 'A':
        at_ += 2;
        return assertion(I::kTextBegin);
      case 'z':
        at_ += 2;
        return assertion(I::kTextEnd);
      case 'b':
        at_ += 2;
        return assertion(I::kWordBoundary);
      case 'B':
        at_ += 2;
        return assertion(I::kNoWordBoundary);
      case 'C':
        at_ += 2;
        return make(Node::Kind::kAny);
      default:
        break;
    }
    CharacterSet set;
    if (class_escape(&set)) return set_node(std::move(set));
    at_ = begin;
    return literal(character_escape());
  }

  char32_t character_escape() {
    size_t begin = at_++;
    if (done()) throw std::string("trailing \\ at end of regular expression: \\");
    char c = peek();
    auto hex = [](char d) {
      return std::isdigit(static_cast<unsigned char>(d))    ? d - '0'
             : std::isxdigit(static_cast<unsigned char>(d)) ? (d | 32) - 'a' + 10
                                                            : -1;
    };
    if (c >= '1' && c <= '7') {  // \1 would be a backreference; \12 is octal
      if (!(peek(1) >= '0' && peek(1) <= '7')) {
        ++at_;
        fail("invalid escape sequence", since(begin));
      }
    }
    if (c >= '0' && c <= '7') {
      char32_t value = 0;
      for (int i = 0; i < 3 && peek() >= '0' && peek() <= '7'; ++i) value = value * 8 + (pattern_[at_++] - '0');
      return value;
    }
    switch (c) {
      case 'a':
        ++at_;
        return '\a';
      case 'f':
        ++at_;
        return '\f';
      case 'n':
        ++at_;
        return '\n';
      case 'r':
        ++at_;
        return '\r';
      case 't':
        ++at_;
        return '\t';
      case 'v':
        ++at_;
        return '\v';
      case 'x': {
        ++at_;
        char32_t value = 0;
        if (take("{")) {
          int digits = 0;
          for (; hex(peek()) >= 0 && !done(); ++digits)
            value = std::min<char32_t>(value * 16 + hex(pattern_[at_++]), 0x200000);
          if (digits == 0 || value > 0x10FFFF || !take("}")) fail("invalid escape sequence", since(begin));
          return value;
        }
        for (int i = 0; i < 2; ++i) {
          if (done() || hex(peek()) < 0) fail("invalid escape sequence", since(begin));
          value = value * 16 + hex(pattern_[at_++]);
        }
        return value;
      }
      default:
        break;
    }
    char32_t other = take_character();
    bool word = other == '_' || (other < 0x80 && std::isalnum(static_cast<int>(other)));
    if (word || other >= 0x80) fail("invalid escape sequence", since(begin));
    return other;
  }

  CharacterSet bracket() {
    size_t begin = at_++;
    bool negative = take("^");
    CharacterSet set;
    bool first = true;
    while (first || peek() != ']') {
      if (done()) fail("missing ]", pattern_.substr(begin));
      first = false;
      if (peek() == '[' && peek(1) == ':') {
        size_t end = pattern_.find(":]", at_ + 2);
        if (end != std::string_view::npos) {
          std::string_view name = pattern_.substr(at_ + 2, end - at_ - 2);
          bool other = !name.empty() && name[0] == '^';
          if (other) name.remove_prefix(1);
          size_t start = at_;
          at_ = end + 2;
          const NamedRanges* found = std::find_if(std::begin(kPosixClasses), std::end(kPosixClasses),
                                                  [&](const NamedRanges& c) { return name == c.name; });
          if (found == std::end(kPosixClasses)) fail("invalid character class range", since(start));
          CharacterSet own = ranges_of(found->ranges);
          if (name == "ascii" || name == "cntrl") own.add(0, 0);
          if (other) own.negate();
          set.add(own);
          continue;
        }
      }
      size_t start = at_;
      if (peek() == '\\' && class_escape(&set)) continue;
      at_ = start;
      char32_t low = peek() == '\\' ? character_escape() : take_character();
      char32_t high = low;
      if (peek() == '-' && at_ + 1 < pattern_.size() && peek(1) != ']') {
        ++at_;
        size_t upper = at_;
        CharacterSet ignored;
        if (peek() == '\\' && class_escape(&ignored)) fail("invalid character class range", since(start));
        at_ = upper;
        high = peek() == '\\' ? character_escape() : take_character();
        if (high < low) fail("invalid character class range", since(start));
      }
      set.add(low, high);
    }
    ++at_;
    if (negative) {
      // Without regard to case, the complement leaves out both cases.
      if (flags_.fold) {
        CharacterSet both = set;
        both.normalize();
        for (const auto& [a, b] : both.ranges)
          for (char32_t c = a; c <= b && b - a < 0x10000; ++c) {
            set.add(simple_lower(c), simple_lower(c));
            set.add(simple_upper(c), simple_upper(c));
          }
      }
      set.negate();
    }
    return set;
  }

  std::string_view pattern_;
  size_t at_ = 0;
  int groups_ = 0;
  Flags flags_;
};

class Generator {
 public:
  explicit Generator(RegexProgram& program) : program_(program) {}

  void emit(const Node& node) {
    using I = RegexInstruction;
    if (program_.code.size() > kMaxCode) throw std::string("pattern too large - compile failed");
    switch (node.kind) {
      case Node::Kind::kEmpty:
        break;
      case Node::Kind::kCharacter: {
        I instruction{I::Kind::kCharacter};
        instruction.character = node.fold ? simple_lower(simple_upper(node.character)) : node.character;
        instruction.fold = node.fold;
        add(instruction);
        break;
      }
      case Node::Kind::kSet: {
        I instruction{I::Kind::kSet};
        instruction.x = static_cast<int>(program_.sets.size());
        program_.sets.push_back(node.set);
        add(instruction);
        break;
      }
      case Node::Kind::kAny:
        add(I{I::Kind::kAny});
        break;
      case Node::Kind::kAssert: {
        I instruction{I::Kind::kAssert};
        instruction.assertion = node.assertion;
        add(instruction);
        break;
      }
      case Node::Kind::kConcat:
        for (const NodePtr& item : node.items) emit(*item);
        break;
      case Node::Kind::kGroup:
        if (node.group >= 0) save(2 * node.group);
        emit(*node.items[0]);
        if (node.group >= 0) save(2 * node.group + 1);
        break;
      case Node::Kind::kAlternate: {
        std::vector<int> jumps;
        for (size_t i = 0; i < node.items.size(); ++i) {
          bool last = i + 1 == node.items.size();
          int split = last ? -1 : add(I{I::Kind::kSplit});
          if (!last) program_.code[split].x = here();
          emit(*node.items[i]);
          if (!last) {
            jumps.push_back(add(I{I::Kind::kJump}));
            program_.code[split].y = here();
          }
        }
        for (int jump : jumps) program_.code[jump].x = here();
        break;
      }
      case Node::Kind::kRepeat:
        repeat(node);
        break;
    }
  }

 private:
  int here() const { return static_cast<int>(program_.code.size()); }
  int add(RegexInstruction instruction) {
    program_.code.push_back(instruction);
    return here() - 1;
  }
  void save(int slot) {
    RegexInstruction instruction{RegexInstruction::Kind::kSave};
    instruction.x = slot;
    add(instruction);
  }
  // A split that goes on or leaves; the exit is set later.
  int choice() { return add(RegexInstruction{RegexInstruction::Kind::kSplit}); }
  void set_choice(int split, bool greedy, int body, int exit) {
    program_.code[split].x = greedy ? body : exit;
    program_.code[split].y = greedy ? exit : body;
  }

  void repeat(const Node& node) {
    const Node& item = *node.items[0];
    for (int i = 0; i < node.least; ++i) emit(item);
    if (node.most < 0) {
      int split = choice();
      int body = here();
      emit(item);
      RegexInstruction jump{RegexInstruction::Kind::kJump};
      jump.x = split;
      add(jump);
      set_choice(split, node.greedy, body, here());
      return;
    }
    std::vector<std::pair<int, int>> splits;
    for (int i = node.least; i < node.most; ++i) {
      int split = choice();
      splits.emplace_back(split, here());
      emit(item);
    }
    for (auto [split, body] : splits) set_choice(split, node.greedy, body, here());
  }

  RegexProgram& program_;
};

}  // namespace

RegexProgram compile_regex(std::string_view pattern) {
  Parser parser(pattern);
  NodePtr tree = parser.parse();
  RegexProgram program;
  program.num_groups = parser.num_groups();
  Generator(program).emit(*tree);
  program.code.push_back({RegexInstruction::Kind::kMatch});
  size_t first = 0;
  while (program.code[first].kind == RegexInstruction::Kind::kSave) ++first;
  const RegexInstruction& start = program.code[first];
  if (start.kind == RegexInstruction::Kind::kCharacter && !start.fold && start.character > 0 && start.character < 0x80)
    program.first_byte = static_cast<char>(start.character);
  return program;
}

}  // namespace graphwright
