// Tensor: a contiguous, reference-counted n-dimensional array in row-major order.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tensor/value.h"

namespace graphwright {

// Objects behind dtype resource and variant: an element is a Ref<RefCounted>.
using Handle = Ref<RefCounted>;

class Tensor : public Value {
 public:
  Tensor() = default;
  // `value` must hold a tensor.
  explicit Tensor(const Value& value) : Value(value) {}
  explicit Tensor(Value&& value) : Value(std::move(value)) {}
  static const Tensor& of(const Value& value) { return static_cast<const Tensor&>(value); }

  // Plain elements are left uninitialised; strings are empty, handles null.
  static Tensor allocate(DType dtype, const Shape& shape);
  static Tensor zeros(DType dtype, const Shape& shape);
  static Tensor wrap(DType dtype, const Shape& shape, Ref<Buffer> buffer, void* data);
  // Plain elements at home on a GPU, `offset` bytes into `buffer`.
  static Tensor wrap_gpu(DType dtype, const Shape& shape, Ref<Buffer> buffer, size_t offset = 0);
  template <class T>
  static Tensor scalar(T value) {
    Tensor tensor = allocate(dtype_of<T>, Shape());
    *tensor.data<T>() = std::move(value);
    return tensor;
  }
  // The number `value` as a scalar of any numeric dtype (cast as C++ does).
  static Tensor scalar_of(DType dtype, double value);
  static Tensor handle(DType dtype, Handle object);
  template <class T>
  static Tensor from(std::span<const T> values) {
    Tensor tensor = allocate(dtype_of<T>, Shape{static_cast<int64_t>(values.size())});
    for (size_t i = 0; i < values.size(); ++i) tensor.data<T>()[i] = values[i];
    return tensor;
  }
  template <class T>
  static Tensor from(std::initializer_list<T> values) {
    return from(std::span<const T>(values.begin(), values.size()));
  }
  // An int32 vector holding the extents (which must be known), or an int64 one.
  static Tensor from_shape(const Shape& shape, DType dtype = DType::kInt32);

  TensorRep* rep() const { return static_cast<TensorRep*>(rep_); }
  int64_t num_elements() const { return rep()->num_elements; }
  size_t bytes() const { return num_elements() * dtype_size(dtype()); }
  // The elements in host memory. All that reads elements comes by here, so none but device/ meets a GPU's address:
  // a tensor of a GPU is copied to host memory when it is first looked at.
  void* raw() const {
    void* data = rep()->data;
    return __builtin_expect(data != nullptr, true) ? data : host_elements(rep());
  }
  // The dtype is not checked here: kernels dispatch on it before.
  template <class T>
  T* data() const {
    return static_cast<T*>(raw());
  }
  template <class T>
  std::span<T> flat() const {
    return {data<T>(), static_cast<size_t>(num_elements())};
  }
  // Element `i` of an integer tensor of any width as int64.
  int64_t int_at(int64_t i) const;
  // Element `i` of a real tensor as double.
  double double_at(int64_t i) const;
  // All elements of an integer tensor.
  SmallVector<int64_t, 8> ints() const;
  // An integer vector (or scalar -1 for unknown) read as a shape; negative entries become unknown extents.
  Shape as_shape() const;
  // The object behind the one element of a resource or variant tensor as a T; throws InvalidArgument otherwise.
  template <class T>
  T* object() const {
    GW_CHECK_ARG(!is_plain(dtype()) && dtype() != DType::kString && num_elements() == 1,
                 "expected a scalar resource or variant, got ", dtype(), " ", shape());
    T* object = dynamic_cast<T*>(data<Handle>()->get());
    GW_CHECK_ARG(object != nullptr, "the handle refers to an object of another type or to none");
    return object;
  }

  // A new tensor with the same elements in another shape of the same size; shares memory unless it is tiny.
  Tensor reshaped(const Shape& shape) const;
  // The same bits under another dtype of the same size.
  Tensor bitcast(DType dtype, const Shape& shape) const;
  // Elements [begin, begin + count) of the flat array as a tensor of `shape`; shares memory unless tiny.
  Tensor window(int64_t begin, const Shape& shape) const;
  Tensor copy() const;
  // True when no one else refers to this tensor or its memory, so that a kernel may write into it; never for one of a
  // GPU.
  bool unique() const;
  // The number of the GPU where the elements are at home, -1 for the host.
  int gpu() const { return __builtin_expect(rep()->data != nullptr, true) ? -1 : home_of(rep()); }

 private:
  [[gnu::pure, gnu::cold, gnu::noinline]] static void* host_elements(const TensorRep* rep);
  [[gnu::cold, gnu::noinline]] static int home_of(const TensorRep* rep);
  // The same memory from `skip` bytes on, under another dtype and shape; there must be a buffer.
  Tensor alias(DType dtype, const Shape& shape, size_t skip) const;
};

// Returns a result of an op or function to whoever called it: where a tensor is held by someone else, too (it is an
// input, or a variable's), one of its own over the same memory. Tapes and accumulators tell values apart by identity.
inline void make_distinct(Value& result) {
  if (result.is_tensor() && result.rep()->refs.load(std::memory_order_relaxed) > 1) [[unlikely]]
    result = Tensor::of(result).reshaped(result.shape());
}

// Equal dtype, shape and elements (bitwise for plain dtypes).
bool identical(const Tensor& a, const Tensor& b);
// Copies `count` elements of any dtype.
void copy_elements(DType dtype, void* to, const void* from, int64_t count);

}  // namespace graphwright
