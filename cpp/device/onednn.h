// oneDNN on this CPU: matrix products and convolutions whose primitives are made once per shape and thread, and kept.
#pragma once

#include <cstdint>
#include <mutex>

#include "base/dtype.h"
#include "base/small_vector.h"
#include "tensor/buffer.h"
#include "tensor/tensor.h"

namespace graphwright::onednn {

// Whether this build has oneDNN; one without it supports nothing.
extern const bool built_in;

// True where this CPU runs products and convolutions of the dtype fast (float32 always, bfloat16 with AVX-512);
// GRAPHWRIGHT_ONEDNN=0 says no to all.
bool supports(DType dtype);

// Row-major C[m, n] = A * B + beta * C. A is m x k (k x m when transposed), B likewise.
void sgemm(bool transpose_a, bool transpose_b, int64_t m, int64_t n, int64_t k, const float* a, int64_t a_row,
           const float* b, int64_t b_row, float beta, float* c, int64_t c_row);

// `batch` products C[m, n] = A * B of any types that oneDNN multiplies (bfloat16; int8 or uint8 into int32), with
// strides in elements; false when oneDNN has no fast kernel for them.
struct MatMul {
  DType a_type, b_type, c_type;
  int64_t batch = 1, m, n, k;
  int64_t a_batch, a_row, a_column;  // a_batch 0: one matrix serves all
  int64_t b_batch, b_row, b_column;
};
bool matmul(const MatMul& args, const void* a, const void* b, void* c);

enum class ConvolutionKind : uint8_t { kForward, kBackwardInput, kBackwardFilter };

// A convolution over `axes` spatial axes (1 to 3). Filters are [spatial..., in_channels / groups, out_channels], as
// TensorFlow has them; a depthwise one is the case groups == in_channels.
struct Convolution {
  ConvolutionKind kind = ConvolutionKind::kForward;
  DType dtype = DType::kFloat32;
  bool channels_last = true;
  bool bias = false;  // a number for each output channel is added; kForward only
  int axes = 2;
  int64_t batch, in_channels, out_channels, groups;
  int64_t in[3], out[3], filter[3], stride[3], dilation[3], pad_before[3], pad_after[3];
};
// A filter as oneDNN wants it, kept from call to call while it comes from the same tensor. That is held, so that nobody
// changes its elements.
struct PackedFilter final : RefCounted {
  std::mutex mutex;
  Tensor source;
  SmallVector<int64_t, 40> key;  // of the convolution
  Ref<Buffer> packed;
};

// `result` is the output, the input's gradient or the filter's gradient; `x` and `y` the other two in the order input,
// filter, output. False when oneDNN has no kernel for it. `kept`, of kForward, has the filter whose elements are `y`,
// or another one.
bool convolve(const Convolution& args, const void* x, const void* y, void* result, const void* bias = nullptr,
              const Tensor* filter = nullptr, PackedFilter* kept = nullptr);

}  // namespace graphwright::onednn
