// CholeskyGrad: from the gradient by a lower triangular factor L that by L L^T.
#include <vector>

#include "op/vectorize.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

// With P the lower half of L^T G, its diagonal halved: the symmetric part of L^-T P L^-1.
template <class T>
void one_matrix(const T* l, const T* grad, T* out, int64_t n) {
  std::vector<T> p(static_cast<size_t>(n * n));
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j <= i; ++j) {
      T sum = 0;
      for (int64_t k = i; k < n; ++k) sum += l[k * n + i] * grad[k * n + j];
      p[static_cast<size_t>(i * n + j)] = i == j ? sum / 2 : sum;
    }
  }
  // Solves L^T X = P from below, then X := X L^-1 from the right.
  for (int64_t i = n - 1; i >= 0; --i) {
    for (int64_t j = 0; j < n; ++j) {
      T sum = p[static_cast<size_t>(i * n + j)];
      for (int64_t k = i + 1; k < n; ++k) sum -= l[k * n + i] * p[static_cast<size_t>(k * n + j)];
      p[static_cast<size_t>(i * n + j)] = sum / l[i * n + i];
    }
  }
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = n - 1; j >= 0; --j) {
      T sum = p[static_cast<size_t>(i * n + j)];
      for (int64_t k = j + 1; k < n; ++k) sum -= p[static_cast<size_t>(i * n + k)] * l[k * n + j];
      p[static_cast<size_t>(i * n + j)] = sum / l[j * n + j];
    }
  }
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j)
      out[i * n + j] = (p[static_cast<size_t>(i * n + j)] + p[static_cast<size_t>(j * n + i)]) / 2;
}

template <class Context>
void check(Context& ctx, const Shape& l, const Shape& grad) {
  for (int i : {0, 1}) {
    const Shape& shape = i == 0 ? l : grad;
    if (shape.has_rank() && shape.rank() < 2) ctx.fail("Input tensor ", i, " must have rank >= 2, got ", shape.rank());
  }
  if (!l.compatible(grad)) ctx.fail("Inputs (L and grad) must have the same shape.");
  if (l.has_rank()) {
    const int64_t rows = l[l.rank() - 2], columns = l[l.rank() - 1];
    if (rows >= 0 && columns >= 0 && rows != columns) ctx.fail("Inputs must be a square matrices.");
  }
}
void cholesky_grad(KernelContext& ctx) {
  const Tensor &l = ctx.input(0), &grad = ctx.input(1), out = ctx.output(0);
  check(ctx, l.shape(), grad.shape());
  if (l.dtype() == DType::kHalf)
    ctx.fail_code(Code::kNotFound, "Could not find device for node: {{node CholeskyGrad}}: there is no CPU kernel for ",
                  l.dtype());
  const int64_t n = l.shape()[l.shape().rank() - 1], size = n * n;
  for (int64_t at = 0; at < l.num_elements(); at += size) {
    if (l.dtype() == DType::kFloat64) {
      one_matrix(l.data<double>() + at, grad.data<double>() + at, out.data<double>() + at, n);
    } else {
      one_matrix(l.data<float>() + at, grad.data<float>() + at, out.data<float>() + at, n);
    }
  }
}

DEFINE_OP("CholeskyGrad")
    .input("l: T")
    .input("grad: T")
    .output("output: T")
    .attr("T: {half, float, double}")
    .doc("The gradient by a symmetric matrix from that by the lower triangle `l` that Cholesky makes of it.")
    .shape([](ShapeContext& ctx) {
      check(ctx, ctx.input(0), ctx.input(1));
      Shape out = ctx.input(0).merge(ctx.input(1));
      if (out.has_rank()) {
        const int r = out.rank();
        const int64_t n = out[r - 1] >= 0 ? out[r - 1] : out[r - 2];
        out.set(r - 2, n);
        out.set(r - 1, n);
      }
      ctx.set_output(0, out);
    })
    .kernel(CPU, cholesky_grad)
    .vectorize(vectorize::leading_axes);

}  // namespace
}  // namespace graphwright
