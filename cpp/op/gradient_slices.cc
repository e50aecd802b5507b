// Making, joining and filling up gradients that are slices.
#include "op/gradient_slices.h"

#include "op/build.h"

namespace graphwright {

Value make_slices(Value values, Value indices, Value dense_shape) {
  auto slices = make_ref<GradientSlices>();
  slices->values = std::move(values);
  slices->indices = std::move(indices);
  slices->dense_shape = std::move(dense_shape);
  return Tensor::handle(DType::kVariant, slices);
}

const GradientSlices* slices_of(const Value& grad) {
  if (!grad.is_tensor() || grad.dtype() != DType::kVariant || Tensor::of(grad).num_elements() != 1) return nullptr;
  return dynamic_cast<const GradientSlices*>(Tensor::of(grad).data<Handle>()->get());
}

Value to_dense(const Value& grad) {
  const GradientSlices* slices = slices_of(grad);
  if (!slices) return grad;
  Value rows;
  if (slices->dense_shape.is_tensor()) {
    rows = Tensor::of(slices->dense_shape).window(0, Shape());
  } else {
    Value first = op<"Slice">({slices->dense_shape, build::ints({0}), build::ints({1})});
    rows = build::reshape(first, build::ints({}));
  }
  return op<"UnsortedSegmentSum">({slices->values, slices->indices, rows});
}

Value to_slices(const Value& grad) {
  if (slices_of(grad)) return grad;
  Value shape = build::shape_of(grad);
  Value rows = build::reshape(op<"Slice">({shape, build::ints({0}), build::ints({1})}), build::ints({}));
  Value indices = op<"Range">({build::number(DType::kInt32, 0), rows, build::number(DType::kInt32, 1)});
  return make_slices(grad, indices, shape);
}

Value join_slices(std::span<const Value> grads) {
  const GradientSlices* first = slices_of(grads[0]);
  if (grads.size() == 1) return grads[0];
  bool wide = false;
  for (const Value& grad : grads) wide |= slices_of(grad)->indices.dtype() == DType::kInt64;
  Values values, indices;
  for (const Value& grad : grads) {
    const GradientSlices* slices = slices_of(grad);
    values.push_back(slices->values);
    indices.push_back(wide ? build::cast(slices->indices, DType::kInt64) : slices->indices);
  }
  values.push_back(build::number(DType::kInt32, 0));
  indices.push_back(build::number(DType::kInt32, 0));
  Attrs attrs{{"N", static_cast<int64_t>(grads.size())}};
  return make_slices(op<"ConcatV2">(std::span<const Value>(values), attrs),
                     op<"ConcatV2">(std::span<const Value>(indices), attrs), first->dense_shape);
}

}  // namespace graphwright
