// Sparse tensors joined, parted and merged: SparseConcat, SparseSplit, SparseSlice, SparseAdd, SparseTensorDenseAdd,
// SparseSparseMinimum and SparseSparseMaximum.
#include "base/wrapping.h"
#include "op/xla_facts.h"
#include "ops/sparse/args.h"

namespace graphwright {
namespace {

// ---- SparseConcat ----

void concat_shape(ShapeContext& ctx) {
  const int n = ctx.num_inputs() / 3;
  int64_t rank = kUnknown, count = 0;
  for (int i = 0; i < n; ++i) {
    check_sparse(ctx, i, n + i, 2 * n + i);
    if (rank == kUnknown) rank = sparse_rank(ctx, i, 2 * n + i);
    const int64_t elements = ctx.input(i).has_rank() ? ctx.input(i)[0] : kUnknown;
    count = count == kUnknown || elements == kUnknown ? kUnknown : count + elements;
  }
  ctx.set_output(0, Shape{count, rank});
  ctx.set_output(1, Shape{count});
  ctx.set_output(2, Shape{rank});
}

void concat_cpu(KernelContext& ctx) {
  const int n = ctx.num_inputs() / 3;
  std::vector<SparseArgs> parts;
  int64_t count = 0;
  for (int i = 0; i < n; ++i) {
    parts.push_back(read_sparse(ctx, i, n + i, 2 * n + i));
    count += parts.back().count;
  }
  const int rank = parts[0].rank;
  int64_t axis = ctx.attr<int64_t>("concat_dim");
  if (axis < -rank || axis >= rank) ctx.fail("Concat dimension must be in range [", -rank, ", ", rank, "), got ", axis);
  if (axis < 0) axis += rank;
  Ints shape = parts[0].shape;
  for (int i = 1; i < n; ++i) {
    if (parts[i].rank != rank)
      ctx.fail("Ranks of all input tensors must match: expected ", rank, " but got ", parts[i].rank, " at position ",
               i);
    for (int a = 0; a < rank; ++a) {
      if (a != axis && parts[i].shape[a] != shape[a])
        ctx.fail("Input shapes must match: expected ", parts[0].shape[a], " for dimension ", a, " but got ",
                 parts[i].shape[a], " at position ", i);
    }
    shape[axis] += parts[i].shape[axis];
  }
  shape_of_sizes(ctx, shape);
  struct Entry {
    int part;
    int64_t element;
  };
  std::vector<Entry> entries;
  std::vector<int64_t> offsets;
  int64_t offset = 0;
  for (int i = 0; i < n; ++i) {
    offsets.push_back(offset);
    offset += parts[i].shape[axis];
    for (int64_t e = 0; e < parts[i].count; ++e) entries.push_back({i, e});
  }
  auto number = [&](const Entry& entry, int a) {
    return parts[entry.part].at(entry.element)[a] + (a == axis ? offsets[entry.part] : 0);
  };
  std::stable_sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
    for (int k = 0; k < rank; ++k)
      if (number(a, k) != number(b, k)) return number(a, k) < number(b, k);
    return false;
  });
  Tensor indices = ctx.allocate(0, Shape{count, rank}), values = ctx.allocate(1, Shape{count});
  int64_t* position = indices.data<int64_t>();
  for (int64_t i = 0; i < count; ++i) {
    for (int a = 0; a < rank; ++a) *position++ = number(entries[i], a);
    copy_element(values, i, ctx.input(n + entries[i].part), entries[i].element);
  }
  Tensor dense_shape = ctx.allocate(2, Shape{rank});
  std::copy(shape.begin(), shape.end(), dense_shape.data<int64_t>());
}

Values concat_grad(GradientContext& ctx) {
  const int n = ctx.num_inputs() / 3;
  Values result(ctx.num_inputs());
  // The same op tells where each element came from.
  Values inputs(ctx.inputs().begin(), ctx.inputs().end());
  Value first = Tensor::scalar(int32_t{0});
  std::vector<Value> firsts;
  for (int i = 0; i < n; ++i) {
    inputs[n + i] = build::add(numbers_of(ctx.input(n + i)), first);
    firsts.push_back(first);
    first = build::add(first, op<"Size">({ctx.input(n + i)}));
  }
  const Value source =
      ops<"SparseConcat">(inputs, {{"concat_dim", ctx.attr<int64_t>("concat_dim")}, {"N", int64_t{n}}})[1];
  const Value all = op<"UnsortedSegmentSum">({ctx.grad(1), source, first});
  for (int i = 0; i < n; ++i) {
    if (ctx.wants(n + i))
      result[n + i] =
          op<"Slice">({all, build::reshape(firsts[i], build::ints({1})), build::shape_of(ctx.input(n + i))});
  }
  return result;
}

// ---- SparseSplit ----

void split_shape(ShapeContext& ctx) {
  check_sparse(ctx, 1, 2, 3);
  const int n = static_cast<int>(ctx.attr<int64_t>("num_split"));
  const int64_t rank = sparse_rank(ctx, 1, 3);
  for (int i = 0; i < n; ++i) {
    ctx.set_output(i, Shape{kUnknown, rank});
    ctx.set_output(n + i, Shape{kUnknown});
    ctx.set_output(2 * n + i, Shape{rank});
  }
}

// The elements of a sparse tensor that lie in a window, moved to its origin.
void write_window(KernelContext& ctx, const SparseArgs& sparse, const Tensor& from, const Ints& start, const Ints& size,
                  int to_indices, int to_values, int to_shape) {
  std::vector<int64_t> inside;
  for (int64_t i = 0; i < sparse.count; ++i) {
    bool fits = true;
    for (int axis = 0; axis < sparse.rank; ++axis) {
      const int64_t place = sparse.at(i)[axis] - start[axis];
      fits &= place >= 0 && place < size[axis];
    }
    if (fits) inside.push_back(i);
  }
  const int64_t count = static_cast<int64_t>(inside.size());
  Tensor indices = ctx.allocate(to_indices, Shape{count, sparse.rank}), values = ctx.allocate(to_values, Shape{count});
  int64_t* position = indices.data<int64_t>();
  for (int64_t i = 0; i < count; ++i) {
    for (int axis = 0; axis < sparse.rank; ++axis) *position++ = sparse.at(inside[i])[axis] - start[axis];
    copy_element(values, i, from, inside[i]);
  }
  Tensor shape = ctx.allocate(to_shape, Shape{sparse.rank});
  std::copy(size.begin(), size.end(), shape.data<int64_t>());
}

void split_cpu(KernelContext& ctx) {
  const SparseArgs sparse = read_sparse(ctx, 1, 2, 3);
  const int n = static_cast<int>(ctx.attr<int64_t>("num_split"));
  int64_t axis = int_input(ctx, 0);
  if (axis < -sparse.rank || axis >= sparse.rank)
    ctx.fail("Input split_dim should be between [", -sparse.rank, ", ", sparse.rank, "), got ", axis);
  if (axis < 0) axis += sparse.rank;
  if (n < 1 || n > sparse.shape[axis])
    ctx.fail("Input num_split should be between 1 and the splitting dimension size (", sparse.shape[axis], "), got ",
             n);
  // Where the extent is no multiple, the first parts have one more.
  const int64_t base = sparse.shape[axis] / n, rest = sparse.shape[axis] % n;
  Ints start(sparse.rank, 0), size = sparse.shape;
  for (int i = 0; i < n; ++i) {
    size[axis] = base + (i < rest ? 1 : 0);
    write_window(ctx, sparse, ctx.input(2), start, size, i, n + i, 2 * n + i);
    start[axis] += size[axis];
  }
}

Values split_grad(GradientContext& ctx) {
  const int n = static_cast<int>(ctx.attr<int64_t>("num_split"));
  const Values parts = ops<"SparseSplit">({ctx.input(0), ctx.input(1), numbers_of(ctx.input(2)), ctx.input(3)},
                                          {{"num_split", int64_t{n}}});
  Value sum;
  for (int i = 0; i < n; ++i) {
    const Value part = sum_to_sources(ctx.grad(n + i), parts[n + i], ctx.input(2));
    sum = sum ? build::add(sum, part) : part;
  }
  return {Value(), Value(), sum, Value()};
}

// ---- SparseSlice ----

void slice_shape(ShapeContext& ctx) {
  check_sparse(ctx, 0, 1, 2);
  ctx.with_rank(3, 1);
  ctx.with_rank(4, 1);
  const int64_t rank = sparse_rank(ctx, 0, 2);
  ctx.set_output(0, Shape{kUnknown, rank});
  ctx.set_output(1, Shape{kUnknown});
  ctx.set_output(2, Shape{rank});
}

void slice_cpu(KernelContext& ctx) {
  const SparseArgs sparse = read_sparse(ctx, 0, 1, 2);
  for (int i : {3, 4}) {
    if (ctx.input(i).shape().rank() != 1 || ctx.input(i).num_elements() != sparse.rank)
      ctx.fail("Input ", i == 3 ? "start" : "size", " should be a vector of length ", sparse.rank,
               " but received shape ", ctx.input(i).shape());
  }
  const Ints start = ctx.input(3).ints();
  Ints size = ctx.input(4).ints();
  for (int axis = 0; axis < sparse.rank; ++axis) {
    if (start[axis] < 0 || size[axis] < 0)
      ctx.fail("start and size must not be negative, got [", str_join(start, ","), "] and [", str_join(size, ","), "]");
    size[axis] = std::max<int64_t>(0, std::min(size[axis], sparse.shape[axis] - start[axis]));
  }
  write_window(ctx, sparse, ctx.input(1), start, size, 0, 1, 2);
}

Values slice_grad(GradientContext& ctx) {
  const Value source =
      ops<"SparseSlice">({ctx.input(0), numbers_of(ctx.input(1)), ctx.input(2), ctx.input(3), ctx.input(4)})[1];
  return {Value(), sum_to_sources(ctx.grad(1), source, ctx.input(1)), Value(), Value(), Value()};
}

// ---- SparseAdd ----

void add_shape(ShapeContext& ctx) {
  check_sparse(ctx, 0, 1, 2);
  check_sparse(ctx, 3, 4, 5);
  int64_t rank = sparse_rank(ctx, 0, 2);
  if (rank == kUnknown) rank = sparse_rank(ctx, 3, 5);
  ctx.set_output(0, Shape{kUnknown, rank});
  ctx.set_output(1, Shape{kUnknown});
  ctx.set_output(2, Shape{rank});
}

// Elements of one of two sparse tensors, or of both, in row-major order; -1 for none.
struct Merged {
  int64_t a, b;
};
std::vector<Merged> merge(const SparseArgs& a, const SparseArgs& b) {
  std::vector<Merged> merged;
  int64_t i = 0, j = 0;
  while (i < a.count || j < b.count) {
    const int order = i == a.count ? 1 : j == b.count ? -1 : a.compare(i, b, j);
    merged.push_back({order <= 0 ? i : -1, order >= 0 ? j : -1});
    i += order <= 0;
    j += order >= 0;
  }
  return merged;
}

void check_same_shape(KernelContext& ctx, const SparseArgs& a, const SparseArgs& b) {
  if (a.rank != b.rank) ctx.fail("Ranks of input tensors must match, but saw ranks: ", a.rank, " and ", b.rank);
  for (int axis = 0; axis < a.rank; ++axis) {
    if (a.shape[axis] != b.shape[axis])
      ctx.fail("Operands' shapes do not match: got ", a.shape[axis], " and ", b.shape[axis], " for dimension ", axis);
  }
}

template <class T>
auto magnitude(T value) {
  if constexpr (std::is_unsigned_v<T>) {
    return value;
  } else if constexpr (std::is_integral_v<T>) {
    return value < 0 ? wrapping_subtract(T(0), value) : value;
  } else {
    return std::abs(value);
  }
}

void add_cpu(KernelContext& ctx) {
  const SparseArgs a = read_sparse(ctx, 0, 1, 2), b = read_sparse(ctx, 3, 4, 5);
  check_same_shape(ctx, a, b);
  if (a.rank == 0) ctx.fail("sparse tensors to be added must have at least one axis");
  if (!ctx.input(6).shape().is_scalar())
    ctx.fail("The magnitude threshold must be a scalar: got shape ", ctx.input(6).shape());
  const double threshold = ctx.input(6).double_at(0);
  const std::vector<Merged> merged = merge(a, b);
  std::vector<Merged> kept;
  const bool done = visit_number(ctx.input(1).dtype(), [&]<class T>() {
    using C = compute_t<T>;
    const T *x = ctx.input(1).data<T>(), *y = ctx.input(4).data<T>();
    std::vector<T> sums;
    for (const Merged& entry : merged) {
      C sum = entry.a >= 0 ? static_cast<C>(x[entry.a]) : C(0);
      if (entry.b >= 0) sum = wrapping_add(sum, static_cast<C>(y[entry.b]));
      if (entry.a >= 0 && entry.b >= 0 && !(threshold <= static_cast<double>(magnitude(sum)))) continue;
      sums.push_back(static_cast<T>(sum));
      kept.push_back(entry);
    }
    Tensor values = ctx.allocate(1, Shape{static_cast<int64_t>(sums.size())});
    std::copy(sums.begin(), sums.end(), values.data<T>());
  });
  if (!done) ctx.fail_code(Code::kNotFound, "there is no CPU kernel for ", ctx.input(1).dtype());
  Tensor indices = ctx.allocate(0, Shape{static_cast<int64_t>(kept.size()), a.rank});
  int64_t* position = indices.data<int64_t>();
  for (const Merged& entry : kept)
    position = std::copy_n(entry.a >= 0 ? a.at(entry.a) : b.at(entry.b), a.rank, position);
  ctx.set_output(2, ctx.input(2));
}

Values add_grad(GradientContext& ctx) {
  Values result(7);
  const Values grads = ops<"SparseAddGrad">({ctx.grad(1), ctx.input(0), ctx.input(3), ctx.output(0)});
  result[1] = grads[0];
  result[4] = grads[1];
  return result;
}

void add_grad_shape(ShapeContext& ctx) {
  for (int i : {1, 2}) {
    ctx.with_rank(i, 2);
    ctx.set_output(i - 1, Shape{ctx.input(i).has_rank() ? ctx.input(i)[0] : kUnknown});
  }
}

void add_grad_cpu(KernelContext& ctx) {
  SparseArgs parts[3];
  for (int i = 0; i < 3; ++i) {
    const Tensor& indices = ctx.input(i + 1);
    if (indices.shape().rank() != 2) ctx.fail("Indices must be matrices, got shape ", indices.shape());
    parts[i].indices = indices.data<int64_t>();
    parts[i].count = indices.shape()[0];
    parts[i].rank = static_cast<int>(indices.shape()[1]);
    if (parts[i].rank != parts[0].rank) ctx.fail("The densified operands should have the same ndims");
  }
  if (ctx.input(0).shape().rank() != 1)
    ctx.fail("Input backprop_val_grad should be a vector but received shape: ", ctx.input(0).shape());
  if (ctx.input(0).num_elements() != parts[2].count)
    ctx.fail("# elements in backprop_val_grad and # rows in sum_indices should match: ", ctx.input(0).num_elements(),
             " vs. ", parts[2].count);
  for (int i = 0; i < 2; ++i) {
    Tensor out = ctx.allocate(i, Shape{parts[i].count});
    std::fill_n(static_cast<char*>(out.raw()), out.bytes(), 0);
    // Both are in row-major order; what the threshold dropped gets nothing.
    int64_t at = 0;
    for (int64_t k = 0; k < parts[i].count; ++k) {
      while (at < parts[2].count && parts[2].compare(at, parts[i], k) < 0) ++at;
      if (at < parts[2].count && parts[2].compare(at, parts[i], k) == 0) copy_element(out, k, ctx.input(0), at);
    }
  }
}

// Where the elements that are left were in either operand: for the derivative of the gradient.
Values add_grad_grad(GradientContext& ctx) {
  // Linear in its first input: the gradients of both outputs, each where its elements lie in the sum.
  const Value numbers = numbers_of(ctx.input(0));
  const Values where = ops<"SparseAddGrad">(
      {op<"AddV2">({numbers, Tensor::scalar(int32_t{1})}), ctx.input(1), ctx.input(2), ctx.input(3)});
  Value sum;
  for (int i = 0; i < 2; ++i) {
    const Value source = op<"Sub">({where[i], Tensor::scalar(int32_t{1})});  // -1 for what was dropped
    const Value part = sum_to_sources(ctx.grad(i), source, ctx.input(0));
    sum = sum ? build::add(sum, part) : part;
  }
  return {sum, Value(), Value(), Value()};
}

// ---- SparseTensorDenseAdd ----

void dense_add_shape(ShapeContext& ctx) {
  check_sparse(ctx, 0, 1, 2);
  ctx.set_output(0, ctx.input(3));
}

void dense_add_cpu(KernelContext& ctx) {
  const Tensor &indices = ctx.input(0), &values = ctx.input(1), &b = ctx.input(3);
  if (indices.shape().rank() != 2) ctx.fail("Input a_indices should be a matrix but received shape: ", indices.shape());
  if (values.shape().rank() != 1) ctx.fail("Input a_values should be a vector but received shape: ", values.shape());
  if (ctx.input(2).shape().rank() != 1)
    ctx.fail("Input a_shape should be a vector but received shape: ", ctx.input(2).shape());
  const int64_t count = indices.shape()[0], rank = indices.shape()[1];
  if (values.num_elements() != count)
    ctx.fail("Dimensions ", count, " and ", values.num_elements(), " are not compatible: a_indices and a_values");
  if (ctx.input(2).num_elements() != b.shape().rank() || rank != b.shape().rank())
    ctx.fail("Two operands have different ndims; received: ", ctx.input(2).num_elements(), " and ", b.shape().rank());
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (ctx.input(2).int_at(axis) != b.shape()[static_cast<int>(axis)])
      ctx.fail("Dimension ", axis, " does not equal (no broadcasting is supported): sparse side ",
               ctx.input(2).int_at(axis), " vs dense side ", b.shape()[static_cast<int>(axis)]);
  }
  const auto strides = strides_of(b.shape());
  Tensor out = ctx.allocate(0, b.shape());
  copy_elements(b.dtype(), out.raw(), b.raw(), b.num_elements());
  const bool done = visit_number(b.dtype(), [&]<class T>() {
    for (int64_t i = 0; i < count; ++i) {
      int64_t offset = 0;
      for (int64_t axis = 0; axis < rank; ++axis) {
        const int64_t place = indices.int_at(i * rank + axis);
        if (place < 0 || place >= b.shape()[static_cast<int>(axis)])
          ctx.fail("Sparse tensor has some invalid index on dimension ", axis, ": ", place, " is not in [0, ",
                   b.shape()[static_cast<int>(axis)], ")");
        offset += place * strides[axis];
      }
      T& to = out.data<T>()[offset];
      to = static_cast<T>(wrapping_add(static_cast<compute_t<T>>(to), static_cast<compute_t<T>>(values.data<T>()[i])));
    }
  });
  if (!done) ctx.fail_code(Code::kNotFound, "there is no CPU kernel for ", b.dtype());
}

Values dense_add_grad(GradientContext& ctx) {
  return {Value(), op<"GatherNd">({ctx.grad(), ctx.input(0)}), Value(), ctx.grad()};
}

// ---- SparseSparseMinimum, SparseSparseMaximum ----

void extreme_shape(ShapeContext& ctx) {
  check_sparse(ctx, 0, 1, 2);
  check_sparse(ctx, 3, 4, 5);
  ctx.set_output(0, Shape{kUnknown, sparse_rank(ctx, 0, 2)});
  ctx.set_output(1, Shape{kUnknown});
}

template <bool kLargest>
void extreme_cpu(KernelContext& ctx) {
  const SparseArgs a = read_sparse(ctx, 0, 1, 2), b = read_sparse(ctx, 3, 4, 5);
  if (a.rank == 0) ctx.fail("Tensors must not be empty");
  check_same_shape(ctx, a, b);
  const std::vector<Merged> merged = merge(a, b);
  const int64_t count = static_cast<int64_t>(merged.size());
  Tensor indices = ctx.allocate(0, Shape{count, a.rank}), values = ctx.allocate(1, Shape{count});
  int64_t* position = indices.data<int64_t>();
  for (const Merged& entry : merged)
    position = std::copy_n(entry.a >= 0 ? a.at(entry.a) : b.at(entry.b), a.rank, position);
  const bool done = visit_real(values.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    for (int64_t i = 0; i < count; ++i) {
      const C x = merged[i].a >= 0 ? static_cast<C>(ctx.input(1).data<T>()[merged[i].a]) : C(0);
      const C y = merged[i].b >= 0 ? static_cast<C>(ctx.input(4).data<T>()[merged[i].b]) : C(0);
      values.data<T>()[i] = static_cast<T>((kLargest ? x > y : x < y) ? x : y);  // of NaN and a number, the second
    }
  });
  if (!done) ctx.fail_code(Code::kNotFound, "there is no CPU kernel for ", values.dtype());
}

// The gradient goes to the operand whose element was taken, to the first where both are equal. All is compared at the
// places of the result.
template <bool kLargest>
Values extreme_grad(GradientContext& ctx) {
  const Value one = Tensor::scalar(int32_t{1});
  auto at_operands = [&](const Value& at_result) {
    return ops<"SparseAddGrad">({at_result, ctx.input(0), ctx.input(3), ctx.output(0)});
  };
  const Value grad = ctx.grad(1);
  const Values where = at_operands(op<"AddV2">({numbers_of(grad), one}));
  const Value a = sum_to_sources(ctx.input(1), op<"Sub">({where[0], one}), grad);
  const Value b = sum_to_sources(ctx.input(4), op<"Sub">({where[1], one}), grad);
  const Value first = kLargest ? op<"GreaterEqual">({a, b}) : op<"LessEqual">({a, b});
  const Value zeros = build::zeros_like(grad);
  Values result(6);
  if (ctx.wants(1)) result[1] = at_operands(op<"SelectV2">({first, grad, zeros}))[0];
  if (ctx.wants(4)) result[4] = at_operands(op<"SelectV2">({first, zeros, grad}))[1];
  return result;
}

#define GW_EXTREME(NAME)               \
  DEFINE_OP(NAME)                      \
      .input("a_indices: int64")       \
      .input("a_values: T")            \
      .input("a_shape: int64")         \
      .input("b_indices: int64")       \
      .input("b_values: T")            \
      .input("b_shape: int64")         \
      .output("output_indices: int64") \
      .output("output_values: T")

}  // namespace

// SparseConcat: the elements of all inputs, moved along the axis, in row-major order.
DEFINE_OP("SparseConcat")
    .input("indices: N * int64")
    .input("values: N * T")
    .input("shapes: N * int64")
    .output("output_indices: int64")
    .output("output_values: T")
    .output("output_shape: int64")
    .attr("concat_dim: int")
    .attr("N: int >= 2")
    .attr("T: type")
    .doc("Sparse tensors joined along an axis.")
    .shape(concat_shape)
    .kernel(CPU, concat_cpu)
    .gradient(concat_grad);

// SparseSplit: windows of nearly equal extent along an axis.
DEFINE_OP("SparseSplit")
    .input("split_dim: int64")
    .input("indices: int64")
    .input("values: T")
    .input("shape: int64")
    .output("output_indices: num_split * int64")
    .output("output_values: num_split * T")
    .output("output_shape: num_split * int64")
    .attr("num_split: int >= 1")
    .attr("T: type")
    .doc("A sparse tensor parted along an axis; where the extent is no multiple, the first parts are longer by one.")
    .shape(split_shape)
    .kernel(CPU, split_cpu)
    .gradient(split_grad);

// SparseSlice: the elements in the window of `size` from `start` on.
DEFINE_OP("SparseSlice")
    .input("indices: int64")
    .input("values: T")
    .input("shape: int64")
    .input("start: int64")
    .input("size: int64")
    .output("output_indices: int64")
    .output("output_values: T")
    .output("output_shape: int64")
    .attr("T: type")
    .doc("The part of a sparse tensor within a window, which may reach past its end.")
    .shape(slice_shape)
    .kernel(CPU, slice_cpu)
    .gradient(slice_grad);

// SparseAdd: a + b, without sums of two elements of a magnitude below thresh.
DEFINE_OP("SparseAdd")
    .input("a_indices: int64")
    .input("a_values: T")
    .input("a_shape: int64")
    .input("b_indices: int64")
    .input("b_values: T")
    .input("b_shape: int64")
    .input("thresh: Treal")
    .output("sum_indices: int64")
    .output("sum_values: T")
    .output("sum_shape: int64")
    .attr("T: " GW_SPARSE_NUMBERS)
    .attr("Treal: " GW_SPARSE_REALS)
    .doc(
        "The sum of two sparse tensors in row-major order, without sums of two elements of a magnitude below the "
        "threshold.")
    .shape(add_shape)
    .kernel(CPU, add_cpu)
    .gradient(add_grad);

// SparseAddGrad: the gradient of the sum at the elements of either operand, 0 where they were dropped.
DEFINE_OP("SparseAddGrad")
    .input("backprop_val_grad: T")
    .input("a_indices: int64")
    .input("b_indices: int64")
    .input("sum_indices: int64")
    .output("a_val_grad: T")
    .output("b_val_grad: T")
    .attr("T: " GW_SPARSE_NUMBERS)
    .doc("What SparseAdd's gradient is at the elements of its operands.")
    .shape(add_grad_shape)
    .kernel(CPU, add_grad_cpu)
    .gradient(add_grad_grad);

// SparseTensorDenseAdd: a + b for a dense b of the same shape.
DEFINE_OP("SparseTensorDenseAdd")
    .input("a_indices: Tindices")
    .input("a_values: T")
    .input("a_shape: Tindices")
    .input("b: T")
    .output("output: T")
    .attr("T: " GW_SPARSE_NUMBERS)
    .attr("Tindices: {int32, int64}")
    .doc("The sum of a sparse and a dense tensor of one shape, a dense tensor.")
    .shape(dense_add_shape)
    .kernel(CPU, dense_add_cpu)
    .gradient(dense_add_grad);

// SparseSparseMinimum, SparseSparseMaximum: the smaller or larger of two elements, of which one may be 0 for not
// stored.
GW_EXTREME("SparseSparseMinimum")
    .attr("T: " GW_SPARSE_NUMBERS)
    .doc("The smaller of the elements at each position that either tensor stores.")
    .shape(extreme_shape)
    .kernel(CPU, extreme_cpu<false>)
    .gradient(extreme_grad<false>);
GW_EXTREME("SparseSparseMaximum")
    .attr("T: " GW_SPARSE_REALS)
    .doc("The larger of the elements at each position that either tensor stores.")
    .shape(extreme_shape)
    .kernel(CPU, extreme_cpu<true>)
    .gradient(extreme_grad<true>);

XLA_FACT(kNotCompiled, "SparseAdd", "SparseAddGrad", "SparseConcat", "SparseSlice", "SparseSparseMaximum",
         "SparseSparseMinimum", "SparseSplit", "SparseTensorDenseAdd");

}  // namespace graphwright
