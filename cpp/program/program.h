// Program: a graph made executable - a flat list of instructions over register slots, control flow as jumps.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "device/placement.h"
#include "graph/func_graph.h"
#include "kernels/elementwise.h"
#include "kernels/fused_elementwise.h"
#include "program/jitted.h"
#include "program/profile.h"

namespace graphwright {

// A call of a kernel in full generality; the instruction refers to it by index.
struct KernelCall {
  const OpDef* op;
  Attrs attrs;
  std::vector<int> inputs;
  std::vector<int> outputs;
  // Slots of inputs that the program reads again: a kernel must not take their memory over. (Nor that of constants and
  // of the program's inputs, which have other holders anyway.)
  std::vector<int> held;
  // Known when all input and output shapes are: then the shape rule is not run again.
  bool shapes_known = false;
  // The input whose memory the result may take where nobody else has it, -1 for none: an elementwise function's.
  int over = -1;
  int device = kAnyDevice;  // that the node asked for
  std::vector<Shape> shapes;
  std::vector<DType> dtypes;
  KernelFn fn = nullptr;  // set when no predicate must be asked
  // The state of a stateful kernel from run to run: each place in a program has its own.
  mutable Ref<RefCounted> state;
  // Instead, the place in the run's own states of what draws numbers in a loop that begins anew; -1 elsewhere.
  int state_of_run = -1;
};

// A slot that takes the value of another one; `steal` when the source is not read afterwards.
struct Move {
  int to;
  int from;
  bool steal;
};

struct Instruction {
  enum class Code : uint8_t {
    kUnary,       // slots[out] = unary(slots[a]), n elements
    kBinary,      // slots[out] = binary(slots[a], slots[b]), n elements, operands as `binary` wants them
    kFused,       // slots[out] = fused(slots[operands[first, first + count)]), n elements
    kKernel,      // calls[call]
    kMove,        // moves[first, first + count), all at once
    kMoveInTurn,  // the same where no target is a source
    kJump,        // to target
    kJumpUnless,  // to target when slots[a] is false
    kBranch,      // to branch_targets[first + clamp(slots[a])], `count` of them, the last one the default
    kBackEdge,    // to target, after a look at whether somebody wants the run to stop
    kDrawAnew,    // what calls keep in states[first, first + count) of the run begins anew
    kReturn,
    kJitted,  // jitted[call]
    kFork,    // what begins at branch_targets[first, first + count) may run side by side; the last of it ends at target
    kLaneEnd,  // the end of one of these
  };
  Code code;
  DType dtype = DType::kInvalid;  // of the output, for kUnary, kBinary and kFused
  int a = -1, b = -1, out = -1;
  int call = -1;
  int target = -1;
  int first = 0, count = 0;
  int64_t n = 0;
  UnaryFn unary = nullptr;
  BinaryFn binary = nullptr;
  const FusedElementwise* fused = nullptr;
  int shape = -1;  // index into `shapes` of the output's shape, for kUnary, kBinary and kFused
  // Slots that nobody reads after this instruction: [first_release, first_release + num_releases) of `releases`.
  int first_release = 0, num_releases = 0;
};

class Program {
 public:
  // Lowers the graph; functions that it calls become part of the program.
  static std::unique_ptr<Program> compile(const FuncGraph& graph);
  const std::string& name() const { return name_; }

  // Safe to call from several threads at once.
  Values run(std::span<const Value> inputs) const;

  // Tensors up to this size stay in their slots between runs, as the program's arena.
  static constexpr size_t kKeepBytes = 1 << 16;

  size_t num_instructions() const { return instructions.size(); }
  int num_slots() const { return num_slots_; }
  // One line per instruction.
  std::string str() const;
  // The text of an instruction: "r2 = Mul(r0, r1)"; and the slots whose values go after it: "r0, r1".
  std::string text_of(size_t instruction) const;
  std::string released_by(size_t instruction) const;

  std::vector<Instruction> instructions;
  std::vector<KernelCall> calls;
  std::vector<Move> moves;
  std::vector<int> operands;
  std::vector<Ref<FunctionRef>> fused;  // kept for the instructions
  std::vector<int> branch_targets;
  std::vector<int> releases;
  std::vector<Shape> shapes;
  std::vector<std::pair<int, Tensor>> constants;  // slot and value
  std::vector<int> input_slots;                   // -1 for inputs that nothing reads
  std::vector<int> output_slots;
  std::vector<int> leftover_slots;  // of large tensors and lists that a run leaves there
  std::vector<bool> output_steal;   // may the run hand the slot's tensor out without keeping it
  // The type of the value in a slot, whenever there is one.
  struct SlotType {
    DType dtype = DType::kInvalid;
    Shape shape = Shape::unknown();
  };
  std::vector<SlotType> slot_types;
  std::vector<std::unique_ptr<JittedCall>> jitted;

  // The node that an instruction was made of, for messages.
  struct Origin {
    const OpDef* op;  // null where there is no node, as at the end of the program
    std::string node;
    Ref<RefCounted> stack;  // Node::origin
  };
  std::vector<Origin> origins;
  std::vector<int> origin_of;  // by instruction

  // Of the runs while `profiling` was on.
  mutable ProfileBook profile_book;
  const uint64_t serial = next_serial();      // among all programs there ever were
  mutable std::atomic<uint64_t> noted_in{0};  // the timeline that knows it

 private:
  friend class Lowering;
  static uint64_t next_serial() {
    static std::atomic<uint64_t> latest{0};
    return ++latest;
  }
  struct Frame {
    std::vector<Value> slots;
    std::vector<Ref<RefCounted>> states;
    const Program* program = nullptr;
  };
  // Takes a frame for one run and puts it back, cleaned of what is not worth keeping, on every way out.
  class FrameLease;
  void execute(Frame& frame) const;
  template <class AnyMeter>
  void interpret(Frame& frame, size_t& pc, AnyMeter& meter) const;
  void interpret_measured(Frame& frame, size_t& pc) const;
  // The error as TensorFlow words those of graphs, with the node, the lines that made it, and what it was given.
  Error located(const Error& error, size_t instruction, const Frame& frame) const;
  static Ref<RefCounted>* state_of(const KernelCall& call, Frame& frame) {
    return call.state_of_run < 0 ? &call.state : &frame.states[call.state_of_run];
  }
  void run_kernel(const KernelCall& call, Frame& frame) const;
  void run_moves(const Instruction& in, Frame& frame) const;
  void run_jitted(const JittedCall& call, Frame& frame) const;
  void run_lanes(const Instruction& fork, Frame& frame, size_t& pc) const;

 public:
  // Runs a kernel for machine code: `elements` has those that it keeps, in turn. Not 0 where the kernel failed.
  static int64_t run_escape(const JittedCall* call, int64_t escape, void* frame, void* const* elements);

 private:
  std::string name_;
  int num_slots_ = 0;
  int num_states_ = 0;
  mutable std::atomic<Frame*> spare_{nullptr};

 public:
  Program() = default;
  ~Program();
};

// Asked now and then by long runs; throws to stop them, and keeps threads for ever where the process ends. Set by bind/
// to look for Ctrl-C, with what tells whether the process ends.
void set_interrupt_check(void (*check)(), bool (*ends)());
// Throws where that check says so, or where nobody waits any more for what this thread does.
void check_interrupt();
// Says which lines of the user's program made a node, from its origin. Set by bind/.
void set_stack_text(std::string (*text)(const Ref<RefCounted>& stack));

}  // namespace graphwright
