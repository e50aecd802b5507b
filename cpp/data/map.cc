// Data sets that compute new elements: map (one after the other, or several at a time) and scan.
#include <algorithm>

#include "data/at_element.h"
#include "data/ordered_results.h"
#include "op/build.h"
#include "op/older_op.h"
#include "op/xla_facts.h"

namespace graphwright::data {
namespace {

// Replaces an element, the one at `position`, by what the function gives for it. A function that says OutOfRange ends
// the sequence (false) unless the number of elements was promised.
bool apply(const UserFunction& function, bool preserve_cardinality, int64_t position, Element& element) {
  try {
    element = at_element(position, [&] { return function(std::move(element)); });
    return true;
  } catch (const Error& error) {
    if (code_of(error) != Code::kOutOfRange) throw;
    if (!preserve_cardinality) return false;
    throw Error(Code::kInvalidArgument,
                str_cat("Function invocation produced OutOfRangeError: ", plain(error).message(), place_of(position)),
                error.op());
  }
}

// ---- MapDataset ----

// The same for elements by their numbers.
std::unique_ptr<ByNumber> applied_by_number(std::unique_ptr<ByNumber> input, UserFunction function) {
  if (!input) return nullptr;
  return by_number_with([input = std::move(input), function = std::move(function)](int64_t number, Element& out) {
    input->at(number, out);
    apply(function, true, number, out);
  });
}

class Map final : public Transformation {
 public:
  Map(Ref<Dataset> input, UserFunction function, bool preserve_cardinality)
      : Transformation(std::move(input)), function_(std::move(function)), preserve_cardinality_(preserve_cardinality) {}

  int64_t cardinality() const override {
    int64_t n = input_->cardinality();
    return preserve_cardinality_ || n == kInfinite ? n : kUnknownCardinality;
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Mapping>(this, context);
  }
  const Dataset* unchanged() const override { return function_.is_identity() ? input_.get() : nullptr; }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override {
    return applied_by_number(input_->by_number(context), function_.in(context));
  }

 private:
  class Mapping final : public TransformationIterator<Map> {
   public:
    Mapping(const Map* dataset, const Context& context)
        : TransformationIterator(dataset, context), function_(dataset->function_.in(context)) {}
    bool next(Element& out) override {
      int64_t position = position_++;
      return input_.next(out) && apply(function_, dataset_->preserve_cardinality_, position, out);
    }
    bool pass(Element& out) override {
      ++position_;
      return dataset_->function_.is_identity() ? input_.pass(out) : input_.next(out);
    }
    void save(StateWriter& out) override {
      out.text("Map");
      out.number(position_);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Map");
      position_ = in.number();
      input_.restore(in);
    }

   private:
    const UserFunction function_;
    int64_t position_ = 0;
  };

  const UserFunction function_;
  const bool preserve_cardinality_;
};

void make_map(KernelContext& ctx) {
  set_dataset<Map>(ctx, dataset_input(ctx, 0), function_input(ctx, "f", "other_arguments"),
                   ctx.attr<bool>("preserve_cardinality"));
}

DEFINE_DATASET("MapDataset")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .attr("f: func")
    .attr("Targuments: list(type) >= 0")
    .attr("use_inter_op_parallelism: bool = true")
    .attr("preserve_cardinality: bool = false")
    .attr("force_synchronous: bool = false")
    .attr("metadata: string = ''")
    .doc("What a function gives for each element.")
    .kernel(CPU, make_map);

// ---- ParallelMapDatasetV2 ----

class ParallelMap final : public Transformation {
 public:
  ParallelMap(Ref<Dataset> input, UserFunction function, bool preserve_cardinality, int64_t parallelism,
              Determinism determinism)
      : Transformation(std::move(input)),
        function_(std::move(function)),
        preserve_cardinality_(preserve_cardinality),
        parallelism_(parallelism),
        determinism_(determinism) {}

  int64_t cardinality() const override {
    int64_t n = input_->cardinality();
    return preserve_cardinality_ || n == kInfinite ? n : kUnknownCardinality;
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    Ref<const ParallelMap> self(this);
    auto input = std::make_shared<Input>();
    Ref<Cancellation> cancellation = make_ref<Cancellation>(context.cancellation);
    *input = input_->begin(context.with(cancellation));
    size_t threads = workers_for(parallelism_, context);
    return std::make_unique<OrderedResults>(
        context.with(cancellation), threads, 2 * threads + 2, keeps_order(determinism_, context), std::move(input),
        [self, function = function_.in(context)](Element& element, int64_t position) {
          return apply(function, self->preserve_cardinality_, position, element);
        });
  }
  const Dataset* unchanged() const override { return function_.is_identity() ? input_.get() : nullptr; }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override {
    return applied_by_number(input_->by_number(context), function_.in(context));
  }

 private:
  const UserFunction function_;
  const bool preserve_cardinality_;
  const int64_t parallelism_;
  const Determinism determinism_;
};

void make_parallel_map(KernelContext& ctx) {
  ArgRange at = range_of(ctx, "num_parallel_calls");
  int64_t parallelism = int_input(ctx, at.begin, "num_parallel_calls");
  if (parallelism <= 0 && parallelism != kAutotune) ctx.fail("num_parallel_calls must be greater than zero.");
  set_dataset<ParallelMap>(ctx, dataset_input(ctx, 0), function_input(ctx, "f", "other_arguments"),
                           ctx.attr<bool>("preserve_cardinality"), parallelism,
                           ctx.op().attr("sloppy") ? sloppiness_of(ctx) : determinism_of(ctx));
}

DEFINE_DATASET("ParallelMapDatasetV2")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .input("num_parallel_calls: int64")
    .attr("f: func")
    .attr("Targuments: list(type) >= 0")
    .attr("use_inter_op_parallelism: bool = true")
    .attr("deterministic: string = 'default'")
    .attr("preserve_cardinality: bool = false")
    .attr("use_unbounded_threadpool: bool = false")
    .attr("metadata: string = ''")
    .doc("What a function gives for each element, computed for several elements at a time.")
    .kernel(CPU, make_parallel_map);

DEFINE_DATASET("ParallelMapDataset")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .input("num_parallel_calls: int32")
    .attr("f: func")
    .attr("Targuments: list(type) >= 0")
    .attr("use_inter_op_parallelism: bool = true")
    .attr("sloppy: bool = false")
    .attr("preserve_cardinality: bool = false")
    .attr("metadata: string = ''")
    .doc("What a function gives for each element, computed for several elements at a time.")
    .kernel(CPU, make_parallel_map);

// ---- MapAndBatchDataset ----

void make_map_and_batch(KernelContext& ctx) {
  InterpreterScope eagerly(&eager_interpreter());
  const int given = range_of(ctx, "batch_size").begin;  // the inputs before it are those of the function
  const int64_t parallelism = int_input(ctx, given + 1, "num_parallel_calls");
  if (parallelism <= 0 && parallelism != kAutotune) ctx.fail("num_parallel_calls must be greater than zero.");
  Values mapped(ctx.inputs().begin(), ctx.inputs().begin() + given);
  mapped.push_back(ctx.inputs()[given + 1]);
  const auto types = ctx.attr<std::vector<DType>>("output_types");
  auto shapes = ctx.attr<std::vector<Shape>>("output_shapes");
  Attrs batched{{"output_types", types}, {"output_shapes", shapes}};
  for (Shape& shape : shapes)
    if (shape.has_rank() && shape.rank() > 0) shape = shape.slice(1, shape.rank());
  Attrs attrs{{"output_types", types},
              {"output_shapes", shapes},
              {"f", ctx.attr<Ref<FunctionRef>>("f")},
              {"Targuments", ctx.attr<std::vector<DType>>("Targuments")},
              {"preserve_cardinality", ctx.attr<bool>("preserve_cardinality")}};
  Value rows = op<"ParallelMapDatasetV2">(mapped, attrs);
  ctx.set_output(0, Tensor(op<"BatchDatasetV2">({rows, ctx.inputs()[given], ctx.inputs()[given + 2]}, batched)));
}

DEFINE_DATASET("MapAndBatchDataset")
    .input("input_dataset: variant")
    .input("other_arguments: Targuments")
    .input("batch_size: int64")
    .input("num_parallel_calls: int64")
    .input("drop_remainder: bool")
    .attr("f: func")
    .attr("Targuments: list(type) >= 0")
    .attr("preserve_cardinality: bool = false")
    .attr("metadata: string = ''")
    .doc("What a function gives for each element, so many of them at a time.")
    .kernel(CPU, make_map_and_batch);

DEFINE_OLDER_OP("ExperimentalMapAndBatchDataset", "MapAndBatchDataset", "metadata");

// ---- ScanDataset: a function of the state and the element gives the next state and an element ----

class Scan final : public Transformation {
 public:
  Scan(Ref<Dataset> input, Values initial, UserFunction function, size_t components, bool preserve_cardinality)
      : Transformation(std::move(input)),
        initial_(std::move(initial)),
        function_(std::move(function)),
        components_(components),
        preserve_cardinality_(preserve_cardinality) {}

  int64_t cardinality() const override {
    int64_t n = input_->cardinality();
    return preserve_cardinality_ || n == kInfinite ? n : kUnknownCardinality;
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Scanning>(this, context);
  }

 private:
  class Scanning final : public TransformationIterator<Scan> {
   public:
    Scanning(const Scan* dataset, const Context& context)
        : TransformationIterator(dataset, context),
          function_(dataset->function_.in(context)),
          state_(dataset->initial_) {}
    bool next(Element& out) override {
      int64_t position = position_++;
      if (!input_.next(out)) return false;
      Values args = state_;
      for (Value& value : out) args.push_back(std::move(value));
      Values results = std::move(args);
      if (!apply(function_, dataset_->preserve_cardinality_, position, results)) return false;
      size_t states = state_.size();
      GW_CHECK_ARG(results.size() == states + dataset_->components_, "a scan function gave ", results.size(),
                   " tensors, expected ", states, " of state and ", dataset_->components_, " of the element");
      for (size_t i = 0; i < states; ++i) {
        GW_CHECK_ARG(results[i].dtype() == state_[i].dtype(), "Got wrong type for scan_func return value ", i,
                     " (expected ", state_[i].dtype(), ", got ", results[i].dtype(), ").");
        state_[i] = std::move(results[i]);
      }
      out.clear();
      for (size_t i = states; i < results.size(); ++i) out.push_back(std::move(results[i]));
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Scan");
      out.number(position_);
      out.element(state_);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Scan");
      position_ = in.number();
      state_ = in.element();
      input_.restore(in);
    }

   private:
    const UserFunction function_;
    Values state_;
    int64_t position_ = 0;
  };

  const Values initial_;
  const UserFunction function_;
  const size_t components_;
  const bool preserve_cardinality_;
};

void make_scan(KernelContext& ctx) {
  ArgRange state = range_of(ctx, "initial_state");
  Values initial(ctx.inputs().begin() + state.begin, ctx.inputs().begin() + state.begin + state.size);
  set_dataset<Scan>(ctx, dataset_input(ctx, 0), std::move(initial), function_input(ctx, "f", "other_arguments"),
                    ctx.attrs().get<std::vector<DType>>("output_types").size(), ctx.attr<bool>("preserve_cardinality"));
}

DEFINE_DATASET("ScanDataset")
    .input("input_dataset: variant")
    .input("initial_state: Tstate")
    .input("other_arguments: Targuments")
    .attr("f: func")
    .attr("Tstate: list(type) >= 1")
    .attr("Targuments: list(type) >= 0")
    .attr("preserve_cardinality: bool = false")
    .attr("use_default_device: bool = true")
    .attr("metadata: string = ''")
    .doc("The elements that a function gives beside the state that it hands on.")
    .kernel(CPU, make_scan);

DEFINE_OLDER_OP("ExperimentalScanDataset", "ScanDataset", "use_default_device", "metadata");

XLA_FACT(kNotCompiled, "MapDataset", "ParallelMapDatasetV2", "ScanDataset");

}  // namespace
}  // namespace graphwright::data
