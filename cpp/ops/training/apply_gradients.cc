// Steps of optimizers as one op each: gradient descent, momentum, Adagrad, Adadelta, RMSProp, Adam and its kin.
#include "ops/training/apply_gradients.h"

#include <cmath>

namespace graphwright {
namespace steps {

Number number(KernelContext& ctx, std::string_view name) {
  const int index = input_named(ctx.op(), name);
  const Tensor& x = ctx.input(index);
  if (!x.shape().is_scalar()) ctx.fail(ctx.op().inputs[index].name, " is not a scalar: ", x.shape());
  Number result{};
  visit_floating(x.dtype(),
                 [&]<class T>() { result.value = static_cast<double>(static_cast<compute_t<T>>(*x.data<T>())); });
  visit_dtype<std::complex<float>, std::complex<double>>(
      x.dtype(), [&]<class T>() { result.value = std::complex<double>(x.data<T>()->real(), x.data<T>()->imag()); });
  return result;
}

Slots slots_of(KernelContext& ctx, int count) {
  const OpDef& op = ctx.op();
  const Tensor& gradient = ctx.input(gradient_input(op));
  Slots slots;
  for (int i = 0; i < count; ++i) {
    slots.variables.push_back(&VariableResource::of(ctx.input(i)));
    const VariableResource& variable = *slots.variables[i];
    if (variable.dtype() != gradient.dtype())
      ctx.fail("Trying to use variable ", variable.name(), " with wrong dtype. Expected ", gradient.dtype(), " got ",
               variable.dtype());
    for (int k = 0; k < i; ++k)
      if (slots.variables[k] == slots.variables[i])
        ctx.fail(op.inputs[k].name, " and ", op.inputs[i].name, " are the same variable ", variable.name());
  }
  slots.values.resize(slots.variables.size());
  if (const int rows = input_named(op, "indices"); rows >= 0) {
    if (ctx.input(rows).shape().rank() != 1)
      ctx.fail("indices must be one-dimensional, got shape ", ctx.input(rows).shape());
    slots.sparse = true;
    slots.rows = ctx.input(rows).ints();
  }
  return slots;
}

void prepare(KernelContext& ctx, Slots& slots) {
  const OpDef& op = ctx.op();
  const int at = gradient_input(op);
  const Shape &gradient = ctx.input(at).shape(), &shape = slots.values[0]->shape();
  for (size_t i = slots.sparse ? 1 : 0; i < slots.values.size(); ++i) {
    const Shape& expected = slots.sparse ? shape : gradient;
    if (!(slots.values[i]->shape() == expected))
      ctx.fail(op.inputs[i].name, " and ", op.inputs[slots.sparse ? 0 : at].name, " do not have the same shape",
               slots.values[i]->shape(), " ", expected);
  }
  if (slots.sparse) {
    if (shape.rank() < 1) ctx.fail("var must be at least 1 dimensional, got shape ", shape);
    const int64_t n = static_cast<int64_t>(slots.rows.size());
    if (gradient.rank() != shape.rank() || !(gradient.slice(1, gradient.rank()) == shape.slice(1, shape.rank())))
      ctx.fail("var and grad must match in all dimensions but the first, got shapes ", shape, " and ", gradient);
    if (gradient[0] != n)
      ctx.fail("grad must be the same size as indices in the first dimension, got ", gradient[0], " and ", n);
    for (int64_t i = 0; i < n; ++i)
      if (slots.rows[i] < 0 || slots.rows[i] >= shape[0])
        ctx.fail("Index ", slots.rows[i], " at offset ", i, " in indices is out of range");
    slots.row_size = product(shape, 1, shape.rank());
  }
  for (Tensor* value : slots.values) VariableResource::writable(*value);
}

namespace {

// The gradient has the variables' shape, or that of some rows; the other numbers are scalars.
void check_shapes(ShapeContext& ctx) {
  const OpDef& op = ctx.op();
  const int gradient = gradient_input(op), rows = input_named(op, "indices");
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const bool is_slot = op.inputs[i].type == DType::kResource;
    if (is_slot || i == gradient || i == rows) continue;
    if (ctx.input(i).has_rank() && ctx.input(i).rank() != 0)
      ctx.fail(op.inputs[i].name, " is not a scalar: ", ctx.input(i));
  }
  if (rows >= 0) ctx.with_rank(rows, 1);
  if (ctx.value(0).is_tensor()) return;
  const Shape& changes = ctx.input(gradient);
  for (int k = 0; k < ctx.num_inputs() && op.inputs[k].type == DType::kResource; ++k) {
    Shape expected = ctx.handle_shape(k);
    if (rows >= 0 && expected.has_rank() && expected.rank() > 0) expected.set(0, kUnknown);
    if (!expected.compatible(changes))
      ctx.fail(op.inputs[k].name, " and ", op.inputs[gradient].name, " do not have the same shape", expected, " ",
               changes);
  }
}

void define_one(const StepOp& step, const std::string& name, const std::vector<const char*>& numbers) {
  OpBuilder op(name);
  bool sparse = false;
  for (const char* slot : step.slots) op.input(std::string(slot) + ": resource");
  for (std::string_view number : numbers) {
    sparse |= number == "indices";
    op.input(std::string(number) + (number == "indices" ? ": Tindices" : number == "global_step" ? ": int64" : ": T"));
  }
  op.attr("T: numbertype");
  if (sparse) op.attr("Tindices: {int32, int64}");
  op.attr("use_locking: bool = false");
  if (step.further_attr) op.attr(step.further_attr);
  op.doc(std::string(step.doc) + (sparse ? " Only for the rows that `indices` names." : ""))
      .shape(check_shapes)
      .kernel(CPU, step.kernel)
      .stateful()
      .no_gradient("has no output");
  OpRegistration registered(op);
}

}  // namespace

void define(const StepOp& step) {
  define_one(step, std::string("ResourceApply") + step.name, step.numbers);
  if (!step.sparse_numbers.empty())
    define_one(step, std::string("ResourceSparseApply") + step.name, step.sparse_numbers);
}

}  // namespace steps

namespace {

using steps::apply;
using steps::number;
using steps::Number;

void gradient_descent(KernelContext& ctx) {
  const Number alpha = number(ctx, "alpha");
  apply<1, true>(ctx, [=]<class C>(C delta, std::array<C, 1>& x) { x[0] -= alpha.as<C>() * delta; });
}

void momentum(KernelContext& ctx) {
  const Number rate = number(ctx, "lr"), momentum = number(ctx, "momentum");
  const bool nesterov = ctx.attr<bool>("use_nesterov");
  apply<2, true>(ctx, [=]<class C>(C g, std::array<C, 2>& x) {
    const C lr = rate.as<C>(), kept = momentum.as<C>();
    x[1] = x[1] * kept + g;
    x[0] -= nesterov ? g * lr + x[1] * kept * lr : x[1] * lr;
  });
}

void keras_momentum(KernelContext& ctx) {
  const Number rate = number(ctx, "lr"), momentum = number(ctx, "momentum");
  const bool nesterov = ctx.attr<bool>("use_nesterov");
  apply<2, true>(ctx, [=]<class C>(C g, std::array<C, 2>& x) {
    const C lr = rate.as<C>(), kept = momentum.as<C>();
    x[1] = x[1] * kept - g * lr;
    x[0] += nesterov ? x[1] * kept - g * lr : x[1];
  });
}

void adagrad(KernelContext& ctx) {
  const Number rate = number(ctx, "lr");
  const bool counts = ctx.attr<bool>("update_slots");
  apply<2, true>(ctx, [=]<class C>(C g, std::array<C, 2>& x) {
    if (counts) x[1] += g * g;
    x[0] -= rate.as<C>() * g / std::sqrt(x[1]);
  });
}

void adagrad_v2(KernelContext& ctx) {
  const Number rate = number(ctx, "lr"), epsilon = number(ctx, "epsilon");
  const bool counts = ctx.attr<bool>("update_slots");
  apply<2, true>(ctx, [=]<class C>(C g, std::array<C, 2>& x) {
    if (counts) x[1] += g * g;
    x[0] -= rate.as<C>() * g / (std::sqrt(x[1]) + epsilon.as<C>());
  });
}

void adadelta(KernelContext& ctx) {
  const Number rate = number(ctx, "lr"), decay = number(ctx, "rho"), epsilon = number(ctx, "epsilon");
  apply<3, true>(ctx, [=]<class C>(C g, std::array<C, 3>& x) {
    const C rho = decay.as<C>(), eps = epsilon.as<C>();
    x[1] = x[1] * rho + g * g * (C(1) - rho);
    const C update = std::sqrt(x[2] + eps) / std::sqrt(x[1] + eps) * g;
    x[0] -= update * rate.as<C>();
    x[2] = x[2] * rho + update * update * (C(1) - rho);
  });
}

// The means of gradients and of their squares, the first two slots after the variable, and how far a step goes.
struct Adam {
  Number power1, power2, rate, beta1, beta2, epsilon;
  explicit Adam(KernelContext& ctx)
      : power1(number(ctx, "beta1_power")),
        power2(number(ctx, "beta2_power")),
        rate(number(ctx, "lr")),
        beta1(number(ctx, "beta1")),
        beta2(number(ctx, "beta2")),
        epsilon(number(ctx, "epsilon")) {}
  template <class C>
  C step() const {
    return rate.as<C>() * std::sqrt(C(1) - power2.as<C>()) / (C(1) - power1.as<C>());
  }
  template <class C, size_t kN>
  void remember(C g, std::array<C, kN>& x) const {
    x[1] += (g - x[1]) * (C(1) - beta1.as<C>());
    x[2] += (g * g - x[2]) * (C(1) - beta2.as<C>());
  }
};

void adam(KernelContext& ctx) {
  const Adam adam(ctx);
  const bool nesterov = ctx.attr<bool>("use_nesterov");
  apply<3, true>(ctx, [&]<class C>(C g, std::array<C, 3>& x) {
    adam.remember(g, x);
    const C b1 = adam.beta1.as<C>(), direction = nesterov ? g * (C(1) - b1) + b1 * x[1] : x[1];
    x[0] -= adam.step<C>() * direction / (std::sqrt(x[2]) + adam.epsilon.as<C>());
  });
}

void amsgrad(KernelContext& ctx) {
  const Adam adam(ctx);
  apply<4, false>(ctx, [&]<class C>(C g, std::array<C, 4>& x) {
    adam.remember(g, x);
    x[3] = std::max(x[3], x[2]);
    x[0] -= adam.step<C>() * x[1] / (std::sqrt(x[3]) + adam.epsilon.as<C>());
  });
}

void ada_max(KernelContext& ctx) {
  const Number power = number(ctx, "beta1_power"), rate = number(ctx, "lr"), beta1 = number(ctx, "beta1"),
               beta2 = number(ctx, "beta2"), epsilon = number(ctx, "epsilon");
  apply<3, false>(ctx, [=]<class C>(C g, std::array<C, 3>& x) {
    x[1] += (g - x[1]) * (C(1) - beta1.as<C>());
    x[2] = std::max(beta2.as<C>() * x[2], std::abs(g));
    x[0] -= rate.as<C>() / (C(1) - power.as<C>()) * (x[1] / (x[2] + epsilon.as<C>()));
  });
}

void rms_prop(KernelContext& ctx) {
  const Number rate = number(ctx, "lr"), rho = number(ctx, "rho"), kept = number(ctx, "momentum"),
               epsilon = number(ctx, "epsilon");
  apply<3, true>(ctx, [=]<class C>(C g, std::array<C, 3>& x) {
    x[1] += (g * g - x[1]) * (C(1) - rho.as<C>());
    x[2] = x[2] * kept.as<C>() + g * rate.as<C>() / std::sqrt(x[1] + epsilon.as<C>());
    x[0] -= x[2];
  });
}

void centered_rms_prop(KernelContext& ctx) {
  const Number rate = number(ctx, "lr"), rho = number(ctx, "rho"), kept = number(ctx, "momentum"),
               epsilon = number(ctx, "epsilon");
  apply<4, true>(ctx, [=]<class C>(C g, std::array<C, 4>& x) {
    const C share = C(1) - rho.as<C>();
    x[2] += (g * g - x[2]) * share;
    x[1] += (g - x[1]) * share;
    x[3] = x[3] * kept.as<C>() + g * rate.as<C>() / std::sqrt(x[2] - x[1] * x[1] + epsilon.as<C>());
    x[0] -= x[3];
  });
}

[[maybe_unused]] const bool defined = [] {
  const char *nesterov = "use_nesterov: bool = false", *slots = "update_slots: bool = true";
  steps::define(
      {"GradientDescent", {"var"}, {"alpha", "delta"}, nullptr, "var -= alpha * delta.", gradient_descent, {}});
  steps::define({"Momentum",
                 {"var", "accum"},
                 {"lr", "grad", "momentum"},
                 nesterov,
                 "accum = accum * momentum + grad; var -= lr * accum, or lr * (grad + momentum * accum) with "
                 "`use_nesterov`.",
                 momentum,
                 {"lr", "grad", "indices", "momentum"}});
  steps::define({"KerasMomentum",
                 {"var", "accum"},
                 {"lr", "grad", "momentum"},
                 nesterov,
                 "accum = accum * momentum - lr * grad; var += accum, or accum * momentum - lr * grad with "
                 "`use_nesterov`.",
                 keras_momentum,
                 {"lr", "grad", "indices", "momentum"}});
  steps::define({"Adagrad",
                 {"var", "accum"},
                 {"lr", "grad"},
                 slots,
                 "accum += grad ** 2, unless `update_slots` is false; var -= lr * grad / sqrt(accum).",
                 adagrad,
                 {"lr", "grad", "indices"}});
  steps::define({"AdagradV2",
                 {"var", "accum"},
                 {"lr", "epsilon", "grad"},
                 slots,
                 "accum += grad ** 2, unless `update_slots` is false; var -= lr * grad / (sqrt(accum) + epsilon).",
                 adagrad_v2,
                 {"lr", "epsilon", "grad", "indices"}});
  steps::define({"Adadelta",
                 {"var", "accum", "accum_update"},
                 {"lr", "rho", "epsilon", "grad"},
                 nullptr,
                 "accum becomes a running mean of grad ** 2; update = sqrt(accum_update + epsilon) / sqrt(accum + "
                 "epsilon) * grad; accum_update becomes a running mean of update ** 2; var -= lr * update.",
                 adadelta,
                 {"lr", "rho", "epsilon", "grad", "indices"}});
  steps::define({"Adam",
                 {"var", "m", "v"},
                 {"beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon", "grad"},
                 nesterov,
                 "m and v become running means of grad and grad ** 2; "
                 "var -= lr * sqrt(1 - beta2_power) / (1 - beta1_power) * m / (sqrt(v) + epsilon).",
                 adam,
                 {}});
  steps::define({"AdamWithAmsgrad",
                 {"var", "m", "v", "vhat"},
                 {"beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon", "grad"},
                 nullptr,
                 "m and v become running means of grad and grad ** 2, vhat the largest v so far; "
                 "var -= lr * sqrt(1 - beta2_power) / (1 - beta1_power) * m / (sqrt(vhat) + epsilon).",
                 amsgrad,
                 {}});
  steps::define({"AdaMax",
                 {"var", "m", "v"},
                 {"beta1_power", "lr", "beta1", "beta2", "epsilon", "grad"},
                 nullptr,
                 "m becomes a running mean of grad; v = max(beta2 * v, |grad|); "
                 "var -= lr / (1 - beta1_power) * m / (v + epsilon).",
                 ada_max,
                 {}});
  steps::define({"RMSProp",
                 {"var", "ms", "mom"},
                 {"lr", "rho", "momentum", "epsilon", "grad"},
                 nullptr,
                 "ms becomes a running mean of grad ** 2; mom = momentum * mom + lr * grad / sqrt(ms + epsilon); "
                 "var -= mom.",
                 rms_prop,
                 {"lr", "rho", "momentum", "epsilon", "grad", "indices"}});
  steps::define({"CenteredRMSProp",
                 {"var", "mg", "ms", "mom"},
                 {"lr", "rho", "momentum", "epsilon", "grad"},
                 nullptr,
                 "mg and ms become running means of grad and grad ** 2; mom = momentum * mom + lr * grad / sqrt(ms - "
                 "mg ** 2 + epsilon); var -= mom.",
                 centered_rms_prop,
                 {"lr", "rho", "momentum", "epsilon", "grad", "indices"}});
  return true;
}();

}  // namespace
}  // namespace graphwright
