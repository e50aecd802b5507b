// Waiting in short turns.
#include "base/waiting.h"

#include <algorithm>

namespace graphwright {
namespace {

void (*stop_check)() = nullptr;
void (*run_unlocked)(const std::function<void()>& work) = nullptr;

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
    if (stop_check) stop_check();
    const auto wait = [&] {
      std::unique_lock own(*lock.mutex());
      changed.wait_until(own, std::min(deadline, Clock::now() + std::chrono::milliseconds(20)), ready);
    };
    if (run_unlocked) {
      run_unlocked(wait);
    } else {
      wait();
    }
    lock.lock();
  }
}

void set_waiting(void (*check)(), void (*unlocked)(const std::function<void()>& work)) {
  stop_check = check;
  run_unlocked = unlocked;
}

}  // namespace graphwright
