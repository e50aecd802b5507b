// Waiting in short turns.
#include "base/waiting.h"

#include <omp.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"

namespace graphwright {
namespace {

void (*stop_check)() = nullptr;
void (*run_unlocked)(const std::function<void()>& work) = nullptr;

thread_local bool is_apart = false;

// False on threads that merely help with another one's loop, or work apart from it. They leave the interpreter's lock
// alone: whom they help may have it.
bool on_callers_thread() { return omp_get_thread_num() == 0 && !is_apart; }

}  // namespace

void wait_for_others(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
                     const std::function<bool()>& ready) {
  wait_for_others(changed, lock, ready, std::chrono::steady_clock::time_point::max());
}

void wait_for_others(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
                     const std::function<bool()>& ready, std::chrono::steady_clock::time_point deadline) {
  using Clock = std::chrono::steady_clock;
  while (!ready() && Clock::now() < deadline) {
    // Nobody may wait for the interpreter while holding the lock: its holder may wait for this lock.
    lock.unlock();
    wait_a_turn([&] {
      std::unique_lock own(*lock.mutex());
      changed.wait_until(own, std::min(deadline, Clock::now() + std::chrono::milliseconds(20)), ready);
    });
    lock.lock();
  }
}

void check_stop() {
  // The loop's own error is what its caller gets.
  if (loop_has_failed()) throw Error(Code::kCancelled, "another part of the loop has failed");
  if (stop_check && on_callers_thread()) stop_check();
}

void wait_a_turn(const std::function<void()>& turn) {
  if (stop_check) stop_check();
  if (run_unlocked) {
    run_unlocked(turn);
  } else {
    turn();
  }
}

void run_apart(std::function<void()> work) {
  if (!on_callers_thread()) return work();  // which sees no signals
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    std::exception_ptr error;
  };
  const auto state = std::make_shared<State>();
  std::thread([state, work = std::move(work)]() mutable {
    is_apart = true;
    try {
      work();
    } catch (...) {
      state->error = std::current_exception();
    }
    work = nullptr;  // what it owns goes before the other thread goes on
    std::lock_guard lock(state->mutex);
    state->done = true;
    state->changed.notify_all();
  }).detach();
  std::unique_lock lock(state->mutex);
  wait_for_others(state->changed, lock, [&] { return state->done; });
  if (state->error) std::rethrow_exception(state->error);
}

void set_waiting(void (*check)(), void (*unlocked)(const std::function<void()>& work)) {
  stop_check = check;
  run_unlocked = unlocked;
}

}  // namespace graphwright
