// Finding the pieces of a program that become machine code.
#include "jit/regions.h"

#include <algorithm>
#include <numeric>

#include "jit/elementwise_ir.h"
#include "jit/kernels_ir.h"

namespace graphwright::jit {
namespace {

constexpr int64_t kMostElements = 1 << 15;
// Elements that go to kernels and back on each call.
constexpr size_t kMostBytesHandedOver = 4096;
// Longer programs would take LLVM too long.
constexpr int64_t kMostSteps = 20000, kMostStepsOfOne = 2000;

bool can_be_native(const Program::SlotType& type) {
  const int64_t n = type.shape.num_elements();
  return is_plain(type.dtype) && dtype_size(type.dtype) > 0 && n > 0 && n <= kMostElements;
}

bool is_elementwise(const Instruction& in) {
  return in.code == Instruction::Code::kUnary || in.code == Instruction::Code::kBinary ||
         in.code == Instruction::Code::kFused;
}
bool is_move(const Instruction& in) {
  return in.code == Instruction::Code::kMove || in.code == Instruction::Code::kMoveInTurn;
}

int64_t steps_of(const Instruction& in) {
  return in.code == Instruction::Code::kFused ? static_cast<int64_t>(in.fused->steps().size()) : 1;
}

}  // namespace

void slots_of(const Program& program, size_t at, std::vector<int>& reads, std::vector<int>& writes) {
  const Instruction& in = program.instructions[at];
  reads.clear();
  writes.clear();
  switch (in.code) {
    case Instruction::Code::kUnary:
      reads = {in.a};
      writes = {in.out};
      break;
    case Instruction::Code::kBinary:
      reads = {in.a, in.b};
      writes = {in.out};
      break;
    case Instruction::Code::kFused:
      reads.assign(program.operands.begin() + in.first, program.operands.begin() + in.first + in.count);
      writes = {in.out};
      break;
    case Instruction::Code::kKernel:
      reads = program.calls[in.call].inputs;
      writes = program.calls[in.call].outputs;
      break;
    case Instruction::Code::kMove:
    case Instruction::Code::kMoveInTurn:
      for (int i = in.first; i < in.first + in.count; ++i) {
        reads.push_back(program.moves[i].from);
        writes.push_back(program.moves[i].to);
      }
      break;
    case Instruction::Code::kJumpUnless:
    case Instruction::Code::kBranch:
      reads = {in.a};
      break;
    case Instruction::Code::kReturn:
      reads = program.output_slots;
      break;
    default:
      break;
  }
}

std::vector<int> targets_of(const Program& program, size_t at) {
  const Instruction& in = program.instructions[at];
  switch (in.code) {
    case Instruction::Code::kJump:
    case Instruction::Code::kJumpUnless:
    case Instruction::Code::kBackEdge:
      return {in.target};
    case Instruction::Code::kBranch:
      return {program.branch_targets.begin() + in.first, program.branch_targets.begin() + in.first + in.count};
    default:
      return {};
  }
}

Survey::Survey(const Program& p) : program(p) {
  const size_t n = program.instructions.size(), num_slots = program.num_slots();
  constants.resize(num_slots, nullptr);
  for (const auto& [slot, tensor] : program.constants) constants[slot] = &tensor;
  std::vector<bool> able(num_slots);
  for (size_t s = 0; s < num_slots; ++s) able[s] = can_be_native(program.slot_types[s]);
  std::vector<bool> printed(n, false);
  std::vector<int> reads, writes;
  for (size_t i = 0; i < n; ++i) {
    const Instruction& in = program.instructions[i];
    if (in.code != Instruction::Code::kKernel) continue;
    printed[i] = prints_kernel(program, program.calls[in.call]);
    if (printed[i]) continue;
    slots_of(program, i, reads, writes);
    writes.insert(writes.end(), reads.begin(), reads.end());
    for (int slot : writes)
      if (able[slot] && elements(slot) * dtype_size(dtype(slot)) > kMostBytesHandedOver) able[slot] = false;
  }
  // Moves tie slots together: all of them are the code's, or none.
  std::vector<int> parent(num_slots);
  std::iota(parent.begin(), parent.end(), 0);
  auto root = [&](int slot) {
    while (parent[slot] != slot) slot = parent[slot] = parent[parent[slot]];
    return slot;
  };
  std::vector<bool> touched(num_slots, false);
  for (size_t i = 0; i < n; ++i) {
    const Instruction& in = program.instructions[i];
    slots_of(program, i, reads, writes);
    auto all_able = [&] {
      return std::all_of(reads.begin(), reads.end(), [&](int s) { return able[s]; }) &&
             std::all_of(writes.begin(), writes.end(), [&](int s) { return able[s]; });
    };
    if (is_move(in)) {
      for (int k = in.first; k < in.first + in.count; ++k)
        parent[root(program.moves[k].to)] = root(program.moves[k].from);
    } else if (is_elementwise(in)) {
      printed[i] = all_able() && prints_elementwise(*this, i);
    } else if (in.code == Instruction::Code::kKernel) {
      printed[i] = printed[i] && all_able();
    } else if (in.code == Instruction::Code::kJumpUnless || in.code == Instruction::Code::kBranch) {
      const Program::SlotType& type = program.slot_types[in.a];
      const bool one = type.shape.num_elements() == 1 && (type.shape.is_scalar() || type.dtype == DType::kBool);
      printed[i] =
          one && number_type(type.dtype) && (in.code == Instruction::Code::kJumpUnless || is_integer(type.dtype));
    }
    if (!printed[i]) continue;
    for (int slot : reads) touched[slot] = true;
    for (int slot : writes) touched[slot] = true;
  }
  std::vector<bool> class_touched(num_slots, false);
  for (size_t s = 0; s < num_slots; ++s)
    if (touched[s]) class_touched[root(static_cast<int>(s))] = true;
  native.resize(num_slots);
  for (size_t s = 0; s < num_slots; ++s) native[s] = able[s] && class_touched[root(static_cast<int>(s))];
  kinds.resize(n, Kind::kBarrier);
  for (size_t i = 0; i < n; ++i) {
    const Instruction& in = program.instructions[i];
    switch (in.code) {
      case Instruction::Code::kJump:
      case Instruction::Code::kBackEdge:
        kinds[i] = Kind::kFlow;
        break;
      case Instruction::Code::kJumpUnless:
      case Instruction::Code::kBranch:
        if (printed[i]) kinds[i] = Kind::kFlow;
        break;
      case Instruction::Code::kMove:
      case Instruction::Code::kMoveInTurn: {
        bool mixed = false, foreign = false;
        for (int k = in.first; k < in.first + in.count; ++k) {
          const Move& move = program.moves[k];
          mixed |= native[move.to] != native[move.from];
          foreign |= !native[move.to];
        }
        kinds[i] = mixed ? Kind::kBarrier : foreign ? Kind::kEscape : Kind::kFlow;
        break;
      }
      case Instruction::Code::kKernel:
        kinds[i] = printed[i] ? Kind::kPrinted : Kind::kEscape;
        break;
      default:
        if (printed[i]) kinds[i] = Kind::kPrinted;
    }
  }
}

namespace {

// Which slots somebody may still read, where each of the asked-for instructions begins.
class Liveness {
 public:
  explicit Liveness(const Program& program) : program_(program), words_((program.num_slots() + 63) / 64) {
    const int n = static_cast<int>(program.instructions.size());
    std::vector<bool> leads(n + 1, false);
    leads[0] = true;
    for (int i = 0; i < n; ++i) {
      for (int target : targets_of(program, i)) leads[target] = leads[i + 1] = true;
    }
    block_of_.resize(n);
    for (int i = 0; i < n; ++i) {
      if (leads[i]) starts_.push_back(i);
      block_of_[i] = static_cast<int>(starts_.size()) - 1;
    }
    before_.assign(starts_.size(), std::vector<uint64_t>(words_, 0));
    for (bool changed = true; changed;) {
      changed = false;
      for (int b = static_cast<int>(starts_.size()); b-- > 0;) {
        std::vector<uint64_t> live = walk(b, starts_[b]);
        if (live == before_[b]) continue;
        before_[b] = std::move(live);
        changed = true;
      }
    }
  }
  std::vector<bool> at(int instruction) const {
    std::vector<uint64_t> live = walk(block_of_[instruction], instruction);
    std::vector<bool> slots(program_.num_slots());
    for (size_t s = 0; s < slots.size(); ++s) slots[s] = live[s / 64] >> (s % 64) & 1;
    return slots;
  }

 private:
  // From the end of the block up to where `first` begins.
  std::vector<uint64_t> walk(int block, int first) const {
    const int n = static_cast<int>(program_.instructions.size());
    const int end = block + 1 < static_cast<int>(starts_.size()) ? starts_[block + 1] : n;
    std::vector<uint64_t> live(words_, 0);
    auto join = [&](int instruction) {
      if (instruction >= n) return;
      const std::vector<uint64_t>& other = before_[block_of_[instruction]];
      for (size_t w = 0; w < words_; ++w) live[w] |= other[w];
    };
    const Instruction::Code last = program_.instructions[end - 1].code;
    for (int target : targets_of(program_, end - 1)) join(target);
    if (last != Instruction::Code::kJump && last != Instruction::Code::kBackEdge &&
        last != Instruction::Code::kBranch && last != Instruction::Code::kReturn)
      join(end);
    std::vector<int> reads, writes;
    for (int i = end; i-- > first;) {
      slots_of(program_, i, reads, writes);
      for (int slot : writes) live[slot / 64] &= ~(uint64_t{1} << (slot % 64));
      for (int slot : reads) live[slot / 64] |= uint64_t{1} << (slot % 64);
    }
    return live;
  }

  const Program& program_;
  size_t words_;
  std::vector<int> starts_, block_of_;
  std::vector<std::vector<uint64_t>> before_;
};

// Marks the kernels that the code of a loop around them calls: where there are no more of them than of what is printed.
std::vector<bool> allowed_instructions(const Survey& survey) {
  const int n = static_cast<int>(survey.kinds.size());
  std::vector<bool> allowed(n);
  std::vector<int> printed(n + 1, 0), escapes(n + 1, 0);
  for (int i = 0; i < n; ++i) {
    allowed[i] = survey.kinds[i] == Kind::kPrinted || survey.kinds[i] == Kind::kFlow;
    printed[i + 1] = printed[i] + (survey.kinds[i] == Kind::kPrinted);
    escapes[i + 1] = escapes[i] + (survey.kinds[i] == Kind::kEscape && !is_move(survey.program.instructions[i]));
  }
  for (int i = 0; i < n; ++i) {
    const Instruction& in = survey.program.instructions[i];
    if (in.code != Instruction::Code::kBackEdge) continue;
    if (printed[i] - printed[in.target] < escapes[i] - escapes[in.target]) continue;
    for (int k = in.target; k <= i; ++k) allowed[k] = allowed[k] || survey.kinds[k] == Kind::kEscape;
  }
  return allowed;
}

bool worth_while(const Program& program, const Survey& survey, int begin, int end) {
  int64_t steps = 0;
  for (int i = begin; i < end; ++i) {
    if (program.instructions[i].code == Instruction::Code::kBackEdge) return true;
    if (survey.kinds[i] == Kind::kPrinted) steps += steps_of(program.instructions[i]);
  }
  return steps >= 3;
}

}  // namespace

std::vector<Region> find_regions(const Survey& survey) {
  const Program& program = survey.program;
  const int n = static_cast<int>(program.instructions.size());
  std::vector<bool> allowed = allowed_instructions(survey);
  std::vector<bool> cut(n + 1, false);  // a region may begin, but not go on, before this instruction
  int64_t all_steps = 0;
  std::vector<int> piece(n + 1, -1);
  std::vector<std::pair<int, int>> pieces;
  for (bool changed = true; changed;) {
    changed = false;
    pieces.clear();
    std::fill(piece.begin(), piece.end(), -1);
    for (int i = 0; i < n; ++i) {
      if (!allowed[i]) continue;
      if (pieces.empty() || pieces.back().second != i || cut[i]) pieces.emplace_back(i, i);
      pieces.back().second = i + 1;
      piece[i] = static_cast<int>(pieces.size()) - 1;
    }
    for (int i = 0; i < n; ++i) {
      for (int target : targets_of(program, i)) {
        const int from = piece[i], to = piece[target];
        if (from >= 0 && (target == pieces[from].second || to == from)) continue;
        if (from >= 0) {
          allowed[i] = false;
          changed = true;
        }
        if (to >= 0 && pieces[to].first != target && !cut[target]) cut[target] = changed = true;
      }
    }
  }
  std::vector<Region> regions;
  std::unique_ptr<Liveness> liveness;
  for (auto [begin, end] : pieces) {
    // Jumps between a piece's ends that lead nowhere, and calls at its rim, are the interpreter's.
    bool plain = true;
    for (int i = begin; i < end; ++i) plain &= targets_of(program, i).empty();
    while (plain && begin < end && survey.kinds[begin] != Kind::kPrinted) ++begin;
    while (plain && begin < end && survey.kinds[end - 1] != Kind::kPrinted) --end;
    // Long straight pieces are taken apart.
    for (int first = begin; first < end;) {
      int last = first;
      int64_t steps = 0;
      while (last < end && (!plain || steps < kMostStepsOfOne)) steps += steps_of(program.instructions[last++]);
      all_steps += steps;
      if (all_steps > kMostSteps) return regions;
      if (worth_while(program, survey, first, last)) {
        if (!liveness) liveness = std::make_unique<Liveness>(program);
        regions.push_back({first, last, liveness->at(first), liveness->at(last)});
      }
      first = last;
    }
  }
  return regions;
}

}  // namespace graphwright::jit
