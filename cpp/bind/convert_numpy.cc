// NumPy arrays and scalars to tensors and back. NumPy is imported only when one is met or asked for.
#include <cstring>

#include "bind/convert.h"
#include "bind/tensor_type.h"

#define NPY_NO_DEPRECATED_API NPY_1_23_API_VERSION
#include <numpy/arrayobject.h>

namespace graphwright::bind {
namespace {

bool api_loaded = false;
int custom_types[kNumDTypes];  // NumPy type numbers of ml_dtypes' types, -1 while unknown

void load_api() {
  if (api_loaded) return;
  if (_import_array() < 0) throw PythonError();
  for (int& number : custom_types) number = -1;
  api_loaded = true;
}

bool numpy_is_imported() {
  static bool seen = false;
  if (!seen) {
    PyObject* modules = PyImport_GetModuleDict();
    seen =
        PyDict_GetItemString(modules, "numpy") != nullptr && PyDict_GetItemString(modules, "numpy.version") != nullptr;
  }
  return seen;
}

int numpy_type(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return NPY_FLOAT32;
    case DType::kFloat64:
      return NPY_FLOAT64;
    case DType::kInt32:
    case DType::kQint32:
      return NPY_INT32;
    case DType::kUint8:
    case DType::kQuint8:
      return NPY_UINT8;
    case DType::kInt16:
    case DType::kQint16:
      return NPY_INT16;
    case DType::kInt8:
    case DType::kQint8:
      return NPY_INT8;
    case DType::kComplex64:
      return NPY_COMPLEX64;
    case DType::kInt64:
      return NPY_INT64;
    case DType::kBool:
      return NPY_BOOL;
    case DType::kUint16:
    case DType::kQuint16:
      return NPY_UINT16;
    case DType::kComplex128:
      return NPY_COMPLEX128;
    case DType::kHalf:
      return NPY_FLOAT16;
    case DType::kUint32:
      return NPY_UINT32;
    case DType::kUint64:
      return NPY_UINT64;
    case DType::kString:
      return NPY_OBJECT;
    default:
      break;
  }
  int& number = custom_types[static_cast<int>(dtype)];
  if (number < 0) {
    PyRef module = checked(PyImport_ImportModule("ml_dtypes"));
    PyRef type(PyObject_GetAttrString(module.get(), dtype_name(dtype)));
    if (!type) {
      PyErr_Clear();
      fail(Code::kTypeError, "a tensor of dtype ", dtype_name(dtype), " has no NumPy counterpart");
    }
    PyArray_Descr* descr = nullptr;
    if (!PyArray_DescrConverter(type.get(), &descr)) throw PythonError();
    number = descr->type_num;
    Py_DECREF(descr);
  }
  return number;
}

DType dtype_of_numpy(PyArray_Descr* descr) {
  switch (descr->type_num) {
    case NPY_FLOAT32:
      return DType::kFloat32;
    case NPY_FLOAT64:
      return DType::kFloat64;
    case NPY_BOOL:
      return DType::kBool;
    case NPY_COMPLEX64:
      return DType::kComplex64;
    case NPY_COMPLEX128:
      return DType::kComplex128;
    case NPY_FLOAT16:
      return DType::kHalf;
    case NPY_STRING:
    case NPY_UNICODE:
    case NPY_OBJECT:
      return DType::kString;
    default:
      break;
  }
  Py_ssize_t size = PyDataType_ELSIZE(descr);
  if (PyTypeNum_ISSIGNED(descr->type_num) && PyTypeNum_ISINTEGER(descr->type_num))
    return size == 1 ? DType::kInt8 : size == 2 ? DType::kInt16 : size == 4 ? DType::kInt32 : DType::kInt64;
  if (PyTypeNum_ISUNSIGNED(descr->type_num))
    return size == 1 ? DType::kUint8 : size == 2 ? DType::kUint16 : size == 4 ? DType::kUint32 : DType::kUint64;
  if (PyTypeNum_ISUSERDEF(descr->type_num)) {
    std::string_view name = descr->typeobj->tp_name;
    if (size_t dot = name.rfind('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
    return dtype_from_name(name);
  }
  return DType::kInvalid;
}

void strings_from_array(PyArrayObject* array, Tensor& out) {
  PyRef flat = checked(PyArray_Ravel(array, NPY_CORDER));
  auto* items = reinterpret_cast<PyArrayObject*>(flat.get());
  for (int64_t i = 0; i < out.num_elements(); ++i) {
    PyRef item = checked(PyArray_GETITEM(items, static_cast<const char*>(PyArray_GETPTR1(items, i))));
    if (PyUnicode_Check(item.get())) {
      out.data<std::string>()[i] = utf8(item.get());
    } else if (PyBytes_Check(item.get())) {
      out.data<std::string>()[i].assign(PyBytes_AS_STRING(item.get()), PyBytes_GET_SIZE(item.get()));
    } else {
      GW_CHECK(executing_eagerly(), Code::kTypeError, "Expected binary or unicode string, got ",
               utf8(checked(PyObject_Repr(item.get())).get()));
      fail(Code::kValueError, "Failed to convert a NumPy array to a Tensor (Unsupported object type ",
           Py_TYPE(item.get())->tp_name, ").");
    }
  }
}

}  // namespace

bool is_numpy_array(PyObject* object) {
  if (!numpy_is_imported()) return false;
  load_api();
  return PyArray_Check(object);
}

bool is_numpy_scalar(PyObject* object) {
  if (PyLong_CheckExact(object) || PyFloat_CheckExact(object) || PyUnicode_CheckExact(object) || PyBool_Check(object))
    return false;
  if (!numpy_is_imported()) return false;
  load_api();
  return PyArray_IsScalar(object, Generic);
}

bool is_long_number(PyObject* object) {
  if (!is_numpy_scalar(object) && !is_numpy_array(object)) return false;
  if (!is_numpy_array(object)) return PyArray_IsScalar(object, LongDouble) || PyArray_IsScalar(object, CLongDouble);
  const int type = PyArray_TYPE(reinterpret_cast<PyArrayObject*>(object));
  return type == NPY_LONGDOUBLE || type == NPY_CLONGDOUBLE;
}

PyRef shortened(PyObject* scalar) {
  if (!PyArray_IsScalar(scalar, CLongDouble)) return checked(PyNumber_Float(scalar));
  return checked(PyObject_CallOneArg(reinterpret_cast<PyObject*>(&PyComplex_Type), scalar));
}

bool is_numpy_number(PyObject* array) { return PyArray_NDIM(reinterpret_cast<PyArrayObject*>(array)) == 0; }

PyRef numpy_items(PyObject* array) {
  if (!is_numpy_number(array)) return checked(PySequence_List(array));
  return checked(PyObject_GetItem(array, checked(PyTuple_New(0)).get()));
}

// The array that an object is, or that a NumPy scalar makes; null for anything else.
static PyRef array_of(PyObject* object) {
  if (is_numpy_array(object)) return PyRef::borrow(object);
  return is_numpy_scalar(object) ? checked(PyArray_FromScalar(object, nullptr)) : PyRef();
}

void fail_dtype(PyObject* array) {
  PyRef dtype = checked(PyObject_GetAttrString(array, "dtype"));
  fail(Code::kTypeError, "Cannot convert the argument `type_value`: ", utf8(checked(PyObject_Repr(dtype.get())).get()),
       " to a TensorFlow DType.");
}

bool converts_numpy(PyObject* object, DType dtype) {
  const PyRef array = array_of(object);
  if (!array) return false;
  auto* source = reinterpret_cast<PyArrayObject*>(array.get());
  if (is_long_number(array.get())) return dtype != DType::kString;
  if (PyArray_TYPE(source) == NPY_OBJECT && dtype != DType::kString) {
    const PyRef numbers(PyArray_CastToType(source, PyArray_DescrFromType(numpy_type(dtype)), 0));
    PyErr_Clear();
    return static_cast<bool>(numbers);
  }
  DType natural = dtype_of_numpy(PyArray_DESCR(source));
  return natural != DType::kInvalid && is_plain(natural) && is_plain(dtype);
}

DType numpy_dtype(PyObject* object) {
  const PyRef owner =
      is_numpy_array(object)
          ? PyRef::borrow(reinterpret_cast<PyObject*>(PyArray_DESCR(reinterpret_cast<PyArrayObject*>(object))))
          : checked(reinterpret_cast<PyObject*>(PyArray_DescrFromScalar(object)));
  auto* descr = reinterpret_cast<PyArray_Descr*>(owner.get());
  const DType dtype = dtype_of_numpy(descr);
  if (dtype == DType::kInvalid && !executing_eagerly()) fail_dtype(object);
  GW_CHECK(dtype != DType::kInvalid, Code::kValueError,
           "Failed to convert a NumPy array to a Tensor (Unsupported numpy type: ", descr->type_num, ").");
  return dtype;
}

Tensor from_numpy(PyObject* object, DType dtype) {
  const PyRef array = array_of(object);
  if (!array) return Tensor();
  auto* source = reinterpret_cast<PyArrayObject*>(array.get());
  // Objects, texts and long doubles become numbers as NumPy casts them.
  if (dtype != DType::kInvalid && dtype != DType::kString &&
      (is_long_number(array.get()) || dtype_of_numpy(PyArray_DESCR(source)) == DType::kString)) {
    PyRef numbers = checked(PyArray_CastToType(source, PyArray_DescrFromType(numpy_type(dtype)), 0));
    return from_numpy(numbers.get(), dtype);
  }
  const DType natural = numpy_dtype(array.get());
  Shape shape = Shape::filled(PyArray_NDIM(source), 0);
  for (int i = 0; i < shape.rank(); ++i) shape.set(i, PyArray_DIM(source, i));
  if (natural == DType::kString) {
    Tensor tensor = Tensor::allocate(DType::kString, shape);
    strings_from_array(source, tensor);
    return tensor;
  }
  DType target = dtype == DType::kInvalid ? natural : dtype;
  GW_CHECK(target != DType::kString, executing_eagerly() ? Code::kValueError : Code::kTypeError,
           "Cannot convert a NumPy array of ", natural, " to EagerTensor of dtype string");
  // NumPy does the change of layout, byte order and type; the copy goes straight into our memory.
  Tensor tensor = Tensor::allocate(target, shape);
  int flags = PyArray_FLAGS(source);
  if (natural == target && (flags & NPY_ARRAY_C_CONTIGUOUS) && (flags & NPY_ARRAY_ALIGNED) &&
      PyArray_ISNOTSWAPPED(source)) {
    std::memcpy(tensor.raw(), PyArray_DATA(source), tensor.bytes());
    return tensor;
  }
  npy_intp dims[NPY_MAXDIMS];
  for (int i = 0; i < shape.rank(); ++i) dims[i] = shape[i];
  PyRef view = checked(PyArray_SimpleNewFromData(shape.rank(), dims, numpy_type(target), tensor.raw()));
  if (PyArray_CopyInto(reinterpret_cast<PyArrayObject*>(view.get()), source) < 0) throw PythonError();
  return tensor;
}

PyRef to_numpy(const Tensor& tensor, bool share) {
  load_api();
  DType dtype = tensor.dtype();
  GW_CHECK(dtype != DType::kResource && dtype != DType::kVariant, Code::kInvalidArgument,
           "Cannot convert a Tensor of dtype ", dtype_name(dtype), " to a NumPy array.");
  if (dtype == DType::kString && tensor.shape().is_scalar()) return element_to_python(tensor, 0);
  int type = numpy_type(dtype);
  npy_intp dims[NPY_MAXDIMS];
  int rank = tensor.shape().rank();
  GW_CHECK(rank <= NPY_MAXDIMS, Code::kValueError, "NumPy has no arrays of rank ", rank);
  for (int i = 0; i < rank; ++i) dims[i] = tensor.shape()[i];
  if (rank == 0 && !share) {
    PyArray_Descr* descr = PyArray_DescrFromType(type);
    PyObject* scalar = PyArray_Scalar(tensor.raw(), descr, nullptr);
    Py_DECREF(descr);
    return checked(scalar);
  }
  if (share && is_plain(dtype) && tensor.num_elements() > 0) {
    PyRef owner(wrap(tensor));
    PyRef array = checked(PyArray_New(&PyArray_Type, rank, dims, type, nullptr, tensor.raw(), 0,
                                      NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED, nullptr));
    if (PyArray_SetBaseObject(reinterpret_cast<PyArrayObject*>(array.get()), owner.release()) < 0) throw PythonError();
    return array;
  }
  PyRef array = checked(PyArray_SimpleNew(rank, dims, type));
  auto* target = reinterpret_cast<PyArrayObject*>(array.get());
  if (dtype == DType::kString) {
    auto** items = static_cast<PyObject**>(PyArray_DATA(target));
    for (int64_t i = 0; i < tensor.num_elements(); ++i) {
      Py_XDECREF(items[i]);
      items[i] = element_to_python(tensor, i).release();
    }
  } else {
    std::memcpy(PyArray_DATA(target), tensor.raw(), tensor.bytes());
  }
  return array;
}

}  // namespace graphwright::bind
