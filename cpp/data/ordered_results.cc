// Threads that take turns to compute elements ahead of who consumes them.
#include "data/ordered_results.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/alone.h"
#include "base/parallel.h"
#include "data/workers.h"

namespace graphwright::data {

namespace {
constexpr std::chrono::seconds kLongestGoodbye{1};
}  // namespace

size_t workers_for(int64_t parallelism, const Context& context) {
  int64_t threads = parallelism == kAutotune ? std::max(num_threads(), 2) : std::clamp<int64_t>(parallelism, 1, 256);
  if (const int64_t most = context.options->most_threads; most > 0) threads = std::min(threads, most);
  return static_cast<size_t>(threads);
}

Determinism determinism_of(const KernelContext& ctx) {
  const auto policy = ctx.attr<std::string>("deterministic");
  if (policy == "true") return Determinism::kOrdered;
  if (policy == "false") return Determinism::kUnordered;
  if (policy != "default") ctx.fail("Unrecognized determinism policy: ", policy);
  return Determinism::kAsOptionsSay;
}

Determinism sloppiness_of(const KernelContext& ctx) {
  return ctx.attr<bool>("sloppy") ? Determinism::kUnordered : Determinism::kAsOptionsSay;
}

bool keeps_order(Determinism determinism, const Context& context) {
  return determinism == Determinism::kAsOptionsSay ? context.options->ordered : determinism == Determinism::kOrdered;
}

OrderedResults::OrderedResults(const Context& context, size_t threads, size_t capacity, bool ordered,
                               std::shared_ptr<Input> input, Compute compute)
    : state_(std::make_shared<State>()), ordered_(ordered) {
  state_->cancellation = context.cancellation;
  state_->threads = threads;
  state_->capacity = capacity;
  state_->alone = threads > 1 || context.options->most_op_threads == 1;
  state_->input = std::move(input);
  state_->compute = std::move(compute);
  if (context.options->warm_start) begin();
}

// Waits for those who compute an element, and has nobody begin with another one meanwhile.
void OrderedResults::save(StateWriter& out) {
  State& state = *state_;
  std::unique_lock lock(state.mutex);
  state.paused = true;
  state.awaited = true;
  try {
    wait_until(state.changed, lock, state.cancellation.get(), [&] { return state.in_flight == 0; });
    state.awaited = false;
    out.text("Ahead");
    out.number(state.pulled);
    out.number(state.ended);
    out.number(static_cast<int64_t>(state.results.size()));
    for (const auto& result : state.results) {
      out.number(result->end);
      out.number(result->stops);
      out.error(result->error);
      out.element(result->error ? Element() : result->element);
    }
    state.input->save(out);
  } catch (...) {
    if (!lock.owns_lock()) lock.lock();
    state.paused = state.awaited = false;
    throw;
  }
  state.paused = false;
}

void OrderedResults::restore(StateReader& in) {
  State& state = *state_;
  std::unique_lock lock(state.mutex);
  state.paused = true;
  state.awaited = true;
  wait_until(state.changed, lock, state.cancellation.get(), [&] { return state.in_flight == 0; });
  state.awaited = false;
  in.expect("Ahead");
  state.pulled = in.number();
  state.ended = in.flag();
  state.results.clear();
  for (size_t i = in.count(); i > 0; --i) {
    auto result = std::make_shared<Result>();
    result->done = true;
    result->end = in.flag();
    result->stops = in.flag();
    result->error = in.error();
    result->element = in.element();
    state.results.push_back(std::move(result));
  }
  state.input->restore(in);
  state.paused = false;
}

// What the input holds, such as files and Python's generators, is given back here where the threads let go of it soon:
// an element that never comes must not keep the program.
OrderedResults::~OrderedResults() {
  State& state = *state_;
  state.cancellation->cancel();
  std::unique_lock lock(state.mutex);
  state.changed.notify_all();
  auto idle = [&] { return state.working == 0; };
  if (!idle() && !process_ends()) {
    lock.unlock();
    unlocked([&] {
      std::unique_lock waiting(state.mutex);
      state.changed.wait_for(waiting, kLongestGoodbye, idle);
    });
    lock.lock();
  }
  if (!idle()) return;
  const std::shared_ptr<Input> input = std::move(state.input);
  lock.unlock();
  input->reset();
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
    if (result->stops) return false;
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
  if (state.alone) alone.emplace();
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
      if (state.ended || state.paused || state.results.size() >= state.capacity || state.cancellation->cancelled()) {
        --state.working;
        if (state.cancellation->cancelled()) state.changed.notify_all();
        return false;
      }
      state.results.push_back(result);
      ++state.in_flight;
    }
    position = state.pulled++;
    try {
      if (!state.input->next(result->element)) {
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
      result->stops = !state.compute(result->element, position);
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
