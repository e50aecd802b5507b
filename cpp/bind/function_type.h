// The Python types behind tf.function objects, concrete functions and functions passed as attrs.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

void init_function_types(PyObject* module);

}  // namespace graphwright::bind
