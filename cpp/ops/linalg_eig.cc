// Eigenvalues and eigenvectors of general matrices.
#include "kernels/decompositions.h"
#include "op/batch.h"
#include "ops/linalg.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

void eig_shape(ShapeContext& ctx) {
  const Shape shape = square(ctx, 0);
  const int64_t n = shape.has_rank() ? axis_from_end(shape, 1) : kUnknown;
  ctx.set_output(0, with_matrix(shape, {n}));
  ctx.set_output(1, ctx.attr<bool>("compute_v") ? shape : Shape{0});
}

void eig_cpu(KernelContext& ctx) {
  const bool vectors = ctx.attr<bool>("compute_v");
  const Tensor &in = ctx.input(0), e = ctx.output(0), v = ctx.output(1);
  const bool single = e.dtype() == DType::kComplex64;
  if (in.dtype() != e.dtype() && in.dtype() != (single ? DType::kFloat32 : DType::kFloat64))
    ctx.fail("Tout must be the complex type of T's precision, got T = ", in.dtype(), " and Tout = ", e.dtype());
  const Shape& shape = in.shape();
  const int64_t n = axis_from_end(shape, 1);
  const auto failed = [&] { ctx.fail("Eigen decomposition was not successful. The input might not be valid."); };
  // Real matrices as they are: the order of the eigenvalues is that of the iteration in their own precision.
  const bool real = visit_dtype<float, double>(in.dtype(), [&]<class T>() {
    for_matrices(batch_count(shape), n * n, [&](int64_t i) {
      if (n == 0) return;
      std::complex<T>* columns = vectors ? v.data<std::complex<T>>() + i * n * n : nullptr;
      if (!eig_decompose<T>(n, in.data<T>() + i * n * n, e.data<std::complex<T>>() + i * n, columns)) failed();
    });
  });
  if (real) return;
  const Tensor wide = Tensor::allocate(DType::kComplex128, shape),
               values = Tensor::allocate(DType::kComplex128, e.shape()),
               columns = Tensor::allocate(DType::kComplex128, v.shape());
  cast_elements(in, wide);
  for_matrices(batch_count(shape), n * n, [&](int64_t i) {
    if (n == 0) return;
    if (!eig_decompose(n, wide.data<Complex>() + i * n * n, values.data<Complex>() + i * n,
                       vectors ? columns.data<Complex>() + i * n * n : nullptr))
      failed();
  });
  cast_elements(values, e);
  if (vectors) cast_elements(columns, v);
}

// With A V = V diag(e): dA = V^-H (diag(de) + conj(F) * (V^H dV - V^H V diag(re(V^H dV)))) V^H, F_ij = 1 / (e_j - e_i).
Values eig_grad(GradientContext& ctx) {
  Value e = ctx.output(0), v = ctx.output(1);
  const bool vectors = ctx.attr<bool>("compute_v");
  if (!vectors) v = ops<"Eig">({ctx.input(0)}, {{"Tout", e.dtype()}, {"compute_v", true}})[1];
  const Value eye = diagonal_only(build::ones_like(v));
  Value middle = build::mul(column(ctx.grad(0)), eye);
  const Value dv = vectors ? ctx.grad_or_null(1) : Value();
  if (dv) {
    const DType real = e.dtype() == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64;
    const Value vdv = matmul(v, dv, true, false);
    const Value diagonal = build::cast(op<"Real">({build::mul(vdv, eye)}, {{"Tout", real}}), e.dtype());
    const Value difference = build::sub(row(e), column(e));
    const Value f = build::conj(op<"DivNoNan">({build::ones_like(difference), difference}));
    middle = build::add(middle, build::mul(f, build::sub(vdv, matmul(matmul(v, v, true, false), diagonal))));
  }
  const Value da = op<"MatrixSolve">({v, matmul(middle, v, false, true)}, {{"adjoint", true}});
  const DType dtype = ctx.input(0).dtype();
  return {is_complex(dtype) ? da : op<"Real">({da}, {{"Tout", dtype}})};
}

// input v = v diag(e), the columns of v being of length 1.
DEFINE_OP("Eig")
    .input("input: T")
    .output("e: Tout")
    .output("v: Tout")
    .attr("compute_v: bool = true")
    .attr("T: {float, double, complex64, complex128}")
    .attr("Tout: {complex64, complex128}")
    .doc("The complex eigenvalues, and if wanted the eigenvectors, of square matrices.")
    .shape(eig_shape)
    .kernel(CPU, Engine::kLibrary, eig_cpu)
    .gradient(eig_grad)
    .batch(batch::leading_axes);

}  // namespace
}  // namespace graphwright
