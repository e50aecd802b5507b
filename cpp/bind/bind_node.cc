// _core.Node: a node of a graph, which tf.Operation wraps.
#include <algorithm>

#include "autodiff/traced_gradient.h"
#include "bind/creation_stack.h"
#include "bind/graph_objects.h"
#include "bind/op_type.h"
#include "function/graph_function.h"
#include "graph/control_dependencies.h"
#include "graph/encode_node.h"
#include "graph/functions_of.h"
#include "graph/reorder.h"
#include "op/kernel_state.h"
#include "ops/random/state.h"

namespace graphwright::bind {
namespace {

using NodeClass = py::class_<NodeHandle>;

// ---- what a node waits for ----

// The nodes that it waits for by automatic control dependencies, beside its own.
std::vector<Node*> automatic_inputs(const NodeHandle& h) {
  const ControlDependencies* automatic = control_dependencies(*h.graph);
  if (!automatic || static_cast<size_t>(h.node->id) >= automatic->before.size()) return {};
  const auto& before = automatic->before[h.node->id];
  return {before.begin(), before.end()};
}

py::list control_inputs(const NodeHandle& h) {
  py::list list;
  for (Node* node : h.node->control_inputs) list.append(operation_object(node));
  for (Node* node : automatic_inputs(h)) list.append(operation_object(node));
  return list;
}

py::list control_outputs(const NodeHandle& h) {
  py::list list;
  const ControlDependencies* automatic = control_dependencies(*h.graph);
  auto waits = [&](const Node& node) {
    auto among = [&](const auto& nodes) { return std::find(nodes.begin(), nodes.end(), h.node) != nodes.end(); };
    auto id = static_cast<size_t>(node.id);
    return among(node.control_inputs) || (automatic && id < automatic->before.size() && among(automatic->before[id]));
  };
  for (const auto& node : h.graph->nodes())
    if (waits(*node)) list.append(node_object(node.get()));
  if (automatic && automatic->join && waits(*automatic->join)) list.append(node_object(automatic->join.get()));
  return list;
}

// ---- attrs, and the functions among them ----

std::vector<std::string> attr_names(const NodeHandle& h) {
  std::vector<std::string> names;
  for (const auto& entry : h.node->attrs.entries()) names.push_back(entry.first);
  return names;
}

py::object attr(const NodeHandle& h, const std::string& name) {
  const AttrValue* value = h.node->attrs.find(name);
  if (!value) throw py::value_error("Operation '" + h.node->name + "' has no attr named '" + name + "'.");
  return translated([&] { return take(attr_to_python(*value)); });
}

void set_attr(const NodeHandle& h, const std::string& name, const py::object& value) {
  translated([&] {
    const AttrDef* def = h.node->op->attr(name);
    GW_CHECK(def != nullptr, Code::kValueError, "op ", h.node->op->name, " has no attr '", name, "'");
    h.node->attrs.set(name, attr_from_python(*h.node->op, *def, value.ptr()));
  });
}

// By attr: the graphs of the functions that the node refers to, None for one that has none.
py::dict graphs_by_attr(const NodeHandle& h) {
  py::dict found;
  for_each_function(h.node->attrs, [&](const std::string& name, const Ref<FunctionRef>& function) {
    FuncGraph* graph = function ? function->graph() : nullptr;
    py::list graphs = found.attr("setdefault")(name, py::list());
    graphs.append(graph ? py::cast(Ref<FuncGraph>(graph)) : py::object(py::none()));
  });
  return found;
}

// Where the node has a gradient of its own: (how many of its inputs are results, its graph, what that captures as
// this graph knows it, how many outputs belong to each other input). The graph is None for a Python function.
py::object custom_gradient_parts(const NodeHandle& h) {
  const GradientFunction* own = custom_gradient(*h.node->op, h.node->attrs);
  if (!own) return py::none();
  const TracedGradient* traced = own->rule<TracedGradient>();
  if (!traced) return py::make_tuple(own->num_results(), py::none(), py::list(), py::list());
  py::list captured;
  for (const BorrowedValue& one : traced->captured()) {
    Value value = one.tensor;
    if (one.symbol) {
      auto twin = h.graph->twins.find(one.symbol);
      value = twin == h.graph->twins.end() ? Value(one.symbol) : Value(twin->second);
    }
    captured.append(tensor_object(std::move(value)));
  }
  auto graph = py::cast(Ref<FuncGraph>(const_cast<FuncGraph*>(&traced->graph())));
  return py::make_tuple(own->num_results(), graph, captured, traced->parts());
}

// ---- what a node does ----

// What the node gives for these inputs, computed at once; a random one begins at its seeds.
py::list run(const NodeHandle& h, const py::list& values) {
  return translated([&] {
    Values inputs;
    for (const auto& value : values) inputs.push_back(to_value(value.ptr()));
    InterpreterScope eager(&eager_interpreter());
    RandomPositionsApart apart;
    py::list list;
    for (Value& output : call(*h.node->op, inputs, h.node->attrs)) list.append(tensor_object(std::move(output)));
    return list;
  });
}

// The node as the bytes of a NodeDef; None where it refers to functions.
py::object encoded(const NodeHandle& h, bool add_shapes) {
  return translated([&]() -> py::object {
    std::vector<std::string> names;
    for (const Node* node : h.node->control_inputs) names.push_back(node->name);
    for (const Node* node : automatic_inputs(h)) names.push_back(node->name);
    std::string bytes;
    if (!encode_node(*h.node, names, add_shapes, bytes)) return py::none();
    return py::bytes(bytes);
  });
}

// ---- the class ----

void bind_node_identity(NodeClass& node) {
  node.def_property_readonly("name", [](const NodeHandle& h) { return h.node->name; })
      .def_property_readonly("type", [](const NodeHandle& h) { return h.node->op->name; })
      .def_property_readonly("id", [](const NodeHandle& h) { return h.node->id; })
      .def_property_readonly("key", [](const NodeHandle& h) { return reinterpret_cast<uintptr_t>(h.node); })
      .def_property(
          "device", [](const NodeHandle& h) { return h.node->device; },
          [](const NodeHandle& h, std::string device) { h.node->device = std::move(device); })
      .def_property_readonly("graph", [](const NodeHandle& h) { return graph_object(h.node->graph); })
      .def_property_readonly("stack", [](const NodeHandle& h) { return take(stack_entries(h.node->origin)); });
}

void bind_edges(NodeClass& node) {
  node.def_property_readonly("inputs", [](const NodeHandle& h) { return tensors(h.node->inputs); })
      .def_property_readonly("outputs", [](const NodeHandle& h) { return tensors(h.node->outputs); })
      .def_property_readonly("control_inputs", control_inputs)
      .def_property_readonly("control_outputs", control_outputs)
      // The positions of inputs that are resources which the node's functions only read.
      .def_property_readonly("read_only_inputs", [](const NodeHandle& h) { return read_only_inputs(*h.node); })
      .def("add_control_input",
           [](const NodeHandle& h, const NodeHandle& before) {
             translated([&] { run_after(*h.graph, h.node, before.node); });
           })
      .def("clear_control_inputs", [](const NodeHandle& h) { h.node->control_inputs.clear(); })
      .def("update_input", [](const NodeHandle& h, int index, const py::object& tensor) {
        translated([&] { update_input(*h.graph, h.node, index, endpoint_arg(tensor)); });
      });
}

void bind_attrs(NodeClass& node) {
  node.def_property_readonly("attr_names", attr_names)
      .def("attr", attr)
      .def("set_attr", set_attr)
      .def_property_readonly("functions", graphs_by_attr)
      .def("set_implementation",
           [](const NodeHandle& h, const Ref<GraphFunction>& run) {
             h.node->attrs.set(kImplementationAttr, Ref<FunctionRef>(run));
           })
      .def_property_readonly("custom_gradient", custom_gradient_parts)
      // Whether what a loop's body draws from seeds begins anew with each run; it can be said, and not taken back.
      .def_property_readonly("draws_anew",
                             [](const NodeHandle& h) { return h.node->attrs.find(kDrawsAnewAttr) != nullptr; })
      .def("set_draws_anew", [](const NodeHandle& h) { h.node->attrs.set(kDrawsAnewAttr, true); });
}

}  // namespace

void bind_node(py::module_& m) {
  NodeClass node(m, "Node", "A node of a graph; tf.Operation wraps it.");
  bind_node_identity(node);
  bind_edges(node);
  bind_attrs(node);
  node.def("run", run).def("encoded", encoded);
}

}  // namespace graphwright::bind
