// Graphs, nodes and endpoints as the objects that Python has of them; shared by the files that bind graphs.
#pragma once

#include "bind/convert.h"
#include "bind/holders.h"
#include "bind/tensor_type.h"
#include "graph/func_graph.h"

namespace graphwright::bind {

// A node and the graph that keeps it alive.
struct NodeHandle {
  Ref<FuncGraph> graph;
  Node* node;
};

// The endpoint behind a symbolic tensor; null for other objects.
inline Endpoint* endpoint_or_null(PyObject* self) {
  const Value& value = value_of(self);
  return value.is_symbol() ? endpoint_of(value) : nullptr;
}
inline Endpoint* endpoint_arg(const py::object& symbol) { return endpoint_of(value_of(symbol.ptr())); }

inline py::object node_object(Node* node) { return py::cast(NodeHandle{Ref<FuncGraph>(node->graph), node}); }
// The tf.Operation and the tf.Graph.
inline py::object operation_object(Node* node) {
  return take(checked(PyObject_CallOneArg(hook("operation"), node_object(node).ptr())));
}
inline py::object graph_object(FuncGraph* graph) {
  py::object core = py::cast(Ref<FuncGraph>(graph));
  return take(checked(PyObject_CallOneArg(hook("graph"), core.ptr())));
}

inline py::object tensor_object(Value value) { return take(PyRef(wrap(std::move(value)))); }
template <class Endpoints>
py::list tensors(const Endpoints& endpoints) {
  py::list list;
  for (const auto& endpoint : endpoints) list.append(tensor_object(Value(&*endpoint)));
  return list;
}

// Parts of init_graph_types.
void bind_node(py::module_& m);
void bind_graph(py::module_& m);
void bind_constants(py::module_& m);

}  // namespace graphwright::bind
