// Facts of a data set that follow from its op: options, state that is kept elsewhere, a fingerprint.
#include <cstring>
#include <map>

#include "base/hash.h"
#include "data/dataset.h"
#include "graph/functions_of.h"
#include "io/crc32c.h"
#include "io/fields.h"

namespace graphwright::data {
namespace {

// ---- state that is kept elsewhere ----

bool makes_data_sets(const OpDef& op) { return op.name.find("Dataset") != std::string::npos; }

// Ops that count as acting, but keep nothing that a later run could miss.
bool keeps_nothing(const OpDef& op) {
  return op.name == "Assert" || op.name == "CheckNumerics" || op.name == "PrintV2" || op.name == "Print" ||
         op.name == "DummySeedGenerator" || op.name == "DummyMemoryCache";
}

std::string state_in(const FuncGraph& graph) {
  for (const auto& node : graph.nodes()) {
    const std::vector<FuncGraph*> called = functions_of(*node);
    for (const FuncGraph* function : called)
      if (std::string found = state_in(*function); !found.empty()) return found;
    if (node->op->has(Trait::kStateful) && called.empty() && !makes_data_sets(*node->op) && !keeps_nothing(*node->op))
      return node->op->name;
  }
  return {};
}

// ---- fingerprints ----

// Sums that do not depend on the process, unlike std::hash.
uint64_t sum_of(std::string_view bytes) {
  const uint64_t low = crc32c(0, bytes.data(), bytes.size());
  return hash_mix(low, crc32c(0x9e3779b9u, bytes.data(), bytes.size()) + (uint64_t{bytes.size()} << 32));
}

uint64_t sum_of(const Tensor& tensor) {
  uint64_t sum = hash_mix(static_cast<uint64_t>(tensor.dtype()), sum_of(str_cat(tensor.shape())));
  if (tensor.dtype() == DType::kString) {
    for (const std::string& text : tensor.flat<std::string>()) sum = hash_mix(sum, sum_of(text));
  } else if (is_plain(tensor.dtype())) {
    sum = hash_mix(sum, sum_of({static_cast<const char*>(tensor.raw()), tensor.bytes()}));
  }
  return sum;
}

class Fingerprint {
 public:
  uint64_t of(const Dataset& dataset) {
    const Recipe& recipe = dataset.recipe();
    if (!recipe.op) return sum_of(dataset.type_name());
    uint64_t sum = hash_mix(sum_of(recipe.op->name), of(recipe.attrs));
    for (const Value& input : recipe.inputs) {
      const Dataset* made_of = dataset_in(input);
      sum = hash_mix(sum, made_of ? of(*made_of) : input.is_tensor() ? sum_of(Tensor::of(input)) : 0);
    }
    return sum;
  }

 private:
  uint64_t of(const Attrs& attrs) {
    uint64_t sum = 1;
    for (const auto& [name, value] : attrs.entries()) {
      if (name == "metadata" || name[0] == '_') continue;
      uint64_t own = 2;
      if (const auto* function = std::get_if<Ref<FunctionRef>>(&value)) {
        own = of(function->get());
      } else if (const auto* many = std::get_if<std::vector<Ref<FunctionRef>>>(&value)) {
        for (const Ref<FunctionRef>& function : *many) own = hash_mix(own, of(function.get()));
      } else if (const auto* tensor = std::get_if<Tensor>(&value)) {
        own = sum_of(*tensor);
      } else {
        own = sum_of(attr_str(value));
      }
      sum += hash_mix(sum_of(name), own);  // in whatever order they were set
    }
    return sum;
  }

  // Names differ from trace to trace: what counts is which op gets what.
  uint64_t of(const FunctionRef* function) {
    const FuncGraph* graph = function ? function->graph() : nullptr;
    if (!graph) return 3;
    auto [known, is_new] = graphs_.try_emplace(graph, 4);
    if (!is_new) return known->second;
    uint64_t sum = 5;
    for (const auto& node : graph->nodes()) {
      sum = hash_mix(hash_mix(sum, sum_of(node->op->name)), of(node->attrs));
      for (const Endpoint* input : node->inputs) sum = hash_mix(sum, place_of(*input));
    }
    for (const Endpoint* output : graph->outputs) sum = hash_mix(sum, place_of(*output));
    return graphs_[graph] = sum;
  }
  static uint64_t place_of(const Endpoint& endpoint) {
    return (static_cast<uint64_t>(endpoint.node->id) << 16) + static_cast<uint64_t>(endpoint.index);
  }

  std::map<const FuncGraph*, uint64_t> graphs_;
};

// ---- options: the message that users' options travel in ----

// Fields of the message `Options`, and of `ThreadingOptions` in it.
void apply_options(std::string_view message, RunOptions& options) {
  Fields fields(message);
  while (fields.next()) {
    switch (fields.number()) {
      case 1:
        options.ordered = fields.value() != 0;
        break;
      case 5:
        for (Fields threading(fields.bytes()); threading.next();) {
          if (threading.number() == 1) options.most_op_threads = static_cast<int64_t>(threading.value());
          if (threading.number() == 2) options.most_threads = static_cast<int64_t>(threading.value());
        }
        break;
      case 9:
        options.warm_start = fields.value() != 0;
        break;
      default:
        break;
    }
  }
}

// What TensorFlow calls the step of a pipeline that an op makes, "" for those that it does not count.
std::string step_of(const Recipe& recipe) {
  std::string name = recipe.op->name;
  if (name == "OptionsDataset") return {};
  if (name.starts_with("Experimental")) name.erase(0, std::strlen("Experimental"));
  const size_t end = name.find("Dataset");
  const std::string version = end == std::string::npos ? "" : name.substr(end + std::strlen("Dataset"));
  name = name.substr(0, end);
  const auto count = [&] { return recipe.inputs.size() > 1 ? Tensor::of(recipe.inputs[1]).int_at(0) : 0; };
  if (name == "Take" || name == "Skip") return "Finite" + name;
  if (name == "Repeat") return count() < 0 ? "ForeverRepeat[0]" : "FiniteRepeat[0]";
  return name.starts_with("Parallel") ? name + version : name;
}

// `path`: the steps behind the data set, the first one last.
void collect_options(const Dataset& dataset, std::vector<std::string>& path, RunOptions& options) {
  const Recipe& recipe = dataset.recipe();
  const std::string step = recipe.op ? step_of(recipe) : "";
  if (step == "AssertNext") options.consumers[&dataset] = {path.rbegin(), path.rend()};
  if (!step.empty()) path.push_back(step);
  for_each_input(dataset.recipe(), [&](const Dataset& input) { collect_options(input, path, options); });
  if (!step.empty()) path.pop_back();
  if (recipe.op && recipe.op->name == "OptionsDataset")
    apply_options(recipe.attrs.get_or<std::string>("serialized_options", ""), options);
}

// The same elements; its op's attr is what counts.
class WithOptions final : public Transformation {
 public:
  using Transformation::Transformation;
  const Dataset& plain() const { return *input_; }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override { return input_->by_number(context); }
  std::unique_ptr<Iterator> iterator(const Context& context) const override { return input_->iterator(context); }
};

void make_with_options(KernelContext& ctx) { set_dataset<WithOptions>(ctx, dataset_input(ctx, 0)); }

DEFINE_DATASET("OptionsDataset")
    .input("input_dataset: variant")
    .attr("serialized_options: string")
    .attr("metadata: string = ''")
    .doc("The same elements with options of how the whole pipeline is to run.")
    .kernel(CPU, make_with_options);

void get_options(KernelContext& ctx) {
  Ref<Dataset> dataset = dataset_input(ctx, 0);
  dataset->check_depth();
  std::string all;  // fields that come later win, and messages in them are merged
  const std::function<void(const Dataset&)> add = [&](const Dataset& one) {
    for_each_input(one.recipe(), add);
    if (one.recipe().op && one.recipe().op->name == "OptionsDataset")
      all += one.recipe().attrs.get_or<std::string>("serialized_options", "");
  };
  add(*dataset);
  ctx.set_output(0, Tensor::scalar<std::string>(std::move(all)));
}

DEFINE_OP("GetOptions")
    .input("input_dataset: variant")
    .output("serialized_options: string")
    .doc("The options of a data set and of those that it is made from.")
    .shape(dataset_shape)
    .kernel(CPU, get_options)
    .trait(Trait::kNoFold)
    .no_gradient("depends on no number");

void make_fingerprint(KernelContext& ctx) {
  ctx.set_output(0, Tensor::scalar<uint64_t>(fingerprint(*dataset_input(ctx, 0))));
}

DEFINE_OP("DatasetFingerprint")
    .input("input_dataset: variant")
    .output("fingerprint: uint64")
    .doc("A number that is the same for data sets that are described alike.")
    .shape(dataset_shape)
    .kernel(CPU, make_fingerprint)
    .trait(Trait::kNoFold)
    .no_gradient("depends on no number");

}  // namespace

std::string external_state(const Dataset& dataset) {
  std::string found;
  for_each_function(dataset.recipe().attrs, [&](const std::string&, const Ref<FunctionRef>& function) {
    if (!function || !found.empty()) return;
    found = function->graph() ? state_in(*function->graph()) : "PyFunc";
  });
  for_each_input(dataset.recipe(), [&](const Dataset& input) {
    if (found.empty()) found = external_state(input);
  });
  return found;
}

uint64_t fingerprint(const Dataset& dataset) {
  dataset.check_depth();
  return Fingerprint().of(dataset);
}

Context Context::fresh(const Dataset& whole) {
  auto options = std::make_shared<RunOptions>();
  std::vector<std::string> path;
  whole.check_depth();
  collect_options(whole, path, *options);
  return {make_ref<Cancellation>(Ref<Cancellation>()), make_ref<OwnFunctions>(), std::move(options)};
}

}  // namespace graphwright::data
