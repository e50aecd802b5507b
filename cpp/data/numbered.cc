// Elements by their numbers: one of them, all in a random order, and data sets that are described by numbers alone.
#include <algorithm>
#include <cmath>
#include <limits>

#include "data/seeds.h"
#include "op/build.h"

namespace graphwright::data {
namespace {

// ---- GetElementAtIndex ----

void element_at(KernelContext& ctx) {
  Ref<Dataset> dataset = dataset_input(ctx, 0);
  const int64_t number = int_input(ctx, 1, "index"), count = dataset->cardinality();
  if (count == kInfinite) ctx.fail_code(Code::kFailedPrecondition, "a data set without end has no elements by number");
  if (count < 0)
    ctx.fail_code(Code::kUnimplemented, "Random access is not implemented for a data set of unknown cardinality");
  if (number < 0 || number >= count) ctx.fail_code(Code::kOutOfRange, "Index out of range [0, ", count, "):", number);
  Element element;
  unlocked([&] {
    InterpreterScope eagerly(&eager_interpreter());
    dataset->check_depth();
    Context context = Context::fresh(*dataset).with_options([](RunOptions& options) { options.one_element = true; });
    try {
      if (auto elements = dataset->by_number(context)) {
        elements->at(number, element);
      } else {
        Input input = dataset->begin(context);
        if (input.skip(number) < number || !input.next(element))
          fail(Code::kOutOfRange, "the data set has no element ", number);
      }
    } catch (...) {
      context.cancellation->cancel();
      throw;
    }
    context.cancellation->cancel();
  });
  check_element(ctx, element);
  for (size_t i = 0; i < element.size(); ++i) ctx.set_output(static_cast<int>(i), Tensor(std::move(element[i])));
}

DEFINE_OP("GetElementAtIndex")
    .input("dataset: variant")
    .input("index: int64")
    .output("components: output_types")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .doc("The element with a number; OutOfRange where there is none.")
    .shape(element_shapes)
    .kernel(CPU, element_at)
    .trait(Trait::kNoFold);

// An iterator of a data set whose elements are found by number: those of `order(0)`, `order(1)` and so on.
template <class Order>
class InOrder final : public Iterator {
 public:
  InOrder(Ref<const Dataset> dataset, std::unique_ptr<ByNumber> elements, int64_t count, Order order)
      : dataset_(std::move(dataset)), elements_(std::move(elements)), count_(count), order_(std::move(order)) {}
  bool next(Element& out) override {
    if (next_ == count_) return false;
    elements_->at(order_(next_++), out);
    return true;
  }
  int64_t skip(int64_t count) override {
    const int64_t skipped = std::min(count, count_ - next_);
    next_ += skipped;
    return skipped;
  }
  void save(StateWriter& out) override {
    out.text("InOrder");
    out.number(next_);
    order_.save(out);
  }
  void restore(StateReader& in) override {
    in.expect("InOrder");
    next_ = in.number_in(0, count_);
    order_.restore(in);
  }

 private:
  const Ref<const Dataset> dataset_;
  const std::unique_ptr<ByNumber> elements_;
  const int64_t count_;
  Order order_;
  int64_t next_ = 0;
};

// ---- GlobalShuffleDataset ----

// A random permutation of 0 … count - 1, without a table of it.
class Permutation {
 public:
  Permutation(Ref<SeedSource> source, int64_t count) : source_(std::move(source)), count_(count) {
    const Seeds first = source_->next();
    set(first, source_->next().first);
  }
  int64_t operator()(int64_t position) const {
    static const OpDef& shuffled = get_op("RandomIndexShuffle");
    const Value inputs[] = {Tensor::scalar<int64_t>(position), key_, Tensor::scalar<int64_t>(count_ - 1)};
    return Tensor(call(shuffled, inputs, {{"rounds", kRounds}})[0]).int_at(0);
  }
  void save(StateWriter& out) const {
    source_->save(out);
    SeedSource::save_seeds(seeds_, out);
    out.number(static_cast<int64_t>(third_));
  }
  void restore(StateReader& in) {
    source_->restore(in);
    const Seeds seeds = SeedSource::restored_seeds(in);
    set(seeds, static_cast<uint64_t>(in.number()));
  }

 private:
  static constexpr int64_t kRounds = 8;
  // Of each seed the lower half counts.
  void set(Seeds seeds, uint64_t third) {
    seeds_ = seeds;
    third_ = third;
    const auto low = [](uint64_t seed) { return static_cast<uint32_t>(seed); };
    key_ = Tensor::from<uint32_t>(std::vector<uint32_t>{low(seeds.first), low(seeds.second), low(third)});
  }
  Ref<SeedSource> source_;
  int64_t count_;
  Seeds seeds_;
  uint64_t third_ = 0;
  Tensor key_;
};

class GlobalShuffle final : public Transformation {
 public:
  GlobalShuffle(Ref<Dataset> input, Ref<SeedSource> seeds)
      : Transformation(std::move(input)), seeds_(std::move(seeds)) {}

  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    auto elements = input_->by_number(context);
    const int64_t count = cardinality();
    GW_CHECK(elements && count >= 0, Code::kFailedPrecondition,
             "`global_shuffle` requires that all upstream transformations be compatible with random access.");
    return std::make_unique<InOrder<Permutation>>(Ref<const Dataset>(this), std::move(elements), count,
                                                  Permutation(seeds_, count));
  }

 private:
  const Ref<SeedSource> seeds_;
};

void make_global_shuffle(KernelContext& ctx) {
  Ref<Dataset> input = dataset_input(ctx, 0);
  if (input->cardinality() < 0)
    ctx.fail_code(Code::kFailedPrecondition,
                  "`global_shuffle` requires the input to have a non-empty finite "
                  "dataset.");
  Ref<SeedSource> seeds = given_seed_source(ctx, 3);
  if (!seeds) seeds = seed_source(ctx, 1, 2, ctx.attr<bool>("reshuffle_each_iteration"));
  set_dataset<GlobalShuffle>(ctx, std::move(input), std::move(seeds));
}

DEFINE_DATASET("GlobalShuffleDataset")
    .input("input_dataset: variant")
    .input("seed: int64")
    .input("seed2: int64")
    .input("seed_generator: resource")
    .attr("reshuffle_each_iteration: bool = true")
    .attr("metadata: string = ''")
    .doc("All elements in a random order, each of them found by its number.")
    .kernel(CPU, make_global_shuffle)
    .stateful();

// As they come.
struct Identity {
  int64_t operator()(int64_t position) const { return position; }
  void save(StateWriter&) const {}
  void restore(StateReader&) {}
};

// ---- IndexFlatMapDataset ----

class IndexFlatMap final : public Transformation {
 public:
  IndexFlatMap(Ref<Dataset> input, UserFunction map, UserFunction place, int64_t count)
      : Transformation(std::move(input)), map_(std::move(map)), place_(std::move(place)), count_(count) {}

  int64_t cardinality() const override { return count_; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override;
  std::unique_ptr<ByNumber> by_number(const Context& context) const override {
    auto input = input_->by_number(context);
    const int64_t rows = input_->cardinality();
    if (!input || rows < 0) return nullptr;
    return by_number_with([input = std::move(input), rows, map = map_.in(context), place = place_.in(context)](
                              int64_t number, Element& out) {
      Values at = place({Tensor::scalar<int64_t>(number)});
      GW_CHECK_ARG(at.size() == 2, "The `index_map_fn` must return two values, got ", at.size());
      int64_t places[2];
      for (int i = 0; i < 2; ++i) {
        GW_CHECK_ARG(at[i].dtype() == DType::kInt64 && at[i].shape().is_scalar(),
                     "The `index_map_fn` must return two scalars of int64, got ", at[i].dtype(), " ", at[i].shape());
        places[i] = *Tensor::of(at[i]).data<int64_t>();
      }
      GW_CHECK(places[0] >= 0 && places[0] < rows, Code::kOutOfRange, "Index ", places[0],
               " of the `index_map_fn` is out of range [0, ", rows, ")");
      Element row;
      input->at(places[0], row);
      Values mapped = map(std::move(row));
      for (const Value& value : mapped) {
        const Tensor& tensor = Tensor::of(value);
        GW_CHECK_ARG(tensor.shape().rank() > 0 && places[1] >= 0 && places[1] < tensor.shape()[0],
                     "Invalid offset: ", places[1], " for what the `map_fn` gives, of shape ", tensor.shape());
        const Shape shape = tensor.shape().slice(1, tensor.shape().rank());
        out.push_back(tensor.window(places[1] * shape.num_elements(), shape));
      }
    });
  }

 private:
  const UserFunction map_, place_;
  const int64_t count_;
};

// Goes on until the index map names a row beyond the last one.
class UntilBeyond final : public Iterator {
 public:
  UntilBeyond(Ref<const Dataset> dataset, std::unique_ptr<ByNumber> elements)
      : dataset_(std::move(dataset)), elements_(std::move(elements)) {}
  bool next(Element& out) override {
    const int64_t count = dataset_->cardinality();
    if (ended_ || (count >= 0 && next_ == count)) return false;
    try {
      elements_->at(next_++, out);
    } catch (const Error& error) {
      if (error.code() != Code::kOutOfRange) throw;
      ended_ = true;
      return false;
    }
    return true;
  }
  void save(StateWriter& out) override {
    out.text("UntilBeyond");
    out.number(next_);
    out.number(ended_);
  }
  void restore(StateReader& in) override {
    in.expect("UntilBeyond");
    next_ = in.number_in(0, INT64_MAX);
    ended_ = in.flag();
  }

 private:
  const Ref<const Dataset> dataset_;
  const std::unique_ptr<ByNumber> elements_;
  int64_t next_ = 0;
  bool ended_ = false;
};

// The elements of any data set by their numbers, by going through it once.
std::unique_ptr<ByNumber> collected(const Dataset& dataset, const Context& context, int64_t& count) {
  auto elements = std::make_shared<std::vector<Element>>();
  Input input = dataset.begin(context);
  for (Element element; input.next(element); element.clear()) elements->push_back(element);
  count = static_cast<int64_t>(elements->size());
  return by_number_with([elements](int64_t number, Element& out) { out = (*elements)[static_cast<size_t>(number)]; });
}

std::unique_ptr<Iterator> IndexFlatMap::iterator(const Context& context) const {
  auto elements = by_number(context);
  if (!elements) {
    int64_t rows = 0;
    auto input = collected(*input_, context, rows);
    // The same over what was collected.
    class Collected final : public Dataset {
     public:
      Collected(std::unique_ptr<ByNumber> input, int64_t rows) : input_(std::move(input)), rows_(rows) {}
      int64_t cardinality() const override { return rows_; }
      std::unique_ptr<Iterator> iterator(const Context&) const override { return nullptr; }
      std::unique_ptr<ByNumber> by_number(const Context&) const override {
        return by_number_with(
            [self = Ref<const Collected>(this)](int64_t number, Element& out) { self->input_->at(number, out); });
      }

     private:
      const std::unique_ptr<ByNumber> input_;
      const int64_t rows_;
    };
    Ref<IndexFlatMap> over = make_ref<IndexFlatMap>(make_ref<Collected>(std::move(input), rows), map_, place_, count_);
    return std::make_unique<UntilBeyond>(over, over->by_number(context));
  }
  return std::make_unique<UntilBeyond>(Ref<const Dataset>(this), std::move(elements));
}

void make_index_flat_map(KernelContext& ctx) {
  const int64_t count = int_input(ctx, range_of(ctx, "output_cardinality").begin, "output_cardinality");
  set_dataset<IndexFlatMap>(ctx, dataset_input(ctx, 0), function_input(ctx, "map_func", "map_func_other_args"),
                            function_input(ctx, "index_map_func", "index_map_func_other_args"), count);
}

DEFINE_DATASET("IndexFlatMapDataset")
    .input("input_dataset: variant")
    .input("map_func_other_args: Tmap_func_args")
    .input("index_map_func_other_args: Tindex_map_func_args")
    .input("output_cardinality: int64")
    .attr("map_func: func")
    .attr("index_map_func: func")
    .attr("Tmap_func_args: list(type) >= 0")
    .attr("Tindex_map_func_args: list(type) >= 0")
    .attr("metadata: string = ''")
    .doc("Rows of what a function gives for each element; another function tells which row of which element is next.")
    .kernel(CPU, make_index_flat_map);

// ---- WeightedFlatMapDataset ----

class WeightedFlatMap final : public Dataset {
 public:
  // `counts`: how many elements of each input there are.
  WeightedFlatMap(std::vector<Ref<Dataset>> inputs, std::vector<int64_t> counts)
      : inputs_(std::move(inputs)), counts_(std::move(counts)) {}

  int64_t cardinality() const override {
    int64_t total = 0;
    for (int64_t count : counts_) total += count;
    return total;
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    auto elements = by_number(context);
    GW_CHECK(elements, Code::kFailedPrecondition, "`weighted_flat_map` requires inputs whose elements have numbers.");
    return std::make_unique<InOrder<Identity>>(Ref<const Dataset>(this), std::move(elements), cardinality(),
                                               Identity());
  }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override {
    std::vector<std::unique_ptr<ByNumber>> inputs;
    for (const auto& input : inputs_) {
      inputs.push_back(input->by_number(context));
      if (!inputs.back()) return nullptr;
    }
    return by_number_with([inputs = std::move(inputs), counts = counts_](int64_t number, Element& out) {
      size_t i = 0;
      for (; number >= counts[i]; ++i) number -= counts[i];
      inputs[i]->at(number, out);
    });
  }

 private:
  const std::vector<Ref<Dataset>> inputs_;
  const std::vector<int64_t> counts_;
};

void make_weighted(KernelContext& ctx) {
  const ArgRange data = range_of(ctx, "input_datasets"), given = range_of(ctx, "weights");
  if (data.size != given.size)
    ctx.fail("there are ", data.size, " data sets and ", given.size, " weights, where each has one");
  std::vector<Ref<Dataset>> inputs;
  double sum = 0;
  for (int i = 0; i < data.size; ++i) {
    inputs.push_back(dataset_input(ctx, data.begin + i));
    if (inputs.back()->cardinality() < 0) ctx.fail("data set ", i, " must have a known number of elements");
    const Tensor& weight = ctx.input(given.begin + i);
    if (!weight.shape().is_scalar()) ctx.fail("weights must be scalars, got shape ", weight.shape());
    const double value = *weight.data<double>();
    if (!(value > 0) || !std::isfinite(value)) ctx.fail("weights must be positive numbers, got ", value);
    sum += value;
  }
  // As many as the input allows of which there are the fewest for its weight.
  const auto share = [&](int i) { return *ctx.input(given.begin + i).data<double>() / sum; };
  double total = std::numeric_limits<double>::infinity();
  for (int i = 0; i < data.size; ++i) total = std::min(total, static_cast<double>(inputs[i]->cardinality()) / share(i));
  std::vector<int64_t> counts;
  for (int i = 0; i < data.size; ++i)
    counts.push_back(std::min(inputs[i]->cardinality(), static_cast<int64_t>(total * share(i))));
  set_dataset<WeightedFlatMap>(ctx, std::move(inputs), std::move(counts));
}

DEFINE_DATASET("WeightedFlatMapDataset")
    .input("input_datasets: N * variant")
    .input("weights: M * double")
    .attr("N: int >= 2")
    .attr("M: int >= 2")
    .attr("metadata: string = ''")
    .doc("The first elements of each input, as many of each as its weight says.")
    .kernel(CPU, make_weighted);

}  // namespace
}  // namespace graphwright::data
