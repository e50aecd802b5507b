// Machine code for a function's program: whether it is wanted, and making it once for all threads.
#pragma once

#include <mutex>

#include "graph/func_graph.h"
#include "program/program.h"

namespace graphwright {

// kOn: runs use machine code where it can be made; kRequired: and what XLA has no kernel for is an error.
enum class Jit : uint8_t { kOff, kOn, kRequired };

// `own`, or more where the graph calls functions that want more. Throws InvalidArgument for ops that a function with
// kRequired may not have.
Jit wanted_jit(const FuncGraph& graph, Jit own);

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
