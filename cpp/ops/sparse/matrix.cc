// Sparse matrices in compressed rows: made of sparse and dense tensors and
// turned into them, looked into, transposed.
#include "ops/sparse/matrix.h"

#include <algorithm>

#include "kernels/strided_copy.h"

namespace graphwright {

Ref<RefCounted> CsrMatrix::zeros_like() const {
  return make_ref<CsrMatrix>(shape_, batch_ends_, row_ends_, columns_, Tensor::zeros(dtype(), values_.shape()));
}

// Gradients of one matrix, which have its places, are what is added.
Ref<RefCounted> CsrMatrix::add(const VariantObject& other) const {
  const auto* matrix = dynamic_cast<const CsrMatrix*>(&other);
  if (!matrix || matrix->dtype() != dtype() || !(matrix->shape() == shape()) ||
      !identical(matrix->row_ends_, row_ends_) || !identical(matrix->columns_, columns_))
    return VariantObject::add(other);
  Tensor sums = Tensor::allocate(dtype(), values_.shape());
  visit_dtype<float, double, std::complex<float>, std::complex<double>>(dtype(), [&]<class T>() {
    for (int64_t i = 0; i < count(); ++i) sums.data<T>()[i] = values_.data<T>()[i] + matrix->values_.data<T>()[i];
  });
  return make_ref<CsrMatrix>(shape_, batch_ends_, row_ends_, columns_, sums);
}

const CsrMatrix& csr_input(const KernelContext& ctx, int i) { return *ctx.input(i).object<CsrMatrix>(); }

const CsrMatrix& csr_input(const KernelContext& ctx, int i, const char* name, DType dtype) {
  const CsrMatrix& matrix = csr_input(ctx, i);
  if (matrix.dtype() != dtype) ctx.fail("dtype of ", name, " is not equal to 'type': ", matrix.dtype(), " vs. ", dtype);
  return matrix;
}

void check_csr_shape(const KernelContext& ctx, const Shape& shape) {
  for (int axis = shape.rank() - 2; axis < shape.rank(); ++axis) {
    if (shape[axis] >= std::numeric_limits<int32_t>::max())
      ctx.fail(
          "a sparse matrix has fewer than 2**31 - 1 rows and columns, got "
          "shape ",
          shape);
  }
}

Shape csr_shape(ShapeContext& ctx, int i) {
  if (ctx.value(i).is_tensor()) {
    const Tensor& matrix = Tensor::of(ctx.value(i));
    if (matrix.num_elements() != 1) ctx.fail("Shape must be rank 0 but is rank ", matrix.shape().rank());
    return matrix.object<CsrMatrix>()->shape();
  }
  ctx.with_rank(i, 0);
  const Shape shape = ctx.handle_shape(i);
  if (shape.has_rank() && shape.rank() != 2 && shape.rank() != 3)
    ctx.fail("Invalid rank: ", shape.rank(), ".  Expected a known rank of either 2 or 3.");
  return shape;
}

void set_csr_output(ShapeContext& ctx, const Shape& shape, DType dtype) {
  if (shape.has_rank() && shape.rank() != 2 && shape.rank() != 3)
    ctx.fail("Invalid rank: ", shape.rank(), ".  Expected a known rank of either 2 or 3.");
  ctx.set_output(0, Shape());
  if (shape.has_rank()) ctx.set_handle_output(0, dtype, shape);
}

Shape transposed_shape(Shape shape) {
  if (!shape.has_rank()) return shape;
  const int rank = shape.rank();
  const int64_t last = shape[rank - 1];
  shape.set(rank - 1, shape[rank - 2]);
  shape.set(rank - 2, last);
  return shape;
}

namespace csr {

Values parts(const Value& matrix, DType dtype) {
  return ops<"CSRSparseMatrixToSparseTensor">({matrix}, {{"type", dtype}});
}
Value values(const Value& matrix, DType dtype) { return parts(matrix, dtype)[1]; }
Value at_places_of(const Value& matrix, const Value& like, DType dtype) {
  return op<"DenseToCSRSparseMatrix">({op<"CSRSparseMatrixToDense">({matrix}, {{"type", dtype}}), places(like, dtype)});
}
Value transposed(const Value& matrix, DType dtype, bool conjugate) {
  return op<"SparseMatrixTranspose">({matrix}, {{"conjugate", conjugate}, {"type", dtype}});
}
Value product(const Value& a, const Value& b, DType dtype, bool adjoint_a, bool adjoint_b) {
  return op<"SparseMatrixSparseMatMul">({a, b}, {{"type", dtype}, {"adjoint_a", adjoint_a}, {"adjoint_b", adjoint_b}});
}

}  // namespace csr

namespace {

// A matrix of the elements at `places`, which are taken to be in order.
Tensor matrix_of(const KernelContext& ctx, const Shape& shape, const int64_t* places, int64_t count, Tensor values) {
  check_csr_shape(ctx, shape);
  const int rank = shape.rank();
  const int64_t batch = rank == 3 ? shape[0] : 1, rows = shape[rank - 2];
  if (count > std::numeric_limits<int32_t>::max()) ctx.fail("a sparse matrix has more than 2**31 - 1 elements");
  Tensor row_ends = Tensor::zeros(DType::kInt32, shape_of_sizes(ctx, Ints{batch, rows + 1}));
  Tensor columns = Tensor::allocate(DType::kInt32, Shape{count});
  std::vector<int64_t> batch_ends(batch + 1, 0);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t* place = places + i * rank;
    const int64_t b = rank == 3 ? place[0] : 0;
    ++row_ends.data<int32_t>()[b * (rows + 1) + place[rank - 2] + 1];
    ++batch_ends[b + 1];
    columns.data<int32_t>()[i] = static_cast<int32_t>(place[rank - 1]);
  }
  for (int64_t b = 0; b < batch; ++b) {
    batch_ends[b + 1] += batch_ends[b];
    int32_t* ends = row_ends.data<int32_t>() + b * (rows + 1);
    for (int64_t row = 0; row < rows; ++row) ends[row + 1] += ends[row];
  }
  return Tensor::handle(DType::kVariant, make_ref<CsrMatrix>(shape, std::move(batch_ends), row_ends, columns, values));
}

// ---- SparseTensorToCSRSparseMatrix ----

void from_sparse_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 2);
  ctx.with_rank(1, 1);
  ctx.with_rank(2, 1);
  Shape shape = ctx.constant_as_shape(2);
  if (!shape.has_rank() && ctx.input(2).rank() == 1 && ctx.input(2)[0] != kUnknown)
    shape = Shape::filled(static_cast<int>(std::min<int64_t>(ctx.input(2)[0], 100)), kUnknown);
  if (shape.has_rank() && shape.rank() != 2 && shape.rank() != 3) {
    if (ctx.value(2).is_tensor()) return ctx.set_output(0, Shape());  // the kernel's own words
    ctx.fail("Invalid rank: ", shape.rank(), ".  Expected a known rank of either 2 or 3.");
  }
  set_csr_output(ctx, shape, ctx.dtype(1));
}

void from_sparse_cpu(KernelContext& ctx) {
  const Tensor &indices = ctx.input(0), &values = ctx.input(1), &dense_shape = ctx.input(2);
  if (indices.shape().rank() != 2) ctx.fail("indices must be a matrix, but saw shape: ", indices.shape());
  if (values.shape().rank() != 1) ctx.fail("values must be a vector, but saw shape: ", values.shape());
  if (dense_shape.shape().rank() != 1) ctx.fail("dense_shape must be a vector, but saw shape: ", dense_shape.shape());
  const int64_t count = indices.shape()[0], rank = indices.shape()[1];
  if (values.num_elements() != count)
    ctx.fail("Number of elements in indices (", count, ") and values (", values.num_elements(), ") do not match");
  if (rank != dense_shape.num_elements())
    ctx.fail("Index rank (", rank, ") and shape rank (", dense_shape.num_elements(), ") do not match");
  if (rank != 2 && rank != 3) ctx.fail("SparseTensor must have rank 2 or 3; but indices has rank: ", rank);
  const Shape shape = shape_of_sizes(ctx, dense_shape.ints());
  const int64_t* places = indices.data<int64_t>();
  for (int64_t i = 0; i < count; ++i) {
    for (int axis = 0; axis < shape.rank(); ++axis) {
      if (places[i * rank + axis] < 0 || places[i * rank + axis] >= shape[axis])
        ctx.fail("Sparse index tuple indices[", i, ", :] = [",
                 str_join(std::span<const int64_t>(places + i * rank, rank), ", "), "] is out of bounds");
    }
  }
  ctx.set_output(0, matrix_of(ctx, shape, places, count, values));
}

Values from_sparse_grad(GradientContext& ctx) {
  return {Value(), csr::values(ctx.grad(), ctx.input(1).dtype()), Value()};
}

// ---- DenseToCSRSparseMatrix ----

void from_dense_shape(ShapeContext& ctx) {
  const Shape& dense = ctx.input(0);
  if (dense.has_rank() && dense.rank() != 2 && dense.rank() != 3) {
    if (ctx.value(0).is_tensor()) return ctx.set_output(0, Shape());
    ctx.fail("Invalid rank: ", dense.rank(), ".  Expected a known rank of either 2 or 3.");
  }
  set_csr_output(ctx, dense, ctx.dtype(0));
}

void from_dense_cpu(KernelContext& ctx) {
  const Tensor &dense = ctx.input(0), &indices = ctx.input(1);
  const int rank = dense.shape().rank();
  if (rank != 2 && rank != 3) ctx.fail("params must have rank == 2 or 3; but saw shape: ", dense.shape());
  if (indices.shape().rank() != 2) ctx.fail("indices must be a matrix, but saw shape: ", indices.shape());
  if (indices.shape()[1] != rank)
    ctx.fail("indices.shape[1] must be equal to the rank of params, but saw: ", indices.shape()[1], " vs. ", rank);
  const int64_t count = indices.shape()[0];
  const int64_t* places = indices.data<int64_t>();
  const auto strides = strides_of(dense.shape());
  Tensor values = Tensor::allocate(dense.dtype(), Shape{count});
  for (int64_t i = 0; i < count; ++i) {
    int64_t offset = 0;
    for (int axis = 0; axis < rank; ++axis) {
      const int64_t place = places[i * rank + axis];
      if (place < 0 || place >= dense.shape()[axis])
        ctx.fail("indices[", i, "] = [", str_join(std::span<const int64_t>(places + i * rank, rank), ", "),
                 "] does not index into param shape ", dense.shape());
      offset += place * strides[axis];
    }
    copy_elements(dense.dtype(), advance(values.raw(), dense.dtype(), i), advance(dense.raw(), dense.dtype(), offset),
                  1);
  }
  ctx.set_output(0, matrix_of(ctx, dense.shape(), places, count, values));
}

Values from_dense_grad(GradientContext& ctx) {
  return {op<"CSRSparseMatrixToDense">({ctx.grad()}, {{"type", ctx.input(0).dtype()}}), Value()};
}

// ---- CSRSparseMatrixToDense ----

void to_dense_shape(ShapeContext& ctx) {
  const Shape shape = csr_shape(ctx, 0);
  ctx.set_output(0, shape);
}

const CsrMatrix& asked_input(const KernelContext& ctx) {
  const CsrMatrix& matrix = csr_input(ctx, 0);
  if (matrix.dtype() != ctx.attr<DType>("type"))
    ctx.fail("Asked for a CSRSparseMatrix of type ", ctx.attr<DType>("type"), " but saw dtype: ", matrix.dtype());
  return matrix;
}

void to_dense_cpu(KernelContext& ctx) {
  const CsrMatrix& matrix = asked_input(ctx);
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, Ints(matrix.shape().begin(), matrix.shape().end())));
  std::fill_n(static_cast<char*>(out.raw()), out.bytes(), 0);
  visit_csr(ctx, matrix.dtype(), [&]<class T>() {
    T* to = out.data<T>();
    for (int64_t b = 0; b < matrix.batch(); ++b) {
      for (int64_t row = 0; row < matrix.rows(); ++row, to += matrix.width()) {
        const auto [begin, end] = matrix.row(b, row);
        for (int64_t i = begin; i < end; ++i) to[matrix.column(i)] = matrix.values().data<T>()[i];
      }
    }
  });
}

Values to_dense_grad(GradientContext& ctx) {
  return {op<"DenseToCSRSparseMatrix">({ctx.grad(), csr::places(ctx.input(0), ctx.attr<DType>("type"))})};
}

// ---- CSRSparseMatrixToSparseTensor ----

void to_sparse_shape(ShapeContext& ctx) {
  const Shape shape = csr_shape(ctx, 0);
  const int64_t rank = shape.has_rank() ? shape.rank() : kUnknown;
  ctx.set_output(0, Shape{kUnknown, rank});
  ctx.set_output(1, Shape{kUnknown});
  ctx.set_output(2, Shape{rank});
}

void to_sparse_cpu(KernelContext& ctx) {
  const CsrMatrix& matrix = csr_input(ctx, 0);
  if (matrix.dtype() != ctx.attr<DType>("type"))
    ctx.fail("dtype of input is not equal to 'type': ", matrix.dtype(), " vs. ", ctx.attr<DType>("type"));
  Tensor indices = ctx.allocate(0, Shape{matrix.count(), matrix.rank()});
  int64_t* place = indices.data<int64_t>();
  for (int64_t b = 0; b < matrix.batch(); ++b) {
    for (int64_t row = 0; row < matrix.rows(); ++row) {
      const auto [begin, end] = matrix.row(b, row);
      for (int64_t i = begin; i < end; ++i) {
        if (matrix.rank() == 3) *place++ = b;
        *place++ = row;
        *place++ = matrix.column(i);
      }
    }
  }
  ctx.set_output(1, matrix.values());
  ctx.set_output(2, Tensor::from_shape(matrix.shape(), DType::kInt64));
}

Values to_sparse_grad(GradientContext& ctx) {
  return {op<"SparseTensorToCSRSparseMatrix">({ctx.output(0), ctx.grad(1), ctx.output(2)})};
}

// ---- CSRSparseMatrixComponents ----

void components_shape(ShapeContext& ctx) {
  ctx.with_rank(1, 0);
  const Shape shape = csr_shape(ctx, 0);
  const int64_t rows = shape.has_rank() ? shape[shape.rank() - 2] : kUnknown;
  ctx.set_output(0, Shape{rows == kUnknown ? kUnknown : rows + 1});
  ctx.set_output(1, Shape{kUnknown});
  ctx.set_output(2, Shape{kUnknown});
}

void components_cpu(KernelContext& ctx) {
  const CsrMatrix& matrix = csr_input(ctx, 0, "input", ctx.attr<DType>("type"));
  if (ctx.input(1).shape().rank() != 0) ctx.fail("index should be a scalar, but saw: ", ctx.input(1).shape());
  const int64_t b = ctx.input(1).int_at(0);
  if (b < 0 || b >= matrix.batch()) ctx.fail("index (", b, ") not in [0, ", matrix.batch(), ")");
  const int64_t begin = matrix.batch_ends()[b];
  const Shape size{matrix.batch_ends()[b + 1] - begin};
  ctx.set_output(0, matrix.row_ends().window(b * (matrix.rows() + 1), Shape{matrix.rows() + 1}));
  ctx.set_output(1, matrix.columns().window(begin, size));
  ctx.set_output(2, matrix.values().window(begin, size));
}

// ---- SparseMatrixNNZ, SparseMatrixZeros, SparseMatrixTranspose ----

void count_shape(ShapeContext& ctx) {
  const Shape shape = csr_shape(ctx, 0);
  ctx.set_output(0, shape.has_rank() ? shape.slice(0, shape.rank() - 2) : Shape::unknown());
}

void count_cpu(KernelContext& ctx) {
  const CsrMatrix& matrix = csr_input(ctx, 0);
  Tensor out = ctx.allocate(0, matrix.shape().slice(0, matrix.rank() - 2));
  for (int64_t b = 0; b < matrix.batch(); ++b)
    out.data<int32_t>()[b] = static_cast<int32_t>(matrix.batch_ends()[b + 1] - matrix.batch_ends()[b]);
}

void zeros_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 1);
  Shape shape = ctx.constant_as_shape(0);
  if (!shape.has_rank() && ctx.input(0).rank() == 1 && ctx.input(0)[0] != kUnknown)
    shape = Shape::filled(static_cast<int>(std::min<int64_t>(ctx.input(0)[0], 100)), kUnknown);
  set_csr_output(ctx, shape, ctx.attr<DType>("type"));
}

void zeros_cpu(KernelContext& ctx) {
  const Shape shape = shape_of_sizes(ctx, ctx.input(0).ints());
  if (shape.rank() != 2 && shape.rank() != 3)
    ctx.fail("Invalid rank: ", shape.rank(), ".  Expected a known rank of either 2 or 3.");
  ctx.set_output(0, matrix_of(ctx, shape, nullptr, 0, Tensor::allocate(ctx.attr<DType>("type"), Shape{0})));
}

void transpose_shape(ShapeContext& ctx) {
  set_csr_output(ctx, transposed_shape(csr_shape(ctx, 0)), ctx.attr<DType>("type"));
}

void transpose_cpu(KernelContext& ctx) {
  const CsrMatrix& matrix = csr_input(ctx, 0, "input", ctx.attr<DType>("type"));
  const bool conjugates = ctx.attr<bool>("conjugate");
  const int64_t rows = matrix.width();
  Tensor row_ends = Tensor::zeros(DType::kInt32, shape_of_sizes(ctx, Ints{matrix.batch(), rows + 1}));
  Tensor columns = Tensor::allocate(DType::kInt32, Shape{matrix.count()});
  Tensor values = Tensor::allocate(matrix.dtype(), Shape{matrix.count()});
  visit_csr(ctx, matrix.dtype(), [&]<class T>() {
    std::vector<int64_t> next(rows);
    for (int64_t b = 0; b < matrix.batch(); ++b) {
      int32_t* ends = row_ends.data<int32_t>() + b * (rows + 1);
      const int64_t first = matrix.batch_ends()[b];
      for (int64_t i = first; i < matrix.batch_ends()[b + 1]; ++i) ++ends[matrix.column(i) + 1];
      for (int64_t row = 0; row < rows; ++row) {
        ends[row + 1] += ends[row];
        next[row] = first + ends[row];
      }
      for (int64_t row = 0; row < matrix.rows(); ++row) {
        const auto [begin, end] = matrix.row(b, row);
        for (int64_t i = begin; i < end; ++i) {
          const int64_t to = next[matrix.column(i)]++;
          columns.data<int32_t>()[to] = static_cast<int32_t>(row);
          const T value = matrix.values().data<T>()[i];
          values.data<T>()[to] = conjugates ? conjugate(value) : value;
        }
      }
    }
  });
  ctx.set_output(
      0, Tensor::handle(DType::kVariant, make_ref<CsrMatrix>(transposed_shape(matrix.shape()), matrix.batch_ends(),
                                                             row_ends, columns, values)));
}

Values transpose_grad(GradientContext& ctx) {
  return {csr::transposed(ctx.grad(), ctx.attr<DType>("type"), ctx.attr<bool>("conjugate"))};
}

constexpr const char* kIntegers = "integers";

}  // namespace

// SparseTensorToCSRSparseMatrix: the elements of a sparse tensor of rank 2 or
// 3, which are taken to be in order.
DEFINE_OP("SparseTensorToCSRSparseMatrix")
    .input("indices: int64")
    .input("values: T")
    .input("dense_shape: int64")
    .output("sparse_matrix: variant")
    .attr("T: " GW_CSR_TYPES)
    .doc(
        "A sparse tensor in row-major order as a sparse matrix, or as a batch "
        "of them.")
    .shape(from_sparse_shape)
    .kernel(CPU, from_sparse_cpu)
    .trait(Trait::kNoFold)
    .gradient(from_sparse_grad);

// DenseToCSRSparseMatrix: the elements of a dense tensor at the places given.
DEFINE_OP("DenseToCSRSparseMatrix")
    .input("dense_input: T")
    .input("indices: int64")
    .output("sparse_output: variant")
    .attr("T: " GW_CSR_TYPES)
    .doc(
        "The elements of a dense tensor at places in row-major order as a "
        "sparse matrix, or as a batch of them.")
    .shape(from_dense_shape)
    .kernel(CPU, from_dense_cpu)
    .trait(Trait::kNoFold)
    .gradient(from_dense_grad);

// CSRSparseMatrixToDense: 0 where nothing is stored.
DEFINE_OP("CSRSparseMatrixToDense")
    .input("sparse_input: variant")
    .output("dense_output: type")
    .attr("type: " GW_CSR_TYPES)
    .doc("A sparse matrix, or a batch of them, as a dense tensor.")
    .shape(to_dense_shape)
    .kernel(CPU, to_dense_cpu)
    .gradient(to_dense_grad);

// CSRSparseMatrixToSparseTensor: the elements with their places, in row-major
// order.
DEFINE_OP("CSRSparseMatrixToSparseTensor")
    .input("sparse_matrix: variant")
    .output("indices: int64")
    .output("values: type")
    .output("dense_shape: int64")
    .attr("type: " GW_CSR_TYPES)
    .doc("A sparse matrix, or a batch of them, as a sparse tensor.")
    .shape(to_sparse_shape)
    .kernel(CPU, to_sparse_cpu)
    .gradient(to_sparse_grad);

// CSRSparseMatrixComponents: matrix `index` of a batch: where its rows end, the
// columns and the values of its elements.
DEFINE_OP("CSRSparseMatrixComponents")
    .input("csr_sparse_matrix: variant")
    .input("index: int32")
    .output("row_ptrs: int32")
    .output("col_inds: int32")
    .output("values: type")
    .attr("type: " GW_CSR_TYPES)
    .doc(
        "One matrix of a batch of sparse ones, in the parts of its compressed "
        "rows.")
    .shape(components_shape)
    .kernel(CPU, components_cpu);

// SparseMatrixNNZ: how many elements each matrix stores.
DEFINE_OP("SparseMatrixNNZ")
    .input("sparse_matrix: variant")
    .output("nnz: int32")
    .doc("How many elements a sparse matrix stores, or each of a batch of them.")
    .shape(count_shape)
    .kernel(CPU, count_cpu)
    .no_gradient(kIntegers);

// SparseMatrixZeros: a matrix that stores nothing.
DEFINE_OP("SparseMatrixZeros")
    .input("dense_shape: int64")
    .output("sparse_matrix: variant")
    .attr("type: " GW_CSR_TYPES)
    .doc("A sparse matrix without elements, or a batch of them.")
    .shape(zeros_shape)
    .kernel(CPU, zeros_cpu)
    .trait(Trait::kNoFold)
    .no_gradient("its result does not depend on its input's value");

// SparseMatrixTranspose: rows become columns; on demand all values are
// conjugated.
DEFINE_OP("SparseMatrixTranspose")
    .input("input: variant")
    .output("output: variant")
    .attr("conjugate: bool = false")
    .attr("type: " GW_CSR_TYPES)
    .doc(
        "The transposes, or adjoints, of a sparse matrix or of a batch of "
        "them.")
    .shape(transpose_shape)
    .kernel(CPU, transpose_cpu)
    .trait(Trait::kNoFold)
    .gradient(transpose_grad);

}  // namespace graphwright
