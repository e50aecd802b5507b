// Matrix products of any number type by our own loops: the reference behind MatMul, convolutions and Einsum.
#pragma once

#include "base/dtype.h"
#include "base/parallel.h"
#include "kernels/gemm_table.h"

namespace graphwright {

// True for the dtypes that gemm() takes: all numbers.
bool gemm_has(DType dtype);

// C (+)= A * B on as many threads as pay. All of args' pointers hold elements of `dtype`; sizes may be zero.
// 16-bit floats are multiplied and summed in float and rounded once; integers wrap.
void gemm(DType dtype, const GemmArgs& args);

// The same without splitting, for callers that split the work themselves.
void gemm_one_thread(DType dtype, const GemmArgs& args);

// One product of a batch: offsets in elements from the pointers in GemmArgs.
struct GemmOffsets {
  int64_t a = 0, b = 0, c = 0;
};

// `args` moved by `offsets`.
inline GemmArgs moved(GemmArgs args, size_t element_size, const GemmOffsets& offsets) {
  int64_t size = static_cast<int64_t>(element_size);
  args.a = static_cast<const char*>(args.a) + size * offsets.a;
  args.b = static_cast<const char*>(args.b) + size * offsets.b;
  args.c = static_cast<char*>(args.c) + size * offsets.c;
  return args;
}

// Multiplications below which one thread is faster than two.
inline constexpr int64_t kGemmGrain = 200'000;

// `count` products of equal sizes; offsets(i) says where the i-th lies.
template <class Offsets>
void gemm_batch(DType dtype, int64_t count, const GemmArgs& args, const Offsets& offsets) {
  const size_t size = dtype_size(dtype);
  const int64_t work = args.m * args.n * args.k + 1;
  if (count < num_threads()) {
    for (int64_t i = 0; i < count; ++i) gemm(dtype, moved(args, size, offsets(i)));
    return;
  }
  parallel_for(count, kGemmGrain / work + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) gemm_one_thread(dtype, moved(args, size, offsets(i)));
  });
}

}  // namespace graphwright
