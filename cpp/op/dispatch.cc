// The interpreter stack of each thread.
#include "op/dispatch.h"

namespace graphwright {

InterpreterStack& interpreter_stack() {
  thread_local InterpreterStack stack;
  return stack;
}

Interpreter& InterpreterStack::below(const Interpreter* item) {
  for (size_t i = items.size(); i-- > 0;) {
    if (items[i] == item) return i == 0 ? eager_interpreter() : *items[i - 1];
  }
  return eager_interpreter();
}

bool InterpreterStack::remove(const Interpreter* item) {
  for (size_t i = items.size(); i-- > 0;) {
    if (items[i] == item) {
      items.erase(i);
      return true;
    }
  }
  return false;
}

Values call(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view name) {
  Values outputs;
  interpreter_stack().top().call(op, inputs, attrs, name, outputs);
  return outputs;
}

}  // namespace graphwright
