// The singular value decomposition, by Eigen: bidiagonal forms divided and conquered, small ones by Jacobi rotations.
#include <Eigen/SVD>

#include "kernels/decompositions.h"

namespace graphwright {
template <class T>
void svd_decompose(int64_t m, int64_t n, bool full, const T* a, double* s, T* u, T* v) {
  using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Columns = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  unsigned options = 0;
  if (u != nullptr)
    options = full ? Eigen::ComputeFullU | Eigen::ComputeFullV : Eigen::ComputeThinU | Eigen::ComputeThinV;
  const Eigen::BDCSVD<Columns> svd(Eigen::Map<const Rows>(a, m, n), options);
  const int64_t least = std::min(m, n);
  for (int64_t k = 0; k < least; ++k) s[k] = svd.singularValues()[k];
  if (u == nullptr) return;
  Eigen::Map<Rows>(u, m, full ? m : least) = svd.matrixU();
  Eigen::Map<Rows>(v, n, full ? n : least) = svd.matrixV();
}

template void svd_decompose<double>(int64_t, int64_t, bool, const double*, double*, double*, double*);
template void svd_decompose<Complex>(int64_t, int64_t, bool, const Complex*, double*, Complex*, Complex*);

}  // namespace graphwright
