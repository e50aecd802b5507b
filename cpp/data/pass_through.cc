// Data sets that hand all elements on: those that say how the work is to be done, wait, or look at the pipeline.
#include <algorithm>
#include <chrono>
#include <thread>

#include "data/ordered_results.h"
#include "op/older_op.h"
#include "ops/shared_by_name.h"
#include "program/program.h"
#include "tensor/resource.h"

namespace graphwright::data {
namespace {

// ---- what older programs said of how pipelines are to be changed: nothing here rests on it ----

class PassThrough final : public Transformation {
 public:
  using Transformation::Transformation;
  std::unique_ptr<Iterator> iterator(const Context& context) const override { return input_->iterator(context); }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override { return input_->by_number(context); }
};

void make_pass_through(KernelContext& ctx) { set_dataset<PassThrough>(ctx, dataset_input(ctx, 0)); }

DEFINE_DATASET("NonSerializableDataset")
    .input("input_dataset: variant")
    .doc("The same elements.")
    .kernel(CPU, make_pass_through);

DEFINE_OLDER_OP("ExperimentalNonSerializableDataset", "NonSerializableDataset");

DEFINE_DATASET("FinalizeDataset")
    .input("input_dataset: variant")
    .attr("has_captured_ref: bool = false")
    .doc("The same elements.")
    .kernel(CPU, make_pass_through);

void make_model(KernelContext& ctx) {
  if (ctx.attr<int64_t>("cpu_budget") < 0)
    ctx.fail("CPU budget must be positive but is ", ctx.attr<int64_t>("cpu_budget"));
  make_pass_through(ctx);
}

DEFINE_DATASET("ModelDataset")
    .input("input_dataset: variant")
    .attr("algorithm: int = 0")
    .attr("cpu_budget: int = 0")
    .attr("ram_budget: int = 0")
    .doc("The same elements.")
    .kernel(CPU, make_model);

void make_optimized(KernelContext& ctx) {
  for (int i = 1; i < ctx.num_inputs(); ++i)
    if (ctx.input(i).shape().rank() != 1) ctx.fail("`", ctx.op().inputs[i].name, "` must be a vector.");
  make_pass_through(ctx);
}

DEFINE_DATASET("OptimizeDataset")
    .input("input_dataset: variant")
    .input("optimizations: string")
    .attr("optimization_configs: list(string) = []")
    .doc("The same elements.")
    .kernel(CPU, make_optimized);

DEFINE_DATASET("OptimizeDatasetV2")
    .input("input_dataset: variant")
    .input("optimizations_enabled: string")
    .input("optimizations_disabled: string")
    .input("optimizations_default: string")
    .attr("optimization_configs: list(string) = []")
    .doc("The same elements.")
    .kernel(CPU, make_optimized);

void make_rewritten(KernelContext& ctx) {
  if (!ctx.input(1).shape().is_scalar()) ctx.fail("rewrite_name must be a scalar, got shape ", ctx.input(1).shape());
  make_pass_through(ctx);
}

DEFINE_DATASET("RewriteDataset")
    .input("input_dataset: variant")
    .input("rewrite_name: string")
    .doc("The same elements.")
    .kernel(CPU, make_rewritten);

// ---- threads ----

struct Threads {
  int64_t most_threads = 0;  // as in RunOptions
  int64_t most_op_threads = 0;
};

class WithThreads final : public Transformation {
 public:
  WithThreads(Ref<Dataset> input, Threads threads) : Transformation(std::move(input)), threads_(threads) {}
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return input_->iterator(context.with_options([&](RunOptions& options) {
      if (threads_.most_threads > 0) options.most_threads = threads_.most_threads;
      if (threads_.most_op_threads > 0) options.most_op_threads = threads_.most_op_threads;
    }));
  }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override { return input_->by_number(context); }

 private:
  const Threads threads_;
};

void make_max_intra_op(KernelContext& ctx) {
  const int64_t most = int_input(ctx, 1, "max_intra_op_parallelism");
  if (most < 0) ctx.fail("`max_intra_op_parallelism` must be >= 0");
  set_dataset<WithThreads>(ctx, dataset_input(ctx, 0), Threads{0, most});
}

DEFINE_DATASET("MaxIntraOpParallelismDataset")
    .input("input_dataset: variant")
    .input("max_intra_op_parallelism: int64")
    .doc("The same elements, made by ops that use so many threads at most.")
    .kernel(CPU, make_max_intra_op);

DEFINE_OLDER_OP("ExperimentalMaxIntraOpParallelismDataset", "MaxIntraOpParallelismDataset");

void make_private_pool(KernelContext& ctx) {
  const int64_t most = int_input(ctx, 1, "num_threads");
  if (most < 0) ctx.fail("`num_threads` must be >= 0");
  set_dataset<WithThreads>(ctx, dataset_input(ctx, 0), Threads{most, 0});
}

DEFINE_DATASET("PrivateThreadPoolDataset")
    .input("input_dataset: variant")
    .input("num_threads: int64")
    .doc("The same elements, made by so many threads at most.")
    .kernel(CPU, make_private_pool);

DEFINE_OLDER_OP("ExperimentalPrivateThreadPoolDataset", "PrivateThreadPoolDataset");

class ThreadPool final : public Resource {
 public:
  explicit ThreadPool(Threads threads) : threads(threads) {}
  const Threads threads;
};

void make_pool(KernelContext& ctx) {
  const int64_t most = ctx.attr<int64_t>("num_threads");
  if (most < 0) ctx.fail("`num_threads` must be greater than zero.");
  const Threads threads{most, ctx.attr<int64_t>("max_intra_op_parallelism")};
  for (int64_t number : {threads.most_threads, threads.most_op_threads})
    if (number != static_cast<int32_t>(number))
      ctx.fail("the number of threads must be that of an int32, but is ", number);
  const auto make = [&] { return make_ref<ThreadPool>(threads); };
  const bool shared = !ctx.attr<std::string>("shared_name").empty();
  ctx.set_output(0, Tensor::handle(DType::kResource, shared ? shared_by_attrs<ThreadPool>(ctx, make) : make()));
}

DEFINE_OP("ThreadPoolHandle")
    .output("handle: resource")
    .attr("num_threads: int")
    .attr("max_intra_op_parallelism: int = 1")
    .attr("display_name: string")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .doc("How many threads data sets are to use.")
    .shape(dataset_shape)
    .kernel(CPU, make_pool)
    .stateful()
    .no_gradient("no number flows here");

DEFINE_OLDER_OP("ExperimentalThreadPoolHandle", "ThreadPoolHandle");

void make_with_pool(KernelContext& ctx) {
  set_dataset<WithThreads>(ctx, dataset_input(ctx, 0), ctx.input(1).object<ThreadPool>()->threads);
}

DEFINE_DATASET("ThreadPoolDataset")
    .input("input_dataset: variant")
    .input("thread_pool: resource")
    .doc("The same elements, made by the threads of a pool.")
    .kernel(CPU, make_with_pool)
    .stateful();

DEFINE_OLDER_OP("ExperimentalThreadPoolDataset", "ThreadPoolDataset");

// ---- SleepDataset ----

class Sleep final : public Transformation {
 public:
  Sleep(Ref<Dataset> input, int64_t microseconds) : Transformation(std::move(input)), microseconds_(microseconds) {}
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Sleeping>(this, context);
  }

 private:
  class Sleeping final : public TransformationIterator<Sleep> {
   public:
    Sleeping(const Sleep* dataset, const Context& context)
        : TransformationIterator(dataset, context), cancellation_(context.cancellation) {}
    bool next(Element& out) override {
      if (!input_.next(out)) return false;
      // In short naps, so that who calls can end them.
      using Clock = std::chrono::steady_clock;
      constexpr int64_t kNap = 20'000;
      const auto begin = Clock::now();
      for (int64_t left = dataset_->microseconds_; left > 0;) {
        std::this_thread::sleep_for(std::chrono::microseconds(std::min(left, kNap)));
        check_interrupt();
        if (cancellation_ && cancellation_->cancelled()) fail(Code::kCancelled, "Operation was cancelled");
        const auto passed = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin).count();
        left = dataset_->microseconds_ - passed;
      }
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Sleep");
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Sleep");
      input_.restore(in);
    }

   private:
    const Ref<Cancellation> cancellation_;
  };

  const int64_t microseconds_;
};

void make_sleep(KernelContext& ctx) {
  const int64_t microseconds = int_input(ctx, 1, "sleep_microseconds");
  if (microseconds < 0) ctx.fail("`sleep_microseconds` must be >= 0");
  set_dataset<Sleep>(ctx, dataset_input(ctx, 0), microseconds);
}

DEFINE_DATASET("SleepDataset")
    .input("input_dataset: variant")
    .input("sleep_microseconds: int64")
    .doc("The same elements, each after a pause.")
    .kernel(CPU, make_sleep);

DEFINE_OLDER_OP("ExperimentalSleepDataset", "SleepDataset");

// ---- AssertNextDataset ----

class AssertNext final : public Transformation {
 public:
  AssertNext(Ref<Dataset> input, std::vector<std::string> expected)
      : Transformation(std::move(input)), expected_(std::move(expected)) {}
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    const auto found = context.options->consumers.find(this);
    const std::vector<std::string> none;
    const std::vector<std::string>& steps = found == context.options->consumers.end() ? none : found->second;
    for (size_t i = 0; i < expected_.size(); ++i) {
      const std::string met = i < steps.size() ? steps[i] : "Root";
      GW_CHECK_ARG(fits(met, expected_[i]), "Asserted transformation matching ", expected_[i], " at offset ", i,
                   " but encountered ", met, " transformation instead.");
    }
    return input_->iterator(context);
  }

 private:
  // Whatever the version.
  static bool fits(std::string_view met, const std::string& expected) {
    if (!met.starts_with(expected)) return false;
    met.remove_prefix(expected.size());
    return met.empty() || (met.size() > 1 && met[0] == 'V' && met.find_first_not_of("0123456789", 1) == met.npos);
  }
  const std::vector<std::string> expected_;
};

void make_assert_next(KernelContext& ctx) {
  if (ctx.input(1).shape().rank() != 1) ctx.fail("`transformations` must be a vector.");
  const auto names = ctx.flat<std::string>(1);
  set_dataset<AssertNext>(ctx, dataset_input(ctx, 0), std::vector<std::string>(names.begin(), names.end()));
}

DEFINE_DATASET("AssertNextDataset")
    .input("input_dataset: variant")
    .input("transformations: string")
    .doc("The same elements, with an error unless these are the next steps of the pipeline.")
    .kernel(CPU, make_assert_next);

DEFINE_OLDER_OP("ExperimentalAssertNextDataset", "AssertNextDataset");

}  // namespace
}  // namespace graphwright::data
