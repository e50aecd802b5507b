// Python numbers, strings and nested sequences of them to tensors, with TensorFlow's rules for mixed kinds.
#include <algorithm>
#include <cstring>
#include <vector>

#include "bind/convert.h"
#include "bind/plain_sequence.h"
#include "bind/python_leaf.h"
#include "bind/tensor_type.h"
#include "graph/func_graph.h"
#include "kernels/cast.h"
#include "op/build.h"

namespace graphwright::bind {

thread_local NameOfArgument* NameOfArgument::current = nullptr;
namespace {

// Writes a bool or an int; one that is too large for the dtype wraps around, as TensorFlow's cast from int64 does.
void store_int(PyObject* object, DType dtype, void* to, int64_t at) {
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
  const bool wraps = overflow == 0 && !executing_eagerly();  // a graph's constant takes -1 for the largest number
  if (dtype == DType::kUint64 && !wraps && (overflow != 0 || value < 0)) {
    unsigned long long big = overflow > 0 ? PyLong_AsUnsignedLongLong(object) : 0;
    bool too_large = PyErr_Occurred() != nullptr;
    if (too_large) PyErr_Clear();
    if (overflow <= 0 || too_large) fail_convert(object, dtype);
    static_cast<uint64_t*>(to)[at] = big;
    return;
  }
  if (overflow != 0) fail_large_int();
  if (dtype == DType::kInt4 || dtype == DType::kInt2) {
    int limit = dtype == DType::kInt4 ? 8 : 2;
    if (value < -limit || value >= limit) fail_convert(object, dtype);
    static_cast<int8_t*>(to)[at] = static_cast<int8_t>(value);
  } else if (dtype == DType::kUint4 || dtype == DType::kUint2) {
    if (value < 0 || value >= (dtype == DType::kUint4 ? 16 : 4)) fail_convert(object, dtype);
    static_cast<uint8_t*>(to)[at] = static_cast<uint8_t>(value);
  } else if (is_quantized(dtype)) {  // the low bytes of the integer, whatever its sign
    const size_t size = dtype_size(dtype);
    std::memcpy(static_cast<char*>(to) + static_cast<size_t>(at) * size, &value, size);
  } else {
    visit_integer(dtype, [&]<class T>() { static_cast<T*>(to)[at] = static_cast<T>(value); });
  }
}

void store_string(PyObject* object, std::string* to) {
  if (PyBytes_Check(object)) {
    to->assign(PyBytes_AS_STRING(object), PyBytes_GET_SIZE(object));
    return;
  }
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(object, &size);
  if (!text) {
    PyErr_Clear();
    fail(Code::kValueError, "Error converting unicode string while converting Python sequence to Tensor.");
  }
  to->assign(text, static_cast<size_t>(size));
}

// Writes a leaf that was found to suit `dtype`.
void store(const PythonLeaf& leaf, DType dtype, void* to, int64_t at) {
  PyObject* object = leaf.object.get();
  if (dtype == DType::kString) {
    store_string(object, static_cast<std::string*>(to) + at);
  } else if (dtype == DType::kBool) {
    static_cast<bool*>(to)[at] = PyObject_IsTrue(object) == 1;
  } else if (!is_floating(dtype) && !is_complex(dtype)) {
    store_int(object, dtype, to, at);
  } else if (is_complex(dtype)) {
    Py_complex c = PyComplex_AsCComplex(object);
    if (PyErr_Occurred()) {
      PyErr_Clear();
      fail_large_int();
    }
    visit_complex(dtype, [&]<class T>() {
      using R = typename T::value_type;
      static_cast<T*>(to)[at] = T(static_cast<R>(c.real), static_cast<R>(c.imag));
    });
  } else {
    const double value = double_of(object);
    const bool known = visit_floating(
        dtype, [&]<class T>() { static_cast<T*>(to)[at] = static_cast<T>(static_cast<compute_t<T>>(value)); });
    if (!known) cast_elements(DType::kFloat64, &value, dtype, static_cast<char*>(to) + at, 1);  // of one byte
  }
}

// A nested sequence, flattened.
struct Flattened {
  std::vector<int64_t> sizes;
  std::vector<PythonLeaf> leaves;
  bool ragged = false;       // sequences of one depth differ in length
  bool mixed = false;        // a sequence stands where there were leaves
  bool has_tensors = false;  // tensors, variables, objects that only a conversion function knows
  bool has_arrays = false;
};

constexpr size_t kMaxDepth = 64;

bool is_sequence(PyObject* object) {
  return PyList_Check(object) || PyTuple_Check(object) ||
         (PySequence_Check(object) && !PyUnicode_Check(object) && !PyBytes_Check(object) && !PyDict_Check(object) &&
          !is_tensor_object(object) && has_length(object) &&
          !PyObject_HasAttrString(reinterpret_cast<PyObject*>(Py_TYPE(object)), "__tf_tensor__"));
}

void flatten_into(PyObject* object, size_t depth, bool open_arrays, Flattened& flat) {
  GW_CHECK(depth < kMaxDepth, Code::kValueError, "Attempt to convert a value with more than ", kMaxDepth,
           " nested sequences to a Tensor");
  PyRef opened;
  bool is_array = is_numpy_array(object);
  if (is_array && is_numpy_number(object)) {  // counts as the scalar inside
    opened = numpy_items(object);
    object = opened.get();
    is_array = false;
  }
  flat.has_arrays = flat.has_arrays || is_array;
  if (is_array && open_arrays) {
    opened = numpy_items(object);
    object = opened.get();
    is_array = false;
  }
  if (is_array || !is_sequence(object)) {
    flat.ragged = flat.ragged || depth != flat.sizes.size();
    flat.leaves.push_back(is_array ? PythonLeaf{PyRef::borrow(object)} : leaf_of(object));
    flat.has_tensors = flat.has_tensors || (!is_array && flat.leaves.back().kind == Kind::kNone);
    return;
  }
  PyRef items = checked(PySequence_Fast(object, "expected a sequence"));
  Py_ssize_t n = PySequence_Fast_GET_SIZE(items.get());
  if (depth < flat.sizes.size()) {
    flat.ragged = flat.ragged || flat.sizes[depth] != n;
  } else if (flat.leaves.empty()) {
    flat.sizes.push_back(n);
  } else {
    flat.mixed = true;
  }
  for (Py_ssize_t i = 0; i < n; ++i)
    flatten_into(PySequence_Fast_GET_ITEM(items.get(), i), depth + 1, open_arrays, flat);
}

bool is_tensor_or_variable(PyObject* object) {
  return is_tensor_object(object) || (is_variable && (is_variable(object) || is_variable_wrapper(object)));
}

// A tensor or variable inside of a sequence that is to have another dtype.
Value cast_item(PyObject* object, DType dtype) {
  Value value = to_value(object);
  return value.dtype() == dtype ? value : call(op_def<"Cast">(), {&value, 1}, {{"DstT", dtype}})[0];
}

// A sequence with tensors, variables or arrays inside: stack level by level. In a graph, the node is called `name`, and
// those of sequences inside are numbered below it. `casts`: whether tensors of other dtypes are converted.
Value pack_sequence(PyObject* object, DType dtype, bool casts, const std::string& name) {
  if (!is_sequence(object) || is_numpy_array(object)) {
    if (!is_tensor_or_variable(object)) return to_value(object, dtype);
    if (casts) return cast_item(object, dtype);
    Value value = to_value(object);
    GW_CHECK(value.dtype() == dtype, executing_eagerly() ? Code::kInvalidArgument : Code::kTypeError,
             "Cannot convert a list containing a tensor of dtype ", dtype_name(value.dtype()), " to ",
             dtype_name(dtype), " [Op:Pack]");
    return value;
  }
  PyRef items = checked(PySequence_Fast(object, "expected a sequence"));
  Py_ssize_t n = PySequence_Fast_GET_SIZE(items.get());
  Values parts;
  for (Py_ssize_t i = 0; i < n; ++i) {
    std::string inner = name.empty() ? name : str_cat(name, i, "/");
    parts.push_back(pack_sequence(PySequence_Fast_GET_ITEM(items.get(), i), dtype, casts, inner));
  }
  return call(op_def<"Pack">(), parts, {}, name)[0];
}

// The name of the node that a sequence with tensors inside becomes: "Reshape/shape/" for an argument of an op that is
// being called, else "packed/".
std::string pack_name() {
  FuncGraph* graph = interpreter_stack().top().graph();
  if (!graph) return {};
  NameOfArgument* argument = NameOfArgument::current;
  if (!argument) return graph->unique_name("packed") + "/";
  if (!argument->node.ends_with('/')) argument->node = graph->unique_name(argument->node) + "/";
  return str_cat(argument->node, argument->argument, "/");
}

// What a sequence with tensors, variables or arrays inside becomes: the dtype of the first tensor or variable; where
// there are arrays only, theirs, as their elements would: float32 where there are none, int32 where integers are small.
DType dtype_of_values(const Flattened& flat) {
  DType first = DType::kInvalid;
  bool small = true, none = true;
  for (const PythonLeaf& leaf : flat.leaves) {
    PyObject* object = leaf.object.get();
    if (is_tensor_or_variable(object)) return to_value(object).dtype();
    if (!is_numpy_array(object)) {
      first = first == DType::kInvalid ? leaf.dtype : first;
      none = false;
      continue;
    }
    Tensor array = from_numpy(object, DType::kInvalid);
    first = first == DType::kInvalid ? array.dtype() : first;
    small = small && (!is_integer(array.dtype()) || fits_int32(array));
    none = none && array.num_elements() == 0;
  }
  if (none && (is_integer(first) || is_floating(first))) return DType::kFloat32;
  if (first == DType::kComplex64) return DType::kComplex128;
  return is_integer(first) ? small ? DType::kInt32 : DType::kInt64 : first;
}

// Whether there are arrays of numbers only, of one dtype whose numbers fit into an int64 where they are integers: else
// their elements tell what kinds of values meet.
bool is_of_one_kind(const Flattened& flat) {
  const auto kind_of = [](const PythonLeaf& leaf) {
    PyObject* object = leaf.object.get();
    return is_numpy_array(object) && !is_long_number(object) ? numpy_dtype(object) : DType::kInvalid;
  };
  const DType first = kind_of(flat.leaves[0]);
  return first != DType::kInvalid && first != DType::kString && first != DType::kUint64 &&
         std::all_of(flat.leaves.begin(), flat.leaves.end(), [&](const auto& leaf) { return kind_of(leaf) == first; });
}

// Whether arrays, and numbers beside them, are of one shape.
bool one_shape(const Flattened& flat) {
  auto shape_of = [](const PythonLeaf& leaf) {
    PyObject* object = leaf.object.get();
    return is_numpy_array(object) ? from_numpy(object, DType::kInvalid).shape() : Shape();
  };
  return std::all_of(flat.leaves.begin(), flat.leaves.end(),
                     [&](const PythonLeaf& leaf) { return shape_of(leaf) == shape_of(flat.leaves[0]); });
}

// Whether all leaves but tensors and variables, which are cast, may become `dtype`.
bool others_compatible(const Flattened& flat, DType dtype) {
  return std::all_of(flat.leaves.begin(), flat.leaves.end(), [&](const PythonLeaf& leaf) {
    PyObject* object = leaf.object.get();
    if (is_numpy_array(object)) return compatible(dtype, from_numpy(object, DType::kInvalid).dtype());
    return leaf.kind == Kind::kNone || compatible(dtype, leaf.dtype);
  });
}

// A sequence with tensors, variables or arrays inside.
Value sequence_of_values(PyObject* object, const Flattened& flat, DType dtype, DType hint) {
  for (const PythonLeaf& leaf : flat.leaves)
    if (leaf.object.get() == Py_None && !executing_eagerly()) fail_unsupported(object);
  GW_CHECK(flat.has_tensors || one_shape(flat), Code::kValueError,
           "Can't convert non-rectangular Python sequence to Tensor.");
  if (dtype != DType::kInvalid) {
    if (!flat.has_tensors && !others_compatible(flat, dtype)) fail_convert(object, dtype);
    // Where the first tensor is of the dtype already, the others have to be.
    return pack_sequence(object, dtype, !flat.has_tensors || dtype_of_values(flat) != dtype, pack_name());
  }
  const DType natural = dtype_of_values(flat);
  const bool casts = hint != DType::kInvalid && natural != DType::kInvalid && hint != natural && is_plain(hint) &&
                     is_plain(natural) && others_compatible(flat, hint);
  return pack_sequence(object, casts ? hint : natural, casts, pack_name());
}

}  // namespace

Tensor scalar_from_python(PyObject* object, DType dtype, DType hint) {
  if (PyFloat_CheckExact(object) && (dtype == DType::kFloat32 || (dtype == DType::kInvalid && hint == dtype))) {
    double value = PyFloat_AS_DOUBLE(object);
    if (dtype == DType::kFloat32 || !beyond_float32(value) || !executing_eagerly())
      return Tensor::scalar(static_cast<float>(value));
  }
  if (PyLong_CheckExact(object) && dtype == DType::kInvalid && hint == dtype) {
    int overflow = 0;
    long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow == 0 && value >= INT32_MIN && value <= INT32_MAX) return Tensor::scalar(static_cast<int32_t>(value));
  }
  bool plain = PyBool_Check(object) || PyLong_Check(object) || PyFloat_Check(object) || PyUnicode_Check(object) ||
               PyBytes_Check(object) || PyComplex_Check(object);
  if (!plain || is_numpy_scalar(object)) return Tensor();
  PythonLeaf leaf = leaf_of(object);
  DType target = choose_dtype(object, {&leaf, 1}, dtype, hint);
  Tensor tensor = Tensor::allocate(target, Shape());
  store(leaf, target, tensor.raw(), 0);
  return tensor;
}

Value sequence_to_value(PyObject* object, DType dtype, DType hint) {
  if (hint == DType::kInvalid) {
    if (Tensor plain = plain_sequence(object, dtype)) return plain;
  }
  Flattened flat;
  flatten_into(object, 0, false, flat);
  if (flat.has_arrays && !flat.has_tensors && (flat.ragged || flat.mixed || !is_of_one_kind(flat))) {
    flat = Flattened();  // arrays beside lists or others are taken apart
    flatten_into(object, 0, true, flat);
  } else if (flat.has_tensors || flat.has_arrays) {
    return sequence_of_values(object, flat, dtype, hint);
  }
  if (flat.mixed && executing_eagerly()) fail_mixed();
  GW_CHECK(!flat.ragged && !flat.mixed, Code::kValueError, "Can't convert non-rectangular Python sequence to Tensor.");
  DType target = choose_dtype(object, flat.leaves, dtype, hint);
  Tensor tensor = Tensor::allocate(target, Shape(std::span<const int64_t>(flat.sizes)));
  for (size_t i = 0; i < flat.leaves.size(); ++i) store(flat.leaves[i], target, tensor.raw(), static_cast<int64_t>(i));
  return tensor;
}

}  // namespace graphwright::bind
