// Permuting the axes of an array.
#include <complex>

#include "base/parallel.h"
#include "kernels/strided_copy.h"
#include "op/build.h"
#include "op/gradient_needs.h"
#include "op/kernel_traits.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

// The permutation with axes counted from the front; throws where there is no such axis.
template <class Context>
Ints axes_of(const Context& ctx, const Ints& perm, int rank) {
  if (static_cast<int>(perm.size()) != rank)
    ctx.fail("transpose expects a vector of size ", rank, ". But input(1) is a vector of size ", perm.size());
  Ints axes;
  for (int64_t axis : perm) {
    if (axis < -rank || axis >= rank) ctx.fail(axis, " is out of range [0 .. ", rank, ")");
    axes.push_back(axis < 0 ? axis + rank : axis);
  }
  return axes;
}

// The same, which throws unless each axis occurs once. Only a run does: it may never get there.
Ints checked_perm(const KernelContext& ctx, const Ints& perm, int rank) {
  Ints axes = axes_of(ctx, perm, rank);
  SmallVector<bool, 8> seen(rank, false);
  for (int64_t axis : axes) seen[axis] = true;
  for (int i = 0; i < rank; ++i)
    if (!seen[i]) ctx.fail(i, " is missing from {", str_join(perm, ","), "}.");
  return axes;
}

void transpose_shape(ShapeContext& ctx) {
  Shape perm_shape = ctx.with_rank(1, 1);
  const Shape& x = ctx.input(0);
  int64_t rank = x.has_rank() ? x.rank() : perm_shape[0];
  if (rank < 0) return ctx.set_output(0, Shape::unknown());
  if (perm_shape[0] >= 0 && perm_shape[0] != rank)
    ctx.fail("transpose expects a vector of size ", rank, ". But input(1) is a vector of size ", perm_shape[0]);
  Shape out = Shape::filled(static_cast<int>(rank), kUnknown);
  if (!x.has_rank()) {
    if (auto perm = known_ints(ctx, 1)) axes_of(ctx, *perm, static_cast<int>(rank));
    return ctx.set_output(0, rank == 0 ? Shape::unknown() : out);
  }
  if (auto perm = known_ints(ctx, 1)) {
    Ints axes = axes_of(ctx, *perm, x.rank());
    for (int i = 0; i < x.rank(); ++i) out.set(i, x[static_cast<int>(axes[i])]);
  } else if (x.rank() == 1) {
    out = x;
  }
  ctx.set_output(0, out);
}

template <class T>
void conjugate(T* elements, int64_t n) {
  parallel_for(n, 1 << 15, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) elements[i] = std::conj(elements[i]);
  });
}

void transpose(KernelContext& ctx, bool conj) {
  const Tensor& x = ctx.input(0);
  const Shape& from = x.shape();
  if (ctx.input(1).shape().rank() != 1) ctx.fail("perm must be rank 1, got shape ", ctx.input(1).shape());
  Ints axes = checked_perm(ctx, ctx.input(1).ints(), from.rank());
  Shape to = from;
  bool same_order = true;
  int64_t last = -1;
  for (int i = 0; i < from.rank(); ++i) {
    int axis = static_cast<int>(axes[i]);
    to.set(i, from[axis]);
    if (from[axis] == 1) continue;
    same_order &= axis > last;
    last = axis;
  }
  conj = conj && is_complex(x.dtype());
  if (same_order && !conj) return ctx.set_output(0, x.reshaped(to));
  Tensor out = ctx.allocate(0, to);
  auto from_strides = strides_of(from), to_strides = strides_of(to);
  CopyAxes copy;
  for (int i = 0; i < from.rank(); ++i) copy.push_back({to[i], to_strides[i], from_strides[axes[i]]});
  strided_copy(x.dtype(), copy, out.raw(), x.raw());
  if (conj) visit_complex(x.dtype(), [&]<class T>() { conjugate(out.data<T>(), out.num_elements()); });
}
void transpose_cpu(KernelContext& ctx) { transpose(ctx, false); }
void conjugate_transpose_cpu(KernelContext& ctx) { transpose(ctx, true); }

Value inverse(const Value& perm) { return op<"InvertPermutation">({perm}); }
// InvertPermutation knows no negative axes.
Value inverse_of_input(GradientContext& ctx) {
  const Value& perm = ctx.input(1);
  if (!perm.is_tensor()) return inverse(perm);
  Ints axes = Tensor::of(perm).ints();
  Tensor inverted = Tensor::allocate(DType::kInt32, perm.shape());
  std::fill_n(inverted.data<int32_t>(), axes.size(), -1);
  for (size_t i = 0; i < axes.size(); ++i) {
    int64_t axis = axes[i] < 0 ? axes[i] + static_cast<int64_t>(axes.size()) : axes[i];
    if (inverted.data<int32_t>()[axis] >= 0) return inverse(perm);  // an axis that occurs twice: fails when it runs
    inverted.data<int32_t>()[axis] = static_cast<int32_t>(i);
  }
  return inverted;
}
Values transpose_grad(GradientContext& ctx) { return {op<"Transpose">({ctx.grad(), inverse_of_input(ctx)}), nullptr}; }
Values conjugate_transpose_grad(GradientContext& ctx) {
  return {op<"ConjugateTranspose">({ctx.grad(), inverse_of_input(ctx)}), nullptr};
}

void invert_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.with_rank(0, 1)); }
void invert_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  if (x.shape().rank() != 1) ctx.fail("invert_permutation expects a 1D vector.");
  Tensor out = ctx.allocate(0, x.shape());
  visit_dtype<int32_t, int64_t>(x.dtype(), [&]<class T>() {
    int64_t n = x.num_elements();
    T* inverse = out.data<T>();
    std::fill_n(inverse, n, T{-1});
    for (int64_t i = 0; i < n; ++i) {
      int64_t at = x.data<T>()[i];
      if (at < 0 || at >= n) ctx.fail(at, " is not between 0 and ", n);
      if (inverse[at] != -1) ctx.fail(at, " is duplicated in the input.");
      inverse[at] = static_cast<T>(i);
    }
  });
}

}  // namespace

void transpose_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(1)) return;
  Value first = build::reshape(build::number_like(ctx.value(1), 0), build::ints({1}));
  Value order = VectorizeContext::shifted(ctx.value(1));
  ctx.set_all(
      Values{ctx.value(0), op<"ConcatV2">({first, order, build::number(DType::kInt32, 0)}, {{"N", int64_t{2}}})});
}

// Transpose: y[i_0, i_1, …] = x[j_0, j_1, …] with j_perm[k] = i_k.
DEFINE_OP("Transpose")
    .input("x: T")
    .input("perm: Tperm")
    .output("y: T")
    .attr("T: type")
    .attr("Tperm: {int32, int64} = int32")
    .doc("`x` with its axes in the order `perm`.")
    .shape(transpose_shape)
    .kernel(CPU, transpose_cpu)
    .gradient(transpose_grad)
    .vectorize(transpose_vectorize);

// ConjugateTranspose: Transpose, with the elements conjugated.
DEFINE_OP("ConjugateTranspose")
    .input("x: T")
    .input("perm: Tperm")
    .output("y: T")
    .attr("T: type")
    .attr("Tperm: {int32, int64} = int32")
    .doc("The conjugate of `x` with its axes in the order `perm`.")
    .shape(transpose_shape)
    .kernel(CPU, conjugate_transpose_cpu)
    .gradient(conjugate_transpose_grad)
    .vectorize(transpose_vectorize);

// InvertPermutation: y[x[i]] = i.
DEFINE_OP("InvertPermutation")
    .input("x: T")
    .output("y: T")
    .attr("T: {int32, int64} = int32")
    .doc("The inverse of the permutation `x` of 0, 1, …, n - 1.")
    .shape(invert_shape)
    .kernel(CPU, invert_cpu)
    .no_gradient("works on indices");

namespace {
const GradientNeedsOf shapes_do{GradientNeeds::kShapes, {"Transpose"}};
const KernelTraitOf cannot_fail{KernelTrait::kCannotFail, {"Transpose"}};
}  // namespace

XLA_MUST_KNOW({"ConjugateTranspose", "Transpose"}, {"perm"});

}  // namespace graphwright
