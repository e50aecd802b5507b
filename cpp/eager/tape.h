// GradientTape: an interpreter that passes calls on and records those that depend on what it watches.
#pragma once

#include <unordered_set>
#include <vector>

#include "eager/backward.h"
#include "op/dispatch.h"

namespace graphwright {

class GradientTape : public RefCounted, public Interpreter {
 public:
  GradientTape(bool persistent, bool watch_accessed_variables)
      : persistent_(persistent), watch_variables_(watch_accessed_variables) {}

  void call(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view name,
            Values& outputs) override;
  FuncGraph* graph() override { return interpreter_stack().below(this).graph(); }

  bool is_tape() const override { return true; }
  bool watches_value(const Value& value) const override { return watches(value); }

  void watch(const Value& value);
  bool watches(const Value& value) const { return watched_.contains(value.rep()); }
  // Records outputs that came from inputs by other means than an op; `custom` as in Record.
  void record_custom(Values inputs, Values outputs, std::function<Values(std::span<const Value>)> custom);
  // Forgets everything.
  void reset();

  // Gradients over the record so far; a tape that is not persistent is spent afterwards.
  Values gradient(std::span<const Value> targets, std::span<const Value> target_grads, std::span<const Value> sources);

  Values gradient_again(std::span<const Value> targets, std::span<const Value> target_grads,
                        std::span<const Value> sources) const;

  bool recording = true;
  bool persistent() const { return persistent_; }
  bool spent() const { return spent_; }
  // Handles of the trainable variables that were read, in order.
  const std::vector<Value>& watched_handles() const { return watched_handles_; }

 private:
  void watch_variables_among(std::span<const Value> inputs);

  const bool persistent_;
  const bool watch_variables_;
  bool spent_ = false;
  std::vector<Record> records_;
  std::unordered_set<const ValueRep*> watched_;
  std::vector<Value> held_;  // keeps watched values alive, so that no other takes their place
  std::vector<Value> watched_handles_;
};

// Applies to every tape of this thread's stack down to the nearest graph: custom gradients.
void record_custom_on_tapes(const Values& inputs, const Values& outputs,
                            const std::function<Values(std::span<const Value>)>& custom);
// True when some tape that would see an op now watches one of the inputs.
bool could_record(std::span<const Value> inputs);

}  // namespace graphwright
