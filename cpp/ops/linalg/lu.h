// The LU decomposition of a matrix, for the ops that are made with it.
#pragma once

#include <Eigen/LU>

#include "ops/linalg/linalg.h"

namespace graphwright::linalg {

inline constexpr const char* kLuTypes = "T: {double, float, half, complex64, complex128}";

template <class T>
using Lu = Eigen::PartialPivLU<Matrix<T>>;

// Throws Unfit with the reason where the matrix is singular.
template <class T>
void refuse_singular(const Lu<T>& lu, const char* reason) {
  if (lu.matrixLU().rows() > 0 && !(lu.matrixLU().diagonal().cwiseAbs().minCoeff() > 0)) throw Unfit{reason};
}

}  // namespace graphwright::linalg
