// Graphs as Python sees them: the attributes of symbolic tensors, and what is asked of the graph that is traced.
#include "bind/graph_type.h"

#include "base/cancellation.h"
#include "base/stack.h"
#include "bind/creation_stack.h"
#include "bind/graph_objects.h"
#include "bind/variable_type.h"
#include "tensor/variable_resource.h"

namespace graphwright::bind {
namespace {

PyObject* eager_attribute_error(const char* name) {
  PyErr_Format(PyExc_AttributeError, "Tensor.%s is undefined when eager execution is enabled.", name);
  return nullptr;
}

py::object variable_of(const py::object& handle) {
  VariableResource* resource =
      is_tensor_object(handle.ptr()) ? VariableResource::find(value_of(handle.ptr())) : nullptr;
  auto* variable = resource ? static_cast<PyObject*>(resource->python_object.load()) : nullptr;
  return variable ? py::reinterpret_borrow<py::object>(variable) : py::none();
}

void bind_cancellation(py::module_& m) {
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
}

// What is asked of the graph on top of the stack, of this thread and of handles.
void bind_questions(py::module_& m) {
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
  m.def("variable_of", variable_of,
        "The tf.Variable that a handle with a value belongs to, or None when that is gone.");
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
  bind_node(m);
  bind_cancellation(m);
  bind_graph(m);
  bind_questions(m);
  bind_constants(m);
}

}  // namespace graphwright::bind
