// Small graphs on shapes and index vectors, for gradient rules that must work where shapes are known at run time only.
#pragma once

#include "op/build.h"

namespace graphwright::build {

inline Value int_scalar(int64_t value) { return Tensor::scalar<int32_t>(static_cast<int32_t>(value)); }
// An int32 vector.
Value int_vector(std::span<const int64_t> values);
// [0, 1, …, rank - 1].
Value all_axes(const Value& x);
// [begin, begin + 1, …, end - 1] of int32 scalars.
Value range(const Value& begin, const Value& end);
// The elements [begin, end) of the vector; end < 0: up to its end.
Value part(const Value& vector, int64_t begin, int64_t end = -1);
// Element i of the vector as a scalar.
Value element(const Value& vector, int64_t i);
// Vectors behind each other.
Value join(std::initializer_list<Value> vectors);
// Scalars as a vector.
Value stack(std::initializer_list<Value> scalars);
// The product of a vector's elements.
Value product(const Value& vector);
Value transpose(const Value& x, std::span<const int64_t> perm);
Value expand_dims(const Value& x, int64_t axis);
Value gather(const Value& x, const Value& indices, int64_t axis = 0, int64_t batch_dims = 0);

}  // namespace graphwright::build
