// The bottom of every interpreter stack: runs each op at once.
#include "op/eager_interpreter.h"

#include "device/placement.h"
#include "op/build.h"
#include "op/check_results.h"
#include "op/dispatch.h"
#include "op/run_op.h"

namespace graphwright {
namespace {

ElementwiseShortcut shortcut = nullptr;

Value checked(const Value& value, const Attrs& attrs) {
  Values outputs;
  run_op(op_def<"CheckNumericsV2">(), {&value, 1}, attrs, outputs);
  return outputs.front();
}

class EagerInterpreter : public Interpreter {
 public:
  void call(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view,
            Values& outputs) override {
    const bool elementwise = op.binary_code != BinaryCode::kNone || op.unary_code != UnaryCode::kNone;
    if (elementwise && shortcut && attrs.empty() && !placement_matters()) {
      if (Value output = shortcut(op, inputs)) {
        outputs.push_back(std::move(output));
        return;
      }
    }
    for (const Value& input : inputs) {
      if (!input.is_tensor()) refuse_symbol(input);
    }
    try {
      check_call(op, inputs, attrs);
    } catch (Error& error) {
      error.set_op(op.name);
      throw;
    }
    const size_t first = outputs.size();
    run_op(op, inputs, attrs, outputs);
    for (size_t i = first; i < outputs.size(); ++i) make_distinct(outputs[i]);
    if (results_checked()) [[unlikely]]
      check_results_of(op, inputs, {}, {outputs.data() + first, outputs.size() - first}, checked);
  }
  FuncGraph* graph() override { return nullptr; }
};

constinit EagerInterpreter interpreter;

}  // namespace

Interpreter& eager_interpreter() { return interpreter; }

void set_elementwise_shortcut(ElementwiseShortcut function) { shortcut = function; }

}  // namespace graphwright
