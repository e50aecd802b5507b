// Eigenvalues, eigenvectors and Schur forms, by Eigen.
#include <Eigen/Eigenvalues>

#include "kernels/decompositions.h"

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

bool schur_decompose(int64_t n, const Complex* a, Complex* t, Complex* u) {
  const Eigen::ComplexSchur<Columns<Complex>> schur(Eigen::Map<const Rows<Complex>>(a, n, n));
  if (schur.info() != Eigen::Success) return false;
  Eigen::Map<Rows<Complex>>(t, n, n) = schur.matrixT();
  Eigen::Map<Rows<Complex>>(u, n, n) = schur.matrixU();
  return true;
}

template <class T>
bool eigh_decompose(int64_t n, const T* a, double* e, T* v) {
  const Eigen::SelfAdjointEigenSolver<Columns<T>> solver(
      Eigen::Map<const Rows<T>>(a, n, n), v != nullptr ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) return false;
  for (int64_t k = 0; k < n; ++k) e[k] = solver.eigenvalues()[k];
  if (v != nullptr) Eigen::Map<Rows<T>>(v, n, n) = solver.eigenvectors();
  return true;
}

template bool eigh_decompose<double>(int64_t, const double*, double*, double*);
template bool eigh_decompose<Complex>(int64_t, const Complex*, double*, Complex*);

}  // namespace graphwright
