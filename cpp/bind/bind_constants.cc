// Static values of tensors while a graph is traced, for Python.
#include "bind/graph_objects.h"

namespace graphwright::bind {
namespace {

// The value of the tensor that the function `taker` was given.
const Value& tensor_arg(const py::object& object, const char* taker) {
  GW_CHECK(is_tensor_object(object.ptr()), Code::kTypeError, taker, " takes a tensor, not ",
           Py_TYPE(object.ptr())->tp_name);
  return value_of(object.ptr());
}

py::object known_value(const py::object& tensor) {
  return translated([&]() -> py::object {
    const Value& value = tensor_arg(tensor, "constant_value");
    Tensor known = value.is_tensor() ? Tensor(value) : constant_value(value);
    return known ? tensor_object(known) : py::none();
  });
}

py::object known_shape(const py::object& tensor) {
  return translated([&] {
    const Value& value = tensor_arg(tensor, "constant_value_as_shape");
    return take(shape_object(value.is_tensor() ? Tensor::of(value).as_shape() : constant_value_as_shape(value)));
  });
}

}  // namespace

void bind_constants(py::module_& m) {
  m.def("constant_value", known_value, "What is known of a tensor's value at trace time, or None.");
  m.def("constant_value_as_shape", known_shape, "A tensor read as a shape, with what is known of it at trace time.");
}

}  // namespace graphwright::bind
