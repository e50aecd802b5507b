// The threads behind start_work().
#include "data/workers.h"

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "base/error.h"

namespace graphwright::data {
namespace {

void (*work_runner)(const std::function<void()>& work) = nullptr;

// Never destroyed: threads may outlive static objects.
struct Workers {
  std::mutex mutex;
  std::condition_variable added;
  std::deque<std::function<void()>> waiting;
  size_t idle = 0;
};

constexpr size_t kMostIdle = 32;

Workers& workers() {
  static auto* all = [] {
    auto* made = new Workers;
    // A forked child has none of the threads.
    pthread_atfork([] { workers().mutex.lock(); }, [] { workers().mutex.unlock(); }, [] { new (&workers()) Workers; });
    return made;
  }();
  return *all;
}

void run_works() {
  Workers& all = workers();
  std::unique_lock lock(all.mutex);
  while (true) {
    while (all.waiting.empty()) {
      if (all.idle >= kMostIdle) return;
      ++all.idle;
      // wait() of GCC 12's library is a symbol that the library of systems with glibc 2.34 lacks.
      all.added.wait_until(lock, std::chrono::steady_clock::time_point::max());
      --all.idle;
    }
    std::function<void()> work = std::move(all.waiting.front());
    all.waiting.pop_front();
    lock.unlock();
    if (work_runner) {
      work_runner(work);
    } else {
      work();
    }
    work = nullptr;  // what it holds goes now, not with the next work
    lock.lock();
  }
}

}  // namespace

void start_work(std::function<void()> work) {
  Workers& all = workers();
  std::lock_guard lock(all.mutex);
  if (all.waiting.size() + 1 > all.idle) {
    try {
      std::thread(run_works).detach();
    } catch (const std::system_error& error) {
      fail(Code::kResourceExhausted, "no thread could be started: ", error.what());
    }
  }
  all.waiting.push_back(std::move(work));
  all.added.notify_one();
}

void set_work_runner(void (*run)(const std::function<void()>& work)) { work_runner = run; }

}  // namespace graphwright::data
