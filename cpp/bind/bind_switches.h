// Switches that Python code turns: of the whole process, and of one thread.
#pragma once

#include <atomic>

#include "bind/python.h"

namespace graphwright::bind {

// The value that tf.config has.
inline bool run_functions_eagerly = false;
// True where that, or the stance of all functions, has functions run their Python body on every call.
inline std::atomic<bool> every_function_eager{false};

void init_switches(PyObject* module);

}  // namespace graphwright::bind
