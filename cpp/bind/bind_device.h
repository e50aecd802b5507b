// GPUs and the device scope for Python.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

void init_device_functions(PyObject* module);

}  // namespace graphwright::bind
