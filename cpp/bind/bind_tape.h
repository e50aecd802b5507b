// GradientTape for Python.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

void bind_tape(PyObject* module);

}  // namespace graphwright::bind
