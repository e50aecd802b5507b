// The functions that the attrs of nodes refer to: branches, conditions, bodies, what is called and what is run for it.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "graph/func_graph.h"
#include "op/function_ref.h"

namespace graphwright {

// Calls visit(attr's name, function) for each function among the attrs, in their order; some may be null.
template <class Visit>
void for_each_function(const Attrs& attrs, Visit&& visit) {
  for (const auto& [name, value] : attrs.entries()) {
    if (const auto* one = std::get_if<Ref<FunctionRef>>(&value)) {
      visit(name, *one);
    } else if (const auto* many = std::get_if<std::vector<Ref<FunctionRef>>>(&value)) {
      for (const Ref<FunctionRef>& function : *many) visit(name, function);
    }
  }
}

// Replaces each function among the attrs by change(function).
template <class Change>
void change_functions(Attrs& attrs, Change&& change) {
  const Attrs before = attrs;
  for (const auto& [name, value] : before.entries()) {
    if (const auto* one = std::get_if<Ref<FunctionRef>>(&value)) {
      attrs.set(name, change(*one));
    } else if (const auto* many = std::get_if<std::vector<Ref<FunctionRef>>>(&value)) {
      std::vector<Ref<FunctionRef>> changed;
      changed.reserve(many->size());
      for (const Ref<FunctionRef>& function : *many) changed.push_back(change(function));
      attrs.set(name, std::move(changed));
    }
  }
}

// Of a call: the function of the same interface that is run in place of `f` (api_implements). Derivatives,
// vectorization rules and machine code that was asked for are those of `f`.
inline constexpr const char* kImplementationAttr = "_implementation";

// The function that a call runs.
inline const Ref<FunctionRef>& executed_function(const Attrs& attrs) {
  const AttrValue* implementation = attrs.find(kImplementationAttr);
  return implementation ? std::get<Ref<FunctionRef>>(*implementation) : attrs.get<Ref<FunctionRef>>("f");
}

// The graphs of the functions among the attrs that have one.
inline std::vector<FuncGraph*> functions_of(const Attrs& attrs) {
  std::vector<FuncGraph*> graphs;
  for_each_function(attrs, [&](const std::string&, const Ref<FunctionRef>& function) {
    if (FuncGraph* graph = function ? function->graph() : nullptr) graphs.push_back(graph);
  });
  return graphs;
}

inline std::vector<FuncGraph*> functions_of(const Node& node) { return functions_of(node.attrs); }

}  // namespace graphwright
