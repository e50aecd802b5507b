// The interpreter loop of programs.
#include <chrono>
#include <optional>
#include <thread>

#include "base/cancellation.h"
#include "base/parallel.h"
#include "op/run_on_device.h"
#include "op/run_op.h"
#include "program/program.h"
#include "tensor/condition.h"

namespace graphwright {
namespace {

void (*interrupt_check)() = nullptr;
bool (*end_check)() = nullptr;

// Has the interrupt check made every 20 ms or so, and looks at the clock no more often than that takes.
class InterruptTimer {
 public:
  static constexpr int kKernel = 8;  // what a kernel counts for when an iteration of a loop counts for 1

  [[gnu::always_inline]] void tick(int weight) {
    if ((left_ -= weight) <= 0 && is_time()) check_interrupt();
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[gnu::noinline]] bool is_time() {
    auto now = Clock::now();
    auto passed = now - looked_;
    if (looked_ == Clock::time_point()) {
      checked_ = now;
    } else if (passed > std::chrono::milliseconds(1)) {
      interval_ = 1;
    } else if (passed < std::chrono::microseconds(100) && interval_ < 256) {
      interval_ *= 2;
    }
    looked_ = now;
    left_ = interval_;
    if (now - checked_ <= std::chrono::milliseconds(20)) return false;
    checked_ = now;
    return true;
  }

  int left_ = 64;
  int interval_ = 64;
  Clock::time_point looked_, checked_;
};

// Input tensors passed on without counting references: the slots hold them for the length of the call.
class Borrowed {
 public:
  explicit Borrowed(size_t n) : n_(n), reps_(n > kInline ? new ValueRep*[n] : inline_) {}
  ~Borrowed() {
    if (reps_ != inline_) delete[] reps_;
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  void set(size_t i, const Value& value) { reps_[i] = value.rep(); }
  std::span<const Value> values() const {
    static_assert(sizeof(Value) == sizeof(ValueRep*));
    return {reinterpret_cast<const Value*>(reps_), n_};
  }

 private:
  static constexpr size_t kInline = 8;
  size_t n_;
  ValueRep* inline_[kInline];
  ValueRep** reps_;
};

// May this run write into the tensor?
inline bool is_own(const TensorRep* rep) {
  return rep->refs.load(std::memory_order_acquire) == 1 &&
         (!rep->buffer || (rep->buffer->unique() && rep->buffer->writable()));
}

// A new tensor in the slot; what was there is handed over, since an operand may lie there.
[[gnu::noinline]] void* renew(Value& slot, DType dtype, const Shape& shape, Value& old) {
  Tensor fresh = Tensor::allocate(dtype, shape);
  old = std::move(slot);
  slot = std::move(fresh);
  return Tensor::of(slot).raw();
}

// Memory for the result of an elementwise instruction: the tensor in its slot when that may be overwritten, which may
// be an operand's.
[[gnu::always_inline]] inline void* writable(Value& slot, const Instruction& in, const Shape& shape, Value& old) {
  if (slot) {
    const TensorRep* rep = Tensor::of(slot).rep();
    if (rep->num_elements == in.n && rep->dtype == in.dtype && is_own(rep) && rep->shape == shape) return rep->data;
  }
  return renew(slot, in.dtype, shape, old);
}

[[gnu::always_inline]] inline void move_in_turn(std::span<const Move> moves, Value* slots) {
  for (const Move& move : moves) {
    // After a swap, the old tensor serves as memory for whoever writes the source slot next.
    if (move.steal) {
      slots[move.to].swap(slots[move.from]);
    } else {
      slots[move.to] = slots[move.from];
    }
  }
}

// A target may be the source of another move.
inline void move_at_once(std::span<const Move> moves, Value* slots) {
  SmallVector<Value, 8> values;
  for (const Move& move : moves) {
    if (move.steal) {
      values.push_back(std::move(slots[move.from]));
      slots[move.from] = Value();
    } else {
      values.push_back(slots[move.from]);
    }
  }
  for (size_t i = 0; i < moves.size(); ++i) {
    slots[moves[i].to].swap(values[i]);
    if (moves[i].steal && values[i]) slots[moves[i].from] = std::move(values[i]);
  }
}

}  // namespace

void set_interrupt_check(void (*check)(), bool (*ends)()) {
  interrupt_check = check;
  end_check = ends;
}
void check_interrupt() {
  if (current_cancellation && current_cancellation->cancelled()) fail(Code::kCancelled, "the work was cancelled");
  // The check would keep this thread for ever, while others that work with it run what is being taken down: all have to
  // come to their end first.
  if (has_busy_team() && end_check && end_check()) fail(Code::kCancelled, "the process ends");
  if (interrupt_check) interrupt_check();
}

class Program::FrameLease {
 public:
  explicit FrameLease(const Program& program) : program_(program) {
    frame_ = program.spare_.exchange(nullptr);
    if (!frame_) {
      frame_ = new Frame;
      frame_->slots.resize(program.num_slots_);
      frame_->states.resize(program.num_states_);
      for (const auto& [slot, tensor] : program.constants) frame_->slots[slot] = tensor;
    }
  }
  ~FrameLease() {
    for (int slot : program_.input_slots)
      if (slot >= 0) frame_->slots[slot].reset();
    for (int slot : program_.leftover_slots) frame_->slots[slot].reset();
    Frame* other = program_.spare_.exchange(frame_);
    delete other;
  }
  FrameLease(const FrameLease&) = delete;
  FrameLease& operator=(const FrameLease&) = delete;
  Frame& operator*() { return *frame_; }
  Frame* operator->() { return frame_; }

 private:
  const Program& program_;
  Frame* frame_;
};

Program::~Program() { delete spare_.load(); }

Values Program::run(std::span<const Value> inputs) const {
  FrameLease frame(*this);
  for (size_t i = 0; i < input_slots.size(); ++i)
    if (input_slots[i] >= 0) frame->slots[input_slots[i]] = inputs[i];
  execute(*frame);
  Values outputs;
  outputs.reserve(output_slots.size());
  for (size_t i = 0; i < output_slots.size(); ++i) {
    Value& slot = frame->slots[output_slots[i]];
    if (output_steal[i]) {
      outputs.push_back(std::move(slot));
      slot = Value();
    } else {
      outputs.push_back(slot);
    }
  }
  return outputs;
}

void Program::run_kernel(const KernelCall& call, Frame& frame) const {
  Value* slots = frame.slots.data();
  Borrowed inputs(call.inputs.size());
  for (size_t i = 0; i < call.inputs.size(); ++i) inputs.set(i, slots[call.inputs[i]]);
  SmallVector<Value, 4> held;
  for (int slot : call.held) held.push_back(slots[slot]);
  if (call.shapes_known && call.outputs.size() == 1 && !placement_matters()) {
    if (call.over >= 0) {
      Value& taken = slots[call.inputs[call.over]];
      if (is_own(Tensor::of(taken).rep())) slots[call.outputs[0]] = std::move(taken);
    }
    KernelContext context(*call.op, inputs.values(), call.attrs, {&slots[call.outputs[0]], 1}, call.shapes,
                          call.dtypes);
    context.set_state(state_of(call, frame));
    (call.fn ? call.fn : select_kernel(*call.op, context).fn)(context);
    return;
  }
  std::optional<DeviceWish> wish;
  if (placement_matters()) wish.emplace(call.device);
  Values outputs(call.outputs.size());
  for (size_t i = 0; i < call.outputs.size(); ++i) outputs[i].swap(slots[call.outputs[i]]);
  if (!call.shapes_known) {
    run_op(*call.op, inputs.values(), call.attrs, outputs, state_of(call, frame));
  } else if (!placement_matters() ||
             !run_on_device(*call.op, inputs.values(), call.attrs, outputs, call.shapes, call.dtypes)) {
    KernelContext context(*call.op, inputs.values(), call.attrs, outputs, call.shapes, call.dtypes);
    context.set_state(state_of(call, frame));
    (call.fn ? call.fn : select_kernel(*call.op, context).fn)(context);
  }
  for (size_t i = 0; i < call.outputs.size(); ++i) slots[call.outputs[i]] = std::move(outputs[i]);
}

void Program::run_moves(const Instruction& in, Frame& frame) const {
  const std::span<const Move> some(moves.data() + in.first, static_cast<size_t>(in.count));
  (in.code == Instruction::Code::kMove ? move_at_once : move_in_turn)(some, frame.slots.data());
}

void Program::execute(Frame& frame) const {
  size_t pc = 0;
  std::optional<Error> failure;
  try {
    if (profiling.load(std::memory_order_relaxed)) [[unlikely]] {
      interpret_measured(frame, pc);
    } else {
      NoMeter meter;
      interpret(frame, pc, meter);
    }
  } catch (const Error& error) {
    // Errors of functions that kernels ran have their place already.
    if (error.code() == Code::kPythonException || error.message().find("[[{{node") != std::string::npos) throw;
    failure = error;
  }
  // Outside of the handler: looking for the lines takes the GIL, which ends the thread where the interpreter has ended.
  if (failure) throw located(*failure, pc - 1, frame);
}

[[gnu::noinline]] void Program::interpret_measured(Frame& frame, size_t& pc) const {
  Meter meter(*this, frame.slots.data());
  interpret(frame, pc, meter);
}

namespace {

// The caller's thread stays awake until the last lane ends: it alone sees signals, and whether anybody still waits.
void wait_for_lanes(const std::atomic<int>& running) {
  InterruptTimer timer;
  const auto begun = std::chrono::steady_clock::now();
  while (running.load(std::memory_order_acquire) > 0) {
    timer.tick(1);
    if (std::chrono::steady_clock::now() - begun > std::chrono::milliseconds(2))
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    else
      std::this_thread::yield();
  }
}

}  // namespace

// Stretches that do not need each other's results. Of those that failed, the first one tells.
[[gnu::noinline]] void Program::run_lanes(const Instruction& fork, Frame& frame, size_t& pc) const {
  const int count = fork.count;
  std::vector<size_t> at(count);
  std::vector<std::exception_ptr> errors(count);
  std::atomic<bool> stop{false};
  std::atomic<int> to_begin{count}, running{count};
  const std::thread::id caller = std::this_thread::get_id();
  run_side_by_side(count, [&](int64_t lane, int64_t) {
    auto guarded = [&](auto&& work) {
      try {
        work();
        return;
      } catch (const LaneStopped&) {
      } catch (...) {
        errors[lane] = std::current_exception();
      }
      stop.store(true, std::memory_order_relaxed);
    };
    to_begin.fetch_sub(1);
    LaneMeter meter(stop, std::this_thread::get_id() == caller);
    at[lane] = static_cast<size_t>(branch_targets[fork.first + lane]);
    guarded([&] { interpret(frame, at[lane], meter); });
    running.fetch_sub(1, std::memory_order_release);
    if (meter.on_caller && to_begin.load() == 0) guarded([&] { wait_for_lanes(running); });
  });
  for (int lane = 0; lane < count; ++lane) {
    if (!errors[lane]) continue;
    pc = at[lane];
    std::rethrow_exception(errors[lane]);
  }
  pc = static_cast<size_t>(fork.target);
}

template <class AnyMeter>
inline void Program::interpret(Frame& frame, size_t& pc, AnyMeter& meter) const {
  Value* slots = frame.slots.data();
  InterruptTimer timer;
  while (true) {
    const Instruction& in = instructions[pc++];
    [[maybe_unused]] const size_t at = pc - 1;
    meter.before();
    switch (in.code) {
      case Instruction::Code::kUnary: {
        Value old;
        const void* x = Tensor::of(slots[in.a]).raw();
        in.unary(x, writable(slots[in.out], in, shapes[in.shape], old), in.n);
        break;
      }
      case Instruction::Code::kBinary: {
        Value old;
        const void* x = Tensor::of(slots[in.a]).raw();
        const void* y = Tensor::of(slots[in.b]).raw();
        in.binary(x, y, writable(slots[in.out], in, shapes[in.shape], old), in.n);
        break;
      }
      case Instruction::Code::kFused: {
        Value old;
        const void* inputs[FusedElementwise::kMostInputs];
        for (int i = 0; i < in.count; ++i) inputs[i] = Tensor::of(slots[operands[in.first + i]]).raw();
        in.fused->run_alone(inputs, writable(slots[in.out], in, shapes[in.shape], old), in.n);
        break;
      }
      case Instruction::Code::kKernel:
        run_kernel(calls[in.call], frame);
        if constexpr (!AnyMeter::kInLane) timer.tick(InterruptTimer::kKernel);
        break;
      case Instruction::Code::kMoveInTurn:
        move_in_turn({moves.data() + in.first, static_cast<size_t>(in.count)}, slots);
        break;
      case Instruction::Code::kMove:
        move_at_once({moves.data() + in.first, static_cast<size_t>(in.count)}, slots);
        break;
      case Instruction::Code::kJump:
        pc = static_cast<size_t>(in.target);
        break;
      case Instruction::Code::kJumpUnless:
        if (!(in.dtype == DType::kBool ? *Tensor::of(slots[in.a]).data<bool>() : truth(Tensor::of(slots[in.a]))))
          pc = static_cast<size_t>(in.target);
        break;
      case Instruction::Code::kBranch: {
        int64_t branch = Tensor::of(slots[in.a]).int_at(0);
        if (branch < 0 || branch >= in.count) branch = in.count - 1;
        pc = static_cast<size_t>(branch_targets[in.first + branch]);
        break;
      }
      case Instruction::Code::kBackEdge:
        if constexpr (AnyMeter::kInLane) {
          if (meter.stop.load(std::memory_order_relaxed)) throw LaneStopped();
          if (meter.on_caller) timer.tick(1);
        } else {
          timer.tick(1);  // while `pc` still tells where the run is
        }
        pc = static_cast<size_t>(in.target);
        break;
      case Instruction::Code::kDrawAnew:
        for (int i = in.first; i < in.first + in.count; ++i) frame.states[i] = {};
        break;
      case Instruction::Code::kReturn:
        return;
      case Instruction::Code::kJitted:
        run_jitted(*jitted[in.call], frame);
        timer.tick(InterruptTimer::kKernel);
        break;
      case Instruction::Code::kFork:
        if constexpr (AnyMeter::kForks) {
          // Machine code keeps values between instructions as if one came after the other.
          if (jitted.empty() && has_team()) run_lanes(in, frame, pc);
          timer.tick(InterruptTimer::kKernel);
        }
        break;
      case Instruction::Code::kLaneEnd:
        if constexpr (AnyMeter::kInLane) return;
        break;
    }
    meter.after(at);
    for (int i = in.first_release; i < in.first_release + in.num_releases; ++i) {
      Value& slot = slots[releases[i]];
      if (!slot) continue;
      const Tensor& tensor = Tensor::of(slot);
      if (!is_plain(tensor.dtype()) || tensor.bytes() > kKeepBytes || !tensor.unique()) slot.reset();
    }
    meter.released(in.first_release, in.num_releases);
  }
}

namespace {

std::string slot_list(std::span<const int> slots) {
  std::string text;
  for (int slot : slots) text += str_cat(text.empty() ? "r" : ", r", slot);
  return text;
}

}  // namespace

std::string Program::text_of(size_t instruction) const {
  const Instruction& in = instructions[instruction];
  const Origin& origin = origins[origin_of[instruction]];
  const std::string op = origin.op ? origin.op->name : "loop";
  switch (in.code) {
    case Instruction::Code::kUnary:
      return str_cat("r", in.out, " = ", op, "(r", in.a, ")");
    case Instruction::Code::kBinary:
      return str_cat("r", in.out, " = ", op, "(r", in.a, ", r", in.b, ")");
    case Instruction::Code::kFused:
      return str_cat("r", in.out, " = ", in.fused->name(), "(",
                     slot_list({operands.data() + in.first, static_cast<size_t>(in.count)}), ")");
    case Instruction::Code::kKernel: {
      const KernelCall& call = calls[in.call];
      std::string results = slot_list(call.outputs);
      return str_cat(results, results.empty() ? "" : " = ", call.op->name, "(", slot_list(call.inputs), ")");
    }
    case Instruction::Code::kMove:
    case Instruction::Code::kMoveInTurn: {
      std::string text;
      for (int k = in.first; k < in.first + in.count; ++k)
        text += str_cat(text.empty() ? "" : ", ", "r", moves[k].to, moves[k].steal ? " <- r" : " = r", moves[k].from);
      return text;
    }
    case Instruction::Code::kJump:
      return str_cat("go to ", in.target);
    case Instruction::Code::kJumpUnless:
      return str_cat("unless r", in.a, " go to ", in.target);
    case Instruction::Code::kBranch: {
      std::string targets;
      for (int k = 0; k < in.count; ++k) targets += str_cat(k ? ", " : "", branch_targets[in.first + k]);
      return str_cat("by r", in.a, " go to one of ", targets);
    }
    case Instruction::Code::kBackEdge:
      return str_cat("back to ", in.target);
    case Instruction::Code::kDrawAnew:
      return str_cat("draw anew: ", in.count);
    case Instruction::Code::kReturn:
      return str_cat("return ", slot_list(output_slots));
    case Instruction::Code::kFork: {
      std::string lanes;
      for (int k = 0; k < in.count; ++k) {
        const int end = k + 1 < in.count ? branch_targets[in.first + k + 1] : in.target + 1;
        lanes += str_cat(k ? " and " : "", branch_targets[in.first + k], " to ", end - 1);
      }
      return str_cat("side by side: ", lanes);
    }
    case Instruction::Code::kLaneEnd:
      return "end of lane";
    case Instruction::Code::kJitted: {
      std::vector<int> read, written;
      for (const JittedCall::Operand& operand : jitted[in.call]->operands) {
        if (operand.read) read.push_back(operand.slot);
        if (operand.written) written.push_back(operand.slot);
      }
      return str_cat(slot_list(written), " = machine code of ", jitted[in.call]->num_instructions, " instructions(",
                     slot_list(read), ")");
    }
  }
  return "";
}

std::string Program::released_by(size_t instruction) const {
  const Instruction& in = instructions[instruction];
  return slot_list({releases.data() + in.first_release, static_cast<size_t>(in.num_releases)});
}

std::string Program::str() const {
  std::string text;
  for (size_t i = 0; i < instructions.size(); ++i) {
    std::string gone = released_by(i);
    text += str_cat(i, ": ", text_of(i), gone.empty() ? "" : "  release ", gone, "\n");
  }
  return text;
}

}  // namespace graphwright
