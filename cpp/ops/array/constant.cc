// Values from nowhere: constants, placeholders, and arrays filled with one value.
#include "kernels/strided_copy.h"
#include "op/kernel_traits.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"
#include "tensor/variant.h"

namespace graphwright {
namespace {

void const_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.attrs().get<Tensor>("value").shape()); }
void const_cpu(KernelContext& ctx) { ctx.set_output(0, ctx.attrs().get<Tensor>("value")); }

void placeholder_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.attr<Shape>("shape")); }
void placeholder_cpu(KernelContext& ctx) {
  ctx.fail("You must feed a value for placeholder tensor '", ctx.op().name, "' with dtype ",
           dtype_op_def_name(ctx.attr<DType>("dtype")), " and shape ", ctx.attr<Shape>("shape"));
}

void placeholder_with_default_shape(ShapeContext& ctx) {
  Shape shape = ctx.attr<Shape>("shape");
  if (ctx.value(0).is_tensor()) return ctx.set_output(0, ctx.input(0));
  if (!shape.compatible(ctx.input(0))) ctx.fail("default value of shape ", ctx.input(0), " does not fit shape ", shape);
  ctx.set_output(0, shape);
}
void first_input_cpu(KernelContext& ctx) { ctx.set_output(0, ctx.input(0)); }
Values pass_gradient(GradientContext& ctx) { return {ctx.grad()}; }

// dims may be a scalar, as TensorFlow's kernel allows.
void fill_shape(ShapeContext& ctx) {
  const Shape& dims = ctx.input(0);
  if (dims.has_rank() && dims.rank() > 1) ctx.fail("dims must be a vector, got shape ", dims);
  const Shape& value = ctx.input(1);
  if (value.has_rank() && (value.rank() > 1 || (value.rank() == 1 && value[0] > 1)))
    ctx.fail("value must be a scalar, got shape ", value);
  if (auto sizes = known_ints(ctx, 0)) return ctx.set_output(0, shape_of_sizes(ctx, *sizes));
  if (dims.rank() == 0) return ctx.set_output(0, Shape{kUnknown});
  ctx.set_output(0, ctx.constant_as_shape(0));
}
void fill_cpu(KernelContext& ctx) {
  const Tensor& value = ctx.input(1);
  if (ctx.input(0).shape().rank() > 1) ctx.fail("dims must be a vector, got shape ", ctx.input(0).shape());
  if (value.num_elements() != 1) ctx.fail("value must be a scalar, got shape ", value.shape());
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, ctx.input(0).ints()));
  fill_elements(out.dtype(), out.raw(), value.raw(), out.num_elements());
}
// tf.fill([n], size) read as a shape.
Shape fill_value(ShapeContext& ctx) {
  auto sizes = known_ints(ctx, 0);
  if (!sizes || sizes->size() != 1 || (*sizes)[0] < 0 || (*sizes)[0] > 64) return Shape::unknown();
  return Shape::filled(static_cast<int>((*sizes)[0]), known_extent(ctx, 1));
}
Values fill_grad(GradientContext& ctx) {
  Value dy = ctx.grad();
  return {nullptr, op<"Sum">({dy, build::all_axes(dy)})};
}

void like_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }
void zeros_like_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  if (x.dtype() == DType::kResource) ctx.fail_code(Code::kUnimplemented, "there are no zeros of dtype ", x.dtype());
  Tensor out = ctx.allocate(0, x.shape());
  if (x.dtype() == DType::kVariant) {
    for (int64_t i = 0; i < out.num_elements(); ++i) {
      const Handle& handle = x.data<Handle>()[i];
      if (!handle) continue;  // the zeros of nothing, see AddN
      const auto* object = dynamic_cast<const VariantObject*>(handle.get());
      if (!object) ctx.fail_code(Code::kInvalidArgument, "what this variant holds has no zeros");
      out.data<Handle>()[i] = object->zeros_like();
    }
    return;
  }
  if (is_plain(x.dtype()) && out.num_elements() > 0) {
    uint64_t zero[2] = {0, 0};
    fill_elements(x.dtype(), out.raw(), zero, out.num_elements());
  }
}
void ones_like_cpu(KernelContext& ctx) {
  Tensor one = Tensor::scalar_of(ctx.input(0).dtype(), 1);
  Tensor out = ctx.allocate(0, ctx.input(0).shape());
  fill_elements(out.dtype(), out.raw(), one.raw(), out.num_elements());
}

void empty_shape(ShapeContext& ctx) {
  const Shape& sizes = ctx.input(0);
  if (sizes.has_rank() && sizes.rank() != 1) ctx.fail("shape must be a vector of int32, got shape ", sizes);
  if (auto sizes = known_ints(ctx, 0)) return ctx.set_output(0, shape_of_sizes(ctx, *sizes));
  ctx.set_output(0, ctx.constant_as_shape(0));
}
// Zeros, whatever `init` says: what is not initialised may not be read anyway, and zeros make runs repeatable.
void empty_cpu(KernelContext& ctx) {
  if (ctx.input(0).shape().rank() != 1) ctx.fail("shape must be a vector of int32, got shape ", ctx.input(0).shape());
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, ctx.input(0).ints()));
  uint64_t zero[2] = {0, 0};
  if (is_plain(out.dtype())) fill_elements(out.dtype(), out.raw(), zero, out.num_elements());
}

}  // namespace

// Const: the attr `value`.
DEFINE_OP("Const")
    .output("output: dtype")
    .attr("value: tensor")
    .attr("dtype: type")
    .doc("A constant tensor.")
    .trait(Trait::kConstant)
    .shape(const_shape)
    .kernel(CPU, const_cpu)
    .no_gradient("a constant depends on nothing");

// Placeholder: an input of a graph.
DEFINE_OP("Placeholder")
    .output("output: dtype")
    .attr("dtype: type")
    .attr("shape: shape = { unknown_rank: true }")
    .doc("A value that is given when the graph is run.")
    .trait(Trait::kPlaceholder)
    .shape(placeholder_shape)
    .kernel(CPU, placeholder_cpu)
    .no_gradient("an input depends on nothing");

// PlaceholderWithDefault: an input of a graph that need not be given.
DEFINE_OP("PlaceholderWithDefault")
    .input("input: dtype")
    .output("output: dtype")
    .attr("dtype: type")
    .attr("shape: shape")
    .doc("Passes `input` on unless another value is given when the graph is run.")
    .trait(Trait::kNoFold)
    .trait(Trait::kView)
    .shape(placeholder_with_default_shape)
    .kernel(CPU, first_input_cpu)
    .gradient(pass_gradient);

void fill_vectorize(VectorizeContext& ctx) {
  const Shape& shape = ctx.row_output_shape(0);
  if (ctx.rows(0) || !shape.has_rank()) return;
  ctx.set(0,
          op<"BroadcastTo">({VectorizeContext::widened(ctx.value(1), 0, shape.rank()), ctx.with_rows(ctx.value(0))}));
}

// Fill: an array of shape `dims`, every element of which is `value`.
DEFINE_OP("Fill")
    .input("dims: index_type")
    .input("value: T")
    .output("output: T")
    .attr("T: type")
    .attr("index_type: {int32, int64} = int32")
    .doc("An array of shape `dims` filled with the scalar `value`.")
    .trait(Trait::kNoFold)
    .shape(fill_shape)
    .shape_input(0)
    .shape_value(fill_value)
    .kernel(CPU, fill_cpu)
    .gradient(fill_grad)
    .vectorize(fill_vectorize);

// Where the shape is known, all rows share one value.
void like_vectorize(VectorizeContext& ctx) {
  const Shape& shape = ctx.row_output_shape(0);
  const DType dtype = ctx.output_dtype(0);
  if (dtype == DType::kVariant || dtype == DType::kResource || !shape.fully_defined())
    return ctx.set_all(Values{ctx.value(0)});
  const double value = ctx.op().name == "OnesLike" ? 1 : 0;
  if (shape.is_scalar() && dtype != DType::kString) return ctx.set(0, build::number(dtype, value), false);
  if (dtype == DType::kString) return ctx.set_all(Values{ctx.value(0)});
  ctx.set(0, op<"Fill">({Tensor::from_shape(shape), build::number(dtype, value)}), false);
}

// ZerosLike: zeros (empty strings) in the shape and dtype of x.
DEFINE_OP("ZerosLike")
    .input("x: T")
    .output("y: T")
    .attr("T: type")
    .doc("Zeros, or empty strings, in the shape and dtype of `x`.")
    .trait(Trait::kNoFold)
    .shape(like_shape)
    .kernel(CPU, zeros_like_cpu)
    .no_gradient("depends only on the shape of its input")
    .vectorize(like_vectorize);

// OnesLike: ones in the shape and dtype of x.
DEFINE_OP("OnesLike")
    .input("x: T")
    .output("y: T")
    .attr(
        "T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64, complex64, "
        "complex128, bool}")
    .doc("Ones in the shape and dtype of `x`.")
    .trait(Trait::kNoFold)
    .shape(like_shape)
    .kernel(CPU, ones_like_cpu)
    .no_gradient("depends only on the shape of its input")
    .vectorize(like_vectorize);

// Empty: an array whose elements nobody has set.
DEFINE_OP("Empty")
    .input("shape: int32")
    .output("output: dtype")
    .attr("dtype: type")
    .attr("init: bool = false")
    .doc("An array of the given shape; its elements are zeros, also where `init` does not ask for that.")
    .stateful()
    .shape(empty_shape)
    .kernel(CPU, empty_cpu)
    .no_gradient("depends only on a shape");

const KernelTraitOf fills_zeros{KernelTrait::kFillsZeros, {"ZerosLike"}};
const KernelTraitOf fills_ones{KernelTrait::kFillsOnes, {"OnesLike"}};

XLA_FACT(kFromShapes, "ZerosLike", "OnesLike");
XLA_MUST_KNOW({"Empty"}, {"shape"});
XLA_MUST_KNOW({"Fill"}, {"dims"});

}  // namespace graphwright
