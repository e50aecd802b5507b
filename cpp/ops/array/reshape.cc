// Ops that give the same elements another shape or dtype: their outputs share the input's memory.
#include "op/build.h"
#include "op/gradient_needs.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

// The shape that `sizes`, with at most one -1, give to `n` elements (kUnknown: not known yet) of an array shaped
// `from`. Sizes given as kUnknown where `partial` are not known, rather than to be inferred.
template <class Context>
Shape reshaped(const Context& ctx, const Shape& from, const Ints& sizes, bool partial) {
  int open = -1, unknown = 0;
  int64_t known = 1;
  bool has_zero = false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == -1) {
      if (open >= 0 && !partial) ctx.fail("Only one input size may be -1, not both ", open, " and ", i);
      open = static_cast<int>(i);
      ++unknown;
    } else if (sizes[i] < 0) {
      ctx.fail("Size ", i, " must be non-negative, not ", sizes[i]);
    } else if (sizes[i] == 0) {
      has_zero = true;
    } else if (__builtin_mul_overflow(known, sizes[i], &known)) {
      ctx.fail("Shape [", str_join(sizes, ","), "] would have more than 2**63 - 1 elements");
    }
  }
  Shape shape{std::span<const int64_t>(sizes.data(), sizes.size())};
  int64_t n = from.num_elements();
  if (n < 0 || unknown > 1) return shape;
  if (open < 0) {
    int64_t wanted = has_zero ? 0 : known;
    if (wanted != n) ctx.fail("Input to reshape is a tensor with ", n, " values, but the requested shape has ", wanted);
    return shape;
  }
  // Where a size of 0 was asked for, the open one follows from the other extents of an empty input.
  if (has_zero) {
    if (partial) return shape;
    if (n != 0)
      ctx.fail("Input to reshape is a tensor with ", n, " values, but the requested shape requires a multiple of 0");
    n = 1;
    for (int64_t size : from) n *= size > 0 ? size : 1;
    shape.set(open, n / known);
    return shape;
  }
  if (n % known != 0)
    ctx.fail("Input to reshape is a tensor with ", n, " values, but the requested shape requires a multiple of ",
             known);
  shape.set(open, n / known);
  return shape;
}

void reshape_shape(ShapeContext& ctx) {
  const Shape& sizes = ctx.input(1);
  if (sizes.has_rank() && sizes.rank() > 1) ctx.fail("sizes input must be 1-D, not ", sizes);
  if (auto known = known_ints(ctx, 1)) return ctx.set_output(0, reshaped(ctx, ctx.input(0), *known, false));
  if (sizes.rank() == 0) return ctx.set_output(0, Shape{ctx.input(0).num_elements()});
  Shape partly = ctx.constant_as_shape(1);
  if (!partly.has_rank()) return ctx.set_output(0, partly);
  Ints sizes_known(partly.begin(), partly.end());
  ctx.set_output(0, reshaped(ctx, ctx.input(0), sizes_known, true));
}
void reshape_cpu(KernelContext& ctx) {
  const Shape& sizes = ctx.input(1).shape();
  if (sizes.rank() > 1) ctx.fail("sizes input must be 1-D, not ", sizes);
  ctx.set_output(0, ctx.input(0).reshaped(reshaped(ctx, ctx.input(0).shape(), ctx.input(1).ints(), false)));
}
// A scalar in a vector of one, or back, read as a shape.
Shape reshape_value(ShapeContext& ctx) {
  const Shape extents = known_extents(ctx, 0);
  return !extents.has_rank() && ctx.input(0).rank() == 0 ? Shape{kUnknown} : extents;
}
Values reshape_grad(GradientContext& ctx) { return {build::reshape_like(ctx.grad(), ctx.input(0)), nullptr}; }

template <class Context>
Shape expanded(const Context& ctx, const Shape& from, int64_t axis) {
  if (axis < -from.rank() - 1 || axis > from.rank())
    ctx.fail("Tried to expand dim index ", axis, " for tensor with ", from.rank(), " dimensions.");
  Shape shape = from;
  shape.insert(static_cast<int>(axis < 0 ? axis + from.rank() + 1 : axis), 1);
  return shape;
}
void expand_dims_shape(ShapeContext& ctx) {
  int64_t n = ctx.input(1).num_elements();
  if (n >= 0 && n != 1) ctx.fail("'dim' must be a tensor with a single value");
  auto axis = known_int(ctx, 1);
  if (!ctx.input(0).has_rank()) return ctx.set_output(0, Shape::unknown());
  if (!axis) return ctx.set_output(0, Shape::filled(ctx.input(0).rank() + 1, kUnknown));
  ctx.set_output(0, expanded(ctx, ctx.input(0), *axis));
}
void expand_dims_cpu(KernelContext& ctx) {
  if (ctx.input(1).num_elements() != 1) ctx.fail("'dim' must be a tensor with a single value");
  ctx.set_output(0, ctx.input(0).reshaped(expanded(ctx, ctx.input(0).shape(), ctx.input(1).int_at(0))));
}
Values expand_dims_grad(GradientContext& ctx) { return {build::reshape_like(ctx.grad(), ctx.input(0)), nullptr}; }

// Without axes, those of extent 1 go; one of unknown extent may or may not be of them.
template <class Context>
Shape squeezed(const Context& ctx, const Shape& from, const std::vector<int64_t>& axes) {
  SmallVector<bool, 8> drop(from.rank(), false);
  for (int64_t axis : axes) {
    if (axis < -from.rank() || axis >= from.rank())
      ctx.fail("Tried to squeeze dim index ", axis, " for tensor with ", from.rank(), " dimensions.");
    int at = static_cast<int>(axis < 0 ? axis + from.rank() : axis);
    if (from[at] >= 0 && from[at] != 1)
      ctx.fail("Can not squeeze dim[", at, "], expected a dimension of 1, got ", from[at]);
    drop[at] = true;
  }
  Ints sizes;
  for (int i = 0; i < from.rank(); ++i) {
    if (axes.empty() && from[i] < 0) return Shape::unknown();
    if (axes.empty() ? from[i] != 1 : !drop[i]) sizes.push_back(from[i]);
  }
  return Shape(std::span<const int64_t>(sizes.data(), sizes.size()));
}
void squeeze_shape(ShapeContext& ctx) {
  if (!ctx.input(0).has_rank()) return ctx.set_output(0, Shape::unknown());
  ctx.set_output(0, squeezed(ctx, ctx.input(0), ctx.attr<std::vector<int64_t>>("squeeze_dims")));
}
void squeeze_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  ctx.set_output(0, x.reshaped(squeezed(ctx, x.shape(), ctx.attr<std::vector<int64_t>>("squeeze_dims"))));
}
Values squeeze_grad(GradientContext& ctx) { return {build::reshape_like(ctx.grad(), ctx.input(0))}; }

// A wider dtype takes the last axis in, a narrower one appends an axis.
template <class Context>
Shape bitcast_shape_of(const Context& ctx, const Shape& from, DType from_type, DType to_type) {
  if (!from.has_rank()) return from;
  int64_t narrow = static_cast<int64_t>(dtype_size(from_type)), wide = static_cast<int64_t>(dtype_size(to_type));
  Shape shape = from;
  if (narrow > wide) {
    shape.append(narrow / wide);
  } else if (narrow < wide) {
    int64_t ratio = wide / narrow;
    if (from.rank() == 0 || (from[from.rank() - 1] >= 0 && from[from.rank() - 1] != ratio))
      ctx.fail("Cannot bitcast from ", dtype_name(from_type), " to ", dtype_name(to_type), ": the last axis of shape ",
               from, " must be of extent ", ratio);
    shape.erase(from.rank() - 1);
  }
  return shape;
}
void bitcast_shape(ShapeContext& ctx) {
  ctx.set_output(0, bitcast_shape_of(ctx, ctx.input(0), ctx.dtype(0), ctx.attr<DType>("type")));
}
void bitcast_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  DType type = ctx.attr<DType>("type");
  ctx.set_output(0, x.bitcast(type, bitcast_shape_of(ctx, x.shape(), x.dtype(), type)));
}

}  // namespace

void reshape_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(1)) return;
  // A size that is to be found would be ambiguous where there are no rows.
  const Shape& shape = ctx.row_output_shape(0);
  const DType dtype = ctx.value(1).dtype();
  Value wanted = shape.fully_defined() ? Value(Tensor::from_shape(shape, dtype)) : ctx.value(1);
  ctx.set_all(Values{ctx.value(0), ctx.with_rows(wanted)});
}

// Reshape: the elements of `tensor`, in order, in another shape; one size may be -1.
DEFINE_OP("Reshape")
    .input("tensor: T")
    .input("shape: Tshape")
    .output("output: T")
    .attr("T: type")
    .attr("Tshape: {int32, int64} = int32")
    .doc("The elements of `tensor` in the shape `shape`, of which one size may be -1 and follows from the others.")
    .trait(Trait::kView)
    .shape(reshape_shape)
    .shape_input(1)
    .shape_value(reshape_value)
    .kernel(CPU, reshape_cpu)
    .gradient(reshape_grad)
    .vectorize(reshape_vectorize);

// ExpandDims: an axis of extent 1 inserted before axis `dim`.
DEFINE_OP("ExpandDims")
    .input("input: T")
    .input("dim: Tdim")
    .output("output: T")
    .attr("T: type")
    .attr("Tdim: {int32, int64} = int32")
    .doc("`input` with an axis of extent 1 inserted at `dim`.")
    .trait(Trait::kView)
    .shape(expand_dims_shape)
    .shape_value(reshape_value)
    .kernel(CPU, expand_dims_cpu)
    .gradient(expand_dims_grad)
    .vectorize(vectorize::axes_input);

void squeeze_vectorize(VectorizeContext& ctx) {
  auto axes = ctx.attr<std::vector<int64_t>>("squeeze_dims");
  const Shape& shape = ctx.row_shape(0);
  if (axes.empty()) {
    if (!shape.fully_defined()) return;
    for (int i = 0; i < shape.rank(); ++i)
      if (shape[i] == 1) axes.push_back(i);
    if (axes.empty()) return ctx.set(0, ctx.value(0));
  }
  for (int64_t& axis : axes) axis = VectorizeContext::shifted(axis);
  Attrs attrs = ctx.attrs();
  attrs.set("squeeze_dims", axes);
  ctx.set_all(Values{ctx.value(0)}, attrs);
}

// Squeeze: without axes of extent 1: all of them, or those in `squeeze_dims`.
DEFINE_OP("Squeeze")
    .input("input: T")
    .output("output: T")
    .attr("T: type")
    .attr("squeeze_dims: list(int) >= 0 = []")
    .doc("`input` without its axes of extent 1, or without those in `squeeze_dims`.")
    .trait(Trait::kView)
    .shape(squeeze_shape)
    .shape_value(reshape_value)
    .kernel(CPU, squeeze_cpu)
    .gradient(squeeze_grad)
    .vectorize(squeeze_vectorize);

#define GW_BITCAST_TYPES                                                                                              \
  "{bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64, complex128, " \
  "qint8, quint8, qint16, quint16, qint32}"

// Bitcast: the bytes of x under another dtype.
DEFINE_OP("Bitcast")
    .input("input: T")
    .output("output: type")
    .attr("T: " GW_BITCAST_TYPES)
    .attr("type: " GW_BITCAST_TYPES)
    .doc("The bytes of `input` read as another dtype; the last axis makes up for a difference in size.")
    .trait(Trait::kView)
    .shape(bitcast_shape)
    .kernel(CPU, bitcast_cpu)
    .vectorize(vectorize::leading_axes);

namespace {
const GradientNeedsOf shapes_do{GradientNeeds::kShapes, {"Reshape", "ExpandDims", "Squeeze"}};
}  // namespace

XLA_MUST_KNOW({"ExpandDims"}, {"dim"});
XLA_MUST_KNOW({"Reshape"}, {"shape"});

}  // namespace graphwright
