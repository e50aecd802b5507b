// Estimates of nodes' time, from the sizes of what they read and write and the multiplications that they do.
#include "passes/estimate.h"

#include <algorithm>

#include "kernels/fused_elementwise.h"
#include "op/build.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

constexpr double kMultiplications = 80;  // a nanosecond

double elements(const Endpoint& endpoint) { return static_cast<double>(endpoint.shape.num_elements()); }

// The multiplications of a product of matrices whose left factor is input `left`.
double product_work(const Node& node, size_t left) {
  const Shape& a = node.inputs[left]->shape;
  const bool transposed = is_true(node, "transpose_a") || is_true(node, "adj_x");
  return elements(*node.outputs[0]) * static_cast<double>(a[a.rank() - (transposed ? 2 : 1)]);
}

// Those of a convolution: each image element of its result is met by all of the filter that belongs to one channel.
double convolution_work(const Endpoint& images, const Endpoint& filter) {
  const Shape& shape = filter.shape;
  return elements(images) * elements(filter) / std::max<double>(1, static_cast<double>(shape[shape.rank() - 1]));
}

}  // namespace

double estimated_time(const Node& node) {
  const OpDef* op = node.op;
  if (op->has(Trait::kIdentity) || op->has(Trait::kView)) return 100;
  double bytes = 0, steps = 1;
  for (const Endpoint* input : node.inputs) bytes += elements(*input) * static_cast<double>(dtype_size(input->dtype));
  for (const auto& output : node.outputs) bytes += elements(*output) * static_cast<double>(dtype_size(output->dtype));
  double work = 0;
  if (op == &op_def<"MatMul">() || op == &op_def<"_BiasedMatMul">() || op == &op_def<"BatchMatMulV2">()) {
    work = product_work(node, 0);
  } else if (op == &op_def<"_AddMatMul">()) {
    work = product_work(node, 1);
  } else if (op == &op_def<"Conv2D">() || op == &op_def<"_BiasedConv2D">()) {
    work = convolution_work(*node.outputs[0], *node.inputs[1]);
  } else if (op == &op_def<"Conv2DBackpropInput">()) {
    work = convolution_work(*node.inputs[2], *node.inputs[1]);
  } else if (op == &op_def<"Conv2DBackpropFilter">()) {
    work = convolution_work(*node.inputs[2], *node.outputs[0]);
  } else if (op == &op_def<"_FusedElementwise">()) {
    steps = static_cast<double>(
        static_cast<const FusedElementwise&>(*node.attrs.get<Ref<FunctionRef>>("f")).steps().size());
  }
  if (node.inputs.empty() || node.inputs[0]->dtype != DType::kFloat32) work *= 2;
  return 300 + work / kMultiplications + bytes * std::max(1.0, steps / 2) / 24;
}

}  // namespace graphwright
