// The Python type ResourceVariable, the base of tf.Variable, and UnreadVariable, what assignments return.
#pragma once

#include "bind/python.h"
#include "tensor/variable_resource.h"

namespace graphwright {
class FuncGraph;
}

namespace graphwright::bind {

struct PyVariable {
  PyObject_HEAD Value handle;
  Ref<VariableResource> resource;  // null where the handle is a symbol
  DType dtype;
  bool trainable;
  Shape shape;             // as declared
  PyObject* shape_object;  // the same as a TensorShape
  PyObject* name;          // with ":0"
  PyObject* parent;        // of an UnreadVariable: the variable that was assigned to
  PyObject* op;            // of an UnreadVariable made while tracing: the operation that assigned
  PyObject* copies;        // of a variable with a copy on each of several replicas: the tuple of these
  bool ordered;            // of an UnreadVariable: its handle waits for the assignment wherever that needs to be said
  bool summed;             // above the replicas, its value is what the copies give together
  PyObject* dict;
  PyObject* weakrefs;
};

extern PyTypeObject* variable_type;

void init_variable_type(PyObject* module);

inline bool is_variable_object(PyObject* object) { return PyObject_TypeCheck(object, variable_type); }
// Of which replica this thread's code is a part: it sees that replica's copies of variables. -1 is none.
inline thread_local int current_replica = -1;
inline PyVariable* as_variable(PyObject* object) {
  auto* variable = reinterpret_cast<PyVariable*>(object);
  if (variable->copies && current_replica >= 0 && current_replica < PyTuple_GET_SIZE(variable->copies))
    return reinterpret_cast<PyVariable*>(PyTuple_GET_ITEM(variable->copies, current_replica));
  return variable;
}
// The handle of the variable that an object is or stands for.
Value handle_of(PyObject* object);
// The variable's value, through the interpreter where something listens.
Value read(PyVariable* variable);
// True where variables that are read in a graph become constants of it, with the values that they have then.
void read_by_value(const FuncGraph* graph, bool on);

}  // namespace graphwright::bind
