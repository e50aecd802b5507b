// Waiting in short turns.
#include "base/waiting.h"

#include <algorithm>
#include <chrono>

namespace graphwright {
namespace {

void (*stop_check)() = nullptr;
void (*run_unlocked)(const std::function<void()>& work) = nullptr;

}  // namespace

bool wait_for_others(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, int64_t timeout_ms,
                     const std::function<bool()>& ready) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  while (!ready()) {
    auto turn = std::chrono::milliseconds(20);
    if (timeout_ms >= 0) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          begin + std::chrono::milliseconds(timeout_ms) - Clock::now());
      if (left.count() <= 0) return false;
      turn = std::min(turn, left);
    }
    // Nobody may wait for the interpreter while holding the lock: its holder may wait for this lock.
    lock.unlock();
    if (stop_check) stop_check();
    const auto wait = [&] {
      std::unique_lock own(*lock.mutex());
      changed.wait_for(own, turn, ready);
    };
    if (run_unlocked) {
      run_unlocked(wait);
    } else {
      wait();
    }
    lock.lock();
  }
  return true;
}

void set_waiting(void (*check)(), void (*unlocked)(const std::function<void()>& work)) {
  stop_check = check;
  run_unlocked = unlocked;
}

}  // namespace graphwright
