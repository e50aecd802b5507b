// Data sets made of several: zip, concatenate, elements of sources that a selector names.
#include "data/dataset.h"
#include "op/older_op.h"
#include "op/xla_facts.h"

namespace graphwright::data {
namespace {

std::vector<Ref<Dataset>> dataset_inputs(const KernelContext& ctx, std::string_view argument) {
  std::vector<Ref<Dataset>> inputs;
  ArgRange range = range_of(ctx, argument);
  for (int i = 0; i < range.size; ++i) inputs.push_back(dataset_input(ctx, range.begin + i));
  return inputs;
}

// ---- ZipDataset ----

class Zip final : public Dataset {
 public:
  explicit Zip(std::vector<Ref<Dataset>> inputs) : inputs_(std::move(inputs)) {}

  int64_t cardinality() const override {
    int64_t least = kInfinite;
    for (const auto& input : inputs_) {
      int64_t n = input->cardinality();
      if (n == kUnknownCardinality) return n;
      if (n != kInfinite && (least == kInfinite || n < least)) least = n;
    }
    return least;
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Zipping>(this, context);
  }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override {
    std::vector<std::unique_ptr<ByNumber>> inputs;
    for (const auto& input : inputs_) {
      inputs.push_back(input->by_number(context));
      if (!inputs.back()) return nullptr;
    }
    return by_number_with([inputs = std::move(inputs)](int64_t number, Element& out) {
      for (const auto& input : inputs) {
        Element part;
        input->at(number, part);
        out.append(part);
      }
    });
  }

 private:
  class Zipping final : public Iterator {
   public:
    Zipping(const Zip* dataset, const Context& context) : dataset_(dataset) {
      for (const auto& input : dataset->inputs_) inputs_.push_back(input->begin(context));
    }
    // All inputs move on, even where an earlier one fails: later elements stay beside each other. Where one ends, too:
    // so those of the same length come to their ends, at which caches are finished.
    bool next(Element& out) override {
      if (inputs_.empty()) return false;
      std::exception_ptr error;
      bool ended = false;
      for (Input& input : inputs_) {
        try {
          if (!input.next(part_)) ended = true;
        } catch (const Error& failed) {
          if (is_over(failed)) throw;
          if (!error && !ended) error = std::current_exception();
        }
        if (ended) continue;
        for (Value& value : part_) out.push_back(std::move(value));
      }
      if (ended) {
        inputs_.clear();
        if (error) std::rethrow_exception(error);
        return false;
      }
      if (error) std::rethrow_exception(error);
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Zip");
      out.number(static_cast<int64_t>(inputs_.size()));
      for (Input& input : inputs_) input.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Zip");
      const auto open = static_cast<size_t>(in.number_in(0, static_cast<int64_t>(inputs_.size())));
      inputs_.resize(open);
      for (Input& input : inputs_) input.restore(in);
    }

   private:
    const Ref<const Zip> dataset_;
    std::vector<Input> inputs_;
    Element part_;
  };

  const std::vector<Ref<Dataset>> inputs_;
};

void make_zip(KernelContext& ctx) { set_dataset<Zip>(ctx, dataset_inputs(ctx, "input_datasets")); }

DEFINE_DATASET("ZipDataset")
    .input("input_datasets: N * variant")
    .attr("N: int >= 1")
    .attr("metadata: string = ''")
    .doc("Elements that are made of one element of each input, as long as all of them have some.")
    .kernel(CPU, make_zip);

// ---- ConcatenateDataset ----

class Concatenate final : public Dataset {
 public:
  Concatenate(Ref<Dataset> first, Ref<Dataset> second) : first_(std::move(first)), second_(std::move(second)) {}

  int64_t cardinality() const override {
    int64_t a = first_->cardinality(), b = second_->cardinality();
    if (a == kInfinite || b == kInfinite) return kInfinite;
    if (a < 0 || b < 0) return kUnknownCardinality;
    return a > INT64_MAX - b ? INT64_MAX : a + b;
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Chain>(this, context);
  }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override {
    auto first = first_->by_number(context), second = second_->by_number(context);
    const int64_t count = first_->cardinality();
    if (!first || !second || count < 0) return nullptr;
    return by_number_with([first = std::move(first), second = std::move(second), count](int64_t number, Element& out) {
      number < count ? first->at(number, out) : second->at(number - count, out);
    });
  }

 private:
  class Chain final : public Iterator {
   public:
    Chain(const Concatenate* dataset, const Context& context)
        : dataset_(dataset), context_(context), input_(dataset->first_->begin(context)) {}
    bool next(Element& out) override {
      if (input_.next(out)) return true;
      if (in_second_) return false;
      in_second_ = true;
      input_ = dataset_->second_->begin(context_);
      return input_.next(out);
    }
    void save(StateWriter& out) override {
      out.text("Concatenate");
      out.number(in_second_);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Concatenate");
      in_second_ = in.flag();
      if (in_second_) input_ = dataset_->second_->begin(context_);
      input_.restore(in);
    }

   private:
    const Ref<const Concatenate> dataset_;
    const Context context_;
    Input input_;
    bool in_second_ = false;
  };

  const Ref<Dataset> first_, second_;
};

void make_concatenate(KernelContext& ctx) {
  set_dataset<Concatenate>(ctx, dataset_input(ctx, 0), dataset_input(ctx, 1));
}

DEFINE_DATASET("ConcatenateDataset")
    .input("input_dataset: variant")
    .input("another_dataset: variant")
    .attr("metadata: string = ''")
    .doc("The elements of one data set and then those of another.")
    .kernel(CPU, make_concatenate);

// ---- DirectedInterleaveDataset: a data set of numbers says which input the next element is from ----

class Directed final : public Dataset {
 public:
  Directed(Ref<Dataset> selector, std::vector<Ref<Dataset>> inputs, bool stops)
      : selector_(std::move(selector)), inputs_(std::move(inputs)), stops_(stops) {}

  int64_t cardinality() const override {
    for (const auto& input : inputs_)
      if (input->cardinality() == kInfinite) return kInfinite;
    return kUnknownCardinality;
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Choosing>(this, context);
  }

 private:
  class Choosing final : public Iterator {
   public:
    Choosing(const Directed* dataset, const Context& context)
        : dataset_(dataset), selector_(dataset->selector_->begin(context)), open_(dataset->inputs_.size()) {
      for (const auto& input : dataset->inputs_) inputs_.push_back(input->begin(context));
    }
    bool next(Element& out) override {
      Element choice;
      while (open_ > 0 && selector_.next(choice)) {
        GW_CHECK_ARG(choice.size() == 1 && choice[0].dtype() == DType::kInt64 && choice[0].shape().is_scalar(),
                     "a selector gives scalars of int64");
        int64_t selected = *Tensor::of(choice[0]).data<int64_t>();
        GW_CHECK_ARG(selected >= 0 && selected < static_cast<int64_t>(inputs_.size()),
                     "Selector index out of range: ", selected, " >= ", inputs_.size());
        Input& input = inputs_[selected];
        if (!input) continue;
        if (input.next(out)) return true;
        if (dataset_->stops_) break;
        --open_;
      }
      return false;
    }
    void save(StateWriter& out) override {
      out.text("DirectedInterleave");
      selector_.save(out);
      out.number(static_cast<int64_t>(open_));
      for (Input& input : inputs_) input.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("DirectedInterleave");
      selector_.restore(in);
      open_ = static_cast<size_t>(in.number_in(0, static_cast<int64_t>(inputs_.size())));
      for (Input& input : inputs_) input.restore(in);
    }

   private:
    const Ref<const Directed> dataset_;
    Input selector_;
    std::vector<Input> inputs_;
    size_t open_;
  };

  const Ref<Dataset> selector_;
  const std::vector<Ref<Dataset>> inputs_;
  const bool stops_;
};

void make_directed(KernelContext& ctx) {
  set_dataset<Directed>(ctx, dataset_input(ctx, 0), dataset_inputs(ctx, "data_input_datasets"),
                        ctx.op().attr("stop_on_empty_dataset") && ctx.attr<bool>("stop_on_empty_dataset"));
}

DEFINE_DATASET("DirectedInterleaveDataset")
    .input("selector_input_dataset: variant")
    .input("data_input_datasets: N * variant")
    .attr("N: int >= 1")
    .attr("stop_on_empty_dataset: bool = false")
    .doc("Elements of the inputs, in the order in which the selector names these.")
    .kernel(CPU, make_directed);

DEFINE_OLDER_OP("ExperimentalDirectedInterleaveDataset", "DirectedInterleaveDataset", "stop_on_empty_dataset");

XLA_FACT(kNotCompiled, "ConcatenateDataset", "DirectedInterleaveDataset", "ZipDataset");

}  // namespace
}  // namespace graphwright::data
