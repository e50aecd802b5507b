// Appending nodes while tracing: captures, constants, inference, names.
#include "graph/func_graph.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "graph/check_functions.h"
#include "graph/control_dependencies.h"
#include "graph/functions_of.h"
#include "graph/graph_words.h"
#include "graph/known_shapes.h"
#include "op/attr_length.h"
#include "op/build.h"
#include "op/check_results.h"
#include "op/eager_interpreter.h"
#include "tensor/describe.h"
#include "tensor/resource.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

// TensorFlow finds it wrong now as a ValueError, or when the graph runs as an InvalidArgumentError: this is both.
constexpr Code kInvalidWhileTraced{static_cast<int>(Code::kValueError) | static_cast<int>(Code::kInvalidArgument) << 8};

// TensorFlow's threshold for inlining a captured eager tensor.
constexpr int64_t kSmallConstant = 128;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

bool handle_data(const Value& value, DType* dtype, Shape* shape) {
  if (value.is_symbol()) {
    const Endpoint* endpoint = endpoint_of(value);
    *dtype = endpoint->handle_dtype;
    *shape = endpoint->handle_shape;
    return endpoint->handle_dtype != DType::kInvalid;
  }
  const Tensor& tensor = Tensor::of(value);
  if (tensor.dtype() != DType::kResource || tensor.num_elements() != 1) return false;
  const auto* resource = dynamic_cast<const Resource*>(tensor.data<Handle>()->get());
  if (!resource || resource->value_dtype() == DType::kInvalid) return false;
  *dtype = resource->value_dtype();
  *shape = resource->value_shape();
  return true;
}

[[maybe_unused]] const bool facts_installed = [] {
  set_symbol_facts({constant_value, constant_value_as_shape, handle_data});
  return true;
}();

std::string_view plain_name(std::string_view name) {
  if (!name.empty() && name.back() == '/') name.remove_suffix(1);
  return name;
}

// What is wrong with attrs themselves is a ValueError while a graph is built; eager ops raise InvalidArgumentError.
void check_values(const OpDef& op, const Attrs& attrs, int num_inputs) {
  for (const AttrDef& def : op.attrs) {
    if (!def.has_minimum && def.allowed_strings.empty()) continue;
    const AttrValue* value = attrs.find(def.name);
    if (!value) continue;
    if (const auto* text = std::get_if<std::string>(value); text && !def.allowed_strings.empty()) {
      bool allowed =
          std::find(def.allowed_strings.begin(), def.allowed_strings.end(), *text) != def.allowed_strings.end();
      GW_CHECK(allowed, Code::kValueError, "Attr '", def.name, "' of '", op.name, "' Op passed string '", *text,
               "' not in: \"", str_join(def.allowed_strings, "\", \""), "\".");
    } else if (const auto* number = std::get_if<int64_t>(value)) {
      GW_CHECK(!def.has_minimum || *number >= def.minimum, Code::kValueError, "Attr '", def.name, "' of '", op.name,
               "' Op passed ", *number, " less than minimum ", def.minimum, ".");
    } else if (def.has_minimum && def.type.starts_with("list(")) {
      GW_CHECK(attr_length(*value) >= def.minimum, Code::kValueError, "Attr '", def.name, "' of '", op.name,
               "' Op passed list of length ", attr_length(*value), " less than minimum ", def.minimum, ".");
    }
  }
  if (!op.has_list_input) return;
  auto ranges = input_ranges(op, num_inputs, attrs);
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    const ArgDef& arg = op.inputs[i];
    if (!arg.is_list()) continue;
    const AttrDef* def = op.attr(arg.number_attr.empty() ? arg.type_list_attr : arg.number_attr);
    GW_CHECK(!def || !def->has_minimum || ranges[i].size >= def->minimum, Code::kValueError, "List argument '",
             arg.name, "' to '", op.name, "' Op with length ", ranges[i].size, " shorter than minimum length ",
             def->minimum, ".");
  }
}

// The name of a value from another graph as one part of a name.
std::string flat_name(const Value& symbol) {
  std::string name = endpoint_of(symbol)->node->name;
  std::replace(name.begin(), name.end(), '/', '_');
  return lower(name);
}

// Runs the op's shape rule; what is wrong is said together with the node.
template <class Name>
void infer_shapes(ShapeContext& context, std::span<Endpoint* const> inputs, const Name& name) {
  try {
    if (context.op().shape_fn) context.op().shape_fn(context);
  } catch (const Error& error) {
    if (error.code() != Code::kInvalidArgument) throw;
    std::vector<std::string> shapes;
    for (Endpoint* endpoint : inputs) shapes.push_back(endpoint->shape.str());
    throw Error(kInvalidWhileTraced,
                str_cat(shape_words(context, error.message()), " for '",
                        summarize_node(context.op(), name(), context.attrs(), inputs),
                        "' with input shapes: ", str_join(shapes, ", "), "."),
                context.op().name);
  }
}

}  // namespace

Ref<RefCounted> (*node_origin)() = nullptr;
std::string (*origin_text)(const Ref<RefCounted>&) = nullptr;

namespace {

// A function's graph by the name that the user gave it: "__inference_step_12" is that of `step`.
std::string graph_text(const FuncGraph& graph) {
  if (graph.is_plain) return "a tf.Graph";
  std::string_view name = graph.name();
  if (name.starts_with("__inference_")) {
    name.remove_prefix(std::string_view("__inference_").size());
    if (size_t end = name.rfind('_'); end != std::string_view::npos && end > 0) name = name.substr(0, end);
  }
  return str_cat("FuncGraph(name=", name, ", id=", reinterpret_cast<uintptr_t>(&graph), ")");
}

std::string quoted_text(const Endpoint& endpoint) {
  return str_cat("<tf.Tensor '", endpoint_name(endpoint), "' shape=", shape_text(endpoint.shape),
                 " dtype=", dtype_name(endpoint.dtype), ">");
}
std::string plain_text(const Endpoint& endpoint) {
  return str_cat("Tensor(\"", endpoint_name(endpoint), "\", shape=", shape_text(endpoint.shape),
                 ", dtype=", dtype_name(endpoint.dtype), ")");
}

}  // namespace

std::string out_of_scope(const Endpoint& endpoint, const FuncGraph* used_in) {
  std::string tensor = quoted_text(endpoint);
  std::string text =
      str_cat(tensor,
              " is out of scope and cannot be used here. Use return values, explicit Python locals or TensorFlow "
              "collections to "
              "access it.\nPlease see "
              "https://www.tensorflow.org/guide/function#all_outputs_of_a_tffunction_must_be_return_values "
              "for more information.\n");
  std::string where = origin_text && endpoint.node->origin ? origin_text(endpoint.node->origin) : "";
  while (where.ends_with('\n')) where.pop_back();
  if (!where.empty()) text += str_cat("\n", tensor, " was defined here:\n", where, "\n");
  return str_cat(text, "\nThe tensor ", tensor, " cannot be accessed from ", used_in ? graph_text(*used_in) : "here",
                 ", because it was defined in ", graph_text(*endpoint.node->graph), ", which is out of scope.");
}

void refuse_symbol(const Value& symbol) { fail(Code::kTypeError, out_of_scope(*endpoint_of(symbol), nullptr)); }

bool is_small_constant(const Tensor& tensor) {
  return tensor.dtype() != DType::kResource && tensor.dtype() != DType::kVariant &&
         tensor.num_elements() <= kSmallConstant;
}

FuncGraph::FuncGraph(std::string name, FuncGraph* outer) : name_(std::move(name)), outer_(outer) {}

FuncGraph::~FuncGraph() = default;

void FuncGraph::run_exits() {
  takes_exits = false;
  // Gradients are traced last first and draw from seeds of their own, as they do in a function of gradients.
  const int64_t seeds = std::exchange(seed_counter, 0);
  auto actions = std::exchange(at_exit, {});
  for (auto action = actions.rbegin(); action != actions.rend(); ++action) (*action)();
  seed_counter = seeds;
}

namespace {

constexpr std::array<bool, 256> kNameCharacters = [] {
  std::array<bool, 256> table{};
  for (int c = 0; c < 128; ++c) table[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  for (unsigned char c : std::string_view("._\\/>-")) table[c] = true;
  return table;
}();

void check_node_name(std::string_view name) {
  GW_CHECK(
      !name.empty() && std::string_view("_\\/>-").find(name[0]) == std::string_view::npos &&
          std::all_of(name.begin(), name.end(), [](unsigned char c) { return kNameCharacters[c]; }),
      Code::kValueError, "'", name,
      "' is not a valid node name. A node name has to match the following pattern: ^[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$");
}

}  // namespace

std::string FuncGraph::unique_name(std::string_view base, bool for_node) {
  std::string name;
  for (const std::string& scope : name_scopes) {
    if (!scope.empty()) name = scope;
  }
  bool absolute = !base.empty() && base.back() == '/';
  if (absolute) {
    name = base.substr(0, base.size() - 1);
  } else {
    if (!name.empty() && name.back() != '/') name += '/';
    name += base;
  }
  if (for_node) check_node_name(name);
  take_names_of_copies();
  NameUse& use = names_[lower(name)];
  if (absolute && for_node && !use.by_node) {
    use.by_node = true;
    use.count = std::max(use.count, 1);
    return name;
  }
  if (use.count++ == 0) {
    use.by_node = for_node;
    return name;
  }
  while (true) {
    // Large graphs take a good part of their time for names.
    char digits[16];
    const char* end = std::to_chars(digits, digits + sizeof(digits), use.count - 1).ptr;
    std::string candidate;
    candidate.reserve(name.size() + 1 + static_cast<size_t>(end - digits));
    candidate.append(name).append(1, '_').append(digits, static_cast<size_t>(end - digits));
    if (names_.try_emplace(lower(candidate), NameUse{1, for_node}).second) return candidate;
    ++use.count;
  }
}

void FuncGraph::take_names_of_copies() {
  if (num_unnamed_ > 0) names_.reserve(names_.size() + num_unnamed_);
  for (; num_unnamed_ > 0; --num_unnamed_) names_[lower(nodes_[num_unnamed_ - 1]->name)] = {1, true};
}

Node* FuncGraph::add_copy(const Node& original, std::span<Node* const> twins) {
  auto node = std::make_unique<Node>();
  node->op = original.op;
  node->name = original.name;
  node->graph = this;
  for (const Endpoint* input : original.inputs)
    node->inputs.push_back(twins[input->node->id]->outputs[input->index].get());
  for (const Node* dependency : original.control_inputs) node->control_inputs.push_back(twins[dependency->id]);
  node->attrs = original.attrs;
  node->device = original.device;
  node->id = static_cast<int>(nodes_.size());
  node->heads_scope = original.heads_scope;
  node->origin = original.origin;
  node->plain_name = original.plain_name;
  for (const auto& output : original.outputs) {
    const Endpoint& from = *output;
    auto to = std::make_unique<Endpoint>(this, node.get(), from.index, from.dtype, from.shape);
    to->claimed = from.claimed;
    to->handle_dtype = from.handle_dtype;
    to->handle_shape = from.handle_shape;
    to->handle_origin = from.handle_origin;
    to->handle_trainable = from.handle_trainable;
    to->known_value = from.known_value;
    to->known_value_tried = from.known_value_tried;
    node->outputs.push_back(std::move(to));
  }
  if (num_unnamed_ == nodes_.size()) {
    ++num_unnamed_;
  } else {
    names_[lower(node->name)] = {1, true};
  }
  nodes_.push_back(std::move(node));
  return nodes_.back().get();
}

Value FuncGraph::add_input(DType dtype, const Shape& shape, std::string_view name) {
  Node* node = add_node(op_def<"Placeholder">(), {}, {{"dtype", dtype}, {"shape", shape}}, name);
  inputs.push_back(node->outputs[0].get());
  return node->output(0);
}

bool FuncGraph::encloses(const FuncGraph* other) const {
  for (const FuncGraph* g = other; g; g = g->outer_)
    if (g == this) return true;
  return false;
}

bool FuncGraph::may_capture_from(const FuncGraph* other) const {
  if (forward_of || other->encloses(this)) return true;
  for (const FuncGraph* g = this; g; g = g->outer_)
    if (g->captures_from_anywhere) return !g->encloses(other);
  return false;
}

Endpoint* FuncGraph::capture(const Value& value, std::string_view name) {
  if (value.is_symbol() && endpoint_of(value)->node->graph == this) return endpoint_of(value);
  if (auto it = captured_.find(value.rep()); it != captured_.end()) return it->second;
  if (value.is_symbol() && forward_of) {
    auto twin = forward_of->twins.find(endpoint_of(value));
    if (twin != forward_of->twins.end()) return capture(Value(twin->second), name);
  }
  GW_CHECK(!is_plain || !value.is_tensor() || value.dtype() != DType::kResource, Code::kRuntimeError,
           "resource: Attempting to capture an EagerTensor without building a function.");
  if (value.is_tensor() && (is_small_constant(Tensor::of(value)) || is_plain)) {
    const Tensor& tensor = Tensor::of(value);
    bool shown = value.rep()->shown && !is_plain;
    bool has_gradient = shown && (is_floating(value.dtype()) || is_complex(value.dtype()));
    if (has_gradient && is_body && !is_branch && outer_) {
      Value around(outer_->capture(value));
      if (around.is_symbol()) return capture(around, name);
    }
    if (!shown || !is_branch || !outer_) {
      Node* node = add_node(op_def<"Const">(), {}, {{"value", tensor}, {"dtype", tensor.dtype()}},
                            name.empty() ? "Const" : name);
      node->outputs[0]->known_value = tensor;
      node->outputs[0]->known_value_tried = true;
      if (shown) {
        constants.push_back({value, node->outputs[0].get()});
        captured_[value.rep()] = node->outputs[0].get();
      }
      return node->outputs[0].get();
    }
  }
  if (value.is_symbol()) {
    Endpoint* endpoint = endpoint_of(value);
    const FuncGraph* theirs = endpoint->node->graph;
    if (!may_capture_from(theirs)) fail(Code::kInaccessibleTensor, out_of_scope(*endpoint, this));
    // A gradient's graph repeats constants rather than having them handed on. (Bodies of control flow do not: whether a
    // branch that is not taken could fail on them is the run's business.)
    if (forward_of && endpoint->node->op->has(Trait::kConstant)) {
      const Tensor& tensor = endpoint->node->attrs.get<Tensor>("value");
      if (is_small_constant(tensor)) {
        Node* node = add_node(*endpoint->node->op, {}, endpoint->node->attrs, "Const");
        node->outputs[0]->known_value = tensor;
        node->outputs[0]->known_value_tried = true;
        captured_[value.rep()] = node->outputs[0].get();
        return node->outputs[0].get();
      }
    }
  }
  std::string base(name);
  if (base.empty() && value.is_symbol()) base = flat_name(value);
  Value inner = add_input(value.dtype(), value.shape(), base.empty() ? "captured" : base);
  Endpoint* endpoint = endpoint_of(inner);
  DType dtype;
  Shape shape;
  if (handle_data(value, &dtype, &shape)) {
    endpoint->handle_dtype = dtype;
    endpoint->handle_shape = shape;
    if (value.is_symbol()) {
      endpoint->handle_origin = endpoint_of(value)->handle_origin;
      endpoint->handle_trainable = endpoint_of(value)->handle_trainable;
    } else {
      endpoint->handle_origin = value;
      const VariableResource* variable = VariableResource::find(value);
      endpoint->handle_trainable = variable && variable->trainable;
    }
  }
  if (value.is_tensor() && is_small_constant(Tensor::of(value))) {  // shapes inside may depend on it
    endpoint->known_value = Tensor::of(value);
    endpoint->known_value_tried = true;
  }
  captures.push_back({value, endpoint});
  captured_[value.rep()] = endpoint;
  return endpoint;
}

void FuncGraph::replace_capture(const Value& outer, Endpoint* inner) {
  if (std::find(inputs.begin(), inputs.end(), inner) == inputs.end()) inputs.push_back(inner);
  captured_[outer.rep()] = inner;
  for (Capture& capture : captures) {
    if (!(capture.outer == outer)) continue;
    if (capture.inner != inner) std::erase(inputs, capture.inner);
    capture.inner = inner;
    return;
  }
  captures.push_back({outer, inner});
}

void FuncGraph::alias(const Value& outer, Endpoint* inner) {
  if (captured_.emplace(outer.rep(), inner).second) aliased_.push_back(outer);
}

Node* FuncGraph::add_node(const OpDef& op, std::vector<Endpoint*> node_inputs, Attrs attrs, std::string_view name) {
  auto node = std::make_unique<Node>();
  node->op = &op;
  node->graph = this;
  node->inputs.append(std::span<Endpoint* const>(node_inputs));
  node->attrs = std::move(attrs);
  node->id = static_cast<int>(nodes_.size());
  Values values;
  for (Endpoint* endpoint : node_inputs) values.emplace_back(endpoint);
  node->name = std::string(name.empty() ? op.default_node_name() : name);
  GW_CHECK(!frozen, Code::kRuntimeError, "Graph is finalized and cannot be modified.");
  check_values(op, node->attrs, static_cast<int>(node_inputs.size()));
  try {
    node->attrs = complete_attrs(op, values, node->attrs);
  } catch (const Error& error) {
    throw Error(Code::kTypeError, dtype_words(op, values, node->attrs, error.message()), op.name);
  }
  SmallVector<DType, 4> dtypes;
  output_dtypes(op, values, node->attrs, dtypes);
  check_functions(op, node->attrs, node_inputs, {dtypes.data(), dtypes.size()});
  ShapeContext context(op, values, node->attrs);
  infer_shapes(context, node_inputs, [&] { return unique_name(node->name, true); });
  while (context.outputs().size() < dtypes.size()) context.outputs().push_back(Shape::unknown());
  if (op.shape_input >= 0) {
    Shape& shape = context.outputs()[0];
    if (!shape.fully_defined())
      if (const Shape known = shape_known_around(values[op.shape_input]); shape.compatible(known))
        shape = shape.merge(known);
  }
  node->name = unique_name(node->name, true);
  for (size_t i = 0; i < dtypes.size(); ++i) {
    node->outputs.push_back(
        std::make_unique<Endpoint>(this, node.get(), static_cast<int>(i), dtypes[i], context.outputs()[i]));
  }
  for (const auto& data : context.handle_outputs) {
    node->outputs[data.output]->handle_dtype = data.dtype;
    node->outputs[data.output]->handle_shape = data.shape;
  }
  if (op.has(Trait::kIdentity) && !node_inputs.empty() && !node->outputs.empty()) {
    node->outputs[0]->handle_dtype = node_inputs[0]->handle_dtype;
    node->outputs[0]->handle_shape = node_inputs[0]->handle_shape;
  }
  if (!devices.empty()) node->device = devices.back();
  if (!control_groups.empty() && !op.has(Trait::kPlaceholder)) add_control_inputs(node.get());
  nodes_.push_back(std::move(node));
  return nodes_.back().get();
}

void FuncGraph::add_control_inputs(Node* node) {
  for (ControlGroup& group : control_groups) {
    bool waits = std::any_of(node->inputs.begin(), node->inputs.end(),
                             [&](const Endpoint* input) { return group.members.contains(input->node); });
    group.members.insert(node);
    if (waits) continue;
    for (Node* dependency : group.nodes) {
      bool known =
          std::any_of(node->inputs.begin(), node->inputs.end(),
                      [&](const Endpoint* input) { return input->node == dependency; }) ||
          std::find(node->control_inputs.begin(), node->control_inputs.end(), dependency) != node->control_inputs.end();
      if (!known) node->control_inputs.push_back(dependency);
    }
  }
}

void FuncGraph::refresh(Node* node) {
  Values values;
  for (Endpoint* endpoint : node->inputs) values.emplace_back(endpoint);
  SmallVector<DType, 4> dtypes;
  output_dtypes(*node->op, values, node->attrs, dtypes);
  ShapeContext context(*node->op, values, node->attrs);
  infer_shapes(context, {node->inputs.data(), node->inputs.size()}, [&] { return node->name; });
  while (context.outputs().size() < dtypes.size()) context.outputs().push_back(Shape::unknown());
  for (size_t i = 0; i < dtypes.size(); ++i) {
    if (i < node->outputs.size()) {
      if (context.outputs()[i].has_rank() && node->outputs[i]->shape.compatible(context.outputs()[i]))
        node->outputs[i]->shape = node->outputs[i]->shape.merge(context.outputs()[i]);
    } else {
      node->outputs.push_back(
          std::make_unique<Endpoint>(this, node, static_cast<int>(i), dtypes[i], context.outputs()[i]));
    }
  }
}

std::vector<Endpoint*> FuncGraph::capture_inputs(const OpDef& op, std::span<const Value> values, const Attrs& attrs,
                                                 std::string& name) {
  std::vector<Endpoint*> endpoints(values.size());
  std::vector<ArgRange> ranges;
  std::string prefix;
  auto capture_one = [&](size_t i) -> Endpoint* {
    const Value& value = values[i];
    if (op.has(Trait::kCall) || captured_.contains(value.rep())) return capture(value);
    if (prefix.empty()) {  // what is captured for an op has the op's name before its own, "add_1/y"
      prefix = !name.empty() && name.back() == '/' ? std::string(plain_name(name))
                                                   : unique_name(name.empty() ? op.default_node_name() : name);
      name = prefix + "/";
      auto found = input_ranges(op, static_cast<int>(values.size()), attrs);
      ranges.assign(found.begin(), found.end());
    }
    size_t arg = 0;
    while (arg + 1 < ranges.size() && static_cast<int>(i) >= ranges[arg].begin + ranges[arg].size) ++arg;
    std::string own;
    if (value.is_symbol()) {
      own = flat_name(value);
    } else if (arg < op.inputs.size()) {
      own = op.inputs[arg].name;
      const std::string place = std::to_string(static_cast<int>(i) - ranges[arg].begin);
      if (op.inputs[arg].is_list()) own = &op == &op_def<"Pack">() ? place : str_cat(own, "_", place);
    }
    return capture(value, str_cat(prefix, "/", own, "/"));
  };
  // Values come before symbols of graphs around this one.
  for (size_t i = 0; i < values.size(); ++i)
    if (values[i].is_tensor()) endpoints[i] = capture_one(i);
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].is_tensor()) continue;
    Endpoint* endpoint = endpoint_of(values[i]);
    endpoints[i] = endpoint->node->graph == this ? endpoint : capture_one(i);
  }
  return endpoints;
}

void FuncGraph::check_same_graph(std::span<const Value> inputs) const {
  const Endpoint* first = nullptr;
  for (const Value& value : inputs) {
    if (!value.is_symbol()) continue;
    const Endpoint* endpoint = endpoint_of(value);
    if (!first) first = endpoint;
    GW_CHECK(endpoint->node->graph == first->node->graph || !endpoint->node->graph->is_plain ||
                 !first->node->graph->is_plain,
             Code::kValueError, plain_text(*endpoint), " must be from the same graph as ", plain_text(*first),
             " (graphs are two different tf.Graph objects).");
  }
}

void FuncGraph::call(const OpDef& op, std::span<const Value> inputs_, const Attrs& attrs, std::string_view name,
                     Values& outputs_) {
  std::string own_name(name);
  if (is_plain) check_same_graph(inputs_);
  std::vector<Endpoint*> endpoints = capture_inputs(op, inputs_, attrs, own_name);
  Node* node = add_node(op, std::move(endpoints), attrs, own_name);
  node->heads_scope = name.ends_with('/');
  if (!gradient_overrides.empty()) {
    if (auto found = gradient_overrides.find(op.name); found != gradient_overrides.end())
      node->attrs.set(kOverridingGradientAttr, found->second);
  }
  if (node_origin) node->origin = node_origin();
  const size_t first = outputs_.size();
  for (size_t i = 0; i < node->outputs.size(); ++i) outputs_.push_back(node->output(static_cast<int>(i)));
  if (!results_checked()) [[likely]]
    return;
  check_results_of(
      op, inputs_, name_, {outputs_.data() + first, outputs_.size() - first},
      [&](const Value& value, const Attrs& message) {
        Values result;
        call(op_def<"CheckNumericsV2">(), {&value, 1}, message, str_cat(node->name, "/CheckNumericsV2/"), result);
        return result.front();
      });
}

Node* FuncGraph::node_named(std::string_view name) {
  if (by_name_.size() > nodes_.size()) by_name_.clear();
  for (size_t i = by_name_.size(); i < nodes_.size(); ++i) by_name_[nodes_[i]->name] = nodes_[i].get();
  auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

void FuncGraph::move_before(std::span<const std::pair<Node*, Node*>> nodes_and_anchors) {
  by_name_.clear();
  if (num_unnamed_ != nodes_.size()) take_names_of_copies();
  std::unordered_map<const Node*, std::vector<Node*>> before;
  std::vector<bool> moves(nodes_.size(), false);
  for (auto [node, anchor] : nodes_and_anchors) {
    if (node->id < anchor->id) continue;
    before[anchor].push_back(node);
    moves[node->id] = true;
  }
  std::vector<std::unique_ptr<Node>> old = std::move(nodes_);
  nodes_.clear();
  nodes_.reserve(old.size());
  for (auto& node : old) {
    if (!node || moves[node->id]) continue;
    if (auto it = before.find(node.get()); it != before.end())
      for (Node* first : it->second) nodes_.push_back(std::move(old[first->id]));
    nodes_.push_back(std::move(node));
  }
  for (size_t i = 0; i < nodes_.size(); ++i) nodes_[i]->id = static_cast<int>(i);
}

void FuncGraph::remove_nodes(const std::vector<bool>& keep) {
  by_name_.clear();
  std::vector<std::unique_ptr<Node>> kept;
  kept.reserve(nodes_.size());
  auto goes = [&](const Node* node) { return !keep[node->id]; };
  num_unnamed_ = static_cast<size_t>(
      std::count(keep.begin(), keep.begin() + static_cast<std::ptrdiff_t>(std::min(num_unnamed_, keep.size())), true));
  for (auto& node : nodes_) {
    if (goes(node.get())) continue;
    SmallVector<Node*, 1> dependencies;
    for (Node* dependency : node->control_inputs)
      if (!goes(dependency)) dependencies.push_back(dependency);
    node->control_inputs = std::move(dependencies);
  }
  std::erase_if(control_outputs, goes);
  std::erase_if(constants, [&](const auto& constant) { return goes(constant.inner->node); });
  std::erase_if(captured_, [&](const auto& entry) { return goes(entry.second->node); });
  std::erase_if(twins, [&](const auto& entry) { return goes(entry.second->node); });
  for (auto& node : nodes_) {
    if (!goes(node.get())) kept.push_back(std::move(node));
  }
  nodes_ = std::move(kept);
  for (size_t i = 0; i < nodes_.size(); ++i) nodes_[i]->id = static_cast<int>(i);
}

std::string endpoint_name(const Endpoint& endpoint) { return str_cat(endpoint.node->name, ":", endpoint.index); }

std::string summarize_node(const OpDef& op, std::string_view name, const Attrs& attrs,
                           std::span<Endpoint* const> inputs) {
  std::string text = str_cat("{{node ", name, "}} = ", op.name, "[");
  std::vector<Attrs::Entry> entries = attrs.entries();
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  bool first = true;
  for (const auto& [key, value] : entries) {
    if (!first) text += ", ";
    first = false;
    if (const DType* dtype = std::get_if<DType>(&value)) {
      std::string upper = dtype_op_def_name(*dtype);
      for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      text += str_cat(key, "=DT_", upper);
    } else {
      text += str_cat(key, "=", attr_str(value));
    }
  }
  text += "](";
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (i) text += ", ";
    text += inputs[i]->index == 0 ? inputs[i]->node->name : endpoint_name(*inputs[i]);
  }
  return text + ")";
}

bool conforms(const Shape& given, const Shape& wanted) {
  if (!wanted.has_rank()) return true;
  if (!given.has_rank() || given.rank() != wanted.rank()) return false;
  for (int i = 0; i < wanted.rank(); ++i)
    if (wanted[i] >= 0 && given[i] != wanted[i]) return false;
  return true;
}

namespace {

bool has_custom_gradients(const FuncGraph& graph);

bool find_custom_gradients(const FuncGraph& graph) {
  if (!graph.twins.empty()) return true;
  for (const auto& node : graph.nodes()) {
    if (node->attrs.find(kCustomGradientAttr)) return true;
    for (const FuncGraph* function : functions_of(*node))
      if (has_custom_gradients(*function)) return true;
  }
  return false;
}

// True where a node here, or in a function that a node here runs, has a gradient of its own. Graphs are copied once for
// each function around them, so each remembers the answer.
bool has_custom_gradients(const FuncGraph& graph) {
  if (!graph.finished) return find_custom_gradients(graph);
  int8_t known = graph.custom_gradients.load(std::memory_order_relaxed);
  if (known < 0) {
    known = find_custom_gradients(graph) ? 1 : 0;
    graph.custom_gradients.store(known, std::memory_order_relaxed);
  }
  return known == 1;
}

}  // namespace

Ref<FuncGraph> copy_graph(const FuncGraph& graph, std::string name,
                          std::unordered_map<const Endpoint*, Endpoint*>* map) {
  auto copy = make_ref<FuncGraph>(std::move(name), nullptr);
  std::vector<Node*> twins;
  twins.reserve(graph.nodes().size());
  for (const auto& node : graph.nodes()) twins.push_back(copy->add_copy(*node, twins));
  auto twin_of = [&](const Endpoint* endpoint) { return twins[endpoint->node->id]->outputs[endpoint->index].get(); };
  for (Endpoint* input : graph.inputs) copy->inputs.push_back(twin_of(input));
  for (Endpoint* output : graph.outputs) copy->outputs.push_back(twin_of(output));
  for (Node* node : graph.control_outputs) copy->control_outputs.push_back(twins[node->id]);
  const bool custom_gradients = has_custom_gradients(graph);
  if (custom_gradients) {
    copy->copied_from = graph.copied_from;
    copy->copied_from.push_back(Ref<const FuncGraph>(&graph));
    for (const auto& [original, own] : graph.twins) copy->twins[original] = twin_of(own);
  }
  for (const auto& node : graph.nodes()) {
    for (const auto& output : node->outputs) {
      if (map) (*map)[output.get()] = twin_of(output.get());
      if (custom_gradients) copy->twins[output.get()] = twin_of(output.get());
    }
  }
  copy->custom_gradients.store(custom_gradients ? 1 : 0, std::memory_order_relaxed);
  copy->finished = true;
  copy->is_branch = graph.is_branch;
  copy->effects_on_demand = graph.effects_on_demand;
  return copy;
}

}  // namespace graphwright
