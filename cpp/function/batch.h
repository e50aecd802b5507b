// Functions on many rows at once: their graphs, op by op, by the ops' batch rules.
#pragma once

#include <unordered_map>
#include <vector>

#include "graph/func_graph.h"
#include "op/batch.h"

namespace graphwright {

// Emits, into the interpreter on top, what computes a graph of one row for many.
class Batching {
 public:
  // `num_rows` is an int32 scalar. Ops without a batch rule run row by row, in a loop; where `may_loop` is false they
  // throw InvalidArgument instead.
  Batching(Value num_rows, bool may_loop) : num_rows_(std::move(num_rows)), may_loop_(may_loop) {}

  // The outputs of the graph. Throws Unimplemented where a part of it can neither be batched nor run in a loop.
  std::vector<BatchValue> run(const FuncGraph& graph, std::span<const BatchValue> inputs);
  // A value once for each row.
  Value stacked(const BatchValue& value) const;

  // The nodes that run row by row.
  const std::vector<const Node*>& looped() const { return looped_; }

 private:
  using BatchValues = std::vector<BatchValue>;
  using Map = std::unordered_map<const Endpoint*, BatchValue>;

  BatchValues emit(const FuncGraph& graph, const Node& node, const BatchValues& inputs, const Map& values);
  BatchValues in_loop(const Node& node, const BatchValues& inputs);
  BatchValues branches(const Node& node, const BatchValues& inputs);
  BatchValues branches_by_row(const Node& node, const BatchValues& inputs);
  BatchValues loop(const Node& node, const BatchValues& inputs);
  BatchValues loop_by_row(const Node& node, const BatchValues& inputs);
  BatchValues own_gradient_of(const FuncGraph& graph, const Node& node, const BatchValues& inputs, const Map& values);
  // Runs a graph within another, for a number of rows that is known there by another value.
  BatchValues run_inside(const FuncGraph& graph, std::span<const BatchValue> inputs, Value num_rows);

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
