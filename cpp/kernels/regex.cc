// Matching of regular expressions: all alternatives are followed at once, in order of preference (Thompson, Pike).
#include "kernels/regex.h"

#include <cctype>
#include <cstring>
#include <map>
#include <mutex>

#include "base/at_fork.h"
#include "base/error.h"
#include "base/waiting.h"
#include "kernels/regex_program.h"
#include "kernels/unicode.h"

namespace graphwright {
namespace {

constexpr size_t kNowhere = std::string_view::npos;

// Looks for Ctrl-C every few milliseconds.
class Patience {
 public:
  void spend(size_t steps) {
    if ((left_ -= static_cast<int64_t>(steps)) > 0) return;
    left_ = kSteps;
    check_stop();
  }

 private:
  static constexpr int64_t kSteps = int64_t{1} << 20;
  int64_t left_ = kSteps;
};

bool is_word(char32_t c) { return c < 0x80 && (std::isalnum(static_cast<int>(c)) || c == '_'); }

bool accepts(const RegexProgram& program, const RegexInstruction& instruction, char32_t c) {
  switch (instruction.kind) {
    case RegexInstruction::Kind::kCharacter:
      return c == instruction.character ||
             (instruction.fold && c != kInvalid && simple_lower(simple_upper(c)) == instruction.character);
    case RegexInstruction::Kind::kSet: {
      if (c == kInvalid) return false;
      const CharacterSet& set = program.sets[instruction.x];
      return set.contains(c) || (set.fold && (set.contains(simple_lower(c)) || set.contains(simple_upper(c)) ||
                                              set.contains(simple_lower(simple_upper(c)))));
    }
    case RegexInstruction::Kind::kAny:
      return true;
    default:
      return false;
  }
}

bool holds(uint8_t assertion, std::string_view text, size_t at) {
  auto word_at = [&](size_t i) { return i < text.size() && is_word(static_cast<unsigned char>(text[i])); };
  switch (assertion) {
    case RegexInstruction::kTextBegin:
      return at == 0;
    case RegexInstruction::kTextEnd:
      return at == text.size();
    case RegexInstruction::kLineBegin:
      return at == 0 || text[at - 1] == '\n';
    case RegexInstruction::kLineEnd:
      return at == text.size() || text[at] == '\n';
    default: {
      bool boundary = (at > 0 && word_at(at - 1)) != word_at(at);
      return boundary == (assertion == RegexInstruction::kWordBoundary);
    }
  }
}

// Whether all of a text matches: without groups the order of preference does not matter, only what can be reached.
class WholeMatcher {
 public:
  WholeMatcher(const RegexProgram& program, std::string_view text)
      : program_(program), text_(text), seen_(program.code.size(), 0) {}

  bool run() {
    reach(0, 0);
    for (size_t at = 0; !next_.empty() && at < text_.size();) {
      size_t after = at;
      const char32_t c = next_utf8(text_, after);
      if (c == kInvalid) after = at + 1;
      std::swap(current_, next_);
      next_.clear();
      ++step_;
      patience_.spend(current_.size());
      for (int pc : current_)
        if (accepts(program_, program_.code[pc], c)) reach(pc + 1, after);
      at = after;
    }
    for (int pc : next_)
      if (program_.code[pc].kind == RegexInstruction::Kind::kMatch) return true;
    return false;
  }

 private:
  // Adds the instructions reached from `pc` without a character.
  void reach(int pc, size_t at) {
    stack_.push_back(pc);
    while (!stack_.empty()) {
      pc = stack_.back();
      stack_.pop_back();
      // Along one way without the stack.
      while (seen_[pc] != step_) {
        seen_[pc] = step_;
        const RegexInstruction& instruction = program_.code[pc];
        if (instruction.kind == RegexInstruction::Kind::kJump) {
          pc = instruction.x;
        } else if (instruction.kind == RegexInstruction::Kind::kSplit) {
          stack_.push_back(instruction.y);
          pc = instruction.x;
        } else if (instruction.kind == RegexInstruction::Kind::kSave) {
          ++pc;
        } else if (instruction.kind == RegexInstruction::Kind::kAssert) {
          if (!holds(instruction.assertion, text_, at)) break;
          ++pc;
        } else {
          next_.push_back(pc);
          break;
        }
      }
    }
  }

  const RegexProgram& program_;
  const std::string_view text_;
  std::vector<uint64_t> seen_;  // the step in which an instruction was reached last
  uint64_t step_ = 1;
  std::vector<int> current_, next_;  // instructions that wait for a character, or for the end
  std::vector<int> stack_;
  Patience patience_;
};

class Matcher {
 public:
  Matcher(const RegexProgram& program, std::string_view text)
      : program_(program), text_(text), slots_(2 * (program.num_groups + 1)) {
    for (auto* list : {&current_, &next_}) {
      list->sparse.resize(program.code.size());
      list->captures.resize(program.code.size() * slots_);
    }
  }

  // Finds the leftmost match at `from` or later, the preferred one among those.
  bool run(size_t from, std::vector<size_t>& groups) {
    bool matched = false;
    current_.threads.clear();
    std::vector<size_t> start(slots_, kNowhere);
    size_t at = from;
    while (true) {
      if (current_.threads.empty()) {
        if (matched) break;
        if (program_.first_byte && at < text_.size()) {
          const void* found = std::memchr(text_.data() + at, program_.first_byte, text_.size() - at);
          at = found ? static_cast<size_t>(static_cast<const char*>(found) - text_.data()) : text_.size();
        }
      }
      // A match that begins later is only wanted while there is none.
      if (!matched) {
        start[0] = at;
        add(current_, 0, at, start.data());
      }
      size_t after = at;
      char32_t c = kInvalid;
      bool at_end = at >= text_.size();
      if (!at_end) {
        c = next_utf8(text_, after);
        if (c == kInvalid) after = at + 1;
      }
      next_.threads.clear();
      patience_.spend((current_.threads.size() + 1) * slots_);
      for (int pc : current_.threads) {
        const RegexInstruction& instruction = program_.code[pc];
        const size_t* captures = &current_.captures[static_cast<size_t>(pc) * slots_];
        if (instruction.kind == RegexInstruction::Kind::kMatch) {
          groups.assign(captures, captures + slots_);
          groups[1] = at;
          matched = true;
          break;  // the threads behind are less preferred
        }
        if (!at_end && accepts(program_, instruction, c)) add(next_, pc + 1, after, captures);
      }
      std::swap(current_, next_);
      if (at_end) break;
      at = after;
    }
    return matched;
  }

 private:
  struct Threads {
    std::vector<int> threads;    // instructions that wait for a character, in order of preference
    std::vector<size_t> sparse;  // where an instruction stands in `visited`
    std::vector<int> visited;
    std::vector<size_t> captures;  // of each instruction
    bool has(int pc) const {
      size_t i = sparse[pc];
      return i < visited.size() && visited[i] == pc;
    }
  };

  // Adds the instructions reached from `pc` without a character. Iterative: patterns may nest deeply.
  void add(Threads& list, int pc, size_t at, const size_t* from) {
    if (list.threads.empty()) list.visited.clear();
    captures_.assign(from, from + slots_);
    stack_.clear();
    stack_.push_back({pc, -1, 0});
    while (!stack_.empty()) {
      auto [next, slot, value] = stack_.back();
      stack_.pop_back();
      if (slot >= 0) {
        captures_[slot] = value;
        continue;
      }
      if (list.has(next)) continue;
      list.sparse[next] = list.visited.size();
      list.visited.push_back(next);
      const RegexInstruction& instruction = program_.code[next];
      switch (instruction.kind) {
        case RegexInstruction::Kind::kJump:
          stack_.push_back({instruction.x, -1, 0});
          break;
        case RegexInstruction::Kind::kSplit:
          stack_.push_back({instruction.y, -1, 0});
          stack_.push_back({instruction.x, -1, 0});
          break;
        case RegexInstruction::Kind::kSave:
          stack_.push_back({0, instruction.x, captures_[instruction.x]});
          captures_[instruction.x] = at;
          stack_.push_back({next + 1, -1, 0});
          break;
        case RegexInstruction::Kind::kAssert:
          if (holds(instruction.assertion, text_, at)) stack_.push_back({next + 1, -1, 0});
          break;
        default:
          std::copy(captures_.begin(), captures_.end(), list.captures.begin() + static_cast<size_t>(next) * slots_);
          list.threads.push_back(next);
      }
    }
  }

  struct StackStep {
    int pc;
    int slot;
    size_t value;
  };

  const RegexProgram& program_;
  std::string_view text_;
  const size_t slots_;
  Threads current_, next_;
  std::vector<size_t> captures_;
  std::vector<StackStep> stack_;
  Patience patience_;
};

// The rewrite with groups put in; false when it names one that there is not, or has a stray backslash.
bool append_rewrite(std::string& out, std::string_view rewrite, std::string_view text,
                    const std::vector<size_t>& groups) {
  for (size_t i = 0; i < rewrite.size(); ++i) {
    if (rewrite[i] != '\\') {
      out += rewrite[i];
      continue;
    }
    if (++i >= rewrite.size()) return false;
    if (std::isdigit(static_cast<unsigned char>(rewrite[i]))) {
      size_t group = static_cast<size_t>(rewrite[i] - '0');
      if (2 * group + 1 >= groups.size()) return false;
      if (groups[2 * group] != kNowhere && groups[2 * group + 1] != kNowhere)
        out += text.substr(groups[2 * group], groups[2 * group + 1] - groups[2 * group]);
    } else if (rewrite[i] == '\\') {
      out += '\\';
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

Regex::Regex(std::string_view pattern) {
  try {
    program_ = std::make_unique<RegexProgram>(compile_regex(pattern));
  } catch (const std::string& error) {
    fail(Code::kInvalidArgument, "Invalid pattern: ", pattern, ", error: ", error);
  }
}

Regex::~Regex() = default;

std::shared_ptr<const Regex> Regex::get(const std::string& pattern) {
  static GlobalMutex& mutex = GlobalMutex::make();
  static auto* kept = new std::map<std::string, std::shared_ptr<const Regex>>;
  constexpr size_t kMostKept = 256;
  {
    std::lock_guard lock(mutex);
    if (auto found = kept->find(pattern); found != kept->end()) return found->second;
  }
  auto made = std::make_shared<const Regex>(pattern);
  std::lock_guard lock(mutex);
  if (kept->size() >= kMostKept) kept->clear();
  kept->emplace(pattern, made);
  return made;
}

int Regex::num_groups() const { return program_->num_groups; }

bool Regex::full_match(std::string_view text) const { return WholeMatcher(*program_, text).run(); }

bool Regex::search(std::string_view text, size_t from, std::vector<size_t>& groups) const {
  return Matcher(*program_, text).run(from, groups);
}

std::string Regex::replace(std::string_view text, std::string_view rewrite, bool all) const {
  Matcher matcher(*program_, text);
  std::vector<size_t> groups;
  std::string out, replacement;
  size_t done = 0, at = 0, last_end = kNowhere;
  while (at <= text.size() && matcher.run(at, groups)) {
    size_t begin = groups[0], end = groups[1];
    if (begin == end &&
        begin == last_end) {  // an empty match where the last one ended: go on behind the next character
      if (begin >= text.size()) break;
      at = begin;
      next_utf8(text, at);
      continue;
    }
    replacement.clear();
    if (!append_rewrite(replacement, rewrite, text, groups)) return std::string(text);
    out.append(text, done, begin - done);
    out += replacement;
    done = at = last_end = end;
    if (!all) break;
  }
  out.append(text, done);
  return out;
}

}  // namespace graphwright
