// ChooseFastestDataset: several data sets of the same elements, of which the one goes on that was the quickest at
// first.
#include <algorithm>
#include <chrono>

#include "data/dataset.h"
#include "op/older_op.h"

namespace graphwright::data {
namespace {

class ChooseFastest final : public Dataset {
 public:
  ChooseFastest(std::vector<Ref<Dataset>> inputs, int64_t experiments)
      : inputs_(std::move(inputs)), experiments_(experiments) {}

  int64_t cardinality() const override { return inputs_[0]->cardinality(); }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Trying>(this, context);
  }

 private:
  class Trying final : public Iterator {
   public:
    Trying(const ChooseFastest* dataset, const Context& context) : dataset_(dataset) {
      for (const auto& input : dataset->inputs_) inputs_.push_back(input->begin(context));
      times_.resize(inputs_.size());
      if (dataset->experiments_ == 0) choose();
    }
    bool next(Element& out) override {
      if (chosen_ >= 0) return inputs_[static_cast<size_t>(chosen_)].next(out);
      using Clock = std::chrono::steady_clock;
      bool found = false;
      for (size_t i = 0; i < inputs_.size(); ++i) {
        Element element;
        const auto begin = Clock::now();
        const bool has = inputs_[i].next(element);
        times_[i] += std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
        if (i == 0) {
          found = has;
          out = std::move(element);
        }
      }
      if (++tried_ == dataset_->experiments_) choose();
      return found;
    }
    void save(StateWriter& out) override {
      out.text("ChooseFastest");
      out.number(tried_);
      out.number(chosen_);
      for (int64_t time : times_) out.number(time);
      for (Input& input : inputs_) input.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("ChooseFastest");
      tried_ = in.number();
      chosen_ = in.number_in(-1, static_cast<int64_t>(inputs_.size()) - 1);
      for (int64_t& time : times_) time = in.number();
      for (Input& input : inputs_) input.restore(in);
    }

   private:
    void choose() {
      chosen_ = std::min_element(times_.begin(), times_.end()) - times_.begin();
      for (size_t i = 0; i < inputs_.size(); ++i)
        if (static_cast<int64_t>(i) != chosen_) inputs_[i].reset();
    }

    const Ref<const ChooseFastest> dataset_;
    std::vector<Input> inputs_;
    std::vector<int64_t> times_;  // nanoseconds
    int64_t tried_ = 0;
    int64_t chosen_ = -1;  // none yet
  };

  const std::vector<Ref<Dataset>> inputs_;
  const int64_t experiments_;
};

void make_choose_fastest(KernelContext& ctx) {
  const int64_t experiments = ctx.attr<int64_t>("num_experiments");
  if (experiments < 0) ctx.fail("num_experiments must not be negative, got ", experiments);
  std::vector<Ref<Dataset>> inputs;
  const ArgRange range = range_of(ctx, "input_datasets");
  for (int i = 0; i < range.size; ++i) {
    inputs.push_back(dataset_input(ctx, range.begin + i));
    if (inputs.back()->cardinality() != inputs[0]->cardinality())
      ctx.fail("All inputs to ChooseFastestDataset must have the same cardinality: expected ", inputs[0]->cardinality(),
               " but got ", inputs.back()->cardinality());
    const auto types_of = [](const Dataset& dataset) {
      for (const char* attr : {"output_types", "Toutput_types"})
        if (const auto types = dataset.recipe().attrs.get_or<std::vector<DType>>(attr, {}); !types.empty())
          return types;
      return std::vector<DType>();
    };
    const auto first = types_of(*inputs[0]), own = types_of(*inputs.back());
    if (!first.empty() && !own.empty() && first != own)
      ctx.fail("All inputs to ChooseFastestDataset must have the same output types");
  }
  set_dataset<ChooseFastest>(ctx, std::move(inputs), experiments);
}

DEFINE_DATASET("ChooseFastestDataset")
    .input("input_datasets: N * variant")
    .attr("N: int >= 2")
    .attr("num_experiments: int")
    .doc("The elements of the input that was the quickest to give the first ones; all have the same.")
    .kernel(CPU, make_choose_fastest);

DEFINE_OLDER_OP("ExperimentalChooseFastestDataset", "ChooseFastestDataset");

}  // namespace
}  // namespace graphwright::data
