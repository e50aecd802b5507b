// Reductions over axes: Sum, Mean, Prod, Max, Min, All, Any, EuclideanNorm.
#include "ops/reduce/reduction.h"

#include "kernels/reduce.h"
#include "op/build.h"
#include "op/direct.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"

namespace graphwright {

SmallVector<bool, 8> reduced_axes(const Tensor& axes, int rank) {
  SmallVector<bool, 8> reduced(rank, false);
  const int64_t n = axes.num_elements();
  const int32_t* narrow = axes.dtype() == DType::kInt32 ? axes.data<int32_t>() : nullptr;
  for (int64_t i = 0; i < n; ++i) {
    int64_t axis = narrow ? narrow[i] : axes.int_at(i);
    GW_CHECK_ARG(axis >= -rank && axis < rank, "Invalid reduction dimension (", axis, " for input with ", rank,
                 " dimension(s)");
    if (axis < 0) axis += rank;
    GW_CHECK_ARG(!reduced[axis], "Invalid reduction arguments: Axes contains duplicate dimension: ", axis);
    reduced[axis] = true;
  }
  return reduced;
}

Shape reduced_shape(const Shape& shape, std::span<const bool> reduced, bool keep_dims) {
  SmallVector<int64_t, 8> sizes;
  for (int i = 0; i < shape.rank(); ++i) {
    if (!reduced[i]) {
      sizes.push_back(shape[i]);
    } else if (keep_dims) {
      sizes.push_back(1);
    }
  }
  return Shape(sizes);
}

void reduction_shape(ShapeContext& ctx) {
  const Shape& shape = ctx.input(0);
  bool keep_dims = ctx.attr<bool>("keep_dims");
  if (ctx.input(1).rank() > 1 && !ctx.value(0).is_tensor())
    ctx.fail("axes must be a scalar or a vector, got shape ", ctx.input(1));
  Tensor axes = ctx.constant(1);
  if (axes && shape.has_rank()) {
    ctx.set_output(0, reduced_shape(shape, reduced_axes(axes, shape.rank()), keep_dims));
  } else if (keep_dims && shape.has_rank()) {
    ctx.set_output(0, Shape::filled(shape.rank(), kUnknown));
  } else if (axes && axes.num_elements() == 0) {
    ctx.set_output(0, shape);
  } else {
    ctx.set_output(0, Shape::unknown());
  }
}

namespace {

template <ReduceCode kCode, ReduceFinish kFinish = ReduceFinish::kNone>
void reduce_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &axes = ctx.input(1);
  int rank = x.shape().rank();
  SmallVector<bool, 8> reduced = reduced_axes(axes, rank);
  // A reduction of axes of extent 1 leaves the elements as they are.
  if (kFinish != ReduceFinish::kSquareRoot && kCode != ReduceCode::kSumOfSquares) {
    bool same = true;
    for (int i = 0; i < rank; ++i) same &= !reduced[i] || x.shape()[i] == 1;
    if (same && reducer(kCode, x.dtype()).loops.row) {
      ctx.set_output(0, x.reshaped(reduced_shape(x.shape(), reduced, ctx.attr<bool>("keep_dims"))));
      return;
    }
  }
  reduce(kCode, kFinish, x, reduced, ctx.output(0));
}

// The shortcut of eager calls; whatever it leaves to the general way may have something to report.
template <ReduceCode kCode, ReduceFinish kFinish = ReduceFinish::kNone>
Value reduce_directly(std::span<const Value> inputs, const Attrs& attrs) {
  const Tensor &x = Tensor::of(inputs[0]), &axes = Tensor::of(inputs[1]);
  const int64_t n = x.num_elements();
  if (n < 2 || n > kMostDirectElements || axes.dtype() != DType::kInt32 || axes.shape().rank() > 1 ||
      !reducer(kCode, x.dtype()).loops.row)
    return Value();
  SmallVector<bool, 8> reduced = reduced_axes(axes, x.shape().rank());
  bool same = true;
  for (int i = 0; i < x.shape().rank(); ++i) same &= !reduced[i] || x.shape()[i] == 1;
  if (same) return Value();
  Tensor y = Tensor::allocate(x.dtype(), reduced_shape(x.shape(), reduced, attrs.get_or<bool>("keep_dims", false)));
  reduce(kCode, kFinish, x, reduced, y);
  return y;
}

#define DEFINE_REDUCTION(NAME, TYPES, KERNEL, DOC) \
  DEFINE_OP(NAME)                                  \
      .input("input: T")                           \
      .input("reduction_indices: Tidx")            \
      .output("output: T")                         \
      .attr("keep_dims: bool = false")             \
      .attr("T: " TYPES)                           \
      .attr("Tidx: {int32, int64} = int32")        \
      .doc(DOC)                                    \
      .vectorize(vectorize::axes_input)            \
      .shape(reduction_shape)                      \
      .kernel(CPU, KERNEL)
#define GW_ORDERED_TYPES                                                                                              \
  "{float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8, quint8, qint32, " \
  "qint16, quint16}"

DEFINE_REDUCTION("Sum", "numbertype", reduce_cpu<ReduceCode::kSum>, "The sum over the axes.").gradient(sum_grad);
DEFINE_REDUCTION("Mean", "numbertype", (reduce_cpu<ReduceCode::kSum, ReduceFinish::kMean>),
                 "The mean over the axes; integers are divided as integers.")
    .gradient(mean_grad);
DEFINE_REDUCTION("Prod", "numbertype", reduce_cpu<ReduceCode::kProd>, "The product over the axes.").gradient(prod_grad);
DEFINE_REDUCTION("Max", GW_ORDERED_TYPES, reduce_cpu<ReduceCode::kMax>, "The maximum over the axes; NaN if any is.")
    .gradient(extreme_reduction_grad);
DEFINE_REDUCTION("Min", GW_ORDERED_TYPES, reduce_cpu<ReduceCode::kMin>, "The minimum over the axes; NaN if any is.")
    .gradient(extreme_reduction_grad);
DEFINE_REDUCTION("EuclideanNorm", "numbertype", (reduce_cpu<ReduceCode::kSumOfSquares, ReduceFinish::kSquareRoot>),
                 "The square root of the sum of squares over the axes.")
    .gradient(euclidean_norm_grad);

#define DEFINE_LOGICAL_REDUCTION(NAME, KERNEL, DOC) \
  DEFINE_OP(NAME)                                   \
      .input("input: bool")                         \
      .input("reduction_indices: Tidx")             \
      .output("output: bool")                       \
      .attr("keep_dims: bool = false")              \
      .attr("Tidx: {int32, int64} = int32")         \
      .doc(DOC)                                     \
      .vectorize(vectorize::axes_input)             \
      .shape(reduction_shape)                       \
      .kernel(CPU, KERNEL)                          \
      .no_gradient("its result is boolean")
DEFINE_LOGICAL_REDUCTION("All", reduce_cpu<ReduceCode::kAll>, "Whether all elements along the axes are true.");
DEFINE_LOGICAL_REDUCTION("Any", reduce_cpu<ReduceCode::kAny>, "Whether any element along the axes is true.");

const DirectRegistration shortcuts[] = {
    {"Sum", reduce_directly<ReduceCode::kSum>},
    {"Mean", reduce_directly<ReduceCode::kSum, ReduceFinish::kMean>},
    {"Prod", reduce_directly<ReduceCode::kProd>},
    {"Max", reduce_directly<ReduceCode::kMax>},
    {"Min", reduce_directly<ReduceCode::kMin>},
    {"EuclideanNorm", reduce_directly<ReduceCode::kSumOfSquares, ReduceFinish::kSquareRoot>},
    {"All", reduce_directly<ReduceCode::kAll>},
    {"Any", reduce_directly<ReduceCode::kAny>},
};

XLA_FACT(kNotCompiled, "EuclideanNorm");
XLA_MUST_KNOW({"All", "Any", "Max", "Mean", "Min", "Prod", "Sum"}, {"reduction_indices"});

}  // namespace
}  // namespace graphwright
