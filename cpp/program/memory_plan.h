// MemoryPlan: which values share a slot of a program, and how much memory they hold as far as shapes are known.
#pragma once

#include <vector>

#include "program/program.h"

namespace graphwright {

struct MemoryPlan {
  enum class Kind : uint8_t { kInput, kConstant, kResult };
  struct Item {
    int slot;
    Kind kind;
    DType dtype;
    Shape shape;
    int first, last;  // the instructions that define it and read it last; -1: before the first one
    bool output;      // handed out by the run
    bool kept;        // small: its memory stays with the slot from run to run
  };
  std::vector<Item> items;
  size_t num_instructions = 0;
  int num_slots = 0;
  // Bytes; of values whose sizes are known, which are all of them where `complete`.
  bool complete = true;
  int64_t input_bytes = 0;
  int64_t constant_bytes = 0;
  int64_t result_bytes = 0;  // all results, as if none shared a slot
  int64_t peak_bytes = 0;    // the most that results hold at a time
  int peak_at = -1;          // the instruction during which they do
  int64_t kept_bytes = 0;    // what slots keep between runs
};

// The plan by which Program::compile() lays out `graph`.
MemoryPlan plan_memory(const FuncGraph& graph);

}  // namespace graphwright
