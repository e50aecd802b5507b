// kept_state: what a stateful kernel keeps from run to run at its place in a program.
#pragma once

#include <mutex>

#include "op/context.h"

namespace graphwright {

inline std::mutex& kept_state_mutex() {
  static auto* mutex = new std::mutex;
  return *mutex;
}

// The State of this place, made by `make` on the first run; null in eager calls. Threads that run one program share it.
template <class State, class Make>
Ref<State> kept_state(const KernelContext& ctx, const Make& make) {
  Ref<RefCounted>* slot = ctx.state();
  if (!slot) return {};
  std::lock_guard lock(kept_state_mutex());
  if (!*slot) *slot = make();
  return Ref<State>(static_cast<State*>(slot->get()));
}

}  // namespace graphwright
