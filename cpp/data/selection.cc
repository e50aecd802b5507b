// Data sets that pass some elements of their input on: take, skip, shard, filter, take_while, unique.
#include <bit>
#include <unordered_set>

#include "data/at_element.h"
#include "data/ordered_results.h"
#include "data/seeds.h"
#include "op/older_op.h"
#include "op/xla_facts.h"

namespace graphwright::data {
namespace {

// ---- TakeDataset and SkipDataset; a negative count stands for all ----

class Take final : public Transformation {
 public:
  Take(Ref<Dataset> input, int64_t count) : Transformation(std::move(input)), count_(count) {}

  std::unique_ptr<ByNumber> by_number(const Context& context) const override { return input_->by_number(context); }
  int64_t cardinality() const override {
    int64_t n = input_->cardinality();
    if (count_ < -1) return kUnknownCardinality;  // as TensorFlow says, although it gives all of them
    if (n == kUnknownCardinality || count_ < 0) return n;
    return n == kInfinite ? count_ : std::min(n, count_);
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Taking>(this, context);
  }
  const Dataset* unchanged() const override { return count_ < 0 ? input_.get() : nullptr; }

 private:
  class Taking final : public TransformationIterator<Take> {
   public:
    Taking(const Take* dataset, const Context& context)
        : TransformationIterator(dataset, context), left_(dataset->count_) {}
    bool next(Element& out) override {
      if (left_ == 0) return false;
      if (!input_.next(out)) return false;
      if (left_ > 0) --left_;
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Take");
      out.number(left_);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Take");
      left_ = in.number();
      input_.restore(in);
    }

   private:
    int64_t left_;
  };

  const int64_t count_;
};

class Skip final : public Transformation {
 public:
  Skip(Ref<Dataset> input, int64_t count) : Transformation(std::move(input)), count_(count) {}

  int64_t cardinality() const override {
    int64_t n = input_->cardinality();
    if (n < 0) return n;
    return count_ < 0 ? 0 : std::max<int64_t>(0, n - count_);
  }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override {
    auto input = input_->by_number(context);
    if (!input) return nullptr;
    return by_number_with(
        [input = std::move(input), passed = count_](int64_t number, Element& out) { input->at(passed + number, out); });
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Skipping>(this, context);
  }
  const Dataset* unchanged() const override { return count_ == 0 ? input_.get() : nullptr; }

 private:
  class Skipping final : public TransformationIterator<Skip> {
   public:
    using TransformationIterator::TransformationIterator;
    bool next(Element& out) override {
      if (dataset_->count_ < 0) return false;
      if (!skipped_) {  // after an error it begins to count anew, as TensorFlow does
        input_.skip(dataset_->count_);
        skipped_ = true;
      }
      return input_.next(out);
    }
    void save(StateWriter& out) override {
      out.text("Skip");
      out.number(skipped_);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Skip");
      skipped_ = in.flag();
      input_.restore(in);
    }

   private:
    bool skipped_ = false;
  };

  const int64_t count_;
};

void make_take(KernelContext& ctx) { set_dataset<Take>(ctx, dataset_input(ctx, 0), int_input(ctx, 1, "count")); }
void make_skip(KernelContext& ctx) { set_dataset<Skip>(ctx, dataset_input(ctx, 0), int_input(ctx, 1, "count")); }

DEFINE_DATASET("TakeDataset")
    .input("input_dataset: variant")
    .input("count: int64")
    .attr("metadata: string = ''")
    .doc("The first `count` elements, all of them where it is negative.")
    .kernel(CPU, make_take);

DEFINE_DATASET("SkipDataset")
    .input("input_dataset: variant")
    .input("count: int64")
    .attr("metadata: string = ''")
    .doc("All elements but the first `count`, none where it is negative.")
    .kernel(CPU, make_skip);

// ---- ShardDataset: every n-th element ----

class Shard final : public Transformation {
 public:
  Shard(Ref<Dataset> input, int64_t shards, int64_t index, bool require_non_empty)
      : Transformation(std::move(input)), shards_(shards), index_(index), require_non_empty_(require_non_empty) {}

  int64_t cardinality() const override {
    int64_t n = input_->cardinality();
    return n < 0 ? n : n / shards_ + (index_ < n % shards_ ? 1 : 0);
  }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override {
    auto input = input_->by_number(context);
    if (!input) return nullptr;
    return by_number_with([input = std::move(input), shards = shards_, index = index_](int64_t number, Element& out) {
      input->at(number * shards + index, out);
    });
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Sharding>(this, context);
  }
  const Dataset* unchanged() const override { return shards_ == 1 ? input_.get() : nullptr; }

 private:
  class Sharding final : public TransformationIterator<Shard> {
   public:
    Sharding(const Shard* dataset, const Context& context)
        : TransformationIterator(dataset, context), before_(dataset->index_) {}
    bool next(Element& out) override {
      // Only those that were passed over without an error count, and those before an element that fails are not passed
      // over again.
      bool found = input_.skip(before_) == before_;
      if (found) before_ = 0;
      found = found && input_.next(out);
      if (found) before_ = dataset_->shards_ - 1;
      if (!found && !begun_ && dataset_->require_non_empty_)
        fail(Code::kInvalidArgument,
             "There aren't enough elements in this dataset for each shard to have at least one element (# elems = ",
             "unknown, # shards = ", dataset_->shards_, "). If you are using ",
             "datasets with distribution strategy, considering setting the auto sharding policy to either DATA or OFF");
      begun_ = true;
      return found;
    }
    void save(StateWriter& out) override {
      out.text("Shard");
      out.number(begun_);
      out.number(before_);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Shard");
      begun_ = in.flag();
      before_ = in.number_in(0, dataset_->shards_);
      input_.restore(in);
    }

   private:
    bool begun_ = false;
    int64_t before_;  // elements to be passed over before the next one
  };

  const int64_t shards_, index_;
  const bool require_non_empty_;
};

void make_shard(KernelContext& ctx) {
  int64_t shards = int_input(ctx, 1, "num_shards"), index = int_input(ctx, 2, "index");
  if (shards <= 0) ctx.fail("Number of shards must be greater than zero (currently num_shards = ", shards, ").");
  if (index < 0 || index >= shards)
    ctx.fail("Index must be between 0 and ", shards - 1, " (currently index = ", index, ").");
  set_dataset<Shard>(ctx, dataset_input(ctx, 0), shards, index, ctx.attr<bool>("require_non_empty"));
}

DEFINE_DATASET("ShardDataset")
    .input("input_dataset: variant")
    .input("num_shards: int64")
    .input("index: int64")
    .attr("require_non_empty: bool = false")
    .attr("metadata: string = ''")
    .doc("The elements whose position leaves the remainder `index` when divided by `num_shards`.")
    .kernel(CPU, make_shard);

// ---- FilterDataset and TakeWhileDataset ----

class Filter final : public Transformation {
 public:
  // `stops`: at the first element that does not fit.
  Filter(Ref<Dataset> input, UserFunction predicate, bool stops)
      : Transformation(std::move(input)), predicate_(std::move(predicate)), stops_(stops) {}

  int64_t cardinality() const override { return kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Filtering>(this, context);
  }

 private:
  class Filtering final : public TransformationIterator<Filter> {
   public:
    Filtering(const Filter* dataset, const Context& context)
        : TransformationIterator(dataset, context), predicate_(dataset->predicate_.in(context)) {}
    bool next(Element& out) override {
      while (input_.next(out)) {
        const int64_t position = position_++;
        if (at_element(position, [&] { return predicate_.test(out); })) return true;
        if (dataset_->stops_) input_.reset();
      }
      return false;
    }
    void save(StateWriter& out) override {
      out.text("Filter");
      out.number(position_);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Filter");
      position_ = in.number();
      input_.restore(in);
    }

   private:
    const UserFunction predicate_;
    int64_t position_ = 0;
  };

  const UserFunction predicate_;
  const bool stops_;
};

void make_filter(KernelContext& ctx) {
  set_dataset<Filter>(ctx, dataset_input(ctx, 0), function_input(ctx, "predicate", "other_arguments"),
                      ctx.op().name.ends_with("TakeWhileDataset"));
}

DEFINE_DATASET("FilterDataset")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .attr("predicate: func")
    .attr("Targuments: list(type) >= 0")
    .attr("metadata: string = ''")
    .doc("The elements for which the predicate holds.")
    .kernel(CPU, make_filter);

DEFINE_DATASET("TakeWhileDataset")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .attr("predicate: func")
    .attr("Targuments: list(type) >= 0")
    .attr("metadata: string = ''")
    .doc("The elements before the first one for which the predicate does not hold.")
    .kernel(CPU, make_filter);

DEFINE_OLDER_OP("ExperimentalTakeWhileDataset", "TakeWhileDataset", "metadata");

// ---- UniqueDataset ----

class Unique final : public Transformation {
 public:
  using Transformation::Transformation;

  int64_t cardinality() const override { return kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Seeing>(this, context);
  }

 private:
  class Seeing final : public TransformationIterator<Unique> {
   public:
    using TransformationIterator::TransformationIterator;
    bool next(Element& out) override {
      while (input_.next(out))
        if (seen_.insert(key(Tensor::of(out[0]))).second) return true;
      return false;
    }
    void save(StateWriter& out) override {
      out.text("Unique");
      out.number(static_cast<int64_t>(seen_.size()));
      for (const std::string& one : seen_) out.text(one);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Unique");
      seen_.clear();
      for (size_t i = in.count(); i > 0; --i) seen_.insert(in.text());
      input_.restore(in);
    }

   private:
    // The elements as bytes, strings with their lengths.
    static std::string key(const Tensor& tensor) {
      std::string bytes(reinterpret_cast<const char*>(tensor.shape().sizes().data()),
                        tensor.shape().sizes().size() * sizeof(int64_t));
      if (tensor.dtype() != DType::kString) {
        bytes.append(static_cast<const char*>(tensor.raw()), tensor.bytes());
        return bytes;
      }
      for (const std::string& text : tensor.flat<std::string>()) {
        size_t size = text.size();
        bytes.append(reinterpret_cast<const char*>(&size), sizeof(size)).append(text);
      }
      return bytes;
    }
    std::unordered_set<std::string> seen_;
  };
};

void make_unique_elements(KernelContext& ctx) {
  const auto& types = ctx.attrs().get<std::vector<DType>>("output_types");
  if (types.size() != 1) ctx.fail("UniqueDataset only supports inputs with a single component.");
  if (types[0] != DType::kInt32 && types[0] != DType::kInt64 && types[0] != DType::kString)
    ctx.fail("UniqueDataset only supports inputs with a single `tf.int32`, `tf.int64`, or `tf.string` component.");
  set_dataset<Unique>(ctx, dataset_input(ctx, 0));
}

DEFINE_DATASET("UniqueDataset")
    .input("input_dataset: variant")
    .attr("metadata: string = ''")
    .doc("Each element the first time that it comes.")
    .kernel(CPU, make_unique_elements);

DEFINE_OLDER_OP("ExperimentalUniqueDataset", "UniqueDataset", "metadata");

// ---- SamplingDataset ----

// A number of [0, 1) for 32 random bits.
float below_one(uint32_t bits) { return std::bit_cast<float>((bits & 0x7fffffu) | 0x3f800000u) - 1.0f; }

class Sampling final : public Transformation {
 public:
  Sampling(Ref<Dataset> input, float rate, Seeds seeds)
      : Transformation(std::move(input)), rate_(rate), seeds_(seeds) {}

  int64_t cardinality() const override { return kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Drawing>(this, context);
  }

 private:
  class Drawing final : public TransformationIterator<Sampling> {
   public:
    Drawing(const Sampling* dataset, const Context& context)
        : TransformationIterator(dataset, context), numbers_(dataset->seeds_) {}
    bool next(Element& out) override {
      while (input_.next(out))
        if (below_one(numbers_.next()) < dataset_->rate_) return true;
      return false;
    }
    void save(StateWriter& out) override {
      out.text("Sampling");
      numbers_.save(out);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Sampling");
      numbers_.restore(in);
      input_.restore(in);
    }

   private:
    SeededNumbers numbers_;
  };

  const float rate_;
  const Seeds seeds_;
};

void make_sampling(KernelContext& ctx) {
  if (!ctx.input(1).shape().is_scalar()) ctx.fail("rate must be a scalar, got shape ", ctx.input(1).shape());
  set_dataset<Sampling>(ctx, dataset_input(ctx, 0), *ctx.input(1).data<float>(), seed_source(ctx, 2, 3, false)->next());
}

DEFINE_DATASET("SamplingDataset")
    .input("input_dataset: variant")
    .input("rate: float")
    .input("seed: int64")
    .input("seed2: int64")
    .doc("Elements that are drawn: each stays with the probability `rate`.")
    .kernel(CPU, make_sampling);

// ---- ParallelFilterDataset ----

class ParallelFilter final : public Transformation {
 public:
  ParallelFilter(Ref<Dataset> input, UserFunction predicate, int64_t parallelism, Determinism determinism)
      : Transformation(std::move(input)),
        predicate_(std::move(predicate)),
        parallelism_(parallelism),
        determinism_(determinism) {}

  int64_t cardinality() const override { return kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Filtering>(this, context);
  }

 private:
  // Other threads put what the predicate says behind each element.
  class Filtering final : public Iterator {
   public:
    Filtering(const ParallelFilter* dataset, const Context& context) : dataset_(dataset) {
      Ref<Cancellation> cancellation = make_ref<Cancellation>(context.cancellation);
      auto input = std::make_shared<Input>(dataset->input_->begin(context.with(cancellation)));
      const size_t threads = workers_for(dataset->parallelism_, context);
      tested_ = std::make_unique<OrderedResults>(
          context.with(cancellation), threads, 2 * threads + 2, keeps_order(dataset->determinism_, context),
          std::move(input), [predicate = dataset->predicate_.in(context)](Element& element, int64_t position) {
            const bool fits = at_element(position, [&] { return predicate.test(element); });
            element.push_back(Tensor::scalar<bool>(fits));
            return true;
          });
    }
    bool next(Element& out) override {
      for (; tested_->next(out); out.clear()) {
        const bool fits = *Tensor::of(out.back()).data<bool>();
        out.pop_back();
        if (fits) return true;
      }
      return false;
    }
    void save(StateWriter& out) override {
      out.text("ParallelFilter");
      tested_->save(out);
    }
    void restore(StateReader& in) override {
      in.expect("ParallelFilter");
      tested_->restore(in);
    }

   private:
    const Ref<const ParallelFilter> dataset_;
    std::unique_ptr<OrderedResults> tested_;
  };

  const UserFunction predicate_;
  const int64_t parallelism_;
  const Determinism determinism_;
};

void make_parallel_filter(KernelContext& ctx) {
  const int64_t parallelism = int_input(ctx, range_of(ctx, "num_parallel_calls").begin, "num_parallel_calls");
  if (parallelism <= 0 && parallelism != kAutotune) ctx.fail("num_parallel_calls must be greater than zero.");
  set_dataset<ParallelFilter>(ctx, dataset_input(ctx, 0), function_input(ctx, "predicate", "other_arguments"),
                              parallelism, determinism_of(ctx));
}

DEFINE_DATASET("ParallelFilterDataset")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .input("num_parallel_calls: int64")
    .attr("predicate: func")
    .attr("deterministic: string = 'default'")
    .attr("Targuments: list(type) >= 0")
    .attr("metadata: string = ''")
    .doc("The elements for which the predicate holds, asked for several elements at a time.")
    .kernel(CPU, make_parallel_filter);

XLA_FACT(kNotCompiled, "FilterDataset", "ShardDataset", "SkipDataset", "TakeDataset", "TakeWhileDataset",
         "UniqueDataset");

}  // namespace
}  // namespace graphwright::data
