// The Python type CheckpointReader.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

void init_checkpoint_reader(PyObject* module);

}  // namespace graphwright::bind
