// Members of symbolic tensors that tell of their graph.
#pragma once

#include "bind/python.h"

namespace graphwright::bind {

PyObject* get_symbol_name(PyObject* self, void*);
PyObject* get_symbol_op(PyObject* self, void*);
PyObject* get_symbol_graph(PyObject* self, void*);
PyObject* get_symbol_index(PyObject* self, void*);
PyObject* set_symbol_shape(PyObject* self, PyObject* shape);

void init_graph_types(PyObject* module);

}  // namespace graphwright::bind
