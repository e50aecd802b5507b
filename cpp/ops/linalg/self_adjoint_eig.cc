// Eigenvalues and eigenvectors of self-adjoint matrices.
#include <vector>

#include "kernels/decompositions.h"
#include "op/vectorize.h"
#include "ops/linalg/linalg.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

void eigh_cpu(KernelContext& ctx) {
  const bool vectors = ctx.attr<bool>("compute_v");
  run(ctx, [vectors]<class T>(std::span<const Tensor> in, std::span<const Tensor> out) {
    const Shape& shape = in[0].shape();
    const int64_t n = axis_from_end(shape, 1);
    for_matrices(batch_count(shape), n * n, [&](int64_t i) {
      if (n == 0) return;
      std::vector<double> values(n);
      T* v = vectors ? out[1].data<T>() + i * n * n : nullptr;
      if (!eigh_decompose<T>(n, in[0].data<T>() + i * n * n, values.data(), v))
        throw Unfit{"Self-adjoint eigen decomposition was not successful. The input might not be valid."};
      for (int64_t k = 0; k < n; ++k) out[0].data<T>()[i * n + k] = T(values[k]);
    });
  });
}

// 1 / (e_j - e_i) off the diagonal, 0 on it and where eigenvalues coincide.
Value inverse_differences(const Value& e) {
  const Value difference = build::sub(row(e), column(e));
  return op<"DivNoNan">({build::ones_like(difference), difference});
}

Values eigh_grad(GradientContext& ctx) {
  Value e = ctx.output(0), v = ctx.output(1);
  const Value de = ctx.grad(0);
  Value middle;
  auto diagonal = [](const Value& vector, const Value& like) {
    return build::mul(column(vector), diagonal_only(build::ones_like(like)));
  };
  if (ctx.attr<bool>("compute_v")) {
    middle = diagonal(de, v);
    if (const Value& dv = ctx.grad_or_null(1))
      middle = build::add(middle, build::mul(inverse_differences(e), matmul(v, dv, true, false)));
  } else {
    const Values both = ops<"SelfAdjointEigV2">({ctx.input(0)}, {{"compute_v", true}});
    v = both[1];
    middle = diagonal(de, v);
  }
  const Value da = matmul(v, matmul(middle, v, false, true));
  // Only the lower triangle is read.
  return {lower_half(build::add(da, adjoint(da)))};
}

// input v = v diag(e), e ascending, v unitary; only the lower triangle of the input is read.
DEFINE_OP("SelfAdjointEigV2")
    .input("input: T")
    .output("e: T")
    .output("v: T")
    .attr("compute_v: bool = true")
    .attr("T: {double, float, half, complex64, complex128}")
    .doc("The eigenvalues, and if wanted the eigenvectors, of self-adjoint matrices.")
    .shape(eigen_shape)
    .kernel(CPU, Engine::kLibrary, eigh_cpu)
    .gradient(eigh_grad)
    .vectorize(vectorize::leading_axes);

}  // namespace
}  // namespace graphwright
