// Public functions whose common calls go from the arguments straight to an op, without a Python frame.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

void init_direct_function(PyObject* module);

}  // namespace graphwright::bind
