// The kinds of Python values inside of a structure, and the dtype that they have together.
#pragma once

#include <cmath>
#include <limits>
#include <span>

#include "bind/python.h"
#include "tensor/tensor.h"

namespace graphwright::bind {

// True where objects of its type have a length: a sequence without one may have no end.
inline bool has_length(PyObject* object) {
  return PyObject_HasAttrString(reinterpret_cast<PyObject*>(Py_TYPE(object)), "__len__") != 0;
}

// Python's bool counts as an int after an int; NumPy's does not.
enum class Kind : uint8_t { kNone, kBool, kNumpyBool, kInt, kFloat, kComplex, kString };

struct PythonLeaf {
  PyRef object;
  Kind kind = Kind::kNone;
  DType dtype = DType::kInvalid;  // the one it has by itself
  bool from_numpy = false;        // a scalar of NumPy's
};

PythonLeaf leaf_of(PyObject* object);

// The dtype for the leaves of `object`: the asked-for one, the preferred one where it suits, else their own. In graphs
// other leaves go together than eagerly, and what does not is of the wrong type there. Throws TypeError or ValueError.
DType choose_dtype(PyObject* object, std::span<const PythonLeaf> leaves, DType dtype, DType hint);

// True where numbers that have the dtype `natural` by themselves may become `wanted` without a cast.
bool compatible(DType wanted, DType natural);

bool fits_int32(const Tensor& tensor);
double double_of(PyObject* number);
// True where a finite number is infinite as a float32.
inline bool beyond_float32(double value) {
  return std::isfinite(value) && std::abs(value) > std::numeric_limits<float>::max();
}

[[noreturn]] void fail_mixed();
[[noreturn]] void fail_large_int();
[[noreturn]] void fail_convert(PyObject* object, DType dtype);

}  // namespace graphwright::bind
