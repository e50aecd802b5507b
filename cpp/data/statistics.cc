// Statistics of pipelines: how many bytes elements have and how long they take, as histograms by tags.
#include <chrono>
#include <functional>
#include <map>

#include "data/dataset.h"
#include "op/older_op.h"
#include "ops/files/summary_writer.h"
#include "ops/shared_by_name.h"

namespace graphwright::data {

// Where the numbers of one pipeline go.
class Statistics {
 public:
  explicit Statistics(std::function<void(const std::string& name, double value)> add) : add_(std::move(add)) {}
  void add(const std::string& name, double value) const { add_(name, value); }

 private:
  const std::function<void(const std::string& name, double value)> add_;
};

namespace {

constexpr const char* kNoGradient = "no number flows here";
constexpr uint32_t kSummaryOfEvent = 5;

// Histograms by tag, which are asked for, or told to a writer each time that they change.
class StatsAggregator final : public Resource {
 public:
  explicit StatsAggregator(bool tells) : tells_(tells) {}

  void add(const std::string& tag, double value) {
    std::string summary;
    Ref<SummaryWriter> writer;
    {
      std::lock_guard lock(mutex_);
      summary::Histogram& histogram = histograms_[tag];
      histogram.add(value);
      if (!writer_) return;
      writer = writer_;
      histogram.add_to(summary, tag);
    }
    writer->write(0, kSummaryOfEvent, summary);
  }
  std::string all() const {
    std::string summary;
    std::lock_guard lock(mutex_);
    if (!tells_)
      for (const auto& [tag, histogram] : histograms_) histogram.add_to(summary, tag);
    return summary;
  }
  void set_writer(Ref<SummaryWriter> writer) {
    GW_CHECK(tells_, Code::kUnimplemented, "a StatsAggregatorHandle of the first version has no summary writer");
    std::lock_guard lock(mutex_);
    writer_ = std::move(writer);
  }

 private:
  const bool tells_;
  mutable std::mutex mutex_;
  std::map<std::string, summary::Histogram> histograms_;
  Ref<SummaryWriter> writer_;
};

void make_aggregator(KernelContext& ctx) {
  const auto make = [&] { return make_ref<StatsAggregator>(ctx.op().name.ends_with("V2")); };
  const bool shared = !ctx.attr<std::string>("shared_name").empty();
  ctx.set_output(0, Tensor::handle(DType::kResource, shared ? shared_by_attrs<StatsAggregator>(ctx, make) : make()));
}

DEFINE_OP("StatsAggregatorHandle")
    .output("handle: resource")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .doc("A place for the statistics of data sets.")
    .shape(dataset_shape)
    .kernel(CPU, make_aggregator)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OLDER_OP("ExperimentalStatsAggregatorHandle", "StatsAggregatorHandle");
DEFINE_OLDER_OP("StatsAggregatorHandleV2", "StatsAggregatorHandle");

DEFINE_OP("StatsAggregatorSummary")
    .input("iterator: resource")
    .output("summary: string")
    .doc("The statistics as a Summary message.")
    .shape(dataset_shape)
    .kernel(CPU,
            [](KernelContext& ctx) {
              ctx.set_output(0, Tensor::scalar<std::string>(ctx.input(0).object<StatsAggregator>()->all()));
            })
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OLDER_OP("ExperimentalStatsAggregatorSummary", "StatsAggregatorSummary");

DEFINE_OP("StatsAggregatorSetSummaryWriter")
    .input("stats_aggregator: resource")
    .input("summary: resource")
    .doc("Has statistics written into an event file.")
    .shape([](ShapeContext&) {})
    .kernel(CPU,
            [](KernelContext& ctx) {
              Ref<SummaryWriter> writer(&SummaryWriter::of(ctx.inputs()[1]));
              ctx.input(0).object<StatsAggregator>()->set_writer(std::move(writer));
            })
    .stateful()
    .no_gradient(kNoGradient);

// ---- SetStatsAggregatorDataset ----

class WithStatistics final : public Transformation {
 public:
  WithStatistics(Ref<Dataset> input, std::shared_ptr<Statistics> statistics)
      : Transformation(std::move(input)), statistics_(std::move(statistics)) {}
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return input_->iterator(context.with_options([&](RunOptions& options) { options.statistics = statistics_; }));
  }

 private:
  const std::shared_ptr<Statistics> statistics_;
};

std::string text_scalar(const KernelContext& ctx, int i, const char* what) {
  if (!ctx.input(i).shape().is_scalar()) ctx.fail(what, " must be a scalar, got shape ", ctx.input(i).shape());
  return *ctx.input(i).data<std::string>();
}

void make_with_statistics(KernelContext& ctx) {
  Ref<StatsAggregator> aggregator(ctx.input(1).object<StatsAggregator>());
  const std::string tag = text_scalar(ctx, 2, "tag");
  text_scalar(ctx, 3, "counter_prefix");
  auto add = [aggregator, tag](const std::string& name, double value) {
    aggregator->add(tag.empty() ? name : str_cat(tag, "::", name), value);
  };
  set_dataset<WithStatistics>(ctx, dataset_input(ctx, 0), std::make_shared<Statistics>(std::move(add)));
}

DEFINE_DATASET("SetStatsAggregatorDataset")
    .input("input_dataset: variant")
    .input("stats_aggregator: resource")
    .input("tag: string")
    .input("counter_prefix: string")
    .doc("The same elements; what steps before say of them is collected.")
    .kernel(CPU, make_with_statistics)
    .stateful();

DEFINE_OLDER_OP("ExperimentalSetStatsAggregatorDataset", "SetStatsAggregatorDataset");

// ---- BytesProducedStatsDataset, LatencyStatsDataset ----

// As TensorFlow counts: a string is an object of 24 bytes and its text.
double bytes_of(const Element& element) {
  constexpr double kString = 24;
  double total = 0;
  for (const Value& value : element) {
    const Tensor& tensor = Tensor::of(value);
    if (tensor.dtype() != DType::kString) {
      total += static_cast<double>(tensor.bytes());
      continue;
    }
    for (const std::string& text : tensor.flat<std::string>()) total += kString + static_cast<double>(text.size());
  }
  return total;
}

class Watched final : public Transformation {
 public:
  Watched(Ref<Dataset> input, std::string tag, bool times)
      : Transformation(std::move(input)), tag_(std::move(tag)), times_(times) {}
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Watching>(this, context);
  }

 private:
  class Watching final : public TransformationIterator<Watched> {
   public:
    Watching(const Watched* dataset, const Context& context)
        : TransformationIterator(dataset, context), statistics_(context.options->statistics) {}
    bool next(Element& out) override {
      using Clock = std::chrono::steady_clock;
      const auto begin = Clock::now();
      if (!input_.next(out)) return false;
      if (!statistics_) return true;
      const auto passed = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin).count();
      statistics_->add(dataset_->tag_, dataset_->times_ ? static_cast<double>(passed) : bytes_of(out));
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Watched");
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Watched");
      input_.restore(in);
    }

   private:
    const std::shared_ptr<Statistics> statistics_;
  };

  const std::string tag_;
  const bool times_;  // else it counts bytes
};

void make_watched(KernelContext& ctx) {
  set_dataset<Watched>(ctx, dataset_input(ctx, 0), text_scalar(ctx, 1, "tag"),
                       ctx.op().name.ends_with("LatencyStatsDataset"));
}

DEFINE_DATASET("BytesProducedStatsDataset")
    .input("input_dataset: variant")
    .input("tag: string")
    .doc("The same elements; how many bytes they have is collected.")
    .kernel(CPU, make_watched);

DEFINE_DATASET("LatencyStatsDataset")
    .input("input_dataset: variant")
    .input("tag: string")
    .doc("The same elements; how many microseconds they take is collected.")
    .kernel(CPU, make_watched);

DEFINE_OLDER_OP("ExperimentalBytesProducedStatsDataset", "BytesProducedStatsDataset");
DEFINE_OLDER_OP("ExperimentalLatencyStatsDataset", "LatencyStatsDataset");

}  // namespace
}  // namespace graphwright::data
