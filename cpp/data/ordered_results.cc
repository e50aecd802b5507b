// How threads take turns to compute elements ahead of who consumes them.
#include "data/ordered_results.h"

#include <algorithm>
#include <optional>

#include "base/alone.h"
#include "base/parallel.h"
#include "data/workers.h"

namespace graphwright::data {

size_t workers_for(int64_t parallelism) {
  return static_cast<size_t>(parallelism == kAutotune ? std::max(num_threads(), 2)
                                                      : std::clamp<int64_t>(parallelism, 1, 256));
}

OrderedResults::OrderedResults(Ref<Cancellation> cancellation, size_t threads, size_t capacity, bool ordered, Pull pull,
                               Compute compute)
    : state_(std::make_shared<State>()), ordered_(ordered) {
  state_->cancellation = std::move(cancellation);
  state_->threads = threads;
  state_->capacity = capacity;
  state_->pull = std::move(pull);
  state_->compute = std::move(compute);
}

OrderedResults::~OrderedResults() {
  state_->cancellation->cancel();
  std::lock_guard lock(state_->mutex);
  state_->changed.notify_all();
}

bool OrderedResults::next(Element& out) {
  State& state = *state_;
  std::unique_lock lock(state.mutex);
  auto ready = [&] {
    if (state.results.empty()) return state.ended;
    if (ordered_) return state.results.front()->done;
    return std::any_of(state.results.begin(), state.results.end(), [](const auto& result) { return result->done; });
  };
  while (true) {
    // Waking threads costs as much as many elements do: they are woken for several, unless somebody waits.
    if (!ready()) {
      start_threads();
      state.awaited = true;
      wait_until(state.changed, lock, state.cancellation.get(), ready);
      state.awaited = false;
    } else if (state.results.size() * 2 <= state.capacity) {
      start_threads();
    }
    if (state.results.empty()) return false;
    auto first = state.results.begin();
    if (!ordered_) first = std::find_if(first, state.results.end(), [](const auto& result) { return result->done; });
    std::shared_ptr<Result> result = *first;
    state.results.erase(first);
    if (result->end) continue;
    lock.unlock();
    if (result->error) std::rethrow_exception(result->error);
    out = std::move(result->element);
    return true;
  }
}

void OrderedResults::begin() {
  std::lock_guard lock(state_->mutex);
  start_threads();
}

// As many as there is work for; the lock is held.
void OrderedResults::start_threads() {
  State& state = *state_;
  if (state.ended) return;
  size_t room = state.capacity - std::min(state.capacity, state.results.size());
  size_t wanted = std::min(state.threads, state.in_flight + room);
  while (state.working < wanted) {
    ++state.working;
    try {
      start_work([shared = state_] { work(*shared); });
    } catch (const Error&) {
      --state.working;
      if (state.working == 0) throw;
      break;
    }
  }
}

void OrderedResults::work(State& state) {
  CancellationScope scope(state.cancellation.get());
  std::optional<LoopsAlone> alone;
  if (state.threads > 1) alone.emplace();
  while (work_on_one(state)) {
  }
}

// False when there is nothing to do: `working` is one less then.
bool OrderedResults::work_on_one(State& state) {
  auto result = std::make_shared<Result>();
  int64_t position;
  {
    std::lock_guard pulling(state.pulling);
    {
      std::lock_guard lock(state.mutex);
      if (state.ended || state.results.size() >= state.capacity || state.cancellation->cancelled()) {
        --state.working;
        return false;
      }
      state.results.push_back(result);
      ++state.in_flight;
    }
    position = state.pulled++;
    try {
      if (!state.pull(result->element)) {
        std::lock_guard lock(state.mutex);
        state.ended = true;
        result->end = true;
      }
    } catch (const std::exception&) {
      result->error = std::current_exception();
    }
  }
  if (!result->error && !result->end) {
    try {
      if (!state.compute(result->element, position)) {
        std::lock_guard lock(state.mutex);
        state.ended = true;
        result->end = true;
      }
    } catch (const std::exception&) {
      result->error = std::current_exception();
    }
  }
  std::lock_guard lock(state.mutex);
  result->done = true;
  --state.in_flight;
  if (state.awaited) state.changed.notify_all();
  return true;
}

}  // namespace graphwright::data
