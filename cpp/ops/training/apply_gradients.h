// Common parts of the ops of optimizers, which change a variable and its slots in place.
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "op/build.h"
#include "ops/array_args.h"
#include "tensor/variable_resource.h"

namespace graphwright::steps {

// The least number of elements that is worth a second thread.
inline constexpr int64_t kGrain = 16384;
inline constexpr int kMostSlots = 4;

// The input of that name; -1 where the op has none.
inline int input_named(const OpDef& op, std::string_view name) {
  for (size_t i = 0; i < op.inputs.size(); ++i)
    if (op.inputs[i].name == name) return static_cast<int>(i);
  return -1;
}
inline int gradient_input(const OpDef& op) { return std::max(input_named(op, "grad"), input_named(op, "delta")); }

// Calls f() while nobody else reads or writes any of the variables; values[i] is that of variables[i], ready to be
// written.
template <class F>
void update_together(std::span<VariableResource* const> variables, std::span<Tensor*> values, F&& f) {
  // One order of locking for all, so that two steps that share variables cannot wait for each other.
  std::array<size_t, kMostSlots> order{};
  for (size_t i = 0; i < variables.size(); ++i) {
    size_t place = i;
    for (; place > 0 && std::less<>()(variables[i], variables[order[place - 1]]); --place)
      order[place] = order[place - 1];
    order[place] = i;
  }
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

// A number that steps use in the type in which they compute.
struct Number {
  std::complex<double> value;
  template <class C>
  C as() const {
    if constexpr (std::is_floating_point_v<C>) {
      return static_cast<C>(value.real());
    } else {
      return C(static_cast<typename C::value_type>(value.real()), static_cast<typename C::value_type>(value.imag()));
    }
  }
};
Number number(KernelContext& ctx, std::string_view name);

// The variables of the first inputs, checked; which rows of them change, where the op is sparse.
struct Slots {
  std::vector<VariableResource*> variables;
  std::vector<Tensor*> values;
  int64_t row_size = 0;
  bool sparse = false;
  Ints rows;
};
Slots slots_of(KernelContext& ctx, int count);
// Checks the shapes of the values, and makes them ready to be written.
void prepare(KernelContext& ctx, Slots& slots);

// Runs step(gradient, elements of the variables) for each element that changes: `kSlots` variables, the first `kSlots`
// inputs. Not for complex numbers unless `kComplex`.
template <int kSlots, bool kComplex, class Step>
void apply(KernelContext& ctx, Step&& step) {
  const Tensor& gradient = ctx.input(gradient_input(ctx.op()));
  Slots slots = slots_of(ctx, kSlots);
  update_together(slots.variables, slots.values, [&] {
    prepare(ctx, slots);
    auto run = [&]<class T>() {
      using C = compute_t<T>;
      const T* g = gradient.data<T>();
      std::array<T*, kSlots> to;
      for (int i = 0; i < kSlots; ++i) to[i] = slots.values[i]->template data<T>();
      const auto change = [&](int64_t into, int64_t from, int64_t n) {
        for (int64_t k = 0; k < n; ++k) {
          std::array<C, kSlots> element;
          for (int i = 0; i < kSlots; ++i) element[i] = static_cast<C>(to[i][into + k]);
          step(static_cast<C>(g[from + k]), element);
          for (int i = 0; i < kSlots; ++i) to[i][into + k] = static_cast<T>(element[i]);
        }
      };
      if (!slots.sparse) {
        parallel_for(gradient.num_elements(), kGrain,
                     [&](int64_t begin, int64_t end) { change(begin, begin, end - begin); });
        return;
      }
      for (size_t i = 0; i < slots.rows.size(); ++i)
        change(slots.rows[i] * slots.row_size, static_cast<int64_t>(i) * slots.row_size, slots.row_size);
    };
    bool known = visit_floating(gradient.dtype(), run);
    if constexpr (kComplex)
      known = known || visit_dtype<std::complex<float>, std::complex<double>>(gradient.dtype(), run);
    if (!known)
      ctx.fail("No OpKernel was registered to support Op '", ctx.op().name, "' with these attrs: [T=", gradient.dtype(),
               "]");
  });
}

// Registers an op that changes the variables `slots` by the inputs `numbers`, and its form for some rows of them, whose
// name has Sparse in it.
struct StepOp {
  const char* name;  // what follows ResourceApply
  std::vector<const char*> slots;
  std::vector<const char*> numbers;
  const char* further_attr;  // or null
  const char* doc;
  KernelFn kernel;
  // The order of inputs of the sparse form; none where there is no such op.
  std::vector<const char*> sparse_numbers;
};
void define(const StepOp& step);

}  // namespace graphwright::steps
