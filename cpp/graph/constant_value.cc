// The static value of a symbol, as far as it is known at trace time.
#include "graph/func_graph.h"
#include "graph/known_shapes.h"
#include "op/build.h"
#include "op/run_op.h"

namespace graphwright {
namespace {

// Folding at trace time serves shapes: results larger than this are left to the passes.
constexpr int64_t kMostElements = 1024;
// Nor are results at the end of longer chains looked for: each op of them takes part of the stack.
constexpr int kMostDepth = 256;

// Ops that repeat numbers: no constants for the passes, but what they say of shapes is wanted.
bool repeats(const OpDef& op) {
  static const std::unordered_set<const OpDef*> ops{&op_def<"Tile">(),     &op_def<"BroadcastTo">(),
                                                    &op_def<"Fill">(),     &op_def<"ZerosLike">(),
                                                    &op_def<"OnesLike">(), &op_def<"OneHot">()};
  return ops.contains(&op);
}

bool may_fold(const Node& node) {
  const OpDef& op = *node.op;
  if (op.has(Trait::kNoFold) && !(repeats(op) && node.outputs[0]->shape.fully_defined())) return false;
  return !op.has(Trait::kStateful) && !op.has(Trait::kPlaceholder) && !op.runs_functions() && !op.kernels.empty();
}

// Whether what a graph captures counts as known as it is outside.
thread_local bool looks_around = false;

// What the op tells of this output's elements; one with several outputs tells of an element of each.
Shape told_extents(const Endpoint& endpoint) {
  const Node& node = *endpoint.node;
  Values inputs;
  for (Endpoint* input : node.inputs) inputs.emplace_back(input);
  ShapeContext context(*node.op, inputs, node.attrs);
  Shape shape = node.op->shape_value_fn(context);
  if (node.outputs.size() == 1) return shape;
  return shape.rank() == static_cast<int>(node.outputs.size()) ? Shape{shape[endpoint.index]} : Shape::unknown();
}

Tensor compute(Endpoint* endpoint) {
  const Node& node = *endpoint->node;
  if (node.op->has(Trait::kConstant)) return node.attrs.get<Tensor>("value");
  if (!may_fold(node) || !is_plain(endpoint->dtype)) return Tensor();
  if (endpoint->shape.fully_defined() && endpoint->shape.num_elements() > kMostElements) return Tensor();
  Values inputs;
  if (node.op->shape_value_fn) {
    // Shape(x), Size(x), … with a fully known static shape.
    Shape shape = told_extents(*endpoint);
    if (shape.fully_defined()) {
      if (endpoint->shape.rank() == 1) return Tensor::from_shape(shape, endpoint->dtype);
      if (endpoint->shape.rank() == 0 && shape.rank() == 1)
        return Tensor::from_shape(shape, endpoint->dtype).reshaped(Shape());
    }
  }
  for (Endpoint* input : node.inputs) {
    Tensor value = constant_value(Value(input));
    if (!value) return Tensor();
    inputs.push_back(value);
  }
  Values outputs;
  try {
    run_op(*node.op, inputs, node.attrs, outputs);
  } catch (const Error&) {
    return Tensor();  // the error belongs to the run, should it ever get there
  }
  return Tensor(outputs[endpoint->index]);
}

}  // namespace

Tensor constant_value(const Value& symbol) {
  Endpoint* endpoint = endpoint_of(symbol);
  if (!endpoint->known_value_tried) {
    static thread_local int depth = 0;
    struct Deeper {
      Deeper() { ++depth; }
      ~Deeper() { --depth; }
    } deeper;
    if (depth > kMostDepth) return Tensor();
    endpoint->known_value_tried = true;
    endpoint->known_value = compute(endpoint);
  }
  return endpoint->known_value;
}

Shape constant_value_as_shape(const Value& symbol) {
  Endpoint* endpoint = endpoint_of(symbol);
  if (Tensor value = constant_value(symbol)) {
    if (value.shape().rank() > 0) return value.as_shape();
    return Shape{std::max(value.int_at(0), kUnknown)};  // a single extent
  }
  const Node& node = *endpoint->node;
  if (looks_around && node.op->has(Trait::kPlaceholder) && is_integer(endpoint->dtype))
    for (const FuncGraph::Capture& capture : node.graph->captures)
      if (capture.inner == endpoint && capture.outer.is_symbol()) return constant_value_as_shape(capture.outer);
  if (node.op->shape_value_fn)
    if (Shape told = told_extents(*endpoint); told.has_rank()) return told;
  if (endpoint->shape.rank() == 1 && endpoint->shape[0] >= 0)
    return Shape::filled(static_cast<int>(endpoint->shape[0]), kUnknown);
  return Shape::unknown();
}

Shape shape_known_around(const Value& symbol) {
  struct Looking {
    const bool before = std::exchange(looks_around, true);
    ~Looking() { looks_around = before; }
  } looking;
  try {
    return constant_value_as_shape(symbol);
  } catch (const Error&) {
    return Shape::unknown();  // a branch that is not taken may have made it
  }
}

}  // namespace graphwright
