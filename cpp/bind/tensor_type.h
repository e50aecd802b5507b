// The Python types Tensor, EagerTensor and SymbolicTensor, written against the C API for speed.
#pragma once

#include "bind/python.h"
#include "op/dispatch.h"

namespace graphwright::bind {

struct PyTensor {
  PyObject_HEAD Value value;
  PyObject* dict;
  PyObject* weakrefs;
};

extern PyTypeObject* tensor_type;    // base, for isinstance
extern PyTypeObject* eager_type;     // holds a Tensor
extern PyTypeObject* symbolic_type;  // holds a symbol of a graph

// Creates the types and adds them to the module.
void init_tensor_types(PyObject* module);

inline bool is_eager(PyObject* object) { return Py_TYPE(object) == eager_type; }
inline bool is_tensor_object(PyObject* object) {
  return Py_TYPE(object) == eager_type || Py_TYPE(object) == symbolic_type;
}
inline const Value& value_of(PyObject* tensor) { return reinterpret_cast<PyTensor*>(tensor)->value; }

// A new Tensor object around the value; throws PythonError when out of memory.
PyObject* wrap(Value value);

// tf.DType and tf.TensorShape objects.
PyObject* dtype_object(DType dtype);        // borrowed
DType dtype_from_object(PyObject* object);  // a DType, a name, a numpy type; throws TypeError
void register_dtypes(PyObject* table);      // {number: DType}
PyRef shape_object(const Shape& shape);     // a TensorShape
PyRef shape_tuple(const Shape& shape);      // (2, None), or None for unknown rank
Shape shape_from_object(PyObject* object);  // TensorShape, sequence of ints/None, None

// The binary operator `op` between Python operands, at least one of which is a tensor or variable.
// Returns NotImplemented when the other operand cannot be converted and knows the reflected operator.
PyObject* binary_operator(const OpDef& op, PyObject* lhs, PyObject* rhs, const char* reflected);

// True when running `inputs` may take long enough to be worth releasing the GIL.
bool is_heavy(std::span<const Value> inputs);

}  // namespace graphwright::bind
