// Kinds of leaves, and TensorFlow's rules for mixed ones.
#include "bind/python_leaf.h"

#include <algorithm>

#include "bind/convert.h"
#include "bind/tensor_type.h"
#include "graph/func_graph.h"

namespace graphwright::bind {
namespace {

bool is_bool(Kind kind) { return kind == Kind::kBool || kind == Kind::kNumpyBool; }

DType int_dtype(PyObject* object) {
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
  return overflow == 0 && value >= INT32_MIN && value <= INT32_MAX ? DType::kInt32 : DType::kInt64;
}

std::string repr_of(PyObject* object) {
  PyRef text(PyObject_Repr(object));
  if (text) return std::string(utf8(text.get()));
  PyErr_Clear();
  return "value";
}

// ---- in graphs ----

[[noreturn]] void fail_elements(PyObject* object) {
  fail(Code::kTypeError, "Failed to convert elements of ", repr_of(object),
       " to Tensor. Consider casting elements to a supported type.");
}

// Whether a graph's constant of the dtype may have such elements; NumPy converts them.
bool accepts(DType dtype, Kind kind) {
  const bool integer = kind == Kind::kBool || kind == Kind::kInt;
  if (dtype == DType::kBool) return kind == Kind::kBool;
  if (dtype == DType::kString) return kind == Kind::kString;
  if (is_complex(dtype)) return integer || kind == Kind::kFloat || kind == Kind::kComplex;
  if (is_floating(dtype)) return integer || kind == Kind::kFloat;
  return is_plain(dtype) && integer;
}

const PythonLeaf* first_refused(DType dtype, std::span<const PythonLeaf> leaves) {
  for (const PythonLeaf& leaf : leaves)
    if (!accepts(dtype, leaf.kind)) return &leaf;
  return nullptr;
}

// What NumPy makes of numbers, but for those of 64 bits.
DType dtype_by_numpy(PyObject* object) {
  PyRef numpy = checked(PyImport_ImportModule("numpy"));
  PyRef array(PyObject_CallMethodOneArg(numpy.get(), checked(PyUnicode_FromString("array")).get(), object));
  if (!array) PyErr_Clear();
  PyRef kind =
      array ? checked(PyObject_GetAttrString(checked(PyObject_GetAttrString(array.get(), "dtype")).get(), "kind"))
            : PyRef();
  if (!array || utf8(kind.get()) == "O") fail_elements(object);
  Tensor value = from_numpy(array.get(), DType::kInvalid);
  if (value.dtype() == DType::kFloat64) return DType::kFloat32;
  return value.dtype() == DType::kInt64 && fits_int32(value) ? DType::kInt32 : value.dtype();
}

// What the leaves become in a graph when nothing is asked for: all kinds of numbers widen each other.
DType natural_dtype_in_graph(PyObject* object, std::span<const PythonLeaf> leaves) {
  bool ask_numpy = false;
  Kind widest = leaves[0].kind;
  DType integers = DType::kInt32;
  for (const PythonLeaf& leaf : leaves) {
    if (leaf.kind == Kind::kNone || (leaf.kind == Kind::kString) != (widest == Kind::kString)) fail_elements(object);
    widest = std::max(widest, leaf.kind);
    ask_numpy = ask_numpy || leaf.from_numpy;
    if (leaf.kind != Kind::kInt) continue;
    int overflow = 0;
    PyLong_AsLongLongAndOverflow(leaf.object.get(), &overflow);
    ask_numpy = ask_numpy || overflow != 0;
    if (leaf.dtype == DType::kInt64) integers = DType::kInt64;
  }
  if (widest == Kind::kString) return DType::kString;
  if (ask_numpy) return dtype_by_numpy(object);
  if (widest == Kind::kBool) return DType::kBool;
  return widest == Kind::kInt ? integers : widest == Kind::kFloat ? DType::kFloat32 : DType::kComplex128;
}

DType dtype_in_graph(PyObject* object, std::span<const PythonLeaf> leaves, DType dtype, DType hint) {
  if (dtype != DType::kInvalid) {
    if (const PythonLeaf* refused = first_refused(dtype, leaves))
      fail(Code::kTypeError, "Expected ", dtype_name(dtype), ", but got ", repr_of(refused->object.get()), " of type '",
           Py_TYPE(refused->object.get())->tp_name, "'.");
    return dtype;
  }
  if (hint != DType::kInvalid && !is_quantized(hint) && !first_refused(hint, leaves)) return hint;
  return natural_dtype_in_graph(object, leaves);
}

// ---- eagerly ----

// The dtypes into which TensorFlow converts leaves one by one, so that the order of bools and numbers does not matter.
bool converts_each(DType dtype, std::span<const PythonLeaf> leaves) {
  bool ints = dtype == DType::kInt32 || dtype == DType::kInt64 || dtype == DType::kUint64;
  bool floats = dtype == DType::kHalf || dtype == DType::kFloat32 || dtype == DType::kFloat64;
  if (dtype == DType::kComplex128) {
    auto is_number = [](const PythonLeaf& leaf) {
      return leaf.kind == Kind::kBool || leaf.kind == Kind::kInt || leaf.kind == Kind::kFloat ||
             leaf.kind == Kind::kComplex;
    };
    return std::all_of(leaves.begin(), leaves.end(), is_number);
  }
  if (!ints && !floats) return false;
  for (const PythonLeaf& leaf : leaves)
    if (dtype == DType::kInt32 && leaf.dtype == DType::kInt64) return false;
  for (const PythonLeaf& leaf : leaves)
    if (leaf.kind != Kind::kBool && leaf.kind != Kind::kInt && !(floats && leaf.kind == Kind::kFloat)) return false;
  return true;
}

// What the leaves become when nothing is asked for: the first one tells the kind, only ints give way to floats.
DType natural_dtype(std::span<const PythonLeaf> leaves) {
  if (leaves.empty()) return DType::kFloat32;
  const Kind first = leaves[0].kind;
  if (first == Kind::kNone) fail_unsupported(leaves[0].object.get());
  DType dtype = leaves[0].dtype;
  bool is_float = first == Kind::kFloat;
  for (const PythonLeaf& leaf : leaves) {
    bool number = leaf.kind == Kind::kInt || leaf.kind == Kind::kBool;
    switch (first) {
      case Kind::kBool:
      case Kind::kNumpyBool:
        if (!is_bool(leaf.kind)) fail_mixed();
        break;
      case Kind::kInt:
      case Kind::kFloat:
        if (!number && leaf.kind != Kind::kFloat) fail_mixed();
        if (leaf.kind == Kind::kFloat && !is_float) is_float = true, dtype = DType::kFloat32;
        if (!is_float && leaf.dtype == DType::kInt64) dtype = DType::kInt64;
        break;
      case Kind::kComplex:
        if (!number && leaf.kind != Kind::kFloat && leaf.kind != Kind::kComplex) fail_mixed();
        break;
      default:
        if (leaf.kind != Kind::kString) fail_mixed();
    }
    if (first == Kind::kInt && leaf.kind == Kind::kInt) {
      int overflow = 0;
      PyLong_AsLongLongAndOverflow(leaf.object.get(), &overflow);
      if (overflow != 0) fail_large_int();
    }
  }
  return dtype;
}

}  // namespace

bool compatible(DType wanted, DType natural) {
  if (wanted == natural) return true;
  bool number = natural != DType::kBool && is_plain(natural) && !is_complex(natural);
  if (is_complex(wanted)) return number || is_complex(natural);
  if (is_floating(wanted)) return number;
  return wanted != DType::kBool && is_plain(wanted) && is_integer(natural);
}

DType choose_dtype(PyObject* object, std::span<const PythonLeaf> leaves, DType dtype, DType hint) {
  if (leaves.empty()) return dtype != DType::kInvalid ? dtype : hint != DType::kInvalid ? hint : DType::kFloat32;
  if (!executing_eagerly()) return dtype_in_graph(object, leaves, dtype, hint);
  for (DType wanted : {dtype, hint})
    if (wanted != DType::kInvalid && converts_each(wanted, leaves)) return wanted;
  DType natural = natural_dtype(leaves);
  if (dtype != DType::kInvalid) {
    if (!compatible(dtype, natural)) fail_convert(object, dtype);
    return dtype;
  }
  if (hint != DType::kInvalid && compatible(hint, natural)) return hint;
  if (natural == DType::kFloat32) {
    for (const PythonLeaf& leaf : leaves)
      GW_CHECK(!beyond_float32(double_of(leaf.object.get())), Code::kValueError,
               "Can't convert Python sequence with a value out of range for a double-precision float.");
  }
  return natural;
}

PythonLeaf leaf_of(PyObject* object) {
  if (is_long_number(object)) return leaf_of(shortened(object).get());
  PythonLeaf leaf{PyRef::borrow(object)};
  if (PyBool_Check(object)) {
    leaf.kind = Kind::kBool, leaf.dtype = DType::kBool;
  } else if (PyLong_Check(object)) {
    leaf.kind = Kind::kInt, leaf.dtype = int_dtype(object);
  } else if (PyUnicode_Check(object) || PyBytes_Check(object)) {
    leaf.kind = Kind::kString, leaf.dtype = DType::kString;
  } else if (PyFloat_Check(object)) {  // np.float64 is a float
    leaf.kind = Kind::kFloat, leaf.from_numpy = is_numpy_scalar(object);
    leaf.dtype = leaf.from_numpy ? DType::kFloat64 : DType::kFloat32;
  } else if (PyComplex_Check(object)) {  // np.complex128 is a complex
    leaf.kind = Kind::kComplex, leaf.dtype = DType::kComplex128, leaf.from_numpy = is_numpy_scalar(object);
  } else if (is_numpy_scalar(object)) {
    const DType dtype = numpy_dtype(object);
    leaf.dtype = dtype;
    leaf.from_numpy = true;
    if (dtype == DType::kBool) {
      leaf.kind = Kind::kNumpyBool;
      leaf.object = PyRef::borrow(PyObject_IsTrue(object) ? Py_True : Py_False);
    } else if (is_integer(dtype)) {
      leaf.kind = Kind::kInt;
      if (PyRef index{PyNumber_Index(object)}) {
        leaf.dtype = int_dtype(index.get());
        leaf.object = std::move(index);
      } else {
        PyErr_Clear();
      }
    } else if (is_floating(dtype)) {
      leaf.kind = Kind::kFloat;
    } else if (is_complex(dtype)) {
      leaf.kind = Kind::kComplex, leaf.dtype = DType::kComplex128;
    } else if (dtype == DType::kString) {
      leaf.kind = Kind::kString;
    }
  }
  return leaf;
}

bool fits_int32(const Tensor& tensor) {
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    int64_t value = tensor.int_at(i);
    if (value < INT32_MIN || value > INT32_MAX) return false;
  }
  return true;
}

double double_of(PyObject* object) {
  double value = PyFloat_AsDouble(object);
  if (value == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    fail_large_int();
  }
  return value;
}

void fail_mixed() { fail(Code::kValueError, "Can't convert Python sequence with mixed types to Tensor."); }

void fail_large_int() { fail(Code::kValueError, "Can't convert Python sequence with out-of-range integer to Tensor."); }

void fail_convert(PyObject* object, DType dtype) {
  fail(Code::kTypeError, "Cannot convert ", repr_of(object), " to EagerTensor of dtype ", dtype_op_def_name(dtype));
}

void fail_unsupported(PyObject* object) {
  if (!executing_eagerly()) {
    GW_CHECK(object != Py_None, Code::kValueError, "None values not supported.");
    fail_elements(object);
  }
  PyRef text = checked(PyObject_Repr(object));
  PyRef type = checked(PyObject_Repr(reinterpret_cast<PyObject*>(Py_TYPE(object))));
  fail(Code::kValueError, "Attempt to convert a value (", utf8(text.get()), ") with an unsupported type (",
       utf8(type.get()), ") to a Tensor.");
}

}  // namespace graphwright::bind
