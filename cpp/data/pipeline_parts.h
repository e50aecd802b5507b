// The parts of a pipeline, in an order that is the same for pipelines that are made alike: states of iterators refer
// to its parts by number.
#pragma once

#include <unordered_map>
#include <vector>

#include "data/dataset.h"
#include "graph/func_graph.h"

namespace graphwright::data {

class PipelineParts {
 public:
  explicit PipelineParts(const Dataset& whole);

  // Gives a number to what was made while the pipeline runs, and is made in the same order when a state is restored.
  void note(RefCounted* object);
  // The numbers of a data set or a resource, -1 for those that were made while the pipeline ran.
  int64_t number_of(const RefCounted* object) const;
  // The number of the node, in the functions of the pipeline, that makes what was made so; -1 for none.
  int64_t number_of(const Recipe& recipe) const;
  // The part with a number, null where there is none.
  RefCounted* object(int64_t number) const;
  const Node* node(int64_t number) const;

 private:
  void add(const Value& value);
  void add(const Dataset& dataset);
  void add(const Attrs& attrs);

  std::vector<RefCounted*> objects_;
  std::vector<const Node*> nodes_;                    // that make data sets
  std::unordered_map<const void*, int64_t> numbers_;  // of objects, and which graphs were looked at
};

}  // namespace graphwright::data
