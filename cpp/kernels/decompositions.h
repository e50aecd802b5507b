// Matrix decompositions for double and complex<double>, all matrices row after row. Orders, signs and phases are those
// that TensorFlow gives.
#pragma once

#include <complex>
#include <cstdint>

namespace graphwright {

using Complex = std::complex<double>;

// a[m, n] = q r by Householder reflections: q[m, k] with orthonormal columns, r[k, n] upper triangular, k = `full` ? m
// : min(m, n).
template <class T>
void qr_decompose(int64_t m, int64_t n, bool full, const T* a, T* q, T* r);

// a[m, n] = u diag(s) v^H with s descending; u[m, k], v[n, l], k = l = min(m, n) unless `full`; u and v may be null.
template <class T>
void svd_decompose(int64_t m, int64_t n, bool full, const T* a, double* s, T* u, T* v);

// a[n, n] v = v diag(e); v may be null. False where the iteration does not converge.
bool eig_decompose(int64_t n, const Complex* a, Complex* e, Complex* v);
// The same for real matrices, of float or double: in another order, conjugate pairs side by side.
template <class T>
bool eig_decompose(int64_t n, const T* a, std::complex<T>* e, std::complex<T>* v);
// a = u t u^H with t upper triangular.
bool schur_decompose(int64_t n, const Complex* a, Complex* t, Complex* u);
// The same for self-adjoint matrices, of which the lower triangle is read; e ascending.
template <class T>
bool eigh_decompose(int64_t n, const T* a, double* e, T* v);

}  // namespace graphwright
