// Writers of record files for Python.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

void init_file_types(PyObject* module);

}  // namespace graphwright::bind
