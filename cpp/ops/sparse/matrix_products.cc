// Sparse matrices in compressed rows: products with dense and sparse ones,
// sums, scaling, softmax of rows.
#include <algorithm>

#include "base/parallel.h"
#include "ops/linalg/linalg.h"
#include "ops/sparse/matrix.h"

namespace graphwright {
namespace {

struct Flags {
  bool transpose_a, transpose_b, adjoint_a, adjoint_b;
  bool swaps_a() const { return transpose_a || adjoint_a; }
  bool swaps_b() const { return transpose_b || adjoint_b; }
};

template <class Context>
Flags read_flags(const Context& ctx) {
  auto flag = [&](const char* name) { return ctx.template attr<bool>(name); };
  return {flag("transpose_a"), flag("transpose_b"), flag("adjoint_a"), flag("adjoint_b")};
}
template <class Context>
void check_flags(const Context& ctx, const Flags& flags) {
  if (flags.adjoint_a && flags.transpose_a) ctx.fail("Only one of adjoint_a and transpose_a may be true.");
  if (flags.adjoint_b && flags.transpose_b) ctx.fail("Only one of adjoint_b and transpose_b may be true.");
}

int64_t merged_extent(ShapeContext& ctx, int64_t a, int64_t b) {
  if (a != kUnknown && b != kUnknown && a != b) ctx.fail("Dimensions must be equal, but are ", a, " and ", b);
  return a == kUnknown ? b : a;
}

// The shape of a product of matrices of these shapes after the flags.
Shape product_shape(ShapeContext& ctx, const Shape& a, const Shape& b) {
  if (!a.has_rank() || !b.has_rank()) {
    const Shape& known = a.has_rank() ? a : b;
    if (!known.has_rank()) return known;
    Shape shape = Shape::filled(known.rank(), kUnknown);
    const int axis = a.has_rank() ? known.rank() - 2 : known.rank() - 1;
    shape.set(axis, known[axis]);
    if (known.rank() == 3) shape.set(0, known[0]);
    return shape;
  }
  if (a.rank() != b.rank()) ctx.fail("Ranks of a and b must match, saw: ", a.rank(), " vs. ", b.rank(), ".");
  const int rank = a.rank();
  merged_extent(ctx, a[rank - 1], b[rank - 2]);
  Shape shape{a[rank - 2], b[rank - 1]};
  if (rank == 3) shape.insert(0, merged_extent(ctx, a[0], b[0]));
  return shape;
}

// ---- SparseMatrixMatMul ----

void matmul_shape(ShapeContext& ctx) {
  const Flags flags = read_flags(ctx);
  check_flags(ctx, flags);
  if (ctx.value(0).is_tensor()) return;  // the kernel has what is known, and its own words
  Shape a = csr_shape(ctx, 0);
  Shape b = ctx.with_rank_at_least(1, 2);
  if (flags.swaps_a()) a = transposed_shape(a);
  if (flags.swaps_b()) b = transposed_shape(b);
  const Shape shape = product_shape(ctx, a, b);
  ctx.set_output(0, ctx.attr<bool>("transpose_output") ? transposed_shape(shape) : shape);
}

// out += op(a) op(b) for matrix `index` of the batch; `out` is rows x columns.
template <class T>
void multiply(const CsrMatrix& a, int64_t index, const T* b, int64_t inner, int64_t columns, const Flags& flags,
              T* out) {
  const T* values = a.values().data<T>();
  for (int64_t row = 0; row < a.rows(); ++row) {
    const auto [begin, end] = a.row(index, row);
    for (int64_t i = begin; i < end; ++i) {
      const int64_t k = flags.swaps_a() ? row : a.column(i);
      T* to = out + (flags.swaps_a() ? a.column(i) : row) * columns;
      const T value = flags.adjoint_a ? conjugate(values[i]) : values[i];
      if (!flags.swaps_b()) {
        for (int64_t j = 0; j < columns; ++j) to[j] += value * b[k * columns + j];
      } else if (flags.transpose_b) {
        for (int64_t j = 0; j < columns; ++j) to[j] += value * b[j * inner + k];
      } else {
        for (int64_t j = 0; j < columns; ++j) to[j] += value * conjugate(b[j * inner + k]);
      }
    }
  }
}

void matmul_cpu(KernelContext& ctx) {
  const CsrMatrix& a = csr_input(ctx, 0);
  const Tensor& b = ctx.input(1);
  const Flags flags = read_flags(ctx);
  check_flags(ctx, flags);
  visit_csr(ctx, b.dtype(), []<class T>() {});
  if (a.dtype() != b.dtype())
    ctx.fail("Input types don't match.  a.dtype == ", a.dtype(), " vs. b.dtype == ", b.dtype());
  if (a.rank() != b.shape().rank())
    ctx.fail("Ranks of a and b must match, saw: ", a.rank(), " vs. ", b.shape().rank(), ".");
  if (a.rank() == 3 && a.shape()[0] != b.shape()[0])
    ctx.fail("Batch sizes of a and b must match, saw: ", a.shape()[0], " vs. ", b.shape()[0], ".");
  const Shape left = flags.swaps_a() ? transposed_shape(a.shape()) : a.shape();
  const Shape right = flags.swaps_b() ? transposed_shape(b.shape()) : b.shape();
  const int rank = a.rank();
  if (left[rank - 1] != right[rank - 2])
    ctx.fail("Inner product dimensions of A and B do not agree. Shapes are: ", left, " vs. ", right);
  const bool turned = ctx.attr<bool>("transpose_output"), conjugates = ctx.attr<bool>("conjugate_output");
  const int64_t rows = left[rank - 2], inner = left[rank - 1], columns = right[rank - 1];
  Shape shape = left;
  shape.set(rank - 1, columns);
  if (turned) shape = transposed_shape(shape);
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, Ints(shape.begin(), shape.end())));
  visit_csr(ctx, b.dtype(), [&]<class T>() {
    parallel_for(a.batch(), 1, [&](int64_t begin, int64_t end) {
      std::vector<T> sums(rows * columns);
      for (int64_t index = begin; index < end; ++index) {
        std::fill(sums.begin(), sums.end(), T(0));
        multiply<T>(a, index, b.data<T>() + index * inner * columns, inner, columns, flags, sums.data());
        T* to = out.data<T>() + index * rows * columns;
        for (int64_t row = 0; row < rows; ++row) {
          for (int64_t j = 0; j < columns; ++j) {
            const T sum = sums[row * columns + j];
            to[turned ? j * rows + row : row * columns + j] = conjugates ? conjugate(sum) : sum;
          }
        }
      }
    });
  });
}

// The columns of `places` that tell a row (without the last but `axis`-th):
// [batch,] and column `axis` from the end.
Value rows_at(const Value& places, int rank, int axis) {
  const Value one = Tensor::scalar(int32_t{1});
  Tensor wanted = rank == 3 ? Tensor::from<int32_t>({0, 3 - axis}) : Tensor::from<int32_t>({2 - axis});
  return op<"GatherV2">({places, wanted, one});
}

Values matmul_grad(GradientContext& ctx) {
  const Flags flags = read_flags(ctx);
  const Value &a = ctx.input(0), &b = ctx.input(1);
  const DType dtype = b.dtype();
  Value grad = ctx.grad();
  if (ctx.attr<bool>("conjugate_output")) grad = build::conj(grad);
  auto turned = [](const Value& x) { return build::conj(linalg::adjoint(x)); };
  if (ctx.attr<bool>("transpose_output")) grad = turned(grad);
  Values result(2);
  if (ctx.wants(0)) {
    // What op(a) has at its row r and column c is the product of row r of the
    // gradient and row c of op(b).
    const Values parts = csr::parts(a, dtype);
    const int rank = b.shape().has_rank() ? b.shape().rank() : 2;
    const Value rows = rows_at(parts[0], rank, 2), columns = rows_at(parts[0], rank, 1);
    const Value right = flags.transpose_b ? turned(b) : flags.adjoint_b ? linalg::adjoint(b) : b;
    const Value left_rows = op<"GatherNd">({grad, flags.swaps_a() ? columns : rows});
    const Value right_rows = op<"GatherNd">({right, flags.swaps_a() ? rows : columns});
    Value sums = op<"Sum">({build::mul(left_rows, build::conj(right_rows)), Tensor::scalar(int32_t{-1})});
    if (flags.adjoint_a) sums = build::conj(sums);
    result[0] = op<"SparseTensorToCSRSparseMatrix">({parts[0], sums, parts[2]});
  }
  if (ctx.wants(1)) {
    const Attrs turns{{"transpose_output", flags.swaps_b()}, {"conjugate_output", flags.adjoint_b}};
    Attrs attrs = turns;
    if (flags.transpose_a) {  // the adjoint of a transpose is the conjugate:
                              // conj(a conj(grad))
      attrs.set("conjugate_output", !flags.adjoint_b);
      grad = build::conj(grad);
    } else if (!flags.adjoint_a) {
      attrs.set("adjoint_a", true);
    }
    result[1] = op<"SparseMatrixMatMul">({a, grad}, attrs);
  }
  return result;
}

// ---- SparseMatrixSparseMatMul ----

void sparse_matmul_shape(ShapeContext& ctx) {
  const Flags flags = read_flags(ctx);
  check_flags(ctx, flags);
  Shape a = csr_shape(ctx, 0), b = csr_shape(ctx, 1);
  if (flags.swaps_a()) a = transposed_shape(a);
  if (flags.swaps_b()) b = transposed_shape(b);
  if (ctx.value(0).is_tensor() && ctx.value(1).is_tensor()) return ctx.set_output(0, Shape());
  set_csr_output(ctx, product_shape(ctx, a, b), ctx.attr<DType>("type"));
}

// op(matrix) as rows of (column, value).
template <class T>
using RowsOf = std::vector<std::vector<std::pair<int32_t, T>>>;

template <class T>
RowsOf<T> rows_of(const CsrMatrix& matrix, int64_t index, bool swaps, bool conjugates) {
  RowsOf<T> rows(swaps ? matrix.width() : matrix.rows());
  for (int64_t row = 0; row < matrix.rows(); ++row) {
    const auto [begin, end] = matrix.row(index, row);
    for (int64_t i = begin; i < end; ++i) {
      const T value = matrix.values().data<T>()[i];
      const int64_t column = matrix.column(i);
      rows[swaps ? column : row].emplace_back(static_cast<int32_t>(swaps ? row : column),
                                              conjugates ? conjugate(value) : value);
    }
  }
  return rows;
}

// A row that is being summed up, by columns.
template <class T>
class RowSums {
 public:
  explicit RowSums(int64_t width) : sums_(width, T(0)), used_(width, false) {}
  void add(int64_t column, T value) {
    if (!used_[column]) columns_.push_back(static_cast<int32_t>(column));
    used_[column] = true;
    sums_[column] += value;
  }
  // Hands the row over, columns ascending, and begins a new one.
  void flush(CsrBuilder<T>& to) {
    std::sort(columns_.begin(), columns_.end());
    for (int32_t column : columns_) {
      to.add(column, sums_[column]);
      sums_[column] = T(0);
      used_[column] = false;
    }
    columns_.clear();
    to.end_row();
  }
  T at(int64_t column) const { return sums_[column]; }
  void clear() {
    for (int32_t column : columns_) {
      sums_[column] = T(0);
      used_[column] = false;
    }
    columns_.clear();
  }

 private:
  std::vector<T> sums_;
  std::vector<bool> used_;
  std::vector<int32_t> columns_;
};

void check_same_kind(const KernelContext& ctx, const CsrMatrix& a, const CsrMatrix& b) {
  if (a.rank() != b.rank()) ctx.fail("Ranks of a and b must match, saw: ", a.rank(), " vs. ", b.rank(), ".");
  if (a.batch() != b.batch()) ctx.fail("Batch sizes of a and b must match, saw: ", a.batch(), " vs. ", b.batch(), ".");
}

void sparse_matmul_cpu(KernelContext& ctx) {
  const DType dtype = ctx.attr<DType>("type");
  const CsrMatrix &a = csr_input(ctx, 0, "a", dtype), &b = csr_input(ctx, 1, "b", dtype);
  const Flags flags = read_flags(ctx);
  check_flags(ctx, flags);
  check_same_kind(ctx, a, b);
  const Shape left = flags.swaps_a() ? transposed_shape(a.shape()) : a.shape();
  const Shape right = flags.swaps_b() ? transposed_shape(b.shape()) : b.shape();
  const int rank = a.rank();
  if (left[rank - 1] != right[rank - 2])
    ctx.fail("Inner product dimensions of A and B do not agree.  Shapes are: ", left, " vs. ", right);
  Shape shape = left;
  shape.set(rank - 1, right[rank - 1]);
  visit_csr(ctx, dtype, [&]<class T>() {
    CsrBuilder<T> builder(ctx, shape);
    RowSums<T> sums(right[rank - 1]);
    for (int64_t index = 0; index < a.batch(); ++index) {
      const RowsOf<T> x = rows_of<T>(a, index, flags.swaps_a(), flags.adjoint_a);
      const RowsOf<T> y = rows_of<T>(b, index, flags.swaps_b(), flags.adjoint_b);
      for (const auto& row : x) {
        for (const auto& [k, value] : row)
          for (const auto& [column, factor] : y[k]) sums.add(column, value * factor);
        sums.flush(builder);
      }
      builder.end_matrix();
    }
    ctx.set_output(0, builder.take());
  });
}

Values sparse_matmul_grad(GradientContext& ctx) {
  const Flags flags = read_flags(ctx);
  const DType dtype = ctx.attr<DType>("type");
  const Value &a = ctx.input(0), &b = ctx.input(1), grad = ctx.grad();
  // For c = x y the gradients are grad y^H and x^H grad; the factors as they
  // are where those are adjoints already.
  auto factor = [&](const Value& matrix, bool transposed) {
    return transposed ? csr::transposed(matrix, dtype, false) : matrix;
  };
  auto back = [&](const Value& found, const Value& like, bool transposed, bool adjoint) {
    return csr::at_places_of(transposed || adjoint ? csr::transposed(found, dtype, adjoint) : found, like, dtype);
  };
  Values result(2);
  if (ctx.wants(0)) {
    const Value found = csr::product(grad, factor(b, flags.transpose_b), dtype, false, !flags.adjoint_b);
    result[0] = back(found, a, flags.transpose_a, flags.adjoint_a);
  }
  if (ctx.wants(1)) {
    const Value found = csr::product(factor(a, flags.transpose_a), grad, dtype, !flags.adjoint_a, false);
    result[1] = back(found, b, flags.transpose_b, flags.adjoint_b);
  }
  return result;
}

// ---- SparseMatrixAdd, SparseMatrixMul ----

void add_shape(ShapeContext& ctx) {
  ctx.with_rank(2, 0);
  ctx.with_rank(3, 0);
  Shape a = csr_shape(ctx, 0);
  const Shape b = csr_shape(ctx, 1);
  if (a.has_rank() && b.has_rank()) {
    if (!a.compatible(b)) ctx.fail("Shapes must be equal, but are ", a, " and ", b);
    a = a.merge(b);
  }
  set_csr_output(ctx, a.has_rank() ? a : b, ctx.dtype(2));
}

void add_cpu(KernelContext& ctx) {
  const DType dtype = ctx.input(2).dtype();
  const CsrMatrix &a = csr_input(ctx, 0, "a", dtype), &b = csr_input(ctx, 1, "b", dtype);
  if (!(a.shape() == b.shape())) ctx.fail("Shapes of a and b must match, saw: ", a.shape(), " vs. ", b.shape());
  for (int i : {2, 3}) {
    if (ctx.input(i).shape().rank() != 0) ctx.fail("alpha and beta must be scalars, got shape ", ctx.input(i).shape());
  }
  visit_csr(ctx, dtype, [&]<class T>() {
    CsrBuilder<T> builder(ctx, a.shape());
    RowSums<T> sums(a.width());
    for (int64_t index = 0; index < a.batch(); ++index) {
      for (int64_t row = 0; row < a.rows(); ++row) {
        int scale = 2;
        for (const CsrMatrix* matrix : {&a, &b}) {
          const T factor = *ctx.input(scale++).data<T>();
          const auto [begin, end] = matrix->row(index, row);
          for (int64_t i = begin; i < end; ++i) sums.add(matrix->column(i), factor * matrix->values().data<T>()[i]);
        }
        sums.flush(builder);
      }
      builder.end_matrix();
    }
    ctx.set_output(0, builder.take());
  });
}

Values add_grad(GradientContext& ctx) {
  Values result(4);
  for (int i : {0, 1}) {
    if (!ctx.wants(i)) continue;
    const Value& scale = ctx.input(2 + i);
    const Value scaled = op<"SparseMatrixMul">({ctx.grad(), build::conj(scale)});
    result[i] = csr::at_places_of(scaled, ctx.input(i), scale.dtype());
  }
  return result;
}

void mul_shape(ShapeContext& ctx) {
  const Shape& b = ctx.input(1);
  if (b.has_rank() && b.rank() != 0 && b.rank() != 3) ctx.fail("b must be a scalar or of rank 3, got shape ", b);
  set_csr_output(ctx, csr_shape(ctx, 0), ctx.dtype(1));
}

void mul_cpu(KernelContext& ctx) {
  const Tensor& b = ctx.input(1);
  visit_csr(ctx, b.dtype(), []<class T>() {});
  const CsrMatrix& a = csr_input(ctx, 0, "a", b.dtype());
  if (b.shape().rank() != 0 && !(a.rank() == 3 && b.shape() == Shape{a.shape()[0], 1, 1}))
    ctx.fail(
        "b must be a scalar, or for a batch of matrices of shape [batch, "
        "1, 1]; a has shape ",
        a.shape(), ", b has shape ", b.shape());
  Tensor values = Tensor::allocate(a.dtype(), Shape{a.count()});
  visit_csr(ctx, a.dtype(), [&]<class T>() {
    for (int64_t index = 0; index < a.batch(); ++index) {
      const T factor = b.data<T>()[b.shape().rank() == 0 ? 0 : index];
      for (int64_t i = a.batch_ends()[index]; i < a.batch_ends()[index + 1]; ++i)
        values.data<T>()[i] = a.values().data<T>()[i] * factor;
    }
  });
  ctx.set_output(0, a.with_values(values));
}

Values mul_grad(GradientContext& ctx) {
  const Value& b = ctx.input(1);
  Values result(2);
  if (ctx.wants(0)) result[0] = op<"SparseMatrixMul">({ctx.grad(), build::conj(b)});
  if (ctx.wants(1)) {
    const Values grad = csr::parts(ctx.grad(), b.dtype());
    const Value products = build::mul(grad[1], build::conj(csr::values(ctx.input(0), b.dtype())));
    if (b.shape().rank() == 0) {
      result[1] = op<"Sum">({products, Tensor::scalar(int32_t{0})});
    } else {
      const Value index = op<"GatherV2">({grad[0], Tensor::scalar(int32_t{0}), Tensor::scalar(int32_t{1})});
      result[1] = build::reshape_like(op<"UnsortedSegmentSum">({products, index, op<"Size">({b})}), b);
    }
  }
  return result;
}

// ---- SparseMatrixSoftmax ----

void softmax_shape(ShapeContext& ctx) { set_csr_output(ctx, csr_shape(ctx, 0), ctx.attr<DType>("type")); }

void softmax_cpu(KernelContext& ctx) {
  const CsrMatrix& logits = csr_input(ctx, 0, "logits", ctx.attr<DType>("type"));
  Tensor values = Tensor::allocate(logits.dtype(), Shape{logits.count()});
  visit_dtype<float, double>(logits.dtype(), [&]<class T>() {
    const T* x = logits.values().data<T>();
    T* y = values.data<T>();
    for (int64_t index = 0; index < logits.batch(); ++index) {
      for (int64_t row = 0; row < logits.rows(); ++row) {
        const auto [begin, end] = logits.row(index, row);
        if (begin == end) continue;
        const T largest = *std::max_element(x + begin, x + end);
        T sum = 0;
        for (int64_t i = begin; i < end; ++i) sum += y[i] = std::exp(x[i] - largest);
        for (int64_t i = begin; i < end; ++i) y[i] /= sum;
      }
    }
  });
  ctx.set_output(0, logits.with_values(values));
}

void softmax_grad_cpu(KernelContext& ctx) {
  const DType dtype = ctx.attr<DType>("type");
  const CsrMatrix& softmax = csr_input(ctx, 0, "softmax", dtype);
  const CsrMatrix& grad = csr_input(ctx, 1, "grad_softmax", dtype);
  if (!(softmax.shape() == grad.shape()))
    ctx.fail("Shapes of softmax and grad_softmax must match, saw: ", softmax.shape(), " vs. ", grad.shape());
  Tensor values = Tensor::allocate(dtype, Shape{softmax.count()});
  visit_dtype<float, double>(dtype, [&]<class T>() {
    const T *y = softmax.values().data<T>(), *dy = grad.values().data<T>();
    RowSums<T> grads(softmax.width());  // of the row, by columns
    for (int64_t index = 0; index < softmax.batch(); ++index) {
      for (int64_t row = 0; row < softmax.rows(); ++row) {
        const auto [begin, end] = grad.row(index, row);
        for (int64_t i = begin; i < end; ++i) grads.add(grad.column(i), dy[i]);
        const auto [first, last] = softmax.row(index, row);
        T sum = 0;
        for (int64_t i = first; i < last; ++i) sum += y[i] * grads.at(softmax.column(i));
        for (int64_t i = first; i < last; ++i) values.data<T>()[i] = (grads.at(softmax.column(i)) - sum) * y[i];
        grads.clear();
      }
    }
  });
  ctx.set_output(0, softmax.with_values(values));
}

Values softmax_grad(GradientContext& ctx) {
  return {op<"SparseMatrixSoftmaxGrad">({ctx.output(0), ctx.grad()}, {{"type", ctx.attr<DType>("type")}})};
}

}  // namespace

// SparseMatrixMatMul: op(a) op(b) for sparse a and dense b, with transposes and
// adjoints of all on demand.
DEFINE_OP("SparseMatrixMatMul")
    .input("a: variant")
    .input("b: T")
    .output("output: T")
    .attr("T: type")
    .attr("transpose_a: bool = false")
    .attr("transpose_b: bool = false")
    .attr("adjoint_a: bool = false")
    .attr("adjoint_b: bool = false")
    .attr("transpose_output: bool = false")
    .attr("conjugate_output: bool = false")
    .doc(
        "The dense product of a sparse and a dense matrix, or of a batch of "
        "them.")
    .shape(matmul_shape)
    .kernel(CPU, matmul_cpu)
    .gradient(matmul_grad);

// SparseMatrixSparseMatMul: op(a) op(b) for sparse a and b.
DEFINE_OP("SparseMatrixSparseMatMul")
    .input("a: variant")
    .input("b: variant")
    .output("c: variant")
    .attr("type: " GW_CSR_TYPES)
    .attr("transpose_a: bool = false")
    .attr("transpose_b: bool = false")
    .attr("adjoint_a: bool = false")
    .attr("adjoint_b: bool = false")
    .doc("The sparse product of two sparse matrices, or of a batch of them.")
    .shape(sparse_matmul_shape)
    .kernel(CPU, sparse_matmul_cpu)
    .trait(Trait::kNoFold)
    .gradient(sparse_matmul_grad);

// SparseMatrixAdd: alpha a + beta b; what either stores is stored.
DEFINE_OP("SparseMatrixAdd")
    .input("a: variant")
    .input("b: variant")
    .input("alpha: T")
    .input("beta: T")
    .output("c: variant")
    .attr("T: " GW_CSR_TYPES)
    .doc("alpha a + beta b for sparse matrices, or for batches of them.")
    .shape(add_shape)
    .kernel(CPU, add_cpu)
    .trait(Trait::kNoFold)
    .gradient(add_grad);

// SparseMatrixMul: all elements times a number, one for each matrix of a batch
// or one for all.
DEFINE_OP("SparseMatrixMul")
    .input("a: variant")
    .input("b: T")
    .output("output: variant")
    .attr("T: type")
    .doc(
        "A sparse matrix times a number; for a batch, one number for all or "
        "one for each.")
    .shape(mul_shape)
    .kernel(CPU, mul_cpu)
    .trait(Trait::kNoFold)
    .gradient(mul_grad);

// SparseMatrixSoftmax: the softmax of each row's stored elements.
DEFINE_OP("SparseMatrixSoftmax")
    .input("logits: variant")
    .output("softmax: variant")
    .attr("type: {float, double}")
    .doc(
        "The softmax of each row's elements, as if what is not stored were "
        "-infinity.")
    .shape(softmax_shape)
    .kernel(CPU, softmax_cpu)
    .trait(Trait::kNoFold)
    .gradient(softmax_grad);

// SparseMatrixSoftmaxGrad: (grad - sum over the row of grad softmax) softmax,
// at softmax's places.
DEFINE_OP("SparseMatrixSoftmaxGrad")
    .input("softmax: variant")
    .input("grad_softmax: variant")
    .output("gradient: variant")
    .attr("type: {float, double}")
    .doc(
        "What SparseMatrixSoftmax's gradient is at the elements of its "
        "operand.")
    .shape(softmax_shape)
    .kernel(CPU, softmax_grad_cpu)
    .trait(Trait::kNoFold);

}  // namespace graphwright
