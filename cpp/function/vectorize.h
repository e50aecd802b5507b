// Functions on many rows at once: their graphs, op by op, by the ops' vectorization rules.
#pragma once

#include <unordered_map>
#include <vector>

#include "graph/func_graph.h"
#include "op/vectorize.h"

namespace graphwright {

// Emits, into the interpreter on top, what computes a graph of one row for many.
class Vectorizer {
 public:
  // `num_rows` is an int32 scalar. Ops without a vectorization rule run row by row, in a loop; where `may_loop` is
  // false they throw InvalidArgument instead.
  Vectorizer(Value num_rows, bool may_loop) : num_rows_(std::move(num_rows)), may_loop_(may_loop) {}

  // The outputs of the graph. Throws Unimplemented where a part of it can neither be vectorized nor run in a loop.
  std::vector<VectorizedValue> run(const FuncGraph& graph, std::span<const VectorizedValue> inputs);
  // A value once for each row.
  Value stacked(const VectorizedValue& value) const;

  // The nodes that run row by row.
  const std::vector<const Node*>& looped() const { return looped_; }

 private:
  using VectorizedValues = std::vector<VectorizedValue>;
  using Map = std::unordered_map<const Endpoint*, VectorizedValue>;

  VectorizedValues emit(const FuncGraph& graph, const Node& node, const VectorizedValues& inputs, const Map& values);
  VectorizedValues in_loop(const Node& node, const VectorizedValues& inputs);
  VectorizedValues branches(const Node& node, const VectorizedValues& inputs);
  VectorizedValues branches_by_row(const Node& node, const VectorizedValues& inputs);
  VectorizedValues loop(const Node& node, const VectorizedValues& inputs);
  VectorizedValues loop_by_row(const Node& node, const VectorizedValues& inputs);
  VectorizedValues custom_gradient_of(const FuncGraph& graph, const Node& node, const VectorizedValues& inputs,
                                      const Map& values);
  // Runs a graph within another, for a number of rows that is known there by another value.
  VectorizedValues run_inside(const FuncGraph& graph, std::span<const VectorizedValue> inputs, Value num_rows);

  Value num_rows_;
  const bool may_loop_;
  std::vector<const Node*> looped_;
  int depth_ = 0;
};

// The outputs of `graph`, whose first inputs are one row of each of `elements` and whose other inputs are its captures,
// for all rows: in the graph that is traced, or at once, as one function. `looped` receives the nodes that run row by
// row, of this graph and of those that it runs.
Values run_on_rows(FuncGraph& graph, std::span<const Value> elements, const Value& num_rows, bool may_loop,
                   std::vector<const Node*>& looped);

// Told of the nodes of custom gradients that run row by row, which is found out when the gradients are taken.
extern void (*told_looped)(const std::vector<const Node*>& nodes);

}  // namespace graphwright
