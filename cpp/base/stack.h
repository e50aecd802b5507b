// How much of the thread's stack is left, for what calls itself as deep as a program is nested.
#pragma once

#include <cstddef>

namespace graphwright {

// Bytes between the caller's frame and the end of its thread's stack.
size_t stack_left();

// All of that stack.
size_t stack_size();

// What a function that calls itself leaves to those that it calls and to Python.
inline constexpr size_t kStackMargin = size_t{256} << 10;

}  // namespace graphwright
