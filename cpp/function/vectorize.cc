// Running graphs on many rows at once.
#include "function/vectorize.h"

#include <algorithm>
#include <unordered_set>

#include "autodiff/backward.h"
#include "autodiff/traced_gradient.h"
#include "function/graph_function.h"
#include "graph/function_calls.h"
#include "op/effects.h"
#include "op/gradient_slices.h"

namespace graphwright {
namespace {

// Functions that call themselves would be written out without end.
constexpr int kMostNested = 60;
// Constants up to this size are handed on as they are.
constexpr int64_t kSmall = 128;

using build::ints;
using Branches = std::vector<Ref<FunctionRef>>;

[[noreturn]] void decline(const std::string& op, const char* why) {
  throw Error(Code::kUnimplemented, str_cat("cannot run ", op, " on many rows at once: ", why), op);
}

bool is_variant(const Value& value) { return value.dtype() == DType::kVariant; }

Value gather_rows(const Value& value, const Value& indices) {
  return op<"GatherV2">({value, indices, build::number(DType::kInt32, 0)});
}

// The numbers of the rows for which `mask` is true, an int32 vector.
Value rows_where(const Value& mask) {
  return build::cast(build::reshape(op<"Where">({mask}), ints({-1})), DType::kInt32);
}

// The shape of all rows, where `shape` is that of one.
Shape shape_of_rows(const Value& num_rows, const Shape& shape) {
  if (!shape.has_rank()) return Shape::unknown();
  Shape all{num_rows.is_tensor() ? Tensor::of(num_rows).int_at(0) : kUnknown};
  for (int i = 0; i < shape.rank(); ++i) all.append(shape[i]);
  return all;
}

// Tells a symbol what is known of its shape from elsewhere.
void narrow(const Value& value, const Shape& known) {
  if (!value.is_symbol() || !known.has_rank() || is_variant(value) || value.dtype() == DType::kResource) return;
  Shape& shape = value.rep()->shape;
  if (!shape.has_rank()) {
    shape = known;
  } else if (shape.rank() == known.rank()) {
    for (int i = 0; i < shape.rank(); ++i)
      if (shape[i] < 0) shape.set(i, known[i]);
  }
}

// The symbol of the graph on top that stands for a value, so that what is known of handles is not lost.
Value in_current_graph(const Value& value) {
  if (value.is_symbol() || value.dtype() != DType::kResource) return value;
  return Value(interpreter_stack().top().graph()->capture(value));
}

Value add_param(FuncGraph& graph, const Value& outer, const Shape& shape) {
  Value param = graph.add_input(outer.dtype(), shape, "arg");
  copy_handle_data(outer, param);
  return param;
}

std::vector<DType> dtypes_of(std::span<const Value> values) {
  std::vector<DType> dtypes;
  for (const Value& value : values) dtypes.push_back(value.dtype());
  return dtypes;
}

void set_outputs(FuncGraph& graph, std::span<const Value> values) {
  InterpreterScope scope(&graph);
  for (const Value& value : values) graph.outputs.push_back(graph.capture(value));
  if (!graph.captures.empty()) decline(graph.name(), "a body uses a value from outside");
}

// The traced rule of an IdentityN that has a gradient of its own, null where the rule is no graph.
const TracedGradient* traced_rule(const Node& node) {
  const GradientFunction* own = custom_gradient(*node.op, node.attrs);
  return own ? own->rule<TracedGradient>() : nullptr;
}

// A symbol that the graph's own gradients use, as this graph knows it.
const Endpoint* twin_in(const FuncGraph& graph, const Endpoint* symbol) {
  auto twin = graph.twins.find(symbol);
  return twin == graph.twins.end() ? symbol : twin->second;
}

// Which nodes the outputs, and effects, need.
std::vector<bool> needed_nodes(const FuncGraph& graph) {
  std::vector<bool> needed(graph.nodes().size(), false);
  auto need = [&](const Endpoint* endpoint) {
    if (endpoint->node->graph == &graph) needed[endpoint->node->id] = true;
  };
  for (const Endpoint* output : graph.outputs) need(output);
  for (const Node* node : graph.control_outputs) needed[node->id] = true;
  for (size_t i = graph.nodes().size(); i-- > 0;) {
    const Node& node = *graph.nodes()[i];
    if (!needed[i] && !has_effects(*node.op)) continue;
    needed[i] = true;
    for (const Endpoint* input : node.inputs) need(input);
    if (const TracedGradient* traced = traced_rule(node))
      for (const BorrowedValue& value : traced->captured())
        if (value.symbol) need(twin_in(graph, value.symbol));
  }
  return needed;
}

// Whether a node gives something else each time, as generators, queues and Python's functions do.
bool draws(const Node& node) {
  return has_effects(*node.op) && !node.outputs.empty() &&
         std::none_of(node.outputs.begin(), node.outputs.end(), [](const auto& output) {
           return output->dtype == DType::kResource || output->dtype == DType::kVariant;
         });
}

// Whether a node reads what an assignment has returned.
bool reads_assigned(const Node& node) {
  return node.op->has(Trait::kReadsResource) &&
         std::any_of(node.control_inputs.begin(), node.control_inputs.end(), [&](const Node* before) {
           return before->op->has(Trait::kStateful) && !before->inputs.empty() && before->inputs[0] == node.inputs[0];
         });
}

Branches branches_of(const Node& node) {
  if (node.op->has(Trait::kCase)) return node.attrs.get<Branches>("branches");
  return {node.attrs.get<Ref<FunctionRef>>("then_branch"), node.attrs.get<Ref<FunctionRef>>("else_branch")};
}

// Whether a branch is taken, as a bool for each row.
Value as_condition(const Value& value) {
  if (value.dtype() == DType::kBool) return value;
  return op<"NotEqual">({value, build::number_like(value, 0)});
}

FuncGraph& graph_of(const Ref<FunctionRef>& function, const Node& node) {
  if (!function->graph()) decline(node.op->name, "its function has no graph");
  return *function->graph();
}

}  // namespace

void (*told_looped)(const std::vector<const Node*>& nodes) = nullptr;

Value Vectorizer::stacked(const VectorizedValue& value) const {
  if (value.rows) return value.value;
  if (is_variant(value.value) || value.value.dtype() == DType::kResource)
    decline("a function", "a list is the same for all rows here and another for each there");
  VectorizeContext context(op_def<"Identity">(), Attrs(), {}, {}, {}, num_rows_);
  return context.repeat(value.value);
}

std::vector<VectorizedValue> Vectorizer::run_inside(const FuncGraph& graph, std::span<const VectorizedValue> inputs,
                                                    Value num_rows) {
  std::swap(num_rows_, num_rows);
  try {
    VectorizedValues outputs = run(graph, inputs);
    std::swap(num_rows_, num_rows);
    return outputs;
  } catch (...) {
    std::swap(num_rows_, num_rows);
    throw;
  }
}

std::vector<VectorizedValue> Vectorizer::run(const FuncGraph& graph, std::span<const VectorizedValue> inputs) {
  if (++depth_ > kMostNested) decline(graph.name(), "functions are nested too deeply");
  Map values;
  for (size_t i = 0; i < graph.inputs.size(); ++i) values[graph.inputs[i]] = inputs[i];
  for (const FuncGraph::Capture& constant : graph.constants) values[constant.inner] = {constant.outer, false};
  const std::vector<bool> needed = needed_nodes(graph);
  for (const auto& node : graph.nodes()) {
    if (!needed[node->id] || node->op->has(Trait::kPlaceholder)) continue;
    if (!node->outputs.empty() && values.contains(node->outputs[0].get())) continue;
    VectorizedValues node_inputs;
    for (const Endpoint* input : node->inputs) {
      auto found = values.find(input);
      GW_CHECK(found != values.end(), Code::kInternal, "no value for ", endpoint_name(*input), " in ", graph.name());
      node_inputs.push_back(found->second);
    }
    VectorizedValues outputs = emit(graph, *node, node_inputs, values);
    for (size_t i = 0; i < node->outputs.size(); ++i) {
      const Endpoint& endpoint = *node->outputs[i];
      narrow(outputs[i].value, outputs[i].rows ? shape_of_rows(num_rows_, endpoint.shape) : endpoint.shape);
      values[&endpoint] = std::move(outputs[i]);
    }
  }
  VectorizedValues outputs;
  for (const Endpoint* output : graph.outputs) {
    auto found = values.find(output);
    GW_CHECK(found != values.end(), Code::kInternal, "no value for ", endpoint_name(*output), " in ", graph.name());
    outputs.push_back(found->second);
  }
  --depth_;
  return outputs;
}

std::vector<VectorizedValue> Vectorizer::emit(const FuncGraph& graph, const Node& node, const VectorizedValues& inputs,
                                              const Map& values) {
  const OpDef& op = *node.op;
  if (op.has(Trait::kConstant)) {
    const Tensor& tensor = node.attrs.get<Tensor>("value");
    if (tensor.num_elements() <= kSmall) return {{tensor, false}};
  }
  if (node.outputs.size() == 1 && !op.has(Trait::kStateful) &&
      (is_integer(node.outputs[0]->dtype) || node.outputs[0]->dtype == DType::kBool)) {
    // Shapes and axes, mostly.
    Tensor known = constant_value(node.output(0));
    if (known && known.num_elements() <= kSmall) return {{known, false}};
  }
  if (op.has(Trait::kCall)) {
    const Ref<FunctionRef>& function = node.attrs.get<Ref<FunctionRef>>("f");
    if (function->graph()) return run(*function->graph(), inputs);
  }
  if (op.has(Trait::kIf) || op.has(Trait::kCase))
    return inputs[0].rows ? branches_by_row(node, inputs) : branches(node, inputs);
  if (op.has(Trait::kWhile)) return loop(node, inputs);
  if (custom_gradient(op, node.attrs)) return custom_gradient_of(graph, node, inputs, values);

  bool any_rows = false, takes_list = false, gives_list = false;
  Values plain, row_inputs, row_outputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    any_rows |= inputs[i].rows;
    takes_list |= is_variant(inputs[i].value);
    plain.push_back(inputs[i].value);
    row_inputs.emplace_back(node.inputs[i]);
  }
  for (const auto& output : node.outputs) {
    row_outputs.emplace_back(output.get());
    gives_list |= output->dtype == DType::kVariant;
  }
  // Random numbers differ from row to row, what variables hold does not; lists that begin here take whatever rows are
  // put into them.
  const bool of_each_row = op.vectorize_fn && (has_effects(op) || (gives_list && !takes_list));
  if (reads_assigned(node))
    fail(Code::kValueError, "No pfor vectorization defined for ", op.name, "\n", node.name,
         ": it reads what an assignment has returned, which differs from row to row");
  if (!any_rows && !of_each_row) {
    if (draws(node)) return in_loop(node, inputs);
    VectorizedValues outputs;
    for (Value& value : call(op, plain, node.attrs)) outputs.push_back({std::move(value), false});
    return outputs;
  }
  VectorizeContext context(op, node.attrs, inputs, row_inputs, row_outputs, num_rows_);
  if (op.vectorize_fn) {
    op.vectorize_fn(context);
  } else if (op.binary_code != BinaryCode::kNone || op.unary_code != UnaryCode::kNone) {
    vectorize::broadcasting(context);
  }
  if (context.results().size() == node.outputs.size() && !node.outputs.empty()) return context.results();
  return in_loop(node, inputs);
}

// An op without a rule, or with arguments that its rule does not take.
std::vector<VectorizedValue> Vectorizer::in_loop(const Node& node, const VectorizedValues& inputs) {
  const std::string& name = node.op->name;
  for (const VectorizedValue& input : inputs)
    if (input.rows && is_variant(input.value)) decline(name, "it takes lists");
  for (const auto& output : node.outputs)
    if (output->dtype == DType::kVariant || output->dtype == DType::kResource)
      decline(name, "it gives lists or handles");
  GW_CHECK(may_loop_, Code::kValueError, "No pfor vectorization defined for ", name, "\n", node.name,
           ": the op has no rule for many rows at once, and fallback_to_while_loop is False");
  if (std::find(looped_.begin(), looped_.end(), &node) == looped_.end()) looped_.push_back(&node);

  FuncGraph* around = interpreter_stack().top().graph();
  auto cond = make_ref<FuncGraph>("row_cond", around);
  auto body = make_ref<FuncGraph>("row_body", around);
  Values args{Tensor::scalar<int32_t>(0), num_rows_};
  Values element_shapes;
  for (const auto& output : node.outputs) {
    const Shape& shape = output->shape;
    element_shapes.push_back(shape.has_rank() ? Value(Tensor::from_shape(shape)) : Value(Tensor::scalar<int32_t>(-1)));
    args.push_back(op<"TensorListReserve">({element_shapes.back(), num_rows_}, {{"element_dtype", output->dtype}}));
  }
  for (const VectorizedValue& input : inputs) args.push_back(in_current_graph(input.value));
  Values params;
  for (const Value& arg : args) {
    add_param(*cond, arg, arg.shape());
    params.push_back(add_param(*body, arg, arg.shape()));
  }
  {
    InterpreterScope scope(cond.get());
    Value more = op<"Less">({Value(cond->inputs[0]), Value(cond->inputs[1])});
    set_outputs(*cond, Values{more});
  }
  {
    InterpreterScope scope(body.get());
    const size_t first_input = 2 + node.outputs.size();
    Values row;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Value& param = params[first_input + i];
      row.push_back(inputs[i].rows ? gather_rows(param, params[0]) : param);
      if (inputs[i].rows) narrow(row.back(), node.inputs[i]->shape);
    }
    Values outputs = call(*node.op, row, node.attrs);
    Values next(params.begin(), params.end());
    next[0] = build::add(params[0], Tensor::scalar<int32_t>(1));
    for (size_t i = 0; i < outputs.size(); ++i)
      next[2 + i] =
          op<"TensorListSetItem">({params[2 + i], params[0], outputs[i]}, {{"element_dtype", outputs[i].dtype()}});
    set_outputs(*body, next);
  }
  Values finals = ops<"While">(args, {{"T", dtypes_of(args)},
                                      {"cond", Ref<FunctionRef>(make_function(cond))},
                                      {"body", Ref<FunctionRef>(make_function(body))}});
  VectorizedValues outputs;
  for (size_t i = 0; i < node.outputs.size(); ++i)
    outputs.push_back(
        {op<"TensorListStack">({finals[2 + i], element_shapes[i]},
                               {{"element_dtype", node.outputs[i]->dtype}, {"num_elements", int64_t{-1}}}),
         true});
  return outputs;
}

// All rows take the same branch.
std::vector<VectorizedValue> Vectorizer::branches(const Node& node, const VectorizedValues& inputs) {
  FuncGraph* around = interpreter_stack().top().graph();
  Values args;
  for (const VectorizedValue& input : inputs) args.push_back(in_current_graph(input.value));
  const bool counted = num_rows_.is_symbol();
  if (counted) args.push_back(num_rows_);
  std::vector<Ref<FuncGraph>> graphs;
  std::vector<VectorizedValues> results;
  std::vector<Value> counts;
  for (const Ref<FunctionRef>& branch : branches_of(node)) {
    auto graph = make_ref<FuncGraph>(branch->name() + "_rows", around);
    Values params;
    for (size_t i = 1; i < args.size(); ++i) params.push_back(add_param(*graph, args[i], args[i].shape()));
    InterpreterScope scope(graph.get());
    VectorizedValues arguments;
    for (size_t i = 1; i < inputs.size(); ++i) arguments.push_back({params[i - 1], inputs[i].rows});
    counts.push_back(counted ? params.back() : num_rows_);
    results.push_back(run_inside(graph_of(branch, node), arguments, counts.back()));
    graphs.push_back(graph);
  }
  std::vector<bool> rows(node.outputs.size(), false);
  for (const VectorizedValues& branch : results)
    for (size_t i = 0; i < rows.size(); ++i) rows[i] = rows[i] || branch[i].rows;
  Branches functions;
  for (size_t b = 0; b < graphs.size(); ++b) {
    Values outputs;
    {
      InterpreterScope scope(graphs[b].get());
      std::swap(num_rows_, counts[b]);
      for (size_t i = 0; i < rows.size(); ++i)
        outputs.push_back(rows[i] ? stacked(results[b][i]) : results[b][i].value);
      std::swap(num_rows_, counts[b]);
    }
    set_outputs(*graphs[b], outputs);
    functions.push_back(make_function(graphs[b]));
  }
  std::vector<DType> types;
  for (const Endpoint* output : functions[0]->graph()->outputs) types.push_back(output->dtype);
  Attrs attrs{{"Tout", types}};
  if (node.op->has(Trait::kCase)) {
    attrs.set("branches", functions);
  } else {
    attrs.set("then_branch", functions[0]);
    attrs.set("else_branch", functions[1]);
  }
  Values values = call(*node.op, args, attrs);
  VectorizedValues outputs;
  for (size_t i = 0; i < rows.size(); ++i) outputs.push_back({values[i], rows[i]});
  return outputs;
}

// Each row takes its own branch: each branch runs on the rows that take it.
std::vector<VectorizedValue> Vectorizer::branches_by_row(const Node& node, const VectorizedValues& inputs) {
  const Branches functions = branches_of(node);
  std::vector<Value> masks;
  if (node.op->has(Trait::kCase)) {
    const Value& index = inputs[0].value;
    Value others;
    for (size_t b = 0; b + 1 < functions.size(); ++b) {
      masks.push_back(op<"Equal">({index, build::number_like(index, static_cast<double>(b))}));
      others = others ? op<"LogicalOr">({others, masks.back()}) : masks.back();
    }
    masks.push_back(others ? op<"LogicalNot">({others}) : op<"Equal">({index, index}));
  } else {
    masks.push_back(as_condition(inputs[0].value));
    masks.push_back(op<"LogicalNot">({masks[0]}));
  }
  Values places;
  std::vector<Values> results(node.outputs.size());
  for (size_t b = 0; b < functions.size(); ++b) {
    Value rows = rows_where(masks[b]);
    VectorizedValues arguments;
    for (size_t i = 1; i < inputs.size(); ++i) {
      if (inputs[i].rows && is_variant(inputs[i].value)) decline(node.op->name, "lists differ from row to row");
      arguments.push_back(inputs[i].rows ? VectorizedValue{gather_rows(inputs[i].value, rows), true} : inputs[i]);
    }
    Value count = op<"Size">({rows});
    VectorizedValues outputs = run_inside(graph_of(functions[b], node), arguments, count);
    Value whole = num_rows_;
    std::swap(num_rows_, count);
    for (size_t i = 0; i < outputs.size(); ++i) results[i].push_back(stacked(outputs[i]));
    std::swap(num_rows_, count);
    places.push_back(rows);
  }
  VectorizedValues outputs;
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    Values parts(places.begin(), places.end());
    parts.append(results[i]);
    Value merged = op<"DynamicStitch">(std::span<const Value>(parts), {{"N", static_cast<int64_t>(places.size())}});
    narrow(merged, shape_of_rows(num_rows_, node.outputs[i]->shape));
    outputs.push_back({merged, true});
  }
  return outputs;
}

// All rows run the same number of iterations; where they do not, see loop_by_row().
std::vector<VectorizedValue> Vectorizer::loop(const Node& node, const VectorizedValues& inputs) {
  const Ref<FunctionRef>& cond = node.attrs.get<Ref<FunctionRef>>("cond");
  const Ref<FunctionRef>& body = node.attrs.get<Ref<FunctionRef>>("body");
  const FuncGraph& row_cond = graph_of(cond, node);
  const FuncGraph& row_body = graph_of(body, node);
  FuncGraph* around = interpreter_stack().top().graph();
  const bool counted = num_rows_.is_symbol();
  std::vector<bool> rows;
  for (const VectorizedValue& input : inputs) rows.push_back(input.rows);
  const std::vector<const Node*> looped_before = looped_;
  while (true) {
    // Variables that the body gives rows have rows from the beginning.
    looped_ = looped_before;
    Values args;
    for (size_t i = 0; i < inputs.size(); ++i)
      args.push_back(in_current_graph(rows[i] ? stacked(inputs[i]) : inputs[i].value));
    if (counted) args.push_back(num_rows_);
    auto make = [&](const std::string& name, Values& params, VectorizedValues& arguments) {
      auto graph = make_ref<FuncGraph>(name + "_rows", around);
      for (size_t i = 0; i < args.size(); ++i) {
        Shape shape = args[i].shape();
        if (i < inputs.size() && args[i].dtype() != DType::kResource) {
          const Shape& row = row_body.inputs[i]->shape;
          shape = shape.relax(rows[i] ? shape_of_rows(num_rows_, row) : row);
        }
        params.push_back(add_param(*graph, args[i], shape));
        if (i < inputs.size()) arguments.push_back({params.back(), rows[i]});
      }
      return graph;
    };
    Values params, cond_params;
    VectorizedValues arguments, cond_arguments;
    Ref<FuncGraph> new_body = make(body->name(), params, arguments);
    Ref<FuncGraph> new_cond = make(cond->name(), cond_params, cond_arguments);
    VectorizedValue more;
    {
      InterpreterScope scope(new_cond.get());
      more = run_inside(row_cond, cond_arguments, counted ? cond_params.back() : num_rows_)[0];
    }
    if (more.rows) return loop_by_row(node, inputs);
    set_outputs(*new_cond, Values{more.value});
    Values next;
    bool grown = false;
    {
      InterpreterScope scope(new_body.get());
      Value count = counted ? params.back() : num_rows_;
      VectorizedValues outputs = run_inside(row_body, arguments, count);
      for (size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i].rows && !rows[i]) grown = rows[i] = true;
      }
      if (grown) continue;
      std::swap(num_rows_, count);
      for (size_t i = 0; i < outputs.size(); ++i) next.push_back(rows[i] ? stacked(outputs[i]) : outputs[i].value);
      std::swap(num_rows_, count);
    }
    if (counted) next.push_back(params.back());
    set_outputs(*new_body, next);
    Attrs attrs{{"T", dtypes_of(args)},
                {"cond", Ref<FunctionRef>(make_function(new_cond))},
                {"body", Ref<FunctionRef>(make_function(new_body))}};
    Values values = call(*node.op, args, attrs);
    VectorizedValues results;
    for (size_t i = 0; i < inputs.size(); ++i) results.push_back({values[i], rows[i]});
    return results;
  }
}

// Each row runs as many iterations as it needs: the loop goes on with the rows that are not done.
std::vector<VectorizedValue> Vectorizer::loop_by_row(const Node& node, const VectorizedValues& inputs) {
  const FuncGraph& row_cond = graph_of(node.attrs.get<Ref<FunctionRef>>("cond"), node);
  const FuncGraph& row_body = graph_of(node.attrs.get<Ref<FunctionRef>>("body"), node);
  FuncGraph* around = interpreter_stack().top().graph();
  const size_t n = inputs.size();
  std::vector<bool> invariant(n);
  VectorizedValues state;
  for (size_t i = 0; i < n; ++i) {
    invariant[i] = source_of(row_body.outputs[i]) == row_body.inputs[i];
    if (!invariant[i] && is_variant(inputs[i].value))
      decline(node.op->name, "rows fill their lists to different lengths");
    if (inputs[i].rows && is_variant(inputs[i].value)) decline(node.op->name, "lists differ from row to row");
    state.push_back(invariant[i] ? inputs[i] : VectorizedValue{stacked(inputs[i]), true});
  }
  // Whether rows go on, for as many as `arguments` have.
  auto going_on = [&](const VectorizedValues& arguments, const Value& count) {
    VectorizedValue more = run_inside(row_cond, arguments, count)[0];
    Value whole = count;
    std::swap(num_rows_, whole);
    Value mask = as_condition(stacked(more));
    std::swap(num_rows_, whole);
    return mask;
  };
  Values args{rows_where(going_on(state, num_rows_))};
  for (const VectorizedValue& value : state) args.push_back(in_current_graph(value.value));
  auto make = [&](const std::string& name, Values& params) {
    auto graph = make_ref<FuncGraph>(name, around);
    params.push_back(add_param(*graph, args[0], Shape{kUnknown}));
    for (size_t i = 0; i < n; ++i) {
      const Shape& row = row_body.inputs[i]->shape;
      Shape shape = args[i + 1].shape();
      if (!invariant[i]) shape = shape.relax(shape_of_rows(num_rows_, row));
      params.push_back(add_param(*graph, args[i + 1], shape));
    }
    return graph;
  };
  Values params, cond_params;
  Ref<FuncGraph> new_cond = make(row_cond.name() + "_by_row", cond_params);
  Ref<FuncGraph> new_body = make(row_body.name() + "_by_row", params);
  {
    Value more;
    {
      InterpreterScope scope(new_cond.get());
      more = op<"Greater">({op<"Size">({cond_params[0]}), build::number(DType::kInt32, 0)});
    }
    set_outputs(*new_cond, Values{more});
  }
  Values next;
  {
    InterpreterScope scope(new_body.get());
    const Value& rows = params[0];
    Value count = op<"Size">({rows});
    VectorizedValues arguments;
    for (size_t i = 0; i < n; ++i)
      arguments.push_back(state[i].rows ? VectorizedValue{gather_rows(params[i + 1], rows), true}
                                        : VectorizedValue{params[i + 1], false});
    VectorizedValues outputs = run_inside(row_body, arguments, count);
    Value places = op<"ExpandDims">({rows, build::number(DType::kInt32, 1)});
    next.emplace_back();
    for (size_t i = 0; i < n; ++i) {
      if (invariant[i]) {
        next.push_back(params[i + 1]);
        continue;
      }
      Value whole = count;
      std::swap(num_rows_, whole);
      arguments[i] = {stacked(outputs[i]), true};
      std::swap(num_rows_, whole);
      next.push_back(op<"TensorScatterUpdate">({params[i + 1], places, arguments[i].value}));
      narrow(next.back(), params[i + 1].shape());
    }
    next[0] = gather_rows(rows, rows_where(going_on(arguments, count)));
  }
  set_outputs(*new_body, next);
  Values values = call(*node.op, args,
                       {{"T", dtypes_of(args)},
                        {"cond", Ref<FunctionRef>(make_function(new_cond))},
                        {"body", Ref<FunctionRef>(make_function(new_body))}});
  VectorizedValues results;
  for (size_t i = 0; i < n; ++i) results.push_back({values[i + 1], state[i].rows});
  return results;
}

namespace {

// A traced custom gradient for many rows at once.
struct TracedRowsGradient {
  struct Known {
    BorrowedValue value;
    bool rows;
  };
  Ref<GradientFunction> original;  // keeps the graph of the gradient
  std::vector<Known> results, inputs, captured;
  BorrowedValue num_rows;

  Values operator()(std::span<const Value> grads) const {
    const TracedGradient& traced = *original->rule<TracedGradient>();
    Vectorizer vectorizer(num_rows.value(), /*may_loop=*/true);
    std::vector<VectorizedValue> args;
    bool any_rows = false;
    for (size_t i = 0; i < results.size(); ++i) {
      any_rows |= results[i].rows;
      args.push_back({grads[i] ? to_dense(grads[i]) : zeros_for(results[i].value.value()), results[i].rows});
    }
    for (const Known& one : captured) args.push_back({one.value.value(), one.rows});
    std::vector<VectorizedValue> found = vectorizer.run(traced.graph(), args);
    if (told_looped && !vectorizer.looped().empty()) told_looped(vectorizer.looped());
    Values result;
    size_t next = 0;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const int parts = traced.parts()[i];
      Value grad;
      if (parts == 1) grad = input_gradient(vectorizer, found[next], inputs[i], any_rows);
      if (parts == 3) {
        VectorizedValue values = found[next], indices = found[next + 1], shape = found[next + 2];
        if (inputs[i].rows || shape.rows)
          decline("a custom gradient", "it gives slices for something that differs from row to row");
        if (any_rows) {
          VectorizeContext context(op_def<"Identity">(), Attrs(), {}, {}, {}, num_rows.value());
          values.value = context.merged(vectorizer.stacked(values));
          indices.value = context.merged(vectorizer.stacked(indices));
        }
        grad = make_slices(values.value, indices.value, shape.value);
      }
      result.push_back(std::move(grad));
      next += static_cast<size_t>(parts);
    }
    return result;
  }

  Value input_gradient(const Vectorizer& vectorizer, const VectorizedValue& grad, const Known& input,
                       bool any_rows) const {
    if (input.rows) return vectorizer.stacked(grad);
    if (!any_rows) return grad.value;
    return op<"Sum">({vectorizer.stacked(grad), ints({0})});
  }
};

}  // namespace

// Results that have a gradient of their own.
std::vector<VectorizedValue> Vectorizer::custom_gradient_of(const FuncGraph& graph, const Node& node,
                                                            const VectorizedValues& inputs, const Map& values) {
  auto function = std::get<Ref<FunctionRef>>(*node.attrs.find(kCustomGradientAttr));
  auto* own = static_cast<GradientFunction*>(function.get());
  const TracedGradient* traced = own->rule<TracedGradient>();
  if (!traced) decline("a custom gradient", "its rule is no graph");
  Values all;
  for (const VectorizedValue& input : inputs) all.push_back(in_current_graph(input.value));
  using Known = TracedRowsGradient::Known;
  TracedRowsGradient gradient{Ref<GradientFunction>(own), {}, {}, {}, BorrowedValue(num_rows_)};
  for (size_t i = 0; i < inputs.size(); ++i)
    (i < own->num_results() ? gradient.results : gradient.inputs)
        .push_back(Known{BorrowedValue(all[i]), inputs[i].rows});
  for (const BorrowedValue& one : traced->captured()) {
    VectorizedValue value{one.tensor, false};
    if (one.symbol) {
      auto found = values.find(twin_in(graph, one.symbol));
      value = found == values.end() ? VectorizedValue{Value(one.symbol), false} : found->second;
    }
    gradient.captured.push_back(Known{BorrowedValue(value.value), value.rows});
  }
  Ref<FunctionRef> vectorized = make_ref<GradientFunction>(own->num_results(), CustomGradient(gradient));
  Values outputs = ops<"IdentityN">(std::span<const Value>(all), {{kCustomGradientAttr, vectorized}});
  VectorizedValues results;
  for (size_t i = 0; i < outputs.size(); ++i) results.push_back({outputs[i], inputs[i].rows});
  return results;
}

Values run_on_rows(FuncGraph& graph, std::span<const Value> elements, const Value& num_rows, bool may_loop,
                   std::vector<const Node*>& looped) {
  Vectorizer vectorizer(num_rows, may_loop);
  auto emit = [&](std::span<const Value> arguments, std::span<const Value> captured) {
    std::vector<VectorizedValue> inputs;
    for (const Value& argument : arguments) inputs.push_back({argument, true});
    for (const Value& outer : captured) inputs.push_back({outer, false});
    Values outputs;
    for (const VectorizedValue& output : vectorizer.run(graph, inputs)) outputs.push_back(vectorizer.stacked(output));
    looped = vectorizer.looped();
    return outputs;
  };
  Values outers;
  for (const FuncGraph::Capture& capture : graph.captures) outers.push_back(capture.outer);
  if (interpreter_stack().top().graph()) return emit(elements, outers);

  auto whole = make_ref<FuncGraph>("__inference_rows", nullptr);
  Values args(elements.begin(), elements.end());
  {
    InterpreterScope scope(whole.get());
    Values params;
    for (const Value& element : elements) params.push_back(whole->add_input(element.dtype(), element.shape(), "elems"));
    // Small tensors that a gradient may be asked for are inputs, too.
    for (const FuncGraph::Capture& constant : graph.constants) {
      Value param = whole->add_input(constant.outer.dtype(), constant.outer.shape(), "captured");
      whole->alias(constant.outer, endpoint_of(param));
      args.push_back(constant.outer);
    }
    Values inner;
    for (const Value& outer : outers) inner.emplace_back(whole->capture(outer));
    for (const Value& output : emit(params, inner)) whole->outputs.push_back(whole->capture(output));
  }
  whole->drop_aliases();
  for (const FuncGraph::Capture& capture : whole->captures) args.push_back(capture.outer);
  whole->captures.clear();
  return call_function(make_function(whole), args);
}

}  // namespace graphwright
