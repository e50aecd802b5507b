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
  if (GradientFunction* own = custom_gradient(op, record.attrs)) return (*own)(output_grads);
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

GradientFunction* custom_gradient(const OpDef& op, const Attrs& attrs) {
  if (&op != &op_def<"IdentityN">()) return nullptr;
  const AttrValue* value = attrs.find(kCustomGradientAttr);
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

namespace {

// One walk back over the records of a log, from the targets to the sources.
class BackwardWalk {
 public:
  BackwardWalk(Log& log, std::span<const Value> targets, std::span<const Value> sources)
      : log_(log),
        targets_(targets),
        sources_(sources),
        size_(log.size()),
        dependent_(size_, 0),
        is_source_(size_, 0),
        grads_(size_),
        unrecorded_(sources.size()) {}

  Values run(std::span<const Value> target_grads, bool consume) {
    const size_t num_records = log_.num_records();
    mark(num_records);
    seed(target_grads);
    for (size_t r = num_records; r-- > 0;) visit(r, consume);
    return collect();
  }

 private:
  // Finds what depends on a source.
  void mark(size_t num_records) {
    for (const Value& source : sources_) {
      int32_t id = log_.find(source);
      source_ids_.push_back(id);
      if (id >= 0) dependent_[id] = is_source_[id] = 1;
    }
    for (size_t r = 0; r < num_records; ++r) {
      Record& record = log_.record(r);
      if (has_no_gradient(record, log_.of_graph)) continue;
      if (grows(*record.op)) refresh(record, log_);
      bool any = false;
      for (uint32_t i = 0; i < record.num_inputs; ++i) any |= record.ids[i] >= 0 && dependent_[record.ids[i]];
      if (!any) continue;
      for (size_t i = record.num_inputs; i < record.ids.size(); ++i)
        if (record.ids[i] >= 0) dependent_[record.ids[i]] = 1;
    }
  }

  // Gives the targets their gradients, ones by default.
  void seed(std::span<const Value> target_grads) {
    bool any_unrecorded = false;
    for (size_t i = 0; i < targets_.size(); ++i) {
      int32_t id = log_.find(targets_[i]);
      SmallVector<Contributions*, 2> places;
      if (id >= 0 && dependent_[id]) places.push_back(&grads_[id]);
      for (size_t k = 0; k < sources_.size() && id < 0; ++k)
        if (sources_[k] == targets_[i]) places.push_back(&unrecorded_[k]);
      if (places.empty()) continue;
      any_unrecorded |= id < 0;
      bool given = i < target_grads.size() && target_grads[i];
      Value grad = given ? target_grads[i] : ones_for(targets_[i]);
      for (Contributions* place : places) place->push_back(grad);
    }
    if (any_unrecorded && targets_.size() > 1) drop_used(log_, targets_, sources_, unrecorded_);
  }

  void visit(size_t r, bool consume) {
    Record& record = log_.record(r);
    if (has_no_gradient(record, log_.of_graph)) return;
    const uint32_t num_inputs = record.num_inputs;
    if (!choose_wanted(record)) return;
    if (grows(*record.op)) {
      refresh(record, log_);
      wanted_.resize(record.num_inputs);
    }
    if (take_output_grads(record)) add_input_grads(r, record, num_inputs);
    if (consume) {
      record.operands.clear();
      record.attrs = {};
    }
  }

  // Which inputs of a record want a gradient; false where none does.
  bool choose_wanted(const Record& record) {
    wanted_.clear();
    bool any = false;
    for (uint32_t i = 0; i < record.num_inputs; ++i) {
      const int32_t id = record.ids[i];
      const bool wants = id >= 0 && dependent_[id] && is_differentiable(record.operands[i].dtype());
      wanted_.push_back(wants);
      any |= wants;
    }
    return any;
  }

  // Sums up what came in for each output of a record; false where nothing did.
  bool take_output_grads(const Record& record) {
    output_grads_.clear();
    bool any = false;
    for (size_t i = record.num_inputs; i < record.ids.size(); ++i) {
      const int32_t id = record.ids[i];
      if (id < 0 || id >= size_ || grads_[id].empty()) {  // numbers that were given meanwhile are of no interest
        output_grads_.emplace_back();
        continue;
      }
      any = true;
      Contributions& parts = grads_[id];
      if (parts.size() > 1) {
        Value sum = total(id);
        parts.clear();
        parts.push_back(std::move(sum));
      }
      if (is_source_[id]) {
        output_grads_.push_back(parts[0]);
      } else {
        output_grads_.push_back(std::move(parts[0]));
        parts.clear();
      }
    }
    return any;
  }

  void add_input_grads(size_t r, const Record& record, uint32_t num_inputs) {
    Values input_grads;
    {
      NamedAfter scope(record, log_.of_graph);
      input_grads = input_gradients(record, output_grads_, wanted_, log_.of_graph);
    }
    GW_CHECK(input_grads.size() >= num_inputs, Code::kInternal, "a gradient rule gave ", input_grads.size(),
             " values for ", num_inputs, " inputs");
    for (uint32_t i = 0; i < num_inputs; ++i) {
      if (!input_grads[i] || !wanted_[i]) continue;
      if (slices_of(input_grads[i])) {
        if (!order_) order_ = std::make_unique<ArrivalOrder>(log_, targets_, std::span<const uint8_t>(dependent_));
        slice_ranks_[record.ids[i]].push_back(order_->rank(r));
      }
      grads_[record.ids[i]].push_back(std::move(input_grads[i]));
    }
  }

  Value total(int32_t id) {
    auto ranks = slice_ranks_.find(id);
    if (ranks == slice_ranks_.end()) return sum_of(grads_[id], {});
    return sum_of(grads_[id], {ranks->second.data(), ranks->second.size()});
  }

  Values collect() {
    Values result;
    for (size_t k = 0; k < sources_.size(); ++k) {
      const bool recorded = source_ids_[k] >= 0;
      Contributions& parts = recorded ? grads_[source_ids_[k]] : unrecorded_[k];
      if (parts.empty()) {
        result.emplace_back();
        continue;
      }
      Value sum = recorded ? total(source_ids_[k]) : sum_of(parts, {});
      parts.clear();
      parts.push_back(sum);
      result.push_back(std::move(sum));
    }
    return result;
  }

  Log& log_;
  std::span<const Value> targets_, sources_;
  const int32_t size_;
  SmallVector<uint8_t, 64> dependent_, is_source_;  // by number
  SmallVector<int32_t, 8> source_ids_;
  SmallVector<Contributions, 16> grads_;      // by number
  SmallVector<Contributions, 1> unrecorded_;  // of sources that the log does not know
  // Where slices came from, as long as nothing else came in for the same value; known only while slices are about.
  std::unique_ptr<ArrivalOrder> order_;
  std::unordered_map<int32_t, SmallVector<int32_t, 4>> slice_ranks_;
  // Of the record that is visited.
  SmallVector<bool, 8> wanted_;
  Values output_grads_;
};

}  // namespace

Values backward(Log& log, std::span<const Value> targets, std::span<const Value> target_grads,
                std::span<const Value> sources, bool consume) {
  return BackwardWalk(log, targets, sources).run(target_grads, consume);
}

}  // namespace graphwright
