// Reading the three inputs of a sparse tensor - indices, values, shape - in kernels and shape rules.
#pragma once

#include <algorithm>
#include <numeric>

#include "kernels/strided_copy.h"
#include "op/build.h"
#include "ops/array_args.h"

// The dtypes that TensorFlow's OpDefs allow.
#define GW_SPARSE_REALS "{float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}"
#define GW_SPARSE_NUMBERS                                                                                           \
  "{float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, " \
  "uint16, complex128, half, uint32, uint64}"

namespace graphwright {

// A sparse tensor of int64 indices: `count` elements at positions of `rank` numbers.
struct SparseArgs {
  const int64_t* indices = nullptr;
  int64_t count = 0;
  int rank = 0;
  Ints shape;

  const int64_t* at(int64_t i) const { return indices + i * rank; }
  // -1, 0 or 1 as element i of this comes before, with or after element j of another in row-major order.
  int compare(int64_t i, const SparseArgs& other, int64_t j) const {
    for (int axis = 0; axis < rank; ++axis)
      if (at(i)[axis] != other.at(j)[axis]) return at(i)[axis] < other.at(j)[axis] ? -1 : 1;
    return 0;
  }
};

inline std::string sparse_position_text(const int64_t* position, int rank) {
  return str_cat("[", str_join(std::span<const int64_t>(position, rank), ","), "]");
}

// Checks the ranks and sizes of a sparse tensor's inputs, and with `bounds` that each index lies within the shape.
// `values` is -1 where there are none.
inline SparseArgs read_sparse(KernelContext& ctx, int indices, int values, int shape, bool bounds = true) {
  const Tensor& position = ctx.input(indices);
  if (position.shape().rank() != 2) ctx.fail("Input indices should be a matrix but received shape ", position.shape());
  if (values >= 0 && ctx.input(values).shape().rank() != 1)
    ctx.fail("Input values should be a vector but received shape ", ctx.input(values).shape());
  if (ctx.input(shape).shape().rank() != 1)
    ctx.fail("Input shape should be a vector but received shape ", ctx.input(shape).shape());
  SparseArgs found;
  found.indices = position.data<int64_t>();
  found.count = position.shape()[0];
  found.rank = static_cast<int>(position.shape()[1]);
  found.shape = ctx.input(shape).ints();
  if (static_cast<int>(found.shape.size()) != found.rank)
    ctx.fail("Index rank ", found.rank, " and shape rank ", found.shape.size(), " do not match");
  if (values >= 0 && ctx.input(values).num_elements() != found.count)
    ctx.fail("Number of elements of values, ", ctx.input(values).num_elements(), ", and of indices, ", found.count,
             ", do not match");
  shape_of_sizes(ctx, found.shape);  // no negative extent, no overflow
  if (bounds) {
    for (int64_t i = 0; i < found.count; ++i) {
      for (int axis = 0; axis < found.rank; ++axis) {
        if (found.at(i)[axis] < 0 || found.at(i)[axis] >= found.shape[axis])
          ctx.fail("indices[", i, "] = ", sparse_position_text(found.at(i), found.rank),
                   " is out of bounds: need 0 <= index < [", str_join(found.shape, ","), "]");
      }
    }
  }
  return found;
}

// The same where the elements have to be in order, too.
inline SparseArgs ordered_sparse(KernelContext& ctx, int indices, int values, int shape) {
  const SparseArgs sparse = read_sparse(ctx, indices, values, shape);
  for (int64_t i = 1; i < sparse.count; ++i) {
    const int order = sparse.compare(i - 1, sparse, i);
    if (order == 0) ctx.fail("indices[", i, "] = ", sparse_position_text(sparse.at(i), sparse.rank), " is repeated");
    if (order > 0)
      ctx.fail("indices[", i, "] = ", sparse_position_text(sparse.at(i), sparse.rank),
               " is out of order. Many sparse ops require sorted indices.\n    Use `tf.sparse.reorder` to create a ",
               "correctly ordered copy.\n\n");
  }
  return sparse;
}

inline SmallVector<int64_t, 8> sparse_strides(const Ints& shape) {
  return strides_of(Shape(std::span<const int64_t>(shape.data(), shape.size())));
}
inline int64_t sparse_offset(const int64_t* position, const SmallVector<int64_t, 8>& strides) {
  int64_t offset = 0;
  for (size_t axis = 0; axis < strides.size(); ++axis) offset += position[axis] * strides[axis];
  return offset;
}

// Copies element `from` of a tensor to element `to` of another.
inline void copy_element(const Tensor& out, int64_t to, const Tensor& in, int64_t from) {
  copy_elements(in.dtype(), advance(out.raw(), out.dtype(), to), advance(in.raw(), in.dtype(), from), 1);
}

// The rank of a sparse tensor in a shape rule, -1 where it is not known.
inline int64_t sparse_rank(ShapeContext& ctx, int indices, int shape) {
  if (ctx.input(indices).rank() == 2 && ctx.input(indices)[1] != kUnknown) return ctx.input(indices)[1];
  if (ctx.input(shape).rank() == 1) return ctx.input(shape)[0];
  return kUnknown;
}
// Checks in a shape rule what is known of the ranks of a sparse tensor's inputs.
inline void check_sparse(ShapeContext& ctx, int indices, int values, int shape) {
  ctx.with_rank(indices, 2);
  if (values >= 0) ctx.with_rank(values, 1);
  ctx.with_rank(shape, 1);
}

// For gradients: 0 … n - 1 for the n elements of a vector.
inline Value numbers_of(const Value& values) {
  const Value size = op<"Size">({values});
  return op<"Range">({Tensor::scalar(int32_t{0}), size, Tensor::scalar(int32_t{1})});
}
// For gradients: element `source[k]` of the result is the sum of the `grad[k]`; it has as many elements as `like`.
inline Value sum_to_sources(const Value& grad, const Value& source, const Value& like) {
  return op<"UnsortedSegmentSum">({grad, source, op<"Size">({like})});
}

}  // namespace graphwright
