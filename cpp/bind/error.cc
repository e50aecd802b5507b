// Errors at the border, and the table of Python hooks.
#include <cxxabi.h>

#include <new>
#include <stdexcept>
#include <unordered_map>

#include "bind/gil.h"
#include "bind/python.h"

namespace graphwright::bind {

struct PythonError::State {
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* traceback = nullptr;
  ~State() {
    if (type) give_back_anywhere(type, value, traceback);
  }
};

PythonError::PythonError() : Error(Code::kPythonException, "a Python exception"), state_(std::make_shared<State>()) {
  PyErr_Fetch(&state_->type, &state_->value, &state_->traceback);
  if (!state_->type) {
    PyErr_SetString(PyExc_SystemError, "graphwright: an error was reported but no exception is set");
    PyErr_Fetch(&state_->type, &state_->value, &state_->traceback);
  }
}

void PythonError::restore() const {
  PyErr_Restore(std::exchange(state_->type, nullptr), std::exchange(state_->value, nullptr),
                std::exchange(state_->traceback, nullptr));
}

PyRef make_exception(const Error& error) {
  PyRef op = error.op().empty() ? PyRef::borrow(Py_None) : to_str(error.op());
  PyRef message(
      PyUnicode_DecodeUTF8(error.message().data(), static_cast<Py_ssize_t>(error.message().size()), "replace"));
  return checked(
      PyObject_CallFunction(hook("make_error"), "iOO", static_cast<int>(error.code()), message.get(), op.get()));
}

namespace {
void set_error(const Error& error) {
  try {
    PyRef exception = make_exception(error);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.get())), exception.get());
  } catch (const PythonError& nested) {
    nested.restore();
  } catch (const std::exception& nested) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

void set_error_being_handled() {
  try {
    throw;
  } catch (const PythonError& error) {
    error.restore();
  } catch (const Error& error) {
    set_error(error);
  } catch (const std::bad_alloc&) {
    set_error(Error(Code::kResourceExhausted, "out of memory"));
  } catch (const std::length_error& error) {
    set_error(Error(Code::kResourceExhausted, str_cat("out of memory: ", error.what())));
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
#ifdef __GLIBCXX__
  } catch (abi::__forced_unwind&) {
    park();  // the interpreter ended while this thread ran Python code
#endif
  } catch (...) {
    PyErr_SetString(PyExc_SystemError, "graphwright: unknown C++ exception");
  }
}
}  // namespace

// Making an exception runs Python code, where the interpreter may end the thread; the callers let no unwinding pass.
void set_python_error() {
  or_park([] { set_error_being_handled(); });
}

std::string_view utf8(PyObject* text) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(text, &size);
  if (!data) throw PythonError();
  return {data, static_cast<size_t>(size)};
}

PyRef to_str(std::string_view text) {
  return checked(PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size())));
}

namespace {
std::unordered_map<std::string, PyObject*>& hooks() {
  static auto* table = new std::unordered_map<std::string, PyObject*>;
  return *table;
}
}  // namespace

// The files of the Python side are imported on first use: hooks.py tells which one registers a hook that is not there
// yet.
PyObject* hook(const char* name) {
  auto found = hooks().find(name);
  if (found == hooks().end()) {
    if (auto load = hooks().find("load_hook"); load != hooks().end())
      checked(PyObject_CallFunction(load->second, "s", name));
    found = hooks().find(name);
    if (found == hooks().end())
      fail(Code::kRuntimeError, "graphwright: the Python side has not registered '", name, "'");
  }
  return found->second;
}

void register_hook(const std::string& name, PyObject* callable) {
  Py_INCREF(callable);
  PyObject*& slot = hooks()[name];
  Py_XDECREF(slot);
  slot = callable;
}

}  // namespace graphwright::bind
