// A `While` node, as passes see it.
#pragma once

#include <optional>

#include "graph/func_graph.h"

namespace graphwright {

// A loop and its functions, whose inputs are numbered alike.
class Loop {
 public:
  Loop(const Node* node, const FuncGraph& cond, const FuncGraph& body) : node_(node), cond_(cond), body_(body) {}

  // The number of the function's input that this is, -1 for anything else.
  static int input_index(const FuncGraph& function, const Endpoint* endpoint);
  // True where the body hands variable i on as it is.
  bool is_unchanged(int i) const;
  // The number that an endpoint of one of the functions always is.
  std::optional<int64_t> constant(const FuncGraph& function, const Endpoint* endpoint) const;
  // True where variable i counts 0, 1, 2 …
  bool is_counter(int i) const;
  // True where there are `turns` iterations of counter i, or less only where something else ends the loop.
  bool goes_through(int i, int64_t turns) const;
  // True where there is a first iteration, whatever the variables are that are not known.
  bool begins() const;

 private:
  bool demands(const Endpoint* condition, int i, int64_t turns) const;
  bool holds_first(const Endpoint* condition) const;

  const Node* node_;
  const FuncGraph& cond_;
  const FuncGraph& body_;
};

// Nothing in the function writes to a variable.
bool only_reads(const FuncGraph& function);

}  // namespace graphwright
