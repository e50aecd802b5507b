// Accumulators, to which threads add gradients until enough are there: ResourceConditionalAccumulator and its kin.
#include "base/waiting.h"
#include "kernels/elementwise.h"
#include "op/kernel_state.h"
#include "ops/array_args.h"
#include "ops/shared_by_name.h"
#include "tensor/resource.h"

namespace graphwright {
namespace {

constexpr const char* kNoGradient = "what is accumulated leaves the flow of gradients";

// The sum of what came in since somebody took it out; gradients of steps before that are dropped.
class Accumulator final : public Resource {
 public:
  Accumulator(DType dtype, Shape shape, bool mean) : dtype_(dtype), shape_(std::move(shape)), mean_(mean) {}

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  bool mean() const { return mean_; }

  void apply(KernelContext& ctx, int64_t step, const Tensor& gradient) {
    std::lock_guard lock(mutex_);
    const Shape& wanted = count_ > 0 ? sum_.shape() : shape_;
    if (!wanted.compatible(gradient.shape())) ctx.fail("Shape mismatch: expected ", wanted, ", got ", gradient.shape());
    if (step < step_) return;
    if (count_++ == 0) {
      sum_ = gradient;
    } else {
      Tensor sum = Tensor::allocate(dtype_, gradient.shape());
      binary_fns(BinaryCode::kAdd, dtype_)->vector_vector(sum_.raw(), gradient.raw(), sum.raw(), sum.num_elements());
      sum_ = sum;
    }
    changed_.notify_all();
  }
  // The sum or mean of at least that many; waits for them.
  Tensor take(int64_t wanted) {
    std::unique_lock lock(mutex_);
    wait_for_others(changed_, lock, [&] { return count_ >= wanted; });
    Tensor result = sum_;
    if (mean_) {
      const Tensor count = Tensor::scalar_of(dtype_, static_cast<double>(count_));
      result = Tensor::allocate(dtype_, sum_.shape());
      binary_fns(BinaryCode::kDiv, dtype_)->vector_scalar(sum_.raw(), count.raw(), result.raw(), result.num_elements());
    }
    count_ = 0;
    sum_ = Tensor();
    ++step_;
    return result;
  }
  int64_t count() const {
    std::lock_guard lock(mutex_);
    return count_;
  }
  void set_step(int64_t step) {
    std::lock_guard lock(mutex_);
    if (step > step_) step_ = step;
  }

 private:
  const DType dtype_;
  const Shape shape_;
  const bool mean_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Tensor sum_;
  int64_t count_ = 0, step_ = 0;
};

void make_accumulator(KernelContext& ctx) {
  const DType dtype = ctx.attr<DType>("dtype");
  if (dtype != DType::kFloat32 && dtype != DType::kFloat64 && dtype != DType::kHalf)
    ctx.fail_code(Code::kNotFound, "Could not find device for node: {{node ", ctx.op().name,
                  "}}: there is no CPU kernel for ", dtype);
  const Shape shape = ctx.attr<Shape>("shape");
  const bool mean = ctx.attr<std::string>("reduction_type") == "MEAN";
  const auto make = [&] { return make_ref<Accumulator>(dtype, shape, mean); };
  const std::string name = ctx.attr<std::string>("shared_name");
  Ref<Accumulator> found;
  if (name.empty()) {
    found = kept_state<Accumulator>(ctx, make);
    if (!found) found = make();
  } else {
    found = shared_by_name<Accumulator>(ctx.attr<std::string>("container"), name, make);
    if (found->dtype() != dtype || !(found->shape() == shape) || found->mean() != mean)
      ctx.fail("Shared conditional accumulator '", name, "' has dtype ", found->dtype(), " and shape ", found->shape(),
               " but requested were ", dtype, " and ", shape);
  }
  ctx.set_output(0, Tensor::handle(DType::kResource, found));
}

Ref<Accumulator> accumulator_of(KernelContext& ctx) {
  const Tensor& handle = ctx.input(0);
  auto* found = handle.num_elements() == 1 ? dynamic_cast<Accumulator*>(handle.data<Handle>()->get()) : nullptr;
  if (!found) ctx.fail("Trying to access a handle's resource using the wrong type: it is no accumulator");
  return Ref<Accumulator>(found);
}
int64_t number(KernelContext& ctx, int i, const char* name) {
  if (ctx.input(i).shape().rank() != 0)
    ctx.fail("Argument ", name, " must be scalar, but had bad shape ", ctx.input(i).shape());
  return ctx.input(i).int_at(0);
}

void apply_gradient(KernelContext& ctx) {
  const Ref<Accumulator> to = accumulator_of(ctx);
  const int64_t step = number(ctx, 1, "local_step");
  if (ctx.input(2).dtype() != to->dtype())
    ctx.fail("Signature mismatch, have: resource, int64, ", ctx.input(2).dtype(), " expected: resource, int64, ",
             to->dtype());
  to->apply(ctx, step, ctx.input(2));
}
void take_gradient(KernelContext& ctx) {
  const Ref<Accumulator> from = accumulator_of(ctx);
  const int64_t wanted = number(ctx, 1, "num_required");
  if (ctx.output_dtype(0) != from->dtype())
    ctx.fail("Signature mismatch, have: resource, int32->", ctx.output_dtype(0), " expected: resource, int32->",
             from->dtype());
  if (wanted <= 0) ctx.fail("Argument num_required must be positive, but was ", wanted);
  ctx.set_output(0, from->take(wanted));
}
void count(KernelContext& ctx) { *ctx.output(0).data<int32_t>() = static_cast<int32_t>(accumulator_of(ctx)->count()); }
void set_step(KernelContext& ctx) {
  const Ref<Accumulator> to = accumulator_of(ctx);
  to->set_step(number(ctx, 1, "new_global_step"));
}

void scalar_shape(ShapeContext& ctx) {
  if (ctx.num_inputs() > 0) ctx.with_rank(0, 0);
  ctx.set_output(0, Shape());
}
void two_inputs_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  ctx.with_rank(1, 0);
}
void taken_shape(ShapeContext& ctx) {
  two_inputs_shape(ctx);
  ctx.set_output(0, Shape::unknown());
}

#define NUMBER_TYPES                                                                                                \
  "{float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, " \
  "uint16, complex128, half, uint32, uint64}"

DEFINE_OP("ResourceConditionalAccumulator")
    .output("handle: resource")
    .attr("dtype: " NUMBER_TYPES)
    .attr("shape: shape")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .attr("reduction_type: {'MEAN', 'SUM'} = 'MEAN'")
    .doc("Something to which gradients are added, whose sum or mean is taken out when enough are there.")
    .shape(scalar_shape)
    .kernel(CPU, make_accumulator)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient(kNoGradient);

DEFINE_OP("ResourceAccumulatorApplyGradient")
    .input("handle: resource")
    .input("local_step: int64")
    .input("gradient: dtype")
    .attr("dtype: " NUMBER_TYPES)
    .doc("Adds a gradient to an accumulator, unless it is of a step before the accumulator's.")
    .shape(two_inputs_shape)
    .kernel(CPU, apply_gradient)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("ResourceAccumulatorTakeGradient")
    .input("handle: resource")
    .input("num_required: int32")
    .output("average: dtype")
    .attr("dtype: " NUMBER_TYPES)
    .doc("Takes the sum or mean of all gradients out of an accumulator; waits until there are that many.")
    .shape(taken_shape)
    .kernel(CPU, take_gradient)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("ResourceAccumulatorNumAccumulated")
    .input("handle: resource")
    .output("num_accumulated: int32")
    .doc("How many gradients an accumulator holds.")
    .shape(scalar_shape)
    .kernel(CPU, count)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("ResourceAccumulatorSetGlobalStep")
    .input("handle: resource")
    .input("new_global_step: int64")
    .doc("Sets an accumulator's step: gradients of steps before are dropped. It never goes back.")
    .shape(two_inputs_shape)
    .kernel(CPU, set_step)
    .stateful()
    .no_gradient(kNoGradient);

}  // namespace
}  // namespace graphwright
