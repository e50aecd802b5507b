// GradientTape: an interpreter that passes calls on and records those that depend on what it watches.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "autodiff/backward.h"
#include "op/dispatch.h"

namespace graphwright {

// The common part of GradientTape and ForwardAccumulator: they lie on the interpreter stack, above the graph or the
// eager interpreter that does the work, and know some values by identity.
class Recorder : public RefCounted, public Interpreter {
 public:
  FuncGraph* graph() override { return interpreter_stack().below(this).graph(); }
  bool is_tape() const override { return true; }

  // Puts it on this thread's stack, and takes it off. The stack holds it, for programs may enter one and forget it.
  void enter() {
    interpreter_stack().push(this);
    add_ref();
  }
  void leave() {
    if (interpreter_stack().remove(this)) release();
  }

  bool recording = true;

 protected:
  // The value as it is known while a graph is traced, whose bodies of branches and loops have tensors from outside, and
  // symbols of graphs around it, by the symbol that stands for them: that symbol, once the value was watched here.
  const Value& known_as(const Value& value) const;
  Value watched_as(const Value& value);
  // The same for an argument of an op: handles of variables, and captures of the graph, are known by their symbols.
  Value known_in(FuncGraph& traced, const Value& value) const;
  bool knows_outside() const { return !outside_.empty(); }
  Values all_known_as(std::span<const Value> values) const;

 private:
  std::vector<std::pair<Value, Value>> outside_;  // watched values, and the symbols for them
};

// While it lives, what this thread reads of variables makes no tape watch them.
class UnwatchedReads {
 public:
  UnwatchedReads() : before_(std::exchange(active_, true)) {}
  ~UnwatchedReads() { active_ = before_; }
  UnwatchedReads(const UnwatchedReads&) = delete;
  UnwatchedReads& operator=(const UnwatchedReads&) = delete;
  static bool active() { return active_; }

 private:
  static inline thread_local bool active_ = false;
  const bool before_;
};

class GradientTape final : public Recorder {
 public:
  GradientTape(bool persistent, bool watch_accessed_variables)
      : persistent_(persistent), watch_variables_(watch_accessed_variables) {}

  void call(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view name,
            Values& outputs) override;
  bool watches_value(const Value& value) const override { return watches(value); }

  // Of a value from outside the graph that is traced: its symbol there.
  void watch_known(const Value& value);
  void watch(const Value& value);
  // Watches a variable by its handle, and lists it among those that were read.
  void watch_variable(const Value& handle) {
    if (watches(handle)) return;
    watch(handle);
    watched_handles_.push_back(handle);
  }
  // That a variable was used, which the tape watches if it is trainable.
  void note_access(const Value& handle);
  bool watches(const Value& value) const { return log_.find(value) >= 0; }
  // Forgets everything.
  void reset();

  // Gradients over the record so far; a tape that is not persistent is spent afterwards.
  Values gradient(std::span<const Value> targets, std::span<const Value> target_grads, std::span<const Value> sources);
  // The same, and the tape stays as it is.
  Values gradient_again(std::span<const Value> targets, std::span<const Value> target_grads,
                        std::span<const Value> sources);
  // The same for an element of a target: an unknown source, which would be its own derivative, has none.
  Values element_gradient(std::span<const Value> targets, std::span<const Value> target_grads,
                          std::span<const Value> sources);

  bool persistent() const { return persistent_; }
  bool spent() const { return spent_; }
  // Handles of the trainable variables that were read, in order.
  const std::vector<Value>& watched_handles() const { return watched_handles_; }

 private:
  // A large tensor in the record: how often it is there, and whether a gradient rule reads its elements.
  struct Large {
    int32_t uses = 0;
    bool needed = false;
  };
  // Lets go of the elements that no gradient rule will read, once nobody else holds the tensors.
  void note_large(const Record& record);
  void let_go();

  void watch_variables_among(std::span<const Value> inputs);
  bool watch_if_grown(const Value& value);
  // True where sources of gradients, and targets, are known here by themselves.
  bool knows_as_given(std::span<const Value> sources) const;
  Value known_around(const Value& handle) const;
  Values all_sources(std::span<const Value> sources) const;

  const bool persistent_;
  const bool watch_variables_;
  bool spent_ = false;
  Log log_;
  std::unordered_map<ValueRep*, Large> large_;
  std::vector<ValueRep*> unneeded_;  // of those, the latest that may be let go of
  std::vector<Value> held_;  // what is watched and not in a record: kept alive, so that no other takes its place
  std::vector<Value> watched_handles_;
};

// A call of a function that runs at once, in the form that also gives the intermediates which its gradient will need,
// and with `all_orders` those that gradients of that gradient will: `forward`. Appends the function's own outputs to
// `outputs`; returns all.
Values call_with_intermediates(Interpreter& next, const OpDef& op, std::span<const Value> inputs, const Attrs& attrs,
                               std::string_view name, bool all_orders, Values& outputs, Ref<FunctionRef>& forward);

}  // namespace graphwright
