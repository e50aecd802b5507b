// pybind11 with our intrusive Ref as holder; included by every file of bind/ that uses pybind11.
#pragma once

#include "bind/python.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "base/ref.h"

PYBIND11_DECLARE_HOLDER_TYPE(T, graphwright::Ref<T>, true)

namespace graphwright::bind {

namespace py = pybind11;

// Turns C++ errors into Python ones inside pybind11 functions.
template <class F>
auto translated(F&& f) {
  try {
    return f();
  } catch (...) {
    set_python_error();
    throw py::error_already_set();
  }
}

inline py::object take(PyRef ref) { return py::reinterpret_steal<py::object>(ref.release()); }

}  // namespace graphwright::bind
