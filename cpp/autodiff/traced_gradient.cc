// Calling traced custom gradients.
#include "autodiff/traced_gradient.h"

#include "graph/function_calls.h"
#include "op/gradient_slices.h"

namespace graphwright {

BorrowedValue::BorrowedValue(const Value& value)
    : tensor(value.is_tensor() ? value : Value()),
      symbol(value.is_tensor() ? nullptr : interpreter_stack().top().graph()->capture(value)) {}

TracedGradient::TracedGradient(const Ref<FuncGraph>& graph, std::span<const Value> results, std::vector<int> parts)
    : results_(results.begin(), results.end()), parts_(std::move(parts)) {
  for (const FuncGraph::Capture& capture : graph->captures) captured_.emplace_back(capture.outer);
  graph->captures.clear();
  function_ = make_function(graph);
}

Values TracedGradient::operator()(std::span<const Value> grads) const {
  Values args;
  for (size_t i = 0; i < results_.size(); ++i)
    args.push_back(grads[i] ? to_dense(grads[i]) : zeros_for(results_[i].value()));
  for (const BorrowedValue& one : captured_) args.push_back(one.value());
  // The function around may run with shapes that it was not traced for.
  Values found = call_function(function_->for_inputs(args), args), result;
  size_t next = 0;
  for (int n : parts_) {
    Value grad;
    if (n == 1) grad = found[next];
    if (n == 3) grad = make_slices(found[next], found[next + 1], found[next + 2]);
    result.push_back(std::move(grad));
    next += static_cast<size_t>(n);
  }
  return result;
}

}  // namespace graphwright
