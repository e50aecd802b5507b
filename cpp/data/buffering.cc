// Data sets that hand elements on: prefetch, and those that watch over them: ignore_errors, assert_cardinality.
#include <utility>

#include "data/ordered_results.h"
#include "op/older_op.h"
#include "op/xla_facts.h"

namespace graphwright::data {
namespace {

// ---- PrefetchDataset ----

class Prefetch final : public Transformation {
 public:
  Prefetch(Ref<Dataset> input, int64_t size) : Transformation(std::move(input)), size_(size) {}
  std::unique_ptr<ByNumber> by_number(const Context& context) const override { return input_->by_number(context); }

  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    if (size_ == 0) return input_->iterator(context);
    Ref<Cancellation> cancellation = make_ref<Cancellation>(context.cancellation);
    auto input = std::make_shared<Input>(input_->begin(context.with(cancellation)));
    size_t capacity = size_ == kAutotune ? kSizeByDefault : static_cast<size_t>(size_);
    return std::make_unique<OrderedResults>(context.with(cancellation), 1, capacity, true, std::move(input),
                                            [](Element&, int64_t) { return true; });
  }

 private:
  static constexpr size_t kSizeByDefault = 16;
  const int64_t size_;
};

void make_prefetch(KernelContext& ctx) {
  int64_t size = int_input(ctx, 1, "buffer_size");
  if (size < 0 && size != kAutotune)
    ctx.fail("buffer_size must be >= 0 or set buffer_size to be ", kAutotune, " for auto-tuning");
  set_dataset<Prefetch>(ctx, dataset_input(ctx, 0), size);
}

DEFINE_DATASET("PrefetchDataset")
    .input("input_dataset: variant")
    .input("buffer_size: int64")
    .attr("slack_period: int = 0")
    .attr("legacy_autotune: bool = true")
    .attr("buffer_size_min: int = 0")
    .attr("metadata: string = ''")
    .doc("The same elements, of which up to `buffer_size` are made by another thread before they are asked for.")
    .kernel(CPU, make_prefetch);

// ---- IgnoreErrorsDataset ----

class IgnoreErrors final : public Transformation {
 public:
  using Transformation::Transformation;

  int64_t cardinality() const override { return kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Ignoring>(this, context);
  }

 private:
  class Ignoring final : public TransformationIterator<IgnoreErrors> {
   public:
    using TransformationIterator::TransformationIterator;
    bool next(Element& out) override {
      while (true) {
        try {
          return input_.next(out);
        } catch (const Error& error) {
          if (is_over(error)) throw;
        }
      }
    }
    void save(StateWriter& out) override {
      out.text("IgnoreErrors");
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("IgnoreErrors");
      input_.restore(in);
    }
  };
};

void make_ignore_errors(KernelContext& ctx) { set_dataset<IgnoreErrors>(ctx, dataset_input(ctx, 0)); }

DEFINE_DATASET("IgnoreErrorsDataset")
    .input("input_dataset: variant")
    .attr("log_warning: bool = false")
    .doc("The elements that can be computed without an error.")
    .kernel(CPU, make_ignore_errors);

DEFINE_OLDER_OP("ExperimentalIgnoreErrorsDataset", "IgnoreErrorsDataset");

// ---- AssertCardinalityDataset ----

class AssertCardinality final : public Transformation {
 public:
  AssertCardinality(Ref<Dataset> input, int64_t expected) : Transformation(std::move(input)), expected_(expected) {}
  std::unique_ptr<ByNumber> by_number(const Context& context) const override {
    return input_->cardinality() == expected_ ? input_->by_number(context) : nullptr;
  }

  int64_t cardinality() const override { return expected_; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Counting>(this, context);
  }

 private:
  class Counting final : public TransformationIterator<AssertCardinality> {
   public:
    using TransformationIterator::TransformationIterator;
    bool next(Element& out) override {
      bool found = input_.next(out);
      if (found) ++count_;
      int64_t expected = dataset_->expected_;
      auto elements = [](int64_t n) {
        return n == kInfinite ? std::string("an infinite number of elements")
                              : str_cat(n, n == 1 ? " element" : " elements");
      };
      if (!found && expected != kUnknownCardinality && count_ != expected && !std::exchange(told_, true))
        fail(Code::kFailedPrecondition, "Input dataset was expected to contain ", elements(expected),
             " but contained only ", elements(count_), ".");
      if (found && expected >= 0 && count_ > expected)
        fail(Code::kFailedPrecondition, "Input dataset was expected to contain ", elements(expected),
             " but contained at least ", elements(count_), ".");
      return found;
    }
    void save(StateWriter& out) override {
      out.text("AssertCardinality");
      out.number(count_);
      out.number(told_);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("AssertCardinality");
      count_ = in.number();
      told_ = in.flag();
      input_.restore(in);
    }

   private:
    int64_t count_ = 0;
    bool told_ = false;  // that there were too few: the end comes after that
  };

  const int64_t expected_;
};

void make_assert_cardinality(KernelContext& ctx) {
  set_dataset<AssertCardinality>(ctx, dataset_input(ctx, 0), int_input(ctx, 1, "cardinality"));
}

DEFINE_DATASET("AssertCardinalityDataset")
    .input("input_dataset: variant")
    .input("cardinality: int64")
    .doc("The same elements, with an error where their number is not the one given.")
    .kernel(CPU, make_assert_cardinality);

XLA_FACT(kNotCompiled, "AssertCardinalityDataset", "IgnoreErrorsDataset", "PrefetchDataset");

}  // namespace
}  // namespace graphwright::data
