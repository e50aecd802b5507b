// The compiler of LLVM IR, which is reached through Python.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

void init_jit_functions(PyObject* module);

}  // namespace graphwright::bind
