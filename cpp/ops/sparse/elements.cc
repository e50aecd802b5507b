// Sparse tensors element by element: to dense ones, in order, in another shape, with dense operands, without empty
// rows.
#include <cmath>
#include <unordered_map>

#include "base/wrapping.h"
#include "op/xla_facts.h"
#include "ops/sparse/args.h"

namespace graphwright {
namespace {

// ---- SparseToDense ----

void sparse_to_dense_shape(ShapeContext& ctx) {
  if (ctx.input(0).rank() > 2)
    ctx.fail("sparse_indices should be a scalar, vector, or matrix, got shape ", ctx.input(0));
  if (ctx.input(2).rank() > 1) ctx.fail("sparse_values should be a scalar or vector, got shape ", ctx.input(2));
  ctx.with_rank(1, 1);
  ctx.with_rank(3, 0);
  ctx.set_output(0, ctx.constant_as_shape(1));
}

void sparse_to_dense_cpu(KernelContext& ctx) {
  const Tensor &indices = ctx.input(0), &values = ctx.input(2);
  if (indices.shape().rank() > 2)
    ctx.fail("sparse_indices should be a scalar, vector, or matrix, got shape ", indices.shape());
  if (ctx.input(1).shape().rank() != 1) ctx.fail("output_shape should be a vector, got shape ", ctx.input(1).shape());
  if (values.shape().rank() > 1) ctx.fail("sparse_values should be a scalar or vector, got shape ", values.shape());
  if (ctx.input(3).num_elements() != 1) ctx.fail("default_value should be a scalar.");
  const int64_t count = indices.shape().rank() > 0 ? indices.shape()[0] : 1;
  const int64_t rank = indices.shape().rank() > 1 ? indices.shape()[1] : 1;
  const Ints sizes = ctx.input(1).ints();
  if (static_cast<int64_t>(sizes.size()) != rank)
    ctx.fail("output_shape has incorrect number of elements: ", sizes.size(), " should be: ", rank);
  if (values.shape().rank() == 1 && values.num_elements() != count)
    ctx.fail("sparse_values has incorrect shape ", values.shape(), ", should be [] or [", count, "]");
  const Shape shape = shape_of_sizes(ctx, sizes);
  Tensor out = ctx.allocate(0, shape);
  if (out.num_elements() > 0) fill_elements(out.dtype(), out.raw(), ctx.input(3).raw(), out.num_elements());
  const auto strides = strides_of(shape);
  const bool validate = ctx.attr<bool>("validate_indices");
  int64_t previous = -1;
  for (int64_t i = 0; i < count; ++i) {
    int64_t offset = 0;
    Ints position;
    for (int64_t axis = 0; axis < rank; ++axis) {
      position.push_back(indices.int_at(i * rank + axis));
      if (position.back() < 0 || position.back() >= sizes[axis])
        ctx.fail("indices[", i, "] = [", str_join(position, ","), "] is out of bounds: need 0 <= index < [",
                 str_join(sizes, ","), "]");
      offset += position.back() * strides[axis];
    }
    if (validate && offset <= previous)
      ctx.fail("indices[", i, "] = [", str_join(position, ","), "] is ",
               offset == previous ? "repeated" : "out of order",
               ". Many sparse ops require sorted indices. Use `tf.sparse.reorder` to create a correctly ordered copy.");
    previous = offset;
    copy_element(out, offset, values, values.shape().rank() == 1 ? i : 0);
  }
}

Values sparse_to_dense_grad(GradientContext& ctx) {
  Values result(4);
  const Value grad = ctx.grad();
  // Indices as a matrix, where they may be a vector or a scalar.
  Value indices = ctx.input(0);
  if (indices.shape().rank() != 2)
    indices = build::reshape(
        indices, op<"ConcatV2">({build::ints({-1}), build::shape_of(ctx.input(1)), Tensor::scalar(int32_t{0})}));
  const Value gathered = op<"GatherNd">({grad, indices});
  const bool one_value = ctx.input(2).shape().rank() == 0;
  const Value zero = Tensor::scalar(int32_t{0});
  const Value sum = op<"Sum">({gathered, zero});
  if (ctx.wants(2)) result[2] = one_value ? sum : gathered;
  if (ctx.wants(3)) result[3] = build::sub(op<"Sum">({build::reshape(grad, build::ints({-1})), zero}), sum);
  return result;
}

// ---- SparseReorder ----

void sparse_reorder_shape(ShapeContext& ctx) {
  check_sparse(ctx, 0, 1, 2);
  ctx.set_output(0, ctx.with_rank(0, 2));
  ctx.set_output(1, ctx.with_rank(1, 1));
}

void sparse_reorder_cpu(KernelContext& ctx) {
  const SparseArgs sparse = read_sparse(ctx, 0, 1, 2);
  std::vector<int64_t> order(sparse.count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return sparse.compare(a, sparse, b) < 0; });
  Tensor indices = ctx.allocate(0, ctx.input(0).shape()), values = ctx.allocate(1, ctx.input(1).shape());
  for (int64_t i = 0; i < sparse.count; ++i) {
    std::copy_n(sparse.at(order[i]), sparse.rank, indices.data<int64_t>() + i * sparse.rank);
    copy_element(values, i, ctx.input(1), order[i]);
  }
}

Values sparse_reorder_grad(GradientContext& ctx) {
  const Value source = ops<"SparseReorder">({ctx.input(0), numbers_of(ctx.input(1)), ctx.input(2)})[1];
  return {Value(), sum_to_sources(ctx.grad(1), source, ctx.input(1)), Value()};
}

// ---- SparseReshape ----

void sparse_reshape_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 2);
  ctx.with_rank(1, 1);
  const Shape size = ctx.with_rank(2, 1);
  const int64_t rank = size.has_rank() ? size[0] : kUnknown;
  ctx.set_output(0, Shape{ctx.input(0).has_rank() ? ctx.input(0)[0] : kUnknown, rank});
  ctx.set_output(1, Shape{rank});
}

void sparse_reshape_cpu(KernelContext& ctx) {
  const SparseArgs sparse = read_sparse(ctx, 0, -1, 1);
  if (ctx.input(2).shape().rank() != 1)
    ctx.fail("Target shape should be a vector but received shape ", ctx.input(2).shape());
  Ints target = ctx.input(2).ints();
  int64_t size = 1;
  for (int64_t extent : sparse.shape) size *= extent;
  int unknown = -1;
  int64_t known = 1;
  for (size_t axis = 0; axis < target.size(); ++axis) {
    if (target[axis] == -1) {
      if (unknown >= 0) ctx.fail("only one output dimension may be -1, not both ", unknown, " and ", axis);
      unknown = static_cast<int>(axis);
    } else if (target[axis] < 0) {
      ctx.fail("size ", axis, " must be non-negative, not ", target[axis]);
    } else if (__builtin_mul_overflow(known, target[axis], &known)) {
      ctx.fail("Shape [", str_join(target, ","), "] is too large");
    }
  }
  if (unknown >= 0) {
    if (known == 0)
      ctx.fail(
          "reshape cannot infer the missing input size for an empty tensor unless all specified input sizes are "
          "non-zero");
    if (size % known != 0)
      ctx.fail("Input to reshape is a SparseTensor with ", size,
               " dense values, but the requested shape requires a multiple of ", known);
    target[unknown] = size / known;
    known *= target[unknown];
  }
  if (known != size)
    ctx.fail("Input to reshape is a tensor with ", size, " dense values, but the requested shape has ", known);
  const int64_t rank = static_cast<int64_t>(target.size());
  Tensor shape = ctx.allocate(1, Shape{rank});
  std::copy(target.begin(), target.end(), shape.data<int64_t>());
  Tensor out = ctx.allocate(0, Shape{sparse.count, rank});
  const auto from = sparse_strides(sparse.shape), to = sparse_strides(target);
  int64_t* position = out.data<int64_t>();
  for (int64_t i = 0; i < sparse.count; ++i) {
    int64_t offset = sparse_offset(sparse.at(i), from);
    for (int64_t axis = 0; axis < rank; ++axis) {
      *position++ = offset / to[axis];
      offset %= to[axis];
    }
  }
}

// ---- SparseFillEmptyRows ----

void sparse_fill_shape(ShapeContext& ctx) {
  check_sparse(ctx, 0, 1, 2);
  ctx.with_rank(3, 0);
  const Shape dense = ctx.constant_as_shape(2);
  ctx.set_output(0, Shape{kUnknown, sparse_rank(ctx, 0, 2)});
  ctx.set_output(1, Shape{kUnknown});
  ctx.set_output(2, Shape{dense.rank() > 0 ? dense[0] : kUnknown});
  ctx.set_output(3, Shape{ctx.input(0).has_rank() ? ctx.input(0)[0] : kUnknown});
}

void sparse_fill_cpu(KernelContext& ctx) {
  const SparseArgs sparse = read_sparse(ctx, 0, 1, 2, false);
  if (ctx.input(3).num_elements() != 1) ctx.fail("default_value must be a scalar, got shape ", ctx.input(3).shape());
  if (sparse.rank == 0) ctx.fail("Dense shape cannot be empty");
  const int64_t rows = sparse.shape[0];
  std::vector<int64_t> sizes(rows, 0);
  for (int64_t i = 0; i < sparse.count; ++i) {
    const int64_t row = sparse.at(i)[0];
    if (row < 0 || row >= rows) ctx.fail("indices(", i, ", 0) is invalid: ", row, " >= ", rows);
    ++sizes[row];
  }
  Tensor empty = ctx.allocate(2, Shape{rows}), reverse = ctx.allocate(3, Shape{sparse.count});
  std::vector<int64_t> next(rows);
  int64_t total = 0;
  for (int64_t row = 0; row < rows; ++row) {
    empty.data<bool>()[row] = sizes[row] == 0;
    next[row] = total;
    total += std::max<int64_t>(sizes[row], 1);
  }
  Tensor indices = ctx.allocate(0, Shape{total, sparse.rank}), values = ctx.allocate(1, Shape{total});
  for (int64_t row = 0; row < rows; ++row) {
    if (sizes[row] > 0) continue;
    int64_t* position = indices.data<int64_t>() + next[row] * sparse.rank;
    std::fill_n(position, sparse.rank, 0);
    position[0] = row;
    copy_element(values, next[row], ctx.input(3), 0);
  }
  for (int64_t i = 0; i < sparse.count; ++i) {
    const int64_t to = next[sparse.at(i)[0]]++;
    std::copy_n(sparse.at(i), sparse.rank, indices.data<int64_t>() + to * sparse.rank);
    copy_element(values, to, ctx.input(1), i);
    reverse.data<int64_t>()[i] = to;
  }
}

Values sparse_fill_grad(GradientContext& ctx) {
  const Value grad = ctx.grad(1), reverse = ctx.output(3);
  const Value zero = Tensor::scalar(int32_t{0});
  const Value values = op<"GatherV2">({grad, reverse, zero});
  // What came from no value came from the default.
  const Value seen = sum_to_sources(build::ones_like(values), reverse, grad);
  const Value rest = build::mul(grad, build::sub(build::ones_like(seen), seen));
  return {Value(), values, Value(), op<"Sum">({rest, zero})};
}

// ---- SparseSoftmax ----

void sparse_softmax_shape(ShapeContext& ctx) {
  check_sparse(ctx, 0, 1, 2);
  ctx.set_output(0, ctx.with_rank(1, 1));
}

void sparse_softmax_cpu(KernelContext& ctx) {
  const SparseArgs sparse = read_sparse(ctx, 0, 1, 2);
  if (sparse.rank < 2) ctx.fail("Input should have rank >= 2, but received shape: [", str_join(sparse.shape, ","), "]");
  Tensor out = ctx.allocate(0, ctx.input(1).shape());
  auto same_row = [&](int64_t a, int64_t b) {
    return std::equal(sparse.at(a), sparse.at(a) + sparse.rank - 1, sparse.at(b));
  };
  visit_dtype<float, double, Half>(out.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    const T* in = ctx.input(1).data<T>();
    T* to = out.data<T>();
    for (int64_t begin = 0, end; begin < sparse.count; begin = end) {
      C most = static_cast<C>(in[begin]), sum = 0;
      for (end = begin + 1; end < sparse.count && same_row(begin, end); ++end)
        most = std::max(most, static_cast<C>(in[end]));
      for (int64_t i = begin; i < end; ++i) sum += std::exp(static_cast<C>(in[i]) - most);
      for (int64_t i = begin; i < end; ++i) to[i] = static_cast<T>(std::exp(static_cast<C>(in[i]) - most) / sum);
    }
  });
}

Values sparse_softmax_grad(GradientContext& ctx) {
  const Value &indices = ctx.input(0), &y = ctx.output(0), &shape = ctx.input(2);
  const Value product = build::mul(y, ctx.grad());
  const Value sums = op<"SparseReduceSum">({indices, product, shape, build::ints({-1})});
  // The row of each element: all of its index but the last number.
  const Value one = op<"Sub">({build::shape_of(indices), build::ints({0, 1})});
  const Value rows = op<"Slice">({indices, build::ints({0, 0}), one});
  return {Value(), build::sub(product, build::mul(y, op<"GatherNd">({sums, rows}))), Value()};
}

// ---- SparseDenseCwiseAdd, Mul, Div ----

enum class Cwise { kAdd, kMul, kDiv };

void cwise_shape(ShapeContext& ctx) {
  check_sparse(ctx, 0, 1, 2);
  ctx.set_output(0, Shape{ctx.input(0).has_rank() ? ctx.input(0)[0] : kUnknown});
}

template <Cwise kCwise>
void cwise_cpu(KernelContext& ctx) {
  const SparseArgs sparse = read_sparse(ctx, 0, 1, 2);
  const Tensor& dense = ctx.input(3);
  const Shape& shape = dense.shape();
  const int missing = sparse.rank - shape.rank();
  auto strides = strides_of(shape);
  bool fits = missing >= 0;
  for (int axis = 0; fits && axis < shape.rank(); ++axis) {
    fits = shape[axis] == 1 || shape[axis] == sparse.shape[missing + axis];
    if (shape[axis] == 1) strides[axis] = 0;
  }
  if (!fits)
    ctx.fail("SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: [",
             str_join(sparse.shape, ","), "] vs. ", shape);
  Tensor out = ctx.allocate(0, Shape{sparse.count});
  const bool done = visit_number(out.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    const T *values = ctx.input(1).data<T>(), *other = dense.data<T>();
    T* to = out.data<T>();
    for (int64_t i = 0; i < sparse.count; ++i) {
      const C a = static_cast<C>(values[i]), b = static_cast<C>(other[sparse_offset(sparse.at(i) + missing, strides)]);
      if constexpr (kCwise == Cwise::kAdd) {
        to[i] = static_cast<T>(wrapping_add(a, b));
      } else if constexpr (kCwise == Cwise::kMul) {
        to[i] = static_cast<T>(wrapping_multiply(a, b));
      } else {
        if (b == C(0))
          ctx.fail("SparseDenseCwiseDiv cannot divide by zero, but `dense` has a zero where an element is");
        if constexpr (std::is_integral_v<C> && std::is_signed_v<C>) {
          if (b == C(-1)) {
            to[i] = static_cast<T>(C(0) - static_cast<std::make_unsigned_t<C>>(a));
            continue;
          }
        }
        to[i] = static_cast<T>(a / b);
      }
    }
  });
  if (!done) ctx.fail_code(Code::kNotFound, "there is no CPU kernel for ", out.dtype());
}

// What `dense` has at each element of the sparse tensor.
Value dense_at_elements(GradientContext& ctx, const Value& dense) {
  return op<"SparseDenseCwiseMul">({ctx.input(0), build::ones_like(ctx.input(1)), ctx.input(2), dense});
}
// The derivative with respect to the dense operand from that for each element.
Value to_dense_operand(GradientContext& ctx, const Value& by_element) {
  const Value scattered = op<"SparseToDense">(
      {ctx.input(0), ctx.input(2), by_element, build::number_like(by_element, 0)}, {{"validate_indices", false}});
  return build::unbroadcast(scattered, ctx.input(3));
}

template <Cwise kCwise>
Values cwise_grad(GradientContext& ctx) {
  Values result(4);
  const Value grad = ctx.grad();
  if constexpr (kCwise == Cwise::kAdd) {
    result[1] = grad;
    if (ctx.wants(3)) result[3] = to_dense_operand(ctx, grad);
  } else {
    const Value dense = dense_at_elements(ctx, ctx.input(3));
    if constexpr (kCwise == Cwise::kMul) {
      result[1] = build::mul(grad, build::conj(dense));
      if (ctx.wants(3)) result[3] = to_dense_operand(ctx, build::mul(grad, build::conj(ctx.input(1))));
    } else {
      const Value ratio = build::div(grad, build::conj(dense));
      result[1] = ratio;
      if (ctx.wants(3)) result[3] = to_dense_operand(ctx, build::neg(build::mul(ratio, build::conj(ctx.output(0)))));
    }
  }
  return result;
}

}  // namespace

// SparseToDense: y = default_value but at the indices, where it is the values.
DEFINE_OP("SparseToDense")
    .input("sparse_indices: Tindices")
    .input("output_shape: Tindices")
    .input("sparse_values: T")
    .input("default_value: T")
    .output("dense: T")
    .attr("validate_indices: bool = true")
    .attr("T: type")
    .attr("Tindices: {int32, int64}")
    .doc("A dense tensor of the default value, with the values at the indices.")
    .trait(Trait::kNoFold)
    .shape(sparse_to_dense_shape)
    .kernel(CPU, sparse_to_dense_cpu)
    .gradient(sparse_to_dense_grad);

// SparseReorder: the same elements in row-major order.
DEFINE_OP("SparseReorder")
    .input("input_indices: int64")
    .input("input_values: T")
    .input("input_shape: int64")
    .output("output_indices: int64")
    .output("output_values: T")
    .attr("T: type")
    .doc("A sparse tensor's elements in row-major order; equal positions keep their order.")
    .shape(sparse_reorder_shape)
    .kernel(CPU, sparse_reorder_cpu)
    .gradient(sparse_reorder_grad);

// SparseReshape: where the elements are once the dense tensor is reshaped.
DEFINE_OP("SparseReshape")
    .input("input_indices: int64")
    .input("input_shape: int64")
    .input("new_shape: int64")
    .output("output_indices: int64")
    .output("output_shape: int64")
    .doc("The indices of a sparse tensor in another shape of the same size, in which one extent may be -1.")
    .shape(sparse_reshape_shape)
    .kernel(CPU, sparse_reshape_cpu)
    .no_gradient("integers only");

// SparseFillEmptyRows: [row, 0, …, 0] = default_value is added for each row without elements.
DEFINE_OP("SparseFillEmptyRows")
    .input("indices: int64")
    .input("values: T")
    .input("dense_shape: int64")
    .input("default_value: T")
    .output("output_indices: int64")
    .output("output_values: T")
    .output("empty_row_indicator: bool")
    .output("reverse_index_map: int64")
    .attr("T: type")
    .doc("A sparse tensor with an element in every row; which rows had none; where each element went.")
    .shape(sparse_fill_shape)
    .kernel(CPU, sparse_fill_cpu)
    .gradient(sparse_fill_grad);

// SparseSoftmax: the softmax of the elements of each row, along the last axis.
DEFINE_OP("SparseSoftmax")
    .input("sp_indices: int64")
    .input("sp_values: T")
    .input("sp_shape: int64")
    .output("output: T")
    .attr("T: {half, float, double}")
    .doc("The softmax of each row's elements, as if what is not stored were -infinity.")
    .shape(sparse_softmax_shape)
    .kernel(CPU, sparse_softmax_cpu)
    .gradient(sparse_softmax_grad);

#define GW_SPARSE_CWISE(NAME, KIND, DOC) \
  DEFINE_OP(NAME)                        \
      .input("sp_indices: int64")        \
      .input("sp_values: T")             \
      .input("sp_shape: int64")          \
      .input("dense: T")                 \
      .output("output: T")               \
      .attr("T: " GW_SPARSE_NUMBERS)     \
      .doc(DOC)                          \
      .shape(cwise_shape)                \
      .kernel(CPU, cwise_cpu<KIND>)      \
      .gradient(cwise_grad<KIND>)

// SparseDenseCwiseAdd, Mul, Div: each element with what the dense operand, broadcast, has at its position.
GW_SPARSE_CWISE("SparseDenseCwiseAdd", Cwise::kAdd, "The elements plus those of `dense` at their positions.");
GW_SPARSE_CWISE("SparseDenseCwiseMul", Cwise::kMul, "The elements times those of `dense` at their positions.");
GW_SPARSE_CWISE("SparseDenseCwiseDiv", Cwise::kDiv, "The elements over those of `dense` at their positions.");

XLA_FACT(kNotCompiled, "SparseDenseCwiseAdd", "SparseDenseCwiseDiv", "SparseDenseCwiseMul", "SparseFillEmptyRows",
         "SparseReorder", "SparseReshape", "SparseSoftmax");
XLA_MUST_KNOW({"SparseToDense"}, {"output_shape"});

}  // namespace graphwright
