// The Python type TapeBase, the base of tf.GradientTape: what a training step runs through on every call.
#pragma once

#include "bind/python.h"
#include "tensor/value.h"

namespace graphwright::bind {

void init_tape_type(PyObject* module);

// A gradient as Python sees it: a tensor, tf.IndexedSlices, or None.
PyRef gradient_to_python(const Value& grad);
// Makes the tensors among gradients symbols of the graph that is being traced. What is one tensor stays one.
void into_graph(Values& grads);
// The inverse, for whatever can be converted to a tensor.
Value gradient_from_python(PyObject* object);
// The value by which recorders know a tensor or variable: the tensor, or the variable's handle as the current graph
// sees it. Null for anything else.
Value recorded_value(PyObject* object);

}  // namespace graphwright::bind
