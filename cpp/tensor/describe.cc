// Values in a few words.
#include "tensor/describe.h"

#include <charconv>

#include "tensor/tensor.h"

namespace graphwright {
namespace {

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

}  // namespace

std::string describe(const Value& value) {
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

std::string shape_text(const Shape& shape) {
  if (!shape.has_rank()) return "<unknown>";
  std::string text = "(";
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (axis > 0) text += ", ";
    text += shape[axis] < 0 ? "None" : std::to_string(shape[axis]);
  }
  return text + (shape.rank() == 1 ? ",)" : ")");
}

}  // namespace graphwright
