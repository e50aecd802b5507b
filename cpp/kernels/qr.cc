// The QR decomposition by Householder reflections.
#include <algorithm>
#include <vector>

#include "kernels/decompositions.h"
#include "kernels/householder.h"

namespace graphwright {

template <class T>
void qr_decompose(int64_t m, int64_t n, bool full, const T* a, T* q, T* r) {
  const int64_t steps = std::min(m, n), width = full ? m : steps;
  std::vector<T> work(a, a + m * n), dots(std::max(width, n)), reflectors(steps * m), taus(steps);
  for (int64_t k = 0; k < steps; ++k) {
    T* v = reflectors.data() + k * m;
    T* corner = work.data() + k * (n + 1);
    taus[k] = make_reflector(m - k, corner, n, v).tau;
    reflection_loops<T>().left(m - k, n - k, v, taus[k], corner, n, dots.data());
  }
  for (int64_t i = 0; i < width; ++i)
    for (int64_t j = 0; j < n; ++j) r[i * n + j] = j >= i ? work[i * n + j] : T();
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < width; ++j) q[i * width + j] = T(i == j ? 1 : 0);
  for (int64_t k = steps - 1; k >= 0; --k)
    reflection_loops<T>().left(m - k, width - k, reflectors.data() + k * m, conj_of(taus[k]), q + k * (width + 1),
                               width, dots.data());
}

template void qr_decompose<double>(int64_t, int64_t, bool, const double*, double*, double*);
template void qr_decompose<Complex>(int64_t, int64_t, bool, const Complex*, Complex*, Complex*);

}  // namespace graphwright
