// Locks of processes that fork while other threads are at work: the child has none of these, and nobody to wait for.
#pragma once

#include <mutex>

namespace graphwright {

// A lock that is held for moments, by who then takes no other one: the thread that forks has them all meanwhile, so
// that what they guard is whole in the child. Those that are made live as long as the process.
class GlobalMutex : public std::mutex {
 public:
  static GlobalMutex& make();

 private:
  GlobalMutex() = default;
};

// To be called before such a lock of an object is taken, always: whoever held it when the process forked is not there
// in the child, and what it guards must be whole between any two steps.
void renew_after_fork(std::recursive_mutex& mutex);
void renew_after_fork(std::mutex& mutex);

}  // namespace graphwright
