// Patterns are matched one part of the path at a time, reading only the folders that fit so far.
#include "io/match_files.h"

#include <fnmatch.h>

#include <algorithm>

#include "io/file.h"

namespace graphwright {
namespace {

bool has_wildcard(const std::string& part) { return part.find_first_of("*?[\\") != std::string::npos; }

}  // namespace

std::vector<std::string> matching_files(const std::string& given) {
  const std::string pattern = local_path(given);
  if (pattern != given) {
    std::vector<std::string> found = matching_files(pattern);
    for (std::string& path : found) path.insert(0, given, 0, given.size() - pattern.size());
    return found;
  }
  std::vector<std::string> found;
  if (pattern.empty()) return found;
  if (!has_wildcard(pattern)) {
    if (file_exists(pattern)) found.push_back(pattern);
    return found;
  }
  size_t at = 0;
  std::string fixed;  // what the next paths begin with
  if (pattern[0] == '/') {
    fixed = "/";
    at = 1;
  }
  found.push_back(fixed);
  bool first = true;
  while (at < pattern.size()) {
    const size_t slash = std::min(pattern.find('/', at), pattern.size());
    const std::string part = pattern.substr(at, slash - at);
    at = slash + 1;
    if (part.empty()) continue;
    std::vector<std::string> longer;
    for (const std::string& begin : found) {
      const std::string before = begin.empty() || begin.back() == '/' ? begin : begin + "/";
      if (!has_wildcard(part)) {
        if (file_exists(before + part)) longer.push_back(before + part);
        continue;
      }
      const std::string folder = first && before.empty() ? "./" : before;
      for (const std::string& name : names_in_folder(folder))
        if (fnmatch(part.c_str(), name.c_str(), 0) == 0) longer.push_back(folder + name);
    }
    found = std::move(longer);
    first = false;
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace graphwright
