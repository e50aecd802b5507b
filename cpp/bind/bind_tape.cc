// GradientTape and custom gradients for Python.
#include "bind/bind_tape.h"

#include "bind/convert.h"
#include "bind/holders.h"
#include "bind/tensor_type.h"
#include "eager/tape.h"
#include "graph/func_graph.h"
#include "tensor/variable_resource.h"

namespace graphwright::bind {
namespace {

Values values_from(const py::sequence& objects) {
  Values values;
  for (const auto& object : objects) values.push_back(object.is_none() ? Value() : to_value(py::object(object).ptr()));
  return values;
}

py::list tensors_from(const Values& values) {
  py::list list;
  for (const Value& value : values) list.append(value ? take(PyRef(wrap(value))) : py::none());
  return list;
}

// A Python function from output gradients (None where none came in) to input gradients.
std::function<Values(std::span<const Value>)> python_gradient(py::object function) {
  auto shared = std::shared_ptr<py::object>(new py::object(std::move(function)), [](py::object* object) {
    if (!Py_IsInitialized()) return;
    GilAcquire gil;
    delete object;
  });
  return [shared](std::span<const Value> grads) {
    GilAcquire gil;
    PyRef list = checked(PyList_New(static_cast<Py_ssize_t>(grads.size())));
    for (size_t i = 0; i < grads.size(); ++i)
      PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), grads[i] ? wrap(grads[i]) : Py_NewRef(Py_None));
    PyRef result = checked(PyObject_CallOneArg(shared->ptr(), list.get()));
    return values_from(py::reinterpret_borrow<py::sequence>(result.get()));
  };
}

}  // namespace

void bind_tape(PyObject* module) {
  auto m = py::reinterpret_borrow<py::module_>(module);
  py::class_<GradientTape, Ref<GradientTape>>(m, "Tape", "The record behind tf.GradientTape.")
      .def(py::init([](bool persistent, bool watch_accessed_variables) {
        return Ref<GradientTape>(new GradientTape(persistent, watch_accessed_variables));
      }))
      .def("push",
           [](GradientTape& tape) {
             tape.recording = true;
             interpreter_stack().push(&tape);
           })
      .def("pop", [](GradientTape& tape) { interpreter_stack().remove(&tape); })
      .def_readwrite("recording", &GradientTape::recording)
      .def("watch", [](GradientTape& tape,
                       const py::object& tensor) { translated([&] { tape.watch(value_of(tensor.ptr())); }); })
      .def("reset", &GradientTape::reset)
      .def_property_readonly("spent", &GradientTape::spent)
      .def("watched_handles",
           [](const GradientTape& tape) {
             py::list list;
             for (const Value& handle : tape.watched_handles()) list.append(take(PyRef(wrap(handle))));
             return list;
           })
      // The same as gradient(), but the record stays: jacobians walk it once for each row.
      .def("gradient_again",
           [](GradientTape& tape, const py::sequence& targets, const py::sequence& grads, const py::sequence& sources) {
             return translated([&] {
               Values t = values_from(targets), g = values_from(grads), s;
               for (const auto& source : sources) s.push_back(value_of(py::object(source).ptr()));
               return tensors_from(tape.gradient_again(t, g, s));
             });
           })
      .def("gradient",
           [](GradientTape& tape, const py::sequence& targets, const py::sequence& grads, const py::sequence& sources) {
             return translated([&] {
               Values t = values_from(targets), g = values_from(grads);
               // Sources are taken as they are: a handle stands for the variable's value.
               Values s;
               for (const auto& source : sources) s.push_back(value_of(py::object(source).ptr()));
               return tensors_from(tape.gradient(t, g, s));
             });
           });
  // The Python variable that a handle stands for, or None when there is none (any more).
  m.def("variable_of_handle", [](const py::object& handle) -> py::object {
    Value value = value_of(handle.ptr());
    if (value.is_symbol()) {
      const Endpoint* endpoint = endpoint_of(value);
      if (endpoint->python_variable)
        return py::reinterpret_borrow<py::object>(static_cast<PyObject*>(endpoint->python_variable));
      value = endpoint->handle_origin;
    }
    const VariableResource* variable = value ? VariableResource::find(value) : nullptr;
    if (!variable || !variable->python_object) return py::none();
    return py::reinterpret_borrow<py::object>(static_cast<PyObject*>(variable->python_object.load()));
  });
  // Takes the tapes on top of the stack off, and puts them back.
  m.def("suspend_tapes", [] {
    auto* saved = new std::vector<Ref<GradientTape>>;
    auto& items = interpreter_stack().items;
    while (!items.empty()) {
      auto* tape = dynamic_cast<GradientTape*>(items.back());
      if (!tape) break;
      saved->insert(saved->begin(), Ref<GradientTape>(tape));
      items.pop_back();
    }
    return py::capsule(saved, "graphwright.tapes", [](PyObject* capsule) {
      delete static_cast<std::vector<Ref<GradientTape>>*>(PyCapsule_GetPointer(capsule, "graphwright.tapes"));
    });
  });
  m.def("resume_tapes", [](const py::capsule& saved) {
    for (const auto& tape :
         *static_cast<std::vector<Ref<GradientTape>>*>(PyCapsule_GetPointer(saved.ptr(), "graphwright.tapes")))
      interpreter_stack().push(tape.get());
  });
  m.def(
      "record_custom",
      [](const py::sequence& inputs, const py::sequence& outputs, py::object function) {
        translated([&] {
          Values in;
          for (const auto& input : inputs) in.push_back(value_of(py::object(input).ptr()));
          record_custom_on_tapes(in, values_from(outputs), python_gradient(std::move(function)));
        });
      },
      "Records outputs on every active tape as made from inputs, with a function for their gradient.");
  m.def(
      "could_record",
      [](const py::sequence& inputs) {
        return translated([&] {
          Values in;
          for (const auto& input : inputs) in.push_back(value_of(py::object(input).ptr()));
          return could_record(in);
        });
      },
      "True when an active tape watches one of the tensors.");
  m.def("num_active_tapes", [] {
    size_t n = 0;
    auto& items = interpreter_stack().items;
    for (size_t i = items.size(); i-- > 0 && dynamic_cast<GradientTape*>(items[i]);) ++n;
    return n;
  });
  // Symbolic gradients of a graph's nodes (tf.gradients).
  m.def(
      "graph_gradients",
      [](const py::sequence& targets, const py::sequence& grads, const py::sequence& sources) {
        return translated([&] {
          Values t = values_from(targets), g = values_from(grads), s;
          for (const auto& source : sources) s.push_back(value_of(py::object(source).ptr()));
          GW_CHECK(!t.empty() && t[0].is_symbol(), Code::kRuntimeError,
                   "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead.");
          return tensors_from(backward(records_of(*endpoint_of(t[0])->node->graph), t, g, s));
        });
      },
      "Gradients of targets with respect to sources over the nodes of their graph.");
}

}  // namespace graphwright::bind
