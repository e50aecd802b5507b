// ForwardAccumulator: an interpreter that passes calls on and computes directional derivatives beside their results.
#pragma once

#include <vector>

#include "eager/tape.h"

namespace graphwright {

// The derivative of each op comes from its reverse-mode rule, which is linear in the gradients that it is given: the
// rule is run on a tape of its own for gradients u (zeros), and differentiated with respect to u. What this computes is
// seen by the recorders below, so that derivatives of any order can be nested in any order.
class ForwardAccumulator final : public Recorder {
 public:
  void call(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view name,
            Values& outputs) override;
  bool watches_value(const Value& value) const override { return tangents_.find(value.rep()) >= 0; }
  void record_custom(const Values& inputs, const Values& raw, const Values& outputs,
                     const CustomGradient& custom) override;

  // Makes `tangent` the derivative of `value`, a tensor or a handle. False where it has one already.
  bool watch(const Value& value, const Value& tangent);
  // The derivative of `value`; null where it does not depend on anything watched.
  Value tangent(const Value& value) const;

 private:
  struct Known {
    Value value;  // kept alive, so that no other takes its place
    Value tangent;
  };
  Values tangents_of(std::span<const Value> values) const;

  PointerMap tangents_;
  std::vector<Known> known_;
};

}  // namespace graphwright
