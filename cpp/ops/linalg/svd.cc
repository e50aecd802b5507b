// The singular value decomposition.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/decompositions.h"
#include "op/vectorize.h"
#include "ops/array_build.h"
#include "ops/linalg/linalg.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

void svd_shape(ShapeContext& ctx) {
  const Shape shape = ctx.with_rank_at_least(0, 2);
  const bool vectors = ctx.attr<bool>("compute_uv"), full = ctx.attr<bool>("full_matrices");
  if (!shape.has_rank()) {
    for (int i = 0; i < 3; ++i) ctx.set_output(i, i == 0 || vectors ? Shape::unknown() : Shape{0});
    return;
  }
  const int64_t m = axis_from_end(shape, 2), n = axis_from_end(shape, 1);
  const int64_t least = m < 0 || n < 0 ? kUnknown : std::min(m, n);
  ctx.set_output(0, with_matrix(shape, {least}));
  ctx.set_output(1, vectors ? with_matrix(shape, {m, full ? m : least}) : Shape{0});
  ctx.set_output(2, vectors ? with_matrix(shape, {n, full ? n : least}) : Shape{0});
}

template <class T>
void set_identity(const MatrixOf<T>& to) {
  std::fill_n(to.data, to.size(), T(0));
  for (int64_t k = 0; k < std::min(to.rows, to.columns); ++k) to.data[k * to.columns + k] = T(1);
}

void svd_cpu(KernelContext& ctx) {
  const bool vectors = ctx.attr<bool>("compute_uv"), full = ctx.attr<bool>("full_matrices");
  run(ctx, [vectors, full]<class T>(std::span<const Tensor> in, std::span<const Tensor> out) {
    const Shape& shape = in[0].shape();
    const int64_t m = axis_from_end(shape, 2), n = axis_from_end(shape, 1), least = std::min(m, n);
    for_matrices(batch_count(shape), m * n, [&](int64_t i) {
      if (least == 0) {
        if (vectors) set_identity(result<T>(out[1], i)), set_identity(result<T>(out[2], i));
        return;
      }
      const T* matrix = in[0].data<T>() + i * m * n;
      if (!std::all_of(matrix, matrix + m * n, [](T x) { return std::isfinite(std::abs(x)); })) {
        constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
        std::fill_n(out[0].data<T>() + i * least, least, T(kNan));
        for (int k = 1; vectors && k < 3; ++k) {
          const MatrixOf<T> to = result<T>(out[k], i);
          std::fill_n(to.data, to.size(), T(kNan));
        }
        return;
      }
      std::vector<double> values(least);
      const int64_t u_size = m * (full ? m : least), v_size = n * (full ? n : least);
      svd_decompose<T>(m, n, full, in[0].data<T>() + i * m * n, values.data(),
                       vectors ? out[1].data<T>() + i * u_size : nullptr,
                       vectors ? out[2].data<T>() + i * v_size : nullptr);
      for (int64_t k = 0; k < least; ++k) out[0].data<T>()[i * least + k] = T(values[k]);
    });
  });
}

// `count` columns (axis -1) or rows (axis -2) of matrices, from `begin` on.
Value part_of(const Value& x, int axis, int64_t begin, int64_t count) {
  const Value places = build::range(build::int_scalar(begin), build::int_scalar(begin + count));
  return build::gather(x, places, x.shape().rank() + axis);
}

// What the columns of `u` (m, m) that belong to no singular value add to the gradient of (m, n), where `du` is u's.
// They turn towards the others only.
Value beyond_rank_grad(const Value& u, const Value& du, const Value& inverse, const Value& v, int64_t m, int64_t n) {
  const Value turn = matmul(u, du, true, false);
  const Value between = part_of(part_of(build::sub(turn, adjoint(turn)), -2, n, m - n), -1, 0, n);
  return matmul(part_of(u, -1, n, m - n), matmul(build::mul(between, row(inverse)), v, false, true));
}

// With A = U S V^H, E_ij = s_j^2 - s_i^2 and skew(X) = X - X^H:
// dA = U (skew(U^H dU) / E * S + S * skew(V^H dV) / E + diag(ds)) V^H + (1 - U U^H) dU S^-1 V^H + U S^-1 dV^H (1 - V
// V^H).
Values svd_grad(GradientContext& ctx) {
  const Value& a = ctx.input(0);
  const Value ds = ctx.grad(0);
  auto diagonal = [](const Value& vector, const Value& like) {
    return build::mul(column(vector), diagonal_only(build::ones_like(like)));
  };
  if (!ctx.attr<bool>("compute_uv")) {
    const Values all = ops<"Svd">({a}, {{"compute_uv", true}});
    return {matmul(build::mul(all[1], row(ds)), all[2], false, true)};
  }
  const Value s = ctx.output(0);
  const Shape& shape = a.shape();
  const int64_t m = shape.has_rank() ? axis_from_end(shape, 2) : kUnknown,
                n = shape.has_rank() ? axis_from_end(shape, 1) : kUnknown;
  if (m < 0 || n < 0)
    fail(Code::kNotImplementedError, "The gradient of Svd needs the matrix's static shape, got ", shape);
  // Two vectors beyond the rank may turn into each other: which ones they are says the algorithm.
  const bool beyond = ctx.attr<bool>("full_matrices") && m != n;
  if (beyond && std::abs(m - n) > 1)
    fail(Code::kNotImplementedError, "The gradient of Svd with full_matrices=True is not defined for [", m, ",", n,
         "]: the extents differ by more than 1");
  using build::add, build::mul, build::sub;
  const Value square = op<"Square">({s}), difference = sub(row(square), column(square));
  const Value f = op<"DivNoNan">({build::ones_like(difference), difference});
  const Value inverse = op<"DivNoNan">({build::ones_like(s), s});
  const int64_t least = std::min(m, n);
  auto of_rank = [&](const Value& vectors) { return beyond ? part_of(vectors, -1, 0, least) : vectors; };
  const Value u = of_rank(ctx.output(1)), v = of_rank(ctx.output(2));
  const Value du = of_rank(ctx.grad(1)), dv = of_rank(ctx.grad(2));
  const Value udu = matmul(u, du, true, false), vdv = matmul(v, dv, true, false);
  const Value left = mul(mul(f, sub(udu, adjoint(udu))), row(s));
  const Value right = mul(mul(f, sub(vdv, adjoint(vdv))), column(s));
  Value middle = add(add(left, right), diagonal(ds, left));
  if (is_complex(a.dtype())) {
    // The phases of U's and V's columns are tied: the imaginary diagonal of U^H dU belongs to one of them.
    const DType real = a.dtype() == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64;
    const Value phases = diagonal_only(udu);
    const Value imaginary = sub(phases, build::cast(op<"Real">({phases}, {{"Tout", real}}), a.dtype()));
    middle = add(middle, mul(imaginary, row(inverse)));
  }
  Value da = matmul(u, matmul(middle, v, false, true));
  if (beyond)
    return {add(da, m > n ? beyond_rank_grad(ctx.output(1), ctx.grad(1), inverse, v, m, n)
                          : adjoint(beyond_rank_grad(ctx.output(2), ctx.grad(2), inverse, u, n, m)))};
  if (m > n) da = add(da, matmul(mul(sub(du, matmul(u, udu)), row(inverse)), v, false, true));
  if (n > m) da = add(da, matmul(u, mul(sub(dv, matmul(v, vdv)), row(inverse)), false, true));
  return {da};
}

// input = u diag(s) v^H, s descending.
DEFINE_OP("Svd")
    .input("input: T")
    .output("s: T")
    .output("u: T")
    .output("v: T")
    .attr("compute_uv: bool = true")
    .attr("full_matrices: bool = false")
    .attr("T: {double, float, half, complex64, complex128}")
    .doc("The singular values, and if wanted the singular vectors, of each matrix.")
    .shape(svd_shape)
    .kernel(CPU, Engine::kLibrary, svd_cpu)
    .gradient(svd_grad)
    .vectorize(vectorize::leading_axes);

}  // namespace
}  // namespace graphwright
