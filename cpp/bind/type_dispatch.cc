// Dispatch of public functions on the classes of their arguments.
#include "bind/type_dispatch.h"

#include "bind/tensor_type.h"

namespace graphwright::bind {
namespace {

PyObject* dispatch_hook = nullptr;
PyObject* offer_hook = nullptr;          // null while no library takes calls
PyObject* dispatched_classes = nullptr;  // a tuple of classes; null while there is none

bool is_plain(PyTypeObject* type) {
  return type == eager_type || type == symbolic_type || type == &PyFloat_Type || type == &PyLong_Type ||
         type == &PyUnicode_Type || type == &PyBool_Type || type == Py_TYPE(Py_None);
}

bool is_dispatched(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  if (is_plain(type)) return false;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(dispatched_classes); ++i)
    if (PyType_IsSubtype(type, reinterpret_cast<PyTypeObject*>(PyTuple_GET_ITEM(dispatched_classes, i)))) return true;
  return false;
}

bool holds_dispatched(PyObject* object) {
  if (!PyList_CheckExact(object) && !PyTuple_CheckExact(object)) return is_dispatched(object);
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
    if (is_dispatched(PySequence_Fast_GET_ITEM(object, i))) return true;
  return false;
}

PyRef call_hook(PyObject* hook, PyObject* function, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  const Py_ssize_t nargs = PyVectorcall_NARGS(nargsf);
  PyRef positional = checked(PyTuple_New(nargs));
  for (Py_ssize_t i = 0; i < nargs; ++i) PyTuple_SET_ITEM(positional.get(), i, Py_NewRef(args[i]));
  PyRef keywords = checked(PyDict_New());
  for (Py_ssize_t k = 0; k < (kwnames ? PyTuple_GET_SIZE(kwnames) : 0); ++k)
    if (PyDict_SetItem(keywords.get(), PyTuple_GET_ITEM(kwnames, k), args[nargs + k]) < 0) throw PythonError();
  PyObject* arguments[] = {function, positional.get(), keywords.get()};
  return checked(PyObject_Vectorcall(hook, arguments, 3, nullptr));
}

}  // namespace

bool has_dispatched_argument(PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  if (!dispatched_classes) return false;
  const Py_ssize_t count = PyVectorcall_NARGS(nargsf) + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
  for (Py_ssize_t i = 0; i < count; ++i)
    if (holds_dispatched(args[i])) return true;
  return false;
}

PyObject* call_dispatched(PyObject* function, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  return guarded([&] { return call_hook(dispatch_hook, function, args, nargsf, kwnames).release(); });
}

PyObject* offer_failed(PyObject* function, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  if (!offer_hook || !(PyErr_ExceptionMatches(PyExc_TypeError) || PyErr_ExceptionMatches(PyExc_ValueError)))
    return nullptr;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyObject* result = guarded([&] { return call_hook(offer_hook, function, args, nargsf, kwnames).release(); });
  if (result == Py_NotImplemented) {
    Py_DECREF(result);
    PyErr_Restore(type, value, traceback);
    return nullptr;
  }
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
  return result;
}

PyObject* set_offer(PyObject*, PyObject* hook) {
  Py_XSETREF(offer_hook, Py_NewRef(hook));
  Py_RETURN_NONE;
}

PyObject* set_dispatch(PyObject*, PyObject* args) {
  PyObject *hook, *classes;
  if (!PyArg_ParseTuple(args, "OO!", &hook, &PyTuple_Type, &classes)) return nullptr;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(classes); ++i) {
    if (!PyType_Check(PyTuple_GET_ITEM(classes, i))) {
      PyErr_Format(PyExc_TypeError, "set_dispatch: %R is no class", PyTuple_GET_ITEM(classes, i));
      return nullptr;
    }
  }
  Py_XSETREF(dispatch_hook, Py_NewRef(hook));
  Py_XSETREF(dispatched_classes, Py_NewRef(classes));
  Py_RETURN_NONE;
}

}  // namespace graphwright::bind
