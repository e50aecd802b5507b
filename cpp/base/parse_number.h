// Text as numbers, as TensorFlow's ops read it.
#pragma once

#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>

namespace graphwright {

inline std::string_view without_spaces_around(std::string_view text) {
  auto space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

// False for what is no number, or none that T holds; spaces around it do not count.
template <class T>
bool parse_number(std::string_view text, T* value) {
  text = without_spaces_around(text);
  if (text.empty()) return false;
  if constexpr (std::is_floating_point_v<T>) {
    std::string copy(text);
    if (copy.find('\0') != std::string::npos) return false;
    char* end = nullptr;
    *value = std::is_same_v<T, float> ? static_cast<T>(std::strtof(copy.c_str(), &end))
                                      : static_cast<T>(std::strtod(copy.c_str(), &end));
    return end == copy.c_str() + copy.size();
  } else {
    if (text[0] == '+') text.remove_prefix(1);
    if (text.empty() || text[0] == '+' || (std::is_unsigned_v<T> && text[0] == '-')) return false;
    auto result = std::from_chars(text.data(), text.data() + text.size(), *value);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
  }
}

}  // namespace graphwright
