// CsrMatrix: a sparse matrix, or a batch of them, in compressed rows, behind a
// tensor of dtype variant.
#pragma once

#include <complex>
#include <limits>

#include "op/build.h"
#include "ops/array_args.h"
#include "tensor/variant.h"

#define GW_CSR_TYPES "{float, double, complex64, complex128}"

namespace graphwright {

class CsrMatrix final : public VariantObject {
 public:
  // `shape` has rank 2 or 3. `row_ends` has for each matrix 0 and where each of
  // its rows ends, `columns` and `values` an element for each stored one, row
  // by row, matrix by matrix; `batch_ends` 0 and where each matrix ends.
  CsrMatrix(Shape shape, std::vector<int64_t> batch_ends, Tensor row_ends, Tensor columns, Tensor values)
      : shape_(std::move(shape)),
        batch_ends_(std::move(batch_ends)),
        row_ends_(std::move(row_ends)),
        columns_(std::move(columns)),
        values_(std::move(values)) {}

  const char* type_name() const override { return "CSRSparseMatrix"; }
  Ref<RefCounted> zeros_like() const override;
  Ref<RefCounted> add(const VariantObject& other) const override;

  const Shape& shape() const { return shape_; }
  int rank() const { return shape_.rank(); }
  int64_t batch() const { return static_cast<int64_t>(batch_ends_.size()) - 1; }
  int64_t rows() const { return shape_[shape_.rank() - 2]; }
  int64_t width() const { return shape_[shape_.rank() - 1]; }
  int64_t count() const { return values_.num_elements(); }
  DType dtype() const { return values_.dtype(); }

  const std::vector<int64_t>& batch_ends() const { return batch_ends_; }
  const Tensor& row_ends() const { return row_ends_; }
  const Tensor& columns() const { return columns_; }
  const Tensor& values() const { return values_; }

  // The elements of row `row` of matrix `b` are [begin, end) of columns() and
  // values().
  struct Row {
    int64_t begin, end;
  };
  Row row(int64_t b, int64_t row) const {
    const int32_t* ends = row_ends_.data<int32_t>() + b * (rows() + 1) + row;
    return {batch_ends_[b] + ends[0], batch_ends_[b] + ends[1]};
  }
  int64_t column(int64_t i) const { return columns_.data<int32_t>()[i]; }

  // The same places with other values, of any dtype.
  Tensor with_values(Tensor values) const {
    return Tensor::handle(DType::kVariant,
                          make_ref<CsrMatrix>(shape_, batch_ends_, row_ends_, columns_, std::move(values)));
  }

 private:
  Shape shape_;
  std::vector<int64_t> batch_ends_;
  Tensor row_ends_;  // int32
  Tensor columns_;   // int32
  Tensor values_;
};

// Collects a matrix row by row.
template <class T>
class CsrBuilder {
 public:
  CsrBuilder(const KernelContext& ctx, Shape shape) : ctx_(ctx), shape_(std::move(shape)) {
    const int64_t rows = shape_[shape_.rank() - 2], batch = shape_.rank() == 3 ? shape_[0] : 1;
    row_ends_ = Tensor::zeros(DType::kInt32, shape_of_sizes(ctx, Ints{batch, rows + 1}));
    next_row_ = row_ends_.data<int32_t>();
  }
  void add(int64_t column, T value) {
    columns_.push_back(static_cast<int32_t>(column));
    values_.push_back(value);
  }
  void end_row() {
    if (static_cast<int64_t>(values_.size()) - batch_ends_.back() > std::numeric_limits<int32_t>::max())
      ctx_.fail("a sparse matrix has more than 2**31 - 1 elements");
    *++next_row_ = static_cast<int32_t>(static_cast<int64_t>(values_.size()) - batch_ends_.back());
  }
  void end_matrix() {
    batch_ends_.push_back(static_cast<int64_t>(values_.size()));
    ++next_row_;
  }
  Tensor take() {
    return Tensor::handle(DType::kVariant, make_ref<CsrMatrix>(shape_, std::move(batch_ends_), row_ends_,
                                                               Tensor::from(std::span<const int32_t>(columns_)),
                                                               Tensor::from(std::span<const T>(values_))));
  }

 private:
  const KernelContext& ctx_;
  Shape shape_;
  std::vector<int64_t> batch_ends_{0};
  Tensor row_ends_;
  int32_t* next_row_;
  std::vector<int32_t> columns_;
  std::vector<T> values_;
};

// The matrix at input i, of the dtype that the attr `type` names.
const CsrMatrix& csr_input(const KernelContext& ctx, int i);
const CsrMatrix& csr_input(const KernelContext& ctx, int i, const char* name, DType dtype);
// Checks that int32 can count rows and columns, and that the shape has rank 2
// or 3.
void check_csr_shape(const KernelContext& ctx, const Shape& shape);

// The static shape, in a shape rule, of the matrix at input i: rank 2 or 3, or
// unknown.
Shape csr_shape(ShapeContext& ctx, int i);
// Output 0 is such a matrix of this shape.
void set_csr_output(ShapeContext& ctx, const Shape& shape, DType dtype);
inline void csr_like_input(ShapeContext& ctx) { set_csr_output(ctx, csr_shape(ctx, 0), ctx.handle_dtype(0)); }
// `shape` with its last two extents exchanged.
Shape transposed_shape(Shape shape);

template <class F>
void visit_csr(const KernelContext& ctx, DType dtype, F&& f) {
  if (!visit_dtype<float, double, std::complex<float>, std::complex<double>>(dtype, std::forward<F>(f)))
    ctx.fail_code(Code::kNotFound, "there is no CPU kernel for ", dtype);
}

template <class T>
T conjugate(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return value;
  } else {
    return std::conj(value);
  }
}

// For gradients.
namespace csr {

// The places of the matrix's elements, an int64 matrix; and their values; and
// the shape.
Values parts(const Value& matrix, DType dtype);
inline Value places(const Value& matrix, DType dtype) { return parts(matrix, dtype)[0]; }
Value values(const Value& matrix, DType dtype);
// The matrix with the places of `like` and what `matrix` has there.
Value at_places_of(const Value& matrix, const Value& like, DType dtype);
Value transposed(const Value& matrix, DType dtype, bool conjugate);
Value product(const Value& a, const Value& b, DType dtype, bool adjoint_a, bool adjoint_b);

}  // namespace csr

}  // namespace graphwright
