// Measuring the runs of programs.
#include "program/profile.h"

#include <algorithm>
#include <chrono>

#include "program/program.h"

namespace graphwright {

std::atomic<bool> profiling{false};

namespace {

int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// What two looks at the clock take, which is no part of what lies between them.
int64_t cost_of_looking() {
  static const int64_t cost = [] {
    int64_t least = INT64_MAX;
    for (int i = 0; i < 200; ++i) {
      int64_t begin = now();
      least = std::min(least, now() - begin);
    }
    return least;
  }();
  return cost;
}

}  // namespace

void ProfileBook::add(const Profile& run) {
  std::lock_guard lock(mutex_);
  if (profile_.rows.size() < run.rows.size()) profile_.rows.resize(run.rows.size());
  ++profile_.runs;
  profile_.nanoseconds += run.nanoseconds;
  profile_.peak_bytes = std::max(profile_.peak_bytes, run.peak_bytes);
  for (size_t i = 0; i < run.rows.size(); ++i) {
    const Profile::Row& from = run.rows[i];
    if (from.runs == 0) continue;
    Profile::Row& to = profile_.rows[i];
    to.runs += from.runs;
    to.nanoseconds += from.nanoseconds;
    to.bytes += from.bytes;
    if (from.dtype == DType::kInvalid) continue;
    to.shape = from.shape;
    to.dtype = from.dtype;
  }
}

Meter::Meter(const Program& program, const Value* slots) : program_(program), slots_(slots) {
  cost_of_looking();  // found out once, before anything is measured
  run_.rows.resize(program.num_instructions());
  held_.resize(program.num_slots());
  counted_.resize(program.num_slots(), true);
  for (int slot : program.input_slots)
    if (slot >= 0) counted_[slot] = false;
  for (const auto& [slot, tensor] : program.constants) counted_[slot] = false;
  // Memory that small results of an earlier run left behind.
  for (int slot = 0; slot < program.num_slots(); ++slot) look_at(slot);
}

Meter::~Meter() {
  for (const Profile::Row& row : run_.rows) run_.nanoseconds += row.nanoseconds;
  program_.profile_book.add(run_);
}

void Meter::before() { started_ = now(); }

void Meter::after(size_t at) {
  int64_t passed = now() - started_ - cost_of_looking();
  const Instruction& in = program_.instructions[at];
  Profile::Row& row = run_.rows[at];
  ++row.runs;
  row.nanoseconds += static_cast<uint64_t>(std::max<int64_t>(passed, 0));
  auto result = [&](int slot, bool first) {
    look_at(slot);
    if (!slots_[slot]) return;
    const Tensor& tensor = Tensor::of(slots_[slot]);
    row.bytes += tensor.bytes();
    if (!first) return;
    row.shape = tensor.shape();
    row.dtype = tensor.dtype();
  };
  switch (in.code) {
    case Instruction::Code::kUnary:
    case Instruction::Code::kBinary:
    case Instruction::Code::kFused:
      result(in.out, true);
      break;
    case Instruction::Code::kKernel: {
      const KernelCall& call = program_.calls[in.call];
      for (size_t i = 0; i < call.outputs.size(); ++i) result(call.outputs[i], i == 0);
      break;
    }
    case Instruction::Code::kMove:
    case Instruction::Code::kMoveInTurn:
      for (int i = in.first; i < in.first + in.count; ++i) {
        look_at(program_.moves[i].from);
        look_at(program_.moves[i].to);
      }
      break;
    case Instruction::Code::kJitted:
      for (const JittedCall::Operand& operand : program_.jitted[in.call]->operands)
        if (operand.written) result(operand.slot, true);
      break;
    default:
      break;
  }
  run_.peak_bytes = std::max<uint64_t>(run_.peak_bytes, live_bytes_);
}

void Meter::released(int first, int count) {
  for (int i = first; i < first + count; ++i) look_at(program_.releases[i]);
}

void Meter::look_at(int slot) {
  if (!counted_[slot]) return;
  const void* holds = nullptr;
  size_t bytes = 0;
  if (slots_[slot]) {
    const Tensor& tensor = Tensor::of(slots_[slot]);
    const TensorRep* rep = tensor.rep();
    // A small tensor has its elements inside.
    holds = rep->buffer ? static_cast<const void*>(rep->buffer) : rep;
    bytes = tensor.bytes();
  }
  if (held_[slot] == holds) return;
  if (held_[slot]) {
    auto it = memory_.find(held_[slot]);
    if (--it->second.users == 0) {
      live_bytes_ -= it->second.bytes;
      memory_.erase(it);
    }
  }
  held_[slot] = holds;
  if (!holds) return;
  Memory& memory = memory_[holds];
  if (memory.users++ == 0) {
    memory.bytes = bytes;
    live_bytes_ += bytes;
  }
}

}  // namespace graphwright
