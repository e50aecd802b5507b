// Waiting for what other threads do, without keeping an interpreter's lock from them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

namespace graphwright {

// Waits until ready() holds, which is asked under the lock. Gives the lock up meanwhile, and looks for Ctrl-C and for
// whether anybody still waits for this thread's work: then it throws.
void wait_for_others(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
                     const std::function<bool()>& ready);
// The same until that time at most; whether ready() holds is for the caller to see.
void wait_for_others(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
                     const std::function<bool()>& ready, std::chrono::steady_clock::time_point deadline);

// Looks for Ctrl-C and its like as those do: for loops around calls of the system that signals interrupt.
void check_stop();
// The same for loops that take long, some hundred million nanoseconds' worth of work apart.
class StopChecks {
 public:
  void did(int64_t nanoseconds) {
    if ((left_ -= nanoseconds) >= 0) return;
    left_ = kApart;
    check_stop();
  }

 private:
  static constexpr int64_t kApart = 100'000'000;
  int64_t left_ = kApart;
};

// Does that, and then one turn of waiting, some milliseconds long, which lets others have the interpreter.
void wait_a_turn(const std::function<void()>& turn);

// Runs what takes long on a thread of its own and waits for it, with a look for Ctrl-C every some milliseconds. Where
// that throws, the work goes on to its end, and nobody sees what it gives: it owns all that it touches.
void run_apart(std::function<void()> work);

// The functions that look for reasons to stop (it throws), and that let others have the interpreter. Set by bind/.
void set_waiting(void (*check)(), void (*unlocked)(const std::function<void()>& work));

}  // namespace graphwright
