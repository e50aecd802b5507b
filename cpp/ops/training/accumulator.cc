// Accumulators, to which threads add gradients until enough are there: ResourceConditionalAccumulator and its kin.
#include <vector>

#include "base/waiting.h"
#include "kernels/elementwise.h"
#include "kernels/strided_copy.h"
#include "op/kernel_state.h"
#include "ops/array_args.h"
#include "ops/shared_by_name.h"
#include "tensor/resource.h"

namespace graphwright {
namespace {

constexpr const char* kNoGradient = "what is accumulated leaves the flow of gradients";

// What came in since somebody took it out; gradients of steps before that are dropped.
class AccumulatorBase : public Resource {
 public:
  AccumulatorBase(DType dtype, Shape shape, bool mean) : dtype_(dtype), shape_(std::move(shape)), mean_(mean) {}

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  bool mean() const { return mean_; }
  int64_t count() const {
    std::lock_guard lock(mutex_);
    return count_;
  }
  void set_step(int64_t step) {
    std::lock_guard lock(mutex_);
    if (step > step_) step_ = step;
  }

 protected:
  const DType dtype_;
  const Shape shape_;
  const bool mean_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int64_t count_ = 0, step_ = 0;
};

// The sum of dense gradients.
class Accumulator final : public AccumulatorBase {
 public:
  using AccumulatorBase::AccumulatorBase;

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

 private:
  Tensor sum_;
};

// The sums of the rows of sparse gradients.
class SparseAccumulator final : public AccumulatorBase {
 public:
  using AccumulatorBase::AccumulatorBase;

  void apply(KernelContext& ctx, int64_t step, std::span<const int64_t> indices, const Tensor& values,
             const Ints* sizes) {
    std::lock_guard lock(mutex_);
    const Shape row = values.shape().slice(1, values.shape().rank());
    check(ctx, values.shape(), sizes, indices);
    if (step < step_) return;
    if (count_++ == 0) row_ = row;
    const int64_t width = row.num_elements();
    const BinaryFns& add = *binary_fns(BinaryCode::kAdd, dtype_);
    const auto row_of = [&](size_t i) {
      Tensor copy = Tensor::allocate(dtype_, row);
      copy_elements(dtype_, copy.raw(), advance(values.raw(), dtype_, static_cast<int64_t>(i) * width), width);
      return Row{indices[i], std::move(copy), 1};
    };
    // Two sorted lists become one, in which rows that are in both are summed: what is twice in one gradient stays so.
    std::vector<Row> merged;
    auto before = rows_.begin();
    for (size_t i = 0; i < indices.size() || before != rows_.end();) {
      if (i == indices.size() || (before != rows_.end() && before->index < indices[i])) {
        merged.push_back(std::move(*before++));
        continue;
      }
      merged.push_back(row_of(i));
      if (before != rows_.end() && before->index == indices[i]) {
        Row& to = merged.back();
        add.vector_vector(before->sum.raw(), to.sum.raw(), to.sum.raw(), width);
        to.count += before++->count;
      }
      ++i;
    }
    rows_ = std::move(merged);
    changed_.notify_all();
  }

  struct Gradient {
    Tensor indices, values, shape;
  };
  // The sums of all rows, or the means of those that came in; waits for `wanted` gradients.
  Gradient take(int64_t wanted) {
    std::unique_lock lock(mutex_);
    wait_for_others(changed_, lock, [&] { return count_ >= wanted; });
    const auto n = static_cast<int64_t>(rows_.size());
    const int64_t width = row_.num_elements();
    Shape shape{n};
    for (int64_t size : row_.sizes()) shape.append(size);
    Gradient taken{Tensor::allocate(DType::kInt64, Shape{n}), Tensor::allocate(dtype_, shape), full_shape()};
    int64_t at = 0;
    for (const Row& row : rows_) {
      taken.indices.data<int64_t>()[at] = row.index;
      void* to = advance(taken.values.raw(), dtype_, at++ * width);
      if (mean_) {
        const Tensor count = Tensor::scalar_of(dtype_, static_cast<double>(row.count));
        binary_fns(BinaryCode::kDiv, dtype_)->vector_scalar(row.sum.raw(), count.raw(), to, width);
      } else {
        copy_elements(dtype_, to, row.sum.raw(), width);
      }
    }
    rows_.clear();
    count_ = 0;
    ++step_;
    return taken;
  }

 private:
  struct Row {
    int64_t index;
    Tensor sum;
    int64_t count;
  };

  // TensorFlow looks at the sizes that come with a gradient, but not whether its values fit them.
  void check(KernelContext& ctx, const Shape& values, const Ints* sizes, std::span<const int64_t> indices) const {
    const int rank = shape_.has_rank() ? shape_.rank() : 0;
    if (sizes && static_cast<int>(sizes->size()) < rank)
      ctx.fail("Shape mismatch: expected shape rank at least ", rank, ", got ", sizes->size());
    if (values.rank() < rank) ctx.fail("Shape mismatch: expected values rank at least ", rank, ", got ", values.rank());
    for (int axis = 0; axis < rank; ++axis) {
      const int64_t size = shape_[axis];
      if (size == kUnknown) continue;
      if (sizes && (*sizes)[axis] != size)
        ctx.fail("Shape mismatch: expected shape dim ", axis, " to be ", size, ", got ", (*sizes)[axis]);
      if (axis > 0 && values[axis] != size)
        ctx.fail("Shape mismatch: expected values dim ", axis, " to be ", size, ", got ", values[axis]);
    }
    if (count_ > 0) {
      if (values.rank() != row_.rank() + 1)
        ctx.fail("Shape mismatch: expected values rank ", row_.rank() + 1, ", got ", values.rank());
      for (int axis = 1; axis < values.rank(); ++axis)
        if (values[axis] != row_[axis - 1])
          ctx.fail("Shape mismatch: expected values dim ", axis, " to be ", row_[axis - 1], ", got ", values[axis]);
    }
    const int64_t most = rank > 0 ? shape_[0] : kUnknown;
    for (size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] < 0) ctx.fail("indices hold ", indices[i], ", which is negative");
      if (most != kUnknown && indices[i] >= most)
        ctx.fail("Shape mismatch: index of slice ", i, " exceeded limits of shape; index is ", indices[i], " exceeded ",
                 most);
    }
  }
  // The shape of all gradients, as far as the accumulator was told.
  Tensor full_shape() const {
    std::vector<int64_t> sizes{shape_.has_rank() && shape_.rank() > 0 && shape_[0] != kUnknown ? shape_[0] : -1};
    for (int64_t size : row_.sizes()) sizes.push_back(size);
    return Tensor::from(std::span<const int64_t>(sizes));
  }

  std::vector<Row> rows_;
  Shape row_;
};

template <class Accumulator>
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

template <class Kind>
Ref<Kind> accumulator_of(KernelContext& ctx) {
  const Tensor& handle = ctx.input(0);
  auto* found = handle.num_elements() == 1 ? dynamic_cast<Kind*>(handle.data<Handle>()->get()) : nullptr;
  if (!found) ctx.fail("Trying to access a handle's resource using the wrong type: it is no such accumulator");
  return Ref<Kind>(found);
}
int64_t number(KernelContext& ctx, int i, const char* name) {
  if (ctx.input(i).shape().rank() != 0)
    ctx.fail("Argument ", name, " must be scalar, but had bad shape ", ctx.input(i).shape());
  return ctx.input(i).int_at(0);
}

void apply_gradient(KernelContext& ctx) {
  const Ref<Accumulator> to = accumulator_of<Accumulator>(ctx);
  const int64_t step = number(ctx, 1, "local_step");
  if (ctx.input(2).dtype() != to->dtype())
    ctx.fail("Signature mismatch, have: resource, int64, ", ctx.input(2).dtype(), " expected: resource, int64, ",
             to->dtype());
  to->apply(ctx, step, ctx.input(2));
}
void take_gradient(KernelContext& ctx) {
  const Ref<Accumulator> from = accumulator_of<Accumulator>(ctx);
  const int64_t wanted = number(ctx, 1, "num_required");
  if (ctx.output_dtype(0) != from->dtype())
    ctx.fail("Signature mismatch, have: resource, int32->", ctx.output_dtype(0), " expected: resource, int32->",
             from->dtype());
  if (wanted <= 0) ctx.fail("Argument num_required must be positive, but was ", wanted);
  ctx.set_output(0, from->take(wanted));
}
void count(KernelContext& ctx) {
  *ctx.output(0).data<int32_t>() = static_cast<int32_t>(accumulator_of<AccumulatorBase>(ctx)->count());
}
void set_step(KernelContext& ctx) {
  const Ref<AccumulatorBase> to = accumulator_of<AccumulatorBase>(ctx);
  to->set_step(number(ctx, 1, "new_global_step"));
}

void apply_sparse(KernelContext& ctx) {
  const Ref<SparseAccumulator> to = accumulator_of<SparseAccumulator>(ctx);
  const int64_t step = number(ctx, 1, "local_step");
  const Tensor &indices = ctx.input(2), &values = ctx.input(3), &shape = ctx.input(4);
  if (values.dtype() != to->dtype())
    ctx.fail("Signature mismatch: the accumulator holds ", to->dtype(), ", the gradient is of ", values.dtype());
  if (indices.shape().rank() != 1) ctx.fail("Input indices should be vector but received shape: ", indices.shape());
  if (values.shape().rank() < 1 || values.shape()[0] != indices.shape()[0])
    ctx.fail("there are ", indices.shape()[0], " indices, but the values have shape ", values.shape());
  const bool known = ctx.attr<bool>("has_known_shape");
  if (known && shape.shape().rank() != 1) ctx.fail("Input shape should be vector but received shape: ", shape.shape());
  Ints sizes;
  if (known) {
    sizes = shape.ints();
    shape_of_sizes(ctx, sizes);
  }
  to->apply(ctx, step, indices.flat<int64_t>(), values, known ? &sizes : nullptr);
}
void take_sparse(KernelContext& ctx) {
  const Ref<SparseAccumulator> from = accumulator_of<SparseAccumulator>(ctx);
  const int64_t wanted = number(ctx, 1, "num_required");
  if (ctx.output_dtype(1) != from->dtype())
    ctx.fail("Signature mismatch: the accumulator holds ", from->dtype(), ", wanted is ", ctx.output_dtype(1));
  if (wanted <= 0) ctx.fail("Argument num_required must be positive, but was ", wanted);
  SparseAccumulator::Gradient taken = from->take(wanted);
  ctx.set_output(0, taken.indices);
  ctx.set_output(1, taken.values);
  ctx.set_output(2, taken.shape);
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
    .kernel(CPU, make_accumulator<Accumulator>)
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

DEFINE_OP("SparseConditionalAccumulator")
    .output("handle: resource")
    .attr("dtype: " NUMBER_TYPES)
    .attr("shape: shape")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .attr("reduction_type: {'MEAN', 'SUM'} = 'MEAN'")
    .doc("Something to which rows of gradients are added, whose sums or means are taken out when enough are there.")
    .shape(scalar_shape)
    .kernel(CPU, make_accumulator<SparseAccumulator>)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient(kNoGradient);

DEFINE_OP("SparseAccumulatorApplyGradient")
    .input("handle: resource")
    .input("local_step: int64")
    .input("gradient_indices: int64")
    .input("gradient_values: dtype")
    .input("gradient_shape: int64")
    .attr("dtype: " NUMBER_TYPES)
    .attr("has_known_shape: bool")
    .doc("Adds the rows of a gradient to an accumulator, unless it is of a step before the accumulator's.")
    .shape(two_inputs_shape)
    .kernel(CPU, apply_sparse)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("SparseAccumulatorTakeGradient")
    .input("handle: resource")
    .input("num_required: int32")
    .output("indices: int64")
    .output("values: dtype")
    .output("shape: int64")
    .attr("dtype: " NUMBER_TYPES)
    .doc("Takes the sums or means of all rows out of an accumulator; waits until there are that many gradients.")
    .shape([](ShapeContext& ctx) {
      two_inputs_shape(ctx);
      for (int i = 0; i < 3; ++i) ctx.set_output(i, Shape::unknown());
    })
    .kernel(CPU, take_sparse)
    .stateful()
    .no_gradient(kNoGradient);

}  // namespace
}  // namespace graphwright
