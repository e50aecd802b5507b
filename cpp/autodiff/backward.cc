// Reverse-mode accumulation.
#include "autodiff/backward.h"

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "graph/func_graph.h"
#include "op/build.h"
#include "op/gradient_slices.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

using Contributions = SmallVector<Value, 2>;

// The sum of what came in for one value. Slices stay slices where nothing else came in; `ranks` says which of them goes
// first.
Value sum_of(Contributions& parts, std::span<const int32_t> ranks) {
  if (parts.size() == 1) return parts[0];
  bool any = false, all = true;
  for (const Value& part : parts) {
    bool is_slices = slices_of(part) != nullptr;
    any |= is_slices;
    all &= is_slices;
  }
  if (all) {
    SmallVector<size_t, 8> order;
    for (size_t i = 0; i < parts.size(); ++i) order.push_back(i);
    if (ranks.size() == parts.size())
      std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return ranks[a] < ranks[b]; });
    Contributions ordered;
    for (size_t i : order) ordered.push_back(parts[i]);
    return join_slices(ordered);
  }
  if (any)
    for (Value& part : parts) part = to_dense(part);
  return build::add_n(parts);
}

bool grows(const OpDef& op) {
  return op.has(Trait::kIf) || op.has(Trait::kWhile) || op.has(Trait::kCase) || op.has(Trait::kCall);
}

// Control flow and calls in graphs grow inputs and outputs when their gradient is taken: records made before show the
// old ones.
void refresh(Record& record, const Log& log) {
  std::span<const Value> outputs = record.outputs();
  if (outputs.empty() || !outputs[0].is_symbol()) return;
  const Node* node = endpoint_of(outputs[0])->node;
  if (node->outputs.size() <= outputs.size() && node->inputs.size() <= record.num_inputs) return;
  Values operands(record.inputs().begin(), record.inputs().end());
  for (size_t i = operands.size(); i < node->inputs.size(); ++i) operands.emplace_back(node->inputs[i]);
  record.num_inputs = static_cast<uint32_t>(operands.size());
  operands.append(outputs);
  for (size_t i = outputs.size(); i < node->outputs.size(); ++i) operands.push_back(node->output(static_cast<int>(i)));
  record.operands = std::move(operands);
  record.ids.clear();
  for (const Value& operand : record.operands) record.ids.push_back(log.find(operand));
}

// Seeds for a target: ones of its shape.
Value ones_for(const Value& target) {
  if (target.dtype() == DType::kVariant) fail(Code::kValueError, "a target of dtype variant needs output_gradients");
  if (target.is_tensor() || target.shape().fully_defined()) {
    Tensor one = Tensor::scalar_of(target.dtype(), 1);
    if (target.shape().is_scalar()) return one;
    const Value inputs[] = {Tensor::from_shape(target.shape()), one};
    return call(op_def<"Fill">(), inputs, {}, "ones")[0];
  }
  return build::ones_like(target);
}

// The name of the gradient that the node behind a record has in place of its op's, or null. It counts where the
// gradient of a graph is found, not of what a tape has recorded.
const std::string* overriding_gradient(const Record& record, bool of_graph) {
  if (!of_graph) return nullptr;
  std::span<const Value> outputs = record.outputs();
  if (outputs.empty() || !outputs[0].is_symbol()) return nullptr;
  const AttrValue* value = endpoint_of(outputs[0])->node->attrs.find(kOverridingGradientAttr);
  return value ? std::get_if<std::string>(value) : nullptr;
}

bool has_no_gradient(const Record& record, bool of_graph) {
  return record.op->has(Trait::kNoGradient) && !overriding_gradient(record, of_graph);
}

// While it lives, nodes are named after the op whose gradient they are: "gradient_tape/mul/Mul" where a tape has
// recorded it, "gradients/mul_grad/Mul" where it is found in a graph.
class NamedAfter {
 public:
  NamedAfter(const Record& record, bool of_graph) {
    std::span<const Value> outputs = record.outputs();
    graph_ = interpreter_stack().top().graph();
    if (!graph_ || outputs.empty() || !outputs[0].is_symbol()) {
      graph_ = nullptr;
      return;
    }
    const Node* node = endpoint_of(outputs[0])->node;
    depth_ = graph_->name_scopes.size();
    const std::string& name = node->name;
    if (of_graph) {
      graph_->name_scopes.push_back(graph_->unique_name(name.substr(name.rfind('/') + 1) + "_grad"));
      return;
    }
    const size_t end = node->heads_scope ? name.size() : name.rfind('/');
    std::string scope = "gradient_tape";
    if (end != std::string::npos) scope += "/" + name.substr(0, end);
    graph_->name_scopes.push_back(std::move(scope));
  }
  ~NamedAfter() {
    if (graph_ && graph_->name_scopes.size() > depth_) graph_->name_scopes.resize(depth_);
  }
  NamedAfter(const NamedAfter&) = delete;
  NamedAfter& operator=(const NamedAfter&) = delete;

 private:
  FuncGraph* graph_;
  size_t depth_ = 0;
};

// Calls the op's rule, or the custom gradient.
Values input_gradients(const Record& record, Values& output_grads, std::span<const bool> wanted, bool of_graph) {
  const OpDef& op = *record.op;
  if (GradientFunction* own = own_gradient(op, record.attrs)) return (*own)(output_grads);
  std::span<const Value> inputs = record.inputs(), outputs = record.outputs();
  if (const std::string* name = overriding_gradient(record, of_graph)) {
    for (Value& grad : output_grads)
      if (grad) grad = to_dense(grad);
    GradientContext context(op, endpoint_of(outputs[0])->node->attrs, inputs, outputs, output_grads, wanted);
    if (user_gradient) {
      Values found;
      if (user_gradient(*name, context, found)) return found;
    }
    const OpDef* other = find_op(*name);
    GW_CHECK(other && other->gradient_fn, Code::kLookupError, "No gradient defined for operation '",
             endpoint_of(outputs[0])->node->name, "' (op type: ", op.name,
             "): gradient registry has no entry for: ", *name);
    Values found = other->gradient_fn(context);
    GW_CHECK(found.size() == inputs.size(), Code::kValueError, "Num gradients ", found.size(), " generated for op ",
             op.name, " by the gradient of ", *name, " do not match num inputs ", inputs.size());
    return found;
  }
  if (!op.gradient_fn) {
    bool symbolic = !outputs.empty() && outputs[0].is_symbol();
    GW_CHECK(symbolic, Code::kLookupError, "gradient registry has no entry for: ", op.name);
    fail(Code::kLookupError, "No gradient defined for operation '", endpoint_of(outputs[0])->node->name,
         "' (op type: ", op.name, ")");
  }
  if (!op.has(Trait::kPassesSlices)) {
    for (Value& grad : output_grads)
      if (grad) grad = to_dense(grad);
  }
  // A node's attrs may have changed since it was recorded (a call that now returns intermediates).
  Attrs attrs = !outputs.empty() && outputs[0].is_symbol() ? endpoint_of(outputs[0])->node->attrs : record.attrs;
  GradientContext context(op, attrs, inputs, outputs, output_grads, wanted);
  return op.gradient_fn(context);
}

// The order in which TensorFlow's walk reaches the records, which shows in slices that are joined: breadth first from
// the targets, each record once all that its outputs are used by has been done.
class ArrivalOrder {
 public:
  ArrivalOrder(Log& log, std::span<const Value> targets, std::span<const uint8_t> dependent)
      : ranks_(log.num_records(), 0), producers_(dependent.size(), -1), uses_(dependent.size(), 0) {
    const auto size = static_cast<int32_t>(dependent.size());
    auto counts = [&](int32_t id) { return id >= 0 && id < size && dependent[id]; };
    std::vector<uint8_t> reached(dependent.size(), 0);
    std::vector<int32_t> missing(log.num_records(), 0);
    bool symbolic = false;
    for (const Value& target : targets) {
      if (int32_t id = log.find(target); counts(id)) reached[id] = 1;
      symbolic |= target.is_symbol();
    }
    for (size_t r = log.num_records(); r-- > 0;) {
      const Record& record = log.record(r);
      if (has_no_gradient(record, log.of_graph)) continue;
      bool taken = false;
      for (size_t i = record.num_inputs; i < record.ids.size(); ++i) {
        const int32_t id = record.ids[i];
        if (!counts(id)) continue;
        producers_[id] = static_cast<int32_t>(r);
        taken |= reached[id] != 0;
        missing[r] += uses_[id] > 0;
      }
      if (!taken) continue;
      for (uint32_t i = 0; i < record.num_inputs; ++i) {
        const int32_t id = record.ids[i];
        if (!counts(id)) continue;
        reached[id] = 1;
        ++uses_[id];
      }
    }
    std::vector<int32_t> queue;
    std::vector<uint8_t> queued(log.num_records(), 0);
    auto enqueue = [&](int32_t r) {
      if (!queued[r]) queue.push_back(r);
      queued[r] = 1;
    };
    for (size_t k = 0; k < targets.size(); ++k) {
      const int32_t id = log.find(targets[symbolic ? k : targets.size() - 1 - k]);
      if (counts(id) && producers_[id] >= 0 && missing[producers_[id]] == 0) enqueue(producers_[id]);
    }
    for (size_t next = 0; next < queue.size(); ++next) {
      const int32_t r = queue[next];
      ranks_[r] = static_cast<int32_t>(next);
      const Record& record = log.record(r);
      for (uint32_t i = 0; i < record.num_inputs; ++i) {
        const int32_t id = record.ids[i];
        if (!counts(id) || --uses_[id] > 0 || producers_[id] < 0) continue;
        if (--missing[producers_[id]] <= 0) enqueue(producers_[id]);
      }
    }
  }

  int32_t rank(size_t record) const { return ranks_[record]; }

 private:
  std::vector<int32_t> ranks_;      // by record
  std::vector<int32_t> producers_;  // by number of a value: the record that made it
  std::vector<int32_t> uses_;
};

// What a source that the log does not know has as a target is lost where a record that a target came from takes it, as
// in TensorFlow.
void drop_used(Log& log, std::span<const Value> targets, std::span<const Value> sources,
               SmallVector<Contributions, 1>& unrecorded) {
  std::vector<uint8_t> reached(static_cast<size_t>(log.size()), 0);
  for (const Value& target : targets)
    if (int32_t id = log.find(target); id >= 0) reached[static_cast<size_t>(id)] = 1;
  for (size_t r = log.num_records(); r-- > 0;) {
    const Record& record = log.record(r);
    if (has_no_gradient(record, log.of_graph)) continue;
    bool any = false;
    for (size_t i = record.num_inputs; i < record.ids.size(); ++i)
      any |= record.ids[i] >= 0 && reached[static_cast<size_t>(record.ids[i])];
    if (!any) continue;
    for (uint32_t i = 0; i < record.num_inputs; ++i) {
      if (record.ids[i] >= 0) reached[static_cast<size_t>(record.ids[i])] = 1;
      for (size_t k = 0; k < sources.size(); ++k)
        if (sources[k] == record.operands[i]) unrecorded[k].clear();
    }
  }
}

}  // namespace

bool (*user_gradient)(const std::string&, GradientContext&, Values&) = nullptr;

void GradientFunction::exit() {
  if (auto later = std::exchange(later_, nullptr)) later();
  until_exit_ = nullptr;
}

Values GradientFunction::operator()(std::span<const Value> grads) {
  const bool again = until_exit_ != nullptr;
  if (later_ && interpreter_stack().top().graph() == graph_) std::exchange(later_, nullptr)();
  Values result(num_results_);
  Values found = (again ? until_exit_ : gradient_)(grads.first(num_results_));
  result.append(found);
  return result;
}
const std::string& GradientFunction::name() const {
  static const std::string name = "custom_gradient";
  return name;
}
std::vector<Tensor> GradientFunction::run(std::span<const Value>) {
  fail(Code::kInternal, "a gradient function cannot be called");
}
const Derivative& GradientFunction::derivative() { fail(Code::kInternal, "a gradient function has no derivative"); }

GradientFunction* own_gradient(const OpDef& op, const Attrs& attrs) {
  if (&op != &op_def<"IdentityN">()) return nullptr;
  const AttrValue* value = attrs.find(kOwnGradientAttr);
  const auto* function = value ? std::get_if<Ref<FunctionRef>>(value) : nullptr;
  return function ? dynamic_cast<GradientFunction*>(function->get()) : nullptr;
}

Record& Log::append(const OpDef* op, const Attrs& attrs, std::span<const Value> inputs,
                    std::span<const Value> outputs) {
  if (num_records_ == blocks_.size() * kBlock) blocks_.push_back(std::make_unique<std::array<Record, kBlock>>());
  Record& record = this->record(num_records_++);
  record.op = op;
  record.num_inputs = static_cast<uint32_t>(inputs.size());
  record.attrs = attrs;
  record.operands.append(inputs);
  record.operands.append(outputs);
  // Graphs of gradients, as those of Jacobians, know what they capture of it.
  for (const Value& output : outputs)
    if (output.is_tensor()) output.rep()->shown = true;
  for (const Value& input : inputs) record.ids.push_back(find(input));
  for (const Value& output : outputs) record.ids.push_back(is_differentiable(output.dtype()) ? number(output) : -1);
  return record;
}

void Log::note_inputs(const Value& value, int32_t id) {
  for (size_t r = 0; r < num_records_; ++r) {
    Record& taken = record(r);
    for (size_t i = 0; i < taken.num_inputs; ++i)
      if (taken.operands[i] == value) taken.ids[i] = id;
  }
}

void Log::forget_origin(const Value& value) {
  int32_t id = find(value);
  if (id < 0) return;
  for (size_t r = 0; r < num_records_; ++r) {
    Record& made = record(r);
    for (size_t i = made.num_inputs; i < made.ids.size(); ++i)
      if (made.ids[i] == id) made.ids[i] = -1;
  }
}

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

void log_graph(const FuncGraph& graph, Log& log) {
  log.of_graph = true;
  for (const auto& node : graph.nodes()) {
    if (node->inputs.empty() || node->outputs.empty()) continue;
    Values inputs, outputs;
    for (Endpoint* input : node->inputs) {
      inputs.emplace_back(input);
      if (is_differentiable(input->dtype)) log.number(inputs.back());
    }
    for (size_t i = 0; i < node->outputs.size(); ++i) outputs.push_back(node->output(static_cast<int>(i)));
    log.append(node->op, node->attrs, inputs, outputs);
  }
}

void log_enclosing_graphs(const FuncGraph& graph, Log& log) {
  if (graph.outer()) log_enclosing_graphs(*graph.outer(), log);
  for (const auto* list : {&graph.captures, &graph.constants})
    for (const FuncGraph::Capture& capture : *list)
      if (is_differentiable(capture.inner->dtype)) log.alias(Value(capture.inner), capture.outer);
  log_graph(graph, log);
}

Values backward(Log& log, std::span<const Value> targets, std::span<const Value> target_grads,
                std::span<const Value> sources, bool consume) {
  // What depends on a source, by number. Numbers that are given while this runs are of no interest.
  const int32_t size = log.size();
  SmallVector<uint8_t, 64> dependent(size, 0), is_source(size, 0);
  SmallVector<int32_t, 8> source_ids;
  for (const Value& source : sources) {
    int32_t id = log.find(source);
    source_ids.push_back(id);
    if (id >= 0) dependent[id] = is_source[id] = 1;
  }
  const size_t num_records = log.num_records();
  for (size_t r = 0; r < num_records; ++r) {
    Record& record = log.record(r);
    if (has_no_gradient(record, log.of_graph)) continue;
    if (grows(*record.op)) refresh(record, log);
    bool any = false;
    for (uint32_t i = 0; i < record.num_inputs; ++i) any |= record.ids[i] >= 0 && dependent[record.ids[i]];
    if (!any) continue;
    for (size_t i = record.num_inputs; i < record.ids.size(); ++i)
      if (record.ids[i] >= 0) dependent[record.ids[i]] = 1;
  }

  SmallVector<Contributions, 16> grads(size);
  // Where slices came from, as long as nothing else came in for the same value; known only while slices are about.
  std::unique_ptr<ArrivalOrder> order;
  std::unordered_map<int32_t, SmallVector<int32_t, 4>> slice_ranks;
  auto total = [&](int32_t id) {
    auto ranks = slice_ranks.find(id);
    if (ranks == slice_ranks.end()) return sum_of(grads[id], {});
    return sum_of(grads[id], {ranks->second.data(), ranks->second.size()});
  };
  SmallVector<Contributions, 1> unrecorded(sources.size());  // of sources that the log does not know
  for (size_t i = 0; i < targets.size(); ++i) {
    int32_t id = log.find(targets[i]);
    SmallVector<Contributions*, 2> places;
    if (id >= 0 && dependent[id]) places.push_back(&grads[id]);
    for (size_t k = 0; k < sources.size() && id < 0; ++k)
      if (sources[k] == targets[i]) places.push_back(&unrecorded[k]);
    if (places.empty()) continue;
    bool given = i < target_grads.size() && target_grads[i];
    Value seed = given ? target_grads[i] : ones_for(targets[i]);
    for (Contributions* place : places) place->push_back(seed);
  }
  bool any_unrecorded = false;
  for (const Contributions& parts : unrecorded) any_unrecorded |= !parts.empty();
  if (any_unrecorded && targets.size() > 1) drop_used(log, targets, sources, unrecorded);

  SmallVector<bool, 8> wanted;
  Values output_grads;
  for (size_t r = num_records; r-- > 0;) {
    Record& record = log.record(r);
    if (has_no_gradient(record, log.of_graph)) continue;
    const uint32_t num_inputs = record.num_inputs;
    wanted.clear();
    bool any_input = false;
    for (uint32_t i = 0; i < num_inputs; ++i) {
      const int32_t id = record.ids[i];
      const bool wants = id >= 0 && dependent[id] && is_differentiable(record.operands[i].dtype());
      wanted.push_back(wants);
      any_input |= wants;
    }
    if (!any_input) continue;
    if (grows(*record.op)) {
      refresh(record, log);
      wanted.resize(record.num_inputs);
    }
    output_grads.clear();
    bool any_grad = false;
    for (size_t i = record.num_inputs; i < record.ids.size(); ++i) {
      const int32_t id = record.ids[i];
      if (id < 0 || id >= size || grads[id].empty()) {
        output_grads.emplace_back();
        continue;
      }
      any_grad = true;
      Contributions& parts = grads[id];
      if (parts.size() > 1) {
        Value sum = total(id);
        parts.clear();
        parts.push_back(std::move(sum));
      }
      if (is_source[id]) {
        output_grads.push_back(parts[0]);
      } else {
        output_grads.push_back(std::move(parts[0]));
        parts.clear();
      }
    }
    if (any_grad) {
      Values input_grads;
      {
        NamedAfter scope(record, log.of_graph);
        input_grads = input_gradients(record, output_grads, wanted, log.of_graph);
      }
      GW_CHECK(input_grads.size() >= num_inputs, Code::kInternal, "a gradient rule gave ", input_grads.size(),
               " values for ", num_inputs, " inputs");
      for (uint32_t i = 0; i < num_inputs; ++i) {
        if (!input_grads[i] || !wanted[i]) continue;
        if (slices_of(input_grads[i])) {
          if (!order) order = std::make_unique<ArrivalOrder>(log, targets, std::span<const uint8_t>(dependent));
          slice_ranks[record.ids[i]].push_back(order->rank(r));
        }
        grads[record.ids[i]].push_back(std::move(input_grads[i]));
      }
    }
    if (consume) {
      record.operands.clear();
      record.attrs = {};
    }
  }

  Values result;
  for (size_t k = 0; k < sources.size(); ++k) {
    Contributions& parts = source_ids[k] >= 0 ? grads[source_ids[k]] : unrecorded[k];
    if (parts.empty()) {
      result.emplace_back();
      continue;
    }
    Value sum = source_ids[k] >= 0 ? total(source_ids[k]) : sum_of(parts, {});
    parts.clear();
    parts.push_back(sum);
    result.push_back(std::move(sum));
  }
  return result;
}

}  // namespace graphwright
