// The rest of the thread's stack.
#include "base/stack.h"

#include <pthread.h>

#include <cstdint>

namespace graphwright {
namespace {

struct Stack {
  uintptr_t end = 0;  // the lowest address
  size_t size = 0;
};

Stack stack_of_this_thread() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* lowest = nullptr;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return {reinterpret_cast<uintptr_t>(lowest), size};
}

const Stack& stack() {
  thread_local const Stack of_this_thread = stack_of_this_thread();
  return of_this_thread;
}

}  // namespace

size_t stack_left() { return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - stack().end; }

size_t stack_size() { return stack().size; }

}  // namespace graphwright
