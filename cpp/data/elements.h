// Elements: a data set of elements that are there already, as windows and groups are.
#pragma once

#include "data/dataset.h"

namespace graphwright::data {

class Elements final : public Dataset {
 public:
  explicit Elements(std::vector<Element> elements) : elements_(std::move(elements)) {}
  const std::vector<Element>& elements() const { return elements_; }

  int64_t cardinality() const override { return static_cast<int64_t>(elements_.size()); }
  std::unique_ptr<Iterator> iterator(const Context&) const override { return std::make_unique<Position>(this); }

 private:
  class Position final : public Iterator {
   public:
    explicit Position(const Elements* dataset) : dataset_(dataset) {}
    bool next(Element& out) override {
      if (next_ == dataset_->elements_.size()) return false;
      out = dataset_->elements_[next_++];
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Elements");
      out.number(static_cast<int64_t>(next_));
    }
    void restore(StateReader& in) override {
      in.expect("Elements");
      next_ = static_cast<size_t>(in.number_in(0, dataset_->cardinality()));
    }

   private:
    const Ref<const Elements> dataset_;
    size_t next_ = 0;
  };

  const std::vector<Element> elements_;
};

}  // namespace graphwright::data
