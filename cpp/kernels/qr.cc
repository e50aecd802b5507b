// The QR decomposition by Householder reflections.
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/decompositions.h"
#include "kernels/number_parts.h"

namespace graphwright {
namespace {

inline bool is_real(double) { return true; }
inline bool is_real(const Complex& x) { return x.imag() == 0; }

// rows k.. of x[., columns] -= tau * v (v^H x), v[0] = 1.
template <class T>
void reflect(int64_t m, int64_t columns, int64_t k, const T* v, T tau, T* x, std::vector<T>& dots) {
  if (tau == T()) return;
  dots.assign(columns, T());
  for (int64_t i = k; i < m; ++i)
    for (int64_t j = 0; j < columns; ++j) dots[j] += conj_of(v[i - k]) * x[i * columns + j];
  for (int64_t i = k; i < m; ++i) {
    const T factor = tau * v[i - k];
    for (int64_t j = 0; j < columns; ++j) x[i * columns + j] -= factor * dots[j];
  }
}

}  // namespace

template <class T>
void qr_decompose(int64_t m, int64_t n, bool full, const T* a, T* q, T* r) {
  const int64_t steps = std::min(m, n), width = full ? m : steps;
  std::vector<T> work(a, a + m * n), dots, reflectors(steps * m), taus(steps);
  for (int64_t k = 0; k < steps; ++k) {
    T* v = reflectors.data() + k * m;
    double tail = 0;
    for (int64_t i = k + 1; i < m; ++i) tail += square_of(work[i * n + k]);
    const T head = work[k * n + k];
    v[0] = T(1);
    if (tail == 0 && is_real(head)) continue;  // nothing below the diagonal: tau stays 0
    double beta = std::sqrt(square_of(head) + tail);
    if (real_of(head) >= 0) beta = -beta;
    for (int64_t i = k + 1; i < m; ++i) v[i - k] = work[i * n + k] / (head - T(beta));
    taus[k] = (T(beta) - head) / T(beta);
    reflect(m, n, k, v, conj_of(taus[k]), work.data(), dots);
  }
  for (int64_t i = 0; i < width; ++i)
    for (int64_t j = 0; j < n; ++j) r[i * n + j] = j >= i ? work[i * n + j] : T();
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < width; ++j) q[i * width + j] = T(i == j ? 1 : 0);
  for (int64_t k = steps - 1; k >= 0; --k) {
    reflect(m, width, k, reflectors.data() + k * m, taus[k], q, dots);
  }
}

template void qr_decompose<double>(int64_t, int64_t, bool, const double*, double*, double*);
template void qr_decompose<Complex>(int64_t, int64_t, bool, const Complex*, Complex*, Complex*);

}  // namespace graphwright
