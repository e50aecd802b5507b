// Measuring the runs of programs.
#include "program/profile.h"

#include <algorithm>

#include "base/at_fork.h"
#include "program/program.h"
#include "tensor/host_memory.h"

namespace graphwright {

std::atomic<bool> profiling{false};

namespace {

// A loop with more turns than that does not fill a timeline alone.
constexpr size_t kMostEventsOfRun = 20'000;

GlobalMutex& notes_mutex = GlobalMutex::make();
// Never destroyed: threads may outlive static objects.
std::vector<ProgramNote>& notes() {
  static auto* all = new std::vector<ProgramNote>;
  return *all;
}

// What two looks at the clock take, which is no part of what lies between them.
int64_t cost_of_looking() {
  static const int64_t cost = [] {
    int64_t least = INT64_MAX;
    for (int i = 0; i < 200; ++i) {
      int64_t begin = Timeline::now();
      least = std::min(least, Timeline::now() - begin);
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

void note_program(const Program& program) {
  const uint64_t session = Timeline::session();
  if (program.noted_in.exchange(session, std::memory_order_relaxed) == session) return;
  ProgramNote note{program.serial, program.name(), {}};
  for (size_t i = 0; i < program.num_instructions(); ++i) {
    const Program::Origin& origin = program.origins[program.origin_of[i]];
    note.lines.push_back({program.text_of(i), origin.op, origin.node, origin.stack});
  }
  std::lock_guard lock(notes_mutex);
  notes().push_back(std::move(note));
}

std::vector<ProgramNote> noted_programs() {
  std::lock_guard lock(notes_mutex);
  return notes();
}

void forget_noted_programs() {
  std::vector<ProgramNote> gone;  // after the lock: what they hold may be Python's
  std::lock_guard lock(notes_mutex);
  gone.swap(notes());
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
  if (!Timeline::is_on()) return;
  note_program(program);
  run_started_ = Timeline::now();
}

Meter::~Meter() {
  for (const Profile::Row& row : run_.rows) run_.nanoseconds += row.nanoseconds;
  program_.profile_book.add(run_);
  if (run_started_ == 0) return;
  const auto tensors = static_cast<int32_t>(std::min<size_t>(host_memory().current / 1024, INT32_MAX));
  Timeline::add({run_started_, Timeline::now() - run_started_, program_.serial, static_cast<int64_t>(run_.peak_bytes),
                 tensors, TimelineEvent::Kind::kRun});
}

void Meter::before() { started_ = Timeline::now(); }

void Meter::after(size_t at) {
  int64_t passed = Timeline::now() - started_ - cost_of_looking();
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
  if (run_started_ != 0 && ++num_events_ <= kMostEventsOfRun)
    Timeline::add({started_, std::max<int64_t>(passed, 0), program_.serial, static_cast<int64_t>(live_bytes_),
                   static_cast<int32_t>(at), TimelineEvent::Kind::kInstruction});
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
