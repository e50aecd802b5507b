// Building blocks for gradient rules and composite ops: op<"Mul">(a, b) dispatches through the one door.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "op/context.h"
#include "op/dispatch.h"

namespace graphwright {

template <size_t N>
struct FixedString {
  char text[N];
  constexpr FixedString(const char (&from)[N]) { std::copy_n(from, N, text); }
};

// The registered op of that name, looked up once.
template <FixedString Name>
const OpDef& op_def() {
  static const OpDef& def = get_op(Name.text);
  return def;
}

// The first output of a call.
Value call_one(const OpDef& def, std::span<const Value> inputs, const Attrs& attrs);

// All outputs of one call.
template <FixedString Name>
Values ops(std::span<const Value> inputs, const Attrs& attrs = {}) {
  return call(op_def<Name>(), inputs, attrs);
}
template <FixedString Name>
Values ops(std::initializer_list<Value> inputs, const Attrs& attrs = {}) {
  return call(op_def<Name>(), std::span<const Value>(inputs.begin(), inputs.size()), attrs);
}
// The first output: op<"Sum">({x, axes}, {{"keep_dims", true}}).
template <FixedString Name>
Value op(std::initializer_list<Value> inputs, const Attrs& attrs = {}) {
  return call_one(op_def<Name>(), std::span<const Value>(inputs.begin(), inputs.size()), attrs);
}
template <FixedString Name>
Value op(std::span<const Value> inputs, const Attrs& attrs = {}) {
  return call_one(op_def<Name>(), inputs, attrs);
}

namespace build {

inline Value add(const Value& a, const Value& b) { return op<"AddV2">({a, b}); }
inline Value sub(const Value& a, const Value& b) { return op<"Sub">({a, b}); }
inline Value mul(const Value& a, const Value& b) { return op<"Mul">({a, b}); }
// a / b for floats and complex.
inline Value div(const Value& a, const Value& b) { return op<"RealDiv">({a, b}); }
inline Value neg(const Value& a) { return op<"Neg">({a}); }

// A number as a scalar of the dtype; works in eager and in graphs (where it becomes a Const when used).
inline Value number(DType dtype, double value) { return Tensor::scalar_of(dtype, value); }
inline Value number_like(const Value& like, double value) { return number(like.dtype(), value); }
inline Value ints(std::initializer_list<int32_t> values) { return Tensor::from<int32_t>(values); }

// tf.shape(x) as an int32 vector: a constant where the static shape is known.
Value shape_of(const Value& x, DType dtype = DType::kInt32);
Value zeros_like(const Value& x);
Value ones_like(const Value& x);
Value cast(const Value& x, DType dtype);  // x itself when it has the dtype
Value reshape(const Value& x, const Value& shape);
Value reshape_like(const Value& x, const Value& like);  // x itself when static shapes agree
Value conj(const Value& x);                             // x itself unless complex
// Sums `grad` over the axes along which an operand of shape `like`'s was broadcast, and gives it that shape.
Value unbroadcast(const Value& grad, const Value& like);
Value add_n(std::span<const Value> values);

}  // namespace build
}  // namespace graphwright
