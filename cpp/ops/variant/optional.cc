// Optionals: a value that may be missing, made of several tensors; TensorFlow's branches hand intermediates on in them.
#include "ops/variant/optional.h"

#include "io/variant_message.h"
#include "op/build.h"
#include "op/xla_facts.h"

namespace graphwright {

Ref<RefCounted> Optional::zeros_like() const {
  std::vector<Tensor> zeros;
  for (const Tensor& component : components_) zeros.push_back(Tensor::of(build::zeros_like(component)));
  return make_ref<Optional>(std::move(zeros));
}

Ref<RefCounted> Optional::add(const VariantObject& other) const {
  const auto* addend = dynamic_cast<const Optional*>(&other);
  GW_CHECK_ARG(addend && addend->components_.size() == components_.size(),
               "Cannot add optionals of different numbers of components: ", components_.size(), " and ",
               addend ? addend->components_.size() : 0);
  std::vector<Tensor> sums;
  for (size_t i = 0; i < components_.size(); ++i)
    sums.push_back(Tensor::of(build::add(components_[i], addend->components_[i])));
  return make_ref<Optional>(std::move(sums));
}

namespace {

[[maybe_unused]] const bool kCodec =
    register_variant_codec({"tensorflow::OptionalVariant",
                            [](const RefCounted& object, VariantParts& parts) {
                              const auto* optional = dynamic_cast<const Optional*>(&object);
                              if (!optional) return false;
                              parts.metadata =
                                  optional->components().empty() ? std::string(1, '\0') : std::string(1, '\1');
                              parts.tensors = optional->components();
                              return true;
                            },
                            [](const VariantParts& parts) -> Handle { return make_ref<Optional>(parts.tensors); }});

// What an optional holds, null for nothing.
const Optional* held(const KernelContext& ctx) {
  const Tensor& tensor = ctx.input(0);
  if (!tensor.shape().is_scalar()) ctx.fail("Input to an optional's op must be a scalar, got shape ", tensor.shape());
  const RefCounted* object = tensor.data<Handle>()->get();
  const auto* optional = dynamic_cast<const Optional*>(object);
  if (object && (!optional && dynamic_cast<const VariantObject*>(object)))
    ctx.fail("Input is not an Optional, but a ", static_cast<const VariantObject*>(object)->type_name());
  return optional && !optional->components().empty() ? optional : nullptr;
}

void scalar_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }

void from_value(KernelContext& ctx) {
  std::vector<Tensor> components;
  for (int i = 0; i < ctx.num_inputs(); ++i) components.push_back(ctx.input(i));
  ctx.set_output(0, Tensor::handle(DType::kVariant, make_ref<Optional>(std::move(components))));
}

void none(KernelContext& ctx) {
  ctx.set_output(0, Tensor::handle(DType::kVariant, make_ref<Optional>(std::vector<Tensor>())));
}

void has_value(KernelContext& ctx) { ctx.set_output(0, Tensor::scalar<bool>(held(ctx) != nullptr)); }

void value_shape(ShapeContext& ctx) {
  const auto& shapes = ctx.attr<std::vector<Shape>>("output_shapes");
  size_t count = ctx.attr<std::vector<DType>>("output_types").size();
  if (shapes.size() != count)
    fail(Code::kInvalidArgument, "output_types and output_shapes must be same length, got:\noutput_types: ", count,
         "\noutput_shapes: ", shapes.size());
  for (size_t i = 0; i < count; ++i) ctx.set_output(static_cast<int>(i), shapes[i]);
}

void get_value(KernelContext& ctx) {
  const Optional* optional = held(ctx);
  if (!optional) ctx.fail("The given optional does not have a value.");
  const auto& types = ctx.attr<std::vector<DType>>("output_types");
  const auto& shapes = ctx.attr<std::vector<Shape>>("output_shapes");
  const std::vector<Tensor>& components = optional->components();
  if (shapes.size() != types.size())
    ctx.fail("output_types and output_shapes must be same length, got:\noutput_types: ", types.size(),
             "\noutput_shapes: ", shapes.size());
  if (components.size() != types.size())
    ctx.fail("The given optional has ", components.size(), " components, expected ", types.size());
  for (size_t i = 0; i < components.size(); ++i) {
    if (components[i].dtype() != types[i])
      ctx.fail("The given optional does not match the expected type for component ", i, ". Expected: ", types[i],
               ". Actual: ", components[i].dtype(), ".");
    if (!shapes[i].compatible(components[i].shape()))
      ctx.fail("The given optional does not match the expected shape for component ", i, ". Expected: ", shapes[i],
               ". Actual: ", components[i].shape(), ".");
    ctx.set_output(static_cast<int>(i), components[i]);
  }
}

// The gradient of an optional is an optional of those of its components, of the same dtypes.
Values from_value_grad(GradientContext& ctx) {
  if (!ctx.grad_or_null(0)) return Values(static_cast<size_t>(ctx.num_inputs()));
  std::vector<DType> types;
  std::vector<Shape> shapes;
  for (const Value& input : ctx.inputs()) {
    types.push_back(input.dtype());
    shapes.push_back(input.shape());
  }
  return ops<"OptionalGetValue">({ctx.grad()}, {{"output_types", types}, {"output_shapes", shapes}});
}

Values get_value_grad(GradientContext& ctx) {
  Values grads;
  for (int i = 0; i < ctx.num_outputs(); ++i) grads.push_back(ctx.grad(i));
  return ops<"OptionalFromValue">(std::span<const Value>(grads));
}

DEFINE_OP("OptionalFromValue")
    .input("components: Toutput_types")
    .output("optional: variant")
    .attr("Toutput_types: list(type) >= 1")
    .doc("An optional that has a value made of these tensors.")
    .shape(scalar_shape)
    .kernel(CPU, from_value)
    .gradient(from_value_grad);

DEFINE_OP("OptionalNone")
    .output("optional: variant")
    .doc("An optional without a value.")
    .shape(scalar_shape)
    .kernel(CPU, none)
    .no_gradient("depends on no number");

DEFINE_OP("OptionalHasValue")
    .input("optional: variant")
    .output("has_value: bool")
    .doc("Whether an optional has a value.")
    .shape(scalar_shape)
    .kernel(CPU, has_value)
    .no_gradient("depends on no number");

DEFINE_OP("OptionalGetValue")
    .input("optional: variant")
    .output("components: output_types")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .doc("The tensors that an optional's value is made of.")
    .shape(value_shape)
    .kernel(CPU, get_value)
    .gradient(get_value_grad);

XLA_FACT(kNotCompiled, "OptionalFromValue", "OptionalGetValue", "OptionalHasValue", "OptionalNone");

}  // namespace
}  // namespace graphwright
