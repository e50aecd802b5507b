// Data sets of data sets: windows, and groups of elements with the same key.
#include <deque>
#include <map>

#include "data/at_element.h"
#include "data/dataset.h"
#include "data/elements.h"
#include "io/variant_message.h"
#include "op/older_op.h"
#include "op/xla_facts.h"

namespace graphwright::data {
namespace {

[[maybe_unused]] const bool kCodec = register_variant_codec({"graphwright::Elements",
                                                             [](const RefCounted& object, VariantParts& parts) {
                                                               const auto* dataset =
                                                                   dynamic_cast<const Elements*>(&object);
                                                               if (!dataset) return false;
                                                               StateWriter out;
                                                               out.elements(dataset->elements());
                                                               parts.metadata = out.take();
                                                               return true;
                                                             },
                                                             [](const VariantParts& parts) -> Handle {
                                                               std::vector<Element> elements;
                                                               StateReader in(parts.metadata);
                                                               in.elements(elements);
                                                               in.expect_end();
                                                               return make_ref<Elements>(std::move(elements));
                                                             }});

Value as_tensor(Ref<Dataset> dataset) { return Tensor::handle(DType::kVariant, std::move(dataset)); }

// ---- WindowDataset ----

class Window final : public Transformation {
 public:
  Window(Ref<Dataset> input, int64_t size, int64_t shift, int64_t stride, bool drop_remainder)
      : Transformation(std::move(input)),
        size_(size),
        shift_(shift),
        stride_(stride),
        drop_remainder_(drop_remainder) {}

  int64_t cardinality() const override {
    int64_t n = input_->cardinality();
    if (n < 0) return n;
    if (!drop_remainder_) return n / shift_ + (n % shift_ ? 1 : 0);
    int64_t span = (size_ - 1) * stride_ + 1;
    return n < span ? 0 : (n - span) / shift_ + 1;
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Sliding>(this, context);
  }

 private:
  class Sliding final : public TransformationIterator<Window> {
   public:
    using TransformationIterator::TransformationIterator;
    bool next(Element& out) override {
      const int64_t size = dataset_->size_, shift = dataset_->shift_, stride = dataset_->stride_;
      const int64_t span = (size - 1) * stride + 1;
      while (static_cast<int64_t>(buffer_.size()) < span) {
        Place place;
        try {
          if (!input_.next(place.element)) break;
        } catch (const Error& error) {
          if (is_over(error)) throw;
          place.error = lasting(error);
        }
        buffer_.push_back(std::move(place));
      }
      if (buffer_.empty() || (dataset_->drop_remainder_ && static_cast<int64_t>(buffer_.size()) < span)) return false;
      std::vector<Element> window;
      std::exception_ptr error;
      for (int64_t i = 0; i < span && i < static_cast<int64_t>(buffer_.size()); i += stride) {
        if (!error) error = buffer_[i].error;
        window.push_back(buffer_[i].element);
      }
      int64_t left = shift;
      for (; left > 0 && !buffer_.empty(); --left) buffer_.pop_front();
      for (; left > 0 && pass_over(); --left) {
      }
      if (error) std::rethrow_exception(error);
      // One data set for each component.
      for (size_t i = 0; i < window[0].size(); ++i) {
        std::vector<Element> column;
        for (const Element& element : window) column.push_back({element[i]});
        out.push_back(as_tensor(make_ref<Elements>(std::move(column))));
      }
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Window");
      out.number(static_cast<int64_t>(buffer_.size()));
      for (const Place& place : buffer_) {
        out.element(place.element);
        out.error(place.error);
      }
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Window");
      buffer_.clear();
      for (size_t i = in.count(); i > 0; --i) {
        Place place;
        place.element = in.element();
        place.error = in.error();
        buffer_.push_back(std::move(place));
      }
      input_.restore(in);
    }

   private:
    // An element, or why there is none: all windows that it would be in fail.
    struct Place {
      Element element;
      std::exception_ptr error;
    };
    // Nobody misses an element between windows that fails.
    bool pass_over() {
      try {
        return input_.skip(1) == 1;
      } catch (const Error& error) {
        if (is_over(error)) throw;
        return true;
      }
    }
    std::deque<Place> buffer_;
  };

  const int64_t size_, shift_, stride_;
  const bool drop_remainder_;
};

void make_window(KernelContext& ctx) {
  int64_t size = int_input(ctx, 1, "size"), shift = int_input(ctx, 2, "shift"), stride = int_input(ctx, 3, "stride");
  if (size <= 0) ctx.fail("Window size must be greater than zero.");
  if (shift <= 0) ctx.fail("Window shift must be greater than zero.");
  if (stride <= 0) ctx.fail("Window stride must be greater than zero.");
  if (size > INT64_MAX / 2 / stride) ctx.fail("windows of ", size, " elements with stride ", stride, " are too long");
  set_dataset<Window>(ctx, dataset_input(ctx, 0), size, shift, stride, bool_input(ctx, 4, "drop_remainder"));
}

DEFINE_DATASET("WindowDataset")
    .input("input_dataset: variant")
    .input("size: int64")
    .input("shift: int64")
    .input("stride: int64")
    .input("drop_remainder: bool")
    .attr("metadata: string = ''")
    .doc("Windows that slide over the elements, each as one data set for every component.")
    .kernel(CPU, make_window);

// ---- GroupByWindowDataset ----

struct Grouping {
  UserFunction key, reduce, window_size;
};

class GroupByWindow final : public Transformation {
 public:
  GroupByWindow(Ref<Dataset> input, Grouping how) : Transformation(std::move(input)), how_(std::move(how)) {}

  int64_t cardinality() const override { return input_->cardinality() == kInfinite ? kInfinite : kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Collecting>(this, context);
  }

 private:
  class Collecting final : public TransformationIterator<GroupByWindow> {
   public:
    Collecting(const GroupByWindow* dataset, const Context& context)
        : TransformationIterator(dataset, context),
          context_(context),
          how_{dataset->how_.key.in(context), dataset->how_.reduce.in(context), dataset->how_.window_size.in(context)} {
    }
    bool next(Element& out) override {
      while (true) {
        if (flushed_.next(out)) return true;
        if (!collect()) return false;
      }
    }
    void save(StateWriter& out) override {
      out.text("GroupByWindow");
      out.number(position_);
      out.number(static_cast<int64_t>(groups_.size()));
      for (const auto& [key, group] : groups_) {
        out.number(key);
        out.elements(group);
      }
      out.number(static_cast<int64_t>(window_sizes_.size()));
      for (const auto& [key, size] : window_sizes_) {
        out.number(key);
        out.number(size);
      }
      out.number(static_cast<bool>(flushed_));
      if (flushed_) {
        out.element(flushed_of_);
        flushed_.save(out);
      }
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("GroupByWindow");
      position_ = in.number();
      groups_.clear();
      for (size_t i = in.count(); i > 0; --i) {
        const int64_t key = in.number();
        in.elements(groups_[key]);
      }
      window_sizes_.clear();
      for (size_t i = in.count(); i > 0; --i) {
        const int64_t key = in.number();
        window_sizes_[key] = in.number_in(1, INT64_MAX);
      }
      flushed_.reset();
      if (in.flag()) {
        flushed_of_ = in.element();
        flushed_ = how_.reduce.dataset(flushed_of_)->begin(context_);
        flushed_.restore(in);
      }
      input_.restore(in);
    }

   private:
    // Goes on until a group is full or, after the end, takes the next one that is left.
    bool collect() {
      Element element;
      while (input_.next(element)) {
        const int64_t position = position_++;
        int64_t key = at_element(position, [&] { return how_.key.number(element, "key_func"); });
        auto [size, is_new] = window_sizes_.try_emplace(key, 0);
        if (is_new) {
          try {
            size->second = how_.window_size.number({Tensor::scalar<int64_t>(key)}, "window_size_func");
            GW_CHECK_ARG(size->second > 0, "Window size must be greater than zero, but got ", size->second, ".");
          } catch (const Error&) {
            window_sizes_.erase(size);
            throw;
          }
        }
        std::vector<Element>& group = groups_[key];
        group.push_back(std::move(element));
        if (static_cast<int64_t>(group.size()) == size->second) {
          flush(key, group);  // where that fails, the group stays and takes on more
          groups_.erase(key);
          return true;
        }
      }
      if (groups_.empty()) return false;
      // Those that are left go even where that fails. TensorFlow keeps them, and gives the same error without end.
      auto group = groups_.extract(groups_.begin());
      flush(group.key(), group.mapped());
      return true;
    }

    void flush(int64_t key, std::vector<Element> group) {
      Ref<Dataset> elements = make_ref<Elements>(std::move(group));
      Element args{Tensor::scalar<int64_t>(key), as_tensor(std::move(elements))};
      try {
        flushed_ = how_.reduce.dataset(args)->begin(context_);
      } catch (const Error& met) {
        if (is_over(met)) throw;
        const Error error = plain(met);
        throw Error(Code::kInternal,
                    str_cat("Got error code ", static_cast<int>(error.code()), " and message: {\n", error.message(),
                            "\n} from running user function reduce_func"),
                    error.op());
      }
      flushed_of_ = std::move(args);
    }

    const Context context_;
    const Grouping how_;
    std::map<int64_t, std::vector<Element>> groups_;
    std::map<int64_t, int64_t> window_sizes_;
    int64_t position_ = 0;
    Input flushed_;
    Element flushed_of_;  // what the function was given that made it
  };

  const Grouping how_;
};

void make_group_by_window(KernelContext& ctx) {
  set_dataset<GroupByWindow>(ctx, dataset_input(ctx, 0),
                             Grouping{function_input(ctx, "key_func", "key_func_other_arguments"),
                                      function_input(ctx, "reduce_func", "reduce_func_other_arguments"),
                                      function_input(ctx, "window_size_func", "window_size_func_other_arguments")});
}

DEFINE_DATASET("GroupByWindowDataset")
    .input("input_dataset: variant")
    .input("key_func_other_arguments: Tkey_func_other_arguments")
    .input("reduce_func_other_arguments: Treduce_func_other_arguments")
    .input("window_size_func_other_arguments: Twindow_size_func_other_arguments")
    .attr("key_func: func")
    .attr("reduce_func: func")
    .attr("window_size_func: func")
    .attr("Tkey_func_other_arguments: list(type) >= 0")
    .attr("Treduce_func_other_arguments: list(type) >= 0")
    .attr("Twindow_size_func_other_arguments: list(type) >= 0")
    .attr("metadata: string = ''")
    .doc("What a function gives for each group of so many elements with the same key.")
    .kernel(CPU, make_group_by_window);

DEFINE_OLDER_OP("ExperimentalGroupByWindowDataset", "GroupByWindowDataset", "metadata");

// ---- GroupByReducerDataset: what a state becomes with all elements of one key ----

struct Reducing {
  UserFunction key, init, reduce, finalize;
};

class GroupByReducer final : public Transformation {
 public:
  GroupByReducer(Ref<Dataset> input, Reducing how) : Transformation(std::move(input)), how_(std::move(how)) {}

  int64_t cardinality() const override { return kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Going>(this, context);
  }

 private:
  class Going final : public TransformationIterator<GroupByReducer> {
   public:
    Going(const GroupByReducer* dataset, const Context& context)
        : TransformationIterator(dataset, context),
          how_{dataset->how_.key.in(context), dataset->how_.init.in(context), dataset->how_.reduce.in(context),
               dataset->how_.finalize.in(context)} {}
    bool next(Element& out) override {
      Element element;
      while (input_.next(element)) {
        const int64_t position = position_++;
        at_element(position, [&] { add(element); });
      }
      if (states_.empty()) return false;
      auto first = states_.extract(states_.begin());
      out = how_.finalize(std::move(first.mapped()));
      return true;
    }
    void save(StateWriter& out) override {
      out.text("GroupByReducer");
      out.number(position_);
      out.number(static_cast<int64_t>(states_.size()));
      for (const auto& [key, state] : states_) {
        out.number(key);
        out.element(state);
      }
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("GroupByReducer");
      position_ = in.number();
      states_.clear();
      for (size_t i = in.count(); i > 0; --i) {
        const int64_t key = in.number();
        states_[key] = in.element();
      }
      input_.restore(in);
    }

   private:
    void add(const Element& element) {
      const int64_t key = how_.key.number(element, "key_func");
      auto [at, is_new] = states_.try_emplace(key);
      if (is_new) {
        try {
          at->second = how_.init({Tensor::scalar<int64_t>(key)});
        } catch (const Error&) {
          states_.erase(at);
          throw;
        }
      }
      Values args = at->second;
      args.append(element);
      Values state = how_.reduce(std::move(args));
      GW_CHECK_ARG(state.size() == at->second.size(), "the reduce_func gave ", state.size(), " tensors for a state of ",
                   at->second.size());
      for (size_t i = 0; i < state.size(); ++i)
        GW_CHECK_ARG(state[i].dtype() == at->second[i].dtype(), "Got wrong type for reduce_func return value ", i,
                     " (expected ", at->second[i].dtype(), ", got ", state[i].dtype(), ").");
      at->second = std::move(state);
    }

    const Reducing how_;
    std::map<int64_t, Values> states_;
    int64_t position_ = 0;
  };

  const Reducing how_;
};

void make_group_by_reducer(KernelContext& ctx) {
  set_dataset<GroupByReducer>(ctx, dataset_input(ctx, 0),
                              Reducing{function_input(ctx, "key_func", "key_func_other_arguments"),
                                       function_input(ctx, "init_func", "init_func_other_arguments"),
                                       function_input(ctx, "reduce_func", "reduce_func_other_arguments"),
                                       function_input(ctx, "finalize_func", "finalize_func_other_arguments")});
}

DEFINE_DATASET("GroupByReducerDataset")
    .input("input_dataset: variant")
    .input("key_func_other_arguments: Tkey_func_other_arguments")
    .input("init_func_other_arguments: Tinit_func_other_arguments")
    .input("reduce_func_other_arguments: Treduce_func_other_arguments")
    .input("finalize_func_other_arguments: Tfinalize_func_other_arguments")
    .attr("key_func: func")
    .attr("init_func: func")
    .attr("reduce_func: func")
    .attr("finalize_func: func")
    .attr("Tkey_func_other_arguments: list(type) >= 0")
    .attr("Tinit_func_other_arguments: list(type) >= 0")
    .attr("Treduce_func_other_arguments: list(type) >= 0")
    .attr("Tfinalize_func_other_arguments: list(type) >= 0")
    .doc("What functions make of all elements with the same key, in the order of the keys.")
    .kernel(CPU, make_group_by_reducer)
    .stateful();

DEFINE_OLDER_OP("ExperimentalGroupByReducerDataset", "GroupByReducerDataset");

XLA_FACT(kNotCompiled, "GroupByWindowDataset", "WindowDataset");

}  // namespace
}  // namespace graphwright::data
