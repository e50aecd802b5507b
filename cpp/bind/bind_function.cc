// GraphFunction (a function as an attr), and what concrete functions captured.
#include "bind/bind_function.h"

#include <vector>

#include "bind/function_type.h"
#include "bind/holders.h"
#include "bind/tensor_type.h"
#include "graph/function_calls.h"

namespace graphwright::bind {
namespace {

py::list list_of_captures(const std::vector<FuncGraph::Capture>& captures) {
  py::list list;
  for (const FuncGraph::Capture& one : captures)
    list.append(py::make_tuple(take(PyRef(wrap(one.outer))), take(PyRef(wrap(Value(one.inner)))), is_constant(one)));
  return list;
}

}  // namespace

PyRef object_of(Ref<FuncGraph> graph) { return PyRef(py::cast(std::move(graph)).release().ptr()); }
PyRef object_of(Ref<GraphFunction> function) { return PyRef(py::cast(std::move(function)).release().ptr()); }

Ref<FuncGraph> graph_from_object(PyObject* object) { return py::handle(object).cast<Ref<FuncGraph>>(); }

Ref<GraphFunction> graph_function_or_null(PyObject* object) {
  try {
    return py::handle(object).cast<Ref<GraphFunction>>();
  } catch (const py::cast_error&) {
    return nullptr;
  }
}

void init_graph_functions(PyObject* module) {
  auto m = py::reinterpret_borrow<py::module_>(module);
  m.def(
      "take_captures",
      [](const Ref<FuncGraph>& graph) { return translated([&] { return list_of_captures(take_captures(*graph)); }); },
      "Takes from a graph what it captured: triples of a value, what stands for it, whether that is a constant.");
  m.def(
      "captures_of",
      [](py::handle concrete) {
        return translated([&] { return list_of_captures(captured_of(concrete.ptr()).all()); });
      },
      "What a concrete function captured, as take_captures has it.");
  m.def(
      "set_captured_inputs",
      [](py::handle concrete, py::handle values, py::handle deferred) {
        translated([&] { set_captured_inputs(concrete.ptr(), values.ptr(), deferred.ptr()); });
      },
      "Replaces what a concrete function passes behind the arguments, or what is called for it on each call.");
  m.def(
      "make_inputs_of_constants",
      [](py::handle concrete) { translated([&] { make_inputs_of_constants(concrete.ptr()); }); },
      "Makes inputs of the captured values that are constants of a concrete function's graph.");
  py::class_<GraphFunction, Ref<GraphFunction>>(m, "GraphFunction",
                                                "A finished graph as a function: the value of func attrs.")
      .def(py::init([](Ref<FuncGraph> graph) { return Ref<GraphFunction>(new GraphFunction(std::move(graph))); }))
      .def_property_readonly("name", &GraphFunction::name)
      .def_property(
          "jit", [](const GraphFunction& f) { return static_cast<int>(f.jit()); },
          [](GraphFunction& f, int jit) { f.set_jit(static_cast<Jit>(jit)); },
          "0: no machine code, 1: where it can be made, 2: and ops that XLA has no kernel for are errors.")
      .def("forget_implementations", &GraphFunction::forget_implementations)
      .def("compute_as_xla", &GraphFunction::compute_as_xla)
      .def_property_readonly("stateful", [](const GraphFunction& f) { return is_stateful(f); })
      .def_property_readonly("graph", [](const GraphFunction& f) { return Ref<FuncGraph>(f.graph()); })
      .def("program_text", [](GraphFunction& f) { return translated([&] { return f.program().str(); }); });
}

}  // namespace graphwright::bind
