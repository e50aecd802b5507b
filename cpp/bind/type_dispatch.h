// Public functions called with values of other classes - ragged tensors, sparse ones, users' own - go to what is
// registered for these.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

// True where an argument, or an item of a list or tuple among the arguments, is of a class that functions are
// dispatched on. Costs next to nothing for tensors, numbers and text.
bool has_dispatched_argument(PyObject* const* args, size_t nargsf, PyObject* kwnames);
// Calls the registered function: a new reference; NotImplemented where nothing is, and null with an exception set.
PyObject* call_dispatched(PyObject* function, PyObject* const* args, size_t nargsf, PyObject* kwnames);

// The result of libraries that take failed calls for this one, whose exception is set: a new reference. Null, with the
// exception as it was, where none takes it.
PyObject* offer_failed(PyObject* function, PyObject* const* args, size_t nargsf, PyObject* kwnames);

// set_offer(hook): `hook(function, args, kwargs)` is asked when a public function fails with a TypeError or a
// ValueError.
PyObject* set_offer(PyObject*, PyObject* hook);
// set_dispatch(hook, classes): `hook(function, args, kwargs)` is asked for calls with values of these classes.
PyObject* set_dispatch(PyObject*, PyObject* args);

}  // namespace graphwright::bind
