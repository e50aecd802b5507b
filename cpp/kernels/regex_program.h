// A compiled regular expression: instructions for a machine that follows all alternatives at once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graphwright {

// A set of characters as ranges in order.
struct CharacterSet {
  std::vector<std::pair<char32_t, char32_t>> ranges;
  bool fold = false;  // without regard to case

  void add(char32_t first, char32_t last) { ranges.emplace_back(first, last); }
  void add(const CharacterSet& other) { ranges.insert(ranges.end(), other.ranges.begin(), other.ranges.end()); }
  // Sorts and joins the ranges.
  void normalize();
  void negate();
  bool contains(char32_t c) const;
};

struct RegexInstruction {
  enum class Kind : uint8_t { kCharacter, kSet, kAny, kSplit, kJump, kSave, kAssert, kMatch };
  enum Assertion : uint8_t { kTextBegin, kTextEnd, kLineBegin, kLineEnd, kWordBoundary, kNoWordBoundary };
  Kind kind;
  uint8_t assertion = 0;
  bool fold = false;
  char32_t character = 0;  // kCharacter
  int x = 0, y = 0;        // kSplit: targets, the preferred one first; kJump: target; kSave: slot; kSet: number
};

struct RegexProgram {
  std::vector<RegexInstruction> code;
  std::vector<CharacterSet> sets;
  int num_groups = 0;
  // A character that every match begins with, or 0.
  char first_byte = 0;
};

// Throws std::string with RE2's words for what is wrong.
RegexProgram compile_regex(std::string_view pattern);

}  // namespace graphwright
