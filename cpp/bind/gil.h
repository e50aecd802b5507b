// Threads that still run programs when the interpreter ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <type_traits>

namespace graphwright::bind {

// While one exists the thread runs a program without the GIL; the process does not end under it.
class NativeRun {
 public:
  explicit NativeRun(bool without_gil) : counted_(without_gil) {
    if (counted_) begin();
  }
  ~NativeRun() {
    if (counted_) end();
  }
  NativeRun(const NativeRun&) = delete;
  NativeRun& operator=(const NativeRun&) = delete;

 private:
  static void begin();
  static void end();

  bool counted_;
};

// True where the interpreter ends, or has ended, in another thread than this one.
bool finalizing_elsewhere();

// To be called now and then by a thread that runs a program. It does not return once the interpreter ends, unless in
// the thread that ends it.
void stop_if_finalizing();

// Set when the interpreter is about to end, before it ends threads: a look at it is cheaper than one at the
// interpreter.
inline std::atomic<bool> exit_begun{false};

// For destructors that touch Python's objects. Python ends a thread by unwinding its stack; what the stack refers to
// may be gone by then.
inline void stop_if_unwound() {
  if (exit_begun.load(std::memory_order_relaxed)) [[unlikely]]
    stop_if_finalizing();
}

// Never returns: for threads that can neither go on nor end.
[[noreturn]] void park();

// Parks the thread where its stack is unwound by anything but an exception of C++: none is on its way then. A handler
// could not do that: where another one is at work further up the stack, catching what is no C++ exception ends the
// process.
class ParkWhenUnwound {
 public:
  ParkWhenUnwound() = default;
  ~ParkWhenUnwound() {
    if (!finished_ && std::uncaught_exceptions() == 0) park();
  }
  ParkWhenUnwound(const ParkWhenUnwound&) = delete;
  ParkWhenUnwound& operator=(const ParkWhenUnwound&) = delete;
  void finish() { finished_ = true; }

 private:
  bool finished_ = false;
};

// Calls `f`, which runs Python code. Where the interpreter ends meanwhile, Python ends the thread by unwinding its
// stack, which destructors that hold references do not survive: the thread is parked instead.
template <class F>
auto or_park(F&& f) {
  ParkWhenUnwound guard;
  if constexpr (std::is_void_v<decltype(f())>) {
    f();
    guard.finish();
  } else {
    auto result = f();
    guard.finish();
    return result;
  }
}

// To be called once, by the thread that loads the module: makes the process wait for running programs to stop. Throws
// PythonError.
void wait_for_programs_at_exit();

}  // namespace graphwright::bind
