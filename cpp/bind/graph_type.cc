// Graphs and operations as Python sees them: _core.FuncGraph, _core.Node, and the attributes of symbolic tensors.
#include "bind/graph_type.h"

#include <algorithm>

#include "autodiff/traced_gradient.h"
#include "base/cancellation.h"
#include "base/stack.h"
#include "bind/convert.h"
#include "bind/creation_stack.h"
#include "bind/holders.h"
#include "bind/op_type.h"
#include "bind/tensor_type.h"
#include "bind/variable_type.h"
#include "function/graph_function.h"
#include "function/shared_states.h"
#include "graph/control_dependencies.h"
#include "graph/encode_node.h"
#include "graph/extract.h"
#include "graph/func_graph.h"
#include "graph/functions_of.h"
#include "graph/reorder.h"
#include "op/kernel_state.h"
#include "ops/random/state.h"
#include "tensor/variable_resource.h"

namespace graphwright::bind {
namespace {

// A node and the graph that keeps it alive.
struct NodeHandle {
  Ref<FuncGraph> graph;
  Node* node;
};

Endpoint* endpoint_or_null(PyObject* self) {
  const Value& value = value_of(self);
  return value.is_symbol() ? endpoint_of(value) : nullptr;
}

PyObject* eager_attribute_error(const char* name) {
  PyErr_Format(PyExc_AttributeError, "Tensor.%s is undefined when eager execution is enabled.", name);
  return nullptr;
}

py::object node_object(Node* node) { return py::cast(NodeHandle{Ref<FuncGraph>(node->graph), node}); }

py::object operation_object(Node* node) {
  return take(checked(PyObject_CallOneArg(hook("operation"), node_object(node).ptr())));
}
py::object graph_object(FuncGraph* graph) {
  py::object core = py::cast(Ref<FuncGraph>(graph));
  return take(checked(PyObject_CallOneArg(hook("graph"), core.ptr())));
}

template <class Endpoints>
py::list tensors(const Endpoints& endpoints) {
  py::list list;
  for (const auto& endpoint : endpoints) list.append(take(PyRef(wrap(Value(&*endpoint)))));
  return list;
}

Value value_arg(const py::object& object) {
  return translated([&] { return to_value(object.ptr()); });
}

}  // namespace

PyObject* get_symbol_name(PyObject* self, void*) {
  Endpoint* endpoint = endpoint_or_null(self);
  return endpoint ? to_str(endpoint_name(*endpoint)).release() : eager_attribute_error("name");
}

PyObject* get_symbol_op(PyObject* self, void*) {
  Endpoint* endpoint = endpoint_or_null(self);
  if (!endpoint) return eager_attribute_error("op");
  return guarded([&] { return operation_object(endpoint->node).release().ptr(); });
}

PyObject* get_symbol_graph(PyObject* self, void*) {
  Endpoint* endpoint = endpoint_or_null(self);
  if (!endpoint) return eager_attribute_error("graph");
  return guarded([&] { return graph_object(endpoint->node->graph).release().ptr(); });
}

PyObject* get_symbol_index(PyObject* self, void*) {
  Endpoint* endpoint = endpoint_or_null(self);
  return endpoint ? PyLong_FromLong(endpoint->index) : eager_attribute_error("value_index");
}

PyObject* set_symbol_shape(PyObject* self, PyObject* shape) {
  return guarded([&]() -> PyObject* {
    Value& value = reinterpret_cast<PyTensor*>(self)->value;
    Shape merged = value.shape().merge(shape_from_object(shape));
    if (value.is_symbol() && !(merged == value.shape())) {
      value.rep()->shape = merged;
      endpoint_of(value)->claimed = true;
    }
    Py_RETURN_NONE;
  });
}

void init_graph_types(PyObject* module) {
  keep_creation_stacks();
  auto m = py::reinterpret_borrow<py::module_>(module);

  py::class_<NodeHandle>(m, "Node", "A node of a graph; tf.Operation wraps it.")
      .def_property_readonly("name", [](const NodeHandle& h) { return h.node->name; })
      .def_property_readonly("type", [](const NodeHandle& h) { return h.node->op->name; })
      .def_property_readonly("id", [](const NodeHandle& h) { return h.node->id; })
      .def_property_readonly("key", [](const NodeHandle& h) { return reinterpret_cast<uintptr_t>(h.node); })
      .def_property(
          "device", [](const NodeHandle& h) { return h.node->device; },
          [](const NodeHandle& h, std::string device) { h.node->device = std::move(device); })
      .def_property_readonly("graph", [](const NodeHandle& h) { return graph_object(h.node->graph); })
      .def_property_readonly("inputs", [](const NodeHandle& h) { return tensors(h.node->inputs); })
      .def_property_readonly("outputs", [](const NodeHandle& h) { return tensors(h.node->outputs); })
      .def_property_readonly("control_inputs",
                             [](const NodeHandle& h) {
                               py::list list;
                               for (Node* node : h.node->control_inputs) list.append(operation_object(node));
                               const ControlDependencies* automatic = control_dependencies(*h.graph);
                               if (automatic && static_cast<size_t>(h.node->id) < automatic->before.size())
                                 for (Node* node : automatic->before[h.node->id]) list.append(operation_object(node));
                               return list;
                             })
      .def_property_readonly("control_outputs",
                             [](const NodeHandle& h) {
                               py::list list;
                               const ControlDependencies* automatic = control_dependencies(*h.graph);
                               auto waits = [&](const Node& node) {
                                 auto among = [&](const auto& nodes) {
                                   return std::find(nodes.begin(), nodes.end(), h.node) != nodes.end();
                                 };
                                 auto id = static_cast<size_t>(node.id);
                                 return among(node.control_inputs) ||
                                        (automatic && id < automatic->before.size() && among(automatic->before[id]));
                               };
                               for (const auto& node : h.graph->nodes())
                                 if (waits(*node)) list.append(node_object(node.get()));
                               if (automatic && automatic->join && waits(*automatic->join))
                                 list.append(node_object(automatic->join.get()));
                               return list;
                             })
      // The positions of inputs that are resources which the node's functions only read.
      .def_property_readonly("read_only_inputs", [](const NodeHandle& h) { return read_only_inputs(*h.node); })
      .def_property_readonly("stack", [](const NodeHandle& h) { return take(stack_entries(h.node->origin)); })
      .def_property_readonly("attr_names",
                             [](const NodeHandle& h) {
                               std::vector<std::string> names;
                               for (const auto& entry : h.node->attrs.entries()) names.push_back(entry.first);
                               return names;
                             })
      .def("attr",
           [](const NodeHandle& h, const std::string& name) {
             const AttrValue* value = h.node->attrs.find(name);
             if (!value) throw py::value_error("Operation '" + h.node->name + "' has no attr named '" + name + "'.");
             return translated([&] { return take(attr_to_python(*value)); });
           })
      // By attr: the graphs of the functions that the node refers to, None for one that has none.
      .def_property_readonly("functions",
                             [](const NodeHandle& h) {
                               py::dict found;
                               for_each_function(
                                   h.node->attrs, [&](const std::string& name, const Ref<FunctionRef>& function) {
                                     FuncGraph* graph = function ? function->graph() : nullptr;
                                     py::list graphs = found.attr("setdefault")(name, py::list());
                                     graphs.append(graph ? py::cast(Ref<FuncGraph>(graph)) : py::object(py::none()));
                                   });
                               return found;
                             })
      // Where the node has a gradient of its own: (how many of its inputs are results, its graph, what that captures as
      // this graph knows it, how many outputs belong to each other input). The graph is None for a Python function.
      .def_property_readonly("own_gradient",
                             [](const NodeHandle& h) -> py::object {
                               const GradientFunction* own = own_gradient(*h.node->op, h.node->attrs);
                               if (!own) return py::none();
                               const TracedGradient* traced = own->rule<TracedGradient>();
                               if (!traced)
                                 return py::make_tuple(own->num_results(), py::none(), py::list(), py::list());
                               py::list captured;
                               for (const BorrowedValue& one : traced->captured()) {
                                 Value value = one.tensor;
                                 if (one.symbol) {
                                   auto twin = h.graph->twins.find(one.symbol);
                                   value = twin == h.graph->twins.end() ? Value(one.symbol) : Value(twin->second);
                                 }
                                 captured.append(take(PyRef(wrap(std::move(value)))));
                               }
                               auto graph = py::cast(Ref<FuncGraph>(const_cast<FuncGraph*>(&traced->graph())));
                               return py::make_tuple(own->num_results(), graph, captured, traced->parts());
                             })
      // What the node gives for these inputs, computed at once; a random one begins at its seeds.
      .def("run",
           [](const NodeHandle& h, const py::list& values) {
             return translated([&] {
               Values inputs;
               for (const auto& value : values) inputs.push_back(to_value(value.ptr()));
               InterpreterScope eager(&eager_interpreter());
               RandomPositionsApart apart;
               py::list list;
               for (Value& output : call(*h.node->op, inputs, h.node->attrs))
                 list.append(take(PyRef(wrap(std::move(output)))));
               return list;
             });
           })
      .def("add_control_input",
           [](const NodeHandle& h, const NodeHandle& before) {
             translated([&] { run_after(*h.graph, h.node, before.node); });
           })
      .def("update_input",
           [](const NodeHandle& h, int index, const py::object& tensor) {
             translated([&] { update_input(*h.graph, h.node, index, endpoint_of(value_of(tensor.ptr()))); });
           })
      .def("clear_control_inputs", [](const NodeHandle& h) { h.node->control_inputs.clear(); })
      // The node as the bytes of a NodeDef; None where it refers to functions.
      .def("encoded",
           [](const NodeHandle& h, bool add_shapes) -> py::object {
             return translated([&]() -> py::object {
               std::vector<std::string> control_inputs;
               for (const Node* node : h.node->control_inputs) control_inputs.push_back(node->name);
               const ControlDependencies* automatic = control_dependencies(*h.graph);
               if (automatic && static_cast<size_t>(h.node->id) < automatic->before.size())
                 for (const Node* node : automatic->before[h.node->id]) control_inputs.push_back(node->name);
               std::string bytes;
               if (!encode_node(*h.node, control_inputs, add_shapes, bytes)) return py::none();
               return py::bytes(bytes);
             });
           })
      .def("set_attr",
           [](const NodeHandle& h, const std::string& name, const py::object& value) {
             translated([&] {
               const AttrDef* def = h.node->op->attr(name);
               GW_CHECK(def != nullptr, Code::kValueError, "op ", h.node->op->name, " has no attr '", name, "'");
               h.node->attrs.set(name, attr_from_python(*h.node->op, *def, value.ptr()));
             });
           })
      .def("set_implementation",
           [](const NodeHandle& h, const Ref<GraphFunction>& run) {
             h.node->attrs.set(kImplementationAttr, Ref<FunctionRef>(run));
           })
      // Whether what a loop's body draws from seeds begins anew with each run; it can be said, and not taken back.
      .def_property_readonly("draws_anew",
                             [](const NodeHandle& h) { return h.node->attrs.find(kDrawsAnewAttr) != nullptr; })
      .def("set_draws_anew", [](const NodeHandle& h) { h.node->attrs.set(kDrawsAnewAttr, true); });

  py::class_<SharedStates, Ref<SharedStates>>(m, "SharedStates",
                                              "What kernels keep from run to run, for all parts of a graph together.")
      .def(py::init([] { return make_ref<SharedStates>(); }));

  py::class_<Cancellation, Ref<Cancellation>>(m, "Cancellation", "Ends what a thread works at when others say so.")
      .def(py::init([] { return make_ref<Cancellation>(); }))
      .def("cancel", &Cancellation::cancel, "Lets the work that waits for it, or looks for it, raise CancelledError.")
      .def(
          "run",
          [](const Ref<Cancellation>& cancellation, const py::object& work) {
            const CancellationScope scope(cancellation.get());
            return work();
          },
          "Calls a function without arguments, whose work can be cancelled.");

  py::class_<FuncGraph, Ref<FuncGraph>>(m, "FuncGraph", "A graph under construction or finished; tf.Graph wraps it.")
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
      // The nodes that run whether or not an output needs them.
      .def_property_readonly("must_run",
                             [](FuncGraph& g) {
                               py::list list;
                               if (const ControlDependencies* automatic = control_dependencies(g))
                                 for (Node* node : automatic->must_run) list.append(operation_object(node));
                               return list;
                             })
      .def_readwrite("is_plain", &FuncGraph::is_plain)
      .def_readwrite("captures_from_anywhere", &FuncGraph::captures_from_anywhere)
      .def_readwrite("is_body", &FuncGraph::is_body)
      .def_readwrite("is_branch", &FuncGraph::is_branch)
      .def_readwrite("seed_counter", &FuncGraph::seed_counter)
      .def_readwrite("seed", &FuncGraph::seed)
      .def("push",
           [](FuncGraph& g) {
             g.takes_exits = !g.is_plain;
             interpreter_stack().push(&g);
           })
      .def("pop",
           [](FuncGraph& g) {
             struct Leaving {
               FuncGraph& graph;
               ~Leaving() { interpreter_stack().remove(&graph); }
             } leaving{g};
             translated([&] { g.run_exits(); });
           })
      .def("add_input",
           [](FuncGraph& g, const py::object& dtype, const py::object& shape, const std::string& name) {
             return translated([&] {
               return take(
                   PyRef(wrap(g.add_input(dtype_from_object(dtype.ptr()), shape_from_object(shape.ptr()), name))));
             });
           })
      // (dtype, shape, trainable) of what a handle refers to, None where that is not known.
      .def("handle_data",
           [](FuncGraph&, const py::object& tensor) -> py::object {
             const Endpoint* endpoint = endpoint_or_null(tensor.ptr());
             if (!endpoint || endpoint->handle_dtype == DType::kInvalid) return py::none();
             return py::make_tuple(py::handle(dtype_object(endpoint->handle_dtype)),
                                   take(shape_object(endpoint->handle_shape)), endpoint->handle_trainable);
           })
      // Gives a resource placeholder what its handle refers to.
      .def(
          "set_handle_data",
          [](FuncGraph&, const py::object& tensor, const py::object& dtype, const py::object& shape, bool trainable) {
            translated([&] {
              Endpoint* endpoint = endpoint_of(value_of(tensor.ptr()));
              endpoint->handle_dtype = dtype_from_object(dtype.ptr());
              endpoint->handle_shape = shape_from_object(shape.ptr());
              endpoint->handle_trainable = trainable;
            });
          },
          py::arg("tensor"), py::arg("dtype"), py::arg("shape"), py::arg("trainable") = false)
      .def(
          "capture",
          [](FuncGraph& g, const py::object& value, const std::string& name) {
            return translated([&] { return take(PyRef(wrap(Value(g.capture(value_arg(value), name))))); });
          },
          py::arg("value"), py::arg("name") = "")
      // Makes a placeholder the one input for a value from outside.
      .def("add_capture",
           [](FuncGraph& g, const py::object& outer, const py::object& inner) {
             translated([&] {
               Endpoint* endpoint = endpoint_of(value_of(inner.ptr()));
               GW_CHECK(endpoint->node->graph == &g && endpoint->node->op->has(Trait::kPlaceholder), Code::kValueError,
                        endpoint_name(*endpoint), " is no placeholder of ", g.name());
               g.replace_capture(value_arg(outer), endpoint);
             });
           })
      // Whether variables that are read in it become constants.
      .def("read_by_value", [](const FuncGraph& g, bool on) { read_by_value(&g, on); })
      .def_property_readonly(
          "constants",
          [](const FuncGraph& g) {
            py::list list;
            for (const auto& constant : g.constants)
              list.append(py::make_tuple(take(PyRef(wrap(constant.outer))), take(PyRef(wrap(Value(constant.inner))))));
            return list;
          })
      // Lets a placeholder stand for no value from outside any more.
      .def("drop_capture",
           [](FuncGraph& g, const py::object& inner) {
             translated([&] {
               Endpoint* endpoint = endpoint_of(value_of(inner.ptr()));
               std::erase_if(g.captures, [&](const FuncGraph::Capture& capture) { return capture.inner == endpoint; });
             });
           })
      .def(
          "alias",
          [](FuncGraph& g, const py::object& outer, const py::object& inner) {
            translated([&] { g.alias(value_of(outer.ptr()), endpoint_of(value_of(inner.ptr()))); });
          },
          "Makes an input stand for a value from outside wherever that is used.")
      .def("drop_aliases", &FuncGraph::drop_aliases)
      .def("set_outputs",
           [](FuncGraph& g, const py::list& values) {
             translated([&] {
               std::vector<Endpoint*> outputs;
               for (const auto& value : values) outputs.push_back(g.capture(to_value(value.ptr())));
               g.outputs = std::move(outputs);
             });
           })
      // Puts the inputs in this order; for graphs that have captured nothing yet.
      .def("set_inputs",
           [](FuncGraph& g, const py::list& values) {
             translated([&] {
               std::vector<Endpoint*> inputs;
               for (const auto& value : values) {
                 Endpoint* endpoint = endpoint_of(value_of(value.ptr()));
                 GW_CHECK(endpoint->node->graph == &g && endpoint->node->op->has(Trait::kPlaceholder),
                          Code::kValueError, endpoint_name(*endpoint), " is no placeholder of ", g.name());
                 inputs.push_back(endpoint);
               }
               g.inputs = std::move(inputs);
             });
           })
      .def_property_readonly("inputs", [](const FuncGraph& g) { return tensors(g.inputs); })
      .def_property_readonly("outputs", [](const FuncGraph& g) { return tensors(g.outputs); })
      .def_property_readonly(
          "captures",
          [](const FuncGraph& g) {
            py::list list;
            for (const auto& capture : g.captures)
              list.append(py::make_tuple(take(PyRef(wrap(capture.outer))), take(PyRef(wrap(Value(capture.inner))))));
            return list;
          })
      // Orders the placeholders of captured values as `values` are, and adds those that are missing; then forgets them:
      // the caller passes `values` as the last inputs.
      .def("align_captures",
           [](FuncGraph& g, const py::sequence& values) {
             translated([&] {
               std::vector<Endpoint*> aligned;
               for (const auto& object : values) {
                 const Value& outer = value_of(py::object(object).ptr());
                 Endpoint* inner = nullptr;
                 for (const auto& capture : g.captures)
                   if (capture.outer == outer) inner = capture.inner;
                 if (!inner) {
                   inner = endpoint_of(g.add_input(outer.dtype(), outer.shape(), "Placeholder"));
                   g.inputs.pop_back();
                   if (outer.is_symbol()) {
                     inner->handle_dtype = endpoint_of(outer)->handle_dtype;
                     inner->handle_shape = endpoint_of(outer)->handle_shape;
                   }
                 }
                 aligned.push_back(inner);
               }
               for (const auto& capture : g.captures) std::erase(g.inputs, capture.inner);
               g.inputs.insert(g.inputs.end(), aligned.begin(), aligned.end());
               g.captures.clear();
             });
           })
      // What some tensors and nodes need, as a graph of its own, and the inputs that it has beside those given. Its
      // nodes share `states` with those of other parts that were given the same.
      .def(
          "extract",
          [](const FuncGraph& g, const std::string& name, const py::list& inputs, const py::list& outputs,
             const std::vector<NodeHandle>& nodes, const Ref<SharedStates>& states) {
            return translated([&] {
              auto endpoints_in = [&](const py::list& list) {
                std::vector<Endpoint*> found;
                for (const auto& item : list) {
                  const Value& value = value_of(item.ptr());
                  GW_CHECK(value.is_symbol() && endpoint_of(value)->node->graph == &g, Code::kValueError,
                           "a tensor that is not of the graph ", g.name());
                  found.push_back(endpoint_of(value));
                }
                return found;
              };
              std::vector<Node*> wanted;
              for (const NodeHandle& h : nodes) wanted.push_back(h.node);
              std::vector<Endpoint*> further;
              std::function<void(const Node&, Node&)> share;
              if (states) share = [&](const Node& node, Node& copy) { states->share(node, copy); };
              Ref<FuncGraph> part =
                  extract_graph(g, name, endpoints_in(inputs), endpoints_in(outputs), wanted, further, share);
              return py::make_tuple(part, tensors(further));
            });
          },
          py::arg("name"), py::arg("inputs"), py::arg("outputs"), py::arg("nodes"),
          py::arg("states") = Ref<SharedStates>())
      .def("nodes",
           [](FuncGraph& g) {
             py::list list;
             for (const auto& node : g.nodes()) list.append(node_object(node.get()));
             const ControlDependencies* automatic = control_dependencies(g);
             if (automatic && automatic->join) list.append(node_object(automatic->join.get()));
             return list;
           })
      // Those among them that refer to functions.
      .def("calling_nodes",
           [](FuncGraph& g) {
             py::list list;
             for (const auto& node : g.nodes()) {
               bool calls = false;
               for_each_function(node->attrs, [&](const std::string&, const Ref<FunctionRef>&) { calls = true; });
               if (calls) list.append(node_object(node.get()));
             }
             return list;
           })
      .def("node_named",
           [](FuncGraph& g, std::string_view name) -> py::object {
             if (Node* node = g.node_named(name)) return node_object(node);
             const ControlDependencies* automatic = control_dependencies(g);
             if (automatic && automatic->join && automatic->join->name == name)
               return node_object(automatic->join.get());
             return py::none();
           })
      .def("last_node",
           [](const FuncGraph& g) -> py::object { return g.last_node() ? node_object(g.last_node()) : py::none(); })
      .def("num_nodes", [](const FuncGraph& g) { return g.nodes().size(); })
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
      .def("push_control_dependencies",
           [](FuncGraph& g, const std::vector<NodeHandle>& nodes) {
             FuncGraph::ControlGroup group;
             for (const NodeHandle& h : nodes)
               if (h.node->graph == &g) group.nodes.push_back(h.node);
             g.control_groups.push_back(std::move(group));
           })
      .def("pop_control_dependencies",
           [](FuncGraph& g) {
             if (!g.control_groups.empty()) g.control_groups.pop_back();
           })
      // Takes all explicit control dependencies off (control_dependencies(None)) and gives them back.
      .def("swap_control_dependencies", [](FuncGraph& g, py::object saved) -> py::object {
        using Groups = std::vector<FuncGraph::ControlGroup>;
        auto* mine = new Groups(std::move(g.control_groups));
        g.control_groups.clear();
        if (!saved.is_none())
          g.control_groups = *static_cast<Groups*>(PyCapsule_GetPointer(saved.ptr(), "graphwright.deps"));
        return py::capsule(mine, "graphwright.deps", [](PyObject* capsule) {
          delete static_cast<Groups*>(PyCapsule_GetPointer(capsule, "graphwright.deps"));
        });
      });

  m.def(
      "current_graph",
      []() -> py::object {
        FuncGraph* graph = interpreter_stack().top().graph();
        return graph ? graph_object(graph) : py::none();
      },
      "The tf.Graph being traced, or None.");
  m.def(
      "stack_left", [] { return py::make_tuple(stack_left(), stack_size()); },
      "Bytes that are left of this thread's stack, and its size.");
  m.def(
      "variable_of",
      [](const py::object& handle) -> py::object {
        VariableResource* resource =
            is_tensor_object(handle.ptr()) ? VariableResource::find(value_of(handle.ptr())) : nullptr;
        auto* variable = resource ? static_cast<PyObject*>(resource->python_object.load()) : nullptr;
        return variable ? py::reinterpret_borrow<py::object>(variable) : py::none();
      },
      "The tf.Variable that a handle with a value belongs to, or None when that is gone.");
  m.def(
      "constant_value",
      [](const py::object& tensor) -> py::object {
        return translated([&]() -> py::object {
          GW_CHECK(is_tensor_object(tensor.ptr()), Code::kTypeError, "constant_value takes a tensor, not ",
                   Py_TYPE(tensor.ptr())->tp_name);
          const Value& value = value_of(tensor.ptr());
          Tensor known = value.is_tensor() ? Tensor(value) : constant_value(value);
          return known ? take(PyRef(wrap(known))) : py::none();
        });
      },
      "What is known of a tensor's value at trace time, or None.");
  m.def(
      "constant_value_as_shape",
      [](const py::object& tensor) {
        return translated([&] {
          GW_CHECK(is_tensor_object(tensor.ptr()), Code::kTypeError, "constant_value_as_shape takes a tensor, not ",
                   Py_TYPE(tensor.ptr())->tp_name);
          const Value& value = value_of(tensor.ptr());
          return take(shape_object(value.is_tensor() ? Tensor::of(value).as_shape() : constant_value_as_shape(value)));
        });
      },
      "A tensor read as a shape, with what is known of it at trace time.");
}

}  // namespace graphwright::bind
