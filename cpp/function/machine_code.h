// Machine code for a function's program: whether it is wanted, and making it once for all threads.
#pragma once

#include <mutex>

#include "graph/func_graph.h"
#include "program/program.h"

namespace graphwright {

// kOn: runs use machine code where it can be made; kRequired: and what XLA has no kernel for is an error.
enum class Jit : uint8_t { kOff, kOn, kRequired };

class GraphFunction;

// The function's own, or more where it calls functions that want more. Throws InvalidArgument for what a function with
// kRequired may not have.
Jit wanted_jit(const GraphFunction& function);

// Guards a program that nobody runs yet.
class MachineCodeOnce {
 public:
  // Returns when the program has its machine code, as far as there is any. May run Python.
  void add_to(Program& program);

 private:
  std::mutex mutex_;
  bool added_ = false;
};

}  // namespace graphwright
