// Eigenvalues and eigenvectors of general matrices and Schur forms, by Eigen.
#include <Eigen/Eigenvalues>

#include "kernels/decompositions.h"

// The QR iteration's shifts for real matrices. The library's own begin with an exceptional shift, which finds the
// eigenvalues in another order than the usual one does.
namespace Eigen {

template <class T>
static void choose_shift(Matrix<T, Dynamic, Dynamic>& t, Index last, Index iteration, T& shifted,
                         Matrix<T, 3, 1>& shift) {
  shift << t(last, last), t(last - 1, last - 1), t(last, last - 1) * t(last - 1, last);
  if (iteration == 0 || iteration % 16 != 0) return;
  // Wilkinson's ad hoc shift, where the iteration goes round in circles.
  const T by = t(last, last);
  shifted += by;
  t.diagonal().head(last + 1).array() -= by;
  const T size = std::abs(t(last, last - 1)) + std::abs(t(last - 1, last - 2));
  shift << T(0.75) * size, T(0.75) * size, T(-0.4375) * size * size;
}

template <>
void RealSchur<MatrixXf>::computeShift(Index iu, Index iter, float& exshift, Vector3s& shift) {
  choose_shift<float>(m_matT, iu, iter, exshift, shift);
}
template <>
void RealSchur<MatrixXd>::computeShift(Index iu, Index iter, double& exshift, Vector3s& shift) {
  choose_shift<double>(m_matT, iu, iter, exshift, shift);
}

}  // namespace Eigen

namespace graphwright {
namespace {

template <class T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using Columns = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

}  // namespace

bool eig_decompose(int64_t n, const Complex* a, Complex* e, Complex* v) {
  const Eigen::ComplexEigenSolver<Columns<Complex>> solver(Eigen::Map<const Rows<Complex>>(a, n, n), v != nullptr);
  if (solver.info() != Eigen::Success) return false;
  for (int64_t k = 0; k < n; ++k) e[k] = solver.eigenvalues()[k];
  if (v != nullptr) Eigen::Map<Rows<Complex>>(v, n, n) = solver.eigenvectors();
  return true;
}

template <class T>
bool eig_decompose(int64_t n, const T* a, std::complex<T>* e, std::complex<T>* v) {
  const Eigen::EigenSolver<Columns<T>> solver(Eigen::Map<const Rows<T>>(a, n, n), v != nullptr);
  if (solver.info() != Eigen::Success) return false;
  for (int64_t k = 0; k < n; ++k) e[k] = solver.eigenvalues()[k];
  if (v != nullptr) Eigen::Map<Rows<std::complex<T>>>(v, n, n) = solver.eigenvectors();
  return true;
}

template bool eig_decompose<float>(int64_t, const float*, std::complex<float>*, std::complex<float>*);
template bool eig_decompose<double>(int64_t, const double*, Complex*, Complex*);

bool schur_decompose(int64_t n, const Complex* a, Complex* t, Complex* u) {
  const Eigen::ComplexSchur<Columns<Complex>> schur(Eigen::Map<const Rows<Complex>>(a, n, n));
  if (schur.info() != Eigen::Success) return false;
  Eigen::Map<Rows<Complex>>(t, n, n) = schur.matrixT();
  Eigen::Map<Rows<Complex>>(u, n, n) = schur.matrixU();
  return true;
}

}  // namespace graphwright
