// Tracing C++ lambdas into graphs, for tests.
#pragma once

#include "function/graph_function.h"
#include "op/build.h"

namespace graphwright {

// A graph of float32 inputs of the given shapes and the values that `body` makes of them.
template <class F>
Ref<FuncGraph> traced(std::initializer_list<Shape> shapes, F&& body) {
  auto graph = make_ref<FuncGraph>("test", nullptr);
  InterpreterScope scope(graph.get());
  Values inputs;
  for (const Shape& shape : shapes) inputs.push_back(graph->add_input(DType::kFloat32, shape, "x"));
  for (const Value& output : body(inputs)) graph->outputs.push_back(graph->capture(output));
  graph->finished = true;
  return graph;
}

inline float first(const Value& value) { return *Tensor::of(value).data<float>(); }

}  // namespace graphwright
