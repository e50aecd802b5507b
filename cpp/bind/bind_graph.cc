// _core.FuncGraph: a graph under construction or finished, which tf.Graph wraps.
#include <functional>

#include "bind/graph_objects.h"
#include "bind/variable_type.h"
#include "function/shared_states.h"
#include "graph/control_dependencies.h"
#include "graph/extract.h"
#include "graph/functions_of.h"

namespace graphwright::bind {
namespace {

using GraphClass = py::class_<FuncGraph, Ref<FuncGraph>>;

Value value_arg(const py::object& object) {
  return translated([&] { return to_value(object.ptr()); });
}

// The endpoint of a placeholder of this graph; throws ValueError for anything else.
Endpoint* placeholder_arg(const FuncGraph& g, const py::handle& symbol) {
  Endpoint* endpoint = endpoint_of(value_of(symbol.ptr()));
  GW_CHECK(endpoint->node->graph == &g && endpoint->node->op->has(Trait::kPlaceholder), Code::kValueError,
           endpoint_name(*endpoint), " is no placeholder of ", g.name());
  return endpoint;
}

// ---- tracing ----

void push(FuncGraph& g) {
  g.takes_exits = !g.is_plain;
  interpreter_stack().push(&g);
}

void pop(FuncGraph& g) {
  struct Leaving {
    FuncGraph& graph;
    ~Leaving() { interpreter_stack().remove(&graph); }
  } leaving{g};
  translated([&] { g.run_exits(); });
}

void push_control_dependencies(FuncGraph& g, const std::vector<NodeHandle>& nodes) {
  FuncGraph::ControlGroup group;
  for (const NodeHandle& h : nodes)
    if (h.node->graph == &g) group.nodes.push_back(h.node);
  g.control_groups.push_back(std::move(group));
}

void pop_control_dependencies(FuncGraph& g) {
  if (!g.control_groups.empty()) g.control_groups.pop_back();
}

// Takes all explicit control dependencies off (control_dependencies(None)) and gives them back.
py::object swap_control_dependencies(FuncGraph& g, py::object saved) {
  using Groups = std::vector<FuncGraph::ControlGroup>;
  auto* mine = new Groups(std::move(g.control_groups));
  g.control_groups.clear();
  if (!saved.is_none()) g.control_groups = *static_cast<Groups*>(PyCapsule_GetPointer(saved.ptr(), "graphwright.deps"));
  return py::capsule(mine, "graphwright.deps", [](PyObject* capsule) {
    delete static_cast<Groups*>(PyCapsule_GetPointer(capsule, "graphwright.deps"));
  });
}

// ---- inputs and outputs ----

py::object add_input(FuncGraph& g, const py::object& dtype, const py::object& shape, const std::string& name) {
  return translated(
      [&] { return tensor_object(g.add_input(dtype_from_object(dtype.ptr()), shape_from_object(shape.ptr()), name)); });
}

// Puts the inputs in this order; for graphs that have captured nothing yet.
void set_inputs(FuncGraph& g, const py::list& values) {
  translated([&] {
    std::vector<Endpoint*> inputs;
    for (const auto& value : values) inputs.push_back(placeholder_arg(g, value));
    g.inputs = std::move(inputs);
  });
}

void set_outputs(FuncGraph& g, const py::list& values) {
  translated([&] {
    std::vector<Endpoint*> outputs;
    for (const auto& value : values) outputs.push_back(g.capture(to_value(value.ptr())));
    g.outputs = std::move(outputs);
  });
}

// (dtype, shape, trainable) of what a handle refers to, None where that is not known.
py::object handle_data(FuncGraph&, const py::object& tensor) {
  const Endpoint* endpoint = endpoint_or_null(tensor.ptr());
  if (!endpoint || endpoint->handle_dtype == DType::kInvalid) return py::none();
  return py::make_tuple(py::handle(dtype_object(endpoint->handle_dtype)), take(shape_object(endpoint->handle_shape)),
                        endpoint->handle_trainable);
}

// Gives a resource placeholder what its handle refers to.
void set_handle_data(FuncGraph&, const py::object& tensor, const py::object& dtype, const py::object& shape,
                     bool trainable) {
  translated([&] {
    Endpoint* endpoint = endpoint_arg(tensor);
    endpoint->handle_dtype = dtype_from_object(dtype.ptr());
    endpoint->handle_shape = shape_from_object(shape.ptr());
    endpoint->handle_trainable = trainable;
  });
}

// ---- captures ----

// (what is outside, its placeholder) of each.
py::list pairs(const std::vector<FuncGraph::Capture>& captures) {
  py::list list;
  for (const auto& capture : captures)
    list.append(py::make_tuple(tensor_object(capture.outer), tensor_object(Value(capture.inner))));
  return list;
}

py::object capture(FuncGraph& g, const py::object& value, const std::string& name) {
  return translated([&] { return tensor_object(Value(g.capture(value_arg(value), name))); });
}

// Makes a placeholder the one input for a value from outside.
void add_capture(FuncGraph& g, const py::object& outer, const py::object& inner) {
  translated([&] {
    Endpoint* endpoint = placeholder_arg(g, inner);
    g.replace_capture(value_arg(outer), endpoint);
  });
}

// Lets a placeholder stand for no value from outside any more.
void drop_capture(FuncGraph& g, const py::object& inner) {
  translated([&] {
    Endpoint* endpoint = endpoint_arg(inner);
    std::erase_if(g.captures, [&](const FuncGraph::Capture& one) { return one.inner == endpoint; });
  });
}

// The placeholder of a value from outside, made where there is none.
Endpoint* capture_of(FuncGraph& g, const Value& outer) {
  Endpoint* inner = nullptr;
  for (const auto& one : g.captures)
    if (one.outer == outer) inner = one.inner;
  if (inner) return inner;
  inner = endpoint_of(g.add_input(outer.dtype(), outer.shape(), "Placeholder"));
  g.inputs.pop_back();
  if (outer.is_symbol()) {
    inner->handle_dtype = endpoint_of(outer)->handle_dtype;
    inner->handle_shape = endpoint_of(outer)->handle_shape;
  }
  return inner;
}

// Orders the placeholders of captured values as `values` are, and adds those that are missing; then forgets them:
// the caller passes `values` as the last inputs.
void align_captures(FuncGraph& g, const py::sequence& values) {
  translated([&] {
    std::vector<Endpoint*> aligned;
    for (const auto& object : values) aligned.push_back(capture_of(g, value_of(py::object(object).ptr())));
    for (const auto& one : g.captures) std::erase(g.inputs, one.inner);
    g.inputs.insert(g.inputs.end(), aligned.begin(), aligned.end());
    g.captures.clear();
  });
}

// ---- nodes ----

// The nodes that run whether or not an output needs them.
py::list must_run(FuncGraph& g) {
  py::list list;
  if (const ControlDependencies* automatic = control_dependencies(g))
    for (Node* node : automatic->must_run) list.append(operation_object(node));
  return list;
}

py::list nodes_of(FuncGraph& g) {
  py::list list;
  for (const auto& node : g.nodes()) list.append(node_object(node.get()));
  const ControlDependencies* automatic = control_dependencies(g);
  if (automatic && automatic->join) list.append(node_object(automatic->join.get()));
  return list;
}

// Those among them that refer to functions.
py::list calling_nodes(FuncGraph& g) {
  py::list list;
  for (const auto& node : g.nodes()) {
    bool calls = false;
    for_each_function(node->attrs, [&](const std::string&, const Ref<FunctionRef>&) { calls = true; });
    if (calls) list.append(node_object(node.get()));
  }
  return list;
}

py::object node_named(FuncGraph& g, std::string_view name) {
  if (Node* node = g.node_named(name)) return node_object(node);
  const ControlDependencies* automatic = control_dependencies(g);
  if (automatic && automatic->join && automatic->join->name == name) return node_object(automatic->join.get());
  return py::none();
}

std::vector<Endpoint*> own_endpoints(const FuncGraph& g, const py::list& list) {
  std::vector<Endpoint*> found;
  for (const auto& item : list) {
    const Value& value = value_of(item.ptr());
    GW_CHECK(value.is_symbol() && endpoint_of(value)->node->graph == &g, Code::kValueError,
             "a tensor that is not of the graph ", g.name());
    found.push_back(endpoint_of(value));
  }
  return found;
}

// What some tensors and nodes need, as a graph of its own, and the inputs that it has beside those given. Its nodes
// share `states` with those of other parts that were given the same.
py::object extract(const FuncGraph& g, const std::string& name, const py::list& inputs, const py::list& outputs,
                   const std::vector<NodeHandle>& nodes, const Ref<SharedStates>& states) {
  return translated([&] {
    std::vector<Node*> wanted;
    for (const NodeHandle& h : nodes) wanted.push_back(h.node);
    std::vector<Endpoint*> further;
    std::function<void(const Node&, Node&)> share;
    if (states) share = [&](const Node& node, Node& copy) { states->share(node, copy); };
    const std::vector<Endpoint*> given = own_endpoints(g, inputs), asked = own_endpoints(g, outputs);
    Ref<FuncGraph> part = extract_graph(g, name, given, asked, wanted, further, share);
    return py::make_tuple(part, tensors(further));
  });
}

// ---- the class ----

void bind_graph_identity(GraphClass& graph) {
  graph
      .def(py::init([](std::string name) {
        return Ref<FuncGraph>(new FuncGraph(std::move(name), interpreter_stack().top().graph()));
      }))
      .def_property("name", &FuncGraph::name, &FuncGraph::set_name)
      .def_property_readonly("key", [](const FuncGraph& g) { return reinterpret_cast<uintptr_t>(&g); })
      .def_property_readonly("outer",
                             [](const FuncGraph& g) -> py::object {
                               if (!g.outer() || g.finished) return py::none();
                               return graph_object(g.outer());
                             })
      .def_readwrite("finished", &FuncGraph::finished)
      .def_readwrite("frozen", &FuncGraph::frozen)
      .def_readwrite("effects_on_demand", &FuncGraph::effects_on_demand)
      .def_readwrite("is_plain", &FuncGraph::is_plain)
      .def_readwrite("captures_from_anywhere", &FuncGraph::captures_from_anywhere)
      .def_readwrite("is_body", &FuncGraph::is_body)
      .def_readwrite("is_branch", &FuncGraph::is_branch)
      .def_readwrite("seed_counter", &FuncGraph::seed_counter)
      .def_readwrite("seed", &FuncGraph::seed);
}

void bind_tracing(GraphClass& graph) {
  graph.def("push", push)
      .def("pop", pop)
      .def("unique_name", [](FuncGraph& g, const std::string& name) { return g.unique_name(name); })
      .def_property(
          "name_scopes", [](const FuncGraph& g) { return g.name_scopes; },
          [](FuncGraph& g, std::vector<std::string> scopes) { g.name_scopes = std::move(scopes); })
      .def_property(
          "gradient_overrides", [](const FuncGraph& g) { return g.gradient_overrides; },
          [](FuncGraph& g, std::unordered_map<std::string, std::string> overrides) {
            g.gradient_overrides = std::move(overrides);
          })
      .def_property(
          "devices", [](const FuncGraph& g) { return g.devices; },
          [](FuncGraph& g, std::vector<std::string> devices) { g.devices = std::move(devices); })
      // Whether variables that are read in it become constants.
      .def("read_by_value", [](const FuncGraph& g, bool on) { read_by_value(&g, on); })
      .def("push_control_dependencies", push_control_dependencies)
      .def("pop_control_dependencies", pop_control_dependencies)
      .def("swap_control_dependencies", swap_control_dependencies);
}

void bind_arguments(GraphClass& graph) {
  graph.def("add_input", add_input)
      .def("set_inputs", set_inputs)
      .def("set_outputs", set_outputs)
      .def_property_readonly("inputs", [](const FuncGraph& g) { return tensors(g.inputs); })
      .def_property_readonly("outputs", [](const FuncGraph& g) { return tensors(g.outputs); })
      .def("handle_data", handle_data)
      .def("set_handle_data", set_handle_data, py::arg("tensor"), py::arg("dtype"), py::arg("shape"),
           py::arg("trainable") = false);
}

void bind_captures(GraphClass& graph) {
  graph.def("capture", capture, py::arg("value"), py::arg("name") = "")
      .def("add_capture", add_capture)
      .def("drop_capture", drop_capture)
      .def("align_captures", align_captures)
      .def_property_readonly("captures", [](const FuncGraph& g) { return pairs(g.captures); })
      .def_property_readonly("constants", [](const FuncGraph& g) { return pairs(g.constants); })
      .def(
          "alias",
          [](FuncGraph& g, const py::object& outer, const py::object& inner) {
            translated([&] { g.alias(value_of(outer.ptr()), endpoint_arg(inner)); });
          },
          "Makes an input stand for a value from outside wherever that is used.")
      .def("drop_aliases", &FuncGraph::drop_aliases);
}

void bind_nodes(GraphClass& graph) {
  graph.def_property_readonly("must_run", must_run)
      .def("nodes", nodes_of)
      .def("calling_nodes", calling_nodes)
      .def("node_named", node_named)
      .def("last_node",
           [](const FuncGraph& g) -> py::object { return g.last_node() ? node_object(g.last_node()) : py::none(); })
      .def("num_nodes", [](const FuncGraph& g) { return g.nodes().size(); })
      .def("extract", extract, py::arg("name"), py::arg("inputs"), py::arg("outputs"), py::arg("nodes"),
           py::arg("states") = Ref<SharedStates>());
}

}  // namespace

void bind_graph(py::module_& m) {
  py::class_<SharedStates, Ref<SharedStates>>(m, "SharedStates",
                                              "What kernels keep from run to run, for all parts of a graph together.")
      .def(py::init([] { return make_ref<SharedStates>(); }));

  GraphClass graph(m, "FuncGraph", "A graph under construction or finished; tf.Graph wraps it.");
  bind_graph_identity(graph);
  bind_tracing(graph);
  bind_arguments(graph);
  bind_captures(graph);
  bind_nodes(graph);
}

}  // namespace graphwright::bind
