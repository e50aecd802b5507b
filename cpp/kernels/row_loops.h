// Loops over contiguous rows that neural-network kernels are made of, compiled per ISA level.
#pragma once

#include <cstdint>

namespace graphwright {

template <class T>
struct RowLoops {
  // y = exp(x - max(x)); gives the sum of y and the maximum. In place where y == x.
  void (*exponentials)(const T* x, T* y, int64_t n, T* sum, T* max);
  // y[i] = x[i] * factor + term.
  void (*scale)(const T* x, T factor, T term, T* y, int64_t n);
  // The sum of x[i] * y[i].
  T (*dot)(const T* x, const T* y, int64_t n);
  T (*sum)(const T* x, int64_t n);
  // The sum of (x[i] - mean)^2.
  T (*squared_differences)(const T* x, T mean, int64_t n);
  // to[i] += x[i]; to[i] += x[i] * y[i].
  void (*add)(T* to, const T* x, int64_t n);
  void (*add_product)(T* to, const T* x, const T* y, int64_t n);
  // y[i] = a[i] + b[i].
  void (*sum_of)(const T* a, const T* b, T* y, int64_t n);
  // to[i] += (x[i] - mean[i])^2.
  void (*add_squared_difference)(T* to, const T* x, const T* mean, int64_t n);
  // sum[i] += dy[i]; product[i] += dy[i] * (x[i] - mean[i]).
  void (*add_gradient_sums)(T* sum, T* product, const T* dy, const T* x, const T* mean, int64_t n);
  // y[i] = x[i] * factor[i] + term[i].
  void (*scale_rows)(const T* x, const T* factor, const T* term, T* y, int64_t n);
  // y[i] = a[i] * x[i] + b[i] * z[i] + c[i].
  void (*combine_rows)(const T* x, const T* z, const T* a, const T* b, const T* c, T* y, int64_t n);
  // y[i] = x[i] > 0 ? x[i] : alpha * x[i], and its gradient dy[i] * (x[i] > 0 ? 1 : alpha).
  void (*leaky_relu)(const T* x, T alpha, T* y, int64_t n);
  void (*leaky_relu_gradient)(const T* dy, const T* x, T alpha, T* y, int64_t n);
};

struct RowTable {
  RowLoops<float> f32;
  RowLoops<double> f64;
  void (*gelu)(const float* x, float* y, int64_t n);
};

// The loops for this CPU; T is float or double.
template <class T>
const RowLoops<T>& row_loops();

// y[i] = x[i] / 2 erfc(-x[i] / sqrt(2)).
void gelu_row(const float* x, float* y, int64_t n);

}  // namespace graphwright
