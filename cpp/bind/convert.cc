// Anything that tf.convert_to_tensor takes to a tensor; elements back to Python.
#include "bind/convert.h"

#include "bind/python_leaf.h"
#include "bind/tensor_type.h"

namespace graphwright::bind {

Value (*read_variable)(PyObject*) = nullptr;
bool (*is_variable)(PyObject*) = nullptr;
bool (*is_variable_wrapper)(PyObject*) = nullptr;

Value to_value(PyObject* object, DType dtype, DType hint) {
  if (is_tensor_object(object)) {
    const Value& value = value_of(object);
    if (dtype != DType::kInvalid && value.dtype() != dtype) {
      PyRef text = checked(PyObject_Repr(object));
      fail(Code::kValueError, "Tensor conversion requested dtype ", dtype_name(dtype), " for Tensor with dtype ",
           dtype_name(value.dtype()), ": ", utf8(text.get()));
    }
    return value;
  }
  if (Tensor scalar = scalar_from_python(object, dtype, hint)) return scalar;
  if (is_variable && is_variable(object)) {
    Value value = read_variable(object);
    GW_CHECK(dtype == DType::kInvalid || value.dtype() == dtype, Code::kValueError,
             "Tensor conversion requested dtype ", dtype_name(dtype), " for a variable with dtype ",
             dtype_name(value.dtype()));
    return value;
  }
  if (Tensor array = from_numpy(object, dtype)) return array;
  if (PyList_Check(object) || PyTuple_CheckExact(object)) return sequence_to_value(object, dtype, hint);
  // TensorShape, composite tensors, objects with __tf_tensor__ or __array__, registered conversions.
  PyRef wanted = dtype == DType::kInvalid ? PyRef::borrow(Py_None) : PyRef::borrow(dtype_object(dtype));
  PyRef preferred = hint == DType::kInvalid ? PyRef::borrow(Py_None) : PyRef::borrow(dtype_object(hint));
  PyRef result =
      checked(PyObject_CallFunctionObjArgs(hook("convert_object"), object, wanted.get(), preferred.get(), nullptr));
  if (is_tensor_object(result.get())) return to_value(result.get(), dtype);
  if (result.get() != Py_NotImplemented && result.get() != object) return to_value(result.get(), dtype, hint);
  if (PySequence_Check(object) && !PyDict_Check(object) && has_length(object)) {
    bool integers = PyObject_TypeCheck(object, &PyRange_Type) != 0;  // empty ones, too
    return sequence_to_value(object, dtype, integers && hint == DType::kInvalid ? DType::kInt32 : hint);
  }
  fail_unsupported(object);
}

PyRef element_to_python(const Tensor& tensor, int64_t i) {
  DType dtype = tensor.dtype();
  if (dtype == DType::kString) {
    const std::string& s = tensor.data<std::string>()[i];
    return checked(PyBytes_FromStringAndSize(s.data(), static_cast<Py_ssize_t>(s.size())));
  }
  if (dtype == DType::kBool) return PyRef::borrow(tensor.data<bool>()[i] ? Py_True : Py_False);
  if (dtype == DType::kUint64) return checked(PyLong_FromUnsignedLongLong(tensor.data<uint64_t>()[i]));
  if (dtype == DType::kInt4 || dtype == DType::kInt2) return checked(PyLong_FromLong(tensor.data<int8_t>()[i]));
  if (dtype == DType::kUint4 || dtype == DType::kUint2) return checked(PyLong_FromLong(tensor.data<uint8_t>()[i]));
  if (is_integer(dtype)) return checked(PyLong_FromLongLong(tensor.int_at(i)));
  PyObject* object = nullptr;
  visit_complex(dtype,
                [&]<class T>() {
                  T c = tensor.data<T>()[i];
                  object = PyComplex_FromDoubles(c.real(), c.imag());
                }) ||
      visit_floating(dtype, [&]<class T>() {
        object = PyFloat_FromDouble(static_cast<double>(static_cast<compute_t<T>>(tensor.data<T>()[i])));
      });
  GW_CHECK(object || PyErr_Occurred(), Code::kTypeError, "a tensor of dtype ", dtype_name(dtype),
           " has no Python elements");
  return checked(object);
}

}  // namespace graphwright::bind
