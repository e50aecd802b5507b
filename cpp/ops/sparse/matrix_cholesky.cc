// Sparse matrices in compressed rows: orderings that keep factors sparse, and
// the Cholesky decomposition.
#include <algorithm>
#include <cmath>

#include "kernels/minimum_degree.h"
#include "ops/sparse/matrix.h"

namespace graphwright {
namespace {

Shape square_shape(ShapeContext& ctx) {
  const Shape shape = csr_shape(ctx, 0);
  if (!shape.has_rank() || ctx.value(0).is_tensor()) return shape;
  const int rank = shape.rank();
  const int64_t rows = shape[rank - 2], columns = shape[rank - 1];
  if (rows != kUnknown && columns != kUnknown && rows != columns)
    ctx.fail("Dimensions must be equal, but are ", rows, " and ", columns);
  return shape;
}
void check_square(const KernelContext& ctx, const CsrMatrix& matrix) {
  if (matrix.rows() != matrix.width())
    ctx.fail("sparse matrix must be square; got: ", matrix.rows(), " != ", matrix.width());
}

void ordering_shape(ShapeContext& ctx) {
  const Shape shape = square_shape(ctx);
  ctx.set_output(0, shape.has_rank() ? shape.slice(0, shape.rank() - 1) : Shape::unknown());
}

void ordering_cpu(KernelContext& ctx) {
  const CsrMatrix& matrix = csr_input(ctx, 0);
  check_square(ctx, matrix);
  const int32_t size = static_cast<int32_t>(matrix.rows());
  Tensor out = ctx.allocate(0, matrix.shape().slice(0, matrix.rank() - 1));
  // Of a symmetric matrix the lower half is read.
  for (int64_t b = 0; b < matrix.batch(); ++b) {
    std::vector<std::vector<int32_t>> neighbours(size);
    for (int32_t row = 0; row < size; ++row) {
      const auto [begin, end] = matrix.row(b, row);
      for (int64_t i = begin; i < end; ++i) {
        const int32_t column = static_cast<int32_t>(matrix.column(i));
        if (column > row) continue;
        neighbours[row].push_back(column);
        if (column < row) neighbours[column].push_back(row);
      }
    }
    for (std::vector<int32_t>& columns : neighbours) {
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    }
    const std::vector<int32_t> order = minimum_degree_order(std::move(neighbours));
    std::copy(order.begin(), order.end(), out.data<int32_t>() + b * size);
  }
}

void cholesky_shape(ShapeContext& ctx) {
  ctx.with_rank_at_least(1, 1);
  const Shape shape = square_shape(ctx);
  set_csr_output(ctx, shape, ctx.attr<DType>("type"));
}

// The lower factor of the matrix whose row and column i are those of `order[i]`
// in the given one, row by row; false where there is none. Row k follows from
// the rows above: its elements are those that the elimination tree reaches from
// the matrix's own ones.
template <class T>
bool factorise(const CsrMatrix& matrix, int64_t b, const std::vector<int32_t>& order, CsrBuilder<T>& builder) {
  const int32_t n = static_cast<int32_t>(matrix.rows());
  std::vector<int32_t> place(n);  // where each row goes
  for (int32_t i = 0; i < n; ++i) place[order[i]] = i;
  std::vector<std::vector<std::pair<int32_t, T>>> lower(n);  // rows of the permuted matrix, columns up to the diagonal
  for (int64_t row = 0; row < n; ++row) {
    const auto [begin, end] = matrix.row(b, row);
    for (int64_t i = begin; i < end; ++i) {
      if (matrix.column(i) > row) continue;
      const int32_t r = place[row], c = place[matrix.column(i)];
      const T value = matrix.values().data<T>()[i];
      lower[std::max(r, c)].emplace_back(std::min(r, c), r >= c ? value : conjugate(value));
    }
  }
  std::vector<int32_t> parent(n, -1), ancestor(n, -1), reached(n, -1);
  for (int32_t k = 0; k < n; ++k) {
    for (const auto& [column, value] : lower[k]) {
      for (int32_t i = column; i != -1 && i < k;) {  // with the paths behind shortened to lead to k
        const int32_t next = ancestor[i];
        ancestor[i] = k;
        if (next == -1) parent[i] = k;
        i = next;
      }
    }
  }
  std::vector<std::vector<std::pair<int32_t, T>>> columns(n);  // of the factor, below the diagonal
  std::vector<T> row(n, T(0));
  std::vector<T> diagonal(n);
  for (int32_t k = 0; k < n; ++k) {
    std::vector<int32_t> filled;
    reached[k] = k;
    for (const auto& [column, value] : lower[k]) {
      row[column] += value;
      for (int32_t i = column; i != -1 && reached[i] != k; i = parent[i]) {
        reached[i] = k;
        filled.push_back(i);
      }
    }
    std::sort(filled.begin(), filled.end());
    for (int32_t i : filled) {
      const T value = row[i] / diagonal[i];
      row[i] = T(0);
      for (const auto& [below, factor] : columns[i]) row[below] -= value * conjugate(factor);
      row[k] -= value * conjugate(value);
      columns[i].emplace_back(k, value);
      builder.add(i, value);
    }
    const auto square = std::real(row[k]);
    row[k] = T(0);
    if (!(square > 0)) return false;
    diagonal[k] = std::sqrt(square);
    builder.add(k, diagonal[k]);
    builder.end_row();
  }
  return true;
}

void cholesky_cpu(KernelContext& ctx) {
  const CsrMatrix& matrix = csr_input(ctx, 0);
  const Tensor& permutation = ctx.input(1);
  if (matrix.dtype() != ctx.attr<DType>("type"))
    ctx.fail("Asked for a CSRSparseMatrix of type ", ctx.attr<DType>("type"), " but saw dtype: ", matrix.dtype());
  check_square(ctx, matrix);
  const int rank = permutation.shape().rank();
  if (matrix.rank() != rank + 1)
    ctx.fail("sparse matrix must have the same rank as permutation; got: ", matrix.rank(), " != ", rank, " + 1.");
  const int64_t n = matrix.rows();
  if (permutation.shape()[rank - 1] != n)
    ctx.fail(
        "permutation must have the same number of elements in each batch "
        "as the number of rows in sparse matrix; got: ",
        permutation.shape()[rank - 1], " != ", n);
  if (rank == 2 && permutation.shape()[0] != matrix.batch())
    ctx.fail("permutation must have the same batch size as sparse matrix; got: ", permutation.shape()[0],
             " != ", matrix.batch());
  visit_csr(ctx, matrix.dtype(), [&]<class T>() {
    CsrBuilder<T> builder(ctx, matrix.shape());
    for (int64_t b = 0; b < matrix.batch(); ++b) {
      const int32_t* given = permutation.data<int32_t>() + b * n;
      std::vector<bool> seen(n, false);
      for (int64_t i = 0; i < n; ++i) {
        if (given[i] < 0 || given[i] >= n || seen[given[i]])
          ctx.fail("permutation must hold each number from 0 to ", n - 1, " once, got ", given[i], " at ", i,
                   " for batch index ", b);
        seen[given[i]] = true;
      }
      if (!factorise<T>(matrix, b, std::vector<int32_t>(given, given + n), builder))
        ctx.fail("Sparse Cholesky factorization failed for batch index ", b, ". The input might not be valid.");
      builder.end_matrix();
    }
    ctx.set_output(0, builder.take());
  });
}

}  // namespace

// SparseMatrixOrderingAMD: an order of rows and columns, by approximate minimum
// degree.
DEFINE_OP("SparseMatrixOrderingAMD")
    .input("input: variant")
    .output("output: int32")
    .doc(
        "An order of the rows and columns of a symmetric sparse matrix in "
        "which its Cholesky factor stays sparse.")
    .shape(ordering_shape)
    .kernel(CPU, ordering_cpu)
    .no_gradient("integers");

// SparseMatrixSparseCholesky: the lower L with L L^H = P a P^T, of the lower
// half of a.
DEFINE_OP("SparseMatrixSparseCholesky")
    .input("input: variant")
    .input("permutation: int32")
    .output("output: variant")
    .attr("type: " GW_CSR_TYPES)
    .doc(
        "The lower Cholesky factor of a Hermitian sparse matrix, of which the "
        "lower half is read, in a given order.")
    .shape(cholesky_shape)
    .kernel(CPU, cholesky_cpu)
    .trait(Trait::kNoFold);

}  // namespace graphwright
