// Singular values and vectors of small matrices.
#pragma once

#include <cstdint>

namespace graphwright {

// a = u diag(s) v^H with s descending. a[m, n] is given by its columns, one after the other, and so are u, of which
// `full` or min(m, n) columns are wanted, and v; u and v may be null. Works by rotations from both sides, which is slow
// for more than a few columns or rows.
template <class T>
void jacobi_svd(int64_t m, int64_t n, bool full, const T* a, double* s, T* u, T* v);

}  // namespace graphwright
