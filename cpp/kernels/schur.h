// Schur forms a = u t u^H: what eigenvalues and eigenvectors of general matrices are found by.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/householder.h"

namespace graphwright {

template <class T>
struct SchurForm {
  std::vector<T> t;          // n x n, row after row
  std::vector<T> u_columns;  // the columns of u, one after the other; empty where they were not wanted
};

// Of a real matrix, with blocks of two rows on t's diagonal for conjugate pairs; of a complex one, with none. Where u
// is not wanted, t is good on its diagonal and in those blocks alone. False where the iteration does not converge.
template <class T>
bool schur_form(int64_t n, const T* a, bool vectors, SchurForm<T>& form);
template <>
bool schur_form<float>(int64_t n, const float* a, bool vectors, SchurForm<float>& form);
template <>
bool schur_form<double>(int64_t n, const double* a, bool vectors, SchurForm<double>& form);
template <>
bool schur_form<std::complex<double>>(int64_t n, const std::complex<double>* a, bool vectors,
                                      SchurForm<std::complex<double>>& form);

}  // namespace graphwright
