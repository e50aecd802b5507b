// Queue: the object behind the handles of tf.queue's queues.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kernels/philox.h"
#include "tensor/resource.h"
#include "tensor/tensor.h"

namespace graphwright {

// Tuples of tensors that threads put in and take out. Who finds no room, or nothing there, waits; who came first is
// served first.
class Queue final : public Resource {
 public:
  using Tuple = std::vector<Tensor>;
  // The order in which tuples leave: the oldest, any one, or that with the least first component. Tuples of a padding
  // queue come in shapes that fit, and leave together with zeros around the smaller ones.
  enum class Kind { kFifo, kPadding, kShuffle, kPriority };

  struct Config {
    Kind kind = Kind::kFifo;
    std::string name;
    std::vector<DType> dtypes;
    std::vector<Shape> shapes;  // none: each tuple has its own
    int64_t capacity = -1;      // negative: no limit
    int64_t min_after_dequeue = 0;
    std::optional<Philox> random;  // of a shuffling queue
  };
  explicit Queue(Config config);

  // The queue behind a handle; throws InvalidArgument for any other tensor.
  static Queue& of(const Value& handle);

  const Config& config() const { return config_; }
  const char* kind_name() const;
  int64_t size() const;
  bool closed() const;
  // Nothing more can be put in; with `cancel_pending`, not even by those who wait for room.
  void close(bool cancel_pending);

  // These wait as long as need be; throw Cancelled, OutOfRange (closed and not enough left), or InvalidArgument for
  // tuples that do not fit.
  void enqueue(Tuple tuple);
  // The rows of the components.
  void enqueue_many(const Tuple& components);
  Tuple dequeue();
  // `n` of them in rows; with `fewer`, those that are left in a closed queue.
  Tuple dequeue_many(int64_t n, bool fewer);

 private:
  class Turn;
  void check(const Tuple& tuple, bool rows) const;
  void put(std::vector<Tuple> tuples);
  std::vector<Tuple> take(int64_t n, bool fewer);
  bool has_room() const { return config_.capacity < 0 || static_cast<int64_t>(tuples_.size()) < config_.capacity; }
  void insert(Tuple tuple);
  Tuple remove();
  Tensor joined(const std::vector<Tuple>& tuples, size_t component) const;

  const Config config_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Tuple> tuples_;
  std::optional<PhiloxStream> random_;
  std::deque<const Turn*> putting_, taking_;  // who waits, in order
  bool closed_ = false;
};

}  // namespace graphwright
