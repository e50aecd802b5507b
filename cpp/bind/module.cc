// The extension module graphwright._core.
#include <pybind11/pybind11.h>

#include "base/parallel.h"
#include "bind/bind_device.h"
#include "bind/bind_explain.h"
#include "bind/bind_files.h"
#include "bind/bind_jit.h"
#include "bind/bind_switches.h"
#include "bind/bind_tape.h"
#include "bind/checkpoint_reader.h"
#include "bind/convert.h"
#include "bind/data_iterator.h"
#include "bind/direct_function.h"
#include "bind/dlpack.h"
#include "bind/function_type.h"
#include "bind/graph_type.h"
#include "bind/op_type.h"
#include "bind/script.h"
#include "bind/tensor_type.h"
#include "bind/variable_type.h"
#include "device/device.h"
#include "device/gpu.h"
#include "device/onednn.h"

namespace graphwright::bind {

void bind_autograph(pybind11::module_& m);  // bind_autograph.cc

namespace {

PyObject* convert_to_tensor(PyObject*, PyObject* const* args, Py_ssize_t nargs) {
  return guarded([&]() -> PyObject* {
    GW_CHECK(nargs >= 1 && nargs <= 3, Code::kTypeError, "convert_to_tensor(value, dtype=None, dtype_hint=None)");
    PyObject* object = args[0];
    DType dtype = nargs > 1 && args[1] != Py_None ? dtype_from_object(args[1]) : DType::kInvalid;
    if (is_tensor_object(object) && (dtype == DType::kInvalid || value_of(object).dtype() == dtype))
      return Py_NewRef(object);
    DType hint = nargs > 2 && args[2] != Py_None ? dtype_from_object(args[2]) : DType::kInvalid;
    // NumPy's arrays are converted to a preferred dtype, too, where there is a way from theirs to it.
    if (dtype == DType::kInvalid && hint != DType::kInvalid && converts_numpy(object, hint)) dtype = hint;
    Value value = to_value(object, dtype, hint);
    if (placement_matters() && value.is_tensor() && executing_eagerly()) value = place_constant(Tensor::of(value));
    if (interpreter_stack().items.empty()) make_distinct(value);  // a variable's
    PyRef tensor(wrap(std::move(value)));
    // A graph takes it as a number that is written in the program, not as a tensor of the user's.
    if (!is_tensor_object(object) && !executing_eagerly() && value_of(tensor.get()).is_tensor())
      value_of(tensor.get()).rep()->shown = false;
    return tensor.release();
  });
}

PyObject* register_hook_method(PyObject*, PyObject* args) {
  const char* name;
  PyObject* callable;
  if (!PyArg_ParseTuple(args, "sO", &name, &callable)) return nullptr;
  register_hook(name, callable);
  Py_RETURN_NONE;
}

PyObject* register_errors(PyObject*, PyObject* make_error) {
  register_hook("make_error", make_error);
  Py_RETURN_NONE;
}

PyObject* register_dtypes_method(PyObject*, PyObject* table) {
  return guarded([&]() -> PyObject* {
    register_dtypes(table);
    Py_RETURN_NONE;
  });
}

PyObject* executing_eagerly_method(PyObject*, PyObject*) { return PyBool_FromLong(executing_eagerly()); }

PyObject* set_num_threads_method(PyObject*, PyObject* count) {
  return guarded([&]() -> PyObject* {
    long n = PyLong_AsLong(count);
    if (n == -1 && PyErr_Occurred()) throw PythonError();
    set_num_threads(static_cast<int>(n));
    Py_RETURN_NONE;
  });
}

PyObject* num_threads_method(PyObject*, PyObject*) { return PyLong_FromLong(num_threads()); }

PyObject* processor_level_method(PyObject*, PyObject*) { return PyLong_FromLong(static_cast<long>(isa_level())); }

PyObject* has_onednn_method(PyObject*, PyObject*) { return PyBool_FromLong(onednn::built_in); }

template <class F>
PyCFunction as_function(F* f) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(f));
}

PyMethodDef methods[] = {
    {"convert_to_tensor", as_function(convert_to_tensor), METH_FASTCALL,
     "convert_to_tensor(value, dtype=None, dtype_hint=None): a Tensor."},
    {"register_hook", register_hook_method, METH_VARARGS, "register_hook(name, callable): what the core calls back."},
    {"register_errors", register_errors, METH_O, "register_errors(make_error): make_error(code, message, op)."},
    {"register_dtypes", register_dtypes_method, METH_O, "register_dtypes({number: DType})."},
    {"set_num_threads", set_num_threads_method, METH_O, "Threads of one op; 0: as many as the machine has cores."},
    {"num_threads", num_threads_method, METH_NOARGS, "Threads that one op may use."},
    {"processor_level", processor_level_method, METH_NOARGS,
     "The level of x86-64 that kernels are chosen for: 2, 3 or 4; 2 on other processors."},
    {"has_onednn", has_onednn_method, METH_NOARGS, "Whether this build has oneDNN."},
    {"executing_eagerly", executing_eagerly_method, METH_NOARGS, "False while a graph is traced."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace
}  // namespace graphwright::bind

PYBIND11_MODULE(_core_of_main, m) {
  namespace gb = graphwright::bind;
  m.doc() = "The C++ core of graphwright.";
  // What functions of pybind11 throw; without it all errors would be RuntimeErrors.
  pybind11::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const graphwright::Error&) {
      gb::set_python_error();
    }
  });
  try {
    gb::init_tensor_types(m.ptr());
    gb::init_variable_type(m.ptr());
    gb::init_script_functions(m.ptr());
    gb::init_op_type(m.ptr());
    gb::init_direct_function(m.ptr());
    gb::init_graph_types(m.ptr());
    gb::init_function_types(m.ptr());
    gb::init_switches(m.ptr());
    gb::bind_tape(m.ptr());
    gb::init_device_functions(m.ptr());
    gb::init_explain_functions(m.ptr());
    gb::init_jit_functions(m.ptr());
    gb::init_dlpack(m.ptr());
    gb::init_data_types(m.ptr());
    gb::init_file_types(m.ptr());
    gb::init_checkpoint_reader(m.ptr());
    gb::bind_autograph(m);
    if (PyModule_AddFunctions(m.ptr(), gb::methods) < 0) throw pybind11::error_already_set();
  } catch (const gb::PythonError& error) {
    error.restore();
    throw pybind11::error_already_set();
  }
}

// Types, hooks and threads are the process's; pybind11, too, would wait for the other interpreter's lock for ever.
extern "C" PYBIND11_EXPORT PyObject* PyInit__core() {
  if (PyInterpreterState_Get() == PyInterpreterState_Main()) return PyInit__core_of_main();
  PyErr_SetString(
      PyExc_ImportError,
      "graphwright cannot be imported in a subinterpreter: only the main interpreter of a process can use it");
  return nullptr;
}
