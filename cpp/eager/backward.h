// The backward walk: gradients of targets with respect to sources over a record of ops, eager or symbolic.
#pragma once

#include <functional>
#include <vector>

#include "op/context.h"

namespace graphwright {

// One op that ran (or a node of a graph), as reverse mode needs it.
struct Record {
  const OpDef* op = nullptr;
  Attrs attrs;
  Values inputs;
  Values outputs;
  // Set for custom gradients, which no op's rule describes: output gradients (null where none came in) to input ones.
  std::function<Values(std::span<const Value> grads)> custom;
};

// The nodes of a graph that have inputs and outputs, in their order.
std::vector<Record> records_of(const FuncGraph& graph);

// dtypes that gradients flow through: floats, complex, variants (lists of them) and resource handles (their values).
bool is_differentiable(DType dtype);

// A zero of the shape and dtype of `value`, for handles of what they refer to.
Value zeros_for(const Value& value);

// One gradient per source, null where a target does not depend on it. `target_grads` may be empty or hold nulls: ones.
// Rules dispatch through the one door, so what is recorded or traced around this call sees them.
Values backward(std::span<const Record> records, std::span<const Value> targets, std::span<const Value> target_grads,
                std::span<const Value> sources);

}  // namespace graphwright
