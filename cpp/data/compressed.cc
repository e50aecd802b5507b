// Elements as one variant, with their bytes compressed; data sets as variants that hide that they are some.
#include <algorithm>
#include <iterator>

#include "data/dataset.h"
#include "io/snappy.h"
#include "io/tensor_message.h"

namespace graphwright::data {
namespace {

// ---- CompressElement, UncompressElement ----

class CompressedElement final : public VariantObject {
 public:
  explicit CompressedElement(std::vector<std::string> components) : components(std::move(components)) {}
  const char* type_name() const override { return "CompressedElement"; }
  const std::vector<std::string> components;  // messages of tensors
};

void compress(KernelContext& ctx) {
  constexpr size_t kMost = UINT32_MAX;
  std::vector<std::string> components;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const std::string message = tensor_message(ctx.input(i));
    if (message.size() > kMost) ctx.fail("component ", i, " has more than 4 GiB");
    components.push_back(snappy_compress(message));
  }
  ctx.set_output(0, Tensor::handle(DType::kVariant, make_ref<CompressedElement>(std::move(components))));
}

void uncompress(KernelContext& ctx) {
  const Tensor& packed = ctx.input(0);
  const CompressedElement* element = nullptr;
  if (packed.shape().is_scalar()) element = dynamic_cast<const CompressedElement*>(packed.data<Handle>()->get());
  if (!element) ctx.fail("Input does not contain a compressed element. Instead got tensor of shape ", packed.shape());
  const auto types = ctx.attr<std::vector<DType>>("output_types");
  if (types.size() != element->components.size())
    ctx.fail_code(Code::kFailedPrecondition, "Expected ", types.size(), " outputs from uncompress, but got ",
                  element->components.size(), ".");
  for (size_t i = 0; i < types.size(); ++i) {
    Tensor component = read_tensor_message(snappy_decompress(element->components[i]));
    if (component.dtype() != types[i])
      ctx.fail_code(Code::kFailedPrecondition, "Expected a tensor of type ", types[i], " but got a tensor of type ",
                    component.dtype(), ".");
    ctx.set_output(static_cast<int>(i), std::move(component));
  }
}

DEFINE_OP("CompressElement")
    .input("components: input_types")
    .output("compressed: variant")
    .attr("input_types: list(type) >= 1")
    .doc("The tensors of an element, compressed, as one variant.")
    .shape(dataset_shape)
    .kernel(CPU, compress)
    .trait(Trait::kNoFold);

DEFINE_OP("UncompressElement")
    .input("compressed: variant")
    .output("components: output_types")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .doc("The tensors of a compressed element.")
    .shape(element_shapes)
    .kernel(CPU, uncompress)
    .trait(Trait::kNoFold);

// ---- WrapDatasetVariant, UnwrapDatasetVariant ----

class WrappedDataset final : public VariantObject {
 public:
  explicit WrappedDataset(Ref<Dataset> dataset) : dataset(std::move(dataset)) {}
  const char* type_name() const override { return "WrappedDatasetVariant"; }
  const Ref<Dataset> dataset;
};

void wrap(KernelContext& ctx) {
  ctx.set_output(0, Tensor::handle(DType::kVariant, make_ref<WrappedDataset>(dataset_input(ctx, 0))));
}

void unwrap(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  const WrappedDataset* wrapped = nullptr;
  if (input.shape().is_scalar()) wrapped = dynamic_cast<const WrappedDataset*>(input.data<Handle>()->get());
  if (!wrapped) ctx.fail("Tensor must be a WrappedDataset variant object.");
  ctx.set_output(0, Tensor::handle(DType::kVariant, wrapped->dataset));
}

DEFINE_OP("WrapDatasetVariant")
    .input("input_handle: variant")
    .output("output_handle: variant")
    .doc("A data set as a variant that is taken for none.")
    .shape(dataset_shape)
    .kernel(CPU, wrap)
    .trait(Trait::kNoFold);

DEFINE_OP("UnwrapDatasetVariant")
    .input("input_handle: variant")
    .output("output_handle: variant")
    .doc("The data set that was wrapped.")
    .shape(dataset_shape)
    .kernel(CPU, unwrap)
    .trait(Trait::kNoFold);

// ---- ComputeBatchSize ----

// As TensorFlow finds it: what made a data set is followed as long as it leaves batches as they are.
int64_t batch_size_of(const Dataset& dataset) {
  constexpr std::string_view kBatches[] = {"BatchDataset", "BatchDatasetV2", "PaddedBatchDataset",
                                           "PaddedBatchDatasetV2", "MapAndBatchDataset"};
  constexpr std::string_view kKeepBatches[] = {
      "AssertCardinalityDataset", "CacheDataset",      "CacheDatasetV2",    "FilterDataset",
      "FinalizeDataset",          "ModelDataset",      "OptionsDataset",    "OptimizeDataset",
      "PrefetchDataset",          "RepeatDataset",     "ShardDataset",      "ShuffleDataset",
      "ShuffleDatasetV2",         "ShuffleDatasetV3",  "SkipDataset",       "TakeDataset",
      "OptimizeDatasetV2",        "AssertNextDataset", "ConcatenateDataset"};
  const Recipe& recipe = dataset.recipe();
  if (!recipe.op) return -1;
  const auto among = [&](const auto& names) {
    return std::find(std::begin(names), std::end(names), recipe.op->name) != std::end(names);
  };
  if (among(kBatches)) return Tensor::of(recipe.inputs[1]).int_at(0);
  if (!among(kKeepBatches)) return -1;
  const int64_t size = batch_size_of(*dataset_of(recipe.inputs[0]));
  if (recipe.op->name == "ConcatenateDataset" && batch_size_of(*dataset_of(recipe.inputs[1])) != size) return -1;
  return size;
}

void compute_batch_size(KernelContext& ctx) {
  ctx.set_output(0, Tensor::scalar<int64_t>(batch_size_of(*dataset_input(ctx, 0))));
}

DEFINE_OP("ComputeBatchSize")
    .input("input_dataset: variant")
    .output("batch_size: int64")
    .doc("How many rows the batches have that a data set gives, -1 where that is not known.")
    .shape(dataset_shape)
    .kernel(CPU, compute_batch_size)
    .trait(Trait::kNoFold)
    .no_gradient("depends on no number");

}  // namespace
}  // namespace graphwright::data
