// Threads that still run programs when the interpreter ends.
#pragma once

namespace graphwright::bind {

// While one exists the thread runs a program; the process does not end under it.
class NativeRun {
 public:
  NativeRun();
  ~NativeRun();
  NativeRun(const NativeRun&) = delete;
  NativeRun& operator=(const NativeRun&) = delete;
};

// To be called now and then by a thread that runs a program. It does not return once the interpreter ends, unless in
// the thread that ends it.
void stop_if_finalizing();

// Never returns: for threads that can neither go on nor end.
[[noreturn]] void park();

// To be called once, by the thread that loads the module: makes the process wait for running programs to stop.
void wait_for_programs_at_exit();

}  // namespace graphwright::bind
