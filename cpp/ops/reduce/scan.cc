// Running totals along an axis: Cumsum, Cumprod, CumulativeLogsumexp.
#include "kernels/scan.h"

#include "op/build.h"
#include "op/context.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"

namespace graphwright {
namespace {

using namespace build;

void scan_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

template <ScanCode kCode>
void scan_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &axis = ctx.input(1);
  if (!axis.shape().is_scalar()) ctx.fail("ScanOp: axis must be a scalar, not ", axis.shape());
  int64_t position = axis.int_at(0), rank = x.shape().rank();
  if (position < -rank || position >= rank)
    ctx.fail("ScanOp: Expected scan axis in the range [", -rank, ", ", rank, "), but got ", position);
  scan(kCode, x, static_cast<int>(position < 0 ? position + rank : position), ctx.attr<bool>("exclusive"),
       ctx.attr<bool>("reverse"), ctx.output(0));
}

// The attrs of a scan, in the same or in the other direction.
Attrs directed(GradientContext& ctx, bool turned) {
  return {{"exclusive", ctx.attr<bool>("exclusive")}, {"reverse", ctx.attr<bool>("reverse") != turned}};
}

Values cumsum_grad(GradientContext& ctx) {
  return {op<"Cumsum">({ctx.grad(), ctx.input(1)}, directed(ctx, true)), Value()};
}
Values cumprod_grad(GradientContext& ctx) {
  Value x = conj(ctx.input(0)), product = conj(ctx.output(0));
  Value sums = op<"Cumsum">({mul(product, ctx.grad()), ctx.input(1)}, directed(ctx, true));
  return {op<"DivNoNan">({sums, x}), Value()};
}
// The sum of e^(x_i - y_j) dy_j over the j that x_i went into, found in logarithms, apart for each sign of dy.
Value log_scan_grad(GradientContext& ctx, const Value& dy) {
  Value zero = number_like(dy, 0), positive = op<"Greater">({dy, zero});
  DType dtype = dy.dtype();
  double lowest = dtype == DType::kFloat64    ? -1.7976931348623157e308
                  : dtype == DType::kHalf     ? -65504.0
                  : dtype == DType::kBfloat16 ? -3.3895313892515355e38
                                              : -3.4028234663852886e38;
  Value safe = op<"SelectV2">({positive, dy, number_like(dy, 1)});
  Value logs = op<"SelectV2">({positive, op<"Log">({safe}), number_like(dy, lowest)});
  Value sums = op<"CumulativeLogsumexp">({sub(logs, ctx.output(0)), ctx.input(1)}, directed(ctx, true));
  return op<"Exp">({add(sums, ctx.input(0))});
}
Values cumulative_logsumexp_grad(GradientContext& ctx) {
  return {sub(log_scan_grad(ctx, ctx.grad()), log_scan_grad(ctx, neg(ctx.grad()))), Value()};
}

#define DEFINE_SCAN(NAME, CODE, TYPES, DOC) \
  DEFINE_OP(NAME)                           \
      .input("x: T")                        \
      .input("axis: Tidx")                  \
      .output("out: T")                     \
      .attr("exclusive: bool = false")      \
      .attr("reverse: bool = false")        \
      .attr("T: " TYPES)                    \
      .attr("Tidx: {int32, int64} = int32") \
      .doc(DOC)                             \
      .shape(scan_shape)                    \
      .vectorize(vectorize::axes_input)     \
      .kernel(CPU, scan_cpu<ScanCode::CODE>)
DEFINE_SCAN("Cumsum", kSum, "numbertype", "Running sums along an axis.").gradient(cumsum_grad);
DEFINE_SCAN("Cumprod", kProd, "numbertype", "Running products along an axis.").gradient(cumprod_grad);
DEFINE_SCAN("CumulativeLogsumexp", kLogSumExp, "{bfloat16, half, float, double}",
            "Running values of log(e^x_0 + e^x_1 + …) along an axis.")
    .gradient(cumulative_logsumexp_grad);

XLA_MUST_KNOW({"Cumprod", "Cumsum", "CumulativeLogsumexp"}, {"axis"});

}  // namespace
}  // namespace graphwright
