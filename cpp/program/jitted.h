// JittedCall: a piece of a program that became machine code - what it reads and writes, and where it may fail.
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/ref.h"
#include "tensor/tensor.h"

namespace graphwright {

struct Instruction;

struct JittedCall {
  // Gives 0, kStopped, or 1 + the number of the place where it failed. `memory` has the elements of each operand,
  // `table` the addresses that the code was promised, `frame` is passed on to what it calls.
  using Function = int64_t (*)(void* const* memory, const void* const* table, void* frame);
  static constexpr int64_t kStopped = -1;

  struct Operand {
    int slot;
    DType dtype;
    Shape shape;
    int64_t n;
    bool read;     // its elements matter when the code begins
    bool written;  // the code writes them: the tensor must be the run's own
  };
  // Somewhere in the code that may throw: of which node it was made, and the two operands that the message shows.
  struct Place {
    int origin;
    std::string message;
    std::vector<std::pair<DType, Shape>> operands;
  };
  // A kernel that the code calls, or moves of what it leaves in the slots.
  struct Escape {
    int call;   // in Program::calls, or -1
    int moves;  // in `instructions`, or -1
    int origin;
    // Of the kernel's inputs, then its outputs: those that the code keeps are handed over as elements.
    std::vector<bool> native;
    int first_release = 0, num_releases = 0;  // as Instruction's
  };

  Function function = nullptr;
  std::vector<Operand> operands;
  std::vector<const void*> table;
  std::vector<Place> places;
  std::vector<Escape> escapes;
  std::vector<Instruction> instructions;  // moves that it leaves to the program
  size_t num_instructions = 0;            // that it stands for
  std::string text;                       // the code as LLVM IR
  Ref<RefCounted> owner;                  // of the machine code
};

// The table of functions that the code of a JittedCall calls. The first entries of every table, in this order:
struct JittedTable {
  enum Entry { kTick, kRecord, kEscape, kCall, kNumEntries };
};
// Looks whether somebody wants the run to stop; not 0 where so, and then the reason is kept for the interpreter.
int64_t jitted_tick();
// Keeps the operands of the place that fails, for the message.
void jitted_record(const JittedCall* call, int64_t place, const void* a, const void* b);

// The failure that the two above and escapes have kept, of this thread.
struct JittedFailure {
  std::exception_ptr exception;
  int origin = -1;
  std::vector<Value> operands;
};
JittedFailure& jitted_failure();

}  // namespace graphwright
