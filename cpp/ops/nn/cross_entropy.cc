// Cross entropy of softmax against dense or sparse labels, and whether targets are among the top k.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "kernels/float_rows.h"
#include "kernels/row_loops.h"
#include "op/build.h"
#include "op/context.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/attr_range.h"

namespace graphwright {
namespace {

constexpr int64_t kGrain = 16'384;

// Rows of logits and labels broadcast against each other.
void dense_shape(ShapeContext& ctx) {
  const Shape logits = ctx.with_rank(0, 2), labels = ctx.with_rank(1, 2);
  Shape both;
  try {
    both = broadcast_shapes(logits, labels);
  } catch (const Error&) {
    ctx.fail("logits and labels must be broadcastable: logits_size=", logits, " labels_size=", labels);
  }
  ctx.set_output(0, Shape{both[0]});
  ctx.set_output(1, both);
}

void dense_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &labels = ctx.input(1);
  const Tensor backprop = ctx.output(1), loss = ctx.output(0);
  const int64_t rows = backprop.shape()[0], n = backprop.shape()[1];
  const bool wide_x = x.shape()[1] == n, wide_labels = labels.shape()[1] == n;
  const int64_t x_row = x.shape()[0] == 1 ? 0 : x.shape()[1],
                label_row = labels.shape()[0] == 1 ? 0 : labels.shape()[1];
  visit_floating(x.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    const RowLoops<C>& loops = row_loops<C>();
    parallel_for(rows, kGrain / (n + 1) + 1, [&](int64_t begin, int64_t end) {
      std::unique_ptr<C[]> scratch(new C[3 * n]);
      for (int64_t i = begin; i < end; ++i) {
        const T *x_from = x.data<T>() + i * x_row, *l_from = labels.data<T>() + i * label_row;
        C *logits = scratch.get(), *target = logits + n, *out = target + n;
        for (int64_t j = 0; j < n; ++j) logits[j] = static_cast<C>(x_from[wide_x ? j : 0]);
        for (int64_t j = 0; j < n; ++j) target[j] = static_cast<C>(l_from[wide_labels ? j : 0]);
        C sum, max, total = 0;
        loops.exponentials(logits, out, n, &sum, &max);
        const C log_sum = std::log(sum), inverse = C(1) / sum;
        for (int64_t j = 0; j < n; ++j) {
          // A label of zero adds nothing, also where the logit is -inf.
          if (target[j] != C(0)) total += target[j] * (log_sum - (logits[j] - max));
          backprop.data<T>()[i * n + j] = static_cast<T>(out[j] * inverse - target[j]);
        }
        loss.data<T>()[i] = static_cast<T>(total);
      }
    });
  });
}

Values dense_grad(GradientContext& ctx) {
  const Value logits = ctx.input(0), labels = ctx.input(1), backprop = ctx.output(1);
  const Value last = Tensor::scalar<int32_t>(-1);
  const Value dloss = op<"ExpandDims">({ctx.grad(0), last});
  Values grads(2);
  if (ctx.wants(0)) {
    Value dx = build::mul(dloss, backprop);
    if (const Value& second = ctx.grad_or_null(1)) {
      // The backprop output is softmax - labels: its own gradient is that of a softmax.
      const Value softmax = op<"Softmax">({logits});
      const Value dot = op<"Sum">({build::mul(second, softmax), last}, {{"keep_dims", true}});
      dx = build::add(dx, build::mul(build::sub(second, dot), softmax));
    }
    grads[0] = build::unbroadcast(dx, logits);
  }
  if (ctx.wants(1)) grads[1] = build::unbroadcast(build::mul(dloss, build::neg(op<"LogSoftmax">({logits}))), labels);
  return grads;
}

void softmax_cross_entropy_vectorize(VectorizeContext& ctx) {
  if (ctx.row_shape(0).fully_defined() && ctx.row_shape(0) == ctx.row_shape(1)) vectorize::examples<2>(ctx);
}

// loss[i] = -sum_j labels[i, j] * log_softmax(features)[i, j]; backprop = softmax(features) - labels.
DEFINE_OP("SoftmaxCrossEntropyWithLogits")
    .input("features: T")
    .input("labels: T")
    .output("loss: T")
    .output("backprop: T")
    .attr("T: {half, bfloat16, float, double}")
    .doc(
        "The cross entropy of the softmax of each row of `features` against the distribution in `labels`, and its "
        "gradient.")
    .shape(dense_shape)
    .kernel(CPU, dense_cpu)
    .gradient(dense_grad)
    .vectorize(softmax_cross_entropy_vectorize);

void sparse_shape(ShapeContext& ctx) {
  const Shape logits = ctx.with_rank(0, 2), labels = ctx.with_rank(1, 1);
  if (logits[0] >= 0 && labels[0] >= 0 && logits[0] != labels[0])
    ctx.fail("logits and labels must have the same first dimension, got logits shape ", logits, " and labels shape ",
             labels);
  const int64_t rows = logits[0] >= 0 ? logits[0] : labels[0];
  ctx.set_output(0, Shape{rows});
  ctx.set_output(1, Shape{rows, logits[1]});
}

void sparse_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &labels = ctx.input(1);
  const Tensor loss = ctx.output(0), backprop = ctx.output(1);
  const int64_t rows = x.shape()[0], n = x.shape()[1];
  if (rows == 0) return;
  if (n == 0) ctx.fail("Must have at least one class, but got logits shape ", x.shape());
  for (int64_t i = 0; i < rows; ++i) {
    const int64_t label = labels.int_at(i);
    if (label < 0 || label >= n)
      ctx.fail("Received a label value of ", label, " which is outside the valid range of [0, ", n,
               ").  Label values: ", str_join(labels.ints(), " "));
  }
  visit_floating(x.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    const RowLoops<C>& loops = row_loops<C>();
    parallel_for(rows, kGrain / n + 1, [&](int64_t begin, int64_t end) {
      ScratchRows<T> scratch(2, n);
      for (int64_t i = begin; i < end; ++i) {
        const int64_t label = labels.int_at(i);
        const C* from = widened(x.data<T>() + i * n, n, scratch[0]);
        C* to = result_row(backprop.data<T>() + i * n, scratch[1]);
        C sum, max;
        const C logit = from[label];
        loops.exponentials(from, to, n, &sum, &max);
        loss.data<T>()[i] = static_cast<T>(std::log(sum) - (logit - max));
        loops.scale(to, C(1) / sum, C(0), to, n);
        to[label] -= C(1);
        narrow(to, backprop.data<T>() + i * n, n);
      }
    });
  });
}

Values sparse_grad(GradientContext& ctx) {
  const Value last = Tensor::scalar<int32_t>(-1);
  Value dx = build::mul(op<"ExpandDims">({ctx.grad(0), last}), ctx.output(1));
  if (const Value& second = ctx.grad_or_null(1)) {
    const Value softmax = op<"Softmax">({ctx.input(0)});
    const Value dot = op<"Sum">({build::mul(second, softmax), last}, {{"keep_dims", true}});
    dx = build::add(dx, build::mul(build::sub(second, dot), softmax));
  }
  return {dx, Value()};
}

// loss[i] = -log_softmax(features)[i, labels[i]]; backprop = softmax(features) - one_hot(labels).
DEFINE_OP("SparseSoftmaxCrossEntropyWithLogits")
    .input("features: T")
    .input("labels: Tlabels")
    .output("loss: T")
    .output("backprop: T")
    .attr("T: {half, bfloat16, float, double}")
    .attr("Tlabels: {int32, int64} = int64")
    .doc("The cross entropy of the softmax of each row of `features` against the class in `labels`, and its gradient.")
    .shape(sparse_shape)
    .kernel(CPU, sparse_cpu)
    .gradient(sparse_grad)
    .vectorize(vectorize::examples<2>);

void in_top_k_shape(ShapeContext& ctx) {
  const Shape predictions = ctx.with_rank(0, 2), targets = ctx.with_rank(1, 1);
  if (ctx.num_inputs() == 3) ctx.with_rank(2, 0);
  if (predictions[0] >= 0 && targets[0] >= 0 && predictions[0] != targets[0])
    ctx.fail("First dimension of predictions ", predictions[0], " must match length of targets ", targets[0]);
  ctx.set_output(0, Shape{predictions[0] >= 0 ? predictions[0] : targets[0]});
}

constexpr int64_t kAtOnce = 64;

// Adds how many of the n numbers are larger than `target`; false where one is not finite.
bool count_better(const float* x, int64_t n, float target, int64_t* better) {
  int32_t larger = 0, finite = 0;
  const auto count = [&](int64_t end) {
    for (int64_t j = 0; j < end; ++j) {
      larger += x[j] > target ? 1 : 0;
      finite += std::abs(x[j]) <= std::numeric_limits<float>::max() ? 1 : 0;
    }
  };
  if (n == kAtOnce)
    count(kAtOnce);  // of a known length, which makes vectors of it
  else
    count(n);
  *better += larger;
  return finite == n;
}

void in_top_k_cpu(KernelContext& ctx) {
  const Tensor &predictions = ctx.input(0), &targets = ctx.input(1);
  const Tensor result = ctx.output(0);
  const int64_t k = ctx.num_inputs() == 3 ? ctx.input(2).int_at(0) : ctx.attr<int64_t>("k");
  check_int32(ctx, "k", k);
  const int64_t rows = predictions.shape()[0], classes = predictions.shape()[1];
  for (int64_t i = 0; i < rows; ++i) {
    const float* row = predictions.data<float>() + i * classes;
    const int64_t target = targets.int_at(i);
    bool in = target >= 0 && target < classes && std::isfinite(row[target]);
    int64_t better = 0;
    for (int64_t begin = 0; in && better < k && begin < classes; begin += kAtOnce)
      in = count_better(row + begin, std::min(kAtOnce, classes - begin), row[target], &better);
    result.data<bool>()[i] = in && better < k;
  }
}

// precision[i] = fewer than k classes of row i beat the target's; false where a prediction is not finite.
DEFINE_OP("InTopKV2")
    .input("predictions: float")
    .input("targets: T")
    .input("k: T")
    .output("precision: bool")
    .attr("T: {int32, int64} = int32")
    .doc("Says for each row of `predictions` whether the target class is among its `k` best; ties count as in.")
    .shape(in_top_k_shape)
    .kernel(CPU, in_top_k_cpu)
    .no_gradient("the result is boolean")
    .vectorize(vectorize::examples<2>);

// As InTopKV2 with k known when the graph is built.
DEFINE_OP("InTopK")
    .input("predictions: float")
    .input("targets: T")
    .output("precision: bool")
    .attr("k: int")
    .attr("T: {int32, int64} = int32")
    .doc("Says for each row of `predictions` whether the target class is among its `k` best; ties count as in.")
    .shape(in_top_k_shape)
    .kernel(CPU, in_top_k_cpu)
    .no_gradient("the result is boolean")
    .vectorize(vectorize::examples<2>);

XLA_FACT(kNotCompiled, "InTopK");

}  // namespace
}  // namespace graphwright
