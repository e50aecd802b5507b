// SerializeTensor and ParseTensor: tensors as the bytes of TensorProto messages, and back.
#include "io/tensor_message.h"
#include "op/context.h"

namespace graphwright {
namespace {

void serialized_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }
void serialize(KernelContext& ctx) {
  const Tensor& tensor = ctx.input(0);
  ctx.set_output(0, Tensor::scalar<std::string>(tensor_message(tensor, tensor.dtype() == DType::kVariant)));
}

void parsed_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  ctx.set_output(0, Shape::unknown());
}
void parse(KernelContext& ctx) {
  if (!ctx.input(0).shape().is_scalar())
    ctx.fail("Expected `serialized` to be a scalar, got shape: ", ctx.input(0).shape());
  Tensor tensor = read_tensor_message(*ctx.input(0).data<std::string>());
  if (tensor.dtype() != ctx.output_dtype(0))
    ctx.fail("Type mismatch between parsed tensor (", dtype_name(tensor.dtype()), ") and dtype (",
             dtype_name(ctx.output_dtype(0)), ")");
  ctx.set_output(0, std::move(tensor));
}

DEFINE_OP("SerializeTensor")
    .input("tensor: T")
    .output("serialized: string")
    .attr("T: type")
    .doc("A tensor as the bytes of a TensorProto message.")
    .shape(serialized_shape)
    .kernel(CPU, serialize)
    .trait(Trait::kHostMemory)
    .no_gradient("of bytes");

DEFINE_OP("ParseTensor")
    .input("serialized: string")
    .output("output: out_type")
    .attr("out_type: type")
    .doc("The tensor in the bytes of a TensorProto message.")
    .shape(parsed_shape)
    .kernel(CPU, parse)
    .trait(Trait::kHostMemory)
    .trait(Trait::kNoFold)
    .no_gradient("of bytes");

}  // namespace
}  // namespace graphwright
