// tensor[key] where the key is made of Python's own ints, slices, `...` and None.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

// `self` is a tensor. Other keys, and what is wrong with a key, are left to the hook "getitem".
PyObject* subscript_slot(PyObject* self, PyObject* key);

}  // namespace graphwright::bind
