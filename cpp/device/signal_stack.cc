// A stack of its own for the handlers of signals.
#include "device/signal_stack.h"

#include <sys/auxv.h>
#include <sys/mman.h>
#include <csignal>

#include <cstddef>

namespace graphwright {
namespace {

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

class SignalStack {
 public:
  SignalStack() {
    stack_t before{};
    if (sigaltstack(nullptr, &before) != 0 || !(before.ss_flags & SS_DISABLE)) return;
    // What the kernel saves of the registers, and room for the handler; pages that are not used cost nothing.
    size_ = (size_t{128} << 10) + getauxval(AT_MINSIGSTKSZ);
    void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t mine{};
    mine.ss_sp = memory;
    mine.ss_size = size_;
    if (sigaltstack(&mine, nullptr) == 0) {
      memory_ = memory;
    } else {
      munmap(memory, size_);
    }
  }
  ~SignalStack() {
    if (!memory_) return;
    stack_t now{};
    if (sigaltstack(nullptr, &now) != 0) return;
    if (now.ss_sp == memory_) {
      if (now.ss_flags & SS_ONSTACK) return;
      stack_t none{};
      none.ss_flags = SS_DISABLE;
      if (sigaltstack(&none, nullptr) != 0) return;
      munmap(memory_, size_);
    }
    // Else somebody put another one in its place, and may put this one back.
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  void* memory_ = nullptr;
  size_t size_ = 0;
};

}  // namespace

void have_signal_stack() { thread_local SignalStack stack; }

}  // namespace graphwright
