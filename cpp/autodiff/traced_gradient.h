// The gradient of a custom gradient that was traced into a graph when its results were.
#pragma once

#include <vector>

#include "autodiff/backward.h"
#include "graph/func_graph.h"
#include "op/function_ref.h"

namespace graphwright {

// A value that a gradient uses of the graph that is traced now. It does not keep that graph alive, which owns the
// gradient; what the graph has from outside it is known by its own placeholder.
struct BorrowedValue {
  explicit BorrowedValue(const Value& value);
  Value value() const { return symbol ? Value(symbol) : tensor; }

  Value tensor;
  Endpoint* symbol;
};

// From output gradients to as many outputs for each input as `parts` says: none, one or (for slices) three.
class TracedGradient {
 public:
  // The graph takes one gradient for each of `results`, then what it captures.
  TracedGradient(const Ref<FuncGraph>& graph, std::span<const Value> results, std::vector<int> parts);

  Values operator()(std::span<const Value> grads) const;

  const FuncGraph& graph() const { return *function_->graph(); }
  const std::vector<BorrowedValue>& captured() const { return captured_; }
  const std::vector<int>& parts() const { return parts_; }

 private:
  Ref<FunctionRef> function_;
  std::vector<BorrowedValue> results_;
  std::vector<BorrowedValue> captured_;
  std::vector<int> parts_;
};

}  // namespace graphwright
