// Small graphs on shapes and index vectors, for gradient rules.
#include "ops/array_build.h"

#include <array>

namespace graphwright::build {

Value int_vector(std::span<const int64_t> values) {
  Tensor vector = Tensor::allocate(DType::kInt32, Shape{static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i) vector.data<int32_t>()[i] = static_cast<int32_t>(values[i]);
  return vector;
}

Value all_axes(const Value& x) {
  if (!x.shape().has_rank()) return range(int_scalar(0), op<"Rank">({x}));
  SmallVector<int64_t, 8> axes;
  for (int i = 0; i < x.shape().rank(); ++i) axes.push_back(i);
  return int_vector(axes);
}

Value range(const Value& begin, const Value& end) { return op<"Range">({begin, end, int_scalar(1)}); }

Value part(const Value& vector, int64_t begin, int64_t end) {
  if (vector.is_tensor()) {
    int64_t n = vector.shape()[0];
    if (end < 0) end = n;
    return Tensor::of(vector).window(begin, Shape{end - begin});
  }
  if (begin == 0 && end < 0) return vector;
  return op<"Slice">(
      {vector, int_vector(std::array{begin}), int_vector(std::array{end < 0 ? int64_t{-1} : end - begin})});
}

Value element(const Value& vector, int64_t i) {
  if (vector.is_tensor()) return Tensor::of(vector).window(i < 0 ? vector.shape()[0] + i : i, Shape());
  return op<"StridedSlice">(
      {vector, int_vector(std::array{i}), int_vector(std::array{i + 1}), int_vector(std::array{int64_t{1}})},
      {{"shrink_axis_mask", int64_t{1}}, {"end_mask", int64_t{i == -1 ? 1 : 0}}});
}

Value join(std::initializer_list<Value> vectors) {
  Values inputs(vectors.begin(), vectors.end());
  inputs.push_back(int_scalar(0));
  return op<"ConcatV2">(inputs);
}

Value stack(std::initializer_list<Value> scalars) { return op<"Pack">(scalars); }

Value product(const Value& vector) { return op<"Prod">({vector, int_scalar(0)}); }

Value transpose(const Value& x, std::span<const int64_t> perm) {
  for (size_t i = 0; i < perm.size(); ++i)
    if (perm[i] != static_cast<int64_t>(i)) return op<"Transpose">({x, int_vector(perm)});
  return x;
}

Value expand_dims(const Value& x, int64_t axis) { return op<"ExpandDims">({x, int_scalar(axis)}); }

Value gather(const Value& x, const Value& indices, int64_t axis, int64_t batch_dims) {
  return op<"GatherV2">({x, indices, int_scalar(axis)}, {{"batch_dims", batch_dims}});
}

}  // namespace graphwright::build
