// Cancellation: how work on another thread learns that nobody waits for it any more.
#pragma once

#include <atomic>

#include "base/ref.h"

namespace graphwright {

// A flag that is set once. Work begun on behalf of other work ends with that.
class Cancellation final : public RefCounted {
 public:
  explicit Cancellation(Ref<Cancellation> parent = nullptr) : parent_(std::move(parent)) {}
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const {
    for (const Cancellation* one = this; one; one = one->parent_.get())
      if (one->cancelled_.load(std::memory_order_relaxed)) return true;
    return false;
  }

 private:
  std::atomic<bool> cancelled_{false};
  const Ref<Cancellation> parent_;
};

// The run that this thread works for, null for the work of whoever called us.
inline thread_local const Cancellation* current_cancellation = nullptr;

class CancellationScope {
 public:
  explicit CancellationScope(const Cancellation* cancellation) : outer_(current_cancellation) {
    current_cancellation = cancellation;
  }
  ~CancellationScope() { current_cancellation = outer_; }
  CancellationScope(const CancellationScope&) = delete;
  CancellationScope& operator=(const CancellationScope&) = delete;

 private:
  const Cancellation* outer_;
};

}  // namespace graphwright
