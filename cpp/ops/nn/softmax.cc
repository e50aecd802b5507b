// Softmax and LogSoftmax over the last axis.
#include <cmath>

#include "base/parallel.h"
#include "kernels/float_rows.h"
#include "kernels/row_loops.h"
#include "op/build.h"
#include "op/context.h"
#include "op/gradient_needs.h"
#include "op/kernel_traits.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

void softmax_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.with_rank_at_least(0, 1)); }

// Rows of at least this many elements in all are worth a second thread.
constexpr int64_t kGrain = 16'384;

template <bool kLog>
void softmax_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Tensor y = ctx.output(0);
  const int64_t n = x.shape()[x.shape().rank() - 1];
  if (x.num_elements() == 0) return;
  visit_floating(x.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    const RowLoops<C>& loops = row_loops<C>();
    parallel_for(x.num_elements() / n, kGrain / n + 1, [&](int64_t begin, int64_t end) {
      ScratchRows<T> scratch(2, n);
      for (int64_t i = begin; i < end; ++i) {
        const C* from = widened(x.data<T>() + i * n, n, scratch[0]);
        C* to = result_row(y.data<T>() + i * n, scratch[1]);
        C sum, max;
        loops.exponentials(from, to, n, &sum, &max);
        if constexpr (kLog) {
          // (x - max) - log(sum): the maximum goes first, lest large logits swallow the logarithm.
          const C log_sum = std::log(sum);
          for (int64_t j = 0; j < n; ++j) to[j] = (from[j] - max) - log_sum;
        } else {
          loops.scale(to, C(1) / sum, C(0), to, n);
        }
        narrow(to, y.data<T>() + i * n, n);
      }
    });
  });
}

Value last_axis() { return Tensor::scalar<int32_t>(-1); }

Values softmax_grad(GradientContext& ctx) {
  const Value y = ctx.output(0), dy = ctx.grad();
  const Value dot = op<"Sum">({build::mul(dy, y), last_axis()}, {{"keep_dims", true}});
  return {build::mul(build::sub(dy, dot), y)};
}

Values log_softmax_grad(GradientContext& ctx) {
  const Value dy = ctx.grad(), softmax = op<"Exp">({ctx.output(0)});
  const Value sum = op<"Sum">({dy, last_axis()}, {{"keep_dims", true}});
  return {build::sub(dy, build::mul(sum, softmax))};
}

// y[..., j] = exp(x[..., j] - max_j x) / sum_j exp(x[..., j] - max_j x).
DEFINE_OP("Softmax")
    .input("logits: T")
    .output("softmax: T")
    .attr("T: {half, bfloat16, float, double}")
    .doc("Normalises the last axis of `logits` to probabilities.")
    .shape(softmax_shape)
    .kernel(CPU, softmax_cpu<false>)
    .gradient(softmax_grad)
    .vectorize(vectorize::leading_axes);

// y[..., j] = x[..., j] - log(sum_j exp(x[..., j])).
DEFINE_OP("LogSoftmax")
    .input("logits: T")
    .output("logsoftmax: T")
    .attr("T: {half, bfloat16, float, double}")
    .doc("The logarithm of the softmax of `logits` over the last axis.")
    .shape(softmax_shape)
    .kernel(CPU, softmax_cpu<true>)
    .gradient(log_softmax_grad)
    .vectorize(vectorize::leading_axes);

const GradientNeedsOf outputs_do{GradientNeeds::kOutputs, {"Softmax"}};
const KernelTraitOf cannot_fail{KernelTrait::kCannotFail, {"Softmax", "LogSoftmax"}};

}  // namespace
}  // namespace graphwright
