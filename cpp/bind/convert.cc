// Python scalars, sequences, variables and registered types to tensors.
#include "bind/convert.h"

#include <cmath>
#include <vector>

#include "bind/tensor_type.h"
#include "op/build.h"

namespace graphwright::bind {

Value (*read_variable)(PyObject*) = nullptr;
bool (*is_variable)(PyObject*) = nullptr;

namespace {

[[noreturn]] void fail_convert(PyObject* object, DType dtype) {
  PyRef text(PyObject_Repr(object));
  if (!text) PyErr_Clear();
  fail(Code::kTypeError, "Cannot convert ", text ? utf8(text.get()) : "value", " to EagerTensor of dtype ",
       dtype_op_def_name(dtype));
}

template <class T>
constexpr bool is_16_bit_float = std::is_same_v<T, Half> || std::is_same_v<T, Bfloat16>;

// Writes one Python number into `to`; false when the dtype cannot hold it.
bool store_number(PyObject* object, DType dtype, void* to, int64_t at) {
  bool ok = false;
  if (is_integer(dtype)) {
    if (PyBool_Check(object) || !PyLong_Check(object)) {
      if (PyBool_Check(object) || PyFloat_Check(object) || !PyIndex_Check(object)) return false;
    }
    PyRef index(PyNumber_Index(object));
    if (!index) {
      PyErr_Clear();
      return false;
    }
    int overflow = 0;
    long long value = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
    if (overflow > 0 && dtype == DType::kUint64) {
      unsigned long long big = PyLong_AsUnsignedLongLong(index.get());
      if (PyErr_Occurred()) {
        PyErr_Clear();
        return false;
      }
      static_cast<uint64_t*>(to)[at] = big;
      return true;
    }
    if (overflow) return false;
    if (dtype == DType::kInt4 || dtype == DType::kInt2) {
      static_cast<int8_t*>(to)[at] = static_cast<int8_t>(value);
      int limit = dtype == DType::kInt4 ? 8 : 2;
      return value >= -limit && value < limit;
    }
    if (dtype == DType::kUint4 || dtype == DType::kUint2) {
      static_cast<uint8_t*>(to)[at] = static_cast<uint8_t>(value);
      return value >= 0 && value < (dtype == DType::kUint4 ? 16 : 4);
    }
    visit_integer(dtype, [&]<class T>() {
      static_cast<T*>(to)[at] = static_cast<T>(value);
      ok = std::is_same_v<T, uint64_t> ? value >= 0 : static_cast<long long>(static_cast<T>(value)) == value;
    });
    return ok;
  }
  if (dtype == DType::kBool) {
    if (!PyBool_Check(object)) return false;
    static_cast<bool*>(to)[at] = object == Py_True;
    return true;
  }
  if (is_complex(dtype)) {
    if (PyBool_Check(object) || !PyNumber_Check(object)) return false;
    Py_complex c = PyComplex_AsCComplex(object);
    if (PyErr_Occurred()) {
      PyErr_Clear();
      return false;
    }
    visit_complex(dtype, [&]<class T>() {
      using R = typename T::value_type;
      static_cast<T*>(to)[at] = T(static_cast<R>(c.real), static_cast<R>(c.imag));
    });
    return true;
  }
  if (PyBool_Check(object) || PyComplex_Check(object) || !PyNumber_Check(object)) return false;
  double value = PyFloat_AsDouble(object);
  if (PyErr_Occurred()) {
    PyErr_Clear();
    return false;
  }
  visit_floating(dtype, [&]<class T>() {
    static_cast<T*>(to)[at] = static_cast<T>(static_cast<compute_t<T>>(value));
    ok = true;
  });
  return ok;
}

bool store_string(PyObject* object, std::string* to) {
  if (PyBytes_Check(object)) {
    to->assign(PyBytes_AS_STRING(object), PyBytes_GET_SIZE(object));
    return true;
  }
  if (PyUnicode_Check(object)) {
    to->assign(utf8(object));
    return true;
  }
  return false;
}

// The dtype that TensorFlow gives a lone Python scalar; kInvalid for anything else.
DType natural_dtype(PyObject* object) {
  if (PyBool_Check(object)) return DType::kBool;
  if (PyFloat_Check(object)) return is_numpy_scalar(object) ? DType::kFloat64 : DType::kFloat32;
  if (PyLong_Check(object)) {
    int overflow = 0;
    long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow == 0 && value >= INT32_MIN && value <= INT32_MAX) return DType::kInt32;
    return DType::kInt64;
  }
  if (PyUnicode_Check(object) || PyBytes_Check(object)) return DType::kString;
  if (PyComplex_Check(object)) return DType::kComplex128;
  return DType::kInvalid;
}

bool is_sequence(PyObject* object) {
  return PyList_Check(object) || PyTuple_Check(object) ||
         (PySequence_Check(object) && !PyUnicode_Check(object) && !PyBytes_Check(object) && !PyDict_Check(object) &&
          !is_tensor_object(object));
}

// Which of the numeric dtypes holds both, following what a mixed Python list becomes.
DType join_dtypes(DType a, DType b) {
  if (a == DType::kInvalid || a == b) return b;
  auto pair = [&](DType x, DType y) { return (a == x && b == y) || (a == y && b == x); };
  if (pair(DType::kInt32, DType::kInt64)) return DType::kInt64;
  if (pair(DType::kInt32, DType::kFloat32) || pair(DType::kInt64, DType::kFloat32)) return DType::kFloat32;
  if ((a == DType::kComplex128 && (is_integer(b) || is_floating(b))) ||
      (b == DType::kComplex128 && (is_integer(a) || is_floating(a))))
    return DType::kComplex128;
  if (pair(DType::kInt32, DType::kFloat64) || pair(DType::kInt64, DType::kFloat64)) return DType::kFloat64;
  if (pair(DType::kFloat32, DType::kFloat64)) return DType::kFloat64;
  return a;  // the store below reports what does not fit
}

// A nested sequence flattened: shape, leaves in order, and what they suggest.
struct Flattened {
  std::vector<int64_t> sizes;
  std::vector<PyRef> leaves;
  DType dtype = DType::kInvalid;
  bool has_values = false;  // some leaf is a tensor, variable or array
};

constexpr size_t kMaxDepth = 64;

void flatten_into(PyObject* object, size_t depth, Flattened& flat) {
  GW_CHECK(depth < kMaxDepth, Code::kValueError, "Attempt to convert a value with more than ", kMaxDepth,
           " nested sequences to a Tensor");
  if (!is_sequence(object) || is_numpy_array(object)) {
    GW_CHECK(depth == flat.sizes.size(), Code::kValueError, "Can't convert non-rectangular Python sequence to Tensor.");
    flat.leaves.push_back(PyRef::borrow(object));
    DType natural = DType::kInvalid;
    if (is_tensor_object(object)) {
      natural = value_of(object).dtype();
      flat.has_values = true;
    } else if (is_numpy_array(object) || (is_variable && is_variable(object))) {
      flat.has_values = true;
    } else if (is_numpy_scalar(object)) {
      natural = from_numpy(object, DType::kInvalid).dtype();
    } else {
      natural = natural_dtype(object);
      if (natural == DType::kInvalid) flat.has_values = true;
    }
    if (natural != DType::kInvalid) flat.dtype = join_dtypes(flat.dtype, natural);
    return;
  }
  PyRef items = checked(PySequence_Fast(object, "expected a sequence"));
  Py_ssize_t n = PySequence_Fast_GET_SIZE(items.get());
  bool first_time = depth == flat.sizes.size() && flat.leaves.empty();
  if (first_time) {
    flat.sizes.push_back(n);
  } else {
    GW_CHECK(depth < flat.sizes.size() && flat.sizes[depth] == n, Code::kValueError,
             "Can't convert non-rectangular Python sequence to Tensor.");
  }
  for (Py_ssize_t i = 0; i < n; ++i) flatten_into(PySequence_Fast_GET_ITEM(items.get(), i), depth + 1, flat);
}

// A sequence with tensors, variables or arrays inside: stack level by level.
Value pack_sequence(PyObject* object, DType dtype) {
  if (!is_sequence(object) || is_numpy_array(object)) return to_value(object, dtype);
  PyRef items = checked(PySequence_Fast(object, "expected a sequence"));
  Py_ssize_t n = PySequence_Fast_GET_SIZE(items.get());
  Values parts;
  for (Py_ssize_t i = 0; i < n; ++i) parts.push_back(pack_sequence(PySequence_Fast_GET_ITEM(items.get(), i), dtype));
  return op<"Pack">(std::span<const Value>(parts));
}

DType dtype_of_first_value(const Flattened& flat) {
  for (const PyRef& leaf : flat.leaves) {
    if (is_tensor_object(leaf.get())) return value_of(leaf.get()).dtype();
    if (is_numpy_array(leaf.get()) || (is_variable && is_variable(leaf.get()))) return to_value(leaf.get()).dtype();
  }
  return DType::kInvalid;
}

Value sequence_to_value(PyObject* object, DType dtype, DType hint) {
  Flattened flat;
  flatten_into(object, 0, flat);
  if (flat.has_values) {
    DType wanted = dtype != DType::kInvalid ? dtype : dtype_of_first_value(flat);
    return pack_sequence(object, wanted != DType::kInvalid ? wanted : flat.dtype);
  }
  DType target = dtype;
  if (target == DType::kInvalid) {
    target = flat.leaves.empty() ? DType::kFloat32 : flat.dtype;
    if (hint != DType::kInvalid && (flat.leaves.empty() || is_integer(flat.dtype)) &&
        (is_integer(hint) || is_floating(hint) || is_complex(hint)))
      target = hint;
    if (hint != DType::kInvalid && target == DType::kFloat32 && (is_floating(hint) || is_complex(hint))) target = hint;
  }
  Tensor tensor = Tensor::allocate(target, Shape(std::span<const int64_t>(flat.sizes)));
  for (size_t i = 0; i < flat.leaves.size(); ++i) {
    PyObject* leaf = flat.leaves[i].get();
    if (target == DType::kString) {
      if (!store_string(leaf, tensor.data<std::string>() + i)) {
        if (is_numpy_scalar(leaf)) {
          Tensor one = from_numpy(leaf, target);
          tensor.data<std::string>()[i] = *one.data<std::string>();
          continue;
        }
        fail_convert(leaf, target);
      }
    } else if (is_numpy_scalar(leaf)) {
      Tensor one = from_numpy(leaf, target);
      std::memcpy(static_cast<char*>(tensor.raw()) + i * dtype_size(target), one.raw(), dtype_size(target));
    } else if (!store_number(leaf, target, tensor.raw(), static_cast<int64_t>(i))) {
      fail_convert(leaf, target);
    }
  }
  return tensor;
}

}  // namespace

Tensor scalar_from_python(PyObject* object, DType dtype) {
  DType natural = DType::kInvalid;
  if (PyFloat_CheckExact(object)) {
    natural = DType::kFloat32;
    if (dtype == DType::kInvalid || dtype == DType::kFloat32) {
      return Tensor::scalar(static_cast<float>(PyFloat_AS_DOUBLE(object)));
    }
  } else {
    natural = natural_dtype(object);
    if (natural == DType::kInvalid || is_numpy_scalar(object)) return Tensor();
  }
  DType target = dtype == DType::kInvalid ? natural : dtype;
  Tensor tensor = Tensor::allocate(target, Shape());
  if (target == DType::kString) {
    if (!store_string(object, tensor.data<std::string>())) fail_convert(object, target);
  } else if (natural == DType::kString || !store_number(object, target, tensor.raw(), 0)) {
    fail_convert(object, target);
  }
  return tensor;
}

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
  DType natural = natural_dtype(object);
  if (natural != DType::kInvalid && !is_numpy_scalar(object)) {
    DType target = dtype;
    // A hint is taken only where it loses nothing: int to any number, float to any float or complex.
    if (target == DType::kInvalid && hint != DType::kInvalid) {
      bool number_hint = is_floating(hint) || is_complex(hint);
      if ((is_integer(natural) && (number_hint || is_integer(hint))) || (natural == DType::kFloat32 && number_hint) ||
          (natural == DType::kComplex128 && is_complex(hint)))
        target = hint;
    }
    return scalar_from_python(object, target);
  }
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
  if (is_sequence(object)) return sequence_to_value(object, dtype, hint);
  PyRef text = checked(PyObject_Repr(object));
  PyRef type = checked(PyObject_Repr(reinterpret_cast<PyObject*>(Py_TYPE(object))));
  if (object == Py_None)
    fail(Code::kValueError, "Attempt to convert a value (None) with an unsupported type (", utf8(type.get()),
         ") to a Tensor.");
  fail(Code::kValueError, "Attempt to convert a value (", utf8(text.get()), ") with an unsupported type (",
       utf8(type.get()), ") to a Tensor.");
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
