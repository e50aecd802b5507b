// Python functions as nodes of graphs, and the state of random ops: functions of the module.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

void init_script_functions(PyObject* module);

}  // namespace graphwright::bind
