// The one door: call() hands an op to the interpreter on top of this thread's stack.
#pragma once

#include <span>
#include <string_view>

#include "op/op_def.h"

namespace graphwright {

class Interpreter {
 public:
  virtual ~Interpreter() = default;
  // Appends the outputs to `outputs`. `name` is the wanted node name ("" for the op's own).
  virtual void call(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view name,
                    Values& outputs) = 0;
  // The graph under construction when this is (or passes on to) one, else null.
  virtual FuncGraph* graph() = 0;
  // True for tapes, which tell values apart by identity.
  virtual bool watches_value(const Value&) const { return false; }
  virtual bool is_tape() const { return false; }
};

// Runs ops at once; lies under every stack.
Interpreter& eager_interpreter();

// This thread's stack; the top receives calls. Tapes pass calls on to what lies below them.
struct InterpreterStack {
  SmallVector<Interpreter*, 8> items;
  Interpreter& top() { return items.empty() ? eager_interpreter() : *items.back(); }
  // The interpreter below `item`.
  Interpreter& below(const Interpreter* item);
  void push(Interpreter* item) { items.push_back(item); }
  // Takes the topmost occurrence of `item` out, wherever it is; false where there is none.
  bool remove(const Interpreter* item);
};
InterpreterStack& interpreter_stack();

// Pushes for a scope.
class InterpreterScope {
 public:
  explicit InterpreterScope(Interpreter* item) : item_(item) { interpreter_stack().push(item); }
  ~InterpreterScope() { interpreter_stack().remove(item_); }
  InterpreterScope(const InterpreterScope&) = delete;
  InterpreterScope& operator=(const InterpreterScope&) = delete;

 private:
  Interpreter* item_;
};

Values call(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs = {}, std::string_view name = {});

// True when calls run at once (perhaps under tapes), false while a graph is traced.
inline bool executing_eagerly() { return interpreter_stack().top().graph() == nullptr; }

}  // namespace graphwright
