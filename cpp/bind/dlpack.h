// DLPack: tensors to and from other libraries without copying their elements.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

// Adds to_dlpack, from_dlpack and dlpack_device to the module.
void init_dlpack(PyObject* module);

}  // namespace graphwright::bind
