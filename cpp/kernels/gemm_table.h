// The functions of each ISA level for kernels/gemm.cc, matrix products.
#pragma once

#include <cstdint>

namespace graphwright {

// C[m, n] (+)= A[m, k] * B[k, n]. Strides are in elements; C's columns are contiguous, A and B lie anyhow.
struct GemmArgs {
  int64_t m = 0, n = 0, k = 0;
  const void* a = nullptr;
  int64_t a_row = 0, a_column = 1;
  const void* b = nullptr;
  int64_t b_row = 0, b_column = 1;
  void* c = nullptr;
  int64_t c_row = 0;
  bool add = false;
  bool conjugate_a = false, conjugate_b = false;  // complex only
  // Real floats of 32 and 64 bits only: what is done to the sums before they leave the registers.
  const void* bias = nullptr;  // n numbers, one for each column
  bool relu = false;
};

// One thread; m, n, k > 0. Integers wrap, so the unsigned kernels serve signed types too.
struct GemmTable {
  void (*f32)(const GemmArgs&);
  void (*f64)(const GemmArgs&);
  void (*u32)(const GemmArgs&);
  void (*u64)(const GemmArgs&);
  void (*c64)(const GemmArgs&);
  void (*c128)(const GemmArgs&);
};

}  // namespace graphwright
