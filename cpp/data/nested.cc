// Data sets whose functions give data sets: flat_map and interleave.
#include <algorithm>
#include <deque>
#include <optional>

#include "base/parallel.h"
#include "data/at_element.h"
#include "data/ordered_results.h"
#include "op/older_op.h"
#include "op/xla_facts.h"

namespace graphwright::data {
namespace {

// ---- FlatMapDataset ----

class FlatMap final : public Transformation {
 public:
  FlatMap(Ref<Dataset> input, UserFunction function)
      : Transformation(std::move(input)), function_(std::move(function)) {}

  int64_t cardinality() const override { return kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Flattening>(this, context);
  }

 private:
  class Flattening final : public TransformationIterator<FlatMap> {
   public:
    Flattening(const FlatMap* dataset, const Context& context)
        : TransformationIterator(dataset, context), context_(context), function_(dataset->function_.in(context)) {}
    bool next(Element& out) override {
      while (true) {
        if (current_.next(out)) return true;
        if (!input_.next(args_)) return false;
        const int64_t position = position_++;
        current_ = at_element(position, [&] { return function_.dataset(args_); })->begin(context_);
      }
    }
    void save(StateWriter& out) override {
      out.text("FlatMap");
      out.number(position_);
      out.number(static_cast<bool>(current_));
      if (current_) {
        out.element(args_);
        current_.save(out);
      }
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("FlatMap");
      position_ = in.number();
      current_.reset();
      if (in.flag()) {
        args_ = in.element();
        current_ = function_.dataset(args_)->begin(context_);
        current_.restore(in);
      }
      input_.restore(in);
    }

   private:
    const Context context_;
    const UserFunction function_;
    Input current_;
    Element args_;  // what the function was given that made it
    int64_t position_ = 0;
  };

  const UserFunction function_;
};

void make_flat_map(KernelContext& ctx) {
  set_dataset<FlatMap>(ctx, dataset_input(ctx, 0), function_input(ctx, "f", "other_arguments"));
}

DEFINE_DATASET("FlatMapDataset")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .attr("f: func")
    .attr("Targuments: list(type) >= 0")
    .attr("metadata: string = ''")
    .doc("The elements of the data sets that a function gives, one data set after the other.")
    .kernel(CPU, make_flat_map);

// ---- InterleaveDataset and ParallelInterleaveDatasetV4 ----

// What both do: `cycle_length` data sets are open at a time; from each in turn come `block_length` elements. One that
// ended makes place for the next at its next turn.
template <class Source>
class Cycle {
 public:
  Cycle(int64_t cycle_length, int64_t block_length) : places_(cycle_length), block_length_(block_length) {}

  // `open(place)` puts the next data set there, and is false when there are no more.
  template <class Open>
  bool next(Element& out, const Open& open) {
    while (!inputs_ended_ || open_ > 0) {
      std::optional<Source>& source = places_[place_];
      if (source) {
        try {
          if (source->next(out)) {
            if (++in_block_ == block_length_) advance();
            return true;
          }
        } catch (const Error&) {
          // In TensorFlow the errors of those that run ahead are results like others.
          if (Source::kErrorsCount && ++in_block_ == block_length_) advance();
          throw;
        }
        source.reset();
        --open_;
        advance();
      } else if (!inputs_ended_) {
        if (open(source)) {
          ++open_;
        } else {
          inputs_ended_ = true;
        }
      } else {
        advance();
      }
    }
    return false;
  }

  // `save_source(source)` writes what an open place holds.
  template <class Save>
  void save(StateWriter& out, const Save& save_source) {
    out.number(static_cast<int64_t>(place_));
    out.number(in_block_);
    out.number(inputs_ended_);
    out.number(static_cast<int64_t>(open_));
    for (size_t place = 0; place < places_.size(); ++place) {
      if (!places_[place]) continue;
      out.number(static_cast<int64_t>(place));
      save_source(*places_[place]);
    }
  }
  // `restored()` gives what that has written.
  template <class Restored>
  void restore(StateReader& in, const Restored& restored) {
    const auto last = static_cast<int64_t>(places_.size()) - 1;
    place_ = static_cast<size_t>(in.number_in(0, last));
    in_block_ = in.number_in(0, block_length_);
    inputs_ended_ = in.flag();
    open_ = static_cast<size_t>(in.number_in(0, last + 1));
    for (auto& place : places_) place.reset();
    for (size_t i = 0; i < open_; ++i) {
      auto& place = places_[static_cast<size_t>(in.number_in(0, last))];
      place = restored();
    }
  }

 private:
  void advance() {
    in_block_ = 0;
    place_ = (place_ + 1) % places_.size();
  }

  std::vector<std::optional<Source>> places_;
  const int64_t block_length_;
  size_t place_ = 0;
  int64_t in_block_ = 0;
  size_t open_ = 0;
  bool inputs_ended_ = false;
};

struct Interleaving {
  UserFunction function;
  int64_t cycle_length;
  int64_t block_length;
};

class Interleave final : public Transformation {
 public:
  Interleave(Ref<Dataset> input, Interleaving how) : Transformation(std::move(input)), how_(std::move(how)) {}

  int64_t cardinality() const override { return kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Cycling>(this, context);
  }

 private:
  class Cycling final : public TransformationIterator<Interleave> {
   public:
    Cycling(const Interleave* dataset, const Context& context)
        : TransformationIterator(dataset, context),
          context_(context),
          function_(dataset->how_.function.in(context)),
          cycle_(dataset->how_.cycle_length, dataset->how_.block_length) {}
    bool next(Element& out) override {
      return cycle_.next(out, [&](std::optional<Open>& place) {
        Element args;
        if (!input_.next(args)) return false;
        const int64_t position = position_++;
        Ref<Dataset> made = at_element(position, [&] { return function_.dataset(args); });
        place.emplace();
        place->elements = made->begin(context_);
        place->args = std::move(args);
        return true;
      });
    }
    void save(StateWriter& out) override {
      out.text("Interleave");
      out.number(position_);
      cycle_.save(out, [&](Open& open) {
        out.element(open.args);
        open.elements.save(out);
      });
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Interleave");
      position_ = in.number();
      cycle_.restore(in, [&] {
        Open open;
        open.args = in.element();
        open.elements = function_.dataset(open.args)->begin(context_);
        open.elements.restore(in);
        return open;
      });
      input_.restore(in);
    }

   private:
    // A data set, and what the function was given that made it.
    struct Open {
      static constexpr bool kErrorsCount = false;
      Element args;
      Input elements;
      bool next(Element& out) { return elements.next(out); }
    };

    const Context context_;
    const UserFunction function_;
    Cycle<Open> cycle_;
    int64_t position_ = 0;
  };

  const Interleaving how_;
};

// The elements of an open data set, computed ahead by a thread of its own.
struct Ahead {
  static constexpr bool kErrorsCount = true;
  Element args;  // what the function was given that made it
  std::unique_ptr<OrderedResults> results;
  std::exception_ptr error;  // in its place, where there is no data set: it comes when its elements would
  bool next(Element& out) {
    if (error) std::rethrow_exception(std::exchange(error, nullptr));
    if (!results) return false;
    out.clear();
    return results->next(out);
  }
};

class ParallelInterleave final : public Transformation {
 public:
  ParallelInterleave(Ref<Dataset> input, Interleaving how) : Transformation(std::move(input)), how_(std::move(how)) {}

  int64_t cardinality() const override { return input_->cardinality() == kInfinite ? kInfinite : kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Cycling>(this, context);
  }

 private:
  class Cycling final : public TransformationIterator<ParallelInterleave> {
   public:
    Cycling(const ParallelInterleave* dataset, const Context& context)
        : TransformationIterator(dataset, context),
          context_(context.with(make_ref<Cancellation>(context.cancellation))),
          function_(dataset->how_.function.in(context)),
          cycle_(dataset->how_.cycle_length, dataset->how_.block_length) {}
    ~Cycling() override { context_.cancellation->cancel(); }
    bool next(Element& out) override {
      return cycle_.next(out, [&](std::optional<Ahead>& place) {
        if (waiting_.empty()) fill();
        if (waiting_.empty()) return false;
        place = std::move(waiting_.front());
        waiting_.pop_front();
        return true;
      });
    }
    void save(StateWriter& out) override {
      out.text("ParallelInterleave");
      out.number(position_);
      const auto save_one = [&](Ahead& one) {
        out.number(one.results != nullptr);
        if (!one.results) return out.error(one.error);
        out.element(one.args);
        one.results->save(out);
      };
      cycle_.save(out, save_one);
      out.number(first_);
      out.number(static_cast<int64_t>(waiting_.size()));
      for (Ahead& one : waiting_) save_one(one);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("ParallelInterleave");
      position_ = in.number();
      const auto restored = [&] {
        if (!in.flag()) return Ahead{{}, nullptr, in.error()};
        Ahead one = ahead(in.element(), 0);
        one.results->restore(in);
        return one;
      };
      cycle_.restore(in, restored);
      first_ = in.flag();
      waiting_.clear();
      for (size_t i = in.count(); i > 0; --i) waiting_.push_back(restored());
      input_.restore(in);
    }

   private:
    Ahead ahead(Element args, int64_t position) {
      Context own = context_.with(make_ref<Cancellation>(context_.cancellation));
      Ref<Dataset> made = at_element(position, [&] { return function_.dataset(args); });
      auto elements = std::make_shared<Input>(made->begin(own));
      return {std::move(args),
              std::make_unique<OrderedResults>(own, 1, kAhead, true, std::move(elements),
                                               [](Element&, int64_t) { return true; }),
              nullptr};
    }
    // The next one, or why there is none; false where there are no more.
    bool open_next() {
      try {
        Element args;
        if (!input_.next(args)) return false;
        waiting_.push_back(ahead(std::move(args), position_++));
        waiting_.back().results->begin();
      } catch (const Error& error) {
        if (is_over(error)) throw;
        waiting_.push_back({{}, nullptr, lasting(error)});
      }
      return true;
    }
    // The first data sets of a cycle begin together.
    void fill() {
      size_t wanted = first_ ? static_cast<size_t>(dataset_->how_.cycle_length) : 1;
      first_ = false;
      while (waiting_.size() < wanted && open_next()) {
      }
    }
    static constexpr size_t kAhead = 8;  // elements of each data set

    const Context context_;
    const UserFunction function_;
    Cycle<Ahead> cycle_;
    std::deque<Ahead> waiting_;
    bool first_ = true;
    int64_t position_ = 0;
  };

  const Interleaving how_;
};

// `by_default`: what stands for a cycle length that is to fit the machine.
Interleaving interleaving(const KernelContext& ctx, int64_t by_default) {
  int64_t cycle = int_input(ctx, range_of(ctx, "cycle_length").begin, "cycle_length");
  int64_t block = int_input(ctx, range_of(ctx, "block_length").begin, "block_length");
  if (cycle == kAutotune) cycle = by_default;
  if (cycle <= 0) ctx.fail("`cycle_length` must be > 0");
  if (block <= 0) ctx.fail("`block_length` must be > 0");
  if (cycle > 1 << 20) ctx.fail("`cycle_length` must be at most ", 1 << 20, ", got ", cycle);
  return {function_input(ctx, "f", "other_arguments"), cycle, block};
}

void make_interleave(KernelContext& ctx) {
  set_dataset<Interleave>(ctx, dataset_input(ctx, 0), interleaving(ctx, num_threads()));
}

void make_parallel_interleave(KernelContext& ctx) {
  int64_t parallelism = int_input(ctx, range_of(ctx, "num_parallel_calls").begin, "num_parallel_calls");
  if (parallelism <= 0 && parallelism != kAutotune) ctx.fail("`num_parallel_calls` must be > 0");
  if (const bool named = ctx.op().attr("deterministic"); named) determinism_of(ctx);
  // Each place has threads of its own, as TensorFlow counts them: there, three for each.
  int64_t fitting = parallelism == kAutotune ? (num_threads() + 2) / 3 : std::min<int64_t>(parallelism, num_threads());
  Interleaving how = interleaving(ctx, fitting);
  if (parallelism > how.cycle_length) ctx.fail("num_parallel_calls must less than or equal to cycle_length.");
  set_dataset<ParallelInterleave>(ctx, dataset_input(ctx, 0), std::move(how));
}

DEFINE_DATASET("InterleaveDataset")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .input("cycle_length: int64")
    .input("block_length: int64")
    .attr("f: func")
    .attr("Targuments: list(type) >= 0")
    .attr("metadata: string = ''")
    .doc("The elements of the data sets that a function gives, some from each in turn.")
    .kernel(CPU, make_interleave);

DEFINE_DATASET("ParallelInterleaveDatasetV4")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .input("cycle_length: int64")
    .input("block_length: int64")
    .input("buffer_output_elements: int64")
    .input("prefetch_input_elements: int64")
    .input("num_parallel_calls: int64")
    .attr("f: func")
    .attr("deterministic: string = 'default'")
    .attr("Targuments: list(type) >= 0")
    .attr("metadata: string = ''")
    .doc("The same with threads that run ahead in the data sets whose turn it is not.")
    .kernel(CPU, make_parallel_interleave);

DEFINE_OLDER_OP("ParallelInterleaveDatasetV3", "ParallelInterleaveDatasetV4", "buffer_output_elements",
                "prefetch_input_elements");

DEFINE_DATASET("ParallelInterleaveDatasetV2")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .input("cycle_length: int64")
    .input("block_length: int64")
    .input("num_parallel_calls: int64")
    .attr("f: func")
    .attr("Targuments: list(type) >= 0")
    .attr("sloppy: bool = false")
    .attr("metadata: string = ''")
    .doc("The same with threads that run ahead in the data sets whose turn it is not.")
    .kernel(CPU, make_parallel_interleave);

// All data sets of a cycle have threads.
void make_older_interleave(KernelContext& ctx) {
  if (has_argument(ctx, "sloppy")) {
    bool_input(ctx, range_of(ctx, "sloppy").begin, "sloppy");
  } else {
    determinism_of(ctx);
  }
  const int64_t ahead = int_input(ctx, range_of(ctx, "buffer_output_elements").begin, "buffer_output_elements");
  const int64_t waiting = int_input(ctx, range_of(ctx, "prefetch_input_elements").begin, "prefetch_input_elements");
  const int64_t cycle = int_input(ctx, range_of(ctx, "cycle_length").begin, "cycle_length");
  if (cycle <= 0) ctx.fail("`cycle_length` must be > 0");
  if (ahead <= 0) ctx.fail("`buffer_output_elements` must be > 0");
  if (waiting < 0) ctx.fail("`prefetch_input_elements` must be >= 0");
  set_dataset<ParallelInterleave>(ctx, dataset_input(ctx, 0), interleaving(ctx, 1));
}

DEFINE_DATASET("ParallelInterleaveDataset")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .input("cycle_length: int64")
    .input("block_length: int64")
    .input("sloppy: bool")
    .input("buffer_output_elements: int64")
    .input("prefetch_input_elements: int64")
    .attr("f: func")
    .attr("Targuments: list(type) >= 0")
    .attr("metadata: string = ''")
    .doc("The same with threads that run ahead in all open data sets.")
    .kernel(CPU, make_older_interleave);

DEFINE_OLDER_OP("ExperimentalParallelInterleaveDataset", "ParallelInterleaveDataset", "metadata");

DEFINE_DATASET("LegacyParallelInterleaveDatasetV2")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .input("cycle_length: int64")
    .input("block_length: int64")
    .input("buffer_output_elements: int64")
    .input("prefetch_input_elements: int64")
    .attr("f: func")
    .attr("deterministic: string = 'default'")
    .attr("Targuments: list(type) >= 0")
    .attr("metadata: string = ''")
    .doc("The same with threads that run ahead in all open data sets.")
    .kernel(CPU, make_older_interleave);

XLA_FACT(kNotCompiled, "FlatMapDataset", "InterleaveDataset", "ParallelInterleaveDatasetV4");

}  // namespace
}  // namespace graphwright::data
