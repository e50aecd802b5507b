// Nested lists of nothing but Python numbers of one kind, read in one pass.
#include "bind/plain_sequence.h"

#include "bind/python_leaf.h"

namespace graphwright::bind {
namespace {

bool is_plain_list(PyObject* object) { return PyList_CheckExact(object) || PyTuple_CheckExact(object); }

// Writes the numbers inside `object` from `to` on, and moves that; false where something does not fit, which with
// `kInRange` floats beyond float32 do not.
template <class T, bool kFloats, bool kInRange>
bool read(PyObject* object, const SmallVector<int64_t, 8>& sizes, size_t depth, T*& to) {
  if (!is_plain_list(object) || PySequence_Fast_GET_SIZE(object) != sizes[depth]) return false;
  PyObject** items = PySequence_Fast_ITEMS(object);
  const int64_t n = sizes[depth];
  if (depth + 1 < sizes.size()) {
    for (int64_t i = 0; i < n; ++i)
      if (!read<T, kFloats, kInRange>(items[i], sizes, depth + 1, to)) return false;
    return true;
  }
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (kFloats) {
      if (!PyFloat_CheckExact(items[i])) return false;
      const double value = PyFloat_AS_DOUBLE(items[i]);
      if constexpr (kInRange)
        if (beyond_float32(value)) return false;
      *to++ = static_cast<T>(value);
    } else {
      if (!PyLong_CheckExact(items[i])) return false;
      int overflow = 0;
      const long value = PyLong_AsLongAndOverflow(items[i], &overflow);
      if (overflow || value < INT32_MIN || value > INT32_MAX) return false;
      *to++ = static_cast<T>(value);
    }
  }
  return true;
}

template <class T, bool kFloats, bool kInRange = false>
Tensor read_all(PyObject* object, const SmallVector<int64_t, 8>& sizes) {
  Tensor tensor = Tensor::allocate(dtype_of<T>, Shape(sizes));
  T* to = tensor.data<T>();
  return read<T, kFloats, kInRange>(object, sizes, 0, to) ? tensor : Tensor();
}

}  // namespace

Tensor plain_sequence(PyObject* object, DType dtype) {
  constexpr size_t kMostAxes = 8;
  SmallVector<int64_t, 8> sizes;
  PyObject* first = object;
  while (is_plain_list(first)) {
    const Py_ssize_t n = PySequence_Fast_GET_SIZE(first);
    if (n == 0 || sizes.size() == kMostAxes) return Tensor();
    sizes.push_back(n);
    first = PySequence_Fast_GET_ITEM(first, 0);
  }
  if (sizes.empty()) return Tensor();
  if (PyFloat_CheckExact(first)) {
    if (dtype == DType::kInvalid) return read_all<float, true, true>(object, sizes);
    if (dtype == DType::kFloat32) return read_all<float, true>(object, sizes);
    return dtype == DType::kFloat64 ? read_all<double, true>(object, sizes) : Tensor();
  }
  if (!PyLong_CheckExact(first)) return Tensor();
  if (dtype == DType::kInvalid || dtype == DType::kInt32) return read_all<int32_t, false>(object, sizes);
  if (dtype == DType::kInt64) return read_all<int64_t, false>(object, sizes);
  if (dtype == DType::kFloat32) return read_all<float, false>(object, sizes);
  return dtype == DType::kFloat64 ? read_all<double, false>(object, sizes) : Tensor();
}

}  // namespace graphwright::bind
