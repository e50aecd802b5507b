// Recording.
#include "eager/tape.h"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>

#include "graph/func_graph.h"
#include "op/gradient_needs.h"
#include "tensor/buffer.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

bool is_trainable_handle(const Value& value) {
  if (value.dtype() != DType::kResource) return false;
  if (value.is_symbol()) return endpoint_of(value)->handle_trainable;
  const VariableResource* variable = VariableResource::find(value);
  return variable && variable->trainable;
}

// Tensors below this size are not worth the trouble.
constexpr int64_t kLargeBytes = 1 << 16;
// How many tensors are looked at after each op.
constexpr size_t kMostLookedAt = 8;

// Reads as zeros: stands in for elements that nobody reads.
Buffer* zero_buffer(size_t bytes) {
  static std::mutex mutex;
  static auto* zeros = new Ref<Buffer>;
  std::lock_guard lock(mutex);
  if (!*zeros || (*zeros)->bytes() < bytes) {
    bytes = std::max(bytes, *zeros ? 2 * (*zeros)->bytes() : size_t{1} << 24);
    // Pages that were never written share one page of zeros.
    void* pages = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) return nullptr;
    *zeros = Buffer::foreign(pages, bytes, [pages, bytes] { munmap(pages, bytes); });
  }
  (*zeros)->add_ref();
  return zeros->get();
}

constexpr uint32_t kFunctions = static_cast<uint32_t>(Trait::kCall) | static_cast<uint32_t>(Trait::kIf) |
                                static_cast<uint32_t>(Trait::kWhile) | static_cast<uint32_t>(Trait::kCase);
constexpr uint32_t kReaders = kFunctions | static_cast<uint32_t>(Trait::kReadsResource);

}  // namespace

void make_distinct(const Interpreter& next, std::span<const Value> inputs, std::span<Value> outputs) {
  if (next.is_tape()) return;
  const auto& items = interpreter_stack().items;
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

Values call_with_intermediates(Interpreter& next, const OpDef& op, std::span<const Value> inputs, const Attrs& attrs,
                               std::string_view name, Values& outputs) {
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
  for (size_t i = 0; i < function->num_outputs(); ++i) outputs.push_back(all[i]);
  return all;
}

const Value& Recorder::known_as(const Value& value) const {
  for (const auto& [tensor, symbol] : outside_)
    if (tensor == value) return symbol;
  return value;
}

Value Recorder::watched_as(const Value& value) {
  if (!value.is_tensor() || value.dtype() == DType::kResource) return value;
  FuncGraph* traced = graph();
  if (!traced || traced->is_plain) return value;
  if (const Value& known = known_as(value); known != value) return known;
  outside_.emplace_back(value, Value(traced->capture(value)));
  return outside_.back().second;
}

void GradientTape::watch(const Value& value) {
  if (watches(value)) return;
  log_.number(value);
  held_.push_back(value);
}

void GradientTape::watch_variables_among(std::span<const Value> inputs) {
  for (const Value& input : inputs) {
    if (input.dtype() == DType::kResource && !watches(input) && is_trainable_handle(input)) watch_variable(input);
  }
}

// An output that a recorded call or loop in a graph has grown since, for a gradient that was taken of it.
bool GradientTape::watch_if_grown(const Value& value) {
  if (!value.is_symbol() || !is_differentiable(value.dtype())) return false;
  const Node* node = endpoint_of(value)->node;
  if (!(node->op->traits & kFunctions)) return false;
  bool recorded = false;
  for (const auto& output : node->outputs) recorded |= watches(Value(output.get()));
  if (recorded) watch(value);
  return recorded;
}

void GradientTape::call(const OpDef& op, std::span<const Value> given, const Attrs& attrs, std::string_view name,
                        Values& outputs) {
  Interpreter& next = interpreter_stack().below(this);
  // While a graph is traced, a variable's handle is known by the placeholder that stands for it there.
  Values local;
  std::span<const Value> inputs = given;
  FuncGraph* traced = next.graph();
  for (size_t i = 0; traced && i < given.size(); ++i) {
    if (given[i].is_symbol() && endpoint_of(given[i])->node->graph == traced) continue;
    const bool handle = given[i].dtype() == DType::kResource;
    const Value& known = handle ? given[i] : known_as(given[i]);
    if (!handle && known == given[i]) continue;
    if (local.empty()) local = Values(given.begin(), given.end());
    local[i] = handle ? Value(traced->capture(given[i])) : known;
    inputs = local;
  }
  bool relevant = false;
  bool reads = (op.traits & kReaders) || own_gradient(op, attrs);
  if (recording && watch_variables_ && reads) watch_variables_among(inputs);
  if (recording && !op.has(Trait::kNoGradient)) {
    for (const Value& input : inputs) relevant |= watches(input) || (traced && watch_if_grown(input));
  }
  if (relevant && op.has(Trait::kCall) && !traced) {
    Values all = call_with_intermediates(next, op, inputs, attrs, name, outputs);
    note_large(log_.append(&op, attrs, inputs, all));
    return;
  }
  size_t before = outputs.size();
  next.call(op, inputs, attrs, name, outputs);
  make_distinct(next, inputs, std::span<Value>(outputs).subspan(before));
  if (!relevant) return;
  std::span<const Value> made = std::span<const Value>(outputs).subspan(before);
  bool differentiable = false;
  for (const Value& output : made) differentiable |= is_differentiable(output.dtype());
  if (!differentiable) return;
  const Record& record = log_.append(&op, attrs, inputs, made);
  if (traced) return;
  let_go();
  note_large(record);
}

Values Recorder::all_known_as(std::span<const Value> values) const {
  Values all(values.begin(), values.end());
  for (Value& value : all) value = known_as(value);
  return all;
}

void GradientTape::note_large(const Record& record) {
  const OpDef& op = *record.op;
  bool any = false, read_inputs = true, read_outputs = true;
  for (size_t i = 0; i < record.operands.size(); ++i) {
    const Value& operand = record.operands[i];
    if (!operand.is_tensor() || !is_plain(operand.dtype())) continue;
    auto* rep = static_cast<TensorRep*>(operand.rep());
    if (!rep->buffer || !rep->data || rep->num_elements * static_cast<int64_t>(dtype_size(rep->dtype)) < kLargeBytes)
      continue;
    if (!any) {
      const GradientNeeds needs = own_gradient(op, record.attrs) ? GradientNeeds::kAll : gradient_needs(op);
      read_inputs = needs == GradientNeeds::kAll || needs == GradientNeeds::kInputs;
      read_outputs = needs == GradientNeeds::kAll || needs == GradientNeeds::kOutputs;
      any = true;
    }
    Large& large = large_[rep];
    ++large.uses;
    large.needed |= i < record.num_inputs ? read_inputs : read_outputs;
    if (i >= record.num_inputs && !large.needed) unneeded_.push_back(rep);
  }
}

void GradientTape::let_go() {
  if (unneeded_.size() > kMostLookedAt)
    unneeded_.erase(unneeded_.begin(), unneeded_.end() - static_cast<ptrdiff_t>(kMostLookedAt));
  std::erase_if(unneeded_, [&](ValueRep* value) {
    const Large& large = large_[value];
    if (large.needed) return true;
    if (value->refs.load(std::memory_order_acquire) != large.uses) return false;
    auto* rep = static_cast<TensorRep*>(value);
    const size_t bytes = static_cast<size_t>(rep->num_elements) * dtype_size(rep->dtype);
    if (Buffer* zeros = zero_buffer(bytes)) {
      rep->buffer->release();
      rep->buffer = zeros;
      rep->data = zeros->data();
      rep->offset = 0;
    }
    return true;
  });
}

void GradientTape::reset() {
  large_.clear();
  unneeded_.clear();
  log_.clear();
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
  recording = false;
  Values result = knows_outside()
                      ? backward(log_, all_known_as(targets), target_grads, all_known_as(sources), /*consume=*/true)
                      : backward(log_, targets, target_grads, sources, /*consume=*/true);
  log_.clear();
  large_.clear();
  unneeded_.clear();
  held_.clear();
  return result;
}

Values GradientTape::gradient_again(std::span<const Value> targets, std::span<const Value> target_grads,
                                    std::span<const Value> sources) {
  if (!knows_outside()) return backward(log_, targets, target_grads, sources, /*consume=*/false);
  return backward(log_, all_known_as(targets), target_grads, all_known_as(sources), /*consume=*/false);
}

}  // namespace graphwright
