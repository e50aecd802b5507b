// Reductions of sparse tensors over axes, to dense and to sparse tensors, and their products with dense matrices.
#include <map>

#include "base/wrapping.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/sparse/args.h"

namespace graphwright {
namespace {

enum class Reduction { kSum, kMax };

// Which axes are reduced, from an integer vector or scalar.
template <class Context>
SmallVector<bool, 8> read_axes(const Context& ctx, const Tensor& axes, int rank) {
  SmallVector<bool, 8> reduced(rank, false);
  for (int64_t i = 0; i < axes.num_elements(); ++i) {
    const int64_t axis = axes.int_at(i);
    if (axis < -rank || axis >= rank)
      ctx.fail("Invalid reduction dimension ", axis, ", for input with ", rank, " dimensions.");
    reduced[axis < 0 ? axis + rank : axis] = true;
  }
  return reduced;
}

void reduce_shape(ShapeContext& ctx) {
  check_sparse(ctx, 0, 1, 2);
  if (ctx.input(3).rank() > 1) ctx.fail("reduction_axes must be a scalar or vector, got shape ", ctx.input(3));
  const Shape dense = ctx.constant_as_shape(2);
  Tensor axes = ctx.constant(3);
  if (!dense.has_rank() || !axes) return ctx.set_output(0, Shape::unknown());
  const auto reduced = read_axes(ctx, axes, dense.rank());
  Shape shape;
  for (int axis = 0; axis < dense.rank(); ++axis) {
    if (!reduced[axis]) {
      shape.insert(shape.rank(), dense[axis]);
    } else if (ctx.attr<bool>("keep_dims")) {
      shape.insert(shape.rank(), 1);
    }
  }
  ctx.set_output(0, shape);
}

// Combines each element into the slot that `slot_of` gives; a slot's first element is taken as it is.
template <Reduction kReduction, class Slot>
void combine(KernelContext& ctx, int64_t count, std::vector<bool>& seen, Tensor& out, Slot slot_of) {
  auto run = [&]<class T>() {
    using C = compute_t<T>;
    std::vector<C> sums(out.num_elements(), C(0));
    const T* values = ctx.input(1).data<T>();
    for (int64_t i = 0; i < count; ++i) {
      const int64_t slot = slot_of(i);
      const C value = static_cast<C>(values[i]);
      if constexpr (kReduction == Reduction::kSum) {
        sums[slot] = wrapping_add(sums[slot], value);
      } else if (!seen[slot] || value > sums[slot]) {
        sums[slot] = value;
      }
      seen[slot] = true;
    }
    for (size_t i = 0; i < sums.size(); ++i) out.data<T>()[i] = static_cast<T>(sums[i]);
  };
  bool done;
  if constexpr (kReduction == Reduction::kSum) {
    done = visit_number(out.dtype(), run);
  } else {
    done = visit_real(out.dtype(), run);
  }
  if (!done) ctx.fail_code(Code::kNotFound, "there is no CPU kernel for ", out.dtype());
}

template <Reduction kReduction>
void reduce_cpu(KernelContext& ctx) {
  const SparseArgs sparse = read_sparse(ctx, 0, 1, 2);
  if (ctx.input(3).shape().rank() > 1)
    ctx.fail("reduction_axes must be a scalar or vector, got shape ", ctx.input(3).shape());
  const auto reduced = read_axes(ctx, ctx.input(3), sparse.rank);
  Shape shape, kept;
  for (int axis = 0; axis < sparse.rank; ++axis) {
    kept.insert(axis, reduced[axis] ? 1 : sparse.shape[axis]);
    if (!reduced[axis] || ctx.attr<bool>("keep_dims")) shape.insert(shape.rank(), kept[axis]);
  }
  Tensor out = ctx.allocate(0, shape);
  auto strides = strides_of(kept);
  for (int axis = 0; axis < sparse.rank; ++axis)
    if (reduced[axis]) strides[axis] = 0;
  std::vector<bool> seen(out.num_elements(), false);
  combine<kReduction>(ctx, sparse.count, seen, out, [&](int64_t i) { return sparse_offset(sparse.at(i), strides); });
}

Values reduce_sum_grad(GradientContext& ctx) {
  // The gradient at the element's position, with 0 for its index along reduced axes.
  const Value& indices = ctx.input(0);
  const Value rank = op<"Size">({ctx.input(2)});
  const Value axes = build::reshape(op<"FloorMod">({ctx.input(3), rank}), build::ints({-1}));
  const Value ones = op<"OneHot">({axes, rank, Tensor::scalar(int64_t{1}), Tensor::scalar(int64_t{0})});
  const Value taken = op<"Minimum">({op<"Sum">({ones, Tensor::scalar(int32_t{0})}), Tensor::scalar(int64_t{1})});
  const Value kept = build::sub(Tensor::scalar(int64_t{1}), taken);
  // The shape with 1 along reduced axes.
  const Value shape = build::add(build::mul(ctx.input(2), kept), taken);
  const Value grad = build::reshape(ctx.grad(), shape);
  return {Value(), op<"GatherNd">({grad, build::mul(indices, kept)}), Value(), Value()};
}

void reduce_sparse_shape(ShapeContext& ctx) {
  check_sparse(ctx, 0, 1, 2);
  const int64_t rank = ctx.attr<bool>("keep_dims") ? sparse_rank(ctx, 0, 2) : kUnknown;
  ctx.set_output(0, Shape{kUnknown, rank});
  ctx.set_output(1, Shape{kUnknown});
  ctx.set_output(2, Shape{rank});
}

template <Reduction kReduction>
void reduce_sparse_cpu(KernelContext& ctx) {
  const SparseArgs sparse = read_sparse(ctx, 0, 1, 2);
  if (ctx.input(3).shape().rank() > 1)
    ctx.fail("Expected reduction_axes to be a scalar or a vector; got shape: ", ctx.input(3).shape());
  const auto reduced = read_axes(ctx, ctx.input(3), sparse.rank);
  const bool keep = ctx.attr<bool>("keep_dims");
  Ints shape;
  SmallVector<int, 8> axes;  // the input's axis for each of the output's, -1 for one of length 1
  for (int axis = 0; axis < sparse.rank; ++axis) {
    if (reduced[axis] && !keep) continue;
    axes.push_back(reduced[axis] ? -1 : axis);
    shape.push_back(reduced[axis] ? 1 : sparse.shape[axis]);
  }
  std::map<std::vector<int64_t>, int64_t> slots;  // by position, in row-major order
  std::vector<std::vector<int64_t>> positions(sparse.count);
  for (int64_t i = 0; i < sparse.count; ++i) {
    for (int axis : axes) positions[i].push_back(axis < 0 ? 0 : sparse.at(i)[axis]);
    slots.emplace(positions[i], 0);
  }
  const int64_t rank = static_cast<int64_t>(axes.size()), count = static_cast<int64_t>(slots.size());
  Tensor indices = ctx.allocate(0, Shape{count, rank}), values = ctx.allocate(1, Shape{count});
  int64_t next = 0;
  for (auto& [position, slot] : slots) {
    std::copy(position.begin(), position.end(), indices.data<int64_t>() + next * rank);
    slot = next++;
  }
  std::vector<bool> seen(count, false);
  combine<kReduction>(ctx, sparse.count, seen, values, [&](int64_t i) { return slots[positions[i]]; });
  Tensor dense_shape = ctx.allocate(2, Shape{rank});
  std::copy(shape.begin(), shape.end(), dense_shape.data<int64_t>());
}

// ---- SparseTensorDenseMatMul ----

void matmul_shape(ShapeContext& ctx) {
  check_sparse(ctx, 0, 1, 2);
  const Shape b = ctx.with_rank(3, 2);
  const Shape a = ctx.constant_as_shape(2);
  if (a.has_rank() && a.rank() != 2) ctx.fail("Tensor 'a_shape' must have 2 elements");
  const bool adjoint_a = ctx.attr<bool>("adjoint_a"), adjoint_b = ctx.attr<bool>("adjoint_b");
  const int64_t rows = a.has_rank() ? a[adjoint_a ? 1 : 0] : kUnknown;
  const int64_t inner_a = a.has_rank() ? a[adjoint_a ? 0 : 1] : kUnknown;
  const int64_t inner_b = b.has_rank() ? b[adjoint_b ? 1 : 0] : kUnknown;
  if (inner_a != kUnknown && inner_b != kUnknown && inner_a != inner_b)
    ctx.fail("Cannot multiply A and B because inner dimension does not match: ", inner_a, " vs. ", inner_b,
             ".  Did you forget a transpose?  Dimensions of A: [", a[0], ", ", a[1], ").  Dimensions of B: ", b);
  ctx.set_output(0, Shape{rows, b.has_rank() ? b[adjoint_b ? 0 : 1] : kUnknown});
}

template <class T>
T conjugate(T value) {
  if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
    return std::conj(value);
  } else {
    return value;
  }
}

template <class T, class I>
void matmul(KernelContext& ctx, int64_t rows, int64_t inner, int64_t columns) {
  using C = compute_t<T>;
  const bool adjoint_a = ctx.attr<bool>("adjoint_a"), adjoint_b = ctx.attr<bool>("adjoint_b");
  const I* indices = ctx.input(0).data<I>();
  const T *values = ctx.input(1).data<T>(), *b = ctx.input(3).data<T>();
  Tensor out = ctx.allocate(0, Shape{rows, columns});
  std::vector<C> sums(out.num_elements(), C(0));
  for (int64_t i = 0; i < ctx.input(1).num_elements(); ++i) {
    const int64_t row = static_cast<int64_t>(indices[2 * i + (adjoint_a ? 1 : 0)]);
    const int64_t k = static_cast<int64_t>(indices[2 * i + (adjoint_a ? 0 : 1)]);
    if (k < 0 || k >= inner)
      ctx.fail("k (", k, ") from index[", i, ",", adjoint_a ? 0 : 1, "] out of bounds (>=", inner, ")");
    if (row < 0 || row >= rows)
      ctx.fail("m (", row, ") from index[", i, ",", adjoint_a ? 1 : 0, "] out of bounds (>=", rows, ")");
    const C a = adjoint_a ? conjugate(static_cast<C>(values[i])) : static_cast<C>(values[i]);
    C* to = sums.data() + row * columns;
    if (adjoint_b) {
      for (int64_t j = 0; j < columns; ++j)
        to[j] = wrapping_add(to[j], wrapping_multiply(a, conjugate(static_cast<C>(b[j * inner + k]))));
    } else {
      for (int64_t j = 0; j < columns; ++j)
        to[j] = wrapping_add(to[j], wrapping_multiply(a, static_cast<C>(b[k * columns + j])));
    }
  }
  for (size_t i = 0; i < sums.size(); ++i) out.data<T>()[i] = static_cast<T>(sums[i]);
}

void matmul_cpu(KernelContext& ctx) {
  const Tensor &indices = ctx.input(0), &values = ctx.input(1), &b = ctx.input(3);
  if (b.shape().rank() != 2) ctx.fail("Tensor 'b' is not a matrix");
  if (ctx.input(2).shape().rank() != 1 || ctx.input(2).num_elements() != 2)
    ctx.fail("Tensor 'a_shape' must have 2 elements");
  if (values.shape().rank() != 1) ctx.fail("Tensor 'a_values' is not a vector");
  if (indices.shape().rank() != 2 || indices.shape()[1] != 2) ctx.fail("Tensor 'a_indices' must have shape [n, 2]");
  if (indices.shape()[0] != values.num_elements())
    ctx.fail("Number of rows of a_indices does not match number of entries in a_values");
  const bool adjoint_a = ctx.attr<bool>("adjoint_a"), adjoint_b = ctx.attr<bool>("adjoint_b");
  const int64_t rows = ctx.input(2).int_at(adjoint_a ? 1 : 0), inner = ctx.input(2).int_at(adjoint_a ? 0 : 1);
  if (inner != b.shape()[adjoint_b ? 1 : 0])
    ctx.fail("Cannot multiply A and B because inner dimension does not match: ", inner, " vs. ",
             b.shape()[adjoint_b ? 1 : 0], ".  Did you forget a transpose?  Dimensions of A: [", ctx.input(2).int_at(0),
             ", ", ctx.input(2).int_at(1), ").  Dimensions of B: ", b.shape());
  const int64_t columns = b.shape()[adjoint_b ? 0 : 1];
  shape_of_sizes(ctx, Ints{rows, columns});
  const bool done =
      visit_dtype<float, double, int32_t, std::complex<float>, std::complex<double>, Bfloat16, Half, int64_t>(
          values.dtype(), [&]<class T>() {
            if (indices.dtype() == DType::kInt32) {
              matmul<T, int32_t>(ctx, rows, inner, columns);
            } else {
              matmul<T, int64_t>(ctx, rows, inner, columns);
            }
          });
  if (!done) ctx.fail_code(Code::kNotFound, "there is no CPU kernel for ", values.dtype());
}

Values matmul_grad(GradientContext& ctx) {
  Values result(4);
  const bool adjoint_a = ctx.attr<bool>("adjoint_a"), adjoint_b = ctx.attr<bool>("adjoint_b");
  const Value grad = ctx.grad();
  const Value &indices = ctx.input(0), &b = ctx.input(3);
  if (ctx.wants(1)) {
    const Value zero = Tensor::scalar(int32_t{0}), one = Tensor::scalar(int32_t{1});
    const Value first = op<"GatherV2">({indices, zero, one}), second = op<"GatherV2">({indices, one, one});
    const Value left = op<"GatherV2">({grad, adjoint_a ? second : first, zero});
    const Value right_rows = op<"GatherV2">({b, adjoint_a ? first : second, adjoint_b ? one : zero});
    // With adjoint_b the right factor is the adjoint of b, so that what is taken of b is a column, not yet conjugated.
    const Value right = adjoint_b ? op<"Transpose">({right_rows, build::ints({1, 0})}) : build::conj(right_rows);
    const Value sum = op<"Sum">({build::mul(left, right), one});
    result[1] = adjoint_a ? build::conj(sum) : sum;
  }
  if (ctx.wants(3)) {
    const Value product = op<"SparseTensorDenseMatMul">({indices, ctx.input(1), ctx.input(2), grad},
                                                        {{"adjoint_a", !adjoint_a}, {"adjoint_b", false}});
    result[3] = adjoint_b ? build::conj(op<"Transpose">({product, build::ints({1, 0})})) : product;
  }
  return result;
}

#define GW_REDUCTION(NAME)            \
  DEFINE_OP(NAME)                     \
      .input("input_indices: int64")  \
      .input("input_values: T")       \
      .input("input_shape: int64")    \
      .input("reduction_axes: int32") \
      .attr("keep_dims: bool = false")

}  // namespace

// SparseReduceSum: the sums of the elements over axes, a dense tensor.
GW_REDUCTION("SparseReduceSum")
    .output("output: T")
    .attr("T: " GW_SPARSE_NUMBERS)
    .doc("The sums of a sparse tensor's elements over axes, as a dense tensor.")
    .shape(reduce_shape)
    .kernel(CPU, reduce_cpu<Reduction::kSum>)
    .gradient(reduce_sum_grad);

// SparseReduceMax: the largest element over axes, 0 where there is none, a dense tensor.
GW_REDUCTION("SparseReduceMax")
    .output("output: T")
    .attr("T: " GW_SPARSE_REALS)
    .doc("The largest of a sparse tensor's elements over axes, 0 where there is none.")
    .shape(reduce_shape)
    .kernel(CPU, reduce_cpu<Reduction::kMax>);

// SparseReduceSumSparse: the same sums, a sparse tensor.
GW_REDUCTION("SparseReduceSumSparse")
    .output("output_indices: int64")
    .output("output_values: T")
    .output("output_shape: int64")
    .attr("T: " GW_SPARSE_NUMBERS)
    .doc("The sums of a sparse tensor's elements over axes, as a sparse tensor.")
    .shape(reduce_sparse_shape)
    .kernel(CPU, reduce_sparse_cpu<Reduction::kSum>);

// SparseReduceMaxSparse: the same largest elements, a sparse tensor.
GW_REDUCTION("SparseReduceMaxSparse")
    .output("output_indices: int64")
    .output("output_values: T")
    .output("output_shape: int64")
    .attr("T: " GW_SPARSE_REALS)
    .doc("The largest of a sparse tensor's elements over axes, as a sparse tensor.")
    .shape(reduce_sparse_shape)
    .kernel(CPU, reduce_sparse_cpu<Reduction::kMax>);

namespace {

// One sparse matrix times the dense ones of all rows, side by side.
void matmul_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(0, 3) || ctx.attr<bool>("adjoint_b") || ctx.row_rank(3) != 2) return;
  Values inputs{ctx.value(0), ctx.value(1), ctx.value(2), ctx.in_last_axis(ctx.value(3), 2)};
  ctx.set(0, ctx.from_last_axis(call(ctx.op(), inputs, ctx.attrs())[0], 2));
}

}  // namespace

// SparseTensorDenseMatMul: y = a b for a sparse matrix a, with adjoints of either on demand.
DEFINE_OP("SparseTensorDenseMatMul")
    .input("a_indices: Tindices")
    .input("a_values: T")
    .input("a_shape: int64")
    .input("b: T")
    .output("product: T")
    .attr("T: type")
    .attr("Tindices: {int32, int64} = int64")
    .attr("adjoint_a: bool = false")
    .attr("adjoint_b: bool = false")
    .doc("The product of a sparse matrix and a dense one.")
    .shape(matmul_shape)
    .kernel(CPU, matmul_cpu)
    .gradient(matmul_grad)
    .vectorize(matmul_vectorize);

XLA_FACT(kNotCompiled, "SparseReduceMax", "SparseReduceMaxSparse", "SparseReduceSum", "SparseReduceSumSparse",
         "SparseTensorDenseMatMul");

}  // namespace graphwright
