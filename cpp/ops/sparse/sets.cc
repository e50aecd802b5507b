// Operations on sets that lie in the last axis of dense and sparse tensors.
#include <algorithm>
#include <string_view>
#include <vector>

#include "op/context.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

// Elements with the row that they belong to; sorted and without repetition a list of sets.
template <class V>
using Elements = std::vector<std::pair<int64_t, V>>;
template <class T>
struct ElementOf {
  using type = T;
};
template <>
struct ElementOf<std::string> {
  using type = std::string_view;  // into the tensor
};

template <class F>
void visit_element(DType dtype, F&& f) {
  visit_dtype<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, std::string>(dtype, f);
}

// All axes but the last, as a shape; throws where there are too few axes, or more rows than can be counted.
Shape rows_of(KernelContext& ctx, const Shape& shape) {
  if (shape.rank() < 2) ctx.fail("Shape ", shape, " has rank ", shape.rank(), " < 2");
  int64_t count = 1;
  for (int axis = 0; axis + 1 < shape.rank(); ++axis) {
    if (shape[axis] < 0) ctx.fail("shape must not be negative, got ", shape);
    if (__builtin_mul_overflow(count, shape[axis], &count)) ctx.fail("Shape ", shape, " has too many rows");
  }
  return shape.slice(0, shape.rank() - 1);
}

template <class V>
void sort_out(Elements<V>& elements) {
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
}

template <class T>
Elements<typename ElementOf<T>::type> dense_sets(const Tensor& tensor) {
  Elements<typename ElementOf<T>::type> elements;
  const int64_t n = tensor.num_elements(), columns = tensor.shape()[tensor.shape().rank() - 1];
  elements.reserve(n);
  for (int64_t i = 0; i < n; ++i) elements.emplace_back(i / columns, tensor.data<T>()[i]);
  sort_out(elements);
  return elements;
}

// The three parts of a sparse tensor.
struct Sparse {
  const Tensor &indices, &values, &shape;
  Shape dense() const { return shape.as_shape(); }
};
Sparse sparse_input(KernelContext& ctx, int first) {
  const Sparse sparse{ctx.input(first), ctx.input(first + 1), ctx.input(first + 2)};
  const Shape &indices = sparse.indices.shape(), &values = sparse.values.shape();
  if (indices.rank() != 2) ctx.fail("indices must be a matrix, but got: ", indices);
  if (values.rank() != 1) ctx.fail("values must be a vector, but got: ", values);
  if (sparse.shape.shape().rank() != 1) ctx.fail("shape must be a vector, but got: ", sparse.shape.shape());
  if (indices[0] != values[0])
    ctx.fail("indices and values rows (indexing dimension) must match. (indices = ", indices[0],
             ", values = ", values[0], ")");
  if (indices[1] != sparse.shape.num_elements())
    ctx.fail("indices columns and shape rows must match. (indices = ", indices[1],
             ", shape = ", sparse.shape.num_elements(), ")");
  for (int64_t size : sparse.shape.ints())
    if (size < 0) ctx.fail("shape must not be negative, got ", sparse.dense());
  return sparse;
}

template <class T>
Elements<typename ElementOf<T>::type> sparse_sets(KernelContext& ctx, const Sparse& sparse, bool validate) {
  Elements<typename ElementOf<T>::type> elements;
  const Shape dense = sparse.dense();
  const int64_t n = sparse.values.num_elements();
  const int rank = dense.rank();
  elements.reserve(n);
  for (int64_t i = 0; i < n; ++i) {
    const int64_t* index = sparse.indices.data<int64_t>() + i * rank;
    const auto text = [&] { return str_join(std::span<const int64_t>(index, rank), ","); };
    int64_t row = 0;
    for (int axis = 0; axis < rank; ++axis) {
      const bool is_row = axis + 1 < rank;
      if ((validate || is_row) && (index[axis] < 0 || index[axis] >= dense[axis])) {
        if (!validate)
          ctx.fail_code(Code::kInternal, "indices[", i, ", ", axis, "] expected < ", dense[axis], ", got ",
                        index[axis]);
        ctx.fail("indices[", i, "] = [", text(), "] is out of bounds: need 0 <= index < ", dense);
      }
      if (is_row) row = row * dense[axis] + index[axis];
    }
    if (validate && i > 0) {
      const int64_t* before = index - rank;
      if (std::equal(before, index, index)) ctx.fail("indices[", i, "] = [", text(), "] is repeated");
      if (!std::lexicographical_compare(before, index, index, index + rank))
        ctx.fail("indices[", i, "] = [", text(), "] is out of order. Many sparse ops require sorted indices.\n",
                 "    Use `tf.sparse.reorder` to create a correctly ordered copy.");
    }
    elements.emplace_back(row, sparse.values.data<T>()[i]);
  }
  sort_out(elements);
  return elements;
}

// ---- operations ----

template <class T>
void operate(KernelContext& ctx, const Shape& rows, const Elements<typename ElementOf<T>::type>& a,
             const Elements<typename ElementOf<T>::type>& b) {
  Elements<typename ElementOf<T>::type> result;
  std::string operation = ctx.attr<std::string>("set_operation");
  for (char& letter : operation)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  const auto out = std::back_inserter(result);
  if (operation == "a-b") {
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), out);
  } else if (operation == "b-a") {
    std::set_difference(b.begin(), b.end(), a.begin(), a.end(), out);
  } else if (operation == "intersection") {
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out);
  } else if (operation == "union") {
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), out);
  } else {
    ctx.fail("Invalid set_operation ", operation, ".");
  }
  const int64_t n = static_cast<int64_t>(result.size());
  const int rank = rows.rank() + 1;
  Tensor indices = ctx.allocate(0, Shape{n, rank}), values = ctx.allocate(1, Shape{n}),
         shape = ctx.allocate(2, Shape{rank});
  int64_t place = 0, largest = 0;
  for (int64_t i = 0; i < n; ++i) {
    place = i > 0 && result[i].first == result[i - 1].first ? place + 1 : 0;
    largest = std::max(largest, place + 1);
    int64_t* index = indices.data<int64_t>() + i * rank;
    index[rank - 1] = place;
    int64_t row = result[i].first;
    for (int axis = rank - 2; axis >= 0; --axis) {
      index[axis] = row % rows[axis];
      row /= rows[axis];
    }
    values.data<T>()[i] = T(result[i].second);
  }
  for (int axis = 0; axis + 1 < rank; ++axis) shape.data<int64_t>()[axis] = rows[axis];
  shape.data<int64_t>()[rank - 1] = largest;
}

void check_rows(KernelContext& ctx, const Shape& a, const Shape& b) {
  if (a != b) ctx.fail("Mismatched shapes ", a, " vs ", b);
}

void dense_to_dense_cpu(KernelContext& ctx) {
  const Tensor &a = ctx.input(0), &b = ctx.input(1);
  const Shape rows = rows_of(ctx, a.shape());
  check_rows(ctx, rows, rows_of(ctx, b.shape()));
  visit_element(a.dtype(), [&]<class T>() { operate<T>(ctx, rows, dense_sets<T>(a), dense_sets<T>(b)); });
}
void dense_to_sparse_cpu(KernelContext& ctx) {
  const Tensor& a = ctx.input(0);
  const Sparse b = sparse_input(ctx, 1);
  const Shape rows = rows_of(ctx, a.shape());
  check_rows(ctx, rows, rows_of(ctx, b.dense()));
  const bool validate = ctx.attr<bool>("validate_indices");
  visit_element(a.dtype(),
                [&]<class T>() { operate<T>(ctx, rows, dense_sets<T>(a), sparse_sets<T>(ctx, b, validate)); });
}
void sparse_to_sparse_cpu(KernelContext& ctx) {
  const Sparse a = sparse_input(ctx, 0), b = sparse_input(ctx, 3);
  const Shape rows = rows_of(ctx, a.dense());
  check_rows(ctx, rows, rows_of(ctx, b.dense()));
  const bool validate = ctx.attr<bool>("validate_indices");
  visit_element(a.values.dtype(), [&]<class T>() {
    operate<T>(ctx, rows, sparse_sets<T>(ctx, a, validate), sparse_sets<T>(ctx, b, validate));
  });
}

void set_size_cpu(KernelContext& ctx) {
  const Sparse sets = sparse_input(ctx, 0);
  const Shape dense = sets.dense();
  if (dense.rank() < 2) ctx.fail("Invalid rank ", dense.rank(), ".");
  Tensor sizes = ctx.allocate(0, rows_of(ctx, dense));
  std::fill_n(sizes.data<int32_t>(), sizes.num_elements(), 0);
  visit_element(sets.values.dtype(), [&]<class T>() {
    for (const auto& element : sparse_sets<T>(ctx, sets, ctx.attr<bool>("validate_indices")))
      ++sizes.data<int32_t>()[element.first];
  });
}

// ---- shapes ----

void set_result(ShapeContext& ctx, int64_t rank) {
  ctx.set_output(0, Shape{kUnknown, rank});
  ctx.set_output(1, Shape{kUnknown});
  ctx.set_output(2, Shape{rank});
}
// The rank of a sparse tensor of which input `first` is the indices.
int64_t sparse_rank(ShapeContext& ctx, int first) {
  const Shape indices = ctx.with_rank(first, 2), shape = ctx.with_rank(first + 2, 1);
  ctx.with_rank(first + 1, 1);
  const int64_t columns = indices.has_rank() ? indices[1] : kUnknown, size = shape.has_rank() ? shape[0] : kUnknown;
  if (columns >= 0 && size >= 0 && columns != size)
    ctx.fail("indices ", indices, " and shape ", shape, " are of different ranks");
  return std::max(columns, size);
}
void dense_to_dense_shape(ShapeContext& ctx) {
  const Shape a = ctx.with_rank_at_least(0, 2), b = ctx.with_rank_at_least(1, 2);
  if (a.has_rank() && b.has_rank()) {
    if (a.rank() != b.rank()) ctx.fail("Mismatched ranks: shapes ", a, " and ", b);
    const Shape rows = a.slice(0, a.rank() - 1), others = b.slice(0, b.rank() - 1);
    if (!rows.compatible(others))
      ctx.fail("Dimensions in both shapes must be equal. Mismatched shapes ", rows, " vs ", others);
  }
  set_result(ctx, a.has_rank() ? a.rank() : b.has_rank() ? b.rank() : kUnknown);
}
void dense_to_sparse_shape(ShapeContext& ctx) {
  const Shape a = ctx.with_rank_at_least(0, 2);
  const int64_t rank = sparse_rank(ctx, 1);
  if (a.has_rank() && rank >= 0 && a.rank() != rank)
    ctx.fail("Mismatched shapes: ", a, " and a sparse tensor of rank ", rank);
  set_result(ctx, a.has_rank() ? a.rank() : rank);
}
void sparse_to_sparse_shape(ShapeContext& ctx) {
  const int64_t a = sparse_rank(ctx, 0), b = sparse_rank(ctx, 3);
  if (a >= 0 && b >= 0 && a != b) ctx.fail("Mismatched shapes: sparse tensors of ranks ", a, " and ", b);
  set_result(ctx, std::max(a, b));
}
void set_size_shape(ShapeContext& ctx) {
  sparse_rank(ctx, 0);
  ctx.set_output(0, Shape::unknown());
}

// ---- ops ----

#define SET_TYPES "T: {int8, int16, int32, int64, uint8, uint16, string}"
constexpr char kIntegers[] = "sets have none";

DEFINE_OP("DenseToDenseSetOperation")
    .input("set1: T")
    .input("set2: T")
    .output("result_indices: int64")
    .output("result_values: T")
    .output("result_shape: int64")
    .attr("set_operation: string")
    .attr("validate_indices: bool = true")
    .attr(SET_TYPES)
    .doc("The union, intersection or difference of sets in the last axes of two tensors.")
    .shape(dense_to_dense_shape)
    .kernel(CPU, dense_to_dense_cpu)
    .no_gradient(kIntegers);

DEFINE_OP("DenseToSparseSetOperation")
    .input("set1: T")
    .input("set2_indices: int64")
    .input("set2_values: T")
    .input("set2_shape: int64")
    .output("result_indices: int64")
    .output("result_values: T")
    .output("result_shape: int64")
    .attr("set_operation: string")
    .attr("validate_indices: bool = true")
    .attr(SET_TYPES)
    .doc("The union, intersection or difference of sets in a dense and a sparse tensor.")
    .shape(dense_to_sparse_shape)
    .kernel(CPU, dense_to_sparse_cpu)
    .no_gradient(kIntegers);

DEFINE_OP("SparseToSparseSetOperation")
    .input("set1_indices: int64")
    .input("set1_values: T")
    .input("set1_shape: int64")
    .input("set2_indices: int64")
    .input("set2_values: T")
    .input("set2_shape: int64")
    .output("result_indices: int64")
    .output("result_values: T")
    .output("result_shape: int64")
    .attr("set_operation: string")
    .attr("validate_indices: bool = true")
    .attr(SET_TYPES)
    .doc("The union, intersection or difference of sets in two sparse tensors.")
    .shape(sparse_to_sparse_shape)
    .kernel(CPU, sparse_to_sparse_cpu)
    .no_gradient(kIntegers);

DEFINE_OP("SetSize")
    .input("set_indices: int64")
    .input("set_values: T")
    .input("set_shape: int64")
    .output("size: int32")
    .attr("validate_indices: bool = true")
    .attr(SET_TYPES)
    .doc("How many different elements there are in each row of a sparse tensor.")
    .shape(set_size_shape)
    .kernel(CPU, set_size_cpu)
    .no_gradient(kIntegers);

XLA_FACT(kNotCompiled, "DenseToDenseSetOperation", "DenseToSparseSetOperation", "SetSize",
         "SparseToSparseSetOperation");

}  // namespace
}  // namespace graphwright
