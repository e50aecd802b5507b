// ParseExampleDataset: the features of each batch of Example messages as the components of an element.
#include <algorithm>

#include "data/at_element.h"
#include "data/ordered_results.h"
#include "op/build.h"
#include "op/older_op.h"
#include "ops/variant/packed_tensor.h"

namespace graphwright::data {
namespace {

// What is to be read of an example.
struct Features {
  std::vector<std::string> sparse_keys, dense_keys, ragged_keys;
  Attrs attrs;             // of ParseExampleV2
  Element defaults;        // of dense features
  std::vector<int> order;  // the component that each feature becomes: sparse, dense, ragged ones
};

Tensor texts(const std::vector<std::string>& words) { return Tensor::from(std::span<const std::string>(words)); }

Element parsed(const Features& features, const Element& element) {
  GW_CHECK_ARG(element.size() == 1 && element[0].dtype() == DType::kString,
               "ParseExampleDataset takes elements of one component, a string or a vector of them");
  Tensor batch = Tensor::of(element[0]);
  GW_CHECK_ARG(batch.shape().rank() <= 1, "examples must be a scalar or a vector, got shape ", batch.shape());
  if (batch.shape().is_scalar()) batch = batch.reshaped(Shape{1});
  Values inputs{batch, Tensor::allocate(DType::kString, Shape{0}), texts(features.sparse_keys),
                texts(features.dense_keys), texts(features.ragged_keys)};
  inputs.append(features.defaults);
  Values found = ops<"ParseExampleV2">(inputs, features.attrs);
  const size_t ns = features.sparse_keys.size(), nd = features.dense_keys.size(), nr = features.ragged_keys.size();
  Element out;
  out.resize(ns + nd + nr);
  size_t feature = 0;
  for (size_t i = 0; i < ns; ++i) {
    Tensor packed = Tensor::allocate(DType::kVariant, Shape{3});
    for (size_t part = 0; part < 3; ++part)
      packed.data<Handle>()[part] = packed_tensor(Tensor(std::move(found[part * ns + i])));
    out[static_cast<size_t>(features.order[feature++])] = std::move(packed);
  }
  for (size_t i = 0; i < nd; ++i) out[static_cast<size_t>(features.order[feature++])] = std::move(found[3 * ns + i]);
  for (size_t i = 0; i < nr; ++i) {
    const Value &values = found[3 * ns + nd + i], &splits = found[3 * ns + nd + nr + i];
    out[static_cast<size_t>(features.order[feature++])] =
        op<"RaggedTensorToVariant">({splits, values}, {{"batched_input", false}});
  }
  return out;
}

class ParseExample final : public Transformation {
 public:
  ParseExample(Ref<Dataset> input, Features features, int64_t parallelism, Determinism determinism)
      : Transformation(std::move(input)),
        features_(std::move(features)),
        parallelism_(parallelism),
        determinism_(determinism) {}

  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    Ref<const ParseExample> self(this);
    Ref<Cancellation> cancellation = make_ref<Cancellation>(context.cancellation);
    auto input = std::make_shared<Input>(input_->begin(context.with(cancellation)));
    const size_t threads = workers_for(parallelism_, context);
    return std::make_unique<OrderedResults>(
        context.with(cancellation), threads, 2 * threads + 2, keeps_order(determinism_, context), std::move(input),
        [self](Element& element, int64_t position) {
          InterpreterScope eagerly(&eager_interpreter());
          element = at_element(position, [&] { return parsed(self->features_, element); });
          return true;
        });
  }

 private:
  const Features features_;
  const int64_t parallelism_;
  const Determinism determinism_;
};

void make_parse_example(KernelContext& ctx) {
  const int64_t parallelism = int_input(ctx, 1, "num_parallel_calls");
  if (parallelism <= 0 && parallelism != kAutotune) ctx.fail("num_parallel_calls must be greater than zero.");
  const bool has_ragged = ctx.op().attr("ragged_keys") != nullptr;
  Features features;
  features.sparse_keys = ctx.attr<std::vector<std::string>>("sparse_keys");
  features.dense_keys = ctx.attr<std::vector<std::string>>("dense_keys");
  std::vector<DType> ragged_types, split_types;
  if (has_ragged) {
    features.ragged_keys = ctx.attr<std::vector<std::string>>("ragged_keys");
    ragged_types = ctx.attr<std::vector<DType>>("ragged_value_types");
    split_types = ctx.attr<std::vector<DType>>("ragged_split_types");
  }
  const auto sparse_types = ctx.attr<std::vector<DType>>("sparse_types");
  const auto dense_types = ctx.attr<std::vector<DType>>("Tdense");
  const auto dense_shapes = ctx.attr<std::vector<Shape>>("dense_shapes");
  const auto same = [&](size_t a, size_t b, const char* what) {
    if (a != b) ctx.fail("Expected as many ", what, ", got ", a, " and ", b);
  };
  same(features.sparse_keys.size(), sparse_types.size(), "sparse_keys as sparse_types");
  same(features.dense_keys.size(), dense_types.size(), "dense_keys as Tdense");
  same(dense_shapes.size(), dense_types.size(), "dense_shapes as Tdense");
  same(features.ragged_keys.size(), ragged_types.size(), "ragged_keys as ragged_value_types");
  same(features.ragged_keys.size(), split_types.size(), "ragged_keys as ragged_split_types");
  const ArgRange defaults = range_of(ctx, "dense_defaults");
  for (int i = 0; i < defaults.size; ++i) features.defaults.push_back(ctx.inputs()[defaults.begin + i]);
  same(features.defaults.size(), dense_types.size(), "dense_defaults as Tdense");
  features.attrs = Attrs{{"Tdense", dense_types},
                         {"num_sparse", static_cast<int64_t>(sparse_types.size())},
                         {"sparse_types", sparse_types},
                         {"ragged_value_types", ragged_types},
                         {"ragged_split_types", split_types},
                         {"dense_shapes", dense_shapes}};
  // Components are sorted by the features' keys.
  std::vector<std::string> keys = features.sparse_keys;
  keys.insert(keys.end(), features.dense_keys.begin(), features.dense_keys.end());
  keys.insert(keys.end(), features.ragged_keys.begin(), features.ragged_keys.end());
  std::vector<size_t> sorted(keys.size());
  for (size_t i = 0; i < sorted.size(); ++i) sorted[i] = i;
  std::stable_sort(sorted.begin(), sorted.end(), [&](size_t a, size_t b) { return keys[a] < keys[b]; });
  features.order.resize(keys.size());
  for (size_t i = 0; i < sorted.size(); ++i) features.order[sorted[i]] = static_cast<int>(i);
  same(keys.size(), ctx.attr<std::vector<DType>>("output_types").size(), "features as output_types");
  set_dataset<ParseExample>(ctx, dataset_input(ctx, 0), std::move(features), parallelism,
                            ctx.op().attr("sloppy") ? sloppiness_of(ctx) : determinism_of(ctx));
}

DEFINE_OP("ParseExampleDataset")
    .input("input_dataset: variant")
    .input("num_parallel_calls: int64")
    .input("dense_defaults: Tdense")
    .output("handle: variant")
    .attr("sparse_keys: list(string) >= 0")
    .attr("dense_keys: list(string) >= 0")
    .attr("sparse_types: list({float, int64, string}) >= 0")
    .attr("Tdense: list({float, int64, string}) >= 0")
    .attr("dense_shapes: list(shape) >= 0")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .attr("sloppy: bool = false")
    .attr("ragged_keys: list(string) >= 0 = []")
    .attr("ragged_value_types: list({float, int64, string}) >= 0 = []")
    .attr("ragged_split_types: list({int32, int64}) >= 0 = []")
    .doc("The features of batches of Example messages, sorted by their keys.")
    .shape(dataset_shape)
    .kernel(CPU, make_parse_example)
    .trait(Trait::kNoFold);

DEFINE_OLDER_OP("ExperimentalParseExampleDataset", "ParseExampleDataset", "ragged_keys", "ragged_value_types",
                "ragged_split_types");

DEFINE_OP("ParseExampleDatasetV2")
    .input("input_dataset: variant")
    .input("num_parallel_calls: int64")
    .input("dense_defaults: Tdense")
    .output("handle: variant")
    .attr("sparse_keys: list(string) >= 0")
    .attr("dense_keys: list(string) >= 0")
    .attr("sparse_types: list({float, int64, string}) >= 0")
    .attr("Tdense: list({float, int64, string}) >= 0")
    .attr("dense_shapes: list(shape) >= 0")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .attr("deterministic: string = 'default'")
    .attr("ragged_keys: list(string) >= 0 = []")
    .attr("ragged_value_types: list({float, int64, string}) >= 0 = []")
    .attr("ragged_split_types: list({int32, int64}) >= 0 = []")
    .doc("The features of batches of Example messages, sorted by their keys.")
    .shape(dataset_shape)
    .kernel(CPU, make_parse_example)
    .trait(Trait::kNoFold);

}  // namespace
}  // namespace graphwright::data
