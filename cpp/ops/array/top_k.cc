// Order: the largest elements of rows, the n-th element, places in sorted rows.
#include <algorithm>
#include <array>

#include "kernels/sort.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

#define GW_REAL_TYPES "{float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}"

// TopK has k as an attr, TopKV2 as an input.
std::optional<int64_t> wanted_k(ShapeContext& ctx) {
  if (ctx.num_inputs() == 1) return ctx.attr<int64_t>("k");
  const Shape& k = ctx.input(1);
  if (k.has_rank() && k.rank() != 0) ctx.fail("k must be scalar, got shape ", k);
  return known_int(ctx, 1);
}
template <class Context>
void check_k(const Context& ctx, const Shape& x, int64_t k) {
  if (k < 0) ctx.fail("Need k >= 0, got ", k);
  if (x.rank() == 0) ctx.fail("input must be >= 1-D, got shape ", x);
  int64_t columns = x.rank() > 0 ? x[x.rank() - 1] : kUnknown;
  if (columns >= 0 && columns < k) ctx.fail("input must have at least k columns. Had ", columns, ", needed ", k);
}

void top_k_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  auto k = wanted_k(ctx);
  check_k(ctx, x, k.value_or(0));
  Shape out = x;
  if (out.has_rank()) out.set(out.rank() - 1, k ? *k : ctx.num_inputs() == 2 ? known_extent(ctx, 1) : kUnknown);
  ctx.set_output(0, out);
  ctx.set_output(1, out);
}
void top_k_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  if (ctx.num_inputs() == 2 && ctx.input(1).shape().rank() != 0)
    ctx.fail("k must be scalar, got shape ", ctx.input(1).shape());
  int64_t k = ctx.num_inputs() == 1 ? ctx.attr<int64_t>("k") : ctx.input(1).int_at(0);
  check_k(ctx, x.shape(), k);
  Shape shape = x.shape();
  int64_t columns = shape[shape.rank() - 1];
  shape.set(shape.rank() - 1, k);
  Tensor values = ctx.allocate(0, shape), indices = ctx.allocate(1, shape);
  if (values.num_elements() == 0) return;
  if (indices.dtype() == DType::kInt16 && columns > 32768)
    ctx.fail("positions in rows of ", columns, " elements do not fit into int16");
  const bool any_order = !ctx.attr<bool>("sorted") && k > 1 && k < columns;
  const auto find = any_order ? top_k_in_heap_order : top_k;
  if (!find(x.dtype(), x.raw(), x.num_elements() / columns, columns, k, values.raw(), indices.dtype(), indices.raw()))
    ctx.fail_code(Code::kUnimplemented, ctx.op().name, " has no kernel for dtype ", x.dtype());
}

// Each dy goes to the place its value came from: rows are flattened, and indices counted through all rows.
Value at_places(const Value& dy, const Value& indices, const Value& x) {
  Value shape = build::shape_of(x), columns = build::element(shape, -1);
  Value k = build::element(build::shape_of(indices), -1);
  Value by_rows = build::reshape(build::cast(indices, DType::kInt32), build::stack({build::int_scalar(-1), k}));
  Value rows = build::element(build::shape_of(by_rows), 0);
  Value starts = build::expand_dims(build::mul(build::range(build::int_scalar(0), rows), columns), -1);
  Value places = build::reshape(build::add(by_rows, starts), build::int_vector(std::array<int64_t, 2>{-1, 1}));
  Value flat_dy = build::reshape(dy, build::int_vector(std::array<int64_t, 1>{-1}));
  Value flat = op<"ScatterNd">({places, flat_dy, build::stack({build::product(shape)})});
  return build::reshape(flat, shape);
}
Values top_k_grad(GradientContext& ctx) {
  Values grads(ctx.num_inputs(), Value());
  grads[0] = at_places(ctx.grad(0), ctx.output(1), ctx.input(0));
  return grads;
}

void sort_rows_shape(ShapeContext& ctx) {
  if (ctx.input(0).rank() == 0) ctx.fail("values must be >= 1-D, got shape ", ctx.input(0));
  ctx.set_output(0, ctx.input(0));
}
void sort_rows_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), y = ctx.output(0);
  if (x.num_elements() == 0) return;
  const int64_t columns = x.shape()[x.shape().rank() - 1];
  if (!sort_values(x.dtype(), x.raw(), x.num_elements() / columns, columns, ctx.attr<bool>("descending"), y.raw()))
    ctx.fail_code(Code::kUnimplemented, "_SortRows has no kernel for dtype ", x.dtype());
}
// Where the elements came from is found only now; equal ones keep their order, whichever way rows are sorted.
Values sort_rows_grad(GradientContext& ctx) {
  const bool descending = ctx.attr<bool>("descending");
  const Value last = build::int_vector(std::array<int64_t, 1>{-1});
  auto turned = [&](const Value& rows) { return descending ? rows : op<"ReverseV2">({rows, last}); };
  const Value x = turned(ctx.input(0));
  const Values top = ops<"TopKV2">({x, build::element(build::shape_of(x), -1)});
  return {turned(at_places(turned(ctx.grad()), top[1], x))};
}

template <class Context>
void check_n(const Context& ctx, const Shape& x, std::optional<int64_t> n) {
  if (x.rank() == 0) ctx.fail("Input must be >= 1-D, got shape ", x);
  if (!n) return;
  if (*n < 0) ctx.fail("n must be non-negative, got ", *n);
  if (x.has_rank() && x[x.rank() - 1] >= 0 && *n >= x[x.rank() - 1])
    ctx.fail("Input must have last dimension > n = ", *n);
}
void nth_element_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  if (ctx.input(1).rank() > 0) ctx.fail("N must be scalar but has rank ", ctx.input(1).rank());
  check_n(ctx, x, known_int(ctx, 1));
  ctx.set_output(0, x.has_rank() ? x.slice(0, x.rank() - 1) : x);
}
void nth_element_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  if (ctx.input(1).shape().rank() > 0) ctx.fail("N must be scalar but has rank ", ctx.input(1).shape().rank());
  int64_t n = int_input(ctx, 1);
  check_n(ctx, x.shape(), n);
  int last = x.shape().rank() - 1;
  Tensor out = ctx.allocate(0, x.shape().slice(0, last));
  if (!nth_element(x.dtype(), x.raw(), out.num_elements(), x.shape()[last], n, ctx.attr<bool>("reverse"), out.raw()))
    ctx.fail_code(Code::kUnimplemented, "NthElement has no kernel for dtype ", x.dtype());
}
// In equal parts to all elements that equal the one selected.
Values nth_element_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  Value chosen = build::cast(op<"Equal">({build::expand_dims(ctx.output(0), -1), x}), ctx.grad().dtype());
  Value count = op<"Sum">({chosen, build::int_scalar(-1)}, {{"keep_dims", true}});
  return {build::mul(build::div(chosen, count), build::expand_dims(ctx.grad(), -1)), nullptr};
}

void bound_shape(ShapeContext& ctx) {
  Shape sorted = ctx.with_rank(0, 2), values = ctx.with_rank(1, 2);
  if (sorted[0] >= 0 && values[0] >= 0 && sorted[0] != values[0])
    ctx.fail("Leading dim_size of both tensors must match.");
  ctx.set_output(0, values);
}
template <bool kUpper>
void bound_cpu(KernelContext& ctx) {
  const Tensor &sorted = ctx.input(0), &values = ctx.input(1);
  if (sorted.shape().rank() != 2 || values.shape().rank() != 2)
    ctx.fail("sorted input argument and values must be matrices, got shapes ", sorted.shape(), " and ", values.shape());
  if (sorted.shape()[0] != values.shape()[0]) ctx.fail("Leading dim_size of both tensors must match.");
  Tensor out = ctx.allocate(0, values.shape());
  if (out.num_elements() == 0) return;
  if (!search_sorted(sorted.dtype(), sorted.raw(), sorted.shape()[0], sorted.shape()[1], values.raw(),
                     values.shape()[1], kUpper, out.dtype(), out.raw()))
    ctx.fail_code(Code::kUnimplemented, ctx.op().name, " has no kernel for dtype ", sorted.dtype());
}

}  // namespace

// TopKV2: the k largest elements along the last axis, largest first, and where they stood.
DEFINE_OP("TopKV2")
    .input("input: T")
    .input("k: Tk")
    .output("values: T")
    .output("indices: index_type")
    .attr("sorted: bool = true")
    .attr("T: " GW_REAL_TYPES)
    .attr("Tk: {int16, int32, int64} = int32")
    .attr("index_type: {int16, int32, int64} = int32")
    .doc(
        "The `k` largest elements along the last axis, largest first, and their positions. Of equal elements the one "
        "with "
        "the lower position comes first; NaN counts as the largest. Where they need not be `sorted`, they are as in "
        "TensorFlow.")
    .shape(top_k_shape)
    .kernel(CPU, top_k_cpu)
    .gradient(top_k_grad)
    .vectorize(vectorize::leading_axes_of<1>);

// TopK: TopKV2 with k as an attr.
DEFINE_OP("TopK")
    .input("input: T")
    .output("values: T")
    .output("indices: int32")
    .attr("k: int >= 0")
    .attr("sorted: bool = true")
    .attr("T: " GW_REAL_TYPES)
    .doc("The `k` largest elements along the last axis, largest first, and their positions.")
    .shape(top_k_shape)
    .kernel(CPU, top_k_cpu)
    .gradient(top_k_grad)
    .vectorize(vectorize::leading_axes);

// _SortRows: each row of the last axis in order. Eager sorts of many elements, which need no positions.
DEFINE_OP("_SortRows")
    .input("values: T")
    .output("sorted: T")
    .attr("descending: bool = false")
    .attr("T: " GW_REAL_TYPES)
    .doc("The elements of each row in order; NaN counts as the largest, and equal elements keep their order.")
    .shape(sort_rows_shape)
    .kernel(CPU, sort_rows_cpu)
    .gradient(sort_rows_grad)
    .vectorize(vectorize::leading_axes);

// NthElement: the element that would stand at position n of each sorted row.
DEFINE_OP("NthElement")
    .input("input: T")
    .input("n: int32")
    .output("values: T")
    .attr("reverse: bool = false")
    .attr("T: " GW_REAL_TYPES)
    .doc("The element that would stand at position `n` if the last axis were sorted, largest first when `reverse`.")
    .shape(nth_element_shape)
    .kernel(CPU, nth_element_cpu)
    .gradient(nth_element_grad)
    .vectorize(vectorize::leading_axes_of<1>);

// LowerBound: the first place in each sorted row where a value could be inserted.
DEFINE_OP("LowerBound")
    .input("sorted_inputs: T")
    .input("values: T")
    .output("output: out_type")
    .attr("T: type")
    .attr("out_type: {int32, int64} = int32")
    .doc("For each value the number of elements in its row of `sorted_inputs` that are less.")
    .shape(bound_shape)
    .kernel(CPU, bound_cpu<false>)
    .no_gradient("gives positions")
    .vectorize(vectorize::examples<2>);

// UpperBound: the last place in each sorted row where a value could be inserted.
DEFINE_OP("UpperBound")
    .input("sorted_inputs: T")
    .input("values: T")
    .output("output: out_type")
    .attr("T: type")
    .attr("out_type: {int32, int64} = int32")
    .doc("For each value the number of elements in its row of `sorted_inputs` that are less or equal.")
    .shape(bound_shape)
    .kernel(CPU, bound_cpu<true>)
    .no_gradient("gives positions")
    .vectorize(vectorize::examples<2>);

XLA_FACT(kNotCompiled, "NthElement", "TopK");

}  // namespace graphwright
