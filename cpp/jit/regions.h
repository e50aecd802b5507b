// The pieces of a program that become machine code: what each instruction is to the printer, and what is read after it.
#pragma once

#include <vector>

#include "program/program.h"

namespace graphwright::jit {

enum class Kind : uint8_t {
  kPrinted,  // LLVM instructions, or a call of its loop
  kFlow,     // jumps; moves count as printed, or as escapes
  kEscape,   // a kernel that the code calls, worth while in loops only
  kBarrier,  // stays an instruction of the program
};

// A program's slots and instructions as the printer sees them.
struct Survey {
  explicit Survey(const Program& program);
  const Program& program;
  std::vector<Kind> kinds;               // by instruction
  std::vector<bool> native;              // by slot: elements that the code keeps in registers or in memory of its own
  std::vector<const Tensor*> constants;  // by slot
  int64_t elements(int slot) const { return program.slot_types[slot].shape.num_elements(); }
  DType dtype(int slot) const { return program.slot_types[slot].dtype; }
  const OpDef* op(size_t instruction) const { return program.origins[program.origin_of[instruction]].op; }
};

struct Region {
  int begin, end;                       // instructions; it is entered at `begin` and left to `end`
  std::vector<bool> live_in, live_out;  // by slot
};
std::vector<Region> find_regions(const Survey& survey);

// The slots that an instruction reads and writes.
void slots_of(const Program& program, size_t instruction, std::vector<int>& reads, std::vector<int>& writes);
// The instructions to which it may jump; without the one after it.
std::vector<int> targets_of(const Program& program, size_t instruction);

}  // namespace graphwright::jit
