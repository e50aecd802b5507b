// Requests of several threads, done at once: BatchFunction; Batch, Unbatch and UnbatchGrad.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <optional>

#include "base/waiting.h"
#include "op/function_ref.h"
#include "op/kernel_state.h"
#include "ops/array_args.h"
#include "ops/shared_by_name.h"
#include "tensor/resource.h"

namespace graphwright {
namespace {

using Clock = std::chrono::steady_clock;
using Tensors = std::vector<Tensor>;

std::chrono::microseconds as_time(int64_t micros) {
  return std::chrono::microseconds(std::clamp<int64_t>(micros, 0, int64_t{1} << 50));
}

// The rows of several tensors one after another; all but the first extents agree.
Tensor joined(const std::vector<Tensor>& parts, int64_t rows) {
  if (parts.size() == 1 && parts[0].shape()[0] == rows) return parts[0];
  Shape shape = parts[0].shape();
  shape.erase(0);
  const int64_t row = shape.num_elements();
  shape.insert(0, rows);
  Tensor out = Tensor::allocate(parts[0].dtype(), shape);
  const auto size = static_cast<int64_t>(dtype_size(out.dtype()));
  char* to = static_cast<char*>(out.raw());
  const auto add = [&](const Tensor& part, int64_t count) {
    copy_elements(out.dtype(), to, part.raw(), count * row);
    to += count * row * size;
  };
  int64_t left = rows;
  for (const Tensor& part : parts) {
    add(part, part.shape()[0]);
    left -= part.shape()[0];
  }
  for (; left > 0; --left) add(parts[0], 1);  // what is added to come to an allowed size
  return out;
}
Tensor rows_of(const Tensor& tensor, int64_t begin, int64_t end) {
  Shape shape = tensor.shape();
  shape.erase(0);
  const int64_t row = shape.num_elements();
  shape.insert(0, end - begin);
  return tensor.window(begin * row, shape);
}

// What one call brings.
struct Task {
  Tensors inputs;
  int64_t size = 0, id = 0;
};

// Those that go together. Who came first waits for the others, and does the work.
struct Together {
  std::vector<Task> tasks;
  int64_t size = 0;
  const FunctionRef* function = nullptr;
  bool closed = false, done = false;
  Tensors outputs;
  std::exception_ptr error;

  bool takes(const Task& task, const FunctionRef* wanted, int64_t most) const {
    if (closed || function != wanted || (most > 0 && size + task.size > most)) return false;
    const Tensors& first = tasks[0].inputs;
    if (first.size() != task.inputs.size()) return false;
    for (size_t i = 0; i < first.size(); ++i) {
      Shape a = first[i].shape(), b = task.inputs[i].shape();
      a.erase(0);
      b.erase(0);
      if (first[i].dtype() != task.inputs[i].dtype() || !(a == b)) return false;
    }
    return true;
  }
};

class Batcher final : public Resource {
 public:
  struct Limits {
    int64_t threads, most_rows, most_waiting, timeout;
  };

  // Puts a task with others. The one that gets `work` called with all of them is the first one; all get what it made,
  // and where their rows begin.
  template <class Work>
  std::pair<std::shared_ptr<Together>, int64_t> run(KernelContext& ctx, Task task, const FunctionRef* function,
                                                    const Limits& limits, const Work& work) {
    std::unique_lock lock(mutex_);
    const int64_t size = task.size;
    const bool first = !open_ || !open_->takes(task, function, limits.most_rows);
    if (first) {
      if (waiting_ >= std::max<int64_t>(limits.most_waiting, 1))
        ctx.fail_code(Code::kUnavailable, "The batch scheduling queue to which this task was submitted is full");
      if (open_) open_->closed = true;
      open_ = std::make_shared<Together>();
      open_->function = function;
    }
    const std::shared_ptr<Together> mine = open_;
    const int64_t begin = mine->size;
    mine->tasks.push_back(std::move(task));
    mine->size += size;
    if (limits.most_rows > 0 && mine->size >= limits.most_rows) close(*mine);
    changed_.notify_all();
    if (!first) {
      wait_for_others(changed_, lock, [&] { return mine->done; });
      lock.unlock();
    } else {
      lead(lock, *mine, limits, work);
    }
    if (mine->error) {
      try {
        std::rethrow_exception(mine->error);
      } catch (const Error& error) {
        // An exception of Python's is the other thread's own.
        if (!first && error.code() == Code::kPythonException)
          ctx.fail_code(Code::kAborted, "the thread that worked for this one, too, failed");
        throw;
      }
    }
    return {mine, begin};
  }

 private:
  void close(Together& batch) {
    batch.closed = true;
    if (open_.get() == &batch) open_.reset();
  }
  template <class Work>
  void lead(std::unique_lock<std::mutex>& lock, Together& mine, const Limits& limits, const Work& work) {
    const Clock::time_point deadline = Clock::now() + as_time(limits.timeout);
    ++waiting_;
    bool running = false;
    try {
      wait_for_others(
          changed_, lock, [&] { return mine.closed; }, deadline);
      close(mine);
      if (limits.threads > 0) wait_for_others(changed_, lock, [&] { return running_ < limits.threads; });
      ++running_;
      running = true;
      lock.unlock();
      mine.outputs = work(mine);
    } catch (...) {
      mine.error = std::current_exception();
    }
    if (!lock.owns_lock()) lock.lock();
    close(mine);
    if (running) --running_;
    --waiting_;
    mine.done = true;
    changed_.notify_all();
    lock.unlock();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<Together> open_;
  int64_t running_ = 0, waiting_ = 0;
};

// The T that an op's attrs name, else that of its place in a program, else one of its own.
template <class T>
Ref<T> shared_object(KernelContext& ctx, const std::string& more = {}) {
  const auto make = [] { return make_ref<T>(); };
  const std::string name = ctx.attr<std::string>("shared_name");
  if (!name.empty()) return shared_by_name<T>(ctx.attr<std::string>("container"), name + more, make);
  Ref<T> found = kept_state<T>(ctx, make);
  return found ? found : make();
}

// The inputs up to `count` as a task; throws where they are no rows, or not as many each.
Task task_of(KernelContext& ctx, int count, int64_t most) {
  static std::atomic<int64_t> ids{0};
  Task task;
  task.id = ++ids;
  for (int i = 0; i < count; ++i) {
    const Tensor& input = ctx.input(i);
    if (input.shape().rank() == 0) ctx.fail("Batching input tensors must have at least one dimension.");
    if (input.shape()[0] != ctx.input(0).shape()[0])
      ctx.fail("Batching input tensors supplied in a given op invocation must have equal 0th-dimension size, got ",
               input.shape()[0], " and ", ctx.input(0).shape()[0]);
    task.inputs.push_back(input);
  }
  task.size = task.inputs[0].shape()[0];
  if (most > 0 && task.size > most)
    ctx.fail("Task size ", task.size, " is larger than maximum input batch size ", most);
  return task;
}

Batcher::Limits limits_of(KernelContext& ctx) {
  return {ctx.attr<int64_t>("num_batch_threads"), ctx.attr<int64_t>("max_batch_size"),
          ctx.attr<int64_t>("max_enqueued_batches"), ctx.attr<int64_t>("batch_timeout_micros")};
}

// Sizes to which batches may be filled up; they grow.
std::vector<int64_t> allowed_sizes(KernelContext& ctx, bool last_is_most) {
  const auto sizes = ctx.attr<std::vector<int64_t>>("allowed_batch_sizes");
  for (size_t i = 1; i < sizes.size(); ++i)
    if (sizes[i] <= sizes[i - 1]) ctx.fail("allowed_batch_sizes entries must be monotonically increasing");
  if (last_is_most && !sizes.empty() && sizes.back() != ctx.attr<int64_t>("max_batch_size"))
    ctx.fail("final entry in allowed_batch_sizes must equal max_batch_size when enable_large_batch_splitting is False");
  return sizes;
}

Tensor joined_input(const Together& batch, size_t i, int64_t rows) {
  std::vector<Tensor> parts;
  for (const Task& task : batch.tasks) parts.push_back(task.inputs[i]);
  return joined(parts, rows);
}

void batch_function(KernelContext& ctx) {
  const auto num_inputs = static_cast<int>(ctx.attr<std::vector<DType>>("Tin").size());
  const Batcher::Limits limits = limits_of(ctx);
  const std::vector<int64_t> allowed = allowed_sizes(ctx, !ctx.attr<bool>("enable_large_batch_splitting"));
  const Ref<FunctionRef> function = ctx.attrs().get<Ref<FunctionRef>>("f");
  Task task = task_of(ctx, num_inputs, limits.most_rows);
  const int64_t size = task.size;
  const auto work = [&](const Together& batch) {
    int64_t rows = batch.size;
    for (int64_t fits : allowed)
      if (fits >= rows) {
        rows = fits;
        break;
      }
    if (batch.size == 0) rows = 0;
    Values inputs;
    for (size_t i = 0; i < batch.tasks[0].inputs.size(); ++i) inputs.push_back(joined_input(batch, i, rows));
    for (int i = num_inputs; i < ctx.num_inputs(); ++i) inputs.push_back(ctx.input(i));
    Tensors outputs = function->run(inputs);
    for (const Tensor& output : outputs) {
      GW_CHECK(output.shape().rank() > 0, Code::kFailedPrecondition, "Batched output tensor has 0 dimensions");
      GW_CHECK(output.shape()[0] == rows, Code::kFailedPrecondition,
               "Batched output tensor's 0th dimension does not equal the sum of the 0th dimension sizes of the input "
               "tensors: ",
               output.shape()[0], " and ", rows);
    }
    return outputs;
  };
  const auto [batch, begin] = shared_object<Batcher>(ctx, ctx.attr<std::string>("batching_queue"))
                                  ->run(ctx, std::move(task), function.get(), limits, work);
  if (static_cast<int>(batch->outputs.size()) != ctx.num_outputs())
    ctx.fail("the function gives ", batch->outputs.size(), " results where ", ctx.num_outputs(), " are expected");
  for (int i = 0; i < ctx.num_outputs(); ++i) {
    const Tensor& output = batch->outputs[static_cast<size_t>(i)];
    if (output.dtype() != ctx.output_dtype(i))
      ctx.fail("result ", i, " of the function is ", output.dtype(), " where ", ctx.output_dtype(i), " is expected");
    ctx.set_output(i, rows_of(output, begin, begin + size));
  }
}

void unknown_outputs(ShapeContext& ctx) {
  for (size_t i = 0; i < ctx.attr<std::vector<DType>>("Tout").size(); ++i)
    ctx.set_output(static_cast<int>(i), Shape::unknown());
}

DEFINE_OP("BatchFunction")
    .input("in_tensors: Tin")
    .input("captured_tensors: Tcaptured")
    .output("out_tensors: Tout")
    .attr("f: func")
    .attr("num_batch_threads: int")
    .attr("max_batch_size: int")
    .attr("batch_timeout_micros: int")
    .attr("max_enqueued_batches: int = 10")
    .attr("allowed_batch_sizes: list(int) = []")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .attr("batching_queue: string = ''")
    .attr("low_priority_max_batch_size: int = 0")
    .attr("low_priority_batch_timeout_micros: int = 0")
    .attr("low_priority_allowed_batch_sizes: list(int) = []")
    .attr("low_priority_max_enqueued_batches: int = 0")
    .attr(
        "mixed_priority_policy: {'low_priority_padding_with_max_batch_size', "
        "'low_priority_padding_with_next_allowed_batch_size', 'priority_isolation', 'priority_merge'} = "
        "'low_priority_padding_with_max_batch_size'")
    .attr("batch_padding_policy: {'PAD_UP', 'BATCH_DOWN', 'MINIMIZE_TPU_COST_PER_REQUEST'} = 'PAD_UP'")
    .attr("Tin: list(type) >= 1")
    .attr("Tcaptured: list(type) >= 0")
    .attr("Tout: list(type) >= 1")
    .attr("enable_large_batch_splitting: bool = false")
    .doc("Calls `f` once for what several threads bring within some time, and gives each its rows of the results.")
    .shape(unknown_outputs)
    .kernel(CPU, batch_function)
    .stateful();

void batch(KernelContext& ctx) {
  const Batcher::Limits limits = limits_of(ctx);
  allowed_sizes(ctx, false);
  Task task = task_of(ctx, ctx.num_inputs(), limits.most_rows);
  const int64_t id = task.id;
  const auto work = [](const Together& together) {
    Tensors outputs;
    for (size_t i = 0; i < together.tasks[0].inputs.size(); ++i)
      outputs.push_back(joined_input(together, i, together.size));
    return outputs;
  };
  const auto [together, begin] = shared_object<Batcher>(ctx, ctx.attr<std::string>("batching_queue"))
                                     ->run(ctx, std::move(task), nullptr, limits, work);
  // One gets all rows and who they are of, the others nothing.
  const bool first = begin == 0 && together->tasks[0].id == id;
  const int num_tensors = ctx.num_inputs();
  for (int i = 0; i < num_tensors; ++i) {
    const Tensor& all = together->outputs[static_cast<size_t>(i)];
    ctx.set_output(i, first ? all : rows_of(all, 0, 0));
  }
  const auto count = static_cast<int64_t>(first ? together->tasks.size() : 0);
  auto* index = ctx.allocate(num_tensors, Shape{count, 3}).data<int64_t>();
  int64_t row = 0;
  for (int64_t i = 0; i < count; ++i) {
    const Task& of = together->tasks[static_cast<size_t>(i)];
    *index++ = of.id;
    *index++ = row;
    *index++ = row += of.size;
  }
  *ctx.allocate(num_tensors + 1, Shape()).data<int64_t>() = id;
}

void batch_shape(ShapeContext& ctx) {
  const int n = ctx.num_inputs();
  for (int i = 0; i < n; ++i) {
    Shape shape = ctx.with_rank_at_least(i, 1);
    if (shape.has_rank()) {
      shape.erase(0);
      shape.insert(0, kUnknown);
    }
    ctx.set_output(i, shape);
  }
  ctx.set_output(n, Shape{kUnknown, 3});
  ctx.set_output(n + 1, Shape());
}

DEFINE_OP("Batch")
    .input("in_tensors: T")
    .output("batched_tensors: T")
    .output("batch_index: int64")
    .output("id: int64")
    .attr("num_batch_threads: int")
    .attr("max_batch_size: int")
    .attr("max_enqueued_batches: int = 10")
    .attr("batch_timeout_micros: int")
    .attr("allowed_batch_sizes: list(int) = []")
    .attr("grad_timeout_micros: int")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .attr("batching_queue: string = ''")
    .attr("T: list(type) >= 1")
    .doc("The rows that several threads bring within some time, joined for one of them; the others get none.")
    .shape(batch_shape)
    .kernel(CPU, batch)
    .stateful();

// Parts that one call brings and others wait for, by their numbers.
class Exchange final : public Resource {
 public:
  void put(int64_t id, Tensor part) {
    std::lock_guard lock(mutex_);
    parts_[id] = std::move(part);
    changed_.notify_all();
  }
  // Waits for it; null where it does not come in time.
  std::optional<Tensor> take(int64_t id, std::optional<Clock::time_point> deadline) {
    std::unique_lock lock(mutex_);
    const auto there = [&] { return parts_.contains(id); };
    if (deadline)
      wait_for_others(changed_, lock, there, *deadline);
    else
      wait_for_others(changed_, lock, there);
    auto found = parts_.find(id);
    if (found == parts_.end()) return std::nullopt;
    Tensor part = std::move(found->second);
    parts_.erase(found);
    return part;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<int64_t, Tensor> parts_;
};

struct Row {
  int64_t id, begin, end;
};
std::vector<Row> rows_input(KernelContext& ctx, const Tensor& index, int64_t rows) {
  if (index.shape().rank() != 2) ctx.fail("batch_index must be a matrix, got shape ", index.shape());
  if (index.shape()[1] != 3)
    ctx.fail("Wrong shape for index tensor. Expected 1st dimension size to be 3 ; Got: ", index.shape()[1], ".");
  std::vector<Row> all;
  const auto* at = index.data<int64_t>();
  for (int64_t i = 0; i < index.shape()[0]; ++i, at += 3) {
    if (at[1] < 0 || at[2] < at[1] || at[2] > rows)
      ctx.fail("Sum of split sizes must not exceed dim0-size of input tensor: rows ", at[1], " to ", at[2], " of ",
               rows);
    all.push_back({at[0], at[1], at[2]});
  }
  return all;
}
int64_t id_input(KernelContext& ctx, int i) {
  if (ctx.input(i).num_elements() != 1) ctx.fail("Input id should be scalar; Got: ", ctx.input(i).shape(), ".");
  return ctx.input(i).int_at(0);
}

void unbatch(KernelContext& ctx) {
  const Tensor& all = ctx.input(0);
  if (all.shape().rank() == 0) ctx.fail("Tensor must have at least one dimension");
  const std::vector<Row> rows = rows_input(ctx, ctx.input(1), all.shape()[0]);
  const int64_t id = id_input(ctx, 2);
  const Ref<Exchange> exchange = shared_object<Exchange>(ctx);
  const auto deadline = Clock::now() + as_time(ctx.attr<int64_t>("timeout_micros"));
  for (const Row& row : rows) exchange->put(row.id, rows_of(all, row.begin, row.end));
  std::optional<Tensor> mine = exchange->take(id, deadline);
  if (!mine) ctx.fail_code(Code::kDeadlineExceeded, "Batched data did not arrive within timeout window.");
  if (mine->dtype() != all.dtype()) ctx.fail("the rows of ", id, " are ", mine->dtype(), " and not ", all.dtype());
  ctx.set_output(0, std::move(*mine));
}

// That of input `kInput`, but for the number of rows.
template <int kInput>
void other_rows_shape(ShapeContext& ctx) {
  Shape shape = ctx.with_rank_at_least(kInput, 1);
  if (shape.has_rank()) {
    shape.erase(0);
    shape.insert(0, kUnknown);
  }
  ctx.set_output(0, shape);
}

DEFINE_OP("Unbatch")
    .input("batched_tensor: T")
    .input("batch_index: int64")
    .input("id: int64")
    .output("unbatched_tensor: T")
    .attr("timeout_micros: int")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .attr("T: type")
    .doc("The rows of what Batch joined that are this call's; waits for the call that has them.")
    .shape(other_rows_shape<0>)
    .kernel(CPU, unbatch)
    .stateful();

void unbatch_grad(KernelContext& ctx) {
  const Tensor& original = ctx.input(0);
  const Tensor& grad = ctx.input(2);
  if (original.shape().rank() == 0 || grad.shape().rank() == 0)
    ctx.fail("original_input and grad must have at least one dimension, got shapes ", original.shape(), " and ",
             grad.shape());
  const std::vector<Row> rows = rows_input(ctx, ctx.input(1), original.shape()[0]);
  const int64_t id = id_input(ctx, 3);
  const Ref<Exchange> exchange = shared_object<Exchange>(ctx);
  exchange->put(id, grad);
  if (rows.empty()) {
    ctx.set_output(0, rows_of(original, 0, 0));
    return;
  }
  Tensors parts;
  int64_t total = 0;
  for (const Row& row : rows) {
    Tensor part = *exchange->take(row.id, std::nullopt);
    Shape a = part.shape(), b = grad.shape();
    a.erase(0);
    b.erase(0);
    if (part.dtype() != grad.dtype() || !(a == b))
      ctx.fail("gradients of one batch must agree but for their rows, got ", part.shape(), " and ", grad.shape());
    total += part.shape()[0];
    parts.push_back(std::move(part));
  }
  ctx.set_output(0, joined(parts, total));
}

DEFINE_OP("UnbatchGrad")
    .input("original_input: T")
    .input("batch_index: int64")
    .input("grad: T")
    .input("id: int64")
    .output("batched_grad: T")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .attr("T: type")
    .doc("The gradients of what Unbatch gave several calls, joined for the one that has the rows.")
    .shape(other_rows_shape<2>)
    .kernel(CPU, unbatch_grad)
    .stateful();

}  // namespace
}  // namespace graphwright
