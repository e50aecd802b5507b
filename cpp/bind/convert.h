// Python objects to tensors and back.
#pragma once

#include "bind/python.h"
#include "tensor/tensor.h"

namespace graphwright::bind {

// Converts anything that tf.convert_to_tensor takes. `dtype` forces the element type; `hint` is preferred where the
// object leaves a choice. Throws TypeError or ValueError in TensorFlow's words.
Value to_value(PyObject* object, DType dtype = DType::kInvalid, DType hint = DType::kInvalid);

// A Python bool, int, float, complex, str or bytes; null when the object is none of those.
Tensor scalar_from_python(PyObject* object, DType dtype, DType hint = DType::kInvalid);
// A nested sequence of such, of tensors, variables and arrays.
// While it lives, what has to be packed into one tensor is called as an argument of an op is: "Reshape/shape".
struct NameOfArgument {
  NameOfArgument(std::string& node_, std::string_view argument_) : node(node_), argument(argument_), outer(current) {
    current = this;
  }
  ~NameOfArgument() { current = outer; }
  NameOfArgument(const NameOfArgument&) = delete;
  NameOfArgument& operator=(const NameOfArgument&) = delete;

  std::string& node;  // the op's name; it becomes a scope's, with a slash at its end, once an argument is named
  std::string_view argument;
  NameOfArgument* outer;
  static thread_local NameOfArgument* current;
};

Value sequence_to_value(PyObject* object, DType dtype, DType hint);
// Throws ValueError, while tracing TypeError: nothing knows how to make a tensor of the object.
[[noreturn]] void fail_unsupported(PyObject* object);

// A resource variable's current value when `object` is one, else null. Set by the variable type.
extern Value (*read_variable)(PyObject* object);
extern bool (*is_variable)(PyObject* object);
// True where it is of a class of variables and has no state of its own: it stands for another variable, and says itself
// what its value and its dtype are.
extern bool (*is_variable_wrapper)(PyObject* object);

// ndarray or NumPy scalar to a tensor (copies); null when the object is neither. Never imports NumPy.
Tensor from_numpy(PyObject* object, DType dtype);
// The dtype of the elements of an ndarray, or of a NumPy scalar; throws where tensors have none such.
DType numpy_dtype(PyObject* object);
// Throws TypeError: no tensor has the dtype of the array.
[[noreturn]] void fail_dtype(PyObject* array);
// A new ndarray with a copy of the elements; NumPy scalar (or bytes) for rank 0. `share`: an array over our memory.
PyRef to_numpy(const Tensor& tensor, bool share = false);
// True where an array or scalar of NumPy's holds numbers that can become `dtype`: what a preferred dtype asks of it.
bool converts_numpy(PyObject* object, DType dtype);
bool is_numpy_array(PyObject* object);
// True where an array is of rank 0.
bool is_numpy_number(PyObject* array);
// An array's items along its first axis as a list; the scalar inside an array of rank 0.
PyRef numpy_items(PyObject* array);
bool is_numpy_scalar(PyObject* object);
// True where an array or a scalar of NumPy's holds numbers longer than those of any dtype (long double, or complex of
// such).
bool is_long_number(PyObject* object);
// Such a scalar as a Python float or complex.
PyRef shortened(PyObject* scalar);

// One element as a Python object (bool, int, float, complex, bytes).
PyRef element_to_python(const Tensor& tensor, int64_t index);

}  // namespace graphwright::bind
