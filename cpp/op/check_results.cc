// Looking at the results of every op for infinity and NaN.
#include "op/check_results.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "device/gpu.h"
#include "device/placement.h"
#include "tensor/describe.h"

namespace graphwright {
namespace {

thread_local bool checked = false;

// What only passes elements on, or has its own ops checked.
bool is_safe(const OpDef& op) {
  static const auto* safe = new std::unordered_set<std::string_view>{"CheckNumerics",
                                                                     "CheckNumericsV2",
                                                                     "Concat",
                                                                     "ConcatV2",
                                                                     "Const",
                                                                     "ExpandDims",
                                                                     "Fill",
                                                                     "Gather",
                                                                     "Identity",
                                                                     "Maximum",
                                                                     "Minimum",
                                                                     "Placeholder",
                                                                     "Reshape",
                                                                     "Slice",
                                                                     "Squeeze",
                                                                     "Stack",
                                                                     "StridedSlice",
                                                                     "StridedSliceGrad",
                                                                     "TensorListConcatV2",
                                                                     "TensorListGather",
                                                                     "TensorListGetItem",
                                                                     "TensorListPopBack",
                                                                     "TensorListStack",
                                                                     "Transpose",
                                                                     "Unpack",
                                                                     "If",
                                                                     "StatelessIf",
                                                                     "Case",
                                                                     "StatelessCase",
                                                                     "While",
                                                                     "StatelessWhile"};
  return op.has(Trait::kCall) || safe->contains(op.name);
}

// An empty batch has no mean; what is kept for the gradient is nobody's result.
bool may_be_strange(const OpDef& op, size_t output) { return output > 0 && op.name.starts_with("FusedBatchNorm"); }

std::string inputs_text(std::span<const Value> inputs) {
  if (inputs.empty()) return "";
  std::string text = inputs.size() == 1 ? "\n  Input tensor: " : str_cat("\n  Input tensors (", inputs.size(), "):");
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs.size() > 1) text += str_cat("\n         ", i, ": ");
    text += inputs[i].is_symbol() ? str_cat(dtype_name(inputs[i].dtype()), " ", shape_text(inputs[i].shape()))
                                  : describe(inputs[i]);
  }
  return text + "\n";
}

// Whether a value is known to have neither infinity nor NaN in it.
bool is_finite(const Value& value) {
  if (!value.is_tensor() || Tensor::of(value).gpu() >= 0) return false;
  const Tensor& tensor = Tensor::of(value);
  bool finite = false;
  visit_floating(tensor.dtype(), [&]<class T>() {
    const T* elements = tensor.data<T>();
    const T* end = elements + tensor.num_elements();
    finite = std::all_of(elements, end, [](T x) { return std::isfinite(static_cast<compute_t<T>>(x)); });
  });
  return finite;
}

}  // namespace

bool results_checked() { return checked; }

void check_results(bool on) {
  if (on) {
    gpu_plugin();  // which decides the same when it is first asked for
    placement_switch.store(true, std::memory_order_relaxed);
  }
  checked = on;
}

void check_results_of(const OpDef& op, std::span<const Value> inputs, std::string_view graph_name,
                      std::span<Value> outputs, const std::function<Value(const Value&, const Attrs&)>& check) {
  if (is_safe(op)) return;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const DType dtype = outputs[i].dtype();
    if (!is_floating(dtype) || may_be_strange(op, i)) continue;
    if (graph_name.empty() && is_finite(outputs[i])) continue;  // no need for a message that nobody reads
    std::string message =
        str_cat("\n\n!!! Detected Infinity or NaN in output ", i, " of ",
                graph_name.empty() ? "eagerly-executing op" : "graph op", " \"", op.name,
                "\" (# of outputs: ", outputs.size(), ") !!!\n  dtype: <dtype: '", dtype_name(dtype),
                "'>\n  shape: ", shape_text(outputs[i].shape()), "\n", inputs_text(inputs),
                graph_name.empty() ? std::string() : str_cat("  Graph name: \"", graph_name, "\"\n"), "\n");
    outputs[i] = check(outputs[i], {{"message", std::move(message)}});
  }
}

}  // namespace graphwright
