// Eigenvalues and eigenvectors of general matrices.
#include "kernels/decompositions.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/linalg/linalg.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

void eig_cpu(KernelContext& ctx) {
  const bool vectors = ctx.attr<bool>("compute_v");
  const DType given = ctx.input(0).dtype(), wanted = ctx.output_dtype(0);
  if (given != wanted && given != (wanted == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64))
    ctx.fail("Tout must be the complex type of T's precision, got T = ", given, " and Tout = ", wanted);
  // Real matrices as they are: the order of the eigenvalues is that of the iteration in their own precision.
  run_as<float, double, Complex>(ctx, [vectors]<class T>(std::span<const Tensor> in, std::span<const Tensor> out) {
    using C = std::conditional_t<is_complex_number<T>, T, std::complex<T>>;
    const Shape& shape = in[0].shape();
    const int64_t n = axis_from_end(shape, 1);
    for_matrices(batch_count(shape), n * n, [&](int64_t i) {
      if (n == 0) return;
      C* columns = vectors ? out[1].data<C>() + i * n * n : nullptr;
      if (!eig_decompose(n, in[0].data<T>() + i * n * n, out[0].data<C>() + i * n, columns))
        throw Unfit{"Eigen decomposition was not successful. The input might not be valid."};
    });
  });
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
    .shape(eigen_shape)
    .kernel(CPU, Engine::kLibrary, eig_cpu)
    .gradient(eig_grad)
    .vectorize(vectorize::leading_axes);

XLA_FACT(kNotCompiled, "Eig");

}  // namespace
}  // namespace graphwright
