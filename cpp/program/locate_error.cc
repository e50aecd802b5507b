// What is said about an error of an instruction: the lines that made its node, and what it was given.
#include <charconv>

#include "program/program.h"
#include "tensor/tensor.h"

namespace graphwright {
namespace {

std::string (*stack_text)(const Ref<RefCounted>& stack) = nullptr;

constexpr int64_t kMostElements = 8;  // that are shown of a tensor

template <class T>
void add_elements(std::string& text, const Tensor& tensor) {
  const T* data = tensor.data<T>();
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    char buffer[32];
    auto end = std::to_chars(buffer, buffer + sizeof buffer, data[i]).ptr;
    text += i ? ", " : "";
    text.append(buffer, end);
  }
}

// "float32 [2,3]", "int32 7", "int64 [2]: 3, 4".
std::string description(const Value& value) {
  if (!value || value.is_symbol()) return "nothing";
  const Tensor& tensor = Tensor::of(value);
  std::string text = dtype_name(tensor.dtype());
  const bool scalar = tensor.shape().rank() == 0;
  if (!scalar) text += str_cat(" ", tensor.shape());
  if (tensor.num_elements() == 0 || tensor.num_elements() > kMostElements || tensor.gpu() >= 0) return text;
  std::string elements;
  switch (tensor.dtype()) {
    case DType::kInt32:
      add_elements<int32_t>(elements, tensor);
      break;
    case DType::kInt64:
      add_elements<int64_t>(elements, tensor);
      break;
    case DType::kFloat32:
      add_elements<float>(elements, tensor);
      break;
    case DType::kFloat64:
      add_elements<double>(elements, tensor);
      break;
    case DType::kBool:
      for (int64_t i = 0; i < tensor.num_elements(); ++i)
        elements += str_cat(i ? ", " : "", tensor.data<bool>()[i] ? "True" : "False");
      break;
    default:
      return scalar ? str_cat(text, " []") : text;
  }
  return str_cat(text, scalar ? " " : ": ", elements);
}

std::string input_list(const OpDef& op, std::span<const Value> inputs) {
  std::string text;
  if (op.outputs.empty()) return text;  // Assert and the like say themselves what they were given
  for (size_t i = 0; i < inputs.size(); ++i) {
    text += text.empty() ? "\n  inputs: " : "; ";
    if (op.inputs.size() == inputs.size()) text += str_cat(op.inputs[i].name, " = ");
    text += description(inputs[i]);
  }
  return text;
}

}  // namespace

void set_stack_text(std::string (*text)(const Ref<RefCounted>& stack)) { stack_text = text; }

Error Program::located(const Error& error, size_t instruction, const Frame& frame) const {
  const Origin& origin = origins[origin_of[instruction]];
  const Instruction& in = instructions[instruction];
  std::vector<Value> inputs;
  if (in.code == Instruction::Code::kKernel) {
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
