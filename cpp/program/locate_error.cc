// The text about an error of an instruction: the lines that made its node, and what it was given.
#include "program/program.h"
#include "tensor/describe.h"

namespace graphwright {
namespace {

std::string (*stack_text)(const Ref<RefCounted>& stack) = nullptr;

std::string input_list(const OpDef& op, std::span<const Value> inputs) {
  std::string text;
  if (op.outputs.empty()) return text;  // Assert and the like say themselves what they were given
  for (size_t i = 0; i < inputs.size(); ++i) {
    text += text.empty() ? "\n  inputs: " : "; ";
    if (op.inputs.size() == inputs.size()) text += str_cat(op.inputs[i].name, " = ");
    text += describe(inputs[i]);
  }
  return text;
}

}  // namespace

void set_stack_text(std::string (*text)(const Ref<RefCounted>& stack)) { stack_text = text; }

Error Program::located(const Error& error, size_t instruction, const Frame& frame) const {
  const Instruction& in = instructions[instruction];
  const bool jitted = in.code == Instruction::Code::kJitted && jitted_failure().origin >= 0;
  const Origin& origin = origins[jitted ? std::exchange(jitted_failure().origin, -1) : origin_of[instruction]];
  std::vector<Value> inputs;
  if (jitted) {
    inputs = std::exchange(jitted_failure().operands, {});
  } else if (in.code == Instruction::Code::kKernel) {
    for (int slot : calls[in.call].inputs) inputs.push_back(frame.slots[slot]);
  } else if (in.code == Instruction::Code::kBinary) {
    inputs = {frame.slots[in.a], frame.slots[in.b]};
  }
  std::string lines = origin.stack && stack_text ? stack_text(origin.stack) : std::string();
  std::string text;
  if (!lines.empty())
    text = str_cat("Graph execution error:\n\nDetected at node ", origin.node, " defined at (most recent call last):\n",
                   lines, "\n");
  return Error(error.code(),
               str_cat(text, error.message(), origin.op ? input_list(*origin.op, inputs) : std::string(),
                       "\n\t [[{{node ", origin.node, "}}]]"),
               name_);
}

}  // namespace graphwright
