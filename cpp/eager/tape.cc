// Recording.
#include "eager/tape.h"

#include "graph/func_graph.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

bool is_trainable_handle(const Value& value) {
  if (value.dtype() != DType::kResource) return false;
  if (value.is_symbol()) return endpoint_of(value)->handle_trainable;
  const VariableResource* variable = VariableResource::find(value);
  return variable && variable->trainable;
}

// Gradients are told apart by identity: an output that some tape knows already (Identity gives its input, reading a
// variable twice gives one tensor) becomes a tensor of its own over the same memory. The lowest tape does that, so that
// all of them see the same tensor.
void make_distinct(const Interpreter& next, std::span<const Value> inputs, std::span<Value> outputs) {
  if (next.is_tape()) return;
  auto& items = interpreter_stack().items;
  for (size_t i = 0; i < outputs.size(); ++i) {
    Value& output = outputs[i];
    if (!output.is_tensor()) continue;
    bool known = false;
    for (const Value& input : inputs) known |= output == input;
    for (size_t k = 0; k < i && !known; ++k) known = output == outputs[k];
    for (size_t k = items.size(); k-- > 0 && !known && items[k]->is_tape();) known = items[k]->watches_value(output);
    if (known) output = Tensor::of(output).reshaped(output.shape());
  }
}

}  // namespace

void GradientTape::watch(const Value& value) {
  if (watched_.insert(value.rep()).second) held_.push_back(value);
}

void GradientTape::watch_variables_among(std::span<const Value> inputs) {
  for (const Value& input : inputs) {
    if (input.dtype() != DType::kResource || watches(input) || !is_trainable_handle(input)) continue;
    watch(input);
    watched_handles_.push_back(input);
  }
}

void GradientTape::call(const OpDef& op, std::span<const Value> given, const Attrs& attrs, std::string_view name,
                        Values& outputs) {
  Interpreter& next = interpreter_stack().below(this);
  // While a graph is traced, a variable's handle is known by the placeholder that stands for it there.
  Values local;
  std::span<const Value> inputs = given;
  FuncGraph* traced = next.graph();
  for (size_t i = 0; traced && i < given.size(); ++i) {
    if (given[i].dtype() != DType::kResource || (given[i].is_symbol() && endpoint_of(given[i])->node->graph == traced))
      continue;
    if (local.empty()) local = Values(given.begin(), given.end());
    local[i] = Value(traced->capture(given[i]));
    inputs = local;
  }
  bool is_call = op.has(Trait::kCall);
  if (recording && watch_variables_ &&
      (op.has(Trait::kReadsResource) || is_call || op.has(Trait::kIf) || op.has(Trait::kWhile) || op.has(Trait::kCase)))
    watch_variables_among(inputs);
  bool relevant = false;
  if (recording && !op.has(Trait::kNoGradient)) {
    for (const Value& input : inputs) relevant |= watches(input);
  }
  size_t before = outputs.size();
  if (!relevant) {
    next.call(op, inputs, attrs, name, outputs);
    make_distinct(next, inputs, std::span<Value>(outputs).subspan(before));
    return;
  }
  if (is_call && next.graph() == nullptr) {
    // Eagerly, the function runs in the form that also gives the intermediates which its gradient will need.
    const auto& function = attrs.get<Ref<FunctionRef>>("f");
    const Derivative& derivative = function->derivative();
    Attrs forward = attrs;
    forward.set("f", derivative.forward);
    std::vector<DType> types;
    for (const Endpoint* output : derivative.forward->graph()->outputs) types.push_back(output->dtype);
    forward.set("Tout", types);
    Values all;
    next.call(op, inputs, forward, name, all);
    make_distinct(next, inputs, all);
    Record record{&op, attrs, Values(inputs.begin(), inputs.end()), all, nullptr};
    for (const Value& output : all)
      if (is_differentiable(output.dtype())) watch(output);
    for (size_t i = 0; i < function->num_outputs(); ++i) outputs.push_back(all[i]);
    records_.push_back(std::move(record));
    return;
  }
  next.call(op, inputs, attrs, name, outputs);
  make_distinct(next, inputs, std::span<Value>(outputs).subspan(before));
  bool differentiable = false;
  for (size_t i = before; i < outputs.size(); ++i) {
    if (!is_differentiable(outputs[i].dtype())) continue;
    differentiable = true;
    watch(outputs[i]);
  }
  if (differentiable)
    records_.push_back(
        {&op, attrs, Values(inputs.begin(), inputs.end()), Values(outputs.begin() + before, outputs.end()), nullptr});
}

void GradientTape::record_custom(Values inputs, Values outputs, std::function<Values(std::span<const Value>)> custom) {
  if (!recording) return;
  if (watch_variables_) watch_variables_among(inputs);
  bool relevant = false;
  for (const Value& input : inputs) relevant |= watches(input);
  if (!relevant) return;
  for (const Value& output : outputs)
    if (is_differentiable(output.dtype())) watch(output);
  records_.push_back({nullptr, {}, std::move(inputs), std::move(outputs), std::move(custom)});
}

void GradientTape::reset() {
  records_.clear();
  watched_.clear();
  held_.clear();
  watched_handles_.clear();
  spent_ = false;
}

Values GradientTape::gradient(std::span<const Value> targets, std::span<const Value> target_grads,
                              std::span<const Value> sources) {
  GW_CHECK(!spent_, Code::kRuntimeError,
           "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)");
  if (persistent_) return gradient_again(targets, target_grads, sources);
  spent_ = true;
  std::vector<Record> records = std::move(records_);
  Values result = backward(records, targets, target_grads, sources);
  records_.clear();
  watched_.clear();
  held_.clear();
  return result;
}

Values GradientTape::gradient_again(std::span<const Value> targets, std::span<const Value> target_grads,
                                    std::span<const Value> sources) const {
  // The rules may be recorded on this very tape while it is walked.
  std::vector<Record> records = records_;
  return backward(records, targets, target_grads, sources);
}

void record_custom_on_tapes(const Values& inputs, const Values& outputs,
                            const std::function<Values(std::span<const Value>)>& custom) {
  auto& items = interpreter_stack().items;
  for (size_t i = items.size(); i-- > 0;) {
    auto* tape = dynamic_cast<GradientTape*>(items[i]);
    if (!tape) break;
    tape->record_custom(inputs, outputs, custom);
  }
}

bool could_record(std::span<const Value> inputs) {
  auto& items = interpreter_stack().items;
  for (size_t i = items.size(); i-- > 0;) {
    auto* tape = dynamic_cast<GradientTape*>(items[i]);
    if (!tape) break;
    if (!tape->recording) continue;
    for (const Value& input : inputs)
      if (tape->watches(input) || is_trainable_handle(input)) return true;
  }
  return false;
}

}  // namespace graphwright
