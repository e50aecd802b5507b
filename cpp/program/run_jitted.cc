// Running pieces of programs that became machine code.
#include <cstring>

#include "program/program.h"

namespace graphwright {

JittedFailure& jitted_failure() {
  thread_local JittedFailure failure;
  return failure;
}

int64_t jitted_tick() {
  try {
    check_interrupt();
    return 0;
  } catch (...) {
    jitted_failure().exception = std::current_exception();
    return 1;
  }
}

namespace {

Tensor copy_of(DType dtype, const Shape& shape, const void* elements) {
  Tensor tensor = Tensor::allocate(dtype, shape);
  std::memcpy(tensor.raw(), elements, tensor.bytes());
  return tensor;
}

bool is_own(const TensorRep* rep) {
  return rep->refs.load(std::memory_order_acquire) == 1 &&
         (!rep->buffer || (rep->buffer->unique() && rep->buffer->writable()));
}

// The elements of an operand that the code writes: those of the slot's tensor where nobody else has it.
void* own_memory(Value& slot, const JittedCall::Operand& operand) {
  if (slot) {
    const TensorRep* rep = Tensor::of(slot).rep();
    if (rep->data && rep->num_elements == operand.n && rep->dtype == operand.dtype && is_own(rep) &&
        rep->shape == operand.shape)
      return rep->data;
  }
  Tensor fresh = Tensor::allocate(operand.dtype, operand.shape);
  if (operand.read) std::memcpy(fresh.raw(), Tensor::of(slot).raw(), fresh.bytes());
  slot = std::move(fresh);
  return Tensor::of(slot).raw();
}

// As the interpreter does after an instruction.
void release(Value& slot) {
  if (!slot) return;
  const Tensor& tensor = Tensor::of(slot);
  if (!is_plain(tensor.dtype()) || tensor.bytes() > Program::kKeepBytes || !tensor.unique()) slot.reset();
}

// Puts values into slots, and what lay there back in the end.
class SlotsLent {
 public:
  explicit SlotsLent(Value* slots) : slots_(slots) {}
  ~SlotsLent() {
    for (size_t i = kept_.size(); i-- > 0;) slots_[kept_[i].first].swap(kept_[i].second);
  }
  SlotsLent(const SlotsLent&) = delete;
  SlotsLent& operator=(const SlotsLent&) = delete;
  void put(int slot, Value value) {
    slots_[slot].swap(value);
    kept_.emplace_back(slot, std::move(value));
  }

 private:
  Value* slots_;
  SmallVector<std::pair<int, Value>, 6> kept_;
};

}  // namespace

void jitted_record(const JittedCall* call, int64_t place, const void* a, const void* b) {
  JittedFailure& failure = jitted_failure();
  failure.operands.clear();
  for (const auto& [dtype, shape] : call->places[place].operands)
    failure.operands.push_back(copy_of(dtype, shape, failure.operands.empty() ? a : b));
}

void Program::run_jitted(const JittedCall& call, Frame& frame) const {
  constexpr size_t kInline = 16;
  void* few[kInline];
  std::unique_ptr<void*[]> many(call.operands.size() > kInline ? new void*[call.operands.size()] : nullptr);
  void** memory = many ? many.get() : few;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    const JittedCall::Operand& operand = call.operands[i];
    Value& slot = frame.slots[operand.slot];
    memory[i] = operand.written ? own_memory(slot, operand) : Tensor::of(slot).raw();
  }
  frame.program = this;
  const int64_t result = call.function(memory, call.table.data(), &frame);
  if (__builtin_expect(result == 0, 1)) return;
  JittedFailure& failure = jitted_failure();
  if (result > 0) {
    const JittedCall::Place& place = call.places[result - 1];
    failure.origin = place.origin;
    throw Error(Code::kInvalidArgument, place.message);
  }
  std::rethrow_exception(std::exchange(failure.exception, nullptr));
}

int64_t Program::run_escape(const JittedCall* jitted, int64_t number, void* frame_address, void* const* elements) {
  Frame& frame = *static_cast<Frame*>(frame_address);
  const Program& program = *frame.program;
  const JittedCall::Escape& escape = jitted->escapes[number];
  std::vector<Value> operands;  // of a kernel that failed
  try {
    if (escape.moves >= 0) {
      program.run_moves(jitted->instructions[escape.moves], frame);
      return 0;
    }
    const KernelCall& call = program.calls[escape.call];
    // Tensors in slots of values that the code keeps are its memory: they make room for as long as the kernel runs.
    SlotsLent lent(frame.slots.data());
    size_t i = 0;
    for (int slot : call.inputs) {
      if (!escape.native[i++]) continue;
      const SlotType& type = program.slot_types[slot];
      lent.put(slot, copy_of(type.dtype, type.shape, *elements++));
    }
    for (size_t k = 0; k < call.outputs.size(); ++k)
      if (escape.native[i + k]) lent.put(call.outputs[k], Value());
    try {
      program.run_kernel(call, frame);
    } catch (const Error&) {
      for (int slot : call.inputs) operands.push_back(frame.slots[slot]);
      throw;
    }
    for (int slot : call.outputs) {
      if (!escape.native[i++]) continue;
      const Tensor& result = Tensor::of(frame.slots[slot]);
      std::memcpy(*elements++, result.raw(), result.bytes());
    }
    for (int k = escape.first_release; k < escape.first_release + escape.num_releases; ++k)
      release(frame.slots[program.releases[k]]);
    return 0;
  } catch (...) {
    jitted_failure().exception = std::current_exception();
    jitted_failure().origin = escape.origin;
    jitted_failure().operands = std::move(operands);
    return 1;
  }
}

}  // namespace graphwright
