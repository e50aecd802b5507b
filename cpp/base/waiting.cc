// Waiting in short turns.
#include "base/waiting.h"

#include <chrono>

namespace graphwright {
namespace {

void (*stop_check)() = nullptr;
void (*run_unlocked)(const std::function<void()>& work) = nullptr;

}  // namespace

void wait_for_others(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
                     const std::function<bool()>& ready) {
  while (!ready()) {
    // Nobody may wait for the interpreter while holding the lock: its holder may wait for this lock.
    lock.unlock();
    if (stop_check) stop_check();
    const auto wait = [&] {
      std::unique_lock own(*lock.mutex());
      changed.wait_for(own, std::chrono::milliseconds(20), ready);
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
