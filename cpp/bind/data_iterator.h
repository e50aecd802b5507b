// Python's view of data sets: an iterator type, and sources that call Python.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

void init_data_types(PyObject* module);

}  // namespace graphwright::bind
