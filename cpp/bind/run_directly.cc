// Elementwise ops on small tensors, straight to the loop.
#include "bind/run_directly.h"

#include <cstring>

#include "kernels/elementwise.h"
#include "op/direct.h"
#include "op/eager_interpreter.h"

namespace graphwright::bind {
namespace {

bool needs_equal_shapes(BinaryCode code) { return code >= BinaryCode::kReluGrad && code <= BinaryCode::kLeakyReluGrad; }

bool allowed(const OpDef& op, DType dtype) { return op.inputs[0].allowed >> static_cast<int>(dtype) & 1; }

template <class Loop>
Value guarded_loop(const OpDef& op, Tensor out, Loop&& loop) {
  try {
    loop(out);
  } catch (Error& error) {
    error.set_op(op.name);
    throw;
  }
  return Value(std::move(out));
}

constexpr size_t kMostNumberSize = 8;

// A number as an element of the dtype; false where number_of gives null.
bool store_number(PyObject* object, DType dtype, void* to) {
  auto put = [&]<class T>(T value) {
    std::memcpy(to, &value, sizeof(T));
    return true;
  };
  if (PyFloat_CheckExact(object)) {
    const double value = PyFloat_AS_DOUBLE(object);
    if (dtype == DType::kFloat32) return put(static_cast<float>(value));
    return dtype == DType::kFloat64 && put(value);
  }
  if (!PyLong_CheckExact(object)) return false;
  int overflow = 0;
  const long value = PyLong_AsLongAndOverflow(object, &overflow);
  if (overflow || value < INT32_MIN || value > INT32_MAX) return false;
  if (dtype == DType::kFloat32) return put(static_cast<float>(value));
  if (dtype == DType::kInt32) return put(static_cast<int32_t>(value));
  if (dtype == DType::kInt64) return put(static_cast<int64_t>(value));
  return dtype == DType::kFloat64 && put(static_cast<double>(value));
}

[[maybe_unused]] const bool shortcut_installed = [] {
  set_elementwise_shortcut([](const OpDef& op, std::span<const Value> inputs) -> Value {
    if (inputs.size() == 2 && op.inputs.size() == 2) return run_directly(op, inputs[0], inputs[1]);
    return inputs.size() == 1 ? run_directly(op, inputs[0]) : Value();
  });
  return true;
}();

}  // namespace

Tensor number_of(PyObject* object, DType dtype) {
  alignas(kMostNumberSize) char element[kMostNumberSize];
  if (!store_number(object, dtype, element)) return Tensor();
  Tensor scalar = Tensor::allocate(dtype, Shape());
  std::memcpy(scalar.raw(), element, dtype_size(dtype));
  return scalar;
}

Value run_directly(const OpDef& op, const Value& a, PyObject* number, bool number_first) {
  alignas(kMostNumberSize) char element[kMostNumberSize];
  const DType dtype = a.dtype();
  if (op.binary_code == BinaryCode::kNone || !allowed(op, dtype) || !store_number(number, dtype, element))
    return Value();
  const Tensor& x = Tensor::of(a);
  const BinaryFns* fns = binary_fns(op.binary_code, dtype);
  BinaryFn fn = !fns ? nullptr : number_first ? fns->scalar_vector : fns->vector_scalar;
  if (!fn || x.num_elements() > kMostDirectElements) return Value();
  return guarded_loop(op, Tensor::allocate(output_dtype(op.binary_code, dtype), x.shape()), [&](const Tensor& out) {
    fn(number_first ? element : x.raw(), number_first ? x.raw() : element, out.raw(), out.num_elements());
  });
}

Value run_directly(const OpDef& op, const Value& a, const Value& b) {
  if (op.binary_code == BinaryCode::kNone || !a.is_tensor() || !b.is_tensor() || a.dtype() != b.dtype() ||
      !allowed(op, a.dtype()))
    return Value();
  const Tensor& x = Tensor::of(a);
  const Tensor& y = Tensor::of(b);
  const BinaryFns* fns = binary_fns(op.binary_code, a.dtype());
  if (!fns || x.num_elements() > kMostDirectElements || y.num_elements() > kMostDirectElements) return Value();
  BinaryFn fn;
  const Shape* shape = &x.shape();
  if (x.shape() == y.shape()) {
    fn = fns->vector_vector;
  } else if (needs_equal_shapes(op.binary_code)) {
    return Value();  // the way of all ops says what is wrong
  } else if (y.shape().is_scalar()) {
    fn = fns->vector_scalar;
  } else if (x.shape().is_scalar()) {
    fn = fns->scalar_vector;
    shape = &y.shape();
  } else {
    return Value();
  }
  if (!fn) return Value();
  return guarded_loop(op, Tensor::allocate(output_dtype(op.binary_code, a.dtype()), *shape),
                      [&](const Tensor& out) { fn(x.raw(), y.raw(), out.raw(), out.num_elements()); });
}

Value run_directly(const OpDef& op, const Value& a) {
  if (op.unary_code == UnaryCode::kNone || op.inputs.size() != 1 || !a.is_tensor() || !allowed(op, a.dtype()))
    return Value();
  const Tensor& x = Tensor::of(a);
  UnaryFn fn = unary_fn(op.unary_code, a.dtype());
  if (!fn || x.num_elements() > kMostDirectElements) return Value();
  return guarded_loop(op, Tensor::allocate(output_dtype(op.unary_code, a.dtype()), x.shape()),
                      [&](const Tensor& out) { fn(x.raw(), out.raw(), out.num_elements()); });
}

}  // namespace graphwright::bind
