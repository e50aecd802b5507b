// ShuffleDatasetV3 and RepeatDataset, which TensorFlow runs as one where the second follows the first.
#include <deque>
#include <mutex>
#include <numeric>
#include <random>

#include "data/element_ring.h"
#include "data/row_source.h"
#include "data/seeds.h"
#include "op/build.h"
#include "op/older_op.h"
#include "op/xla_facts.h"

namespace graphwright::data {

Ref<SeedSource> seed_source(const KernelContext& ctx, int i, int j, bool new_each_time) {
  auto seed = static_cast<uint64_t>(int_input(ctx, i, "seed")),
       seed2 = static_cast<uint64_t>(int_input(ctx, j, "seed2"));
  if (seed == 0 && seed2 == 0) {
    std::random_device device;
    seed = (uint64_t{device()} << 32) | device();
    seed2 = (uint64_t{device()} << 32) | device();
  }
  return make_ref<SeedSource>(Seeds{seed, seed2}, new_each_time);
}

Ref<SeedSource> given_seed_source(const KernelContext& ctx, int i) {
  const Tensor& handle = ctx.input(i);
  if (!handle.shape().is_scalar()) ctx.fail("seed_generator must be a scalar, got shape ", handle.shape());
  return Ref<SeedSource>(dynamic_cast<SeedSource*>(handle.data<Handle>()->get()));
}

namespace {

Ref<SeedSource> unknown_seeds() {
  std::random_device device;
  const auto draw = [&] { return (uint64_t{device()} << 32) | device(); };
  const uint64_t first = draw();
  return make_ref<SeedSource>(Seeds{first, draw()}, true);
}

class Shuffle final : public Transformation {
 public:
  Shuffle(Ref<Dataset> input, int64_t size, Ref<SeedSource> seeds)
      : Transformation(std::move(input)),
        size_(size),
        seeds_(std::move(seeds)),
        rows_(dynamic_cast<const RowSource*>(input_.get())) {
    if (rows_ && !rows_->has_rows()) rows_ = nullptr;
  }

  std::unique_ptr<Iterator> iterator(const Context& context) const override { return repeated(context, 1); }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override {
    const int64_t count = input_->cardinality();
    if (!context.options->one_element || count < 0) return nullptr;
    const std::vector<int64_t>& order = order_of_all(count);
    if (auto input = input_->by_number(context))
      return by_number_with([input = std::move(input), &order](int64_t number, Element& out) {
        input->at(order[static_cast<size_t>(number)], out);
      });
    return by_number_with([this, context, &order](int64_t number, Element& out) {
      const int64_t place = order[static_cast<size_t>(number)];
      Input input = input_->begin(context);
      GW_CHECK(input.skip(place) == place && input.next(out), Code::kOutOfRange, "the data set has no element ", place);
    });
  }
  // The sequence several times over, without end where `count` is negative.
  std::unique_ptr<Iterator> repeated(const Context& context, int64_t count) const {
    return std::make_unique<Shuffling>(this, context, count);
  }

 private:
  // A buffer from which elements are drawn, and which is kept full. Elements of the next epochs come in while those of
  // the first one are still drawn from; they lie one epoch behind the other in a ring. Each epoch has seeds of its own.
  class Shuffling final : public Iterator {
   public:
    Shuffling(const Shuffle* dataset, const Context& context, int64_t count)
        : dataset_(dataset),
          context_(context),
          epochs_left_(count),
          numbers_(dataset->seeds_->next()),
          ring_(dataset->size_ < 0 ? UINT64_MAX : static_cast<uint64_t>(dataset->size_)),
          rows_(dataset->rows_) {}

    bool next(Element& out) override {
      fill();
      while (!epochs_.empty() && epochs_.front().begin == epochs_.front().end && epochs_.front().complete) {
        epochs_.pop_front();
        new_epoch_ = true;
      }
      if (epochs_.empty() || epochs_.front().begin == epochs_.front().end) return false;
      if (std::exchange(new_epoch_, false)) numbers_ = SeededNumbers(dataset_->seeds_->next());
      Epoch& epoch = epochs_.front();
      uint64_t drawn = epoch.begin + numbers_.next() % (epoch.end - epoch.begin);
      if (rows_) {
        rows_->row(std::exchange(row(drawn), row(epoch.begin)), out);
      } else {
        ring_.take(drawn, epoch.begin, out);
      }
      ++epoch.begin;
      --kept_;
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Shuffle");
      dataset_->seeds_->save(out);
      numbers_.save(out);
      out.number(epochs_left_);
      out.number(produced_);
      out.number(new_epoch_);
      out.number(static_cast<int64_t>(epochs_.size()));
      for (const Epoch& epoch : epochs_) {
        out.number(epoch.complete);
        out.number(static_cast<int64_t>(epoch.end - epoch.begin));
        for (uint64_t i = epoch.begin; i < epoch.end; ++i) out.element(rows_ ? made(row(i)) : ring_.at(i));
      }
      out.number(static_cast<bool>(input_));
      if (input_) input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Shuffle");
      dataset_->seeds_->restore(in);
      numbers_.restore(in);
      epochs_left_ = in.number();
      produced_ = in.flag();
      new_epoch_ = in.flag();
      ring_.clear();
      rows_ = nullptr;  // the state has the elements themselves
      epochs_.clear();
      kept_ = last_end_ = 0;
      for (size_t i = in.count(); i > 0; --i) {
        const bool complete = in.flag();
        epochs_.push_back({last_end_, last_end_, complete});
        for (size_t k = in.count(); k > 0; --k) add(in.element());
        last_end_ = epochs_.back().end;
      }
      input_.reset();
      if (!in.flag()) return;
      input_ = dataset_->input_->begin(context_);
      input_.restore(in);
    }

   private:
    // Positions in the sequence of all elements that were put into the buffer.
    struct Epoch {
      uint64_t begin, end;
      bool complete;
    };
    static constexpr size_t kMostEpochs = 3;

    bool has_room() const { return dataset_->size_ < 0 || kept_ < static_cast<uint64_t>(dataset_->size_); }

    void fill() {
      Element element;
      while (true) {
        if (!input_ && epochs_left_ == 0) return;
        if (epochs_.size() > kMostEpochs && kept_ > 0) return;
        if (!has_room()) return;
        if (!input_) {
          uint64_t at_end = epochs_.empty() ? last_end_ : epochs_.back().end;
          epochs_.push_back({at_end, at_end, false});
          input_ = dataset_->input_->begin(context_);
          next_row_ = 0;
          if (epochs_left_ > 0) --epochs_left_;
        }
        if (rows_) {
          if (input_.skip(1) == 1) {
            produced_ = true;
            add_row(next_row_++);
            continue;
          }
          input_.reset();
        } else if (input_.next(element)) {
          produced_ = true;
          add(std::move(element));
          element.clear();
          continue;
        }
        epochs_.back().complete = true;
        last_end_ = epochs_.back().end;
        // An input without elements, repeated without end, has none.
        if (!produced_ && epochs_left_ < 0) {
          epochs_left_ = 0;
          return;
        }
      }
    }

    void add(Element element) {
      ring_.put(epochs_.front().begin, epochs_.back().end, element);
      ++epochs_.back().end;
      ++kept_;
    }
    void add_row(int64_t number) {
      const uint64_t begin = epochs_.front().begin, end = epochs_.back().end;
      if (end - begin == row_ring_.size()) {
        std::vector<int64_t> grown(std::max<size_t>(16, row_ring_.size() * 2));
        for (uint64_t i = begin; i < end; ++i) grown[i % grown.size()] = row(i);
        row_ring_ = std::move(grown);
      }
      row(end) = number;
      ++epochs_.back().end;
      ++kept_;
    }
    int64_t& row(uint64_t position) { return row_ring_[position & (row_ring_.size() - 1)]; }
    Element made(int64_t number) const {
      Element element;
      rows_->row(number, element);
      return element;
    }

    const Ref<const Shuffle> dataset_;
    const Context context_;
    int64_t epochs_left_;
    SeededNumbers numbers_;
    Input input_;
    ElementRing ring_;
    const RowSource* rows_;          // instead of the ring's elements, their numbers are kept
    std::vector<int64_t> row_ring_;  // by position modulo its size, a power of two
    int64_t next_row_ = 0;
    std::deque<Epoch> epochs_;
    uint64_t last_end_ = 0;
    uint64_t kept_ = 0;
    bool produced_ = false;
    bool new_epoch_ = false;
  };

  // One order for all who ask for elements by their numbers, whatever the size of the buffer is.
  const std::vector<int64_t>& order_of_all(int64_t count) const {
    std::call_once(order_drawn_, [&] {
      order_.resize(static_cast<size_t>(count));
      std::iota(order_.begin(), order_.end(), 0);
      SeededNumbers numbers(seeds_->seeds_of_order());
      for (size_t i = 0; i < order_.size(); ++i) std::swap(order_[i], order_[i + numbers.next() % (order_.size() - i)]);
    });
    return order_;
  }

  const int64_t size_;
  const Ref<SeedSource> seeds_;
  const RowSource* rows_;  // the input, where its elements are rows: their numbers are shuffled
  mutable std::once_flag order_drawn_;
  mutable std::vector<int64_t> order_;
};

void make_shuffle(KernelContext& ctx) {
  int64_t size = int_input(ctx, 1, "buffer_size");
  Ref<Dataset> input = dataset_input(ctx, 0);
  if (size <= 0 && size != kUnknownCardinality)
    ctx.fail("buffer_size must be greater than zero or UNKNOWN_CARDINALITY");
  Ref<SeedSource> seeds;
  if (has_argument(ctx, "seed_generator")) seeds = given_seed_source(ctx, range_of(ctx, "seed_generator").begin);
  if (!seeds && has_argument(ctx, "seed")) seeds = seed_source(ctx, 2, 3, ctx.attr<bool>("reshuffle_each_iteration"));
  if (!seeds) seeds = unknown_seeds();
  set_dataset<Shuffle>(ctx, std::move(input), size, std::move(seeds));
}

DEFINE_DATASET("ShuffleDatasetV3")
    .input("input_dataset: variant")
    .input("buffer_size: int64")
    .input("seed: int64")
    .input("seed2: int64")
    .input("seed_generator: resource")
    .attr("reshuffle_each_iteration: bool = true")
    .attr("metadata: string = ''")
    .doc("The elements in a random order: each is drawn from the next `buffer_size` ones that are left.")
    .kernel(CPU, make_shuffle)
    .stateful();

DEFINE_OLDER_OP("ShuffleDatasetV2", "ShuffleDatasetV3", "seed", "seed2", "reshuffle_each_iteration");

DEFINE_DATASET("ShuffleDataset")
    .input("input_dataset: variant")
    .input("buffer_size: int64")
    .input("seed: int64")
    .input("seed2: int64")
    .attr("reshuffle_each_iteration: bool = true")
    .attr("metadata: string = ''")
    .doc("The elements in a random order: each is drawn from the next `buffer_size` ones that are left.")
    .kernel(CPU, make_shuffle);

// ---- RepeatDataset ----

class Repeat final : public Transformation {
 public:
  Repeat(Ref<Dataset> input, int64_t count) : Transformation(std::move(input)), count_(count) {}

  int64_t cardinality() const override {
    int64_t n = input_->cardinality();
    if (count_ == 0 || n == 0) return 0;
    if (count_ < 0) return kInfinite;
    if (n < 0) return n;
    return n > INT64_MAX / count_ ? INT64_MAX : n * count_;
  }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override {
    auto input = input_->by_number(context);
    const int64_t count = input_->cardinality();
    if (!input || count <= 0) return nullptr;
    return by_number_with(
        [input = std::move(input), count](int64_t number, Element& out) { input->at(number % count, out); });
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    if (count_ == 1) return input_->iterator(context);
    // Through what changes nothing, as TensorFlow's optimizer takes that out before it joins the two.
    const Dataset* input = input_.get();
    while (const Dataset* before = input->unchanged()) input = before;
    if (const auto* shuffle = dynamic_cast<const Shuffle*>(input))
      return shuffle->repeated(context, count_ < 0 ? -1 : count_);
    return std::make_unique<Repeating>(this, context);
  }
  const Dataset* unchanged() const override { return count_ == 1 ? input_.get() : nullptr; }

 private:
  class Repeating final : public Iterator {
   public:
    Repeating(const Repeat* dataset, const Context& context)
        : dataset_(dataset), context_(context), left_(dataset->count_) {
      if (left_ != 0) input_ = dataset->input_->begin(context);  // at once: its seeds are drawn then
    }
    bool next(Element& out) override {
      if (left_ < 0) return next_of_endless(out);
      while (left_ > 0) {
        if (input_.next(out)) return true;
        --left_;
        // Also after the last time, so that what the input draws its seeds from is left as TensorFlow leaves it.
        input_ = dataset_->input_->begin(context_);
      }
      input_.reset();
      return false;
    }
    void save(StateWriter& out) override {
      out.text("Repeat");
      out.number(left_);
      out.number(is_new_);
      out.number(static_cast<bool>(input_));
      if (input_) input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Repeat");
      left_ = in.number();
      is_new_ = in.flag();
      input_.reset();
      if (!in.flag()) return;
      input_ = dataset_->input_->begin(context_);
      input_.restore(in);
    }

   private:
    bool next_of_endless(Element& out) {
      while (true) {
        if (!input_) {
          input_ = dataset_->input_->begin(context_);
          is_new_ = true;
        }
        if (input_.next(out)) {
          is_new_ = false;
          return true;
        }
        if (is_new_) return false;  // there is nothing to repeat, nothing but errors perhaps
      }
    }

    const Ref<const Repeat> dataset_;
    const Context context_;
    int64_t left_;
    Input input_;
    bool is_new_ = true;  // it has given no element yet
  };

  const int64_t count_;
};

void make_repeat(KernelContext& ctx) { set_dataset<Repeat>(ctx, dataset_input(ctx, 0), int_input(ctx, 1, "count")); }

DEFINE_DATASET("RepeatDataset")
    .input("input_dataset: variant")
    .input("count: int64")
    .attr("metadata: string = ''")
    .doc("The sequence `count` times over, without end where that is negative.")
    .kernel(CPU, make_repeat);

// ---- ShuffleAndRepeatDataset and its second version ----

void make_shuffle_and_repeat(KernelContext& ctx) {
  InterpreterScope eagerly(&eager_interpreter());
  const int64_t count = int_input(ctx, 4, "count");
  if (count < -1 || count == 0) ctx.fail("count must be greater than zero or equal to -1.");
  const bool given = has_argument(ctx, "seed_generator");
  const Value generator = given ? ctx.inputs()[5] : Value(Tensor::handle(DType::kResource, nullptr));
  Attrs kinds{{"output_types", ctx.attr<std::vector<DType>>("output_types")},
              {"output_shapes", ctx.attr<std::vector<Shape>>("output_shapes")}};
  Attrs attrs = kinds;
  attrs.set("reshuffle_each_iteration", ctx.attr<bool>("reshuffle_each_iteration"));
  const std::span<const Value> in = ctx.inputs();
  Value shuffled = op<"ShuffleDatasetV3">({in[0], in[1], in[2], in[3], generator}, attrs);
  ctx.set_output(0, Tensor(op<"RepeatDataset">({shuffled, in[4]}, kinds)));
}

DEFINE_DATASET("ShuffleAndRepeatDataset")
    .input("input_dataset: variant")
    .input("buffer_size: int64")
    .input("seed: int64")
    .input("seed2: int64")
    .input("count: int64")
    .attr("reshuffle_each_iteration: bool = true")
    .attr("metadata: string = ''")
    .doc("The elements in a random order, several times over.")
    .kernel(CPU, make_shuffle_and_repeat);

DEFINE_DATASET("ShuffleAndRepeatDatasetV2")
    .input("input_dataset: variant")
    .input("buffer_size: int64")
    .input("seed: int64")
    .input("seed2: int64")
    .input("count: int64")
    .input("seed_generator: resource")
    .attr("reshuffle_each_iteration: bool = true")
    .attr("metadata: string = ''")
    .doc("The elements in a random order, several times over.")
    .kernel(CPU, make_shuffle_and_repeat)
    .stateful();

// ---- AnonymousSeedGenerator, DeleteSeedGenerator ----

void make_seeds(KernelContext& ctx) {
  ctx.set_output(0, Tensor::handle(DType::kResource, seed_source(ctx, 0, 1, bool_input(ctx, 2, "reshuffle"))));
  ctx.set_output(1, Tensor::handle(DType::kVariant, nullptr));
}

DEFINE_OP("AnonymousSeedGenerator")
    .input("seed: int64")
    .input("seed2: int64")
    .input("reshuffle: bool")
    .output("handle: resource")
    .output("deleter: variant")
    .doc("The seeds that data sets draw their random numbers from; those with the same handle take turns.")
    .shape([](ShapeContext& ctx) {
      ctx.set_output(0, Shape());
      ctx.set_output(1, Shape());
    })
    .kernel(CPU, make_seeds)
    .stateful()
    .no_gradient("no number flows here");

DEFINE_OP("DeleteSeedGenerator")
    .input("handle: resource")
    .input("deleter: variant")
    .doc("Nothing: seeds go with their last handle.")
    .shape([](ShapeContext&) {})
    .kernel(CPU, [](KernelContext& ctx) { (void)ctx.input(0).object<SeedSource>(); })
    .stateful()
    .no_gradient("no number flows here");

// ---- DummySeedGenerator, DummyMemoryCache: what stands at inputs that older programs needed ----

void make_nothing(KernelContext& ctx) { ctx.set_output(0, Tensor::handle(DType::kResource, nullptr)); }

DEFINE_OP("DummySeedGenerator")
    .output("handle: resource")
    .doc("A handle that stands for a data set's own seeds.")
    .shape(dataset_shape)
    .kernel(CPU, make_nothing)
    .stateful()
    .no_gradient("no number flows here");

DEFINE_OLDER_OP("DummyIterationCounter", "DummySeedGenerator");

DEFINE_OP("DummyMemoryCache")
    .output("handle: resource")
    .doc("A handle that stands for a data set's own cache.")
    .shape(dataset_shape)
    .kernel(CPU, make_nothing)
    .stateful()
    .no_gradient("no number flows here");

XLA_FACT(kNotCompiled, "DummyMemoryCache", "DummySeedGenerator", "RepeatDataset", "ShuffleDatasetV3");

}  // namespace
}  // namespace graphwright::data
