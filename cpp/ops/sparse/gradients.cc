// Gradients of sparse tensors' ops: SparseSliceGrad,
// SparseFillEmptyRowsGrad, RaggedFillEmptyRowsGrad.
#include "base/wrapping.h"
#include "ops/sparse/args.h"

namespace graphwright {
namespace {

void slice_grad_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 1);
  ctx.with_rank(2, 1);
  ctx.with_rank(3, 2);
  ctx.set_output(0, Shape{ctx.with_rank(1, 2)[0]});
}

void slice_grad_cpu(KernelContext& ctx) {
  const Tensor &grad = ctx.input(0), &places = ctx.input(1), &start = ctx.input(2), &taken = ctx.input(3);
  if (grad.shape().rank() != 1)
    ctx.fail("Input backprop_val_grad should be a vector but received shape: ", grad.shape());
  if (places.shape().rank() != 2 || taken.shape().rank() != 2)
    ctx.fail("Input and output indices should be matrices but received shapes: ", places.shape(), " and ",
             taken.shape());
  const int64_t rank = places.shape()[1];
  if (taken.shape()[1] != rank)
    ctx.fail("The input and output should have the same ndims: got: ", rank, " and ", taken.shape()[1]);
  if (grad.num_elements() != taken.shape()[0])
    ctx.fail(
        "# elements of backprop_val_grad and # rows of output_indices "
        "should match (#nnz of sum): got ",
        grad.num_elements(), " and ", taken.shape()[0]);
  if (start.shape().rank() != 1) ctx.fail("The input_start should be a vector but received shape ", start.shape());
  if (start.num_elements() != rank)
    ctx.fail("Expected input_start to be a vector of length ", rank, " but got length ", start.num_elements());
  visit_number(grad.dtype(), []<class T>() {}) ||
      (ctx.fail_code(Code::kNotFound, "Could not find device for node: there is no CPU kernel for ", grad.dtype()), 0);
  Tensor out = ctx.allocate(0, Shape{places.shape()[0]});
  std::fill_n(static_cast<char*>(out.raw()), out.bytes(), 0);
  // The slice has its elements in the order of the whole: each is looked for
  // behind the one before.
  int64_t next = 0;
  for (int64_t i = 0; i < places.shape()[0] && next < taken.shape()[0]; ++i) {
    bool same = true;
    for (int64_t axis = 0; axis < rank && same; ++axis)
      same = places.data<int64_t>()[i * rank + axis] ==
             wrapping_add(taken.data<int64_t>()[next * rank + axis], start.data<int64_t>()[axis]);
    if (same) copy_element(out, i, grad, next++);
  }
  if (next < taken.shape()[0])
    ctx.fail_code(Code::kInternal,
                  "Elements of backprop_val_grad aren't all propagated. Num elements:", taken.shape()[0],
                  ", used: ", next);
}

void fill_grad_shape(ShapeContext& ctx) {
  ctx.with_rank(1, 1);
  ctx.set_output(0, ctx.with_rank(0, 1));
  ctx.set_output(1, Shape());
}

void fill_grad_cpu(KernelContext& ctx) {
  const Tensor &places = ctx.input(0), &grad = ctx.input(1);
  if (places.shape().rank() != 1) ctx.fail("reverse_index_map must be a vector, saw: ", places.shape());
  if (grad.shape().rank() != 1) ctx.fail("grad_values must be a vector, saw: ", grad.shape());
  Tensor values = ctx.allocate(0, places.shape()), rest = ctx.allocate(1, Shape());
  const bool done = visit_number(grad.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    std::vector<bool> taken(grad.num_elements(), false);
    for (int64_t i = 0; i < places.num_elements(); ++i) {
      const int64_t place = places.data<int64_t>()[i];
      if (place < 0 || place >= grad.num_elements())
        ctx.fail("Elements in reverse index must be in [0, ", grad.num_elements(), ") but got ", place);
      values.data<T>()[i] = grad.data<T>()[place];
      taken[place] = true;
    }
    C sum(0);
    for (int64_t i = 0; i < grad.num_elements(); ++i)
      if (!taken[i]) sum = wrapping_add(sum, static_cast<C>(grad.data<T>()[i]));
    *rest.data<T>() = static_cast<T>(sum);
  });
  if (!done)
    ctx.fail_code(Code::kNotFound, "Could not find device for node: there is no CPU kernel for ", grad.dtype());
}

// Linear in grad_values: those at the places have the gradients of what they became, all others that of the sum.
Values fill_grad_grad(GradientContext& ctx) {
  const Value &places = ctx.input(0), &values = ctx.input(1);
  const Value at_places = sum_to_sources(ctx.grad(0), places, values);
  const Value taken = sum_to_sources(op<"OnesLike">({places}), places, values);
  const Value free = op<"Equal">({taken, build::zeros_like(taken)});
  return {Value(), op<"SelectV2">({free, ctx.grad(1), at_places})};
}

}  // namespace

// SparseSliceGrad: the gradients of a slice's elements at the places of the
// whole's, 0 for those outside.
DEFINE_OP("SparseSliceGrad")
    .input("backprop_val_grad: T")
    .input("input_indices: int64")
    .input("input_start: int64")
    .input("output_indices: int64")
    .output("val_grad: T")
    .attr("T: " GW_SPARSE_NUMBERS)
    .doc("What SparseSlice's gradient is at the elements of its operand.")
    .shape(slice_grad_shape)
    .kernel(CPU, slice_grad_cpu);

#define GW_FILL_GRAD(NAME)               \
  DEFINE_OP(NAME)                        \
      .input("reverse_index_map: int64") \
      .input("grad_values: T")           \
      .output("d_values: T")             \
      .output("d_default_value: T")      \
      .attr("T: type")                   \
      .shape(fill_grad_shape)            \
      .kernel(CPU, fill_grad_cpu)        \
      .gradient(fill_grad_grad)

// SparseFillEmptyRowsGrad: the gradients of the elements that were there, and
// the sum of those that were added.
GW_FILL_GRAD("SparseFillEmptyRowsGrad")
    .doc(
        "What SparseFillEmptyRows' gradient is at the elements of its "
        "operand, and at the default value.");

// RaggedFillEmptyRowsGrad: the same for rows of a ragged tensor.
GW_FILL_GRAD("RaggedFillEmptyRowsGrad")
    .doc(
        "What RaggedFillEmptyRows' gradient is at the elements of its "
        "operand, and at the default value.");

}  // namespace graphwright
