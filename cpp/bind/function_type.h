// The Python types behind tf.function objects, concrete functions and functions passed as attrs.
#pragma once

#include "bind/python.h"
#include "function/captured_values.h"

namespace graphwright::bind {

// What a concrete function captured.
const CapturedValues& captured_of(PyObject* concrete);
// Replaces what it passes behind the arguments, or, unless that is None, what is called for it on each call.
void set_captured_inputs(PyObject* concrete, PyObject* values, PyObject* deferred);
// Makes inputs of the captured values that are constants of its graph.
void make_inputs_of_constants(PyObject* concrete);

void init_function_types(PyObject* module);

}  // namespace graphwright::bind
