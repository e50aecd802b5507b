// The QR decomposition.
#include "kernels/decompositions.h"
#include "op/vectorize.h"
#include "ops/linalg/linalg.h"

namespace graphwright {
namespace {

using namespace linalg;  // NOLINT: this file is part of the family

void qr_shape(ShapeContext& ctx) {
  const Shape shape = ctx.with_rank_at_least(0, 2);
  if (!shape.has_rank()) {
    ctx.set_output(0, shape);
    ctx.set_output(1, shape);
    return;
  }
  const int64_t m = axis_from_end(shape, 2), n = axis_from_end(shape, 1);
  const int64_t least = m < 0 || n < 0 ? kUnknown : std::min(m, n);
  const bool full = ctx.attr<bool>("full_matrices");
  ctx.set_output(0, with_matrix(shape, {m, full ? m : least}));
  ctx.set_output(1, with_matrix(shape, {full ? m : least, n}));
}

void qr_cpu(KernelContext& ctx) {
  const bool full = ctx.attr<bool>("full_matrices");
  run(ctx, [full]<class T>(std::span<const Tensor> in, std::span<const Tensor> out) {
    const Shape& shape = in[0].shape();
    const int64_t m = axis_from_end(shape, 2), n = axis_from_end(shape, 1), width = full ? m : std::min(m, n);
    for_matrices(batch_count(shape), m * n, [&](int64_t i) {
      qr_decompose<T>(m, n, full, in[0].data<T>() + i * m * n, out[0].data<T>() + i * m * width,
                      out[1].data<T>() + i * width * n);
    });
  });
}

// x * r^-H for an upper triangular r.
Value times_inverse_adjoint(const Value& x, const Value& r) {
  return adjoint(op<"MatrixTriangularSolve">({r, adjoint(x)}, {{"lower", false}, {"adjoint", false}}));
}

// For a square or tall A = Q R.
Value tall_qr_grad(const Value& q, const Value& r, const Value& dq, const Value& dr) {
  const Value qdq = matmul(q, dq, true, false), rdr = matmul(r, dr, false, true);
  const Value skew = build::add(build::sub(qdq, adjoint(qdq)), build::sub(rdr, adjoint(rdr)));
  const Value lower = build::sub(band(skew, -1, 0), diagonal_only(skew));
  const Value first = matmul(q, build::add(dr, times_inverse_adjoint(lower, r)));
  Value da = build::add(first, times_inverse_adjoint(build::sub(dq, matmul(q, qdq)), r));
  if (!is_complex(q.dtype())) return da;
  // R's diagonal is real: what of the phases' gradient is imaginary goes back through Q.
  const Value phases = diagonal_only(build::sub(rdr, adjoint(qdq)));
  const DType real = q.dtype() == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64;
  const Value imaginary = build::sub(phases, build::cast(op<"Real">({phases}, {{"Tout", real}}), q.dtype()));
  return build::add(da, times_inverse_adjoint(matmul(q, adjoint(imaginary)), r));
}

Value columns(const Value& x, int64_t begin, int64_t count) {
  const int rank = x.shape().rank();
  Tensor from = Tensor::zeros(DType::kInt32, Shape{rank}), size = Tensor::allocate(DType::kInt32, Shape{rank});
  for (int i = 0; i < rank; ++i) size.data<int32_t>()[i] = -1;
  from.data<int32_t>()[rank - 1] = static_cast<int32_t>(begin);
  size.data<int32_t>()[rank - 1] = static_cast<int32_t>(count);
  return op<"Slice">({x, from, size});
}

Values qr_grad(GradientContext& ctx) {
  const Value q = ctx.output(0), r = ctx.output(1), a = ctx.input(0), dq = ctx.grad(0), dr = ctx.grad(1);
  const Shape& shape = a.shape();
  const int64_t m = shape.has_rank() ? axis_from_end(shape, 2) : kUnknown,
                n = shape.has_rank() ? axis_from_end(shape, 1) : kUnknown;
  if (m < 0 || n < 0)
    fail(Code::kNotImplementedError, "The gradient of Qr needs the matrix's static shape, got ", shape);
  const bool full = ctx.attr<bool>("full_matrices");
  if (full && m > n)
    fail(Code::kNotImplementedError, "The gradient of Qr with full_matrices=True is not defined for [", m, ",", n, "]");
  if (m >= n) return {tall_qr_grad(q, r, dq, dr)};
  // Wide: A = [X | Y] with X square, R = [U | Q^H Y].
  const Value y = columns(a, m, n - m), u = columns(r, 0, m), du = columns(dr, 0, m), dv = columns(dr, m, n - m);
  const Value dx = tall_qr_grad(q, u, build::add(dq, matmul(y, dv, false, true)), du);
  return {op<"ConcatV2">({dx, matmul(q, dv), Tensor::scalar<int32_t>(-1)})};
}

// input = q r, q with orthonormal columns, r upper triangular.
DEFINE_OP("Qr")
    .input("input: T")
    .output("q: T")
    .output("r: T")
    .attr("full_matrices: bool = false")
    .attr("T: {double, float, half, complex64, complex128}")
    .doc("The QR decomposition of each matrix by Householder reflections.")
    .shape(qr_shape)
    .kernel(CPU, Engine::kLibrary, qr_cpu)
    .gradient(qr_grad)
    .vectorize(vectorize::leading_axes);

}  // namespace
}  // namespace graphwright
