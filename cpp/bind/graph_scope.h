// Name scopes of graphs, opened from C++.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/func_graph.h"

namespace graphwright::bind {

// While it lives, new nodes of a graph are within a scope: a new one, or with "name/" just that.
class GraphScope {
 public:
  GraphScope(FuncGraph* graph, std::string_view base) : graph_(graph), depth_(graph->name_scopes.size()) {
    if (base.ends_with('/')) {
      base.remove_suffix(1);
      graph_->name_scopes.emplace_back(base);
    } else {
      graph_->name_scopes.push_back(graph_->unique_name(base));
    }
  }
  ~GraphScope() {
    if (graph_->name_scopes.size() > depth_) graph_->name_scopes.resize(depth_);
  }
  GraphScope(const GraphScope&) = delete;
  GraphScope& operator=(const GraphScope&) = delete;
  const std::string& name() const { return graph_->name_scopes[depth_]; }

 private:
  Ref<FuncGraph> graph_;
  size_t depth_;
};

// While it lives, a public function that is a composition of ops makes nodes of a graph within its own scope.
class Composition {
 public:
  // By the name of an op, what the first, second … of its nodes is called; the last one serves those that follow. "="
  // is the scope's own name.
  using NodeNames = std::unordered_map<std::string, std::vector<std::string>>;

  Composition(const FuncGraph* graph, const NodeNames& names, std::string scope)
      : graph_(graph), names_(names), scope_(std::move(scope)), around_(current_) {
    current_ = this;
  }
  ~Composition() { current_ = around_; }
  Composition(const Composition&) = delete;
  Composition& operator=(const Composition&) = delete;

  // The name for a node of `graph` that has none of its own: that of the composition for the op, else that which
  // Python's operators give such nodes; "" for the op's name.
  static std::string name_for(const FuncGraph* graph, const std::string& op) {
    return current_ && current_->graph_ == graph ? current_->name_for(op) : std::string();
  }

 private:
  std::string name_for(const std::string& op);

  inline static thread_local Composition* current_ = nullptr;
  const FuncGraph* graph_;
  const NodeNames& names_;
  std::string scope_;
  std::unordered_map<std::string, size_t> used_;
  Composition* around_;
};

}  // namespace graphwright::bind
