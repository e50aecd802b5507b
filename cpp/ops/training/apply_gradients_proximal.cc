// Steps of optimizers with penalties on the size of variables, and those that look at signs: Ftrl, proximal steps,
// AdagradDA, AddSign and PowerSign.
#include <cmath>

#include "ops/training/apply_gradients.h"

namespace graphwright {
namespace {

using steps::apply;
using steps::number;
using steps::Number;

template <class C>
C sign(C x) {
  return x > 0 ? C(1) : x < 0 ? C(-1) : x;
}

// The number nearest to x that is `by` nearer to zero: zero for what is smaller than that.
template <class C>
C shrunk(C x, C by) {
  return sign(x) * std::max(std::abs(x) - by, C(0));
}

void ftrl(KernelContext& ctx) {
  const Number rate = number(ctx, "lr"), l1 = number(ctx, "l1"), l2 = number(ctx, "l2"),
               power = number(ctx, "lr_power");
  const bool version_2 = steps::input_named(ctx.op(), "l2_shrinkage") >= 0;
  const Number shrinkage = version_2 ? number(ctx, "l2_shrinkage") : Number{};
  const bool by_rate = ctx.attr<bool>("multiply_linear_by_lr");
  if (steps::input_named(ctx.op(), "indices") >= 0) {  // the op for all rows takes anything
    const double lr = rate.as<double>();
    if (!(lr > 0 || (by_rate && lr == 0)))
      ctx.fail("lr is not a positive scalar (or zero if multiply_linear_by_lr is set): ", lr);
    for (const auto& [what, value] : {std::pair{"l1", l1}, {"l2", l2}, {"l2 shrinkage", shrinkage}})
      if (!(value.as<double>() >= 0))
        ctx.fail(what, " regularization strength is not a non-negative scalar: ", value.as<double>());
    if (!(power.as<double>() <= 0)) ctx.fail("lr_power is not a non-positive scalar: ", power.as<double>());
  }
  apply<3, false>(ctx, [=]<class C>(C g, std::array<C, 3>& x) {
    const C lr = rate.as<C>(), penalty = l1.as<C>(), exponent = -power.as<C>();
    const C pull = version_2 ? g + C(2) * shrinkage.as<C>() * x[0] : g, sum = x[1] + g * g;
    // Square roots are what most ask for.
    const auto raised = [&](C value) { return exponent == C(0.5) ? std::sqrt(value) : std::pow(value, exponent); };
    const C now = raised(sum), change = now - raised(x[1]);
    C bound = penalty, quadratic;
    if (by_rate) {
      x[2] += pull * lr - change * x[0];
      bound = penalty * lr;
      quadratic = now + C(2) * l2.as<C>() * lr;
    } else {
      x[2] += pull - change / lr * x[0];
      quadratic = now / lr + C(2) * l2.as<C>();
    }
    x[0] = std::abs(x[2]) > bound ? (sign(x[2]) * bound - x[2]) / quadratic : C(0);
    x[1] = sum;
  });
}

void proximal_gradient_descent(KernelContext& ctx) {
  const Number alpha = number(ctx, "alpha"), l1 = number(ctx, "l1"), l2 = number(ctx, "l2");
  apply<1, false>(ctx, [=]<class C>(C delta, std::array<C, 1>& x) {
    const C rate = alpha.as<C>(), moved = x[0] - rate * delta;
    x[0] = (l1.as<C>() > 0 ? shrunk(moved, rate * l1.as<C>()) : moved) / (C(1) + rate * l2.as<C>());
  });
}

void proximal_adagrad(KernelContext& ctx) {
  const Number lr = number(ctx, "lr"), l1 = number(ctx, "l1"), l2 = number(ctx, "l2");
  if (!(lr.value.real() > 0)) ctx.fail("lr is not a positive scalar: ", lr.value.real());
  if (!(l1.value.real() >= 0)) ctx.fail("l1 regularization strength is not a non-negative scalar: ", l1.value.real());
  if (!(l2.value.real() >= 0)) ctx.fail("l2 regularization strength is not a non-negative scalar: ", l2.value.real());
  apply<2, false>(ctx, [=]<class C>(C g, std::array<C, 2>& x) {
    x[1] += g * g;
    const C rate = lr.as<C>() / std::sqrt(x[1]), moved = x[0] - rate * g;
    x[0] = (l1.as<C>() > 0 ? shrunk(moved, rate * l1.as<C>()) : moved) / (C(1) + rate * l2.as<C>());
  });
}

void adagrad_da(KernelContext& ctx) {
  const Number lr = number(ctx, "lr"), l1 = number(ctx, "l1"), l2 = number(ctx, "l2");
  const Tensor& global_step = ctx.input(steps::input_named(ctx.op(), "global_step"));
  if (!global_step.shape().is_scalar()) ctx.fail("global_step is not a scalar: ", global_step.shape());
  const double steps_so_far = static_cast<double>(global_step.int_at(0));
  apply<3, false>(ctx, [=]<class C>(C g, std::array<C, 3>& x) {
    const C count = static_cast<C>(steps_so_far), rate = lr.as<C>();
    x[1] += g;
    x[2] += g * g;
    const C pull = l1.as<C>() > 0 ? shrunk(x[1], l1.as<C>() * count) : x[1];
    x[0] = -rate * pull / (l2.as<C>() * count * rate + std::sqrt(x[2]));
  });
}

// Longer steps where the gradient has the sign of what came before.
template <bool kPower>
void by_sign(KernelContext& ctx) {
  const Number rate = number(ctx, "lr"), beta = number(ctx, "beta"), decay = number(ctx, "sign_decay"),
               base = number(ctx, kPower ? "logbase" : "alpha");
  apply<2, false>(ctx, [=]<class C>(C g, std::array<C, 2>& x) {
    x[1] = x[1] * beta.as<C>() + g * (C(1) - beta.as<C>());
    const C agreed = decay.as<C>() * sign(g) * sign(x[1]);
    const C factor = kPower ? std::exp(base.as<C>() * agreed) : base.as<C>() + agreed;
    x[0] -= rate.as<C>() * factor * g;
  });
}

[[maybe_unused]] const bool defined = [] {
  const char* by_rate = "multiply_linear_by_lr: bool = false";
  steps::define({"Ftrl",
                 {"var", "accum", "linear"},
                 {"grad", "lr", "l1", "l2", "lr_power"},
                 by_rate,
                 "Follows the regularized leader: accum += grad ** 2; linear adds up what pulls; var is zero where "
                 "|linear| <= l1.",
                 ftrl,
                 {"grad", "indices", "lr", "l1", "l2", "lr_power"}});
  steps::define({"FtrlV2",
                 {"var", "accum", "linear"},
                 {"grad", "lr", "l1", "l2", "l2_shrinkage", "lr_power"},
                 by_rate,
                 "Ftrl where 2 * l2_shrinkage * var pulls, too.",
                 ftrl,
                 {"grad", "indices", "lr", "l1", "l2", "l2_shrinkage", "lr_power"}});
  steps::define({"ProximalGradientDescent",
                 {"var"},
                 {"alpha", "l1", "l2", "delta"},
                 nullptr,
                 "x = var - alpha * delta; var = sign(x) * max(|x| - alpha * l1, 0) / (1 + alpha * l2).",
                 proximal_gradient_descent,
                 {"alpha", "l1", "l2", "grad", "indices"}});
  steps::define({"ProximalAdagrad",
                 {"var", "accum"},
                 {"lr", "l1", "l2", "grad"},
                 nullptr,
                 "accum += grad ** 2; rate = lr / sqrt(accum); x = var - rate * grad; var = sign(x) * max(|x| - rate * "
                 "l1, 0) / (1 + rate * l2).",
                 proximal_adagrad,
                 {"lr", "l1", "l2", "grad", "indices"}});
  steps::define({"AdagradDA",
                 {"var", "gradient_accumulator", "gradient_squared_accumulator"},
                 {"grad", "lr", "l1", "l2", "global_step"},
                 nullptr,
                 "Adagrad by dual averaging: var follows from the sums of all gradients and of their squares.",
                 adagrad_da,
                 {"grad", "indices", "lr", "l1", "l2", "global_step"}});
  steps::define({"AddSign",
                 {"var", "m"},
                 {"lr", "alpha", "sign_decay", "beta", "grad"},
                 nullptr,
                 "m becomes a running mean of grad; var -= lr * (alpha + sign_decay * sign(grad) * sign(m)) * grad.",
                 by_sign<false>,
                 {}});
  steps::define({"PowerSign",
                 {"var", "m"},
                 {"lr", "logbase", "sign_decay", "beta", "grad"},
                 nullptr,
                 "m becomes a running mean of grad; var -= lr * exp(logbase * sign_decay * sign(grad) * sign(m)) * "
                 "grad.",
                 by_sign<true>,
                 {}});
  return true;
}();

}  // namespace
}  // namespace graphwright
