// The singular value decomposition, by Eigen: bidiagonal forms divided and conquered, small ones by Jacobi rotations.
#include <Eigen/SVD>
#include <memory>
#include <vector>

#include "base/waiting.h"
#include "kernels/decompositions.h"

namespace graphwright {
namespace {

template <class T>
void decompose(int64_t m, int64_t n, bool full, const T* a, double* s, T* u, T* v) {
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

}  // namespace

template <class T>
void svd_decompose(int64_t m, int64_t n, bool full, const T* a, double* s, T* u, T* v) {
  if (!takes_long(m, n)) return decompose(m, n, full, a, s, u, v);
  struct Owned {
    std::vector<T> a, u, v;
    std::vector<double> s;
  };
  const int64_t least = std::min(m, n);
  const auto own = std::make_shared<Owned>();
  own->a.assign(a, a + m * n);
  own->s.resize(least);
  if (u != nullptr) {
    own->u.resize(m * (full ? m : least));
    own->v.resize(n * (full ? n : least));
  }
  run_apart([own, m, n, full, vectors = u != nullptr] {
    decompose<T>(m, n, full, own->a.data(), own->s.data(), vectors ? own->u.data() : nullptr, own->v.data());
  });
  std::copy(own->s.begin(), own->s.end(), s);
  if (u == nullptr) return;
  std::copy(own->u.begin(), own->u.end(), u);
  std::copy(own->v.begin(), own->v.end(), v);
}

template void svd_decompose<double>(int64_t, int64_t, bool, const double*, double*, double*, double*);
template void svd_decompose<Complex>(int64_t, int64_t, bool, const Complex*, double*, Complex*, Complex*);

}  // namespace graphwright
