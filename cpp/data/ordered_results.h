// OrderedResults: elements computed ahead by several threads, handed out in the order of the input.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "data/dataset.h"

namespace graphwright::data {

// The number of threads that serve that degree of parallelism, kAutotune among them.
size_t workers_for(int64_t parallelism, const Context& context);

// True where elements keep their order, as an op's attr says.
enum class Determinism : uint8_t { kAsOptionsSay, kOrdered, kUnordered };
Determinism determinism_of(const KernelContext& ctx);
// The same for older ops, whose attr `sloppy` says that elements may overtake others.
Determinism sloppiness_of(const KernelContext& ctx);
bool keeps_order(Determinism determinism, const Context& context);

// `input` gives the elements one after the other, to one thread at a time; `compute` changes each, several at a time,
// and may end the sequence by saying false. At most `capacity` elements are being computed or wait to be taken.
class OrderedResults final : public Iterator {
 public:
  using Compute = std::function<bool(Element&, int64_t position)>;

  // `ordered`: else an element may overtake those before it. The context's cancellation is set when this goes.
  OrderedResults(const Context& context, size_t threads, size_t capacity, bool ordered, std::shared_ptr<Input> input,
                 Compute compute);
  ~OrderedResults() override;
  bool next(Element& out) override;
  void save(StateWriter& out) override;
  void restore(StateReader& in) override;
  // Has the threads begin before anybody asks.
  void begin();

 private:
  struct Result {
    Element element;
    std::exception_ptr error;
    bool done = false;
    bool end = false;    // of the input
    bool stops = false;  // `compute` said that the sequence ends here
  };
  // Shared with the threads, which may outlive the iterator for as long as one element takes.
  struct State {
    Ref<Cancellation> cancellation;
    size_t threads, capacity;
    bool alone;  // the threads' own loops are not shared with others
    std::shared_ptr<Input> input;
    Compute compute;

    std::mutex pulling;  // taken before `mutex`
    int64_t pulled = 0;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::shared_ptr<Result>> results;
    size_t working = 0;    // threads
    size_t in_flight = 0;  // results that are not done
    bool ended = false;
    bool awaited = false;  // somebody waits for a result
    bool paused = false;   // nobody is to begin with another element
  };

  void start_threads();
  static void work(State& state);
  static bool work_on_one(State& state);

  const std::shared_ptr<State> state_;
  const bool ordered_;
};

}  // namespace graphwright::data
