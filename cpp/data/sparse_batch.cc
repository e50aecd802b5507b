// DenseToSparseBatchDataset: elements of different sizes as rows of sparse tensors.
#include <algorithm>

#include "data/dataset.h"
#include "op/older_op.h"
#include "ops/variant/packed_tensor.h"

namespace graphwright::data {
namespace {

class SparseBatch final : public Transformation {
 public:
  // -1 in `row`: as large as the batch needs.
  SparseBatch(Ref<Dataset> input, int64_t size, Shape row)
      : Transformation(std::move(input)), size_(size), row_(std::move(row)) {}

  int64_t cardinality() const override {
    const int64_t n = input_->cardinality();
    return n < 0 ? n : n / size_ + (n % size_ == 0 ? 0 : 1);
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Batching>(this, context);
  }

 private:
  class Batching final : public TransformationIterator<SparseBatch> {
   public:
    using TransformationIterator::TransformationIterator;
    bool next(Element& out) override {
      std::vector<Tensor> rows;
      Element element;
      while (static_cast<int64_t>(rows.size()) < dataset_->size_ && input_.next(element)) {
        GW_CHECK_ARG(element.size() == 1, "elements of a sparse batch have one component, not ", element.size());
        rows.emplace_back(Tensor::of(element[0]));
      }
      if (rows.empty()) return false;
      out.push_back(dataset_->batch_of(rows));
      return true;
    }
    void save(StateWriter& out) override {
      out.text("SparseBatch");
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("SparseBatch");
      input_.restore(in);
    }
  };

  // The three variants of the sparse tensor.
  Tensor batch_of(const std::vector<Tensor>& rows) const {
    const int rank = row_.rank();
    Shape shape = row_;
    int64_t total = 0;
    for (const Tensor& row : rows) {
      GW_CHECK_ARG(row.shape().rank() == rank, "Input element had shape (", row.shape(),
                   ") that is incompatible with the row shape (", row_, ").");
      GW_CHECK_ARG(row.dtype() == rows[0].dtype(), "elements of one batch have different dtypes");
      for (int axis = 0; axis < rank; ++axis) {
        const int64_t size = row.shape()[axis];
        if (row_[axis] < 0) {
          shape.set(axis, std::max(shape[axis], size));
        } else {
          GW_CHECK(size <= row_[axis], Code::kDataLoss, "Input element had shape (", row.shape(),
                   ") that is larger than the row shape (", row_, ").");
        }
      }
      total += row.num_elements();
    }
    Tensor indices = Tensor::allocate(DType::kInt64, Shape{total, rank + 1});
    Tensor values = Tensor::allocate(rows[0].dtype(), Shape{total});
    const size_t width = dtype_size(values.dtype());
    auto* index = indices.data<int64_t>();
    int64_t at = 0;
    for (size_t k = 0; k < rows.size(); ++k) {
      const int64_t count = rows[k].num_elements();
      copy_elements(values.dtype(), static_cast<char*>(values.raw()) + at * static_cast<int64_t>(width), rows[k].raw(),
                    count);
      at += count;
      for (int64_t i = 0; i < count; ++i) {
        index[0] = static_cast<int64_t>(k);
        int64_t left = i;
        for (int axis = rank - 1; axis >= 0; --axis) {
          index[axis + 1] = left % rows[k].shape()[axis];
          left /= rows[k].shape()[axis];
        }
        index += rank + 1;
      }
    }
    std::vector<int64_t> sizes{static_cast<int64_t>(rows.size())};
    for (int axis = 0; axis < rank; ++axis) sizes.push_back(std::max<int64_t>(shape[axis], 0));
    Tensor packed = Tensor::allocate(DType::kVariant, Shape{3});
    packed.data<Handle>()[0] = packed_tensor(std::move(indices));
    packed.data<Handle>()[1] = packed_tensor(std::move(values));
    packed.data<Handle>()[2] = packed_tensor(Tensor::from(std::span<const int64_t>(sizes)));
    return packed;
  }

  const int64_t size_;
  const Shape row_;
};

void make_sparse_batch(KernelContext& ctx) {
  const int64_t size = int_input(ctx, 1, "batch_size");
  if (size <= 0) ctx.fail("Batch size must be greater than zero.");
  if (ctx.input(2).shape().rank() != 1) ctx.fail("row_shape must be a vector");
  for (int64_t extent : ctx.input(2).ints())
    if (extent < -1) ctx.fail("an extent of row_shape must be -1 or at least 0, got ", extent);
  set_dataset<SparseBatch>(ctx, dataset_input(ctx, 0), size, ctx.input(2).as_shape());
}

DEFINE_DATASET("DenseToSparseBatchDataset")
    .input("input_dataset: variant")
    .input("batch_size: int64")
    .input("row_shape: int64")
    .doc("As many elements at a time as `batch_size` says, as rows of a sparse tensor.")
    .kernel(CPU, make_sparse_batch);

DEFINE_OLDER_OP("ExperimentalDenseToSparseBatchDataset", "DenseToSparseBatchDataset");

}  // namespace
}  // namespace graphwright::data
