// Reverse-mode accumulation.
#include "eager/backward.h"

#include <unordered_map>
#include <unordered_set>

#include "graph/func_graph.h"
#include "op/build.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

class Accumulator {
 public:
  void add(const Value& value, Value grad) { sums_[value.rep()].push_back(std::move(grad)); }
  bool has(const Value& value) const { return sums_.contains(value.rep()); }
  // The sum of what came in for `value`; null when nothing did.
  Value total(const Value& value) {
    auto it = sums_.find(value.rep());
    if (it == sums_.end()) return Value();
    if (it->second.size() > 1) {
      Value sum = build::add_n(it->second);
      it->second.clear();
      it->second.push_back(std::move(sum));
    }
    return it->second[0];
  }

 private:
  std::unordered_map<const ValueRep*, SmallVector<Value, 2>> sums_;
};

// Control flow and calls in graphs grow inputs and outputs when their gradient is taken: records made before show the
// old ones.
void refresh(Values& inputs, Values& outputs) {
  if (outputs.empty() || !outputs[0].is_symbol()) return;
  const Node* node = endpoint_of(outputs[0])->node;
  for (size_t i = outputs.size(); i < node->outputs.size(); ++i) outputs.push_back(node->output(static_cast<int>(i)));
  for (size_t i = inputs.size(); i < node->inputs.size(); ++i) inputs.emplace_back(node->inputs[i]);
}

// Seeds for a target: ones of its shape.
Value ones_for(const Value& target) {
  if (target.dtype() == DType::kVariant) fail(Code::kValueError, "a target of dtype variant needs output_gradients");
  if (target.is_tensor() || target.shape().fully_defined()) {
    Tensor one = Tensor::scalar_of(target.dtype(), 1);
    if (target.shape().is_scalar()) return one;
    return op<"Fill">({Tensor::from_shape(target.shape()), one});
  }
  return build::ones_like(target);
}

}  // namespace

bool is_differentiable(DType dtype) {
  return is_floating(dtype) || is_complex(dtype) || dtype == DType::kVariant || dtype == DType::kResource;
}

Value zeros_for(const Value& value) {
  if (value.dtype() != DType::kResource) return build::zeros_like(value);
  DType dtype = DType::kInvalid;
  if (value.is_symbol()) {
    dtype = endpoint_of(value)->handle_dtype;
    if (endpoint_of(value)->handle_shape.fully_defined())
      return op<"Fill">({Tensor::from_shape(endpoint_of(value)->handle_shape), Tensor::scalar_of(dtype, 0)});
  } else {
    dtype = VariableResource::of(value).dtype();
  }
  return build::zeros_like(op<"ReadVariableOp">({value}, {{"dtype", dtype}}));
}

std::vector<Record> records_of(const FuncGraph& graph) {
  std::vector<Record> records;
  for (const auto& node : graph.nodes()) {
    if (node->inputs.empty() || node->outputs.empty()) continue;
    Record record;
    record.op = node->op;
    record.attrs = node->attrs;
    for (Endpoint* input : node->inputs) record.inputs.emplace_back(input);
    for (size_t i = 0; i < node->outputs.size(); ++i) record.outputs.push_back(node->output(static_cast<int>(i)));
    records.push_back(std::move(record));
  }
  return records;
}

Values backward(std::span<const Record> records, std::span<const Value> targets, std::span<const Value> target_grads,
                std::span<const Value> sources) {
  // What depends on a source.
  std::unordered_set<const ValueRep*> dependent;
  for (const Value& source : sources) dependent.insert(source.rep());
  for (const Record& record : records) {
    bool any = false;
    for (const Value& input : record.inputs) any |= dependent.contains(input.rep());
    if (!any || (record.op && record.op->has(Trait::kNoGradient))) continue;
    for (const Value& output : record.outputs)
      if (is_differentiable(output.dtype())) dependent.insert(output.rep());
  }

  Accumulator grads;
  for (size_t i = 0; i < targets.size(); ++i) {
    const Value& target = targets[i];
    bool given = i < target_grads.size() && target_grads[i];
    if (!dependent.contains(target.rep())) continue;
    grads.add(target, given ? target_grads[i] : ones_for(target));
  }

  for (size_t r = records.size(); r-- > 0;) {
    const Record& record = records[r];
    SmallVector<bool, 8> wanted;
    bool any_input = false;
    for (const Value& input : record.inputs) {
      wanted.push_back(is_differentiable(input.dtype()) && dependent.contains(input.rep()));
      any_input |= wanted.back();
    }
    if (!any_input || (record.op && record.op->has(Trait::kNoGradient))) continue;
    Values inputs = record.inputs;
    Values outputs = record.outputs;
    bool grows = record.op && (record.op->has(Trait::kIf) || record.op->has(Trait::kWhile) ||
                               record.op->has(Trait::kCase) || record.op->has(Trait::kCall));
    if (grows) refresh(inputs, outputs);
    Values output_grads;
    bool any_grad = false;
    for (const Value& output : outputs) {
      output_grads.push_back(grads.total(output));
      any_grad |= static_cast<bool>(output_grads.back());
    }
    if (!any_grad) continue;
    Values input_grads;
    if (record.custom) {
      input_grads = record.custom(output_grads);
    } else {
      GW_CHECK(record.op->gradient_fn != nullptr, Code::kLookupError, "No gradient defined for operation '",
               record.op->name, "' (op type: ", record.op->name, ")");
      // A node's attrs may have changed since it was recorded (a call that now returns intermediates).
      bool symbolic = !outputs.empty() && outputs[0].is_symbol();
      const Attrs& attrs = symbolic ? endpoint_of(outputs[0])->node->attrs : record.attrs;
      wanted.resize(inputs.size());
      GradientContext context(*record.op, attrs, inputs, outputs, output_grads, wanted);
      input_grads = record.op->gradient_fn(context);
    }
    GW_CHECK(input_grads.size() >= record.inputs.size(), Code::kInternal, "the gradient of ",
             record.op ? record.op->name : "a custom function", " gave ", input_grads.size(), " values for ",
             record.inputs.size(), " inputs");
    for (size_t i = 0; i < record.inputs.size(); ++i)
      if (input_grads[i] && wanted[i]) grads.add(record.inputs[i], std::move(input_grads[i]));
  }

  Values result;
  for (const Value& source : sources) result.push_back(grads.total(source));
  return result;
}

}  // namespace graphwright
