// Python.h with the few helpers that all of bind/ uses: owned references, errors both ways, the GIL.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "bind/gil.h"

namespace graphwright::bind {

// Gives a reference back, in destructors, which threads that Python ends while its finalizers run must not unwind.
void give_back_last(PyObject* object) noexcept;  // whose finalizer may run
inline void give_back(PyObject* object) noexcept {
  stop_if_unwound();
  if (Py_REFCNT(object) > 1) [[likely]]
    Py_DECREF(object);
  else
    give_back_last(object);
}

// An owned reference to a Python object.
class PyRef {
 public:
  PyRef() = default;
  // Takes over a new reference (null allowed).
  explicit PyRef(PyObject* object) : object_(object) {}
  static PyRef borrow(PyObject* object) {
    Py_XINCREF(object);
    return PyRef(object);
  }
  PyRef(const PyRef& other) : object_(other.object_) { Py_XINCREF(object_); }
  PyRef(PyRef&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  PyRef& operator=(PyRef other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~PyRef() {
    if (object_) give_back(object_);
  }
  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_ = nullptr;
};

// A Python exception on its way through C++ frames; created while it is set, restored at the border.
class PythonError : public Error {
 public:
  PythonError();
  void restore() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

// Checks the result of a C API call: throws PythonError when it is null.
inline PyRef checked(PyObject* object) {
  if (!object) throw PythonError();
  return PyRef(object);
}

// Sets the Python exception for the C++ exception being handled; call inside catch (...).
void set_python_error();
// Makes the Python exception object for an Error (not PythonError).
PyRef make_exception(const Error& error);

// Runs `f` and returns its result; on a C++ exception sets the Python one and returns `failure`.
template <class F, class R = std::invoke_result_t<F>>
R guarded(R failure, F&& f) noexcept {
  try {
    return or_park(std::forward<F>(f));
  } catch (...) {
    set_python_error();
    return failure;
  }
}
template <class F>
PyObject* guarded(F&& f) noexcept {
  return guarded<F, PyObject*>(nullptr, std::forward<F>(f));
}

// Take the GIL. While the interpreter ends they never return: Python would end the thread in the midst of C++ frames.
PyGILState_STATE ensure_gil();
void restore_thread(PyThreadState* state);

class GilAcquire {
 public:
  GilAcquire() : state_(ensure_gil()) {}
  ~GilAcquire() {
    stop_if_unwound();
    PyGILState_Release(state_);
  }
  GilAcquire(const GilAcquire&) = delete;
  GilAcquire& operator=(const GilAcquire&) = delete;

 private:
  PyGILState_STATE state_;
};

// Gives references back in destructors that run on any thread, with or without the GIL. Once Python has ended, so has
// whoever could let go of the objects.
template <class... Objects>
void give_back_anywhere(Objects*... objects) noexcept {
  if (!Py_IsInitialized()) return;
  GilAcquire gil;
  ((objects ? give_back(reinterpret_cast<PyObject*>(objects)) : void()), ...);
}

// The process does not end under what runs without the GIL.
class GilRelease {
 public:
  explicit GilRelease(bool wanted = true) : run_(wanted), state_(wanted ? PyEval_SaveThread() : nullptr) {}
  ~GilRelease() {
    if (state_) restore_thread(state_);
  }
  GilRelease(const GilRelease&) = delete;
  GilRelease& operator=(const GilRelease&) = delete;

 private:
  NativeRun run_;  // until the GIL is back
  PyThreadState* state_;
};

std::string_view utf8(PyObject* text);  // of a str; throws PythonError
PyRef to_str(std::string_view text);

// Python callables that the pure-Python side registers: hook("tensor_repr") etc. Throws RuntimeError when missing.
PyObject* hook(const char* name);
void register_hook(const std::string& name, PyObject* callable);

}  // namespace graphwright::bind
