// Forward-mode derivatives by differentiating reverse-mode rules.
#include "autodiff/forward.h"

#include <algorithm>
#include <functional>

#include "op/build.h"
#include "op/gradient_slices.h"

namespace graphwright {
namespace {

// Takes `item` and what lies above it off the interpreter stack for a while.
class StackBelow {
 public:
  explicit StackBelow(const Interpreter* item) {
    auto& items = interpreter_stack().items;
    size_t at = items.size();
    while (at > 0 && items[at - 1] != item) --at;
    if (at == 0) return;
    above_.append(std::span<Interpreter* const>(items.data() + at - 1, items.size() - at + 1));
    items.resize(at - 1);
  }
  ~StackBelow() { interpreter_stack().items.append(std::span<Interpreter* const>(above_.data(), above_.size())); }
  StackBelow(const StackBelow&) = delete;
  StackBelow& operator=(const StackBelow&) = delete;

 private:
  SmallVector<Interpreter*, 4> above_;
};

// Whether a derivative that is missing can be one of zeros.
bool has_zeros(const Value& value) {
  return is_differentiable(value.dtype()) && value.dtype() != DType::kResource && value.dtype() != DType::kVariant;
}

// The derivatives of outputs whose reverse-mode rule is `pull`, for those of the inputs (null: zero). Null where an
// output does not depend on an input that has one.
Values push_forward(const std::function<Values(std::span<const Value> grads)>& pull, std::span<const Value> outputs,
                    std::span<const Value> tangents) {
  auto tape = make_ref<GradientTape>(/*persistent=*/false, /*watch_accessed_variables=*/false);
  Values grads;    // u, one for each output
  Values sources;  // those that are not null
  Values pulled;
  {
    InterpreterScope scope(tape.get());
    for (const Value& output : outputs) {
      bool differentiable = is_differentiable(output.dtype()) && output.dtype() != DType::kResource;
      // Any value would do where a rule is linear as written; some take logarithms of the gradient, which has to be >
      // 0.
      Value seed;
      if (differentiable) seed = output.dtype() == DType::kVariant ? zeros_for(output) : build::ones_like(output);
      grads.push_back(std::move(seed));
      if (!differentiable) continue;
      // A value of its own, whatever else may be the same one.
      if (grads.back().is_tensor()) grads.back() = Tensor::of(grads.back()).reshaped(output.shape());
      tape->watch(grads.back());
      sources.push_back(grads.back());
    }
    pulled = pull(grads);
  }
  Values targets, seeds;
  for (size_t i = 0; i < tangents.size() && i < pulled.size(); ++i) {
    if (!tangents[i] || !pulled[i]) continue;
    if (const GradientSlices* slices = slices_of(pulled[i])) {
      targets.push_back(slices->values);
      seeds.push_back(op<"GatherV2">({tangents[i], slices->indices, build::number(DType::kInt32, 0)}));
    } else {
      targets.push_back(pulled[i]);
      seeds.push_back(tangents[i]);
    }
  }
  Values found = tape->gradient(targets, seeds, sources);
  Values result;
  size_t next = 0;
  for (size_t i = 0; i < grads.size(); ++i) {
    Value derivative = grads[i] ? to_dense(found[next++]) : Value();
    // A rule that gives a constant for an input with a derivative is one of zeros.
    if (!derivative && !targets.empty() && has_zeros(outputs[i])) derivative = zeros_for(outputs[i]);
    result.push_back(std::move(derivative));
  }
  return result;
}

// Whether a recorder on the stack may ask for derivatives of what is made of these.
bool is_watched(std::span<const Value> values) {
  const auto& items = interpreter_stack().items;
  for (size_t i = items.size(); i-- > 0 && items[i]->is_tape();)
    for (const Value& value : values)
      if (items[i]->watches_value(value)) return true;
  return false;
}

// Accumulators on the stack that know a derivative of one of the inputs know one of what was made of them.
void push_zeros(std::span<const Value> inputs, const Value& result) {
  const auto& items = interpreter_stack().items;
  for (size_t i = items.size(); i-- > 0 && items[i]->is_tape();) {
    auto* accumulator = dynamic_cast<ForwardAccumulator*>(items[i]);
    if (!accumulator || !accumulator->recording || accumulator->tangent(result)) continue;
    if (std::any_of(inputs.begin(), inputs.end(), [&](const Value& input) { return !!accumulator->tangent(input); }))
      accumulator->watch(result, zeros_for(result));
  }
}

}  // namespace

bool ForwardAccumulator::watch(const Value& given, const Value& tangent) {
  const Value& value = known_as(given);
  if (watches_value(value)) return false;
  if (known_.size() >= next_sweep_) drop_unreachable();
  tangents_.insert(value.rep(), static_cast<int32_t>(known_.size()));
  known_.push_back({value, tangent});
  if (value.is_tensor()) value.rep()->shown = true;  // see Log::append()
  return true;
}

void ForwardAccumulator::entered() {
  const size_t watched = known_.size();
  for (size_t i = 0; i < watched; ++i) {
    Value inside = watched_as(known_[i].value);
    if (!(inside == known_[i].value)) watch(inside, Value(known_[i].tangent));
  }
}

void ForwardAccumulator::drop_unreachable() {
  std::vector<Known> kept;
  for (Known& known : known_) {
    const bool alone = known.value.is_tensor() && known.value.rep()->refs.load(std::memory_order_acquire) == 1;
    if (!alone) kept.push_back(std::move(known));
  }
  known_ = std::move(kept);
  tangents_.clear();
  for (size_t i = 0; i < known_.size(); ++i) tangents_.insert(known_[i].value.rep(), static_cast<int32_t>(i));
  next_sweep_ = std::max<size_t>(64, 2 * known_.size());
}

Value ForwardAccumulator::tangent(const Value& value) const {
  int32_t place = tangents_.find(known_as(value).rep());
  return place < 0 ? Value() : known_[place].tangent;
}

Values ForwardAccumulator::tangents_of(std::span<const Value> values) {
  Values result;
  for (const Value& value : values) {
    watch_if_grown(value);
    result.push_back(tangent(value));
  }
  return result;
}

void ForwardAccumulator::push(const Node* node, const OpDef& op, const Attrs& attrs, std::span<const Value> inputs,
                              std::span<const Value> outputs, Values tangents) {
  GradientFunction* own = custom_gradient(op, attrs);
  GW_CHECK(own || op.gradient_fn, Code::kLookupError, "gradient registry has no entry for: ", op.name);
  StackBelow below(this);
  tangents.resize(inputs.size());
  if (is_watched(inputs)) {
    for (size_t i = 0; i < inputs.size(); ++i)
      if (!tangents[i] && has_zeros(inputs[i])) tangents[i] = zeros_for(inputs[i]);
  }
  SmallVector<bool, 8> wanted;
  for (const Value& tangent : tangents) wanted.push_back(static_cast<bool>(tangent));
  auto pull = [&](std::span<const Value> grads) {
    if (own) return (*own)(grads);
    Attrs now = node ? node->attrs : attrs;
    GradientContext context(op, now, inputs, outputs, grads, wanted);
    return op.gradient_fn(context);
  };
  Values results = push_forward(pull, outputs, tangents);
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) continue;
    // A tensor of its own, though a rule hands on what it is given.
    const bool handed_on = std::find(tangents.begin(), tangents.end(), results[i]) != tangents.end();
    if (handed_on) results[i] = graphwright::op<"Identity">({results[i]});
    push_zeros(inputs, results[i]);
    watch(outputs[i], results[i]);
  }
}

// An output that a call or loop in a graph has grown since it was seen, for a gradient that was taken of it.
void ForwardAccumulator::watch_if_grown(const Value& value) {
  if (!value.is_symbol() || !is_differentiable(value.dtype()) || watches_value(value)) return;
  Node* node = endpoint_of(value)->node;
  auto found = functions_.find(node);
  if (found == functions_.end()) return;
  push_node(node, Values(found->second));
}

void ForwardAccumulator::push_node(const Node* node, const Values& tangents) {
  Values inputs, outputs;
  for (Endpoint* input : node->inputs) inputs.emplace_back(input);
  for (const auto& output : node->outputs) outputs.emplace_back(output.get());
  push(node, *node->op, node->attrs, inputs, outputs, tangents);
}

void ForwardAccumulator::call(const OpDef& op, std::span<const Value> given, const Attrs& attrs, std::string_view name,
                              Values& outputs) {
  Interpreter& next = interpreter_stack().below(this);
  Values inputs(given.begin(), given.end());
  FuncGraph* traced = next.graph();
  for (Value& input : inputs)
    if (traced) input = known_in(*traced, input);
  Values tangents = recording && !op.has(Trait::kNoGradient) ? tangents_of(inputs) : Values();
  bool relevant = false;
  for (const Value& tangent : tangents) relevant |= static_cast<bool>(tangent);
  Values made, all;
  bool is_call = relevant && op.has(Trait::kCall) && !traced;
  if (is_call) {
    Ref<FunctionRef> forward;
    all = call_with_intermediates(next, op, inputs, attrs, name, /*all_orders=*/false, made, forward);
  } else {
    next.call(op, inputs, attrs, name, made);
    all = made;
  }
  bool differentiable = false;
  for (const Value& output : all) differentiable |= is_differentiable(output.dtype());
  relevant &= differentiable;
  GradientFunction* own = relevant ? custom_gradient(op, attrs) : nullptr;
  // Derivatives that the ops behind a custom gradient gave themselves are kept, as in TensorFlow.
  bool known = false;
  for (size_t i = 0; own && i < own->num_results(); ++i) known |= static_cast<bool>(tangents[i]);
  if (known) {
    for (size_t i = 0; i < own->num_results(); ++i)
      if (tangents[i]) watch(made[i], tangents[i]);
  } else if (relevant) {
    const Node* node = !all.empty() && all[0].is_symbol() ? endpoint_of(all[0])->node : nullptr;
    if (node && op.runs_functions()) {
      // As it is now: an accumulator below may have made it grow.
      functions_[node] = tangents;
      push_node(node, tangents);
    } else {
      push(node, op, attrs, inputs, all, tangents);
    }
  }
  for (Value& output : made) outputs.push_back(std::move(output));
}

}  // namespace graphwright
