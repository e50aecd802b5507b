// Paths that fit a pattern.
#pragma once

#include <string>
#include <vector>

namespace graphwright {

// The paths of all files and folders that fit the pattern, sorted: "*" and "?" stand for any bytes and any byte but
// "/", "[a-z]" for one of several; "\\" takes its meaning from the next one. The paths of a pattern that begins with a
// wildcard begin with "./".
std::vector<std::string> matching_files(const std::string& pattern);

}  // namespace graphwright
