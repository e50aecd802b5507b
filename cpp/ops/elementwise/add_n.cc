// Sums of any number of tensors of one shape: AddN and AccumulateNV2.
#include <algorithm>

#include "base/parallel.h"
#include "kernels/elementwise.h"
#include "op/build.h"
#include "op/context.h"
#include "op/vectorize.h"
#include "tensor/variant.h"

namespace graphwright {
namespace {

void add_n_shape(ShapeContext& ctx) {
  Shape shape = ctx.input(0);
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    if (!shape.compatible(ctx.input(i)))
      ctx.fail("Inputs to operation ", ctx.op().name, " of type ", ctx.op().name,
               " must have the same size and shape.  Input 0: ", ctx.input(0), " != input ", i, ": ", ctx.input(i));
    shape = shape.merge(ctx.input(i));
  }
  ctx.set_output(0, shape);
}

// Empty variants are sums of nothing: what a branch that was not taken would have kept for its gradient.
void add_variants(KernelContext& ctx) {
  Handle sum;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const Handle& next = *ctx.input(i).data<Handle>();
    if (!sum || !next) {
      if (!sum) sum = next;
      continue;
    }
    auto* left = dynamic_cast<VariantObject*>(sum.get());
    if (!left) ctx.fail("input 0 holds nothing that can be added");
    sum = left->add(*ctx.input(i).object<VariantObject>());
  }
  ctx.set_output(0, Tensor::handle(DType::kVariant, sum));
}

void add_n_cpu(KernelContext& ctx) {
  const Tensor& first = ctx.input(0);
  if (ctx.num_inputs() == 1) return ctx.set_output(0, first);
  if (first.dtype() == DType::kVariant) return add_variants(ctx);
  const BinaryFns* fns = binary_fns(BinaryCode::kAdd, first.dtype());
  if (!fns || first.dtype() == DType::kString)
    ctx.fail_code(Code::kNotFound, "Could not find device for node: there is no CPU kernel for ", first.dtype());
  Tensor out = ctx.output(0);
  int64_t size = static_cast<int64_t>(dtype_size(first.dtype()));
  // A block of the sum stays in the cache while all inputs are added to it.
  constexpr int64_t kBlock = 4096;
  parallel_for(out.num_elements(), 16384, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i += kBlock) {
      int64_t n = std::min(kBlock, end - i);
      auto at = [&](const Tensor& tensor) { return static_cast<char*>(tensor.raw()) + i * size; };
      fns->vector_vector(at(first), at(ctx.input(1)), at(out), n);
      for (int k = 2; k < ctx.num_inputs(); ++k) fns->vector_vector(at(out), at(ctx.input(k)), at(out), n);
    }
  });
}

Values add_n_grad(GradientContext& ctx) {
  Values grads;
  for (int i = 0; i < ctx.num_inputs(); ++i) grads.push_back(ctx.grad());
  return grads;
}

// Lists are added as they are, where all have rows.
void add_n_vectorize(VectorizeContext& ctx) {
  if (ctx.output_dtype(0) != DType::kVariant) return vectorize::leading_axes(ctx);
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    if (!ctx.rows(i)) return;
    inputs.push_back(ctx.value(i));
  }
  ctx.set_all(inputs);
}

DEFINE_OP("AddN")
    .input("inputs: N * T")
    .output("sum: T")
    .attr("N: int >= 1")
    .attr(
        "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, "
        "quint16, "
        "uint16, complex128, half, uint32, uint64, variant}")
    .doc("The sum of all inputs, which have one shape.")
    .shape(add_n_shape)
    .kernel(CPU, add_n_cpu)
    .commutative()
    .trait(Trait::kPassesSlices)
    .gradient(add_n_grad)
    .vectorize(add_n_vectorize);

DEFINE_OP("AccumulateNV2")
    .input("inputs: N * T")
    .output("sum: T")
    .attr("N: int >= 1")
    .attr("T: numbertype")
    .attr("shape: shape")
    .doc("The sum of all inputs, which have one shape.")
    .shape(add_n_shape)
    .kernel(CPU, add_n_cpu)
    .commutative()
    .trait(Trait::kPassesSlices)
    .gradient(add_n_grad)
    .vectorize(add_n_vectorize);

}  // namespace
}  // namespace graphwright
