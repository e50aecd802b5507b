// Steps of optimizers as one op each: a variable and what is remembered of earlier gradients, changed in place.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "base/parallel.h"
#include "op/build.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

// The least number of elements that is worth a second thread.
constexpr int64_t kGrain = 16384;

// Calls f() while nobody else reads or writes any of the variables; values[i] is that of variables[i], ready to be
// written.
template <class F>
void update_together(std::span<VariableResource* const> variables, std::span<Tensor*> values, F&& f) {
  // One order of locking for all, so that two steps that share variables cannot wait for each other.
  std::array<size_t, 3> order{};
  for (size_t i = 0; i < variables.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(variables.size()),
            [&](size_t a, size_t b) { return std::less<>()(variables[a], variables[b]); });
  auto lock_from = [&](auto&& self, size_t at) -> void {
    if (at == variables.size()) {
      f();
      return;
    }
    variables[order[at]]->update([&](Tensor& value) {
      values[order[at]] = &value;
      self(self, at + 1);
    });
  };
  lock_from(lock_from, 0);
}

double scalar(KernelContext& ctx, int index) {
  const Tensor& x = ctx.input(index);
  if (!x.shape().is_scalar()) ctx.fail(ctx.op().inputs[index].name, " is not a scalar: ", x.shape());
  double value = 0;
  visit_floating(x.dtype(), [&]<class T>() { value = static_cast<double>(static_cast<compute_t<T>>(*x.data<T>())); });
  return value;
}

// Runs step(gradient, variable's element, …) for each element: `kSlots` variables, the first `kSlots` inputs, are
// changed.
template <int kSlots, class Step>
void apply(KernelContext& ctx, int gradient_index, Step&& step) {
  const Tensor& gradient = ctx.input(gradient_index);
  std::array<VariableResource*, kSlots> variables;
  for (int i = 0; i < kSlots; ++i) {
    variables[i] = &VariableResource::of(ctx.input(i));
    if (variables[i]->dtype() != gradient.dtype())
      ctx.fail("Trying to use variable ", variables[i]->name(), " with wrong dtype. Expected ", gradient.dtype(),
               " got ", variables[i]->dtype());
    for (int k = 0; k < i; ++k)
      if (variables[k] == variables[i])
        ctx.fail(ctx.op().inputs[k].name, " and ", ctx.op().inputs[i].name, " are the same variable ",
                 variables[i]->name());
  }
  std::array<Tensor*, kSlots> values{};
  update_together(variables, values, [&] {
    for (int i = 0; i < kSlots; ++i) {
      if (!(values[i]->shape() == gradient.shape()))
        ctx.fail(ctx.op().inputs[i].name, " and ", ctx.op().inputs[gradient_index].name, " do not have the same shape",
                 values[i]->shape(), " ", gradient.shape());
    }
    for (Tensor* value : values) VariableResource::writable(*value);
    auto run = [&]<class T>() {
      const T* g = gradient.data<T>();
      std::array<T*, kSlots> to;
      for (int i = 0; i < kSlots; ++i) to[i] = values[i]->template data<T>();
      parallel_for(gradient.num_elements(), kGrain, [&](int64_t begin, int64_t end) {
        for (int64_t k = begin; k < end; ++k) {
          using C = compute_t<T>;
          std::array<C, kSlots> element;
          for (int i = 0; i < kSlots; ++i) element[i] = static_cast<C>(to[i][k]);
          step(static_cast<C>(g[k]), element);
          for (int i = 0; i < kSlots; ++i) to[i][k] = static_cast<T>(element[i]);
        }
      });
    };
    if (!visit_floating(gradient.dtype(), run))
      ctx.fail("No OpKernel was registered to support Op '", ctx.op().name, "' with these attrs: [T=", gradient.dtype(),
               "]");
  });
}

// The gradient has the variables' shape, the other numbers are scalars.
template <int kSlots>
void check_shapes(ShapeContext& ctx) {
  for (int i = kSlots; i < ctx.num_inputs(); ++i) {
    const std::string& name = ctx.op().inputs[i].name;
    if (name != "grad" && name != "delta") {
      if (ctx.input(i).has_rank() && ctx.input(i).rank() != 0) ctx.fail(name, " is not a scalar: ", ctx.input(i));
      continue;
    }
    if (ctx.value(0).is_tensor()) continue;
    for (int k = 0; k < kSlots; ++k)
      if (!ctx.handle_shape(k).compatible(ctx.input(i)))
        ctx.fail(ctx.op().inputs[k].name, " and ", name, " do not have the same shape", ctx.handle_shape(k), " ",
                 ctx.input(i));
  }
}

void gradient_descent(KernelContext& ctx) {
  const double alpha = scalar(ctx, 1);
  apply<1>(ctx, 2, [=]<class C>(C delta, std::array<C, 1>& x) { x[0] -= static_cast<C>(alpha) * delta; });
}

void momentum(KernelContext& ctx) {
  const double rate = scalar(ctx, 2), kept = scalar(ctx, 4);
  const bool nesterov = ctx.attr<bool>("use_nesterov");
  apply<2>(ctx, 3, [=]<class C>(C g, std::array<C, 2>& x) {
    x[1] = x[1] * static_cast<C>(kept) + g;
    const C lr = static_cast<C>(rate);
    x[0] -= nesterov ? g * lr + x[1] * static_cast<C>(kept) * lr : x[1] * lr;
  });
}

void adagrad(KernelContext& ctx) {
  const double rate = scalar(ctx, 2);
  const bool counts = ctx.attr<bool>("update_slots");
  apply<2>(ctx, 3, [=]<class C>(C g, std::array<C, 2>& x) {
    if (counts) x[1] += g * g;
    x[0] -= static_cast<C>(rate) * g / std::sqrt(x[1]);
  });
}

void adagrad_v2(KernelContext& ctx) {
  const double rate = scalar(ctx, 2), epsilon = scalar(ctx, 3);
  const bool counts = ctx.attr<bool>("update_slots");
  apply<2>(ctx, 4, [=]<class C>(C g, std::array<C, 2>& x) {
    if (counts) x[1] += g * g;
    x[0] -= static_cast<C>(rate) * g / (std::sqrt(x[1]) + static_cast<C>(epsilon));
  });
}

void adam(KernelContext& ctx) {
  const double power1 = scalar(ctx, 3), power2 = scalar(ctx, 4), rate = scalar(ctx, 5);
  const double beta1 = scalar(ctx, 6), beta2 = scalar(ctx, 7), epsilon = scalar(ctx, 8);
  const bool nesterov = ctx.attr<bool>("use_nesterov");
  apply<3>(ctx, 9, [=]<class C>(C g, std::array<C, 3>& x) {
    const C b1 = static_cast<C>(beta1), b2 = static_cast<C>(beta2);
    const C step = static_cast<C>(rate) * std::sqrt(1 - static_cast<C>(power2)) / (1 - static_cast<C>(power1));
    x[1] += (g - x[1]) * (1 - b1);
    x[2] += (g * g - x[2]) * (1 - b2);
    const C direction = nesterov ? g * (1 - b1) + b1 * x[1] : x[1];
    x[0] -= step * direction / (std::sqrt(x[2]) + static_cast<C>(epsilon));
  });
}

void rms_prop(KernelContext& ctx) {
  const double rate = scalar(ctx, 3), rho = scalar(ctx, 4), kept = scalar(ctx, 5), epsilon = scalar(ctx, 6);
  apply<3>(ctx, 7, [=]<class C>(C g, std::array<C, 3>& x) {
    x[1] += (g * g - x[1]) * (1 - static_cast<C>(rho));
    x[2] = x[2] * static_cast<C>(kept) + g * static_cast<C>(rate) / std::sqrt(x[1] + static_cast<C>(epsilon));
    x[0] -= x[2];
  });
}

// Registers an op that changes the variables `slots` by the inputs `numbers`.
void define_step(const char* name, std::initializer_list<const char*> slots, std::initializer_list<const char*> numbers,
                 const char* further_attr, const char* doc, KernelFn kernel) {
  OpBuilder op(name);
  for (const char* slot : slots) op.input(std::string(slot) + ": resource");
  for (const char* number : numbers) op.input(std::string(number) + ": T");
  op.attr("T: numbertype").attr("use_locking: bool = false");
  if (further_attr) op.attr(further_attr);
  op.doc(doc)
      .shape(slots.size() == 1   ? check_shapes<1>
             : slots.size() == 2 ? check_shapes<2>
                                 : check_shapes<3>)
      .kernel(CPU, kernel)
      .stateful()
      .no_gradient("has no output");
  OpRegistration registered(op);
}

[[maybe_unused]] const bool defined = [] {
  define_step("ResourceApplyGradientDescent", {"var"}, {"alpha", "delta"}, nullptr, "var -= alpha * delta.",
              gradient_descent);
  define_step(
      "ResourceApplyMomentum", {"var", "accum"}, {"lr", "grad", "momentum"}, "use_nesterov: bool = false",
      "accum = accum * momentum + grad; var -= lr * accum, or lr * (grad + momentum * accum) with `use_nesterov`.",
      momentum);
  define_step("ResourceApplyAdagrad", {"var", "accum"}, {"lr", "grad"}, "update_slots: bool = true",
              "accum += grad ** 2, unless `update_slots` is false; var -= lr * grad / sqrt(accum).", adagrad);
  define_step("ResourceApplyAdagradV2", {"var", "accum"}, {"lr", "epsilon", "grad"}, "update_slots: bool = true",
              "accum += grad ** 2, unless `update_slots` is false; var -= lr * grad / (sqrt(accum) + epsilon).",
              adagrad_v2);
  define_step("ResourceApplyAdam", {"var", "m", "v"},
              {"beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon", "grad"}, "use_nesterov: bool = false",
              "m and v become running means of grad and grad ** 2; "
              "var -= lr * sqrt(1 - beta2_power) / (1 - beta1_power) * m / (sqrt(v) + epsilon).",
              adam);
  define_step(
      "ResourceApplyRMSProp", {"var", "ms", "mom"}, {"lr", "rho", "momentum", "epsilon", "grad"}, nullptr,
      "ms becomes a running mean of grad ** 2; mom = momentum * mom + lr * grad / sqrt(ms + epsilon); var -= mom.",
      rms_prop);
  return true;
}();

}  // namespace
}  // namespace graphwright
