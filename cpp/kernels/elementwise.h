// Elementwise functions by code and dtype, as contiguous loops and with broadcasting.
#pragma once

#include "kernels/elementwise_tables.h"
#include "tensor/tensor.h"

namespace graphwright {

// The contiguous loop; null when the function is not defined on `dtype`.
inline UnaryFn unary_fn(UnaryCode code, DType dtype) {
  return elementwise_tables().unary[static_cast<int>(code)][static_cast<int>(dtype)];
}
inline const BinaryFns* binary_fns(BinaryCode code, DType dtype) {
  const BinaryFns& fns = elementwise_tables().binary[static_cast<int>(code)][static_cast<int>(dtype)];
  return fns.vector_vector ? &fns : nullptr;
}

// The names of the codes, which are those of the ops ("Exp").
const char* unary_name(UnaryCode code);
const char* binary_name(BinaryCode code);

// The dtype of the result for an operand of `dtype`.
inline DType output_dtype(UnaryCode code, DType dtype) { return gives_bool(code) ? DType::kBool : dtype; }
inline DType output_dtype(BinaryCode code, DType dtype) { return gives_bool(code) ? DType::kBool : dtype; }

// The least number of elements that is worth a second thread.
int64_t elementwise_grain(UnaryCode code);
int64_t elementwise_grain(BinaryCode code);

// out = f(x), in parallel when large. `out` has x's number of elements; it may be x itself where dtypes agree.
// Throws NotFound where there is no loop for the dtype.
void unary_elementwise(UnaryCode code, const Tensor& x, const Tensor& out);
void unary_elementwise(UnaryFn fn, int64_t grain, const Tensor& x, const Tensor& out);

// out = f(a, b) with NumPy broadcasting; `out` has the broadcast shape, and may be an operand of its own shape and
// dtype.
void binary_elementwise(BinaryCode code, const Tensor& a, const Tensor& b, const Tensor& out);
void binary_elementwise(const BinaryFns& fns, int64_t grain, const Tensor& a, const Tensor& b, const Tensor& out);

// The dtypes half and bfloat16 converted to float and back, contiguously.
void to_float(DType from, const void* x, float* out, int64_t n);
void from_float(DType to, const float* x, void* out, int64_t n);

}  // namespace graphwright
