// Finished graphs as Python objects, for the types that hold them.
#pragma once

#include "bind/python.h"
#include "function/graph_function.h"

namespace graphwright::bind {

PyRef object_of(Ref<FuncGraph> graph);
PyRef object_of(Ref<GraphFunction> function);
// Throws where the object is none.
Ref<FuncGraph> graph_from_object(PyObject* object);
Ref<GraphFunction> graph_function_or_null(PyObject* object);

void init_graph_functions(PyObject* module);

}  // namespace graphwright::bind
