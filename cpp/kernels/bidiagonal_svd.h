// Singular values and vectors of bidiagonal matrices.
#pragma once

#include <cstdint>
#include <vector>

namespace graphwright {

// b = v diag(s) u^T for the upper bidiagonal matrix b of n columns; s descends. The columns of u and v lie one after
// the other, those of u with n + 1 numbers of which the last is 0.
struct BidiagonalSvd {
  std::vector<double> s, u, v;
};

// `diagonal` has n numbers, `beside` n - 1. Without vectors, u and v have no meaning.
BidiagonalSvd bidiagonal_svd(int64_t n, const double* diagonal, const double* beside, bool vectors);

}  // namespace graphwright
