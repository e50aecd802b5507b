// tensor[key]: the first axis by a window on the same memory, all else by StridedSlice.
#include "bind/subscript.h"

#include "bind/run_directly.h"
#include "bind/tensor_type.h"
#include "op/build.h"
#include "ops/array/strided_slice_spec.h"

namespace graphwright::bind {
namespace {

// The tensor's part at index i of its first axis; null where there is none.
Value index_first_axis(const Tensor& tensor, Py_ssize_t i) {
  const Shape& shape = tensor.shape();
  if (shape.rank() < 1) return Value();
  Py_ssize_t n = static_cast<Py_ssize_t>(shape[0]);
  if (i < 0) i += n;
  if (i < 0 || i >= n) return Value();
  int64_t step = n ? tensor.num_elements() / n : 0;
  return tensor.window(i * step, shape.slice(1, shape.rank()));
}

// tensor[begin:end] as a window; null where that is not all of it.
Value slice_first_axis(const Tensor& tensor, PySliceObject* slice) {
  const Shape& shape = tensor.shape();
  auto plain = [](PyObject* object) { return object == Py_None || PyLong_CheckExact(object); };
  if (shape.rank() < 1 || slice->step != Py_None || !plain(slice->start) || !plain(slice->stop)) return Value();
  Py_ssize_t begin, end, step;
  if (PySlice_Unpack(reinterpret_cast<PyObject*>(slice), &begin, &end, &step) < 0) throw PythonError();
  const auto n = static_cast<Py_ssize_t>(shape[0]);
  const Py_ssize_t count = PySlice_AdjustIndices(n, &begin, &end, step);
  SmallVector<int64_t, 8> sizes;
  sizes.push_back(count);
  for (int i = 1; i < shape.rank(); ++i) sizes.push_back(shape[i]);
  return tensor.window(count ? begin * (tensor.num_elements() / n) : 0, Shape(sizes));
}

// What StridedSlice is given for a key.
struct Slices {
  SmallVector<int32_t, 8> begin, end, strides;
  StridedSliceMasks masks;

  // False where the item is not one of Python's own, or too large.
  bool add(PyObject* item) {
    const int64_t bit = int64_t{1} << begin.size();
    int32_t from = 0, to = 0, step = 1;
    if (item == Py_None) {
      masks.new_axis |= bit;
    } else if (item == Py_Ellipsis) {
      masks.ellipsis |= bit;
    } else if (PyLong_CheckExact(item)) {
      if (!read(item, from) || from == INT32_MAX) return false;
      to = from + 1;
      masks.shrink_axis |= bit;
    } else if (PySlice_Check(item)) {
      auto* slice = reinterpret_cast<PySliceObject*>(item);
      if (slice->start == Py_None) masks.begin |= bit;
      if (slice->stop == Py_None) masks.end |= bit;
      if (!read(slice->start, from) || !read(slice->stop, to) || !read(slice->step, step)) return false;
    } else {
      return false;
    }
    begin.push_back(from);
    end.push_back(to);
    strides.push_back(step);
    return true;
  }

 private:
  // An int into `value`, which None leaves as it is.
  static bool read(PyObject* object, int32_t& value) {
    if (object == Py_None) return true;
    if (!PyLong_CheckExact(object)) return false;
    int overflow = 0;
    const long number = PyLong_AsLongAndOverflow(object, &overflow);
    value = static_cast<int32_t>(number);
    return !overflow && number == value;
  }
};

// tensor[key] by StridedSlice; null, without an exception, where the hook must see to it.
Value strided_slice(const Value& tensor, PyObject* key) {
  constexpr Py_ssize_t kMostItems = 16;
  Slices slices;
  if (PyTuple_CheckExact(key)) {
    const Py_ssize_t n = PyTuple_GET_SIZE(key);
    if (n == 0 || n > kMostItems) return Value();
    for (Py_ssize_t i = 0; i < n; ++i)
      if (!slices.add(PyTuple_GET_ITEM(key, i))) return Value();
  } else if (!slices.add(key)) {
    return Value();
  }
  auto vector = [](const SmallVector<int32_t, 8>& items) {
    return Tensor::from(std::span<const int32_t>(items.begin(), items.size()));
  };
  const StridedSliceMasks& masks = slices.masks;
  if (nothing_but_eager()) {
    const Tensor& x = Tensor::of(tensor);
    const auto count = static_cast<int64_t>(slices.begin.size());
    GilRelease gil(is_heavy({&tensor, 1}));
    return take_slice(
        x,
        strided_slice_spec(x.shape(), vector(slices.begin), vector(slices.end), vector(slices.strides), count, masks),
        [&](const Shape& shape) { return Tensor::allocate(x.dtype(), shape); });
  }
  Attrs attrs;
  for (const auto& [name, mask] : {std::pair{"begin_mask", masks.begin},
                                   {"end_mask", masks.end},
                                   {"ellipsis_mask", masks.ellipsis},
                                   {"new_axis_mask", masks.new_axis},
                                   {"shrink_axis_mask", masks.shrink_axis}})
    if (mask) attrs.set(name, mask);
  const Value inputs[] = {tensor, vector(slices.begin), vector(slices.end), vector(slices.strides)};
  GilRelease gil(is_heavy(inputs));
  return call(op_def<"StridedSlice">(), inputs, attrs)[0];
}

}  // namespace

PyObject* subscript_slot(PyObject* self, PyObject* key) {
  return guarded([&]() -> PyObject* {
    const Value& value = value_of(self);
    if (value.is_tensor() && executing_eagerly()) {
      const bool unrecorded = nothing_but_eager();
      if (unrecorded && PyLong_CheckExact(key)) {
        Py_ssize_t i = PyLong_AsSsize_t(key);
        if (i == -1 && PyErr_Occurred()) {
          PyErr_Clear();
        } else if (Value element = index_first_axis(Tensor::of(value), i)) {
          return wrap(std::move(element));
        }
      } else if (unrecorded && PySlice_Check(key)) {
        if (Value part = slice_first_axis(Tensor::of(value), reinterpret_cast<PySliceObject*>(key)))
          return wrap(std::move(part));
      }
      try {
        if (Value part = strided_slice(value, key)) return wrap(std::move(part));
      } catch (const PythonError&) {
        throw;
      } catch (const Error&) {
        // The hook tells what is wrong.
      }
    }
    return checked(PyObject_CallFunctionObjArgs(hook("getitem"), self, key, nullptr)).release();
  });
}

}  // namespace graphwright::bind
