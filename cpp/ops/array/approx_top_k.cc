// ApproxTopK: the largest or smallest elements along an axis. On a CPU they are the exact ones.
#include "kernels/sort.h"
#include "op/vectorize.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

template <class Context>
int64_t checked_k(const Context& ctx, const Shape& x) {
  const int64_t k = ctx.template attr<int64_t>("k");
  if (k < 0) ctx.fail("Need k >= 0, got ", k);
  if (x.rank() == 0) ctx.fail("input must be >= 1-D, got shape ", x);
  const int64_t axis = ctx.template attr<int64_t>("reduction_dimension");
  if (axis != -1 && axis != x.rank() - 1)
    throw Error(Code::kNotFound, str_cat("ApproxTopK works along the last axis, got reduction_dimension ", axis),
                ctx.op().name);
  const int64_t columns = x[x.rank() - 1];
  if (columns >= 0 && columns < k) ctx.fail("input must have at least k columns. Had ", columns, ", needed ", k);
  return k;
}

void top_k_shape(ShapeContext& ctx) {
  Shape out = ctx.input(0);
  if (out.has_rank()) out.set(out.rank() - 1, checked_k(ctx, ctx.input(0)));
  ctx.set_output(0, out);
  ctx.set_output(1, out);
}

// Changes the signs of all elements.
void negate(Tensor& x) {
  if (x.dtype() == DType::kFloat32) {
    for (float& value : x.flat<float>()) value = -value;
  } else {
    auto* bits = static_cast<uint16_t*>(x.raw());
    for (int64_t i = 0; i < x.num_elements(); ++i) bits[i] ^= 0x8000;
  }
}

void top_k_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const int64_t k = checked_k(ctx, x.shape());
  Tensor values = ctx.output(0), indices = ctx.output(1);
  if (values.num_elements() == 0) return;
  const int64_t columns = x.shape()[x.shape().rank() - 1];
  const bool largest = ctx.attr<bool>("is_max_k");
  Tensor from = x;
  if (!largest) negate(from = x.copy());
  top_k(x.dtype(), from.raw(), x.num_elements() / columns, columns, k, values.raw(), DType::kInt32, indices.raw());
  if (!largest) negate(values);
}

Values top_k_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &indices = ctx.output(1);
  Value shape = build::shape_of(x), columns = build::element(shape, -1);
  Value k = build::element(build::shape_of(indices), -1);
  Value by_rows = build::reshape(indices, build::stack({build::int_scalar(-1), k}));
  Value rows = build::element(build::shape_of(by_rows), 0);
  Value starts = build::expand_dims(build::mul(build::range(build::int_scalar(0), rows), columns), -1);
  Value places = build::reshape(build::add(by_rows, starts), build::ints({-1, 1}));
  Value dy = build::reshape(ctx.grad(0), build::ints({-1}));
  return {build::reshape(op<"ScatterNd">({places, dy, build::stack({build::product(shape)})}), shape)};
}

void top_k_vectorize(VectorizeContext& ctx) {
  Attrs attrs = ctx.attrs();
  attrs.set("reduction_dimension", VectorizeContext::shifted(ctx.attr<int64_t>("reduction_dimension")));
  ctx.set_all(Values{ctx.value(0)}, attrs);
}

DEFINE_OP("ApproxTopK")
    .input("input: T")
    .output("values: T")
    .output("indices: int32")
    .attr("k: int >= 0")
    .attr("reduction_dimension: int = -1")
    .attr("recall_target: float = 0.95")
    .attr("is_max_k: bool = true")
    .attr("reduction_input_size_override: int = -1")
    .attr("aggregate_to_topk: bool = true")
    .attr("T: {half, bfloat16, float}")
    .doc("The `k` largest (or smallest) elements along the last axis, the most extreme first, and their positions.")
    .shape(top_k_shape)
    .kernel(CPU, top_k_cpu)
    .gradient(top_k_grad)
    .vectorize(top_k_vectorize);

}  // namespace
}  // namespace graphwright
