// The rest of the thread's stack, for functions that call themselves as deep as a program is nested.
#pragma once

#include <cstddef>

namespace graphwright {

// Bytes between the caller's frame and the end of its thread's stack.
size_t stack_left();

// All of that stack.
size_t stack_size();

// The part of the stack that such a function leaves to those that it calls and to Python.
inline constexpr size_t kStackMargin = size_t{256} << 10;

}  // namespace graphwright
