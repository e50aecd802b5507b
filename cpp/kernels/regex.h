// Regular expressions with RE2's syntax and meaning, matched in time linear in the text.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace graphwright {

struct RegexProgram;

class Regex {
 public:
  // Throws InvalidArgument with RE2's words ("missing ): (a") in "Invalid pattern: (a, error: …".
  explicit Regex(std::string_view pattern);
  ~Regex();
  // The same, compiled once and kept for a while.
  static std::shared_ptr<const Regex> get(const std::string& pattern);

  int num_groups() const;
  // True where the whole text matches.
  bool full_match(std::string_view text) const;
  // The leftmost match that begins at `from` or later. `groups` receives begin and end of the match and of each group,
  // npos for groups that took no part.
  bool search(std::string_view text, size_t from, std::vector<size_t>& groups) const;
  // The text with the first match, or all of them, replaced by `rewrite`, in which \0 to \9 stand for groups. The text
  // itself when `rewrite` names a group that there is not.
  std::string replace(std::string_view text, std::string_view rewrite, bool all) const;

 private:
  std::unique_ptr<RegexProgram> program_;
};

}  // namespace graphwright
