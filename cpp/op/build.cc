// Composite building blocks for gradient rules.
#include "op/build.h"

namespace graphwright {

Value call_one(const OpDef& def, std::span<const Value> inputs, const Attrs& attrs) {
  return call(def, inputs, attrs)[0];
}

namespace build {

Value shape_of(const Value& x, DType dtype) {
  if (x.shape().fully_defined()) return Tensor::from_shape(x.shape(), dtype);
  return op<"Shape">({x}, {{"out_type", dtype}});
}

Value zeros_like(const Value& x) {
  if (x.is_symbol() || !is_plain(x.dtype())) return op<"ZerosLike">({x});
  return Tensor::zeros(x.dtype(), x.shape());
}

Value ones_like(const Value& x) { return op<"OnesLike">({x}); }

Value cast(const Value& x, DType dtype) {
  if (x.dtype() == dtype) return x;
  return op<"Cast">({x}, {{"DstT", dtype}});
}

Value reshape(const Value& x, const Value& shape) { return op<"Reshape">({x, shape}); }

Value reshape_like(const Value& x, const Value& like) {
  if (x.shape().fully_defined() && x.shape() == like.shape()) return x;
  return reshape(x, shape_of(like));
}

Value conj(const Value& x) { return is_complex(x.dtype()) ? op<"Conj">({x}) : x; }

Value unbroadcast(const Value& grad, const Value& like) {
  const Shape& from = grad.shape();
  const Shape& to = like.shape();
  if (from.fully_defined() && to.fully_defined()) {
    if (from == to) return grad;
    SmallVector<int64_t, 8> axes;
    int offset = from.rank() - to.rank();
    for (int i = 0; i < from.rank(); ++i) {
      if (i < offset || (to[i - offset] == 1 && from[i] != 1)) axes.push_back(i);
    }
    Tensor axes_tensor = Tensor::allocate(DType::kInt32, Shape{static_cast<int64_t>(axes.size())});
    for (size_t i = 0; i < axes.size(); ++i) axes_tensor.data<int32_t>()[i] = static_cast<int32_t>(axes[i]);
    return reshape(op<"Sum">({grad, axes_tensor}), Tensor::from_shape(to));
  }
  Value like_shape = shape_of(like);
  Value axes = ops<"BroadcastGradientArgs">({like_shape, shape_of(grad)})[0];
  return reshape(op<"Sum">({grad, axes}), like_shape);
}

Value add_n(std::span<const Value> values) {
  if (values.size() == 1) return values[0];
  // AddV2 would stretch the one to the other's shape, and not know what each knows of the shape of both.
  const bool alike = values.size() == 2 && values[0].shape().rank() >= 0 && values[0].shape() == values[1].shape();
  if (alike && values[0].dtype() != DType::kVariant) return add(values[0], values[1]);
  return op<"AddN">(values);
}

}  // namespace build
}  // namespace graphwright
