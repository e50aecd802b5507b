// The backward walk: gradients of targets with respect to sources over a record of ops, eager or symbolic.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/pointer_map.h"
#include "op/context.h"

namespace graphwright {

// From gradients of outputs (null where none came in) to gradients of inputs. Either may be slices.
using CustomGradient = std::function<Values(std::span<const Value> grads)>;

// The value of kCustomGradientAttr: the gradient of an IdentityN whose first `num_results` inputs are results, and
// whose other inputs are what the gradients are with respect to.
class GradientFunction final : public FunctionRef {
 public:
  GradientFunction(size_t num_results, CustomGradient gradient)
      : num_results_(num_results), gradient_(std::move(gradient)) {}
  size_t num_results() const { return num_results_; }
  // The rule, where it is of this type, else null.
  template <class T>
  const T* rule() const {
    return gradient_.target<T>();
  }
  // Gradients of all inputs; null for the results.
  Values operator()(std::span<const Value> grads);
  // Has `later` call set_rule() with the one that stays, when it is first asked in that graph or at its exit. Until
  // then the rule that is there is called anew each further time.
  void settle_in(FuncGraph* graph, std::function<void()> later) {
    graph_ = graph;
    later_ = std::move(later);
  }
  void set_rule(CustomGradient gradient) { until_exit_ = std::exchange(gradient_, std::move(gradient)); }
  void exit();

  const std::string& name() const override;
  size_t num_outputs() const override { return 0; }
  FuncGraph* graph() const override { return nullptr; }
  std::vector<Tensor> run(std::span<const Value>) override;
  const Derivative& derivative() override;

 private:
  const size_t num_results_;
  CustomGradient gradient_;
  CustomGradient until_exit_;
  FuncGraph* graph_ = nullptr;
  std::function<void()> later_;
};

// The gradient that an op has of its own, null for others.
GradientFunction* custom_gradient(const OpDef& op, const Attrs& attrs);

// The gradient that a user has registered under a name, called; false where there is none. Set by bind/.
extern bool (*user_gradient)(const std::string& name, GradientContext& context, Values& found);

// Of a recorded call: the form of its function that ran, whose outputs are the function's and then intermediates.
inline constexpr const char* kForwardAttr = "_forward";

// One op that ran (or a node of a graph), as reverse mode needs it.
struct Record {
  const OpDef* op = nullptr;
  uint32_t num_inputs = 0;
  Attrs attrs;
  Values operands;              // inputs, then outputs
  SmallVector<int32_t, 4> ids;  // the operands' numbers in the log, -1 for those that have none

  std::span<const Value> inputs() const { return {operands.data(), num_inputs}; }
  std::span<const Value> outputs() const { return {operands.data() + num_inputs, operands.size() - num_inputs}; }
};

// Records in the order in which their ops ran. Values are told apart by identity, and numbered.
class Log {
 public:
  // The number of a value, -1 where it has none.
  int32_t find(const Value& value) const { return ids_.find(value.rep()); }
  // Gives the value a number. The caller keeps it alive as long as the log.
  int32_t number(const Value& value) { return ids_.insert(value.rep(), static_cast<int32_t>(ids_.size())); }
  // Gives `value` the number of another one, which it stands for.
  void alias(const Value& value, const Value& other) { ids_.insert(value.rep(), number(other)); }
  // Its records are the nodes of a graph, see log_graph().
  bool of_graph = false;
  // The number of numbers in use.
  int32_t size() const { return static_cast<int32_t>(ids_.size()); }
  // Appends a record; differentiable outputs get numbers.
  Record& append(const OpDef* op, const Attrs& attrs, std::span<const Value> inputs, std::span<const Value> outputs);
  // Lets the records that have taken a value before it got a number know that.
  void note_inputs(const Value& value, int32_t id);
  // Makes a value look as if no op had made it: nothing is followed beyond it.
  void forget_origin(const Value& value);
  void clear() {
    blocks_.clear();
    num_records_ = 0;
    ids_.clear();
  }

  size_t num_records() const { return num_records_; }
  // Records stay where they are when others are appended.
  Record& record(size_t i) { return (*blocks_[i / kBlock])[i % kBlock]; }

 private:
  static constexpr size_t kBlock = 4;

  PointerMap ids_;
  std::vector<std::unique_ptr<std::array<Record, kBlock>>> blocks_;
  size_t num_records_ = 0;
};

// Fills a log with the nodes of a graph that have inputs and outputs, in their order.
void log_graph(const FuncGraph& graph, Log& log);
// The same with the graphs around it, as far as they are traced: what a graph captures is known by what that is there.
void log_enclosing_graphs(const FuncGraph& graph, Log& log);

// dtypes that gradients flow through: floats, complex, variants (lists of them) and resource handles (their values).
bool is_differentiable(DType dtype);

// A zero of the shape and dtype of `value`, for handles of what they refer to.
Value zeros_for(const Value& value);

// One gradient per source, null where a target does not depend on it. `target_grads` may be empty or hold nulls: ones.
// Rules dispatch through the one door, so what is recorded or traced around this call sees them. With `consume`, what
// is no longer needed is let go on the way, and the log is useless afterwards.
Values backward(Log& log, std::span<const Value> targets, std::span<const Value> target_grads,
                std::span<const Value> sources, bool consume);

}  // namespace graphwright
