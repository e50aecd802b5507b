// Handlers that run before and after a fork.
#include "base/at_fork.h"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <new>
#include <thread>
#include <unordered_set>
#include <vector>

namespace graphwright {
namespace {

std::atomic<bool> is_child{false};

struct Globals {
  std::mutex mutex;
  std::vector<GlobalMutex*> all;
  std::vector<GlobalMutex*> held;           // while the process forks
  std::unordered_set<const void*> renewed;  // in this child, when they were taken first
};

void take_all();
void release_all();
void release_in_child();

// Never destroyed: threads may outlive static objects.
Globals& globals() {
  static auto* made = [] {
    pthread_atfork(take_all, release_all, release_in_child);
    return new Globals;
  }();
  return *made;
}

// Who holds one of them may be stopped, as by a debugger; a fork does not wait for that for ever.
bool take(std::mutex& mutex) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::seconds(1);
  while (!mutex.try_lock()) {
    if (Clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return true;
}

void take_all() {
  Globals& g = globals();
  g.mutex.lock();
  for (GlobalMutex* mutex : g.all)
    if (take(*mutex)) g.held.push_back(mutex);
}

void release_all() {
  Globals& g = globals();
  for (GlobalMutex* mutex : g.held) mutex->unlock();
  g.held.clear();
  g.mutex.unlock();
}

void release_in_child() {
  is_child.store(true, std::memory_order_relaxed);
  globals().renewed.clear();
  release_all();
}

template <class Mutex>
void renew(Mutex& mutex) {
  Globals& g = globals();
  if (!is_child.load(std::memory_order_relaxed)) return;
  std::lock_guard lock(g.mutex);
  if (g.renewed.insert(&mutex).second) new (&mutex) Mutex;
}

}  // namespace

GlobalMutex& GlobalMutex::make() {
  Globals& g = globals();
  auto* made = new GlobalMutex;
  std::lock_guard lock(g.mutex);
  g.all.push_back(made);
  return *made;
}

void renew_after_fork(std::recursive_mutex& mutex) { renew(mutex); }
void renew_after_fork(std::mutex& mutex) { renew(mutex); }

}  // namespace graphwright
