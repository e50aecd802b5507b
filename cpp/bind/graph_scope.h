// Name scopes of graphs, opened from C++.
#pragma once

#include <string>
#include <string_view>

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

// The graph in which a public function that is a composition of ops makes nodes within its own scope; null elsewhere.
// There, nodes without a name of their own are called as Python's operators call them.
inline thread_local const FuncGraph* composed_graph = nullptr;

class Composition {
 public:
  explicit Composition(const FuncGraph* graph) : before_(composed_graph) { composed_graph = graph; }
  ~Composition() { composed_graph = before_; }
  Composition(const Composition&) = delete;
  Composition& operator=(const Composition&) = delete;

 private:
  const FuncGraph* before_;
};

}  // namespace graphwright::bind
