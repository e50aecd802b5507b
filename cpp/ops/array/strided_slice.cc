// StridedSlice, what `x[…]` becomes, its gradient, and assignment to slices.
#include "kernels/elementwise.h"
#include "op/kernel_traits.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array/strided_slice_spec.h"
#include "ops/array_args.h"
#include "ops/array_build.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

// Inputs first, first + 1 and first + 2 are begin, end and strides.
StridedSliceSpec spec_of(KernelContext& ctx, const Shape& array, int first) {
  const Tensor &begin = ctx.input(first), &end = ctx.input(first + 1), &strides = ctx.input(first + 2);
  int64_t count = strided_slice_count(begin.shape(), end.shape(), strides.shape());
  return strided_slice_spec(array, begin, end, strides, count, strided_slice_masks(ctx));
}

// Null where the number of entries or the array's rank is unknown.
std::optional<StridedSliceSpec> known_spec(ShapeContext& ctx, const Shape& array, int first) {
  int64_t count = strided_slice_count(ctx.input(first), ctx.input(first + 1), ctx.input(first + 2));
  if (!array.has_rank() || count < 0) return std::nullopt;
  return strided_slice_spec(array, ctx.constant(first), ctx.constant(first + 1), ctx.constant(first + 2), count,
                            strided_slice_masks(ctx));
}

void strided_slice_shape(ShapeContext& ctx) {
  auto spec = known_spec(ctx, ctx.input(0), 1);
  ctx.set_output(0, spec ? spec->shape : Shape::unknown());
}

void strided_slice_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  ctx.set_output(0,
                 take_slice(x, spec_of(ctx, x.shape(), 1), [&](const Shape& shape) { return ctx.allocate(0, shape); }));
}

// Some of a vector of sizes, or one of them.
Shape strided_slice_value(ShapeContext& ctx) {
  if (ctx.input(0).rank() != 1) return Shape::unknown();
  Shape x = known_extents(ctx, 0);
  for (int i = 1; i <= 3; ++i)
    if (!ctx.constant(i)) return Shape::unknown();
  if (!x.has_rank()) return Shape::unknown();
  auto spec = known_spec(ctx, Shape{x.rank()}, 1);
  if (!spec || spec->shape.rank() > 1) return Shape::unknown();
  Shape sizes;
  for (int64_t i = 0; i < spec->size[0]; ++i) sizes.append(x[static_cast<int>(spec->begin[0] + i * spec->stride[0])]);
  return sizes;
}

Attrs masks_attrs(GradientContext& ctx) {
  Attrs attrs;
  for (const char* name : {"begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"})
    attrs.set(name, ctx.attr<int64_t>(name));
  return attrs;
}

Values strided_slice_grad(GradientContext& ctx) {
  const Value &begin = ctx.input(1), &end = ctx.input(2), &strides = ctx.input(3);
  DType index = begin.dtype() == DType::kInt64 ? DType::kInt64 : DType::kInt32;
  Value dx = op<"StridedSliceGrad">({build::shape_of(ctx.input(0), index), build::cast(begin, index),
                                     build::cast(end, index), build::cast(strides, index), ctx.grad()},
                                    masks_attrs(ctx));
  return {dx, nullptr, nullptr, nullptr};
}

void slice_grad_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 1);
  ctx.set_output(0, known_extents(ctx, 0));
}
void slice_grad_cpu(KernelContext& ctx) {
  if (ctx.input(0).shape().rank() != 1) ctx.fail("shape must be 1-D, got shape.shape = ", ctx.input(0).shape());
  Shape shape = shape_of_sizes(ctx, ctx.input(0).ints());
  StridedSliceSpec spec = spec_of(ctx, shape, 1);
  const Tensor& dy = ctx.input(4);
  if (!(dy.shape() == spec.shape)) ctx.fail("shape of dy was ", dy.shape(), " instead of ", spec.shape);
  Tensor out = ctx.allocate(0, shape);
  if (is_plain(dy.dtype())) {
    uint64_t zero[2] = {0, 0};
    if (dy.num_elements() < out.num_elements()) fill_elements(out.dtype(), out.raw(), zero, out.num_elements());
  }
  if (dy.num_elements() == 0) return;
  int64_t offset;
  CopyAxes axes = spec.copy_axes(shape, &offset);
  for (CopyAxis& axis : axes) std::swap(axis.to, axis.from);
  strided_copy(dy.dtype(), axes, advance(out.raw(), out.dtype(), offset), dy.raw());
}
Values slice_grad_grad(GradientContext& ctx) {
  Value ddy = op<"StridedSlice">({ctx.grad(), ctx.input(1), ctx.input(2), ctx.input(3)}, masks_attrs(ctx));
  return {nullptr, nullptr, nullptr, nullptr, ddy};
}

// Writes `value`, broadcast, into the slice of `target`, whose memory is nobody else's.
void assign_slice(KernelContext& ctx, const Tensor& target, const Tensor& value) {
  StridedSliceSpec spec = spec_of(ctx, target.shape(), 1);
  if (spec.whole.num_elements() == 0 && value.num_elements() <= 1) return;
  // The value lines up with the slice as the caller sees it; extents of 1 beyond its rank do no harm.
  Shape from = value.shape();
  while (from.rank() > spec.shape.rank() && from[0] == 1) from.erase(0);
  int extra = spec.shape.rank() - from.rank();
  bool fits = extra >= 0;
  for (int i = 0; fits && i < from.rank(); ++i) fits = from[i] == 1 || from[i] == spec.shape[i + extra];
  if (!fits) ctx.fail("Cannot assign a value of shape ", value.shape(), " to a slice of shape ", spec.shape);
  if (spec.whole.num_elements() == 0) return;
  // Strides of the value along the slice's axes, then spread over those of the array.
  auto strides = strides_of(from);
  SmallVector<int64_t, 8> shown(spec.shape.rank(), 0);
  for (int i = 0; i < from.rank(); ++i) shown[i + extra] = from[i] == 1 ? 0 : strides[i];
  int64_t offset;
  CopyAxes axes = spec.copy_axes(target.shape(), &offset);
  StridedSliceMasks masks = strided_slice_masks(ctx);
  int64_t count = ctx.input(1).num_elements();
  int used = 0;
  for (int64_t i = 0; i < count; ++i) used += !(masks.ellipsis >> i & 1) && !(masks.new_axis >> i & 1);
  int axis = 0, at = 0;
  auto take = [&](bool seen) {
    axes[axis].to = axes[axis].from;
    axes[axis].from = seen ? shown[at++] : 0;
    ++axis;
  };
  for (int64_t i = 0; i < count; ++i) {
    if (masks.ellipsis >> i & 1) {
      for (int k = target.shape().rank() - used; k > 0; --k) take(true);
    } else if (masks.new_axis >> i & 1) {
      ++at;
    } else {
      take(!(masks.shrink_axis >> i & 1));
    }
  }
  while (axis < target.shape().rank()) take(true);
  strided_copy(target.dtype(), axes, advance(target.raw(), target.dtype(), offset), value.raw());
}

// Adds `from`, which has no gaps, to the elements of `to` that the axes from `axis` on span, for which it gives where
// the next ones lie.
const void* add_block(const BinaryFns& add, DType dtype, const CopyAxes& axes, size_t axis, void* to,
                      const void* from) {
  if (axis == axes.size()) {
    add.vector_vector(to, from, to, 1);
    return advance(from, dtype, 1);
  }
  const CopyAxis& own = axes[axis];
  if (axis + 1 == axes.size() && own.to == 1) {
    add.vector_vector(to, from, to, own.size);
    return advance(from, dtype, own.size);
  }
  for (int64_t i = 0; i < own.size; ++i)
    from = add_block(add, dtype, axes, axis + 1, advance(to, dtype, i * own.to), from);
  return from;
}

void add_to_slice_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &value = ctx.input(4);
  const StridedSliceSpec spec = spec_of(ctx, x.shape(), 1);
  if (!(value.shape() == spec.shape)) ctx.fail("shape of dy was ", value.shape(), " instead of ", spec.shape);
  const BinaryFns* add = binary_fns(BinaryCode::kAdd, x.dtype());
  if (!add || !is_plain(x.dtype())) ctx.fail_code(Code::kNotFound, "there is no CPU kernel for ", x.dtype());
  const bool in_place = ctx.attr<bool>("in_place") && x.unique();
  const Tensor out = in_place ? x : ctx.allocate(0, x.shape());
  if (!in_place) copy_elements(x.dtype(), out.raw(), x.raw(), x.num_elements());
  if (value.num_elements() > 0) {
    int64_t offset;
    CopyAxes axes = spec.copy_axes(x.shape(), &offset);
    for (CopyAxis& axis : axes) axis.to = axis.from;
    // Axes that hang together count as one.
    while (axes.size() > 1 && axes[axes.size() - 2].to == axes.back().to * axes.back().size) {
      axes[axes.size() - 2] = {axes[axes.size() - 2].size * axes.back().size, axes.back().to, 0};
      axes.pop_back();
    }
    add_block(*add, x.dtype(), axes, 0, advance(out.raw(), x.dtype(), offset), value.raw());
  }
  ctx.set_output(0, out);
}

void update_shape(ShapeContext& ctx) {
  known_spec(ctx, ctx.input(0), 1);
  ctx.set_output(0, ctx.input(0));
}
void update_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  Tensor out = ctx.allocate(0, x.shape());
  copy_elements(x.dtype(), out.raw(), x.raw(), x.num_elements());
  assign_slice(ctx, out, ctx.input(4));
}
Values update_grad(GradientContext& ctx) {
  Value dy = ctx.grad();
  const Value &begin = ctx.input(1), &end = ctx.input(2), &strides = ctx.input(3), &value = ctx.input(4);
  Values grads(5, Value());
  if (ctx.wants(0))
    grads[0] =
        op<"TensorStridedSliceUpdate">({dy, begin, end, strides, build::number(dy.dtype(), 0)}, masks_attrs(ctx));
  if (ctx.wants(4)) {
    Value part = op<"StridedSlice">({dy, begin, end, strides}, masks_attrs(ctx));
    grads[4] = build::unbroadcast(part, value);
  }
  return grads;
}

void no_output(ShapeContext&) {}
void assign_cpu(KernelContext& ctx) {
  VariableResource& variable = VariableResource::of(ctx.inputs()[0]);
  const Tensor& value = ctx.input(4);
  if (value.dtype() != variable.dtype())
    ctx.fail("l-value dtype ", variable.dtype(), " does not match r-value dtype ", value.dtype());
  variable.update([&](Tensor& held) {
    VariableResource::writable(held);
    assign_slice(ctx, held, value);
  });
}

}  // namespace

#define GW_STRIDED_SLICE_MASKS          \
  .attr("begin_mask: int32 = 0")        \
      .attr("end_mask: int32 = 0")      \
      .attr("ellipsis_mask: int32 = 0") \
      .attr("new_axis_mask: int32 = 0") \
      .attr("shrink_axis_mask: int32 = 0")

constexpr const char* kMasks[] = {"begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"};

// The specification for all rows: the first axis as it is, then that of one row.
Attrs masks_with_rows(const VectorizeContext& ctx) {
  Attrs attrs = ctx.attrs();
  for (const char* mask : kMasks) {
    const int64_t first = std::string_view(mask) == kMasks[0] || std::string_view(mask) == kMasks[1] ? 1 : 0;
    attrs.set(mask, ctx.attr<int64_t>(mask) * 2 + first);
  }
  return attrs;
}
Value bounds_with_rows(const Value& bounds, int first) {
  Value front = build::reshape(build::number_like(bounds, first), build::ints({1}));
  return op<"ConcatV2">({front, bounds, build::number(DType::kInt32, 0)}, {{"N", int64_t{2}}});
}

// x[i] where each row has its own index: all axes are taken whole or at one place.
void index_vectorize(VectorizeContext& ctx) {
  const auto strides = ctx.known(3);
  if (!strides || ctx.attr<int64_t>("ellipsis_mask") || ctx.attr<int64_t>("new_axis_mask")) return;
  const int64_t whole = ctx.attr<int64_t>("begin_mask") & ctx.attr<int64_t>("end_mask");
  const int64_t shrunk = ctx.attr<int64_t>("shrink_axis_mask");
  for (size_t i = 0; i < strides->size(); ++i)
    if ((*strides)[i] != 1 || !((whole | shrunk) >> i & 1)) return;
  Value result = ctx.stacked(0);
  Value sizes = build::shape_of(ctx.value(0), ctx.value(1).dtype());
  int at = 1;
  for (size_t i = 0; i < strides->size(); ++i) {
    if (!(shrunk >> i & 1)) {
      ++at;
      continue;
    }
    const int axis = static_cast<int>(i);
    Value index =
        build::reshape(op<"Slice">({ctx.value(1), build::ints({0, axis}), build::ints({-1, 1})}), build::ints({-1}));
    Value size = op<"Slice">({sizes, build::ints({axis + (ctx.rows(0) ? 1 : 0)}), build::ints({1})});
    Value from_end = op<"Less">({index, build::number_like(index, 0)});
    index = op<"SelectV2">({from_end, build::add(index, size), index});
    result = op<"GatherV2">({result, index, build::number(DType::kInt32, at)}, {{"batch_dims", int64_t{1}}});
  }
  ctx.set(0, result);
}

void strided_slice_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(1, 4)) {
    if (ctx.rows(1) && !ctx.rows(3)) index_vectorize(ctx);
    return;
  }
  ctx.set_all(Values{ctx.value(0), bounds_with_rows(ctx.value(1), 0), bounds_with_rows(ctx.value(2), 0),
                     bounds_with_rows(ctx.value(3), 1)},
              masks_with_rows(ctx));
}

// StridedSlice: x[begin:end:strides] in the sense of Python, the masks saying what else each entry may be.
DEFINE_OP("StridedSlice")
    .input("input: T")
    .input("begin: Index")
    .input("end: Index")
    .input("strides: Index")
    .output("output: T")
    .attr("T: type")
    .attr("Index: {int16, int32, int64}") GW_STRIDED_SLICE_MASKS
    .doc(
        "`input[begin:end:strides]` as in Python. Bits of the masks say which entries begin at the very beginning, end "
        "at "
        "the very end, are an ellipsis, insert an axis, or select one index and drop the axis.")
    .trait(Trait::kView)
    .shape(strided_slice_shape)
    .shape_value(strided_slice_value)
    .kernel(CPU, strided_slice_cpu)
    .gradient(strided_slice_grad)
    .vectorize(strided_slice_vectorize);

void strided_slice_grad_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(0, 4)) return;
  ctx.set_all(Values{ctx.with_rows(ctx.value(0)), bounds_with_rows(ctx.value(1), 0), bounds_with_rows(ctx.value(2), 0),
                     bounds_with_rows(ctx.value(3), 1), ctx.value(4)},
              masks_with_rows(ctx));
}

// StridedSliceGrad: dy at the places that StridedSlice took it from, zeros elsewhere.
DEFINE_OP("StridedSliceGrad")
    .input("shape: Index")
    .input("begin: Index")
    .input("end: Index")
    .input("strides: Index")
    .input("dy: T")
    .output("output: T")
    .attr("T: type")
    .attr("Index: {int32, int64}") GW_STRIDED_SLICE_MASKS
    .doc("An array of shape `shape` that holds `dy` in the slice that the other arguments select, and zeros elsewhere.")
    .shape(slice_grad_shape)
    .kernel(CPU, slice_grad_cpu)
    .gradient(slice_grad_grad)
    .vectorize(strided_slice_grad_vectorize);

void strided_slice_update_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(1, 4)) return;
  ctx.set_all(Values{ctx.stacked(0), bounds_with_rows(ctx.value(1), 0), bounds_with_rows(ctx.value(2), 0),
                     bounds_with_rows(ctx.value(3), 1), ctx.stacked(4)},
              masks_with_rows(ctx));
}

// TensorStridedSliceUpdate: a copy of x with x[begin:end:strides] = value.
DEFINE_OP("TensorStridedSliceUpdate")
    .input("input: T")
    .input("begin: Index")
    .input("end: Index")
    .input("strides: Index")
    .input("value: T")
    .output("output: T")
    .attr("T: type")
    .attr("Index: {int32, int64}") GW_STRIDED_SLICE_MASKS
    .doc("A copy of `input` in which the slice that the other arguments select is replaced by `value`, broadcast.")
    .shape(update_shape)
    .kernel(CPU, update_cpu)
    .gradient(update_grad)
    .vectorize(strided_slice_update_vectorize);

// _AddToSlice: a copy of x with x[begin:end:strides] += value; x itself where it may be.
DEFINE_OP("_AddToSlice")
    .input("input: T")
    .input("begin: Index")
    .input("end: Index")
    .input("strides: Index")
    .input("value: T")
    .output("output: T")
    .attr("T: type")
    .attr("in_place: bool = false")
    .attr("Index: {int32, int64}") GW_STRIDED_SLICE_MASKS
    .doc("`input` plus the gradient of a slice of it: `value` is added to what the other arguments select.")
    .shape(update_shape)
    .kernel(CPU, add_to_slice_cpu)
    .no_gradient("made after gradients are");

const KernelTraitOf takes_input{KernelTrait::kTakesInput, {"_AddToSlice"}};
const KernelTraitOf rearranges_view{KernelTrait::kRearrangesView, {"StridedSlice"}};

// ResourceStridedSliceAssign: ref[begin:end:strides] = value.
DEFINE_OP("ResourceStridedSliceAssign")
    .input("ref: resource")
    .input("begin: Index")
    .input("end: Index")
    .input("strides: Index")
    .input("value: T")
    .attr("T: type")
    .attr("Index: {int32, int64}") GW_STRIDED_SLICE_MASKS
    .doc("Replaces the slice of a variable that the other arguments select by `value`, broadcast.")
    .stateful()
    .shape(no_output)
    .kernel(CPU, assign_cpu)
    .no_gradient("acts on a variable");

XLA_MUST_KNOW({"StridedSlice"}, {"strides"});
XLA_MUST_KNOW({"StridedSliceGrad"}, {"shape"});

}  // namespace graphwright
