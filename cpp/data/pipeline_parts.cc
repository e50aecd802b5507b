// Going through a pipeline's description, and through the graphs of its functions.
#include "data/pipeline_parts.h"

#include "graph/functions_of.h"

namespace graphwright::data {

PipelineParts::PipelineParts(const Dataset& whole) {
  // As a value's: whoever asks for an iterator of the whole has a reference to it.
  numbers_.emplace(&whole, 0);
  objects_.push_back(const_cast<Dataset*>(&whole));
  add(whole);
}

void PipelineParts::note(RefCounted* object) {
  if (numbers_.emplace(object, static_cast<int64_t>(objects_.size())).second) objects_.push_back(object);
}

int64_t PipelineParts::number_of(const RefCounted* object) const {
  const auto found = numbers_.find(object);
  return found == numbers_.end() ? -1 : found->second;
}

int64_t PipelineParts::number_of(const Recipe& recipe) const {
  for (size_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i]->op == recipe.op && nodes_[i]->attrs == recipe.attrs) return static_cast<int64_t>(i);
  return -1;
}

RefCounted* PipelineParts::object(int64_t number) const {
  return number >= 0 && number < static_cast<int64_t>(objects_.size()) ? objects_[static_cast<size_t>(number)]
                                                                       : nullptr;
}

const Node* PipelineParts::node(int64_t number) const {
  return number >= 0 && number < static_cast<int64_t>(nodes_.size()) ? nodes_[static_cast<size_t>(number)] : nullptr;
}

void PipelineParts::add(const Value& value) {
  if (!value.is_tensor() || (value.dtype() != DType::kVariant && value.dtype() != DType::kResource)) return;
  for (const Handle& handle : Tensor::of(value).flat<Handle>()) {
    if (!handle || !numbers_.emplace(handle.get(), static_cast<int64_t>(objects_.size())).second) continue;
    objects_.push_back(handle.get());
    if (const auto* dataset = dynamic_cast<const Dataset*>(handle.get())) add(*dataset);
  }
}

void PipelineParts::add(const Dataset& dataset) {
  add(dataset.recipe().attrs);
  for (const Value& input : dataset.recipe().inputs) add(input);
}

void PipelineParts::add(const Attrs& attrs) {
  for (const FuncGraph* graph : functions_of(attrs)) {
    if (!numbers_.emplace(graph, -1).second) continue;
    for (const auto& node : graph->nodes()) {
      if (node->op->name.find("Dataset") != std::string::npos) nodes_.push_back(node.get());
      add(node->attrs);
      if (const auto* value = node->attrs.find("value"))
        if (const auto* constant = std::get_if<Tensor>(value)) add(Value(*constant));
    }
  }
}

}  // namespace graphwright::data
