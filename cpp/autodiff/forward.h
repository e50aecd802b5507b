// ForwardAccumulator: an interpreter that passes calls on and computes directional derivatives beside their results.
#pragma once

#include <unordered_map>
#include <vector>

#include "autodiff/tape.h"
#include "graph/func_graph.h"

namespace graphwright {

// The derivative of each op comes from its reverse-mode rule, which is linear in the gradients that it is given: the
// rule is run on a tape of its own for gradients u, and differentiated with respect to u. What this computes is
// seen by the recorders below, so that derivatives of any order can be nested in any order.
class ForwardAccumulator final : public Recorder {
 public:
  void call(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view name,
            Values& outputs) override;
  bool watches_value(const Value& value) const override { return tangents_.find(value.rep()) >= 0; }

  // To be called when it was pushed: what was watched before is known to the graph that is traced by a symbol.
  void entered();
  // Makes `tangent` the derivative of `value`, a tensor or a handle. False where it has one already.
  bool watch(const Value& value, const Value& tangent);
  // The derivative of `value`; null where it does not depend on anything watched.
  Value tangent(const Value& value) const;

 private:
  struct Known {
    Value value;  // kept alive, so that no other takes its place
    Value tangent;
  };
  Values tangents_of(std::span<const Value> values);
  void watch_if_grown(const Value& value);
  // Results for a recorder below have to depend on all inputs that the op's rule reads, so inputs without a derivative
  // have zeros then, as in TensorFlow.
  void push(const Node* node, const OpDef& op, const Attrs& attrs, std::span<const Value> inputs,
            std::span<const Value> outputs, Values tangents);
  // The same for a node with all inputs and outputs that it has by now.
  void push_node(const Node* node, const Values& tangents);

  // Lets go of what nobody else holds any more, and so nobody can ask for.
  void drop_unreachable();

  PointerMap tangents_;
  std::vector<Known> known_;
  size_t next_sweep_ = 64;  // when there are as many of these
  // Of nodes that run functions, the derivatives of their inputs: such nodes grow outputs when a gradient is taken.
  std::unordered_map<const Node*, Values> functions_;
};

}  // namespace graphwright
