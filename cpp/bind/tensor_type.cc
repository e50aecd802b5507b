// Tensor, EagerTensor, SymbolicTensor: slots, attributes and their fast paths.
#include "bind/tensor_type.h"

#include <structmember.h>

#include <optional>

#include "base/sanitizers.h"
#include "bind/convert.h"
#include "bind/graph_scope.h"
#include "bind/graph_type.h"
#include "bind/run_directly.h"
#include "bind/subscript.h"
#include "graph/func_graph.h"
#include "op/build.h"

namespace graphwright::bind {

PyTypeObject* tensor_type = nullptr;
PyTypeObject* eager_type = nullptr;
PyTypeObject* symbolic_type = nullptr;

namespace {

PyObject* dtype_objects[kNumDTypes];

// Dead EagerTensor objects kept for reuse; guarded by the GIL.
constexpr int kKeptObjects = 2048;
PyTensor* kept_objects[kKeptObjects];
int num_kept_objects = 0;

PyTensor* new_object(PyTypeObject* type) {
  PyTensor* self;
  if (type == eager_type && num_kept_objects > 0) {
    self = kept_objects[--num_kept_objects];
    PyObject_Init(reinterpret_cast<PyObject*>(self), type);
  } else {
    self = PyObject_GC_New(PyTensor, type);
    if (!self) throw PythonError();
    new (&self->value) Value();
  }
  self->dict = nullptr;
  self->weakrefs = nullptr;
  return self;
}

void tensor_dealloc(PyObject* object) {
  auto* self = reinterpret_cast<PyTensor*>(object);
  PyTypeObject* type = Py_TYPE(object);
  if (PyObject_GC_IsTracked(object)) PyObject_GC_UnTrack(object);
  if (self->value.is_symbol()) endpoint_of(self->value)->python_object = nullptr;
  if (self->weakrefs) PyObject_ClearWeakRefs(object);
  Py_CLEAR(self->dict);
  if (!kSanitized && type == eager_type && num_kept_objects < kKeptObjects) {
    self->value.reset();
    kept_objects[num_kept_objects++] = self;
  } else {
    self->value.~Value();
    PyObject_GC_Del(object);
  }
  Py_DECREF(type);
}

int tensor_traverse(PyObject* object, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(reinterpret_cast<PyTensor*>(object)->dict);
  return 0;
}

int tensor_clear(PyObject* object) {
  Py_CLEAR(reinterpret_cast<PyTensor*>(object)->dict);
  return 0;
}

// Attributes set by users live in a dict; only objects that have one can be part of a reference cycle.
int tensor_setattro(PyObject* object, PyObject* name, PyObject* value) {
  int status = PyObject_GenericSetAttr(object, name, value);
  if (status == 0 && reinterpret_cast<PyTensor*>(object)->dict && !PyObject_GC_IsTracked(object))
    PyObject_GC_Track(object);
  return status;
}

const Tensor& eager_value(PyObject* object) {
  const Value& value = value_of(object);
  GW_CHECK(value.is_tensor(), Code::kNotImplementedError,
           "numpy() is only available when eager execution is enabled: a symbolic tensor has no value");
  return Tensor::of(value);
}

// ---- operators ----

const OpDef& add_op(DType dtype) {
  if (dtype == DType::kString) return op_def<"Add">();
  return op_def<"AddV2">();
}

Value run1(const OpDef& op, std::initializer_list<Value> inputs, const Attrs& attrs = {}, std::string_view name = {}) {
  std::span<const Value> span(inputs.begin(), inputs.size());
  GilRelease gil(is_heavy(span) && executing_eagerly());
  return call(op, span, attrs, name)[0];
}

// What a node is called that an operator makes: "add" for the one whose reflected method is "__radd__"; comparisons go
// by their op's name.
std::string operator_name(const OpDef& op, std::string_view reflected) {
  if (!reflected.starts_with("__r")) return {};
  std::string name(reflected.substr(3, reflected.size() - 5));
  return op.name.starts_with("Bitwise") ? str_cat(name, "/", op.name) : name;
}

// The name as that of a scope which the node heads.
std::string scope_name(std::string name) {
  FuncGraph* graph = interpreter_stack().top().graph();
  return graph && !name.empty() ? graph->unique_name(name) + "/" : name;
}

Value run2(const OpDef& op, const Value& a, const Value& b, const char* reflected) {
  if (nothing_but_eager()) {
    if (Value result = run_directly(op, a, b)) return result;
  }
  if (executing_eagerly()) return run1(op, {a, b});
  return run1(op, {a, b}, {}, scope_name(operator_name(op, reflected)));
}

template <FixedString Name, FixedString Reflected>
PyObject* binary_slot(PyObject* lhs, PyObject* rhs) {
  return guarded([&] { return binary_operator(op_def<Name>(), lhs, rhs, Reflected.text); });
}

PyObject* add_slot(PyObject* lhs, PyObject* rhs) {
  return guarded([&]() -> PyObject* {
    PyObject* tensor = is_tensor_object(lhs) ? lhs : rhs;
    DType dtype = is_tensor_object(tensor) ? value_of(tensor).dtype() : DType::kInvalid;
    try {
      return binary_operator(add_op(dtype), lhs, rhs, "__radd__");
    } catch (const Error& error) {
      // An eager sum converts its second operand by itself, and says InvalidArgument where others say TypeError
      // (so did sums once): both.
      if (error.code() != Code::kTypeError || tensor != lhs || !executing_eagerly() || !is_eager(tensor)) throw;
      std::string message = error.message();
      try {
        if (DType got = to_value(rhs).dtype(); got != dtype)
          message = str_cat("cannot compute ", add_op(dtype).name, " as input #1(zero-based) was expected to be a ",
                            dtype, " tensor but is a ", got, " tensor");
      } catch (const Error&) {
      }
      throw Error(Code{static_cast<int>(Code::kInvalidArgument) | static_cast<int>(Code::kTypeError) << 8}, message,
                  error.op().empty() ? add_op(dtype).name : error.op());
    }
  });
}

// A product with truth values is their conjunction (of operators alone, not of tf.multiply).
PyObject* multiply_slot(PyObject* lhs, PyObject* rhs) {
  auto is_bool = [](PyObject* object) { return is_tensor_object(object) && value_of(object).dtype() == DType::kBool; };
  return guarded([&]() -> PyObject* {
    const bool reflected = !is_tensor_object(lhs);
    const bool of_truths =
        reflected ? is_bool(rhs) && !(is_variable && is_variable(lhs)) : is_bool(lhs) || is_bool(rhs);
    if (!of_truths) return binary_operator(op_def<"Mul">(), lhs, rhs, "__rmul__");
    PyRef first(reflected ? wrap(to_value(lhs, DType::kBool)) : Py_NewRef(lhs));
    return checked(PyObject_CallFunctionObjArgs(hook("conjunction"), first.get(), rhs, nullptr)).release();
  });
}

// Operators whose dtype rules take Python: true division, logical or bitwise, matmul, power.
template <FixedString Hook>
PyObject* hooked_slot(PyObject* lhs, PyObject* rhs) {
  return guarded([&] { return checked(PyObject_CallFunctionObjArgs(hook(Hook.text), lhs, rhs, nullptr)).release(); });
}

PyObject* truediv_slot(PyObject* lhs, PyObject* rhs) {
  return guarded([&]() -> PyObject* {
    PyObject* tensor = is_tensor_object(lhs) ? lhs : rhs;
    DType dtype = is_tensor_object(tensor) ? value_of(tensor).dtype() : DType::kInvalid;
    PyObject* other = tensor == lhs ? rhs : lhs;
    const bool mixed = is_tensor_object(other) ? value_of(other).dtype() != dtype : is_variable(other);
    if (!mixed && (is_floating(dtype) || is_complex(dtype)))
      return binary_operator(op_def<"RealDiv">(), lhs, rhs, "__rtruediv__");
    return checked(PyObject_CallFunctionObjArgs(hook("truediv"), lhs, rhs, nullptr)).release();
  });
}

template <FixedString Logical, FixedString Bitwise, FixedString Reflected>
PyObject* logical_slot(PyObject* lhs, PyObject* rhs) {
  return guarded([&]() -> PyObject* {
    PyObject* tensor = is_tensor_object(lhs) ? lhs : rhs;
    DType dtype = is_tensor_object(tensor) ? value_of(tensor).dtype() : DType::kBool;
    return binary_operator(dtype == DType::kBool ? op_def<Logical>() : op_def<Bitwise>(), lhs, rhs, Reflected.text);
  });
}

PyObject* matmul_slot(PyObject* lhs, PyObject* rhs) {
  return guarded([&]() -> PyObject* {
    if (is_tensor_object(lhs) && is_tensor_object(rhs) && value_of(lhs).shape().rank() == 2 &&
        value_of(rhs).shape().rank() == 2)
      return wrap(run1(op_def<"MatMul">(), {value_of(lhs), value_of(rhs)}, {}, scope_name("matmul")));
    return checked(PyObject_CallFunctionObjArgs(hook("matmul"), lhs, rhs, nullptr)).release();
  });
}

PyObject* power_slot(PyObject* lhs, PyObject* rhs, PyObject* modulus) {
  if (modulus != Py_None) {
    PyErr_SetString(PyExc_TypeError, "tensor power takes no modulus");
    return nullptr;
  }
  return guarded([&] { return binary_operator(op_def<"Pow">(), lhs, rhs, "__rpow__"); });
}

template <FixedString Name>
PyObject* unary_slot(PyObject* self) {
  return guarded([&] { return wrap(run1(op_def<Name>(), {value_of(self)})); });
}

PyObject* abs_slot(PyObject* self) {
  return guarded([&]() -> PyObject* {
    if (is_complex(value_of(self).dtype()))
      return wrap(run1(op_def<"ComplexAbs">(), {value_of(self)},
                       {{"Tout", value_of(self).dtype() == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64}},
                       "Abs"));
    return wrap(run1(op_def<"Abs">(), {value_of(self)}));
  });
}

PyObject* invert_slot(PyObject* self) {
  return guarded([&] {
    bool logical = value_of(self).dtype() == DType::kBool;
    return wrap(run1(logical ? op_def<"LogicalNot">() : op_def<"Invert">(), {value_of(self)}));
  });
}

PyObject* positive_slot(PyObject* self) {
  Py_INCREF(self);
  return self;
}

// False once a program asked for TensorFlow 1's ==, which compares identity.
bool equality_by_elements = true;

// Tensors of a tf.Graph, which sessions run, are compared by identity, and are keys of dictionaries.
bool is_of_plain_graph(PyObject* tensor) {
  return Py_TYPE(tensor) == symbolic_type && endpoint_of(value_of(tensor))->node->graph->is_plain;
}

PyObject* compare_slot(PyObject* lhs, PyObject* rhs, int comparison) {
  return guarded([&]() -> PyObject* {
    if ((comparison == Py_EQ || comparison == Py_NE) && is_of_plain_graph(lhs))
      return PyBool_FromLong((lhs == rhs) == (comparison == Py_EQ));
    switch (comparison) {
      case Py_LT:
        return binary_operator(op_def<"Less">(), lhs, rhs, "__gt__");
      case Py_LE:
        return binary_operator(op_def<"LessEqual">(), lhs, rhs, "__ge__");
      case Py_GT:
        return binary_operator(op_def<"Greater">(), lhs, rhs, "__lt__");
      case Py_GE:
        return binary_operator(op_def<"GreaterEqual">(), lhs, rhs, "__le__");
      default:
        break;
    }
    // == and != follow tf.Tensor.__eq__: elementwise, False where shapes do not fit, None equals nothing.
    if (equality_by_elements && is_eager(lhs) && nothing_but_eager()) {
      const OpDef& op = comparison == Py_EQ ? op_def<"Equal">() : op_def<"NotEqual">();
      Value result =
          is_eager(rhs) ? run_directly(op, value_of(lhs), value_of(rhs)) : run_directly(op, value_of(lhs), rhs, false);
      if (result) return wrap(std::move(result));
    }
    return checked(PyObject_CallFunctionObjArgs(hook(comparison == Py_EQ ? "tensor_equals" : "tensor_not_equals"), lhs,
                                                rhs, nullptr))
        .release();
  });
}

// ---- conversions to Python ----

int bool_slot(PyObject* self) {
  return guarded(-1, [&]() -> int {
    const Value& value = value_of(self);
    if (value.is_symbol()) {
      checked(PyObject_CallOneArg(hook("symbolic_bool"), self));
      return -1;
    }
    const Tensor& tensor = Tensor::of(value);
    if (tensor.num_elements() == 1 && tensor.dtype() == DType::kBool) return *tensor.data<bool>();
    if (tensor.shape().is_scalar() && is_plain(tensor.dtype()) && !is_quantized(tensor.dtype())) {
      PyRef element = element_to_python(tensor, 0);
      return PyObject_IsTrue(element.get());
    }
    if (tensor.num_elements() == 0) return 0;
    PyRef array = to_numpy(tensor);
    return PyObject_IsTrue(array.get());
  });
}

template <PyObject* (*Convert)(PyObject*)>
PyObject* number_slot(PyObject* self) {
  return guarded([&]() -> PyObject* {
    const Value& value = value_of(self);
    if (value.is_symbol()) {
      const bool is_int = Convert == PyNumber_Long;
      PyErr_Format(PyExc_TypeError, "%s() argument must be a string%s or a real number, not 'SymbolicTensor'",
                   is_int ? "int" : "float", is_int ? ", a bytes-like object" : "");
      return nullptr;
    }
    const Tensor& tensor = Tensor::of(value);
    // NumPy warns that it drops what is imaginary.
    if (tensor.shape().is_scalar() && is_plain(tensor.dtype()) && !is_complex(tensor.dtype())) {
      PyRef element = element_to_python(tensor, 0);
      return Convert(element.get());
    }
    PyRef array = to_numpy(tensor);
    return Convert(array.get());
  });
}

PyObject* index_slot(PyObject* self) {
  return guarded([&]() -> PyObject* {
    const Value& value = value_of(self);
    if (value.is_symbol()) {
      PyErr_SetString(PyExc_TypeError, "'SymbolicTensor' object cannot be interpreted as an integer");
      return nullptr;
    }
    if (!is_integer(value.dtype()) || !value.shape().is_scalar()) {
      PyErr_SetString(PyExc_TypeError, "only integer scalar arrays can be converted to a scalar index");
      return nullptr;
    }
    return element_to_python(Tensor::of(value), 0).release();
  });
}

Py_ssize_t length_slot(PyObject* self) {
  return guarded(Py_ssize_t{-1}, [&]() -> Py_ssize_t {
    const Value& value = value_of(self);
    if (value.is_symbol()) {
      checked(PyObject_CallOneArg(hook("symbolic_len"), self));
      return -1;
    }
    GW_CHECK(value.shape().rank() > 0, Code::kTypeError, "Scalar tensor has no `len()`");
    return static_cast<Py_ssize_t>(value.shape()[0]);
  });
}

PyObject* repr_slot(PyObject* self) {
  return guarded([&] { return checked(PyObject_CallOneArg(hook("tensor_repr"), self)).release(); });
}
PyObject* str_slot(PyObject* self) {
  return guarded([&] { return checked(PyObject_CallOneArg(hook("tensor_str"), self)).release(); });
}
PyObject* iter_slot(PyObject* self) {
  return guarded([&] { return checked(PyObject_CallOneArg(hook("tensor_iter"), self)).release(); });
}
Py_hash_t hash_slot(PyObject* self) {
  if (is_of_plain_graph(self)) return static_cast<Py_hash_t>(std::hash<const void*>()(value_of(self).rep()) >> 4);
  PyErr_SetString(PyExc_TypeError, "Tensor is unhashable. Instead, use tensor.ref() as the key.");
  return -1;
}

// ---- attributes and methods ----

PyObject* get_dtype(PyObject* self, void*) {
  PyObject* dtype = dtype_object(value_of(self).dtype());
  Py_INCREF(dtype);
  return dtype;
}
PyObject* get_shape(PyObject* self, void*) {
  return guarded([&] { return shape_object(value_of(self).shape()).release(); });
}
PyObject* get_shape_tuple(PyObject* self, PyObject*) {
  return guarded([&] { return shape_tuple(value_of(self).shape()).release(); });
}
PyObject* get_rank(PyObject* self, PyObject*) {
  int rank = value_of(self).shape().rank();
  if (rank < 0) Py_RETURN_NONE;
  return PyLong_FromLong(rank);
}
PyObject* get_num_elements(PyObject* self, PyObject*) {
  const Shape& shape = value_of(self).shape();
  if (!shape.fully_defined()) Py_RETURN_NONE;
  return PyLong_FromLongLong(shape.num_elements());
}
PyObject* get_ndim(PyObject* self, void*) { return get_rank(self, nullptr); }
PyObject* get_id(PyObject* self, void*) { return PyLong_FromVoidPtr(value_of(self).rep()); }
PyObject* get_dict(PyObject* self, void*) {
  PyObject* dict = PyObject_GenericGetDict(self, nullptr);
  if (dict && !PyObject_GC_IsTracked(self)) PyObject_GC_Track(self);
  return dict;
}
PyObject* get_itemsize(PyObject* self, void*) { return PyLong_FromSize_t(dtype_size(value_of(self).dtype())); }
PyObject* get_nbytes(PyObject* self, void*) {
  return guarded([&] { return PyLong_FromSize_t(eager_value(self).bytes()); });
}

PyObject* numpy_method(PyObject* self, PyObject*) {
  return guarded([&] { return to_numpy(eager_value(self)).release(); });
}
PyObject* numpy_shared(PyObject* self, PyObject*) {
  return guarded([&] { return to_numpy(eager_value(self), true).release(); });
}

PyObject* copy_method(PyObject* self, PyObject*) {
  Py_INCREF(self);
  return self;
}

// The buffer protocol: read-only, over the tensor's own memory.
const char* buffer_format(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return "f";
    case DType::kFloat64:
      return "d";
    case DType::kHalf:
      return "e";
    case DType::kInt8:
      return "b";
    case DType::kInt16:
      return "h";
    case DType::kInt32:
      return "i";
    case DType::kInt64:
      return sizeof(long) == 8 ? "l" : "q";  // NumPy's int64 is a long where that has 8 bytes
    case DType::kUint8:
      return "B";
    case DType::kUint16:
      return "H";
    case DType::kUint32:
      return "I";
    case DType::kUint64:
      return sizeof(long) == 8 ? "L" : "Q";
    case DType::kBool:
      return "?";
    case DType::kComplex64:
      return "Zf";
    case DType::kComplex128:
      return "Zd";
    default:
      return nullptr;
  }
}

struct BufferShape {
  std::vector<Py_ssize_t> sizes, strides;
};

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  return guarded(-1, [&]() -> int {
    const Value& value = value_of(self);
    const char* format = value.is_tensor() ? buffer_format(value.dtype()) : nullptr;
    if (!format || (flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) {
      PyErr_SetString(PyExc_BufferError, format ? "tensors are immutable: only a read-only buffer is offered"
                                                : "this tensor's dtype has no buffer format");
      view->obj = nullptr;
      return -1;
    }
    const Tensor& tensor = Tensor::of(value);
    auto* extents = new BufferShape;
    int rank = tensor.shape().rank();
    extents->sizes.assign(tensor.shape().begin(), tensor.shape().end());
    extents->strides.resize(rank);
    Py_ssize_t stride = static_cast<Py_ssize_t>(dtype_size(tensor.dtype()));
    for (int i = rank; i-- > 0;) {
      extents->strides[i] = stride;
      stride *= extents->sizes[i];
    }
    view->buf = tensor.raw();
    view->len = static_cast<Py_ssize_t>(tensor.bytes());
    view->itemsize = static_cast<Py_ssize_t>(dtype_size(tensor.dtype()));
    view->readonly = 1;
    view->ndim = rank;
    view->format = (flags & PyBUF_FORMAT) ? const_cast<char*>(format) : nullptr;
    view->shape = (flags & PyBUF_ND) ? extents->sizes.data() : nullptr;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? extents->strides.data() : nullptr;
    view->suboffsets = nullptr;
    view->internal = extents;
    Py_INCREF(self);
    view->obj = self;
    return 0;
  });
}

void release_buffer(PyObject*, Py_buffer* view) { delete static_cast<BufferShape*>(view->internal); }

PyGetSetDef tensor_getset[] = {
    {"dtype", get_dtype, nullptr, "The tf.DType of the elements.", nullptr},
    {"shape", get_shape, nullptr, "The tf.TensorShape.", nullptr},
    {"ndim", get_ndim, nullptr, "The number of axes.", nullptr},
    {"_id", get_id, nullptr, "A number that no other live tensor has.", nullptr},
    {"name", get_symbol_name, nullptr, "The name, 'op_name:output_index', of a symbolic tensor.", nullptr},
    {"op", get_symbol_op, nullptr, "The tf.Operation that produces a symbolic tensor.", nullptr},
    {"graph", get_symbol_graph, nullptr, "The tf.Graph that contains a symbolic tensor.", nullptr},
    {"value_index", get_symbol_index, nullptr, "Which output of its operation a symbolic tensor is.", nullptr},
    {"itemsize", get_itemsize, nullptr, "Bytes of one element.", nullptr},
    {"nbytes", get_nbytes, nullptr, "Bytes of all elements.", nullptr},
    {"__dict__", get_dict, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMethodDef tensor_methods[] = {
    {"_shape_tuple", get_shape_tuple, METH_NOARGS, "The shape as a tuple, None for unknown rank."},
    {"_rank", get_rank, METH_NOARGS, "The rank, None when unknown."},
    {"_num_elements", get_num_elements, METH_NOARGS, "The number of elements, None when unknown."},
    {"get_shape", [](PyObject* self, PyObject*) { return get_shape(self, nullptr); }, METH_NOARGS,
     "The tf.TensorShape of this tensor."},
    {"_set_shape", set_symbol_shape, METH_O, "Merges what is known of the shape with another one."},
    {"__copy__", copy_method, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef eager_methods[] = {
    {"numpy", numpy_method, METH_NOARGS,
     "A NumPy array with a copy of the elements; a NumPy scalar (bytes for strings) when the rank is 0."},
    {"_numpy", numpy_shared, METH_NOARGS, "A NumPy array over the tensor's own memory."},
    {nullptr, nullptr, 0, nullptr},
};

PyMemberDef tensor_members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(PyTensor, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(PyTensor, weakrefs), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

template <class F>
void* slot(F* function) {
  return reinterpret_cast<void*>(function);
}

PyType_Slot tensor_slots[] = {
    {Py_tp_doc, const_cast<char*>("A multi-dimensional array of elements of one dtype (tf.Tensor).")},
    {Py_tp_dealloc, slot(tensor_dealloc)},
    {Py_tp_traverse, slot(tensor_traverse)},
    {Py_tp_clear, slot(tensor_clear)},
    {Py_tp_setattro, slot(tensor_setattro)},
    {Py_tp_repr, slot(repr_slot)},
    {Py_tp_str, slot(str_slot)},
    {Py_tp_hash, slot(hash_slot)},
    {Py_tp_iter, slot(iter_slot)},
    {Py_tp_richcompare, slot(compare_slot)},
    {Py_tp_getset, tensor_getset},
    {Py_tp_methods, tensor_methods},
    {Py_tp_members, tensor_members},
    {Py_nb_add, slot(add_slot)},
    {Py_nb_subtract, slot(binary_slot<"Sub", "__rsub__">)},
    {Py_nb_multiply, slot(multiply_slot)},
    {Py_nb_true_divide, slot(truediv_slot)},
    {Py_nb_floor_divide, slot(binary_slot<"FloorDiv", "__rfloordiv__">)},
    {Py_nb_remainder, slot(binary_slot<"FloorMod", "__rmod__">)},
    {Py_nb_divmod, slot(hooked_slot<"divmod">)},
    {Py_nb_power, slot(power_slot)},
    {Py_nb_matrix_multiply, slot(matmul_slot)},
    {Py_nb_and, slot(logical_slot<"LogicalAnd", "BitwiseAnd", "__rand__">)},
    {Py_nb_or, slot(logical_slot<"LogicalOr", "BitwiseOr", "__ror__">)},
    {Py_nb_xor, slot(hooked_slot<"xor">)},
    {Py_nb_negative, slot(unary_slot<"Neg">)},
    {Py_nb_positive, slot(positive_slot)},
    {Py_nb_absolute, slot(abs_slot)},
    {Py_nb_invert, slot(invert_slot)},
    {Py_nb_bool, slot(bool_slot)},
    {Py_nb_int, slot(number_slot<PyNumber_Long>)},
    {Py_nb_float, slot(number_slot<PyNumber_Float>)},
    {Py_nb_index, slot(index_slot)},
    {Py_mp_length, slot(length_slot)},
    {Py_mp_subscript, slot(subscript_slot)},
    {0, nullptr},
};

PyType_Slot eager_slots[] = {
    {Py_tp_doc, const_cast<char*>("A tensor with a value.")},
    {Py_tp_dealloc, slot(tensor_dealloc)},
    {Py_tp_traverse, slot(tensor_traverse)},
    {Py_tp_clear, slot(tensor_clear)},
    {Py_tp_methods, eager_methods},
    {Py_bf_getbuffer, slot(get_buffer)},
    {Py_bf_releasebuffer, slot(release_buffer)},
    {0, nullptr},
};

PyType_Slot symbolic_slots[] = {
    {Py_tp_doc, const_cast<char*>("A tensor of a graph, without a value.")},
    {Py_tp_dealloc, slot(tensor_dealloc)},
    {Py_tp_traverse, slot(tensor_traverse)},
    {Py_tp_clear, slot(tensor_clear)},
    {0, nullptr},
};

constexpr unsigned kTypeFlags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION;
PyType_Spec tensor_spec = {"graphwright.Tensor", sizeof(PyTensor), 0, kTypeFlags | Py_TPFLAGS_BASETYPE, tensor_slots};
PyType_Spec eager_spec = {"graphwright.EagerTensor", sizeof(PyTensor), 0, kTypeFlags, eager_slots};
PyType_Spec symbolic_spec = {"graphwright.SymbolicTensor", sizeof(PyTensor), 0, kTypeFlags, symbolic_slots};

PyTypeObject* make_type(PyObject* module, PyType_Spec* spec, PyTypeObject* base) {
  PyRef bases = base ? checked(PyTuple_Pack(1, base)) : PyRef();
  PyRef type = checked(PyType_FromSpecWithBases(spec, bases.get()));
  auto* result = reinterpret_cast<PyTypeObject*>(type.get());
  const char* dot = std::strrchr(spec->name, '.');
  if (PyModule_AddObjectRef(module, dot + 1, type.get()) < 0) throw PythonError();
  type.release();
  return result;
}

}  // namespace

namespace {

PyObject* set_tensor_equality(PyObject*, PyObject* enabled) {
  equality_by_elements = enabled == Py_True;
  Py_RETURN_NONE;
}

// set_class_operator(name, function): what `Tensor.__add__` is when it is taken from the class. Operators between
// tensors go through the type's slots, which stay as they are.
PyObject* set_class_operator(PyObject*, PyObject* args) {
  PyObject *name, *function;
  if (!PyArg_ParseTuple(args, "UO", &name, &function)) return nullptr;
  if (PyDict_SetItem(tensor_type->tp_dict, name, function) < 0) return nullptr;
  PyType_Modified(tensor_type);
  Py_RETURN_NONE;
}

PyMethodDef module_methods[] = {
    {"set_class_operator", set_class_operator, METH_VARARGS,
     "set_class_operator(name, function): what an operator is when it is taken from the class."},
    {"set_tensor_equality", set_tensor_equality, METH_O, "Whether == compares elements (True) or identity (False)."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

void init_tensor_types(PyObject* module) {
  if (PyModule_AddFunctions(module, module_methods) < 0) throw PythonError();
  tensor_type = make_type(module, &tensor_spec, nullptr);
  eager_type = make_type(module, &eager_spec, tensor_type);
  symbolic_type = make_type(module, &symbolic_spec, tensor_type);
  symbolic_type->tp_name = "SymbolicTensor";  // as Python's own messages call it
}

namespace {

// A symbol has one object for as long as somebody holds that.
PyObject* wrap_symbol(Value value) {
  void*& known = endpoint_of(value)->python_object;
  if (known) return Py_NewRef(static_cast<PyObject*>(known));
  PyTensor* self = new_object(symbolic_type);
  known = self;
  self->value = std::move(value);
  return reinterpret_cast<PyObject*>(self);
}

}  // namespace

PyObject* wrap(Value value) {
  value.rep()->shown = true;
  if (value.is_symbol()) return wrap_symbol(std::move(value));
  PyTensor* self = new_object(eager_type);
  self->value = std::move(value);
  return reinterpret_cast<PyObject*>(self);
}

PyObject* dtype_object(DType dtype) {
  PyObject* object = dtype_objects[static_cast<int>(dtype)];
  GW_CHECK(object != nullptr, Code::kRuntimeError, "dtype ", dtype_name(dtype), " is not registered");
  return object;
}

void register_dtypes(PyObject* table) {
  PyObject *key, *value;
  Py_ssize_t position = 0;
  while (PyDict_Next(table, &position, &key, &value)) {
    long number = PyLong_AsLong(key);
    if (number < 0 || number >= kNumDTypes) continue;
    Py_INCREF(value);
    Py_XDECREF(dtype_objects[number]);
    dtype_objects[number] = value;
  }
}

DType dtype_from_object(PyObject* object) {
  for (int i = 1; i < kNumDTypes; ++i)
    if (dtype_objects[i] == object) return static_cast<DType>(i);
  PyRef converted = checked(PyObject_CallOneArg(hook("as_dtype"), object));
  for (int i = 1; i < kNumDTypes; ++i)
    if (dtype_objects[i] == converted.get()) return static_cast<DType>(i);
  PyRef text = checked(PyObject_Repr(object));
  fail(Code::kTypeError, "Cannot convert the argument `type_value`: ", utf8(text.get()), " to a TensorFlow DType.");
}

PyRef shape_tuple(const Shape& shape) {
  if (!shape.has_rank()) return PyRef::borrow(Py_None);
  PyRef tuple = checked(PyTuple_New(shape.rank()));
  for (int i = 0; i < shape.rank(); ++i) {
    PyObject* size = shape[i] < 0 ? Py_NewRef(Py_None) : PyLong_FromLongLong(shape[i]);
    if (!size) throw PythonError();
    PyTuple_SET_ITEM(tuple.get(), i, size);
  }
  return tuple;
}

PyRef shape_object(const Shape& shape) {
  PyRef tuple = shape_tuple(shape);
  return checked(PyObject_CallOneArg(hook("tensor_shape"), tuple.get()));
}

Shape shape_from_object(PyObject* object) {
  if (object == Py_None) return Shape::unknown();
  PyRef dims;
  if (PyTuple_CheckExact(object) || PyList_CheckExact(object)) {
    dims = PyRef::borrow(object);
  } else {
    // A TensorShape, or anything that tf.TensorShape takes: its dims as a tuple, or None.
    dims = checked(PyObject_CallOneArg(hook("shape_to_tuple"), object));
    if (dims.get() == Py_None) return Shape::unknown();
  }
  PyRef items = checked(PySequence_Fast(dims.get(), "a shape must be a sequence of ints or None"));
  Py_ssize_t rank = PySequence_Fast_GET_SIZE(items.get());
  Shape shape = Shape::filled(static_cast<int>(rank), kUnknown);
  for (Py_ssize_t i = 0; i < rank; ++i) {
    PyObject* item = PySequence_Fast_GET_ITEM(items.get(), i);
    if (item == Py_None) continue;
    PyRef number(PyNumber_Index(item));
    if (!number) {
      PyErr_Clear();
      PyRef tuple = checked(PyObject_CallOneArg(hook("shape_to_tuple"), object));
      if (tuple.get() == object) fail(Code::kTypeError, "a shape must consist of ints or None");
      return shape_from_object(tuple.get());
    }
    long long size = PyLong_AsLongLong(number.get());
    if (size == -1 && PyErr_Occurred()) throw PythonError();
    if (size < kUnknown) {
      const Py_ssize_t last = rank - 1;
      std::string text;
      for (Py_ssize_t k = 0; k < rank; ++k) {
        PyRef one = checked(PyObject_Str(PySequence_Fast_GET_ITEM(items.get(), k)));
        text += str_cat(PyUnicode_AsUTF8(one.get()), k < last ? "," : "");
      }
      fail(Code::kInvalidArgument, "Shape [", text, "] has dimensions with values below -1 (where -1 means unknown)");
    }
    shape.set(static_cast<int>(i), size);
  }
  return shape;
}

bool is_heavy(std::span<const Value> inputs) {
  constexpr size_t kHeavyBytes = 1 << 16;
  size_t bytes = 0;
  for (const Value& input : inputs)
    if (input.is_tensor()) bytes += Tensor::of(input).bytes();
  return bytes >= kHeavyBytes;
}

// Whether an operand of another type gets its turn; numbers do not. (A list does, and repeats itself, as in
// TensorFlow.) None has comparisons of its own since Python 3.12.
static bool may_take_over(PyObject* other, const char* reflected) {
  if (other == Py_None || PyLong_Check(other) || PyFloat_Check(other) || PyComplex_Check(other)) return false;
  PyRef method(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(other)), reflected));
  PyRef of_all(PyObject_GetAttrString(reinterpret_cast<PyObject*>(&PyBaseObject_Type), reflected));
  PyErr_Clear();
  return method && method.get() != of_all.get();  // all objects have the comparisons
}

PyObject* binary_operator(const OpDef& op, PyObject* lhs, PyObject* rhs, const char* reflected) {
  bool left = is_tensor_object(lhs), right = is_tensor_object(rhs);
  if (left && right) return wrap(run2(op, value_of(lhs), value_of(rhs), reflected));
  // The other operand takes the dtype of the tensor, unless it cannot.
  PyObject* tensor = left ? lhs : rhs;
  PyObject* other = left ? rhs : lhs;
  if (is_eager(tensor) && nothing_but_eager()) {
    if (Value result = run_directly(op, value_of(tensor), other, !left)) return wrap(std::move(result));
  }
  Value known = is_tensor_object(tensor) ? value_of(tensor) : to_value(tensor);
  Value converted;
  // A variable on the right is read within the scope of the node.
  std::string name;
  std::optional<GraphScope> scope;
  if (left && is_variable && is_variable(other)) {
    FuncGraph* graph = interpreter_stack().top().graph();
    name = scope_name(operator_name(op, reflected));
    if (graph && !name.empty()) scope.emplace(graph, name);
  }
  try {
    if (is_eager(other)) {
      converted = value_of(other);
    } else if (Tensor scalar = scalar_from_python(other, known.dtype())) {
      converted = scalar;
    } else {
      converted = to_value(other, known.dtype());
    }
  } catch (const Error& error) {
    bool convertible_error = error.code() == Code::kTypeError || error.code() == Code::kValueError;
    const bool takes_over = left && may_take_over(other, reflected);  // before the exception is in place again
    if (const auto* python = dynamic_cast<const PythonError*>(&error)) {
      python->restore();
      convertible_error = PyErr_ExceptionMatches(PyExc_TypeError) || PyErr_ExceptionMatches(PyExc_ValueError);
      if (convertible_error && takes_over) {
        PyErr_Clear();
        return Py_NewRef(Py_NotImplemented);
      }
      throw PythonError();
    }
    if (convertible_error && takes_over) return Py_NewRef(Py_NotImplemented);
    throw;
  }
  scope.reset();
  if (!name.empty() && !executing_eagerly()) return wrap(run1(op, {known, converted}, {}, name));
  return wrap(left ? run2(op, known, converted, reflected) : run2(op, converted, known, reflected));
}

}  // namespace graphwright::bind
