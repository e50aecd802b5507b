// The functions of each ISA level for decompositions of matrices: reflections and rotations of many rows, long sums.
#pragma once

#include <complex>
#include <cstdint>

namespace graphwright {

// A rotation of two rows: [c -s; s c] [x; y].
template <class R>
struct Rotation {
  R c = 1, s = 0;
};

// Matrices lie row after row, rows `stride` numbers apart; v[0] is 1. T is float, double or complex<double>.
template <class T>
struct ReflectionLoops {
  // x -= tau v (v^H x) for x[rows, columns]; `dots` has room for `columns` numbers.
  void (*left)(int64_t rows, int64_t columns, const T* v, T tau, T* x, int64_t stride, T* dots);
  // x -= (x conj(v)) tau v^T for x[rows, columns].
  void (*right)(int64_t rows, int64_t columns, const T* v, T tau, T* x, int64_t stride);
  // (c x + s y, conj(c) y - conj(s) x) for n numbers each.
  void (*turn)(int64_t n, T c, T s, T* x, T* y);
  // For the lower triangle of a self-adjoint matrix of n rows, of which column j's numbers from the diagonal on lie at
  // a[j * (stride + 1)]: a -= u w^H + w u^H (not where u is null), then y = a x.
  void (*update_and_multiply)(int64_t n, T* a, int64_t stride, const T* u, const T* w, const T* x, T* y);
};

// Two or three rows turned by 1 - tau v v^T, v = (1, v1, v2).
template <class R>
struct SmallReflector {
  R tau = 0, v1 = 0, v2 = 0;
};

struct ReflectionTable {
  ReflectionLoops<float> f32;
  ReflectionLoops<double> f64;
  ReflectionLoops<std::complex<double>> c128;
  void (*few_f32)(const SmallReflector<float>& by, int rows, int64_t columns, float* x, int64_t stride);
  void (*few_f64)(const SmallReflector<double>& by, int rows, int64_t columns, double* x, int64_t stride);
  // Rotation k turns rows k and k + 1, one after the other; `width` is a multiple of 8.
  void (*rotate_rows)(int64_t count, const Rotation<double>* rotations, int64_t width, double* rows, int64_t stride);
  // The sum of z^2 / ((a - x) (b + x)) over n numbers each, n being a multiple of 8: singular values' secular equation.
  double (*secular_sum)(int64_t n, const double* z, const double* a, const double* b, double x);
};

}  // namespace graphwright
