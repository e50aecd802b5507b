// Queues of tuples of tensors.
#include "ops/queue/queue.h"

#include <algorithm>

#include "base/waiting.h"

namespace graphwright {

// A place in a line of those who wait. Only the first one is served.
class Queue::Turn {
 public:
  Turn(Queue& queue, std::deque<const Turn*>& line) : queue_(queue), line_(line) { line_.push_back(this); }
  ~Turn() {
    // Where waiting was broken off, the lock is not held any more.
    std::unique_lock lock(queue_.mutex_, std::defer_lock);
    if (!held) lock.lock();
    line_.erase(std::find(line_.begin(), line_.end(), this));
    queue_.changed_.notify_all();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  void wait(std::unique_lock<std::mutex>& lock, const std::function<bool()>& ready) {
    held = false;
    wait_for_others(queue_.changed_, lock, [&] { return cancelled || (line_.front() == this && ready()); });
    held = true;
  }

  mutable bool cancelled = false;

 private:
  Queue& queue_;
  std::deque<const Turn*>& line_;
  bool held = true;
};

Queue::Queue(Config config) : config_(std::move(config)) {
  if (config_.random) random_.emplace(*config_.random);
}

Queue& Queue::of(const Value& handle) {
  RefCounted* object = nullptr;
  if (handle.is_tensor() && handle.dtype() == DType::kResource && Tensor::of(handle).num_elements() == 1)
    object = Tensor::of(handle).data<Handle>()->get();
  auto* queue = dynamic_cast<Queue*>(object);
  GW_CHECK_ARG(queue, "Trying to access a handle's resource using the wrong type: it is no queue");
  return *queue;
}

const char* Queue::kind_name() const {
  switch (config_.kind) {
    case Kind::kPadding:
      return "PaddingFIFOQueue";
    case Kind::kShuffle:
      return "RandomShuffleQueue";
    case Kind::kPriority:
      return "PriorityQueue";
    default:
      return "FIFOQueue";
  }
}

int64_t Queue::size() const {
  std::lock_guard lock(mutex_);
  return static_cast<int64_t>(tuples_.size());
}

bool Queue::closed() const {
  std::lock_guard lock(mutex_);
  return closed_;
}

void Queue::close(bool cancel_pending) {
  std::lock_guard lock(mutex_);
  GW_CHECK(!closed_ || cancel_pending, Code::kCancelled, "Queue '", config_.name, "' is already closed.");
  closed_ = true;
  if (cancel_pending)
    for (const Turn* turn : putting_) turn->cancelled = true;
  changed_.notify_all();
}

void Queue::check(const Tuple& tuple, bool rows) const {
  GW_CHECK_ARG(tuple.size() == config_.dtypes.size(), "Wrong number of components in tuple. Expected ",
               config_.dtypes.size(), ", got ", tuple.size());
  for (size_t i = 0; i < tuple.size(); ++i) {
    const Shape& shape = tuple[i].shape();
    GW_CHECK_ARG(tuple[i].dtype() == config_.dtypes[i], "Type mismatch in tuple component ", i, ". Expected ",
                 config_.dtypes[i], ", got ", tuple[i].dtype());
    if (rows) {
      GW_CHECK_ARG(shape.rank() > 0, "Component ", i, " has no first axis, got shape ", shape);
      GW_CHECK_ARG(shape[0] == tuple[0].shape()[0],
                   "All input tensors must have the same size in the 0th dimension. Component ", i, " has ", shape[0],
                   ", and should have ", tuple[0].shape()[0]);
    }
    if (config_.kind == Kind::kPriority && i == 0)
      GW_CHECK_ARG(shape.rank() == (rows ? 1 : 0), "Expected priority element to be a ", rows ? "vector" : "scalar",
                   ", but received shape: ", shape);
    if (config_.shapes.empty()) continue;
    Shape expected = config_.shapes[i];
    if (rows) expected.insert(0, shape[0]);
    GW_CHECK_ARG(expected.compatible(shape), "Shape mismatch in tuple component ", i, ". Expected ", expected, ", got ",
                 shape);
  }
}

void Queue::enqueue(Tuple tuple) {
  check(tuple, false);
  std::vector<Tuple> tuples;
  tuples.push_back(std::move(tuple));
  put(std::move(tuples));
}

void Queue::enqueue_many(const Tuple& components) {
  check(components, true);
  const int64_t n = components[0].shape()[0];
  std::vector<Tuple> tuples(static_cast<size_t>(n));
  for (const Tensor& component : components) {
    Shape shape = component.shape();
    shape.erase(0);
    const int64_t row = shape.num_elements();
    for (int64_t i = 0; i < n; ++i) tuples[static_cast<size_t>(i)].push_back(component.window(i * row, shape));
  }
  put(std::move(tuples));
}

void Queue::insert(Tuple tuple) {
  auto place = tuples_.end();
  if (config_.kind == Kind::kPriority)
    place = std::upper_bound(tuples_.begin(), tuples_.end(), tuple, [](const Tuple& a, const Tuple& b) {
      return *a[0].data<int64_t>() < *b[0].data<int64_t>();
    });
  tuples_.insert(place, std::move(tuple));
}

Queue::Tuple Queue::remove() {
  if (random_) std::swap(tuples_[random_->next() % tuples_.size()], tuples_.back());
  Tuple tuple;
  if (random_) {
    tuple = std::move(tuples_.back());
    tuples_.pop_back();
  } else {
    tuple = std::move(tuples_.front());
    tuples_.pop_front();
  }
  return tuple;
}

// As many at a time as there is room for.
void Queue::put(std::vector<Tuple> tuples) {
  std::unique_lock lock(mutex_);
  GW_CHECK(!closed_, Code::kCancelled, kind_name(), " '", config_.name, "' is closed.");
  Turn turn(*this, putting_);
  for (Tuple& tuple : tuples) {
    turn.wait(lock, [&] { return has_room(); });
    GW_CHECK(!turn.cancelled, Code::kCancelled, "Enqueue operation was cancelled");
    insert(std::move(tuple));
    changed_.notify_all();
  }
}

// What was taken goes back where the rest does not come.
std::vector<Queue::Tuple> Queue::take(int64_t n, bool fewer) {
  std::vector<Tuple> taken;
  std::unique_lock lock(mutex_);
  Turn turn(*this, taking_);
  const auto put_back = [&] {
    if (random_) {
      for (Tuple& tuple : taken) tuples_.push_back(std::move(tuple));
    } else {
      tuples_.insert(tuples_.begin(), std::make_move_iterator(taken.begin()), std::make_move_iterator(taken.end()));
    }
    taken.clear();
    changed_.notify_all();
  };
  while (static_cast<int64_t>(taken.size()) < n) {
    const auto available = [&] {
      return static_cast<int64_t>(tuples_.size()) > (closed_ ? 0 : config_.min_after_dequeue);
    };
    const auto finished = [&] { return closed_ && putting_.empty() && tuples_.empty(); };
    try {
      turn.wait(lock, [&] { return available() || finished(); });
    } catch (...) {
      lock.lock();
      put_back();
      lock.unlock();
      throw;
    }
    if (!tuples_.empty()) {
      taken.push_back(remove());
      changed_.notify_all();
      continue;
    }
    const size_t had = taken.size();
    if (fewer && had > 0) break;
    put_back();
    fail(Code::kOutOfRange, kind_name(), " '", config_.name, "' is closed and has insufficient elements (requested ", n,
         ", current size ", had, ")");
  }
  return taken;
}

Queue::Tuple Queue::dequeue() { return std::move(take(1, false)[0]); }

// Component i of all tuples in rows; a padding queue's get zeros behind what is shorter.
Tensor Queue::joined(const std::vector<Tuple>& tuples, size_t component) const {
  Shape shape = config_.shapes[component];
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (shape[axis] >= 0) continue;
    int64_t most = 0;
    for (const Tuple& tuple : tuples) most = std::max(most, tuple[component].shape()[axis]);
    shape.set(axis, most);
  }
  const int64_t row = shape.num_elements();
  Shape all = shape;
  all.insert(0, static_cast<int64_t>(tuples.size()));
  checked_multiply(row, static_cast<int64_t>(tuples.size()));
  const DType dtype = config_.dtypes[component];
  Tensor out = Tensor::zeros(dtype, all);
  const size_t element = dtype_size(dtype);
  char* to = static_cast<char*>(out.raw());
  for (size_t i = 0; i < tuples.size(); ++i, to += row * element) {
    const Tensor& from = tuples[i][component];
    const char* source = static_cast<const char*>(from.raw());
    if (from.shape() == shape || shape.rank() == 0) {
      copy_elements(dtype, to, source, from.num_elements());
      continue;
    }
    const int last = shape.rank() - 1;
    const int64_t length = from.shape()[last], lines = length > 0 ? from.num_elements() / length : 0;
    for (int64_t line = 0; line < lines; ++line) {
      int64_t at = 0, rest = line, step = shape[last];
      for (int axis = last - 1; axis >= 0; --axis) {
        at += rest % from.shape()[axis] * step;
        rest /= from.shape()[axis];
        step *= shape[axis];
      }
      copy_elements(dtype, to + at * element, source + line * length * element, length);
    }
  }
  return out;
}

Queue::Tuple Queue::dequeue_many(int64_t n, bool fewer) {
  GW_CHECK_ARG(!config_.shapes.empty(), kind_name(),
               "'s DequeueMany and DequeueUpTo require the components to have specified shapes.");
  // What is left of a queue with priorities is not given, as in TensorFlow.
  const std::vector<Tuple> tuples = take(n, fewer && config_.kind != Kind::kPriority);
  Tuple out;
  for (size_t i = 0; i < config_.dtypes.size(); ++i) out.push_back(joined(tuples, i));
  return out;
}

}  // namespace graphwright
