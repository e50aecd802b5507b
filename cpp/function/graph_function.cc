// Running traced graphs, and deriving their reverse-mode pairs.
#include "function/graph_function.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <unordered_map>

#include "autodiff/backward.h"
#include "base/at_fork.h"
#include "base/timeline.h"
#include "graph/function_calls.h"
#include "graph/functions_of.h"
#include "op/as_xla.h"
#include "op/build.h"
#include "op/gradient_slices.h"
#include "passes/pass.h"
#include "passes/rewrite.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

[[maybe_unused]] const bool maker_installed = [] {
  set_function_maker(
      [](Ref<FuncGraph> graph) -> Ref<FunctionRef> { return make_ref<GraphFunction>(std::move(graph)); });
  return true;
}();

}  // namespace

namespace {

// What a copy of a graph does not take over.
enum class Forget { kValues, kShapesAndValues };

Ref<FuncGraph> copy_without(const FuncGraph& graph, Forget what, std::unordered_map<const Endpoint*, Endpoint*>* map);

Ref<FunctionRef> copy_without(const Ref<FunctionRef>& function, Forget what) {
  FuncGraph* graph = function->graph();
  return graph ? Ref<FunctionRef>(make_ref<GraphFunction>(copy_without(*graph, what, nullptr))) : function;
}

// The attributes with functions that forget the same.
Attrs attrs_without(const Node& node, Forget what) {
  Attrs attrs = node.attrs;
  change_functions(attrs, [&](const Ref<FunctionRef>& function) { return copy_without(function, what); });
  if (what == Forget::kShapesAndValues && attrs.find("output_shapes") &&
      (node.op->has(Trait::kWhile) || node.op->has(Trait::kIf)))
    attrs.set("output_shapes", std::vector<Shape>());
  return attrs;
}

// A copy of a graph whose inputs may have any values, and any shapes, too, with what the shape rules then find.
Ref<FuncGraph> copy_without(const FuncGraph& graph, Forget what, std::unordered_map<const Endpoint*, Endpoint*>* map) {
  Ref<FuncGraph> copy = copy_graph(graph, graph.name(), map);
  const bool shapes = what == Forget::kShapesAndValues;
  for (const auto& node : copy->nodes()) {
    bool placeholder = node->op->has(Trait::kPlaceholder);
    for (const auto& output : node->outputs) {
      output->known_value = Tensor();
      output->known_value_tried = placeholder;
      if (!shapes) continue;
      if (!placeholder || output->dtype != DType::kResource) output->shape = Shape::unknown();
      output->handle_shape = Shape::unknown();
      output->claimed = false;
    }
    if (placeholder) continue;
    node->attrs = attrs_without(*node, what);
    if (shapes) copy->refresh(node.get());
  }
  return copy;
}

// Which nodes are to change.
using Concerned = bool (*)(const Node&);

bool concerns(const FuncGraph& graph, Concerned concerned) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](const auto& node) {
    if (concerned(*node)) return true;
    const std::vector<FuncGraph*> functions = functions_of(*node);
    return std::any_of(functions.begin(), functions.end(), [&](FuncGraph* body) { return concerns(*body, concerned); });
  });
}

// Changes the attrs of such nodes in the graph, and in copies of the functions that have some.
void change_nodes(FuncGraph& graph, Concerned concerned, void (*change)(Attrs& attrs)) {
  for (const auto& node : graph.nodes()) {
    if (concerned(*node)) change(node->attrs);
    change_functions(node->attrs, [&](const Ref<FunctionRef>& function) -> Ref<FunctionRef> {
      FuncGraph* body = function ? function->graph() : nullptr;
      if (!body || !concerns(*body, concerned)) return function;
      Ref<FuncGraph> copy = copy_graph(*body, body->name());
      change_nodes(*copy, concerned, change);
      auto changed = make_ref<GraphFunction>(std::move(copy));
      if (const auto* before = dynamic_cast<const GraphFunction*>(function.get())) changed->set_jit(before->jit());
      return changed;
    });
  }
}

bool has_implementation(const Node& node) { return node.attrs.find(kImplementationAttr) != nullptr; }

// Draws of floats, and casts of floats to integers, which XLA clamps.
bool differs_in_xla(const Node& node) {
  if (node.op == &op_def<"Cast">())
    return is_differentiable(node.inputs[0]->dtype) && is_integer(node.outputs[0]->dtype);
  static const std::set<const OpDef*> ops = {
      &op_def<"StatelessRandomUniform">(),   &op_def<"StatelessRandomNormal">(),
      &op_def<"StatelessTruncatedNormal">(), &op_def<"StatelessRandomUniformV2">(),
      &op_def<"StatelessRandomNormalV2">(),  &op_def<"StatelessTruncatedNormalV2">(),
  };
  return ops.contains(node.op);
}

// "__forward_f_12" for "__inference_f_12", as TensorFlow names what it derives from functions.
std::string derived_name(const std::string& name, const char* prefix) {
  constexpr std::string_view kInference = "__inference_";
  return prefix + (name.starts_with(kInference) ? name.substr(kInference.size()) : name);
}

}  // namespace

GraphFunction::GraphFunction(Ref<FuncGraph> graph) : graph_(std::move(graph)) { graph_->finished = true; }

GraphFunction::~GraphFunction() {
  if (derivative_) static_cast<GraphFunction*>(derivative_->forward.get())->primal_ = nullptr;
}

void GraphFunction::forget_implementations() {
  change_nodes(*graph_, has_implementation, [](Attrs& attrs) { attrs.erase(kImplementationAttr); });
}

void GraphFunction::compute_as_xla() {
  forget_implementations();
  change_nodes(*graph_, differs_in_xla, [](Attrs& attrs) { attrs.set(kAsXlaAttr, true); });
}

const Program& GraphFunction::compile() {
  const Jit jit = wanted_jit(*this);
  TimelineSpan span(TimelineEvent::Kind::kCompile);
  std::call_once(compile_once_, [&] {
    auto begin = std::chrono::steady_clock::now();
    program_ = Program::compile(*optimize(*graph_));
    auto passed = std::chrono::steady_clock::now() - begin;
    compile_nanoseconds_ = std::chrono::duration_cast<std::chrono::nanoseconds>(passed).count();
  });
  if (jit != Jit::kOff) machine_code_.add_to(*program_);
  span.what = program_->serial;
  if (Timeline::is_on()) note_program(*program_);
  ready_.store(program_.get(), std::memory_order_release);
  return *program_;
}

std::vector<std::pair<std::string, Ref<GraphFunction>>> GraphFunction::variants() {
  std::vector<std::pair<std::string, Ref<GraphFunction>>> found;
  renew_after_fork(derivative_mutex_);
  std::lock_guard lock(derivative_mutex_);
  if (relaxed_) found.emplace_back("for other shapes", relaxed_);
  if (with_constants_as_inputs_) found.emplace_back("with captured constants as inputs", with_constants_as_inputs_);
  if (derivative_) {
    found.emplace_back("forward, with what gradients need", static_cast<GraphFunction*>(derivative_->forward.get()));
    found.emplace_back("backward", static_cast<GraphFunction*>(derivative_->backward.get()));
  }
  return found;
}

void GraphFunction::check_inputs(std::span<const Value> inputs) const {
  GW_CHECK(inputs.size() == graph_->inputs.size(), Code::kInvalidArgument, "Incorrect number of arguments passed to ",
           graph_->name(), ": expected ", graph_->inputs.size(), ", got ", inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    DType want = graph_->inputs[i]->dtype;
    DType got = inputs[i].dtype();
    GW_CHECK_ARG(want == got, "cannot compute ", graph_->name(), " as input #", i, "(zero-based) was expected to be a ",
                 want, " tensor but is a ", got, " tensor");
  }
}

bool GraphFunction::fits(std::span<const Value> inputs) const {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Endpoint& wanted = *graph_->inputs[i];
    if (!conforms(inputs[i].shape(), wanted.shape)) return false;
    if (wanted.dtype != DType::kResource || !wanted.handle_shape.has_rank()) continue;
    if (inputs[i].is_symbol()) {
      if (!conforms(endpoint_of(inputs[i])->handle_shape, wanted.handle_shape)) return false;
    } else if (VariableResource* variable = VariableResource::find(inputs[i])) {
      if (!conforms(variable->shape(), wanted.handle_shape)) return false;
    }
  }
  return true;
}

Ref<FunctionRef> GraphFunction::for_inputs(std::span<const Value> inputs) {
  return fits(inputs) ? Ref<FunctionRef>(this) : Ref<FunctionRef>(relaxed());
}

Ref<GraphFunction> GraphFunction::relaxed() {
  renew_after_fork(derivative_mutex_);
  std::lock_guard lock(derivative_mutex_);
  if (!relaxed_) relaxed_ = make_ref<GraphFunction>(copy_without(*graph_, Forget::kShapesAndValues, nullptr));
  relaxed_->set_jit(jit_);
  return relaxed_;
}

Ref<GraphFunction> GraphFunction::with_constants_as_inputs() {
  renew_after_fork(derivative_mutex_);
  std::lock_guard lock(derivative_mutex_);
  if (with_constants_as_inputs_) return with_constants_as_inputs_;
  std::vector<FuncGraph::Capture> differentiable;
  for (const FuncGraph::Capture& constant : graph_->constants)
    if (is_differentiable(constant.outer.dtype())) differentiable.push_back(constant);
  with_constants_as_inputs_ = with_inputs_for(differentiable);
  return with_constants_as_inputs_;
}

Ref<GraphFunction> GraphFunction::with_inputs_for(std::span<const FuncGraph::Capture> constants, bool any_values) {
  std::unordered_map<const Endpoint*, Endpoint*> twins;
  Ref<FuncGraph> graph;
  if (any_values) {
    // Shapes are made of integers.
    bool shapes = std::any_of(constants.begin(), constants.end(),
                              [](const FuncGraph::Capture& constant) { return is_integer(constant.outer.dtype()); });
    graph = copy_without(*graph_, shapes ? Forget::kShapesAndValues : Forget::kValues, &twins);
  } else {
    graph = copy_graph(*graph_, graph_->name(), &twins);
  }
  Replacer replacer(*graph);
  std::vector<std::pair<Node*, Node*>> places;  // of the inputs, and the Consts that they take the place of
  for (const FuncGraph::Capture& constant : constants) {
    Endpoint* closed = twins.at(constant.inner);
    Endpoint* open = endpoint_of(graph->add_input(closed->dtype, closed->shape, closed->node->name));
    replacer.replace(closed, open);
    places.emplace_back(open->node, closed->node);
  }
  replacer.apply();
  graph->move_before(places);
  for (auto& [original, own] : graph->twins) own = replacer.resolve(own);
  std::vector<bool> keep(graph->nodes().size(), true);
  for (auto [open, closed] : places) {
    std::swap(open->name, closed->name);
    keep[closed->id] = false;
  }
  graph->remove_nodes(keep);
  auto function = make_ref<GraphFunction>(graph);
  function->set_jit(jit_);
  return function;
}

Values GraphFunction::run_values(std::span<const Value> inputs) {
  for (const Value& input : inputs)
    GW_CHECK(input.is_tensor(), Code::kTypeError, "a symbolic tensor was passed to ", graph_->name(), " eagerly");
  check_inputs(inputs);
  return (fits(inputs) ? program() : relaxed()->program()).run(inputs);
}

std::vector<Tensor> GraphFunction::run(std::span<const Value> inputs) {
  Values values = run_values(inputs);
  std::vector<Tensor> outputs;
  for (Value& value : values) outputs.emplace_back(std::move(value));
  return outputs;
}

const Derivative& GraphFunction::derivative() {
  renew_after_fork(derivative_mutex_);
  std::lock_guard lock(derivative_mutex_);
  if (derivative_) return *derivative_;
  auto result = std::make_unique<Derivative>();
  Ref<FuncGraph> forward = copy_graph(*graph_, derived_name(graph_->name(), "__forward_"));
  auto backward_graph = make_ref<FuncGraph>(derived_name(graph_->name(), "__inference___backward_"), nullptr);
  backward_graph->forward_of = forward.get();
  size_t num_outputs = forward->outputs.size();
  {
    // Rules run with the backward graph on top; tapes and graphs below do not see them.
    InterpreterScope scope(backward_graph.get());
    Values targets, target_grads, sources;
    for (size_t i = 0; i < num_outputs; ++i) {
      Endpoint* output = forward->outputs[i];
      if (!is_differentiable(output->dtype) || output->dtype == DType::kResource) continue;
      result->grad_outputs.push_back(static_cast<int>(i));
      targets.emplace_back(output);
      target_grads.push_back(backward_graph->add_input(output->dtype, output->shape, str_cat("grad_ys_", i)));
    }
    std::vector<int> source_index;
    for (size_t i = 0; i < forward->inputs.size(); ++i) {
      if (!is_differentiable(forward->inputs[i]->dtype)) continue;
      source_index.push_back(static_cast<int>(i));
      sources.emplace_back(forward->inputs[i]);
    }
    Log log;
    log_graph(*forward, log);
    Values grads = backward(log, targets, target_grads, sources, /*consume=*/true);
    for (size_t i = 0; i < grads.size(); ++i) {
      if (!grads[i]) continue;
      result->grad_inputs.push_back(source_index[i]);
      const GradientSlices* slices = slices_of(grads[i]);
      result->gives_slices.push_back(slices != nullptr);
      if (slices) {
        for (const Value& part : {slices->values, slices->indices, slices->dense_shape})
          backward_graph->outputs.push_back(backward_graph->capture(part));
      } else {
        backward_graph->outputs.push_back(backward_graph->capture(grads[i]));
      }
    }
  }
  // What the backward graph captured from the forward one becomes outputs of that where it is none yet, and inputs of
  // this; captures from elsewhere (variables that a custom gradient reads) are passed along as they are.
  std::vector<Endpoint*> grad_inputs;
  std::vector<Endpoint*> intermediates;
  std::vector<Endpoint*> extras;
  size_t num_grads = result->grad_outputs.size();
  for (size_t i = 0; i < num_grads; ++i) grad_inputs.push_back(backward_graph->inputs[i]);
  std::unordered_map<const Endpoint*, int> place;
  for (size_t i = 0; i < num_outputs; ++i) place.emplace(forward->outputs[i], static_cast<int>(i));
  for (const FuncGraph::Capture& capture : backward_graph->captures) {
    if (capture.outer.is_symbol() && endpoint_of(capture.outer)->node->graph == forward.get()) {
      Endpoint* needed = endpoint_of(capture.outer);
      auto [found, added] = place.emplace(needed, static_cast<int>(forward->outputs.size()));
      if (added) forward->outputs.push_back(needed);
      result->intermediates.push_back(found->second);
      intermediates.push_back(capture.inner);
    } else {
      result->extra.push_back(capture.outer);
      extras.push_back(capture.inner);
    }
  }
  grad_inputs.insert(grad_inputs.end(), intermediates.begin(), intermediates.end());
  grad_inputs.insert(grad_inputs.end(), extras.begin(), extras.end());
  backward_graph->inputs = std::move(grad_inputs);
  backward_graph->captures.clear();
  backward_graph->forward_of = nullptr;
  auto forward_function = make_ref<GraphFunction>(forward);
  forward_function->primal_ = this;
  forward_function->derived_ = true;
  forward_function->set_jit(jit_);
  result->forward = forward_function;
  auto backward_function = make_ref<GraphFunction>(backward_graph);
  backward_function->derived_ = true;
  backward_function->set_jit(jit_);
  result->backward = backward_function;
  derivative_ = std::move(result);
  return *derivative_;
}

}  // namespace graphwright
