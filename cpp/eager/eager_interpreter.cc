// The bottom of every interpreter stack: runs each op at once.
#include "graph/func_graph.h"
#include "op/dispatch.h"
#include "op/run_op.h"

namespace graphwright {
namespace {

class EagerInterpreter : public Interpreter {
 public:
  void call(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view,
            Values& outputs) override {
    for (const Value& input : inputs) {
      if (input.is_tensor()) continue;
      const Endpoint* endpoint = endpoint_of(input);
      fail(Code::kTypeError, "<tf.Tensor '", endpoint_name(*endpoint), "' shape=", endpoint->shape,
           " dtype=", dtype_name(endpoint->dtype),
           "> is out of scope and cannot be used here. Use return values, explicit Python locals or TensorFlow "
           "collections to access it. It was passed to ",
           op.name, ".");
    }
    try {
      check_call(op, inputs, attrs);
    } catch (Error& error) {
      error.set_op(op.name);
      throw;
    }
    run_op(op, inputs, attrs, outputs);
  }
  FuncGraph* graph() override { return nullptr; }
};

[[maybe_unused]] const bool installed = [] {
  static EagerInterpreter interpreter;
  set_eager_interpreter(&interpreter);
  return true;
}();

}  // namespace
}  // namespace graphwright
