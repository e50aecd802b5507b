// UnravelIndex: positions in an array for positions among its elements in order.
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

void unravel_shape(ShapeContext& ctx) {
  const Shape& indices = ctx.input(0);
  Shape dims = ctx.with_rank(1, 1);
  if (indices.rank() > 1) ctx.fail("The indices can only be scalar or vector got \"", indices, "\"");
  if (!indices.has_rank()) return ctx.set_output(0, Shape::unknown());
  ctx.set_output(0, indices.rank() == 0 ? dims : Shape{dims[0], indices[0]});
}

void unravel_cpu(KernelContext& ctx) {
  const Tensor &indices = ctx.input(0), &dims = ctx.input(1);
  if (indices.shape().rank() > 1) ctx.fail("The indices can only be scalar or vector got \"", indices.shape(), "\"");
  if (dims.shape().rank() != 1) ctx.fail("The indices can only be 1-D, got \"", dims.shape(), "\"");
  if (indices.num_elements() == 0) ctx.fail("received empty tensor indices: ", indices.shape());
  Ints sizes = dims.ints();
  int64_t total = 1, n = indices.num_elements();
  for (int64_t size : sizes) {
    if (size <= 0) ctx.fail("Input dims cannot contain a dim of zero");
    total = checked_multiply(total, size);
  }
  int64_t rank = dims.num_elements();
  Tensor out = ctx.allocate(0, indices.shape().rank() == 0 ? Shape{rank} : Shape{rank, n});
  visit_dtype<int32_t, int64_t>(out.dtype(), [&]<class T>() {
    for (int64_t i = 0; i < n; ++i) {
      int64_t rest = indices.int_at(i);
      if (rest < 0 || rest >= total) ctx.fail("index is out of bound as with dims");
      for (int64_t d = rank - 1; d >= 0; --d) {
        out.data<T>()[d * n + i] = static_cast<T>(rest % sizes[d]);
        rest /= sizes[d];
      }
    }
  });
}

}  // namespace

// UnravelIndex: the coordinates, in an array of shape dims, of elements counted in order.
DEFINE_OP("UnravelIndex")
    .input("indices: Tidx")
    .input("dims: Tidx")
    .output("output: Tidx")
    .attr("Tidx: {int32, int64} = int32")
    .doc(
        "The coordinates, in an array of shape `dims`, of the elements that `indices` count in order; one column each.")
    .shape(unravel_shape)
    .kernel(CPU, unravel_cpu)
    .no_gradient("works on indices");

XLA_FACT(kNotCompiled, "UnravelIndex");

}  // namespace graphwright
