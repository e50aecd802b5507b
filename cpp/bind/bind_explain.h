// Functions of the core for graphwright.explain.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

void init_explain_functions(PyObject* module);

}  // namespace graphwright::bind
