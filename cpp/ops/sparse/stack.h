// Sparse tensors as parts, and many of them stacked to one.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/strided_copy.h"
#include "op/context.h"
#include "ops/sparse/parts.h"

namespace graphwright {

// Gives outputs 0 to 2 as the parts of one sparse tensor of the attr `dtype`, whose first axes have the extents of
// `outer` (as many as there are elements); the others are as large as the largest of the elements.
inline void stack_sparse(KernelContext& ctx, const std::vector<SparseParts>& elements, const Shape& outer) {
  const DType dtype = ctx.attr<DType>("dtype");
  std::vector<int64_t> extents;
  int64_t count = 0;
  for (size_t i = 0; i < elements.size(); ++i) {
    const auto& [indices, values, shape] = elements[i];
    if (indices.dtype() != DType::kInt64 || shape.dtype() != DType::kInt64 || indices.shape().rank() != 2 ||
        values.shape().rank() != 1 || shape.shape().rank() != 1)
      ctx.fail("Expected serialized SparseTensor[", i,
               "] to have int64 indices in a matrix, a vector of values and one ", "of extents, got ", indices.dtype(),
               " of shape ", indices.shape(), ", shape ", values.shape(), ", and ", shape.dtype(), " of shape ",
               shape.shape());
    if (values.dtype() != dtype)
      ctx.fail("Requested SparseTensor of type ", dtype, " but SparseTensor[", i,
               "].values.dtype() == ", values.dtype());
    if (indices.shape()[0] != values.num_elements() || indices.shape()[1] != shape.num_elements())
      ctx.fail("a serialized sparse tensor has ", indices.shape(), " indices and ", values.num_elements(), " values");
    const auto own = shape.flat<int64_t>();
    if (i == 0) extents.assign(own.begin(), own.end());
    if (own.size() != extents.size())
      ctx.fail("Inconsistent rank across SparseTensors: rank prior to SparseTensor[", i, "] was: ", extents.size(),
               " but rank of SparseTensor[", i, "] is: ", own.size());
    for (size_t axis = 0; axis < extents.size(); ++axis) extents[axis] = std::max(extents[axis], own[axis]);
    count += values.num_elements();
  }
  const int64_t inner = static_cast<int64_t>(extents.size()), rank = outer.rank() + inner;
  Tensor indices = Tensor::allocate(DType::kInt64, Shape{count, rank});
  Tensor values = Tensor::allocate(dtype, Shape{count});
  int64_t* to = indices.data<int64_t>();
  int64_t done = 0;
  for (size_t i = 0; i < elements.size(); ++i) {
    const Tensor &own = elements[i].indices, &part = elements[i].values;
    copy_elements(dtype, static_cast<char*>(values.raw()) + done * static_cast<int64_t>(dtype_size(dtype)), part.raw(),
                  part.num_elements());
    for (int64_t k = 0; k < part.num_elements(); ++k, to += rank) {
      int64_t place = static_cast<int64_t>(i);
      for (int axis = outer.rank() - 1; axis >= 0; --axis) {
        to[axis] = place % outer[axis];
        place /= outer[axis];
      }
      std::copy_n(own.data<int64_t>() + k * inner, inner, to + outer.rank());
    }
    done += part.num_elements();
  }
  std::vector<int64_t> shape(outer.sizes().begin(), outer.sizes().end());
  shape.insert(shape.end(), extents.begin(), extents.end());
  ctx.set_output(0, indices);
  ctx.set_output(1, values);
  ctx.set_output(2, Tensor::from(std::span<const int64_t>(shape)));
}

}  // namespace graphwright
