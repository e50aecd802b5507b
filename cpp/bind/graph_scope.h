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

}  // namespace graphwright::bind
